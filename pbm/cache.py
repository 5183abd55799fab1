"""How files lie, and the place where we remember it: the user's cache folder. Nothing in there is ever needed."""

import os
from collections.abc import Iterable, Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path

import pbm

UNUSED = 90 * 86_400
"""So many seconds after it was last used what is remembered of a place that is gone is taken away."""

Stamp = tuple[int, int]
"""Size of a file in bytes, and when it was last changed, in nanoseconds."""


def cache_folder() -> Path | None:
    """Where rendered prose, compiled templates and what was built are kept between runs, if there is such a place."""
    try:
        from platformdirs import user_cache_path

        folder = user_cache_path("pbm", appauthor=False) / "site"
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def files(folder: Path) -> Iterator[tuple[str, Stamp]]:
    """Every file under a folder: its path within, with slashes, and its stamp. Symbolic links are not followed."""
    waiting = [("", str(folder))]
    while waiting:
        above, place = waiting.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append((f"{above}{entry.name}/", entry.path))
                else:
                    yield above + entry.name, stamp(entry.stat(follow_symlinks=False))


def stamp(found: os.stat_result) -> Stamp:
    """What we remember of a file."""
    return found.st_size, found.st_mtime_ns


def digest(parts: Iterable[str]) -> str:
    """A digest of a list of texts."""
    import hashlib  # loads a large library, which a run that finds nothing to do can spare

    made = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        made.update(b"%d:" % len(data) + data)
    return made.hexdigest()


def lying(folder: Path) -> str:
    """How files lie in a folder, if it is there: a line each with name, size, time. Their bytes are not read.

    A file in the folder's place is one line.
    """
    out: list[str] = []
    waiting = [str(folder)]
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as entries:
                found = sorted(entries, key=attrgetter("name"))
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            seen = os.stat(place)
            out.append(f"{place} {seen.st_size} {seen.st_mtime_ns}")
            continue
        out.append(place)
        for entry in found:
            if entry.is_dir(follow_symlinks=False):
                waiting.append(entry.path)
            elif not entry.name.endswith(".pyc"):
                seen = entry.stat(follow_symlinks=False)
                out.append(f"{entry.name} {seen.st_size} {seen.st_mtime_ns}")
    return "\n".join(out) + "\n"


@cache
def program() -> str:
    """How the program lies on the disk."""
    return f"{pbm.__version__}\n{lying(Path(pbm.__file__).parent)}"

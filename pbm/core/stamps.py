"""How files lie, and the place where we remember it: the user's cache folder. Nothing in there is ever needed.

A run that finds nothing to do comes here and goes no further: what it can spare is loaded where it is needed.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING
from zlib import crc32

import pbm

if TYPE_CHECKING:
    from pathlib import Path

DAY = 86_400  # seconds
UNUSED = 90 * DAY
"""So many seconds after it was last used what is remembered of a place that is gone is taken away."""
KINDS = ("prose", "templates", "maps", "deploy")
"""What has a file or a folder for each thing made, by a name that tells what it was made of. It is looked through for
what nobody used for long. Of the others, made and still are looked through by who makes them; of each game or root the
rest has a line.
"""

Stamp = int
"""When a file was last changed, in nanoseconds, and its size in bytes, in one number: a long game has ten thousand."""
SHIFT = 20  # bits; what differs in size alone, or in time alone, never has the same stamp
Names = dict[str, Stamp]
"""The files of one folder by name."""

LIBRARIES = ("jinja2", "markdown", "nh3")

SUM = 4  # bytes of the sum that stands before what is remembered

BINARY = getattr(os, "O_BINARY", 0)
"""Where a system would change line ends in files that are opened by number."""
READING = os.O_RDONLY | BINARY | getattr(os, "O_NONBLOCK", 0)
"""How a file is opened by number to be read: a pipe that nobody writes into does not hold us."""
_BY_HANDLE = os.scandir in os.supports_fd  # so no path is looked up anew for every file: a quarter of the time


def cache_place() -> str:
    """Where the user's cache folder is, or should be."""
    own = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    if sys.platform == "linux" and os.path.isabs(own):  # the plain case, without the library that knows the others
        return f"{own}/pbm/site"
    from platformdirs import user_cache_path

    return str(user_cache_path("pbm", appauthor=False) / "site")


def cache_folder() -> "Path | None":
    """Where rendered prose, compiled templates and what was built are kept between runs, if there is such a place."""
    from pathlib import Path

    try:
        folder = Path(cache_place())
        for place in (folder.parent, folder):
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) and is_ours(str(folder)) else None


@cache
def is_ours(place: str) -> bool:
    """Whether nobody else can write into the cache folder, whose files are code and are believed: it and the folder
    above it are no links, ours, and closed to group and others. Else it is not used, and that is said once. Where a
    system knows no owners (Windows), it lies in the user's own profile. False where it is not there.
    """
    if not hasattr(os, "getuid"):
        return os.path.isdir(place)
    for path in (os.path.dirname(place), place):
        try:
            found = os.lstat(path)
        except OSError:
            return False
        wrong = (
            "is a symbolic link" if stat.S_ISLNK(found.st_mode)
            else "belongs to somebody else" if found.st_uid != os.getuid()
            else f"can be written to by others (chmod -R go-w {path} mends that)" if found.st_mode & 0o022
            else ""
        )  # fmt: skip
        if wrong:
            sys.stderr.write(f"{path}: {wrong}, so nothing is kept there, and each run makes all anew.\n")
            return False
    return True


def recalled(path: "Path") -> bytes:
    """What was made before; its file's time says from now on that it was used. OSError where it is not there whole."""
    data = unharmed(path.read_bytes())
    os.utime(path)
    return data


def summed(data: bytes) -> bytes:
    """Bytes for the cache folder: with their sum before them."""
    return _sum_of(data) + data


def _sum_of(data: bytes | memoryview) -> bytes:
    return crc32(data).to_bytes(SUM, "big")


def unharmed(data: bytes) -> bytes:
    """What was summed; OSError where the disk, or somebody, changed as much as a bit of it: pages would show that."""
    if len(data) < SUM or _sum_of(view := memoryview(data)[SUM:]) != data[:SUM]:
        raise OSError(errno.EIO, "is damaged")
    return bytes(view)


def put(place: str, data: bytes) -> None:
    """Write a file for later runs, with its sum before it: aside, then moved. OSError where it cannot be, and then
    nothing of it is left.
    """
    aside = f"{place}.{os.getpid()}"
    try:
        with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600), "wb") as file:
            file.write(_sum_of(data))
            file.write(data)  # which may be large: the two are not joined first
        os.replace(aside, place)
    except OSError:
        with suppress(OSError):
            os.unlink(aside)
        raise


def has_day_passed(folder: "Path", mark: "Path") -> tuple[bool, float]:
    """Whether a day has passed since the mark was set, if it was; and the time now, as the disk tells it."""
    os.utime(folder)
    now = folder.stat().st_mtime
    return not mark.exists() or now - mark.stat().st_mtime >= DAY, now


def prune(folder: "Path") -> None:
    """Once a day: take away from the cache folder what was made and not used for long. If somebody comes for it after
    all, it is made again.
    """
    try:
        mark = folder / "pruned"
        is_time, now = has_day_passed(folder, mark)
        if not is_time:
            return
        mark.touch()
        for kind in KINDS:
            if (folder / kind).is_dir() and not (folder / kind).is_symlink():
                _prune_kind(folder / kind, now)
    except OSError:
        return  # it only saves room


def _prune_kind(kind: "Path", now: float) -> None:
    with os.scandir(kind) as entries:
        old = [entry for entry in entries if now - entry.stat(follow_symlinks=False).st_mtime > UNUSED]
    for entry in old:
        if entry.is_dir(follow_symlinks=False):
            import shutil  # loads a large library

            shutil.rmtree(entry.path, ignore_errors=True)
            continue
        try:
            os.unlink(entry.path)
        except OSError:
            continue  # another run was faster


def walked(folder: "Path | str") -> Iterator[tuple[str, Names]]:
    """A folder and all folders in it, if it is there: the path within, with slashes, and the files. None of them is
    read.

    Symbolic links are not followed. A file in the folder's place has no name. What the interpreter leaves of our
    programs is no file of anybody's.
    """
    waiting = [""]
    while waiting:
        within = waiting.pop()
        place = f"{folder}/{within}" if within else str(folder)
        names: Names = {}
        try:
            handle = os.open(place, os.O_RDONLY | os.O_DIRECTORY) if _BY_HANDLE else None
            try:
                with os.scandir(place if handle is None else handle) as entries:
                    for entry in entries:
                        if not entry.is_dir(follow_symlinks=False):
                            found = entry.stat(follow_symlinks=False)
                            names[entry.name] = found.st_mtime_ns ^ found.st_size << SHIFT  # a call for each is dear
                        elif entry.name != "__pycache__":
                            waiting.append(f"{within}/{entry.name}" if within else entry.name)
            finally:
                if handle is not None:
                    os.close(handle)
        except FileNotFoundError:
            continue
        except NotADirectoryError:
            try:
                names[""] = stamp(os.stat(place))
            except NotADirectoryError:  # it is the folder above that is a file
                continue
        except OSError as error:
            if error.errno != errno.ELOOP:
                raise
            try:
                names[""] = stamp(os.lstat(place))  # of links that lead to one another only the first can be seen
            except OSError:  # it is the folder above that is one
                continue
        yield within, names


def stamp(found: os.stat_result) -> Stamp:
    """What we remember of a file."""
    return found.st_mtime_ns ^ found.st_size << SHIFT


def digest(parts: Iterable[str]) -> str:
    """A digest of a list of texts."""
    import hashlib  # loads a large library

    made = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogateescape")
        made.update(b"%d:" % len(data) + data)
    return made.hexdigest()


def folder_stamps(folder: "Path | str") -> str:
    """The stamps of the files in a folder, as a text, if it is there: a line each with name and stamp."""
    return "".join(f"{folder}/{within}\n{_lines(names)}" for within, names in sorted(walked(folder)))


def _lines(names: Names) -> str:
    return "".join(f"{name} {stamp}\n" for name, stamp in sorted(names.items()))


@cache
def program() -> str:
    """How the program lies on the disk, with the templates that lie beside it in a checkout."""
    here = os.path.dirname(os.path.abspath(pbm.__file__))
    beside = os.path.join(os.path.dirname(here), "site_templates")
    return f"{pbm.__version__}\n{folder_stamps(here)}{folder_stamps(beside)}{libraries()}"


@cache
def libraries() -> str:
    """How the libraries lie that make pages: what one made is made again by the next, which may have mended a fault."""
    lines = []
    for name in LIBRARIES:
        found = PathFinder.find_spec(name)
        with suppress(OSError):  # it may lie in an archive
            if found and found.origin:
                lines.append(f"{found.origin} {stamp(os.stat(found.origin))}\n")
    return "".join(lines)

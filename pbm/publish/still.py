"""Whether there is anything to do at all: seen from how files lie, before anything of theirs is read.

A run that leaves no work behind remembers how content, templates, output and program lay, and until when no
deadline ends. As long as all lies so, the next run has nothing to do and need not even look into a game.
"""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zlib import crc32

from pbm.cache import UNUSED, cache_folder, lying, program

NEVER = "9999"
PARTS = ("content", "site_templates", "output/site", "output/printouts")  # what else is in output is not built


def is_still(root: Path, now: datetime | None) -> bool:
    """Whether all lies as the last run left it, and no deadline has ended since; `now` is None where only what was
    built is asked for.
    """
    place = _place(root)
    try:
        until, _, lies = place.read_text("utf-8", "surrogateescape").partition("\n") if place else ("", "", "")
    except (OSError, ValueError):
        return False
    if now is not None and now.isoformat() >= until:
        return False
    seen = ""
    for part in _lies(root):
        seen += part
        if not lies.startswith(seen):  # a card that arrived is seen before the whole site is looked through
            return False
    return lies == seen


def remember(root: Path, until: str) -> None:
    """All is done until then, an ISO time; "" where work is left."""
    place = _place(root)
    if place is None:
        return
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        aside = place.with_name(f"{place.name}.{os.getpid()}")
        aside.write_text("".join((f"{until}\n", *_lies(root))), "utf-8", "surrogateescape")
        aside.replace(place)
        aside.write_text(_site_lies(root), "utf-8", "surrogateescape")
        aside.replace(_site_place(place))
        _forget_gone(place.parent, place.stat().st_mtime)
    except OSError:
        return  # it only saves time


def _forget_gone(folder: Path, now: float) -> None:
    """Take away what was remembered long ago of roots that are gone. One that is there may be still for years."""
    for path in folder.iterdir():
        if now - path.stat().st_mtime > UNUSED:
            with path.open(encoding="utf-8", errors="surrogateescape") as file:
                lines = [file.readline().rstrip("\n") for _ in range(2)]  # the root is the one or the other
            if not any(os.path.isdir(line) for line in lines if os.path.isabs(line)):
                path.unlink()


def is_fresh(root: Path) -> bool:
    """Whether output/site is what would be built now: it lies as the last build left it, and so does all that a
    site is made of. What only waits in an inbox, or was sent, makes no site old.
    """
    place = _place(root)
    try:
        known = _site_place(place).read_text("utf-8", "surrogateescape") if place else ""
    except (OSError, ValueError):
        return False
    return known == _site_lies(root)


def _site_lies(root: Path) -> str:
    """How the site lies, and all that it is made of."""
    places = [root / "site_templates", root / "output" / "site", *_sources(root / "content")]
    return "".join((f"{os.path.abspath(root)}\n{program()}", *map(lying, places)))


def _sources(content: Path) -> Iterator[Path]:
    """The parts of a content tree that pages are made of: files, and folders with all that is in them."""
    for path in _inner(content, "post", "mail.toml"):
        if path.name != "games":
            yield path
            continue
        for game in _inner(path):
            for part in _inner(game, "inbox"):
                if part.name == "private":
                    yield from _inner(part, "received")
                else:
                    yield part


def _inner(folder: Path, *but: str) -> Iterator[Path]:
    if folder.is_dir():
        yield from (path for path in sorted(folder.iterdir()) if path.name not in but and path.name[0] != ".")


def _site_place(place: Path) -> Path:
    return place.with_name(f"{place.name}.site")


def _lies(root: Path) -> Iterator[str]:
    has_list = (root / "output" / "site.files").is_file()
    yield f"{os.path.abspath(root)}\n{program()}{has_list}\n"
    for part in PARTS:
        yield lying(root / part)


def _place(root: Path) -> Path | None:
    """One file for each root; should two have the same name, each sees that it is not its own."""
    folder = cache_folder()
    return folder / "still" / f"{crc32(os.fsencode(os.path.abspath(root))):08x}" if folder else None

"""Decides from names, sizes and times of files alone whether anything changed since the last run.

A run that leaves no work behind remembers a digest of how content, templates, output and program lay, and until when
no deadline ends. As long as all lies so, the next run has nothing to do and need not even look into a game.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from zlib import crc32

from pbm.core.stamps import (
    UNUSED,
    Names,
    cache_folder,
    cache_place,
    digest,
    is_ours,
    program,
    put,
    stamp,
    unharmed,
    walked,
)

if TYPE_CHECKING:
    from pathlib import Path

NEVER = "9999"
REPAIRS = "repairs"  # in the place of a time: a game is being repaired, and every run says so
SITE = "output/site"
SOURCES = ("content", "site_templates")
BUILT = (SITE, "output/printouts")  # what else is in output is not built

# What lies in content and is no part of a page: mail, what waits in an inbox, what was received, what is hidden.
_NO_PART = re.compile(
    r"content/(\.|post/|mail\.toml$|games/([^/]+$|\.|[^/]+/(\.|inbox/|private/(\.|received/))))|output/printouts/"
)

Stamps = dict[str, Names]
"""The files of each folder, with the stamp of each."""


def is_still(root: "Path | str", now: datetime | None) -> bool:
    """Whether all lies as the last run left it, and no deadline has ended since; `now` is None where only what was
    built is asked for.
    """
    until, everything, _, _ = _read(_place(root))
    if not everything or until == REPAIRS or (now is not None and now.isoformat() >= until):
        return False
    return everything == _digest(root, _walked(root))


def is_fresh(root: "Path | str") -> bool:
    """Whether output/site is what would be built now: it lies as the last build left it, and so does all that a
    site is made of. What only waits in an inbox, or was sent, makes no site old.
    """
    return _read(_place(root))[2] == _digest(root, _walked(root), site=True)


def site_digest(root: "Path | str") -> str:
    """What the site that was built last was made of, in short; nothing where that is not known."""
    return _read(_place(root))[2]


def content_stamps(root: "Path | str") -> Stamps:
    """How all lies that a build reads and does not write. Looked at before it begins, so that what is remembered is
    never newer than what it saw.
    """
    return dict(_walked(root, SOURCES))


def remember(
    root: "Path | str", until: str, content: Stamps | None = None, site: Mapping[str, Names] | None = None
) -> None:
    """All is done until then, an ISO time; "" where work is left, REPAIRS where a game could not be built. `content` is
    what lay there before, `site` how its files lie, where these are known: what was changed since then will be seen.
    """
    found = {**(content_stamps(root) if content is None else content), **dict(_walked(root, BUILT, site))}
    digests = (_digest(root, found.items()), _digest(root, found.items(), site=True))
    try:
        place = _place(root)
        if cache_folder() is None:
            return
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        put(place, os.fsencode("\n".join((until, *digests, os.path.abspath(root)))))
        _forget_gone(os.path.dirname(place), os.stat(place).st_mtime)
    except (OSError, RuntimeError):
        return  # it only saves time


def _forget_gone(folder: str, now: float) -> None:
    """Take away what was remembered long ago of roots that are gone. One that is there may be still for years."""
    with os.scandir(folder) as entries:
        old = [entry.path for entry in entries if now - entry.stat().st_mtime > UNUSED]
    for path in old:
        if not os.path.isdir(_read(path)[3]):
            os.unlink(path)


def _digest(root: "Path | str", found: Iterable[tuple[str, Names]], *, site: bool = False) -> str:
    """A digest of the program and of all files with their stamps; `site`: of those alone that a site is made of."""
    try:
        listing = stamp(os.lstat(f"{root}/output/site.files"))  # `pbm deploy` goes by it
    except OSError:
        listing = 0
    files = (
        f"{place}/{name} {stamped}"
        for place, names in sorted(found)
        for name, stamped in sorted(names.items() if site else [*names.items(), ("", 0)])
        if not (site and not place.startswith(SITE) and _NO_PART.match(f"{place}/{name}"))
    )
    return digest([os.path.abspath(root), program(), str(listing), *files])


def _walked(
    root: "Path | str", parts: Iterable[str] = (), site: Mapping[str, Names] | None = None
) -> Iterator[tuple[str, Names]]:
    """All folders, or those of some parts; of the site it may be known how they lie."""
    for part in parts or (*SOURCES, *BUILT):
        found = walked(f"{root}/{part}") if part != SITE or site is None else site.items()
        for within, names in found:
            place = f"{part}/{within}" if within else part
            if place == "content/post":
                names.pop("fetched.json", None)  # each fetch writes there when it was, though it found nothing
            yield place, names


def _read(place: str) -> tuple[str, str, str, str]:
    """What the last run remembered: until when, the two digests, the root; or nothing."""
    try:
        if os.path.isdir(cache_place()) and not is_ours(cache_place()):
            return "", "", "", ""
        with open(place, "rb") as file:
            until, everything, site, root = os.fsdecode(unharmed(file.read())).split("\n", 3)
    except (OSError, RuntimeError, ValueError):
        return "", "", "", ""
    return until, everything, site, root


def _place(root: "Path | str") -> str:
    """One file for each root; should two have the same name, each sees that it is not its own."""
    try:
        return f"{cache_place()}/still/{crc32(os.fsencode(os.path.abspath(root))):08x}"
    except RuntimeError:  # there is no place for it
        return ""

"""Whether there is anything to do at all: seen from how files lie, before anything of theirs is read.

A run that leaves no work behind remembers how content, templates, output and program lay, and until when no
deadline ends. As long as all lies so, the next run has nothing to do and need not even look into a game.
"""

import marshal  # in no time, and loaded already; who can write into our cache could change compiled templates, too
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from zlib import crc32

from pbm.core.stamps import UNUSED, Names, cache_folder, cache_place, is_ours, program, put, stamp, unharmed, walked

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

Known = tuple[str, str, dict[str, bytes]]
"""Until when nothing is to be done; where and by which program it was done; how the files of each folder lay."""


def is_still(root: "Path | str", now: datetime | None) -> bool:
    """Whether all lies as the last run left it, and no deadline has ended since; `now` is None where only what was
    built is asked for.
    """
    until, head, lies = _known(root)
    if head != _head(root) or until == REPAIRS or (now is not None and now.isoformat() >= until):
        return False
    for place, lay in lies.items():
        if place.endswith("/inbox") and dict(walked(f"{root}/{place}")).get("") != _names(lay):
            return False  # a card that arrived is seen before everything is looked through
    count = 0
    for place, names in _walked(root):
        if place not in lies or _names(lies[place]) != names:
            return False
        count += 1
    return count == len(lies)


Lies = dict[str, Names]
"""How the files of each folder lay."""


def content_lies(root: "Path | str") -> Lies:
    """How all lies that a build reads and does not write. Looked at before it begins, so that what is remembered is
    never newer than what it saw.
    """
    return dict(_walked(root, SOURCES))


def remember(
    root: "Path | str", until: str, content: Lies | None = None, site: Mapping[str, Names] | None = None
) -> None:
    """All is done until then, an ISO time; "" where work is left, REPAIRS where a game could not be built. `content` is
    what lay there before, `site` tells how
    its files lie, where these are known: what was changed since then will be seen.
    """
    try:
        place = _place(root)
        lies = {**(content_lies(root) if content is None else content), **dict(_walked(root, BUILT, site))}
        if cache_folder() is None:
            return
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        put(place, marshal.dumps((until, _head(root), {path: marshal.dumps(names) for path, names in lies.items()})))
        _forget_gone(os.path.dirname(place), os.stat(place).st_mtime)
    except (OSError, RuntimeError):
        return  # it only saves time


def _forget_gone(folder: str, now: float) -> None:
    """Take away what was remembered long ago of roots that are gone. One that is there may be still for years; what
    is remembered of a single game is soon found again.
    """
    with os.scandir(folder) as entries:
        old = [entry.path for entry in entries if now - entry.stat().st_mtime > UNUSED]
    for path in old:
        if path.endswith(".game") or not os.path.isdir(_read(path)[1].partition("\n")[0]):
            os.unlink(path)


def is_fresh(root: "Path | str") -> bool:
    """Whether output/site is what would be built now: it lies as the last build left it, and so does all that a
    site is made of. What only waits in an inbox, or was sent, makes no site old.
    """
    _, head, lies = _known(root)
    lay = ((place, _names(names) or {}) for place, names in lies.items())
    return head == _head(root) and _site_files(lay) == _site_files(_walked(root))


def _site_files(lies: Iterable[tuple[str, Names]]) -> Names:
    """The site's files, and all those that it is made of."""
    files = ((f"{place}/{name}", stamp) for place, names in lies for name, stamp in names.items())
    return {path: stamp for path, stamp in files if not _NO_PART.match(path)}


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


def _head(root: "Path | str") -> str:
    try:
        listing = stamp(os.lstat(f"{root}/output/site.files"))  # `pbm deploy` goes by it
    except OSError:
        listing = 0
    return f"{os.path.abspath(root)}\n{program()}{listing}\n"


def _known(root: "Path | str") -> Known:
    """What the last run remembered, or nothing."""
    try:
        return _read(_place(root))
    except RuntimeError:
        return "", "", {}


def _read(place: str) -> Known:
    if os.path.isdir(cache_place()) and not is_ours(cache_place()):
        return "", "", {}
    try:
        with open(place, "rb") as file:
            known: Known = marshal.loads(unharmed(file.read()))  # read in one: `load` reads value by value
        until, head, lies = known
    except (OSError, ValueError, TypeError, EOFError):
        return "", "", {}
    return until, head, lies


def _names(lay: bytes) -> Names | None:
    try:
        names: Names = marshal.loads(lay)
    except (ValueError, TypeError, EOFError):
        return None
    return names


def _place(root: "Path | str") -> str:
    """One file for each root; should two have the same name, each sees that it is not its own."""
    return f"{cache_place()}/still/{crc32(os.fsencode(os.path.abspath(root))):08x}"

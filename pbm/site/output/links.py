"""Relative links, and the check of every link and anchor of the site.

Links and anchors are noted while pages are rendered; no page is read again.
"""

import posixpath
import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from pbm.errors import PbmError

_NONE: frozenset[str] = frozenset()
_PATH = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*")
MOST_NAMED = 5  # broken links


def shown_place(path: str) -> str:
    """A page as an address has it: that of a folder is the folder's."""
    return path.removesuffix("index.html") if path.endswith("/index.html") or path == "index.html" else path


@lru_cache(maxsize=1024)
def relative(page: str, target: str) -> str:
    """The link from a page to a file of the site; works under any path and from a disk."""
    here, there = page.split("/")[:-1], target.split("/")
    same = 0
    for ours, theirs in zip(here, there[:-1], strict=False):
        if ours != theirs:
            break
        same += 1
    return "../" * (len(here) - same) + "/".join(there[same:])


class DeadLinkError(PbmError):
    """Links that lead nowhere; `places` are the first of those that are not there: `rules/x.html#9`."""

    def __init__(self, text: str, places: tuple[str, ...]) -> None:
        super().__init__(text, places)
        self.places = places

    def __str__(self) -> str:
        return str(self.args[0])


class Links:
    """All files and anchors of a site, and all links to them."""

    def __init__(self) -> None:
        self._anchors: dict[str, frozenset[str]] = {}
        self._shapes: dict[str, frozenset[str]] = {"": _NONE}  # pages of one kind have the same anchors
        self._wanted: dict[str, str] = {}  # target, or target#anchor: the first page that links there
        self._spared: tuple[str, ...] = ()

    def add(self, path: str, anchors: frozenset[str] = frozenset()) -> None:
        """A file of the site, and the anchors in it."""
        if not _PATH.fullmatch(path):
            raise PbmError(f"{path!r}: a file of the site is named with letters, digits, - and _ only.")
        if path in self._anchors:
            raise PbmError(f"{path}: two pages of the site would have this name.")
        self._anchors[path] = self._shape(" ".join(sorted(anchors)))

    def spare(self, folder: str) -> None:
        """Links into this folder, such as games/EU-7/, are not checked: what is in it was kept and not made."""
        self._spared += (folder,)

    def want(self, page: str, target: str, anchor: str = "") -> None:
        """A link from a page to a file, or to an anchor in it."""
        self._wanted.setdefault(f"{target}#{anchor}" if anchor else target, page)

    def absorb(self, other: "Links") -> None:
        """All that was noted for a part of the site."""
        for path, anchors in other._anchors.items():
            self.add(path, anchors)
        for place, page in other._wanted.items():
            self._wanted.setdefault(place, page)
        self._spared += other._spared

    def join(self, anchors: Mapping[str, str], wanted: str, files: Collection[str] = ()) -> None:
        """What `told` told of a part of the site, and all its files: names that were looked at when they were made."""
        page = next(iter(files or anchors), "")
        if not self._anchors.keys().isdisjoint(files):
            raise PbmError(f"{min(self._anchors.keys() & set(files))}: two pages of the site would have this name.")
        self._anchors.update(dict.fromkeys(files, _NONE))
        for path, names in anchors.items():
            self._anchors[path] = self._shape(names)
        places = wanted.split("\n") if wanted else []
        if not self._wanted.keys() >= set(places):  # turns link to much the same ones
            for place in places:
                self._wanted.setdefault(place, page)

    def told(self) -> tuple[dict[str, str], str]:
        """Anchors by file that has any, with blanks between; a line for each place that is wanted and is not there.

        Each is one text, because a long game has hundreds of parts that are told and joined every time.
        """
        anchors = {path: " ".join(sorted(names)) for path, names in self._anchors.items() if names}
        return anchors, "\n".join(sorted(place for place in self._wanted if not self._has(place)))

    def _shape(self, names: str) -> frozenset[str]:
        if names not in self._shapes:
            self._shapes[names] = frozenset(names.split(" "))
        return self._shapes[names]

    def _has(self, place: str) -> bool:
        target, _, anchor = place.partition("#")  # no path has this sign
        if target.startswith(self._spared):
            return True
        names = self._anchors.get(target)
        return names is not None and (not anchor or anchor in names)

    def check(self) -> None:
        """DeadLinkError names pages and targets of the first broken links, and how many more there are."""
        lost = {place: page for place, page in self._wanted.items() if not self._has(place)}
        broken = [f"{page} links to {place}" for place, page in lost.items()]
        if broken:
            more = "; ".join(["", *broken[1:MOST_NAMED]]).replace("; ", "; also ", 1)
            rest = len(broken) - MOST_NAMED
            more += f" ({rest} more {'is' if rest == 1 else 'are'} broken)" if rest > 0 else ""
            places = tuple(lost)[:MOST_NAMED]
            raise DeadLinkError(f"{broken[0]}, and there is no such page or anchor{more}.", places)


class Spot:
    """A page while it is rendered: makes its links, knows its anchors.

    `root` is where the site begins on its host, such as `/post/`, for a page that the host shows under any address:
    relative links would lead nowhere there.
    """

    def __init__(self, path: str, links: Links, root: str = "") -> None:
        self.path = path
        self.root = root
        self._links = links
        self._folder = posixpath.join(posixpath.dirname(path), "x")  # pages of one folder share their links
        self.anchors: set[str] = set()

    def link(self, target: str, anchor: str = "") -> str:
        """The link to a file of the site, or to a place in it; relative, but for a page that lies anywhere."""
        if not target or target == self.path:
            self._links.want(self.path, self.path, anchor)
            return f"#{anchor}" if anchor else posixpath.basename(self.path)
        self._links.want(self.path, target, anchor)
        where = self.root + target if self.root else relative(self._folder, target)
        return f"{where}#{anchor}" if anchor else where

    def anchor(self, name: str) -> str:
        """An anchor of this page; told so that links to it can be checked."""
        if name in self.anchors:
            raise PbmError(f"{self.path}: the anchor {name} stands twice.")
        self.anchors.add(name)
        return name

    def close(self) -> None:
        """The page is rendered: what it has is known."""
        self._links.add(self.path, frozenset(self.anchors))

"""Pages that are made together and remembered together: a turn, a rule book, a page of the moderator's."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec
from markupsafe import Markup

from pbm.core.stamps import Stamp, digest, program
from pbm.site.output.gathered import Gathered
from pbm.site.output.links import Links, Spot, shown_place
from pbm.site.output.memory import Made, Memory, ReadyBatch
from pbm.site.output.site_folder import NewFolder
from pbm.site.render import Renderer
from pbm.site.search import SearchEntry
from pbm.site.views import Frame, foot_html, nav_html

FOLDERS = 32  # whose pages' common pieces are held: each turn of a long game has one
T = TypeVar("T")
Feeds = tuple[tuple[str, str], ...]
"""The feeds that a page tells readers' programs of: path and title."""

LOST = "404.html"
"""The page that a host shows in the place of one that is not there."""


class Told(msgspec.Struct, frozen=True):
    """What the rest of the site needs of a batch: the anchors and links in it, as `Links.told` tells them; pages that
    anybody may find, places to be searched, and more.
    """

    anchors: dict[str, str]
    wanted: str
    public: list[str]
    found: list[SearchEntry]
    more: msgspec.Raw


Written = list[tuple[str, Stamp | None]]
"""Files that wait to be taken into the site, and None for those that stand there as they should."""


KeptBatch = tuple[Made, Told]
"""A batch that stands as it would be made, with what it told."""


class Site:
    """What all batches share: where pages go, how they look, what was made before."""

    def __init__(
        self,
        renderer: Renderer,
        frame: Frame,
        lang: str,
        folder: NewFolder | Gathered,
        memory: Memory,
        url: str = "",
        inputs_digest: str = "",
    ) -> None:
        """inputs_digest: of what all pages share, where whoever builds the site has worked it out."""
        self.renderer, self.frame, self.lang = renderer, frame, lang
        self.folder, self.memory, self.url = folder, memory, url
        self.is_handed_on = isinstance(folder, Gathered)
        self._ready: dict[tuple[str, str], Made] = {}
        self._newest: dict[str, tuple[str, ...]] = {}
        self.root = "/".join(["", *url.strip("/").split("/")[3:], ""]) if url else ""  # as /post/
        self.links = Links()
        self.public: list[str] = []
        self.found: list[SearchEntry] = []
        self.feeds: Feeds = (("feed.xml", frame.title),)
        self.inputs_digest = inputs_digest or digest(
            [
                program(),
                renderer.inputs_digest,
                msgspec.json.encode(frame).decode(),
                lang,
                url,
                repr(sorted(renderer.places.items())),
            ]
        )
        self._named = {item.target for item in (*frame.nav, *frame.foot)}
        self._ends: dict[tuple[str, str], tuple[Markup, Markup]] = {}
        self._loads: dict[tuple[str, Feeds], Markup] = {}

    def batch(self, group: str, name: str, key: list[str] | None, kind: type[T], make: "Callable[[Batch], T]") -> T:
        """What a batch tells: from memory where it stands as it would be made, else it is made now.

        `key` tells all that it is made of beside what all pages share; None where nobody knows.
        """
        known = self.standing(group, name, key)
        if known is not None:
            return self.keep(group, name, known, kind)
        new = Batch(self)
        more = make(new)
        self.links.absorb(new.links)
        self.public += new.public
        self.found += new.found
        if key is not None or new.aside or self.is_handed_on:
            told = Told(*new.links.told(), new.public, new.found, msgspec.Raw(msgspec.msgpack.encode(more)))
            files = {path: self.folder.stamp(path) for path in new.files}
            whole = self.whole(key) if key is not None else ""
            self.memory.note(group, name, Made(whole, files, msgspec.msgpack.encode(told), new.aside))
        return more

    def keep(self, group: str, name: str, known: KeptBatch, kind: type[T]) -> T:
        """What a batch tells that stands."""
        made, told = known
        self.keep_files(group, name, known)
        self.links.join(told.anchors, told.wanted, made.files)
        self.public += told.public
        self.found += told.found
        return msgspec.msgpack.decode(told.more, type=kind)

    def keep_files(self, group: str, name: str, known: KeptBatch) -> None:
        """The files of a batch that stands, where no page links to them and they tell nothing."""
        if known[0].key or known[0].aside:
            self.memory.note(group, name, known[0])
        self.folder.keep(known[0].files)

    def standing(self, group: str, name: str, key: list[str] | None) -> KeptBatch | None:
        """A batch that stands as it would be made, or None; first of those that were made elsewhere for this build."""
        ready = self._ready.get((group, name))
        if ready is not None and (key is None or ready.key == self.whole(key)):
            return ready, msgspec.msgpack.decode(ready.told, type=Told)
        made = self.memory.recall(group, name) if key is not None else None
        if made is None or key is None or not made.stands(self.whole(key), self.folder.there):
            return None
        return made, msgspec.msgpack.decode(made.told, type=Told)

    def receive(self, group: str, batches: Iterable[ReadyBatch], newest: tuple[str, ...]) -> None:
        """Batches that were made elsewhere, whose files are in the folder. newest: the bundles of the newest turn."""
        for it in batches:
            files = {path: self.folder.stamp(path) for path in it.files}
            self._ready[group, it.name] = Made(it.key, files, it.told, it.aside)
        self._newest[group] = newest

    def newest(self, group: str) -> Written | None:
        """The bundles of the newest turn that were made elsewhere, or None."""
        paths = self._newest.get(group)
        return None if paths is None else [(path, self.folder.stamp(path)) for path in paths]

    def whole(self, key: list[str]) -> str:
        """A digest of all that a batch is made of."""
        return digest([self.inputs_digest, *key])

    def ends(self, spot: Spot, here: str) -> tuple[Markup, Markup]:
        """The links at the head and the foot of a page: the same for all pages of a folder that they do not name."""
        key = (spot.path if spot.path in self._named else spot.root or spot.path.rpartition("/")[0], here)
        if key not in self._ends:
            if len(self._ends) >= FOLDERS:
                self._ends.clear()
            self._ends[key] = (nav_html(self.frame, spot, here), foot_html(self.frame, spot))
        return self._ends[key]

    def loads(self, spot: Spot, feeds: Feeds) -> Markup:
        """What the head of a page says of the files that it loads: the same for all pages of a folder."""
        key = (spot.root or spot.path.rpartition("/")[0], feeds)
        if key not in self._loads:
            if len(self._loads) >= FOLDERS:
                self._loads.clear()
            self._loads[key] = Markup(self.renderer.page("loads.html", spot=spot, feeds=feeds))
        return self._loads[key]


class Batch:
    """A batch that is being made."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.renderer = site.renderer
        self.links = Links()
        self.files: list[str] = []
        self.public: list[str] = []
        self.found: list[SearchEntry] = []
        self.aside = b""
        """What it keeps for other pages that is too large to be told."""

    def spot(self, path: str) -> Spot:
        """A page that is going to be written."""
        return Spot(path, self.links, self.site.root if path == LOST else "")

    def file(self, path: str, content: str | bytes) -> None:
        """A file that is no page."""
        self.links.add(path)
        self._put(path, content)

    def written(self, path: str, stamp: Stamp | None) -> None:
        """A file that was written aside, or with None that stands already as it should. No page links to it: what
        scripts load by its name is not noted among links, for a long game has thousands.
        """
        self.files.append(path)
        self.site.folder.take(path, stamp)

    def page(self, path: str, template: str, title: str, here: str, **context: Any) -> None:
        """A page of the site."""
        self.write(self.spot(path), template, title, here, **context)

    def write(self, spot: Spot, template: str, title: str, here: str, **context: Any) -> None:
        """A page whose links are being made."""
        site = self.site
        context.setdefault("policy", self.renderer.policy)
        private = context.get("private")
        if site.url and not private:
            context["address"] = site.url.rstrip("/") + "/"
            context["canonical"] = "" if spot.path == LOST else context["address"] + shown_place(spot.path)
        context["nav"], context["foot"] = site.ends(spot, here)
        context["loads"] = site.loads(spot, () if private else context.pop("feeds", site.feeds))
        html = self.renderer.page(
            template, spot=spot, site=site.frame, title=title, here=here, lang=site.lang, **context
        )
        spot.close()
        if not private and spot.path != LOST:
            self.public.append(spot.path)
        self._put(spot.path, html)

    def _put(self, path: str, content: str | bytes) -> None:
        self.files.append(path)
        self.site.folder.put(path, content.encode() if isinstance(content, str) else content)

"""The map of a turn as SVG: geometry drawn once, filled in by each turn's colours, badges and arrows (spec maps)."""

from collections.abc import Container, Mapping, Sequence, Set
from functools import cached_property
from pathlib import Path
from re import sub
from typing import Any, Literal

from pbm.core.legend import UNKNOWN, Legend, SpaceKind
from pbm.core.printout import MapSpace, MapView
from pbm.site.ink.palette import HUES, hue, texture, worn
from pbm.site.maps import base, courses, folds, live, seanames, style
from pbm.site.maps import legend as maplegend
from pbm.site.maps.arrows import ArrowPaths
from pbm.site.maps.base import Box, holds, overlap, safe
from pbm.site.maps.drawing import Drawing, drawing
from pbm.site.maps.legend import legend
from pbm.site.maps.looks.look import find_look
from pbm.site.maps.textures import further_textures

__all__ = ["MapArtist", "artist", "legend", "map_css"]

SLIGHT = 60  # square units of a name that a badge may lie on: the rim of a letter
MARGIN = 140  # around a theatre's labels and badges
PHONE_TYPE = 180  # type size of a legend for the phone, in hundredths of the desktop's
Spaces = Sequence[MapSpace]


def artist(geometry: Mapping[str, Any], cache: Path | None = None) -> "MapArtist":
    """The artist of a geometry; make one and keep it. `cache`: where drawings are kept between runs."""
    return MapArtist(geometry, drawing(geometry, cache))


class MapArtist:
    """Draws any turn of one map. Holds the drawn geometry as text, nothing of any game."""

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing) -> None:
        self.geometry, self.drawn = geometry, drawn
        self.width, self.height = int(geometry["width"]), int(geometry["height"])
        self.slots = base.slots(geometry)
        self.waters = {code for code in geometry["spaces"] if base.is_water(geometry, code)}
        self.defs: dict[str, str] = {}  # by prefix, as the following
        self.look = find_look(geometry, drawn, self.slots)
        self.folds = folds.Folds(geometry, self.look.scale)
        self.fills: dict[tuple[str, str, int, int, SpaceKind, int], str] = {}
        self.textures: dict[tuple[frozenset[int], str, str], str] = {}
        self.titles = {code: safe(f"{code} {space['name']}".rstrip()) for code, space in geometry["spaces"].items()}
        self.arrows = ArrowPaths(geometry, self.slots)
        self.courses = courses.Courses(geometry, self.slots)
        self._outlines = {code: space["d"] for code, space in geometry["spaces"].items()}
        self.name_rooms = seanames.name_rooms(geometry, self.slots, drawn.names)
        self.water_names = {code: self.look.water_name(code) for code in self.name_rooms}
        self.label_boxes = {code: base.label_box(*slot.label, code) for code, slot in self.slots.items()}
        self.name_boxes = {code: self.look.name_box(code) for code in self.water_names}

    def draw(
        self,
        view: MapView,
        *,
        width: Literal["phone", "desktop"] = "desktop",
        standalone: bool = False,
        theatre: bool = False,
        id_prefix: str = "m",
    ) -> str:
        """The map as one <svg>, for any width of screen and for paper.

        standalone: with its own styles and a legend, set for `width`; theatre: cropped to view.theatre.
        """
        p = id_prefix
        x, y, wide, high = self._frame(view if theatre else None)
        # Type that grows on a phone must fit too.
        rim = max(0, wide - self.look.broad) // 15 if theatre and wide <= self.look.vast else 0
        inside = (x + rim, y + rim, x + wide - rim, y + high - rim)
        shown = self._shown(view, (x, y, wide, high), theatre)
        water, ground = [s for s in shown if s.code in self.waters], [s for s in shown if s.code not in self.waters]
        below = maplegend.legend_height(legend(view), wide, _type(width, wide)) if standalone else 0
        head = self._opening(view, shown, (x, y, wide, high + below), p, standalone=standalone, theatre=theatre)
        materials = "".join(self._materials(view, shown, p, standalone=standalone, theatre=theatre))
        far = "blank" if theatre and view.insets else "sea"
        out = [f'<rect class="{far}" x="{x}" y="{y}" width="{wide}" height="{high}"/>']
        out += self._ground(view, water, ground, (x, y, wide, high), p, theatre=theatre)
        out += self._signs(view, water, ground, inside, p, is_bare=self.look.is_bare and not theatre)
        out += self.courses.over(view, inside, p)
        folded = self.look.folded
        if not theatre and (self.look.is_bare or not standalone):
            out.append(self.look.realms(ground))
        elif theatre and folded:
            out.append(folded.singles(ground))
        # Inside the edge: a printer cuts off what lies on it.
        out.append(f'<rect class="frame" x="{x + 2}" y="{y + 2}" width="{wide - 4}" height="{high - 4}"/>')
        if standalone:
            out.append(maplegend.legend_under(legend(view), x, y + high, wide, _type(width, wide), p))
        body = "".join(out)
        kept = folds.used(materials, body, p) if folded else materials
        svg = f"{''.join(head)}{kept}{body}</svg>"
        return sub(' data-at="[^"]*"', "", svg) if standalone else svg  # no script is there to ask

    def in_cells(self, view: MapView, p: str) -> tuple[str, str, str]:
        """What a whole map has in cells, as `draw` has it, for the replay: waters, places, what stands over them."""
        names, sheet = {number: safe(name) for number, name in view.players}, (0, 0, self.width, self.height)
        placed = [self._place(space, at, names, view.legend, p) for space, at in self.courses.placed(view.spaces)]
        return self.courses.waters(view), "".join(placed), "".join(self.courses.over(view, sheet, p))

    def players_in(self, view: MapView) -> set[int]:
        """Whoever has anything in the theatre of a map: a space, a unit, an arrow."""
        frame = self._frame(view)
        there = [space for space in self._shown(view, frame, True) if self._reaches(space.code, frame)]
        codes = {space.code for space in there}
        there += [space for space, _ in self.courses.placed(view.spaces, frame)]
        players = {number for s in there for number in (s.owner, s.controller, *(b.player for b in s.badges))}
        players |= self.courses.seen(view, frame)
        return players | {arrow.player for arrow in view.arrows if codes & {arrow.start, arrow.end}}

    def _shown(self, view: MapView, window: Box, theatre: bool) -> list[MapSpace]:
        """The spaces of a drawing: of a theatre with insets those that it is to show."""
        kept = view.shown if theatre else None
        return [
            space
            for space in view.spaces
            if space.code in self.slots and (kept is None or space.code in kept) and self._is_in(space.code, window)
        ]

    def _opening(
        self, view: MapView, shown: Spaces, window: Box, p: str, *, standalone: bool, theatre: bool
    ) -> list[str]:
        """The tag, what a script is told, and what a screen reader says."""
        x, y, wide, high = window
        facts = "" if theatre else self.look.facts
        is_few = theatre and self.look.folded
        related = live.facts(self.geometry, [s.code for s in shown]) if is_few else self.drawn.facts
        return [
            "<svg xmlns='http://www.w3.org/2000/svg'" if standalone else "<svg",
            f' class="map{self.look.css_class}{self._crop(wide) if theatre else ""}" role="img"',
            f' aria-labelledby="{p}-title {p}-desc"',
            f' viewBox="{x} {y} {wide} {high}"',
            ">" if standalone else f"{related}{facts}{live.words(view.legend)}{live.held(view)}>",
            f'<title id="{p}-title">{safe(view.title)}</title><desc id="{p}-desc">{safe(view.desc)}</desc>',
        ]

    def _materials(self, view: MapView, shown: Spaces, p: str, *, standalone: bool, theatre: bool) -> list[str]:
        """What the drawing is made with: styles, shapes, numbers, textures."""
        owners = {space.owner for space in shown}
        textured = owners.union(number for number, _ in view.players) if standalone else owners
        return [
            f"<style>{style.alone(self.look.name)}{style.keys(self.look.name, view.legend)}</style>"
            if standalone
            else "",
            self._outlined(shown, p) if theatre and self.look.is_bare and not self.look.folded else self.still(p),
            self.look.chips(shown, p),
            self._textures(textured, p),
            style.further() if standalone and max(map(texture, textured - {0}), default=0) > HUES else "",
        ]

    def _ground(self, view: MapView, water: Spaces, ground: Spaces, window: Box, p: str, *, theatre: bool) -> list[str]:
        """Water and land, whose it is, and the outlines of what changed this turn."""
        names = {number: safe(name) for number, name in view.players}
        if self.look.folded:
            settled = self.look.folded.settled(ground)
            return self._folded(view, water, ground, window, names, settled, p, theatre=theatre)
        return [
            *(self._space(s, names, view.legend, p) for s in water),
            self.courses.waters(view),
            self.look.under(p, window),
            f'<use href="#{p}land" class="coast"/>',
            *(self._space(s, names, view.legend, p) for s in ground),
            self.look.over(ground, p, not theatre),
            *self._changed(view, (*water, *ground), p),
            *(self._place(s, at, names, view.legend, p) for s, at in self.courses.placed(view.spaces, window)),
        ]

    def _folded(
        self,
        view: MapView,
        water: Spaces,
        ground: Spaces,
        window: Box,
        names: Mapping[int, str],
        settled: Container[int],
        p: str,
        *,
        theatre: bool,
    ) -> list[str]:
        """The same for hundreds of spaces: in groups, in the units of the geometry."""
        spaces: Mapping[str, Any] = self.geometry["spaces"]
        told = {s.code: (safe(spaces[s.code]["name"]), _facts(s, names, view.legend)) for s in (*water, *ground)}
        return [
            self.folds.opening(),
            self.folds.water(water, told, p),
            self.folds.land(ground, p, settled),
            self.look.under(p, window),
            f'<use href="#{p}land" class="coast"/>',
            self.folds.ground(ground, told, p, settled),
            self.look.over(ground, p, not theatre),
            *self._changed(view, (*water, *ground), p),
            "</g>",
        ]

    def _changed(self, view: MapView, spaces: Spaces, p: str) -> list[str]:
        """The outlines of what changed this turn."""
        lines = [(s.code, view.legend.change(s.change).line) for s in spaces if s.change]
        wet = " wet" if self.look.folded else ""  # a mere line where seas are as large as countries
        return [
            f'<use href="#{p}{code}" class="new n-{line}{wet if code in self.waters else ""}"/>' for code, line in lines
        ]

    def _signs(self, view: MapView, water: Spaces, ground: Spaces, inside: Box, p: str, *, is_bare: bool) -> list[str]:
        """What stands on it: names of water, arrows, codes of ground, badges of units. Only whole ones; a bare map has
        the arrows, and what its reader has there.
        """
        named = [s for s in water if holds(inside, self.name_boxes[s.code])]
        labelled = self.look.by_rank([s for s in ground if holds(inside, self.label_boxes[s.code])])
        signs = {s.code: self.look.badges(s, view.legend, inside, p) for s in (*labelled, *named) if s.badges}
        badges = {code: "".join([text for _, text in rows]) for code, rows in signs.items()}
        rooms: dict[str, list[Box]] = {}
        crowded = {s.code for s in (*water, *ground) if len(s.badges) > len(self.slots[s.code].badges)}
        for code, rows in signs.items():
            for name in self.name_rooms if code in crowded else self.drawn.near[code]:
                rooms.setdefault(name, []).extend([box for box, _ in rows])
        anchors = "".join([self.slots[s.code].anchor for s in labelled])
        leaders = [(code, self.slots[code].leader) for code, text in badges.items() if text]
        drawn = "".join(badges.values())
        part = None if is_bare else self.look.folded
        plain = [s for s in labelled if not s.sign] if part else []
        signed = [s for s in labelled if s.sign or s.badges] if is_bare else [s for s in labelled if s not in plain]
        return [
            *(self._named(s.code, inside, rooms.get(s.code, ())) for s in named if not self.look.folded),
            folds.codes([at for s in named for at in part.water_places(s.code)], wet=True) if part else "",
            *self._arrows(view, {s.code for s in (*water, *ground)} if part else None, p),
            f'<path class="leader" d="{anchors}"/>' if anchors or self.look.has_leaders else "",
            *(f'<path class="leader" data-at="{code}" d="{d}"/>' for code, d in leaders if d),
            folds.codes([(s.code, self.slots[s.code].label) for s in plain], wet=False),
            *(self.look.label(s, view.legend, bool(badges.get(s.code)), p) for s in signed),
            drawn,
            self.look.bodies(drawn),
        ]

    def _textures(self, owners: Set[int], p: str) -> str:
        key = frozenset(owners), p, worn()
        if key not in self.textures:
            self.textures[key] = further_textures(owners, p, self.look.tile)
        return self.textures[key]

    def still(self, id_prefix: str) -> str:
        """What every map of this geometry has in it under that prefix: the shapes of its spaces."""
        p = id_prefix
        if p not in self.defs:
            self.defs[p] = self.drawn.defs(p).replace("</defs>", f"{self.look.shapes(p)}</defs>")
        return self.defs[p]

    def _outlined(self, shown: Spaces, p: str) -> str:
        """The same without the outlines of spaces that are out of sight."""
        far = "|".join(sorted(self.slots.keys() - {space.code for space in shown}))
        return sub(rf'<path d="[^"]*" id="{p}(?:{far})"/>', "", self.still(p)) if far else self.still(p)

    @cached_property
    def _reach(self) -> dict[str, Box]:
        """The box of the outline of each space."""
        sheet = 0, 0, self.width, self.height  # where a drawing of somebody's own is written in another way
        return {
            code: self._scaled(base.box_of(outline)) if seanames.PLAIN.fullmatch(outline) else sheet
            for code, outline in self._outlines.items()
        }

    def _scaled(self, box: Box) -> Box:
        left, top, right, bottom = (side * self.look.scale for side in box)
        return left, top, right, bottom

    def _is_in(self, code: str, window: Box) -> bool:
        """Whether a space may be in sight; left out are only those of maps with hundreds of them."""
        return not self.look.is_bare or window[2] >= self.width or self._reaches(code, window)

    def _reaches(self, code: str, window: Box) -> bool:
        """Whether the outline of a space may be in sight."""
        left, top, right, bottom = self._reach[code]
        return left < window[0] + window[2] and window[0] < right and top < window[1] + window[3] and window[1] < bottom

    def _crop(self, width: int) -> str:
        """The classes of a theatre of that width: k1 to k6 tell how much larger its type is on a phone."""
        if width > self.look.vast:
            return " vast"
        broad = self.look.broad
        return f" theatre broad k{(width - broad - 1) * 20 // broad + 1}" if width > broad else " theatre"

    def _frame(self, view: MapView | None) -> tuple[int, int, int, int]:
        """The window on the drawing: all of it, or the theatre's labels and badges with a margin."""
        points = [point for code in (view.theatre if view else ()) for point in self._points(code)]
        if not points:
            return 0, 0, self.width, self.height
        left, right = min(x for x, _ in points) - MARGIN, max(x for x, _ in points) + MARGIN
        top, bottom = min(y for _, y in points) - MARGIN // 2, max(y for _, y in points) + MARGIN // 2
        width = max(right - left, 900, (bottom - top) * 11 // 10)
        height = max(bottom - top, width * 8 // 10)
        width, height = min(width, self.width), min(height, self.height)
        left = min(max(0, (left + right - width) // 2), self.width - width)
        top = min(max(0, (top + bottom - height) // 2), self.height - height)
        return left, top, width, height

    def _points(self, code: str) -> list[base.Point]:
        """The places of a space's label and badge, or of a cell."""
        slot, at = self.slots.get(code), self.courses.at(code)
        return [slot.label, slot.badge] if slot else [at] if at else []

    def _named(self, code: str, inside: Box, badges: Sequence[Box]) -> str:
        """A sea's name. One that a badge lies on all the same gives way, but where a script finds room for it; so
        does one that the frame would cut, where its code remains.
        """
        rooms = self.name_rooms[code]
        gives_way = any(
            self.look.is_cut(room, inside) or any(overlap(room, badge) > SLIGHT for badge in badges) for room in rooms
        )
        name = self.water_names[code]
        return name.replace('class="seaname"', 'class="seaname covered"') if gives_way else name

    def _space(self, space: MapSpace, names: Mapping[int, str], legend: Legend, p: str) -> str:
        """A space's fill, and what it is in words for the pointer."""
        own = (p, space.code, space.owner, space.controller, legend.space(space.kind))
        key = (*own, texture(space.owner or space.controller))
        if key not in self.fills:
            self.fills[key] = self._new_space(*own)
        return self.fills[key] % _words(space, names, legend)

    def _place(self, space: MapSpace, at: base.Point, names: Mapping[int, str], legend: Legend, p: str) -> str:
        """A place in a cell, with its sign, and what it is in words for the pointer."""
        cell = f" ({space.at})" if space.at else ""
        title = safe(f"{space.code} {space.name}".rstrip() + cell)
        area = f'<use href="#{p}cell" x="{at[0]}" y="{at[1]}"/>'
        return (
            f'<g class="s" data-code="{safe(space.code)}"><title>{title}{_words(space, names, legend)}</title>'
            f"{area}{courses.sign(space, at, legend, p)}</g>"
        )

    def _new_space(self, p: str, code: str, owner: int, controller: int, kind: SpaceKind) -> str:
        outline = f'<use href="#{p}{code}"'
        nobody = f": {safe(kind.nobody)}" if kind.owned or kind.name == UNKNOWN else ""
        if kind.name == UNKNOWN:
            paint = f'{outline} class="u"/>'
        elif code in self.waters:
            paint = f'{outline} class="w{self.look.tint(code)}"/>'
            paint += f'{outline} class="o f{hue(owner)}"/>' if owner else ""
        elif owner:
            pattern = f'{outline} class="t" fill="url(#{p}t{texture(owner)})"/>' if self.look.is_tiled else ""
            paint = f'{outline} class="f f{hue(owner)}"/>{pattern}'
        elif controller:
            paint = f'{outline} class="f f0"/>{outline} class="t st" fill="url(#{p}h{hue(controller)})"/>'
        else:
            paint = f'{outline} class="f f0"/>'
        title = f"{self.titles[code]}{'' if owner or controller else nobody}".replace("%", "%%")
        return f'<g class="s" data-code="{code}"><title>{title}%s</title>{paint}</g>'

    def _arrows(self, view: MapView, shown: Set[str] | None, p: str) -> list[str]:
        """Every arrow with its halo, halos first; those alone that begin or end in what is shown."""
        known = self.slots
        arrows = [a for a in view.arrows if a.start in known and a.end in known and a.start != a.end]
        arrows = [a for a in arrows if shown is None or a.start in shown or a.end in shown]
        paths = self.arrows.paths([(a.start, a.end) for a in arrows], {s.code: len(s.badges) for s in view.spaces})
        lines = [
            f'<path class="a a-{line}" d="{d}" marker-end="url(#{p}a-{line})"/>'
            for line, d in zip((view.legend.arrow(arrow.kind).line for arrow in arrows), paths, strict=True)
        ]
        return [f'<path class="halo" d="{"".join(paths)}"/>', *lines] if lines else []


def _words(space: MapSpace, names: Mapping[int, str], legend: Legend) -> str:
    """Whose a space is and what is there, after its name."""
    words = ""
    if space.owner:
        words = f": [{space.owner}] {names.get(space.owner, '')}"
    elif space.controller:
        player = f"[{space.controller}] {names.get(space.controller, '')}"
        words = f": {safe(legend.controlled.title).replace('{player}', player)}"
    if space.sign:
        words += f"; {safe(legend.sign(space.sign).word)}"
    for b in space.badges:
        words += f"; [{b.player}] " if b.player not in (0, space.owner) else "; "
        words += safe(": ".join(filter(None, (b.name, legend.said(b.units, b.aboard)))))
    if space.seen:
        words += f"; {safe(legend.seen.replace('{n}', str(space.seen)))}"
    return words


def _facts(space: MapSpace, names: Mapping[int, str], legend: Legend) -> str:
    """The same for spaces whose name is told apart; also that it is nobody's."""
    kind = legend.space(space.kind)
    nobody = (kind.owned or kind.name == UNKNOWN) and not (space.owner or space.controller)
    return f"{f': {safe(kind.nobody)}' if nobody else ''}{_words(space, names, legend)}"


def _type(width: str, units: int) -> int:
    """The type size of a legend, in hundredths, on a map `units` wide."""
    return (PHONE_TYPE if width == "phone" else 100) * units // 2000


def map_css() -> str:
    """The styles of every map, for the site's stylesheet; tokens come from there too (see palette)."""
    return style.inlined()

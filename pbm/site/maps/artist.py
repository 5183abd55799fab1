"""The map of a turn as SVG: geometry drawn once, filled in by each turn's colours, badges and arrows (spec maps)."""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from re import sub
from typing import Any, Literal

from pbm.core.printout import MapSpace, MapView
from pbm.site.ink.palette import HUES, hue, texture, worn
from pbm.site.maps import base, live, seanames, style
from pbm.site.maps import legend as maplegend
from pbm.site.maps.arrows import ArrowPaths
from pbm.site.maps.base import BADGE_HEIGHT, CHIP, GAP, STEP, Box, Point, code_width, overlap, safe
from pbm.site.maps.drawing import Drawing, drawing
from pbm.site.maps.legend import legend, legend_key
from pbm.site.maps.looks import board, world

__all__ = ["MapArtist", "artist", "legend", "legend_key", "map_css"]

CELL, DIGIT, SIGN, AIR = 30, 18, 29, 5  # of a badge: the player's number, a digit, a sign, the space after a figure
SLIGHT = 60  # square units of a name that a badge may lie on: the rim of a letter
MARGIN = 140  # around a theatre's labels and badges
BROAD, VAST = 1200, 1560  # a theatre wider than this has larger type on a phone; than that, no badges there
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
        self.defs: dict[str, str] = {}  # by prefix, as the following
        self.look = str(geometry.get("look", ""))
        self.pieces = board.Pieces(geometry) if self.look == base.PIECES else None
        self.wide = world.Wide(geometry) if self.look == base.WIDE else None
        self.lands: dict[tuple[str, str, int, int, str, int], str] = {}
        self.badges: dict[tuple[str, int, int, int, int], tuple[int, str]] = {}
        self.bodies: dict[str, str] = {}  # of badges, where these are drawn once: by id
        self.labels: dict[tuple[str, str, int, bool, bool, int], str] = {}
        self.textures: dict[tuple[frozenset[int], str, str], str] = {}
        self.titles = {code: safe(f"{code} {space['name']}") for code, space in geometry["spaces"].items()}
        self.arrows = ArrowPaths(geometry, self.slots)
        self.name_rooms = seanames.name_rooms(geometry, self.slots, drawn.names)
        self.sea_names = {code: self._sea_name(code) for code in self.name_rooms}
        self.label_boxes = {code: base.label_box(*slot.label, code) for code, slot in self.slots.items()}
        self.name_boxes = {
            code: self.pieces.name_box(code, self.slots[code].label)
            if self.pieces
            else self.wide.name_box(code, self.slots[code].label)
            if self.wide
            else base.name_box(*self.slots[code].label, geometry["spaces"][code]["name"])
            for code in self.sea_names
        }

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
        rim = max(0, wide - BROAD) // 15 if theatre and wide <= VAST else 0  # type that grows on a phone must fit too
        inside = (x + rim, y + rim, x + wide - rim, y + high - rim)
        shown = [space for space in view.spaces if space.code in self.slots]
        seas, lands = [s for s in shown if s.kind == "sea"], [s for s in shown if s.kind == "land"]
        below = maplegend.legend_height(legend(view), wide, _type(width, wide)) if standalone else 0
        out = self._opening(view, (x, y, wide, high + below), p, standalone=standalone, theatre=theatre)
        out += self._materials(view, shown, p, standalone=standalone)
        out.append(f'<rect class="sea" x="{x}" y="{y}" width="{wide}" height="{high}"/>')
        out += self._ground(view, seas, lands, p, theatre=theatre)
        out += self._signs(view, seas, lands, inside, p)
        out.append(self.wide.realms(lands) if self.wide and not theatre and not standalone else "")
        # Inside the edge: a printer cuts off what lies on it.
        out.append(f'<rect class="frame" x="{x + 2}" y="{y + 2}" width="{wide - 4}" height="{high - 4}"/>')
        if standalone:
            out.append(maplegend.legend_under(legend(view), x, y + high, wide, _type(width, wide), p))
        out.append("</svg>")
        return sub(' data-at="[^"]*"', "", "".join(out)) if standalone else "".join(out)  # no script is there to ask

    def _opening(self, view: MapView, window: Box, p: str, *, standalone: bool, theatre: bool) -> list[str]:
        """The tag, what a script is told, and what a screen reader says."""
        x, y, wide, high = window
        views = self.wide.views if self.wide and not theatre else ""
        return [
            "<svg xmlns='http://www.w3.org/2000/svg'" if standalone else "<svg",
            f' class="map{" wide" if self.wide else ""}{_crop(wide) if theatre else ""}" role="img"',
            f' aria-labelledby="{p}-title {p}-desc"',
            f' viewBox="{x} {y} {wide} {high}"',
            ">" if standalone else f"{self.drawn.facts}{views}{live.held(view)}>",
            f'<title id="{p}-title">{safe(view.title)}</title><desc id="{p}-desc">{safe(view.desc)}</desc>',
        ]

    def _materials(self, view: MapView, shown: Spaces, p: str, *, standalone: bool) -> list[str]:
        """What the drawing is made with: styles, shapes, numbers, textures."""
        owners = {space.owner for space in shown}
        chips = owners | {space.controller for space in shown} if self.wide else owners
        textured = owners.union(number for number, _ in view.players) if standalone else owners
        return [
            f"<style>{style.alone(self.look)}</style>" if standalone else "",
            self.still(p),
            world.numbers(chips - {0}, p) if self.wide else "",
            board.numbers(owners - {0}, p) if self.pieces else "",
            self._textures(textured, p),
            style.further() if standalone and max(map(texture, textured - {0}), default=0) > HUES else "",
        ]

    def _ground(self, view: MapView, seas: Spaces, lands: Spaces, p: str, *, theatre: bool) -> list[str]:
        """Water and land, whose it is, and the outlines of what was taken this turn."""
        names, called = {number: safe(name) for number, name in view.players}, dict(view.words)
        return [
            *(self._space(s, names, called, p) for s in seas),
            self.pieces.waters(p) if self.pieces else f'<use href="#{p}land" class="shelf"/>',
            self._under(p),
            f'<use href="#{p}land" class="coast"/>',
            *(self._space(s, names, called, p) for s in lands),
            board.textures(lands, p) if self.pieces or self.wide else "",
            self.wide.over(p) if self.wide else self.drawn.over,
            self.pieces.ornaments if self.pieces and not theatre else "",
            *(f'<use href="#{p}{s.code}" class="{s.change}"/>' for s in lands if s.change),
        ]

    def _signs(self, view: MapView, seas: Spaces, lands: Spaces, inside: Box, p: str) -> list[str]:
        """What stands on it: names of seas, arrows, codes of lands, badges of units. Only whole ones."""
        named = [s for s in seas if _holds(inside, self.name_boxes[s.code])]
        labelled = [s for s in lands if _holds(inside, self.label_boxes[s.code])]
        if self.wide:  # the largest first: the others have what room is left
            order = self.wide.order
            labelled.sort(key=lambda s: order[s.code])
        signs = {s.code: self._badges(s, inside, p) for s in (*labelled, *named) if s.badges}
        badges = {code: "".join([text for _, text in rows]) for code, rows in signs.items()}
        rooms: dict[str, list[Box]] = {}
        crowded = {s.code for s in (*seas, *lands) if len(s.badges) > len(self.slots[s.code].badges)}
        for code, rows in signs.items():
            for sea in self.name_rooms if code in crowded else self.drawn.near[code]:
                rooms.setdefault(sea, []).extend([box for box, _ in rows])
        anchors = "".join([self.slots[s.code].anchor for s in labelled])
        leaders = [(code, self.slots[code].leader) for code, text in badges.items() if text]
        drawn = "".join(badges.values())
        bodies = {name: body for name, body in self.bodies.items() if f'#{name}"' in drawn} if self.wide else {}
        return [
            *(self._named(s.code, inside, rooms.get(s.code, ())) for s in named),
            *self._arrows(view, p),
            f'<path class="leader" d="{anchors}"/>' if anchors or not self.pieces else "",
            *(f'<path class="leader" data-at="{code}" d="{d}"/>' for code, d in leaders if d),
            *(self._label(s, bool(badges.get(s.code)), p) for s in labelled),
            drawn,
            world.bodies(bodies) if self.wide and self.bodies else "",
        ]

    def _under(self, p: str) -> str:
        return self.wide.under(p) if self.wide else self.drawn.under

    def _textures(self, owners: Set[int], p: str) -> str:
        key = frozenset(owners), p, worn()
        if key not in self.textures:
            self.textures[key] = base.further_textures(owners, p, "scale(1.7)" if self.wide else "")
        return self.textures[key]

    def still(self, id_prefix: str) -> str:
        """What every map of this geometry has in it under that prefix: the shapes of its spaces."""
        p = id_prefix
        if p not in self.defs:
            shapes = board.shapes(p) if self.pieces else self.wide.still(p) if self.wide else ""
            self.defs[p] = self.drawn.defs(p).replace("</defs>", f"{shapes}</defs>")
        return self.defs[p]

    def _frame(self, view: MapView | None) -> tuple[int, int, int, int]:
        """The window on the drawing: all of it, or the theatre's labels and badges with a margin."""
        points = [
            point
            for code in (view.theatre if view else ())
            if code in self.slots
            for point in (self.slots[code].label, self.slots[code].badge)
        ]
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

    def _named(self, code: str, inside: Box, badges: Sequence[Box]) -> str:
        """A sea's name. One that a badge lies on all the same gives way, but where a script finds room for it; so
        does one that the frame would cut, where its code remains.
        """
        rooms = self.name_rooms[code]
        gives_way = any(overlap(room, badge) > SLIGHT for room in rooms for badge in badges) or (
            self.wide and not all(_holds(inside, room) for room in rooms)
        )
        name = self.sea_names[code]
        return name.replace('class="seaname"', 'class="seaname covered"') if gives_way else name

    def _sea_name(self, code: str) -> str:
        x, y = self.slots[code].label
        if self.pieces:
            return self.pieces.sea_name(code, (x, y))
        dx, dy = self.drawn.names.get(code, (0, 0))
        if self.wide:
            return self.wide.sea_name(code, (x, y), (dx, dy))
        words = base.name_lines(self.geometry["spaces"][code]["name"])
        first = (seanames.first_line(self.geometry, len(words))) / 33
        lines = [
            f'<tspan x="0" dy="{"1.09em" if k else f"{first:.2f}em"}">{safe(word)}</tspan>'
            for k, word in enumerate(words)
        ]
        x, y = x + dx, y + dy
        return f'<text class="seaname" transform="translate({x} {y})">{"".join(lines)}</text>'

    def _space(self, space: MapSpace, names: Mapping[int, str], called: Mapping[str, str], p: str) -> str:
        """A space's fill, and what it is in words for the pointer."""
        own = (p, space.code, space.owner, space.controller, called.get("minor", "minor"))
        key = (*own, texture(space.owner or space.controller))
        if key not in self.lands:
            self.lands[key] = self._new_space(*own)
        words = f": [{space.owner}] {names.get(space.owner, '')}" if space.owner else ""
        if space.controller and not space.owner:
            words = f": minor of [{space.controller}] {names.get(space.controller, '')}"
        if space.sign:
            words += f"; {safe(called.get(space.sign, space.sign))}"
        for b in space.badges:
            if called:
                told = ((b.army, "army"), (b.navy, "navy"), (b.air, "air"), (b.cargo, "cargo"))
                words += f"; [{b.player}]" if b.player != space.owner else ";"
                words += ",".join([f" {safe(called.get(kind, kind))} {number}" for number, kind in told if number])
                continue
            units = ((b.army, "Army"), (b.navy, "Navy"), (b.air, "AirF"))
            words += f"; [{b.player}]" if b.player else ";"
            words += "".join([f" {number} {unit}" for number, unit in units if number])
        return self.lands[key] % words

    def _new_space(self, p: str, code: str, owner: int, controller: int, unowned: str) -> str:
        outline = f'<use href="#{p}{code}"'
        minor = ""
        if self.geometry["spaces"][code]["kind"] == "sea":
            tint = f" w{self.wide.tints[code]}" if self.wide else ""
            paint = f'{outline} class="w{tint}"/>'
        elif owner:
            pattern = "" if self.pieces or self.wide else f'{outline} class="t" fill="url(#{p}t{texture(owner)})"/>'
            paint = f'{outline} class="f f{hue(owner)}"/>{pattern}'
        elif controller:
            paint = f'{outline} class="f f0"/>{outline} class="t st" fill="url(#{p}h{hue(controller)})"/>'
        else:
            paint, minor = f'{outline} class="f f0"/>', f": {safe(unowned)}".replace("%", "%%")
        title = self.titles[code].replace("%", "%%")
        return f'<g class="s" data-code="{code}"><title>{title}{minor}%s</title>{paint}</g>'

    def _label(self, space: MapSpace, has_badge: bool, p: str) -> str:
        """A code with its player's chip; where a badge tells the number, the chip is for small maps alone."""
        if self.pieces:
            return self.pieces.label(space, self.slots[space.code].label, p)
        player = space.owner or space.controller
        told = has_badge and any(badge.player == player for badge in space.badges)
        if self.wide:
            return self.wide.label(space, self.slots[space.code].label, told, p)
        own = (p, space.code, player, not space.owner, told)
        key = (*own, hue(player))
        if key not in self.labels:
            self.labels[key] = self._new_label(*own)
        return self.labels[key]

    def _new_label(self, p: str, code: str, player: int, controlled: bool, told: bool) -> str:
        x, y = self.slots[code].label
        if not player:
            return f'<g class="l" transform="translate({x} {y})"><text y="16">{code}</text></g>'
        seam = (code_width(code) - GAP - CHIP) // 2
        left = seam + GAP
        return (
            f'<g class="l{" hb" if told else ""}" transform="translate({x} {y})">'
            f'<text x="{seam}" y="16" class="c">{code}</text>'
            f'<g class="chip{" hollow" if controlled else ""} q{hue(player)}">'
            f'<use href="#{p}chip" x="{left}"/>'
            f'<text x="{left + CHIP // 2}" y="11">{player}</text></g></g>'
        )

    def _badges(self, space: MapSpace, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms, those that fit whole inside the frame."""
        if self.pieces:
            signs = self.pieces.fleets(space.badges, self.slots[space.code].badges, p) if space.kind == "sea" else []
            return [(box, text) for box, text in signs if _holds(inside, box)]
        places = self.slots[space.code].badges
        rows = []
        for k, badge in enumerate(space.badges):
            x, y = places[k] if k < len(places) else self._further(places[-1], k - len(places) + 1)
            who = str(badge.player) if badge.player else "∗"
            army, navy, air = str(badge.army or ""), str(badge.navy or ""), str(badge.air or "")
            key = (p, len(who), len(army), len(navy), len(air))
            if key not in self.badges:
                half, body, figures = _badge_pattern(*key)
                if self.wide:
                    name = f"{p}b{len(who)}{len(army)}{len(navy)}{len(air)}"
                    self.bodies[name], body = world.body(body), f'<use href="#{name}"/>'
                head = '<g class="b q%d" transform="translate(%d %d)" data-at="%s">'
                self.badges[key] = half, f"{head}{body}{figures}</g>"
            half, pattern = self.badges[key]
            x = max(half + 6, min(x, self.width - 6 - half))
            box = (x - half, y - BADGE_HEIGHT // 2, x + half, y + BADGE_HEIGHT // 2)
            if _holds(inside, box):
                rows.append((box, pattern % (hue(badge.player), x, y + 12, space.code, who, army, navy, air)))
        return rows

    def _further(self, last: Point, nth: int) -> Point:
        """A place beyond the last that the geometry gives: below it, at the sheet's foot above it."""
        x, y = last
        return x, y + nth * (STEP if y + 2 * STEP < self.height else -STEP)

    def _arrows(self, view: MapView, p: str) -> list[str]:
        """Every arrow with its halo, halos first."""
        known = self.slots
        arrows = [a for a in view.arrows if a.start in known and a.end in known and a.start != a.end]
        paths = self.arrows.paths([(a.start, a.end) for a in arrows], {s.code: len(s.badges) for s in view.spaces})
        lines = [
            f'<path class="a {arrow.kind}" d="{d}" marker-end="url(#{p}{arrow.kind})"/>'
            for arrow, d in zip(arrows, paths, strict=True)
        ]
        return [f'<path class="halo" d="{"".join(paths)}"/>', *lines] if lines else []


def _crop(width: int) -> str:
    """The classes of a theatre of that width: k1 to k6 tell how much larger its type is on a phone."""
    if width > VAST:
        return " vast"
    return f" theatre broad k{(width - BROAD - 1) * 20 // BROAD + 1}" if width > BROAD else " theatre"


def _type(width: str, units: int) -> int:
    """The type size of a legend, in hundredths, on a map `units` wide."""
    return (PHONE_TYPE if width == "phone" else 100) * units // 2000


def _badge_pattern(p: str, who: int, army: int, navy: int, air: int) -> tuple[int, str, str]:
    """Half the width of a badge, its body, and its text to be filled in with number and figures.

    It has a cell for the player's number, then sign and figure of each kind; who, army, ... count their signs.
    """
    cell = CELL + DIGIT * (who - 1)
    width = cell + 3
    figures = []
    for sign, digits in (("army", army), ("navy", navy), ("air", air)):
        room = DIGIT * digits
        figures.append((sign, width, width + SIGN + room // 2) if digits else ("", 0, 0))
        width += SIGN + room + AIR if digits else 0
    half = width // 2
    signs = "".join(f'<use href="#{p}{sign}" x="{at - half + 3}"/>' for sign, at, _ in figures if sign)
    texts = "".join(f'<text x="{middle - half}">%s</text>' if sign else "%s" for sign, _, middle in figures)
    return (
        half,
        f'<rect x="{-half}" y="-31" width="{width}" height="{BADGE_HEIGHT}" rx="5"/>'
        f'<path d="M{2 - half} -29h{cell - 2}v34h{2 - cell}z"/>{signs}',
        f'<text class="no" x="{cell // 2 - half + 1}" y="-2">%s</text>{texts}',
    )


def _holds(frame: Box, box: Box) -> bool:
    """Whether a box lies whole inside a frame, a hair's breadth from its line."""
    return frame[0] + 4 <= box[0] and frame[1] + 4 <= box[1] and box[2] <= frame[2] - 4 and box[3] <= frame[3] - 4


def map_css() -> str:
    """The styles of every map, for the site's stylesheet; tokens come from there too (see palette)."""
    return style.inlined()

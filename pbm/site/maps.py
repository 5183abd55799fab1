"""The map of a turn as SVG: geometry drawn once, filled in by each turn's colours, badges and arrows (spec maps)."""

from collections.abc import Mapping
from math import hypot
from typing import Any

from pbm.printout import Arrow, Badge, MapSpace, MapView
from pbm.site import mapbase, mapstyle
from pbm.site.mapbase import BADGE_HEIGHT, CHIP, DIGIT, SIGN, safe
from pbm.site.palette import hue, tokens

UNIT_SIGNS = ("army", "navy", "air")
MARGIN = 70  # around a theatre's spaces


def artist(geometry: Mapping[str, Any]) -> "MapArtist":
    """The artist of a geometry; make one and keep it."""
    return MapArtist(geometry)


class MapArtist:
    """Draws any turn of one map. Holds the drawn geometry as text, nothing of any game."""

    def __init__(self, geometry: Mapping[str, Any]) -> None:
        self.geometry = geometry
        self.width, self.height = int(geometry["width"]), int(geometry["height"])
        self.slots = mapbase.slots(geometry)
        self.defs: dict[str, str] = {}
        self.under, self.over = mapbase.scenery(geometry)
        self.paths: dict[tuple[str, str], str] = {}
        self.sea_names = {code: self._sea_name(code) for code, s in geometry["spaces"].items() if s["kind"] == "sea"}

    def draw(self, view: MapView, *, standalone: bool = False, theatre: bool = False, id_prefix: str = "m") -> str:
        """The map as one <svg>. standalone: with its own styles and a legend; theatre: cropped to view.theatre."""
        if id_prefix not in self.defs:
            self.defs[id_prefix] = mapbase.drawn(self.geometry, id_prefix)
        x, y, width, height = self._frame(view if theatre else None)
        inside = (x, y, x + width, y + height)
        shown = {space.code: space for space in view.spaces if space.code in self.slots}
        seas = [s for s in shown.values() if s.kind == "sea"]
        lands = [s for s in shown.values() if s.kind == "land"]
        p = id_prefix
        out = [
            "<svg xmlns='http://www.w3.org/2000/svg'" if standalone else "<svg",
            f' class="map{" theatre" if theatre else ""}" role="img" aria-labelledby="{p}-title {p}-desc"',
            f' viewBox="{x} {y} {width} {height + (self._legend_height(view) if standalone else 0)}">',
            f'<title id="{p}-title">{safe(view.title)}</title><desc id="{p}-desc">{safe(view.desc)}</desc>',
            f"<style>{_style()}</style>" if standalone else "",
            self.defs[p],
            f'<rect class="sea" x="{x}" y="{y}" width="{width}" height="{height}"/>',
        ]
        out += [
            f'<g class="s" data-code="{s.code}"><title>{_told(s, view)}</title><use href="#{p}{s.code}" class="w"/></g>'
            for s in seas
        ]
        out.append(self.under)
        out += [_land(s, view, p) for s in lands]
        out.append(self.over)
        out += [f'<use href="#{p}{s.code}" class="{s.change}"/>' for s in lands if s.change]
        out += [self.sea_names[s.code] for s in seas if _within(self.slots[s.code].label, inside, 130, 50)]
        out += [self._arrow(a, p) for a in view.arrows if a.start in self.slots and a.end in self.slots]
        badges = [s for s in (*lands, *seas) if s.badges and _within(self.slots[s.code].badge, inside, 60, 20)]
        out += [f'<path class="leader" d="{self.slots[s.code].leader}"/>' for s in badges if self.slots[s.code].leader]
        out += [self._label(s) for s in lands if _within(self.slots[s.code].label, inside, 46, 24)]
        out += [self._badges(s, p) for s in badges]
        out.append(f'<rect class="frame" x="{x}" y="{y}" width="{width}" height="{height}"/>')
        if standalone:
            room = self._legend_height(view)
            out.append(f'<rect class="under" x="{x}" y="{y + height}" width="{width}" height="{room}"/>')
            out.append(self._legend(view, x, y + height, width, p))
        out.append("</svg>")
        return "".join(out)

    def _frame(self, view: MapView | None) -> tuple[int, int, int, int]:
        """The window on the drawing: all of it, or the theatre's labels and badges with a margin."""
        if view is None or not view.theatre:
            return 0, 0, self.width, self.height
        points = [self.slots[code].label for code in view.theatre if code in self.slots]
        points += [self.slots[code].badge for code in view.theatre if code in self.slots]
        left, right = min(x for x, _ in points) - 2 * MARGIN, max(x for x, _ in points) + 2 * MARGIN
        top, bottom = min(y for _, y in points) - 2 * MARGIN, max(y for _, y in points) + 2 * MARGIN
        width = max(right - left, 900, (bottom - top) * 11 // 10)
        height = max(bottom - top, width * 8 // 10)
        width, height = min(width, self.width), min(height, self.height)
        left = min(max(0, (left + right - width) // 2), self.width - width)
        top = min(max(0, (top + bottom - height) // 2), self.height - height)
        return left, top, width, height

    def _sea_name(self, code: str) -> str:
        x, y = self.slots[code].label
        lines = []
        words = self.geometry["spaces"][code]["name"].split()
        for k, word in enumerate(words):
            lines.append(f'<tspan x="{x}" y="{y + 36 * k - 18 * (len(words) - 1) + 12}">{safe(word)}</tspan>')
        return f'<text class="seaname">{"".join(lines)}</text>'

    def _label(self, space: MapSpace) -> str:
        x, y = self.slots[space.code].label
        player = space.owner or space.controller
        if not player:
            return f'<g class="l" transform="translate({x} {y})"><text y="16">{space.code}</text></g>'
        width = mapbase.code_width(space.code)
        half = (width + CHIP + 6) // 2
        kind = "chip" if space.owner else "chip hollow"
        cx = half - CHIP
        return (
            f'<g class="l" transform="translate({x} {y})">'
            f'<text x="{-half}" y="16" class="c" textLength="{width}">{space.code}</text>'
            f'<g class="{kind} q{hue(player)}"><rect x="{cx}" y="-16" width="{CHIP}" height="{CHIP}" rx="5"/>'
            f'<text x="{cx + CHIP // 2}" y="12">{player}</text></g></g>'
        )

    def _badges(self, space: MapSpace, p: str) -> str:
        x, y = self.slots[space.code].badge
        rows = [_badge(badge, x, y + k * (BADGE_HEIGHT + 3), p) for k, badge in enumerate(space.badges)]
        return "".join(rows)

    def _arrow(self, arrow: Arrow, p: str) -> str:
        key = (arrow.start, arrow.end)
        if key not in self.paths:
            self.paths[key] = self._curve(*key)
        d = self.paths[key]
        return f'<path class="halo" d="{d}"/><path class="a {arrow.kind}" d="{d}" marker-end="url(#{p}{arrow.kind})"/>'

    def _curve(self, start: str, end: str) -> str:
        """A bent line from label to label, clear of both."""
        (x1, y1), (x2, y2) = self.slots[start].label, self.slots[end].label
        length = max(hypot(x2 - x1, y2 - y1), 1.0)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        gap = min(58.0, length / 4)
        ax, ay, bx, by = x1 + ux * gap, y1 + uy * gap, x2 - ux * gap, y2 - uy * gap
        bend = length / 7
        mx, my = (ax + bx) / 2 - uy * bend, (ay + by) / 2 + ux * bend
        return f"M{round(ax)} {round(ay)}Q{round(mx)} {round(my)} {round(bx)} {round(by)}"

    def _legend_height(self, view: MapView) -> int:
        return 70 + 60 * ((len(legend(view)) - 1) // 4 + 1)

    def _legend(self, view: MapView, x: int, y: int, width: int, p: str) -> str:
        rows = []
        column = width // 4
        for k, (kind, player, text) in enumerate(legend(view)):
            lx, ly = x + 20 + (k % 4) * column, y + 62 + (k // 4) * 60
            words = f'<text class="key" x="66" y="12">{safe(text)}</text>'
            rows.append(f'<g transform="translate({lx} {ly})">{_key(kind, player, p)}{words}</g>')
        return "".join(rows)


def legend(view: MapView) -> list[tuple[str, int, str]]:
    """The legend in words, (kind, player, text): players, controlled, minor, what changed, arrows, air."""
    rows = [("player", number, name or f"Player {number}") for number, name in view.players]
    if any(s.controller and not s.owner for s in view.spaces):
        rows.append(("controlled", 0, "minor you see controlled"))
    rows.append(("minor", 0, "minor"))
    if any(s.change == "captured" for s in view.spaces):
        rows.append(("captured", 0, "taken this turn"))
    if any(s.change == "revolution" for s in view.spaces):
        rows.append(("revolution", 0, "revolution"))
    kinds = {arrow.kind for arrow in view.arrows}
    rows += [(kind, 0, kind) for kind in ("attack", "support", "move") if kind in kinds]
    rows.append(("air", 0, "air range"))
    return rows


def legend_key(kind: str, player: int) -> str:
    """The small drawing before a legend's words, as an <svg> of its own for HTML legends."""
    return (
        f'<svg class="mapkey" viewBox="0 -24 60 48" aria-hidden="true">{_key(kind, player, "k", textured=False)}</svg>'
    )


def _key(kind: str, player: int, p: str, *, textured: bool = True) -> str:
    box = 'x="2" y="-18" width="56" height="36"'
    if kind == "player":
        texture = f'<rect {box} class="t" fill="url(#{p}t{hue(player)})"/>' if textured else ""
        return f'<rect {box} class="f f{hue(player)}"/>{texture}<text class="keyno" x="30" y="11">{player}</text>'
    if kind == "controlled":
        return f'<rect {box} class="f f0"/><path class="stripe" d="M6 18L42 -18M26 18L58 -14"/>'
    if kind in ("captured", "revolution", "minor"):
        return f'<rect {box} class="f f0"/>' + (f'<rect {box} class="{kind}"/>' if kind != "minor" else "")
    if kind == "air":
        return '<path class="airlink" d="M2 0H58"/>'
    return f'<path class="a {kind}" d="M2 0H44"/><path class="tip {kind}" d="M40 -12L60 0L40 12z"/>'


def _land(space: MapSpace, view: MapView, p: str) -> str:
    if space.owner:
        n = hue(space.owner)
        outline = f'<use href="#{p}{space.code}"'
        paint = f'{outline} class="f f{n}"/>{outline} class="t" fill="url(#{p}t{n})"/>'
    elif space.controller:
        paint = f'<use href="#{p}{space.code}" class="f" fill="url(#{p}h{hue(space.controller)})"/>'
    else:
        paint = f'<use href="#{p}{space.code}" class="f f0"/>'
    return f'<g class="s" data-code="{space.code}"><title>{_told(space, view)}</title>{paint}</g>'


def _told(space: MapSpace, view: MapView) -> str:
    """A space in words, for the pointer and the screen reader."""
    names = dict(view.players)
    who = ""
    if space.owner:
        who = f": [{space.owner}] {names.get(space.owner, '')}"
    elif space.controller:
        who = f": minor of [{space.controller}] {names.get(space.controller, '')}"
    elif space.kind == "land":
        who = ": minor"
    return safe(f"{space.code} {space.name}{who}")


def _badge(badge: Badge, x: int, y: int, p: str) -> str:
    """A badge of a player's units around (x, y): number cell, then sign and figure of each kind that is there."""
    pieces = []
    left = CHIP
    for sign, number in zip(UNIT_SIGNS, (badge.army, badge.navy, badge.air), strict=True):
        if number:
            width = DIGIT * len(str(number))
            pieces.append(
                f'<use href="#{p}{sign}" x="{left + 3}" y="6"/><text x="{left + SIGN}" y="29">{number}</text>'
            )
            left += SIGN + width + 5
    who = str(badge.player) if badge.player else "\u2217"
    return (
        f'<g class="b q{hue(badge.player)}" transform="translate({x - left // 2} {y - BADGE_HEIGHT // 2})">'
        f'<rect width="{left}" height="{BADGE_HEIGHT}" rx="5"/>'
        f'<rect class="n" x="2" y="2" width="{CHIP - 6}" height="{BADGE_HEIGHT - 4}"/>'
        f'<text class="no" x="{CHIP // 2 - 1}" y="28">{who}</text>{"".join(pieces)}</g>'
    )


def _within(point: tuple[int, int], box: tuple[int, int, int, int], dx: int, dy: int) -> bool:
    x, y = point
    return box[0] + dx <= x <= box[2] - dx and box[1] + dy <= y <= box[3] - dy


def map_css() -> str:
    """The styles of every map, for the site's stylesheet; tokens come from there too (see palette)."""
    fills = "".join(
        f".map .f{n},.map .h{n},.mapkey .f{n}{{fill:var(--p{n})}}.map .q{n}{{--c:var(--q{n});--f:var(--p{n})}}"
        for n in range(1, 10)
    )
    return (mapstyle.BASE + fills + mapstyle.MEDIA).replace("\n    ", "").replace("\n", "")


def _style() -> str:
    """The same for an SVG that stands alone, with its tokens in three themes."""
    return (
        f"svg{{{tokens('light')}}}@media(prefers-color-scheme:dark){{svg{{{tokens('dark')}}}}}"
        f"@media print{{svg{{{tokens('print')}}}}}{map_css()}"
    )

"""The look "hex" of a map: hundreds of cells of one size.

The whole of it has no codes: a large number at the home of each player, a smaller one on each space that he holds
elsewhere. Codes, seats and badges are for a part of it. `cell` of the geometry is the width of a cell, about 156 units
where codes have five signs; outlines, `arcs`, `lines` and `icepack` are in units of three. `arcs` are the borders on
land, each with the two spaces that it parts; those between owners are drawn. `relief` has the codes of the spaces with
each shape, `waters` the places of names of whole seas, `icepack` and `lines.sea` are outlines, `views` windows by name.
What goes on at the other edge has both parts in its outline, and may have `label2` there; `wrap` is how far apart the
two are.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.maps.badges import Badges
from pbm.site.maps.base import GRAIN, HEX, LIFT, SCALE, WIDE_TYPE, Box, Point, Slot, box_of, is_water, safe
from pbm.site.maps.drawing import Drawing
from pbm.site.maps.folds import reduced
from pbm.site.maps.looks.wide import Wide, label_box, windows
from pbm.site.maps.shapes import PLACED, SHAPES

NEAR = 3300  # a window of so many units has codes
FULL, SMALL = 186, 93  # of the numbers of homes and of single spaces
OVER = 36  # from the middle of a code up to the line of a number
HOME = 4  # so many spaces are a home


class Hex(Wide):
    """The labels of one geometry, and where its numbers stand."""

    name, css_class = HEX, " wide hex"
    broad = vast = NEAR
    has_leaders, is_tiled, is_bare = False, False, True
    scale, tile = SCALE, reduced(SCALE, GRAIN)

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.drawn, self.slots = geometry, drawn, slots
        self.spaces: Mapping[str, Any] = geometry["spaces"]
        self.folded = self
        self.kept: dict[tuple[Any, ...], str] = {}
        self.drawn_badges = Badges(geometry, slots, by_use=True)
        self.at: dict[str, Point] = {code: slot.label for code, slot in slots.items()}
        self.near: dict[str, list[str]] = {}
        for one, other, _ in geometry["arcs"]:
            self.near.setdefault(one, []).append(other)
            self.near.setdefault(other, []).append(one)
        codes = ";".join(
            f"{'~' if is_water(geometry, code) else ''}{safe(code)} {x} {y}" for code, (x, y) in sorted(self._labels())
        )
        self.facts = f'{windows(geometry)} data-cell="{geometry["cell"]}" data-labels="{codes}"'
        if geometry.get("wrap"):
            self.facts += f' data-wrap="{geometry["wrap"]}"'

    def _labels(self) -> Iterable[tuple[str, Point]]:
        """Every code with its place; at both edges of what goes on at the other one."""
        for code in self.at:
            yield from self.water_places(code)

    def shapes(self, p: str) -> str:
        """The lie of the land; seats."""
        signs = "".join(
            f'<path id="{p}s-{name}" class="mst{f" {name}" if name in PLACED else ""}" d="{d}"/>'
            for name, d in SHAPES.items()
        )
        # As markers, which need no more for each space than its place.
        move = f"{reduced(SCALE)} translate(0 {LIFT})"
        return signs + "".join(
            f'<marker id="{p}r-{safe(shape)}" markerUnits="userSpaceOnUse" markerWidth="9" markerHeight="9"'
            f' overflow="visible"><path class="mst {safe(shape)}" transform="{move}" d="{SHAPES[shape]}"/></marker>'
            for shape in sorted(self.geometry.get("relief", {}))
            if shape in SHAPES
        )

    def under(self, p: str, window: Box) -> str:
        """A shelf along the coasts; ice; borders of seas."""
        ice, line = (_within(d, window) for d in (self.geometry.get("icepack", ""), self.geometry["lines"]["sea"]))
        ice = f'<path class="w-ice" d="{ice}"/>' if ice else ""
        return f'<use href="#{p}land" class="shelf"/>{ice}<path class="w-line" d="{line}"/>'

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """Nothing: numbers are on the whole map alone."""
        return ""

    def tint(self, code: str) -> str:
        """Seas have one colour."""
        return ""

    def over(self, ground: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """The lie of the land, and the frontiers between owners."""
        owners = {space.code: space.owner for space in ground}
        parted = "".join(
            d
            for one, other, d in self.geometry["arcs"]
            if one in owners and other in owners and owners[one] != owners[other]
        )
        relief = "".join(
            f'<path class="relief" marker-mid="url(#{p}r-{safe(shape)})" d="{self._course(codes, owners)}"/>'
            for shape, codes in sorted(self.geometry.get("relief", {}).items())
            if any(code in owners for code in codes)
        )
        return f'{relief}<path class="front" d="{parted}"/>'

    def _course(self, codes: Sequence[str], shown: Container[str]) -> str:
        """A way past the spaces whose signs are its markers, in units of the outlines; both its ends have none."""
        spots = [self.at[code] for code in codes if code in shown]
        return f"M0 0L{' '.join(f'{x // self.scale} {y // self.scale}' for x, y in spots)} 0 0"

    def water_name(self, code: str) -> str:
        """Nothing: seas have codes as land has."""
        return ""

    def water_places(self, code: str) -> list[tuple[str, Point]]:
        """Where a sea's code stands; at both edges where it goes on at the other one."""
        further = self.spaces[code].get("label2")
        return [(code, self.at[code])] + ([(code, (int(further[0]), int(further[1])))] if further else [])

    def name_box(self, code: str) -> Box:
        """The room of a sea's code."""
        return label_box(*self.at[code])

    def by_rank(self, ground: list[MapSpace]) -> list[MapSpace]:
        """As they come: all have the same room."""
        return ground

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """A code, and over it the sign of what is there."""
        x, y = self.at[space.code]
        sign = f'<use href="#{p}s-{legend.sign(space.sign).shape}" y="{-LIFT}"/>' if space.sign else ""
        return f'<g class="l" transform="translate({x} {y})"><text y="16">{safe(space.code)}</text>{sign}</g>'

    def realms(self, ground: Iterable[MapSpace]) -> str:
        """The numbers of the whole map, and the names of seas."""
        out = [
            f'<text class="{"no1" if is_home else "no2"}" x="{x}" y="{y + (FULL if is_home else SMALL) * 36 // 100}">'
            f"{player}</text>"
            for player, (x, y), is_home in self.numbers({space.code: space.owner for space in ground})
        ]
        out += [
            f'<text class="seaname" x="{x}" y="{y}">{safe(name)}</text>'
            for name, (x, y) in self.geometry.get("waters", {}).items()
        ]
        return f'<g class="realm">{"".join(out)}</g>'

    def singles(self, ground: Sequence[MapSpace]) -> str:
        """On a part of the map a number over the code of what is somebody's and not in their home."""
        found = self.numbers({space.code: space.owner for space in ground})
        texts = [
            f'<text class="no3" x="{x}" y="{y - OVER}">{player}</text>' for player, (x, y), home in found if not home
        ]
        return "".join(texts)

    def settled(self, ground: Sequence[MapSpace]) -> frozenset[int]:
        """Whoever has a home there; the rest has numbers."""
        return frozenset(n for n, _, is_home in self.numbers({s.code: s.owner for s in ground}) if is_home)

    def numbers(self, owners: Mapping[str, int]) -> list[tuple[int, Point, bool]]:
        """(player, place, whether it is his home): his largest land in one piece, if it is large enough; and each space
        that is not of it.
        """
        lands: dict[int, list[list[str]]] = {}
        left = {code for code, owner in owners.items() if owner and code in self.at}
        for code in sorted(left):
            if code in left:
                lands.setdefault(owners[code], []).append(self._land(code, owners, left))
        found = []
        for player, parts in sorted(lands.items()):
            home = max(parts, key=len)
            home = home if len(home) >= HOME else []
            found += [(player, self._middle(home), True)] if home else []
            found += [(player, self.at[code], False) for part in parts if part is not home for code in part]
        return found

    def _land(self, code: str, owners: Mapping[str, int], left: set[str]) -> list[str]:
        """The spaces of one owner that hang together with this one; they are taken out of `left`."""
        land, player = [code], owners[code]
        left.discard(code)
        for here in land:
            fresh = [there for there in self.near.get(here, ()) if there in left and owners[there] == player]
            left.difference_update(fresh)
            land += dict.fromkeys(fresh)
        return land

    def _middle(self, land: Sequence[str]) -> Point:
        """The space of a land that has most of it around it, the nearest to its middle; no figure is between two."""
        x, y = (sum(self.at[code][k] for code in land) // len(land) for k in (0, 1))
        inner = set(land)

        def rank(code: str) -> tuple[int, str]:
            far = (self.at[code][0] - x) ** 2 + (self.at[code][1] - y) ** 2
            return far // (1 + sum(other in inner for other in self.near.get(code, ()))), code

        return self.at[min(land, key=rank)]


def _within(d: str, window: Box) -> str:
    """The pieces of a path that may be in sight."""
    left, top, wide, high = (side // SCALE for side in window)

    def reaches(piece: str) -> bool:
        box = box_of(f"M{piece}")
        return left < box[2] and box[0] < left + wide and top < box[3] and box[1] < top + high

    return "".join([f"M{piece}" for piece in d.split("M")[1:] if reaches(piece)])


_WHOLE = ".hex:not(.theatre):not(.vast)"
_LINES = {"f": (2.4, 1.6), "u": (2.4, 1.6), "coast": (13, 7), "shelf": (44, 44), "front": (12.5, 7), "new": (21, 12)}
"""How wide a line is, in units of the drawing: on the whole map, and on a part."""
SERIF = 'Charter,"Bitstream Charter","Charis SIL",Cambria,"Noto Serif","DejaVu Serif",serif'
_DASHES = (4, 16, 12), (3, 16, 12)
"""Of the borders of seas: the width, a dash, a gap."""


def _widths() -> str:
    """In a folded drawing, where all of it is scaled, and in one that is taken apart."""
    out = []
    for state, scale in (("", 1), (" .folded", SCALE)):
        for part, k in (("", 0), (".theatre", 1)):
            head = f".hex.hex{part}{state}"
            out += [f"{head} .{name}{{stroke-width:{_short(both[k], scale)}}}" for name, both in _LINES.items()]
            wide, dash, gap = (_short(number, scale) for number in _DASHES[k])
            out.append(f"{head} .w-line{{stroke-width:{wide};stroke-dasharray:{dash} {gap}}}")
    return "".join(out)


def _short(number: float, scale: int) -> str:
    return f"{number / scale:.3g}"


CSS = f"""
{_widths()}
.hex.hex.hex .wet{{stroke-width:9}}
.hex.hex.hex .folded .wet{{stroke-width:3}}
.hex .f{{stroke-opacity:.6}}
.hex .front{{fill:none;stroke:var(--ink);stroke-linejoin:round;stroke-linecap:round}}
.hex .front{{pointer-events:none}}
.hex .o{{pointer-events:auto}}
.hex .blank{{fill:var(--scenery)}}
.hex .blank~* .w,.hex .blank~.s .w{{fill:var(--sea);fill-opacity:1}}
.hex .w-line,.hex .w-ice{{pointer-events:none}}
{_WHOLE}:has(>.folded) marker .mst{{transform:scale({2.2 / SCALE:.3g}) translateY(22px)}}
.hex.far marker .mst{{transform:scale(2.2) translateY(22px)}}
.hex .relief{{fill:none;opacity:.45;pointer-events:none}}
.hex .no3{{font-size:36px;pointer-events:none;paint-order:stroke;stroke:var(--paper);stroke-width:8;stroke-opacity:.82}}
.hex.hex .wet text{{fill:var(--seaname);stroke:none}}
.hex .sc,.hex .wet text{{font-family:{SERIF}}}
.hex .sc,.hex.hex .wet text{{font-style:italic;font-weight:400;font-size:{WIDE_TYPE["water"]}px;letter-spacing:0}}
.hex .realm{{display:inline;pointer-events:none}}
.hex .realm text{{paint-order:stroke;stroke:var(--paper);stroke-width:22;stroke-opacity:.9;stroke-linejoin:round}}
.hex .realm .no2{{stroke-width:14;font-size:{SMALL}px}}
.hex .realm .no1{{font-size:{FULL}px}}
.hex .realm .seaname{{font-size:84px;stroke:none}}
{_WHOLE}:not(.live) .l,{_WHOLE}:not(.live) .b{{display:none}}
.mst.square,.mst.trees{{fill:var(--ink)}}
.mst.square{{stroke:var(--paper)}}
.mst.peaks,.mst.reeds{{fill:none}}
"""
# On a phone the numbers of single spaces are too small to be read.
NARROW = ".hex .realm .no2,.hex.hex.hex .realm .seaname{display:none}.hex .realm .no1{font-size:300px}"
PRINT = f"""
@media print{{
  {_WHOLE} .l,{_WHOLE} .b,{_WHOLE} .seal{{display:none}}
  .hex .realm{{display:inline}}
  .hex .relief{{opacity:.6}}
}}
"""

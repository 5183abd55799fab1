"""The look "hex" of a map: hundreds of cells of one size.

The whole of it has no codes: a large number at the home of each player, a smaller one on each space that he holds
elsewhere. Codes, seats and badges are for a part of it. `cell` of the geometry is the width of a cell, about 156 units
where codes have five signs. `arcs` are the borders on land, each with the two spaces that it parts; those between
owners are drawn. `relief` has the codes of the spaces with each shape, `waters` the places of names of whole seas,
`icepack` and `lines.sea` are outlines, `views` windows by name. What goes on at the other edge has both parts in its
outline, and may have `label2` there; `wrap` is how far apart the two are.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.maps.badges import Badges
from pbm.site.maps.base import HEX, LIFT, Box, Point, Slot, is_water, safe
from pbm.site.maps.drawing import Drawing
from pbm.site.maps.looks.wide import Wide, label_box, windows
from pbm.site.maps.shapes import PLACED, SHAPES
from pbm.site.maps.textures import textures

NEAR = 3300  # a window of so many units has codes
FULL, SMALL = 186, 93  # of the numbers of homes and of single spaces
HOME = 4  # so many spaces are a home


class Hex(Wide):
    """The labels of one geometry, and where its numbers stand."""

    name, css_class = HEX, " wide hex"
    broad = vast = NEAR
    has_leaders, is_tiled, is_bare = False, False, True

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.drawn, self.slots = geometry, drawn, slots
        self.spaces: Mapping[str, Any] = geometry["spaces"]
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
        yield from self.at.items()
        for code, space in self.spaces.items():
            if "label2" in space:
                yield code, (int(space["label2"][0]), int(space["label2"][1]))

    def shapes(self, p: str) -> str:
        """Borders of seas and ice; the lie of the land; seats."""
        g = self.geometry
        under = f'<path class="w-ice" d="{g["icepack"]}"/>' if g.get("icepack") else ""
        under += f'<path class="w-line" d="{g["lines"]["sea"]}"/>'
        signs = "".join(
            f'<path id="{p}s-{name}" class="mst{f" {name}" if name in PLACED else ""}" d="{d}"/>'
            for name, d in SHAPES.items()
        )
        return f'{signs}<g id="{p}under">{under}</g>'

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """Nothing: numbers are on the whole map alone."""
        return ""

    def tint(self, code: str) -> str:
        """Seas have one colour."""
        return ""

    def over(self, ground: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """Textures, the lie of the land, and the frontiers between owners."""
        owners = {space.code: space.owner for space in ground}
        parted = "".join(
            d
            for one, other, d in self.geometry["arcs"]
            if one in owners and other in owners and owners[one] != owners[other]
        )
        relief = "".join(
            f'<use href="#{p}s-{safe(shape)}" x="{self.at[code][0]}" y="{self.at[code][1] + LIFT}"/>'
            for shape, codes in sorted(self.geometry.get("relief", {}).items())
            for code in codes
            if code in owners
        )
        return f'{textures(ground, p)}<g class="relief">{relief}</g><path class="front" d="{parted}"/>'

    def water_name(self, code: str) -> str:
        """A sea's code; at both edges where it goes on at the other one."""
        places = [self.at[code], *([self.spaces[code]["label2"]] if "label2" in self.spaces[code] else ())]
        return "".join(
            f'<g class="seal" transform="translate({x} {y})"><text class="sc" y="13">{safe(code)}</text>'
            '<text class="seaname"></text></g>'
            for x, y in places
        )

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


_WHOLE = ".hex:not(.theatre):not(.vast)"
CSS = f"""
.hex .f{{stroke-width:2.4;stroke-opacity:.6}}
.hex .coast{{stroke-width:13}}
.hex .shelf{{stroke-width:44}}
.hex .w-line{{stroke-width:4;stroke-dasharray:16 12}}
.hex .front{{fill:none;stroke:var(--ink);stroke-width:12.5;stroke-linejoin:round;stroke-linecap:round}}
.hex .front{{pointer-events:none}}
.hex.hex .new{{stroke-width:21}}
.hex.theatre .f{{stroke-width:1.6}}
.hex.theatre .coast{{stroke-width:7}}
.hex.theatre .front{{stroke-width:7}}
.hex.theatre .w-line{{stroke-width:3}}
.hex.hex.theatre .new{{stroke-width:12}}
.hex .relief{{opacity:.45;pointer-events:none}}
.hex .sc{{font-family:Charter,"Bitstream Charter","Charis SIL",Cambria,"Noto Serif","DejaVu Serif",serif}}
.hex .sc{{font-style:italic;font-weight:400;font-size:40px;letter-spacing:0}}
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

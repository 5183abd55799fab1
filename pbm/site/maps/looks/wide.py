"""The look "wide" of a map: so many spaces that a part of them is shown at a time.

A space's code stands over its owner's number, or over the badge of what stands there. What finds no room on the whole
map is shown where it is drawn larger. `views` of the geometry are windows on it, by name; `icepack`, `lakes`, `canals`,
`connectors` (neighbours whose border cannot be drawn) and `edges` (what goes on at the other side) are drawn if there.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.ink.palette import hue
from pbm.site.maps import realms as maprealms
from pbm.site.maps.badges import Badges
from pbm.site.maps.base import (
    BROAD,
    CHIP,
    CHIP_AT,
    VAST,
    WIDE,
    WIDE_TYPE,
    Box,
    Slot,
    badge_box,
    code_width,
    holds,
    is_water,
    name_lines,
    safe,
    typed,
)
from pbm.site.maps.drawing import Drawing
from pbm.site.maps.textures import textures

TINTS = 4  # neighbouring seas have different shades
NAME, LINE = 40, 31  # from a sea's code to its name's first line, and from line to line
ROOM = 110  # of a usual badge here
HALF = code_width("AAA") // 2 + 6  # of the room of a code
LOCK = "M-15-11h30v22h-30zM-6-6l6 6-6 6M3-6l6 6-6 6"  # the sign of a canal: gates in a basin


class Wide:
    """What is on every turn's map of one geometry, and the labels of its spaces, each made once."""

    name, css_class, tile = WIDE, " wide", "scale(1.7)"
    broad, vast = BROAD, VAST
    has_leaders, is_tiled, is_bare = True, False, False
    folded: Any = None
    scale = 1

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.drawn = geometry, drawn
        self.spaces: Mapping[str, Any] = geometry["spaces"]
        self.slots = slots
        self.kept: dict[tuple[Any, ...], str] = {}
        self.drawn_badges = Badges(geometry, self.slots, by_use=True)
        self.tints = _tints(geometry)
        grounds = [code for code in self.spaces if not is_water(geometry, code)]
        self.order = {code: k for k, code in enumerate(sorted(grounds, key=lambda code: -self.spaces[code]["pole"][2]))}
        boxes = sorted((*label_box(*space["label"]), code) for code, space in self.spaces.items())
        self.tight = {code for code in grounds if self._is_tight(code, boxes)}
        self.facts = windows(geometry)

    def _is_tight(self, code: str, boxes: Sequence[tuple[int, int, int, int, str]]) -> bool:
        """Whether a badge under the label would hide another space's code; the boxes of codes come from left to right,
        and all are as broad.
        """
        x, y = self.spaces[code]["label"]
        left, top, right, bottom = badge_box(x, y + CHIP_AT, ROOM)
        near = boxes[bisect_left(boxes, (left - 2 * HALF,)) : bisect_left(boxes, (right,))]
        return any(left < c and b < bottom and top < d and other != code for _, b, c, d, other in near)

    @cached_property
    def _realms(self) -> maprealms.Realms:
        return maprealms.Realms(self.spaces, self.order)

    def realms(self, grounds: Iterable[MapSpace]) -> str:
        """A large number for each realm, for paper."""
        return self._realms.drawn(grounds)

    def shapes(self, p: str) -> str:
        """What is drawn whoever holds what: under the land's outlines, and over the land.

        It is drawn by <use>: each class has its style without a word of what is around it.
        """
        g = self.geometry
        under = [f'<path class="w-ice" d="{g["icepack"]}"/>'] if g.get("icepack") else []
        under += [f'<path class="w-far" d="{g["neutral"]}"/>'] if g["neutral"] else []
        under.append(f'<path class="w-line" d="{g["lines"]["sea"]}"/>')
        over = [f'<path class="w-lake" d="{g["lakes"]}"/>'] if g.get("lakes") else []
        over.append(f'<path class="w-rel" d="{g.get("links", "")}"/>')
        for canal in g.get("canals", ()):
            x, y = canal["at"]
            over.append(f'<path class="w-canal" d="{canal["d"]}"/>')
            over.append(f'<path class="w-lock" transform="translate({x} {y})" d="{LOCK}"/>')
        over += [f'<path class="w-link" d="{link["d"]}{_tips(link["d"])}"/>' for link in g.get("connectors", ())]
        return f'<g id="{p}under">{"".join(under)}</g><g id="{p}over">{"".join(over)}</g>'

    def under(self, p: str, window: Box) -> str:
        """A shelf along the coasts; ice, land that is not a space, borders of seas."""
        return f'<use href="#{p}land" class="shelf"/><use href="#{p}under"/>'

    def tint(self, code: str) -> str:
        """The shade of a sea."""
        return f" w{self.tints[code]}"

    def over(self, grounds: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """Textures, lakes, links, canals, and at the edges the seas that go on at the other side."""
        edges = "".join(_edge(edge, int(self.geometry["width"])) for edge in self.geometry.get("edges", ()))
        return f'{textures(grounds, p)}<use href="#{p}over"/>{edges}'

    def water_name(self, code: str) -> str:
        """A sea's code, and its name below it or so far off; its code alone where it has a second label."""
        (x, y), (dx, dy) = self.slots[code].label, self.drawn.names.get(code, (0, 0))
        words = name_lines(self.spaces[code]["name"])
        lines = "".join(
            f'<tspan x="{dx}" y="{NAME + LINE * k + dy}">{safe(word)}</tspan>' for k, word in enumerate(words)
        )
        name = f'<text class="seaname">{lines}</text>'
        head = f'<text class="sc" y="13">{safe(code)}</text>'
        out = f'<g class="seal" transform="translate({x} {y})">{head}{name}</g>'
        if "label2" in self.spaces[code]:
            x, y = self.spaces[code]["label2"]
            out += f'<g class="seal" transform="translate({x} {y})">{head}<text class="seaname"></text></g>'
        return out

    def name_box(self, code: str) -> Box:
        """The room of a sea's code."""
        return label_box(*self.slots[code].label)

    def is_cut(self, room: Box, inside: Box) -> bool:
        """A name that the frame would cut gives way to the sea's code."""
        return not holds(inside, room)

    def by_rank(self, grounds: list[MapSpace]) -> list[MapSpace]:
        """The largest first: the others have what room is left."""
        return sorted(grounds, key=lambda space: self.order[space.code])

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """A code, and under it the number of its player, hollow where he controls a minor; none beside a badge."""
        player = space.owner or space.controller
        told = has_badge and any(badge.player == player for badge in space.badges)
        key = (p, space.code, player, not space.owner, told, hue(player))
        if key not in self.kept:
            kind = ("chip" if space.owner else "chip hollow") + (" tight" if space.code in self.tight else "")
            chip = f'<use href="#{p}no{player}" class="{kind} q{hue(player)}"/>' if player else ""
            text = f'<text y="16">{space.code}</text>'
            x, y = self.slots[space.code].label
            head = f'<g class="l{" hb" if told else ""}" transform="translate({x} {y})">'
            self.kept[key] = f"{head}{text}{chip}</g>"
        return self.kept[key]

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """The chips with players' numbers under a code, drawn once for all their countries."""
        out = []
        for n in sorted({player for space in spaces for player in (space.owner, space.controller)} - {0}):
            rect = f'<rect class="w-chip" x="-17" y="{CHIP_AT - 17}" width="{CHIP}" height="{CHIP}" rx="5"/>'
            out.append(f'<g id="{p}no{n}">{rect}<text class="w-no" y="{CHIP_AT + 11}">{n}</text></g>')
        return f"<defs>{''.join(out)}</defs>"

    def badges(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms."""
        return self.drawn_badges.draw(space, legend, inside, p)

    def bodies(self, drawn: str) -> str:
        """The bodies of all badges of a map, with classes of their own, for they are drawn by <use>."""
        found = {name: body for name, body in self.drawn_badges.bodies.items() if f'#{name}"' in drawn}
        return "".join(f'<defs><g id="{name}">{_classed(body)}</g></defs>' for name, body in sorted(found.items()))


def windows(geometry: Mapping[str, Any]) -> str:
    """The attribute with the windows of a geometry, each with its name."""
    rows = ";".join(f"{safe(name)} {' '.join(map(str, window))}" for name, window in geometry.get("views", {}).items())
    return f' data-views="{rows}"' if rows else ""


def _classed(body: str) -> str:
    return body.replace("<rect", '<rect class="w-rect"', 1).replace("<path", '<path class="w-cell"', 1)


def label_box(x: int, y: int) -> Box:
    """The room of a code of three letters."""
    return x - HALF, y - 19, x + HALF, y + 19


def _tints(geometry: Mapping[str, Any]) -> dict[str, int]:
    """A shade for each sea that none of its neighbours has, as far as there are enough."""
    found: dict[str, int] = {}
    for code, space in sorted(geometry["spaces"].items()):
        if is_water(geometry, code):
            taken = [found[other] for other in space.get("near", ()) if other in found]
            free = [tint for tint in range(TINTS) if tint not in taken]
            found[code] = free[0] if free else TINTS - 1
    return found


def _edge(edge: Mapping[str, Any], width: int) -> str:
    """The code of the sea that goes on at the other side of the sheet, along its edge."""
    x, middle = (24 if edge["side"] == "left" else width - 24), (edge["y0"] + edge["y1"]) // 2
    turned = -90 if edge["y1"] - edge["y0"] > 120 else 0
    x = x if turned else 50 if edge["side"] == "left" else width - 50
    place = f"translate({x} {middle}) rotate({turned})"
    return f'<g class="edge" transform="{place}"><text y="12">{safe(edge["space"])}</text></g>'


def _tips(d: str) -> str:
    """The two tips of a line with an arrow at both ends, for lines that go up and down."""
    numbers = [int(word) for word in d.replace("M", " ").replace("Q", " ").split()]
    (x1, y1), (x2, y2) = numbers[:2], numbers[-2:]
    return f"M{x1 - 18} {y1 + 34}L{x1} {y1} {x1 + 26} {y1 + 28}M{x2 - 22} {y2 - 32}L{x2} {y2} {x2 + 18} {y2 - 34}"


CSS = typed(
    """
.wide .f{stroke-width:3.4}
.wide .coast{stroke-width:8}
.wide .w{fill:var(--seaname)}
.wide .w1{fill-opacity:.035}
.wide .w2{fill-opacity:.07}
.wide .w3{fill-opacity:.11}
.w-ice{fill:var(--paper);stroke:var(--seaname);stroke-width:4;stroke-dasharray:4 9}
.w-far{fill:var(--scenery);stroke:var(--ink);stroke-width:2;stroke-opacity:.4}
.w-lake{fill:var(--sea);stroke:var(--seaname);stroke-width:2}
.w-line{fill:none;stroke:var(--seaname);stroke-width:4.5;stroke-dasharray:22 14;opacity:.8}
.w-rel{fill:none;stroke:var(--mapred);stroke-width:6;stroke-dasharray:.1 13;stroke-linecap:round}
.w-canal{fill:none;stroke:var(--mapblue);stroke-width:7}
.w-lock{fill:var(--paper);stroke:var(--mapblue);stroke-width:4}
.w-link{fill:none;stroke:var(--mapblue);stroke-width:7}
.w-rect{fill:var(--c,#4a4f4d);stroke:var(--paper);stroke-width:2.4}
.w-cell{fill:var(--f,var(--land));stroke:none}
.wide>use,.wide .seal,.wide .edge{pointer-events:none}
.wide .sc{font-size:@water;fill:var(--seaname);letter-spacing:2px}
.wide .seal .seaname{font-size:@name}
.wide .edge text{font-size:34px;fill:var(--seaname)}
.wide .chip{--cf:var(--c);--cs:var(--paper);--ct:#fff}
.w-chip{fill:var(--cf);stroke:var(--cs);stroke-width:2}
.w-no,.map .w-no{font:inherit;font-size:29px;fill:var(--ct)}
.wide .hollow{--cf:var(--land);--cs:var(--c);--ct:var(--ink)}
.wide pattern [class^=m]{fill-opacity:.6}
.wide .hb .chip,.wide .tight,.wide .realm{display:none}
""",
    WIDE_TYPE,
)
# Where the map is drawn small: the land alone.
NARROW = ".wide:not(.theatre):not(.live) :is(.l,.b,.leader,.seal,.edge){display:none}"
PRINT = f"""
@media print{{
  .w-lake{{fill:#fff;stroke:#777}}
  .w-ice{{fill:#eee;stroke:#777}}
  .w-rect{{fill:#fff;stroke:#000;stroke-width:2.5}}
  .w-cell{{fill:#fff}}{maprealms.PRINT}}}
"""

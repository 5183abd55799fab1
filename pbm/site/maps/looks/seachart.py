"""The look "chart" of a map: countries in an ocean of cells that are no spaces.

The cells are one pattern of hair lines, numbered at the frame every fifth column and row. A country has its owner's
number, unclaimed land its code in grey. What is in cells (places with codes of their own, signs, badges) is the view's
(pbm/site/maps/courses.py). `cells` of the geometry are described in pbm/site/maps/honeycomb.py; a country's `in` are
those of its land, where its number may stand; `waters` has the places of names of seas, `views` windows by name.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.maps import courses
from pbm.site.maps.base import CHART, TYPE, Box, Slot, typed
from pbm.site.maps.drawing import Drawing
from pbm.site.maps.honeycomb import Honeycomb
from pbm.site.maps.looks.wide import windows
from pbm.site.maps.shapes import SHAPES
from pbm.site.maps.textures import textures

NEAR = 3300  # a theatre of so many units is read like a crop
EVERY = 5  # columns and rows that are numbered


class SeaChart:
    """What is on every turn's chart of one geometry."""

    name, css_class, tile = CHART, " wide chart", ""
    broad = vast = NEAR
    has_leaders, is_tiled, is_bare = False, False, True
    folded, scale = None, 1

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.slots = geometry, slots
        self.cells = Honeycomb(geometry)
        at = self.cells
        comb = f"{at.columns} {at.rows} {at.wide} {at.high} {at.first[0]} {at.first[1]}"  # composer/cells.js
        self.facts = f'{windows(geometry)} data-cell="{at.wide}" data-comb="{comb}"'

    def shapes(self, p: str) -> str:
        """One tile of the cells' borders, a cell to be pointed at, and the signs of places."""
        (x, y, wide, high), lines = self.cells.lattice()
        tile = f'x="{x}" y="{y}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse"'
        ring = " ".join(f"{x} {y}" for x, y in self.cells.corners())
        net = f'<pattern id="{p}net" {tile}><path class="net" d="{lines}"/></pattern>'
        signs = "".join(f'<path id="{p}k-{name}" d="{d}"/>' for name, d in SHAPES.items())
        return f'{net}<path id="{p}cell" class="cell" d="M{ring}z"/>{signs}'

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """Nothing: numbers are drawn as they are."""
        return ""

    def tint(self, code: str) -> str:
        """Water has one colour."""
        return ""

    def under(self, p: str, window: Box) -> str:
        """The cells on the sea, and two shelf lines along the coasts."""
        g = self.geometry
        net = f'<rect width="{g["width"]}" height="{g["height"]}" fill="url(#{p}net)"/>'
        return f'{net}<use href="#{p}land" class="shelf s2"/><use href="#{p}land" class="shelf"/>'

    def over(self, ground: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """Textures, and at the frame of a whole chart the numbers of columns and rows."""
        return f"{textures(ground, p)}{self._ticks() if is_whole else ''}"

    def _ticks(self) -> str:
        (x, y), cells = self.cells.first, self.cells
        columns = [n for n in range(1, cells.columns + 1) if n == 1 or n % EVERY == 0]
        rows = [n for n in range(1, cells.rows + 1) if n == 1 or n % EVERY == 0]
        out = [f'<text x="{x + (n - 1) * cells.wide}" y="34">{n:02}</text>' for n in columns]
        out += [f'<text x="30" y="{y + (n - 1) * cells.high + 12}">{n:02}</text>' for n in rows]
        return f'<g class="ticks">{"".join(out)}</g>'

    def water_name(self, code: str) -> str:
        """Nothing: seas are no spaces."""
        return ""

    def name_box(self, code: str) -> Box:
        """No room."""
        return (0, 0, 0, 0)

    def is_cut(self, room: Box, inside: Box) -> bool:
        """Nothing is."""
        return False

    def by_rank(self, ground: list[MapSpace]) -> list[MapSpace]:
        """As they come."""
        return ground

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """Nothing: numbers and codes of land keep clear of the places in its cells, which are the view's."""
        return ""

    def badges(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """None on land: what is there is in cells."""
        return []

    def bodies(self, drawn: str) -> str:
        """Nothing."""
        return ""

    def realms(self, ground: Iterable[MapSpace]) -> str:
        """Nothing: the numbers are large enough."""
        return ""


CSS = typed(
    f"""
.net{{fill:none;stroke:var(--seaname);stroke-width:1.6;stroke-opacity:.22}}
.cell{{fill:#fff;fill-opacity:0}}
.chart .wa,.mapkey .wa{{fill-opacity:.3;stroke:none}}
.chart .f0{{fill:var(--scenery)}}
.chart .f{{stroke-width:3.4}}
.chart .coast{{stroke-width:7}}
.chart .shelf{{stroke:var(--seaname);stroke-width:26;stroke-opacity:.2;opacity:1}}
.chart .s2{{stroke-width:46;stroke-opacity:.13}}
.chart .ticks text{{font-size:30px;font-weight:400;fill:var(--seaname)}}
.chart .cn{{font-size:{courses.NUMBER}px;stroke-width:14}}
.chart .cn,.map .day{{paint-order:stroke;stroke:var(--paper);stroke-linejoin:round}}
.chart .un{{font-size:{courses.CODE}px;font-weight:400;fill:var(--ink);fill-opacity:.62}}
.chart.theatre .cn{{font-size:{courses.NUMBER}px}}
.chart.theatre :is(.un,.day){{display:inline}}
.chart :is(.cn,.un,.ticks,.day,.many,.dot,.pin,.rg){{pointer-events:none}}
.chart text.seaname{{font-size:58px}}
.mst.dock{{fill:var(--ink)}}
.mst.home{{stroke-width:6}}
.mst.clash{{fill:none;stroke:var(--mapred);stroke-width:13}}
.mst.lozenge{{fill:var(--ink);stroke-width:2}}
.rim{{fill:none;stroke:var(--paper);stroke-width:23;stroke-opacity:.9}}
.map .many{{font-size:36px;fill:var(--paper)}}
.map .day{{font-size:@figurepx;fill:var(--mapblue);stroke-width:9}}
.map .dot,.mapkey .dot{{fill:var(--paper);stroke:var(--mapblue);stroke-width:5}}
.map .pin{{fill:var(--ink);stroke:var(--paper);stroke-width:4}}
.map .rg,.mapkey .rg{{fill:none;stroke:var(--mapred);stroke-width:5;stroke-dasharray:.1 13;stroke-linecap:round}}
.map .b .nm{{font-size:30px}}
.map .sg rect,.mapkey .sg rect{{fill:var(--paper);stroke:var(--ink);stroke-width:3;stroke-dasharray:9 6}}
.map .sg text,.map .sg use,.map .sg .mk{{fill:var(--ink)}}
.map .sg use{{stroke:var(--ink)}}
.map .sg .no{{fill:var(--number)}}
.map .sg .on{{font-size:30px;font-weight:400}}
.map .ago1{{opacity:.78}}
.map .ago2{{opacity:.56}}
""".replace("@figurepx", f"{TYPE['figure']}px"),
    TYPE,
)
# On a phone: land, numbers, signs, and names of seas.
NARROW = ".chart .cn{font-size:190px}.chart .un,.chart .ticks,.chart .day{display:none}"
PRINT = """
@media print{
  .chart .wa.wa{fill:none}
  .chart .net{stroke:#999}
  .chart .shelf{display:inline;stroke:#777}
  .mst.clash{stroke:#000}
}
"""

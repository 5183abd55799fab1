"""The styles of every map. Colours are the tokens of palette.py, so that one drawing serves three themes."""

from collections.abc import Mapping
from re import DOTALL, Match, search, sub

from pbm.core.legend import Legend
from pbm.site.ink.palette import HUES, marks, tokens
from pbm.site.maps import realms
from pbm.site.maps.base import CHART, HEX, PIECES, TYPE, WIDE, typed
from pbm.site.maps.looks import hex, pieces, seachart, wide

RELATION = """.map .rel,.mapkey .rel{fill:none;stroke:var(--ink);stroke-width:4.4;stroke-dasharray:0.1 11.5;
    stroke-linecap:round;opacity:.75}"""
BASE = typed(
    """
.map{display:block;width:100%;height:auto;background:var(--sea)}
.map text,.map .l,.wide .chip,.mk{font-family:"Roboto Condensed","Avenir Next Condensed","Arial Narrow",
    "Liberation Sans Narrow","DejaVu Sans Condensed",system-ui,sans-serif;font-weight:700;text-anchor:middle}
.map text{fill:var(--ink)}
.map .sea,.map .w,.mapkey .sea{fill:var(--sea)}
.map .w{stroke:none;fill-opacity:0}
.map .shelf{fill:none;stroke:var(--paper);stroke-width:24;stroke-linejoin:round;opacity:.55}
.map .coast{fill:none;stroke:var(--ink);stroke-width:5.6;stroke-linejoin:round}
.map .neutral{fill:var(--scenery);stroke:var(--ink);stroke-width:1.6;stroke-opacity:.4}
.map .seaborder{fill:none;stroke:var(--seaname);stroke-width:2.5;stroke-dasharray:18 12;opacity:.85}
@relation
.map .f,.mapkey .f{stroke:var(--ink);stroke-width:1.8;stroke-linejoin:round}
.map .f0,.mapkey .f0{fill:var(--land)}
.map .t{stroke:none;pointer-events:none}
.map .x{fill:var(--ink);fill-opacity:.13}
.map .y{fill:var(--ink);fill-opacity:.08}
.map .g{fill:none}
.map .n-solid,.mapkey .n-solid{fill:none;stroke:var(--ink);stroke-width:9;stroke-linejoin:round}
.map .n-dashed,.mapkey .n-dashed{fill:none;stroke:var(--mapred);stroke-width:9;stroke-dasharray:26 14}
.map .n-dotted,.mapkey .n-dotted{fill:none;stroke:var(--ink);stroke-width:9;stroke-dasharray:1 17;stroke-linecap:round}
.map .new,.map .a,.map .halo,.map .l,.map .b,.map .leader,.map .seaname,
    .map .rel{pointer-events:none}
.map .seaname{font-family:Charter,"Bitstream Charter","Charis SIL",Cambria,"Noto Serif","DejaVu Serif",serif;
    font-style:italic;font-weight:400;font-size:@name;fill:var(--seaname)}
.map .covered{display:none}
.map .l text,.map .coded text{font-size:@code;paint-order:stroke;stroke:var(--paper);stroke-width:8;stroke-opacity:.82;
    stroke-linejoin:round}
.coded{pointer-events:none}
.map .l .c{text-anchor:end}
.map .hb .c{transform:translate(19px);}
.map .hb .chip{display:none}
.map .chip use{fill:var(--c);stroke:var(--paper);stroke-width:2}
.map .l .chip text{font-size:29px;fill:#fff;stroke:none;text-anchor:middle}
.map .hollow use{fill:var(--land);stroke:var(--c);stroke-width:4}
.map .l .hollow text{fill:var(--ink)}
.map .b rect{fill:var(--c,#4a4f4d);stroke:var(--paper);stroke-width:2.4}
.map .b path{fill:var(--f,var(--land))}
.map .b text{font-size:@figure;fill:#fff}
.map .b .no{fill:var(--number);font-size:28px}
.map .b use{fill:#fff;stroke:#fff;stroke-width:2.4}
.mk,.map .mk,.map .b .mk,.map .l .r .mk{font-size:26px;fill:#fff;stroke:none}
.map .old{opacity:.55}
.map .o{fill-opacity:.38;stroke:none;pointer-events:none}
.map .u{fill:var(--scenery);stroke:var(--ink);stroke-width:1.8;stroke-opacity:.4}
.map .leader{stroke:var(--ink);stroke-width:2.6;fill:none}
.map .halo{fill:none;stroke:var(--paper);stroke-width:17;stroke-linecap:round;opacity:.9}
.map .a,.mapkey .a{fill:none;stroke-width:9}
.map .a-bold,.mapkey .a-bold{stroke:var(--mapred)}
.map .a-dashed,.mapkey .a-dashed{stroke:var(--mapblue);stroke-dasharray:22 12}
.map .a-plain,.mapkey .a-plain{stroke:var(--mapblue)}
.map .tip,.mapkey .tip{stroke-dasharray:none;stroke-linejoin:round}
.map .tip path{stroke:var(--paper);stroke-width:1.6;paint-order:stroke}
.map .tip.a-bold,.mapkey .tip.a-bold{fill:var(--mapred)}
.map .tip.a-dashed,.map .tip.a-plain,.mapkey .tip.a-dashed,.mapkey .tip.a-plain{fill:var(--mapblue)}
.map .under{fill:var(--paper)}
.map .frame{fill:none;stroke:var(--ink);stroke-width:3}
.map .key{font-size:34px;font-weight:400;text-anchor:start}
.map .keyno,.mapkey .keyno{font-size:28px;font-weight:700;text-anchor:middle;fill:var(--number)}
.map .stripe,.mapkey .stripe{stroke:var(--ink);stroke-opacity:.5;stroke-width:8}
""".replace("@relation", RELATION),
    TYPE,
)

# The whole map where it is drawn small: all of it a little larger, then codes and numbers alone, larger still.
MIDDLE = (
    ".map:not(.theatre) .l>*,.map:not(.theatre) .b>*{transform:scale(1.16)}"
    ".map:not(.theatre) .hb .c{transform:translate(21px,-5px) scale(1.16)}"
)
NARROW = """
  .map:not(.theatre) .b,.map:not(.theatre) .leader{display:none}
  .map:not(.theatre) .hb .c{transform:none}
  .map:not(.theatre) .hb .chip{display:inline}
"""
SIZES = ((520, "1.36"), (440, "1.66"), (345, "1.8"))  # drawn narrower than this many px: codes by this factor
# A broad crop on a phone: all of it larger.
BROAD = (
    "".join(f".map.k{n}{{--k:1.{5 * n:02}}}" for n in range(1, 7))
    + ".map.broad .l>*,.map.broad .b>*{transform:scale(var(--k))}"
    ".map.broad .hb .c{transform:translate(21px,-7px) scale(var(--k))}"
)

PRINT = """
@media print{
  .map .x{fill:#000;fill-opacity:1}
  .map .y{fill:none}
  .map .g{fill:#000}
  .map .g1{fill-opacity:.14}
  .map .g3{fill-opacity:.29}
  .map .g8{fill-opacity:.23}
  .map .h1,.map .h2,.map .h3,.map .h4,.map .h5,.map .h6,.map .h7,.map .h8,.map .h9{fill:#bbb}
  .map .shelf{display:none}
  .map .l text,.map .coded text{stroke-opacity:1}
  .map .chip use{fill:#fff;stroke:#000;stroke-width:3}
  .map .l .chip text{fill:#000}
  .map .b rect{fill:#fff;stroke:#000;stroke-width:2.5}
  .map .b path{fill:#fff}
  .map .b text,.map .b use{fill:#000}
  .map .b use{stroke:#000}
  .mk,.map .mk,.map .b .mk{fill:#000}
  .map .a-plain,.mapkey .a-plain{stroke-width:6}
  .map .keyno{paint-order:stroke;stroke:#fff;stroke-width:8}
}
"""

FILLS = "".join(
    f".map .f{n},.map .h{n},.mapkey .f{n}{{fill:var(--p{n})}}.map .q{n}{{--c:var(--q{n});--f:var(--p{n})}}"
    for n in range(1, HUES + 1)
)


MARKS = "".join(f".map .m{n}{{fill:var(--m{n})}}" for n in range(1, HUES + 1))


_THEMES = (("@media(prefers-color-scheme:dark)", "dark"), ("@media print", "print"))


def further() -> str:
    """For an SVG that stands alone: the textures of players beyond the ninth, which most games have not."""
    dark, paper = (f"{rule}{{svg{{{marks(theme)}}}}}" for rule, theme in _THEMES)
    return f"<style>svg{{{marks('light')}}}{dark}{paper}{MARKS}</style>"


def keys(look: str, legend: Legend) -> str:
    """For an SVG that stands alone: what its legend shows and its map does not draw, where the system has it at all."""
    lists = bool(legend.signs) or any(unit.listed or unit.aboard for unit in legend.units)
    css = pieces.KEYS if lists and look not in (PIECES, *_CELLS) else ""
    return css + (
        "".join(RELATION.split("\n    ")) if look == PIECES and any(it.word for it in legend.relations) else ""
    )


def _sized(rule: str) -> str:
    """The styles for small drawings under `rule`, @container or @media: of the map's box, or of the window."""
    out = [f"{rule}(max-width:599px){{{MIDDLE}}}", f"{rule}(max-width:519px){{{NARROW}}}"]
    for width, factor in SIZES:
        big = f".map:not(.theatre) .l>*,.map:not(.theatre) .l.hb .c{{transform:scale({factor})}}"
        out.append(f"{rule}(max-width:{width - 1}px){{{big}}}")
    out.append(f"{rule}(max-width:439px){{.map:not(.theatre) .seaname{{font-size:46px}}{BROAD}}}")
    return "".join(out)


def _sized_pieces(rule: str) -> str:
    """The same for the look "pieces"."""
    out = [f"{rule}(max-width:599px){{{pieces.sized('1.16')}}}", f"{rule}(max-width:519px){{{pieces.NARROW}}}"]
    out += [f"{rule}(max-width:{width - 1}px){{{pieces.sized(factor)}}}" for width, factor in SIZES]
    return "".join(out)


def _sized_wide(rule: str) -> str:
    """The same for the look "wide": all of it where a crop is drawn small, else the land alone."""
    return f"@media screen{{{rule}(max-width:799px){{{wide.NARROW}}}}}"


def _sized_cells(rule: str) -> str:
    """The same for looks of many cells: larger numbers."""
    return f"@media screen{{{rule}(max-width:519px){{{hex.NARROW}{seachart.NARROW}}}}}"


_CELLS = {HEX: (hex.CSS, hex.PRINT), CHART: (seachart.CSS, seachart.PRINT)}

# What a map of that look never draws.
NOT_IN_PIECES = "b|hb|chip|hollow|rel|neutral|leader|shelf|h[1-9]"


def _tight(css: str) -> str:
    return css.replace("\n    ", "").replace("\n  ", "").replace("\n", "")


def _without(css: str, classes: str) -> str:
    """Styles without the selectors that name one of these classes."""

    def kept(rule: Match[str]) -> str:
        selectors = [s for s in rule[1].split(",") if not search(rf"\.(?:{classes})(?![\w-])", s)]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    return sub(r"([^{}@]+)\{([^{}]*)\}", kept, css)


def inlined() -> str:
    """For maps inside pages: their size is that of the box `.mapbox` around them."""
    return (
        _tight(BASE + FILLS + MARKS)
        + ".mapkey .tip{stroke:none}.mapbox{container-type:inline-size}"
        + _tight(_sized("@container ") + PRINT)
        + _tight(pieces.CSS + _sized_pieces("@container ") + pieces.PRINT)
        + _tight(wide.CSS + _sized_wide("@container ") + wide.PRINT)
        + _tight(hex.CSS + seachart.CSS + _sized_cells("@container ") + hex.PRINT + seachart.PRINT)
    )


# Plain grey is a fill there, not a tile: printers show the seams between tiles as a grid.
PAPER = """
.map .f1,.map .f7{fill:#dbdbdb}
.map .f3{fill:#b5b5b5}
.map .g1,.map .g3{fill:none}
.map .l .ink{stroke:none}
.map .tip path,.mapkey .tip,.mapkey .keyno{stroke:none}
.map .a{stroke-linecap:butt}
"""


KEY = "key"
_WIDE_PRINT = wide.PRINT.replace(realms.PRINT, "")  # without the numbers of the look "wide"
_INK = ".chart .ink,.hex .realm .ink,.map .coded .ink,.no3.ink{stroke:none}"
_PAPER: dict[str, tuple[str, tuple[str, ...]]] = {
    WIDE: (wide.CSS, (wide.PRINT,)),
    KEY: (pieces.CSS + hex.CSS + seachart.CSS, (pieces.PRINT, seachart.PRINT)),
    **{look: (pieces.KEYS + wide.CSS + css, (_WIDE_PRINT, own, _INK)) for look, (css, own) in _CELLS.items()},
}


def on_paper(look: str = "") -> str:
    """For a program that knows neither @media nor variables: maps in black and white; `KEY`: signs of their legends."""
    own, prints = _PAPER.get(look, (pieces.CSS, (pieces.PRINT,)))
    rules = "".join(sub(r"@media print\{\n(.*)\}\n", r"\1", css, flags=DOTALL) for css in (PRINT, *prints))
    chips = {"cf": "#fff", "cs": "#000", "ct": "#000"}
    return without_variables(_tight(BASE + FILLS + own + rules + PAPER), {"c": "#000", "f": "#fff", **chips})


def without_variables(css: str, more: Mapping[str, str]) -> str:
    """Styles with what their variables are on paper; `more` are those of elements."""
    known = dict(token.removeprefix("--").split(":", 1) for token in tokens("print", False).split(";"))
    known.update(more)
    return sub(r"var\(--([a-z0-9]+)(?:,(?:[^()]|\([^()]*\))*)?\)", lambda m: known.get(m[1], "none"), css)


def alone(look: str = "") -> str:
    """For an SVG that stands alone, with its tokens in three themes."""
    rules = BASE + FILLS + _sized("@media") + PRINT
    if look == PIECES:
        rules += pieces.CSS + _sized_pieces("@media") + pieces.PRINT
    if look == WIDE:
        rules = BASE + FILLS + wide.CSS + _sized_wide("@media") + PRINT
        rules += _WIDE_PRINT  # for pages: a picture keeps all its numbers
    if look in _CELLS:
        rules = BASE + FILLS + pieces.KEYS + wide.CSS + _CELLS[look][0] + _sized_wide("@media") + _sized_cells("@media")
        rules += PRINT + _WIDE_PRINT + _CELLS[look][1]
    css = sub(r",?\.mapkey [^,{}]*(?=[,{])", "", _tight(rules))
    if look == PIECES:
        css = _without(css, NOT_IN_PIECES)
    themes = "".join(f"{rule}{{svg{{{tokens(theme, False)}}}}}" for rule, theme in _THEMES)
    return f"svg{{{tokens('light', False)}}}{themes}{css}"

"""The styles of maps of squares: shades beside the page's own tokens, for light, dark and print."""

from pbm.site.ink.palette import HUES, tokens

# By shade: ground in light and dark, and the ink of its marks. Blue and buff are the page's water and land.
SHADES = {
    "green": ("dde8ca", "2a3727", "6b8a58", "7f9f6c"),
    "sand": ("f0e4cd", "3a3324", "b3966a", "a58b60"),
    "brown": ("e2d6c4", "3b3029", "8a7157", "b0927a"),
    "azure": ("cbe2f0", "1f4253", "4c86a8", "74b3d4"),
    "grey": ("e3e3de", "333533", "85888a", "9aa09c"),
}
GREYS = ("dcdcdc", "fff", "b4b4b4", "efefef", "c8c8c8", "a4a4a4", "e6e6e6", "f6f6f6", "bebebe")  # of players, on paper

BOX = ".g-map{display:block;width:100%;height:auto;background:var(--paper)}"
# What makes pictures for mail knows no generic family; where none of the named faces is there, it leaves letters out.
CSS = """
.g-map text,.g-key text,.g-l{font-family:"Roboto Condensed","Avenir Next Condensed","Arial Narrow",
    "Liberation Sans Narrow","DejaVu Sans Condensed",system-ui,"DejaVu Sans","Liberation Sans",
    Arial,sans-serif;font-weight:700;text-anchor:middle;fill:var(--ink);font-size:12px}
.g-paper,.g-free-fill{fill:var(--paper)}
.g-dot{fill:none;stroke:var(--gdot);stroke-width:1.8;stroke-linecap:round}
.g-blue{fill:var(--sea)}
.g-buff{fill:var(--land)}
.g-mark{stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round;fill-opacity:.32}
.g-i-blue{stroke:var(--seaname);fill:var(--seaname)}
.g-i-buff{stroke:var(--gdot);fill:var(--gdot)}
.g-veil{fill:var(--paper);fill-opacity:.52}
.g-shore{fill:none;stroke:var(--seaname);stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
.g-edge{fill:none;stroke:var(--seaname);stroke-width:1.3;stroke-dasharray:.1 4;stroke-linecap:round}
.g-seam{stroke:var(--seaname);stroke-width:.9;stroke-opacity:.45}
.g-opened{fill:var(--mapblue);fill-opacity:.13}
.g-trail{fill:none;stroke:var(--mapblue);stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.g-place{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}
.g-mine{stroke-width:3}
.g-free{fill:none;stroke:var(--ink);stroke-width:4.4;stroke-linecap:round}
.g-own,.g-tab{stroke:var(--grim);stroke-width:1}
.g-l{stroke:none}
.g-lo.g-lo,.g-map .g-tab text{stroke:none;fill:#fff}
.g-other{stroke:var(--mapred);stroke-width:1.6}
.g-old{stroke-dasharray:2.6 2}
.g-map .g-who text,.g-map .g-code text,.g-map .g-parts text{paint-order:stroke;stroke:var(--paper);stroke-width:3;
    stroke-linejoin:round}
.g-map .g-who text{font-size:9.5px}
.g-map .g-code text{font-size:11px;letter-spacing:.2px}
.g-map .g-tab text{font-size:8.5px}
.g-map .g-no text{font-size:12.5px}
.g-hurt{fill:none;stroke:var(--mapred);stroke-width:2.4}
.g-taken{fill:none;stroke:var(--mapred);stroke-width:3}
.g-fight{fill:none;stroke:var(--mapred);stroke-width:2.4}
.g-disc{fill:var(--mapred);stroke:var(--paper);stroke-width:1}
.g-map .g-fights text{font-size:8.5px;fill:var(--paper)}
.g-frame{fill:none;stroke:var(--ink);stroke-width:2}
.g-map .g-ax text{font-size:10.5px;font-weight:400;fill:var(--seaname)}
.g-in-film{display:none}
.g-dots{fill:none;stroke-width:13;stroke-linecap:square}
.g-ring{fill:none;stroke:var(--mapred);stroke-width:20;stroke-linecap:round}
.g-far .g-shore{stroke-width:4.5}
.g-far .g-edge{stroke-width:2.6;stroke-dasharray:.1 9}
.g-far .g-marked{display:none}
.g-far .g-place{stroke-width:4}
.g-far .g-mine{stroke-width:6}
.g-far .g-fight{stroke-width:5}
.g-far .g-trail{stroke-width:4}
.g-far .g-frame{stroke-width:7}
.g-cuts{fill:none;stroke:var(--seaname);stroke-width:3;stroke-dasharray:2 11}
.g-map .g-parts text{font-size:46px;text-anchor:start;stroke-width:10;fill:var(--seaname)}
.g-map .g-words text{font-weight:400;text-anchor:start}
.g-key{vertical-align:-4px}
"""

PRINT = """
.g-blue{fill:#d9d9d9}
.g-veil{fill-opacity:.45}
.g-own,.g-tab{fill:#000}
.g-dots{stroke:#000}
.g-other{stroke:#000}
"""


# Of letters with a rim, for a program that draws the rim over them: they are drawn twice.
RIMMED = ("g-code", "g-un g-who", "g-parts")
RIMLESS = "".join(f".g-map .{name.split()[-1]}:not(.g-rim) text{{stroke:none}}" for name in RIMMED)


def _fills() -> str:
    """The colours of players and of shades, as classes."""
    players = (
        f".g-f{n}{{fill:var(--p{n})}}.g-q{n}{{fill:var(--q{n})}}.g-s{n}{{stroke:var(--m{n})}}"
        f".g-map .g-r{n}{{stroke:var(--p{n});stroke-width:13}}"
        for n in range(1, HUES + 1)
    )
    shades = (
        f".g-{name}{{fill:var(--g{name})}}.g-i-{name}{{stroke:var(--i{name});fill:var(--i{name})}}" for name in SHADES
    )
    return "".join((*players, *shades))


def _paper() -> str:
    """The same on paper: others' units in greys."""
    greys = (f".g-f{n}{{fill:#{grey}}}.g-map .g-r{n}{{stroke:#{grey}}}" for n, grey in enumerate(GREYS, 1))
    return "".join(greys) + PRINT


def own_tokens(theme: str) -> str:
    """The custom properties that maps of squares have beside the page's: light, dark or print."""
    at = {"light": 0, "dark": 1}.get(theme)
    dot = {"light": "c3c9c3", "dark": "3b423f"}.get(theme, "bbb")
    rim = {"light": "fdfdfb", "dark": "b9c0ba"}.get(theme, "fff")
    rows = [f"--gdot:#{dot}", f"--grim:#{rim}"]
    for name, shade in SHADES.items():
        ground, ink = ("fff", "777") if at is None else (shade[at], shade[at + 2])
        rows.append(f"--g{name}:#{ground};--i{name}:#{ink}")
    return ";".join(rows)


def _tight(css: str) -> str:
    return css.replace("\n    ", "").replace("\n", "")


def page_css() -> str:
    """For pages: their tokens hold the players' colours."""
    every, dark = ".g-map,.g-key", own_tokens("dark")
    return (
        f"{every}{{{own_tokens('light')}}}"
        f"@media(prefers-color-scheme:dark){{:root:not([data-theme=light]) :is({every}){{{dark}}}}}"
        f":root[data-theme=dark] :is({every}){{{dark}}}"
        f"{BOX}{_tight(CSS)}{_fills()}"
        f"@media print{{:root:root:root :is({every}){{{own_tokens('print')}}}{_tight(_paper())}}}\n"
    )


def alone() -> str:
    """For an SVG that stands alone, with its tokens in three themes."""
    themes = (("@media(prefers-color-scheme:dark)", "dark"), ("@media print", "print"))
    tail = "".join(f"{rule}{{svg{{{tokens(theme)};{own_tokens(theme)}}}}}" for rule, theme in themes)
    light = f"{tokens('light')};{own_tokens('light')}"
    return f"svg{{{light}}}{tail}{BOX}{_tight(CSS)}{_fills()}@media print{{{_tight(_paper())}}}"


def on_paper() -> str:
    """For a program that knows neither @media nor variables: in black, white and grey."""
    import re

    known = dict(row.removeprefix("--").split(":", 1) for row in f"{tokens('print')};{own_tokens('print')}".split(";"))
    css = _tight(CSS) + _fills() + _tight(_paper()) + RIMLESS
    return re.sub(r"var\(--([a-z0-9]+)\)", lambda found: known.get(found[1], "none"), css)

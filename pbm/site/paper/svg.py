"""Drawings for the printer: each SVG of a page with its own styles and signs in it, in black and white.

What makes PDF reads neither the page's style sheet inside a drawing, nor signs of another one, nor variables.
"""

import re
from collections.abc import Callable
from copy import deepcopy
from xml.etree import ElementTree

from pbm.site.maps import base, style
from pbm.site.maps.looks import grid_style

_SVG = re.compile(r"<svg\b[^>]*>.*?</svg>", re.DOTALL)
_CLASS = re.compile(r'<svg\b[^>]*\bclass="([a-z-]+)')
_SIGN = re.compile(r'<symbol id="(g-[a-z]+)" viewBox="0 0 16 16">(.*?)</symbol>', re.DOTALL)
_USED = re.compile(r'<use href="#(g-[a-z]+)"(?: x="(-?\d+)" y="(-?\d+)" width="16" height="16")?/>')

_RIMMED = re.compile(rf'<g class="(?:{"|".join(grid_style.RIMMED)})">.*?</g>')

BARS = """
text{font-family:sans-serif;font-size:12.5px;font-weight:700;fill:#000}
.side{font-weight:400;font-size:11.5px;fill:#444}
.e{text-anchor:end}
.unit{text-anchor:middle;font-size:11.5px}
.code{font-family:"Roboto Condensed","Arial Narrow","Liberation Sans Narrow","DejaVu Sans Condensed",sans-serif;
font-size:12px;text-anchor:middle}
rect{stroke:#000;stroke-width:1;fill:#fff}
.lost{fill:url(#hatch)}
.hatch-ground{fill:#fff;stroke:none}
.hatch-line{stroke:#000;stroke-width:1.4}
.under{fill:#fff;stroke:#fff;stroke-width:3}
"""
_HATCH = (
    '<defs><pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<rect class="hatch-ground" width="5" height="5"/><path class="hatch-line" d="M0 1.25h5"/></pattern></defs>'
)
CONDENSED = "scale(.88 1)"  # codes of many spaces, for faces that are condensed are not found in a drawing
RIMMED = ("cn", "no1", "no2", "no3", "day")  # numbers of countries and words at marks, which have a rim as codes have
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_CODE = re.compile(r'<text class="code" ([^>]*)>([^<]*)</text>')


def drawings(html: str, glyphs: str) -> str:
    """The page with every drawing made whole; `glyphs` is the sprite that signs come from."""
    signs = dict(_SIGN.findall(glyphs))
    ways: dict[str, Callable[[str], str]] = {
        "sprite": lambda svg: "",
        "g": lambda svg: _with_signs(svg, signs),
        "bars": lambda svg: _bars(svg, signs),
        "map": _map,
        "g-map": _grid,
        "g-key": lambda svg: _styled(svg, grid_style.on_paper()),
        "mapkey": lambda svg: _styled(svg, style.on_paper(style.KEY)),
    }

    def made(found: re.Match[str]) -> str:
        kind = _CLASS.match(found[0])
        way = ways.get(kind[1]) if kind else None
        return way(found[0]) if way else found[0]

    return _SVG.sub(made, html)


def _with_signs(svg: str, signs: dict[str, str]) -> str:
    def sign(found: re.Match[str]) -> str:
        place = f' transform="translate({found[2]} {found[3]})"' if found[2] else ""
        return f"<g{place}>{signs.get(found[1], '')}</g>"

    return _USED.sub(sign, svg).replace("currentColor", "#000")


def _bars(svg: str, signs: dict[str, str]) -> str:
    """A battle; codes on hatched ground get a white rim."""
    rimmed = _CODE.sub(r'<text class="code under" \1>\2</text>\g<0>', svg)
    return _styled(_with_signs(rimmed, signs), BARS, _HATCH)


def _map(svg: str) -> str:
    """A map; each code is drawn twice, its rim and then its letters."""
    tree = ElementTree.fromstring(_NO_XML.sub("?", svg))
    for name in [name for name in tree.attrib if name.startswith("data-")]:
        del tree.attrib[name]
    looks = tree.get("class", "").split()
    look = next((name for name in (base.HEX, base.CHART, base.WIDE) if name in looks), "")
    for group in tree.iter():
        kinds = group.get("class", "").split() if group.tag == "g" else []
        is_label = "l" in kinds or "coded" in kinds
        for k, child in reversed(list(enumerate(group))):
            if child.tag == "text" and (is_label or child.get("class") in RIMMED):
                if look and is_label:
                    child.set("transform", f"{_moved(child)}{CONDENSED}")
                letters = deepcopy(child)  # a copy shares its attributes
                letters.set("class", f"{child.get('class', '')} ink".strip())
                group.insert(k + 1, letters)
    return _styled(ElementTree.tostring(tree, "unicode"), style.on_paper(look))


def _moved(text: ElementTree.Element) -> str:
    """The place of a text as a transform, for what is done to it there; nothing for one that its group has moved."""
    if "x" not in text.attrib:
        return ""
    return f"translate({text.attrib.pop('x')} {text.attrib.pop('y')}) "


def _grid(svg: str) -> str:
    """A map of squares; letters with a rim are drawn twice, as codes are."""
    rimmed = _RIMMED.sub(lambda found: found[0].replace('"', '"g-rim ', 1) + found[0], svg)
    return _styled(rimmed, grid_style.on_paper())


def _styled(svg: str, css: str, further: str = "") -> str:
    """The drawing with these styles, and what else stands before all else."""
    return svg.replace(">", f"><style>{css}</style>{further}", 1)

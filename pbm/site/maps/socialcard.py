"""The picture that others show beside a link to a game: its newest map, without a word, 1200 by 630 pixels.

Programs that show such pictures take no SVG, so it is drawn by resvg, where that is installed (the extra `card`).
No letter is drawn: fonts differ from machine to machine, and the bytes would too.
"""

import re
from importlib.util import find_spec

from pbm.site.ink import palette
from pbm.site.maps.looks import grid_style

WIDTH, HEIGHT = 1200, 630
_VARIABLE = re.compile(r"var\(--([a-z0-9-]+)(?:,[^)]*)?\)")
_BOX = re.compile(r' viewBox="0 0 (\d+) (\d+)"')
_SHEET = re.compile(r'<rect class="(?:sea" x="0" y="0"|g-paper") width="\d+" height="(\d+)"')
_WORDLESS = ".map text,.map .l,.map .b,.map .fl,.map .seal,.map .leader,.map .seaname{display:none}"


def can_draw() -> bool:
    """Whether resvg is here."""
    return find_spec("resvg_py") is not None


def in_light(svg: str) -> str:
    """A map that stands alone in the light theme's colours, written out: resvg knows no variables."""
    pairs = (
        token.split(":", 1)
        for token in f"{palette.tokens('light')};{grid_style.own_tokens('light')}".split(";")
        if token
    )
    colours = {name.removeprefix("--"): value for name, value in pairs}
    return _VARIABLE.sub(lambda found: colours.get(found[1], "none"), svg)


def cropped(svg: str) -> str:
    """The middle of a map that stands alone, in the card's shape and the light theme's colours; never its legend."""
    plain = in_light(svg)

    def box(found: re.Match[str]) -> str:
        wide, high = int(found[1]), int(found[2])
        across, down = min(wide, high * WIDTH // HEIGHT), min(high, wide * HEIGHT // WIDTH)
        sheet = _SHEET.search(svg)
        top = min((high - down) // 2, max(0, int(sheet[1]) - down) if sheet else high)
        return f' viewBox="{(wide - across) // 2} {top} {across} {down}"'

    return _BOX.sub(box, plain, count=1)


def png(svg: str) -> bytes:
    """The card, from what `cropped` gave."""
    import resvg_py

    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, height=HEIGHT, skip_system_fonts=True, style_sheet=_WORDLESS)
    )

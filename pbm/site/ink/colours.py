"""The moderator's own colours for the pages: [colours.light] and [colours.dark] in site.toml.

Only the look's own tokens can be set. Players' colours and those of maps are measured together for every kind of
sight, and stay.
"""

import re
from collections.abc import Mapping

from pbm.errors import PbmError
from pbm.site.ink import palette

Colours = Mapping[str, Mapping[str, str]]
"""By theme (light, dark): colours by the name of their token."""

TOKENS = ("paper", "ink", "ink2", "red", "blue", "bar", "hair", "card", "card-rule", "card-head")
READ = ("ink", "ink2", "red", "blue")  # what is written on paper
LEAST = 4.5  # contrast of text, WCAG 2.2, 1.4.3
_USUAL = {
    "light": {"ink2": "53595a", "red": "a3191f", "blue": "1c4e85"},  # as pbm.css has them
    "dark": {"ink2": "a4aca8", "red": "ff9086", "blue": "8fbdf0"},
}


def check(colours: Colours, where: str) -> Colours:
    """The colours, if they can be used and read; PbmError names the key that cannot."""
    for theme, chosen in colours.items():
        if theme not in _USUAL:
            raise PbmError(f"{where}: colours.{theme}: there are colours.light and colours.dark.")
        for name, value in chosen.items():
            if name not in TOKENS:
                raise PbmError(f"{where}: colours.{theme}.{name}: is none of {', '.join(TOKENS)}.")
            if not re.fullmatch(r"#[0-9a-fA-F]{6}", value):
                raise PbmError(f'{where}: colours.{theme}.{name}: {value!r} is not a colour; write it as "#1c4e85".')
        usual = {**(palette.MAP_LIGHT if theme == "light" else palette.MAP_DARK), **_USUAL[theme]}
        now = {name: f"#{value}" for name, value in usual.items()} | dict(chosen)
        for name in READ:
            found = contrast(now[name], now["paper"])
            if found < LEAST:
                raise PbmError(
                    f"{where}: colours.{theme}.{name}: {now[name]} on {now['paper']} has a contrast of {found:.1f}; "
                    f"text needs {LEAST}."
                )
    return colours


def css(colours: Colours) -> str:
    """Rules that set them, on screen only: paper is black and white."""
    out = []
    for theme, other in (("light", "dark"), ("dark", "light")):
        chosen = ";".join(f"--{name}:{value}" for name, value in colours.get(theme, {}).items())
        if chosen:
            asked = f"(prefers-color-scheme:{theme})"  # by the reader's system, if he chose nothing on the page
            out.append(f"@media screen and {asked}{{:root:not([data-theme={other}]){{{chosen}}}}}\n")
            out.append(f"@media screen{{:root[data-theme={theme}]{{{chosen}}}}}\n")
    return "".join(out)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio)."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

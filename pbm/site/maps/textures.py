"""Textures: on paper each hue has its own, and on a screen players beyond the ninth have one over their hue."""

from collections.abc import Iterable, Sequence

from pbm.core.printout import MapSpace
from pbm.site.ink.palette import HUES, hue_of, texture

# A texture for each hue, on a tile of 26: x is drawn in colour and grey, g for paper alone.
TEXTURES: tuple[Sequence[tuple[str, str]], ...] = (
    (("g g1", "M0 0h26v26h-26z"),),
    (("x", "M0 11h26v3h-26z"),),
    (("g g3", "M0 0h26v26h-26z"),),
    (("x", "M11 0h3v26h-3z"),),
    (("x", "M6 2a4 4 0 1 0 .1 0zM19 15a4 4 0 1 0 .1 0z"),),
    (("x", "M0 11h26v3h-26zM11 0h3v11h-3zM11 14h3v12h-3z"),),
    (("g g1", "M0 0h26v26h-26z"), ("x", "M6 3a3 3 0 1 0 .1 0zM19 16a3 3 0 1 0 .1 0z")),
    (("g g8", "M0 5h26v17h-26z"), ("y", "M0 5h26v17h-26z")),
    (("x", "M11 6h3v5h5v3h-5v5h-3v-5h-5v-3h5z"),),
)

# What players beyond the ninth have over their hue, by ninths: lines, dots, a lattice, a hatch.
MARKS = (
    "M0 11h26v4.6h-26z",
    "M6.5 2.3a4.2 4.2 0 1 0 .1 0zM19.5 15.3a4.2 4.2 0 1 0 .1 0z",
    "M0 11h26v3.4h-26zM11 0h3.4v11h-3.4zM11 14.4h3.4v11.6h-3.4z",
    "M0 19.6L19.6 0h6.4L0 26zM26 19.6v6.4h-6.4z",
)


def further_textures(players: Iterable[int], p: str, transform: str = "") -> str:
    """Patterns for players beyond the ninth: on screen a texture over the hue, on paper the hue's own."""
    out = []
    for n in sorted({texture(player) for player in players if player > 0} - set(range(1, HUES + 1))):
        grey = [(kind.replace("x", "g"), d) for kind, d in TEXTURES[hue_of(n) - 1] if kind != "y"]
        paper = "".join(f'<path class="{kind}" d="{d}"/>' for kind, d in grey)
        mark = f'<path class="m{hue_of(n)}" d="{MARKS[(n - 1) // HUES - 1]}"/>'
        tile = 'width="26" height="26" patternUnits="userSpaceOnUse"'
        tile += f' patternTransform="{transform}"' if transform else ""
        out.append(f'<pattern id="{p}t{n}" {tile}>{paper}{mark}</pattern>')
    return f"<defs>{''.join(out)}</defs>" if out else ""


def textures(spaces: Sequence[MapSpace], p: str) -> str:
    """The patterns over the colours of all provinces, player by player."""
    owners = sorted({space.owner for space in spaces} - {0})
    return "".join(
        f'<g class="t" fill="url(#{p}t{texture(n)})">'
        + "".join(f'<use href="#{p}{space.code}"/>' for space in spaces if space.owner == n)
        + "</g>"
        for n in owners
    )

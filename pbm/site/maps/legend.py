"""The legend of a map: what it says in words, the small drawings before them, and their places under a map."""

from pbm.core.printout import MapView
from pbm.site.ink.palette import hue, texture
from pbm.site.maps.base import SIGNS, safe
from pbm.site.maps.looks.pieces import STRUCTURES

Row = tuple[str, int, str]  # kind, player, words
ALWAYS = {"minor", "circle", "diamond", "cross", "army", "navy", "cargo"}
LETTERS = {**dict.fromkeys("fijlrtI -.,'", 9), **dict.fromkeys("mwMW", 24)}  # widths at a type size of 34
LETTER = 16  # all others
WIDE_KEY, CHIP_KEY, SPACING, LINE = 70, 50, 32, 56


def legend(view: MapView) -> list[Row]:
    """The legend in words, (kind, player, text): players, controlled, minor, what changed, arrows, air.

    A view with words of its own has its signs in their order; what is only sometimes there, where it is there.
    """
    rows = [("player", number, name or f"Player {number}") for number, name in view.players]
    if view.words:
        there = {arrow.kind for arrow in view.arrows} | {space.change for space in view.spaces} | ALWAYS
        return rows + [(kind, 0, words) for kind, words in view.words if kind in there]
    if any(s.controller and not s.owner for s in view.spaces):
        rows.append(("controlled", 0, "minor you see controlled"))
    rows.append(("minor", 0, "minor"))
    if any(s.change == "captured" for s in view.spaces):
        rows.append(("captured", 0, "taken this turn"))
    if any(s.change == "revolution" for s in view.spaces):
        rows.append(("revolution", 0, "revolution"))
    kinds = {arrow.kind for arrow in view.arrows}
    rows += [(kind, 0, kind) for kind in ("attack", "support", "move") if kind in kinds]
    rows.append(("air", 0, "air range"))
    return rows


def legend_key(kind: str, player: int) -> str:
    """The small drawing before a legend's words, as an <svg> of its own for HTML legends."""
    return f'<svg class="mapkey" viewBox="0 -24 60 48" aria-hidden="true">{_key(kind, player, "")}</svg>'


def _key(kind: str, player: int, p: str) -> str:
    """The drawing; with a map's prefix `p` a player's fill has its texture."""
    box = 'x="2" y="-19" width="38" height="38"' if p and kind == "player" else 'x="2" y="-18" width="56" height="36"'
    if kind == "player":
        pattern = f'<rect {box} class="t" fill="url(#{p}t{texture(player)})"/>' if p else ""
        middle = 21 if p else 30
        return f'<rect {box} class="f f{hue(player)}"/>{pattern}<text class="keyno" x="{middle}" y="10">{player}</text>'
    if kind == "controlled":
        return f'<rect {box} class="f f0"/><path class="stripe" d="M6 18L42 -18M26 18L58 -14"/>'
    if kind in STRUCTURES:
        return f'<path class="mst" transform="translate(30 0)" d="{STRUCTURES[kind]}"/>'
    if kind in ("army", "navy", "cargo"):
        return _unit_key(kind)
    if kind in ("captured", "claimed", "revolution", "minor"):
        return f'<rect {box} class="f f0"/>' + (f'<rect {box} class="{kind}"/>' if kind != "minor" else "")
    if kind == "air":
        return '<path class="airlink" d="M2 0H58"/>'
    return f'<path class="a {kind}" d="M2 0H42"/><path class="tip {kind}" d="M32 -14L60 0L32 14L39 0z"/>'


def _unit_key(kind: str) -> str:
    """An army's square, a ship's hull, or both side by side."""
    hull = {"navy": 14, "cargo": 2}.get(kind)
    square = {"army": 15, "cargo": 30}.get(kind)
    out = []
    if hull is not None:
        out.append(f'<rect class="mhu" x="{hull}" y="-18" width="32" height="36"/>')
        out.append(f'<path class="mhull" transform="translate({hull + 4} 12)" d="{SIGNS["navy"]}"/>')
    if square is not None:
        out.append(f'<rect class="msq" x="{square}" y="-18" width="30" height="36"/>')
        out.append(f'<text class="sn" x="{square + 15}" y="12">2</text>')
    return "".join(out)


def flow(rows: list[Row], width: int) -> tuple[list[tuple[int, int]], int]:
    """Where each entry of a legend stands in lines of `width`, and the height of all."""
    x, y, places = 0, 0, []
    for kind, _, words in rows:
        room = (CHIP_KEY if kind == "player" else WIDE_KEY) + sum(LETTERS.get(sign, LETTER) for sign in words) + SPACING
        if x and x + room - SPACING > width:
            x, y = 0, y + LINE
        places.append((x, y))
        x += room
    return places, y + LINE


def legend_height(rows: list[Row], width: int, size: int) -> int:
    """The height of a legend under a map; size: hundredths of the usual type size."""
    return (flow(rows, (width - 40) * 100 // size)[1] + 20) * size // 100


def legend_under(rows: list[Row], x: int, y: int, width: int, size: int, p: str) -> str:
    """The legend as SVG in a strip of paper whose left upper corner is (x, y)."""
    places, _ = flow(rows, (width - 40) * 100 // size)
    scale = f" scale({size // 100}.{size % 100:02})" if size != 100 else ""
    out = [f'<rect class="under" x="{x}" y="{y}" width="{width}" height="{legend_height(rows, width, size)}"/>']
    out.append(f'<g transform="translate({x + 20} {y + 44 * size // 100}){scale}">')
    for (kind, player, words), (dx, dy) in zip(rows, places, strict=True):
        text = f'<text class="key" x="{CHIP_KEY if kind == "player" else WIDE_KEY}" y="11">{safe(words)}</text>'
        out.append(f'<g transform="translate({dx} {dy})">{_key(kind, player, p)}{text}</g>')
    return "".join([*out, "</g>"])

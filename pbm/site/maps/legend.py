"""The legend of a map: what it says in words, the small drawings before them, and their places under a map."""

from typing import NamedTuple

from pbm.core.legend import UnitKind
from pbm.core.printout import MapView
from pbm.site.ink.palette import hue, texture
from pbm.site.maps.base import safe
from pbm.site.maps.shapes import BUILT, PLACED, UNIT, UNITS

LETTERS = {**dict.fromkeys("fijlrtI -.,'", 9), **dict.fromkeys("mwMW", 24)}  # widths at a type size of 34
LETTER = 16  # all others
WIDE_KEY, CHIP_KEY, SPACING, LINE = 70, 50, 32, 56


class Row(NamedTuple):
    """A line of a legend: a player, or what else is on the map; its words, and the drawing before them."""

    player: int
    words: str
    drawing: str = ""


BOX = 'x="2" y="-18" width="56" height="36"'
BLANK = f'<rect {BOX} class="f f0"/>'


def legend(view: MapView) -> list[Row]:
    """The legend in words: players, what is nobody's, what is built, units, what changed, arrows, relations, in the
    order of the view's legend. What is only sometimes there, where it is there.
    """
    kinds = view.legend
    rows = [Row(number, name or f"Player {number}") for number, name in view.players]
    if any(s.controller and not s.owner for s in view.spaces):
        stripes = '<path class="stripe" d="M6 18L42 -18M26 18L58 -14"/>'
        rows.append(Row(0, kinds.controlled.word, f"{BLANK}{stripes}"))
    for space in kinds.spaces:
        if space.owned:
            rows.append(Row(0, space.nobody, BLANK if space.fill == "ground" else f'<rect {BOX} class="sea"/>'))
    rows += [Row(0, sign.word, _built(sign.shape)) for sign in kinds.signs]
    rows += [Row(0, unit.word, _unit(unit.sign)) for unit in kinds.units if unit.listed]
    ships = [unit for unit in kinds.units if not unit.aboard]
    rows += [Row(0, unit.aboard, _aboard(unit, *ships[:1])) for unit in kinds.units if unit.aboard]
    changed, going = {space.change for space in view.spaces}, {arrow.kind for arrow in view.arrows}
    for change in kinds.changes:
        if change.name in changed:
            rows.append(Row(0, change.word, f'{BLANK}<rect {BOX} class="n-{change.line}"/>'))
    rows += [Row(0, arrow.word, _arrow(arrow.line)) for arrow in kinds.arrows if arrow.name in going]
    rows += _courses(view)
    lines = '<path class="rel" d="M2 0H58"/>'
    return rows + [Row(0, relation.word, lines) for relation in kinds.relations if relation.word]


def _courses(view: MapView) -> list[Row]:
    """What a chart has beside spaces and arrows, where it is there."""
    words = view.legend.courses
    dot = '<circle class="dot" cx="30" r="8"/>'
    drawings = (
        (view.routes, words.route, f'<path class="a a-plain" d="M2 0H58"/>{dot}'),
        (view.sightings, words.sighting, f'<g class="sg"><rect {BOX} rx="5"/></g>'),
        (view.circles, words.circle, '<path class="rg" d="M2 0H58"/>'),
        (view.waters, words.waters, f'<rect {BOX} class="sea"/><rect {BOX} class="wa f2"/>'),
    )
    return [Row(0, word, drawing) for found, word, drawing in drawings if found]


def legend_key(row: Row) -> str:
    """The small drawing before a legend's words, as an <svg> of its own for HTML legends."""
    return f'<svg class="mapkey" viewBox="0 -24 60 48" aria-hidden="true">{_key(row, "")}</svg>'


def _key(row: Row, p: str) -> str:
    """The drawing; with a map's prefix `p` a player's fill has its texture."""
    if not row.player:
        return row.drawing
    box = 'x="2" y="-19" width="38" height="38"' if p else BOX
    pattern = f'<rect {box} class="t" fill="url(#{p}t{texture(row.player)})"/>' if p else ""
    number = f'<text class="keyno" x="{21 if p else 30}" y="10">{row.player}</text>'
    return f'<rect {box} class="f f{hue(row.player)}"/>{pattern}{number}'


def _built(shape: str) -> str:
    if shape in PLACED:
        return f'<path class="mst {shape}" transform="translate(30 0) scale(.7)" d="{PLACED[shape]}"/>'
    return f'<path class="mst" transform="translate(30 0)" d="{BUILT[shape]}"/>'


def _arrow(line: str) -> str:
    return f'<path class="a a-{line}" d="M2 0H42"/><path class="tip a-{line}" d="M32 -14L60 0L32 14L39 0z"/>'


def _unit(sign: str, left: int = 14) -> str:
    """A square with a number; or a sign on the ground of a badge."""
    if sign == "box":
        return _square(left + 1)
    rect = f'<rect class="mhu" x="{left}" y="-18" width="32" height="36"/>'
    if sign in UNITS:
        return f'{rect}<path class="mhull" transform="translate({left + 4} 12)" d="{UNITS[sign]}"/>'
    return f'{rect}<text class="mk" x="{left + 4 + UNIT // 2}" y="8">{safe(sign)}</text>'


def _aboard(unit: UnitKind, *carrier: UnitKind) -> str:
    """A unit beside what may carry it."""
    return (_unit(carrier[0].sign, 2) if carrier else "") + (
        _square(30) if unit.sign == "box" else _unit(unit.sign, 30)
    )


def _square(left: int) -> str:
    rect = f'<rect class="msq" x="{left}" y="-18" width="30" height="36"/>'
    return f'{rect}<text class="sn" x="{left + 15}" y="12">2</text>'


def flow(rows: list[Row], width: int) -> tuple[list[tuple[int, int]], int]:
    """Where each entry of a legend stands in lines of `width`, and the height of all."""
    x, y, places = 0, 0, []
    for row in rows:
        letters = sum(LETTERS.get(sign, LETTER) for sign in row.words)
        room = (CHIP_KEY if row.player else WIDE_KEY) + letters + SPACING
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
    for row, (dx, dy) in zip(rows, places, strict=True):
        text = f'<text class="key" x="{CHIP_KEY if row.player else WIDE_KEY}" y="11">{safe(row.words)}</text>'
        out.append(f'<g transform="translate({dx} {dy})">{_key(row, p)}{text}</g>')
    return "".join([*out, "</g>"])

"""The legend of a map of squares: a small drawing and words for each thing that is on it."""

from collections.abc import Iterator

from pbm.core.grid import GridView, Terrain
from pbm.site.ink.palette import hue
from pbm.site.maps.base import safe

Row = tuple[str, str]  # what is drawn, in a box from -10 to 10 both ways; what it means
TYPE, LINE, LETTER = 13, 24, 7  # units: size of the words, height of a line, width of a letter
RADIUS = 7.8  # units of the round that is another's
SQUARE, ROUND = "M-7.5-7.5h15v15h-15z", f'<circle r="{RADIUS}"/>'
USUAL = {
    "place": "place",
    "own": "your unit, by its letter",
    "other": "another's unit and whose it is; dashed: as last seen",
    "all": "unit, and whose it is",
    "trail": "moves",
    "fight": "fight, by its number",
    "veil": "not in sight now",
    "unknown": "unknown",
}


def rows(view: GridView) -> list[Row]:
    """The legend: players, what stands there, what happened, kinds of squares."""
    return [*_players(view), *_things(view), *_squares(view)]


def _players(view: GridView) -> Iterator[Row]:
    for number, name in view.players:
        box = f'<path class="g-place g-f{hue(number)}" d="{SQUARE}"/><text y="4.3">{number}</text>'
        yield box, name or f"Player {number}"


def _things(view: GridView) -> Iterator[Row]:
    words = USUAL | dict(view.words)
    own = [unit for unit in view.units if unit.player == view.player != 0]
    others = [unit for unit in view.units if not unit.player == view.player != 0]
    if view.places:
        place = f'<path class="g-place" d="{SQUARE}"/><path class="g-free" d="M0 0h.01"/>'
        yield place, f"{words['place']}, with its owner's number"
    if own:
        unit = own[0]
        sign = f'<path d="{SQUARE}"/><text class="g-l g-lo" y="4.3">{safe(unit.kind)}</text>'
        yield f'<g class="g-own g-q{hue(unit.player)}">{sign}</g>', words["own"]
    if others:
        unit = others[0]
        sign = f'{ROUND}<text class="g-l" y="4.3">{safe(unit.kind)}</text>'
        yield f'<g class="g-other g-f{hue(unit.player)}">{sign}</g>', words["other" if view.player else "all"]
    if view.trails:
        yield '<path class="g-trail" d="M-9 4l8-8h10"/>', words["trail"]
    if view.fights:
        yield '<path class="g-fight" d="M-8-8h16v16h-16z"/>', words["fight"]


def _squares(view: GridView) -> Iterator[Row]:
    words = USUAL | dict(view.words)
    for kind in view.terrain:
        if any(kind.sign in row for row in view.rows):
            yield _swatch(kind), kind.word
    if view.sight:
        yield f'<path class="g-blue" d="{SQUARE}"/><path class="g-veil" d="{SQUARE}"/>', words["veil"]
    dots = "".join(f"M{x} {y}h.01" for y in (-6, 0, 6) for x in (-6, 0, 6))
    yield f'<path class="g-paper" d="{SQUARE}"/><path class="g-dot" d="{dots}"/>', words["unknown"]


def _swatch(kind: Terrain) -> str:
    shade = f'<path class="g-{kind.tint}" d="M-10-10h20v20h-20z"/>'
    mark = f'<path class="g-mark g-i-{kind.tint}" transform="translate(-10 -10)" d="{safe(kind.mark)}"/>'
    return shade + (mark if kind.mark else "")


def key_svg(drawn: str) -> str:
    """The small drawing as an <svg> of its own, for HTML."""
    return f'<svg class="g-key" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">{drawn}</svg>'


def below(view: GridView, width: int, top: int) -> tuple[int, str]:
    """The legend under a map that stands alone: its height, and the drawing, in lines of the map's width."""
    scale = max(1, width // 600)
    x, y, out = 34, 10, []
    for drawn, words in rows(view):
        room = 26 + len(words) * LETTER + 16
        if x > 34 and (x + room - 16) * scale > width - 20:
            x, y = 34, y + LINE
        text = f'<text x="16" y="4.5" font-size="{TYPE}">{safe(words)}</text>'
        out.append(f'<g transform="translate({x + 10} {y})">{drawn}<g class="g-words">{text}</g></g>')
        x += room
    height = (y + LINE) * scale
    paper = f'<rect class="g-paper" x="0" y="{top}" width="{width}" height="{height}"/>'
    return height, f'{paper}<g transform="translate(0 {top + 4}) scale({scale})">{"".join(out)}</g>'

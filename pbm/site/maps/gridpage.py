"""What stands on a page beside a map of squares: legend, film strip, list of parts, and the map as a table.

The strip and the list are hidden until a script (site_templates/grid/) shows them; without one the map shows the moves
and the fights of all times at once, and the table says the rest.
"""

from collections.abc import Callable, Iterator

from markupsafe import Markup

from pbm.core.grid import UNKNOWN, GridPlace, GridUnit, GridView, square_name, windowed
from pbm.site.ink.composer_script import packed
from pbm.site.ink.marks import chip, plain
from pbm.site.ink.palette import hue
from pbm.site.maps.looks import grid, grid_key, grid_style

SCRIPTS = ("film", "parts")
STEPS = ((-1, "Back", "◀"), (1, "Forward", "▶"))
MOST_FRAMES = 12  # that have a button each; of more there is a slider


def grid_css(read: Callable[[str], str]) -> str:
    """The styles of pages with such a map. `read` gives a file of the templates' folder."""
    return grid_style.page_css() + read("grid.css")


def grid_script(read: Callable[[str], str]) -> str:
    """The script of such pages, without comments and blanks."""
    return packed("".join(read(f"grid/{part}.js") for part in SCRIPTS)) + "\n"


def legend_html(view: GridView) -> Markup:
    """What belongs right under the map: the film strip, the parts, the legend in words."""
    view = windowed(view)
    rows = "".join(f"<li>{grid_key.key_svg(drawn)} {plain(words)}" for drawn, words in grid_key.rows(view))
    return Markup(f'{_film(view)}{_parts(view)}<ul class="legend">{rows}</ul>{_said(view)}')


def _said(view: GridView) -> str:
    return f'<p class="note">{plain(view.note)}</p>' if view.note else ""


def _film(view: GridView) -> str:
    """The frames by their titles, one forward and back, all of them, and play."""
    if len(view.frames) < 2:
        return ""
    told = [(f'data-at="{it.at}" data-text="{plain(it.text)}"', plain(it.title)) for it in view.frames]
    if len(told) <= MOST_FRAMES:
        frames = "".join([_button(f'{at} aria-pressed="false"', title) for at, title in told])
    else:
        last, marks = len(told) - 1, "".join([f"<i {at}>{title}</i>" for at, title in told])
        frames = f'<input type="range" min="0" max="{last}" value="{last}" aria-label="Time"><output></output>'
        frames += f"<span hidden>{marks}</span>"
    back, on = (_button(f'data-step="{step}" aria-label="{name}"', sign) for step, name, sign in STEPS)
    every = _button('data-at="" aria-pressed="true"', "All")
    return (
        '<div class="g-film" role="group" aria-label="Film strip" data-film hidden>'
        f"{back}{frames}{on}{every}{_button('data-play', 'Play')}"
        '<p class="note" data-said aria-live="polite"></p></div>'
    )


def _button(how: str, words: str) -> str:
    return f'<button type="button" class="button" {how}>{words}</button>'


def _parts(view: GridView) -> str:
    """The parts of an overview, to be opened by number."""
    if not grid.is_overview(view):
        return ""
    options = "".join(
        f'<option value="{" ".join(map(str, window))}">{number}: {square_name(window[0], window[1])} to '
        f"{square_name(window[0] + window[2] - 1, window[1] + window[3] - 1)}</option>"
        for number, window in grid.parts(view)
    )
    return (
        '<div class="g-open" data-parts hidden><label>Part <select>'
        f'<option value="">the whole map</option>{options}</select></label></div>'
    )


def map_table(view: GridView) -> Markup:
    """The map as a table: places and units by square. A script finds by it what was tapped, and the letters of a part
    of an overview. Of a map of which nothing is known there is none.
    """
    view = windowed(view)
    if not "".join(view.rows).strip(UNKNOWN):
        return Markup("")
    names, words = dict(view.players), dict(view.words)
    place = plain(words.get("place", "place").capitalize())
    head = "".join([f'<th scope="col">{it}' for it in ("Square", f"{place} or unit", "Whose", "Known of it")])
    rows = "".join([*_place_rows(view, names), *_unit_rows(view, names)])
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll">'
        f'<table class="g-rows"><thead><tr>{head}<tbody>{rows}</table></div></details>'
    )


def _place_rows(view: GridView, names: dict[int, str]) -> Iterator[str]:
    for place in view.places:
        what = f'<b class="c">{plain(place.code)}</b> {plain(place.name)}'.rstrip()
        side = "m" if place.owner == view.player != 0 else "p"
        yield _row(place, f"{side} {plain(place.code)} {place.owner}", what, _whose(place.owner, names), _told(place))


def _unit_rows(view: GridView, names: dict[int, str]) -> Iterator[str]:
    kinds = dict(view.kinds)
    for unit in sorted(view.units, key=lambda it: (it.player != view.player, it.player)):
        what = f"{plain(kinds.get(unit.kind, unit.kind))} {plain(unit.label)}".rstrip()
        side = "u" if unit.player == view.player != 0 else "e"
        sign = f"{side} {plain(unit.kind)} {unit.player} {hue(unit.player)}"
        yield _row(unit, sign, what, _whose(unit.player, names), _told(unit))


def _row(it: GridPlace | GridUnit, sign: str, what: str, whose: str, told: str) -> str:
    square = f'<th scope="row" class="c">{square_name(it.x, it.y)}'
    return f'<tr data-at="{it.x} {it.y}" data-sign="{sign}">{square}<td>{what}<td>{whose}<td>{told}'


def _whose(owner: int, names: dict[int, str]) -> str:
    return f"{chip(owner)} {plain(names.get(owner, ''))}".strip() if owner else "nobody's"


def _told(it: GridPlace | GridUnit) -> str:
    """What else is known of it: damage, words of the system, when it was seen last."""
    parts = [plain(it.text)] if it.text else []
    if isinstance(it, GridUnit) and it.damage:
        parts.insert(0, f"{it.damage} of 3 damaged")
    if it.seen:
        parts.append(f"last seen in {it.seen}")
    return "; ".join(parts)

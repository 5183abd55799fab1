"""The table twin of a map: a row for every space that is drawn, linked with the map both ways."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import msgspec
from markupsafe import Markup

from pbm.core.legend import Legend
from pbm.core.printout import Badge, MapSpace, MapView
from pbm.site.ink.marks import chip, plain

NONE: Mapping[str, Sequence[str]] = MappingProxyType({})
MANY = 300
"""A map of more spaces has those of one owner in one row, where there is nothing else to be said of them."""


class _Twin(msgspec.Struct, frozen=True):
    """What all rows of a table need."""

    legend: Legend
    names: Mapping[int, str]
    held: Mapping[str, tuple[str, ...]]
    map: str
    stories: Mapping[str, Sequence[str]]


def map_table(
    view: MapView, at: str = "map", heads: Sequence[str] = (), stories: Mapping[str, Sequence[str]] = NONE
) -> Markup:
    """The table twin of a map: what it shows, in words. `at` is the anchor of the map. heads: of further columns, in
    which `stories` has HTML for some spaces.

    The living map finds a space's row by its id, and tells on its card what stands there under the table's heads.
    """
    twin = _Twin(view.legend, dict(view.players), dict(view.held), at, stories)
    columns = ["Space", "Occupied by"]
    if any(space.sign for space in view.spaces):
        columns.append(view.legend.structure)
    columns.append("This turn")
    if view.routes or view.sightings or any(space.badges or space.seen for space in view.spaces):
        columns.append("Units")
    if twin.held:
        columns.append(view.legend.held.column)
    columns += heads
    head = "".join(f'<th scope="col">{plain(column)}' for column in columns)
    kept = view.shown
    shown = view.spaces if kept is None else [space for space in view.spaces if space.code in kept]
    spaces = sorted(shown, key=lambda space: view.legend.space(space.kind).fill != "ground")
    alike = {space.code for space in spaces if not _is_of_note(space, twin)} if len(view.spaces) > MANY else set()
    rows = "".join([_row(space, columns, twin) for space in spaces if space.code not in alike])
    rows += _together([space for space in spaces if space.code in alike], columns, twin)
    rows += "".join([_line(code, words, columns) for code, words in _courses(view, twin)])
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll"><table><thead>'
        f"<tr>{head}<tbody>{rows}</table></div></details>"
    )


def _row(space: MapSpace, columns: list[str], twin: _Twin) -> str:
    code = plain(space.code)
    cells = [_owner(space, twin)]
    if len(columns) > 3 and columns[2] != "This turn":
        cells.append(plain(twin.legend.sign(space.sign).word) if space.sign else "")
    cells.append(plain(twin.legend.change(space.change).told) if space.change else "")
    if "Units" in columns:
        cells.append("; ".join([_units(badge, twin.legend) for badge in space.badges] + _seen(space, twin.legend)))
    if twin.held:
        cells.append(plain(", ".join(twin.held.get(space.code, ()))))
    cells += twin.stories.get(space.code, ())
    where = plain(f" ({space.at})") if space.at else ""
    name = f'<th scope="row"><a class="c" href="#{twin.map}">{code}</a> {plain(space.name)}{where}'
    return f'<tr id="space-{code}">{name}<td>' + "<td>".join(cells)


def _is_of_note(space: MapSpace, twin: _Twin) -> bool:
    """Whether there is more to be said of a space than whose it is."""
    told = space.code in twin.stories or bool(twin.held.get(space.code))
    return bool(told or space.sign or space.change or space.badges or space.seen or space.at)


def _together(spaces: list[MapSpace], columns: list[str], twin: _Twin) -> str:
    """A row for all spaces of one name of which the same is said."""
    found: dict[tuple[str, str], list[str]] = {}
    for space in spaces:
        found.setdefault((plain(space.name), _owner(space, twin)), []).append(plain(space.code))
    empty = "<td>" * (len(columns) - 2)
    rows = [
        f'<tr><th scope="row" class="many"><span class="c">{" ".join(codes)}</span> {name}<td>{whose}{empty}'
        for (name, whose), codes in found.items()
    ]
    return "".join(rows)


def _line(code: str, words: str, columns: list[str]) -> str:
    """A row of what is not a space: all of it is under the head of units."""
    cells = "".join(f"<td>{words if column == 'Units' else ''}" for column in columns[1:])
    return f'<tr><th scope="row"><span class="c">{plain(code)}</span>{cells}'


def _courses(view: MapView, twin: _Twin) -> list[tuple[str, str]]:
    """Routes and sightings in words."""
    words = twin.legend.courses
    found = []
    for route in (route for route in view.routes if route.points):
        days = ", ".join(mark.word for mark in route.marks if mark.word)
        way = " – ".join(route.points) + (f" ({days})" if days else "")
        found.append((route.points[0], f"{chip(route.player)} " * bool(route.player) + plain(f"{words.route} {way}")))
    for seen in view.sightings:
        found.append(
            (seen.code, f"{_units(seen.badge, twin.legend)}; {plain(words.day.replace('{n}', str(seen.day)))}")
        )
    return found


def _owner(space: MapSpace, twin: _Twin) -> str:
    if space.owner:
        return _player(space.owner, twin)
    if space.controller:
        return plain(twin.legend.controlled.told).replace("{player}", _player(space.controller, twin))
    return plain(twin.legend.space(space.kind).nobody)


def _player(number: int, twin: _Twin) -> str:
    return f"{chip(number)} {plain(twin.names.get(number, ''))}".strip()


def _units(badge: Badge, legend: Legend) -> str:
    """The units of a badge in words, and what is aboard."""
    said = plain(": ".join(filter(None, (badge.name, legend.said(badge.units, badge.aboard)))))
    return (f"{chip(badge.player)} " if badge.player else "") + said


def _seen(space: MapSpace, legend: Legend) -> list[str]:
    """How old the sight is."""
    return [plain(legend.seen.replace("{n}", str(space.seen)))] if space.seen else []

"""The table twin of a map: a row for every space that is drawn, linked with the map both ways."""

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from pbm.core.printout import Badge, MapSpace, MapView
from pbm.site.ink.marks import chip, plain

CHANGES = {"captured": "taken", "claimed": "claimed", "revolution": "revolution"}


class _Twin(msgspec.Struct, frozen=True):
    """What all rows of a table need."""

    words: Mapping[str, str]
    names: Mapping[int, str]
    held: Mapping[str, tuple[str, ...]]
    map: str


def map_table(view: MapView, at: str = "map") -> Markup:
    """The table twin of a map: what it shows, in words. `at` is the anchor of the map.

    The living map finds a space's row by its id, and tells on its card what stands there under the table's heads.
    """
    twin = _Twin(dict(view.words), dict(view.players), dict(view.held), at)
    columns = ["Space", "Occupied by"]
    if any(space.sign for space in view.spaces):
        columns.append(twin.words.get("sign", "Sign"))
    columns.append("This turn")
    if any(space.badges for space in view.spaces):
        columns.append("Units")
    if twin.held:
        columns.append("Held back by")
    head = "".join(f'<th scope="col">{plain(column)}' for column in columns)
    spaces = sorted(view.spaces, key=lambda space: space.kind != "land")
    rows = "".join([_row(space, columns, twin) for space in spaces])
    return Markup(
        '<details class="twin"><summary>The map as a table</summary><div class="scroll"><table><thead>'
        f"<tr>{head}<tbody>{rows}</table></div></details>"
    )


def _row(space: MapSpace, columns: list[str], twin: _Twin) -> str:
    code = plain(space.code)
    cells = [_owner(space, twin)]
    if len(columns) > 3 and columns[2] != "This turn":
        cells.append(plain(twin.words.get(space.sign, space.sign)))
    cells.append(CHANGES.get(space.change, ""))
    if "Units" in columns:
        cells.append("; ".join([_units(badge, twin.words) for badge in space.badges]))
    if twin.held:
        cells.append(plain(", ".join(twin.held.get(space.code, ()))))
    name = f'<th scope="row"><a class="c" href="#{twin.map}">{code}</a> {plain(space.name)}'
    return f'<tr id="space-{code}">{name}<td>' + "<td>".join(cells)


def _owner(space: MapSpace, twin: _Twin) -> str:
    if space.owner:
        return _player(space.owner, twin)
    if space.controller:
        return f"minor, controlled by {_player(space.controller, twin)}"
    return plain(twin.words.get("minor", "minor")) if space.kind == "land" else "nobody: a sea"


def _player(number: int, twin: _Twin) -> str:
    return f"{chip(number)} {plain(twin.names.get(number, ''))}".strip()


def _units(badge: Badge, words: Mapping[str, str]) -> str:
    """The units of a badge: as the view calls them, else in the usual words."""
    counts = (
        (badge.army, "army", "Army"),
        (badge.navy, "navy", "Navy"),
        (badge.air, "air", "AirF"),
        (badge.cargo, "cargo", "aboard"),
    )
    texts = [
        f"{plain(words[kind])} {count}" if kind in words else f"{count} {usual}"
        for count, kind, usual in counts
        if count
    ]
    return (f"{chip(badge.player)} " if badge.player else "") + ", ".join(texts)

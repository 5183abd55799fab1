"""ED 17.2: a map of the moderator's own: rows of signs, and a line for each city, such as `; K14 1`."""

import re
from collections.abc import Collection

import msgspec

from pbm.core.grid import square_at, square_name
from pbm.engine.system import GivenText
from pbm.errors import PbmError
from pbm.rules.empire_deluxe.board import CLEAR, LAND, TOWN, WATER

LEAST, MOST = 20, 254
"""ED 1.1: the columns and the rows of a map."""
SIGNS = WATER + LAND + TOWN
NOBODY = ("", "-", "0")
_CITY = re.compile(r";\s*([A-Z]{1,2}[1-9][0-9]{0,2})(?:\s+([1-6]|0|-))?").fullmatch


class OwnMap(msgspec.Struct, frozen=True):
    """Its rows, and its cities by row and column, each with the seat that begins there, or 0."""

    rows: tuple[str, ...]
    cities: tuple[tuple[int, int, int], ...]


def own_map(given: GivenText, seats: Collection[int], most: int, *, plain: bool) -> OwnMap:
    """A map for these seats, with so many cities at most; plain: all its land is clear. PbmError names the file and
    the line of the first thing that is wrong.
    """
    lines = [(number, line.rstrip()) for number, line in enumerate(given.text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    try:
        rows = _rows([it for it in lines if not it[1].startswith(";")])
        cities = _cities([it for it in lines if it[1].startswith(";")], rows, most)
        last = lines[-1][0]
        if not any(WATER in row for _, row in rows):
            raise _at(last, f"the map ends, and has no water; write {WATER} for it")
        missing = sorted({*seats} - {*cities.values()})
        if missing:
            raise _at(last, f"the file ends, and seat {missing[0]} has no city; write `; K14 {missing[0]}` for one")
    except ValueError as error:
        raise PbmError(f"{given.path}: {error}.") from None
    clear = str.maketrans(dict.fromkeys(LAND, CLEAR) if plain else {})
    places = sorted((y, x, seat) for (x, y), seat in cities.items())
    return OwnMap(tuple(row.translate(clear) for _, row in rows), tuple((x, y, seat) for y, x, seat in places))


def _at(line: int, said: str) -> ValueError:
    return ValueError(f"line {line}: {said}")


def _rows(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The rows, each with its line."""
    if not lines:
        raise _at(1, f"the file has no rows; write one of {' '.join(SIGNS)} for each square")
    width = len(lines[0][1])
    for number, row in lines:
        odd = next((x for x, sign in enumerate(row) if sign not in SIGNS), -1)
        if odd >= 0:
            raise _at(number, f"{row[odd]!r} in column {odd + 1} is not one of {' '.join(SIGNS)}")
        if len(row) != width:
            raise _at(number, f"the row has {len(row)} squares, and the first one {width}; all have as many")
    for what, count, number in (("columns", width, lines[0][0]), ("rows", len(lines), lines[-1][0])):
        if not LEAST <= count <= MOST:
            raise _at(number, f"the map has {count} {what}; it may have {LEAST} to {MOST}")
    return lines


def _cities(lines: list[tuple[int, str]], rows: list[tuple[int, str]], most: int) -> dict[tuple[int, int], int]:
    """The seat of each city, 0 for nobody's, by column and row."""
    found: dict[tuple[int, int], int] = {}
    for number, line in lines:
        told = _CITY(line)
        if told is None:
            raise _at(number, f"{line[:40]!r} is not a city; write `; K14 1` for one of seat 1, `; K14 0` for nobody's")
        at = square_at(told[1]) or (-1, -1)
        if not (at[0] < len(rows[0][1]) and at[1] < len(rows)):
            end = square_name(len(rows[0][1]) - 1, len(rows) - 1)
            raise _at(number, f"{told[1]} is off the map, which ends at {end}")
        if rows[at[1]][1][at[0]] != TOWN:
            raise _at(number, f"there is no {TOWN} at {told[1]}")
        if at in found:
            raise _at(number, f"the city at {told[1]} stands above already")
        seat = 0 if (told[2] or "") in NOBODY else int(told[2])
        if seat and seat in found.values():
            raise _at(number, f"seat {seat} has a city above already; each begins with one")
        if len(found) == most:
            raise _at(number, f"this is city {most + 1}; a map has {most} at most")
        found[at] = seat
    for y, (number, row) in enumerate(rows):
        bare = next((x for x, sign in enumerate(row) if sign == TOWN and (x, y) not in found), -1)
        if bare >= 0:
            name = square_name(bare, y)
            raise _at(number, f"there is a {TOWN} at {name}, and no line `; {name} 0` for its city")
    return found

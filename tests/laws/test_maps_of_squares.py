"""What holds for the maps of squares of every registered system: rows of one width, signs that are declared, nothing
that stands where its reader knows nothing, and a drawing of each.
"""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, GridPlace, GridUnit, GridView, Moment, Terrain
from pbm.core.gridtext import PAGE, grid_lines
from pbm.engine.turn import printouts
from pbm.rules import SYSTEMS
from pbm.site.maps.chart import draw_grid
from tests.games import games, table
from tests.map_makers.squares import view


def mistakes(seen: GridView) -> Iterator[str]:
    """What a system has wrong in a map of squares."""
    signs = [kind.sign for kind in seen.terrain]
    if len(signs) != len(set(signs)) or not all(len(it) == 1 and it.isprintable() and it != UNKNOWN for it in signs):
        yield "a kind of square has one printable sign of its own"
    if any(sign.isalnum() for sign in signs):
        yield "letters are units' signs in the text print, and digits owners'"
    for name, rows in (("rows", seen.rows), ("sight", seen.sight)):
        if rows and (len(rows) != seen.height or {len(row) for row in rows} != {seen.width}):
            yield f"{name} are {seen.height} of {seen.width} signs"
            return
    if not set("".join(seen.rows)) <= {*signs, UNKNOWN}:
        yield "a sign of the rows is not declared"
    if any(
        sign != " " and known == UNKNOWN
        for rows in zip(seen.sight, seen.rows, strict=False)
        for sign, known in zip(*rows, strict=True)
    ):
        yield "what is in sight is known"
    things: list[Any] = [*seen.places, *seen.units, *seen.fights, *seen.sightings, *seen.taken]
    for it in things:
        if not (0 <= it.x < seen.width and 0 <= it.y < seen.height):
            yield f"{it}: lies beyond the edge"
        elif seen.rows[it.y][it.x] == UNKNOWN:
            yield f"{it}: stands where nothing is known"
    letters = [letter for letter, _ in seen.kinds]
    if not {unit.kind for unit in seen.units} | {one.kind for one in seen.sightings} <= set(letters):
        yield "a kind of unit has no word"
    if not all(len(letter) == 1 and letter.isupper() for letter in letters):
        yield "a kind of unit has a capital for its sign"
    times = [moment.at for moment in seen.frames]
    if times != sorted(set(times)):
        yield "frames are in the order of their times"
    happened: list[Any] = [*seen.trails, *seen.fights, *seen.sightings, *seen.taken, *seen.opened]
    if times and not {it.at for it in happened} <= set(times):
        yield "what happened has a frame"
    if not all(len(trail.points) > 1 for trail in seen.trails):
        yield "a way has two squares at least"


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_map_of_squares_is_sound_and_can_be_drawn_and_printed(name: str) -> None:
    at, found = table(name), 0
    for _, _, _, played in games(name, 9, b"s" * 16):
        readers = (0, *at.system.course.living(played.state))
        made = printouts(at.system, at.rules, played.state, played.events, played.parsed, at.sheet, readers)
        for reader, printout in made.items():
            for seen in printout.maps:
                if not isinstance(seen, GridView):
                    continue
                found += 1
                assert seen.player in (reader, 0)
                assert list(mistakes(seen)) == []
                ElementTree.fromstring(draw_grid(seen))
                assert max(map(len, grid_lines(seen)), default=0) <= PAGE
    if at.rules.geometry.get("spaces"):
        assert not found, "its maps have a geometry"
    else:
        assert found


def test_the_law_finds_what_is_wrong() -> None:
    whole = view(20, 16, units=6, others=2)
    assert list(mistakes(whole)) == []
    dark = replace(whole, rows=(" " * 20,) * 16)
    wrong = [
        dark,
        replace(whole, rows=whole.rows[:-1]),
        replace(whole, terrain=whole.terrain[1:]),
        replace(whole, terrain=(*whole.terrain, Terrain("x", "a letter"))),
        replace(whole, terrain=(*whole.terrain, whole.terrain[0])),
        replace(whole, kinds=()),
        replace(whole, places=(GridPlace(20, 0, "AAA"),)),
        replace(whole, units=(GridUnit(0, 16, "G", 4),)),
        replace(whole, frames=(Moment(1, "1"),)),
        replace(whole, frames=(Moment(160, "160"), *whole.frames)),
    ]
    assert all(list(mistakes(one)) for one in wrong)

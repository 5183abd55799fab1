"""The whole world of a game that is revealed, and of none that runs (ED 16.4)."""

import json

import pytest
from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, square_name
from pbm.engine.system import Sheet
from pbm.publish.league import make_turn
from pbm.rules.empire_deluxe.printout.mapview import SIGNS
from pbm.rules.empire_deluxe.variant import load as rules_of
from pbm.site.history.squares import maps_of, owners, sights, together, world
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.rules.empire_deluxe import HOMES, SYSTEM
from tests.rules.empire_deluxe.test_secrecy import SEATS, SIZES, rows
from tests.shipped import OWN

SHEET = Sheet("GAME", "A test", HOMES[:SEATS])


@pytest.mark.parametrize("variant", sorted(SIZES))
def test_it_has_all_land_and_all_cities_and_no_units(variant: str) -> None:
    rules = rules_of(variant, SIZES[variant])
    assert SYSTEM.whole
    for _, found in rows(variant):
        state = found.state
        whole = SYSTEM.whole(state, rules, SHEET)
        assert "".join(whole.rows) == "".join(state.map.rows).translate(
            str.maketrans(dict[str, str | int | None](SIGNS))
        )
        cities = {code: (city.at, city.owner) for code, city in state.cities.items()}
        assert {it.code: (square_name(it.x, it.y), it.owner) for it in whole.places} == cities
        assert (whole.player, whole.units, whole.trails, whole.fights, whole.sight) == (0, (), (), (), ())


def test_everything_is_the_players_units_in_the_whole_world() -> None:
    """Players remember a city as it was when they saw it; the world has it as it is."""
    table = lay_table(Folder(OWN.parent, "ED-1"))
    stale = 0
    for number in range(table.folder.last + 1):
        turn, cities = make_turn(table, number, (), ()), table.state(number).cities
        maps = list(maps_of(turn.private).values())
        assert turn.whole
        both = together([turn.whole, *maps])
        assert not any(UNKNOWN in row for row in both.rows)
        assert {it.code: it.owner for it in both.places} == {code: it.owner for code, it in cities.items()}
        assert set(both.units) == set(together(maps).units)
        assert owners(turn, {}) == {code: city.owner for code, city in cities.items()}
        stale += any(it.owner != cities[it.code].owner for it in together(maps).places)
    assert stale, "else it would show nothing"


def test_a_game_that_runs_has_none() -> None:
    for game, is_open in (("ED-1", True), ("ED-2", False)):
        table = lay_table(Folder(OWN.parent, game))
        assert (make_turn(table, 1, (), ()).whole is not None) == is_open


def test_without_it_the_world_is_what_anybody_has_known() -> None:
    turn = make_turn(lay_table(Folder(OWN.parent, "ED-1")), 1, (), ())
    known, all_of_it = world(replace(turn, whole=None), None), world(turn, None)
    assert known
    assert all_of_it
    assert any(UNKNOWN in row for row in known.rows)
    assert not any(UNKNOWN in row for row in all_of_it.rows)
    assert {it.code for it in known.places} < {it.code for it in all_of_it.places}


def test_in_the_replay_everything_has_it_and_a_player_what_they_knew() -> None:
    turn = make_turn(lay_table(Folder(OWN.parent, "ED-1")), 1, (), ())
    assert turn.whole
    found = {viewer: json.loads(text) for viewer, text in sights(turn).items()}
    whole = [0, turn.whole.width * turn.whole.height]
    assert {viewer for viewer, row in found.items() if row["known"] == whole} == {0}
    assert len(found) > 2

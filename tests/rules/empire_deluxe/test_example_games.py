"""What the example games show of Empire Deluxe: ED-1, which ended by its rule, and ED-2, which waits for its cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from pbm.cards.card import read_card
from pbm.engine.turn import check
from pbm.rules.empire_deluxe.parts import part_of
from pbm.rules.empire_deluxe.state import State, Unit
from pbm.store import press
from pbm.store.folder import Folder
from pbm.store.play import GameTable, lay_table
from tests.shipped import CONTENT, OWN

LEAST_MAILINGS = 25
MOST_BYTES = 6 << 20
Told = list[tuple[int, str, Mapping[str, Any]]]


@pytest.fixture(scope="module")
def over() -> GameTable:
    return lay_table(Folder(OWN.parent, "ED-1"))


@pytest.fixture(scope="module")
def states(over: GameTable) -> list[State]:
    """The positions after its mailings, from 0."""
    return [over.state(number) for number in range(over.folder.last + 1)]


@pytest.fixture(scope="module")
def told(over: GameTable) -> Told:
    """Its events with their mailings, each once."""
    return [(k, it.kind, it.facts) for k in range(1, over.folder.last + 1) for it in over.events(k)]


def kind_of(states: list[State], mailing: int, player: int, unit: int) -> str:
    """The kind of a unit in a mailing, before it or after it."""
    for state in (states[mailing - 1], states[mailing]):
        if found := state.units.get(player, {}).get(unit):
            return found.kind
    return ""


def those(told: Told, kind: str) -> list[Mapping[str, Any]]:
    return [facts for _, it, facts in told if it == kind]


def test_it_ends_by_the_share_of_cities_after_many_mailings(over: GameTable, states: list[State], told: Told) -> None:
    """ED 8.7: more than that share after each of the last mailings, and no earlier."""
    [end] = those(told, "ended")
    per_cent, _, mailings = over.rules.options["share"].partition("/")
    assert over.folder.last >= LEAST_MAILINGS
    assert (end["reason"], states[-1].ended) == ("share", True)
    holds = [
        100 * Counter(city.owner for city in state.cities.values())[end["winner"]] >= int(per_cent) * len(state.cities)
        for state in states
    ]
    assert all(holds[-int(mailings) :])
    assert not any(all(holds[k - int(mailings) : k]) for k in range(int(mailings), len(holds)))


def test_players_leave_it_in_two_ways(told: Told) -> None:
    """ED 8.3, 8.8."""
    resigned = {facts["player"] for facts in those(told, "resigned")}
    out = {facts["player"] for facts in those(told, "knocked-out")}
    assert resigned
    assert out - resigned


def test_turns_are_missed_and_players_meet(told: Told) -> None:
    assert {facts["player"] for facts in those(told, "nmr")} >= {1, 3}
    assert those(told, "contact")
    assert those(told, "halted")


def test_transports_land_troops_who_take_cities(states: list[State], told: Told) -> None:
    """ED 4.4, 6.8: they step from the water onto land, or into a city."""
    rows, names = states[0].map.rows, states[0].board.names
    wet = {name for name, at in names.items() if rows[at // len(rows[0])][at % len(rows[0])] == "."}
    towns = {city.at for city in states[0].cities.values()}
    landings = [it["path"] for it in those(told, "moved") if it["unit_kind"] in "AR" and it["path"][0] in wet]
    assert len(landings) > 10
    assert any(path[1] in towns for path in landings)


def test_a_ferry_goes_to_and_fro(states: list[State], told: Told) -> None:
    """ED 8.5: its queue begins again, and it takes units aboard in more than one mailing of that."""
    ferries = {
        (k, player, number)
        for k, state in enumerate(states)
        for player, units in state.units.items()
        for number, unit in units.items()
        if unit.kind == "T" and is_ferry(unit)
    }
    loads = {(k, facts["player"], facts["host"]) for k, kind, facts in told if kind == "boarded"} & ferries
    assert max(Counter((player, number) for _, player, number in loads).values()) > 1


def is_ferry(unit: Unit) -> bool:
    """Whether its queue loads and unloads, again and again."""
    codes = [part.code for part in map(part_of, unit.queue) if part]
    return {"L", "U", "M", "*"} <= {*codes}


def test_a_carrier_sails_with_fighters(states: list[State], told: Told) -> None:
    """ED 4.4, 4.7: they board it, are aboard at sea, and start from there."""
    decks = [
        (k, units[unit.aboard].at)
        for k, state in enumerate(states)
        for units in state.units.values()
        for unit in units.values()
        if unit.kind == "F" and unit.aboard and units[unit.aboard].kind == "K"
    ]
    assert len(decks) > 2
    starts = {(k, facts["path"][0]) for k, kind, facts in told if kind == "moved" and facts["unit_kind"] == "F"}
    assert starts & {(k + 1, at) for k, at in decks}


def test_an_airbase_is_founded_and_used(states: list[State], told: Told) -> None:
    """ED 8.9 U, 4.7: planes land on it, Bombers among them."""
    bases = {(facts["player"], facts["unit"]) for facts in those(told, "airbase")}
    guests = {
        kind_of(states, k, facts["player"], facts["unit"])
        for k, kind, facts in told
        if kind == "boarded" and (facts["player"], facts["host"]) in bases
    }
    assert guests == {"B", "F"}


def test_cities_of_several_players_are_bombed(told: Told) -> None:
    """ED 6.10: their efficiency falls."""
    bombed = those(told, "bombed")
    assert len({facts["by"] for facts in bombed}) > 1
    assert any(facts["efficiency"] < 100 for facts in bombed)


def test_units_have_names(told: Told) -> None:
    assert those(told, "named")


def test_slips_are_faults(over: GameTable) -> None:
    faults = [it.kind for k in range(1, over.folder.last + 1) for card in over.parsed(k).values() for it in card.faults]
    assert {*faults} == {"invalid", "illegal"}


def test_players_write_to_all_to_one_unsigned_and_to_themselves(over: GameTable) -> None:
    pieces = press.filed(over.folder)
    assert any(not it.to and not it.anonymous for it in pieces)
    assert any(it.to and not it.is_diary for it in pieces)
    assert any(it.anonymous for it in pieces)
    assert any(it.is_diary for it in pieces)


def test_it_is_not_large(over: GameTable) -> None:
    assert sum(path.stat().st_size for path in over.folder.path.rglob("*") if path.is_file()) < MOST_BYTES


@pytest.fixture(scope="module")
def running() -> GameTable:
    return lay_table(Folder(CONTENT.parent, "ED-2"))


def test_the_other_game_goes_round_the_world(running: GameTable) -> None:
    """ED 4.12: somebody has seen both of its edges."""
    state: State = running.state(running.folder.last)
    assert state.map.wrap
    assert any({row[0] for row in it.seen} & {row[-1] for row in it.seen} & {"#"} for it in state.players.values())


def test_its_cards_wait_some_with_slips(running: GameTable) -> None:
    folder = running.folder
    state = running.state(folder.last)
    faulty = {}
    for player in running.system.course.awaited(state):
        lines = read_card((folder.inbox / f"{player}.txt").read_bytes()).lines
        read = check(running.system, running.rules, state, player, lines)
        assert read.orders, "a card without a right order is refused, and the game would wait for it"
        faulty[player] = bool(read.faults)
    assert folder.facts.status == "running"
    assert {*faulty.values()} == {True, False}


def test_its_printouts_are_sealed(running: GameTable) -> None:
    assert (running.folder.private / "keys.json").exists()

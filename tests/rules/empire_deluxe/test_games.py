"""Laws over whole games of house players (ED 19, and what no position may be): one seed of each rule set here, five by

python -m tests.rules.empire_deluxe.test_games
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import heard_by_each
from pbm.engine import turn
from pbm.engine.turn import Played
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.kinds import table
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.variant import load
from tests.rules.empire_deluxe import HOMES, SYSTEM

MAILINGS = 40
GAMES: tuple[tuple[str, int, Mapping[str, str]], ...] = (
    ("basic", 3, {}),
    ("standard", 4, {"wrap": "on", "size": "46x34"}),
    ("advanced", 4, {"size": "46x34"}),
)


def played(
    variant: str, seats: int, options: Mapping[str, str], seed: str, mailings: int
) -> Iterator[tuple[State, Played]]:
    """The mailings of a game of house players, each with the position before it."""
    rules = load(variant, options)
    state = SYSTEM.start(rules, HOMES[:seats], Dice(seed.encode(), "G", 0))
    for number in range(1, mailings + 1):
        cards = {
            player: tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
            for player in SYSTEM.course.living(state)
            if (text := SYSTEM.house(SYSTEM.view(state, player, rules), rules, Dice(seed.encode(), "H", number)))
        }
        found = turn.play(SYSTEM, rules, state, cards, Dice(seed.encode(), "G", number))
        yield state, found
        state = found.state
        if state.ended:
            return


def check_position(variant: str, state: State) -> None:
    """ED 4.3, 4.2, 4.7, 4.11, 5.4: what holds in every position."""
    kinds, names = table(variant).kinds, state.board.names
    rows, width = state.map.rows, state.board.width
    towns = {city.at: city.owner for city in state.cities.values()}
    outside: Counter[str] = Counter()
    for player, units in state.units.items():
        room: Counter[int] = Counter()
        for number, unit in units.items():
            kind = kinds[unit.kind]
            sign = rows[names[unit.at] // width][names[unit.at] % width]
            assert 0 <= unit.damage < kind.hits
            assert 0 <= unit.fuel <= kind.range
            assert len([part for part in unit.queue if part != "*"]) <= 6
            assert number <= state.players[player].serial
            if unit.aboard:
                host = units[unit.aboard]
                assert host.at == unit.at
                assert unit.kind in kinds[host.kind].holds
                room[unit.aboard] += kind.size
                continue
            if unit.at in towns:
                assert towns[unit.at] == player
                assert not kind.range or unit.fuel == kind.range
            else:
                outside[unit.at] += 1
                assert sign != "." or kind.layer != "land"
                assert sign == "." or kind.layer != "sea"
                assert unit.kind != "R" or sign != "m"
        for carrier, used in room.items():
            assert used <= kinds[units[carrier].kind].capacity(units[carrier].damage)
    assert not [at for at, many in outside.items() if many > 1], "two units on a square"
    for viewer, knows in state.players.items():
        for key, icon in knows.icons.items():
            owner, _, unit_number = key.partition("#")
            real = state.units.get(int(owner), {}).get(int(unit_number))
            assert state.at - 3 < icon.turn <= state.at
            assert int(owner) != viewer
            assert icon.turn < state.at or real is not None or icon.at not in towns


def check_mailing(variant: str, before: State, found: Played) -> None:
    """ED 2.3, 5.3, 7.3: what holds between two positions."""
    after: State = found.state
    heard = heard_by_each(found.events, [*after.players])
    for player in after.players:
        built = {facts["unit"] for facts in heard[player].get("produced", ())}
        old, new = set(before.units.get(player, {})), set(after.units.get(player, {}))
        assert not built & old, "a number is used once"
        assert new - old <= set(range(before.players[player].serial + 1, after.players[player].serial + 1))
        seen, known = before.players[player].seen, after.players[player].seen
        if player in SYSTEM.course.living(after):
            assert all(
                b == "#" for x, y in zip(seen, known, strict=True) for a, b in zip(x, y, strict=True) if a == "#"
            )
        for facts in (facts for kind in heard[player].values() for facts in kind):
            assert facts.get("at", after.at) <= after.at
    assert 1 <= after.at - before.at <= 12
    words = SYSTEM.words.to_words(after)
    rules = load(variant, {})
    assert SYSTEM.words.from_words(words, rules) == after
    SYSTEM.words.check(after, tuple(after.players), rules)


def play_whole(
    variant: str, seats: int, options: Mapping[str, str], seed: str, mailings: int = MAILINGS
) -> tuple[Counter[str], Any]:
    """A game, with the laws held against each mailing; what happened how often, and the last position."""
    happened: Counter[str] = Counter()
    state = None
    for before, found in played(variant, seats, options, seed, mailings):
        faults = [fault for card in found.parsed.values() for fault in card.faults]
        assert not faults, faults[0]
        check_position(variant, found.state)
        check_mailing(variant, before, found)
        happened.update(event.kind for event in found.events)
        state = found.state
    return happened, state


@pytest.mark.parametrize(("variant", "seats", "options"), GAMES, ids=[row[0] for row in GAMES])
def test_whole_games_keep_the_laws(variant: str, seats: int, options: Mapping[str, str]) -> None:
    happened, state = play_whole(variant, seats, options, "one", 25)
    assert {"produced", "moved", "fight", "captured"} <= set(happened)
    assert state.at > 75


def test_six_of_them_end_a_game() -> None:
    """ED 19: by the share of cities, within 400 game turns."""
    *_, (_, last) = played("standard", 6, {"share": "66/2", "size": "60x60"}, "one", 110)
    assert last.state.ended
    assert last.state.at <= 400


def test_a_mailing_without_cards_goes_on() -> None:
    """ED 8.8, 9.1: PASS and no card at all come to the same, but for who is told to have sent none."""
    rules = load("standard", {})
    *_, (state, _) = played("standard", 2, {}, "pass", 12)
    passed = {player: (OrderLine(1, "PASS"),) for player in state.players}
    one = turn.play(SYSTEM, rules, state, passed, Dice(b"d", "G", 13))
    other = turn.play(SYSTEM, rules, state, {}, Dice(b"d", "G", 13))
    assert {player.missed for player in other.state.players.values()} == {1}
    assert one.state == replace(other.state, players=one.state.players)
    assert one.state.players == {p: replace(it, missed=0) for p, it in other.state.players.items()}
    assert [event for event in other.events if event.kind != "nmr"] == list(one.events)


def test_a_stand_in_plays_on_for_whoever_abdicated() -> None:
    """ED 8.8: nobody waits for that player's card, and their units act all the same."""
    rules = load("standard", {})
    state = SYSTEM.start(rules, HOMES[:2], Dice(b"away", "G", 0))
    gone = turn.play(SYSTEM, rules, state, {1: (OrderLine(1, "@ ABDICATE!"),)}, Dice(b"d", "G", 1)).state
    assert SYSTEM.course.awaited(gone) == (2,)
    assert SYSTEM.course.living(gone) == (1, 2)
    for number in range(2, 8):
        found = turn.play(SYSTEM, rules, gone, {}, Dice(b"d", "G", number))
        gone = found.state
        assert not [event for event in found.events if event.kind == "nmr" and event.facts["player"] == 1]
    assert len(gone.units.get(1, ())) + sum(city.owner == 1 for city in gone.cities.values()) > 4
    assert len(gone.players[1].first) > 2, "the house said what new units begin with"


def report() -> None:
    """Five seeds of each rule set, and five games of six."""
    for variant, seats, options in GAMES:
        for name in ("one", "two", "three", "four", "five"):
            found, end = play_whole(variant, seats, options, name)
            cities = dict(sorted(Counter(city.owner for city in end.cities.values()).items()))
            print(f"{variant} {name}: turn {end.at}, ended {end.ended}, cities {cities}, {dict(found)}")
    for name in ("one", "two", "three", "four", "five"):
        *_, (_, last) = played("standard", 6, {"share": "66/2", "size": "60x60"}, name, 110)
        print(f"six {name}: ended {last.state.ended} in turn {last.state.at}, winner {last.state.winner}")


if __name__ == "__main__":
    report()

"""Random cards of all 28 countries, turn after turn: what holds whatever anybody orders (GE HR-52)."""

from collections import Counter
from functools import cache
from typing import Any

import msgspec
import pytest

from pbm.core.dice import Dice
from pbm.engine.turn import Played, play
from pbm.rules.gunboat_empires.resolve.campaign import COLUMNS
from pbm.rules.gunboat_empires.state import State, from_words, state_words
from pbm.rules.gunboat_empires.tables import PLAYERS, tables
from pbm.rules.gunboat_empires.view import view
from tests.games import lines
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM
from tests.rules.gunboat_empires.cards import Writer

TURNS = 6
Card = dict[int, Any]
Turn = tuple[State, Card, Played]


def rich(state: State) -> State:
    """A position in which much is possible: some technologies, stocks, units of every kind, seas under control."""
    table, regions, countries = tables(), dict(state.regions), dict(state.countries)
    known = tuple(table.technologies)
    for number in range(1, PLAYERS + 1):
        country = countries[number]
        kinds = ("S1", "S2", "DN", "CV", "ES", "BB")
        port = regions[country.port]
        regions[country.port] = msgspec.structs.replace(port, units={**port.units, **dict.fromkeys(kinds, 3), "LI": 4})
        capital = regions[country.capital]
        more = {"HI": 4, "MI": 3, "PZ": 3, "TK": 2, "BM": 3, "FT": 3, "BI": 2, "JB": 1}
        regions[country.capital] = msgspec.structs.replace(capital, units={**capital.units, **more})
        for code in sorted(table.regions[country.port].near):
            if not table.regions[code].is_land and not regions[code].owner:
                regions[code] = msgspec.structs.replace(regions[code], owner=number, units={"BB": 2, "LI": 2, "FT": 1})
        countries[number] = msgspec.structs.replace(
            country,
            technologies=known[: number * 5 % 35],
            levels={**country.levels, "BTE": number * 30 % 999, "NAV": 200 + number * 11},
            stocks=dict.fromkeys(country.stocks, 20000),
        )
    return msgspec.structs.replace(state, regions=regions, countries=countries)


@cache
def game(seed: bytes) -> tuple[Turn, ...]:
    """Some turns of random cards."""
    state: State = rich(SYSTEM.start(RULES, SEATS, Dice(seed, "GAME", 0)))
    found = []
    for _ in range(TURNS):
        cards = {n: lines(Writer(view(state, n, RULES), seed, str(n)).card()) for n in range(1, PLAYERS + 1)}
        played = play(SYSTEM, RULES, state, cards, Dice(seed, "GAME", state.turn + 1))
        found.append((state, cards, played))
        state = played.state
    return tuple(found)


SEEDS = (b"one", b"two")
ALL = [pytest.param(seed, at, id=f"{seed.decode()}-{at}") for seed in SEEDS for at in range(TURNS)]


@pytest.mark.parametrize(("seed", "at"), ALL)
def test_what_no_turn_may_break(seed: bytes, at: int) -> None:
    before, _, played = game(seed)[at]
    after: State = played.state
    SYSTEM.words.check(after, after.seats, RULES)
    for country in after.countries.values():
        assert all(number >= 0 for number in country.stocks.values())
        assert country.sealift >= 0
    for code, region in after.regions.items():
        assert sum(region.facilities.values()) <= region.pop == before.regions[code].pop
        assert not region.units or region.owner
        is_land = tables().regions[code].is_land
        assert is_land or not region.facilities
    for number, country in after.countries.items():
        assert all(points >= before.countries[number].levels.get(level, 0) for level, points in country.levels.items())
        assert {*before.countries[number].technologies} <= {*country.technologies}


@pytest.mark.parametrize(("seed", "at"), ALL)
def test_the_account_of_every_good_adds_up(seed: bytes, at: int) -> None:
    """GE 24, 22.4: and what the reader took is what the resolver did, to the last Gold."""
    before, _, played = game(seed)[at]
    accounts: Counter[tuple[int, str]] = Counter()
    for event in played.events:
        if event.kind != "account":
            continue
        player, facts = next(iter(event.seen_by)), event.facts
        assert isinstance(player, int)
        assert sum(facts[column] for column in COLUMNS) == facts["end"]
        assert facts["start"] == before.countries[player].stocks.get(facts["goods"], 0)
        assert facts["end"] == played.state.countries[player].stocks.get(facts["goods"], 0)
        accounts[player, facts["goods"]] += 1
    assert set(accounts.values()) == {1}
    assert len(accounts) == PLAYERS * 8


@pytest.mark.parametrize(("seed", "at"), ALL)
def test_the_resolver_does_to_the_last_gold_what_the_reader_took(seed: bytes, at: int) -> None:
    """GE HR-52: no order of the economy that was taken is cut further on the day."""
    _, _, played = game(seed)[at]
    for player, parsed in played.parsed.items():
        told = [event for event in played.events if event.seen_by == (player,)]
        orders = [*(order for order in parsed.orders if not order.slot), *parsed.standing]
        for code, kind in (("S", "sold"), ("P", "bought"), ("I", "improved"), ("BU", "built")):
            wanted = Counter[str]()
            for order in orders:
                if order.code in (code, "BF" if code == "BU" else code):
                    what = next(order.operands[name] for name in ("g", "l", "u", "f") if name in order.operands)
                    wanted[what] += order.operands["n"]
            done = Counter[str]()
            for event in told:
                if event.kind == kind:
                    what = next(event.facts[name] for name in ("goods", "level", "what") if name in event.facts)
                    done[what] += event.facts["number"]
            assert done == wanted, (player, kind)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_players_makes_no_difference_and_a_turn_is_played_alike(seed: bytes) -> None:
    state, cards, played = game(seed)[-1]
    again = play(SYSTEM, RULES, state, dict(reversed(cards.items())), Dice(seed, "GAME", state.turn + 1))
    assert again.state == played.state
    assert again.events == played.events


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_survives_the_way_to_words_and_back(seed: bytes) -> None:
    for _, _, played in game(seed):
        words = msgspec.json.decode(msgspec.json.encode(state_words(played.state)))
        assert from_words(words) == played.state


def test_random_turns_have_something_of_everything() -> None:
    """What these laws are worth: every kind of event but the rare ones happens in them."""
    kinds = {event.kind for seed in SEEDS for _, _, played in game(seed) for event in played.events}
    wanted = {
        "account", "attrition", "battle", "bought", "built", "captured", "cut", "developed", "exported", "imported",
        "improved", "market", "moved", "order-failed", "price", "rank", "ranked", "salvaged", "scout-seen", "scouted",
        "sold",
    }  # fmt: skip
    assert wanted <= kinds

"""A game of 28 house players over 35 turns: what it must have to be worth looking at.

One seed here; `python -m tests.rules.gunboat_empires.test_house` plays five, and prints what each came to.
"""

from collections import Counter
from functools import cache
from typing import Any

import msgspec

from pbm.core.dice import Dice
from pbm.engine.turn import Played, play
from pbm.rules.gunboat_empires.house.war import ABOUT, General
from pbm.rules.gunboat_empires.tables import PLAYERS, tables
from tests.games import lines, table
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM

ORDERS = "S P X BU BF R I RD NA SA IN RN RS NR NM GA GAB AT GR GM"
"""Every order but salvage, and those of set-up."""
EMPTY = 3


class Told(msgspec.Struct):
    """What a game came to. empty: the most turns in a row in which a stock of a country was empty."""

    faults: list[tuple[int, int, str]]
    orders: Counter[str]
    won: Counter[str]
    technologies: set[str]
    prices: tuple[int, int]
    empty: int
    turns: int


@cache
def game(seed: bytes) -> Told:
    """A whole game."""
    state: Any = SYSTEM.start(RULES, SEATS, Dice(seed, "GAME", 0))
    told = Told([], Counter(), Counter(), set(), (2000, 0), 0, 0)
    empty: Counter[tuple[int, str]] = Counter()
    while not SYSTEM.course.over(state):
        dice = Dice(seed, "house", state.turn + 1)
        views = {p: SYSTEM.view(state, p, RULES) for p in SYSTEM.course.awaited(state)}
        cards = {p: lines(SYSTEM.house(view, RULES, dice)) for p, view in views.items()}
        played = play(SYSTEM, RULES, state, cards, Dice(seed, "GAME", state.turn + 1))
        _look(told, played)
        state = played.state
        for p in views:
            for goods, number in state.countries[p].stocks.items():
                empty[p, goods] = 0 if number else empty[p, goods] + 1
        told.empty = max(told.empty, *empty.values())
        told.prices = min(told.prices[0], *state.prices.values()), max(told.prices[1], *state.prices.values())
        told.turns = state.turn
    return told


def _look(told: Told, played: Played) -> None:
    for player, parsed in played.parsed.items():
        told.faults += [(played.state.turn, player, fault.message) for fault in parsed.faults]
        told.orders.update(order.code for order in parsed.orders)
    for event in played.events:
        if event.kind == "captured":
            before, is_land = event.facts["from"], tables().regions[event.facts["region"]].is_land
            whose = "free" if not before else "player" if before <= PLAYERS else "neutral"
            told.won[f"{whose} {'land' if is_land else 'sea'}"] += 1
        elif event.kind == "developed":
            told.technologies.add(event.facts["technology"])


def test_whole_games_are_played_without_a_fault_and_use_everything() -> None:
    """GE 2.4, 3 to 14."""
    told = game(b"soak 1")
    assert told.faults == []
    assert told.turns == tables().params["turns"]
    assert {*ORDERS.split()} <= told.orders.keys()
    assert told.technologies == {*tables().technologies}
    assert told.won["player land"] >= 10
    assert told.won["neutral land"] >= 30
    assert told.empty < EMPTY
    assert tables().bounds[0] <= told.prices[0]
    assert told.prices[1] <= tables().bounds[1]


def test_none_is_attacked_for_its_code() -> None:
    """Of neighbours that are alike each comes first now and then: at the beginning all powers are about as large."""
    state = SYSTEM.start(RULES, SEATS, Dice(b"", "GAME", 0))
    tried = 0
    for player in range(1, PLAYERS + 1):
        view = SYSTEM.view(state, player, RULES)
        for code in view.regions:
            for by_land in (True, False):
                orders = [
                    General(view, view.me, Dice(b"%d" % n, "house", 1)).foes(code, by_land=by_land) for n in range(60)
                ]
                alike = {(rank_of(view, there), view.owners.get(there, 0) == 0) for there in orders[0]}
                if len(orders[0]) > 1 and len(alike) == 1:
                    assert {order[0] for order in orders} == {*orders[0]}, code
                    tried += 1
    assert tried > 20


def rank_of(view: Any, code: str) -> int:
    """Which are told apart: free, neutral, and players' regions by the size of their owner."""
    owner = view.owners.get(code, 0)
    return 0 if not owner else -1 if owner > PLAYERS else Counter(view.owners.values())[owner] // ABOUT


def test_games_of_two_seeds_go_differently() -> None:
    """Whoever grows large does so in one game, not in each."""
    leaders = set()
    for seed in (b"soak 1", b"soak 2", b"soak 3"):
        *_, (_, _, played) = table("gunboat-empires", PLAYERS).game(seed, 14)
        held = Counter(region.owner for region in played.state.regions.values() if 0 < region.owner <= PLAYERS)
        leaders.add(tuple(sorted(held, key=lambda player: (-held[player], player))[:3]))
    assert len(leaders) == 3


if __name__ == "__main__":
    for number in range(1, 6):
        told = game(b"soak %d" % number)
        missing = {*ORDERS.split()} - told.orders.keys(), {*tables().technologies} - told.technologies
        print(f"{told.turns} turns, {len(told.faults)} faults, missing {missing}, empty {told.empty}, {told.prices}")
        print(dict(told.won), dict(told.orders))

"""A game of 28 house players over 35 turns: what it must have to be worth looking at.

One seed here; `python -m tests.rules.gunboat_empires.test_house` plays five, and prints what each came to.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import Any

import msgspec
from msgspec.structs import replace

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


def test_none_is_attacked_for_its_code_or_for_a_region_less() -> None:
    """Of neighbours of one kind each comes first now and then: at the beginning powers have 18 or 19 regions."""
    state = SYSTEM.start(RULES, SEATS, Dice(b"", "GAME", 0))
    assert {len(held_by(state, player)) for player in range(1, PLAYERS + 1)} == {18, 19}
    tried = 0
    for view in (SYSTEM.view(state, player, RULES) for player in range(1, PLAYERS + 1)):
        generals = [General(view, view.me, Dice(b"%d" % number, "house", 1)) for number in range(60)]
        for code, by_land in product(view.regions, (True, False)):
            orders = [general.foes(code, by_land=by_land) for general in generals]
            owners = [view.owners.get(there, 0) for there in orders[0]]
            if len(owners) > 1 and len({(owner > 0) + (owner > PLAYERS) for owner in owners}) == 1:
                assert {order[0] for order in orders} == {*orders[0]}, code
                tried += 1
    assert tried > 200


def test_who_is_much_smaller_is_attacked_first() -> None:
    """A power with ABOUT regions fewer than another comes before it whatever the dice are."""
    state = SYSTEM.start(RULES, SEATS, Dice(b"", "GAME", 0))
    kept = dict(state.regions)
    small, tried = 5, 0
    for code in sorted(held_by(state, small))[:ABOUT]:
        kept[code] = replace(kept[code], owner=0)
    state = replace(state, regions=kept)
    for view in (SYSTEM.view(state, player, RULES) for player in range(1, PLAYERS + 1) if player != small):
        generals = [General(view, view.me, Dice(b"%d" % number, "house", 1)) for number in range(60)]
        for code in view.regions:
            for order in [general.foes(code, by_land=True) for general in generals]:
                powers = [owner for owner in (view.owners.get(there, 0) for there in order) if 0 < owner <= PLAYERS]
                if small in powers and len({*powers}) > 1:
                    assert powers[0] == small
                    tried += 1
    assert tried > 60


def held_by(state: Any, player: int) -> list[str]:
    """The regions of a country."""
    return [code for code, region in state.regions.items() if region.owner == player]


def test_games_of_two_seeds_go_differently() -> None:
    """Whoever grows large does so in one game, not in each."""
    leaders = set()
    for seed in (b"soak 1", b"soak 2", b"soak 3"):
        *_, (_, _, played) = table("gunboat-empires", PLAYERS).game(seed, 14)
        leaders.add(tuple(sorted(range(1, PLAYERS + 1), key=lambda p: -len(held_by(played.state, p)))[:3]))
    assert len(leaders) == 3


if __name__ == "__main__":
    for number in range(1, 6):
        told = game(b"soak %d" % number)
        missing = {*ORDERS.split()} - told.orders.keys(), {*tables().technologies} - told.technologies
        print(f"{told.turns} turns, {len(told.faults)} faults, missing {missing}, empty {told.empty}, {told.prices}")
        print(dict(told.won), dict(told.orders))

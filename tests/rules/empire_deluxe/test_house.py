"""Where a house player founds an Airbase, and that its Bombers come to it (ED 8.9, 19)."""

from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine import turn
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.setup import lay
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.variant import load
from tests.rules.empire_deluxe import HOMES, SYSTEM

RULES = load("advanced", {"pace": "4", "contact": "off", "luck": "none"})
COAST = "*" + "+" * 22 + "*"
PLAIN = ["+" * 24, COAST, "+" * 24]
NECK = ["." * 24, COAST, "." * 24]


def position(rows: list[str], own: dict[str, Any], foes: dict[str, Any] | None = None) -> State:
    """Player 1 has a city at A2, player 2 one at X2, 23 squares to the east, on land that player 1 knows."""
    start = SYSTEM.start(RULES, HOMES[:2], Dice(b"", "G", 0))
    given = {
        "map": {"rows": rows},
        "cities": {"AAA": {"at": "A2", "owner": 1, "product": "A"}, "BBB": {"at": "X2", "owner": 2, "product": "A"}},
        "units": {"1": own, "2": foes or {}},
        "players": {"1": {"alive": True, "seen": "all", "known": {"BBB": 2}}, "2": {"alive": True}},
    }
    return lay(start, given, RULES)


def card(state: State) -> str:
    return SYSTEM.house(SYSTEM.view(state, 1, RULES), RULES, Dice(b"", "H", 1))


def orders(state: State) -> dict[int, list[str]]:
    """The orders of player 1's units, as the house gives them."""
    lines = tuple(OrderLine(k, line) for k, line in enumerate(card(state).split("\n"), 1))
    parsed = SYSTEM.parse(lines, SYSTEM.view(state, 1, RULES), RULES)
    assert not parsed.faults
    return {
        int(order.place[1:]): [part["text"] for part in order.operands["q"]]
        for order in parsed.orders
        if order.code == "M"
    }


BOMBER = {"kind": "B", "at": "A2"}
FOOT = {"kind": "A", "at": "P2", "queue": ["H"]}


def test_infantry_before_a_city_that_bombers_do_not_reach_becomes_an_airbase() -> None:
    assert orders(position(PLAIN, {"1": BOMBER, "2": FOOT}))[2] == ["U"]


@pytest.mark.parametrize(
    ("rows", "own", "foes"),
    [
        (PLAIN, {"2": FOOT}, {}),
        (PLAIN, {"1": BOMBER, "2": {**FOOT, "at": "K2"}}, {}),
        (PLAIN, {"1": BOMBER, "2": FOOT, "3": {"kind": "X", "at": "O1"}}, {}),
        (PLAIN, {"1": BOMBER, "2": FOOT}, {"1": {"kind": "A", "at": "Q2"}}),
        (PLAIN, {"1": BOMBER, "2": {**FOOT, "at": "R2"}}, {}),
        (NECK, {"1": BOMBER, "2": FOOT}, {}),
    ],
    ids=["no Bombers", "too far from the city", "a base that reaches it", "an enemy near", "too far to fly", "a neck"],
)
def test_elsewhere_it_does_not(rows: list[str], own: dict[str, Any], foes: dict[str, Any]) -> None:
    assert orders(position(rows, own, foes)).get(2) != ["U"]


def test_of_several_the_one_with_cover_is_taken() -> None:
    """ED 6.6a: in forest an Airbase defends itself better; nearness counts after that."""
    rows = ["+" * 24, COAST, "+" * 14 + "f" + "+" * 9]
    found = orders(position(rows, {"1": BOMBER, "2": FOOT, "3": {**FOOT, "at": "O3"}}))
    assert [number for number, parts in found.items() if parts == ["U"]] == [3]


def test_a_bomber_comes_to_it_and_bombs() -> None:
    """ED 4.7, 6.10: no plane is lost on the way, and in the end the city is bombed from there."""
    state, happened = position(PLAIN, {"1": BOMBER, "2": FOOT}), []
    for number in range(1, 6):
        lines = {1: tuple(OrderLine(k, line) for k, line in enumerate(card(state).split("\n"), 1))}
        found = turn.play(SYSTEM, RULES, state, lines, Dice(b"", "G", number))
        state = found.state
        happened += [(event.kind, event.facts.get("unit")) for event in found.events if event.facts.get("player") == 1]
        happened += [("bombed", 0) for event in found.events if event.kind == "bombed"]
    kinds = [kind for kind, _ in happened]
    assert ("airbase", 2) in happened
    assert ("boarded", 1) in happened
    assert "bombed" in kinds
    assert not {"crashed", "short-of-fuel"} & {*kinds}


def test_a_bomber_in_the_air_without_orders_goes_home() -> None:
    assert orders(position(PLAIN, {"1": {"kind": "B", "at": "E2", "fuel": 8}}))[1] == ["R"]


def test_one_fighter_scouts_and_the_others_wait() -> None:
    rows = [*PLAIN, "+" * 24]
    state = position(rows, {str(n): {"kind": "F", "at": "A2"} for n in (1, 2, 3)})
    given = {"players": {"1": {"seen": ["#" * 24] * 3 + ["-" * 24]}}}
    found = orders(lay(state, given, RULES))
    assert [found[number] for number in (1, 2, 3)] == [["E", "R", "*"], ["S"], ["S"]]


def test_a_ferry_that_goes_to_and_fro_is_left_alone() -> None:
    """ED 8.8: as whoever abdicated left it; one that goes once is sent to where something is to be taken."""
    rows = ["." * 24, "*+" + "." * 20 + "+*", "." * 24]
    idle = {str(n): {"kind": "A", "at": "A2"} for n in (2, 3)}
    once = {"kind": "T", "at": "A2", "queue": ["L", "MC2", "UB2"]}
    assert 1 in orders(position(rows, {"1": once, **idle}))
    assert 1 not in orders(position(rows, {"1": {**once, "queue": [*once["queue"], "*"]}, **idle}))

"""A house player of Naval Warfare writes a card whatever is left to it (NW 4, 11.3)."""

import re
from itertools import combinations

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.house.council import SPANS, is_due
from tests.games import games, table

NAME = "naval-warfare"


def test_it_builds_nothing_once_all_numbers_of_ships_are_used_up() -> None:
    """A trial of `level` came to it: a number that is gone is not given again (NW 4)."""
    board, built = table(NAME), re.compile(r"\bBU?[0-9]+=")
    before = after = 0
    for _, state, _, _ in games(NAME, 10, b"all numbers"):
        for p in board.system.course.awaited(state):
            view = board.system.view(state, p, board.rules)
            if view.me is None:
                continue
            rich = replace(view, me=replace(view.me, supers=1))
            late = replace(rich, me=replace(rich.me, gone=[k for k in range(1, 100) if k not in view.ships]))
            cards = [board.system.house(it, board.rules, Dice(b"all", "house", state.turn + 1)) for it in (rich, late)]
            before += len(built.findall(cards[0]))
            after += len(built.findall(cards[1]))
    assert before > 20
    assert after == 0


def test_of_equal_countries_each_is_chosen_now_and_then() -> None:
    """Whom it fights, shuts out or hunts: the nearest or weakest, and of equal ones any."""
    board = table(NAME)
    _, state, _, _ = games(NAME, 10, b"all numbers")[0]
    view = board.system.view(state, 1, board.rules)
    assert view.me is not None
    cabinets = [Cabinet(view, view.me, Dice(b"%d" % n, "house", 1)) for n in range(60)]
    assert {it.least([(4, 2), (3, 7), (3, 5), (3, 6)], "prey") for it in cabinets} == {5, 6, 7}
    assert {min(("BRA", "AMS", "CAD"), key=it.luck) for it in cabinets} == {"AMS", "BRA", "CAD"}


@pytest.mark.parametrize("seats", [2, 3, 5, 8, 12, 19, 20])
@pytest.mark.parametrize("what", sorted(SPANS))
def test_each_country_meets_as_many_as_any_other(seats: int, what: str) -> None:
    """A trial of `level` came to it: in the founding week number 20 signed with all nineteen others, number 2 with
    none, and so number 20 went out in 3 games of a hundred, and number 2 had a third less experience than number 4.
    """
    board = table(NAME)
    _, state, _, _ = games(NAME, 10, b"all numbers")[0]
    view = board.system.view(state, 1, board.rules)
    one = replace(next(iter(view.countries.values())), war=(), allies=(), peace=(), trade=(), out=False)
    view = replace(view, countries=dict.fromkeys(range(1, seats + 1), one))
    weeks = max(SPANS[what], seats)
    weekly = [replace(view, turn=turn) for turn in range(weeks)]
    often = [[pair for pair in combinations(view.countries, 2) if is_due(it, *pair, what)] for it in weekly]
    each = max(1, seats // SPANS[what])
    assert sorted(pair for week in often for pair in week) == sorted([*combinations(view.countries, 2)] * each)
    for now, week in zip(weekly, often, strict=True):
        met = [sum(p in pair for pair in week) for p in view.countries]
        assert max(met) <= each
        assert min(met) >= each - 1 or weeks > seats
        assert all(is_due(now, q, p, what) for p, q in week), "the other comes to the same"

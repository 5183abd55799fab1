"""A house player of Naval Warfare writes a card whatever is left to it (NW 4, 11.3)."""

import re

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.rules.naval_warfare.house.cabinet import Cabinet
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

"""BP 19A: whom a house player of a world game lists as good it never lists as bad, or the two weigh each other out."""

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.engine.turn import play
from pbm.rules import system
from tests.rules.battle_plan.games import lines

BATTLE_PLAN = system("battle-plan")
RULES = BATTLE_PLAN.setup.load("real-forces", {})
SEATS = tuple(Seat(n, home) for n, home in enumerate(("EGB", "EWG", "EFR", "EIT"), 1))


@pytest.mark.parametrize("seed", [b"one", b"two", b"three"])
def test_nobody_stands_on_both_lists_of_a_house_player(seed: bytes) -> None:
    state, listed = BATTLE_PLAN.start(RULES, SEATS, Dice(b"start", "T", 0)), 0
    for _ in range(12):
        dice = Dice(seed, "house", state.turn + 1)
        cards = {
            p: lines(BATTLE_PLAN.house(BATTLE_PLAN.view(state, p, RULES), RULES, dice))
            for p in BATTLE_PLAN.course.awaited(state)
        }
        state = play(BATTLE_PLAN, RULES, state, cards, Dice(seed, "WW-1", state.turn + 1)).state
        for player in state.players.values():
            assert not ({*player.good} & {*player.bad}) - {0}
            listed += any(player.good) + any(player.bad)
    assert listed

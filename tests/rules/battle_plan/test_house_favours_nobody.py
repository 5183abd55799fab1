"""Of countries that are as weak a house player attacks any, not the one whose code comes first (BP 3)."""

from pbm.core.dice import Dice
from pbm.rules.battle_plan.house import Hand
from tests.games import games, table

NAME = "battle-plan"


def test_of_equal_countries_each_is_the_first_target_now_and_then() -> None:
    board, tried = table(NAME), 0
    for _, state, _, _ in games(NAME, 6, b"favours"):
        for p in board.system.course.awaited(state):
            view = board.system.view(state, p, board.rules)
            hands = [Hand(view, board.rules, Dice(b"%d" % n, "house", state.turn + 1)) for n in range(60)]
            free = [c for c in hands[0].near if not view.owners[c] and c not in hands[0].minors]
            least = min((hands[0].expected(c) for c in free), default=0)
            alike = {c for c in free if hands[0].expected(c) == least}
            if len(alike) > 1:
                assert {hand.targets(0)[0] for hand in hands} == alike
                tried += 1
    assert tried > 10

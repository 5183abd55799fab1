"""The end of a game that the moderator's correction brought (7.3)."""

from msgspec.structs import replace

from pbm.rules import system
from pbm.rules.trust_a_thief.state import State
from pbm.system import Seat

THIEF = system("trust-a-thief")
RULES = THIEF.load(THIEF.variants[0], {})
HOMES = THIEF.homes(RULES)


def left(*alive: int) -> State:
    """A game of three in which only these are left."""
    state: State = THIEF.start(RULES, tuple(Seat(n, home) for n, home in enumerate(HOMES[:3], 1)))
    return replace(state, nations={p: replace(n, alive=p in alive) for p, n in state.nations.items()})


def test_the_last_nation_has_won() -> None:
    (told,) = THIEF.ending(left(2), RULES)
    assert (told.kind, told.seen_by) == ("game-over", "all")
    assert (told.facts["winner"], told.facts["reason"]) == (2, "last-nation")
    assert [row[0] for row in told.facts["ranking"]] == [2]


def test_with_nobody_left_nobody_has_won() -> None:
    (told,) = THIEF.ending(left(), RULES)
    assert told.facts == {"winner": 0, "reason": "nobody", "ranking": []}


def test_of_several_none_has_won_yet() -> None:
    assert THIEF.ending(left(1, 3), RULES) == ()

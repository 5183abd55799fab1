"""The end of a game that the moderator's correction brought (TT 7.3)."""

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.engine.turn import play
from pbm.rules import system
from pbm.rules.trust_a_thief.state import State

THIEF = system("trust-a-thief")
RULES = THIEF.setup.load(THIEF.variants[0], {})
HOMES = THIEF.setup.homes(RULES)


def left(*alive: int) -> State:
    """A game of three in which only these are left."""
    state: State = THIEF.start(
        RULES, tuple(Seat(n, home) for n, home in enumerate(HOMES[:3], 1)), Dice(bytes(16), "TT-1", 0)
    )
    return replace(state, nations={p: replace(n, alive=p in alive) for p, n in state.nations.items()})


def test_the_last_nation_has_won() -> None:
    (told,) = THIEF.course.ending(left(2), RULES)
    assert (told.kind, told.seen_by) == ("game-over", "all")
    assert (told.facts["winner"], told.facts["reason"]) == (2, "last-nation")
    assert [row[0] for row in told.facts["ranking"]] == [2]


def test_with_nobody_left_nobody_has_won() -> None:
    (told,) = THIEF.course.ending(left(), RULES)
    assert told.facts == {"winner": 0, "reason": "nobody", "ranking": []}


def test_of_several_none_has_won_yet() -> None:
    assert THIEF.course.ending(left(1, 3), RULES) == ()


def test_the_ranking_is_by_provinces_then_tax_then_gold() -> None:
    rules = THIEF.setup.load("sample", {"last": "8"})
    seats = tuple(Seat(n, home) for n, home in enumerate(("ALD", "ELM", "PEN", "TOR"), 1))
    gold = {str(p): {"gold": n} for p, n in ((1, 20), (2, 1), (3, 30), (4, 90))}
    owned = {"FEN": {"owner": 1}, "DUN": {"owner": 2, "structure": "town"}, "KEL": {"owner": 3}}
    state = THIEF.words.lay(
        THIEF.start(rules, seats, Dice(bytes(16), "TT-1", 0)), {"turn": 7, "nations": gold, "provinces": owned}, rules
    )
    turn = play(THIEF, rules, state, dict.fromkeys((1, 2, 3, 4), ()), Dice(bytes(16), "TT-1", 8))
    (facts,) = (event.facts for event in turn.events if event.kind == "game-over")
    assert facts["ranking"] == [[2, 2, 5, 4], [3, 2, 4, 32], [1, 2, 4, 22], [4, 1, 3, 91]]


def test_a_game_that_ended_by_rule_is_over_whoever_is_left() -> None:
    """TT 7.3: with nobody left it is over too."""
    assert THIEF.course.over(replace(left(1, 2, 3), ended=True))
    assert not THIEF.course.over(left(1, 3))
    assert THIEF.course.over(left())

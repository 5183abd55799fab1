"""How the end of a game is told to the world and to each player (BP 1A, 22D, 23D, 24B, HR-56)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.printout import Printout
from pbm.engine.system import Seat, Sheet
from pbm.rules import system

BATTLE_PLAN = system("battle-plan")
SEATS = (Seat(1, "ESW"), Seat(2, "ENO"), Seat(3, "EDE"))
POINTS = {"1": 3, "2": 1, "3": 0}


def read(variant: str, viewer: int, gone: tuple[int, ...] = (), turn: int = 9, **facts: Any) -> Printout:
    rules = BATTLE_PLAN.setup.load(variant, {})
    seats = tuple(Seat(n, home) for n, home in enumerate(("EGB", "EWG", "EFR"), 1)) if variant == "1939" else SEATS
    state = replace(BATTLE_PLAN.start(rules, seats, Dice(b"start", "T", 0)), turn=turn)
    events = [*(Event("eliminated", "all", {"player": p}) for p in gone), Event("game-over", "all", facts)]
    heard = heard_by_each(events, [viewer])[viewer]
    view = BATTLE_PLAN.view(state, viewer, rules)
    return BATTLE_PLAN.printout(view, heard, None, rules, Sheet("WW-1", "A test", seats, drawer={}))


@pytest.mark.parametrize(
    ("variant", "facts", "told"),
    [
        ("equal-forces", {"winner": 1}, {"Sweden rules: the game is over", "It is done: Sweden stands alone"}),
        (
            "cold-war",
            {"winner": 1, "winners": [1], "survivors": [2], "points": POINTS},
            {"The game is over; the day belongs to Sweden", "The last card is played: Sweden"},
        ),
        (
            "cold-war",
            {"winner": 0, "winners": [1, 2], "survivors": [], "points": POINTS},
            {"The game is over; the day belongs to Sweden and Norway", "A win for each: Sweden and Norway"},
        ),
        (
            "real-forces",
            {"winner": 0, "winners": [], "survivors": [1, 2], "points": POINTS},
            {"Peace among all who are left, and no winner", "The last treaty is signed, and nobody has won"},
        ),
        (
            "equal-forces",
            {"winner": 0},
            {"The last flags come down together", "Nobody is left: the game is a draw"},
        ),
    ],
)
def test_the_headline_says_who_won_and_no_more(variant: str, facts: dict[str, Any], told: set[str]) -> None:
    gone = () if facts["winner"] or "winners" in facts else (1, 2)
    assert told <= {read(variant, 0, gone, turn, **facts).headline for turn in range(1, 9)}


@pytest.mark.parametrize(
    ("viewer", "lead", "rest"),
    [
        (1, "The game is over; the winner is [1] Sweden.", "You are a winner: 3 rating points."),
        (2, "The game is over; the winner is [1] Sweden.", "You are a survivor: 1 rating point."),
        (3, "The game is over; the winner is [1] Sweden.", ""),
    ],
)
def test_each_player_reads_what_he_has_of_it(viewer: int, lead: str, rest: str) -> None:
    """BP 22D."""
    printout = read("real-forces", viewer, winner=1, winners=[1], survivors=[2], points={"1": 3, "2": 1})
    item = next(item for item in printout.changes if item.label == "The end")
    assert (item.lead, item.rest, item.rule) == (lead, rest, "22D")


def test_a_survivor_where_nobody_has_won_reads_of_his_point() -> None:
    facts: dict[str, Any] = {"winner": 0, "winners": [], "survivors": [1, 2], "points": {"1": 1, "2": 1}}
    item = next(item for item in read("real-forces", 2, **facts).changes if item.label == "The end")
    assert item.lead.startswith("The game is over: all who are left are allies")
    assert item.rest == "You are a survivor: 1 rating point."
    page = textprint.render(read("real-forces", 0, **facts))
    assert "Survivor: [1] Sweden 1 rating point." in page


def test_points_alone_are_told_where_a_variant_counts_them() -> None:
    """BP 23D: who has lost all his countries may have points."""
    facts: dict[str, Any] = {"winner": 1, "winners": [1], "survivors": [2], "points": {"1": 80, "2": 30, "3": 10}}
    item = next(item for item in read("1939", 3, **facts).changes if item.label == "The end")
    assert (item.rest, item.rule) == ("You have 10 points.", "23D")


def test_a_draw_is_named_with_those_who_share_it() -> None:
    """BP HR-56."""
    page = textprint.render(read("equal-forces", 0, (2, 3), winner=0))
    assert "The end: [2] Norway and [3] Denmark is left: a draw." not in page
    assert "The end: Draw of [2] Norway and [3] Denmark: nobody is left." in page
    item = next(item for item in read("equal-forces", 2, (2, 3), winner=0).changes if item.label == "The end")
    assert item.lead == "The game is over: nobody is left. It is a draw of [2] Norway and [3] Denmark."
    assert item.rule == "HR-56"

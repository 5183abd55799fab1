"""Printouts of Battle Plan made by hand (BP 14; spec 17): where one wording ends and the next begins."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.printout import Lines
from pbm.engine.system import Seat, Sheet
from pbm.rules import system
from pbm.rules.battle_plan.state import Suppressed
from tests.rules.battle_plan.printouts import battle, event, group, made, position, section
from tests.rules.battle_plan.test_printout_changes import came_of

SYSTEM = system("battle-plan")


def mood(space: str, before: int, after: int) -> Event:
    return event("popularity", space=space, before=before, after=after, causes={"propaganda": after - before})


@pytest.mark.parametrize(
    ("happened", "told"),
    [
        (mood("SW", 50, 60), True),
        (mood("SW", 60, 50), True),
        (mood("SW", 50, 59), False),
        (mood("SW", 59, 50), False),
        (mood("TU", 26, 25), False),
        (mood("TU", 25, 24), True),
        (mood("TU", 23, 24), True),
        (mood("SW", 25, 24), False),
        (mood("TU", 70, 80), True),
    ],
)
def test_popularity_is_news_from_ten_points_on_or_where_a_country_of_yours_has_less_than_25(
    happened: Event, told: bool
) -> None:
    """BP 3B; a minor does not rise."""
    assert bool(made(position(), happened).changes) == told


def test_what_a_country_lost_by_rising_is_told_once() -> None:
    rose = event("revolution", "all", space="TU", from_=1)
    labels = [item.label for item in made(position(), rose, mood("TU", 30, 10), mood("SW", 30, 10)).changes]
    assert labels == ["Revolution", "Abroad"], "and not once more as a mood"


STEP = {"step": "army", "attack": 20, "defend": 8, "attack_lost": 3, "defend_lost": 8, "ally": False}
FAILED, THROUGH = "Bulgaria held against you.", "After the fight no Army held Bulgaria."


@pytest.mark.parametrize(
    ("steps", "army", "told"),
    [
        ([STEP], [20, 19], THROUGH),
        ([STEP], [20, 20], FAILED),  # an ally's Army was left, not his
        ([STEP | {"attack_lost": 20}], [20, 3], FAILED),
        ([STEP, STEP | {"attack_lost": 20}], [20, 3], FAILED),
        ([STEP | {"step": "air", "attack_lost": 20, "excess": 0}, STEP], [20, 3], THROUGH),
        ([], [20, 3], THROUGH),  # nobody was there to hold it
    ],
)
def test_an_attack_broke_through_where_each_fight_of_armies_left_some_and_some_of_them_are_his(
    steps: list[dict[str, Any]], army: list[int], told: str
) -> None:
    """BP 4C.2."""
    fight = battle("BU", 0, group("BU", 0, "defend", army=[8, 8]), group("TU", 1, "attack", army=army), told=steps)
    assert [item.lead for item in made(position(), *fight).changes] == [told]


def test_an_army_that_met_another_at_the_border_is_told_so_and_planes_are_not() -> None:
    """BP 9.3b."""
    groups = [group("BU", 2, "attack", army=[20, 7]), group("TU", 1, "attack", army=[10, 4])]
    met = event("border-fight", space="BU", other="TU", groups=groups)
    came = came_of(position(), "@TU AB10BU FI3BU FS3GR", met)
    assert came["AB10BU"] == "4 of 10 fell at the border"
    assert came["FI3BU"] == ""
    assert came["FS3GR"] == "nobody attacked there"
    other = event("border-fight", space="GR", other="TU", groups=[groups[0] | {"name": "GR"}, groups[1]])
    assert came_of(position(), "@TU AB10BU", other)["AB10BU"] == ""


def test_who_sees_a_battle_in_part_reads_what_his_own_sent_and_not_what_others_sent_from_a_sea_he_sees() -> None:
    """BP 14."""
    kinds = battle("SP", 0, group("SP", 0, "defend"), group("WME", 4, "attack"), group("TU", 1, "attack"))[1]
    own = [group("WME", 4, "attack", navy=[9, 1], at=1), group("TU", 1, "attack", army=[5, 2], at=2)]
    items = made(position(), kinds, event("battle-own", space="SP", groups=own)).changes
    assert [(item.lead, item.rest.partition(". ")[0] + ".") for item in items] == [
        ("After the fight no Army held Spain.", "5 Army sent, 2 lost.")
    ]
    assert made(position(), kinds, event("battle-own", space="SP", groups=own[:1])).changes == ()


def industry_goal(**facts: Any) -> str:
    """How much of which Industry makes Great Britain a winner with real forces; `facts` change his first country."""
    rules = SYSTEM.setup.load("real-forces", {})
    seats = (Seat(1, "EGB"), Seat(2, "EFR"))
    state = SYSTEM.start(rules, seats, Dice(b"start", "T", 0))
    state = replace(state, countries={**state.countries, "EGB": replace(state.countries["EGB"], **facts)})
    sheet = Sheet("WW-4", "T", seats, drawer={})
    page = SYSTEM.printout(SYSTEM.view(state, 1, rules), heard_by_each([], [1])[1], None, rules, sheet)
    lines = section(page, "aims").blocks[0]
    assert isinstance(lines, Lines)
    return lines.lines[0].partition(" Industry ")[0]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, "Class major: 126 of the 1500"),  # 90 at home, 18 in each of two minors
        ({"industry": 5}, "Class major: 41 of the 1500"),
        ({"suppressed": Suppressed(industry=3)}, "Class major: 129 of the 1500"),
        ({"limit": 4}, "Class major: 40 of the 1500"),
        ({"industry": 150, "suppressed": Suppressed(industry=3)}, "Class major: 186 of the 1500"),
    ],
)
def test_the_goal_of_real_forces_counts_industry_that_rests_and_none_above_a_limit(
    facts: dict[str, Any], told: str
) -> None:
    """BP 22D."""
    assert industry_goal(**facts) == told

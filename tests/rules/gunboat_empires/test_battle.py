"""The arithmetic of battles, casualty orders and bonuses, one by one (GE 8 to 10)."""

from typing import Any

import pytest

from pbm.rules.gunboat_empires.resolve.battle import (
    attrition,
    exchanged,
    raw,
    share,
    support,
    supported_by,
    surprised,
    taken,
    winner_loses,
    with_value,
)
from pbm.rules.gunboat_empires.tables import tables


@pytest.mark.parametrize(
    ("ratio", "percent"),
    [
        *((100, 75), (109, 75), (110, 60), (125, 40), (149, 40), (150, 25), (175, 18), (200, 13), (250, 8), (300, 6)),
        *((399, 6), (400, 3), (500, 2), (699, 2), (700, 1), (999, 1), (1000, 0), (5000, 0)),
    ],
)
def test_the_winner_loses_by_the_ratio(ratio: int, percent: int) -> None:
    assert winner_loses(ratio, 100) == percent
    assert winner_loses(ratio * 12345, 100 * 12345) == percent


def test_against_nothing_the_winner_loses_nothing() -> None:
    assert winner_loses(1, 0) == 0


@pytest.mark.parametrize(
    ("ratio", "percent"), [(0, 0), (24, 0), (25, 5), (50, 10), (75, 15), (100, 20), (150, 30), (200, 40), (300, 50)]
)
def test_a_surprise_costs_by_the_ratio(ratio: int, percent: int) -> None:
    assert surprised(ratio, 100) == percent


def test_submarines_against_no_strength_strike_hardest() -> None:
    assert surprised(0, 0) == 50


@pytest.mark.parametrize(
    ("number", "percent", "lost"), [(1, 75, 1), (1, 60, 1), (1, 40, 0), (1, 50, 1), (10, 25, 3), (4, 13, 1), (3, 13, 0)]
)
def test_losses_are_rounded_half_up(number: int, percent: int, lost: int) -> None:
    assert share(number, percent) == lost


CASUALTIES: list[tuple[str, dict[str, int], int, dict[str, int]]] = [
    ("navy_attack_or_raid both", {"ES": 2, "BB": 1, "DN": 1, "CV": 1, "MR": 1}, 4, {"ES": 2, "BB": 1, "DN": 1}),  # A90
    ("sub_attack_or_raid surface side", {"ES": 2, "BB": 1, "DN": 1, "CV": 1, "MR": 1}, 4, {"MR": 1, "ES": 2, "DN": 1}),
    ("ground defender", {"HI": 2, "LI": 2, "TK": 1, "BB": 1}, 3, {"HI": 2, "LI": 1}),  # A92
    ("ground attacker", {"MI": 1, "PZ": 1, "TK": 2, "LI": 2}, 3, {"MI": 1, "PZ": 1, "TK": 1}),  # A93
    ("air_battle both", {"BI": 1, "FT": 2, "JB": 1}, 2, {"BI": 1, "FT": 1}),  # A94
    ("invasion attacker", {"PZ": 1, "TK": 2, "LI": 3, "HI": 1}, 4, {"PZ": 1, "TK": 2, "LI": 1}),  # A95
    ("invasion defender", {"ES": 1, "BB": 1, "LI": 2, "CV": 1}, 3, {"ES": 1, "BB": 1, "LI": 1}),  # A96
    ("sub_attack_or_raid submarine side", {"S2": 1, "S1": 1}, 1, {"S1": 1}),
    ("carrier_overflow owner", {"BI": 1, "FT": 2, "BM": 1, "JF": 2}, 2, {"BI": 1, "FT": 1}),  # A69
]


@pytest.mark.parametrize(("order", "units", "number", "lost"), CASUALTIES)
def test_losses_are_taken_in_the_order_of_the_battle(
    order: str, units: dict[str, int], number: int, lost: dict[str, int]
) -> None:
    left = dict(units)
    assert taken(left, number, order) == lost
    assert {kind: left.get(kind, 0) + lost.get(kind, 0) for kind in units} == units


@pytest.mark.parametrize("order", tables().losses)
def test_no_order_of_losses_names_a_kind_twice_and_all_are_taken_in_the_end(order: str) -> None:
    kinds = tables().losses[order]
    assert len({*kinds}) == len(kinds)
    everything = dict.fromkeys(kinds, 2)
    assert sum(taken(everything, 1000, order).values()) == 2 * len(kinds)
    assert everything == {}


@pytest.mark.parametrize(
    ("units", "column", "side", "percents", "strength"),
    [
        ({"LI": 5}, "army", 1, {"LI": 40}, 5 * 4 * 140),  # A81
        ({"LI": 3}, "army", 0, {"LI": 40}, 3 * 3 * 140),  # A82
        ({"LI": 3}, "army", 0, {}, 3 * 3 * 100),
        ({"LI": 1, "HI": 1}, "army", 1, {"LI": 80, "HI": 80}, 10 * 180),  # A83
        ({"BB": 2, "ES": 1}, "navy", 0, {}, 1700),
        ({"FT": 2, "JB": 1}, "air", 1, {}, 1600),
    ],
)
def test_strength_is_value_and_percentages(
    units: dict[str, int], column: Any, side: int, percents: dict[str, int], strength: int
) -> None:
    assert raw(units, column, side, percents) == strength


def test_two_bombers_over_four_tanks() -> None:
    """B09: 36 and 13.5 make 49.5, at 300 per cent 1485 tenths."""
    n, m = support({"BM": 2}, with_value({"TK": 4}, "army", 0))
    assert (n, m) == (4, 150)
    assert supported_by(raw({"TK": 4}, "army", 0), n, m) == 4950


def test_no_more_squadrons_support_than_there_are_units_and_the_best_do() -> None:
    assert support({"BI": 3, "JB": 1}, 2) == (2, 110)
    assert supported_by(500, *support({"JB": 4}, 0)) == 500


def test_attrition_is_a_quarter_by_the_ratio_of_efficiencies() -> None:
    assert attrition(12, 1, 200, 200) == 3  # A76
    assert attrition(1, 12, 200, 200) == 1
    assert attrition(8, 1, 400, 100) == 4  # held at two
    assert attrition(8, 1, 100, 400) == 1  # held at a half
    assert attrition(4, 1, 300, 0) == 2


def test_an_excess_lowers_both_sides_losses() -> None:
    assert exchanged(12, 1, (3, 1)) == (0, 1)  # A76
    assert exchanged(12, 12, (3, 3)) == (3, 3)
    assert exchanged(1, 10, (1, 3)) == (1, 0)

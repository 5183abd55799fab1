"""Figures of the rules: the odds of fights, production times, the way of a fight without luck (the list of cases)."""

from csv import DictReader
from fractions import Fraction
from pathlib import Path

import pytest

from pbm.core.dice import Dice
from pbm.rules.empire_deluxe.kinds import table
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit
from pbm.rules.empire_deluxe.resolve.fights import chance, needed, odds, percent, ratings
from pbm.rules.empire_deluxe.resolve.production import AGAIN, OTHER, SPECIAL, drain, time
from pbm.rules.empire_deluxe.state import FULL
from pbm.rules.empire_deluxe.variant import load
from tests.rules.empire_deluxe import HOMES, SYSTEM

HERE = Path(__file__).parent
PLAIN: dict[str, Fraction | int] = {"efficiency": FULL, "handicap": FULL, "special": 1, "again": 1, "drain": 1}


def campaign(variant: str, land: str = "+") -> Campaign:
    """A field of one kind of land, with water in the last column."""
    rules = load(variant, {"size": "40x40"} if variant != "basic" else {})
    state = SYSTEM.start(rules, HOMES[:2], Dice(b"tables", "G", 0))
    laid = SYSTEM.words.lay(state, {"map": {"rows": [land * 9 + "."] * 9}}, rules)
    return Campaign(laid, Dice(b"tables", "G", 1), rules)


def hit(variant: str, attacker: str, foe: str, land: str = "+", damage: int = 0) -> int:
    """The attacker's chance in a round, in per cent."""
    field = campaign(variant, land)
    piece = LiveUnit(1, 1, field.table.kinds[attacker], 0)
    piece.damage = damage
    return percent(*ratings(field, piece, field.table.kinds[foe], 0))


@pytest.mark.parametrize("variant", ["standard", "advanced"])
def test_every_pair_of_kinds_has_the_odds_of_the_table(variant: str) -> None:
    """ED 6.2, 6.6, 6.11: undamaged, on clear land."""
    field = campaign(variant)
    rows = list(DictReader(line for line in (HERE / f"odds_{variant}.csv").open(encoding="utf-8") if line[0] != "#"))
    for row in rows:
        if row["defender"] not in field.table.kinds or row["attacker"] not in field.table.kinds:
            continue
        attacker, foe = LiveUnit(1, 1, field.table.kinds[row["attacker"]], 0), field.table.kinds[row["defender"]]
        assert percent(*ratings(field, attacker, foe, 0)) == int(row["hit_percent"]), row
        won = chance(
            int(row["hit_percent"]), needed(foe.hits, attacker.kind.shot), needed(attacker.kind.hits, foe.shot)
        )
        assert won == int(Fraction(row["win_percent_model"]) * 100), row
        assert odds(field, attacker, foe, 0) == won
    assert len(rows) > 50


@pytest.mark.parametrize(
    ("variant", "attacker", "foe", "land", "damage", "expected"),
    [
        ("standard", "A", "A", "+", 0, 50),
        ("standard", "A", "T", "+", 0, 66),
        ("standard", "D", "S", ".", 0, 66),
        ("advanced", "D", "F", ".", 0, 33),
        ("standard", "D", "F", ".", 0, 50),
        ("advanced", "F", "B", "+", 0, 66),
        ("advanced", "B", "F", "+", 0, 33),
        ("standard", "K", "D", ".", 0, 33),
        ("advanced", "K", "F", ".", 0, 33),
        ("standard", "C", "A", "+", 0, 66),
        ("advanced", "A", "A", "f", 0, 33),
        ("advanced", "A", "A", "m", 0, 33),
        ("advanced", "R", "A", "v", 0, 33),
        ("advanced", "F", "A", "v", 0, 50),
        ("advanced", "F", "A", "f", 0, 33),
        ("advanced", "C", "A", "m", 0, 50),
        ("advanced", "C", "D", ".", 4, 33),
        ("standard", "C", "D", ".", 4, 50),
        ("advanced", "A", "X", "m", 0, 33),
        ("advanced", "A", "A", "r", 0, 50),
    ],
)  # fmt: skip
def test_a_round_has_its_per_cent(variant: str, attacker: str, foe: str, land: str, damage: int, expected: int) -> None:
    assert hit(variant, attacker, foe, land, damage) == expected


def test_chances_to_win_are_exact_and_rounded_down() -> None:
    """ED 6.11: the numbers 27 to 37 of the list."""
    assert (chance(50, 1, 1), chance(50, 3, 1), chance(66, 3, 1)) == (50, 12, 28)
    assert (chance(50, 6, 3), chance(50, 3, 6)) == (14, 85)
    assert (chance(50, 1, 2), chance(66, 2, 1), chance(66, 1, 2)) == (75, 43, 88)
    assert (chance(33, 1, 3), chance(33, 3, 8), chance(66, 1, 8)) == (69, 69, 99)
    assert (chance(66, 3, 3), chance(0, 1, 1), chance(100, 3, 1)) == (78, 0, 100)


@pytest.mark.parametrize(
    ("kind", "first", "further"),
    [(k, n, m) for k, (n, m) in {
        "A": (6, 5), "F": (12, 10), "R": (12, 10), "B": (12, 10), "D": (24, 20), "S": (24, 20), "T": (30, 25),
        "C": (36, 30), "K": (48, 40), "W": (60, 50),
    }.items()],
)  # fmt: skip
def test_a_kind_takes_its_turns_and_fewer_in_a_row(kind: str, first: int, further: int) -> None:
    """ED 7.2: number 6 of the list."""
    base = table("advanced").kinds[kind].turns
    assert (time(base, PLAIN), time(base, PLAIN | {"again": AGAIN})) == (first, further)


@pytest.mark.parametrize(
    ("base", "factors", "turns"),
    [
        (12, {"special": SPECIAL}, 10),
        (12, {"special": SPECIAL, "again": AGAIN}, 8),
        (60, {"special": OTHER}, 66),
        (60, {"special": OTHER, "again": AGAIN}, 55),
        (30, {"efficiency": 50}, 60),
        (30, {"efficiency": 150}, 20),
        (6, {"efficiency": 150}, 4),
        (6, {"efficiency": 90}, 7),
        (24, {"efficiency": 90}, 27),
        (6, {"efficiency": 250}, 2),
        (60, {"efficiency": 250}, 24),
        (6, {"special": SPECIAL}, 5),
        (6, {"special": SPECIAL, "again": AGAIN}, 4),
        (6, {"special": OTHER}, 7),
        (6, {"special": OTHER, "again": AGAIN}, 6),
        (30, {"drain": Fraction(5, 4)}, 38),
        (30, {"drain": Fraction(3, 2)}, 45),
        (6, {"drain": Fraction(2)}, 12),
        (6, {"handicap": 50}, 12),
        (6, {"handicap": 200}, 3),
        (1, {"efficiency": 250}, 1),
    ],
)
def test_factors_are_exact_and_rounded_once(base: int, factors: dict[str, Fraction | int], turns: int) -> None:
    """ED 7.2, HR-06: numbers 4, 5, 7, 8 and 11 of the list."""
    assert time(base, PLAIN | factors) == turns


def test_more_than_two_units_a_city_drain_it() -> None:
    """ED 7.7: number 11 of the list."""
    assert [drain("advanced", {}, units, 2) for units in (3, 4, 5, 6, 8)] == [1, 1, Fraction(5, 4), Fraction(3, 2), 2]
    assert drain("advanced", {"drain": "off"}, 8, 2) == drain("standard", {}, 8, 2) == drain("advanced", {}, 8, 0) == 1


def test_kinds_are_crippled_at_half_their_hits() -> None:
    """ED 4.8, 4.11: numbers 16, 19 and 20 of the list."""
    kinds = table("advanced").kinds
    thresholds = {"T": 2, "D": 2, "S": 1, "R": 1, "C": 4, "K": 4, "W": 6}
    for code, damage in thresholds.items():
        assert kinds[code].crippled(damage)
        assert not kinds[code].crippled(damage - 1)
        assert kinds[code].moves(damage) == 1
    assert not any(kinds[code].crippled(0) for code in "AFBX")
    assert [kinds["T"].capacity(damage) for damage in (0, 1, 2)] == [6, 4, 2]
    assert [kinds["K"].capacity(damage) for damage in (0, 3, 7)] == [8, 5, 1]

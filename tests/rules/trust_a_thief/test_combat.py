"""The battle round with given rolls (TT 4.3, 4.9), and whole battles by full enumeration."""

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from pbm.rules.trust_a_thief.resolve.combat import battle_round, fight

ROWS = json.loads((Path(__file__).parent / "combat_distributions.json").read_text("utf-8"))["rows"]
TWO = {1: (2,), 2: (1,)}


def two_sides(a: int, d: int, rolls: tuple[int, int]) -> tuple[int, int]:
    """What is left of attacker and defender after one round."""
    lost = battle_round({1: a, 2: d}, {1: rolls[0], 2: rolls[1]}, TWO)
    return a - lost[1], d - lost[2]


@pytest.mark.parametrize(
    ("case", "forces", "rolls", "left"),
    [
        ("1", (3, 2), (7, 4), (2, 0)),
        ("2", (3, 2), (4, 4), (1, 0)),
        ("3", (3, 2), (2, 6), (1, 2)),
        ("4", (3, 2), (3, 6), (1, 1)),
        ("5", (3, 2), (9, 1), (3, 0)),
        ("6", (1, 1), (1, 1), (0, 0)),
        ("7", (1, 3), (2, 9), (0, 3)),
        ("8", (5, 4), (20, 13), (3, 0)),
        ("9a", (2, 2), (3, 1), (2, 0)),
        ("9b", (2, 2), (1, 4), (0, 2)),
        ("9c", (2, 2), (2, 4), (0, 1)),
    ],
)
def test_one_round_with_given_rolls(
    case: str, forces: tuple[int, int], rolls: tuple[int, int], left: tuple[int, int]
) -> None:
    assert two_sides(*forces, rolls) == left, f"case {case}"


def test_the_next_round_has_dice_of_its_own_size() -> None:
    """Case 3: 3 v 2 leaves 1 v 2, and the next dice have 2 and 4 sides."""
    faces = {(1, 1): 2, (1, 2): 6, (2, 1): 1, (2, 2): 4}
    sides = []

    def roll(turn: int, p: int, n: int) -> int:
        sides.append(n)
        return faces[turn, p]

    fought = fight({1: 3, 2: 2}, {1: frozenset({2}), 2: frozenset({1})}, {}, roll)
    assert sides == [9, 6, 2, 4]
    assert fought.left == {1: 0, 2: 2}
    assert [each["lost"] for each in fought.rounds] == [[2, 0], [1, 0]]


THREE = {1: 3, 2: 2, 3: 1}
ROLLS = {1: 6, 2: 6, 3: 1}


def test_three_nations_share_their_hits() -> None:
    """Case 21: 7/6 each for the first two, who are not above each other; two for the third."""
    lost = battle_round(THREE, ROLLS, {1: (2, 3), 2: (1, 3), 3: (1, 2)})
    assert lost == {1: 2, 2: 2, 3: 1}


def test_one_of_three_aims() -> None:
    """Case 22: the second is hit by the third alone, whose roll is lower."""
    lost = battle_round(THREE, ROLLS, {1: (3,), 2: (1, 3), 3: (1, 2)})
    assert lost == {1: 2, 2: 0, 3: 1}


def test_the_aim_holds_while_the_nation_is_there() -> None:
    """TT 4.9: the hits go to the one aimed at; when it is gone they go to the rest."""
    foes = {p: frozenset(THREE) - {p} for p in THREE}
    faces = {(1, 1): 6, (1, 2): 6, (1, 3): 1, (2, 1): 1, (2, 2): 4}
    fought = fight(THREE, foes, {1: 3}, lambda turn, p, sides: faces[turn, p])
    assert [each["dice"] for each in fought.rounds] == [[9, 6, 3], [2, 4, 0]]
    assert fought.left == {1: 0, 2: 2, 3: 0}


def test_nobody_is_hit_by_whom_he_does_not_fight() -> None:
    """TT T34: two who attack a third lie side by side in peace."""
    foes = {1: frozenset({3}), 2: frozenset({3}), 3: frozenset({1, 2})}
    fought = fight({1: 2, 2: 2, 3: 2}, foes, {}, lambda turn, p, sides: sides if p < 3 else 1)
    assert fought.left[3] == 0
    assert fought.left[1] > 0 < fought.left[2]


@cache
def first_round(a: int, d: int) -> Mapping[tuple[int, int], Fraction]:
    """The chances of what is left after one round: every pair of faces once."""
    x = max(a, d)
    found: dict[tuple[int, int], Fraction] = {}
    weight = Fraction(1, a * x * d * x)
    for rolls in product(range(1, a * x + 1), range(1, d * x + 1)):
        left = two_sides(a, d, rolls)
        found[left] = found.get(left, Fraction(0)) + weight
    return found


@cache
def battle(a: int, d: int) -> Mapping[tuple[int, int], Fraction]:
    """The exact chances of what is left of a battle."""
    if not a or not d:
        return {(a, d): Fraction(1)}
    found: dict[tuple[int, int], Fraction] = {}
    for left, p in first_round(a, d).items():
        for end, q in battle(*left).items():
            found[end] = found.get(end, Fraction(0)) + p * q
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['A']}v{row['D']}")
def test_exact_chances_are_those_of_the_table(row: Mapping[str, Any]) -> None:
    a, d = row["A"], row["D"]
    losses = {f"{a - left[0]}-{d - left[1]}": p for left, p in first_round(a, d).items()}
    ends = {f"{left[0]}-{left[1]}": p for left, p in battle(a, d).items()}
    for found, table in ((losses, "first_round"), (ends, "battle")):
        assert sum(found.values()) == 1
        if table in row:
            assert found == {key: Fraction(p) for key, p in row[table].items()}
        else:
            decimals = row[f"{table}_decimal"]
            assert found.keys() == decimals.keys()
            assert all(abs(p - Fraction(decimals[key])) < Fraction(1, 10**12) for key, p in found.items())


def test_the_rule_book_rounds_the_chances_right() -> None:
    book = (Path(__file__).parents[3] / "content" / "rules" / "trust-a-thief.md").read_text("utf-8")
    rows = re.findall(r"^\| \*\*([1-6])\*\* \| (.*) \|$", book.partition("## 9 The chances")[2], re.MULTILINE)
    assert len(rows) == 12
    for k, (a, cells) in enumerate(rows):  # first who wins, then that nobody is left
        for d, cell in enumerate(cells.split(" | "), 1):
            chances = battle(int(a), d).items()
            chance = sum((p for left, p in chances if (left[0] > 0 if k < 6 else left == (0, 0))), Fraction(0))
            decimals = len(cell.partition(".")[2])
            assert float(cell) == float(round(100 * chance, decimals)), (a, d)


def test_the_table_holds_all_battles_of_up_to_eight() -> None:
    assert {(row["A"], row["D"]) for row in ROWS} == set(product(range(1, 9), repeat=2))


@pytest.mark.parametrize("forces", [(2, 1, 1), (3, 2, 2), (4, 4, 1, 2)])
def test_somebody_falls_in_every_round_whatever_the_dice(forces: tuple[int, ...]) -> None:
    """TT 4.9: so that a battle always ends."""
    sides = dict(enumerate(forces, 1))
    x = max(forces)
    targets = {p: tuple(q for q in sides if q != p) for p in sides}
    choices = [sorted({1, n * x // 2, n * x}) for n in forces]
    for faces in product(*choices):
        lost = battle_round(sides, dict(zip(sides, faces, strict=True)), targets)
        assert sum(lost.values()) > 0
        assert all(0 <= lost[p] <= sides[p] for p in sides)

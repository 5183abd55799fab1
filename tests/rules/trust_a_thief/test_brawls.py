"""Battles of three and more can be worked again from what is printed of them alone (TT 4.9, T10, T34, T36, T37)."""

import re
from fractions import Fraction
from math import ceil
from random import Random
from typing import Any

import pytest

from pbm.rules.trust_a_thief.printout.battles import told_rounds
from tests.rules.trust_a_thief.printed import battle, made, played, position

ROLLED = re.compile(r"\[(\d+)\] rolls (\d+) of (\d+)")
HITS = re.compile(r"\[(\d+)\] hits ([^.]*) alone\.")
LOSES = re.compile(r"\[(\d+)\] loses ([^;(]*?) = (\d+)(?:, no more than (\d+))?(?=[;(]| \()")
SHARE = re.compile(r"(\d+) ∕ (\d+)")


def losses(told: str) -> dict[int, int]:
    """What each nation loses in a round, worked out from its sentence by the book; each printed step must agree."""
    rolls = {int(p): (int(roll), int(die)) for p, roll, die in ROLLED.findall(told)}
    x = int(re.findall(r"X = (\d+)", told)[0])
    targets = {p: set(rolls) - {p} for p in rolls}
    targets |= {int(p): {int(q) for q in re.findall(r"\[(\d+)\]", names)} for p, names in HITS.findall(told)}
    printed = {int(p): (sums, int(due), int(most or due)) for p, sums, due, most in LOSES.findall(told)}
    found = {}
    for p, (own, die) in rolls.items():
        hitters = [q for q in rolls if p in targets[q]]
        if not hitters:
            assert f"nobody hits [{p}]" in told
            found[p] = 0
            continue
        hits = sum(Fraction(rolls[q][0], x * len(targets[q])) for q in hitters)
        due = int(hits) if all(own > rolls[q][0] for q in hitters) else ceil(hits)
        shares, _, total = printed[p][0].partition(" = ")
        assert [int(a) for a, _ in SHARE.findall(shares)] == [rolls[q][0] for q in hitters]
        assert sum(Fraction(int(a), int(b)) for a, b in SHARE.findall(shares)) == hits
        assert all(Fraction(int(a), int(b)) == hits for a, b in SHARE.findall(total))
        way = "" if hits.denominator == 1 else "down" if due < hits else "up"
        assert (printed[p][0].split()[-1] if way else "") == way
        assert printed[p][1] == due
        found[p] = min(due, die // x)
        assert printed[p][2] == found[p]
    return found


def followed(facts: dict[str, Any]) -> int:
    """How many rounds of three and more there were; each is told so that it can be worked again."""
    brawls = 0
    for told, rolled in zip(told_rounds(facts), facts["rounds"], strict=True):
        if "(4.9)" in told:
            brawls += 1
            lost = {p: n for p, n, die in zip(facts["nations"], rolled["lost"], rolled["dice"], strict=True) if die}
            assert losses(told) == lost, told
    return brawls


NEAR = {1: "ALD", 2: "COR", 3: "GAR"}  # provinces beside BRY


@pytest.mark.parametrize("seed", range(60))
def test_each_round_on_land_can_be_worked_again_from_its_sentence(seed: int) -> None:
    luck = Random(seed)
    armies = {p: luck.randint(1, 9) for p in (1, 2, 3, 4)}
    given: dict[str, Any] = {"BRY": {"owner": luck.choice([0, 4]), "armies": {"4": armies[4]}}}
    for p in (1, 2, 3):
        given[NEAR[p]] = {"armies": {str(p): armies[p]}}
    aims = {p: luck.choice(["", *(f"@BRY {q}T" for q in (1, 2, 3, 4) if q != p)]) for p in (1, 2, 3, 4)}
    cards = {p: f"{aims[p]}\n" + (f"@{NEAR[p]} AT{armies[p]}BRY" if p < 4 else "") for p in (1, 2, 3, 4)}
    turn = played(position(provinces=given), cards, seed=seed)
    facts = next(event.facts for event in turn.events if event.kind == "battle" and event.facts["place"] == "BRY")
    assert followed(facts) == sum(sum(die > 0 for die in r["dice"]) > 2 for r in facts["rounds"]) > 0


@pytest.mark.parametrize("seed", range(40))
def test_each_round_at_sea_can_be_worked_again_from_its_sentence(seed: int) -> None:
    """TT T34: at sea not everybody there is everybody's foe."""
    luck = Random(seed)
    fleets = {str(p): {str(n): {"sea": "NSE"} for n in range(1, luck.randint(2, 6))} for p in (1, 2, 3, 4)}
    orders = {1: "0X", 2: luck.choice(["", "3X", "4X"]), 3: luck.choice(["", "4X"]), 4: ""}
    cards = {p: f"@NSE {orders[p]} {luck.choice(['', f'{p % 4 + 1}T'])}" for p in orders}
    turn = played(position(fleets=fleets), cards, seed=seed)
    facts = next(event.facts for event in turn.events if event.kind == "sea-battle")
    assert followed(facts) > 0


def test_the_examples_of_the_book_are_told_as_it_works_them() -> None:
    facts: dict[str, Any] = {
        "nations": [1, 2, 3],
        "sent": [4, 3, 2],
        "aims": [0, 0, 0],
        "foes": [[2, 3], [1, 3], [1, 2]],
        "rounds": [{"dice": [16, 12, 8], "rolls": [7, 10, 3], "lost": [2, 1, 2]}],
    }
    rolls = "Round 1: 4, 3 and 2, X = 4. [1] rolls 7 of 16, [2] rolls 10 of 12, [3] rolls 3 of 8. "
    assert tuple(told_rounds(facts)) == (
        f"{rolls}[1] loses 10 ∕ 8 + 3 ∕ 8 = 13 ∕ 8 up = 2; [2] loses 7 ∕ 8 + 3 ∕ 8 = 10 ∕ 8 down = 1; "
        "[3] loses 7 ∕ 8 + 10 ∕ 8 = 17 ∕ 8 up = 3, no more than 2 (4.9).",
    )
    aimed = {**facts, "aims": [0, 1, 1], "rounds": [{**facts["rounds"][0], "lost": [4, 0, 1]}]}
    assert tuple(told_rounds(aimed)) == (
        f"{rolls}[2] hits [1] alone. [3] hits [1] alone. [1] loses 10 ∕ 4 + 3 ∕ 4 = 13 ∕ 4 up = 4; "
        "[2] loses 7 ∕ 8 down = 0; [3] loses 7 ∕ 8 up = 1 (4.9).",
    )


def test_a_turn_that_was_recorded_without_aims_is_told_as_before() -> None:
    facts = {
        "nations": [1, 2, 3],
        "sent": [1, 1, 1],
        "rounds": [{"dice": [1, 1, 1], "rolls": [1, 1, 1], "lost": [1, 1, 1]}],
    }
    assert "".join(told_rounds(facts)).endswith("[1] loses 1, [2] loses 1, [3] loses 1 (4.9).")


def test_an_aim_that_hits_nobody_there_stays_secret() -> None:
    """TT T37: also in a battle of two, and where the nation that is aimed at is elsewhere."""
    provinces = {"BRY": {"armies": {"1": 2}}, "COR": {"armies": {"2": 2}}, "GAR": {"armies": {"3": 2}}}
    marches = {2: "@COR AT2BRY", 3: "@GAR AT2BRY"}
    turn = played(position(provinces=provinces), {1: "@ 4T", 2: f"@ 1T\n{marches[2]}", 3: marches[3]})
    facts = next(event.facts for event in turn.events if event.kind == "battle")
    assert dict(zip(facts["nations"], facts["aims"], strict=True)) == {1: 0, 2: 1, 3: 0}
    two = {"BRY": provinces["BRY"], "COR": provinces["COR"]}
    turn = played(position(provinces=two), {1: "@ 2T", 2: f"@ 1T\n{marches[2]}"})
    assert "aims" not in next(event.facts for event in turn.events if event.kind == "battle")


def test_whoever_reads_the_battle_reads_the_same_of_it() -> None:
    """TT 7.1, T37: battles are public, and the aims that were seen in them."""
    provinces = {"BRY": {"armies": {"1": 2}}, "COR": {"armies": {"2": 2}}, "GAR": {"armies": {"3": 2}}}
    turn = played(position(provinces=provinces), {2: "@COR 1T AT2BRY\n@BRY 1T", 3: "@GAR AT2BRY"})
    told = [battle(made(turn, viewer)).told for viewer in (0, 1, 2, 4)]
    assert told.count(told[0]) == len(told)
    assert "[2] hits [1] alone." in told[0][0]

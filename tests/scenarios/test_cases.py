"""Every case file of every system: what it expects happens, under its own seed and under others."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from pbm.cases.odds import odds, seed_of
from pbm.cases.played import play
from pbm.cases.scenario import check
from pbm.cases.setup import load, set_up
from pbm.site.cases import rule_of
from tests.systems import CASE_FILES, CASES, PACKAGES

OTHER_SEEDS = 12
CHANCE_SEEDS = 300

BATTLE_PLAN = {"A": 19, "B": 9, "C": 9, "D": 10, "E": 13, "F": 16, "G": 18, "H": 15, "I": 18}
NO_FILE = {
    "A": {26, 33, 48, 70, 75, *range(80, 86), 89, *range(91, 97), 99, 104, 105, 106, 108, 111, 112, 113, 119},
    "B": {24, 25, 26, 27, 40, 41, 42, 44},
}
LISTED = {
    "battle_plan": [f"{letter}{n:02d}" for letter, count in BATTLE_PLAN.items() for n in range(1, count + 1)],
    # 1 to 9, 21 and 22 are single rounds with given dice: tests/rules/trust_a_thief/test_combat.py has them.
    # What is missing here is in tests/rules/gunboat_empires: arithmetic of single battles, of tables and of set-up.
    "gunboat_empires": [
        *(f"A{n:02d}" for n in range(1, 120) if n not in NO_FILE["A"]),
        *(f"B{n:02d}" for n in range(1, 45) if n not in NO_FILE["B"]),
    ],
    # The tables of odds and of production times are in tests/rules/empire_deluxe/test_tables.py.
    "empire_deluxe": [str(n) for n in range(1, 51) if n not in {6, 8, 12, 13, 22, 30, 42}],
    # Odds, draws, losses and what a monster is like are in tests/rules/naval_warfare: 17, 21, 25, 40, 44.
    "naval_warfare": [str(n) for n in range(1, 51) if n not in {14, 15, 17, 21, 23, 24, 25, 38, 40, 44}],
    "trust_a_thief": [str(n) for n in (*range(10, 21), *range(23, 43))],
}
"""The worked cases that each system's list has."""


def _id(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASE_FILES, ids=_id)
def test_case_holds(path: Path) -> None:
    """A case without a seed of its own claims what holds under every seed."""
    ready = set_up(load(path), path)
    assert check(ready, play(ready, ready.seed)) == []
    if "seed" not in tomllib.loads(path.read_text("utf-8")):
        for number in range(1, OTHER_SEEDS + 1):
            assert check(ready, play(ready, seed_of(ready.seed, number))) == [], f"try {number}"


@pytest.mark.parametrize("path", [p for p in CASE_FILES if "chance" in p.read_text("utf-8")], ids=_id)
def test_chances_are_believable(path: Path) -> None:
    ready = set_up(load(path), path)
    counted = odds(ready, CHANCE_SEEDS)
    assert [(chance.path, chance.value, n) for chance, n, holds in counted.chances if not holds] == []


@pytest.mark.parametrize("path", CASE_FILES, ids=_id)
def test_case_names_its_rule_in_number_and_file_name(path: Path) -> None:
    scenario = load(path)
    rule = rule_of(scenario.number)
    assert scenario.title
    if rule != scenario.number:
        assert scenario.number.removeprefix(f"{rule}-").isdigit()
        assert path.name.startswith(f"{rule}-")
    else:  # numbered by its rule alone: a letter in the name of the file tells its cases apart
        assert re.fullmatch(r"[^-]+-[a-z]|HR-\d+-[a-z]", path.stem)


def test_case_numbers_are_given_once() -> None:
    given = ((path.parent.name, load(path).number) for path in CASE_FILES)
    numbers = Counter((name, number) for name, number in given if rule_of(number) != number)
    assert [number for number, times in numbers.items() if times > 1] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_every_listed_case_has_a_file(package: str) -> None:
    sources = {load(path).source for path in CASES.glob(f"{package}/*.toml")}
    several = {row for source in sources if re.fullmatch(r"[AB]\d+( [AB]\d+)+", source) for row in source.split()}
    assert [case for case in LISTED[package] if case not in sources | several] == []

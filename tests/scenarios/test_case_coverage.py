"""Every rule paragraph of every system and every house rule of its plainest variant has a worked case of its own."""

import re
import tomllib
from functools import cache
from importlib import resources
from pathlib import Path

import pytest

from pbm.cases.setup import load
from pbm.rules import SYSTEMS
from pbm.site.cases import rule_of
from tests.systems import SHIPPED
from tests.where import places

CASES = Path(__file__).parents[1] / "cases"

PARAGRAPHS = {
    # BP 15A and 15B are the map: tests/rules/battle_plan/test_map_data.py holds them against the book's list.
    "battle-plan": (
        *("1A", "1B", "2A", "2B", "2C", "2D", "3A", "3B", "4A", "4B"),
        *("4C.1", "4C.2", "4C.3", "4C.4", "4C.5", "4C.6", "4D.1", "4D.2", "4D.3", "4D.4", "4D.5"),
        *("4E.1", "4E.2", "4E.3", "4E.4", "4E.5", "4F.1", "4F.2", "4G.1", "4G.2"),
        *("5A", "5B", "5C", "5D", "5E", "5F.1", "5F.2", "5F.3", "5F.4", "6A", "6B", "6C", "6D", "7", "8"),
        *("9.1", "9.2", "9.3a", "9.3b", "9.3c", "9.3d", "9.3e", "9.3f", "9.3g", "9.3h", "9.3j", "9.3k"),
        *("9.4", "9.5", "9.6", "9.7", "9.8", "10", "11", "12A", "12B", "12C", "12D", "12E", "13A", "13B"),
        *("14", "15C.1", "15C.2", "16", "17"),
        *("18A", "18B", "18C", "18D", "19A", "19B", "19C", "20A", "20B", "21A", "21B"),
        *("22A", "22B", "22C", "22D", "23A", "23B", "23C", "23D", "24A", "24B"),
    ),
    # 1 and 11 say what a position is made of: the laws hold it, and every case is written in it.
    "trust-a-thief": (
        *("2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6"),
        *("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10", "4.11"),
        *("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9"),
        *("6", "6.1", "6.2", "6.3", "7.1", "7.2", "7.3", "8"),
    ),
    # What has no case here has a reason in tests/laws/test_where.py.
    "gunboat-empires": (
        *("1.11", "2.5", "3.1.2", "3.1.3", "3.1.4", "3.1.5", "3.2.1", "3.2.2", "3.3.1", "3.3.2", "3.3.3", "3.3.4"),
        *("3.3.5", "3.3.6", "3.4.1", "3.4.2", "3.4.3", "3.4.4", "3.5", "3.6.1", "3.6.2", "4", "5.5", "5.6", "6"),
        *("7.1", "7.2", "7.5", "7.7", "8.3", "8.4", "8.5", "8.6", "8.8", "8.9"),
        *("9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "9.7", "9.8", "9.9", "10", "11.1", "12.1", "12.2", "12.3"),
        *("13.1", "13.2", "13.3", "14.1", "14.2", "15.1", "15.2", "15.4", "16.2", "22.3", "22.5", "22.6", "24", "28.2"),
    ),
    "empire-deluxe": (
        *("1.1", "1.2", "2.1", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10", "4.11"),
        *("4.12", "5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "6.1", "6.2", "6.3", "6.4"),
        *("6.5", "6.6a", "6.6b", "6.6c", "6.6d", "6.6e", "6.6f", "6.7", "6.8", "6.9", "6.10", "6.11", "7.1"),
        *("7.2", "7.3", "7.4", "7.5", "7.6", "7.7", "7.8", "7.9", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7"),
        *("8.8", "8.9", "8.10", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6", "10.1"),
    ),
    "naval-warfare": (
        *("1.3", "2.2", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11", "2.12", "2.12.1", "2.13"),
        *("3.1", "3.1.5", "3.1.6", "3.1.7", "3.1.8", "3.2", "3.2.4", "3.5"),
        *("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "4.8", "4.9", "4.10", "4.11", "4.12"),
        *("5.1", "5.2", "5.3", "5.4", "5.5", "5.6", "5.7", "5.8", "5.9", "5.10", "5.11", "5.12", "5.13", "5.14"),
        *("5.15", "5.16", "5.17", "6.1", "6.2", "6.3", "7.1", "7.2", "7.3", "7.4", "9.2", "9.3", "10"),
        *("11.1", "11.2", "11.3", "11.4", "15", "16"),
        *("1.1", "1.2", "2.1", "2.3", "3.1.1", "3.1.2", "3.1.3", "3.1.4", "3.1.9", "3.2.1", "3.2.2", "3.2.3"),
        *("3.3", "3.4", "3.6", "3.7", "6.4", "7.5", "8.2", "8.4", "8.28", "8.38", "8.44", "9.1"),
    ),
}


IN_EVERY_TURN = {
    "gunboat-empires": "HR-38 HR-39 HR-42 HR-43 HR-45 HR-46 HR-47 HR-52",
    "empire-deluxe": "",
    "naval-warfare": "",
}
"""House rules of the map, of cards and of pages: tests/rules has them, and cases have no words for them."""


@cache
def cased(system: str) -> set[str]:
    """The rules that the case files of a system are about; of a system whose cases are numbered by the paragraph, also
    the house rules that the paragraph names.
    """
    package = SYSTEMS[system].rpartition(".")[2]
    found = {rule_of(load(path).number) for path in (CASES / package).glob("*.toml")}
    if system in IN_EVERY_TURN:
        named = (it for it in places(system) if it.kind == "house rule" and it.rule in found)
        found |= {it.said for it in named if it.path.suffix == ".md"} | {*IN_EVERY_TURN[system].split()}
    return found


def house_rules(system: str) -> list[str]:
    """The house rules that hold in every variant of a system."""
    text = resources.files(SYSTEMS[system]).joinpath("house_rules.toml").read_text("utf-8")
    return [row["id"] for row in tomllib.loads(text)["rule"] if row["applies"] == "all"]


@pytest.mark.parametrize("system", SHIPPED)
def test_every_paragraph_has_a_case(system: str) -> None:
    assert [rule for rule in PARAGRAPHS[system] if rule not in cased(system)] == []


@pytest.mark.parametrize("system", SHIPPED)
def test_every_house_rule_has_a_case(system: str) -> None:
    assert [rule for rule in house_rules(system) if rule not in cased(system)] == []


def house_rules_of_all(system: str) -> list[str]:
    """The house rules of a system, those of single variants included."""
    text = resources.files(SYSTEMS[system]).joinpath("house_rules.toml").read_text("utf-8")
    return [row["id"] for row in tomllib.loads(text)["rule"]]


@pytest.mark.parametrize("system", SHIPPED)
def test_every_number_finds_its_function(system: str) -> None:
    place = Path(str(resources.files("pbm")))
    own = Path(str(resources.files(SYSTEMS[system])))
    shared = (path for path in place.rglob("*.py") if place / "rules" not in path.parents)
    files = [*own.rglob("*.py"), *(shared if system == "battle-plan" else ())]  # what all share names the older book
    text = "\n".join(path.read_text("utf-8") for path in files)
    numbers = [*PARAGRAPHS[system], *house_rules_of_all(system)]
    assert [n for n in numbers if not re.search(rf"(?<![\w.-]){re.escape(n)}(?!\w|\.\d)", text)] == []

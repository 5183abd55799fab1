"""Every rule paragraph of Battle Plan and every house rule of the Europe game has a worked case of its own."""

import tomllib
from importlib import resources
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases" / "battle_plan"
RULES = {path.name.split("-")[0] for path in CASES.glob("*.toml")}
RULES |= {"-".join(path.name.split("-")[:2]) for path in CASES.glob("HR-*.toml")}

# 15A and 15B are the map: tests/battle_plan/test_map_data.py holds them against the book's list.
PARAGRAPHS = (
    *("1A", "1B", "2A", "2B", "2C", "2D", "3A", "3B", "4A", "4B"),
    *("4C.1", "4C.2", "4C.3", "4C.4", "4C.5", "4C.6", "4D.1", "4D.2", "4D.3", "4D.4", "4D.5"),
    *("4E.1", "4E.2", "4E.3", "4E.4", "4E.5", "4F.1", "4F.2", "4G.1", "4G.2"),
    *("5A", "5B", "5C", "5D", "5E", "5F.1", "5F.2", "5F.3", "5F.4", "6A", "6B", "6C", "6D", "7", "8"),
    *("9.1", "9.2", "9.3a", "9.3b", "9.3c", "9.3d", "9.3e", "9.3f", "9.3g", "9.3h", "9.3j", "9.3k"),
    *("9.4", "9.5", "9.6", "9.7", "9.8", "10", "11", "12A", "12B", "12C", "12D", "12E", "13A", "13B"),
    *("14", "15C.1", "15C.2", "16", "17"),
)


def house_rules() -> list[str]:
    text = resources.files("pbm.rules.battle_plan").joinpath("house_rules.toml").read_text("utf-8")
    return [row["id"] for row in tomllib.loads(text)["rule"] if row["applies"] == "all"]


@pytest.mark.parametrize("rule", PARAGRAPHS)
def test_every_paragraph_has_a_case(rule: str) -> None:
    assert rule in RULES


@pytest.mark.parametrize("rule", house_rules())
def test_every_house_rule_has_a_case(rule: str) -> None:
    assert rule in RULES

"""Every registered system has its rule book: each rule that the order table or a phase names is a heading."""

import importlib
import re
import tomllib
from pathlib import Path

import pytest

from pbm import rules as registry
from pbm.orders.form import reference
from tests.systems import SHIPPED as SYSTEMS

ROOT = Path(__file__).parents[2]
NUMBER = r"(?:\d{1,2}[A-Z]?(?:\.\d+[a-z]?){0,2})"


def book(name: str) -> str:
    return (ROOT / "content" / "rules" / f"{name}.md").read_text("utf-8")


def numbered(name: str) -> list[str]:
    """The rule numbers that head the paragraphs of a book, in order."""
    found = (re.match(rf"#+ ({NUMBER})[.:]? ", line) for line in book(name).splitlines())
    return [match[1] for match in found if match]


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_rule_number_heads_two_paragraphs(name: str) -> None:
    heads = numbered(name)
    assert len(heads) > 30
    assert sorted(heads) == sorted(set(heads))


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_order_and_every_phase_names_a_rule_of_the_book(name: str) -> None:
    system = registry.system(name)
    heads = set(numbered(name))
    for variant in system.variants:
        table = system.setup.load(variant, {}).orders
        assert {row.rule for row in table.rows} <= heads
        assert {row["rule"] for row in reference(table)} <= heads | {""}, "words of lists have none"
    sequence = importlib.import_module(f"{registry.SYSTEMS[name]}.resolve").SEQUENCE
    assert {number for number, _, _ in sequence} <= heads


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_house_rule_is_told_in_its_place_and_says_what_and_why(name: str) -> None:
    system = registry.system(name)
    house = system.setup.load(system.variants[0], {}).house
    text = book(name)
    assert [row["id"] for row in house if row["applies"] == "all" and f"[{row['id']}](#{row['id']})" not in text] == []
    assert set(re.findall(r"\((?:#)((?:HR-|T)\d+)\)", text)) <= {row["id"] for row in house}
    for row in house:
        assert row["title"], row["id"]
        assert row["default"].endswith("."), row["id"]
        assert row["reason"].strip().endswith("."), row["id"]


def test_the_messages_in_the_book_are_those_that_are_printed() -> None:
    wording = (ROOT / "pbm" / "rules" / "battle_plan" / "wording.toml").read_text("utf-8")
    text = book("battle-plan")
    rows = {n: words.replace("{about}", "…") for n, words in tomllib.loads(wording)["messages"].items()}
    assert [n for n, words in rows.items() if f"| {n} | {words} |" not in text] == []


def test_the_spies_of_the_classes_in_the_book_are_those_of_real_forces() -> None:
    ranks = registry.system("battle-plan").setup.load("real-forces", {}).numbers["ranks"]
    for name, rank in ranks.items():
        row = (name, rank.spies, rank.counterspies, rank.multipliers["S"], rank.multipliers["C"])
        assert f"| {' | '.join(map(str, row))} |" in book("battle-plan")

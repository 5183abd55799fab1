"""The rule book: its tables, odds and figures are those of the data, and its house rules those of the list."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from pbm.engine.system import read_toml
from pbm.rules.naval_warfare.tables import NAMED, PACKAGE, WEAPONS
from tests.rules.naval_warfare.book_tables import BEGUN, MADE, Cells, row
from tests.where import book

BOOK = book("naval-warfare").read_text("utf-8")
FLAT = " ".join(BOOK.split())
HOUSE = read_toml(PACKAGE, "house_rules.toml")["rule"]
CARD = BOOK.split("    NW-1 T-1 [1]", 1)[1].split("    END", 1)[0]


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__)
def test_a_table_of_the_book_is_that_of_the_data(made: Callable[[], str]) -> None:
    assert f"\n\n{made()}\n\n" in BOOK


@pytest.mark.parametrize("begun", BEGUN, ids=lambda begun: begun.__name__)
def test_the_rows_of_a_table_begin_as_those_of_the_data(begun: Callable[[], Iterator[Cells]]) -> None:
    wanted = [row(cells).removesuffix("|") for cells in begun()]
    lines = BOOK.splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith(wanted[0]))
    assert [line[: len(start)] for line, start in zip(lines[first:], wanted, strict=False)] == wanted


def test_the_state_gives_what_the_book_says_on_average() -> None:
    """NW 4.1: nine faces of ten, and 15 and the average again with the tenth."""
    mean = Fraction(sum(NAMED["funding"]) + 15, 9)
    assert f"the state {round(mean)} dollars on average" in FLAT


def test_the_founding_card_of_the_book_costs_what_the_book_says() -> None:
    """NW 4.3, 10: the caps of its ships, and port weapons at half price."""
    caps = sum(int(cap) for cap in re.findall(r"/(\d+)", CARD))
    arms = [WEAPONS[letter].cost // 2 for fit in re.findall(r" W([A-Z]+)", CARD) for letter in fit]
    assert f"The whole card costs at most {caps + sum(arms)} dollars" in FLAT
    assert f"cost {sum(arms[:4])} dollars, half of what ships pay" in FLAT


def test_every_house_rule_is_in_its_place_and_says_what_and_why() -> None:
    ids = [it["id"] for it in HOUSE]
    assert ids == [f"HR-{number:02}" for number in range(1, 58)]
    assert set(re.findall(r"\[(HR-\d+)\]\(#\1\)", BOOK.split("\n## 1 ", 1)[1])) == set(ids)
    for it in HOUSE:
        assert it["default"].endswith("."), it["id"]
        assert it["reason"].endswith("."), it["id"]


def test_house_rules_name_paragraphs_of_the_book() -> None:
    heads = set(re.findall(r"^#+ ([\d.]+) ", BOOK, re.MULTILINE))
    named = {
        number
        for it in HOUSE
        for listed in re.findall(r"\(([\d., ]+)\)", it["default"])
        for number in listed.split(", ")
    }
    assert named - heads == set()
    assert set(re.findall(r"\]\(#(\d[\d.]*)\)", BOOK)) <= heads


def test_no_number_heads_two_paragraphs() -> None:
    heads = re.findall(r"^#+ ([\d.]+) ", BOOK, re.MULTILINE)
    assert len(heads) == len(set(heads))

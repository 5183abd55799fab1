"""The rule book: its tables and figures are those of the data, and its first card has no fault."""

from collections.abc import Callable

import pytest

from pbm.core.dice import Dice
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.variant import load
from tests.rules.empire_deluxe import HOMES, SYSTEM
from tests.rules.empire_deluxe.book_tables import MADE, crippled, wear
from tests.where import book

BOOK = book(SYSTEM.name).read_text("utf-8")
FLAT = " ".join(BOOK.split())


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__)
def test_a_table_of_the_book_is_that_of_the_data(made: Callable[[], str]) -> None:
    assert f"\n\n{made()}\n\n" in BOOK


@pytest.mark.parametrize("made", [crippled, wear], ids=lambda made: made.__name__)
def test_a_row_of_figures_of_the_book_is_that_of_the_data(made: Callable[[], str]) -> None:
    assert made() in FLAT


def test_the_first_card_of_the_book_has_no_fault() -> None:
    """ED 9: on a city with the code that the book has."""
    card = BOOK.split("    ED-3 T-1 [4]", 1)[1].split("    END", 1)[0].split("\n", 1)[1]
    rules = load("standard", {})
    state = SYSTEM.start(rules, HOMES[:4], Dice(b"book", "ED-3", 0))
    rows = ["." * 9, "..*++....", "." * 9]
    given = {"map": {"rows": rows}, "cities": {"GEN": {"at": "C2", "owner": 4}}}
    seen = SYSTEM.view(SYSTEM.words.lay(state, given, rules), 4, rules)
    found = parse(tuple(OrderLine(k, line.strip()) for k, line in enumerate(card.splitlines(), 1)), seen, rules)
    assert found.faults == ()
    assert found.count == 7

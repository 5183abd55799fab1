"""The rule book: its tables are those of the data, and its first card has no fault."""

from collections.abc import Callable

import pytest

from pbm.core.dice import Dice
from pbm.rules.gunboat_empires.view import view
from tests.games import lines
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM
from tests.rules.gunboat_empires.book_tables import MADE
from tests.where import book

BOOK = book(SYSTEM.name).read_text("utf-8")


@pytest.mark.parametrize("made", MADE, ids=lambda made: made.__name__)
def test_a_table_of_the_book_is_that_of_the_data(made: Callable[[], str]) -> None:
    assert f"\n\n{made()}\n\n" in BOOK


def test_the_first_card_of_the_book_has_no_fault() -> None:
    """GE 3, 9.6: and what the book says of it comes true."""
    card = BOOK.split("    GB-1 T-1 [6]", 1)[1].split("    END", 1)[0].split("\n", 1)[1]
    state = SYSTEM.start(RULES, SEATS, Dice(b"book", "GB-1", 0))
    parsed = SYSTEM.parse(lines(card), view(state, 6, RULES), RULES)
    assert parsed.faults == ()
    resolution = SYSTEM.resolve(state, {6: parsed}, Dice(b"book", "GB-1", 1), RULES)
    assert resolution.state.regions["30-01"].owner == 6
    assert resolution.state.regions["30-01"].units == {"LI": 2}
    assert resolution.state.countries[6].stocks["SP"] == 5180
    assert resolution.state.countries[6].stocks["GO"] == 24325

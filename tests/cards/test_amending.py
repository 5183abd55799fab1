"""A card that another one amends is read as its pieces were (security 3.2)."""

import pytest

from pbm.cards.card import Card, read_card
from pbm.cards.text import amended, plain_card

HEADING = "EU-7 T-5 [1] Rosa Klein"


def made(base: str, change: str) -> Card:
    """What the second card makes of the first, read again from the archive."""
    whole = amended(read_card(f"{HEADING}\nORDERS\n{base}\nEND\n"), read_card(f"{HEADING} AMEND\n{change}\nEND\n"))
    again = read_card(plain_card(whole))
    assert [line.text for line in again.lines] == [line.text for line in whole.lines]
    assert (again.amends, again.revision, again.problem) == (False, whole.revision, "")
    return whole


@pytest.mark.parametrize("blank", [" ", "\t", ",", "\u00a0"])
def test_a_space_is_the_same_whatever_blank_stands_beside_it(blank: str) -> None:
    whole = made(f"@TU{blank}BA15{blank}@FR{blank}BA3", f"@TU{blank}BA10")
    assert [line.text.replace(blank, " ").strip() for line in whole.lines] == ["@TU BA10", "@FR BA3"]


@pytest.mark.parametrize("word", ["END", "AMEND", "ORDERS", "REV 9", "TENTATIVE"])
def test_a_word_before_a_heading_of_the_same_line_ends_and_begins_nothing(word: str) -> None:
    whole = made(f"@FR BA3\n{word} @TU BA15\n@RU AC3FR", "@RU AC1FR")
    assert [line.text.rstrip(" ,") for line in whole.lines] == ["@FR BA3", word, "@TU BA15", "@RU AC1FR"]

"""Orders of a card that are not read are told of."""

from pbm.cards.card import read_card

HEAD = "EU-7 T-5 [1] Rosa\n"


def test_orders_below_end_are_told_of() -> None:
    card = read_card(HEAD + "ORDERS\n@TU AC5UK\nEND\n@TU FA5UK\nEND\n")
    assert card.notes == ("Line 5 stands below END, and was not read; write all orders above it.",)
    assert not read_card(HEAD + "ORDERS\n@TU AC5UK\nEND\nRosa\n").notes


def test_a_card_that_is_quoted_whole_is_told_of() -> None:
    assert read_card(HEAD + "> @TU AC5UK\n").notes
    assert not read_card(HEAD + "@TU AC5UK\n> @TU AC5UK\n").notes

"""What is taken for orders where a card comes in: nothing quoted, nothing cut off, whatever program wrote the text."""

import pytest

from pbm.cards.card import card_in, read_card
from pbm.cards.text import plain_card
from pbm.mail.charset import decode
from pbm.orders.faults import odd_characters
from tests.cards.test_card import CLASSIC


def test_quoted_lines_between_orders_and_end_are_no_orders_where_a_card_comes_in() -> None:
    """Not in the archive: what a turn was played with is read as it was (security 3.3)."""
    text = f"{CLASSIC}\nORDERS\n> TC1\n@TU BA5\n  > > BA6\n| @FI BA7\n>>BA8\nEND\n"
    found = card_in(text)
    assert [(line.number, line.text) for line in found.lines] == [(4, "@TU BA5")]
    assert found.notes == ("What is quoted between ORDERS and END was not read: line 3, 5, 6, 7.",)
    assert [line for line in read_card(plain_card(found)).lines if line.text] == list(found.lines)
    assert len(read_card(text).lines) == 5, "a card that an older pbm kept"
    assert card_in(f"{CLASSIC}\nORDERS\n> @TU BA5\nEND\n").lines == ()


@pytest.mark.parametrize("words", ["PASS", "@ PASS", " @  pass ; nothing", "@\tPASS", "@TU BA5\n@ PASS"])
def test_pass_may_stand_under_the_sign_for_player_orders(words: str) -> None:
    assert read_card(f"{CLASSIC}\n{words}\nEND\n").passes


@pytest.mark.parametrize("words", ["@TUPASS", "@ PASS BA5", "@@ PASS", "; @ PASS"])
def test_what_is_more_than_pass_is_no_pass(words: str) -> None:
    assert not read_card(f"{CLASSIC}\n{words}\nEND\n").passes


@pytest.mark.parametrize("below", ["", "or rather:\n"])
def test_orders_without_end_below_a_whole_block_is_told(below: str) -> None:
    """Row 53: the rest of the card that was meant may be lost. What an older pbm took is still read."""
    found = card_in(f"{CLASSIC}\nORDERS\n@TU BA5\nEND\n{below}ORDERS\n@TU BA6\n")
    assert found.problem == "there is a line ORDERS and no line END after it"
    assert [line.text for line in found.lines] == ["@TU BA5"]
    assert not card_in(f"{CLASSIC}\nORDERS\n@TU BA5\nEND\n-- \nORDERS\n").problem, "a signature"
    assert not card_in(f"{CLASSIC}\nORDERS\n@TU BA5\nEND\n> ORDERS\n").problem, "quoted"


def test_no_break_spaces_are_read_as_blanks_and_told() -> None:
    """Row 62."""
    found = card_in(f"{CLASSIC}\n@TU\u00a0BA5\u00a0BF5\nEND\n")
    assert found.notes == ("Line 2 has a no-break space (U+00A0), which is read as a blank.",)
    assert card_in(f"{CLASSIC}\n@TU BA5 ; so\u00a0be it\nEND\n").notes == ()


def test_a_text_that_windows_wrote_has_curly_quotes_and_no_control_characters() -> None:
    signs = b"\x93\x94\x91\x92\x85\x96\x97"
    (line,) = card_in(CLASSIC.encode() + b"\n" + signs + b"\nEND\n").lines
    assert line.text == "“”‘’…–—"
    assert decode(signs) == decode(signs, "iso-8859-1") == line.text
    (line,) = card_in(CLASSIC.encode() + b"\n\x81\x93\nEND\n").lines
    assert line.text == "\x81\x93", "what Windows has no sign for is Latin-1, where every byte is one"
    assert all("a curly quote, as word processors write it" in odd_characters(sign)[1] for sign in "“”‘’„‚")


@pytest.mark.parametrize(
    "end",
    [
        "Best, Amy",
        "Best regards,\nAmy Pond",
        "cheers\n\nAmy",
        "Thanks!",
        "Kind regards,\nO'Neill, Jean-Luc",
        "Viele Grüße\nJörg",
    ],
)
@pytest.mark.parametrize(
    "below", ["", "\n\n", "\n\nOn Mon, 1 Jan 2027 at 10:00, GM <gm@example.org> wrote:\n> hello\n"]
)
def test_a_letter_s_last_words_are_no_orders(end: str, below: str) -> None:
    """As a player ends a letter who has no "-- " above the name: it is told in a note, and makes no fault."""
    found = card_in(f"{CLASSIC}\n@TU BA5\n\n{end}{below}")
    assert [line.text for line in found.lines if line.text] == ["@TU BA5"]
    assert found.notes == ("Your letter ends in line 4: from there on no orders were read.",)
    assert len(read_card(f"{CLASSIC}\n@TU BA5\n\n{end}{below}").lines) > 2, "an archived card is read as it was"


@pytest.mark.parametrize(
    "end",
    [
        "\nBest, 2A",
        "\nBest,\nPASS",
        "\nBest, @TU",
        "\nBest,\n@FI BA7",
        "\nBest, BA",
        "\nCheers, and then AC20UK",
        "Best, Amy",
        "\nAmy",
        "\nBest,\nAmy\nBeth\nCleo\nDora",
        "\nBest,\nBA5",
    ],
)
def test_what_may_be_an_order_is_never_taken_for_a_letter_s_last_words(end: str) -> None:
    text = f"{CLASSIC}\n@TU BA5\n{end}"
    assert card_in(text).lines == read_card(text).lines
    assert card_in(f"{CLASSIC}\nORDERS\n@TU BA5\n\nBest, Amy\nEND\n").notes == ()

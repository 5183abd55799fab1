"""Where the parts of a card end: how long, how far apart, which of several (design 4, security 3.2)."""

import pytest

from pbm.cards.card import MOST_LINES, NEAR, read_card
from tests.cards.test_card import CLASSIC, CODE

KEYS = ("Game: EU-7", "Turn: T-5", "Player: [1]")


def orders(text: str) -> list[str]:
    """The lines of orders that a card has."""
    return [line.text for line in read_card(text).lines]


@pytest.mark.parametrize(("apart", "found"), [(1, True), (6, True), (7, False)])
def test_keyed_lines_are_one_heading_where_they_stand_near_each_other(apart: int, found: bool) -> None:
    text = ("\n" * apart).join(KEYS)
    assert (not read_card(f"{text}\nPASS").problem) is found
    assert (not read_card(f"Hello!\n{text}\nPASS").problem) is found


def test_a_name_in_a_greeting_hides_no_heading_far_below_it() -> None:
    found = read_card("Name: nobody" + "\n" * (NEAR + 1) + "\n".join((*KEYS, "Name: Rosa", "PASS")))
    assert (found.game, found.turn, found.player, found.name) == ("EU-7", 5, 1, "Rosa")


def test_a_late_line_of_the_heading_is_read_with_it_and_the_first_of_two_counts() -> None:
    head = "\n".join(KEYS)
    assert read_card(f"{head}{chr(10) * NEAR}Code: {CODE}\nPASS").code == CODE
    assert read_card(f"{head}{chr(10) * (NEAR + 1)}Code: {CODE}\nPASS").code == ""
    assert read_card(f"{head}\nCode: {CODE}\nCode: AAAAA-AAAAA-A\nPASS").code == CODE


@pytest.mark.parametrize("length", [1000, 1001])
def test_a_line_of_a_heading_has_at_most_a_thousand_signs(length: int) -> None:
    for line in (CLASSIC, ", ".join(KEYS)):
        assert bool(read_card(f"{line.ljust(length)}\nPASS").problem) is (length > 1000)


def test_what_stands_in_a_heading_is_cut_at_its_length() -> None:
    found = read_card("\n".join((f"Game: {'A' * 30}", *KEYS[1:], f"Name: {'B' * 120}", f"Code: {'C' * 50}", "PASS")))
    assert (found.game, found.name, found.code) == ("A" * 20, "B" * 100, "C" * 40)
    assert read_card(f"EU-7 T-5 [1] {'B' * 120}\nPASS").name == "B" * 100


@pytest.mark.parametrize(("digits", "turn"), [("999999999", 999_999_999), ("1000000000", 0)])
def test_a_number_of_a_heading_has_at_most_nine_digits(digits: str, turn: int) -> None:
    assert read_card("\n".join((KEYS[0], f"Turn: T-{digits}", KEYS[2], "PASS"))).turn == turn


@pytest.mark.parametrize("rest", [f"Rosa Klein {CODE}", f"Rosa Klein, {CODE}.", f"Rosa Klein {CODE.replace('-', ' ')}"])
def test_the_last_thing_that_looks_like_a_code_is_the_code(rest: str) -> None:
    found = read_card(f"EU-7 T-5 [1] {rest}\nPASS")
    assert (found.name, found.code.replace(" ", "-")) == ("Rosa Klein", CODE)
    assert read_card(f"EU-7 T-5 [1] {CODE} Rosa AAAAA-AAAAA-A\nPASS").name == f"{CODE} Rosa"
    assert read_card("EU-7 T-5 [1] Rosa Klein\nPASS").code == ""


def test_a_card_has_at_most_five_thousand_lines_of_orders() -> None:
    assert len(orders(f"{CLASSIC}\nORDERS\n" + "BA5\n" * MOST_LINES + "END")) == MOST_LINES
    found = read_card(f"{CLASSIC}\nORDERS\n" + "BA5\n" * (MOST_LINES + 1) + "END")
    assert (found.lines, found.problem) == ((), "there are more than 5000 lines of orders")


def test_of_several_blocks_the_last_whole_one_counts_and_that_is_told() -> None:
    one, two = "ORDERS\nBA1\nEND", "ORDERS\nBA2\nEND"
    assert read_card(f"{CLASSIC}\n{one}").notes == ()
    for text in (f"{one}\n{two}", f"{one}\nwords\n{two}\nORDERS\nBA3"):
        found = read_card(f"{CLASSIC}\n{text}")
        assert [line.text for line in found.lines] == ["BA2"]
        assert found.notes == ("There are several blocks from ORDERS to END; the last one counts.",)
    assert orders(f"{CLASSIC}\n{one}\n-- \n{two}") == ["BA1"], "below a signature stands nothing of his"


def test_within_a_block_dashes_are_no_signature_and_an_end_too_many_ends_nothing() -> None:
    assert orders(f"{CLASSIC}\nORDERS\nBA1\n-- \nBA2\nEND") == ["BA1", "-- ", "BA2"]
    assert orders(f"{CLASSIC}\nORDERS\nBA1\nEND\nEND\nORDERS\nBA2\nEND") == ["BA2"]


@pytest.mark.parametrize("word", ["AMEND", "amend ; only this", "\tTentative", "tentative"])
def test_a_word_for_the_whole_card_may_be_in_small_letters(word: str) -> None:
    found = read_card(f"{CLASSIC}\n{word}\nBA1")
    assert ([line.text for line in found.lines], found.amends) == (["BA1"], "m" in word.lower())
    assert found.tentative is not found.amends


def test_a_block_that_does_not_end_is_no_card() -> None:
    found = read_card(f"{CLASSIC}\nORDERS\nBA1")
    assert (found.lines, found.problem) == ((), "there is a line ORDERS and no line END after it")


def test_a_line_of_rev_without_a_number_is_told_by_its_own_number() -> None:
    found = read_card(f"Dear moderator,\n{CLASSIC}\nREV -1\nBA1\nEND")
    assert found.notes == ("Line 3 has no number from 1 to 999999999 after REV, and was passed over.",)
    assert [line.number for line in found.lines] == [4]


def test_what_tells_of_the_card_above_the_orders_is_read_and_orders_there_are_not() -> None:
    found = read_card(f"{CLASSIC}\nREV 3\nAMEND\nPASS\nBA9\nORDERS\nBA1\nREV 2\nEND")
    assert [line.text for line in found.lines] == ["BA1"]
    assert (found.revision, found.amends, found.passes) == (3, True, False)
    assert (found.at, found.opened) == (1, 6)
    assert (read_card(f"{CLASSIC}\nBA1").opened, read_card(f"{CLASSIC}\nPASS").passes) == (0, True)

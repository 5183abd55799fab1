"""Press and absences on a card: cut out before its orders are read, wherever they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.cards.card import Card, card_in, read_card, without_press
from pbm.cards.parts import PressBlock
from pbm.cards.text import content, plain_card

HEAD = "EU-7 T-5 [1] Rosa Klein  7G2KQ-X4M9V-T"
LETTER = "PRESS TO 3, 5 ANON TITLE Some words\n@ the castle,\n\nat noon. Write to rosa@example.org\nEND"


def orders(card: Card) -> list[str]:
    return [line.text for line in card.lines if line.text]


def test_a_block_says_all_that_it_can_say() -> None:
    found = card_in(f"{HEAD}\n@TU BA5\n{LETTER}\n@BU BA2\nABSENT 2026-12-20 to 2027-01-03\nEND\n")
    assert found.press == (
        PressBlock(
            3, to=(3, 5), is_to=True, anonymous=True, title="Some words",
            text="@ the castle,\n\nat noon. Write to rosa@example.org", orders=(4,),
        ),
    )  # fmt: skip
    assert [(it.line, it.days) for it in found.absences] == [(9, "2026-12-20 to 2027-01-03")]
    assert [(line.number, line.text) for line in found.lines if line.text] == [(2, "@TU BA5"), (8, "@BU BA2")]
    assert not found.notes
    assert not found.is_aside


@pytest.mark.parametrize(
    "body",
    [
        f"{LETTER}\n@TU BA5",
        f"@TU BA5\n{LETTER}",
        f"@TU BA5\nEND\n\n{LETTER}\n{LETTER}",
        f"ORDERS\n@TU BA5\n{LETTER}\nEND",
        f"ORDERS\n{LETTER}\n@TU BA5\nEND\n",
        f"ORDERS\n{LETTER} PRESS\n@TU BA5\nEND ORDERS\n\n-- \nRosa",
        f"{LETTER}\nORDERS\n@TU BA5\nEND",
        f"ORDERS\n@TU BA5\nEND\n{LETTER}\nrosa@example.org\nPRESS ALL\nold\nEND",
    ],
)
def test_it_may_stand_anywhere(body: str) -> None:
    found = card_in(f"{HEAD}\n{body}\n")
    assert orders(found) == ["@TU BA5"]
    assert {it.to for it in found.press} == {(3, 5)}
    assert all("rosa@example.org" in it.text and it.is_closed for it in found.press)
    assert not found.problem


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("@TU BA5\nPRESS TO 3\nHello", "Hello"),
        ("PRESS TO 3\nHello\n@TU BA5\n", "Hello"),
        ("ORDERS\n@TU BA5\nPRESS TO 3\nHello\nEND", "Hello"),
        ("ORDERS\nPRESS TO 3\nHello\n@TU BA5\nEND", "Hello"),
        ("PRESS TO 3\nHello\nORDERS\n@TU BA5\nEND", "Hello"),
    ],
)
def test_a_block_without_end_leaves_the_orders_as_they_are(body: str, text: str) -> None:
    found = card_in(f"{HEAD}\n{body}\n")
    assert orders(found) == ["@TU BA5"]
    assert [(it.text, it.is_closed) for it in found.press] == [(text, False)]
    assert not found.problem


def test_a_second_block_ends_one_that_is_open() -> None:
    found = card_in(f"{HEAD}\nPRESS TO 3\nHello\nPRESS ALL\nAll the best\nEND\n")
    assert [(it.text, it.is_closed) for it in found.press] == [("Hello", False), ("All the best", True)]


def test_what_is_quoted_or_stands_in_an_older_mail_is_not_ours() -> None:
    older = "-----Original Message-----\nFrom: x@example.org\nSent: today\nTo: y@example.org\n"
    quoted = f"{HEAD}\n@TU BA5\nEND\n> PRESS ALL\n> hello\n> END\n"
    below = f"{HEAD}\n@TU BA5\nEND\n\n{older}{HEAD}\nPRESS ALL\nhello\nEND\n"
    footer = f"{HEAD}\n@TU BA5\nEND\nSent from my phone\nPRESS ALL\nhello\nEND\n"
    signed = f"{HEAD}\n@TU BA5\n-- \nPRESS ALL\nhello\nEND\n"
    other = f"{HEAD}\n@TU BA5\nEU-7 T-5 [2] Igor\nPRESS ALL\nhello\nEND\n"
    for text in (quoted, below, footer, signed, other):
        assert card_in(text).press == (), text
    assert card_in("PRESS ALL\nhello\nEND\n").press == ()


@pytest.mark.parametrize(
    ("line", "to", "odd"),
    [
        ("press: to [3] and 5", (3, 5), ""),
        ("PRESS 3 5", (3, 5), ""),
        ("PRESS TO Austria", (), "Austria"),
        ("PRESS TO 3,x", (3,), "x"),
        ("PRESS TO 3333", (), "3333"),
        ("PRESS TO 3 TITLE TITLE of it", (3,), ""),
        ("PRESS TO", (), ""),
    ],
)
def test_an_address(line: str, to: tuple[int, ...], odd: str) -> None:
    (found,) = card_in(f"{HEAD}\n{line}\nHello\nEND\n").press
    assert (found.to, found.odd, found.text) == (to, odd, "Hello")


def test_words_that_begin_like_it_are_orders_as_before() -> None:
    for line in ("PRESSURE", "PRESS on", "ABSENTEE", "the PRESS TO 3"):
        found = card_in(f"{HEAD}\n{line}\n@TU BA5\nEND\n")
        assert orders(found) == [line, "@TU BA5"]
        assert not found.press


def test_lines_that_look_like_orders_are_known() -> None:
    (found,) = card_in(f"{HEAD}\nPRESS ALL\n@TU BA5\nBA15 AC20UK\nMeet me at 5.\nEND\n").press
    assert found.orders == (3, 4)


def test_taking_back_is_one_line() -> None:
    found = card_in(f"{HEAD}\nPRESS NONE\n@TU BA5\nEND\n")
    assert [it.takes_back for it in found.press] == [True]
    assert orders(found) == ["@TU BA5"]
    assert card_in(f"{HEAD}\nABSENT none\nEND\n").is_aside


def test_the_archive_keeps_no_press_and_reads_as_it_did() -> None:
    found = card_in(f"{HEAD}\n@TU BA5\n{LETTER}\n@BU BA2\nEND\n")
    kept = plain_card(found)
    assert b"castle" not in kept
    assert kept == b"EU-7 T-5 [1]\n@TU BA5\n@BU BA2\nEND\n", "no gap tells how long the press was"
    assert len(read_card(f"{HEAD}\nPRESS ALL\n@TU BA5\nEND\n").lines) == 2, "a card that an older pbm kept"
    bare = card_in(f"{HEAD}\n@TU BA5\n@BU BA2\nEND\n")
    assert content(found) != content(bare)
    again = card_in(f"{HEAD}\n@TU BA5\n\n{LETTER}\n@BU BA2\nEND\n")
    assert content(found) == content(again), "laid out otherwise"


_LINES = st.sampled_from(
    [HEAD, "PRESS ALL", "PRESS TO 3", "PRESS NONE", "END", "END PRESS", "ORDERS", "@TU BA5", "", "Hello", "-- ", "> x",
     "ABSENT", "ABSENT 2026-12-20", "PASS", "a@b.org wrote:", "EU-7 T-5 [2] Igor"]
)  # fmt: skip


@given(st.lists(_LINES, max_size=14))
def test_no_text_of_press_is_ever_an_order_and_no_line_is_lost(lines: list[str]) -> None:
    text = "\n".join([HEAD, *lines])
    found = card_in(text)
    for block in found.press:
        assert block.line - 1 < len(lines) + 1
    numbers = {line.number for line in found.lines if line.text}
    assert not numbers & ({it.line for it in found.press} | {it.line for it in found.absences})
    if not any(line.startswith(("PRESS", "ABSENT")) for line in lines):
        assert without_press(text) == text


@pytest.mark.parametrize("text", ["A1" * 2_000 + "!", "A1 " * 2_000 + "!", "A" * 4_000, "1A" * 2_000 + "@"])
def test_a_long_line_of_press_is_looked_at_once(text: str) -> None:
    """To try every way to part such a line into orders would take longer than the world is old."""
    (block,) = card_in(f"EU-7 T-5 [1] Rosa 7G2KQ-X4M9V-T\nPRESS TO ALL\n{text}\nEND\n").press
    assert block.text == text
    assert block.orders == ()

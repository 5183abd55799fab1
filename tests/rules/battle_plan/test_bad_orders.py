"""Rows 59 to 72 of security 10.3: what each odd order text yields in a game of Battle Plan."""

from typing import Any

import pytest

from pbm import rules as registry
from pbm.core.dice import Dice
from pbm.engine import turn
from pbm.engine.system import Rules, Seat, System
from pbm.orders.form import OrderLine, Parsed


@pytest.fixture(scope="module")
def europe() -> tuple[System, Rules, Any]:
    """Turkey, Russia and France at the start, Turkey with a few spies and Dollars."""
    system = registry.system("battle-plan")
    rules = system.setup.load("europe", {})
    start = system.start(rules, (Seat(1, "TU"), Seat(2, "RU"), Seat(3, "FR")), Dice(b"start", "T", 0))
    given = {"spaces": {"TU": {"army": 20, "air": 5, "navy": 3}}, "players": {"1": {"dollars": 5000}}}
    return system, rules, system.words.lay(start, given, rules)


def read(europe: tuple[System, Rules, Any], text: str) -> Parsed:
    system, rules, state = europe
    lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return turn.check(system, rules, state, 1, lines)


FAULTY = [  # row, orders, what is faulty and in what words; what stands beside it is taken
    (3, "@TU BA\x005 BF1", "U+0000"),
    (59, "@TU ＢＡ５ BF1", "U+FF22"),
    (59, "@ ٣A\n@TU BF1", "U+0663"),
    (59, "@ ²A\n@TU BF1", "U+00B2"),
    (60, "@TU BА5 BF1", "U+0410"),
    (60, "@TU BΑ5 BF1", "U+0391"),
    (61, "@ ſ1GE\n@TU BF1", "U+017F"),
    (61, "@ 3\u212a\n@TU BF1", "U+212A"),
    (61, "@TU Fı1 BF1", "U+0131"),
    (62, "@TU BA−5 BF1", "U+2212"),
    (62, "@TU BA–5 BF1", "U+2013"),
    (62, "@TU “BA5” BF1", "U+201C"),
    (63, "@TU \u202eBA5 BF1", "U+202E"),
    (63, "@TU \u2066BA5 BF1", "U+2066"),
    (63, "@TU B\u200bA5 BF1", "U+200B"),
    (64, "@TU BA-5 BF1", "BA-5"),
    (64, "@TU BA+5 BF1", "BA+5"),
    (64, "@TU BA5.5 BF1", "BA5.5"),
    (64, "@TU BA1e3 BF1", "BA1E3"),
    (64, "@TU BA1_000 BF1", "BA1_000"),
    (64, "@TU BA0 BF1", "BA0"),
    (64, "@TU BA BF1", "BA"),
    (65, "@TU BA99999999999999999999 BF1", "digits"),
    (65, "@TU BA" + "1" * 5000 + "\nBF1", "long"),
    (65, "@TU AC999UK BF1", "20"),
    (66, "@TU /0/ BF1", "/0/"),
    (66, "@TU /6/ BF1", "/6/"),
    (66, "@TU /1//2/BA5 BF1", "/1/"),
    (67, "@TU AC5UK BF1 AC5UK", "AC5UK"),
    (67, "@TU AC5UK BF1 AC6UK", "AC6UK"),
    (68, "@FR BA5\n@TU BF1", "FR"),
    (68, "@TU AC5FR BF1", "FR"),
    (68, "@TU AC5TU BF1", "TU"),
    (69, "@TU AC15UK AS15UK BF1", "15"),
    (70, "@ 1A\n@TU BF1", "1"),
    (70, "@ 0A\n@TU BF1", "0"),
    (70, "@ 99A\n@TU BF1", "99"),
    (72, "@XXX BA5\n@TU BF1", "XXX"),
    (72, "@TU AC5XXX BF1", "XXX"),
    (72, "@TU AC5ACM BF1", "ACM"),
]


@pytest.mark.parametrize(("row", "orders", "words"), FAULTY, ids=[f"row-{row}-{ascii(o)[:30]}" for row, o, _ in FAULTY])
def test_the_odd_order_is_named_and_its_neighbour_taken(
    europe: tuple[System, Rules, Any], row: int, orders: str, words: str
) -> None:
    parsed = read(europe, orders)
    assert parsed.faults, "a fault, and no exception"
    told = " ".join(f"{fault.text} {fault.message}" for fault in parsed.faults)
    assert words in told.upper() or words in told
    assert all(fault.message and len(fault.text) <= 61 for fault in parsed.faults)
    assert any(order.text == "BF1" for order in parsed.orders), "the order beside it stands"


def test_row_64_noughts_before_a_number_are_taken_with_a_warning(europe: tuple[System, Rules, Any]) -> None:
    parsed = read(europe, "@TU BA005")
    assert ([order.text for order in parsed.orders], parsed.faults) == (["BA5"], ())
    assert parsed.warnings


def test_row_66_an_empty_slot_is_emptied_and_a_full_one_holds_more_than_there_is(
    europe: tuple[System, Rules, Any],
) -> None:
    assert read(europe, "@TU /1/ BF1").faults == ()
    assert read(europe, "@TU /1/BA999").faults == ()


def test_row_70_of_two_declarations_the_last_counts_with_a_warning(europe: tuple[System, Rules, Any]) -> None:
    parsed = read(europe, "@ 2E 2A")
    assert parsed.faults == ()
    assert parsed.warnings


def test_row_62_a_no_break_space_parts_orders(europe: tuple[System, Rules, Any]) -> None:
    parsed = read(europe, "@TU BA5\u00a0BF1")
    assert ([order.text for order in parsed.orders], parsed.faults) == (["BA5", "BF1"], ())
    assert parsed.warnings

"""Slips of the pen: what is no order, and what to write instead. None of them is read as an order."""

import pytest

from tests.rules.battle_plan.printouts import card, position

SLIPS = [
    ("@TU AC 20 UK", "write it in one, without blanks or commas: AC20UK"),
    ("@TU AC1,000UK", "AC1000UK"),
    ("@ TU", "write @TU"),
    ("@TU:", "write @TU, without the :"),
    ("@TU BA5.", "write BA5, without the ."),
    ("@TU ACl0UK", "write AC10UK"),
    ("@TU AC2OUK", "the letter O is not a digit"),
    ("@TU ACallUK", "all is not a number"),
    ("@TU 20ACUK", "write AC20UK"),
    ("@ A2", "write 2A"),
    ("@2A", "write @ 2A"),
    ("@TU / 1 /", "write it in one"),
]


@pytest.mark.parametrize(("text", "told"), SLIPS)
def test_a_slip_is_one_fault_that_says_what_to_write(text: str, told: str) -> None:
    parsed = card(position(), text)
    (fault,) = parsed.faults
    assert told in fault.message
    assert not parsed.orders


def test_orders_behind_a_semicolon_are_warned_of() -> None:
    parsed = card(position(), "@TU BA5; BN5\n; @TU BN5\n@TU BF5 ; all planes")
    assert [order.text for order in parsed.orders] == ["BA5", "BF5"]
    (warning,) = parsed.warnings
    assert "BN5 behind it is not read" in warning.message


NAMES = [
    ("@TURKEY BA5", "; Turkey is TU"),
    ("@TU AC20UKRAINE", "; Ukraine is UK"),
    ("@ S1PO", "; Poland is PD, Portugal is PR"),
    ("@TU AC5", "the space is missing"),
    ("@BLACK", "; Black Sea is "),
    ("@ Turkey:", "write @TU before the orders of TU"),
    ("@TU BD10", "no order builds Dollars"),
    ("@ MSG 3 hello there", "3M5"),
]


@pytest.mark.parametrize(("text", "told"), NAMES)
def test_names_of_the_map_and_other_words_are_known(text: str, told: str) -> None:
    parsed = card(position(), text)
    assert told in parsed.faults[0].message
    assert not parsed.orders


def test_a_greeting_is_one_fault_a_line() -> None:
    parsed = card(position(), "@TU Dear friends, hello to you\nall of you BA5 best wishes 7Q7 to all")
    assert [(fault.line, fault.text) for fault in parsed.faults] == [
        (1, "Dear friends, hello to you"),
        (2, "all of you"),
        (2, "best wishes"),
        (2, "7Q7"),
        (2, "to all"),
    ]
    assert parsed.faults[0].message == "these words are not orders; a remark goes behind a ;"
    assert [order.text for order in parsed.orders] == ["BA5"]


def test_so_it_is_before_the_first_heading() -> None:
    parsed = card(position(), "Dear friends hello\nBA5 hello there")
    assert [fault.text for fault in parsed.faults] == ["Dear friends hello", "BA5", "hello there"]


REMARKS = [
    ("@TU /1/BA5 /1/BN5", "/1/ is here twice; the last one counts"),
    ("PASS\n@TU BA5", "PASS means no orders; those of this card act all the same"),
]


@pytest.mark.parametrize(("text", "told"), REMARKS)
def test_what_may_not_be_meant_has_a_remark(text: str, told: str) -> None:
    parsed = card(position(), text)
    assert not parsed.faults
    assert [warning.message for warning in parsed.warnings] == [told]


def test_a_slot_that_is_emptied_first_has_none() -> None:
    assert not card(position(), "@TU /1/ /1/BN5").warnings


def test_no_player_attacks_their_own_country_and_a_fault_says_why() -> None:
    parsed = card(position(1, GR={"occupier": 1}), "@TU AC5GR FI5GR\n@ S1TU")
    told = [(fault.message.partition(";")[0], fault.rule) for fault in parsed.faults]
    assert told == [
        ("Conquer: GR is your own", "12A"),
        ("Attack Industry from the air: GR is your own", "12A"),
        ("Send spies: TU is your own", "6B"),
    ]

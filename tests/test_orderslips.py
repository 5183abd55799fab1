"""Slips of the pen: what is no order, and what to write instead. None of them is read as an order."""

import pytest

from tests.battle_plan.printouts import card, position

SLIPS = [
    ("@TU AC 20 UK", "write it in one, without blanks or commas: AC20UK"),
    ("@TU AC1,000UK", "AC1000UK"),
    ("@ TU", "write @TU"),
    ("@TU:", "write @TU, without the :"),
    ("@TU BA5.", "write BA5, without the ."),
    ("@TU ACl0UK", "write AC10UK"),
    ("@TU AC2OUK", "the letter O is no digit"),
    ("@TU ACallUK", "all is no number"),
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

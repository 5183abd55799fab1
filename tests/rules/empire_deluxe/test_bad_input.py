"""Positions, options and cards that cannot be: one sentence with the key, and never an exception of ours."""

from random import Random
from time import process_time
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.errors import PbmError
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.variant import load
from pbm.rules.empire_deluxe.view import view
from tests.rules.empire_deluxe import HOMES, SYSTEM

RULES = load("standard", {})
START = SYSTEM.start(RULES, HOMES[:2], Dice(b"bad", "G", 0))
ROWS = ["*++.", "++.."]
CITY = {"TRA": {"at": "A1", "owner": 1}}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"map": {"rows": ["..", "..."]}}, "given.map.rows: all rows have the same length"),
        ({"map": {"rows": ["..x."]}}, "given.map.rows.0: 'x' is not one of . + r v f m *"),
        ({"map": {"rows": ROWS}}, "given.map.rows: there is a * at A1 and no city"),
        ({"map": {"rows": ROWS}, "cities": {"TRA": {"at": "B1"}}}, "given.cities.TRA.at: there is no * at B1"),
        ({"map": {"rows": ROWS}, "cities": {"TRA": {"at": "Z9"}}}, "given.cities.TRA.at: there is no * at Z9"),
        (
            {"map": {"rows": ROWS}, "cities": {**CITY, "OSA": {"at": "A1"}}},
            "given.cities.OSA.at: another city is at A1",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {1: {1: {"kind": "A", "at": "Z9"}}}},
            "given.units.1.1.at: Z9 is off the map",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {1: {1: {"kind": "B", "at": "B1"}}}},
            "given.units.1.1.kind: 'B' is not one of A T D C W F S K",
        ),
        (
            {
                "map": {"rows": ROWS},
                "cities": CITY,
                "units": {1: {1: {"kind": "A", "at": "B1"}, 2: {"kind": "A", "at": "B1"}}},
            },
            "given.units.1.2.at: units.1.1 is on B1 too",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {1: {1: {"kind": "A", "at": "B1", "damage": 1}}}},
            "given.units.1.1.damage: it has 1 hits",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {1: {1: {"kind": "A", "at": "B1", "queue": ["Q9"]}}}},
            "given.units.1.1.queue: 'Q9' is not an order",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {1: {1: {"kind": "A", "at": "D1", "aboard": 7}}}},
            "given.units.1.1.aboard: there is no unit 7",
        ),
        (
            {
                "map": {"rows": ROWS},
                "cities": CITY,
                "units": {1: {1: {"kind": "D", "at": "D1"}, 2: {"kind": "A", "at": "D1", "aboard": 1}}},
            },
            "given.units.1.2.aboard: unit 1 does not carry it",
        ),
        (
            {"map": {"rows": ROWS}, "cities": CITY, "units": {7: {1: {"kind": "A", "at": "B1"}}}},
            "given.units.7: there is no player 7",
        ),
        ({"nonsense": 1}, "given.nonsense: unknown key"),
        ({"map": 3}, "given.map: must be a table"),
        ({"units": {1: 3}}, "given."),
        ({"players": {1: {"seen": ["#"]}}}, "given.players.1.seen: "),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_named_with_its_key(given: dict[str, Any], said: str) -> None:
    plain = {key: _text_keys(value) for key, value in given.items()}
    with pytest.raises(ValueError, match=r"^given\.") as raised:
        SYSTEM.words.lay(START, plain, RULES)
    assert str(raised.value).startswith(said), raised.value


def _text_keys(value: Any) -> Any:
    return {str(key): _text_keys(inner) for key, inner in value.items()} if isinstance(value, dict) else value


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pace": "0"}, "The option 'pace' cannot be '0': it is the game turns of each mailing, 1 to 12, such as "),
        ({"pace": "5,,4"}, "The option 'pace'"),
        ({"size": "19x40"}, "The option 'size'"),
        ({"size": "255x40"}, "The option 'size'"),
        ({"share": "5/2"}, "The option 'share'"),
        ({"limit": "x"}, "The option 'limit'"),
        ({"water": "20"}, "The option 'water'"),
        (
            {"handicap.2": "49"},
            "The option 'handicap.2' cannot be '49': it is the per cent of player N's production, 50 to 200.",
        ),
        ({"handicap.7": "100"}, "There is no option 'handicap.7'"),
        ({"luck": "best"}, "The option 'luck' is one of dice, none, not 'best'."),
        ({"fog": "off"}, "There is no option 'fog'"),
    ],
)
def test_options_that_cannot_be(options: dict[str, str], said: str) -> None:
    with pytest.raises(PbmError) as raised:
        load("standard", options)
    assert str(raised.value).startswith(said)


def test_there_are_three_rule_sets() -> None:
    with pytest.raises(PbmError, match="has no variant 'combined'"):
        load("combined", {})


SIGNS = "@#+-*>?!=;,/{}[]ABCDEFHIJKLMNPRSTUWXZ0123456789 .:\u202e\u2010é"
WORDS = (
    "@TRA",
    "@#1",
    "@#1-9",
    "@",
    "A3MK14",
    "MK14?>CTRA>*",
    "PA",
    "GAMK14",
    "UK20!",
    "F#3",
    "L99",
    "T#1=x",
    "B",
    "W",
)


def test_junk_never_raises_and_is_never_slow() -> None:
    dice = Random(9)  # junk of a test, not luck of a game
    seen = view(START, 1, RULES)
    for k in range(400):
        if k % 2:
            text = "".join(dice.choices(SIGNS, k=dice.randint(0, 300)))
        else:
            text = " ".join(dice.choice(WORDS) + "".join(dice.choices(SIGNS, k=dice.randint(0, 3))) for _ in range(40))
        lines = tuple(OrderLine(number, line) for number, line in enumerate(text.split("\n"), 1))
        found = parse(lines, seen, RULES)
        assert all(fault.message for fault in found.faults)


@pytest.mark.parametrize(
    "text", ["@#" + "1+" * 40, "S>" * 40, "M" * 80, "@#1 " + "MK14>" * 15, "@#99999999999 S", "@#0-999999 S"]
)
def test_long_tokens_are_faults(text: str) -> None:
    before = process_time()
    found = parse((OrderLine(1, text),), view(START, 1, RULES), RULES)
    assert found.faults
    assert not found.orders
    assert process_time() >= before

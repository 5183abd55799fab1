"""What rule systems share, tried by itself."""

from typing import Any

import msgspec
import pytest

from pbm.core.dice import Dice
from pbm.core.english import capital, count, listed, number_word, signed
from pbm.core.events import Event
from pbm.errors import PbmError
from pbm.orders.form import Order
from pbm.rules.common import options, page, readout, sequence, words
from pbm.rules.common.news import besides, foremost, rows, varied

HOUSE = ({"id": "HR-1", "option": "over", "value": "refuse", "choices": ["refuse", "clip"]}, {"id": "HR-2"})


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record with a table by player."""

    name: str
    held: dict[int, int] = {}


def test_numbers_and_lists_in_a_sentence() -> None:
    assert [count(1, "spy", "spies"), count(2, "spy", "spies"), count("0.5", "fleet")] == [
        "1 spy",
        "2 spies",
        "0.5 fleets",
    ]
    assert [signed(8), signed(-12), signed(0)] == ["+8", "\u221212", "\u00b10"]
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"])] == ["", "a", "a, b and c"]
    assert [capital("the Urals"), capital(""), number_word(3), number_word(11)] == ["The Urals", "", "Three", "11"]


def test_an_option_is_set_by_its_name_or_by_the_id_of_its_rule() -> None:
    known = options.choices(HOUSE)
    assert options.usual(HOUSE) == {"over": "refuse"}
    assert options.settled({"HR-1": "clip"}, HOUSE, known) == options.settled({"over": "clip"}, HOUSE, known)
    with pytest.raises(PbmError, match="no option 'under'; known are: over"):
        options.settled({"under": "clip"}, HOUSE, known)
    with pytest.raises(PbmError, match="one of refuse, clip, not 'maybe'"):
        options.settled({"over": "maybe"}, HOUSE, known)


def test_a_record_is_written_and_read_with_its_tables_in_the_order_of_the_numbers() -> None:
    piece = Piece("x", {2: 1, 10: 1})
    assert words.reader(Piece)(words.to_words(piece)) == piece
    assert [*words.numbered({"held": {"10": {"3": 1, "1": 1}, "2": 1}})["held"]] == ["2", "10"]
    with pytest.raises(ValueError, match="unknown"):
        words.reader(Piece)({"name": "x", "more": 1})


@pytest.mark.parametrize(
    ("told", "way", "at_key"),
    [({"name": 1}, ".name", False), ({"name": "x", "held": {"a": 1}}, ".held", True), ({}, "", False)],
)
def test_the_way_to_what_is_wrong_is_told(told: dict[str, Any], way: str, at_key: bool) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert(told, Piece, str_keys=True)
    found, said, is_key = words.where(error.value)
    assert (found.rstrip("[.]"), is_key) == (way, at_key)
    assert said


def test_the_phases_of_a_turn_follow_each_other_and_are_told_when_somebody_asks() -> None:
    def phase(position: int, orders: str, dice: Dice) -> tuple[int, sequence.Told]:
        return position + 1, [Event(orders, "all", {"at": position}), lambda: [Event("late", (1,), {})]]

    position, told = sequence.play([("1", "One", phase), ("2", "Two", phase)], 5, "step", Dice(b"", "", 0))
    assert position == 7
    assert [(event.kind, event.facts.get("at")) for event in sequence.tell(told)] == [
        ("step", 5),
        ("late", None),
        ("step", 6),
        ("late", None),
    ]


def test_three_changes_are_told_and_the_others_counted() -> None:
    more, counts = ("more change", "more changes"), [(0, "battle", "battles"), (2, "raid", "raids")]
    assert besides([], more, [(0, "battle", "battles")]) == ""
    assert besides([], more, counts) == "All told: 2 raids."
    assert besides(["A.", "B."], more, counts) == "A. B. Besides: 2 raids."
    assert besides(["A.", "B.", "C.", "D."], more, []) == "A. B. C. Besides: 1 more change."


def test_news_are_filled_in_whatever_fields_they_have() -> None:
    texts = {"none": "so it is", "one": "{who} came", "two": "{who} met {whom}"}
    made = rows({"change": {kind: {"label": kind, "lead": text} for kind, text in texts.items()}})
    facts = {"who": "[1]", "whom": "[2]"}
    assert [made[kind][1](facts) for kind in texts] == ["so it is", "[1] came", "[1] met [2]"]
    assert {varied(["{a}!", "{a}?"], turn, a="x") for turn in (1, 2)} == {"x!", "x?"}


def test_what_is_made_once_is_made_once() -> None:
    drawer: dict[str, int] = {}
    made = [readout.made_once(drawer, "key", lambda: len(drawer)), readout.made_once(drawer, "key", lambda: 99)]
    assert made == [0, 0]


def test_orders_are_echoed_by_place_and_one_from_the_file_names_its_slot() -> None:
    written = [Order("B", "TU", {}, "BA1", line=1), Order("E", "", {}, "2E", line=2)]
    acted = [Order("B", "TU", {}, "BA2", slot=3)]
    assert [(echo.place, echo.orders) for echo in page.echo(written)] == [("", ("2E",)), ("TU", ("BA1",))]
    assert [(echo.place, echo.orders) for echo in page.echo(acted)] == [("TU", ("/3/BA2",))]


@pytest.mark.parametrize(
    ("best", "said"),
    [
        ({}, ""),
        ({"Egypt": 0}, ""),
        ({"Egypt": 5, "Iran": 4}, "Egypt: 5"),
        ({"Egypt": 5, "Iran": 5}, "Egypt and Iran: 5"),
        ({"Egypt": 5, "Iran": 5, "Cuba": 5, "Chad": 1}, "3 of them: 5"),
    ],
)
def test_the_first_are_named_in_few_words(best: dict[str, int], said: str) -> None:
    assert foremost(best) == said

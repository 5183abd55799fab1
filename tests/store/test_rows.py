"""The files of a turn with an entry a line: the same data in half the bytes."""

import msgspec
import pytest

from pbm.store.folder import write_json, write_turn

POSITION = {
    "turn": 3,
    "regions": {"b-1": {"y": 2, "x": [1, "é"]}, "a-1": {}},
    "seats": [2, 1],
    "empty": {},
    "said": 'a"b',
}
EVENTS = [{"kind": "took", "facts": {"b": 1, "a": 2}, "seen_by": [1]}, {"kind": "fell", "facts": {}}]


@pytest.mark.parametrize("value", [POSITION, EVENTS, {}, []], ids=["position", "events", "no position", "no events"])
def test_it_is_the_same_data(value: object) -> None:
    made = write_turn(value, True)
    assert msgspec.json.decode(made) == value
    assert write_turn(value, False) == write_json(value)
    assert made.endswith(b"\n")


def test_each_entry_has_a_line_and_keys_are_sorted() -> None:
    assert write_turn(POSITION, True).decode() == (
        '{\n "empty": {},\n "regions": {\n  "a-1": {},\n  "b-1": {"x":[1,"é"],"y":2}\n },\n'
        ' "said": "a\\"b",\n "seats": [\n  2,\n  1\n ],\n "turn": 3\n}\n'
    )
    assert write_turn(EVENTS, True).decode() == (
        '[\n {"facts":{"a":2,"b":1},"kind":"took","seen_by":[1]},\n {"facts":{},"kind":"fell"}\n]\n'
    )

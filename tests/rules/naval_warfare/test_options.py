"""The options of a game, and where its seats begin (NW 12)."""

import pytest

from pbm.errors import PbmError
from pbm.rules.naval_warfare import SYSTEM
from pbm.rules.naval_warfare.sea import chart


def test_options_are_settled() -> None:
    assert SYSTEM.setup.load("level", {}).options == {"events": "on", "rounds": "12", "treaties": ""}
    chosen = {"events": "off", "rounds": "99", "treaties": "3"}
    assert SYSTEM.setup.load("chart", chosen).options == chosen


@pytest.mark.parametrize(
    ("option", "value"), [("rounds", "0"), ("rounds", "100"), ("treaties", "20"), ("events", "maybe"), ("laps", "1")]
)
def test_an_option_that_cannot_be_so_is_named(option: str, value: str) -> None:
    with pytest.raises(PbmError, match=option):
        SYSTEM.setup.load("level", {option: value})


def test_homes_are_all_territories_and_dice_where_all_is_rolled() -> None:
    plain, rolled = (SYSTEM.setup.homes(SYSTEM.setup.load(variant, {})) for variant in ("level", "chart"))
    assert sorted(plain) == sorted(chart().lands)
    assert rolled[:2] == ("dice-1", "dice-2")
    assert rolled[20:] == plain
    assert SYSTEM.setup.called(SYSTEM.setup.load("level", {}), "14") == "Mirrane"

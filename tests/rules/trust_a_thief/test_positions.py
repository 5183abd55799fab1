"""Positions of Trust a Thief that are read from data (TT 11): each fault names its key."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.rules import system
from pbm.rules.common.words import to_words
from pbm.rules.trust_a_thief.setup import check
from pbm.rules.trust_a_thief.state import Fleet, State, from_words

SYSTEM = system("trust-a-thief")
RULES = SYSTEM.setup.load("sample", {})
START: State = SYSTEM.start(RULES, (Seat(1, "ALD"), Seat(2, "ELM")), Dice(b"start", "T", 0))
SEA = next(iter(RULES.map.seas))


def province(code: str = "ALD", **facts: Any) -> dict[str, Any]:
    provinces = to_words(START)["provinces"]
    return {"provinces": {**provinces, code: {**provinces.get(code, {}), **facts}}}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"odd": 1}, "odd: unknown key"),
        ({"turn": None}, "turn: missing"),
        ({"nations": None}, "nations: missing"),
        ({"provinces": None}, "provinces: missing"),
        ({"turn": "x"}, "turn: Expected `int`, got `str`"),
        ({"turn": 3.5}, "turn: Expected `int`, got `float`"),
        ({"provinces": 5}, "provinces: Expected `object`, got `int`"),
        ({"provinces": {}}, "provinces.ALD: missing"),
        ({"nations": {"one": {}}}, "nations: what stands there is named by numbers"),
        ({"fleets": {"1": {"one": {"sea": SEA}}}}, "fleets[...]: what stands there is named by numbers"),
        ({"fleets": {"1": {"1": {"sea": "QQ"}}}}, "fleets.1.1.sea: no such sea on this map"),
        ({"fleets": {"7": {}}}, "fleets.7: no such nation"),
        (province("QQQ"), "provinces.QQQ: no such province on this map"),
        (province(owner=7), "provinces.ALD: no such nation as 7"),
        (province(armies={"9": 1}, owner=8), "provinces.ALD: no such nation as 8"),
        (province(armies={"9": 1}), "provinces.ALD: no such nation as 9"),
    ],
)
def test_each_fault_names_its_key(changed: Mapping[str, Any], told: str) -> None:
    words = {key: value for key, value in {**to_words(START), **changed}.items() if value is not None}
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        from_words(words, RULES.map)


def test_options_and_fleets_may_be_left_out() -> None:
    words = {key: value for key, value in to_words(START).items() if key not in ("options", "fleets")}
    assert from_words(words, RULES.map) == replace(START, options={})


def test_an_army_of_nobody_is_read() -> None:
    """TT 1: forces without a nation hold a province."""
    read = from_words({**to_words(START), **province("BRY", owner=0, armies={"0": 3})}, RULES.map)
    assert read.provinces["BRY"].armies == {0: 3}


def laid(**facts: Any) -> State:
    return replace(START, **facts)


def with_fleet(cargo: int) -> State:
    return laid(fleets={1: {4: Fleet(SEA, cargo=cargo)}, 2: {}})


ROOM = RULES.numbers["fleet"]["room"]


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (laid(nations={**START.nations, 3: START.nations[1]}), "nations.3: there is no player 3"),
        (
            laid(provinces={**START.provinces, "ALD": replace(START.provinces["ALD"], armies={1: -1})}),
            "provinces.ALD.armies.1: is below 0",
        ),
        (laid(nations={1: START.nations[1]}), "nations.2: missing"),
        (with_fleet(-1), f"fleets.1.4.cargo: a fleet carries 0 to {ROOM} armies"),
        (with_fleet(ROOM + 1), f"fleets.1.4.cargo: a fleet carries 0 to {ROOM} armies"),
        (laid(nations={**START.nations, 2: replace(START.nations[2], standing={0: "pG1"})}), "nations.2.standing"),
        (laid(nations={**START.nations, 2: replace(START.nations[2], standing={999: "pG1"})}), "nations.2.standing"),
    ],
)
def test_what_no_game_can_have_is_named(position: State, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}"):
        check(position, (1, 2), RULES)


def test_the_ends_of_what_a_game_can_have_are_let_be() -> None:
    for position in (
        START,
        with_fleet(0),
        with_fleet(ROOM),
        laid(provinces={**START.provinces, "ALD": replace(START.provinces["ALD"], armies={1: 0})}),
    ):
        check(position, (1, 2), RULES)

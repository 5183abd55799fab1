"""A position that a scenario gives, or an amendment: what it names wrongly is refused with its key (spec 30)."""

from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat
from pbm.rules import system
from pbm.rules.battle_plan.setup import lay
from pbm.rules.battle_plan.state import State

BATTLE_PLAN = system("battle-plan")


Words = dict[str, Any]
Position = tuple[State, Rules]


@pytest.fixture(scope="module")
def europe() -> Position:
    """Turkey and France at the start, and what they are played by."""
    rules = BATTLE_PLAN.setup.load("europe", {})
    return BATTLE_PLAN.start(rules, (Seat(1, "TU"), Seat(2, "FR")), Dice(b"start", "T", 0)), rules


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("players", {"players": {"9": {}}}),
        ("players.1.stance", {"players": {"1": {"stance": {"9": "ally"}}}}),
        ("players.1.shares", {"players": {"1": {"shares": {"9": "F"}}}}),
        ("players.1.permits", {"players": {"1": {"permits": [0, 9]}}}),
        ("players.1.good", {"players": {"1": {"good": [0, 0, 9]}}}),
        ("players.1.bad", {"players": {"1": {"bad": [0, 0, 9]}}}),
        ("spaces.UK.occupier", {"spaces": {"UK": {"occupier": 9}}}),
        ("spaces.UK.standing_by", {"spaces": {"UK": {"standing": {"1": "BA1"}, "standing_by": 9}}}),
        ("spaces.UK.popularity", {"spaces": {"UK": {"popularity": {"9": 50}}}}),
        ("spaces.UK.spies", {"spaces": {"UK": {"spies": {"9": 1}}}}),
        ("spaces.BLA.forces", {"spaces": {"BLA": {"forces": {"9": {"navy": 1}}}}}),
    ],
)
def test_a_number_that_belongs_to_no_seat(path: str, words: Words, europe: Position) -> None:
    with pytest.raises(ValueError, match=f"^given.{path}: there is no player 9$"):
        lay(europe[0], words, europe[1])


@pytest.mark.parametrize(
    ("path", "words", "letter"),
    [
        ("players.1.multipliers", {"players": {"1": {"multipliers": {"D": 1}}}}, "D"),
        ("players.1.ease", {"players": {"1": {"ease": {"Q": 1}}}}, "Q"),
        ("players.1.defaults", {"players": {"1": {"defaults": {"S": 1}}}}, "S"),
        ("spaces.TU.saved", {"spaces": {"TU": {"saved": {"C": 1}}}}, "C"),
    ],
)
def test_a_letter_that_there_is_not(path: str, words: Words, letter: str, europe: Position) -> None:
    with pytest.raises(ValueError, match=f"^given.{path}: there is no letter {letter}$"):
        lay(europe[0], words, europe[1])


@pytest.mark.parametrize(
    "path",
    [
        "turn",
        *(f"players.1.{name}" for name in ("dollars", "spies", "counterspies", "missed")),
        *(f"players.1.{table}.I" for table in ("multipliers", "ease", "defaults")),
        *(f"spaces.TU.{name}" for name in ("army", "navy", "air", "missiles", "antimissiles")),
        *(f"spaces.TU.{name}" for name in ("industry", "tax", "limit")),
        *(f"spaces.TU.suppressed.{name}" for name in ("industry", "tax", "air")),
        "spaces.TU.saved.I",
        "spaces.TU.spies.2",
    ],
)
def test_fewer_than_none(path: str, europe: Position) -> None:
    words: Any = -1
    for key in reversed(path.split(".")):
        words = {key: words}
    with pytest.raises(ValueError, match=f"^given.{path}: is below 0$"):
        lay(europe[0], words, europe[1])


@pytest.mark.parametrize("unit", ["army", "navy", "air"])
def test_fewer_than_none_at_sea(unit: str, europe: Position) -> None:
    with pytest.raises(ValueError, match=r"^given\.spaces\.BLA\.forces\.1: is below 0$"):
        lay(europe[0], {"spaces": {"BLA": {"forces": {"1": {"navy": 2, unit: -1}}}}}, europe[1])


def test_a_space_and_a_slot_that_there_are_not(europe: Position) -> None:
    with pytest.raises(ValueError, match=r"^given\.spaces\.ZZ: no such space on this map$"):
        lay(europe[0], {"spaces": {"ZZ": {}}}, europe[1])
    with pytest.raises(ValueError, match=r"^given\.spaces\.TU"):
        lay(europe[0], {"spaces": {"TU": {"standing": {"99": "BA1"}}}}, europe[1])


def test_popularity_alone_may_be_below_0_and_who_sees_a_space_is_believed(europe: Position) -> None:
    words = {
        "players": {"1": {"permits": [0], "good": [0, 0, 0]}},
        "spaces": {"UK": {"occupier": 0, "popularity": {"1": -20}}, "BLA": {"sight": [2]}, "SP": {"sight": [1]}},
    }
    laid = lay(europe[0], words, europe[1])
    assert laid.countries["UK"].popularity == {1: -20}
    assert (laid.seas["BLA"].sight, laid.countries["SP"].sight) == ((2,), (1,))

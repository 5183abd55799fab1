"""The options that are no choice among a few words (ED 20): what they may be, and who is told so."""

import re
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.rules.empire_deluxe.variant import FREE, load
from tests.command import runner
from tests.rules.empire_deluxe import SYSTEM

BOUNDS = {
    "pace": (("1", "12", "10,8,6,5", ",".join(["9"] * 20)), ("0", "", "-1", "5,", "5,,4", "1.5", "1,0", "100")),
    "met": (("0", "1", "12"), ("13", "99", "-1", "", "x")),
    "share": (("off", "10/1", "66/2", "100/9"), ("9/1", "101/1", "66", "66/0", "66/10", "")),
    "limit": (("0", "1", "9999"), ("10000", "-1", "", "05")),
    "size": (("", "20x20", "254x254", "60x44"), ("19x40", "40x19", "255x40", "40x255", "40", "40X40")),
    "water": (("30", "66", "89"), ("29", "90", "", "6.6")),
    "handicap.2": (("50", "100", "200"), ("49", "201", "", "1e2", "\u0665\u0660")),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_each_has_its_bounds(name: str) -> None:
    good, bad = BOUNDS[name]
    for value in good:
        assert load("standard", {name: value}).options[name] == value
    for value in bad:
        with pytest.raises(PbmError) as raised:
            load("standard", {name: value})
        told = str(raised.value)
        assert told.startswith(f"The option {name!r} cannot be {value!r}: it is "), told
        assert re.fullmatch(r"[^\n]*[^.]\.", told)


def test_what_is_usual_is_allowed_and_is_what_a_game_has() -> None:
    rules = load("standard", {})
    for option in FREE:
        name = option.name.replace("N", "6")
        assert load("standard", {name: option.usual}).options.get(name, "") == option.usual
        assert rules.options.get(name, option.usual) == option.usual
    assert SYSTEM.setup.free == FREE


def test_a_long_pace_is_for_worked_cases_alone() -> None:
    """ED 8.1: 1 to 12 game turns, in a scenario up to 99."""
    assert SYSTEM.setup.unfit(load("standard", {"pace": "12,1"})) == ""
    assert SYSTEM.setup.unfit(load("standard", {"pace": "1,99"})).startswith("The option 'pace' cannot be '1,99': ")


def test_the_known_options_are_named_to_whoever_writes_another() -> None:
    with pytest.raises(PbmError, match=r"no option 'peace'; known are: .*\bhandicap\.N, .*\bmap, met, pace, "):
        load("standard", {"peace": "on"})
    with pytest.raises(PbmError, match=r"write handicap\.1 to handicap\.6\.$"):
        load("standard", {"handicap.N": "100"})


def test_the_commands_say_what_may_be_chosen_and_what_to_know_before(tmp_path: Path) -> None:
    pbm = runner(tmp_path)
    shown = pbm("rules", "empire-deluxe").output
    for option in FREE:
        assert f"\nOption {option.name} = {option.usual!r}: {option.means}\n" in shown
    notes = [line for line in shown.splitlines() if line.startswith("Note: ")]
    for words in ("share = 66/2", "limit = 0", "luck = none", "rotate = off"):
        assert any(words in line for line in notes), words
    new = ("new", "ED-1", "--system", "empire-deluxe", "--seats", "2", "--option")
    assert "cannot be '13': it is the game turns of each mailing, 1 to 12" in pbm(*new, "pace=13", code=1).stderr
    assert not list(tmp_path.glob("content/games/ED-1"))
    pbm(*new, "pace=12")
    path = tmp_path / "content/games/ED-1/game.toml"
    path.write_text(path.read_text().replace('"pace" = "12"', '"pace" = "13"'))
    assert f"{path}: The option 'pace' cannot be '13'" in pbm("resolve", "ED-1", code=1).stderr


def test_other_systems_have_none_of_it(tmp_path: Path) -> None:
    shown = runner(tmp_path)("rules", "trust-a-thief").output
    assert "\nNote: " not in shown
    assert "\nOption " not in shown

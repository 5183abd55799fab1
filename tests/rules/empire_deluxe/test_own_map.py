"""A map of the moderator's own (ED 17.2): read at the founding, found wrong with file and line, kept for `verify`."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import GivenText
from pbm.errors import PbmError
from pbm.rules.empire_deluxe.setup import names
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.variant import load
from tests.command import runner
from tests.rules.empire_deluxe import HOMES, SYSTEM

WIDTH, HEIGHT = 24, 20
SEA = "." * WIDTH
ROWS = [SEA, "..*+rvfm*".ljust(WIDTH, "."), *[SEA] * 16, "..++*".ljust(WIDTH, "."), SEA]
CITIES = ["; C2 1", "; I2 0", "; E19 2"]


def text(rows: list[str] = ROWS, cities: list[str] = CITIES) -> str:
    return "\n".join([*rows, *cities]) + "\n"


def begun(given: str, variant: str = "advanced", seats: int = 2, options: dict[str, str] | None = None) -> State:
    rules = load(variant, {"map": "world.txt", **(options or {})})
    rules = replace(rules, texts={"map": GivenText("world.txt", given)})
    state: Any = SYSTEM.start(rules, HOMES[:seats], Dice(b"own", "G", 0))
    assert isinstance(state, State)
    return state


def test_a_game_begins_on_it() -> None:
    state = begun(text())
    assert list(state.map.rows) == ROWS
    assert {city.at: city.owner for city in state.cities.values()} == {"C2": 1, "I2": 0, "E19": 2}
    assert set(state.cities) <= set(names())
    assert [city.efficiency for city in state.cities.values() if city.owner] == [100, 100]
    assert state.options["map"] == "own"
    assert state.players[1].seen[1][1:4] == "###"
    assert begun(text(), options={"wrap": "on"}).map.wrap


def test_codes_come_from_the_dice_and_not_from_the_file() -> None:
    moved = text(cities=CITIES[::-1])
    one, other = begun(text()), begun(moved)
    assert one.cities == other.cities
    assert list(one.cities) != list(begun_with(b"another").cities)


def begun_with(seed: bytes) -> State:
    rules = replace(load("advanced", {"map": "x"}), texts={"map": GivenText("x", text())})
    state: Any = SYSTEM.start(rules, HOMES[:2], Dice(seed, "G", 0))
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("variant", ["basic", "standard"])
def test_all_land_is_clear_but_in_the_advanced_game(variant: str) -> None:
    state = begun(text(), variant)
    assert state.map.rows[1] == "..*+++++*".ljust(WIDTH, ".")
    assert {city.efficiency for city in state.cities.values()} == {100}


def test_a_seat_of_the_map_that_nobody_has_is_neutral() -> None:
    state = begun(text(), seats=1)
    assert sorted(city.owner for city in state.cities.values()) == [0, 0, 1]


@pytest.mark.parametrize("nobody", ["; I2 0", "; I2 -", "; I2", ";I2  0", "; I2 0\r"])
def test_a_city_of_nobody_is_written_in_several_ways(nobody: str) -> None:
    assert begun(text(cities=[CITIES[0], nobody, "", CITIES[2]])) == begun(text())


MANY = len(names())
TOO_MANY = ["*" * 24] * 19 + ["." * 24]
FULL = [f"; {chr(65 + x)}{y + 1} 0" for y in range(19) for x in range(24)]


@pytest.mark.parametrize(
    ("rows", "cities", "said"),
    [
        ([*ROWS[:2], SEA[:-1] + "x", *ROWS[3:]], CITIES, "line 3: 'x' in column 24 is not one of . + r v f m *"),
        ([*ROWS[:2], SEA[:-1], *ROWS[3:]], CITIES, "line 3: the row has 23 squares, and the first one 24"),
        ([*ROWS[:2], SEA + ".", *ROWS[3:]], CITIES, "line 3: the row has 25 squares, and the first one 24"),
        (ROWS, ["; C2 1", "; D2 0", *CITIES[1:]], "line 22: there is no * at D2"),
        (ROWS, ["; Z2 1"], "line 21: Z2 is off the map, which ends at X20"),
        (ROWS, ["; A21 1"], "line 21: A21 is off the map, which ends at X20"),
        (ROWS, CITIES[:1] + CITIES[2:], "line 2: there is a * at I2, and no line `; I2 0` for its city"),
        (ROWS, [*CITIES, "; I2 0"], "line 24: the city at I2 stands above already"),
        (ROWS, [CITIES[0], "; I2 1", CITIES[2]], "line 22: seat 1 has a city above already; each begins with one"),
        (
            ROWS,
            ["; c2 1"],
            "line 21: '; c2 1' is not a city; write `; K14 1` for one of seat 1, ",
        ),
        (ROWS, ["; C2 7"], "line 21: '; C2 7' is not a city"),
        (ROWS, ["; a map of islands"], "line 21: '; a map of islands' is not a city"),
        (ROWS, [*CITIES[:2], "; E19 0"], "line 23: the file ends, and seat 2 has no city; write `; K14 2` for one"),
        (ROWS, [*CITIES[:2], "; E19 3"], "line 23: the file ends, and seat 2 has no city"),
        ([row.replace(".", "+") for row in ROWS], CITIES, "line 23: the map ends, and has no water; write . for it"),
        ([row[:19] for row in ROWS], CITIES, "line 1: the map has 19 columns; it may have 20 to 254"),
        ([row.ljust(255, ".") for row in ROWS], CITIES, "line 1: the map has 255 columns"),
        (ROWS[:19], CITIES, "line 19: the map has 19 rows; it may have 20 to 254"),
        (ROWS + [SEA] * 235, CITIES, "line 255: the map has 255 rows"),
        (TOO_MANY, FULL, f"line {21 + MANY}: this is city {MANY + 1}; a map has {MANY} at most"),
        ([], CITIES, "line 1: the file has no rows; write one of . + r v f m * for each square"),
        (["\x00" * 24], CITIES, "line 1: '\\x00' in column 1 is not one of . + r v f m *"),
    ],
)
def test_whatever_is_wrong_is_one_sentence_with_file_and_line(rows: list[str], cities: list[str], said: str) -> None:
    with pytest.raises(PbmError) as raised:
        begun(text(rows, cities))
    told = str(raised.value)
    assert told.startswith(f"world.txt: {said}"), told
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.parametrize(("name", "value"), [("size", "60x44"), ("water", "70")])
def test_what_the_world_maker_is_told_is_refused_beside_it(name: str, value: str) -> None:
    with pytest.raises(PbmError, match=f"^The option '{name}' is for a world that is made; leave it out with a map"):
        load("standard", {"map": "world.txt", name: value})


def test_a_worked_case_has_no_file() -> None:
    rules = load("standard", {"map": "world.txt"})
    with pytest.raises(ValueError, match=r"options\.map: a map of one's own is read when a game is founded"):
        SYSTEM.start(rules, HOMES[:2], Dice(b"own", "G", 0))


NEW = ("new", "ED-9", "--system", "empire-deluxe", "--variant", "standard", "--seats", "2")


def test_the_file_is_read_at_the_founding_and_told_to_nobody(tmp_path: Path) -> None:
    pbm, file = runner(tmp_path), tmp_path / "secret-place" / "world.txt"
    file.parent.mkdir()
    file.write_bytes(b"\xef\xbb\xbf" + text().replace("\n", "\r\n").encode())
    pbm(*NEW, "--option", f"map={file}")
    folder = tmp_path / "content/games/ED-9"
    assert '"map" = "own"\n' in (folder / "game.toml").read_text()
    assert (folder / "private/option-map.txt").read_text().split() == text().split()
    file.unlink()
    pbm("verify", "ED-9")
    pbm("fsck", "ED-9")
    pbm("publish")
    known = [path.read_bytes() for path in (tmp_path / "output/site").rglob("*") if path.is_file()]
    assert len(known) > 9
    hidden = b"secret-place", b"; C2 1", ROWS[1].strip(".").encode()
    assert [words for words in hidden if any(words in data for data in known)] == []
    (folder / "private/option-map.txt").unlink()
    assert "option-map.txt: there is no such file." in pbm("verify", "ED-9", code=1).stderr


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (None, "there is no such file."),
        (b"....\n..\xff.\n", "line 2: is not UTF-8 text; save the file as plain text."),
        (b"." * 1_000_001, "is larger than 1 MB and is not read."),
        (text(cities=[]).encode(), "line 2: there is a * at C2, and no line `; C2 0` for its city."),
    ],
)
@pytest.mark.parametrize("more", [(), ("--wait",)])
def test_a_file_that_cannot_be_founds_no_game(
    tmp_path: Path, data: bytes | None, said: str, more: tuple[str, ...]
) -> None:
    pbm, file = runner(tmp_path), tmp_path / "world.txt"
    if data is not None:
        file.write_bytes(data)
    assert pbm(*NEW, *more, "--option", f"map={file}", code=1).stderr == f"{file}: {said}\n"
    assert not list(tmp_path.glob("content/*/ED-9*"))


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert re.match(
        rf"{tmp_path}: cannot be read \(", runner(tmp_path)(*NEW, "--option", f"map={tmp_path}", code=1).stderr
    )


def test_a_game_that_waits_finds_its_file_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pbm, file = runner(tmp_path), tmp_path / "world.txt"
    file.write_text(text())
    monkeypatch.chdir(tmp_path)
    pbm(*NEW, "--wait", "--option", "map=world.txt")
    monkeypatch.chdir("/")
    for name in ("Ann", "Ben"):
        pbm("signups", "ED-9", "--add", name)
    pbm("new", "ED-9", "--from-signups")
    pbm("verify", "ED-9")
    assert (tmp_path / "content/games/ED-9/private/option-map.txt").read_text() == text()

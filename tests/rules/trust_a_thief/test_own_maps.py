"""Trust a Thief on a map of one's own: what is wrong with its files, and that it plays (TT 1.1, 1.2, T22)."""

import copy
import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.rules import system
from pbm.rules.trust_a_thief.variant import check_folder, load_folder
from pbm.site.maps import artist
from pbm.store.folder import Folder
from tests.command import runner
from tests.games import Table

THIEF = system("trust-a-thief")
EXAMPLE = Path(__file__).parents[3] / "content" / "variants" / "long-lake"


def example(*, is_drawn: bool = True) -> dict[str, Any]:
    data: dict[str, Any] = {
        "variant": tomllib.loads((EXAMPLE / "variant.toml").read_text("utf-8")),
        "map": json.loads((EXAMPLE / "map.json").read_text("utf-8")),
    }
    if is_drawn:
        data["geometry"] = json.loads((EXAMPLE / "geometry.json").read_text("utf-8"))
    return data


def changed(where: str, value: Any) -> dict[str, Any]:
    """The example with one value set: `map.spaces.0.code`."""
    data = copy.deepcopy(example())
    *way, last = (int(step) if step.isdigit() else step for step in where.split("."))
    at: Any = data
    for step in way:
        at = at.setdefault(step, {}) if isinstance(at, dict) else at[step]
    at[last] = value
    return data


def test_the_example_is_good_drawn_and_as_tiles() -> None:
    assert check_folder(example()) == ()
    assert check_folder(example(is_drawn=False)) == ()


@pytest.mark.parametrize(
    ("where", "value", "file", "said"),
    [
        ("variant.system", "battle-plan", "variant.toml", 'system: this is read as a variant of "trust-a-thief"'),
        ("variant.titel", "x", "variant.toml", "unknown field `titel`"),
        ("variant.homes", ["ALM"], "variant.toml", "homes: there must be 2 to 12, not 1."),
        ("variant.homes", ["ALM", "LAK"], "variant.toml", "homes: LAK is a sea."),
        ("variant.homes", ["ALM", "XXX"], "variant.toml", "homes: 'XXX' is not a space of map.json."),
        ("variant.homes", ["ALM", "DUN", "ALM", "KES"], "variant.toml", "homes: 'ALM' stands 2 times."),
        (
            "variant.homes_for",
            {"5": ["ALM"]},
            "variant.toml",
            "homes_for.'5': must be a number of nations from 2 to 4.",
        ),
        ("variant.homes_for", {"two": ["ALM"]}, "variant.toml", "homes_for.'two': must be a number of nations"),
        ("variant.homes_for", {"2": ["ALM"]}, "variant.toml", "homes_for.'2': must name 2 different homes."),
        ("variant.homes_for", {"2": ["ALM", "ALM"]}, "variant.toml", "homes_for.'2': must name 2 different homes."),
        ("variant.homes_for", {"2": ["ALM", "LAK"]}, "variant.toml", "homes_for.'2': LAK is a sea."),
        ("variant.options.weather", "on", "variant.toml", "options.'weather': is not known; known are"),
        ("variant.options.units", "two", "variant.toml", "options.units: is one of unlimited, one, not 'two'."),
        ("variant.numbers.prize", {}, "variant.toml", "numbers.'prize': is not known; known are"),
        ("variant.numbers.price.BA", 0, "variant.toml", "numbers.price.BA: must be at least 1."),
        ("variant.numbers.price.BA", "2", "variant.toml", "numbers.price.BA: must be a whole number"),
        ("variant.numbers.fleet.room", 0, "variant.toml", "numbers.fleet.room: must be at least 1."),
        ("variant.numbers.start.structure", "castle", "variant.toml", "numbers.start.structure: must be one of none"),
        ("variant.numbers.structure.BT.price", 0, "variant.toml", "numbers.structure.BT.price: must be at least 1."),
        ("variant.numbers.structure.BT.makes", "city", "variant.toml", "is a rule of the game and stays 'town'."),
        ("variant.numbers.end.share", [60], "variant.toml", "numbers.end.share: must be 2 whole numbers"),
        ("variant.numbers.end.share", [110, 100], "variant.toml", "numbers.end.share: must be a share of all"),
        ("map.spaces.0.code", "alm", "map.json", "the code 'alm' must be two or three capital letters."),
        ("map.spaces.0.code", "BRK", "map.json", "spaces: BRK stands twice."),
        ("map.spaces.0.kind", "swamp", "map.json", "space 'ALM', kind: is land or sea, not 'swamp'."),
        ("map.spaces.0.name", "", "map.json", "space 'ALM', name: printable"),
        ("map.spaces.0.adjacent", ["ALM"], "map.json", "space ALM, adjacent: names itself."),
        ("map.spaces.0.adjacent", ["BRK"], "map.json", "space EST, adjacent: ALM does not name EST."),
        ("map.spaces.0.adjacent", [], "map.json", "space ALM: has no neighbour."),
        ("map.spaces", [], "map.json", "spaces: there must be 2 to 1000, not 0."),
        ("map.canals", [], "map.json", "unknown field `canals`"),
        ("map.title", "", "map.json", "title: must be printable and not empty."),
        ("geometry.spaces.ALM.d", '"/><script>', "geometry.json", "spaces.ALM.d: is not a path."),
        ("geometry.spaces.ALM.badge", [9999999, 1], "geometry.json", "spaces.ALM.badge: must be 2 whole numbers"),
        ("geometry.width", 0, "geometry.json", "width: must be a whole number"),
    ],
)
def test_each_fault_names_file_and_key(where: str, value: Any, file: str, said: str) -> None:
    found = check_folder(changed(where, value))
    assert any(fault.file == file and said in fault.said for fault in found), found


def test_two_parts_that_nothing_joins_are_no_map() -> None:
    data = example()
    data["map"]["spaces"] += [
        {"code": "ZAP", "name": "Zap", "kind": "land", "adjacent": ["ZIP"]},
        {"code": "ZIP", "name": "Zip", "kind": "sea", "adjacent": ["ZAP"]},
    ]
    (fault,) = check_folder(data)
    assert fault.said == "space ZAP, adjacent: no way leads from ALM to ZAP."


@pytest.mark.parametrize("is_drawn", [True, False])
@pytest.mark.parametrize("nations", [2, 3, 4])
def test_the_house_plays_it_without_a_fault(nations: int, is_drawn: bool) -> None:
    rules = load_folder("long-lake", {}, example(is_drawn=is_drawn))
    homes = THIEF.setup.usual(rules, nations)
    assert homes == (("ALM", "KES") if nations == 2 else ("ALM", "DUN", "GRA", "KES")[:nations])
    taken: set[str] = set()
    for _, _, played in Table("trust-a-thief", nations, rules=rules).game(b"long lake", 12):
        assert not [event for event in played.events if event.kind == "fault"]
        taken |= {code for code, province in played.state.provinces.items() if province.owner}
    assert len(taken) == 10
    assert artist.artist(rules.geometry)


def test_a_house_pays_what_things_cost_here() -> None:
    data = example()
    data["variant"]["numbers"] |= {"price": {"BA": 5, "BF": 9, "pK": 3}, "structure": {"BT": {"price": 7}}}
    assert check_folder(data) == ()
    rules = load_folder("long-lake", {}, data)
    table = Table("trust-a-thief", 4, rules=rules)
    for _, _, played in table.game(b"dear lake", 8):
        assert not [event for event in played.events if event.kind in ("fault", "order-failed")]
    assert THIEF.start(rules, table.seats, Dice(b"x", "T", 0)).nations[1].gold == 6


def test_the_examples_of_the_page_on_variants_hold(tmp_path: Path) -> None:
    text = (EXAMPLE.parents[1] / "about/variants.md").read_text("utf-8").partition("## A map for Trust a Thief")[2]
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)]
    table, case = blocks
    kept = (EXAMPLE / "variant.toml").read_text("utf-8")
    assert all(line in kept for line in table.splitlines())
    (tmp_path / "birkholt.toml").write_text(case)
    assert "as expected" in runner(EXAMPLE.parents[2])("try", str(tmp_path / "birkholt.toml")).output


def test_it_is_founded_played_and_verified_and_the_folder_says_the_system(tmp_path: Path) -> None:
    place = tmp_path / "content/variants/long-lake"
    place.mkdir(parents=True)
    for path in EXAMPLE.iterdir():
        (place / path.name).write_bytes(path.read_bytes())
    run = runner(tmp_path)
    assert "is good: 13 spaces (10 of land, 3 of sea), 4 homes." in run("check-variant", str(place)).output
    run("new", "TT-9", "--variant", "long-lake", "--seats", "2", "--resolve", "all-in")
    facts = Folder(tmp_path, "TT-9").facts
    assert (facts.system, [seat.country for seat in facts.seats]) == ("trust-a-thief", ["Almere", "Kessel"])
    run("standin", "TT-9", "1", "--house")
    run("standin", "TT-9", "2", "--house")
    assert "turn 1 is resolved" in run("resolve", "TT-9", "--now-due").output
    run("publish")
    assert "Long Lake" in (tmp_path / "output/site/games/TT-9/1/index.html").read_text("utf-8")
    run("verify", "TT-9")
    told = run("new", "EU-9", "--system", "battle-plan", "--variant", "long-lake", "--seats", "2", code=1).output
    assert 'system: this is read as a variant of "battle-plan"; write that, or choose another --system.' in told

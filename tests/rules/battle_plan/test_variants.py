"""Variants as data: each plays as it did, its tables are sound, and a moderator's own folder is checked."""

import hashlib
import json
import re
import textwrap
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat
from pbm.errors import PbmError
from pbm.rules import system
from pbm.rules.battle_plan.options import OPTIONS
from pbm.site.maps.drawing import drawing
from pbm.store.variants import faults, load_rules, read_folder
from tests.games import Table, table

BATTLE_PLAN = system("battle-plan")
ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "content" / "variants" / "south-america"
DIGESTS = Path(__file__).parent / "variant_digests.json"
SEED, PLAYERS, TURNS = b"golden game 0001", 25, 12
WORLD = [name for name in BATTLE_PLAN.variants if name != "europe"]


def rules_of(variant: str) -> Rules:
    return load_rules(ROOT, BATTLE_PLAN, variant, {})


def digests(variant: str) -> list[str]:
    """A short digest of the state after each turn of a game of house players."""
    found = []
    for _, _, played in table("battle-plan", PLAYERS, variant).game(SEED, TURNS):
        assert not [event for event in played.events if event.kind == "fault"], "the house writes legal cards"
        words = json.dumps(BATTLE_PLAN.words.to_words(played.state), sort_keys=True)
        found.append(hashlib.sha256(words.encode()).hexdigest()[:16])
    return found


@pytest.mark.parametrize("variant", WORLD)
def test_the_golden_game_of_a_variant_is_what_it_was(variant: str) -> None:
    """A difference is a change of the rules, the dice or the house: look at it, then run this module by itself."""
    kept = json.loads(DIGESTS.read_text("utf-8"))
    assert digests(variant) == kept[variant]


@pytest.mark.parametrize("variant", BATTLE_PLAN.variants)
def test_what_a_variant_names_is_there(variant: str) -> None:
    rules = rules_of(variant)
    homes = BATTLE_PLAN.setup.homes(rules)
    assert len(set(homes)) == len(homes) >= 9
    assert set(homes) <= set(rules.map.countries)
    for row in rules.numbers["positions"].values():
        assert {row.home, *row.spaces} <= set(rules.map.countries)
        assert row.rank in rules.numbers["ranks"]
    for codes in rules.numbers["regions"].values():
        assert set(codes) <= set(rules.map.countries)
    for aim in rules.numbers["objectives"]:
        assert aim.home in rules.numbers["positions"]
        assert aim.kind in ("hold-region", "hold-space", "deny", "port")


@pytest.mark.parametrize("variant", ["real-forces", "1939"])
def test_no_space_belongs_to_two_powers(variant: str) -> None:
    rules = rules_of(variant)
    spaces = [code for row in rules.numbers["positions"].values() for code in (row.home, *row.spaces)]
    assert len(spaces) == len(set(spaces))
    BATTLE_PLAN.start(
        rules,
        tuple(Seat(k, home) for k, home in enumerate(BATTLE_PLAN.setup.homes(rules)[:31], 1)),
        Dice(b"start", "T", 0),
    )


@pytest.mark.parametrize("variant", ["equal-forces", "anonymous", "cold-war"])
def test_homes_of_equal_forces_are_no_islands_and_no_neighbours(variant: str) -> None:
    rules = rules_of(variant)
    homes = BATTLE_PLAN.setup.homes(rules)
    assert len(homes) == 31
    for home in homes:
        space = rules.map.spaces[home]
        assert space.coast
        assert not space.island
        assert not set(space.adjacent) & set(homes)


def test_europe_sets_nothing() -> None:
    """Its states hold the two house rules and nothing of the world: so they are byte for byte what they were."""
    rules = rules_of("europe")
    assert set(rules.options) == {"about", "over"}
    state = BATTLE_PLAN.start(rules, (Seat(1, "TU"), Seat(2, "FR")), Dice(b"start", "T", 0))
    assert set(BATTLE_PLAN.words.to_words(state)) == {"turn", "options", "spaces", "players"}
    assert {row.code for row in rules.orders.rows}.isdisjoint({"pG", "pB"})


def test_no_code_asks_for_the_name_of_a_variant() -> None:
    names = [f'"{name}"' for name in BATTLE_PLAN.variants]
    allowed = {"variant.py"}
    for path in sorted((ROOT / "pbm" / "rules" / "battle_plan").rglob("*.py")):
        text = path.read_text("utf-8")
        assert path.name in allowed or not [name for name in names if name in text], path


def test_the_rules_are_the_variants_own() -> None:
    with pytest.raises(PbmError, match="no variant 'atlantis'"):
        rules_of("atlantis")
    with pytest.raises(PbmError, match="is one of 25, 5"):
        BATTLE_PLAN.setup.load("cold-war", {"turns": "9999"})
    assert BATTLE_PLAN.setup.load("cold-war", {"turns": "10"}).options["turns"] == "10"
    assert all(len(choices) > 1 for choices in OPTIONS.values())


def test_the_classes_of_the_book_are_those_of_the_program() -> None:
    book = (ROOT / "content/rules/battle-plan.md").read_text("utf-8")
    usual = rules_of("real-forces").numbers["player"]["multipliers"]
    for name, rank in rules_of("real-forces").numbers["ranks"].items():
        multipliers = {**usual, **rank.multipliers}
        assert f"| {name} | \u00d7 {rank.factor} | {rank.dollars} | {rank.industry} |" in book
        assert f"| {name} | {' | '.join(str(multipliers[letter]) for letter in 'IANFMX')} |" in book


# --- the map of the world ---


def test_the_world_is_symmetric_and_its_air_pairs_have_reasons() -> None:
    board = rules_of("equal-forces").map
    data = json.loads((ROOT / "pbm/rules/battle_plan/data/world.json").read_text("utf-8"))
    assert len(board.spaces) == 255
    assert len(board.countries) == 223
    bare = {**data, "spaces": [{k: v for k, v in row.items() if k not in ("air", "coast")} for row in data["spaces"]]}
    from pbm.rules.battle_plan.maps import read_map

    assert read_map(bare).spaces == board.spaces, "links, star seas, one land space, icepack, canals: and no pair more"
    for code, space in board.spaces.items():
        assert all(code in board.spaces[other].adjacent for other in space.adjacent)
        assert all(code in board.spaces[other].air for other in space.air)


def test_without_the_ice_a_pair_has_another_reason() -> None:
    data = json.loads((ROOT / "pbm/rules/battle_plan/data/world.json").read_text("utf-8"))
    with_ice, without = rules_of("equal-forces").map, rules_of("1939").map
    pack = set(data["icepack"])
    for code, space in with_ice.spaces.items():
        gone = set(space.air) - set(without.spaces[code].air)
        assert (code in pack and gone <= pack) or not gone
        assert all(code not in without.spaces[other].air for other in gone)
    assert "NAK" not in without.spaces["RKM"].air


# --- a moderator's own folder ---


def folder(tmp_path: Path, **changes: Any) -> dict[str, Any]:
    """The example's data with changes, as `file__key=value`."""
    data = read_folder(EXAMPLE)
    for path, value in changes.items():
        *way, last = path.split("__")
        inner: Any = data
        for key in way:
            inner = inner[int(key)] if isinstance(inner, list) else inner.setdefault(key, {})
        inner[int(last) if isinstance(inner, list) else last] = value
    return data


@pytest.mark.parametrize(
    ("variant", "score", "said"),
    [
        ("equal-forces", "objectives", "counted for powers"),
        ("europe", "industry", "counted for powers"),
        ("south-america", "objectives", "counted for powers"),
        ("real-forces", "objectives", "has no .numbers.victory."),
    ],
)
def test_a_game_counts_nothing_that_its_variant_has_not(variant: str, score: str, said: str) -> None:
    with pytest.raises(PbmError, match=said):
        load_rules(ROOT, BATTLE_PLAN, variant, {"score": score})
    for name, usual in (("1939", "industry"), ("real-forces", "countries"), ("equal-forces", "countries")):
        assert load_rules(ROOT, BATTLE_PLAN, name, {"score": usual}).options["score"] == usual


def test_the_example_is_good_and_plays() -> None:
    assert faults(BATTLE_PLAN, read_folder(EXAMPLE)) == ()
    at = Table("battle-plan", 6)
    at.rules = rules_of("south-america")
    homes = BATTLE_PLAN.setup.homes(at.rules)
    at.seats = tuple(Seat(k, home, "") for k, home in enumerate(homes, 1))
    turns = list(at.game(b"south america 01", 6))
    assert len(turns) == 6
    assert not [e for _, _, played in turns for e in played.events if e.kind == "fault"]
    assert [e for _, _, played in turns for e in played.events if e.kind == "captured"]


def test_the_examples_of_the_page_on_variants_hold() -> None:
    text = (ROOT / "content/about/variants.md").read_text("utf-8")
    blocks = [textwrap.dedent(block) for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)]
    shown = {block.split()[0]: block for block in reversed(blocks)}  # of two that begin alike, the first
    own = tomllib.loads(shown["system"])
    kept = (EXAMPLE / "variant.toml").read_text("utf-8")
    assert all(line in kept for line in shown["system"].splitlines())
    powers = tomllib.loads(shown["[rank.great]"]) | tomllib.loads(shown["[numbers.victory]"])
    powers["position"] += [{"home": "AR"}]
    data = {**read_folder(EXAMPLE), "variant": {"title": own["title"], "options": {"score": "objectives"}, **powers}}
    assert faults(BATTLE_PLAN, data) == ()
    assert BATTLE_PLAN.setup.load_folder is not None
    rules = BATTLE_PLAN.setup.load_folder("powers", {}, data)
    state = BATTLE_PLAN.start(rules, (Seat(1, "BS"), Seat(2, "AR")), Dice(b"start", "T", 0))
    assert (state.countries["BS"].army, state.countries["BN"].army, state.countries["AR"].army) == (100, 20, 50)
    options = set(re.findall(r"^\| `([a-z]+)` \| `", text, re.MULTILINE))
    assert set(OPTIONS) <= options, "each option is told"


def test_its_air_range_is_worked_out() -> None:
    spaces = rules_of("south-america").map.spaces
    assert set(spaces["EC"].air) >= {"CO", "PE", "PN", "BO"}
    assert "PAC" in spaces["CAR"].air, "planes cross the canal"
    assert "PAC" not in spaces["CAR"].adjacent


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"map__spaces__0__adjacent": ["CAR", "CO"]}, "space PAC, adjacent: PN does not name PAC"),
        ({"map__spaces__0__adjacent": ["CAR", "CO", "PAC", "XX"]}, "space PN, adjacent: 'XX' is not a space"),
        ({"map__spaces__0__adjacent": ["CAR", "CO", "PAC", "PN"]}, "space PN, adjacent: names itself"),
        ({"map__spaces__0__adjacent": ["CAR", "CO", "CO", "PAC"]}, "space PN, adjacent: CO stands 2 times"),
        ({"map__spaces__0__code": "CO"}, "spaces: CO stands twice"),
        ({"map__spaces__0__code": "p1"}, "the code 'p1' must be two or three capital letters"),
        ({"map__spaces__0__kind": "air"}, "kind: is land or sea, not 'air'"),
        ({"map__spaces__0__name": "x\u202ey"}, "name: printable"),
        ({"map__canals": [{"gate": "PAC", "connects": ["CAR", "PAC"]}]}, "the gate 'PAC' is not a country"),
        ({"map__star_seas": ["CO"]}, "star_seas: 'CO' is not a sea"),
        ({"map__spaces": []}, "spaces: there must be 2 to 1000, not 0"),
        ({"map__holes": 1}, "map.json: Object contains unknown field `holes`"),
        ({"variant__homes": ["BS", "PAC"]}, "variant.toml: homes: PAC is a sea"),
        ({"variant__homes": ["BS", "BS"]}, "homes: 'BS' stands 2 times"),
        ({"variant__homes": ["BS", "ZZ"]}, "homes: 'ZZ' is not a space of map.json"),
        ({"variant__homes": []}, "a variant has homes or [[position]] tables"),
        ({"variant__options": {"end": "soon"}}, "options.end: is one of land, allies, turns, not 'soon'"),
        ({"variant__options": {"stop": "x"}}, "options.'stop': is not known"),
        ({"variant__options": {"score": "industry"}}, "there is no [[position]]"),
        ({"variant__numbers": {"player": {"dollars": 5}}}, "numbers.player.dollars: must be a decimal string"),
        ({"variant__numbers": {"hpi": {"start": -1}}}, "numbers.hpi.start: must be a whole number"),
        ({"variant__numbers": {"luck": 1}}, "numbers.'luck': is not known"),
        ({"variant__forces": {"BO": {"navy": 3}}}, "forces.BO.navy: BO has no coast"),
        ({"variant__forces": {"BO": {"army": 10**9}}}, "forces.'BO'.army: must be a whole number"),
        ({"variant__wording": {"messages": {"41": "{x.__class__}"}}}, "wording.messages.41"),
        ({"variant__wording": {"change": {}}}, "a variant may set messages alone"),
        ({"variant__system": "chess"}, 'this is read as a variant of "battle-plan"'),
        ({"variant__titel": "x"}, "variant.toml: Object contains unknown field `titel`"),
        ({"geometry__spaces__CO__d": 'M0 0"/><script>'}, "geometry.json: spaces.CO.d: is not a path"),
        ({"geometry__spaces__CO__label": [1, 99999]}, "spaces.CO.label: must be 2 whole numbers on the sheet"),
        ({"geometry__spaces__CAR__kind": "land"}, "spaces.CAR.kind: is sea in map.json, not land"),
        ({"geometry__spaces__CAR__name": " "}, "spaces.CAR.name: printable, with 1 to 40 characters"),
        ({"geometry__spaces__CO__name": "x\u0001"}, "spaces.CO.name: printable, with 1 to 40 characters"),
        ({"geometry__spaces__ZZ": {}}, "spaces.'ZZ': is not a space of map.json"),
        ({"geometry__width": 0}, "width: must be a whole number from 1 to 10000"),
        ({"geometry__water": "<b>"}, "water: is not a path"),
        ({"geometry__lines": {}}, "lines: must have coast"),
    ],
)
def test_each_fault_of_a_folder_is_a_sentence(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    wrong = faults(BATTLE_PLAN, folder(tmp_path, **changes))
    assert any(said in sentence for sentence in wrong), wrong
    assert all(sentence.endswith(".") and len(sentence) < 500 for sentence in wrong)


def test_cycles_of_links_are_harmless(tmp_path: Path) -> None:
    codes = ["AA", "BB", "CC", "DD"]
    ring = [
        {"code": c, "name": f"Land {c}", "kind": "land", "adjacent": [codes[k - 1], codes[(k + 1) % 4]]}
        for k, c in enumerate(codes)
    ]
    data = {"variant": {"title": "Ring", "homes": ["AA", "CC"]}, "map": {"id": "r", "title": "Ring", "spaces": ring}}
    assert faults(BATTLE_PLAN, data) == ()
    assert BATTLE_PLAN.setup.load_folder is not None
    rules = BATTLE_PLAN.setup.load_folder("ring", {}, data)
    assert rules.map.spaces["AA"].air == ("BB", "CC", "DD")
    assert set(rules.geometry["spaces"]) == set(codes), "without a drawing it is tiles"


def test_a_drawing_of_what_it_must_have_is_drawn() -> None:
    data = read_folder(EXAMPLE)
    least = {key: data["geometry"][key] for key in ("width", "height", "lines", "spaces")}
    assert faults(BATTLE_PLAN, {**data, "geometry": least}) == ()
    assert BATTLE_PLAN.setup.load_folder is not None
    drawn = drawing(BATTLE_PLAN.setup.load_folder("least", {}, {**data, "geometry": least}).geometry)
    assert (drawn.under.count("<path"), drawn.over) == (1, ""), "the borders of the seas alone"


def write(place: Path, **files: str) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    for stem, text in files.items():
        (place / {"variant": "variant.toml", "map": "map.json", "extra": "extra.txt"}[stem]).write_text(text, "utf-8")
    return place


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"map": "{}"}, "variant.toml: is missing"),
        ({"variant": "title = 1 2", "map": "{}"}, "variant.toml: is not valid TOML"),
        ({"variant": "title = " + "[" * 200_000, "map": "{}"}, "variant.toml: has tables nested without end"),
        ({"variant": "", "map": "[]"}, "map.json: must be one table"),
        ({"variant": "", "map": '{"id": 1, "id": 2}'}, "the key 'id' is twice"),
        ({"variant": "", "map": '{"id":' + "[" * 60 + "]" * 60 + "}"}, "more than 20 deep"),
        ({"variant": "", "map": "[" * 200_000}, "map.json"),
        ({"variant": "", "map": '{"spaces": [' + "0," * 2_500_000 + "0]}"}, "is larger than 4 MB"),
        ({"variant": "", "map": "{}", "extra": "x"}, "extra.txt: does not belong here"),
    ],
)
def test_a_folder_that_cannot_be_read_is_refused_in_a_sentence(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    with pytest.raises(PbmError, match=said.replace("(", r"\(")):
        read_folder(write(tmp_path / "own", **files))


def test_a_game_takes_no_bad_folder(tmp_path: Path) -> None:
    write(tmp_path / "content/variants/own", variant='title = "x"', map='{"id": "x", "title": "x", "spaces": []}')
    with pytest.raises(PbmError, match="check-variant"):
        load_rules(tmp_path, BATTLE_PLAN, "own", {})
    with pytest.raises(PbmError, match="has no variants of your own"):
        load_rules(tmp_path, system("wadi"), "own", {})
    with pytest.raises(PbmError, match="no variant"):
        load_rules(tmp_path, BATTLE_PLAN, "../own", {})


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps({name: digests(name) for name in WORLD}, indent=1, sort_keys=True) + "\n", "utf-8")

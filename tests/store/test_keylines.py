"""Where keys stand: each mistake of a variant's files is told with the line that it is on, or with none."""

import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.store.keylines import MARK, MOST_NAMES, KeyLines, Way
from pbm.store.variants import FILES
from tests.command import Run, runner

EXAMPLE = Path(__file__).parents[2] / "content" / "variants" / "south-america"

TOML = '''\
# homes = 1 is no key here, nor is army
title = "army = 5 [forces.PN]"
about = """
homes = ["XX"]
[forces.PN]
army = 7
"""
homes = [
  "BS",  # homes
]
numbers.player.dollars = "80"

[ forces . PN ]
army = 6
navy = 8

[forces.BN]
  army = 14
wide = { tax = 20, deep = { army = 1 } }

[regions]
"the Andes" = ["EC"]
'the coast' = ["army"]

[wording.messages]
41 = "May I?"

[[position]]
home = "BS"
[position.multipliers]
army = 1
[[position]]
home = "CO"
rank = "rank"
[rank.great]
factor = 2
'''

PLACES: dict[Way, tuple[int, int] | None] = {
    ("title",): (2, 1),
    ("homes",): (8, 1),
    ("homes", 0): (8, 1),
    ("numbers", "player", "dollars"): (11, 16),
    ("forces",): (13, 3),
    ("forces", "PN"): (13, 12),
    ("forces", "PN", "army"): (14, 1),
    ("forces", "BN", "army"): (18, 3),
    ("forces", "BN", "wide", "tax"): (19, 10),
    ("forces", "BN", "wide", "deep", "army"): (19, 29),
    ("regions", "the Andes"): (22, 1),
    ("regions", "the coast"): (23, 1),
    ("wording", "messages", "41"): (26, 1),
    ("position", 0, "home"): (29, 1),
    ("position", 0, "multipliers", "army"): (31, 1),
    ("position", 1): (33, 1),
    ("position", 1, "home"): (33, 1),
    ("position", 1, "rank"): (34, 1),
    ("rank", "great"): (35, 7),
    ("rank", "great", "factor"): (36, 1),
    ("rank", "small"): None,
    ("forces", "CO"): None,
    ("position", 2, "home"): None,
    ("title", "army"): None,
    (): None,
}


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("way", PLACES, ids=str)
def test_a_key_of_a_toml_file_is_found_or_has_no_place(way: Way, newline: str) -> None:
    assert KeyLines(TOML.replace("\n", newline), is_json=False).place(way) == PLACES[way]


JSON = """\
{"id": "x \\"code\\": 1", "spaces": [
  {"code": "AA", "name": "code",
   "adjacent": ["code"]},
  {"name": "é", "code"
     : "BB"}
 ],
 "n\\u00e4h": 1, "näher": {"code": {}}
}
"""


@pytest.mark.parametrize(
    ("way", "place"),
    [
        (("id",), (1, 2)),
        (("spaces",), (1, 25)),
        (("spaces", 0), (2, 4)),
        (("spaces", 0, "code"), (2, 4)),
        (("spaces", 0, "adjacent"), (3, 4)),
        (("spaces", 0, "adjacent", 0), (3, 4)),
        (("spaces", 1, "code"), (4, 17)),
        (("näher", "code"), (7, 27)),
        (("näh",), (7, 2)),  # written with an escape
        (("spaces", 2, "code"), None),
    ],
)
def test_a_key_of_a_json_file_is_found_or_has_no_place(way: Way, place: tuple[int, int] | None) -> None:
    assert KeyLines(JSON, is_json=True).place(way) == place


ESCAPED = [  # a key, and how it may be written in files of both kinds, of JSON, of TOML
    ("name", [r"na\u006de", r"n\u0061m\u0065"], [], [r"na\U0000006de", "name"]),
    ("näh", [r"n\u00e4h", r"n\u00E4h", "näh"], [], [r"n\U000000E4h"]),
    ("a/b", [r"\u0061/\u0062", "a/b"], [r"a\/b", r"a\u002Fb"], []),
    ('a"b', [r"a\"b", r"a\u0022b"], [], []),
    ("\\", [r"\\", r"\u005c", r"\u005C"], [], []),
    (r"a\nb", [r"a\\nb", r"a\u005cnb"], [], []),
    ("\n\t", [r"\n\t", r"\u000A\t"], [], []),
    ("🐌", ["🐌"], [r"\ud83d\udc0c", r"\uD83D\uDC0C"], [r"\U0001F40C", r"\U0001f40c"]),
    ("\ud800", [], [r"\ud800"], []),
    ("u006d", ["u006d", r"\u0075006d"], [], []),
]


@pytest.mark.parametrize(
    ("name", "written", "is_json"),
    [
        (name, written, is_json)
        for name, both, json_ways, toml_ways in ESCAPED
        for is_json, more in ((True, json_ways), (False, toml_ways))
        for written in (*both, *more)
    ],
)
def test_a_key_is_found_however_it_is_escaped(name: str, written: str, is_json: bool) -> None:
    text = f'"x{written}" = 1\n"{written}"= "{written}"\n[t]\n"y\\u0061" = "{written}"\n'
    if is_json:
        text = f'{{"x{written}": 1,\n"{written}" : "{written}", "t":\n{{"y\\u0061": "{written}"}}}}'
    keys = KeyLines(text, is_json=is_json)
    assert keys.place((name,)) == (2, 1)
    assert keys.place((f"x{name}",)) == (1, 2 if is_json else 1)
    assert keys.place(("t", name)) is None


def test_a_name_of_many_backslashes_is_soon_looked_for() -> None:
    many = "\\" * 100
    text = f'{{"{many * 40}x": 1,\n"{many * 2}": 2}}'
    assert KeyLines(text, is_json=True).place((many,)) == (2, 1)
    assert KeyLines(f"'{many * 40}x' = 1\n'{many}' = 1\n", is_json=False).place((many,)) == (2, 1)


def ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all keys of plain data."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        if isinstance(key, str):
            yield (*way, key)
        yield from ways(inner, (*way, key))


@pytest.mark.parametrize("name", FILES.values())
def test_every_key_of_the_example_is_found_on_a_line_that_has_it(name: str) -> None:
    text = (EXAMPLE / name).read_text("utf-8")
    is_json = name.endswith(".json")
    lines, seen = text.splitlines(), set()
    found = list(ways(json.loads(text) if is_json else tomllib.loads(text)))
    for way in found:
        place = KeyLines(text, is_json=is_json).place(way)
        assert place, way
        line, column = place
        assert lines[line - 1][column - 1 :].lstrip("\"'").startswith(str(way[-1])), way
        seen.add(place)
    assert len(seen) == len(found), "no two keys have one place"


def test_where_it_is_not_sure_it_tells_no_place() -> None:
    assert KeyLines("[a]\n41 = 1\nb = [[1, 41]]\n", is_json=False).place(("a", "41")) is None, "41 is a value too"
    assert KeyLines(f'a = "{MARK}"\nb = 1\n', is_json=False).place(("b",)) is None, "it has marks of its own"
    assert KeyLines("a = 1\na = 2\n", is_json=False).place(("a",)) is None, "no TOML"
    keys = KeyLines("\n".join(f"k{n} = 1" for n in range(2 * MOST_NAMES)), is_json=False)
    places = [keys.place((f"k{n}",)) for n in range(2 * MOST_NAMES)]
    assert places == [(n + 1, 1) for n in range(MOST_NAMES)] + [None] * MOST_NAMES


@pytest.fixture
def run(tmp_path: Path) -> Run:
    shutil.copytree(EXAMPLE, tmp_path / "own")
    return runner(tmp_path)


V, M, G = FILES.values()
WRONG = [  # file, what stands there, what is put in its place, what is said, where: what begins there, or nothing
    (V, '"CO"', '"XX"', "homes: 'XX' is not a space of map.json.", 'homes = ["BS"'),
    (V, 'turns = "15"', 'turns = "0"', "options.turns: is one of", 'turns = "0"'),
    (V, 'turns = "15"', 'turn = "15"', "options.'turn': is not known", 'turn = "15"'),
    (V, 'score = "countries"', 'score = "industry"', "there is no [[position]].", "score = "),
    (V, 'dollars = "80"', "dollars = 80", "numbers.player.dollars: must be a decimal string", "dollars = 80"),
    (V, "M = 5", "Q = 5", "numbers.player.multipliers.'Q': is not known", "Q = 5"),
    (V, "forces.minor", "force.minor", "numbers.'force': is not known", "force.minor"),
    (V, "[forces.BN]", "[forces.BO]\nnavy = 1", "forces.BO.navy: BO has no coast.", "navy = 1"),
    (V, "[forces.BN]", "[forces.PAC]", "forces: PAC is a sea.", "PAC]"),
    (V, "tax = 20", "tax = 2000000", "forces.'BN'.tax: must be a whole number", "tax = 2"),
    (V, "41 =", "410 =", "wording.messages.'410': a number from 1 to 99", "410 ="),
    (V, "title =", "titel =", "Object contains unknown field `titel`.", "titel ="),
    (V, 'homes = ["BS"', 'homes = [5, "BS"', "homes[0]: Expected `str`, got `int`.", "homes = [5"),
    (V, "army = 6", 'army = "6"', "forces[...][...]: Expected `int`, got `str`.", "forces.PN]"),
    (V, 'title = "South America"', "", "Object missing required field `title`.", ""),
    (V, '"battle-plan"', '"chess"', 'system: this is read as a variant of "battle-plan";', "system ="),
    (
        M,
        '["CAR", "CO", "PAC"]',
        '["CAR", "CO", "XX"]',
        "space PN, adjacent: 'XX' is",
        '"adjacent": ["CAR", "CO", "XX"]',
    ),
    (M, '"name": "Peru", "kind": "land"', '"name": "Peru", "kind": "x"', "space 'PE', kind: is", '"kind": "x"'),
    (M, '"gate": "PN"', '"gate": "PAC"', "canals: the gate 'PAC' is not a country.", '"gate": "PAC"'),
    (M, '"code": "BO", ', "", "spaces[8]: Object missing required field `code`.", '"name": "Bolivia"'),
    (M, '"code": "PE"', '"code": "pe"', "the code 'pe' must be", '"code": "pe"'),
    (M, '"title": ', '"holes": 1, "title": ', "unknown field `holes`", '"holes"'),
    (M, '"kind": "sea"', '"kind": "sea", "air": "PN"', "spaces[12].air: Expected `array`", '"air"'),
    (M, '"kind": "sea"', '"kind": "sea", "code": "CAX"', "'code' is twice in one table", '"code": "CAX"'),
    (G, '"height": 1340', '"height": 0', "height: must be a whole number", '"height": 0'),
    (G, '"lines": {', '"waters": "",\n "lines": {', "'waters': is not known", '"waters"'),
    (G, '"CO": {', '"CX": {', "spaces.'CX': is not a space of map.json.", '"CX": {'),
    (G, '"CO": {', '"CX": {', "spaces.CO: is missing.", ""),
]


@pytest.mark.parametrize("case", WRONG, ids=lambda case: f"{case[0]} {case[2]}"[:40])
def test_check_variant_says_where_the_mistake_stands(
    run: Run, tmp_path: Path, case: tuple[str, str, str, str, str]
) -> None:
    name, old, new, said, at = case
    path = tmp_path / "own" / name
    text = path.read_text("utf-8").replace(old, new, 1)
    assert text.count(at) == 1 or not at
    path.write_text(text, "utf-8")
    told = run("check-variant", str(tmp_path / "own"), code=1).output
    (line,) = [line for line in told.splitlines() if said in line]
    spot = text.find(at)
    column = spot - text.rfind("\n", 0, spot)
    assert line.startswith(f"{path}: ")
    assert ("(at line" in line) == bool(at)
    if at:
        assert f"(at line {text.count(chr(10), 0, spot) + 1}, column {column})" in line

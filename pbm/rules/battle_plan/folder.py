"""Whether the files of a moderator's own variant are good: each fault is a sentence that names file and key."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pbm.rules.battle_plan.foldermap import MapFile, SpaceRow, geometry_faults, map_faults, shown
from pbm.rules.battle_plan.options import OPTIONS
from pbm.rules.battle_plan.state import hundredths
from pbm.rules.battle_plan.variant import HERE, Variant
from pbm.system import read_toml

VARIANT, MAP = "variant.toml", "map.json"
MOST_SEATS, MOST = 31, 100_000  # of players; of any number that a file may set
UNITS = ("army", "navy", "air", "missiles", "antimissiles", "industry", "limit", "tax")
LETTERS = frozenset("IANFMXSC")
AIMS = {
    "hold-region": ("region",),
    "hold-space": ("space",),
    "port": ("region",),
    "deny": ("region", "against"),
}
VICTORY = ("survive", "each_home", "all_homes")
MESSAGES = re.compile(r"[1-9][0-9]?")


def check_folder(data: Mapping[str, Any]) -> tuple[str, ...]:
    """25: all that is wrong with a variant's files, a sentence each; nothing where it can be played."""
    table = {key: value for key, value in data["variant"].items() if key != "system"}
    if data["variant"].get("system", "battle-plan") != "battle-plan":
        return (f'{VARIANT}: system: this is read as a variant of "battle-plan".',)
    try:
        variant = msgspec.convert(table, Variant)
    except msgspec.ValidationError as error:
        return (f"{VARIANT}: {_key_first(error)}.",)
    try:
        board = msgspec.convert(data["map"], MapFile)
    except msgspec.ValidationError as error:
        return (f"{MAP}: {_key_first(error)}.",)
    found = [f"{MAP}: {fault}." for fault in map_faults(board)]
    if not found:  # what stands on a bad map cannot be judged
        rows = {row.code: row for row in board.spaces}
        found += [f"{VARIANT}: {fault}." for part in PARTS for fault in part(variant, rows)]
        if "geometry" in data:
            found += [f"geometry.json: {fault}." for fault in geometry_faults(data["geometry"], board)]
    return tuple(found)


def _key_first(error: msgspec.ValidationError) -> str:
    detail, _, key = str(error).partition(" - at `$")
    key = key.strip("`.")
    return f"{key}: {detail}" if key else detail


Rows = Mapping[str, SpaceRow]


def _seats(variant: Variant, rows: Rows) -> Iterator[str]:
    if variant.map:
        yield "map: is for variants that come with the program; the map of this one lies in map.json"
    if bool(variant.homes) == bool(variant.position):
        yield "homes: a variant has homes or [[position]] tables, and not both"
    homes = variant.homes or tuple(row.home for row in variant.position)
    if not 2 <= len(homes) <= MOST_SEATS:
        yield f"homes: there must be 2 to {MOST_SEATS}, not {len(homes)}"
    yield from _lands("homes", homes, rows)
    for code, times in Counter(homes).items():
        if times > 1:
            yield f"homes: {shown(code)} stands {times} times"


def _lands(key: str, codes: tuple[str, ...], rows: Rows) -> Iterator[str]:
    for code in codes:
        if code not in rows:
            yield f"{key}: {shown(code)} is no space of map.json"
        elif rows[code].kind != "land":
            yield f"{key}: {code} is a sea"


def _options(variant: Variant, rows: Rows) -> Iterator[str]:
    house = {row["option"]: row["choices"] for row in read_toml(HERE, "house_rules.toml")["rule"] if "option" in row}
    choices = {**house, **OPTIONS}
    for key, value in variant.options.items():
        if key not in choices:
            yield f"options.{shown(key)}: is not known; known are {', '.join(sorted(choices))}"
        elif value not in choices[key]:
            yield f"options.{key}: is one of {', '.join(choices[key])}, not {shown(value)}"
    if variant.options.get("score") in ("objectives", "industry") and not variant.position:
        yield "options.score: points and Industry are counted for powers; there is no [[position]]"
    if variant.options.get("score") == "objectives":
        victory = variant.numbers.get("victory")
        if not isinstance(victory, dict) or sorted(victory) != sorted(VICTORY):
            yield f"numbers.victory: must have {', '.join(VICTORY)}"


def _numbers(variant: Variant, rows: Rows) -> Iterator[str]:
    usual = {**read_toml(HERE, "rules.toml"), "victory": dict.fromkeys(VICTORY, 0)}
    usual["player"] = {**usual["player"], "defaults": dict.fromkeys("DIANFMX", 0)}
    yield from _like("numbers", variant.numbers, usual)


def _like(key: str, value: Any, usual: Any) -> Iterator[str]:
    """A number where a number is wanted, a decimal string where one is, and no key that is not known."""
    if isinstance(usual, dict):
        if not isinstance(value, dict):
            yield f"{key}: must be a table"
            return
        for name, inner in value.items():
            if name not in usual:
                yield f"{key}.{shown(name)}: is not known; known are {', '.join(sorted(usual))}"
            else:
                yield from _like(f"{key}.{name}", inner, usual[name])
    elif isinstance(usual, str):
        yield from _decimal(key, value)
    elif not _is_count(value):
        yield f"{key}: must be a whole number from 0 to {MOST}"


def _decimal(key: str, value: Any) -> Iterator[str]:
    try:
        good = isinstance(value, str) and 0 <= hundredths(value) <= 100 * MOST
    except ValueError:
        good = False
    if not good:
        yield f'{key}: must be a decimal string such as "12.5", from 0 to {MOST}'


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def _forces(variant: Variant, rows: Rows) -> Iterator[str]:
    for code, forces in variant.forces.items():
        yield from _lands("forces", (code,), rows)
        for unit, number in forces.items():
            if unit not in UNITS:
                yield f"forces.{shown(code)}.{shown(unit)}: is not known; known are {', '.join(UNITS)}"
            elif not _is_count(number):
                yield f"forces.{shown(code)}.{unit}: must be a whole number from 0 to {MOST}"
        if code in rows and forces.get("navy") and not any(rows[x].kind == "sea" for x in rows[code].adjacent):
            yield f"forces.{code}.navy: {code} has no coast"


def _powers(variant: Variant, rows: Rows) -> Iterator[str]:
    whose: dict[str, str] = {}
    for row in variant.position:
        key = f"position {shown(row.home)}"
        yield from _lands(f"{key}, spaces", row.spaces, rows)
        for code in dict.fromkeys((row.home, *row.spaces)):
            if whose.setdefault(code, row.home) != row.home:
                yield f"{key}: {shown(code)} belongs to {shown(whose[code])} too"
        if row.rank and row.rank not in variant.rank:
            yield f"{key}, rank: there is no [rank.{shown(row.rank)}]"
        if len(row.name) > 40 or not row.name.isprintable():
            yield f"{key}, name: must be printable and at most 40 characters long"
        yield from _begins(key, row)
    for name, rank in variant.rank.items():
        yield from _begins(f"rank.{shown(name)}", rank)


def _begins(key: str, row: Any) -> Iterator[str]:
    """What a power or a class begins with."""
    if not 0 <= row.factor <= 100:
        yield f"{key}, factor: must be 0 to 100"
    for name in ("dollars", "spies", "counterspies", "launch"):
        if getattr(row, name):
            yield from _decimal(f"{key}, {name}", getattr(row, name))
    for letter, number in row.multipliers.items():
        if letter not in LETTERS or not _is_count(number):
            yield f"{key}, multipliers.{shown(letter)}: a letter of {''.join(sorted(LETTERS))} and a whole number"
    for letter, ease in row.ease.items():
        if letter not in LETTERS:
            yield f"{key}, ease.{shown(letter)}: is none of {''.join(sorted(LETTERS))}"
        yield from _decimal(f"{key}, ease.{shown(letter)}", ease)


def _aims(variant: Variant, rows: Rows) -> Iterator[str]:
    homes = {row.home for row in variant.position}
    for name, codes in variant.regions.items():
        yield from _lands(f"regions.{shown(name)}", codes, rows)
        if not 0 < len(name) <= 40 or not name.isprintable():
            yield f"regions.{shown(name)}: the name must be printable, with 1 to 40 characters"
    for number, aim in enumerate(variant.objective, 1):
        key = f"objective {number}"
        if aim.kind not in AIMS:
            yield f"{key}, kind: is one of {', '.join(AIMS)}, not {shown(aim.kind)}"
            continue
        if not _is_count(aim.points):
            yield f"{key}, points: must be a whole number from 0 to {MOST}"
        for word, known in (("region", variant.regions), ("space", rows), ("against", homes)):
            value = getattr(aim, word)
            if (word in AIMS[aim.kind]) != bool(value):
                yield f"{key}, {word}: {'is missing' if not value else f'means nothing with {aim.kind}'}"
            elif value and value not in known:
                yield f"{key}, {word}: there is no {shown(value)}"
        if aim.home not in homes:
            yield f"{key}, home: {shown(aim.home)} is the home of no [[position]]"
        if aim.space:
            yield from _lands(f"{key}, space", (aim.space,), rows)


def _wording(variant: Variant, rows: Rows) -> Iterator[str]:
    for name, table in variant.wording.items():
        if name != "messages" or not isinstance(table, dict):
            yield f"wording.{shown(name)}: a variant may set messages alone"
            continue
        for number, text in table.items():
            if not MESSAGES.fullmatch(number) or not isinstance(text, str) or len(text) > 200:
                yield f"wording.messages.{shown(number)}: a number from 1 to 99, and a text of at most 200 characters"
            elif not text.isprintable() or re.search(r"[{}]", text.replace("{about}", "")):
                yield f"wording.messages.{number}: printable, and with no sign {{ or }} but in {{about}}"


PARTS = (_seats, _options, _numbers, _forces, _powers, _aims, _wording)

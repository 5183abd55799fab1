"""Whether the files of a moderator's own variant are good: each fault is a sentence that names file and key."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbm.engine.system import FileFault, read_toml
from pbm.rules.battle_plan.options import OPTIONS
from pbm.rules.battle_plan.state import hundredths
from pbm.rules.battle_plan.variant import HERE, VICTORY, Variant
from pbm.rules.battle_plan.variant_map import MapFile, map_faults
from pbm.rules.common.map_faults import Found, Way, shown
from pbm.rules.common.table_faults import (
    MOST,
    Rows,
    folder_faults,
    is_count,
    land_faults,
    number_faults,
    of_another,
    option_faults,
    twice_faults,
)

MOST_SEATS, MOST_JOINED = 31, 4  # players; powers of one seat
UNITS = ("army", "navy", "air", "missiles", "antimissiles", "industry", "limit", "tax")
LETTERS = frozenset("IANFMXSC")
AIMS = {
    "hold-region": ("region",),
    "hold-space": ("space",),
    "port": ("region",),
    "deny": ("region", "against"),
}
MESSAGES = re.compile(r"[1-9][0-9]?")


def check_folder(data: Mapping[str, Any]) -> tuple[FileFault, ...]:
    """BP 25: all that is wrong with a variant's files; nothing where it can be played."""
    if data["variant"].get("system", "battle-plan") != "battle-plan":
        return (of_another("battle-plan"),)
    return folder_faults(data, (Variant, MapFile), map_faults, PARTS)


def _seats(variant: Variant, rows: Rows) -> Iterator[Found]:
    if variant.map:
        yield ("map",), "map: is for variants that come with the program; the map of this one lies in map.json"
    if bool(variant.homes) == bool(variant.position):
        yield ("homes",), "homes: a variant has homes or [[position]] tables, and not both"
    homes = variant.homes or tuple(row.home for row in variant.position)
    if not 2 <= len(homes) <= MOST_SEATS:
        yield ("homes",), f"homes: there must be 2 to {MOST_SEATS}, not {len(homes)}"
    if variant.homes:
        yield from land_faults("homes", ("homes",), homes, rows)
    for k, row in enumerate(variant.position if not variant.homes else ()):
        yield from land_faults("homes", ("position", k, "home"), (row.home,), rows)
    for code in dict.fromkeys(homes):
        last = len(homes) - 1 - homes[::-1].index(code)
        way: Way = ("homes",) if variant.homes else ("position", last, "home")
        yield from twice_faults(way, [home for home in homes if home == code])


def _options(variant: Variant, rows: Rows) -> Iterator[Found]:
    house = {row["option"]: row["choices"] for row in read_toml(HERE, "house_rules.toml")["rule"] if "option" in row}
    choices = {**house, **OPTIONS}
    yield from option_faults(variant.options, choices)
    if variant.options.get("score") in ("objectives", "industry") and not variant.position:
        yield (
            ("options", "score"),
            "options.score: points and Industry are counted for powers; there is no [[position]]",
        )
    if variant.options.get("score") == "objectives":
        victory = variant.numbers.get("victory")
        if not isinstance(victory, dict) or sorted(victory) != sorted(VICTORY):
            yield ("numbers", "victory"), f"numbers.victory: must have {', '.join(VICTORY)}"


def _numbers(variant: Variant, rows: Rows) -> Iterator[Found]:
    usual = {**read_toml(HERE, "rules.toml"), "victory": dict.fromkeys(VICTORY, 0)}
    usual["player"] = {**usual["player"], "defaults": dict.fromkeys("DIANFMX", 0)}
    yield from number_faults(("numbers",), variant.numbers, usual, _decimal)
    moods = variant.numbers.get("hpi")
    for key, value in moods.items() if isinstance(moods, dict) else ():
        if value == 0:  # BP 3A
            yield (
                ("numbers", "hpi", key),
                f"numbers.hpi.{shown(key)}: must be at least 1, or it revolts at once",
            )


def _decimal(key: str, way: Way, value: Any) -> Iterator[Found]:
    try:
        good = isinstance(value, str) and 0 <= hundredths(value) <= 100 * MOST
    except ValueError:
        good = False
    if not good:
        yield way, f'{key}: must be a decimal string such as "12.5", from 0 to {MOST}'


def _forces(variant: Variant, rows: Rows) -> Iterator[Found]:
    for code, forces in variant.forces.items():
        yield from land_faults("forces", ("forces", code), (code,), rows)
        for unit, number in forces.items():
            way = ("forces", code, unit)
            if unit not in UNITS:
                yield way, f"forces.{shown(code)}.{shown(unit)}: is not known; known are {', '.join(UNITS)}"
            elif not is_count(number):
                yield way, f"forces.{shown(code)}.{unit}: must be a whole number from 0 to {MOST}"
        if code in rows and forces.get("navy") and not any(rows[x].kind == "sea" for x in rows[code].adjacent):
            yield ("forces", code, "navy"), f"forces.{code}.navy: {code} has no coast"


def _powers(variant: Variant, rows: Rows) -> Iterator[Found]:
    whose: dict[str, str] = {}
    called: dict[str, str] = {}
    counted = variant.options.get("score") == "industry"
    for k, row in enumerate(variant.position):
        key, way = f"position {shown(row.home)}", ("position", k)
        yield from land_faults(f"{key}, spaces", (*way, "spaces"), row.spaces, rows)
        for code in dict.fromkeys((row.home, *row.spaces)):
            if whose.setdefault(code, row.home) != row.home:
                where = "home" if code == row.home else "spaces"
                yield (*way, where), f"{key}: {shown(code)} belongs to {shown(whose[code])} too"
        if row.rank and row.rank not in variant.rank:
            yield (*way, "rank"), f"{key}, rank: there is no [rank.{shown(row.rank)}]"
        if len(row.name) > 40 or not row.name.isprintable():
            yield (*way, "name"), f"{key}, name: must be printable and at most 40 characters long"
        name = row.name or (rows[row.home].name if row.home in rows else row.home)
        if called.setdefault(name, row.home) != row.home:
            yield (*way, "name"), f"{key}, name: {shown(called[name])} has the same; nobody could tell them apart"
        yield from _begins(key, way, row)
        if counted and not (row.rank in variant.rank and variant.rank[row.rank].industry):
            yield way, f"{key}: with score = 'industry' its class must say what `industry` wins"
    for name, rank in variant.rank.items():
        yield from _begins(f"rank.{shown(name)}", ("rank", name), rank, least=1)
        if not 0 <= rank.industry <= MOST:
            yield ("rank", name, "industry"), f"rank.{shown(name)}, industry: must be 0 to {MOST}"


def _combinations(variant: Variant, rows: Rows) -> Iterator[Found]:
    """BP 22A: which powers one seat may have together."""
    prices = {row.price for row in variant.position if row.price}
    for k, power in enumerate(variant.position):
        if power.price:
            yield from _decimal(f"position {shown(power.home)}, price", ("position", k, "price"), power.price)
    for k, row in enumerate(variant.combination):
        key, way = f"combination {k + 1}", ("combination", k)
        if not 2 <= row.number <= MOST_JOINED:
            yield (*way, "number"), f"{key}, number: one seat has 2 to {MOST_JOINED} powers, not {row.number}"
        if not row.prices:
            yield (*way, "prices"), f"{key}, prices: names no price"
        for price in row.prices:
            if price not in prices:
                known = ", ".join(sorted(prices)) or "none"
                yield (*way, "prices"), f"{key}, prices: no power has the price {shown(price)}; known are {known}"
        if row.price:
            yield from _decimal(f"{key}, price", (*way, "price"), row.price)
        if row.rank not in variant.rank:
            yield (*way, "rank"), f"{key}, rank: there is no [rank.{shown(row.rank)}]"
        elif variant.options.get("score") == "industry" and not variant.rank[row.rank].industry:
            yield (*way, "rank"), f"{key}, rank: with score = 'industry' this class must say what `industry` wins"
        for other in variant.combination[:k]:
            if other.number == row.number and {*other.prices} & {*row.prices}:
                yield (*way, "prices"), f"{key}, prices: another combination of {row.number} has one of them too"


def _begins(key: str, way: Way, row: Any, least: int = 0) -> Iterator[Found]:
    """What a power or a class begins with. A power's factor of 0 is that of its class."""
    if not least <= row.factor <= 100:
        yield (*way, "factor"), f"{key}, factor: must be {least} to 100"
    for name in ("dollars", "spies", "counterspies", "launch"):
        if getattr(row, name):
            yield from _decimal(f"{key}, {name}", (*way, name), getattr(row, name))
    for letter, number in row.multipliers.items():
        if letter not in LETTERS or not is_count(number):
            said = f"{key}, multipliers.{shown(letter)}: a letter of {''.join(sorted(LETTERS))} and a whole number"
            yield (*way, "multipliers", letter), said
    for letter, ease in row.ease.items():
        if letter not in LETTERS:
            yield (*way, "ease", letter), f"{key}, ease.{shown(letter)}: is none of {''.join(sorted(LETTERS))}"
        yield from _decimal(f"{key}, ease.{shown(letter)}", (*way, "ease", letter), ease)


def _aims(variant: Variant, rows: Rows) -> Iterator[Found]:
    homes = {row.home for row in variant.position}
    for name, codes in variant.regions.items():
        yield from land_faults(f"regions.{shown(name)}", ("regions", name), codes, rows)
        if not codes:  # all of nothing is held by everybody
            yield ("regions", name), f"regions.{shown(name)}: names no country"
        if not 0 < len(name) <= 40 or not name.isprintable():
            yield ("regions", name), f"regions.{shown(name)}: the name must be printable, with 1 to 40 characters"
    for k, aim in enumerate(variant.objective):
        key, way = f"objective {k + 1}", ("objective", k)
        if aim.kind not in AIMS:
            yield (*way, "kind"), f"{key}, kind: is one of {', '.join(AIMS)}, not {shown(aim.kind)}"
            continue
        if not is_count(aim.points):
            yield (*way, "points"), f"{key}, points: must be a whole number from 0 to {MOST}"
        for word, known in (("region", variant.regions), ("space", rows), ("against", homes)):
            value = getattr(aim, word)
            if (word in AIMS[aim.kind]) != bool(value):
                said = "is missing" if not value else f"means nothing with {aim.kind}"
                yield (*way, word), f"{key}, {word}: {said}"
            elif value and value not in known:
                yield (*way, word), f"{key}, {word}: there is no {shown(value)}"
        if aim.home not in homes:
            yield (*way, "home"), f"{key}, home: {shown(aim.home)} is the home of no [[position]]"
        if aim.kind == "deny" and aim.against == aim.home:
            yield (*way, "against"), f"{key}, against: is another power"
        if aim.space:
            yield from land_faults(f"{key}, space", (*way, "space"), (aim.space,), rows)


def _wording(variant: Variant, rows: Rows) -> Iterator[Found]:
    for name, table in variant.wording.items():
        if name != "messages" or not isinstance(table, dict):
            yield ("wording", name), f"wording.{shown(name)}: a variant may set messages alone"
            continue
        for number, text in table.items():
            way = ("wording", name, number)
            if not MESSAGES.fullmatch(number) or not isinstance(text, str) or len(text) > 200:
                yield (
                    way,
                    f"wording.messages.{shown(number)}: a number from 1 to 99, and a text of at most 200 characters",
                )
            elif not text.isprintable() or re.search(r"[{}]", text.replace("{about}", "")):
                yield way, f"wording.messages.{number}: printable, and with no sign {{ or }} but in {{about}}"


PARTS = (_seats, _options, _numbers, _forces, _powers, _combinations, _aims, _wording)

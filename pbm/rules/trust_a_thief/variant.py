"""A variant as data: its map, homes, numbers and options, of the program or of a moderator's own (TT 1.2, T22)."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.engine.system import FileFault, Rules, read_json, read_toml
from pbm.orders.form import compile_table
from pbm.rules.common.map_faults import (
    SPOTS,
    Found,
    Way,
    adjacent_faults,
    part_faults,
    shown,
    space_faults,
)
from pbm.rules.common.options import choices, known_variant, laid, settled, usual
from pbm.rules.common.table_faults import (
    Rows,
    folder_faults,
    land_faults,
    number_faults,
    of_another,
    option_faults,
    own_table,
    twice_faults,
)
from pbm.rules.common.tiles import plain_geometry
from pbm.rules.trust_a_thief.maps import LEGEND, LOOK, drawn, placed, read_map

HERE = "pbm.rules.trust_a_thief"
VARIANTS = ("sample", "archipelago", "archipelago-even", "great-archipelago", "great-archipelago-even")
"""Each is the name of its map."""
LEAST, MOST = 2, 12  # nations of a game (TT 1.1)
TILE = 260  # of a map without a drawing: signs of several nations have room in a sea


class SpaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of map.json."""

    code: str
    name: str
    kind: str
    adjacent: tuple[str, ...]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """map.json of a moderator's own variant."""

    id: str
    title: str
    spaces: tuple[SpaceRow, ...]
    source: str = ""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """variant.toml. homes: provinces, in the order in which nations that chose none take them; homes_for: which a game
    of so many nations has, where those are not the first so many. numbers: laid over rules.toml.
    """

    title: str
    homes: tuple[str, ...]
    about: str = ""
    homes_for: dict[str, tuple[str, ...]] = {}
    options: dict[str, str] = {}
    numbers: dict[str, Any] = {}


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under these house-rule options; PbmError names what is not known."""
    known_variant("Trust a Thief", variant, VARIANTS)
    return _chosen(_shipped(variant), {}, options)


def load_folder(name: str, options: Mapping[str, Any], folder: Mapping[str, Any]) -> Rules:
    """The rules of a moderator's own variant: `folder` holds the data of its files, which were found good."""
    variant = msgspec.convert(own_table(folder), Variant)
    board = {**folder["map"], "id": f"own-{name}", "homes": variant.homes, "homes_for": variant.homes_for}
    rules = _made(name, board, folder.get("geometry"), laid(read_toml(HERE, "rules.toml"), variant.numbers))
    return _chosen(rules, variant.options, options)


def _chosen(rules: Rules, own: Mapping[str, str], options: Mapping[str, Any]) -> Rules:
    """The rules under the variant's options, and over them the game's."""
    known = choices(rules.house)
    chosen = {**rules.options, **settled(own, rules.house, known), **settled(options, rules.house, known)}
    return rules if chosen == rules.options else replace(rules, options=chosen)


@cache
def _shipped(variant: str) -> Rules:
    drawing = read_json(HERE, f"data/{variant}_geometry.json")
    return _made(variant, read_json(HERE, f"data/{variant}.json"), drawing, read_toml(HERE, "rules.toml"))


def _made(name: str, data: Any, drawing: Any, numbers: dict[str, Any]) -> Rules:
    """The frozen record that all functions of the game are handed."""
    house = tuple(read_toml(HERE, "house_rules.toml")["rule"])
    board = read_map(data)
    return Rules(
        system="trust-a-thief",
        variant=name,
        map=board,
        geometry=drawn({"look": LOOK, **(drawing or placed(plain_geometry(board.spaces, TILE)))}, board),
        legend=LEGEND,
        orders=compile_table(_priced(read_toml(HERE, "orders.toml"), numbers)),
        numbers=numbers,
        wording=read_toml(HERE, "wording.toml"),
        house=house,
        options=usual(house),
    )


def _priced(orders: Mapping[str, Any], numbers: Mapping[str, Any]) -> dict[str, Any]:
    """The order table with what each order costs (TT 2.2, 2.3, 5.1, 5.3)."""
    prices = numbers["price"] | {code: row["price"] for code, row in numbers["structure"].items()}
    costs = {code: {"cost": {"spends": "gold", "of": "player", "each": price}} for code, price in prices.items()}
    return {**orders, "order": [row | costs.get(row["code"], {}) for row in orders["order"]]}


def homes_for(rules: Rules, nations: int) -> tuple[str, ...]:
    """TT 1.1, T11: the homes of so many nations that chose none."""
    found: tuple[str, ...] = rules.map.homes_for.get(nations, rules.map.homes[:nations])
    return found


def check_folder(data: Mapping[str, Any]) -> tuple[FileFault, ...]:
    """TT 1.2, T22: all that is wrong with a variant's files; nothing where it can be played."""
    if data["variant"].get("system") != "trust-a-thief":
        return (of_another("trust-a-thief"),)
    return folder_faults(data, (Variant, MapFile), _map, PARTS, {**SPOTS, "badge": 2})


def _map(board: MapFile) -> list[Found]:
    rows = {row.code: row for row in board.spaces}
    return (
        space_faults(board.spaces, board.title, board.id, "provinces")
        or [*adjacent_faults(rows)]
        or [*part_faults({code: {*row.adjacent} for code, row in rows.items()})]
    )


def _homes(variant: Variant, rows: Rows) -> Iterator[Found]:
    if not LEAST <= len(variant.homes) <= MOST:
        yield ("homes",), f"homes: there must be {LEAST} to {MOST}, not {len(variant.homes)}"
    yield from land_faults("homes", ("homes",), variant.homes, rows)
    yield from twice_faults(("homes",), variant.homes)
    for number, homes in variant.homes_for.items():
        key, way = f"homes_for.{shown(number)}", ("homes_for", number)
        if number not in map(str, range(LEAST, len(variant.homes) + 1)):
            yield way, f"{key}: must be a number of nations from {LEAST} to {len(variant.homes)}"
        elif len(homes) != int(number) or len(set(homes)) < len(homes):
            yield way, f"{key}: must name {number} different homes"
        yield from land_faults(key, way, homes, rows)


def _options(variant: Variant, rows: Rows) -> Iterator[Found]:
    yield from option_faults(variant.options, choices(tuple(read_toml(HERE, "house_rules.toml")["rule"])))


def _numbers(variant: Variant, rows: Rows) -> Iterator[Found]:
    """Prices and rooms of 0 would let a card order without end; what structures are made of is a rule."""
    usual = read_toml(HERE, "rules.toml")
    faults = list(number_faults(("numbers",), variant.numbers, usual, _structure))
    yield from faults
    if faults:
        return
    numbers = laid(usual, variant.numbers)
    for way in (("fleet", "room"), ("start", "armies"), *(("price", code) for code in numbers["price"])):
        if not numbers[way[0]][way[1]]:
            yield ("numbers", *way), f"numbers.{'.'.join(way)}: must be at least 1"
    for code, row in numbers["structure"].items():
        for key in ("makes", "needs"):
            if row[key] != usual["structure"][code][key]:
                said = f"is a rule of the game and stays {usual['structure'][code][key]!r}"
                yield ("numbers", "structure", code, key), f"numbers.structure.{code}.{key}: {said}"
        if not row["price"]:
            yield ("numbers", "structure", code, "price"), f"numbers.structure.{code}.price: must be at least 1"
    part, whole = numbers["end"]["share"]
    if not 0 < part <= whole:
        yield ("numbers", "end", "share"), "numbers.end.share: must be a share of all provinces, such as [60, 100]"


def _structure(key: str, way: Way, value: Any) -> Iterator[Found]:
    """A structure that there is."""
    known = read_toml(HERE, "rules.toml")["tax"]
    if value not in known:
        yield way, f"{key}: must be one of {', '.join(known)}"


PARTS = (_homes, _options, _numbers)

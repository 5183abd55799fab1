"""A variant as data: its map, seats, numbers, options and words, read from a table and laid over the game's own."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from pbm.engine.system import Rules, read_json, read_toml
from pbm.errors import PbmError
from pbm.orders.form import compile_table
from pbm.orders.table import OrderTable
from pbm.rules.battle_plan.maps import LEGEND, drawn, read_map
from pbm.rules.battle_plan.options import OPTIONS
from pbm.rules.common.options import choices, known_variant, laid, settled, usual
from pbm.rules.common.table_faults import own_table
from pbm.rules.common.tiles import plain_geometry

HERE = "pbm.rules.battle_plan"
LEAVE = "leave to attack on turn 1"  # what places of a game with a quiet first turn have from turn 2 on
VICTORY = ("survive", "each_home", "all_homes")  # what every power has points for (BP 23D)
VARIANTS = ("europe", "equal-forces", "anonymous", "real-forces", "1939", "cold-war")


class Means(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a power, or a class of powers, begins with. `factor`: how many times the usual forces (0: as its class).
    `launch`: its ease of missile research after the first launch of the game (BP 23B), if that is more.
    """

    factor: int = 0
    dollars: str = ""
    spies: str = ""
    counterspies: str = ""
    multipliers: dict[str, int] = {}
    ease: dict[str, str] = {}
    launch: str = ""


class Power(Means, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A power that a seat may be: the space that names it, what it is called, all its spaces, its class, and what a
    turn with it cost, which says what it may be joined with (`Combination`).

    What stands here goes before what its class has, and that before rules.toml.
    """

    home: str
    name: str = ""
    spaces: tuple[str, ...] = ()
    rank: str = ""
    price: str = ""


class Combination(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Powers that one seat may have together (BP 22A): how many, at which prices each, and the class and the price of
    the seat.
    """

    number: int
    prices: tuple[str, ...]
    rank: str
    price: str = ""


class Rank(Means, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A class of powers (BP 22A): how many times the usual forces, what else they begin with, the Industry that
    wins.
    """

    factor: int = 1
    industry: int = 0


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What earns a power points (BP 23D): `home` names the power; kind and its operands as score.py has them."""

    home: str
    kind: str
    points: int
    region: str = ""
    space: str = ""
    against: str = ""


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """variant.toml. homes: single start spaces, in the order in which seats take them when nobody chooses; or
    `position` rows. forces: starting forces of single spaces, over what their kind gives. numbers: laid over
    rules.toml. wording: laid over wording.toml.
    """

    title: str
    about: str = ""
    map: str = ""
    homes: tuple[str, ...] = ()
    options: dict[str, str] = {}
    numbers: dict[str, Any] = {}
    forces: dict[str, dict[str, int]] = {}
    rank: dict[str, Rank] = {}
    position: tuple[Power, ...] = ()
    combination: tuple[Combination, ...] = ()
    regions: dict[str, tuple[str, ...]] = {}
    objective: tuple[Objective, ...] = ()
    wording: dict[str, Any] = {}


def load(name: str, options: Mapping[str, Any]) -> Rules:
    """The rules of a variant under these options; PbmError names what is not known."""
    known_variant("Battle Plan", name, VARIANTS)
    return _loaded(name, tuple(sorted((str(key), str(value)) for key, value in options.items())))


@cache
def _loaded(name: str, options: tuple[tuple[str, str], ...]) -> Rules:
    variant = _variant(name)
    geometry = f"data/{variant.map}_geometry.json"
    return made(name, variant, _map_data(variant.map), read_json(HERE, geometry), dict(options))


@cache
def _variant(name: str) -> Variant:
    return msgspec.convert(read_toml(HERE, f"variants/{name}.toml"), Variant)


@cache
def _map_data(name: str) -> Any:
    return read_json(HERE, f"data/{name}.json")


def load_folder(name: str, options: Mapping[str, Any], folder: Mapping[str, Any]) -> Rules:
    """The rules of a moderator's own variant: `folder` holds the data of its files, which were found good."""
    variant = msgspec.convert(own_table(folder), Variant)
    chosen = {str(key): str(value) for key, value in options.items()}
    board = {**folder["map"], "id": f"own-{name}"}  # the name of its drawing: no other map of the site has it
    return made(name, variant, board, folder.get("geometry"), chosen)


def made(name: str, variant: Variant, board: Any, geometry: Any, options: Mapping[str, str]) -> Rules:
    """The frozen record of rules that all functions of the game are handed. PbmError for an option that there is not,
    or that may not be so.
    """
    house = tuple(_house())
    plain, known = usual(house), choices(house) | OPTIONS
    chosen = {**settled(variant.options, house, known), **settled(options, house, known)}
    score, points = chosen.get("score", ""), variant.numbers.get("victory", {})
    if score in ("industry", "objectives") and not variant.position:
        raise PbmError(f"The option 'score' cannot be {score!r} here: that is counted for powers, and there are none.")
    if score == "objectives" and not set(VICTORY) <= set(points):
        raise PbmError("The option 'score' cannot be 'objectives' here: the variant has no [numbers.victory].")
    told = {key: value for key, value in chosen.items() if key in OPTIONS and value != OPTIONS[key][0]}
    world = read_map(board, ice=chosen.get("ice", "open") == "open")
    numbers = {
        **laid(read_toml(HERE, "rules.toml"), variant.numbers),
        "positions": {row.home: row for row in variant.position},
        "ranks": variant.rank,
        "combinations": variant.combination,
        "spaces": variant.forces,
        "regions": variant.regions,
        "objectives": variant.objective,
        "homes": variant.homes or tuple(row.home for row in variant.position),
    }
    wording = laid(read_toml(HERE, "wording.toml"), variant.wording)
    return Rules(
        system="battle-plan",
        variant=name,
        map=world,
        geometry=drawn(geometry, world) if geometry else drawn(plain_geometry(world.spaces), world),
        orders=msgspec.structs.replace(order_table(chosen), sentences={"messages": wording["messages"]}),
        numbers=numbers,
        wording=wording,
        house=house,
        legend=LEGEND,
        options={**plain, **{key: value for key, value in chosen.items() if key in plain}, **told},
    )


@cache
def _house() -> tuple[Mapping[str, Any], ...]:
    return tuple(read_toml(HERE, "house_rules.toml")["rule"])


def order_table(options: Mapping[str, str]) -> OrderTable:
    """BP 4, 12, 22B: the order table under these options. Where nobody attacks on turn 1 each attack order needs a
    trait that places have from turn 2 on; a standing one waits for it (BP 11).
    """
    return _table(tuple((name, options.get(name) or choices[0]) for name, choices in OPTIONS.items()))


@cache
def _table(options: tuple[tuple[str, str], ...]) -> OrderTable:
    data, settled = read_toml(HERE, "orders.toml"), dict(options)
    rows = []
    for row in data["order"]:
        if not _exists(row, settled):
            continue
        plain = {key: value for key, value in row.items() if key not in ("when", "with", "attack")}
        for names, by_choice in row.get("with", {}).items():  # of one option, or of two together
            plain |= by_choice.get(" ".join([settled[name] for name in names.split()]), {})
        if row.get("attack") and settled["first"] == "quiet":
            plain["needs"], plain["later"] = [*row.get("needs", ()), LEAVE], [LEAVE]
        rows.append(plain)
    groups = [
        {key: value for key, value in group.items() if key != "when"}
        for group in data["group"]
        if _exists(group, settled)
    ]
    there = {row["code"] for row in rows}
    groups = [{**group, "orders": [code for code in group["orders"] if code in there]} for group in groups]
    return compile_table({**data, "order": rows, "group": groups})


def _exists(row: Mapping[str, Any], options: Mapping[str, str]) -> bool:
    return all(options[name] == choice for name, choice in row.get("when", {}).items())


def homes(rules: Rules) -> tuple[str, ...]:
    """BP 15C, 20A, 22A: the homes of seats that nobody chose, in order."""
    found: tuple[str, ...] = rules.numbers["homes"]
    return found


def titles(rules: Rules) -> dict[str, str]:
    """What powers of several spaces are called, by each of these."""
    powers = rules.numbers["positions"].values()
    return {code: row.name for row in powers if row.name for code in (row.home, *row.spaces)}

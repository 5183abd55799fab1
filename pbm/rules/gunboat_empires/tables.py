"""The tables of Gunboat Empires as data: units, facilities, technologies, missions, losses, the map of Romin Jhors.

They are the files of the folder data/ (tests/map_makers/gunboat.py makes them) and rules.toml, read once. No unit,
technology or region is named in code.
"""

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from typing import Any

import msgspec

from pbm.engine.system import read_json, read_toml

PLAYERS = 28
"""GE 1.1: countries 1 to 28 are players', the others neutral."""
PACKAGE = "pbm.rules.gunboat_empires"
NAMED: dict[str, Any] = read_toml(PACKAGE, "rules.toml")
GOODS: tuple[str, ...] = tuple(NAMED["goods"])
"""GE 1.4: what facilities make and the market trades; Gold comes beside them."""
GOLD: str = NAMED["gold"]
SUPPLY, ENERGY = GOODS[0], GOODS[3]
"""GE 13.3: what pays for what is missing; GE 4: what people need less of with Recycling."""
ARMY, NAVY, BTECH = (NAMED["levels"][name] for name in ("army", "navy", "technology"))
DEPOT, SHIPYARD = (NAMED["places"][name] for name in ("depot", "shipyard"))

Counts = dict[str, int]
"""How many of each kind; kinds of which there are none are left out."""


class Unit(msgspec.Struct, frozen=True):
    """GE 1.7: a kind of unit. place: the facility that builds it; cost: SP, RP, Gold; needs: a technology; values of
    attack and defence in the air, at sea and on land; support: GE 8.6, in per cent.
    """

    code: str
    name: str
    kind: str
    place: str
    cost: Counts
    needs: str
    is_fast: bool
    is_infantry: bool
    air: tuple[int, int]
    navy: tuple[int, int]
    army: tuple[int, int]
    support: int


class Facility(msgspec.Struct, frozen=True):
    """GE 1.6: a kind of facility. makes: goods, each by a level; uses: what it consumes each turn."""

    code: str
    name: str
    makes: dict[str, str]
    cost: Counts
    uses: Counts
    lost: int | None
    """GE 9.8: how many are destroyed when control of land changes; None: all."""
    is_resource: bool


class Technology(msgspec.Struct, frozen=True):
    """GE 4: levels that it raises, numbers that it changes (`=` sets, `+` adds), units that it unlocks."""

    code: str
    name: str
    cost: Counts
    btech: int
    needs: tuple[str, ...]
    levels: Counts
    adds: Counts
    sets: Counts


class Level(msgspec.Struct, frozen=True):
    """GE 3.6: an efficiency, or BTech: how many points a turn, the highest, the cost of a point."""

    code: str
    name: str
    most: int
    top: int
    cost: Counts


class Mission(msgspec.Struct, frozen=True):
    """GE 7.2, 9.6: a mission: its phase, and whether its target is a sea."""

    code: str
    name: str
    phase: int
    at_sea: bool | None


class Land(msgspec.Struct, frozen=True):
    """GE 1.2, 1.3, 15.1, 15.2, 15.4, HR-39, HR-40: a region of the map. terrain: clear or rough, and what makes it
    rough; canal: seas that it joins.
    """

    code: str
    is_land: bool
    owner: int
    role: str
    is_rough: bool
    feature: str
    is_coastal: bool
    canal: tuple[str, ...]
    pop: int
    facilities: Counts
    near: frozenset[str]


class Homeland(msgspec.Struct, frozen=True):
    """GE 15, 16: a country as the map has it."""

    number: int
    geography: str
    name: str
    adjective: str
    capital: str
    port: str
    colonies: tuple[str, ...]
    outpost: str
    levels: Counts
    sealift: int


class Tables(msgspec.Struct, frozen=True, dict=True):
    """All tables."""

    units: dict[str, Unit]
    facilities: dict[str, Facility]
    technologies: dict[str, Technology]
    levels: dict[str, Level]
    missions: dict[str, Mission]
    regions: dict[str, Land]
    nations: dict[int, Homeland]
    prices: Counts
    bounds: tuple[int, int]
    """GE 14.1: the lowest and the highest sell price."""
    resources: tuple[str, ...]
    """GE 14.1: the goods that reinvested Gold buys."""
    stocks: Counts
    start_levels: Counts
    """GE 16.1: the economic levels at which every player's country begins."""
    people: Counts
    """GE 13.2: what a Population Unit consumes."""
    ratios: tuple[tuple[int, int], ...]
    """GE 8.3: the least ratio in hundredths, and what the winner loses in per cent, the highest ratio first."""
    surprise: tuple[tuple[int, int], ...]
    losses: dict[str, tuple[str, ...]]
    """GE 10: by battle and side the kinds of unit in the order in which they are lost."""
    scouting: dict[tuple[bool, bool], tuple[int, ...]]
    """GE 11: by whether attacker and defender have Espionage, the chances of failure, success, complete success."""
    params: Counts
    start_units: dict[str, Counts]
    rankings: tuple[str, ...]
    advantages: dict[str, tuple[int, ...]]
    points: Counts
    basins: tuple[dict[str, str], ...]
    """GE 15.1: the seas: the code that their regions begin with, and the name."""

    @cached_property
    def homes(self) -> tuple[str, ...]:
        """The codes of the players' countries."""
        return tuple(f"{number:02}" for number in self.nations if number <= PLAYERS)

    @cached_property
    def land(self) -> tuple[str, ...]:
        """The codes of the regions on land."""
        return tuple(code for code, region in self.regions.items() if region.is_land)

    @cached_property
    def seas(self) -> tuple[str, ...]:
        """The codes of the others."""
        return tuple(code for code, region in self.regions.items() if not region.is_land)

    @cached_property
    def outposts(self) -> frozenset[str]:
        """GE 16.1: regions of one infantry without facilities."""
        return frozenset(code for code, land in self.regions.items() if land.role == "outpost")


@cache
def _files() -> dict[str, Any]:
    return {**read_json(PACKAGE, "data/tables.json"), **read_json(PACKAGE, "data/romin_jhors.json")}


def _rows(name: str) -> Iterator[dict[str, str]]:
    table = _files()[name]
    for row in table["rows"]:
        yield dict(zip(table["columns"], row, strict=True))


def _cost(row: Mapping[str, str], gold: str = "gold") -> Counts:
    found = {"SP": int(row["sp"]), "RP": int(row["rp"]), GOLD: int(row[gold])}
    return {goods: number for goods, number in found.items() if number}


def _units() -> dict[str, Unit]:
    found = {}
    codes = {row["name"]: row["abbr"] for row in _rows("technologies")}
    places = NAMED["places"]
    for row in _rows("units"):
        values = [(int(row[f"att_{part}"]), int(row[f"def_{part}"])) for part in ("air", "navy", "army")]
        found[row["abbr"]] = Unit(
            code=row["abbr"],
            name=row["name"],
            kind=row["class"],
            place=places[row["built_at"]],
            cost=_cost(row),
            needs=codes.get(row["requires_tech"], ""),
            is_fast=row["fast"] == "1",
            is_infantry=row["infantry"] == "1",
            air=values[0],
            navy=values[1],
            army=values[2],
            support=int(row["air_mod_pct"]),
        )
    return found


def _facilities(keys: Mapping[str, str]) -> dict[str, Facility]:
    uses = {row["abbr"]: {goods: int(row[goods]) for goods in GOODS if int(row[goods])} for row in _rows("consumption")}
    lost = {"none": 0, "one destroyed": 1, "all destroyed": None}
    found = {}
    for row in _rows("facilities"):
        levels = [keys[key] for key in (row["efficiency"], row["second_efficiency"]) if key]
        goods = row["produces"].split("+") if row["produces"] else []
        found[row["abbr"]] = Facility(
            code=row["abbr"],
            name=row["name"],
            makes=dict(zip(goods, levels, strict=True)),
            cost=_cost(row),
            uses=uses[row["abbr"]],
            lost=lost[row["on_change_of_control"]],
            is_resource=row["resource_complex"] == "1",
        )
    return found


def _technologies(keys: Mapping[str, str], units: Mapping[str, str]) -> dict[str, Technology]:
    rows = [*_rows("technologies")]
    codes = {row["name"]: row["abbr"] for row in rows}
    found = {}
    for row in rows:
        levels, adds, sets = dict[str, int](), dict[str, int](), dict[str, int]()
        for effect in filter(None, row["effects"].split(";")):
            if effect.startswith("UNLOCK "):
                continue  # the table of units says it, too
            name, plus, number = effect.partition("+")
            if plus and name in keys:
                levels[keys[name]] = int(number)
            elif plus:
                adds[name.lower()] = int(number)
            else:
                name, _, number = effect.partition("=")
                sets[name.lower()] = int(number or 1)
        found[row["abbr"]] = Technology(
            code=row["abbr"],
            name=row["name"],
            cost=_cost(row),
            btech=int(row["btech"]),
            needs=tuple(codes[name] for name in filter(None, row["prerequisites"].split("|"))),
            levels=levels,
            adds=adds,
            sets=sets,
        )
    return found


def _missions() -> dict[str, Mission]:
    found = {}
    for row in _rows("missions"):
        target = row["target"].split()[0]
        at_sea = {"sea": True, "land": False}.get(target)
        found[row["code"]] = Mission(row["code"], row["mission"], int(row["phase"]), at_sea)
    return found


def _regions(facilities: Mapping[str, Facility]) -> dict[str, Land]:
    near: dict[str, set[str]] = {}
    for row in _rows("adjacency"):
        near.setdefault(row["a"], set()).add(row["b"])
        near.setdefault(row["b"], set()).add(row["a"])
    return {
        row["region"]: Land(
            code=row["region"],
            is_land=row["kind"] == "land",
            owner=int(row["owner"]),
            role=row["role"],
            is_rough=row["terrain"] == "rough",
            feature=row["feature"],
            is_coastal=row["coastal"] == "Y",
            canal=tuple(filter(None, row["canal"].split("|"))),
            pop=int(row["pop"] or 0),
            facilities={code: int(row[code]) for code in facilities if int(row[code] or 0)},
            near=frozenset(near[row["region"]]),
        )
        for row in _rows("regions")
    }


def _nations() -> dict[int, Homeland]:
    return {
        int(row["number"]): Homeland(
            number=int(row["number"]),
            geography=row["geography"],
            name=row["name"],
            adjective=row["adjective"],
            capital=row["capital"],
            port=row["port"],
            colonies=(row["colony_a"], row["colony_b"]),
            outpost=row["outpost"],
            levels={ARMY: int(row["army_eff"]), NAVY: int(row["an_eff"]), BTECH: int(row["btech"])},
            sealift=int(row["sealift"]),
        )
        for row in _rows("countries")
    }


def _losses(units: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = {}
    for row in _rows("casualty_groups"):
        groups.setdefault(row["group"], []).append(units[row["unit"]])
    found: dict[str, list[str]] = {}
    for row in _rows("casualty_orders"):
        name = row["unit_or_group"].partition(" (")[0]
        found.setdefault(f"{row['battle']} {row['side']}", []).extend(groups.get(name) or [units[name]])
    return {name: tuple(order) for name, order in found.items()}


def _setup_points() -> int:
    return next(int(row["value"]) for row in _rows("setup_base") if row["item"] == "Setup points")


@cache
def tables() -> Tables:
    """All tables, read once."""
    rows = [*_rows("improvements")]
    keys = {row["key"]: row["abbr"] for row in rows}
    units = _units()
    codes = {unit.name: code for code, unit in units.items()}
    facilities = _facilities(keys)
    start: dict[str, Counts] = {}
    for row in _rows("initial_units"):
        start.setdefault(row["region"], {})[codes[row["unit"]]] = int(row["count"])
    ratios = [(int(row["winner_ratio_x100_min"]), int(row["winner_loss_pct"])) for row in _rows("crt")]
    surprise = [(int(row["ratio_x100_min"]), int(row["target_loss_pct"])) for row in _rows("sub_surprise")]
    people = next(row for row in _rows("consumption") if row["abbr"] == "POP")
    percents = ("failure_pct", "success_pct", "complete_success_pct")
    sides = ("attacker_has_espionage", "defender_has_espionage")
    kinds = ("major_adv", "minor_adv", "major_disadv")
    gains = [f"{kind}_{what}" for kind in kinds for what in ("facilities", "efficiency")]
    names = {facility.name: code for code, facility in facilities.items()}
    names |= {"Mining": "MIN", "Energy": "ENE", "Farming": "FAR", "Research": "LAB"}
    return Tables(
        units=units,
        facilities=facilities,
        technologies=_technologies(keys, codes),
        levels={
            row["abbr"]: Level(
                code=row["abbr"],
                name=row["name"],
                most=int(row["max_points_per_turn"]),
                top=int(row["max_level"]),
                cost={
                    goods: int(row[f"{key}_per_point"])
                    for goods, key in (("SP", "sp"), ("RP", "rp"), (GOLD, "gold"))
                    if int(row[f"{key}_per_point"])
                },
            )
            for row in rows
        },
        missions=_missions(),
        regions=_regions(facilities),
        nations=_nations(),
        bounds=next((int(row["min_sell"]), int(row["max_sell"])) for row in _rows("market_prices")),
        resources=tuple(row["commodity"] for row in _rows("market_prices") if row["resource"] == "1"),
        prices={row["commodity"]: int(row["start_sell_price"]) for row in _rows("market_prices")},
        stocks={
            GOLD if row["commodity"] == "Gold" else row["commodity"]: int(row["amount"])
            for row in _rows("initial_stockpiles")
        },
        start_levels={
            keys[key]: int(row["start_efficiency"])
            for row in _rows("facilities")
            for key in (row["efficiency"], row["second_efficiency"])
            if key
        },
        people={goods: int(people[goods]) for goods in GOODS if int(people[goods])},
        ratios=tuple(reversed(ratios)),
        surprise=tuple(reversed(surprise)),
        losses=_losses(codes),
        scouting={
            (row[sides[0]] == "yes", row[sides[1]] == "yes"): tuple(int(row[key]) for key in percents)
            for row in _rows("espionage")
        },
        params={row["key"]: int(row["value"]) for row in _rows("params")} | {"setup_points": _setup_points()},
        start_units=start,
        rankings=tuple(row["category"] for row in _rows("rankings")),
        advantages={names[row["sector"]]: tuple(int(row[key]) for key in gains) for row in _rows("setup_advantages")},
        basins=tuple(_rows("sea_basins")),
        points={codes[row["unit"]]: int(row["points_each"]) for row in _rows("setup_points")},
    )

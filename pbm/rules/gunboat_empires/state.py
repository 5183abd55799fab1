"""The position of a game of Gunboat Empires (GE 23), and what a country may do by what it has developed (GE 4)."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from pbm.rules.common.words import check_keys, to_words
from pbm.rules.gunboat_empires.tables import Counts, Tables, tables

HUNDRED = 100


class Region(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """GE 1.3, 1.8: who controls it, 0 for nobody; the owner's units, people, facilities; when control last changed."""

    owner: int = 0
    units: Counts = {}
    pop: int = 0
    facilities: Counts = {}
    taken: int = 0
    standing: dict[int, str] = {}


class Country(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """GE 1.4, 1.5: a country's own: stocks, levels, Sealift, technologies, standing orders, names."""

    stocks: Counts = {}
    levels: Counts = {}
    sealift: int = 0
    technologies: tuple[str, ...] = ()
    standing: dict[int, str] = {}
    capital: str = ""
    port: str = ""
    names: dict[str, str] = {}
    missed: int = 0
    out: bool = False
    bid: int = 0


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """GE 23: a position after a turn. Regions that are as at the beginning of the world, empty and nobody's, may be
    left out of an archive; here all of them are there.
    """

    turn: int
    options: dict[str, str]
    prices: Counts
    regions: dict[str, Region]
    countries: dict[int, Country]
    seats: tuple[int, ...] = ()
    setup: bool = False


NAMES = ("country", "adjective", "plural", "capital", "port", "colony_a", "colony_b", "ruler", "title")
"""GE 28.2: what a country may name, in the order of the orders N1 to N9."""


@cache
def powers(technologies: tuple[str, ...]) -> Mapping[str, int]:
    """GE 4: the numbers of rules and map as these technologies change them; 0 where the tables have none."""
    table = tables()
    found = dict(table.params)
    for code in technologies:
        technology = table.technologies[code]
        for name, number in technology.adds.items():
            found[name] = found.get(name, 0) + number
        found |= technology.sets
    return found


def power(technologies: tuple[str, ...], name: str) -> int:
    """GE 4: one of these numbers."""
    return powers(technologies).get(name, 0)


def buy_price(sell: int) -> int:
    """GE 3.1.3: a fifth above the sell price, to the nearest whole number, half up (GE HR-06)."""
    spread = HUNDRED + tables().params["spread_pct"]
    return (2 * sell * spread + HUNDRED) // (2 * HUNDRED)


def merchants(regions: Mapping[str, Region], player: int) -> int:
    """GE 3.1.4: how many Merchants a country has anywhere."""
    ships = [code for code, unit in tables().units.items() if unit.kind == "merchant"]
    return sum(
        region.units.get(code, 0)
        for region in regions.values()
        if region.owner == player and region.units
        for code in ships
    )


def capacity(number: int, technologies: tuple[str, ...]) -> int:
    """GE 3.1.4: how many points a country with so many Merchants may sell in a turn."""
    return tables().params["merchant_base_capacity"] + power(technologies, "merchant_capacity") * number


def played_turn(state: State) -> int:
    """GE HR-47: the turn of 35, not counting a set-up turn."""
    return state.turn - (state.options.get("setup") == "cards")


def last_turn(options: Mapping[str, str]) -> int:
    """GE 1.1, HR-47: the number of the last turn."""
    return tables().params["turns"] + (options.get("setup") == "cards")


def living(state: State) -> tuple[int, ...]:
    """GE HR-37: seated players who have a region or a unit."""
    return tuple(player for player in state.seats if not state.countries[player].out)


def over(state: State) -> bool:
    """GE 1.1, HR-37: after the last turn; there is no other end."""
    return state.turn >= last_turn(state.options)


def state_words(state: State) -> dict[str, Any]:
    """GE 23: a State as plain data, without what is empty."""
    return to_words(state)


def from_words(words: Mapping[str, Any]) -> State:
    """And back; ValueError names the key."""
    check_keys(words, State.__struct_fields__, ("turn", "regions", "countries"))
    table: Tables = tables()
    for code in words["regions"]:
        if code not in table.regions:
            raise ValueError(f"regions.{code}: there is no region of this name")
    filled = {"options": {}, "prices": {}, **words}
    filled["regions"] = {code: words["regions"].get(code, {}) for code in table.regions}
    try:
        return msgspec.convert(filled, State, str_keys=True)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None

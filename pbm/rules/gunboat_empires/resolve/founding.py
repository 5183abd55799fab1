"""The set-up turn, where a game has one: what the cards choose before the first turn (GE 28, HR-36, HR-47)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.orders.form import Order, Parsed
from pbm.rules.gunboat_empires.state import NAMES, Country, Region, State
from pbm.rules.gunboat_empires.tables import Counts, Land, tables

MAJOR, MINOR, DRAWBACK = "MA", "MI", "MD"
SHARES = {MAJOR: 0, MINOR: 2, DRAWBACK: 4}
"""Where a row of the table of advantages has the facilities of each choice; the points of the level follow them."""


def founded(state: State, parsed: Mapping[int, Parsed]) -> State:
    """GE 28.1: everybody's set-up card is applied, what is missing by default; nothing else of a turn happens."""
    regions, countries = dict(state.regions), dict(state.countries)
    for player in sorted(parsed):
        orders = [order for order in parsed[player].orders if not order.slot]
        country = countries[player]
        for order in orders:
            if order.code in ("CAP", "PRT"):
                country = _moved(regions, country, order)
        for order in orders:
            if order.code in SHARES:
                country = _favoured(regions, player, country, order)
            elif order.code == "U":
                country = _armed(regions, country, order)
            elif order.code[1:].isdigit():
                name = NAMES[int(order.code[1:]) - 1]
                country = replace(country, names={**country.names, name: order.operands["text"]})
        missed = 0 if parsed[player].given else country.missed + 1
        countries[player] = replace(country, missed=missed)
    return replace(state, turn=state.turn + 1, regions=regions, countries=countries, setup=False)


def _moved(regions: dict[str, Region], country: Country, order: Order) -> Country:
    """GE 28.3: a new capital or port changes places with the old one; the terrain stays."""
    key = "capital" if order.code == "CAP" else "port"
    old, new = getattr(country, key), order.operands["to"]
    other = "port" if key == "capital" else "capital"
    regions[old], regions[new] = regions[new], regions[old]
    if new == getattr(country, other):  # they change places
        return replace(country, **{key: new, other: old})
    return replace(country, **{key: new})


def _places(player: int, country: Country) -> list[str]:
    """GE 28.3: in which order facilities are added: where people and shares are most, then home regions by id."""
    land: Mapping[str, Land] = tables().regions
    first = [country.capital, country.port, *tables().nations[player].colonies]
    homes = [code for code, it in land.items() if it.owner == player and it.role in ("home", "capital", "port")]
    return [*first, *(code for code in sorted(homes) if code not in first)]


def _favoured(regions: dict[str, Region], player: int, country: Country, order: Order) -> Country:
    """GE 28.3, HR-36: facilities with one Pop each, one region after the other, and points of the level."""
    sector = order.operands["s"]
    at = SHARES[order.code]
    number, points = tables().advantages[sector][at : at + 2]
    places = _places(player, country)
    while number:
        before = number
        for code in places if number > 0 else reversed(places):
            step = 1 if number > 0 else -1 if number < 0 and regions[code].facilities.get(sector) else 0
            if step:
                regions[code] = _with(regions[code], sector, step)
                number -= step
        if number == before:
            break  # nothing is left to take away
    levels = dict(country.levels)
    for level in tables().facilities[sector].makes.values():
        levels[level] = levels.get(level, 0) + points
    return replace(country, levels=levels)


def _with(region: Region, facility: str, by: int) -> Region:
    facilities: Counts = {**region.facilities, facility: region.facilities.get(facility, 0) + by}
    kept = {code: facilities[code] for code in tables().facilities if facilities.get(code)}
    return replace(region, facilities=kept, pop=region.pop + by)


def _armed(regions: dict[str, Region], country: Country, order: Order) -> Country:
    """GE 28.3: army units stand in the capital, ships in the port; Sealift is a number."""
    kind, number = order.operands["u"], int(order.operands["n"])
    unit = tables().units[kind]
    if unit.kind == "sealift":
        return replace(country, sealift=country.sealift + number)
    code = country.capital if unit.kind == "army" else country.port
    here = regions[code]
    units = {**here.units, kind: here.units.get(kind, 0) + number}
    regions[code] = replace(here, units={each: units[each] for each in tables().units if units.get(each)})
    return country

"""What a player of Gunboat Empires may not know, written down from the rules and not from `view` (GE 24, HR-50).

Others' stocks, units, facilities, technologies, Sealift and standing orders; their efficiencies but for the hundreds,
and BTech; when their regions changed hands. Owners, Pop, prices, names, capitals and ports are known to all.
"""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.rules.gunboat_empires.state import Country, Region, State

KINDS = {True: ("LI", "TK", "FT", "ES"), False: ("BB", "S1", "LI")}
PUBLIC = ("ARM", "NAV")
"""Levels of which all know the hundreds."""


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
    """The state with everything changed that is hidden from the viewer: of some countries and regions, drawn."""
    seed = draw(st.integers(0, 10**6))
    regions = {code: _region(it, seed + n) for n, (code, it) in enumerate(state.regions.items()) if it.owner != viewer}
    countries = {n: _country(it, seed + n) for n, it in state.countries.items() if n != viewer}
    return replace(state, regions={**state.regions, **regions}, countries={**state.countries, **countries})


def _region(region: Region, seed: int) -> Region:
    """Other units of the owner, one facility less, another turn of change."""
    if not region.owner or seed % 3 == 0:
        return region
    kinds = KINDS[bool(region.pop)]
    units = {kinds[seed % len(kinds)]: 1 + seed % 7} if seed % 5 else {}
    facilities = dict(region.facilities)
    if facilities and seed % 2:
        facilities.pop(next(iter(facilities)))
    return replace(region, units=units, facilities=facilities, taken=seed % 2)


def _country(country: Country, seed: int) -> Country:
    """Other stocks, technologies, Sealift, standing orders, and levels with the same hundreds."""
    levels = {
        level: n // 100 * 100 + seed % 100 if level in PUBLIC else n + seed % 9 for level, n in country.levels.items()
    }
    if not country.stocks:
        return replace(country, levels={level: n for level, n in levels.items() if n})
    return replace(
        country,
        stocks={goods: number + seed % 900 for goods, number in country.stocks.items()},
        levels={level: min(n, 999) for level, n in levels.items() if n},
        sealift=country.sealift + seed % 4,
        technologies=("SPF", "ART")[: seed % 3],
        standing={1: "S300LP"} if seed % 2 else {},
    )

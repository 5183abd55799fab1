"""What a player may know of a position (GE 24): what is public, and what is the player's own; no sight (GE HR-50)."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from pbm.engine.system import Rules
from pbm.rules.gunboat_empires.state import HUNDRED, Country, Region, State, over
from pbm.rules.gunboat_empires.tables import ARMY, NAVY, PLAYERS, Counts


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """GE 24, HR-42: owners and people of all regions, prices, both efficiencies of all countries in whole hundreds,
    names, capitals and ports, who is out; of the viewer everything that is theirs. Viewer 0 has the public part.
    """

    viewer: int
    turn: int
    options: dict[str, str]
    prices: Counts
    owners: dict[str, int]
    people: Counts
    hundreds: dict[int, tuple[int, int]]
    names: dict[int, dict[str, str]]
    capitals: dict[int, tuple[str, str]]
    seats: tuple[int, ...]
    out: tuple[int, ...] = ()
    setup: bool = False
    over: bool = False
    me: Country | None = None
    regions: dict[str, Region] = {}


class Public(msgspec.Struct, frozen=True):
    """GE 24: what all may know of a position."""

    owners: dict[str, int]
    people: Counts
    hundreds: dict[int, tuple[int, int]]
    names: dict[int, dict[str, str]]
    capitals: dict[int, tuple[str, str]]
    out: tuple[int, ...]
    held: dict[int, dict[str, Region]]
    """By owner, for the views of the owners alone."""


_newest: list[tuple[State, Public]] = []
"""The position of which views were made last: 29 readers want one of it."""


def _public(state: State) -> Public:
    if not _newest or _newest[0][0] is not state:
        countries, held = state.countries, dict[int, dict[str, Region]]()
        for code, region in state.regions.items():
            held.setdefault(region.owner, {})[code] = region
        public = Public(
            owners={code: region.owner for code, region in state.regions.items() if region.owner},
            people={code: region.pop for code, region in state.regions.items() if region.pop},
            hundreds={
                number: (country.levels.get(ARMY, 0) // HUNDRED, country.levels.get(NAVY, 0) // HUNDRED)
                for number, country in countries.items()
            },
            names={number: country.names for number, country in countries.items() if country.names},
            capitals={n: (country.capital, country.port) for n, country in countries.items() if country.capital},
            out=tuple(number for number, country in countries.items() if country.out),
            held=held,
        )
        _newest[:] = [(state, public)]
    return _newest[0][1]


def view(state: State, viewer: int, rules: Rules) -> View:
    """GE 24, HR-50: built up from nothing."""
    mine, public = viewer in state.seats, _public(state)
    return View(
        viewer=viewer,
        turn=state.turn,
        options=state.options,
        prices=state.prices,
        owners=public.owners,
        people=public.people,
        hundreds=public.hundreds,
        names=public.names,
        capitals=public.capitals,
        seats=state.seats,
        out=public.out,
        setup=state.setup,
        over=over(state),
        me=state.countries[viewer] if mine else None,
        regions=public.held.get(viewer, {}) if mine else {},
    )


def sizes(owners: Mapping[str, int], among: Iterable[str] | None = None) -> dict[int, int]:
    """GE 14.2: how many regions, or how many of some, each country of players controls."""
    counted = Counter(owners.values() if among is None else (owners.get(code, 0) for code in among))
    return {number: counted[number] for number in range(1, PLAYERS + 1)}

"""What a player may know of a position (NW 15): built up from nothing."""

import msgspec

from pbm.engine.system import Rules
from pbm.rules.naval_warfare.state import (
    BattleGroup,
    Country,
    Gift,
    Merchant,
    Platform,
    Port,
    Ship,
    Sighting,
    State,
    over,
)


class Neighbour(msgspec.Struct, frozen=True, omit_defaults=True):
    """NW 15: what all know of a country. peace, allies: those treaties that the viewer may know; flagship: its name."""

    territory: str
    name: str
    tag: str
    economy: str
    abilities: tuple[str, ...] = ()
    level: int = 0
    war: tuple[int, ...] = ()
    peace: tuple[int, ...] = ()
    allies: tuple[int, ...] = ()
    trade: tuple[int, ...] = ()
    embargo: tuple[int, ...] = ()
    annexed: dict[str, str] = {}
    flagship: str = ""
    pirate: int = 0
    out: bool = False
    launched: dict[int, int] = {}
    lost: dict[int, int] = {}


class Harbour(msgspec.Struct, frozen=True, omit_defaults=True):
    """NW 15: what all know of a port."""

    owner: int
    founder: int
    hex: str
    home: bool = False
    name: str = ""
    dock: bool = False
    is_destroyed: bool = False


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """NW 15, 17: what all know of a standing menace."""

    hex: str
    ships: int
    event: int
    roller: int


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """NW 15: me, ships, groups, platforms, held: the viewer's own, whole; seen: what they saw this week; merchant,
    gift: an offer to the viewer. Viewer 0 has the public part.
    """

    viewer: int
    turn: int
    options: dict[str, str]
    countries: dict[int, Neighbour]
    ports: dict[str, Harbour]
    menaces: dict[int, Danger] = {}
    register: tuple[tuple[int, str, int, int], ...] = ()
    over: bool = False
    me: Country | None = None
    held: dict[str, Port] = {}
    ships: dict[int, Ship] = {}
    groups: dict[int, BattleGroup] = {}
    platforms: dict[int, Platform] = {}
    seen: tuple[Sighting, ...] = ()
    merchant: Merchant | None = None
    gift: Gift | None = None


def view(state: State, viewer: int, rules: Rules) -> View:
    """NW 15: what this viewer may know."""
    mine = viewer in state.countries
    merchant, gift = state.offers.merchant, state.offers.gift
    return View(
        viewer=viewer,
        turn=state.turn,
        options=state.options,
        countries={number: _neighbour(state, number, viewer) for number in sorted(state.countries)},
        ports={
            code: Harbour(
                owner=port.owner,
                founder=port.founder,
                hex=port.hex,
                home=port.home,
                name=port.name,
                dock=port.dock,
                is_destroyed=port.structure <= 0,
            )
            for code, port in sorted(state.ports.items())
        },
        menaces={
            number: Danger(hex=menace.hex, ships=len(menace.ships), event=menace.event, roller=menace.roller)
            for number, menace in sorted(state.menaces.items())
        },
        register=tuple(state.register),
        over=over(state),
        me=state.countries[viewer] if mine else None,
        held={code: port for code, port in sorted(state.ports.items()) if mine and port.owner == viewer},
        ships=dict(sorted(state.ships.get(viewer, {}).items())) if mine else {},
        groups=dict(sorted(state.groups.get(viewer, {}).items())) if mine else {},
        platforms=dict(sorted(state.platforms.get(viewer, {}).items())) if mine else {},
        seen=tuple(state.seen.get(viewer, ())) if mine else (),
        merchant=merchant if mine and merchant and merchant.to == viewer and merchant.turn == state.turn else None,
        gift=gift if mine and gift and gift.to == viewer and gift.turn == state.turn else None,
    )


def _neighbour(state: State, number: int, viewer: int) -> Neighbour:
    """NW 3.1.2, 15: a secret treaty is in the views of its two alone."""
    country = state.countries[number]

    def known(others: list[int]) -> tuple[int, ...]:
        return tuple(q for q in others if q not in country.secret or viewer in (number, q))

    flag = state.ships.get(number, {}).get(flagship(state, number))
    return Neighbour(
        territory=country.territory,
        name=country.name,
        tag=country.tag,
        economy=country.economy,
        abilities=tuple(country.abilities),
        level=country.level,
        war=tuple(country.war),
        peace=known(country.peace),
        allies=known(country.allies),
        trade=tuple(country.trade),
        embargo=tuple(country.embargo),
        annexed=country.annexed,
        flagship=flag.name if flag else "",
        pirate=country.pirate if country.pirate >= state.turn else 0,
        out=country.out,
        launched=country.launched,
        lost=country.lost,
    )


def flagship(state: State, number: int) -> int:
    """NW 2.11: the number of a country's flagship: the one it named, else the lowest; 0: it has no ship of war."""
    ships = state.ships.get(number, {})
    named = state.countries[number].flagship
    if named in ships:
        return named
    return min((k for k, ship in ships.items() if ship.kind != "utility"), default=0)

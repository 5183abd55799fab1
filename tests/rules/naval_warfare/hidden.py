"""What a player of Naval Warfare may not know, written down from the rules (NW 15) and not from `view`.

Of other countries: money, stockpiles, experience, captains, prisoners, rights, preferences, standing orders, what is
short; their ships but for the flagship's name, groups, courses, platforms and types of aircraft; what a port of theirs
is armed with, how much of it stands and who lives there; treaties that two others keep secret; what others have seen;
the ships of menaces but for their number; offers to others. Public, and so not changed: names, economy, abilities,
level, ports with their hexes, owners and docks, wars, open treaties, embargoes, ships launched and lost.
"""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.rules.naval_warfare.state import (
    BattleGroup,
    Country,
    Gift,
    Gun,
    Merchant,
    Offers,
    Platform,
    Port,
    Ship,
    State,
    copied,
)


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
    """The state with everything changed that the viewer may not know."""
    other = copied(state)
    for p, country in other.countries.items():
        if p != viewer:
            other.countries[p] = _country(country, draw)
            other.ships[p] = _ships(other.ships.get(p, {}), _flag(state, p), draw)
            other.groups[p] = _groups(draw) if draw(st.booleans()) else {}
            for ship in other.ships[p].values():
                if ship.group not in other.groups[p]:
                    ship.group, ship.port = 0, _harbour(other, p)
            other.platforms[p] = {2: Platform("AS", _harbour(other, p), 90)} if draw(st.booleans()) else {}
            other.seen[p] = [(3, "0101", viewer, 2, 1)] if draw(st.booleans()) else []
    for port in other.ports.values():
        if port.owner != viewer:
            _port(port, draw)
    for menace in other.menaces.values():
        for ship in menace.ships.values():
            ship.hp = draw(st.integers(1, ship.max))
    _secret(other, viewer, draw)
    _offers(other, viewer, draw)
    return other


def _country(country: Country, draw: Any) -> Country:
    """Another's till, people and wishes."""
    number = draw(st.integers(0, 400))
    return replace(
        country,
        money=number,
        food=number % 5,
        oil=number % 3,
        raw=number % 7,
        goods=number % 2,
        captains=number % 40,
        admirals=[8] if number % 2 else [],
        prisoners=[35] if number % 3 else [],
        exp=number,
        raises=number % 3,
        active=20 + number % 9,
        platforms=number % 7,
        ports_left=number % 2,
        supers=number % 2,
        free_changes=number % 2,
        changes=number % 2,
        short=["oil"] if number % 2 else [],
        cut={},
        flagged=number % 4,
        prefs={"EP": 7} if number % 2 else {},
        standing={"@": {1: "SM1G"}} if number % 2 else {},
        missed=number % 3,
        radar=bool(number % 2),
        types={},
        given={},
        aided=number,
        toll={},
        signed={},
        gone=[89] if number % 2 else [],
    )


def _flag(state: State, p: int) -> int:
    """The flagship: the named one, else the lowest ship of war (NW 2.11)."""
    ships = state.ships.get(p, {})
    named = state.countries[p].flagship
    return named if named in ships else min((k for k, it in ships.items() if it.kind != "utility"), default=0)


def _ships(ships: dict[int, Ship], flag: int, draw: Any) -> dict[int, Ship]:
    """Others are gone, or have other figures; the flagship keeps its name."""
    found = {}
    for k, ship in ships.items():
        if k == flag or draw(st.booleans()):
            hp = draw(st.integers(1, ship.max))
            found[k] = replace(ship, hp=hp, shields=hp, captain=draw(st.integers(1, 14)), aircraft=[], exp=hp)
            if k != flag:
                found[k].name = draw(st.sampled_from(("", "Xyzzy")))
    return found


def _groups(draw: Any) -> dict[int, BattleGroup]:
    return {9: BattleGroup(hex=draw(st.sampled_from(("0101", "4221"))), course=["M0102"], stance="V")}


def _harbour(state: State, p: int) -> str:
    return next((code for code, port in state.ports.items() if port.owner == p), "")


def _port(port: Port, draw: Any) -> None:
    """What all see of a port is whether it is destroyed."""
    if port.structure > 0:
        port.structure = draw(st.integers(1, 400))
    port.people = draw(st.integers(0, 10**6))
    port.slots = draw(st.integers(9, 16))
    port.weapons = [Gun("L", 7)] if draw(st.booleans()) else []
    port.hungry, port.free = draw(st.integers(0, 9)), draw(st.integers(0, 2))


def _secret(state: State, viewer: int, draw: Any) -> None:
    """Two others become allies in secret, or are so no longer."""
    others = [p for p in state.countries if p != viewer and not state.countries[p].out]
    if len(others) < 2:
        return
    p, q = others[0], others[1]
    one, two = state.countries[p], state.countries[q]
    if q in one.secret:
        for country, partner in ((one, q), (two, p)):
            for name in ("peace", "allies", "secret"):
                setattr(country, name, [it for it in getattr(country, name) if it != partner])
    elif q not in (*one.war, *one.peace, *one.allies) and draw(st.booleans()):
        for country, partner in ((one, q), (two, p)):
            country.allies = sorted([*country.allies, partner])
            country.secret = sorted([*country.secret, partner])


def _offers(state: State, viewer: int, draw: Any) -> None:
    """Offers to others."""
    merchant, gift = state.offers.merchant, state.offers.gift
    stranger = next(p for p in state.countries if p != viewer)
    if merchant is None or merchant.to != viewer:
        merchant = Merchant("oil", draw(st.integers(1, 12)), 12, stranger, state.turn) if draw(st.booleans()) else None
    if gift is None or gift.to != viewer:
        gift = Gift(stranger, state.turn) if draw(st.booleans()) else None
    state.offers = Offers(merchant=merchant, gift=gift)

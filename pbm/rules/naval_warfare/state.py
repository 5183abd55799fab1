"""The position of a game of Naval Warfare (NW 12). A turn copies it and changes the copy; nobody else changes one."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from pbm.rules.common.words import check_keys, to_words
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.tables import ECONOMY, NAMED, TRADES

STATS = ("hull", "shields", "targeting", "engines", "power")
"""NW 4.1: in the order in which they are rolled."""
USUAL_STAT, USUAL_CAPTAIN = 3, 7
"""NW 12: of a ship that is given without them."""
WARSHIP, CARRIER, UTILITY = "warship", "carrier", "utility"
LOST = "-"
"""NW 12: a slot whose weapon is lost."""


class Embargoed(msgspec.Struct, omit_defaults=True):
    """NW 6.2: under an embargo: the turn of its first week in force, and what is left of the buffer."""

    since: int = 0
    buffer: int = 0


class AirType(msgspec.Struct, omit_defaults=True):
    """NW 10: a national type of aircraft; weapon: its name in the tables."""

    name: str
    size: str
    weapon: str
    load: int = 0
    cost: int = 0
    adv: list[str] = []


class Country(msgspec.Struct, omit_defaults=True):
    """NW 2, 12: all that a country has and wants. gone: numbers of ships that are no more; flagged: the turn in which
    it last named a flagship; launched, lost: ships of war by hull, as all know them; free_ports: those that
    cost nothing; taken: countries of which it has taken all ports (NW 9.2).
    """

    territory: str
    name: str
    tag: str
    economy: str
    money: int
    abilities: list[str] = []
    food: int = 0
    oil: int = 0
    raw: int = 0
    goods: int = 0
    captains: int = 0
    admirals: list[int] = []
    prisoners: list[int] = []
    exp: int = 0
    level: int = 0
    raises: int = 0
    active: int = 0
    platforms: int = 0
    ports_left: int = 0
    free_ports: int = 0
    supers: int = 0
    subs_left: int = 0
    annex: int = 0
    free_changes: int = 0
    changes: int = 0
    annexed: dict[str, str] = {}
    war: list[int] = []
    peace: list[int] = []
    allies: list[int] = []
    trade: list[int] = []
    secret: list[int] = []
    embargo: list[int] = []
    cut: dict[int, Embargoed] = {}
    short: list[str] = []
    flagship: int = 0
    flagged: int = 0
    prefs: dict[str, int | str] = {}
    standing: dict[str, dict[int, str]] = {}
    missed: int = 0
    out: bool = False
    pirate: int = 0
    radar: bool = False
    types: dict[int, AirType] = {}
    given: dict[int, int] = {}
    aided: int = 0
    toll: dict[int, int] = {}
    signed: dict[int, str] = {}
    taken: list[int] = []
    gone: list[int] = []
    launched: dict[int, int] = {}
    lost: dict[int, int] = {}


class Gun(msgspec.Struct, omit_defaults=True):
    """NW 5.17, 12: a weapon of a port; load: what is left, where it has payload."""

    w: str
    hp: int
    load: int = 0


class Port(msgspec.Struct, omit_defaults=True):
    """NW 2.2, 5.17, 12: founder 0: of an annexed country (NW 7.4); occupier: who is rebuilding it to take it;
    dock_lost: it had a dock.
    """

    owner: int
    founder: int
    hex: str
    structure: int
    home: bool = False
    name: str = ""
    dock: bool = False
    slots: int = 0
    people: int = 0
    weapons: list[Gun] = []
    hungry: int = 0
    razed_by: int = 0
    free: int = 0
    spoils: bool = False
    occupier: int = 0
    dock_lost: bool = False


class Stats(msgspec.Struct):
    """NW 4.1: 1 to 10 each."""

    hull: int = USUAL_STAT
    shields: int = USUAL_STAT
    targeting: int = USUAL_STAT
    engines: int = USUAL_STAT
    power: int = USUAL_STAT


class Aircraft(msgspec.Struct):
    """NW 10, 12: an aircraft of a national type."""

    type: int
    hp: int


class Ship(msgspec.Struct, omit_defaults=True):
    """NW 4, 12: a ship. group 0: in port, or away; load: what is left in each slot, nothing where all are full; away:
    the turn of its return from duty; alone: it left a battle without its group.
    """

    hull: int
    max: int
    hp: int
    weapons: str
    kind: str = WARSHIP
    name: str = ""
    stats: Stats = msgspec.field(default_factory=Stats)
    specials: list[str] = []
    captain: int = 0
    admiral: int = 0
    shields: int = 0
    load: list[int] = []
    group: int = 0
    port: str = ""
    reserve: bool = False
    away: int = 0
    exp: int = 0
    level: int = 0
    victories: int = 0
    defeats: int = 0
    standoffs: int = 0
    sinks: int = 0
    holds: list[tuple[str, int]] = []
    aircraft: list[Aircraft] = []
    mode: str = "MD"


class BattleGroup(msgspec.Struct, omit_defaults=True):
    """NW 4.10, 12: a battle group. course: as written; post: where its patrol began; back: it is on the way there."""

    hex: str
    course: list[str] = []
    stance: str = "D"
    target: str = "TL"
    kill: bool = False
    flash: bool = True
    retreat: int = 0
    calls: int = 0
    helps: int = 0
    post: str = ""
    back: bool = False


class Battery(msgspec.Struct):
    """NW 5.16, 12: an anti-aircraft unit of a platform."""

    a: str
    hp: int
    load: int


class Platform(msgspec.Struct, omit_defaults=True):
    """NW 10, 12: an air platform; awacs: its controllers."""

    kind: str
    port: str
    hp: int
    name: str = ""
    aa: list[Battery] = []
    aircraft: list[Aircraft] = []
    awacs: int = 0
    mode: str = "MD"


class Menace(msgspec.Struct, omit_defaults=True):
    """NW 3.7, 12: pirates that stay until they are destroyed."""

    hex: str
    roller: int
    event: int
    since: int
    ships: dict[int, Ship] = {}


class Merchant(msgspec.Struct):
    """NW 8: a rogue merchant's offer, which is open in the week after `turn`."""

    kind: str
    number: int
    price: int
    to: int
    turn: int


class Gift(msgspec.Struct):
    """NW 8.38: a carrier that one country may buy in the week after `turn`."""

    to: int
    turn: int


class Offers(msgspec.Struct, omit_defaults=True):
    """NW 12: what last week's event left open."""

    merchant: Merchant | None = None
    gift: Gift | None = None


Sighting = tuple[int, str, int, int, int]
"""NW 5.2, 12: day, hex, owner, surface ships, submarines."""


class State(msgspec.Struct, omit_defaults=True):
    """NW 12: a position after a week. register: the ships that were lost, as all know it: turn, hex, owner, hull."""

    turn: int
    options: dict[str, str]
    countries: dict[int, Country]
    ports: dict[str, Port]
    ships: dict[int, dict[int, Ship]] = {}
    groups: dict[int, dict[int, BattleGroup]] = {}
    platforms: dict[int, dict[int, Platform]] = {}
    menaces: dict[int, Menace] = {}
    seen: dict[int, list[Sighting]] = {}
    offers: Offers = msgspec.field(default_factory=Offers)
    roller: int = 0
    ended: bool = False
    register: list[tuple[int, str, int, int]] = []


def living(state: State) -> tuple[int, ...]:
    """NW 9.1: the countries that are in the game."""
    return tuple(number for number, country in sorted(state.countries.items()) if not country.out)


def over(state: State) -> bool:
    """NW 9.3: whether the game has ended."""
    return state.ended


def weeks(state: State) -> int:
    """NW 1.2: the last week."""
    found: int = NAMED["weeks"]
    return found


def active(ships: Iterable[Ship]) -> int:
    """NW 2.6: how many of these ships are active warships; those on duty are."""
    return sum(ship.kind != UTILITY and not ship.reserve for ship in ships)


def reserves(ships: Iterable[Ship]) -> int:
    """NW 2.6: how many of these ships are in reserve."""
    return sum(ship.reserve for ship in ships)


def is_sub(ship: Ship) -> bool:
    """NW 4.6: whether it is a submarine."""
    return "SU" in ship.specials


def trade_of(state: State, port: Port) -> str:
    """NW 5.17, 6.4, 12: the stockpile in which a port trades, by the economy of its founder or of the annexed land."""
    owner = state.countries.get(port.founder)
    land = chart().land[port.hex]
    annexed = next((it.annexed[land] for it in state.countries.values() if land in it.annexed), "")
    return TRADES.get(owner.economy if owner else annexed, "goods")


def revenue(economy: str) -> int:
    """NW 2.3."""
    return ECONOMY[economy].revenue


def state_words(state: State) -> dict[str, Any]:
    """NW 12: a State as plain data, without what is empty."""
    return to_words(state)


COPIES = msgspec.msgpack.Decoder(State)


def copied(state: State) -> State:
    """A State of its own, for a turn to change."""
    return COPIES.decode(msgspec.msgpack.encode(state))


NEEDED: dict[str, Any] = {"options": {}, "countries": {}, "ports": {}}


def from_words(words: Mapping[str, Any]) -> State:
    """And back; ValueError names the key."""
    check_keys(words, State.__struct_fields__, ("turn",))
    try:
        return msgspec.convert({**NEEDED, **words}, State, str_keys=True)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from None

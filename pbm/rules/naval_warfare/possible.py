"""What no position of Naval Warfare may have (NW 12, 19); each function raises ValueError that names the key."""

from collections.abc import Collection, Mapping

from pbm.engine.system import Rules, check_slots
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import TOP_CAPTAIN, TOP_STAT
from pbm.rules.naval_warfare.state import STATS, UTILITY, Aircraft, Country, Platform, Port, Ship, State
from pbm.rules.naval_warfare.tables import ABILITY, BASES, ECONOMY, HULLS, SPECIAL, WEAPONS

STORES = ("money", "food", "oil", "raw", "goods", "captains")
RELATIONS = ("war", "peace", "allies", "trade", "embargo")


def check(state: State, seats: Collection[int], rules: Rules) -> None:
    """NW 12, 19: ValueError names the key of what no position may have: more hit points than a ship's most, a group on
    land, more weapons than slots, less than nothing.
    """
    for number, country in state.countries.items():
        _check_country(f"countries.{number}", number, country, state, rules)
    for code, port in state.ports.items():
        _check_port(f"ports.{code}", port, state)
    for name in ("ships", "groups", "platforms"):
        for owner in getattr(state, name):
            if owner not in state.countries:
                raise ValueError(f"{name}.{owner}: there is no country {owner}")
    for owner, groups in state.groups.items():
        for number, group in groups.items():
            _check_group(f"groups.{owner}.{number}", group.hex, state)
    for owner, ships in state.ships.items():
        for number, ship in ships.items():
            _check_ship(f"ships.{owner}.{number}", owner, ship, state)
    for owner, platforms in state.platforms.items():
        for number, platform in platforms.items():
            _check_platform(f"platforms.{owner}.{number}", platform, state.countries[owner], state.ports)


def _check_country(path: str, number: int, country: Country, state: State, rules: Rules) -> None:
    if country.economy not in ECONOMY:
        raise ValueError(f"{path}.economy: {country.economy} is not an economy; write one of {' '.join(ECONOMY)}")
    for code in country.abilities:
        if code not in ABILITY and code != "CHO":
            raise ValueError(f"{path}.abilities: {code} is not an ability; write some of {' '.join(ABILITY)}")
    for name in STORES:
        if getattr(country, name) < 0:
            raise ValueError(f"{path}.{name}: less than nothing")
    for name in RELATIONS:
        for other in getattr(country, name):
            if other == number:
                raise ValueError(f"{path}.{name}: that is the country itself")
            if other not in state.countries:
                raise ValueError(f"{path}.{name}: there is no country {other}")
    for filed in country.standing.values():
        check_slots(path, filed, rules)


def _check_port(path: str, port: Port, state: State) -> None:
    if port.hex not in chart().near:
        raise ValueError(f"{path}.hex: {port.hex} is not on the chart")
    if port.owner not in state.countries:
        raise ValueError(f"{path}.owner: there is no country {port.owner}")
    if port.structure < 0 or port.people < 0:
        raise ValueError(f"{path}.{'structure' if port.structure < 0 else 'people'}: less than nothing")
    if len(port.weapons) > port.slots:
        raise ValueError(f"{path}.weapons: there are {len(port.weapons)}, and {port.slots} slots")
    for gun in port.weapons:
        if gun.w not in WEAPONS or not WEAPONS[gun.w].port_hp:
            raise ValueError(f"{path}.weapons: {gun.w} is not a weapon of ports")


def _check_group(path: str, at: str, state: State) -> None:
    harbours = {port.hex for port in state.ports.values()}
    if at not in chart().near or (at in chart().land and at not in harbours):
        raise ValueError(f"{path}.hex: {at} is neither sea nor a port")


def _check_ship(path: str, owner: int, ship: Ship, state: State) -> None:
    if ship.hull not in HULLS:
        raise ValueError(f"{path}.hull: hulls are 1 to {len(HULLS)}")
    if ship.hp > ship.max:
        raise ValueError(f"{path}.hp: {ship.hp} are more than its {ship.max}")
    if any(weapon not in WEAPONS and weapon != "-" for weapon in ship.weapons):
        raise ValueError(f"{path}.weapons: weapons are {' '.join(WEAPONS)}")
    slots = 1 if ship.kind == UTILITY else HULLS[ship.hull].weapons
    if len(ship.weapons) > slots:
        raise ValueError(f"{path}.weapons: {len(ship.weapons)} are more than its {slots} slots")
    if ship.load and len(ship.load) != len(ship.weapons):
        raise ValueError(f"{path}.load: {len(ship.load)} numbers for {len(ship.weapons)} slots")
    if any(code not in SPECIAL for code in ship.specials):
        raise ValueError(f"{path}.specials: specials are {' '.join(SPECIAL)}")
    if not (1 <= ship.captain <= TOP_CAPTAIN or (ship.kind == UTILITY and not ship.captain)):
        raise ValueError(f"{path}.captain: captains are 1 to {TOP_CAPTAIN}")
    for name in STATS:
        if not 1 <= getattr(ship.stats, name) <= TOP_STAT:
            raise ValueError(f"{path}.stats.{name}: stats are 1 to {TOP_STAT}")
    if ship.group and ship.group not in state.groups.get(owner, {}):
        raise ValueError(f"{path}.group: there is no group {ship.group}; give it a hex")
    if ship.port and ship.port not in state.ports:
        raise ValueError(f"{path}.port: there is no port {ship.port}")
    _check_aircraft(path, ship.aircraft, state.countries[owner])


def _check_platform(path: str, platform: Platform, owner: Country, ports: Mapping[str, Port]) -> None:
    if platform.kind not in BASES:
        raise ValueError(f"{path}.kind: kinds are {' '.join(BASES)}")
    if platform.port not in ports:
        raise ValueError(f"{path}.port: there is no port {platform.port}")
    base = BASES[platform.kind]
    if platform.hp > base.hp:
        raise ValueError(f"{path}.hp: {platform.hp} are more than its {base.hp}")
    if len(platform.aa) > base.aa:
        raise ValueError(f"{path}.aa: there are {len(platform.aa)}, and {base.aa} slots")
    _check_aircraft(path, platform.aircraft, owner)


def _check_aircraft(path: str, aircraft: Collection[Aircraft], owner: Country) -> None:
    for craft in aircraft:
        if craft.type not in owner.types:
            raise ValueError(f"{path}.aircraft: there is no type {craft.type}")

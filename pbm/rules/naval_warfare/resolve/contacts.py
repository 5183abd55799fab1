"""Who sees whom, who meets, and who fights (NW 5.1 to 5.3)."""

from functools import lru_cache

from pbm.rules.naval_warfare.resolve.battle.aftermath import close
from pbm.rules.naval_warfare.resolve.battle.fight import SeaBattle
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Key, Menacing
from pbm.rules.naval_warfare.resolve.diplomacy import declare
from pbm.rules.naval_warfare.sea import distance, within
from pbm.rules.naval_warfare.shipyard import MENACE
from pbm.rules.naval_warfare.state import is_sub
from pbm.rules.naval_warfare.tables import NAMED

AVOIDS = 50
"""NW 2.12: in per cent."""


def detect(campaign: Campaign, *, is_told: bool) -> dict[int, set[Key]]:
    """NW 5.2, HR-30: which groups each country detects; is_told: it goes into what they have seen this week."""
    found: dict[int, set[Key]] = {p: set() for p in campaign.living()}
    others = _to_be_seen(campaign)
    for p in found:
        far, near = _sight(campaign, p)
        rows: dict[tuple[str, int], list[int]] = {}
        for q, g, at, ships, subs in others:
            seen = (ships if at in far else 0), (subs if at in near else 0)
            if q != p and any(seen):
                found[p].add((q, g))
                row = rows.setdefault((at, q), [0, 0])
                row[0] += seen[0]
                row[1] += seen[1]
        if is_told:
            for (at, q), (ships, subs) in sorted(rows.items()):
                campaign.state.seen.setdefault(p, []).append((campaign.day, at, q, ships, subs))
                facts = {"day": campaign.day, "hex": at, "owner": q, "ships": ships, "submarines": subs}
                campaign.tell("seen", [p], **facts)
    return found


def _sight(campaign: Campaign, p: int) -> tuple[frozenset[str], frozenset[str]]:
    """NW 5.2: the hexes in which a country sees surface ships, within 3, and submarines; a submarine sees all within
    1. Ports see, and ships in port.
    """
    eyes = {campaign.state.ports[code].hex for code in campaign.held(p)}
    divers: set[str] = set()
    ships, ports, groups = campaign.ships(p).values(), campaign.state.ports, campaign.groups(p)
    for g, code, is_diver in {(it.group, it.port, is_sub(it)) for it in ships if not it.reserve and not it.away}:
        (divers if is_diver else eyes).add(groups[g].hex if g else ports[code].hex)
    return _reach(frozenset(eyes), frozenset(divers))


@lru_cache(maxsize=64)  # most eyes are where they were the day before
def _reach(eyes: frozenset[str], divers: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    near = frozenset().union(*(within(at, 1) for at in eyes | divers))
    return near.union(*(within(at, NAMED["detection"]) for at in eyes)), near


def _to_be_seen(campaign: Campaign) -> list[tuple[int, int, str, int, int]]:
    """NW 5.2, HR-30: owner, number, hex, surface ships and submarines of all groups but those in an own or an ally's
    port.
    """
    harbours = {port.hex: port.owner for port in campaign.state.ports.values()}
    found = []
    for q in campaign.living():
        subs = {g: [is_sub(ship) for ship in campaign.ships(q).values() if ship.group == g] for g in campaign.groups(q)}
        for g, group in sorted(campaign.groups(q).items()):
            if group.hex not in harbours or not campaign.allied(q, harbours[group.hex]):
                found.append((q, g, group.hex, len(subs[g]) - sum(subs[g]), sum(subs[g])))
    return found


def wants(campaign: Campaign, key: Key, q: int) -> bool:
    """NW 5.1, HR-29: whether a group wants to fight a country that it meets."""
    p, g = key
    group = campaign.groups(p)[g]
    if group.stance == "H":
        return not campaign.allied(p, q)
    if not campaign.hostile(p, q):
        return False
    if group.stance == "A":
        return True
    order = group.course[0] if group.course else ""
    port = campaign.state.ports.get(order[1:]) if order.startswith("A") else None
    return port is not None and port.owner == q and port.hex == group.hex


def evades(campaign: Campaign, key: Key, by: int) -> bool:
    """NW 5.1, 2.12: whether a group that does not want to fight gets out of the way of a country."""
    p, g = key
    group = campaign.groups(p)[g]
    if group.stance == "V" and key not in campaign.detected.get(by, set()):
        return True
    if not campaign.has_trade(p, "TRA"):
        return False
    ports = campaign.state.ports.values()
    if not any(campaign.at_war(p, port.owner) and distance(port.hex, group.hex) <= NAMED["waters"] for port in ports):
        return False
    if key not in campaign.avoiding:
        campaign.avoiding[key] = campaign.dice.die(f"avoid/{campaign.day}/{p}.{g}", 100) <= AVOIDS
    return campaign.avoiding[key]


def is_wanted(campaign: Campaign, one: Key, other: Key) -> bool:
    """NW 5.1: whether two groups of different countries that meet fight."""
    p, q = one[0], other[0]
    if p == q or {one, other} & campaign.retired:
        return False
    first, second = wants(campaign, one, q), wants(campaign, other, p)
    if first and not second:
        return not evades(campaign, other, p)
    if second and not first:
        return not evades(campaign, one, q)
    return first and second


def meet(campaign: Campaign, moved: dict[Key, str], *, is_first: bool) -> None:
    """NW 3.5, 5.1: contacts after a step, hexes in ascending number; after the first step also where nobody moved."""
    places: dict[str, list[Key]] = {}
    for p in campaign.living():
        for g, group in sorted(campaign.groups(p).items()):
            places.setdefault(group.hex, []).append((p, g))
    arrivals = {campaign.groups(p)[g].hex for p, g in moved if g in campaign.groups(p)}
    menaced = (
        {menace.hex for menace in campaign.menacing if not menace.number} if is_first and campaign.day == 1 else set()
    )
    for at in sorted({*places, *menaced} if is_first else arrivals):
        _meet_at(campaign, at, places.get(at, []), set(moved), is_first=is_first)
    campaign.menacing = [menace for menace in campaign.menacing if menace.number]


def _meet_at(campaign: Campaign, at: str, there: list[Key], moved: set[Key], *, is_first: bool) -> None:
    groups = {key: campaign.groups(key[0]).get(key[1]) for key in there}
    keys = [key for key, group in groups.items() if group and group.hex == at and key not in campaign.retired]
    menaces = [menace for menace in campaign.menacing if menace.hex == at]
    code = campaign.port_at(at)
    fresh = None if is_first else moved
    engaged = _engaged(campaign, keys, fresh)
    is_port = bool(code) and _port_fights(campaign, code, keys, fresh, engaged)
    attackers = [menace for menace in menaces if not menace.number]
    for key in keys:
        if menaces and (wants(campaign, key, MENACE) or attackers) and (fresh is None or key in fresh):
            engaged.add(key)
    if not engaged and not is_port and not attackers:
        return
    _declare(campaign, engaged, code if is_port else "")
    battle = SeaBattle(campaign, at, int(campaign.state.options.get("rounds", "12")))
    owners = {p for p, _ in engaged} | ({campaign.state.ports[code].owner} if is_port else set())
    if menaces:
        owners.add(MENACE)
    for p, g in keys:
        is_in = (p, g) in engaged or (
            any(campaign.hostile(p, q) for q in owners) and not any(_slips(campaign, (p, g), q) for q in owners)
        )
        helped = _helped(campaign, p, g, owners)
        if is_in or helped:
            battle.add_group(p, g)
            battle.helps.setdefault(p, set()).update(helped)
    if code and (is_port or attackers or any(_touches(campaign, code, p) for p in owners)):
        battle.add_port(code)
    for menace in menaces:
        battle.add_menace(menace)
    for p in sorted({unit.owner for unit in battle.units} - {MENACE}):
        battle.add_wings(p)
    if battle.goes_on():
        close(battle, is_over=battle.play())


def _slips(campaign: Campaign, key: Key, q: int) -> bool:
    return q != MENACE and campaign.hostile(key[0], q) and not wants(campaign, key, q) and evades(campaign, key, q)


def _touches(campaign: Campaign, code: str, p: int) -> bool:
    """NW 3.5, 5.3: a port takes part where somebody who fights is hostile to it."""
    return p != MENACE and campaign.hostile(p, campaign.state.ports[code].owner)


def _engaged(campaign: Campaign, keys: list[Key], fresh: set[Key] | None) -> set[Key]:
    """NW 5.1: groups that fight each other; fresh: one of two has just come."""
    found: set[Key] = set()
    for index, one in enumerate(keys):
        for other in keys[index + 1 :]:
            if (fresh is None or {one, other} & fresh) and is_wanted(campaign, one, other):
                found |= {one, other}
    return found


def _port_fights(campaign: Campaign, code: str, keys: list[Key], fresh: set[Key] | None, engaged: set[Key]) -> bool:
    """NW 5.1, HR-29: a port with weapons, or a platform with batteries or aircraft, fights every enemy in its hex; one
    that can fire nothing is fought by those who want to, but by nobody who is there to occupy it.
    """
    port = campaign.state.ports[code]
    is_armed = bool(port.weapons) or any(
        platform.port == code and (platform.aa or platform.aircraft)
        for platform in campaign.state.platforms.get(port.owner, {}).values()
    )
    lying = any(campaign.lies_in(port.owner, k, code) for k in campaign.ships(port.owner))
    occupied = {p for p, order in campaign.all_orders("OCCUPY") if order.operands["to"] == code}
    found = False
    for key in keys:
        p = key[0]
        if fresh is not None and key not in fresh:
            continue
        is_spared = any(campaign.allied(p, q) for q in occupied) and not lying and not is_armed
        seeks = wants(campaign, key, port.owner) and not is_spared and (port.structure > 0 or lying)
        sought = is_armed and campaign.hostile(p, port.owner)
        if seeks or (sought and not evades(campaign, key, port.owner)):
            engaged.add(key)
            found = True
    return found


def _declare(campaign: Campaign, engaged: set[Key], code: str) -> None:
    """NW 5.1: who attacks everybody is at war with whomever they meet."""
    owners = {p for p, _ in engaged} | ({campaign.state.ports[code].owner} if code else set())
    for p, g in sorted(engaged):
        if campaign.groups(p)[g].stance != "H":
            continue
        for q in sorted(owners - {p}):
            if not campaign.allied(p, q) and not campaign.at_war(p, q):
                declare(campaign, p, q)


def _helped(campaign: Campaign, p: int, g: int, owners: set[int]) -> set[int]:
    """NW 5.3: the fighters whom a group of an ally helps: with stance A all, with D the one that it was told to. None
    against its own allies.
    """
    group = campaign.groups(p)[g]
    foes = [q for q in owners if not campaign.allied(p, q)]
    allies = {q for q in owners - {p} if campaign.allied(p, q) and any(campaign.hostile(q, foe) for foe in foes)}
    if group.stance == "A":
        return allies
    return allies & {group.helps} if group.stance == "D" else set()


def incidents(campaign: Campaign) -> None:
    """NW 8.2: two ships that fight by mistake, alone and without a war."""
    for pair in campaign.incidents:
        there = [(p, k) for p, k in pair if k in campaign.ships(p)]
        if len(there) < len(pair):
            continue
        places = [campaign.place(campaign.ships(p)[k], p) for p, k in there]
        battle = SeaBattle(campaign, places[0], int(campaign.state.options.get("rounds", "12")))
        for (p, k), other in zip(there, reversed(there), strict=True):
            battle.add_ship(p, k, campaign.ships(p)[k])
            battle.quarrel.add(frozenset((p, other[0])))
        close(battle, is_over=battle.play())


def jets(campaign: Campaign, p: int, k: int) -> None:
    """NW 8.28: two pirate jets attack one ship for three rounds."""
    ship = campaign.ships(p)[k]
    menace = Menacing(campaign.place(ship, p), 27, target=p)
    menace.jets = 2
    battle = SeaBattle(campaign, menace.hex, NAMED["strike_rounds"])
    battle.add_ship(p, k, ship)
    battle.add_menace(menace)
    close(battle, is_over=battle.play())

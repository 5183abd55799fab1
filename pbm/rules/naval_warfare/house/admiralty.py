"""Battle groups of a house player: who sails with whom, where to, and how they fight (NW 3.5, 4.10, 5, 6.1)."""

import msgspec

from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.sea import FAR, chart, distance, within
from pbm.rules.naval_warfare.shipyard import full
from pbm.rules.naval_warfare.state import UTILITY, BattleGroup, Ship
from pbm.rules.naval_warfare.tables import NAMED

STRIKE, PATROL, HUNTER, WATCH = (1, 2, 3, 4), 5, 6, (7, 8)
"""Numbers of groups that attack, guard their waters, hunt pirates, and make an embargo felt."""
LEAST, STRONG, MOST = 5, 9, 10
"""Ships of a group that attacks: it strikes and comes home; a strong one stays until the port is destroyed."""
FIT, BEATEN = 80, 45
"""Per cent of its hit points with which a group sails, and below which it comes home."""
GUARD = 2
FEW_PIRATES, NEAR = 5, 24
TARGETS = {1: "TL", 2: "TH", 3: "TF", 4: "TR"}
FIRST_WEEK, SECOND_WEEK = 185, 40
"""Dollars that it takes to occupy a destroyed port."""


class Squadron(msgspec.Struct):
    """A battle group as it is, with its ships; port: the own port in which it lies."""

    number: int
    group: BattleGroup
    ships: dict[int, Ship]
    port: str

    @property
    def points(self) -> int:
        """Its hit points in per cent."""
        return 100 * sum(ship.hp for ship in self.ships.values()) // max(1, sum(it.max for it in self.ships.values()))

    @property
    def stores(self) -> int:
        """Weapons that have a third of their payload, in per cent."""
        slots = [
            (left, full(w, it)) for it in self.ships.values() for w, left in zip(it.weapons, it.load, strict=False)
        ]
        empty = sum(3 * left < most for left, most in slots)
        return 100 - 100 * empty // max(1, sum(len(it.weapons) for it in self.ships.values()))

    @property
    def fighters(self) -> int:
        """Its ships of war."""
        return sum(ship.kind != UTILITY for ship in self.ships.values())

    @property
    def large(self) -> int:
        """NW 5.17: ships that count for an occupation."""
        return sum(it.hull >= NAMED["occupier_hull"] and it.kind != UTILITY for it in self.ships.values())

    @property
    def room(self) -> int:
        """NW 4.9, 4.10: ships that may still join."""
        most = NAMED["admiral_group"] if any(it.admiral for it in self.ships.values()) else MOST
        return max(0, int(most) - len(self.ships))


def admiralty(cabinet: Cabinet) -> None:
    """NW 4.10: first the groups that there are, then new ones from the ships in port."""
    if not cabinet.home or cabinet.is_founding:
        return
    pools = _pools(cabinet)
    squadrons = _squadrons(cabinet)
    _admirals(cabinet, pools)
    _forget_occupation(cabinet)
    for squadron in squadrons.values():
        _ordered(cabinet, squadron, pools)
    _watches(cabinet, squadrons, pools)
    _hunters(cabinet, squadrons, pools)
    _patrol(cabinet, squadrons, pools)
    _strikes(cabinet, squadrons, pools)


def _squadrons(cabinet: Cabinet) -> dict[int, Squadron]:
    view, found = cabinet.view, {}
    for g, group in view.groups.items():
        ships = {k: ship for k, ship in view.ships.items() if ship.group == g}
        code = cabinet.muster.at.get(group.hex, "")
        if ships:
            found[g] = Squadron(g, group, ships, code if code in view.held else "")
    return found


def _pools(cabinet: Cabinet) -> dict[str, list[int]]:
    """Ships in own ports that may sail, the largest first; at war two stay in the home port, the smallest."""
    found: dict[str, list[int]] = {code: [] for code in cabinet.view.held}
    for k, ship in sorted(cabinet.fleet.items(), key=lambda row: (-row[1].hull, row[0])):
        if 100 * ship.hp >= FIT * ship.max and not ship.group and ship.port in found:
            found[ship.port].append(k)
    if cabinet.war and len(found[cabinet.home]) > GUARD:
        del found[cabinet.home][-GUARD:]
    return found


def _admirals(cabinet: Cabinet, pools: dict[str, list[int]]) -> None:
    """NW 4.9: an admiral of the pool goes aboard the flagship, which lies in an own port in no group."""
    me, fleet = cabinet.me, cabinet.fleet
    if not me.admirals:
        return
    free = [k for k, it in fleet.items() if it.port in cabinet.view.held and not it.group and not it.admiral]
    if not any(it.admiral for it in cabinet.view.ships.values()):
        free = [k for k in free if k == cabinet.flag]
    if not free:
        return
    k = max(free, key=lambda k: (fleet[k].hull, fleet[k].hp, -k))
    cabinet.write(f"#{k}", f"AD{max(me.admirals)}")
    for pool in pools.values():
        if k in pool:
            pool.remove(k)  # it sails from the next week on, when its group is known to be small


def _settings(cabinet: Cabinet, g: int, group: BattleGroup | None, *orders: str) -> None:
    """Writes what a group does not do already."""
    kept = set()
    if group is not None:
        kept = {f"S{group.stance}", group.target, f"K{int(group.kill)}", f"R{group.retreat}", f"Y{group.calls}"}
        kept |= {*group.course} if len(group.course) == 1 else set()
    cabinet.write(f"G{g}", *(order for order in orders if order not in kept))


def _join(cabinet: Cabinet, g: int, ships: list[int]) -> None:
    cabinet.write(f"G{g}", *(f"J{k}" for k in ships))


def _take(cabinet: Cabinet, pool: list[int], number: int, *, is_new: bool) -> list[int]:
    """NW 4.9: so many ships out of a pool: an admiral leads five in a new group, and joins no other."""
    led = [k for k in pool if cabinet.fleet[k].admiral]
    rest = [k for k in pool if k not in led]
    taken = [*led[:1], *rest][: min(number, NAMED["admiral_group"])] if is_new and led else rest[:number]
    pool[:] = [k for k in pool if k not in taken]
    return taken


def _pair(cabinet: Cabinet, pool: list[int]) -> list[int]:
    """Two small ships out of a pool; none where it has not two."""
    found = [k for k in pool if not cabinet.fleet[k].admiral][-2:]
    if len(found) < 2:
        return []
    pool[:] = [k for k in pool if k not in found]
    return found


def _ordered(cabinet: Cabinet, squadron: Squadron, pools: dict[str, list[int]]) -> None:
    """What a group that is there does now."""
    if squadron.port:
        _in_port(cabinet, squadron, pools)
    elif squadron.points < BEATEN or squadron.stores < 40 or not squadron.fighters:
        _homeward(cabinet, squadron)
    elif squadron.number in STRIKE:
        _go_on(cabinet, squadron)
    elif squadron.number in WATCH:
        _keep_watch(cabinet, squadron)
    elif squadron.number != PATROL and not (squadron.number == HUNTER and _prey(cabinet)):
        _homeward(cabinet, squadron)  # group 9 too, which only a player before forms


def _homeward(cabinet: Cabinet, squadron: Squadron) -> None:
    """NW 3.5: to the nearest own port, to one with a dock for whoever is damaged."""
    at, view = squadron.group.hex, cabinet.view
    docks = [(distance(at, port.hex), port.hex) for port in view.held.values() if port.dock]
    near = min((distance(at, port.hex), not port.dock) for port in view.held.values())
    course = f"M{min(docks)[1]}" if docks and near[1] and squadron.points < FIT else "H"
    _settings(cabinet, squadron.number, squadron.group, course, "SD", "R50")


def _in_port(cabinet: Cabinet, squadron: Squadron, pools: dict[str, list[int]]) -> None:
    """NW 4.12: a group in port waits until it is mended; then it sails with whoever joins, or is broken up."""
    g, group = squadron.number, squadron.group
    if g not in STRIKE or not _goals(cabinet, group.hex):
        cabinet.write(f"G{g}", *(f"U{k}" for k in sorted(squadron.ships)))
        return
    if squadron.points < FIT or squadron.stores < 70:
        if group.course:
            cabinet.write(f"G{g}", "0")
        return
    joins = _take(cabinet, pools[squadron.port], squadron.room, is_new=False)
    _join(cabinet, g, joins)
    if len(squadron.ships) + len(joins) >= LEAST:
        _attack(cabinet, g, group, group.hex, len(squadron.ships) + len(joins))
    elif len(squadron.ships) <= 2:
        cabinet.write(f"G{g}", *(f"U{k}" for k in sorted(squadron.ships)))


def _goals(cabinet: Cabinet, at: str) -> list[str]:
    """NW 5.17: ports of enemies that stand, the nearest first; home ports count as farther off."""
    ports = {
        code: port
        for code, port in cabinet.view.ports.items()
        if port.owner in cabinet.war and not port.is_destroyed and cabinet.far(port.hex) < FAR
    }
    return sorted(
        ports, key=lambda code: (distance(at, ports[code].hex) + 3 * ports[code].home, cabinet.luck(code), code)
    )


def _attack(cabinet: Cabinet, g: int, group: BattleGroup | None, at: str, ships: int) -> None:
    """NW 3.5, 5: so many ships at the nearest port of an enemy, with their own way to aim."""
    goals = _goals(cabinet, at)
    if not goals:
        return
    code = goals[0]
    raid = f"M{cabinet.view.ports[code].hex}", f"M{cabinet.view.held[cabinet.home].hex}"
    course = [f"A{code}"] if ships >= STRONG else raid
    orders = [*course, "SA", TARGETS[g], f"R{25 + 5 * g}", f"K{g % 2}"]
    if g == 1 and 2 in cabinet.view.groups:
        orders.append("Y2")
    _settings(cabinet, g, group, *orders)


def _go_on(cabinet: Cabinet, squadron: Squadron) -> None:
    """NW 5.17: at sea: it occupies what is destroyed where it lies, attacks the next port, or hunts enemies."""
    view, at = cabinet.view, squadron.group.hex
    code = cabinet.muster.at.get(at, "")
    if (
        code
        and view.ports[code].owner in cabinet.war
        and squadron.large >= NAMED["occupiers"]
        and _occupies(cabinet, code)
    ):
        _settings(cabinet, squadron.number, squadron.group, f"A{code}", "SA")
        return
    course = squadron.group.course[0] if squadron.group.course else ""
    aim = view.ports.get(course[1:]) if course.startswith("A") else None
    if course.startswith("M") and len(squadron.group.course) == 1:  # a raid is over
        return
    if aim is not None and aim.owner in cabinet.war and not aim.is_destroyed and squadron.fighters >= LEAST:
        return
    if squadron.fighters >= LEAST and _goals(cabinet, at):
        _attack(cabinet, squadron.number, squadron.group, at, squadron.fighters)
        return
    prey = {(distance(at, row[1]), row[2]) for row in view.seen if row[2] in cabinet.war}
    if prey and min(prey)[0] <= 8:
        q = cabinet.least(prey, f"hunt/{squadron.number}")
        _settings(cabinet, squadron.number, squadron.group, f"I{q}", "SA")
    else:
        _homeward(cabinet, squadron)


def _occupation(cabinet: Cabinet) -> str:
    """The port that a standing order occupies; empty where there is none."""
    text = cabinet.me.standing.get("@", {}).get(1, "")
    return text[2:] if text.startswith("OC") and text[2:] in cabinet.view.ports else ""


def _forget_occupation(cabinet: Cabinet) -> None:
    """NW 11.3: the order goes off file once the port is taken, or nobody lies before it."""
    code = _occupation(cabinet)
    if not code:
        return
    port = cabinet.view.ports[code]
    if port.owner not in cabinet.war or not any(it.hex == port.hex for it in cabinet.view.groups.values()):
        cabinet.write("", "/1/")


def _occupies(cabinet: Cabinet, code: str) -> bool:
    """NW 5.17: whether the rebuilding of a port begins, or goes on."""
    if _occupation(cabinet) == code:
        cabinet.pay(SECOND_WEEK)
        return True
    if _occupation(cabinet) or not cabinet.view.ports[code].is_destroyed or not cabinet.can(FIRST_WEEK):
        return False
    cabinet.write("", f"/1/OC{code}")
    cabinet.pay(FIRST_WEEK)
    return True


def _spot(cabinet: Cabinet, p: int) -> str:
    """NW 6.1: a hex in the waters before a country's home port, as far from it as an embargo allows."""
    home = cabinet.home_of(p)
    hexes = [at for at in within(home, NAMED["waters"]) if at not in chart().land] if home else []
    return min(hexes, key=lambda at: (-distance(at, home), cabinet.far(at), at), default="")


def _keep_watch(cabinet: Cabinet, squadron: Squadron) -> None:
    """NW 6.1: a watch follows the list of embargoes."""
    place = squadron.number - WATCH[0]
    if place >= len(cabinet.me.embargo):
        _homeward(cabinet, squadron)
        return
    spot = _spot(cabinet, cabinet.me.embargo[place])
    if spot and squadron.group.hex != spot:
        _settings(cabinet, squadron.number, squadron.group, f"M{spot}")


def _watches(cabinet: Cabinet, squadrons: dict[int, Squadron], pools: dict[str, list[int]]) -> None:
    """NW 6.1: two ships for each embargo."""
    for g, p in zip(WATCH, cabinet.me.embargo, strict=False):
        spot = _spot(cabinet, p)
        if g in squadrons or not spot or cabinet.far(spot) >= FAR:
            continue
        ships = _pair(cabinet, max(pools.values(), key=len))
        if ships:
            _join(cabinet, g, ships)
            _settings(cabinet, g, None, f"M{spot}", "SV", "R60")


def _prey(cabinet: Cabinet) -> str:
    """NW 3.7: the hex of pirates that a group can hunt."""
    near = [
        (cabinet.far(it.hex), it.hex)
        for it in cabinet.view.menaces.values()
        if it.ships <= FEW_PIRATES and cabinet.far(it.hex) <= NEAR
    ]
    return min(near, default=(0, ""))[1]


def _hunters(cabinet: Cabinet, squadrons: dict[int, Squadron], pools: dict[str, list[int]]) -> None:
    """NW 3.7, 7.2: a group against pirates in reach."""
    at = _prey(cabinet)
    pool = max(pools.values(), key=len)
    ships = max((it.ships for it in cabinet.view.menaces.values() if it.hex == at), default=0)
    if not at or HUNTER in squadrons or len(pool) < ships + 2:
        return
    _join(cabinet, HUNTER, _take(cabinet, pool, ships + 3, is_new=True))
    _settings(cabinet, HUNTER, None, f"M{at}", "SA", "R25", "K1")


def _patrol(cabinet: Cabinet, squadrons: dict[int, Squadron], pools: dict[str, list[int]]) -> None:
    """NW 3.5: two small ships look out in home waters, and help an ally whom they meet there."""
    pool = pools[cabinet.home]
    if PATROL in squadrons or len(pool) < LEAST + 2:
        return
    home = cabinet.view.held[cabinet.home].hex
    sea = [at for at in within(home, 4) if at not in chart().land and cabinet.far(at) < FAR]
    if not sea:
        return
    to = sorted(sea, key=lambda at: (-distance(at, home), at))[cabinet.roll("patrol", min(6, len(sea))) - 1]
    ships = _pair(cabinet, pool)
    if not ships:
        return
    _join(cabinet, PATROL, ships)
    helps = [f"H{cabinet.me.allies[0]}"] if cabinet.me.allies else []
    _settings(cabinet, PATROL, None, f"P{to}", "SA" if cabinet.view.viewer % 2 else "SD", "R50", *helps)


def _strikes(cabinet: Cabinet, squadrons: dict[int, Squadron], pools: dict[str, list[int]]) -> None:
    """NW 3.5, 5.17: new groups against enemies, from every port where ships enough lie ready."""
    if not cabinet.war:
        return
    for code, pool in pools.items():
        at = cabinet.view.held[code].hex
        g = next((it for it in STRIKE if it not in squadrons), 0)
        if not g or len(pool) < LEAST or not _goals(cabinet, at):
            continue
        squadrons[g] = Squadron(g, BattleGroup(hex=at), {}, code)
        ships = _take(cabinet, pool, MOST, is_new=True)
        _join(cabinet, g, ships)
        if not any(cabinet.fleet[k].admiral for k in ships):
            tenders = [k for k, it in cabinet.view.ships.items() if it.kind == UTILITY and it.port == code]
            _join(cabinet, g, tenders[:1])
        _attack(cabinet, g, None, at, len(ships))

"""Ports and ships of a house player: what is rebuilt, armed, mended, filled and built (NW 4, 5.17, 10)."""

from collections import Counter, defaultdict

from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import full, hold
from pbm.rules.naval_warfare.state import CARRIER, LOST, UTILITY, Ship
from pbm.rules.naval_warfare.tables import NAMED, WEAPONS

FITS = ("NBDCAM", "TRNDBL", "NDOBCA", "RNTCBO", "ONALBM", "NCNDAB", "TBNDRC")
"""Weapons of ships in the order in which they are bought, by number; each has one of the first two for submarines."""
GUNS = "NBOCNDLBRNACBDNN"
"""Weapons of ports in their order."""
HOME_GUNS, OTHER_GUNS = 8, 4
CAP, USUAL = 55, 38
"""The most that a ship may take of the purse, and what one takes on the average."""
LEAST = 26
"""Less is not offered for a ship."""
WHOLE_FLEET, TENDERS, FIRST_TENDER = 20, 2, 80
SUPPLIES = "NNTBD"
RICH = 300
NAMES = (
    "Ajax", "Argo", "Boreas", "Castor", "Dauntless", "Echo", "Falcon", "Galatea", "Hector", "Icarus", "Jupiter",
    "Kestrel", "Leander", "Minerva", "Neptune", "Orion", "Pegasus", "Resolve", "Sirius", "Triton", "Undine",
    "Vanguard", "Warden", "Zephyr", "Aurora", "Bellona", "Calypso", "Diana", "Electra", "Fortune",
)  # fmt: skip


def yard(cabinet: Cabinet) -> None:
    """NW 3.4: first what is broken, then what is new."""
    _rebuild(cabinet)
    _arms(cabinet, spend=4 if cabinet.is_founding else 8)
    _ships(cabinet)
    _build(cabinet)
    _arms(cabinet, spend=2)
    _found(cabinet)


def _rebuild(cabinet: Cabinet) -> None:
    """NW 5.17, 10: structure, the home port's first, and a dock where there is none."""
    held = cabinet.view.held
    for code, port in sorted(held.items(), key=lambda row: (not row[1].home, row[0])):
        whole = NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0)
        points = min(NAMED["port_week"], whole - port.structure, max(0, cabinet.left) * 2 * 2 // 3)
        if points > 0 and port.hex not in cabinet.besieged:
            cabinet.write(code, f"XR{points}")
            cabinet.pay(-(-points // 2))
    if not any(port.dock for port in held.values()):
        standing = [code for code, port in held.items() if port.structure > 0 and port.hex not in cabinet.besieged]
        for code in sorted(standing, key=lambda code: not held[code].dock_lost)[:1]:
            cost = NAMED["rebuilt_dock" if held[code].dock_lost else "dock"]
            if "raw" not in cabinet.me.short and cabinet.can(cost):
                cabinet.write(code, "BD")
                cabinet.pay(cost)


def _arms(cabinet: Cabinet, spend: int) -> None:
    """NW 2.7, 10: guns of ports, up to a part of the purse; all slots where they are free."""
    is_free = cabinet.is_founding and "DEF" in cabinet.me.abilities
    if "weapons" in cabinet.me.short:
        return
    budget = max(0, cabinet.left) // spend
    for code, port in sorted(cabinet.view.held.items(), key=lambda row: (not row[1].home, row[0])):
        there = len(port.weapons) + cabinet.armed.get(code, 0)
        is_full = is_free or cabinet.left > 2 * RICH
        wanted = port.slots if is_full else min(port.slots, HOME_GUNS if port.home else OTHER_GUNS)
        if port.structure <= 0:
            continue
        bought, free = "", port.free
        for letter in GUNS[there:wanted]:
            price = 0 if is_free or free > 0 else WEAPONS[letter].cost // 2
            if price > budget:
                break
            free -= 1
            budget -= price
            cabinet.pay(price)
            bought += letter
        if bought:
            cabinet.armed[code] = cabinet.armed.get(code, 0) + len(bought)
            cabinet.write(code, f"W{bought}")


def _ships(cabinet: Cabinet) -> None:
    """NW 4.12, 3.1.9: ships in port are mended, filled and refitted, dearest first; all get names."""
    view, muster, me = cabinet.view, cabinet.muster, cabinet.me
    price = 1 if "WRK" in me.abilities else NAMED["repair"]
    most = NAMED["strong_repair_week" if "WRK" in me.abilities else "repair_week"]
    stores = defaultdict[int, Counter[str]](Counter)
    for ship in view.ships.values():
        for letter, left in ship.holds:
            stores[ship.group][letter] += left
    for k, ship in sorted(view.ships.items(), key=lambda row: (-row[1].hull, row[0])):
        if not ship.name:
            again, place = divmod(k - 1, len(NAMES))
            name = NAMES[(place + 7 * view.viewer) % len(NAMES)]
            cabinet.say(f"#{k}", f"N {name} {again + 1}" if again else f"N {name}")
        if ship.reserve or ship.away:
            continue
        code = muster.port(k, ())
        if code not in view.held:
            if _is_low(ship) and _drawn(ship, stores[ship.group]):
                cabinet.write(f"#{k}", "L")
            continue
        points = min(ship.max - ship.hp, most)
        if points > 0 and view.held[code].dock and not muster.is_in_roads(k, ship):
            points = min(points, max(0, cabinet.left) // price)
            if points:
                cabinet.write(f"#{k}", f"R{points}")
                cabinet.pay(points * price)
        if _is_low(ship) and cabinet.can(NAMED["resupply"]):
            cabinet.write(f"#{k}", "L")
            cabinet.pay(NAMED["resupply"])
        _refill(cabinet, k, ship)
        if LOST in ship.weapons and ship.kind != UTILITY and "weapons" not in me.short and cabinet.can(80):
            cabinet.write(f"#{k}", f"F{ship.weapons.index(LOST) + 1}N")
            cabinet.pay(NAMED["refit"] + WEAPONS["N"].cost)


def _is_low(ship: Ship) -> bool:
    """Whether some weapon has less than half of its payload."""
    return any(2 * left < full(letter, ship) for letter, left in zip(ship.weapons, ship.load, strict=False))


def _drawn(ship: Ship, store: Counter[str]) -> bool:
    """NW 4.12: whether the holds of its group have pieces for a weapon that lacks some; they are taken."""
    has_any = False
    for letter, left in zip(ship.weapons, ship.load, strict=False):
        pieces = min(store[letter], full(letter, ship) - left)
        store[letter] -= pieces
        has_any = has_any or pieces > 0
    return has_any


def _refill(cabinet: Cabinet, k: int, ship: Ship) -> None:
    """NW 4.12: the holds of a utility ship in port, once half of what they took is gone."""
    missing = sum(hold(ship.hull) - left for _, left in ship.holds)
    cost = -(-missing // 10) * NAMED["refill"]
    if 2 * missing >= hold(ship.hull) * len(ship.holds) > 0 and cabinet.can(cost):
        cabinet.write(f"#{k}", "RF" + "".join(letter for letter, _ in ship.holds))
        cabinet.pay(cost)


def _build(cabinet: Cabinet) -> None:
    """NW 4: a ship in every dock while purse, captains and places last; in the founding week as many as there are."""
    me, view, held = cabinet.me, cabinet.view, cabinet.view.held
    docks = [code for code, port in held.items() if port.dock and port.structure > 0]
    if not docks or "raw" in me.short:
        return
    captains = me.captains
    ships = sum(ship.kind != UTILITY for ship in view.ships.values())
    places = me.active + NAMED["reserve"] // 2 - ships
    fresh = iter([k for k in range(1, FIRST_TENDER) if k not in view.ships and k not in me.gone])
    docks.sort(key=lambda code: (code != cabinet.home, code))
    is_super = me.supers + me.subs_left and captains > 0 and places > 0 and cabinet.can(70)
    if is_super and (k := next(fresh, 0)):
        cabinet.write(docks[0], f"B{k}={_fit(cabinet, 3)}!/{min(120, cabinet.left)}")
        cabinet.pay(min(70, cabinet.left))
        captains -= 1
        places -= 1
    lots = docks * WHOLE_FLEET if cabinet.is_founding else docks
    tenders = iter([k for k in range(FIRST_TENDER, 90) if k not in view.ships and k not in me.gone])
    if _wants_tender(cabinet) and (number := next(tenders, 0)):
        cabinet.write(docks[-1], f"BU{number}=3{SUPPLIES}/20")
        cabinet.pay(5)
        lots = lots if cabinet.is_founding else lots[:-1]
    for place, code in enumerate(lots):
        k = next(fresh, 0)
        if not (k and captains > 0 and places > 0 and cabinet.can(LEAST)):
            break
        cap = min(CAP if cabinet.is_founding else CAP + 15, cabinet.left)
        fit = _fit(cabinet, k)
        is_carrier = "CAR" in me.abilities and (place + cabinet.week) % 6 == 1
        if is_carrier:
            cabinet.write(code, f"BC{k}=6{fit}/{cap}")
        else:
            size = 1 if k == 13 else 6 if k % 4 else 4
            cabinet.write(code, f"B{k}={size}{fit}/{cap}")
        cabinet.pay(min(USUAL, cap))
        captains -= 1
        places -= 1


def _fit(cabinet: Cabinet, k: int) -> str:
    """NW 4.3, 6.3: the weapons of ship k; under an embargo machine guns alone."""
    return "MMMMMM" if "weapons" in cabinet.me.short else FITS[(k + cabinet.view.viewer) % len(FITS)]


def _wants_tender(cabinet: Cabinet) -> bool:
    """NW 4.8: whether a utility ship is due, now and then."""
    number = sum(ship.kind == UTILITY for ship in cabinet.view.ships.values())
    return number < TENDERS and cabinet.week % 8 == cabinet.view.viewer % 8 and cabinet.can(LEAST)


def _found(cabinet: Cabinet) -> None:
    """NW 10, 7.4: a port that costs nothing, else docks and ports of the rich."""
    me, view = cabinet.me, cabinet.view
    sites = [at for at in chart().lands[me.territory].ports if at not in cabinet.muster.at]
    if "raw" in me.short:
        return
    if sites and (me.free_ports or (me.ports_left and cabinet.can(NAMED["port"] + 100))):
        cabinet.write("", f"BP{sites[0]}")
        cabinet.pay(0 if me.free_ports else NAMED["port"])
    bare = [code for code, port in view.held.items() if not port.dock and port.structure > 0]
    if bare and len(bare) < len(view.held) and cabinet.can(RICH):  # without any dock one was asked for before
        cabinet.write(bare[0], "BD")
        cabinet.pay(NAMED["dock"])


def free_carriers(cabinet: Cabinet) -> list[int]:
    """NW 10: carriers that lie in an own port, in no group."""
    return [k for k, ship in cabinet.fleet.items() if ship.kind == CARRIER and ship.port in cabinet.view.held]

"""Aircraft of a house player: types, platforms, controllers, strikes (NW 5.16, 10)."""

from pbm.rules.naval_warfare.house.cabinet import Cabinet
from pbm.rules.naval_warfare.house.yard import free_carriers
from pbm.rules.naval_warfare.sea import distance
from pbm.rules.naval_warfare.shipyard import aircraft_slots
from pbm.rules.naval_warfare.state import Aircraft
from pbm.rules.naval_warfare.tables import ADVANCEMENTS, BASES, FLAK, NAMED, SIZES

FLIERS = frozenset(("CAR", "PAY", "SUB", "FRE"))
"""NW 2.13: abilities that are worth aircraft."""
RICH = 260
STEPS = ("EC", "HE", "ST", "CY", "TB")
"""Advancements in the order in which they are developed."""


def wings(cabinet: Cabinet) -> None:
    """NW 10: what flies, and where to."""
    _develop(cabinet)
    _bases(cabinet)
    _modes(cabinet)


def is_flier(cabinet: Cabinet) -> bool:
    """Whether aircraft come before more ships: by ability, and for one in three that may have platforms."""
    return bool(FLIERS & {*cabinet.me.abilities}) or cabinet.view.viewer % 3 == 0


def _develop(cabinet: Cabinet) -> None:
    me = cabinet.me
    least = NAMED["develop_type"] + (0 if is_flier(cabinet) else RICH)
    if not me.types:
        if cabinet.can(least) and not cabinet.is_founding:
            cabinet.write("", "VTH" if cabinet.view.viewer % 2 else "VTL")
            cabinet.pay(NAMED["develop_type"])
        return
    if cabinet.can(RICH + 100) and len(me.types) < 2:
        cabinet.write("", "VTL" if me.types[min(me.types)].size == "heavy" else "VTH")
        cabinet.pay(NAMED["develop_type"])
    step = next((code for code in STEPS if code not in me.types[min(me.types)].adv), "")
    if step and cabinet.can(RICH + ADVANCEMENTS[step].cost):
        cabinet.write("", f"V{step}{min(me.types)}")
        cabinet.pay(ADVANCEMENTS[step].cost)
    elif not me.radar and cabinet.can(RICH + ADVANCEMENTS["RD"].cost):
        cabinet.write("", "VRD")
        cabinet.pay(ADVANCEMENTS["RD"].cost)


def _bases(cabinet: Cabinet) -> None:
    """NW 10: a platform at the home port, its batteries and aircraft, and those of carriers in port."""
    me, view = cabinet.me, cabinet.view
    if not me.types or not cabinet.home:
        return
    carriers = free_carriers(cabinet)
    kind = "AB" if cabinet.can(BASES["AB"].cost + 2 * RICH) else "AF"
    least = BASES[kind].cost + (2 * RICH if view.platforms or carriers else 0)
    bare = [code for code in view.held if all(it.port != code for it in view.platforms.values())]
    if bare and len(view.platforms) < me.platforms and cabinet.can(least):
        code = min(bare, key=lambda code: (code != cabinet.home, code))
        cabinet.write(code, f"B{kind}{max(view.platforms, default=0) + 1}")
        cabinet.pay(BASES[kind].cost)
    for k, platform in view.platforms.items():
        base = BASES[platform.kind]
        _planes(cabinet, f"P{k}", base.slots, platform.aircraft)
        if len(platform.aa) < base.aa and cabinet.can(FLAK["MS"].cost + 40):
            cabinet.write(f"P{k}", "UMS")
            cabinet.pay(FLAK["MS"].cost)
        if platform.hp < base.hp and cabinet.can(40):
            points = min(NAMED["port_week"], base.hp - platform.hp, 60)
            cabinet.write(f"P{k}", f"R{points}")
            cabinet.pay(-(-points // 2))
        can_lead = len(platform.aircraft) >= NAMED["awacs"]["least"] * (platform.awacs + 1)
        if can_lead and not platform.awacs and cabinet.can(RICH):
            cabinet.write(f"P{k}", "C1")
            cabinet.pay(NAMED["awacs"]["cost"])
    for k in carriers:
        _planes(cabinet, f"#{k}", aircraft_slots(view.ships[k]), view.ships[k].aircraft)


def _planes(cabinet: Cabinet, place: str, room: int, there: list[Aircraft]) -> None:
    """NW 10: as many of the first type as slots and purse allow."""
    me = cabinet.me
    k = min(me.types)
    free = room - sum(SIZES[me.types[it.type].size].slots for it in there)
    number = min(free // SIZES[me.types[k].size].slots, max(0, cabinet.left) // (me.types[k].cost + 5))
    if number > 0:
        cabinet.write(place, f"BA{number},{k}")
        cabinet.pay(number * me.types[k].cost)


def _modes(cabinet: Cabinet) -> None:
    """NW 5.16: a strike at the nearest enemy in radius, seen this week or in port; else they defend."""
    view = cabinet.view
    prey = {row[1] for row in view.seen if row[2] in cabinet.war and row[0] > 4}
    prey |= {port.hex for port in view.ports.values() if port.owner in cabinet.war and not port.is_destroyed}
    radius = min((-(-SIZES[it.size].move // 2) for it in cabinet.me.types.values()), default=0)
    for k, platform in view.platforms.items():
        at = view.ports[platform.port].hex
        near = min(((distance(at, to), cabinet.luck(to), to) for to in prey), default=(99, 0, ""))
        mode = f"MA{near[2]}" if near[0] <= radius else "MD"
        if mode != platform.mode and platform.aircraft:
            cabinet.write(f"P{k}", mode)
    for k, ship in cabinet.fleet.items():
        if not (ship.aircraft and aircraft_slots(ship)):
            continue
        course = view.groups[ship.group].course if ship.group else []
        port = view.ports.get(course[0][1:]) if course and course[0].startswith("A") else None
        mode = f"MA{port.hex}" if port is not None and port.owner in cabinet.war else "MD"
        if mode != ship.mode:
            cabinet.write(f"#{k}", mode)

"""What the order table cannot say of ships, groups and platforms: a sentence why not, or nothing (NW 11.4)."""

from collections.abc import Sequence

from pbm.orders.form import Order
from pbm.rules.naval_warfare.checks import Before, Judge, no_type, types
from pbm.rules.naval_warfare.muster import Muster
from pbm.rules.naval_warfare.sea import distance
from pbm.rules.naval_warfare.shipyard import aircraft_slots, full, refusal
from pbm.rules.naval_warfare.state import UTILITY, Ship, is_sub
from pbm.rules.naval_warfare.tables import BASES, HULLS, NAMED, SIZES, WEAPONS

REFUSED = {
    "submarine": "a submarine carries torpedoes, missiles and lasers alone",
    "hull": "{name} needs hull {least}; ship {k} has {hull}",
}


def number(order: Order) -> int:
    """The number of the ship, group or platform where an order is given."""
    return int(order.place.lstrip("#GP"))


def same_place(order: Order, before: Before, code: str) -> int:
    """What earlier orders of a code at the same place ask for in all."""
    return sum(int(it.operands.get("n", 1)) for it in before if it.code == code and it.place == order.place)


def idle(k: int, ship: Ship | None) -> str:
    """NW 2.6, 8.39: why a ship does nothing now."""
    if ship is not None and ship.away:
        return f"ship {k} is on duty until week {ship.away}"
    return f"ship {k} is in reserve" if ship is not None and ship.reserve else ""


def ashore(k: int, before: Before, muster: Muster) -> str:
    """NW 4.12: the sentence for a ship that lies in no port."""
    if muster.port(k, before):
        return ""
    group = muster.grouped(before).get(k)
    return f"ship {k} is at sea in G{group}" if group else f"ship {k} lies in no port of yours"


def repair(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.11, 4.12: a dock, a berth, and so many points a week."""
    k = number(order)
    ship = muster.view.ships.get(k)
    if ship is None:
        return "it is whole"
    if why := idle(k, ship) or ashore(k, before, muster):
        return why
    code = muster.port(k, before)
    if not muster.view.ports[code].dock:
        return f"{code} has no dock"
    if muster.is_in_roads(k, ship):
        return f"{code} has {muster.berths(code)} berths; ship {k} lies in the roads"
    most = NAMED["strong_repair_week" if "WRK" in muster.me.abilities else "repair_week"]
    if same_place(order, before, "REPAIR") + order.operands["n"] > most:
        return f"{most} points a week"
    return "it is whole" if ship.hp >= ship.max else ""


def supply(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.12: in port, or at sea from a utility ship of the group."""
    k = number(order)
    ship = muster.view.ships.get(k)
    if ship is None or all(left >= full(w, ship) for w, left in zip(ship.weapons, ship.load, strict=False)):
        return "its magazines are full"
    if why := idle(k, ship):
        return why
    group = muster.grouped(before).get(k, 0)
    sisters = [muster.view.ships[n] for n in muster.members(group, before) if n in muster.view.ships] if group else []
    has_tender = any(sister.kind == UTILITY for sister in sisters)
    return "" if has_tender else ashore(k, before, muster)


def refit(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.3, 4.6, 4.8, 4.12."""
    k, slot, weapon = number(order), order.operands["i"], order.operands["w"]
    ship = muster.view.ships.get(k)
    if ship is None:
        return f"ship {k} is being built; write its weapons there"
    if why := idle(k, ship) or ashore(k, before, muster):
        return why
    if ship.kind == UTILITY:
        return "a utility ship keeps its machine gun"
    if slot > len(ship.weapons):
        return f"slot {slot}: ship {k} has {len(ship.weapons)}"
    why = refusal(weapon, ship.hull, is_diver=is_sub(ship), is_short=False)
    row = WEAPONS[weapon]
    return REFUSED[why].format(name=row.name, least=row.hull, k=k, hull=ship.hull) if why else ""


def refill(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.8, 4.12."""
    k = number(order)
    ship = muster.view.ships.get(k)
    if ship is None:
        return "its holds are filled when it is built"
    if ship.kind != UTILITY:
        return "a utility ship only"
    if len(order.operands["w"]) > NAMED["holds"]:
        return f"five holds: {len(order.operands['w'])} letters"
    return idle(k, ship) or ashore(k, before, muster)


def room(order: Order, before: Before, muster: Muster) -> int:
    """NW 4.7, 10: how many slots for aircraft there are where an order is given, taken ones too."""
    k, view = number(order), muster.view
    if order.place[0] == "P":
        code = view.platforms[k].kind if k in view.platforms else base_of(order, before)
        return BASES[code].slots
    if k in view.ships:
        return aircraft_slots(view.ships[k])
    built = muster.built(before).get(k)
    most = built.operands.get("h", 0) if built is not None and built.code == "CARRIER" else 0
    return int(NAMED["carrier_slots"].get(str(max(most, NAMED["carrier_least"])), 0)) if most else 0


def base_of(order: Order, before: Before) -> str:
    """NW 10: the kind of a platform that the card builds."""
    k = number(order)
    return next(str(it.operands["a"]) for it in before if it.code == "BASE" and it.operands["k"] == k)


def planes(order: Order, before: Before, muster: Muster) -> str:
    """NW 10: types, and slots: one for a small aircraft, two for a large one."""
    there, k = types(before, muster), order.operands["k"]
    if k not in there:
        return no_type(k, there)
    most, view, at = room(order, before, muster), muster.view, number(order)
    if not most:
        return "only carriers and platforms have aircraft"
    home = view.platforms.get(at) if order.place[0] == "P" else view.ships.get(at)
    if order.place[0] == "#" and (why := idle(at, view.ships.get(at)) or ashore(at, before, muster)):
        return why
    taken = sum(SIZES[there[it.type]].slots for it in (home.aircraft if home else ()) if it.type in there)
    bought = [it.operands for it in before if it.code == "PLANES" and it.place == order.place]
    taken += sum(SIZES[there[it["k"]]].slots * it["n"] for it in bought if it["k"] in there)
    needed, free = SIZES[there[k]].slots * order.operands["n"], max(0, most - taken)
    if needed <= free:
        return ""
    return f"{free} {'slot is' if free == 1 else 'slots are'} free, {needed} {'is' if needed == 1 else 'are'} needed"


def strike(order: Order, before: Before, muster: Muster) -> str:
    """NW 5.16: who has aircraft, and their radius; a group at sea comes nearer by itself."""
    if not room(order, before, muster):
        return "only carriers and platforms have aircraft"
    if order.code != "STRIKE":
        return ""
    k, view, to = number(order), muster.view, order.operands["to"]
    if order.place[0] == "P":
        port = view.platforms[k].port if k in view.platforms else port_of(order, before)
        at = view.ports[port].hex
    elif muster.grouped(before).get(k):
        return ""
    else:
        at = muster.hex(k, before)
    far, most = distance(at, to) if at else 0, radius(order, before, muster)
    return f"{to} is {far} hexes off, the radius is {most}" if far > most else ""


def port_of(order: Order, before: Before) -> str:
    """NW 10: the port of a platform that the card builds."""
    k = number(order)
    return next(it.place for it in before if it.code == "BASE" and it.operands["k"] == k)


def radius(order: Order, before: Before, muster: Muster) -> int:
    """NW 5.16: the widest radius of the types that are there, of all types where none is: half of the move, up."""
    there, k, view = types(before, muster), number(order), muster.view
    home = view.platforms.get(k) if order.place[0] == "P" else view.ships.get(k)
    here = {it.type for it in home.aircraft} if home else set()
    here |= {it.operands["k"] for it in before if it.code == "PLANES" and it.place == order.place}
    extra = {type_: set(it.adv) for type_, it in muster.me.types.items()}
    for it in before:
        if it.code == "ADVANCE":
            extra.setdefault(it.operands["k"], set()).add(it.operands["v"])
    moves, has_tanker = [SIZES["light"].move], False
    for type_ in here & set(there) or set(there):
        is_heavy, adv = there[type_] == "heavy", extra.get(type_, set())
        has_tanker |= is_heavy and "TB" in adv
        moves.append(SIZES[there[type_]].move + (2 if is_heavy and "HE" in adv else 0))
    return -(-(max(moves) + ("MAT" in muster.me.abilities)) * (2 if has_tanker else 1) // 2)


def admiral(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.9: an admiral of the pool, in port; the first in the flagship's group."""
    k, score, view = number(order), order.operands["n"], muster.view
    aboard = [it for it in before if it.code == "ABOARD"]
    if muster.me.admirals.count(score) <= sum(it.operands["n"] == score for it in aboard):
        return f"no admiral of score {score} in the pool"
    ship, built = view.ships.get(k), muster.built(before).get(k)
    if (ship is not None and ship.kind == UTILITY) or (built is not None and built.code == "UTILITY"):
        return "an admiral sails on a ship of war"
    if ship is not None and ship.admiral:
        return f"ship {k} has an admiral"
    if why := idle(k, ship) or ashore(k, before, muster):
        return why
    if not aboard and not any(it.admiral for it in view.ships.values()):
        flagship, groups = muster.flagship(before), muster.grouped(before)
        if k != flagship and (not groups.get(k) or groups.get(k) != groups.get(flagship)):
            return f"the first admiral sails with the flagship, ship {flagship}"
    group = muster.grouped(before).get(k, 0)
    many = len(muster.members(group, before)) if group else 0
    return f"with an admiral five sail together; group {group} has {many}" if many > NAMED["admiral_group"] else ""


def super_ship(order: Order, before: Before, muster: Muster) -> str:
    """NW 7.4: the super ship of level 7."""
    k = number(order)
    ship = muster.view.ships.get(k)
    used = sum(it.code in ("SUPER", "SUPERSHIP") for it in before)
    if muster.me.supers <= used:
        return "no super ship is due"
    return "a utility ship is not a super ship" if ship is not None and ship.kind == UTILITY else ""


def offer(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.1.8, HR-17: the right to sell, and a ship in a port of the viewer."""
    k, p, me, others = number(order), order.operands["p"], muster.me, muster.view.countries
    living = {n: it for n, it in others.items() if not it.out}
    has_seller = any("SEL" in it.abilities for it in living.values())
    near = [living[n] for n in {muster.view.viewer, *me.allies, *me.trade} if n in living]
    by_trade = muster.has_trade("MAN") or any(it.economy == "MAN" for it in near)
    if not any("SEL" in it.abilities for it in near) and (has_seller or not by_trade):
        return "you have no right to sell ships"
    if p not in living:
        return f"{others[p].name} is out"
    if why := idle(k, muster.view.ships.get(k)):
        return why
    port = muster.port(k, before)
    if not port or port not in muster.view.held:
        return ashore(k, before, muster) or f"ship {k} does not lie in a port of yours"
    return ""


def scuttle(order: Order, before: Before, muster: Muster) -> str:
    """NW 11.3: in port or in a group."""
    k = number(order)
    ship = muster.view.ships.get(k)
    if ship is None:
        return f"ship {k} is not yet built"
    return idle(k, ship) if ship.away else ""


def join(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.9, 4.10: in one hex, twelve together, five with an admiral."""
    k, group, view = order.operands["k"], number(order), muster.view
    if why := idle(k, view.ships.get(k)):
        return why
    members = muster.members(group, before)
    if k in members:
        return f"ship {k} is in G{group} already"
    at = muster.hex(members[0], before) if members else muster.hex(k, before)
    if muster.hex(k, before) != at or not at:
        return f"ship {k} is not in hex {at}" if at else f"ship {k} is in no port"
    together = [*members, k]
    if len(together) > NAMED["group"]:
        return f"{len(together)} ships; {NAMED['group']} may sail together"
    aboard = {number(it) for it in before if it.code == "ABOARD"}
    has_admiral = any(n in aboard or (n in view.ships and view.ships[n].admiral) for n in together)
    return "with an admiral five" if has_admiral and len(together) > NAMED["admiral_group"] else ""


def part(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.10: out of this group, into a port."""
    k, group = order.operands["k"], number(order)
    has = muster.grouped(before).get(k)
    if has != group:
        return f"ship {k} is in G{has}" if has else f"ship {k} is in no group"
    return "" if muster.port(k, before) else f"{muster.hex(k, before)} is not a port of yours or an ally's"


def call(order: Order, before: Before, muster: Muster) -> str:
    """NW 5.3: another group."""
    return "that is this group" if order.operands["k"] == number(order) else ""


def flak(order: Order, before: Before, muster: Muster) -> str:
    """NW 10: the slots of a platform for anti-aircraft units."""
    k, view = number(order), muster.view
    kind = view.platforms[k].kind if k in view.platforms else base_of(order, before)
    there = len(view.platforms[k].aa) if k in view.platforms else 0
    there += same_place(order, before, "AA")
    most = BASES[kind].aa
    if order.code == "AA":
        has = f"{most} AA {'slot' if most == 1 else 'slots'}"
        return f"the platform has {has}, {there} {'is' if there == 1 else 'are'} taken" if there >= most else ""
    slot = order.operands["i"]
    return f"slot {slot}: the platform has {there} AA {'unit' if there == 1 else 'units'}" if slot > there else ""


def awacs(order: Order, before: Before, muster: Muster) -> str:
    """NW 10: each controller has two aircraft at least."""
    platform = muster.view.platforms.get(number(order))
    controllers = (platform.awacs if platform else 0) + same_place(order, before, "AWACS") + order.operands["n"]
    flying = (len(platform.aircraft) if platform else 0) + same_place(order, before, "PLANES")
    least = NAMED["awacs"]["least"]
    return f"a controller needs two aircraft; here are {flying}" if controllers * least > flying else ""


def mend(order: Order, before: Before, muster: Muster) -> str:
    """NW 10: 350 points a week."""
    platform, most = muster.view.platforms.get(number(order)), NAMED["port_week"]
    if same_place(order, before, "MEND") + order.operands["n"] > most:
        return f"{most} points a week"
    return "it is whole" if platform is None or platform.hp >= BASES[platform.kind].hp else ""


JUDGES: dict[str, Judge] = {
    "REPAIR": repair,
    "SUPPLY": supply,
    "REFIT": refit,
    "REFILL": refill,
    "PLANES": planes,
    **dict.fromkeys(("DEFEND", "ASHORE", "STRIKE"), strike),
    "ABOARD": admiral,
    "SUPERSHIP": super_ship,
    "OFFER": offer,
    "SCUTTLE": scuttle,
    "JOIN": join,
    "PART": part,
    "CALL": call,
    **dict.fromkeys(("AA", "AAREFIT"), flak),
    "AWACS": awacs,
    "MEND": mend,
}
"""By code of the order."""


def course(order: Order, card: Sequence[Order], muster: Muster) -> str:
    """NW 3.5, 4.10: a group that has ships once the card is read."""
    group = number(order)
    return "" if muster.members(group, card) else f"group {group} has no ships"


def hunt(order: Order, card: Sequence[Order], muster: Muster) -> str:
    """NW 3.5, 8: a course against whoever is at war with the viewer, or called a pirate."""
    p = order.operands["p"] if order.code == "HUNT" else muster.view.ports[order.operands["to"]].owner
    declared = any(it.code == "WAR" and it.operands["p"] == p for it in card)
    if p in muster.me.war or declared or muster.view.countries[p].pirate >= muster.week:
        return course(order, card, muster)
    return f"{p} is not at war with you; `{p}E` under @ declares it"


def helps(order: Order, card: Sequence[Order], muster: Muster) -> str:
    """NW 5.3: an ally, or whoever is to be one this week."""
    p = order.operands["p"]
    asked = any(it.code in ("ALLY", "ALLYS") and it.operands["p"] == p for it in card)
    return "" if not p or p in muster.me.allies or asked else f"{p} is not an ally"


LATER: dict[str, Judge] = {
    **dict.fromkeys(("MOVE", "PATROL", "HOMEWARD", "STAY"), course),
    **dict.fromkeys(("HUNT", "ATTACK"), hunt),
    "HELP": helps,
}
"""What is judged once the whole card is read."""


def may_be_smaller(order: Order) -> str:
    """NW 4.1, 4.3: the warning for guns that the smallest hull of the die would not carry."""
    worst = min(order.operands.get("h", len(HULLS)), 2)
    wanted = [WEAPONS[part["x"]] for part in order.operands["w"]]
    widest = max(wanted, key=lambda row: row.hull, default=None)
    if order.code in ("UTILITY", "SUPER") or widest is None or widest.hull <= worst:
        return ""
    return f"ship {order.operands['k']} may turn out smaller: {widest.code} needs hull {widest.hull}"

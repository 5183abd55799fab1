"""What the order table cannot say of orders of the country and of its ports: a sentence why not, or nothing (NW 11.4).

Each looks at the viewer's position and at the orders of the card before it.
"""

from collections.abc import Callable, Mapping, Sequence

from pbm.orders.form import Order
from pbm.rules.naval_warfare.muster import YARD, Muster, named
from pbm.rules.naval_warfare.sea import chart, distance
from pbm.rules.naval_warfare.state import UTILITY
from pbm.rules.naval_warfare.tables import ECONOMY, EMBARGOES, NAMED

Before = Sequence[Order]
Judge = Callable[[Order, Before, Muster], str]
"""The order, those before it, and the fleet of the viewer."""
PLAIN = "ALL"
GIVEN_UP = {4: "CDSX", 6: "CSPX", 8: "CDSX"}
"""NW 4.9, 7.4: what may be given up for an admiral at a level."""


def count(before: Before, *codes: str) -> int:
    """How many orders of these codes there are."""
    return sum(order.code in codes for order in before)


def _country(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.1: the sentence for a country that is out."""
    p = order.operands["p"]
    other = muster.view.countries.get(p)
    if other is None:  # only a position that somebody wrote has it in a standing order
        return f"there is no country {p}"
    return f"{other.name} is out" if other.out else ""


def treaty(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.1.1 to 3.1.3: war, treaties, and leaving them."""
    p, me = order.operands["p"], muster.me
    if why := _country(order, before, muster):
        return why
    has = {
        "WAR": (p in me.war, f"you are at war with {p} already"),
        "TRUCE": (p not in me.war, f"you are not at war with {p}"),
        "PEACE": (p in me.peace, f"{p} has peace with you already"),
        "PEACES": (p in me.peace, f"{p} has peace with you already"),
        "ALLY": (p in me.allies, f"{p} is your ally already"),
        "ALLYS": (p in me.allies, f"{p} is your ally already"),
        "TRADE": (p in me.trade, f"you trade with {p} already"),
        "QUIT": (p not in {*me.allies, *me.trade, *me.peace}, f"there is nothing to leave: no treaty with {p}"),
    }
    is_so, why = has[order.code]
    return why if is_so else ""


def embargo(order: Order, before: Before, muster: Muster) -> str:
    """NW 6.1: who may declare an embargo, and on whom."""
    p, me = order.operands["p"], muster.me
    if order.code == "UNBAN":
        return "" if p in me.embargo else f"no embargo of yours lies on {p}"
    if not any(muster.has_trade(code) for code in EMBARGOES):
        return f"only AGR, OIL, RAW and WEA declare an embargo; you are {me.economy}"
    if muster.view.countries[p].economy == PLAIN:
        return f"{p} is an all around power: no embargo touches it"
    return f"your embargo lies on {p} already" if p in me.embargo else _country(order, before, muster)


def market(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.1.6, HR-15: the market is a trade management."""
    me, others = muster.me, muster.view.countries
    partners = [others[p] for p in {*me.allies, *me.trade} if p in others]
    if muster.has_trade("MAN") or any(it.economy == "MAN" and not it.out for it in partners):
        return ""
    return "nobody buys: no trade management that you are, are allied or trade with"


def raid(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.2.4: who raids, with the same dice for all."""
    if not muster.has_trade("PIR"):
        return f"only piracy raids; you are {muster.me.economy}"
    other = next((it for it in before if it.code == "RAID" and it.operands["n"] != order.operands["n"]), None)
    return f"two raids with different dice: {named(other)} is it" if other else _country(order, before, muster)


def mediate(order: Order, before: Before, muster: Muster) -> str:
    """NW 3.1.7: who mediates."""
    if not muster.has_trade("MAN"):
        return f"only trade management assists; you are {muster.me.economy}"
    pair = {order.operands["p"], order.operands["q"]}
    if len(pair) < 2:
        return "p and q are the same; write two countries"
    same = next((it for it in before if it.code == "MEDIATE" and {it.operands["p"], it.operands["q"]} == pair), None)
    return f"{named(same)} is the same order" if same else _country(order, before, muster)


def economy(order: Order, before: Before, muster: Muster) -> str:
    """NW 2.12.1: the change of economy."""
    me = muster.me
    if me.free_changes + me.changes <= count(before, "BETTER", "REROLL"):
        return "no change is left"
    best = max(it.revenue for it in ECONOMY.values())
    if order.code == "BETTER" and ECONOMY[me.economy].revenue == best:
        return f"nothing pays better than {me.economy}"
    return ""


def types(before: Before, muster: Muster) -> dict[int, str]:
    """NW 10: the sizes of the types of aircraft by number, after these orders."""
    found = {k: it.size for k, it in muster.me.types.items()}
    for order in before:
        if order.code == "DROP":
            found.pop(order.operands["k"], None)
        elif order.code in ("LIGHT", "HEAVY"):
            free = next((k for k in range(1, NAMED["most_types"] + 1) if k not in found), 0)
            found |= {free: order.code.lower()} if free else {}
    return found


def aircraft(order: Order, before: Before, muster: Muster) -> str:
    """NW 10: national types of aircraft and their advancements."""
    there, me = types(before, muster), muster.me
    if order.code in ("LIGHT", "HEAVY"):
        most = NAMED["most_types"]
        return f"three types fly already: `VX{max(there)}` drops one" if len(there) >= most else ""
    if order.code == "RADAR":
        has = me.radar or count(before, "RADAR")
        return "your aircraft have advanced radar" if has else ""
    k = order.operands["k"]
    if k not in there:
        return no_type(k, there)
    if order.code == "DROP":
        return ""
    v = order.operands["v"]
    has = v in me.types[k].adv if k in me.types else False
    has = has or any(it.code == "ADVANCE" and it.operands == order.operands for it in before)
    return f"type {k} has {v}" if has else ""


def no_type(k: int, there: Mapping[int, str]) -> str:
    """NW 10: the sentence for a type that there is not."""
    yours = f"yours are {' '.join(map(str, sorted(there)))}" if there else "`VTL` and `VTH` develop one"
    return f"there is no type {k}; {yours}"


def found(order: Order, before: Before, muster: Muster) -> str:
    """NW 10, 2.12, 6.3: one port, and those of level 6 and of the bonus port."""
    me, to = muster.me, order.operands["to"]
    if "raw" in me.short:
        return "no raw materials this week"
    same = next((it for it in before if it.code == "FOUND" and it.operands["to"] == to), None)
    if same:
        return f"{named(same)} is the same order"
    own = chart().lands[me.territory].ports
    used = sum(it.code == "FOUND" and it.operands["to"] in own for it in before)
    return "no port may be built any more" if to in own and used >= me.ports_left + me.free_ports else ""


def event(order: Order, before: Before, muster: Muster) -> str:
    """NW 8: answers to last week's event."""
    view = muster.view
    if order.code == "GIFT":
        return "" if view.gift else "no carrier is on offer"
    if view.merchant is None:
        return "no merchant waits"
    has = view.merchant.number
    return f"the merchant has {has}" if order.operands["n"] > has else ""


def annex(order: Order, before: Before, muster: Muster) -> str:
    """NW 7.4: who annexes what."""
    me, t = muster.me, order.operands["t"]
    if me.annex <= count(before, "ANNEX"):
        return f"level 9 annexes; you are level {me.level}" if me.level < 9 else "you have annexed already"
    for p, other in muster.view.countries.items():
        if t == other.territory or t in other.annexed:
            return f"{t} is claimed by {p}"
    home = next(
        (port.hex for port in muster.view.ports.values() if port.home and port.founder == muster.view.viewer), ""
    )
    near = min(distance(home, at) for at in chart().lands[t].hexes) if home else 0
    return f"{t} is {near} hexes from your home port; 8 are the most" if near > NAMED["annex_range"] else ""


def flag(order: Order, before: Before, muster: Muster) -> str:
    """NW 2.11: a ship of war, once in four weeks."""
    ship = muster.view.ships.get(order.operands["k"])
    if ship is not None and ship.kind == UTILITY:
        return "a utility ship is not a flagship"
    again = muster.me.flagged + 4
    if muster.me.flagged and muster.week < again:
        return f"the flagship was named in week {muster.me.flagged}; week {again} is the next"
    return ""


def bonus(order: Order, before: Before, muster: Muster) -> str:
    """NW 4.9, 7.4: what a level gives beside the admiral."""
    level, letter = order.operands["n"], order.operands["c"]
    if level not in GIVEN_UP:
        return "levels 4, 6 and 8 give an admiral"
    if letter in GIVEN_UP[level]:
        return ""
    most, last = GIVEN_UP[level][:-1], GIVEN_UP[level][-1]
    return f"at level {level} {', '.join(most)} or {last} can be given up"


def yard(order: Order, before: Before, muster: Muster) -> str:
    """NW 2.5, 2.6, 4.1, 4.7, 4.8, 2.13, 6.3, HR-54: what a build needs."""
    me, values = muster.me, order.operands
    if "raw" in me.short:
        return "no raw materials this week"
    if order.code == "CARRIER" and "CAR" not in me.abilities:
        return "you cannot build carriers"
    if order.code == "SUPER" and me.supers + me.subs_left <= count(before, "SUPER"):
        return "no super ship is due"
    if order.code == "UTILITY":
        if len(values["w"]) > NAMED["holds"]:
            return f"five holds: {len(values['w'])} letters"
        number = sum(ship.kind == UTILITY for ship in muster.view.ships.values()) + count(before, "UTILITY")
        if number >= NAMED["utility"]:
            return "five utility ships are all"
        return dock_fault(order, before, muster)
    if me.captains + sum(it.operands["n"] for it in before if it.code == "CONVERT") <= count(
        before, "BUILD", "CARRIER", "SUPER"
    ):
        return "no captain is left"
    most = me.active + NAMED["reserve"]
    ships = sum(ship.kind != UTILITY for ship in muster.view.ships.values())
    if ships + count(before, "BUILD", "CARRIER", "SUPER") >= most:
        return f"{me.active} active and {NAMED['reserve']} in reserve: no place"
    return dock_fault(order, before, muster)


def dock_fault(order: Order, before: Before, muster: Muster) -> str:
    """NW 1.2, HR-54: a dock builds one ship a week but in the founding week; a super ship takes no dock from others."""
    place = order.place
    if not muster.view.held[place].dock and not any(it.code == "DOCK" and it.place == place for it in before):
        return f"{place} has no dock"
    other = next((it for it in before if it.code in YARD and it.code != "SUPER" and it.place == place), None)
    if other is None or order.code == "SUPER" or muster.founding:
        return ""
    return f"the dock of {place} builds ship {other.operands['k']} (line {other.line})"


def arm(order: Order, before: Before, muster: Muster) -> str:
    """NW 2.7, 10: the slots of a port."""
    port = muster.view.held[order.place]
    taken = len(port.weapons) + sum(
        len(it.operands["w"]) for it in before if it.code == "ARM" and it.place == order.place
    )
    if taken + len(order.operands["w"]) > port.slots:
        return f"{order.place} has {port.slots} slots, {taken} {'is' if taken == 1 else 'are'} taken"
    return ""


def dock(order: Order, before: Before, muster: Muster) -> str:
    """NW 10, 2.12, 6.3."""
    if "raw" in muster.me.short:
        return "no raw materials this week"
    return "a dock is there already" if muster.view.ports[order.place].dock else ""


def rebuild(order: Order, before: Before, muster: Muster) -> str:
    """NW 5.17, 10: 350 points a week, where something is broken."""
    port, most = muster.view.held[order.place], NAMED["port_week"]
    number = sum(it.operands["n"] for it in before if it.code == "REBUILD" and it.place == order.place)
    if number + order.operands["n"] > most:
        return f"{most} points a week"
    whole = NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0)
    return f"nothing is broken in {order.place}" if port.structure >= whole else ""


def base(order: Order, before: Before, muster: Muster) -> str:
    """NW 2.7: how many platforms are allowed."""
    there, most = len(muster.view.platforms) + count(before, "BASE"), muster.me.platforms
    allowed = "1 platform is" if most == 1 else f"{most} platforms are"
    return f"{allowed} allowed, {there} {'stands' if there == 1 else 'stand'}" if there >= most else ""


JUDGES: dict[str, Judge] = {
    **dict.fromkeys(("WAR", "TRUCE", "PEACE", "PEACES", "ALLY", "ALLYS", "TRADE", "QUIT"), treaty),
    **dict.fromkeys(("BAN", "UNBAN"), embargo),
    **dict.fromkeys(("GIVE", "ACCEPT"), _country),
    "RAID": raid,
    "MEDIATE": mediate,
    **dict.fromkeys(("BETTER", "REROLL"), economy),
    **dict.fromkeys(("LIGHT", "HEAVY", "DROP", "ADVANCE", "RADAR"), aircraft),
    "FOUND": found,
    **dict.fromkeys(("MERCHANT", "GIFT"), event),
    "ANNEX": annex,
    "FLAG": flag,
    "BONUS": bonus,
    **dict.fromkeys(YARD, yard),
    "ARM": arm,
    "DOCK": dock,
    "REBUILD": rebuild,
    "BASE": base,
}
"""By code of the order."""
LATER: dict[str, Judge] = {"SEND": _country, "MARKET": market}
"""What is judged once stores have borne it."""

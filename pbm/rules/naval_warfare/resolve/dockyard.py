"""Ships built, fitted, filled and mended (NW 4, 4.12)."""

from collections.abc import Callable

from pbm.orders.form import Order
from pbm.rules.naval_warfare.resolve import embargo
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Repair
from pbm.rules.naval_warfare.resolve.diplomacy import letters
from pbm.rules.naval_warfare.shipyard import (
    SUPER_HULL,
    SUPER_POINTS,
    TOP_CAPTAIN,
    Wish,
    aircraft_slots,
    build,
    full,
    given,
    hold,
    refusal,
)
from pbm.rules.naval_warfare.state import CARRIER, LOST, UTILITY, WARSHIP, Aircraft, Port, Ship, is_sub
from pbm.rules.naval_warfare.tables import HULLS, NAMED, SIZES, WEAPONS

GIFT_FIRST = 90
"""NW 11.2, 8.38: numbers from here on are the referee's."""


def number(place: str) -> int:
    """The number of a place that is written with a sign: #7, G1, P2."""
    return int(place.lstrip("#GP"))


def berths(campaign: Campaign, port: Port) -> int:
    """NW 4.11, 2.13 DOC: how many ships lie at the quay: 6, with a dock 3 or 4 more."""
    found: int = NAMED["berths"]
    if port.dock:
        found += NAMED["dock_berths"] + campaign.has(port.owner, "DOC")
    return found


def has_berth(campaign: Campaign, p: int, k: int) -> bool:
    """NW 4.11, HR-27: the highest numbers find none."""
    code = campaign.ships(p)[k].port
    lying = sorted((it, q) for q in campaign.state.ships for it, ship in campaign.ships(q).items() if ship.port == code)
    return (k, p) in lying[: berths(campaign, campaign.state.ports[code])]


def harbour(campaign: Campaign, p: int, ship: Ship) -> str:
    """NW 4.12: the code of the port where it lies, its own or, with consent, an ally's; its group may lie there."""
    code = ship.port if not ship.group else campaign.port_at(campaign.groups(p)[ship.group].hex)
    if not code or ship.away:
        return ""
    owner = campaign.state.ports[code].owner
    if owner == p:
        return code
    has_consent = any(order.operands["p"] == p for order in campaign.orders(owner, "ACCEPT"))
    return code if campaign.allied(p, owner) and has_consent else ""


def _build(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.1 to 4.8, 2.5, 2.6, 6.3: a ship is laid down and is ready at the week's end."""
    country, port = campaign.country(p), campaign.state.ports[order.place]
    k, code = order.operands["k"], order.code
    kind = {"CARRIER": CARRIER, "UTILITY": UTILITY}.get(code, WARSHIP)
    if port.owner != p or not port.dock or port.structure <= 0:
        return "no-dock"
    if code != "SUPER" and order.place in campaign.docks_used and not campaign.is_founding:
        return "dock-used"
    if k in campaign.ships(p) or k in country.gone:
        return "number"
    why = _crew(campaign, p, kind)
    if why:
        return why
    if code == "CARRIER" and not campaign.has(p, "CAR"):
        return "carrier"
    is_super = code == "SUPER" and country.supers > 0
    if code == "SUPER" and not is_super and not country.subs_left:
        return "super"
    if not embargo.has_raw(campaign, p):
        return "raw"
    wish = Wish(
        hull=order.operands.get("h", SUPER_HULL),
        weapons=letters(order.operands.get("w", ())),
        cap=order.operands["n"],
        kind=kind if code != "SUPER" or is_super else CARRIER,
        is_super=is_super,
        is_sub=code == "SUPER" and not is_super,
    )
    is_short = "weapons" in country.short
    built = build(campaign.dice, f"{p}.{k}", country, wish, is_short=is_short, trades=campaign.trades(p))
    if code != "SUPER":  # HR-54 asks for a dock for what the dock builds; a super ship comes beside it
        campaign.docks_used.add(order.place)
    if built.ship is None:
        campaign.tell("not-built", [p], order=order.text, reason="money", funding=built.funding)
        return ""
    ship = built.ship
    embargo.take_raw(campaign, p)
    for letter, reason in built.skipped:
        campaign.tell("skipped", [p], order=order.text, ship=k, weapon=letter, reason=reason)
    ship.port = order.place
    if kind != UTILITY:
        country.captains -= 1
    if is_super:
        country.supers -= 1
    elif code == "SUPER":
        country.subs_left -= 1
        country.flagship = k
        if 1 in country.types:
            size = SIZES[country.types[1].size]
            ship.aircraft = [Aircraft(1, size.hp) for _ in range(aircraft_slots(ship) // size.slots)]
    campaign.pay(p, -built.spent, "ship", k)
    campaign.built[p] = campaign.built.get(p, 0) + 1
    campaign.new.add((p, k))
    campaign.launch(p, k, ship)
    _told(campaign, p, k, ship, built.funding, built.spent)
    return ""


def _crew(campaign: Campaign, p: int, kind: str) -> str:
    """NW 2.5, 2.6: a captain, and a place among the active ships or in the reserve."""
    if not campaign.has_place(p, kind):
        return "place"
    return "" if kind == UTILITY or campaign.country(p).captains else "captain"


def _told(campaign: Campaign, p: int, k: int, ship: Ship, funding: int, spent: int) -> None:
    facts = {"type": ship.kind, "hull": ship.hull, "special": list(ship.specials), "captain": ship.captain}
    facts |= {"max": ship.max, "shields": ship.shields, "weapons": ship.weapons}
    campaign.tell("built", [p], country=p, ship=k, funding=funding, spent=spent, **facts)
    campaign.tell("launched", "all", country=p, hull=ship.hull)


def _gift(campaign: Campaign, p: int, order: Order) -> str:
    """NW 8.38: a carrier without weapons for the price of its hull, without funding."""
    offer, country = campaign.state.offers.gift, campaign.country(p)
    if offer is None or offer.to != p or offer.turn != campaign.turn - 1:
        return "gift"
    why = _crew(campaign, p, CARRIER)
    home = campaign.base(p)
    if why or not home:
        return why or "port"
    used = {*campaign.ships(p), *country.gone}
    k = next(it for it in range(GIFT_FIRST, GIFT_FIRST + 10**4) if it not in used)
    hull = max(NAMED["carrier_least"], campaign.dice.die(f"build/{p}.{k}/hull", 4) + 1)
    if not campaign.can_pay(p, HULLS[hull].cost):
        return "money"
    ship = given(campaign.dice, f"{p}.{k}", country, Wish(hull=hull, weapons="", kind=CARRIER), campaign.trades(p))
    ship.port = home
    country.captains -= 1
    campaign.pay(p, -HULLS[hull].cost, "ship", k)
    campaign.launch(p, k, ship)
    campaign.new.add((p, k))
    _told(campaign, p, k, ship, 0, HULLS[hull].cost)
    return ""


def _ship(campaign: Campaign, p: int, order: Order) -> Ship | None:
    ship = campaign.ships(p).get(number(order.place))
    return None if ship is None or ship.reserve or ship.away else ship


def _refit(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.12: another weapon in a slot; the old one is lost with its payload, the new one is full."""
    ship, slot, weapon = _ship(campaign, p, order), order.operands["i"], order.operands["w"]
    if ship is None or not harbour(campaign, p, ship):
        return "at-sea"
    if ship.kind == UTILITY or slot > len(ship.weapons):
        return "slot"
    why = refusal(weapon, ship.hull, is_diver=is_sub(ship), is_short="weapons" in campaign.country(p).short)
    price = NAMED["refit"] + WEAPONS[weapon].cost
    if why or not campaign.can_pay(p, price):
        return why or "money"
    campaign.pay(p, -price, "refit", number(order.place), slot, weapon)
    loads = ship.load or [full(it, ship) for it in ship.weapons]
    loads[slot - 1] = full(weapon, ship)
    ship.weapons = ship.weapons[: slot - 1] + weapon + ship.weapons[slot:]
    ship.load = tidy(ship, loads)
    return ""


def tidy(ship: Ship, loads: list[int]) -> list[int]:
    """NW 12: payloads of its slots; nothing where all are full."""
    return [] if loads == [full(weapon, ship) for weapon in ship.weapons] else loads


def _supply(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.12: in port all weapons for 8 dollars; at sea from the holds of the utility ships of the group."""
    ship = _ship(campaign, p, order)
    if ship is None or not ship.load:
        return "full"
    if harbour(campaign, p, ship):
        if not campaign.can_pay(p, NAMED["resupply"]):
            return "money"
        campaign.pay(p, -NAMED["resupply"], "resupply", number(order.place))
        ship.load = []
        return ""
    if not ship.group:
        return "consent"
    loads = list(ship.load)
    for tender in campaign.sailing(p, ship.group):
        store = campaign.ships(p)[tender]
        if store.kind == UTILITY:
            for slot, weapon in enumerate(ship.weapons):
                loads[slot] += _draw(store, weapon, full(weapon, ship) - loads[slot])
    if loads == ship.load:
        return "holds"
    ship.load = tidy(ship, loads)
    return ""


def _draw(store: Ship, weapon: str, wanted: int) -> int:
    """NW 4.12: pieces out of the holds of a utility ship, hold by hold."""
    got = 0
    for index, (letter, pieces) in enumerate(store.holds):
        if letter == weapon and weapon != LOST:
            taken = min(pieces, wanted - got)
            store.holds[index] = letter, pieces - taken
            got += taken
    return got


def _refill(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.12, HR-28: the holds of a utility ship in port: 5 dollars for ten pieces, begun tens count."""
    ship = _ship(campaign, p, order)
    if ship is None or ship.kind != UTILITY or not harbour(campaign, p, ship):
        return "at-sea"
    most = hold(ship.hull)
    old = dict(enumerate(ship.holds))
    wanted = letters(order.operands["w"])[: NAMED["holds"]]
    pieces = sum(most - (old[i][1] if i in old and old[i][0] == letter else 0) for i, letter in enumerate(wanted))
    price = -(-pieces // 10) * NAMED["refill"]
    if not pieces or not campaign.can_pay(p, price):
        return "money" if pieces else "full"
    campaign.pay(p, -price, "refill", number(order.place), pieces)
    ship.holds = [(letter, most) for letter in wanted]
    return ""


def _repair(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.12, HR-54: hit points, 5 a day or 6, done and paid day by day in a port with a dock."""
    ship = _ship(campaign, p, order)
    if ship is None or ship.hp >= ship.max:
        return "whole"
    code = harbour(campaign, p, ship)
    if not code or not campaign.state.ports[code].dock:
        return "no-dock"
    if ship.port and not has_berth(campaign, p, number(order.place)):
        return "berth"
    price = 1 if campaign.has(p, "WRK") else NAMED["repair"]
    points = min(order.operands["n"], ship.max - ship.hp)
    campaign.repairs.append(Repair(p, "repair", number(order.place), points, (price, 1), order))
    return ""


def _aboard(campaign: Campaign, p: int, order: Order) -> str:
    """NW 4.9: an admiral of the pool goes aboard a ship in port, the first one in the flagship's group."""
    ship, country, score = _ship(campaign, p, order), campaign.country(p), order.operands["n"]
    if ship is None or not harbour(campaign, p, ship):
        return "at-sea"
    if score not in country.admirals or ship.admiral or ship.kind == UTILITY:
        return "admiral"
    ships = campaign.ships(p)
    if not any(it.admiral for it in ships.values()):
        flag = campaign.flags.get(p, 0)
        is_with_flag = number(order.place) == flag or (ship.group and flag in campaign.sailing(p, ship.group))
        if flag in ships and not is_with_flag:
            return "flagship"
    if ship.group and len(campaign.sailing(p, ship.group)) > NAMED["admiral_group"]:
        return "group"
    country.admirals.remove(score)
    ship.admiral = score
    return ""


def _make_super(campaign: Campaign, p: int, order: Order) -> str:
    """NW 7.4: the super ship of level 7: another special, ten hit points, a battleship at least, captain 14."""
    ship, country, k = _ship(campaign, p, order), campaign.country(p), number(order.place)
    if ship is None or not country.supers or ship.kind == UTILITY:
        return "super"
    country.supers -= 1
    campaign.outfit(p, k)
    ship.max += SUPER_POINTS
    ship.hp += SUPER_POINTS
    ship.hull = max(ship.hull, SUPER_HULL)
    ship.captain = TOP_CAPTAIN
    return ""


def _scuttle(campaign: Campaign, p: int, order: Order) -> str:
    """NW 11.3: a ship is given up; its captain returns to the pool, and an admiral with him."""
    k = number(order.place)
    ship = campaign.ships(p).get(k)
    if ship is None or ship.away:
        return "no-ship"
    at = campaign.place(ship, p)
    country = campaign.country(p)
    country.captains += bool(ship.captain)
    if ship.admiral:
        country.admirals = sorted([*country.admirals, ship.admiral])
    campaign.remove(p, k, at)
    campaign.tell("broken-up", [p], country=p, ship=k, hull=ship.hull, by=0)
    return ""


WORKS: dict[str, Callable[[Campaign, int, Order], str]] = {
    "BUILD": _build,
    "CARRIER": _build,
    "UTILITY": _build,
    "SUPER": _build,
    "GIFT": _gift,
    "REFIT": _refit,
    "SUPPLY": _supply,
    "REFILL": _refill,
    "REPAIR": _repair,
    "ABOARD": _aboard,
    "SUPERSHIP": _make_super,
    "SCUTTLE": _scuttle,
}

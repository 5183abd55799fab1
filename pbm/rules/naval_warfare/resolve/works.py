"""Works (NW 3.4): what is bought, built and fitted, in the order of the card, each paid when it is done."""

from collections.abc import Callable

from pbm.orders.form import Order
from pbm.rules.naval_warfare.resolve import dockyard, squadrons
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Repair
from pbm.rules.naval_warfare.resolve.diplomacy import change, letters
from pbm.rules.naval_warfare.sea import chart, distance
from pbm.rules.naval_warfare.setup import found_port
from pbm.rules.naval_warfare.state import Gun, Port
from pbm.rules.naval_warfare.tables import ECONOMIES, NAMED, WEAPONS

Work = Callable[[Campaign, int, Order], str]
"""Does one order of a country, and gives the reason where it cannot be done."""


def works(campaign: Campaign) -> None:
    """NW 3.4: country by country; nobody's works depend on another's."""
    for p in campaign.living():
        for order in campaign.orders(p, *WORKS):
            why = WORKS[order.code](campaign, p, order)
            if why:
                campaign.failed(p, order, why)


def is_builder(campaign: Campaign, p: int) -> bool:
    """NW 2.12: 20 per cent off ports, docks and their rebuilding."""
    return campaign.has_trade(p, "IND")


def discount(campaign: Campaign, p: int, dollars: int) -> int:
    """NW 2.12, 10."""
    return dollars * 4 // 5 if is_builder(campaign, p) else dollars


def _payer(campaign: Campaign, p: int, q: int, dollars: int) -> int:
    """NW 2.12: who pays for what p builds in q's land: q, who has consented to so much; 0: nobody."""
    if p == q:
        return p if campaign.can_pay(p, dollars) else 0
    consent = [order.operands["n"] for order in campaign.orders(q, "ACCEPT") if order.operands["p"] == p]
    has_consent = is_builder(campaign, p) and consent and consent[-1] >= dollars
    return q if has_consent and campaign.can_pay(q, dollars) else 0


def _found(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, 7.4, 3.1.8, 2.12: a port on a free site: one in the game, one of level 6 with its dock for nothing."""
    at = order.operands["to"]
    if at not in chart().sites or campaign.port_at(at):
        return "site"
    code, territory = chart().sites[at]
    owner = next((q for q in campaign.living() if campaign.country(q).territory == territory), p)
    country = campaign.country(owner)
    is_free = country.free_ports > 0
    if not is_free and not country.ports_left:
        return "ports"
    if territory != country.territory and territory not in country.annexed:
        return "site"
    if "raw" in country.short:
        return "raw"
    price = 0 if is_free else discount(campaign, p, NAMED["port"])
    payer = _payer(campaign, p, owner, price)
    if not payer:
        return "money" if p == owner else "consent"
    if is_free:
        country.free_ports -= 1
    else:
        country.ports_left -= 1
    number = chart().lands[territory].ports.index(at)
    found_port(campaign.state, owner, territory, number, campaign.dice, dock=is_free)
    campaign.state.ports[code].founder = owner if territory == country.territory else 0
    campaign.state.ports[code].home = False
    campaign.pay(payer, -price, "port", code)
    campaign.gain_exp(owner, NAMED["exp"]["port"], "port")
    campaign.tell("port-built", "all", country=owner, port=code)
    return ""


def _dock(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: a dock for a port that has none; cheaper where one was destroyed."""
    port = campaign.state.ports[order.place]
    if port.dock or port.structure <= 0:
        return "dock"
    if "raw" in campaign.country(port.owner).short:
        return "raw"
    price = discount(campaign, p, NAMED["rebuilt_dock" if port.dock_lost else "dock"])
    payer = _payer(campaign, p, port.owner, price)
    if not payer:
        return "money" if p == port.owner else "consent"
    campaign.pay(payer, -price, "dock", order.place)
    port.dock, port.dock_lost = True, False
    port.structure += NAMED["dock_points"]
    campaign.gain_exp(port.owner, NAMED["exp"]["dock"], "dock")
    campaign.tell("dock-built", "all", country=port.owner, port=order.place)
    return ""


def full_structure(port: Port) -> int:
    """NW 5.17: 400 points, with a dock 500."""
    found: int = NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0)
    return found


def rebuilding(campaign: Campaign, p: int) -> tuple[int, int]:
    """NW 10, 2.12: dollars for so many points of structure."""
    return discount(campaign, p, NAMED["port_points"] // NAMED["points_a_dollar"]), NAMED["port_points"]


def _rebuild(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, 4.12: points of structure, 50 a day, done and paid day by day."""
    port = campaign.state.ports[order.place]
    points = min(order.operands["n"], full_structure(port) - port.structure)
    if points <= 0 or port.owner != p:
        return "whole"
    campaign.repairs.append(Repair(p, "rebuild", order.place, points, rebuilding(campaign, p), order))
    return ""


def _arm(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, 2.13 DEF, POR: port weapons at half price, down, with twice the payload, while slots and money last."""
    port, country = campaign.state.ports[order.place], campaign.country(p)
    if port.owner != p or port.structure <= 0:
        return "port"
    if "weapons" in country.short:
        return "embargo"
    spent, taken, why = 0, "", ""
    is_free = campaign.is_founding and campaign.has(p, "DEF")
    for letter in letters(order.operands["w"]):
        weapon = WEAPONS[letter]
        price = 0 if is_free or port.free else weapon.cost // 2
        if len(port.weapons) >= port.slots or not campaign.can_pay(p, spent + price):
            why = "slots" if len(port.weapons) >= port.slots else "money"
            break
        port.weapons.append(Gun(w=letter, hp=weapon.port_hp, load=2 * weapon.load))
        port.free -= bool(port.free and not is_free)
        spent += price
        taken += letter
    campaign.pay(p, -spent, "weapons", order.place, taken)
    return why


def _annex(campaign: Campaign, p: int, order: Order) -> str:
    """NW 7.4, HR-45: an unclaimed country with land within 8 hexes of the home port: its ports and its pay."""
    country, code = campaign.country(p), order.operands["t"]
    home = campaign.home(p)
    if not country.annex or code not in chart().lands or not home:
        return "annex"
    claimed = {it for q in campaign.state.countries.values() for it in (q.territory, *q.annexed)}
    at = campaign.state.ports[home].hex
    if code in claimed or min(distance(at, it) for it in chart().lands[code].hexes) > NAMED["annex_range"]:
        return "claimed" if code in claimed else "far"
    ports, docks = NAMED["ports_docks"][campaign.dice.die(f"annex/{code}/ports", 4) - 1]
    country.annexed[code] = ECONOMIES[campaign.dice.die(f"annex/{code}/economy", 12)].code
    country.annex -= 1
    for number in range(ports):
        found_port(campaign.state, p, code, number, campaign.dice, dock=number < docks, is_own=False)
    campaign.tell("annexed", "all", country=p, territory=code, economy=country.annexed[code])
    return ""


def _merchant(campaign: Campaign, p: int, order: Order) -> str:
    """NW 8: stockpiles of last week's merchant, at the price that was asked."""
    offer, number = campaign.state.offers.merchant, order.operands["n"]
    if offer is None or offer.to != p or offer.turn != campaign.turn - 1 or number > offer.number:
        return "merchant"
    if not campaign.can_pay(p, number * offer.price):
        return "money"
    country = campaign.country(p)
    setattr(country, offer.kind, getattr(country, offer.kind) + number)
    campaign.pay(p, -number * offer.price, "merchant", number, offer.kind[0].upper())
    campaign.tell("bought", [p], good=offer.kind[0].upper(), number=number, price=offer.price)
    return ""


WORKS: dict[str, Work] = {
    "BETTER": change,
    "REROLL": change,
    "FOUND": _found,
    "DOCK": _dock,
    "REBUILD": _rebuild,
    "ARM": _arm,
    "ANNEX": _annex,
    "MERCHANT": _merchant,
    **dockyard.WORKS,
    **squadrons.WORKS,
}

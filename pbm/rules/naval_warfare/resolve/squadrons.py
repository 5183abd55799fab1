"""Aircraft, their types and advancements, and air platforms (NW 10)."""

from collections.abc import Callable

from pbm.orders.form import Order
from pbm.rules.naval_warfare.resolve.campaign import Campaign, Repair
from pbm.rules.naval_warfare.shipyard import aircraft_slots
from pbm.rules.naval_warfare.state import Aircraft, AirType, Battery, Platform, Ship
from pbm.rules.naval_warfare.tables import ADVANCEMENTS, ARMS, BASES, FLAK, NAMED, SIZES

ELECTRONIC = ("RD", "EC", "CY")
"""NW 2.12, HR-09: what computers pay half for."""
TORPEDO_LOAD = 3
"""NW 10: of a light torpedo bomber."""
MISSILES, TORPEDOES = "Missiles", "Torpedoes"


def _develop(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, 2.13 PAY: a type of aircraft, three at most; what it carries is rolled."""
    country = campaign.country(p)
    if len(country.types) >= NAMED["most_types"]:
        return "types"
    if not campaign.can_pay(p, NAMED["develop_type"]):
        return "money"
    size = "light" if order.code == "LIGHT" else "heavy"
    k = next(it for it in (1, 2, 3) if it not in country.types)
    has_extra = campaign.has(p, "PAY")
    if has_extra:
        arms = next(it for it in ARMS[size].values() if it.weapon == MISSILES)
    else:
        arms = ARMS[size][campaign.dice.die(campaign.again(f"air/{p}.{k}"), 6)]
    campaign.pay(p, -NAMED["develop_type"], "type", k)
    name = f"Type {k}"
    load = arms.load + (has_extra and arms.load > 0)
    country.types[k] = AirType(name=name, size=size, weapon=arms.weapon, load=load, cost=arms.cost)
    campaign.gain_exp(p, NAMED["exp"]["type"], "type")
    return ""


def _drop(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: a type is given up, and its aircraft with it."""
    country, k = campaign.country(p), order.operands["k"]
    if k not in country.types:
        return "no-type"
    del country.types[k]
    bases: list[Platform | Ship] = [*campaign.state.platforms.get(p, {}).values(), *campaign.ships(p).values()]
    for base in bases:
        base.aircraft = [it for it in base.aircraft if it.type != k]
    return ""


def price(campaign: Campaign, p: int, code: str) -> int:
    """NW 10, 2.12, HR-09: what an advancement costs a country."""
    cost = ADVANCEMENTS[code].cost
    return cost // 2 if code in ELECTRONIC and campaign.has_trade(p, "COM") else cost


def _advance(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, HR-49: an advancement of one type, from the table alone."""
    country, code, k = campaign.country(p), order.operands["v"], order.operands["k"]
    if k not in country.types or code in country.types[k].adv:
        return "no-type" if k not in country.types else "has"
    dollars = price(campaign, p, code)
    if not campaign.can_pay(p, dollars):
        return "money"
    campaign.pay(p, -dollars, "advancement", code, k)
    fit(country.types[k], code)
    campaign.gain_exp(p, NAMED["exp"]["advancement"], "advancement")
    return ""


def fit(type_: AirType, code: str) -> None:
    """NW 10: a type gets an advancement: light aircraft with heavy engines carry one more, as torpedo bombers too."""
    type_.adv.append(code)
    if type_.size == "light" and code == "HE" and type_.load:
        type_.load += 1
    if type_.size == "light" and code == "TB":
        type_.weapon, type_.load = TORPEDOES, TORPEDO_LOAD + ("HE" in type_.adv)


def _radar(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: advanced radar for all aircraft of a country."""
    country, dollars = campaign.country(p), price(campaign, p, "RD")
    if country.radar or not campaign.can_pay(p, dollars):
        return "has" if country.radar else "money"
    country.radar = True
    campaign.pay(p, -dollars, "advancement", "RD", 0)
    campaign.gain_exp(p, NAMED["exp"]["advancement"], "advancement")
    return ""


def _base(campaign: Campaign, p: int, order: Order) -> str:
    """NW 2.7, 10: an air platform at a port."""
    there = campaign.state.platforms.setdefault(p, {})
    base, k = BASES[order.operands["a"]], order.operands["k"]
    if len(there) >= campaign.country(p).platforms or k in there:
        return "platforms"
    if campaign.state.ports[order.place].owner != p or not campaign.can_pay(p, base.cost):
        return "money"
    campaign.pay(p, -base.cost, "platform", k)
    there[k] = Platform(kind=base.code, port=order.place, hp=base.hp)
    return ""


def _platform(campaign: Campaign, p: int, place: str) -> Platform | None:
    return campaign.state.platforms.get(p, {}).get(int(place.lstrip("P")))


def _flak(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: an anti-aircraft unit in a free slot."""
    platform, kind = _platform(campaign, p, order.place), FLAK[order.operands["a"]]
    if platform is None or len(platform.aa) >= BASES[platform.kind].aa:
        return "slots"
    if not campaign.can_pay(p, kind.cost):
        return "money"
    campaign.pay(p, -kind.cost, "aa", order.place, kind.code)
    platform.aa.append(Battery(kind.code, kind.hp, kind.load))
    return ""


def _change_flak(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: another unit in a slot that is taken: 13 dollars and its price."""
    platform, kind, slot = _platform(campaign, p, order.place), FLAK[order.operands["a"]], order.operands["i"]
    if platform is None or slot > len(platform.aa):
        return "slot"
    dollars = NAMED["refit"] + kind.cost
    if not campaign.can_pay(p, dollars):
        return "money"
    campaign.pay(p, -dollars, "aa", order.place, kind.code)
    platform.aa[slot - 1] = Battery(kind.code, kind.hp, kind.load)
    return ""


def _controllers(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10: controllers, each for 2 to 4 aircraft."""
    platform, wanted = _platform(campaign, p, order.place), order.operands["n"]
    if platform is None or (platform.awacs + wanted) * NAMED["awacs"]["least"] > len(platform.aircraft):
        return "controllers"
    dollars = wanted * NAMED["awacs"]["cost"]
    if not campaign.can_pay(p, dollars):
        return "money"
    campaign.pay(p, -dollars, "awacs", order.place, wanted)
    platform.awacs += wanted
    return ""


def _mend(campaign: Campaign, p: int, order: Order) -> str:
    """NW 11.3: hit points of a platform, two a dollar, 50 a day."""
    platform = _platform(campaign, p, order.place)
    if platform is None or platform.hp >= BASES[platform.kind].hp:
        return "whole"
    points = min(order.operands["n"], BASES[platform.kind].hp - platform.hp)
    number = int(order.place.lstrip("P"))
    campaign.repairs.append(Repair(p, "mend", number, points, (1, NAMED["points_a_dollar"]), order))
    return ""


def _planes(campaign: Campaign, p: int, order: Order) -> str:
    """NW 10, HR-51, HR-55: aircraft of a type, on a platform or a carrier in port."""
    country, n, k = campaign.country(p), order.operands["n"], order.operands["k"]
    if k not in country.types:
        return "no-type"
    base: Platform | Ship | None
    if order.place.startswith("P"):
        base = _platform(campaign, p, order.place)
        room = BASES[base.kind].slots if base else 0
    else:
        base = campaign.ships(p).get(int(order.place.lstrip("#")))
        room = aircraft_slots(base) if base and base.port and not base.away and not base.reserve else 0
    size = SIZES[country.types[k].size]
    taken = sum(SIZES[country.types[it.type].size].slots for it in base.aircraft) if base else 0
    if base is None or taken + n * size.slots > room:
        return "slots"
    dollars = n * country.types[k].cost
    if not campaign.can_pay(p, dollars):
        return "money"
    campaign.pay(p, -dollars, "aircraft", n, k)
    base.aircraft += [Aircraft(k, size.hp) for _ in range(n)]
    return ""


WORKS: dict[str, Callable[[Campaign, int, Order], str]] = {
    "LIGHT": _develop,
    "HEAVY": _develop,
    "DROP": _drop,
    "ADVANCE": _advance,
    "RADAR": _radar,
    "BASE": _base,
    "AA": _flak,
    "AAREFIT": _change_flak,
    "AWACS": _controllers,
    "MEND": _mend,
    "PLANES": _planes,
}

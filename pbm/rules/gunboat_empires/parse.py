"""What a country could order, and how its card reads: from its view alone (GE 22)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import filterfalse

from msgspec.structs import replace

from pbm.core.printout import Fault, Kit, KitPlace
from pbm.engine.system import Rules
from pbm.orders import form
from pbm.orders.form import Order, OrderLine, Parsed
from pbm.rules.gunboat_empires.checks import CHECKS
from pbm.rules.gunboat_empires.state import Country, Region, buy_price, capacity, merchants, power
from pbm.rules.gunboat_empires.tables import BTECH, DEPOT, ENERGY, GOLD, GOODS, NAMED, PLAYERS, SHIPYARD, tables
from pbm.rules.gunboat_empires.view import View

SALVAGED = GOODS[0], GOODS[-1]
"""GE 3.3.5: what a salvage gives back, SP and RP."""


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """GE 2.1, 22.1, 22.3, 22.4, HR-45, HR-52: the card read against the view, its economy worked through; then its task
    forces held against what the card develops.
    """
    read = form.read(rules.orders, kit(view, rules), lines, checks=CHECKS)
    return settled(read, view) if view.me else read


def kit(view: View, rules: Rules) -> Kit:
    """GE 23: the viewer's own regions and what is there, all that orders may name, and the figures of the account."""
    me = view.me
    codes = tuple(tables().regions)
    if me is None:
        return Kit(view.viewer, (), {}, codes)
    places = {"": _country(view, me)}
    if not view.setup:  # GE 28.1: nothing else happens in that turn
        places |= {code: _region(code, region, view) for code, region in view.regions.items()}
    sets, reasons = _sets(view, me)
    return Kit(
        view.viewer,
        tuple(range(1, PLAYERS + 1)),
        places,
        codes,
        sets=sets,
        options=dict(view.options),
        figures=_figures(view, me),
        near={"near": _near()},
        reasons=reasons,
    )


def _country(view: View, me: Country) -> KitPlace:
    """Stocks, what may be sold, Sealift, and how many points each level may still gain."""
    table = tables()
    has = {goods: me.stocks.get(goods, 0) for goods in (*GOODS, GOLD)}
    has["capacity"] = capacity(merchants(view.regions, view.viewer), me.technologies)
    has["sealift"] = me.sealift
    for code, level in table.levels.items():
        has[f"points.{code}"] = min(level.most, level.top - me.levels.get(code, 0))
    if view.setup:
        has["setup"] = table.params["setup_points"] - me.bid
    kind = "founding" if view.setup else "country"
    return KitPlace("", "Your country", kind, has, standing=me.standing)


def _region(code: str, region: Region, view: View) -> KitPlace:
    """Units, free places and people, and facilities of a region of the viewer's."""
    land = tables().regions[code]
    has = {**region.units, **region.facilities}
    has["depot"], has["shipyard"] = region.facilities.get(DEPOT, 0), region.facilities.get(SHIPYARD, 0)
    has["pop"] = region.pop - sum(region.facilities.values())
    traits = {
        "coast": land.is_coastal,
        "rough": land.is_rough,
        "capital": bool(view.me and view.me.capital == code),
        "port": bool(view.me and view.me.port == code),
        "taken": 0 < region.taken == view.turn,
    }
    return KitPlace(
        code=code,
        name="",
        kind="land" if land.is_land else "sea",
        has=has,
        traits=tuple(trait for trait, is_so in traits.items() if is_so),
        standing=region.standing,
        quiet=not (region.units or has["depot"] or has["shipyard"]),
    )


@cache
def _near() -> dict[str, str]:
    return {code: " ".join(sorted(land.near)) for code, land in tables().regions.items()}


def _sets(view: View, me: Country) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, str]]]:
    """What orders may name, and why not the rest."""
    table, mine = tables(), view.regions
    units, land = table.units, table.regions
    unknown = {
        code: f"{table.technologies[unit.needs].name} is not developed"
        for code, unit in units.items()
        if unit.needs and unit.needs not in me.technologies
    }
    undeveloped = {code: why for code in table.technologies if (why := why_not(me, code))}
    reasons = {**_forces(), "build": unknown, "develop": undeveloped}
    words = {name: table.technologies if name == "develop" else units for name in reasons}
    sets = {name: tuple(code for code in words[name] if code not in why) for name, why in reasons.items()}
    homes = tuple(code for code in mine if land[code].role in ("home", "capital", "port")) if view.setup else ()

    def foes(codes: Iterable[str]) -> tuple[str, ...]:
        return tuple(filterfalse(mine.__contains__, codes))

    sets |= {
        "home": homes,
        "home.coast": tuple(code for code in homes if land[code].is_coastal),
        "own": tuple(mine),
        "own.land": tuple(code for code in mine if land[code].is_land),
        "foe": foes(land),
        "foe.land": foes(table.land),
        "foe.sea": foes(table.seas),
        "land": table.land,
        "all": tuple(land),
    }
    return sets, reasons


@cache
def _forces() -> dict[str, dict[str, str]]:
    """GE 7.2, 7.3, 9.6: by set of units, why a kind of unit is not in it: the same for everybody."""
    units = tables().units

    def of(*kinds: str) -> tuple[str, ...]:
        return tuple(code for code, unit in units.items() if unit.kind in kinds)

    at_sea = {"merchant": "Merchants take no part in phase 2", "submarine": "submarines go with nothing else"}
    fleet = {code: at_sea[unit.kind] for code, unit in units.items() if unit.kind in at_sea}
    slow_planes = [code for code, unit in units.items() if unit.kind == "air" and not unit.is_fast]
    fleet |= {code: f"{units[code].name}s take no part in phase 2" for code in slow_planes}
    return {
        "unit.land": dict.fromkeys(of("surface", "submarine", "merchant"), "only army and air units go by land"),
        "unit.fleet": fleet,
        "unit.raid": {
            **fleet,
            **dict.fromkeys(of("army"), "army units take no part in raids and reconnaissance at sea"),
        },
        "unit.sub": {code: "submarines go with nothing else" for code in units if units[code].kind != "submarine"},
        "unit.all": {},
        "salvage": {code: f"{unit.name} cannot be salvaged" for code, unit in units.items() if unit.kind == "sealift"},
    }


def why_not(me: Country, code: str) -> str:
    """GE 3.5, 22.5: why a technology cannot be developed now, but for its costs; or nothing."""
    table = tables()
    technology = table.technologies[code]
    if code in me.technologies:
        return f"you have {technology.name}"
    first = next((need for need in technology.needs if need not in me.technologies), "")
    if first:
        return f"{table.technologies[first].name} comes first"
    level = me.levels.get(BTECH, 0)
    return f"BTech {technology.btech} is needed, you have {level}" if level < technology.btech else ""


def _figures(view: View, me: Country) -> dict[str, int]:
    """The numbers of the account: prices, costs, what a salvage gives, and how many orders there may be."""
    params = tables().params
    hoped = [(), *((code,) for code in tables().technologies if not why_not(me, code))]
    found = {
        "exports": params["max_exports"],
        "military_orders": power(me.technologies, "military_orders"),
        "economic_orders": power(me.technologies, "economic_orders"),
        "research": params["tech_per_turn"],
        "task_forces": params["max_task_forces"],
        "rapid": max(power((*me.technologies, *more), "rapid_task_forces") for more in hoped),
        "pass.m1": 1,
        "pass.m4": 1,
    }
    reach = max(power((*me.technologies, *more), "naval_move") for more in hoped)
    found |= {"pass.m2": 1 + reach, "pass.m3": 2 + reach}
    found |= {f"setup.{code}": number for code, number in tables().points.items()} if view.setup else {}
    for goods, price in view.prices.items():
        found |= {f"sell.{goods}": price, f"buy.{goods}": buy_price(price)}
    return found | _due(view, me) | _costs()


def _due(view: View, me: Country) -> dict[str, int]:
    """GE 13.1, 13.2: what the country will make and use of each good as it stands now; 0 of what cancels out."""
    table = tables()
    found = dict.fromkeys(GOODS, 0)
    people, facilities = 0, Counter[str]()
    for region in view.regions.values():
        people += region.pop
        for kind, number in region.facilities.items():
            facilities[kind] += number
    for kind, number in facilities.items():
        for goods, level in table.facilities[kind].makes.items():
            found[goods] += number * me.levels.get(level, 0)
        for goods, each in table.facilities[kind].uses.items():
            found[goods] -= number * each
    for goods, each in {**table.people, ENERGY: power(me.technologies, "pop_ep")}.items():
        found[goods] -= people * each
    return {f"due.{goods}": number for goods, number in found.items()}


@cache
def _costs() -> dict[str, int]:
    """Costs and gains, the same for everybody."""
    table, found = tables(), dict[str, int]()
    params = table.params
    for code, unit in table.units.items():
        place = "depot" if unit.place == DEPOT else "shipyard"
        found[f"{place}.{code}"] = 1
        found |= {f"cost.{code}.{goods}": number for goods, number in unit.cost.items()}
        found |= {
            f"gain.{code}.{goods}": unit.cost.get(goods, 0) * params["salvage_unit_pct"] // 100 for goods in SALVAGED
        }
        if unit.kind == "sealift":
            found[f"sealift.{code}"] = 1
    for code, facility in table.facilities.items():
        found |= {f"cost.{code}.{goods}": number for goods, number in facility.cost.items()}
        share = params["salvage_facility_num"], params["salvage_facility_den"]
        found |= {f"gain.{code}.{goods}": facility.cost.get(goods, 0) * share[0] // share[1] for goods in SALVAGED}
    for code, technology in table.technologies.items():
        found |= {f"cost.{code}.{goods}": number for goods, number in technology.cost.items()}
    for code, level in table.levels.items():
        found |= {f"point.{code}.{goods}": number for goods, number in level.cost.items()}
    return found


def settled(read: Parsed, view: View) -> Parsed:
    """GE 22.4, 22.5: the card without task forces that can never be right with what it develops, and its warnings."""
    assert view.me is not None
    if view.setup:
        return _founded(read)
    acting = [
        order for order in (*read.orders, *read.standing) if order.code == "R" and not (order.slot and order.line)
    ]
    technologies = (*view.me.technologies, *(str(order.operands["t"]) for order in acting[:1]))
    invaded = {order.operands["plot"][-1] for order in read.orders if order.code == "IN"}
    rapid = 0
    kept, faults = [], list(read.faults)
    for order in read.orders:
        rapid += order.code == "RD"
        why = next(_wrong(order, technologies, view, invaded, rapid), "") if "force" in order.operands else ""
        if why:
            rapid -= order.code == "RD"
            faults.append(Fault(order.line, order.column, order.written or order.text, "illegal", why, "22.5"))
        else:
            kept.append(order)
    return replace(
        read,
        orders=tuple(kept),
        faults=_sorted(faults),
        count=_count(kept),
    )


def _founded(read: Parsed) -> Parsed:
    """GE 28.2: one major advantage, two minor ones and one major disadvantage, in four sectors; all four or none."""
    chosen = [order for order in read.orders if order.code in ("MA", "MI", "MD")]
    sectors = {order.operands["s"] for order in chosen}
    why = ""
    if len(sectors) < len(chosen):
        why = "the four sectors differ: name each of them once"
    elif chosen and len(chosen) < 4:
        why = "write all four, one MA, two MI and one MD, or none"
    places = [order for order in read.orders if order.code in ("CAP", "PRT")]
    wrong = {(order.line, order.column): why for order in chosen if why}
    if len({order.operands["to"] for order in places}) < len(places):
        wrong[places[-1].line, places[-1].column] = "capital and port are two regions"
    faults = [
        Fault(order.line, order.column, order.written or order.text, "illegal", wrong[order.line, order.column], "28.2")
        for order in read.orders
        if (order.line, order.column) in wrong
    ]
    kept = tuple(order for order in read.orders if (order.line, order.column) not in wrong)
    return replace(read, orders=kept, faults=_sorted((*read.faults, *faults)), count=_count(kept))


def _sorted(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    return tuple(sorted(faults, key=lambda fault: (fault.line, fault.column)))


def _count(orders: Iterable[Order]) -> int:
    return len({(order.line, order.column) for order in orders})


def _wrong(order: Order, technologies: tuple[str, ...], view: View, invaded: set[str], rapid: int) -> Iterator[str]:
    """Why a task force can never be right this turn."""
    table = tables()
    force = {part["u"]: part["n"] for part in order.operands["force"]}
    plot: list[str] = order.operands["plot"]
    passed = len(plot) - 1
    if order.code == "RD" and rapid > power(technologies, "rapid_task_forces"):
        yield "one rapid task force a turn; a second one needs National Highways"
    if order.code in ("NA", "SA", "IN", "RN", "RS", "NR"):
        most = 1 + power(technologies, "naval_move")
        if passed > most:
            yield f"{len(plot)} regions; {most} may be passed and one attacked"
        planes = [unit for unit in force if table.units[unit].kind == "air"]
        if planes and not power(technologies, "air_in_phase_2"):
            yield f"{table.units[planes[0]].name}s take part in phase 2 with Naval Air"
    if order.code == "NM" and passed > 2 + power(technologies, "naval_move"):
        yield f"{len(plot)} regions; {3 + power(technologies, 'naval_move')} may be entered"
    if order.code in ("GA", "GAB", "AT", "GR"):
        for code in plot[:-1]:
            if code not in view.regions and code not in invaded:
                yield f"{code} is not yours and cannot be passed"
    if order.code == "GAB" and not set(NAMED["blitz"]["needs"]) <= set(technologies):
        yield "! needs Mechanization and Combined Arms"

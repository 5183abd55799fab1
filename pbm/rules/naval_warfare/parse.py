"""What a country could order, and how its card reads: from its view alone (NW 11)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from pbm.core.printout import Fault, Kit, KitPlace
from pbm.engine.system import Rules
from pbm.orders import form
from pbm.orders.faults import quoted
from pbm.orders.form import Check, Order, OrderLine, OrderTable, Parsed
from pbm.orders.table import OrderForm
from pbm.rules.naval_warfare import checks, fleet_checks
from pbm.rules.naval_warfare.muster import YARD, Muster
from pbm.rules.naval_warfare.purse import CardPurse
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import full
from pbm.rules.naval_warfare.state import UTILITY, BattleGroup, Ship
from pbm.rules.naval_warfare.tables import (
    ABILITIES,
    ADVANCEMENTS,
    BASES,
    DIVING,
    FLAK,
    HULLS,
    NAMED,
    WEAPONS,
)
from pbm.rules.naval_warfare.view import View

GROUPS = range(1, 10)
"""NW 4.10."""
SHIPS_ONLY = ("M", "T")
"""NW 10: no weapons of ports."""
JUDGES = {**checks.JUDGES, **fleet_checks.JUDGES}
LATER = {**checks.LATER, **fleet_checks.LATER}
SIGNS = {"vessel": "#", "airbase": "P"}
"""NW 11.2: of numbers that a card may found."""
ELECTRONIC = ("RD", "EC", "CY")
"""NW 2.12, HR-09."""


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """NW 11.3, 11.4: the card read against the view, then held as a whole against courses and money."""
    me, found = view.me, kit(view, rules)
    if me is None:
        return form.read(rules.orders, found, lines)
    muster = Muster(view, me)

    def position(order: Order, before: Sequence[Order], _: Kit) -> str:
        judge = JUDGES.get(order.code)
        return judge(order, before, muster) if judge else ""  # else what waits for the whole card is against it

    named: dict[str, Check] = {"position": position}
    return settled(form.read(rules.orders, found, lines, checks=named), found, rules.orders, muster)


def settled(read: Parsed, found: Kit, table: OrderTable, muster: Muster) -> Parsed:
    """NW 11.4: the card without what the whole of it does not allow, and its warnings. Without what cannot be paid the
    rest is judged again: no aircraft of a type that is not developed, no group of a ship that is not built.
    """
    rows = {row.code: row for row in table.rows}
    orders = dict(enumerate((*read.orders, *read.standing)))
    written = len(read.orders)
    faults: list[Fault] = []

    def hold(against: Callable[[int, Order], str]) -> None:
        """Take away the orders that something is against."""
        for k, order in [*orders.items()]:
            message = against(k, order)
            if message:
                del orders[k]
            if message and k < written:
                text, rule = quoted(order.written or order.text), rows[order.code].rule
                faults.append(Fault(order.line, order.column, text, "illegal", message, rule))

    def acting(end: int) -> list[Order]:
        return [order for k, order in orders.items() if k < end and not (order.slot and k < written)]

    def whole(k: int, order: Order) -> str:
        if k >= written or not order.slot:
            judge = LATER.get(order.code)
            return judge(order, card, muster) if judge else ""
        is_allowed = not order.code or _kind(order.place, found) in rows[order.code].at
        return "" if is_allowed else f"{order.text} is never an order of @{order.place}"

    def again(k: int, order: Order) -> str:
        if order.slot and k < written:
            return ""
        unpaid = [number for number in _numbers(order, rows[order.code]) if number in lost]
        if unpaid:
            return f"{unpaid[0]} is not built: `{lost[unpaid[0]]}` is not paid"
        judge = JUDGES.get(order.code)
        return judge(order, acting(k), muster) if judge else ""

    card = acting(written)
    hold(whole)
    purse = CardPurse(found, table, muster)
    refused = purse.refused({k: order for k, order in orders.items() if k >= written or not order.slot})
    if refused:
        unpaid = [orders.pop(k) for k in refused]
        lost = {number: order.text for order in unpaid for number in _numbers(order, rows[order.code], fresh=True)}
        hold(again)
        card = acting(written)
        hold(whole)
    kept = tuple(order for k, order in orders.items() if k < written)
    return replace(
        read,
        orders=kept,
        standing=tuple(order for k, order in orders.items() if k >= written),
        faults=tuple(sorted((*read.faults, *faults, *purse.faults), key=lambda it: (it.line, it.column))),
        warnings=(*read.warnings, *purse.warnings, *_warned(kept, muster, rows)),
        count=len({(order.line, order.column) for order in kept}),
    )


def _numbers(order: Order, row: OrderForm, *, fresh: bool = False) -> list[str]:
    """The ships and platforms that an order names, or founds, as a card writes them: #60, P2."""
    if fresh:
        return [f"{SIGNS[it.fresh]}{order.operands[name]}" for name, it in row.pairs if it.fresh]
    return [order.place, *(f"{SIGNS[it.own]}{order.operands[name]}" for name, it in row.pairs if it.own in SIGNS)]


def _kind(code: str, found: Kit) -> str:
    """The kind of a place; ships and platforms of this card are in no kit."""
    if code in found.places:
        return found.places[code].kind
    return "vessel" if code[0] == "#" else "airbase"


def _warned(orders: Sequence[Order], muster: Muster, rows: Mapping[str, Any]) -> Iterator[Fault]:
    """NW 11.4: guns that may be too large for the hull; ships of war that stay in port without a group."""
    for order in orders:
        message = fleet_checks.may_be_smaller(order) if order.code in YARD else ""
        if message:
            yield Fault(order.line, order.column, quoted(order.text), "illegal", message, rows[order.code].rule)
    card = [order for order in orders if not order.slot]
    if not any(rows[order.code].check for order in card):
        return  # the composer reads such a card whole, and says the same
    groups, fleet = muster.grouped(card), {k for k, ship in muster.view.ships.items() if _lies_idle(ship)}
    fleet |= {k for k, order in muster.built(card).items() if order.code != "UTILITY"}
    left = sorted(fleet - set(groups))
    if left:
        some = f"ship {left[0]} stays" if len(left) == 1 else f"{len(left)} ships stay"
        yield Fault(card[-1].line, 1, "", "illegal", f"{some} in port without a group", "4.10")


def _lies_idle(ship: Ship) -> bool:
    return ship.kind != UTILITY and not (ship.reserve or ship.away)


def kit(view: View, rules: Rules) -> Kit:
    """NW 11.1: the sheets of the viewer, what orders there may name, prices, and what stays until it is changed."""
    where, me = chart(), view.me
    codes = (*where.near, *view.ports)
    names = _names(view)
    if me is None:
        return Kit(view.viewer, tuple(view.countries), {}, codes, names=names)
    muster = Muster(view, me)
    sets, reasons = _sets(muster)
    return Kit(
        view.viewer,
        tuple(view.countries),
        dict(_places(muster)),
        codes,
        sets=sets,
        options=dict(view.options),
        names=names,
        figures=_figures(muster),
        reasons=reasons,
        used={"vessel": tuple(me.gone)},
        relations=_relations(view),
    )


def _names(view: View) -> dict[str, str]:
    """What seas and ports are called, by hex and by code."""
    return chart().seas | {code: port.name for code, port in view.ports.items() if port.name}


def _relations(view: View) -> dict[int, str]:
    """NW 3.1: what each other country and the viewer's are to each other, as far as the viewer may know."""
    mine, found = view.countries[view.viewer], {}
    for number, other in view.countries.items():
        words = [word for word in ("war", "peace", "allies", "trade") if number in getattr(mine, word)]
        words += ["your embargo"] * (number in mine.embargo) + ["their embargo"] * (view.viewer in other.embargo)
        if words or other.out:
            found[number] = "out" if other.out else ", ".join(words)
    return found


def _places(muster: Muster) -> Iterator[tuple[str, KitPlace]]:
    """The country, its ports, ships, groups and platforms; to industry the ports of others too."""
    view, me = muster.view, muster.me
    has = {"dollars": me.money, "prisoner": len(me.prisoners), "F": me.food, "O": me.oil, "R": me.raw, "G": me.goods}
    words = {"flagship": "FL", "pick": "EP", "racer": "ER", "duty": "ED", "growth": "PP", "stat": "SP", "fit": "SF"}
    words |= {"admiral": "LS", "ability": "CH"}
    kept = {name: f"{code}{me.prefs[code]}" for name, code in words.items() if code in me.prefs}
    if me.flagship:
        kept["flagship"] = f"FL{me.flagship}"
    yield "", KitPlace("", "Your country", "country", has, standing=me.standing.get("@", {}), kept=kept)
    for code, port in view.held.items():
        yield code, KitPlace(code, port.name, "port", {}, standing=me.standing.get(code, {}), at=port.hex)
    if muster.has_trade("IND"):
        for code, other in view.ports.items():
            if code not in view.held:
                yield code, KitPlace(code, other.name, "abroad", {}, quiet=True, at=other.hex)
    for k, ship in view.ships.items():
        code = f"#{k}"
        at = view.groups[ship.group].hex if ship.group else ship.port
        mode = {"mode": ship.mode} if ship.aircraft else {}
        filed = me.standing.get(code, {})
        yield (
            code,
            KitPlace(
                code,
                ship.name,
                "vessel",
                {},
                standing=filed,
                at=at,
                kept=mode,
                damage=_mends(k, ship, muster),
                traits=("short",) if _is_filled(k, ship, muster) else (),
                note=_is(ship),
            ),
        )
    for k in GROUPS:
        group = view.groups.get(k)
        code = f"G{k}"
        if group is None:
            yield code, KitPlace(code, "", "flotilla", {}, quiet=True)
            continue
        own = [ship for ship in view.ships.values() if ship.group == k]
        some = f"{len(own)} ship{'s' * (len(own) != 1)}"
        note = f"{some}, {sum(ship.hp for ship in own)} of {sum(ship.max for ship in own)} hp"
        yield code, KitPlace(code, "", "flotilla", {}, at=group.hex, kept=_kept(group), note=note)
    for k, platform in view.platforms.items():
        code = f"P{k}"
        filed = me.standing.get(code, {})
        yield code, KitPlace(code, "", "airbase", {}, standing=filed, at=platform.port, kept={"mode": platform.mode})


def _mends(k: int, ship: Ship, muster: Muster) -> int:
    """NW 4.12: the hit points that a week can bring back where the ship lies."""
    code = muster.port(k, ())
    most: int = NAMED["strong_repair_week" if "WRK" in muster.me.abilities else "repair_week"]
    lies_idle = ship.away or ship.reserve or muster.is_in_roads(k, ship)
    return min(ship.max - ship.hp, most) if code and muster.view.ports[code].dock and not lies_idle else 0


def _is_short(ship: Ship) -> bool:
    """NW 5.9: whether a magazine is not full."""
    return any(left < full(weapon, ship) for weapon, left in zip(ship.weapons, ship.load, strict=False))


def _is_filled(k: int, ship: Ship, muster: Muster) -> bool:
    """NW 4.12: whether what a ship lacks can be had where it is: in port, or of a utility ship of its group."""
    sisters = [it for it in muster.view.ships.values() if ship.group and it.group == ship.group]
    is_served = bool(muster.port(k, ())) or any(it.kind == UTILITY for it in sisters)
    return is_served and _is_short(ship) and not (ship.away or ship.reserve)


def _is(ship: Ship) -> str:
    """NW 4.4, 5.9: a ship in a line: its hull, hit points, weapons with what is left in them, where it is."""
    name = HULLS[ship.hull].name if ship.kind == "warship" else ship.kind
    load = f" ({' '.join(map(str, ship.load))} left)" if _is_short(ship) else ""
    where = f"G{ship.group}" if ship.group else "away" if ship.away else ship.port
    return f"{name}, {ship.hp}/{ship.max} hp, {ship.weapons}{load}, {where}{', reserve' * ship.reserve}"


def _kept(group: BattleGroup) -> dict[str, str]:
    """NW 11.3: what a group does until it is told otherwise, as orders have it."""
    return {
        "course": " ".join(group.course) or "0",
        "stance": f"S{group.stance}",
        "target": group.target,
        "kill": f"K{int(group.kill)}",
        "flash": f"Z{int(group.flash)}",
        "retreat": f"R{group.retreat}",
        "call": f"Y{group.calls}",
        "help": f"H{group.helps}",
    }


def _sets(muster: Muster) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, str]]]:
    """What orders may name, and why not the rest."""
    view, me, where, taken = muster.view, muster.me, chart(), muster.at
    lands = [me.territory, *me.annexed]
    if muster.has_trade("IND"):  # NW 2.12: it builds for others too
        lands += [other.territory for number, other in view.countries.items() if number != view.viewer]
    short = dict.fromkeys((code for code in WEAPONS if code != "M"), "weapons are embargoed: only M")
    barred = dict.fromkeys(SHIPS_ONLY, "torpedoes and machine guns are not for ports")
    if "weapons" not in me.short:
        short = {}
    reasons: dict[str, dict[str, str]] = {
        "buy": short,
        "arm": {**short, **barred},
        "diver": {code: "submarines carry O N T L alone" for code in WEAPONS if code not in DIVING},
        "ability": {code: f"{code} is yours already" for code in me.abilities},
        "foreign": {code: f"{code} is yours" for code in view.held},
    }
    reasons["sea"] = {at: why for at, why in _no_sea().items() if at not in taken}
    reasons["sea"] |= {code: f"write the hex of {code}: {port.hex}" for code, port in view.ports.items()}
    return {
        "buy": _but(WEAPONS, reasons["buy"]),
        "arm": _but(WEAPONS, reasons["arm"]),
        "diver": _but(WEAPONS, reasons["diver"]),
        "ability": _but((it.code for it in ABILITIES.values()), reasons["ability"]),
        "site": tuple(at for land in lands for at in where.lands[land].ports if at not in taken),
        "foreign": tuple(code for code in view.ports if code not in view.held),
        "port": tuple(view.held),
        "sea": _but(where.near, reasons["sea"]),
        "course": tuple(at for at in _but(where.near, reasons["sea"]) if at not in taken or _is_open(view, taken[at])),
        "chart": tuple(where.near),
    }, reasons


def _is_open(view: View, code: str) -> bool:
    """NW 2.9.2: whether a way may lead through a port."""
    owner, mine = view.ports[code].owner, view.countries[view.viewer]
    return owner == view.viewer or owner in mine.allies


def _but(words: Iterable[str], reasons: dict[str, str]) -> tuple[str, ...]:
    return tuple(word for word in words if word not in reasons)


@cache
def _no_sea() -> dict[str, str]:
    """NW 2.9: the hexes where no group goes: land, but for ports, and waters that do not join the one sea."""
    where = chart()
    start = next(at for at in where.seas if at not in where.land)
    joined, edge = {start}, [start]
    while edge:
        near = {to for at in edge for to in where.near[at] if to not in where.land}
        edge = list(near - joined)
        joined |= near
    found = {at: f"{at} is land" for at in where.land}
    return found | {at: f"{at} cannot be reached by sea" for at in where.near if at not in found and at not in joined}


def _figures(muster: Muster) -> dict[str, int]:
    """NW 10: prices in dollars."""
    view, me = muster.view, muster.me
    is_industry, is_electronic = muster.has_trade("IND"), muster.has_trade("COM")

    def built(dollars: int) -> int:
        return dollars * 4 // 5 if is_industry else dollars

    found = {
        "change": 0 if me.free_changes else NAMED["change_of_economy"],
        "type": NAMED["develop_type"],
        "convert": NAMED["convert"],
        "port": built(NAMED["port"]),
        "dock": built(NAMED["dock"]),
        "rebuilt dock": built(NAMED["rebuilt_dock"]),
        "merchant": view.merchant.price if view.merchant else 0,
        "repair": 1 if "WRK" in me.abilities else NAMED["repair"],
        "awacs": NAMED["awacs"]["cost"],
        "course.least": 2 if muster.has_trade("MER") else 1,
        "course.most": 8 if muster.has_trade("MER") else 4,
    }
    for size, hull in HULLS.items():
        found |= {f"hull.{size}": hull.cost, f"utility.{size}": hull.cost + WEAPONS["M"].cost}
    for code, weapon in WEAPONS.items():
        found |= {f"weapon.{code}": weapon.cost, f"arm.{code}": weapon.cost // 2}
        found[f"refit.{code}"] = NAMED["refit"] + weapon.cost
    for code, unit in FLAK.items():
        found |= {f"aa.{code}": unit.cost, f"refit.{code}": NAMED["refit"] + unit.cost}
    for code, it in ADVANCEMENTS.items():
        found[f"advance.{code}"] = it.cost // 2 if is_electronic and code in ELECTRONIC else it.cost
    found |= {f"platform.{code}": it.cost for code, it in BASES.items()}
    found |= {f"aircraft.{k}": it.cost for k, it in me.types.items()}
    return found

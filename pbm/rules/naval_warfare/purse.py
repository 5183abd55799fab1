"""The money of a card (NW 11.4): what is in hand, in the order of a week, and what this week's pay may add.

What a roll decides is taken at the least that it may cost; what fails then is `order-failed`.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pbm.core.printout import Fault, Kit
from pbm.orders.account import price
from pbm.orders.faults import quoted
from pbm.orders.form import Order, OrderTable
from pbm.rules.naval_warfare.muster import YARD, Muster
from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import hold
from pbm.rules.naval_warfare.state import Country, Port
from pbm.rules.naval_warfare.tables import BASES, ECONOMY, HULLS, NAMED, WEAPONS
from pbm.rules.naval_warfare.view import View

BEFORE_PAY = ("GIVE", "MARKET", "ACCEPT", "CONVERT")
"""NW 3.1: what is paid, or comes in, before this week's pay."""
TOLLS = {33: 5, 65: 15, 87: 10}
"""NW 8: what standing menaces take each week, by event."""


class CardPurse:
    """The reckoning of one card: it keeps what can be paid, and notes why the rest cannot."""

    def __init__(self, kit: Kit, table: OrderTable, muster: Muster) -> None:
        self.kit, self.muster = kit, muster
        self.rows = {row.code: row for row in table.rows}
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.broken: dict[str, int] = {}  # points and free weapons that are left at a place
        self.armed: dict[str, int] = {}

    def refused(self, orders: Mapping[int, Order]) -> set[int]:
        """The numbers of the orders that cannot be paid, of these that act; those on file wait without a word."""
        early = sorted(
            (k for k in orders if orders[k].code in BEFORE_PAY), key=lambda k: BEFORE_PAY.index(orders[k].code)
        )
        late = [k for k in orders if orders[k].code not in BEFORE_PAY]
        pay = 0 if self.muster.founding else hoped_pay(self.muster.view, self.muster.me, orders.values())
        left, refused = self.muster.me.money, set[int]()
        first: Order | None = None
        for k in (*early, *late):
            order = orders[k]
            need = self.least(order)
            hoped = max(0, left + (0 if order.code in BEFORE_PAY else pay))
            if need > hoped:
                refused.add(k)
                if not order.slot:
                    has = f"{hoped} {'dollar is' if hoped == 1 else 'dollars are'} left"
                    self.note(self.faults, order, f"{has}, {need} are needed")
            elif order.code != "ACCEPT":
                left -= need
                first = first or (order if left < 0 else None)
        if first is not None:
            message = f"hopes for pay: {-left} of {pay} dollars come in this week only if nobody raids you"
            self.note(self.warnings, first, message)
        return refused

    def least(self, order: Order) -> int:
        """The least that an order may cost; below 0 where it brings money."""
        values, row = order.operands, self.rows[order.code]
        if order.code == "MARKET":
            return -int(NAMED["stockpile"]) * int(values["n"])
        if order.code == "ACCEPT":
            return int(values["n"])
        if order.code in YARD:
            return int(NAMED["own_money"])
        if order.code in ("REBUILD", "MEND"):
            return self.points(order)
        if order.code == "ARM":
            return self.arms(order)
        if order.code == "SUPPLY":
            at_sea = not self.muster.port(int(order.place[1:]), ())
            return 0 if at_sea else int(NAMED["resupply"])
        if order.code == "REFILL":
            return self.holds(order)
        if order.code == "GIFT":
            return HULLS[NAMED["carrier_least"]].cost
        if order.code == "FOUND" and (self.muster.me.free_ports or self.is_abroad(order)):
            return 0
        if order.code == "DOCK":
            port = self.muster.view.held.get(order.place)
            if port is None:
                return 0  # its owner pays (NW 2.12)
            return self.kit.figures["rebuilt dock" if port.dock_lost else "dock"]
        if order.code == "REPAIR":
            ship = self.muster.view.ships[int(order.place[1:])]
            return self.kit.figures["repair"] * min(int(values["n"]), ship.max - ship.hp)
        return price(row.cost, values, self.kit) if row.cost else 0

    def is_abroad(self, order: Order) -> bool:
        """NW 2.12: whether a port is built in another's land, who pays."""
        me, land = self.muster.me, chart().land[order.operands["to"]]
        return land != me.territory and land not in me.annexed

    def points(self, order: Order) -> int:
        """NW 5.17, 10: two points a dollar, no more than are broken."""
        muster, number = self.muster, int(order.operands["n"])
        if order.code == "REBUILD":
            port = muster.view.held[order.place]
            missing = NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0) - port.structure
        else:
            platform = muster.view.platforms[int(order.place[1:])]
            missing = BASES[platform.kind].hp - platform.hp
        left = self.broken.setdefault(order.place, missing)
        self.broken[order.place] = max(0, left - number)
        whole = -(-min(left, number) // NAMED["points_a_dollar"])
        is_cheap = order.code == "REBUILD" and muster.has_trade("IND")
        return int(whole * 4 // 5 if is_cheap else whole)

    def arms(self, order: Order) -> int:
        """NW 10, 2.13: half the price, the first of a bonus port free, in the founding week all of the ability DEF."""
        if self.muster.founding and "DEF" in self.muster.me.abilities:
            return 0
        free = self.armed.setdefault(order.place, self.muster.view.held[order.place].free)
        wanted = [WEAPONS[part["x"]].cost // 2 for part in order.operands["w"]]
        self.armed[order.place] = max(0, free - len(wanted))
        return sum(wanted[free:])

    def holds(self, order: Order) -> int:
        """NW 4.12: five dollars for ten pieces, begun tens count."""
        ship = self.muster.view.ships[int(order.place[1:])]
        pieces = 0
        for number, part in enumerate(order.operands["w"]):
            letter, there = ship.holds[number] if number < len(ship.holds) else ("", 0)
            pieces += hold(ship.hull) - (there if letter == part["x"] else 0)
        return -(-pieces // 10) * int(NAMED["refill"])

    def note(self, notes: list[Fault], order: Order, message: str) -> None:
        """A fault or a warning of an order of the card."""
        text = quoted(order.written or order.text)
        notes.append(Fault(order.line, order.column, text, "illegal", message, self.rows[order.code].rule))


def hoped_pay(view: View, me: Country, orders: Iterable[Order]) -> int:
    """NW 3.2: the pay of this week in dollars as far as the viewer can know it: nobody raids, no port changes hands."""
    if me.economy == "PIR":
        dice = next((order.operands["n"] for order in orders if order.code == "RAID"), 0)
        own = Fraction(dice * 4 * int(NAMED["stockpile"]))
    else:
        own = _rate(me.economy, me.abilities) * _share(view) * (100 + 5 * me.raises) / 100
    taken = {q for q in me.taken if all(it.owner == view.viewer for it in view.ports.values() if it.founder == q)}
    found = own
    for q in taken:
        other = view.countries[q]
        found += _rate(other.economy, other.abilities) if other.economy != "PIR" else 0
    for port in view.held.values():
        if port.founder in (0, view.viewer, *taken) or not _pays(port):
            continue
        other = view.countries[port.founder]
        found += _rate(other.economy, other.abilities) * (80 if port.home else 20) / 100
        found += own * (10 if port.home else 5) / 100
    for economy in me.annexed.values():
        found += Fraction(ECONOMY[economy].revenue * int(NAMED["rate"]), 100)
    whole = int(found)
    bonus, trades = NAMED["bonus"], {me.economy, *(view.countries[q].economy for q in me.taken)}
    whole += bonus["TOU"] * ("TOU" in trades and not me.war)
    whole += bonus["AGR"] * ("AGR" in trades and not any(other.embargo for other in view.countries.values()))
    tolls = sum(TOLLS.get(menace.event, 0) for menace in view.menaces.values())
    return max(0, int(whole) - tolls)


def _rate(economy: str, abilities: Iterable[str]) -> Fraction:
    """NW 3.2.1: what a country earns in a week with all its ports."""
    rate = NAMED["strong_rate" if "ECO" in abilities else "rate"]
    return Fraction(ECONOMY[economy].revenue * rate, 100)


def _pays(port: Port) -> bool:
    """NW 3.2.1: whether a port counts."""
    return port.structure > 0 and port.people > 0


def _share(view: View) -> Fraction:
    """NW 3.2.1: half for the home port, half for all others in equal parts; all for a home that is the only one."""
    own = {code: port for code, port in view.held.items() if port.founder == view.viewer and _pays(port)}
    others = sum(port.founder == view.viewer and not port.home for port in view.ports.values())
    rest = sum(not port.home for port in own.values())
    has_home = any(port.home for port in own.values())
    stands = any(port.founder == view.viewer and port.structure > 0 and not port.home for port in view.held.values())
    if has_home and not stands:
        return Fraction(1)
    return Fraction(1, 2) * has_home + (Fraction(rest, 2 * others) if others else 0)

"""A card as a whole: what its gold pays for, how many caravans a nation takes, whose fleets may attack (TT 2.6, 5.2,
4.1).

An order that is too large is carried out as far as it goes and has its fault all the same; a standing order is reduced
without a fault. Gold goes to units first, then to caravans and escorts, then to structures, each as written (TT 6).
"""

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pbm.core.printout import Fault
from pbm.engine.system import Rules
from pbm.orders.faults import quoted
from pbm.orders.form import Order, OrderLine, Parsed
from pbm.rules.trust_a_thief.view import View


def settle(read: Parsed, lines: Sequence[OrderLine], view: View, rules: Rules) -> Parsed:
    """TT 2.6, T23: the card of these lines with every order that can be carried out, as far as it can, and the
    faults.
    """
    return _Purse(read, lines, view, rules).settled()


class _Purse:
    """The reckoning of one card; lives within one call of `settle`. Orders are known by their place in the row."""

    def __init__(self, read: Parsed, lines: Sequence[OrderLine], view: View, rules: Rules) -> None:
        self.read, self.view, self.rules = read, view, rules
        self.lines = {line.number: line.text for line in lines}
        self.orders: list[Order | None] = [*read.orders, *read.standing]
        self.faults: list[Fault] = list(read.faults)
        self.gold = max(0, view.me.gold) if view.me else 0
        self.told: dict[int, tuple[int, str]] = {}  # of an order with a fault: its place among the faults, what it says
        self.built: dict[str, Order] = {}  # the structures that are paid for, by province

    def settled(self) -> Parsed:
        """All matters in the order of the turn (TT 6)."""
        for at in self.given("BA", "BF"):
            self.pay(at, self.rules.numbers["price"][self.order(at).code])
        for at in self.trade():
            self.send(at) if self.order(at).code == "pK" else self.escort(at)
        for at in self.given(*self.rules.numbers["structure"]):
            self.build(at)
        for at in self.given("pX"):
            self.attack(at)
        written = len(self.read.orders)
        return replace(
            self.read,
            orders=tuple(order for order in self.orders[:written] if order),
            standing=tuple(order for order in self.orders[written:] if order),
            faults=tuple(self.faults),
        )

    def given(self, *codes: str) -> list[int]:
        """Orders of these codes as written, standing ones last; orders put on file are none."""
        return [at for at, order in enumerate(self.orders) if order and order.code in codes and not self.is_filed(at)]

    def is_filed(self, at: int) -> bool:
        """Whether the card only puts it on file."""
        return at < len(self.read.orders) and bool(self.order(at).slot)

    def order(self, at: int) -> Order:
        """An order that is still there."""
        order = self.orders[at]
        assert order is not None
        return order

    def trade(self) -> Sequence[int]:
        """TT 5.3: caravans and escorts as written; escorts that stand before their caravans come right after them."""
        caravans = {self.order(at).operands["p"]: at for at in self.given("pK")}

        def turn(at: int) -> tuple[int, bool]:
            order = self.order(at)
            return max(at, caravans.get(order.operands["p"], 0)), order.code == "pG"

        return sorted(self.given("pK", "pG"), key=turn)

    def pay(self, at: int, price: int) -> None:
        """TT 2.6, E22: as many as the gold pays for; TT T12: where a structure makes one unit a turn, no more than
        that.
        """
        order = self.order(at)
        n = order.operands["n"]
        makes = 1 if order.code in ("BA", "BF") and self.view.options.get("units") == "one" else n
        able = min(makes, self.gold // price)
        if able < makes:
            self.reduce(at, able, f"{n} {'costs' if n == 1 else 'cost'} {n * price} gold, and {self.left} left")
        elif able < n:
            self.reduce(at, able, f"{order.place} makes one unit a turn in this game")
        self.gold -= able * price

    def send(self, at: int) -> None:
        """TT 5.2, T7, E21: no more caravans to a nation than its tax income in the last update."""
        operands = self.order(at).operands
        nation = self.view.nations.get(operands["p"])
        most = nation.tax if nation and nation.alive else 0
        if operands["n"] > most:
            message = f"nation {operands['p']} had a tax income of {most} and takes no more caravans of one nation"
            self.reduce(at, most, message)
        if self.orders[at]:
            self.pay(at, self.rules.numbers["price"]["pK"])

    def escort(self, at: int) -> None:
        """TT 5.3, E23: no more escorts to a nation than caravans."""
        operands = self.order(at).operands
        sent = [self.order(k).operands for k in self.given("pK")]
        most = sum(each["n"] for each in sent if each["p"] == operands["p"])
        if operands["n"] > most:
            caravans = "1 caravan goes" if most == 1 else f"{most or 'no'} caravans go"
            self.reduce(at, most, f"{caravans} to nation {operands['p']}, and each has one escort at most")
        if self.orders[at]:
            self.pay(at, self.rules.numbers["price"]["pG"])

    def build(self, at: int) -> None:
        """TT 2.2, E15, E22: a structure is built whole or not at all, and a province gets one a turn."""
        order = self.order(at)
        price = self.rules.numbers["structure"][order.code]["price"]
        same = self.built.get(order.place)
        if same:
            told = f"{same.text} (line {same.line}) is built in {order.place} this turn"
            self.reduce(at, 0, f"{told}; a province gets one structure a turn")
        elif price > self.gold:
            self.reduce(at, 0, f"it costs {price} gold, and {self.left} left")
        else:
            self.gold -= price
            self.built[order.place] = order

    def attack(self, at: int) -> None:
        """TT 4.1, E17: there must be a fleet of one's own in the sea when the ships have moved, and no new one
        (TT 2.3).
        """
        order = self.order(at)
        places = {f"#{n}": fleet.sea for n, fleet in self.view.fleets.get(self.view.viewer, {}).items()}
        for k in self.given("M", "Z"):
            places[self.order(k).place] = self.order(k).operands.get("to", "")
        if order.place not in places.values():
            self.reduce(at, 0, f"no fleet of yours that may attack will be in {order.place}")

    def reduce(self, at: int, able: int, message: str) -> None:
        """The order with the number that is possible, or none; and its fault, if it was written on this card."""
        order = self.order(at)
        if order.line:
            end = f"; {able} {'acts' if able == 1 else 'act'}" if able and "n" in order.operands else ""
            before = self.told.get(at)
            if before is not None:
                message = f"{before[1]}; {message}"
            place = before[0] if before is not None else len(self.faults)
            self.told[at] = place, message
            text, rule = quoted(self.written(order)), self.row(order).rule
            fault = Fault(order.line, order.column, text, "illegal", message + end, rule)
            self.faults[place : place + 1] = [fault]
        if not able:
            self.orders[at] = None
            return
        operands = {**order.operands, "n": able}
        text = self.rules.orders.written_out(self.row(order), operands)
        self.orders[at] = replace(order, operands=operands, text=text)

    @property
    def left(self) -> str:
        """What is in the purse, with its verb."""
        return "1 is" if self.gold == 1 else f"{self.gold} are"

    def written(self, order: Order) -> str:
        """The order as it stands on the card."""
        return re.split(r"[\s,;]", self.lines[order.line][order.column - 1 :], maxsplit=1)[0]

    def row(self, order: Order) -> Any:
        """The order's row of the table."""
        return next(row for row in self.rules.orders.rows if row.code == order.code)

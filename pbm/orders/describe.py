"""An order in words, from the order table: Conquer Ukraine (UK) with 20 Army."""

import re
from collections.abc import Mapping

from pbm.core.printout import Kit
from pbm.orders.order import Order
from pbm.orders.table import MEANT, OrderForm, OrderTable


class Speaker:
    """Says the orders of one player's cards; knows the names of spaces and players."""

    def __init__(self, table: OrderTable, kit: Kit, spaces: Mapping[str, str], players: Mapping[int, str]) -> None:
        self.table, self.kit, self.spaces, self.players = table, kit, spaces, players
        self.rows = {(row.code, kind): row for row in table.rows for kind in row.at}
        self.any_row = {row.code: row for row in table.rows}

    def said(self, order: Order) -> str:
        """An order with its place: TU: Conquer Ukraine (UK) with 20 Army. What is standing has its number."""
        slot = f"/{order.slot}/" if order.slot else ""
        place = " ".join(part for part in (order.place, slot) if part)
        words = self.meant(order) if order.code else "the standing order is taken off"
        return f"{place}: {words}" if place else words

    def meant(self, order: Order) -> str:
        """What an order does."""
        kind = self.kit.places[order.place].kind if order.place in self.kit.places else ""
        row = self.rows.get((order.code, kind)) or self.any_row.get(order.code)
        return MEANT.sub(lambda found: self._counted(row, order, found), row.means) if row else order.text

    def _counted(self, row: OrderForm, order: Order, found: re.Match[str]) -> str:
        """An operand's value with what stands beside it: 1 spy, 2 spies; the countries of [2], all minors."""
        is_nobody = found["nobody"] and order.operands.get(found["name"]) == 0
        value = found["nobody"] if is_nobody else (found["before"] or "") + self._value(row, order, found["name"])
        return self.table.counted(value, found["next"]) if found["next"] else value

    def _value(self, row: OrderForm, order: Order, name: str) -> str:
        value = order.operands.get(name)
        operand = dict(zip(row.names, row.operands, strict=True)).get(name)
        if operand is None or value is None:
            return "…"
        if operand.is_code:
            return f"{self.spaces[value]} ({value})" if self.spaces.get(value) else str(value)
        if operand.player and value:
            return f"[{value}] {self.players.get(value, '')}".rstrip()
        return str(value)

    def place(self, code: str) -> str:
        """A place under which orders may stand, and what it has; "" where there is none of that code."""
        place = self.kit.places.get(code)
        if place is None or not code:
            return ""
        has = ", ".join(self.table.counted(number, store) for store, number in place.has.items() if number)
        return f"@{code} {place.name}".rstrip() + (f": {has}" if has else "")

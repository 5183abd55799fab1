"""The running account of a card: what its orders do to stores, step by step, once all of them are read.

composer/account.js does the same. Orders of one step are worked as they are written, those of the card before standing
ones; what a store cannot bear is cut or refused, so that nothing is ever below nothing.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from pbm.core.printout import Fault, Kit
from pbm.orders import faults
from pbm.orders.budgets import Budgets
from pbm.orders.fault_words import said
from pbm.orders.operands import Operand, Values, filled
from pbm.orders.order import Cut, Order
from pbm.orders.table import Move, OrderForm, OrderTable, Price

Stock = Callable[[str], dict[str, int]]
"""What is left of the stores of a place, "" being the player."""


class Account:
    """The account of one card: it takes orders away that cannot be borne, and notes why."""

    def __init__(self, table: OrderTable, kit: Kit, stock: Stock, budgets: Budgets, *, clip: bool) -> None:
        self.table, self.kit, self.stock, self.budgets, self.clip = table, kit, stock, budgets, clip
        self.rows = {row.code: row for row in table.rows}
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []

    def work(self, orders: list[Order], standing: list[Order]) -> tuple[list[Order], list[Order]]:
        """The orders that the stores bear, and the standing orders; each step takes the card's first."""
        kept: dict[int, Order | None] = {}
        for step in self.table.steps:
            for order in (*(order for order in orders if not order.slot), *standing):
                row = self.rows.get(order.code)
                if row is not None and row.step == step.name:
                    kept[id(order)] = self.bear(row, order)

        def borne(them: list[Order]) -> list[Order]:
            return [it for order in them if (it := kept.get(id(order), order)) is not None]

        return borne(orders), borne(standing)

    def bear(self, row: OrderForm, order: Order) -> Order | None:
        """The order with its numbers cut to what the stores bear, and its moves made; None where they bear nothing,
        or its budget is used up. What is refused leaves its place in the budget free (GE HR-44).
        """
        full = self.budgets.refusal(row, order.place)
        if full:
            self.note(self.faults, order, full, row)
            return None
        cut = None
        operands: Values = msgspec.json.decode(msgspec.json.encode(order.operands))  # its own, to be cut
        for operand, moves, values in self.targets(row, operands):
            number = values.get("n", 1)
            able, short = number, ""
            for move in moves:
                most = self.most(order, move, values)
                if most is not None and most < able:
                    able, short = most, filled(move.store, values)
            if able == number:
                continue
            is_cut = operand is not None and (operand.over == "cut" or self.clip) and able >= 1
            if not is_cut:
                self.note(self.faults, order, self.refusal(order, moves, values, short), row)
                return None
            values["n"] = able
            cut = cut or Cut(order.text, number, short)
            self.note(self.warnings, order, said("cut-to", able=able, units=self.left_of(order, moves, short)), row)
        for _, moves, values in self.targets(row, operands):
            for move in moves:
                stock, store = self.stock("" if move.of else order.place), filled(move.store, values)
                stock[store] = stock.get(store, 0) + self.amount(move, values)
        self.budgets.take(row, order.place)
        return msgspec.structs.replace(order, operands=operands, text=self.table.written_out(row, operands), cut=cut)

    def targets(self, row: OrderForm, operands: Values) -> Iterator[tuple[Operand | None, list[Move], Values]]:
        """The number that may be cut, the moves, and the values that they go by: of the order, and of each part."""
        pairs = dict(row.pairs)
        yield pairs.get("n"), [move for move in row.moves if not move.each], operands
        for name in dict.fromkeys(move.each for move in row.moves if move.each):
            for part in operands[name]:
                yield dict(pairs[name].inner).get("n"), [move for move in row.moves if move.each == name], part

    def figure(self, move: Move, values: Values) -> int:
        """How much the move changes its store for one; below 0 where it takes."""
        if isinstance(move.by, int):
            return move.by
        name = filled(move.by, values)
        return -self.kit.figures.get(name[1:], 0) if name[0] == "-" else self.kit.figures.get(name, 0)

    def amount(self, move: Move, values: Values) -> int:
        """How much the move changes its store in all, rounded towards nothing, or away from it."""
        by, number = self.figure(move, values), int(values.get("n", 1))
        whole = abs(by) * number
        size = whole // move.per if move.round == "down" else -(-whole // move.per)
        return -size if by < 0 else size

    def most(self, order: Order, move: Move, values: Values) -> int | None:
        """How many the store bears; None where the move takes nothing."""
        by = self.figure(move, values)
        if by >= 0:
            return None
        left: int = self.stock("" if move.of else order.place).get(filled(move.store, values), 0)
        if move.round == "down":
            return ((left + 1) * move.per - 1) // -by
        return left * move.per // -by

    def refusal(self, order: Order, moves: list[Move], values: Values, store: str) -> str:
        """What the store lacks."""
        number = sum(-self.amount(move, values) for move in moves if filled(move.store, values) == store)
        return said("not-enough", number=number, units=self.left_of(order, moves, store))

    def left_of(self, order: Order, moves: list[Move], store: str) -> str:
        """What is left of the store."""
        move = next((it for it in moves if it.store == store), moves[0])
        return self.table.units(self.stock("" if move.of else order.place).get(store, 0), store)

    def note(self, notes: list[Fault], order: Order, message: str, row: OrderForm) -> None:
        """A fault or warning of an order of the card; a standing order waits without a word."""
        if not order.slot:
            notes.append(
                Fault(
                    order.line, order.column, faults.quoted(order.written or order.text), "illegal", message, row.rule
                )
            )


def price(cost: Price, operands: Values, kit: Kit) -> int:
    """What an order costs of the store that its row's `cost` names."""
    parts: list[Any] = operands[cost.sum] if cost.sum else [operands]
    each = [
        kit.figures.get(filled(cost.figure, {**operands, **part}), 0) if cost.figure else cost.each for part in parts
    ]
    return sum(each) * int(operands.get("n", 1))

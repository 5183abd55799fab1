"""How many orders of a kind a card may give, and how many of them were taken."""

from collections import Counter

from pbm.core.printout import Kit
from pbm.orders.fault_words import said
from pbm.orders.table import OrderForm, OrderTable


class Budgets:
    """The orders of one card that were taken, by budget, and by place where each place has its own."""

    def __init__(self, table: OrderTable, kit: Kit) -> None:
        self.table, self.kit = table, kit
        self.taken: Counter[tuple[str, str]] = Counter()

    def refusal(self, row: OrderForm, place: str) -> str:
        """Why no more orders of the row's budget can be given at a place, or nothing."""
        if not row.budget:
            return ""
        budget = self.table.budgets[row.budget]
        most = budget.most if isinstance(budget.most, int) else self.kit.figures.get(budget.most, 0)
        is_full = self.taken[self.key(row, place)] >= most
        return said("over-budget", title=budget.title, most=most) if is_full else ""

    def take(self, row: OrderForm, place: str) -> None:
        """Count an order."""
        if row.budget:
            self.taken[self.key(row, place)] += 1

    def key(self, row: OrderForm, place: str) -> tuple[str, str]:
        """By what the orders of a budget are counted."""
        return row.budget, place if self.table.budgets[row.budget].each else ""

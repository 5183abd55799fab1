"""What a house player has to spend: its stocks, what comes and goes each turn, and what must stay."""

from collections.abc import Mapping

from pbm.rules.gunboat_empires.state import power
from pbm.rules.gunboat_empires.tables import ENERGY, GOLD, GOODS, Counts, tables
from pbm.rules.gunboat_empires.view import View

KEEP = 400
"""Points of each good beyond a turn's needs."""


class Purse:
    """Stocks as a card is written."""

    def __init__(self, view: View) -> None:
        assert view.me is not None
        table, me = tables(), view.me
        self.stocks = {goods: me.stocks.get(goods, 0) for goods in (*GOODS, GOLD)}
        self.made, self.used = dict.fromkeys(GOODS, 0), dict.fromkeys(GOODS, 0)
        people = 0
        for region in view.regions.values():
            people += region.pop
            for kind, number in region.facilities.items():
                facility = table.facilities[kind]
                for goods, level in facility.makes.items():
                    self.made[goods] += number * me.levels.get(level, 0)
                for goods, each in facility.uses.items():
                    self.used[goods] += number * each
        for goods, each in {**table.people, ENERGY: power(me.technologies, "pop_ep")}.items():
            self.used[goods] += people * each

    def spare(self, goods: str) -> int:
        """What may go: beyond what the turn uses and does not make, and a reserve."""
        if goods == GOLD:
            return self.stocks[GOLD]
        return self.stocks[goods] + self.made[goods] - self.used[goods] * 3 // 2 - KEEP

    def can(self, cost: Mapping[str, int], number: int = 1) -> bool:
        """Whether the stocks pay for so many, and what must stay stays."""
        return all(min(self.stocks[goods], self.spare(goods)) >= each * number for goods, each in cost.items())

    def pay(self, cost: Counts, number: int = 1) -> None:
        """They are spent."""
        for goods, each in cost.items():
            self.stocks[goods] -= each * number

"""Random cards of Gunboat Empires, from what a player knows: most of their orders are allowed."""

from pbm.core.dice import Dice
from pbm.rules.gunboat_empires.parse import kit
from pbm.rules.gunboat_empires.tables import tables
from pbm.rules.gunboat_empires.view import View
from tests.rules.gunboat_empires import RULES

FORCES = {
    "RD": ("LI", "HI", "MI", "FT"), "NA": ("BB", "ES", "DN", "CV", "LI"), "SA": ("S1", "S2"), "IN": ("LI", "BB", "MI"),
    "RN": ("BB", "ES"), "RS": ("S1", "S2"), "NR": ("ES", "BB"), "NM": ("MR", "LI", "ES", "BB", "S1"),
    "GA": ("LI", "HI", "TK", "PZ", "BM"), "AT": ("LI", "HI"), "GR": ("LI",), "GM": ("LI", "MI", "HI", "PZ"),
}  # fmt: skip


class Writer:
    """Writes cards of one view; `label` keeps the dice of two cards apart."""

    def __init__(self, view: View, seed: bytes, label: str) -> None:
        self.view, self.kit, self.label, self.rolled = view, kit(view, RULES), label, 0
        self.dice = Dice(seed, "cards", view.turn + 1)

    def below(self, number: int) -> int:
        """A number from 0."""
        self.rolled += 1
        return self.dice.below(f"{self.label}/{self.rolled}", number)

    def one(self, things: list[str]) -> str:
        """One of some things."""
        return things[self.below(len(things))]

    def country(self) -> str:
        """Orders of the country."""
        table, tokens = tables(), list[str]()
        goods = [*table.prices]
        for _ in range(self.below(6)):
            tokens.append(f"{self.one(['S', 'P'])}{1 + self.below(2500)}{self.one(goods)}")
        for _ in range(self.below(4)):
            tokens.append(f"I{1 + self.below(12)}{self.one([*table.levels])}")
        if self.below(2):
            tokens.append(f"R{self.one([*(self.kit.sets['develop'] or table.technologies)])}")
        for _ in range(self.below(3)):
            to = 1 + self.below(28)
            tokens.append(f"X{to}:{1 + self.below(1200)}{self.one([*goods, 'GO'])}")
        if not self.below(3):
            tokens.append(f"/{1 + self.below(9)}/{self.one(['S', 'P'])}{1 + self.below(900)}{self.one(goods)}")
        return "@ " + " ".join(tokens)

    def region(self, code: str) -> str:
        """Orders of a region."""
        table, tokens = tables(), [f"@{code}"]
        if table.regions[code].is_land:
            for _ in range(self.below(3)):
                verb = self.one(["B1", "B2", "Z"])
                what = self.one([*table.units, *table.facilities])
                tokens.append(f"{verb}{what}")
        for _ in range(self.below(3)):
            tokens.append(self.task_force(code))
        return " ".join(tokens)

    def task_force(self, code: str) -> str:
        """A task force with a plot that goes somewhere."""
        mission = self.one([*FORCES])
        here = [kind for kind in FORCES[mission] if self.view.regions[code].units.get(kind)] or [*FORCES[mission]]
        parts = {self.one(here): 1 + self.below(4) for _ in range(1 + self.below(2))}
        plot, at = list[str](), code
        for _ in range(1 + self.below(3)):
            at = self.one(sorted(tables().regions[at].near))
            plot.append(at)
        force = "+".join(f"{number}{kind}" for kind, number in parts.items())
        blitz = f"!{self.one(sorted(tables().regions[at].near))}" if mission == "GA" and not self.below(6) else ""
        return f"{mission}{force}:{'/'.join(plot)}{blitz}"

    def card(self) -> str:
        """A whole card."""
        own = sorted(self.view.regions)
        armed = [code for code in own if self.view.regions[code].units]
        chosen = {self.one(armed or own) for _ in range(1 + self.below(6))} | {self.one(own) for _ in range(3)}
        return "\n".join([self.country(), *(self.region(code) for code in sorted(chosen))])

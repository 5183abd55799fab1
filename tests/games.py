"""Games of house players of any system, for the tests that want positions from real play."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, Sheet, System
from pbm.engine.turn import Cards, Played, play
from pbm.orders.form import OrderLine
from pbm.rules import system


def lines(text: str) -> tuple[OrderLine, ...]:
    """Order lines of a text."""
    return tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))


class Table:
    """A system, its rules for a variant or as given, and seats at the homes that nobody chooses."""

    def __init__(self, name: str, players: int, variant: str = "", rules: Rules | None = None) -> None:
        self.system: System = system(name)
        self.rules: Rules = rules or self.system.setup.load(variant or self.system.variants[0], {})
        homes = self.system.setup.usual(self.rules, players)
        self.seats = tuple(Seat(k, home, f"Seat {k}") for k, home in enumerate(homes, 1))
        self.sheet = Sheet("GAME", "A test", self.seats)

    def cards(self, state: Any, seed: bytes) -> Cards:
        """Everybody's card by the house."""
        dice = Dice(seed, "house", state.turn + 1)
        views = {p: self.system.view(state, p, self.rules) for p in self.system.course.awaited(state)}
        return {p: lines(self.system.house(view, self.rules, dice)) for p, view in views.items()}

    def turn(self, state: Any, cards: Cards, seed: bytes) -> Played:
        """One turn with the dice of this seed."""
        return play(self.system, self.rules, state, cards, Dice(seed, "GAME", state.turn + 1))

    def game(self, seed: bytes, turns: int) -> Iterator[tuple[Any, Cards, Played]]:
        """(state before, cards, played) of each turn, until the game is over."""
        state = self.system.start(self.rules, self.seats, Dice(b"start", "T", 0))
        for _ in range(turns):
            if self.system.course.over(state):
                return
            cards = self.cards(state, seed)
            played = self.turn(state, cards, seed)
            yield state, cards, played
            state = played.state


@cache
def table(name: str, players: int = 7, variant: str = "") -> Table:
    """The table of a system; made once."""
    return Table(name, players, variant)


@cache
def games(name: str, turns: int, *seeds: bytes) -> tuple[tuple[bytes, Any, Cards, Played], ...]:
    """(seed, state before, cards, played) of every turn of a system's games; played once."""
    return tuple((seed, *row) for seed in seeds for row in table(name).game(seed, turns))

"""The floor of goal 6: a turn of 2,500 orders of a game that is none, in plain Python.

    python -m tests.bench.floor [TURNS=40]

200 spaces, 25 players with 100 units each, that hold, move or support: text is read, moves are settled in one pass, a
line is told of each order, and the turn is written as JSON. No rule book could cost less.
"""

import json
import random
import sys
import time

SPACES, PLAYERS, UNITS = 200, 25, 100
HOLD, MOVE, SUPPORT = range(3)
VERBS = {"hold": HOLD, "move": MOVE, "support": SUPPORT}
WORDS = ("holds", "moves", "supports")
COUNT = PLAYERS * UNITS

Order = tuple[int, int, int, int]
"""Unit, verb, from, to."""


class Toy:
    """A strip of spaces that touch the next one and two in the next row, and where every unit stands."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        near: list[list[int]] = [[] for _ in range(SPACES)]
        for space in range(SPACES):
            for other in (space + 1, space + 14, space + 15):
                if other < SPACES:
                    near[space].append(other)
                    near[other].append(space)
        self.near = near
        self.touching = [frozenset(spaces) for spaces in near]
        self.names = [f"Space{space:03d}" for space in range(SPACES)]
        self.numbers = {name.lower(): number for number, name in enumerate(self.names)}
        self.where = [self.draw.randrange(SPACES) for _ in range(COUNT)]
        self.owner = [unit // UNITS for unit in range(COUNT)]

    def cards(self) -> list[str]:
        """A line for each unit."""
        lines = []
        for unit, at in enumerate(self.where):
            x = self.draw.random()
            verb = "move" if x < 0.7 else "support"
            to = self.names[self.draw.choice(self.near[at])]
            lines.append(f"A{unit} hold" if x < 0.3 else f"A{unit} {verb} {self.names[at]} - {to}")
        return lines

    def read(self, lines: list[str]) -> list[Order]:
        """Text to numbers; what is wrong holds."""
        orders = []
        for line in lines:
            words = line.lower().split()
            unit = int(words[0][1:])
            at = self.where[unit]
            verb = VERBS.get(words[1], HOLD)
            to = self.numbers.get(words[4], -1) if verb else at
            if verb and (self.numbers.get(words[2]) != at or to not in self.touching[at]):
                verb, to = HOLD, at
            orders.append((unit, verb, at, to))
        return orders

    def resolve(self, orders: list[Order]) -> tuple[list[int], list[bool]]:
        """Where all units are then, and whose order was carried out: more attackers than anybody else has there."""
        attacks: dict[int, dict[int, list[int]]] = {}
        helped: dict[tuple[int, int], int] = {}
        holding: dict[tuple[int, int], int] = {}
        for unit, verb, at, to in orders:
            player = self.owner[unit]
            if verb == MOVE:
                attacks.setdefault(to, {}).setdefault(player, []).append(unit)
            else:
                holding[at, player] = holding.get((at, player), 0) + 1
        for unit, verb, at, to in orders:
            player = self.owner[unit]
            if verb == SUPPORT and attacks.get(at, {}).keys() <= {player}:
                helped[to, player] = helped.get((to, player), 0) + 1
        where, done = list(self.where), [False] * COUNT
        garrison: dict[int, dict[int, int]] = {}
        for (at, player), number in holding.items():
            garrison.setdefault(at, {})[player] = number + helped.get((at, player), 0)
        for to, groups in attacks.items():
            ranked = sorted(((len(units) + helped.get((to, p), 0), p) for p, units in groups.items()), reverse=True)
            best, winner = ranked[0]
            others = [number for p, number in garrison.get(to, {}).items() if p != winner]
            if (len(ranked) == 1 or ranked[1][0] < best) and best > max(others, default=0):
                for unit in groups[winner]:
                    where[unit], done[unit] = to, True
        return where, done

    def turn(self, lines: list[str]) -> None:
        """Text in, lines and JSON out."""
        orders = self.read(lines)
        where, done = self.resolve(orders)
        for unit, verb, at, to in orders:
            _ = f"A{unit} {WORDS[verb]} {self.names[at]}-{self.names[to]}: {'ok' if done[unit] else '-'}"
        json.dumps({"where": where, "orders": lines})
        self.where = where


def measure(turns: int, seed: int = 1) -> tuple[int, float]:
    """Orders and CPU seconds of that many turns; to write the cards is not counted."""
    toy, spent = Toy(seed), 0.0
    for _ in range(turns):
        lines = toy.cards()
        start = time.process_time()
        toy.turn(lines)
        spent += time.process_time() - start
    return turns * COUNT, spent


if __name__ == "__main__":
    count, seconds = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
    print(f"floor: {1e6 * seconds / count:.2f} µs of CPU an order")

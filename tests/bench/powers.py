"""A turn of Gunboat Empires with 28 cards: text in, printouts' data out, against the package `diplomacy`.

    python -m tests.bench.powers [ROUNDS=5] [--peer PYTHON]

PEER is as in tests.bench.turn. All figures are CPU seconds of the same rounds. Prints medians and ratios: orders per
second against the peer; orders beyond the fixed part, of full cards against cards of a tenth; a turn without cards
against reading the position's JSON; the outcome alone against the outcome with all that happened.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from pbm.core.dice import Dice
from pbm.engine.system import Sheet
from pbm.engine.turn import Cards, play, printouts
from pbm.orders.form import OrderLine
from pbm.rules.gunboat_empires.view import view
from tests.bench.turn import peer, peer_python
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM
from tests.rules.gunboat_empires.cards import Writer
from tests.rules.gunboat_empires.test_random_turns import rich

TURNS = 4
SHEET = Sheet("BENCH", "Bench", SEATS)
LEAST = 1_300


class Bench:
    """A position in which much is possible, and cards of random orders, most of them allowed."""

    def __init__(self) -> None:
        self.state = rich(SYSTEM.start(RULES, SEATS, Dice(b"bench", "BENCH", 0)))
        self.full = self.cards(LEAST)
        self.tenth = self.cards(LEAST // 10)
        self.words = json.dumps(msgspec.to_builtins(SYSTEM.words.to_words(self.state), str_keys=True))

    def cards(self, orders: int) -> Cards:
        """Cards with about so many orders in all: what was taken of the cards of several writers, by place."""
        cards: dict[int, tuple[OrderLine, ...]] = {}
        for seat in SEATS:
            seen, taken = view(self.state, seat.player, RULES), dict[str, list[str]]()
            for label in range(60):
                more = Writer(seen, b"bench", f"{seat.player}/{label}").card().split("\n")
                card = _card(taken) + tuple(OrderLine(k, line) for k, line in enumerate(more, len(taken) + 1))
                taken = {}
                for order in SYSTEM.parse(card, seen, RULES).orders:
                    if not order.slot and sum(map(len, taken.values())) * len(SEATS) < orders:
                        taken.setdefault(order.place, []).append(order.text)
                if sum(map(len, taken.values())) * len(SEATS) >= orders:
                    break
            cards[seat.player] = _card(taken)
        return cards

    def turn(self, cards: Cards) -> int:
        """One whole turn; the orders taken."""
        played = play(SYSTEM, RULES, self.state, cards, Dice(b"b" * 16, "BENCH", 1))
        out = printouts(SYSTEM, RULES, played.state, played.events, played.parsed, SHEET, (0, *range(1, 29)))
        assert len(out) == len(SEATS) + 1
        return sum(parsed.count for parsed in played.parsed.values())

    def outcome(self, *, told: bool) -> None:
        """The turn resolved from cards that are read, for the position alone or with all that happened."""
        resolution = SYSTEM.resolve(self.state, self.parsed, Dice(b"b" * 16, "BENCH", 1), RULES)
        assert not told or resolution.events

    def without_cards(self) -> None:
        """The turn resolved when nobody sent a card, with all that happened."""
        resolution = SYSTEM.resolve(self.state, {}, Dice(b"b" * 16, "BENCH", 1), RULES)
        assert resolution.events

    @property
    def parsed(self) -> dict[int, Any]:
        """The full cards, read once."""
        if not hasattr(self, "read"):
            self.read = {p: SYSTEM.parse(c, view(self.state, p, RULES), RULES) for p, c in self.full.items()}
        return self.read


def _card(taken: dict[str, list[str]]) -> tuple[OrderLine, ...]:
    """Orders by place as the lines of a card."""
    lines = (f"@{place} {' '.join(texts)}" for place, texts in taken.items())
    return tuple(OrderLine(k, line) for k, line in enumerate(lines, 1))


def seconds(work: Callable[[], object], times: int = TURNS) -> float:
    """CPU seconds of one of several runs."""
    start = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - start) / times


def main() -> None:
    """Rounds of everything; medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    bench, python = Bench(), peer_python()
    full, tenth = bench.turn(bench.full), bench.turn(bench.tenth)
    _ = bench.parsed
    rows: dict[str, list[float]] = {}
    for number in range(rounds):
        fixed, whole = seconds(lambda: bench.turn({})), seconds(lambda: bench.turn(bench.full))
        part, read = seconds(lambda: bench.turn(bench.tenth)), seconds(lambda: json.loads(bench.words), 20)
        orders, _, around = peer(python, number)
        bare, told = seconds(lambda: bench.outcome(told=False)), seconds(lambda: bench.outcome(told=True))
        round_of = {
            "times the orders a CPU second of diplomacy (goal 3)": full / whole / (orders / around),
            "an order of 1,300 beyond the fixed part, to one of 130 (goal 1.2)": ((whole - fixed) / full)
            / ((part - fixed) / tenth),
            "resolving without cards and all that happened, times json.loads of the position (goal 12)": (
                seconds(bench.without_cards) / read
            ),
            "the outcome alone, to the outcome with events (goal 0.5)": bare / told,
            "a turn without cards and its printouts, times json.loads of the position": fixed / read,
            "a full turn, in milliseconds": whole * 1000,
        }
        for name, value in round_of.items():
            rows.setdefault(name, []).append(value)
    print(f"{full} orders on full cards, {tenth} on those of a tenth; {rounds} rounds, medians")
    for name, values in rows.items():
        print(f"28 powers: {statistics.median(values):.2f} {name}")


if __name__ == "__main__":
    main()

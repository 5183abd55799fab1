"""All games of a trial counted: whole numbers alone, so that the order in which games come makes no difference."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from pbm.trials.game import TrialGame

STILL = 10
"""A game that nobody won, and in which so many turns at the end nothing was taken from anybody, is a stalemate."""


class TrialTally:
    """What was counted so far; what it takes in memory grows with turns and seats, and not with games.

    By seat, in the order of the trial's seats: `sizes` by turn how often a size was had, `out` and `hurt` in which turn
    how often. `first`: of how many games the seat alone came first: it won, or nobody did and it had most. `drawn`: by
    the number under which it played then, where numbers were drawn.
    """

    def __init__(self, seats: Sequence[int]) -> None:
        self.seats = tuple(seats)
        self.games = self.ended = self.won = self.shared = self.tied = self.stalemates = self.faults = 0
        self.wins: Counter[int] = Counter()
        self.alone: Counter[int] = Counter()
        self.first: Counter[int] = Counter()
        self.drawn: Counter[int] = Counter()
        self.turns: Counter[int] = Counter()
        self.sizes: dict[int, defaultdict[int, Counter[int]]] = {seat: defaultdict(Counter[int]) for seat in self.seats}
        self.out: dict[int, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.hurt: dict[int, Counter[int]] = {seat: Counter() for seat in self.seats}
        self.taken: Counter[int] = Counter()
        self.fresh: Counter[int] = Counter()
        self.falls: Counter[str] = Counter()
        self.orders: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()

    def add(self, game: TrialGame) -> None:
        """Count one more game."""
        self.games += 1
        self.ended += game.ended
        self.faults += game.faults
        self.turns[game.turns] += 1
        self.wins.update(game.winners)
        self.won += bool(game.winners)
        self.shared += len(game.winners) > 1
        if len(game.winners) == 1:
            self.alone[game.winners[0]] += 1
        ahead = game.winners or game.leaders
        if len(ahead) == 1:
            self.first[ahead[0]] += 1
            if game.numbers:
                self.drawn[game.numbers[self.seats.index(ahead[0])]] += 1
        else:
            self.tied += 1
        self.stalemates += not game.ended and not any(game.taken[-STILL:])
        for at, seat in enumerate(self.seats):
            for turn, size in enumerate(game.sizes[at]):
                self.sizes[seat][turn][size] += 1
            for counts, turn in ((self.out[seat], game.out[at]), (self.hurt[seat], game.hurt[at])):
                if turn:
                    counts[turn] += 1
        for turn, (taken, fresh) in enumerate(zip(game.taken, game.fresh, strict=True), 1):
            self.taken[turn] += taken
            self.fresh[turn] += fresh
        _add(self.falls, game.falls)
        _add(self.orders, game.orders)
        _add(self.phases, game.phases)

    def played(self, turn: int) -> int:
        """How many games had that turn."""
        return sum(count for turns, count in self.turns.items() if turns >= turn)

    def surviving(self, seat: int, turn: int) -> int:
        """In how many games the seat was not out after so many turns; games that were over before count as they
        ended.
        """
        return self.games - sum(count for at, count in self.out[seat].items() if at <= turn)


def _add(counts: Counter[str], more: Mapping[str, int]) -> None:
    for key, count in more.items():
        counts[key] += count


def quantiles(counts: Mapping[int, int], parts: Sequence[tuple[int, int]] = ((1, 4), (1, 2), (3, 4))) -> list[int]:
    """The least value that so many parts of all do not exceed, for each part as (numerator, denominator)."""
    total, found = sum(counts.values()), []
    for numerator, denominator in parts:
        passed = 0
        for value in sorted(counts):
            passed += counts[value]
            if passed * denominator >= numerator * total:
                found.append(value)
                break
    return found

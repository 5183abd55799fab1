"""Relabelling the players permutes the result in every system: no number is favoured where dice are and nobody ties.

A system's tests have a module `labels`: HOMES by player, CARDS with the players' numbers as fields (one card for all
turns, or one for each), `mapped(words, back)`
which puts the numbers of a state back, and `is_lively(words)`, whether there was something to compare. Where a number
is bound to a home by rule, `started(table, names)` makes the first position with all that belongs to the numbers moved.
"""

from importlib import import_module
from itertools import permutations
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.engine.turn import play
from pbm.rules import SYSTEMS
from tests.games import lines, table


class StubDice(Dice):
    """Dice that always fall in the middle, whatever they are called."""

    def __init__(self) -> None:
        super().__init__(b"", "", 0)

    def below(self, label: str, n: int) -> int:
        return n // 2

    def share(self, label: str, hits: int, groups: Any) -> tuple[int, ...]:
        """The larger group loses first: no order of the groups matters where no two are equal."""
        left = list(groups)
        for _ in range(hits):
            largest = max(range(len(left)), key=lambda k: left[k])
            left[largest] -= 1
        return tuple(old - new for old, new in zip(groups, left, strict=True))

    def picks(self, label: str, n: int, weights: Any) -> tuple[int, ...]:
        return self.proportion(label, n, weights)

    def proportion(self, label: str, total: int, weights: Any) -> tuple[int, ...]:
        """Shares rounded down, what is left to the heaviest."""
        whole = sum(weights)
        if total <= 0 or whole <= 0:
            return (0,) * len(weights)
        parts = [total * weight // whole for weight in weights]
        parts[max(range(len(weights)), key=lambda k: weights[k])] += total - sum(parts)
        return tuple(parts)


def labels(name: str) -> Any:
    """The system's own part of this test."""
    return import_module(f"tests.rules.{SYSTEMS[name].rpartition('.')[2]}.labels")


def played(name: str, names: dict[int, int], turns: int = 3) -> Any:
    """The words of the state after some turns, when player p of HOMES is called names[p]; numbers mapped back."""
    at, own = table(name), labels(name)
    if hasattr(own, "started"):
        state = own.started(at, names)
    else:
        seats = tuple(Seat(names[p], home) for p, home in own.HOMES.items())
        state = at.system.start(at.rules, seats, Dice(b"start", "T", 0))
    fields = ["", *(str(names[p]) for p in sorted(own.HOMES))]
    for turn in range(turns):
        texts = {p: card if isinstance(card, str) else card[turn] for p, card in own.CARDS.items()}
        cards = {names[p]: lines(text.format(*fields)) for p, text in texts.items()}
        result = play(at.system, at.rules, state, cards, StubDice())
        first = [p for p, card in result.parsed.items() if card.faults]
        assert state.turn or not first, "the first cards are legal"
        state = result.state
    return own.mapped(at.system.words.to_words(state), {new: old for old, new in names.items()})


@pytest.mark.parametrize("name", sorted(SYSTEMS))
@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4)))[1::4])
def test_relabelling_players_permutes_the_result(name: str, order: tuple[int, ...]) -> None:
    plain = {p: p for p in labels(name).HOMES}
    assert played(name, dict(zip(plain, order, strict=True))) == played(name, plain)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_the_turns_that_are_compared_are_lively(name: str) -> None:
    assert labels(name).is_lively(played(name, {p: p for p in labels(name).HOMES}))

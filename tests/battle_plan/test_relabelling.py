"""Relabelling the players permutes the result: no number is favoured where the dice are and nobody ties."""

from itertools import permutations
from typing import Any

import pytest

from pbm.dice import Dice
from pbm.turn import play
from tests.battle_plan.games import BATTLE_PLAN, RULES, lines

HOMES = {1: "TU", 2: "FR", 3: "RU", 4: "SP"}
# Orders with the players' numbers as fields; no tie for anything, and enemies meet on land and at sea.
CARDS = {
    1: "@ {3}E {2}A {4}K {2}D7 P10GR {3}P12 RA20 TS5 C1TU BF30 {2}M3\n@TU AC20UK FA12UK NT7BLA AT6EAS BA12 /1/BF5",
    2: "@ {1}A {4}E S2SP RF15 0P27 {3}F\n@FR AC22LY AB9BE FI8SP NT5MID BA9 BI6",
    3: "@ {1}E {2}H {1}S3 RA11 {2}X\n@RU AC14UK AB11PD FS9BA BA20",
    4: "@ {2}E C2SP RN9 {1}Z U1\n@SP AC13PR NT9MID FS7LY BA10 BN5",
}


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


def played(names: dict[int, int], turns: int = 3) -> dict[str, Any]:
    """The state after some turns, when player p of HOMES is called names[p]; numbers mapped back."""
    from pbm.system import Seat

    seats = tuple(Seat(names[p], home) for p, home in HOMES.items())
    state = BATTLE_PLAN.start(RULES, seats)
    fields = ["", *(str(names[p]) for p in sorted(HOMES))]
    cards = {names[p]: lines(text.format(*fields)) for p, text in CARDS.items()}
    for _ in range(turns):
        result = play(BATTLE_PLAN, RULES, state, cards, StubDice())
        first = [p for p, card in result.parsed.items() if card.faults]
        assert state.turn or not first, "the first cards are legal"
        state = result.state
    back = {new: old for old, new in names.items()}
    words: dict[str, Any] = mapped(BATTLE_PLAN.to_words(state), back)
    return words


BY_PLAYER = {"popularity", "spies", "forces", "stance", "shares", "players"}
NUMBERS = {"occupier", "standing_by"}
LISTS = {"sight", "permits"}


def mapped(words: Any, back: dict[int, int], key: str = "") -> Any:
    """The words of a state with every player's number put back."""
    if isinstance(words, dict):
        if key in BY_PLAYER:
            return {str(back[int(p)]): mapped(value, back) for p, value in sorted(words.items())}
        return {name: mapped(value, back, name) for name, value in words.items()}
    if key in NUMBERS:
        return back.get(words, 0)
    if key in LISTS:
        return sorted(back[p] for p in words)
    return words


@pytest.mark.parametrize("order", list(permutations((1, 2, 3, 4)))[1::4])
def test_relabelling_players_permutes_the_result(order: tuple[int, ...]) -> None:
    plain = played({p: p for p in HOMES})
    assert played(dict(zip(HOMES, order, strict=True))) == plain


def test_the_turns_that_are_compared_have_captures_and_sea_fights() -> None:
    words = played({p: p for p in HOMES})
    owners = {space.get("occupier") for space in words["spaces"].values()}
    assert {1, 2, 3, 4} <= owners
    assert sum(1 for space in words["spaces"].values() if space.get("occupier")) > len(HOMES)

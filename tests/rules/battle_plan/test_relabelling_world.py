"""In every variant relabelling the players permutes the result: lists of opinion and start countries too."""

from itertools import permutations
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.engine.turn import play
from pbm.rules import system
from tests.games import lines, table
from tests.laws.test_relabelling import StubDice
from tests.rules.battle_plan import labels

WORLD = [name for name in system("battle-plan").variants if name != "europe"]
HOMES = {1: "EFR", 2: "EWG", 3: "RRU", 4: "EIT"}
CARDS = {
    1: "@ {3}E {2}A {4}B3 {2}G1 RA20 {2}M3 P10EBE\n@EFR AC22EBE FA9EBE NT5WMA BA9 BI6",
    2: "@ {1}A {3}E {4}B2 {1}G3 RF15 0P27 {3}F\n@EWG AC21EDE AT6ECZ FI8ECZ NT7WNS BA12 /1/BF5",
    3: "@ {1}E {2}E {2}B1 RA11 {4}K {1}S3\n@RRU AC25EPD FS9RBA BA20",
    4: "@ {2}E RN9 {1}Z U1 {3}G2\n@EIT AC20ESI NT9WWM FS7ELY BA10 BN5",
}


def mapped(words: Any, back: dict[int, int], key: str = "") -> Any:
    """The words of a state with every player's number put back."""
    if key == "homes" and isinstance(words, dict):
        return {code: back[p] for code, p in words.items()}
    if key in ("good", "bad"):
        return [back.get(p, 0) for p in words]
    if isinstance(words, dict) and key not in labels.BY_PLAYER:
        return {name: mapped(value, back, name) for name, value in words.items()}
    if isinstance(words, dict):
        return {str(back[int(p)]): mapped(value, back) for p, value in sorted(words.items())}
    return labels.mapped(words, back, key)


def played(variant: str, names: dict[int, int]) -> Any:
    at = table("battle-plan", 4, variant)
    seats = tuple(Seat(number, HOMES[p]) for number, p in sorted((names[p], p) for p in HOMES))
    state = at.system.start(at.rules, seats, Dice(b"start", "T", 0))
    fields = ["", *(str(names[p]) for p in sorted(HOMES))]
    for _ in range(3):
        cards = {names[p]: lines(text.format(*fields)) for p, text in CARDS.items()}
        state = play(at.system, at.rules, state, cards, StubDice()).state
    return mapped(at.system.words.to_words(state), {new: old for old, new in names.items()})


@pytest.mark.parametrize("variant", WORLD)
def test_relabelling_players_permutes_the_result(variant: str) -> None:
    plain = {p: p for p in HOMES}
    expected = played(variant, plain)
    assert sum(1 for space in expected["spaces"].values() if space.get("occupier")) > len(HOMES)
    for order in list(permutations((1, 2, 3, 4)))[5::6]:
        assert played(variant, dict(zip(plain, order, strict=True))) == expected

"""A case that is ready, played with a seed."""

import msgspec

from pbm.cases.setup import GAME, ReadyCase
from pbm.core.dice import PinnedDice
from pbm.engine import turn


class PlayedCase(msgspec.Struct, frozen=True):
    """What came of it: one record for each turn, the pinned labels of each that were never rolled, and by label what
    its dice showed: the face, from 1, and the sides; those of the set-up are with the first turn's.
    """

    turns: tuple[turn.Played, ...]
    unrolled: tuple[tuple[str, ...], ...]
    faces: tuple[dict[str, tuple[int, int]], ...]


def play(ready: ReadyCase, seed: bytes) -> PlayedCase:
    """Play all turns with this seed; the first turn's cards are not read again."""
    system, rules, state = ready.system, ready.rules, ready.state
    first = int(ready.words.get("turn", 0)) + 1
    turns: list[turn.Played] = []
    unrolled: list[tuple[str, ...]] = []
    faces: list[dict[str, tuple[int, int]]] = []
    for number, (cards, pins) in enumerate(zip(ready.cards, ready.dice, strict=True), first):
        dice = PinnedDice(seed, GAME, number, pins)
        if number == first:
            resolution = system.resolve(state, ready.parsed, dice, rules)
            events = (*turn.card_events(system, state, ready.parsed, nmr_public=True), *resolution.events)
            played = turn.Played(resolution.state, events, ready.parsed)
        else:
            played = turn.play(system, rules, state, cards, dice)
        turns.append(played)
        rolled = dice.rolled | ready.rolled if number == first else dice.rolled
        unrolled.append(tuple(sorted(pin for pin in pins if pin[-1:] != "*" and pin not in rolled)))
        faces.append(ready.faces | dice.faces if number == first else dice.faces)
        state = played.state
    return PlayedCase(tuple(turns), tuple(unrolled), tuple(faces))

"""The dice of a battle (TT 4.3, 4.9): the same for fleets and armies, for two nations and for more."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from typing import Any

import msgspec

Roll = Callable[[int, int, int], int]
"""Round, nation and the sides of its die: the die's face."""


class Fought(msgspec.Struct, frozen=True):
    """What a battle came to: who is left with how many, and each round in facts parallel to `nations`."""

    left: dict[int, int]
    rounds: tuple[dict[str, Any], ...]


def battle_round(
    forces: Mapping[int, int], rolls: Mapping[int, int], targets: Mapping[int, tuple[int, ...]]
) -> dict[int, int]:
    """TT 4.3, 4.9, T1, T10: what each nation loses in a round.

    X is the largest force. A nation's hits are its roll divided by X, shared equally among its targets. What a
    nation is hit with is rounded down if its own roll is higher than that of everybody who hits it, else up; nobody
    loses more than is there. With two nations that is the rule of the two dice; of one against one nobody is left
    (TT 4.5).
    """
    x = max(forces.values())
    lost = {}
    for p, force in forces.items():
        hitters = [q for q in forces if p in targets[q]]
        hits = sum((Fraction(rolls[q], x * len(targets[q])) for q in hitters), Fraction(0))
        is_highest = all(rolls[p] > rolls[q] for q in hitters)
        lost[p] = min(force, int(hits) if is_highest else ceil(hits))
    return lost


def fight(forces: Mapping[int, int], foes: Mapping[int, frozenset[int]], aims: Mapping[int, int], roll: Roll) -> Fought:
    """TT 4.3, 4.9: round after round until nobody who is left has a foe left. `forces` gives the order of the sides."""
    left = dict(forces)
    rounds: list[dict[str, Any]] = []
    while True:
        targets = {p: targets_of(p, left, foes, aims) for p in left if left[p]}
        fighting = {p: left[p] for p in targets if targets[p]}
        if not fighting:
            return Fought(left, tuple(rounds))
        x = max(fighting.values())
        rolls = {p: roll(len(rounds) + 1, p, n * x) for p, n in fighting.items()}
        lost = battle_round(fighting, rolls, targets)
        rounds.append(
            {
                "dice": [fighting.get(p, 0) * x for p in forces],
                "rolls": [rolls.get(p, 0) for p in forces],
                "lost": [lost.get(p, 0) for p in forces],
            }
        )
        left = {p: n - lost.get(p, 0) for p, n in left.items()}


def targets_of(
    p: int, left: Mapping[int, int], foes: Mapping[int, frozenset[int]], aims: Mapping[int, int]
) -> tuple[int, ...]:
    """TT 4.9, T36: whom a nation hits: the one that it aims at while that lasts, or all foes that are left."""
    there = tuple(q for q in left if q in foes[p] and left[q])
    aim = aims.get(p, 0)
    return (aim,) if aim in there else there

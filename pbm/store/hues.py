"""Which of the nine hues each seat of a new game has, so that neighbours on the map do not look alike.

The number stays the player's name. Up to nine seats have the hues in the order of their numbers, as always; with more,
hues are exchanged until no two homes within reach of each other share one, where that can be.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations

HUES = 9  # as the pages have them (pbm/site/ink/palette.py)
WEIGHTS = (0, 1_000_000, 1_000, 1)  # of two seats with one hue, by the steps between them; those further off are free

Near = Mapping[str, Iterable[str]]
Hues = dict[int, int]


def usual(number: int) -> int:
    """The hue, 0 to 8, of a seat that was given none: by its number."""
    return (number - 1) % HUES


def deal(homes: Mapping[int, Iterable[str]], near: Near) -> Hues:
    """The hue, 0 to 8, of each seat.

    homes: the spaces that each seat begins with, by its number. near: the spaces within reach of each space. No hue
    has more seats than it must, so that textures tell apart those that share one; neighbours come before that.
    """
    numbers = sorted(homes)
    hues = {number: usual(number) for number in numbers}
    weight = weights({number: frozenset(homes[number]) for number in numbers}, near)
    for most in range(-(-len(numbers) // HUES), len(numbers) + 1):
        while better := _step(hues, weight, most):
            hues = better
        if not any(hues[n] == hues[m] for n in hues for m, w in weight[n].items() if w == WEIGHTS[1]):
            break
    return hues


def weights(homes: Mapping[int, frozenset[str]], near: Near) -> dict[int, dict[int, int]]:
    """What it costs that two seats share a hue: for each seat, the others that are few steps away."""
    joined: dict[str, set[str]] = {}
    for code, beside in near.items():
        for at in beside:
            joined.setdefault(code, set()).add(at)
            joined.setdefault(at, set()).add(code)
    found: dict[int, dict[int, int]] = {number: {} for number in homes}
    for number, own in homes.items():
        reached = set(own)
        for weight in WEIGHTS[1:]:
            reached |= {code for at in reached for code in joined.get(at, ())}
            for other, theirs in homes.items():
                if other != number and other not in found[number] and reached & theirs:
                    found[number][other] = weight
    return found


def _step(hues: Hues, weight: Mapping[int, Mapping[int, int]], most: int) -> Hues | None:
    """The hues after the best single change, one seat's or two exchanged; None where no change makes them better.

    Of equal changes the first in the order of the seats is taken, so that the same seats always get the same hues.
    """
    cost = {n: [sum(w for m, w in weight[n].items() if hues[m] == hue) for hue in range(HUES)] for n in hues}
    held = [sum(1 for hue in hues.values() if hue == one) for one in range(HUES)]
    best, change = 0, dict[int, int]()
    for n, hue in hues.items():
        for to in range(HUES):
            gain = cost[n][hue] - cost[n][to]
            if gain > best and held[to] < most:
                best, change = gain, {n: to}
    for n, m in combinations(hues, 2):
        a, b = hues[n], hues[m]
        # Each is counted among the neighbours of the other's new hue, where it will not be any more.
        gain = cost[n][a] - cost[n][b] + cost[m][b] - cost[m][a] + 2 * weight[n].get(m, 0)
        if a != b and gain > best:
            best, change = gain, {n: b, m: a}
    return {**hues, **change} if change else None

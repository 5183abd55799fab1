"""The homes of the nations: coastal, far from each other, with alike surroundings."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

from tests.map_makers.cells import Spot, apart
from tests.map_makers.outlines import Border

Adjacent = Mapping[str, Sequence[str]]


def neighbours_of(drawn: Sequence[Border]) -> dict[str, list[str]]:
    """Who shares a border with whom."""
    near: dict[str, set[str]] = {}
    for border in drawn:
        a, b = border.pair
        if a:
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    return {code: sorted(others) for code, others in sorted(near.items())}


def steps_from(adjacent: Adjacent, start: str, seas: set[str], *, by_sea: bool) -> dict[str, int]:
    """The turns that an army needs from a province to all others; by sea: with a fleet that waits at any coast.

    A step on land takes a turn; going aboard, each further sea, and going ashore take one each.
    """
    found = {start: 0}
    front = [start]
    while front:
        reached = []
        for code in front:
            for other in adjacent[code]:
                if other not in found and (by_sea or other not in seas):
                    found[other] = found[code] + 1
                    reached.append(other)
        front = reached
    return {code: turns for code, turns in found.items() if code not in seas}


def pick_homes(adjacent: Adjacent, seas: set[str], middles: Mapping[str, Spot], count: int) -> list[str]:
    """The fairest homes: better ones are swapped in one by one until no swap helps."""
    lands = sorted(set(adjacent) - seas)
    coastal = [code for code in lands if set(adjacent[code]) & seas and len(set(adjacent[code]) - seas) >= 2]
    ways = {code: steps_from(adjacent, code, seas, by_sea=True) for code in lands}
    dry = {code: steps_from(adjacent, code, seas, by_sea=False) for code in lands}
    best: tuple[float, list[str]] | None = None
    for first in coastal:
        homes = [first]
        while len(homes) < count:
            homes.append(max(coastal, key=partial(_away, homes, ways, middles)))
        cost = unfairness(homes, adjacent, seas, ways, dry, middles)
        while True:
            swaps = [
                ([*homes[:k], code, *homes[k + 1 :]]) for k in range(count) for code in coastal if code not in homes
            ]
            found = min((unfairness(s, adjacent, seas, ways, dry, middles), s) for s in swaps)
            if found[0] >= cost:
                break
            cost, homes = found
        if best is None or cost < best[0]:
            best = (cost, homes)
    assert best
    return sorted(best[1])  # names run round the sheet


def _away(
    homes: Sequence[str], ways: Mapping[str, Mapping[str, int]], middles: Mapping[str, Spot], code: str
) -> tuple[float, str]:
    """How far a province is from all homes."""
    return min(ways[code][home] * 300 + apart(middles[code], middles[home]) for home in homes), code


def unfairness(
    homes: Sequence[str],
    adjacent: Adjacent,
    seas: set[str],
    ways: Mapping[str, Mapping[str, int]],
    dry: Mapping[str, Mapping[str, int]],
    middles: Mapping[str, Spot],
) -> float:
    """What speaks against these homes: unlike surroundings, and homes close together."""
    nearest = min(ways[a][b] for a, b in combinations(homes, 2))
    if nearest < 3 or any(dry[a].get(b, 9) < 3 for a, b in combinations(homes, 2)):
        return 10_000.0
    neighbours = [len(set(adjacent[h]) - seas) for h in homes]
    waters = [len(set(adjacent[h]) & seas) for h in homes]
    close = [sum(1 for turns in dry[h].values() if turns <= 2) for h in homes]
    shares = [0.0] * len(homes)
    for code in ways:
        turns = [ways[h][code] for h in homes]
        owners = [k for k, t in enumerate(turns) if t == min(turns)]
        for k in owners:
            shares[k] += 1 / len(owners)
    rivals = [min(ways[a][b] for b in homes if b != a) for a in homes]
    tight = min(apart(middles[a], middles[b]) for a, b in combinations(homes, 2))
    return (
        _spread(neighbours) * 14
        + _spread(waters) * 5
        + _spread(close) * 8
        + _spread(shares) * 6
        + _spread(rivals) * 8
        - tight / 25
    )


def _spread(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return (max(values) - min(values)) + sum((v - mean) * (v - mean) for v in values) / len(values)

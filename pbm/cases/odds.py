"""A case under many seeds: how often each value stood at the end. The seeds are shared out in pieces."""

import hashlib
import pickle
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm import rules as registry
from pbm.cases.expectations import believable, look_up, same, show
from pbm.cases.played import play
from pbm.cases.setup import Chance, ReadyCase, probability
from pbm.sharing.pieces import Alone, Sharer

PIECE = 1000
"""So many seeds are one piece of work."""


class Odds(msgspec.Struct, frozen=True):
    """A scenario under many seeds: how often each watched value stood at the end, and each claimed chance."""

    seeds: int
    watched: dict[str, tuple[tuple[Any, int], ...]]
    chances: tuple[tuple[Chance, int, bool], ...]  # claim, how often it came true, whether that is believable


class SeedCounts(msgspec.Struct):
    """What a piece of work counted. watched: by path how often each value stood, as it is shown; values: by what is
    shown, the value; hits: of each claimed chance.
    """

    watched: dict[str, Counter[str]]
    values: dict[str, Any]
    hits: list[int]


def seed_of(seed: bytes, number: int) -> bytes:
    """The seed of one of the tries of --seeds, numbered from 1.

    It is SHA-256 of the scenario's seed and the number in 8 bytes, big-endian.
    """
    return hashlib.sha256(seed + number.to_bytes(8, "big")).digest()


def odds(ready: ReadyCase, seeds: int, sharer: Sharer | None = None) -> Odds:
    """Play with that many seeds; count the values under `watch` and of each claimed chance."""
    scenario = ready.scenario
    found = SeedCounts({path: Counter() for path in scenario.watch}, {}, [0] * len(scenario.chance))
    spans = ((first, min(first + PIECE, seeds + 1)) for first in range(1, seeds + 1, PIECE))
    data = pickle.dumps(replace(ready, system=ready.system.name))
    for _, counts in (sharer or Alone()).each(count_seeds, data, spans):
        for path, more in counts.watched.items():
            found.watched[path].update(more)
        found.values.update(counts.values)
        found.hits = [a + b for a, b in zip(found.hits, counts.hits, strict=True)]
    tables = {
        path: tuple((found.values[shown], counts[shown]) for shown in sorted(counts, key=lambda s: (len(s), s)))
        for path, counts in found.watched.items()
    }
    judged = tuple(
        (chance, n, believable(seeds, n, probability(chance, ready.path)))
        for chance, n in zip(scenario.chance, found.hits, strict=True)
    )
    return Odds(seeds, tables, judged)


def count_seeds(data: bytes, span: tuple[int, int]) -> SeedCounts:
    """The same for the seeds from one number to before another; `data`: the case, as `odds` hands it over."""
    ready = _ready(data)
    scenario = ready.scenario
    found = SeedCounts({path: Counter() for path in scenario.watch}, {}, [0] * len(scenario.chance))
    for number in range(*span):
        state = play(ready, seed_of(ready.seed, number)).turns[-1].state
        words = ready.system.words.to_words(state)
        for path, counts in found.watched.items():
            value = look_up(words, path)
            shown = show(0 if value is None else value)
            found.values.setdefault(shown, value)
            counts[shown] += 1
        for i, chance in enumerate(scenario.chance):
            found.hits[i] += same(chance.value, look_up(words, chance.path), ready.system.words.absent)
    return found


@lru_cache(1)
def _ready(data: bytes) -> ReadyCase:
    """The case of these bytes, which this pbm made; read once for all pieces."""
    ready: Any = pickle.loads(data)
    made: ReadyCase = replace(ready, system=registry.system(ready.system))
    return made


def odds_words(odds: Odds) -> dict[str, Any]:
    """The counts as plain JSON data."""
    return {
        "count": odds.seeds,
        "watch": {path: [{"value": value, "count": n} for value, n in rows] for path, rows in odds.watched.items()},
        "chance": [
            {"path": chance.path, "value": chance.value, "p": chance.p, "count": n, "holds": holds}
            for chance, n, holds in odds.chances
        ],
    }


def tell_odds(odds: Odds) -> Iterable[str]:
    """The counts for people."""
    for path, rows in odds.watched.items():
        yield f"  {path} under {odds.seeds} {'seed' if odds.seeds == 1 else 'seeds'}"
        for value, n in rows:
            yield f"  {show(value):>12}  {n:>8}  {100 * n / odds.seeds:6.2f} %"
    for chance, n, holds in odds.chances:
        verdict = "believable" if holds else "NOT BELIEVABLE"
        yield f"  {chance.path} = {show(chance.value)}: {n} of {odds.seeds}, p = {chance.p}: {verdict}"

"""Scenarios: a position, cards, and what should come of it (design 7).

One file serves as conformance case, bug report, example in the rule book and odds calculator. `setup` makes it ready,
`expectations` compares what came of it with what should have come.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbm.cases.expectations import (
    PrintedLine,
    Result,
    believable,
    changes,
    check_result,
    look_up,
    same,
    show,
    tell_faults,
)
from pbm.cases.setup import GAME, Chance, ReadyCase, Scenario, load, probability, set_up, tables
from pbm.core.dice import PinnedDice
from pbm.core.events import event_words
from pbm.engine import turn
from pbm.engine.system import Loader, shipped


class PlayedCase(msgspec.Struct, frozen=True):
    """What came of it: one record for each turn, the pinned labels of each that were never rolled, and by label what
    its dice showed: the face, from 1, and the sides; those of the set-up are with the first turn's.
    """

    turns: tuple[turn.Played, ...]
    unrolled: tuple[tuple[str, ...], ...]
    faces: tuple[dict[str, tuple[int, int]], ...]


class Odds(msgspec.Struct, frozen=True):
    """A scenario under many seeds: how often each watched value stood at the end, and each claimed chance."""

    seeds: int
    watched: dict[str, tuple[tuple[Any, int], ...]]
    chances: tuple[tuple[Chance, int, bool], ...]  # claim, how often it came true, whether that is believable


class Tried(msgspec.Struct, frozen=True):
    """A scenario that was played: `text()` for people, `words()` for programs, and the differences."""

    ready: ReadyCase
    outcome: PlayedCase
    differences: tuple[str, ...]
    odds: Odds | None = None

    def words(self, *, has_dice: bool = False) -> dict[str, Any]:
        """The outcome as plain JSON data.

        `faults`, `events` and `state` are those of the last turn; with further turns `turns` lists all of
        them in order. `differences` stands beside where something was expected, `seeds` after many seeds. has_dice:
        each turn has `dice`, what was rolled, as `[dice]` of a scenario pins it, and how many sides there were.
        """
        turns = [_turn_words(self.ready, played) for played in self.outcome.turns]
        if has_dice:
            for words, faces in zip(turns, self.outcome.faces, strict=True):
                words["dice"] = {label: {"face": face, "sides": n} for label, (face, n) in sorted(faces.items())}
        words = dict(turns[-1])
        if len(turns) > 1:
            words["turns"] = turns
        scenario = self.ready.scenario
        if scenario.expect or scenario.dice or scenario.chance or any(it.expect or it.dice for it in scenario.then):
            words["differences"] = list(self.differences)
        if self.odds:
            words["seeds"] = _odds_words(self.odds)
        return words

    def text(self) -> str:
        """The outcome for people: faults, events, what changed in the places named, differences, odds."""
        return "\n".join(_tell(self)) + "\n"


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


def check(ready: ReadyCase, outcome: PlayedCase) -> list[str]:
    """What is not as expected: a sentence for each difference."""
    found: list[str] = []
    turns = zip(ready.expectations, outcome.turns, outcome.unrolled, strict=True)
    for number, (expectations, played, unrolled) in enumerate(turns, 1):
        where = f"turn {number}: " if len(ready.expectations) > 1 else ""
        found += [f"{where}dice: {label!r} was never rolled." for label in unrolled]
        result = Result(
            state=ready.system.words.to_words(played.state),
            events=tuple(event_words(event) for event in played.events),
            faults=tuple(_faults(played)),
            orders={p: card.count for p, card in played.parsed.items()},
            before=ready.words,
        )
        found += [
            where + difference
            for difference in check_result(expectations, result, tables(ready.system), ready.system.words.absent)
        ]
        found += [where + difference for difference in _check_lines(ready, played, expectations.lines)]
    return found


def _check_lines(ready: ReadyCase, played: turn.Played, lines: Sequence[PrintedLine]) -> list[str]:
    """Look into the text printouts; rendered only where a case asks for it."""
    if not lines:
        return []
    from pbm.core.textprint import render

    viewers = {line.player for line in lines}
    printouts = turn.printouts(
        ready.system, ready.rules, played.state, played.events, played.parsed, ready.sheet, viewers
    )
    texts = {player: render(printout) for player, printout in printouts.items()}
    found = []
    for line in lines:
        if line.has and line.has not in texts[line.player]:
            found.append(f"lines: the printout of player {line.player} does not have {line.has!r}.")
        if line.lacks and line.lacks in texts[line.player]:
            found.append(f"lines: the printout of player {line.player} has {line.lacks!r}.")
    return found


def seed_of(seed: bytes, number: int) -> bytes:
    """The seed of one of the tries of --seeds, numbered from 1.

    It is SHA-256 of the scenario's seed and the number in 8 bytes, big-endian.
    """
    return hashlib.sha256(seed + number.to_bytes(8, "big")).digest()


def odds(ready: ReadyCase, seeds: int) -> Odds:
    """Play with that many seeds; count the values under `watch` and of each claimed chance."""
    scenario = ready.scenario
    watched: dict[str, Counter[str]] = {path: Counter() for path in scenario.watch}
    values: dict[str, Any] = {}
    hits = [0] * len(scenario.chance)
    for number in range(1, seeds + 1):
        state = play(ready, seed_of(ready.seed, number)).turns[-1].state
        words = ready.system.words.to_words(state)
        for path, counts in watched.items():
            value = look_up(words, path)
            shown = show(0 if value is None else value)
            values.setdefault(shown, value)
            counts[shown] += 1
        for i, chance in enumerate(scenario.chance):
            hits[i] += same(chance.value, look_up(words, chance.path), ready.system.words.absent)
    tables = {
        path: tuple((values[shown], counts[shown]) for shown in sorted(counts, key=lambda s: (len(s), s)))
        for path, counts in watched.items()
    }
    judged = tuple(
        (chance, n, believable(seeds, n, probability(chance, ready.path)))
        for chance, n in zip(scenario.chance, hits, strict=True)
    )
    return Odds(seeds, tables, judged)


def try_file(path: str | Path, seeds: int = 0, rules_of: Loader = shipped) -> Tried:
    """Play a scenario file with its own seed, compare, and with `seeds` count the odds too."""
    ready = set_up(load(path), path, rules_of)
    outcome = play(ready, ready.seed)
    differences = check(ready, outcome)
    counted = odds(ready, seeds) if seeds else None
    if counted:
        for chance, hits, holds in counted.chances:
            if not holds:
                differences.append(
                    f"chance: {chance.path} = {show(chance.value)}: wanted p = {chance.p}, "
                    f"got {hits} of {counted.seeds}."
                )
    return Tried(ready, outcome, tuple(differences), counted)


def _faults(played: turn.Played) -> Iterable[dict[str, Any]]:
    for player, card in sorted(played.parsed.items()):
        for f in card.faults:
            place = {"player": player, "line": f.line, "column": f.column}
            yield place | {"text": f.text, "kind": f.kind, "message": f.message}


def _turn_words(ready: ReadyCase, played: turn.Played) -> dict[str, Any]:
    return {
        "faults": list(_faults(played)),
        "events": [event_words(event) for event in played.events],
        "state": ready.system.words.to_words(played.state),
    }


def _odds_words(odds: Odds) -> dict[str, Any]:
    return {
        "count": odds.seeds,
        "watch": {path: [{"value": value, "count": n} for value, n in rows] for path, rows in odds.watched.items()},
        "chance": [
            {"path": chance.path, "value": chance.value, "p": chance.p, "count": n, "holds": holds}
            for chance, n, holds in odds.chances
        ],
    }


def _tell(tried: Tried) -> Iterable[str]:
    ready, scenario = tried.ready, tried.ready.scenario
    yield f"{scenario.number} {scenario.title} ({ready.path})".strip()
    named = _named(scenario)
    before = ready.words
    for number, played in enumerate(tried.outcome.turns, 1):
        words = _turn_words(ready, played)
        if len(tried.outcome.turns) > 1:
            yield f"turn {number}"
        yield from (f"  fault: {tell_faults([fault])}" for fault in words["faults"])
        events = [event for event in words["events"] if event["kind"] != "fault"]
        ours = [event for event in events if _concerns(event, named)]
        yield from (f"  {event['kind']}: {show(event['facts'])}" for event in ours)
        moved = list(changes(before, words["state"], "", ready.system.words.absent))
        seen = [(path, old, new) for path, old, new in moved if path.split(".")[1:2] in named]
        yield from (f"  {path}: {show(old)} -> {show(new)}" for path, old, new in seen)
        if len(events) > len(ours) or len(moved) > len(seen):
            more = f"{len(events) - len(ours)} more events, {len(moved) - len(seen)} more changes"
            yield f"  ({more}: --json shows them)"
        before = words["state"]
    if tried.odds:
        yield from _tell_odds(tried.odds)
    if tried.differences:
        yield from (f"  DIFFERENT {difference}" for difference in tried.differences)
    elif scenario.expect or any(later.expect for later in scenario.then):
        yield "  as expected"


def _named(scenario: Scenario) -> list[list[str]]:
    """The places that the scenario itself speaks of: its reader wants to hear of these."""
    tables = [scenario.given, scenario.expect, *(later.expect for later in scenario.then)]
    parts = [part for table in tables for part in table.values() if isinstance(part, dict)]
    paths = [*scenario.watch, *(chance.path for chance in scenario.chance)]
    return [[name] for part in parts for name in part] + [path.split(".")[1:2] for path in paths]


def _concerns(event: Mapping[str, Any], named: Sequence[Sequence[str]]) -> bool:
    """Whether an event is told: a public one, or one of a place that the scenario speaks of."""
    facts = event["facts"].values()
    return event["seen_by"] == "all" or any(isinstance(fact, str) and [fact] in named for fact in facts)


def _tell_odds(odds: Odds) -> Iterable[str]:
    for path, rows in odds.watched.items():
        yield f"  {path} under {odds.seeds} {'seed' if odds.seeds == 1 else 'seeds'}"
        for value, n in rows:
            yield f"  {show(value):>12}  {n:>8}  {100 * n / odds.seeds:6.2f} %"
    for chance, n, holds in odds.chances:
        verdict = "believable" if holds else "NOT BELIEVABLE"
        yield f"  {chance.path} = {show(chance.value)}: {n} of {odds.seeds}, p = {chance.p}: {verdict}"

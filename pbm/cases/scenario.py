"""Scenarios: a position, cards, and what should come of it (design 7).

One file serves as conformance case, bug report, example in the rule book and odds calculator. `setup` makes it ready,
`expectations` compares what came of it with what should have come.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from pbm.cases.expectations import (
    PrintedLine,
    Result,
    changes,
    check_result,
    show,
    tell_faults,
)
from pbm.cases.odds import Odds, odds, odds_words, tell_odds
from pbm.cases.played import PlayedCase, play
from pbm.cases.setup import ReadyCase, Scenario, load, set_up, tables
from pbm.core.events import event_words
from pbm.engine import turn
from pbm.engine.system import Loader, shipped
from pbm.sharing.pieces import Sharer


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
            words["seeds"] = odds_words(self.odds)
        return words

    def text(self) -> str:
        """The outcome for people: faults, events, what changed in the places named, differences, odds."""
        return "\n".join(_tell(self)) + "\n"


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


def try_file(path: str | Path, seeds: int = 0, rules_of: Loader = shipped, sharer: Sharer | None = None) -> Tried:
    """Play a scenario file with its own seed, compare, and with `seeds` count the odds too."""
    ready = set_up(load(path), path, rules_of)
    outcome = play(ready, ready.seed)
    differences = check(ready, outcome)
    counted = odds(ready, seeds, sharer) if seeds else None
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
        yield from tell_odds(tried.odds)
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

"""A rule system of a few lines, for tests of what is no rule: folders, inbox, commands.

Each player has a score. `ADD 3` adds 3 and the roll of a die; `ADD 10` and more is not allowed. Who has
100 has won. `install(monkeypatch)` registers it as "fake".
"""

import re
import sys
from collections.abc import Container, Mapping
from typing import Any

import msgspec
import pytest

from pbm import rules as registry
from pbm.core.dice import Dice
from pbm.core.events import Event, Heard
from pbm.core.printout import Fault, Kit, KitPlace, Lines, MapSpace, MapView, Printout, Section
from pbm.core.series import Series
from pbm.engine.system import Course, Resolution, Rules, Seat, Setup, Sheet, System, Words
from pbm.orders.form import Order, OrderLine, OrderTable, Parsed


class State(msgspec.Struct, frozen=True):
    """The score of each player after a turn."""

    turn: int
    scores: dict[int, int]


class View(msgspec.Struct, frozen=True):
    """A player's own score."""

    viewer: int
    turn: int
    score: int


def load(variant: str, options: Mapping[str, Any]) -> Rules:
    """Nothing to read."""
    geometry = {"size": [100, 100], "spaces": {}}
    return Rules("fake", variant, {}, geometry, OrderTable((), (), None, {}, {}), {}, {}, (), dict(options))


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """Everybody has nothing."""
    return State(0, {seat.player: 0 for seat in seats})


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """`ADD n`, one a line."""
    orders, faults = [], []
    for line in lines or ():
        text = line.text.strip().upper()
        found = re.fullmatch(r"ADD ([0-9]{1,3})", text)
        if not text:
            continue
        if found and int(found[1]) < 10:
            orders.append(Order("ADD", "", {"n": int(found[1])}, text, line.number, 1))
        else:
            kind: Any = "illegal" if found else "invalid"
            faults.append(Fault(line.number, 1, line.text[:60], kind, "Write ADD and a number below 10."))
    return Parsed(tuple(orders), (), tuple(faults), (), len(orders), lines is not None)


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """Each order adds its number and a roll."""
    scores, events = dict(state.scores), []
    for player, card in sorted(parsed.items()):
        for i, order in enumerate(card.orders):
            scores[player] += order.operands["n"] + dice.die(f"add/{player}/{i}", 6)
            events.append(Event("scored", (player,), {"score": scores[player]}))
        if scores[player] >= 100:
            events.append(Event("game-over", "all", {"winner": player}))
    return Resolution(State(state.turn + 1, scores), tuple(events))


def view(state: State, viewer: int, rules: Rules) -> View:
    """A player sees his own score."""
    return View(viewer, state.turn, state.scores.get(viewer, 0))


def printout(view: View, heard: Heard, parsed: Parsed | None, rules: Rules, sheet: Sheet) -> Printout:
    """One line."""
    score = (f"SCORE={view.score}",) if view.viewer else ()
    kinds = [kind for kind, facts in heard.items() for _ in facts]
    return Printout(
        game=sheet.game,
        system="fake",
        turn=view.turn,
        player=view.viewer,
        title=sheet.title,
        heading=(f"{sheet.game} TURN {view.turn}",),
        headline="Scores",
        standfirst="",
        figures=(),
        changes=(),
        sections=(Section("score", "Score", (Lines((*score, *kinds)),)),),
        map=MapView("fake", "Map", "A map", (MapSpace("AA", "Home of A", "land"), MapSpace("BB", "Home of B", "land"))),
        faults=parsed.faults if parsed else (),
        order_count=parsed.count if parsed else 0,
        blank=("ADD 1",) if view.viewer else (),
        kit=kit(view, rules) if view.viewer else None,
    )


def series(view: View, heard: Heard, rules: Rules) -> tuple[Series, ...]:
    """Turns are public; a score is its player's."""
    public = Series("turns", "Turns", {1: view.turn, 2: view.turn}, "turns")
    return (public, Series("score", "Score", {view.viewer: view.score}, "points")) if view.viewer else (public,)


def kit(view: View, rules: Rules) -> Kit:
    """One place, where nothing is."""
    return Kit(view.viewer, (view.viewer,), {"": KitPlace("", "", "player", {})}, ())


def from_words(words: Mapping[str, Any], rules: Rules) -> State:
    """The state of plain data."""
    return msgspec.convert(words, State, str_keys=True, strict=False)


def to_words(state: State) -> dict[str, Any]:
    """The state as plain data."""
    words: dict[str, Any] = msgspec.to_builtins(state, str_keys=True)
    return words


def check(state: State, seats: Container[int], rules: Rules) -> None:
    """Whoever scores has a seat."""
    for player in state.scores:
        if player not in seats:
            raise ValueError(f"scores.{player}: there is no player {player}")


def view_from_words(words: Mapping[str, Any]) -> View:
    """The view of plain data."""
    return msgspec.convert(words, View)


def players(state: State) -> tuple[int, ...]:
    """Everybody."""
    return tuple(sorted(state.scores))


SYSTEM = System(
    name="fake",
    title="Fake",
    variants=("plain",),
    setup=Setup(
        homes=lambda rules: ("AA", "BB"),
        load=load,
    ),
    course=Course(
        living=players,
        awaited=players,
        over=lambda state: max(state.scores.values()) >= 100,
        ending=lambda state, rules: (
            Event("game-over", "all", {"winner": max(state.scores, key=state.scores.__getitem__)}),
        ),
    ),
    words=Words(
        to_words=to_words,
        from_words=from_words,
        lay=lambda state, words, rules: from_words({**to_words(state), **words}, rules),
        check=check,
        view_to_words=msgspec.to_builtins,
        view_from_words=view_from_words,
    ),
    start=start,
    parse=parse,
    resolve=resolve,
    view=view,
    printout=printout,
    series=series,
    kit=kit,
    house=lambda view, rules, dice: "ADD 1",
)


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the system for one test."""
    monkeypatch.setitem(registry.SYSTEMS, "fake", __name__)
    assert __name__ in sys.modules

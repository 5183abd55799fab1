"""What the engine itself understands of events: the kinds that all rule systems tell alike, and the facts they have.

Of every other kind only its own system knows. `nmr` and `fault` are the engine's own, and call a seat `player`. The
kind that says who is out, and what a seat is called in it, are the system's words (`Course.out`, `Course.seat`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.events import Event
from pbm.core.outcome import Outcome


class Kind(msgspec.Struct, frozen=True):
    """A kind of event: the facts that each such event has, those that it may have, and whether all are told of it."""

    facts: Mapping[str, Any]
    optional: Mapping[str, Any] = {}
    public: bool = False


_FAULT = {"line": int, "column": int, "text": str, "fault_kind": str, "message": str, "rule": str}
VOCABULARY: Mapping[str, Kind] = {
    "nmr": Kind({"player": int}),
    "fault": Kind({"player": int, **_FAULT}),
    "game-over": Kind(
        {"winner": int},
        {"winners": list[int], "survivors": list[int], "points": dict[str, int], "ranking": list[list[int]]},
        public=True,
    ),
}
OUT, SEAT = "eliminated", "player"
"""The kind that says who is out, and its fact, where a system has no words of its own."""


def outcome(events: Iterable[Event], out: str = OUT, seat: str = SEAT) -> Outcome | None:
    """How a game ended in the turn of these events; None where all were told of no end: it goes on, or the moderator
    ended it. Where nobody has won and nobody is left, those who went out together as the last share a draw (BP HR-56).
    """
    told = [event for event in events if event.seen_by == "all"]
    over = next((event.facts for event in told if event.kind == "game-over"), None)
    if over is None:
        return None
    winners = tuple(over.get("winners") or [p for p in [over.get("winner", 0)] if p])
    left = winners or over.get("survivors") or over.get("ranking")
    return Outcome(
        winners=winners,
        drawn=() if left else gone(told, out, seat),
        survivors=tuple(over["survivors"]) if "survivors" in over else None,
        points={int(p): n for p, n in over.get("points", {}).items()},
        ranking=tuple(row[0] for row in over.get("ranking", ())),
    )


def gone(events: Iterable[Event], out: str = OUT, seat: str = SEAT) -> tuple[int, ...]:
    """Who went out in the turn of these events, as all were told."""
    return tuple(event.facts[seat] for event in events if event.seen_by == "all" and event.kind == out)


def modern(event: Event, renamed: Mapping[str, Mapping[str, str]]) -> Event:
    """The event with the names of today, as read from a turn that any pbm recorded; `renamed`: by kind, what an earlier
    one called a fact, and its name today.
    """
    names = renamed.get(event.kind, {})
    if not names.keys() & event.facts.keys():
        return event
    return replace(event, facts={names.get(key, key): value for key, value in event.facts.items()})


def lasting(event: Event, coded: Mapping[str, str]) -> Event:
    """The event without what an earlier pbm told as a sentence: a code stands for it today, which has no blanks, so the
    two cannot be held against each other. `coded`: by kind, that fact.
    """
    key = coded.get(event.kind)
    if key is None or " " not in str(event.facts.get(key, "")):
        return event
    return replace(event, facts={name: value for name, value in event.facts.items() if name != key})


def what_is_wrong(event: Event, out: str = OUT, seat: str = SEAT) -> str:
    """How an event breaks the vocabulary, or nothing; kinds that only its system knows are its own business."""
    kind = Kind({seat: int}, public=True) if event.kind == out else VOCABULARY.get(event.kind)
    if kind is None:
        return ""
    if kind.public and event.seen_by != "all":
        return f"{event.kind}: all are told of it"
    for key, shape in {**kind.facts, **kind.optional}.items():
        if key not in event.facts:
            if key in kind.facts:
                return f"{event.kind}: {key} is missing"
            continue
        try:
            msgspec.convert(event.facts[key], shape)
        except msgspec.ValidationError as error:
            return f"{event.kind}: {key}: {error}"
    return ""

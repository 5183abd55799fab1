"""What happened in a turn, and who may know it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

Seen = tuple[int, ...] | Literal["all"]
"""The players who see an event, ascending; `"all"` is every player and the public."""


class Event(msgspec.Struct, frozen=True):
    """One happening. `facts` holds integers, strings, booleans and lists or tables of them, never prose.

    `seen_by` has no default: whoever writes an event decides at once who knows it. A public and a
    secret version of one happening are two events.
    """

    kind: str
    seen_by: Seen
    facts: dict[str, Any]


def seen(events: Iterable[Event], viewer: int) -> tuple[Event, ...]:
    """The events that `viewer` may know; viewer 0 is the public."""
    return tuple(e for e in events if e.seen_by == "all" or viewer in e.seen_by)


def only(players: Iterable[int]) -> tuple[int, ...]:
    """`seen_by` for these players: ascending, each once, without 0."""
    return tuple(sorted({p for p in players if p}))


def event_words(event: Event) -> Mapping[str, Any]:
    """The event as plain JSON data."""
    words: Mapping[str, Any] = msgspec.to_builtins(event, str_keys=True)
    return words

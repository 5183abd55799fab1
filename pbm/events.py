"""What happened in a turn, and who may know it."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

Seen = tuple[int, ...] | Literal["all"]
"""The players who see an event, ascending; `"all"` is every player and the public."""


class Event(msgspec.Struct, frozen=True, gc=False):
    """One happening. `facts` holds integers, strings, booleans and lists or tables of them, never prose.

    `seen_by` has no default: whoever writes an event decides at once who knows it. A public and a
    secret version of one happening are two events.
    """

    kind: str
    seen_by: Seen
    facts: dict[str, Any]


def seen_by_each(events: Iterable[Event], viewers: Iterable[int]) -> dict[int, list[Event]]:
    """The events that each viewer may know, in their order; viewer 0 is the public."""
    told: dict[int, list[Event]] = {viewer: [] for viewer in viewers}
    lists = list(told.values())
    for event in events:
        if event.seen_by == "all":
            for each in lists:
                each.append(event)
        else:
            for viewer in event.seen_by:
                if viewer in told:
                    told[viewer].append(event)
    return told


def only(players: Iterable[int]) -> tuple[int, ...]:
    """`seen_by` for these players: ascending, each once, without 0."""
    return tuple(sorted({p for p in players if p}))


def event_words(event: Event) -> Mapping[str, Any]:
    """The event as plain JSON data."""
    words: Mapping[str, Any] = msgspec.to_builtins(event, str_keys=True)
    return words

"""What happened in a turn, and who may know it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
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


Heard = Mapping[str, Sequence[dict[str, Any]]]
"""What one viewer may know: the facts of the events of each kind, in the order in which they happened."""


def heard_by_each(events: Iterable[Event], viewers: Iterable[int]) -> dict[int, Heard]:
    """What each viewer may know; viewer 0 is the public. What all the world knows of a kind is there once for all."""
    by_kind: defaultdict[str, list[Event]] = defaultdict(list)
    for event in events:
        by_kind[event.kind].append(event)
    heard: dict[int, dict[str, Sequence[dict[str, Any]]]] = {viewer: {} for viewer in viewers}
    for kind, happened in by_kind.items():
        if {event.seen_by for event in happened} == {"all"}:
            facts = tuple([event.facts for event in happened])
            for each in heard.values():
                each[kind] = facts
            continue
        parts: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
        for event in happened:
            for viewer in heard if event.seen_by == "all" else event.seen_by:
                parts[viewer].append(event.facts)
        for viewer in heard.keys() & parts.keys():
            heard[viewer][kind] = parts[viewer]
    return {**heard}


def only(players: Iterable[int]) -> tuple[int, ...]:
    """`seen_by` for these players: ascending, each once, without 0."""
    return tuple(sorted({p for p in players if p}))


def event_words(event: Event) -> Mapping[str, Any]:
    """The event as plain JSON data."""
    words: Mapping[str, Any] = msgspec.to_builtins(event, str_keys=True)
    return words

"""What the engine itself understands of events: the kinds that all rule systems tell alike, and the facts they have.

Of every other kind only its own system knows. A seat is called `player` in the facts of these kinds.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.events import Event


class Kind(msgspec.Struct, frozen=True):
    """A kind of event: the facts that each such event has, those that it may have, and whether all are told of it."""

    facts: Mapping[str, Any]
    optional: Mapping[str, Any] = {}
    public: bool = False


_FAULT = {"line": int, "column": int, "text": str, "fault_kind": str, "message": str, "rule": str}
VOCABULARY: Mapping[str, Kind] = {
    "nmr": Kind({"player": int}),
    "fault": Kind({"player": int, **_FAULT}),
    "eliminated": Kind({"player": int}, public=True),
    "game-over": Kind(
        {"winner": int},
        {"winners": list[int], "survivors": list[int], "points": dict[str, int], "ranking": list[list[int]]},
        public=True,
    ),
}
OLD_NAMES: Mapping[str, Mapping[str, str]] = {"eliminated": {"nation": "player"}}
"""By kind: what pbm 0.1 called a fact, and its name today."""

SENTENCES: Mapping[str, str] = {"order-failed": "reason"}
"""By kind: a fact that is a code of wording.toml, and that pbm 0.1 told as the sentence. A code has no blanks."""


def modern(event: Event) -> Event:
    """The event with the names of today, as read from a turn that any pbm recorded."""
    names = OLD_NAMES.get(event.kind, {})
    if not names.keys() & event.facts.keys():
        return event
    return replace(event, facts={names.get(key, key): value for key, value in event.facts.items()})


def lasting(event: Event) -> Event:
    """The event without what an older pbm told as a sentence: a code stands for it today, so the two cannot be held
    against each other.
    """
    key = SENTENCES.get(event.kind)
    if key is None or " " not in str(event.facts.get(key, "")):
        return event
    return replace(event, facts={name: value for name, value in event.facts.items() if name != key})


def what_is_wrong(event: Event) -> str:
    """How an event breaks the vocabulary, or nothing; kinds that only its system knows are its own business."""
    kind = VOCABULARY.get(event.kind)
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

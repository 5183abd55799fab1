"""How a game ends (GE 1.1, HR-37): after its last turn, without a winner by rule; Total Size gives the order."""

from collections.abc import Iterable

from pbm.core.events import Event
from pbm.core.outcome import Outcome
from pbm.engine.system import Rules
from pbm.rules.gunboat_empires.state import State, over

ENDED = "ended"
DECIDES = "Total Size"
"""The ranking that the list of finished games shows; which one decides, the moderator names (GE HR-37)."""


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """GE 1.1: what all are told of a position after the last turn."""
    return (Event(ENDED, "all", {"turn": state.turn}),) if over(state) else ()


def outcome(events: Iterable[Event]) -> Outcome | None:
    """GE 1.1, HR-37: an end without a winner; None where the game goes on."""
    told = [event for event in events if event.seen_by == "all"]
    if not any(event.kind == ENDED for event in told):
        return None
    ranked = (event.facts for event in told if event.kind == "ranked")
    places = [row for facts in ranked if facts["category"] == DECIDES for row in facts["places"]]
    return Outcome(ranking=tuple(number for number, _, _ in places))

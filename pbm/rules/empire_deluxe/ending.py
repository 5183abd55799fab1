"""How a game has ended, as all are told (ED 8.7)."""

from collections.abc import Iterable

from pbm.core.events import Event
from pbm.core.outcome import Outcome
from pbm.engine import vocabulary
from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.state import State, over

ENDED, OUT = "ended", "knocked-out"
LAST, NOBODY, SHARE, LIMIT = "last", "nobody", "share", "limit"
"""By what a game ends: one player is left, or none; a share of the cities was held; the last game turn was played."""


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """ED 8.7: what all are told of a position that is over."""
    facts = {"at": state.at, "winner": state.winner, "reason": LAST if state.winner else NOBODY}
    return (Event(ENDED, "all", facts),) if over(state) else ()


def outcome(events: Iterable[Event]) -> Outcome | None:
    """ED 8.7: who has won; of nobody left, those who went out as the last share a draw. None where the game goes on."""
    told = [event for event in events if event.seen_by == "all"]
    end = next((event.facts for event in told if event.kind == ENDED), None)
    if end is None:
        return None
    if end["winner"]:
        return Outcome(winners=(end["winner"],))
    return Outcome(drawn=vocabulary.gone(told, OUT, vocabulary.SEAT) if end["reason"] == NOBODY else ())

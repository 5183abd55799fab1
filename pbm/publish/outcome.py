"""How a game ended by its rules, as the turn told it to all."""

from collections.abc import Iterable

from pbm.core.events import Event
from pbm.site.pages import Outcome


def outcome(events: Iterable[Event]) -> Outcome | None:
    """Who has won; where nobody has and nobody is left, who went out together as the last (BP HR-56). None where the
    turn told of no end: the game goes on, or the moderator ended it.
    """
    told = [event for event in events if event.seen_by == "all"]
    over = next((event.facts for event in told if event.kind == "game-over"), None)
    if over is None:
        return None
    winners = over.get("winners") or [winner for winner in [over.get("winner", 0)] if winner]
    if winners or over.get("survivors") or over.get("ranking"):
        return Outcome(tuple(winners))
    gone = [event.facts for event in told if event.kind == "eliminated"]
    return Outcome(drawn=tuple(facts["player"] for facts in gone))

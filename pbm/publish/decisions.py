"""The desk's own news: what the moderator decided about a game, told from the facts that hold no secret.

Deadlines set and moved, pauses, who stands in, absences that their player lets be shown, and whom nobody
waits for any more. A piece belongs to the last turn before it, as the moderator's own news do.
"""

import re
from collections.abc import Iterable, Iterator

from pbm.core.schedule import ScheduleFacts, read_span
from pbm.publish.time_words import day_words, time_words
from pbm.site.pages import Post
from pbm.store.deadlines import quiet_after
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.ledger import Absent, Moved, Paused, Resumed, StandIn

HOUSE = "the house"
_SIGNS = re.compile(r"[\\`*_{}\[\]()>#+.!-]")  # what a backslash before it makes plain in Markdown


def decision_news(folder: Folder) -> dict[int, list[Post]]:
    """The pieces by the turn whose page shows them."""
    pieces: dict[int, list[Post]] = {}
    for post in (*_from_facts(folder), *_unawaited(folder)):
        pieces.setdefault(post.turn, []).append(post)
    return pieces


def people(folder: Folder) -> dict[int, str]:
    """The names that may be shown, by seat; where the house plays, it says so."""
    shown = {seat.number: seat.name for seat in folder.facts.seats}
    if folder.facts.status == "running":
        shown |= {number: HOUSE for number, player in folder.players.items() if player.house}
    return shown


def _from_facts(folder: Folder) -> Iterator[Post]:
    for fact in folder.ledger.facts:
        if isinstance(fact, Moved):
            old, new = _time(fact.old), _time(fact.deadline)
            if new:
                text = f"Cards for turn {fact.turn} are due {new}{f', not {old}' if old else ''}."
            else:
                text = f"Turn {fact.turn} has no deadline for now."
            yield _post(fact.time, "The deadline", text, fact.turn, fact.reason)
        elif isinstance(fact, Paused):
            text = f"The game is paused before turn {fact.turn}. Cards are kept, and nothing is due until it resumes."
            yield _post(fact.time, "A pause", text, fact.turn, fact.reason)
        elif isinstance(fact, Resumed):
            due = f" Cards for turn {fact.turn} are due {_time(fact.deadline)}." if fact.deadline else ""
            yield _post(fact.time, "The game goes on", f"The pause is over.{due}", fact.turn)
        elif isinstance(fact, StandIn):
            who = "The house plays" if fact.house else "A stand-in plays"
            text = f"{who} for {_seat(folder, fact.player)} from turn {fact.turn} on."
            text += " The seat is no longer rated." if fact.unrated else ""
            yield _post(fact.time, "A change of hands", text, fact.turn)
        elif isinstance(fact, Absent) and fact.public:
            yield _post(fact.time, "Away", _away(folder, fact), fact.turn)


def _unawaited(folder: Folder) -> Iterator[Post]:
    """Who was waited for no more after a turn; told where missed turns are."""
    facts = folder.facts
    wanted = (facts.schedule or ScheduleFacts()).misses
    if not wanted or facts.resolve != "all-in" or facts.nmr != "public":
        return
    before: set[int] = set()
    for number in range(1, folder.last + 1):
        now = set(quiet_after(folder, number, wanted, told=True))
        for player in sorted(now - before):
            text = (
                f"The game no longer waits for {_seat(folder, player)}: {wanted} "
                f"{'turn' if wanted == 1 else 'turns'} without a card. A card that arrives in time still counts."
            )
            yield _post(folder.outline(number).date, "Not waited for", text, number + 1)
        before = now


def _away(folder: Folder, fact: Absent) -> str:
    if not fact.spans:
        return f"{_seat(folder, fact.player, start=True)} is not away after all."
    spans = [read_span(text, "absent") for text in fact.spans]
    days = [day_words(a) if a == b else f"{day_words(a)} to {day_words(b)}" for a, b in spans]
    return f"{_seat(folder, fact.player, start=True)} is away: {'; '.join(days)}."


def _seat(folder: Folder, player: int, *, start: bool = False) -> str:
    seat = next((s for s in folder.facts.seats if s.number == player), None)
    country = f" ({_literal(seat.country or seat.home)})" if seat else ""
    return f"{'Player' if start else 'player'} {player}{country}"


def _literal(name: str) -> str:
    """A name as Markdown that shows it as it stands: these pieces speak in the moderator's voice."""
    return _SIGNS.sub(r"\\\g<0>", name)


def _time(text: str) -> str:
    return time_words(read_time(text, "deadline")) if text else ""


def _post(time: str, title: str, text: str, turn: int, reason: str = "") -> Post:
    told: Iterable[str] = (text, " ".join(reason.split()))
    return Post(time, title, "", "\n\n".join(filter(None, told)), turn=turn - 1)

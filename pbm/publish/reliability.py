"""How reliably people send their cards: turns for which a game waited for them, and cards that came.

For the moderator by the names in players.toml, of all games; for the site of ended games alone, of players who asked to
be rated, and from what all were told.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

import msgspec

from pbm.core.schedule import read_span
from pbm.store.deadlines import in_zone, missing
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.ledger import Absent, StandIn

RECENT = 5  # turns


class Kept(msgspec.Struct, frozen=True):
    """A person's record: their seats as (game, player), turns for which a game waited for them, cards that came in
    time, turns without a card on days of an announced absence, which are not among those asked, and what became of the
    newest turns, oldest first (True: the card came).
    """

    name: str
    seats: tuple[tuple[str, int], ...]
    asked: int
    sent: int
    away: int
    recent: tuple[bool, ...]


def reliability(folders: Iterable[Folder]) -> tuple[Kept, ...]:
    """By person, whoever sends least of their cards first; seats of the house are nobody's, and turns before a stand-in
    took a seat over are not theirs. Where a seat has no name, it is a person of its own.
    """
    found: dict[str, list[tuple[Folder, int]]] = {}
    for folder in folders:
        for number, facts in sorted(folder.players.items()):
            if not facts.house:
                found.setdefault(facts.name or f"{folder.game} [{number}]", []).append((folder, number))
    rows = [_kept(name, seats) for name, seats in found.items()]
    return tuple(sorted((row for row in rows if row.asked or row.away), key=lambda it: (it.sent - it.asked, it.name)))


def _kept(name: str, seats: list[tuple[Folder, int]]) -> Kept:
    turns: list[tuple[str, bool]] = []
    away = 0
    for folder, player in seats:
        began = max(
            (fact.turn for fact in folder.ledger.facts if isinstance(fact, StandIn) and fact.player == player),
            default=1,
        )
        for turn in range(max(1, began), folder.last + 1):
            record = folder.record(turn)
            if player in record.cards:
                turns.append((record.date, True))
            elif player in missing(folder, turn):
                if was_away(folder, player, record.deadline or record.date):
                    away += 1
                else:
                    turns.append((record.date, False))
    came = [sent for _, sent in sorted(turns, key=lambda it: it[0])]
    places = tuple((folder.game, player) for folder, player in seats)
    return Kept(name, places, len(came), sum(came), away, tuple(came[-RECENT:]))


def was_away(folder: Folder, player: int, when: str) -> bool:
    """Whether a player had announced by then to be away at that time."""
    time = read_time(when, "time")
    day = in_zone(folder, time).date()
    spans = _announced(folder, player, time)
    return any(first <= day <= last for first, last in (read_span(text, "absent") for text in spans))


def _announced(folder: Folder, player: int, time: datetime) -> tuple[str, ...]:
    facts = (fact for fact in folder.ledger.facts if isinstance(fact, Absent) and fact.player == player)
    known = [fact.spans for fact in facts if read_time(fact.time, "time") <= time]
    return known[-1] if known else ()


def told_missing(folder: Folder) -> Mapping[int, int] | None:
    """By player the turns that they missed, as far as all were told; None where nobody is told of any."""
    if folder.facts.nmr != "public":
        return None
    counts = {seat.number: 0 for seat in folder.facts.seats}
    for turn in range(1, folder.last + 1):
        for player in missing(folder, turn, told=True):
            counts[player] += 1
    return counts

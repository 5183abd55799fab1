"""What is due, and one step of a game: take in the inbox, resolve at most one turn."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from pbm import inbox
from pbm.errors import PbmError
from pbm.publish.still import NEVER
from pbm.store.facts import read_time
from pbm.store.folder import Folder
from pbm.store.lock import locked
from pbm.store.play import Table, end_if_over, lay_table, resolve_turn


class Advance(msgspec.Struct, frozen=True):
    """What a run did to a game: what it took in, the turn it resolved (0: none), whether the game ended."""

    intake: inbox.Intake = inbox.Intake()
    resolved: int = 0
    why: str = ""
    ended: bool = False

    @property
    def did_something(self) -> bool:
        """Whether anything was changed."""
        return bool(self.intake.arrivals or self.resolved or self.ended)


def due(table: Table, now: datetime) -> str:
    """Why the next turn is due, or nothing.

    A deadline under which a turn was resolved already is used up: the moderator sets the next one.
    """
    folder = table.folder
    if folder.facts.status != "running" or folder.ledger.is_handed_over:
        return ""
    deadline = inbox.open_deadline(folder)
    if deadline and now > read_time(deadline, "deadline"):
        return "its deadline is over"
    if folder.facts.resolve == "all-in":
        awaited = table.system.awaited(table.state(folder.last))
        if awaited and set(awaited) <= set(inbox.waiting(folder)):
            return "every card is there"
    return ""


def has_work(table: Table, now: datetime) -> bool:
    """Whether a run has anything to do; looked at without the lock, so that an idle run touches nothing."""
    folder = table.folder
    if not folder.is_clean or inbox.has_mail(folder) or due(table, now):
        return True
    return folder.facts.status == "running" and table.system.over(table.state(folder.last))


def quiet_until(folders: Iterable[Folder], now: datetime) -> str:
    """When the next deadline ends, as an ISO time, if nothing is to be done before; "" where work waits now."""
    until = NEVER
    for folder in folders:
        if has_work(lay_table(folder), now):
            return ""
        deadline = inbox.open_deadline(folder)
        if deadline and folder.facts.status == "running":
            until = min(until, read_time(deadline, "deadline").astimezone(UTC).isoformat())
    return until


def advance(folder: Folder, now: datetime, command: str, *, force: bool = False) -> Advance:
    """Take in the inbox of a game and resolve its next turn if that is due (or forced); one turn at most."""
    if not force and not has_work(lay_table(folder), now):
        return Advance()
    if force and folder.ledger.is_handed_over:
        raise PbmError(f"{folder.game} was handed over: another moderator resolves its turns.")
    with locked(folder.private, command):
        folder.refresh()
        folder.settle()
        table = lay_table(folder)
        ended = end_if_over(table)
        intake = inbox.ingest(table, now)
        why = "the moderator wants it" if force and folder.facts.status == "running" else due(table, now)
        if not why:
            return Advance(intake, ended=ended)
        resolve_turn(table, inbox.waiting_cards(table), now)
        return Advance(intake, folder.last, why, folder.facts.status == "finished")

"""What is due, and one step of a game: take in the inbox, resolve at most one turn."""

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.publish.unchanged import NEVER
from pbm.store.deadlines import EVERY_CARD, check_clock, check_next, closes_at, must_set_next, set_next, slip, why_due
from pbm.store.folder import Folder
from pbm.store.house_cards import with_house
from pbm.store.lock import locked
from pbm.store.play import GameTable, end_if_over, lay_table, resolve_turn

NO_MAIL = (
    "{game}: turn {turn} waits: not all mail could be fetched, and it may include cards that came in time. Repair "
    "that, or `pbm resolve {game} --without-mail` resolves it with the cards on file."
)


class Advance(msgspec.Struct, frozen=True):
    """What a run did to a game: what it took in, the turn it resolved (0: none), whether the game ended; the
    deadline that it set by the schedule, or "". waits: why a turn that is due was not resolved, a sentence, or "".
    """

    intake: inbox.Intake = inbox.Intake()
    resolved: int = 0
    why: str = ""
    ended: bool = False
    deadline: str = ""
    waits: str = ""

    @property
    def did_something(self) -> bool:
        """Whether anything was changed."""
        return bool(self.intake.arrivals or self.resolved or self.ended or self.deadline)


def due(table: GameTable, now: datetime) -> str:
    """Why the next turn is due, or nothing."""
    folder = table.folder
    return why_due(folder, now, lambda: table.system.course.awaited(table.state(folder.last)))


def still_paused(folder: Folder) -> str:
    """That a game stands still, and what lets it go on."""
    return f"{folder.game} is paused before turn {folder.last + 1}; `pbm resume {folder.game}` resumes it."


def has_work(table: GameTable, now: datetime) -> bool:
    """Whether a run has anything to do; looked at without the lock, so that an idle run touches nothing."""
    folder = table.folder
    if not folder.is_clean or inbox.has_work(folder, now) or due(table, now) or must_set_next(folder):
        return True
    return folder.facts.status == "running" and table.system.course.over(table.state(folder.last))


def quiet_until(folders: Iterable[Folder], now: datetime) -> str:
    """When the next deadline ends, as an ISO time, if nothing is to be done before; "" where work waits now."""
    until = NEVER
    try:
        for folder in folders:
            if has_work(lay_table(folder), now):
                return ""
            closes = closes_at(folder)
            if closes:
                until = min(until, closes.astimezone(UTC).isoformat())
    except PbmError:  # told where the game is worked at
        return ""
    return until


def advance(
    folder: Folder,
    now: datetime,
    command: str,
    *,
    force: bool = False,
    clock_ok: bool = False,
    border: tuple[str, ...] = (),
    has_mail: bool = True,
) -> Advance:
    """Take in the inbox of a game and resolve its next turn if that is due (or forced); one turn at most.

    border: the mail hosts whose word on a sender's address is taken. has_mail: whether all mail was fetched; where it
    was not, no turn is resolved but one for which every card is there. A clock that is behind what is on file must
    be known to be right (security 10.2, row 51). PbmError where a turn is forced that may not come: of a game that
    is paused, over, or handed over.
    """
    if not force and not has_work(lay_table(folder), now):
        return Advance()
    if force and folder.ledger.is_handed_over:
        raise PbmError(f"{folder.game} was handed over: another moderator resolves its turns.")
    with locked(folder.private, command):
        folder.refresh()
        folder.settle()
        if force and folder.facts.status != "running":
            raise PbmError(f"{folder.game} is over; there is no further turn.")
        if force and folder.facts.paused:
            raise PbmError(still_paused(folder))
        table = lay_table(folder)
        check_clock(folder, now, is_right=clock_ok)
        check_next(folder, now)
        ended = end_if_over(table)
        intake = inbox.ingest(table, now, border, has_all=has_mail)
        deadline = set_next(folder, now)  # where a run was killed after its turn, or the schedule is new
        why = "early, by the moderator" if force and folder.facts.status == "running" else due(table, now)
        if not why:
            return Advance(intake, ended=ended, deadline=deadline)
        if not force and why != EVERY_CARD and (wrong := slip(folder, now)):
            return Advance(intake, ended=ended, deadline=deadline, waits=wrong)
        if not has_mail and why != EVERY_CARD:
            waits = NO_MAIL.format(game=folder.game, turn=folder.last + 1)
            return Advance(intake, ended=ended, deadline=deadline, waits=waits)
        resolve_turn(table, with_house(table, inbox.waiting_cards(table)), now)
        deadline = set_next(folder, now)
        return Advance(intake, folder.last, why, folder.facts.status == "finished", deadline)

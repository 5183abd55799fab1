"""The outbox: drafts of what is due, and their way to the server. No letter goes twice.

`draft_due` lays what is new into output/outbox, as files that any mail program opens; `send_due` sends what lies
there. A draft that the moderator takes away is his: he has sent it himself, or does not want it, and it is not written
again unless he asks. What is needed for that is loaded only where mail.toml says that letters are written.
"""

import re
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.errors import PbmError
from pbm.post.journal import Again, Journal, Settled, draft_path, journal_path, troubles
from pbm.post.report import MailReport
from pbm.post.settings import read_settings, settings_path
from pbm.store.disk import Disk
from pbm.store.facts import write_time
from pbm.store.folder import Folder, game_ids
from pbm.store.lock import locked

if TYPE_CHECKING:
    from pbm.mail.smtp import Postman
    from pbm.post.queue import Queue

__all__ = ["draft_due", "from_before", "listed", "send_again", "send_due", "settle", "to_go", "troubles", "writing"]

PRINTOUT = re.compile(r"([^/]+)/t([0-9]+)(?:\.([0-9]+))?/p([0-9]+)")

Spans = Callable[[Folder], tuple[timedelta, ...]]
"""How long before a game's deadline its players are reminded."""


def draft_due(
    root: Path, now: datetime, games: Iterable[str] = (), *, spans: Spans | None = None, disk: Disk | None = None
) -> MailReport:
    """Write drafts of what is due into output/outbox. Where all is as it was, nothing is touched.

    Without a sender in mail.toml nothing is written at all.
    """
    if read_settings(root, disk).out is None:
        return MailReport()
    queue = _queue(root, now, games, spans, disk)
    report = MailReport(problems=queue.problems)
    if queue.has_work():
        with _locked(root, queue.disk):
            queue = _queue(root, now, games, spans, disk)
            report = MailReport(problems=queue.problems)
            queue.draft(report)
    return report


def send_due(
    root: Path,
    clock: Callable[[], datetime],
    postman: "Postman",
    games: Iterable[str] = (),
    *,
    sleep: Callable[[float], None] | None = None,
    patient: bool = True,
    hold_pages: bool = False,
    spans: Spans | None = None,
    disk: Disk | None = None,
) -> MailReport:
    """Write what is due and send it, one letter after the other. PbmError where no sender is set. hold_pages: letters
    that name pages of the site wait for the next run.

    sleep: waits where more would go out in a minute than the settings allow; without it the rest is left to the next
    run. patient: a server that was not reached lately is left alone for a while; a letter that failed always is.
    """
    from pbm.post.sending import send_all

    if read_settings(root, disk).out is None:
        raise PbmError(f"{settings_path(root)}: has no [out] with a sender, so nothing can be sent.")
    queue = _queue(root, clock(), games, spans, disk)
    if not queue.has_work() and not queue.to_send():
        return MailReport(problems=queue.problems)
    with _locked(root, queue.disk):
        queue = _queue(root, clock(), games, spans, disk)
        report = MailReport(problems=queue.problems)
        queue.draft(report)
        try:
            send_all(queue, clock, postman, report, sleep, patient=patient, hold_pages=hold_pages)
        finally:
            postman.close()
    return report


def from_before(root: Path, now: datetime, games: Iterable[str] = ()) -> tuple[list[str], list[str]]:
    """Where sending begins with this run, the drafts that were written before mail.toml named a server: the newest
    printout of each player, and all others. Nothing where letters went out before, or were tried to.
    """
    journal = Journal(root)
    if journal.sendings or journal.unreachable or not journal.letters:
        return [], []
    ready = _queue(root, now, games, None, None).to_send()
    old = [due.id for due in ready if not journal.standing(due.id).to_send]
    newest: dict[tuple[str, str], tuple[tuple[int, int], str]] = {}
    for letter in old:
        if found := PRINTOUT.fullmatch(letter):
            game, turn, edition, player = found.groups()
            key = (int(turn), int(edition or 1)), letter
            newest[game, player] = max(key, newest.get((game, player), key))
    chosen = {letter for _, letter in newest.values()}
    return [letter for letter in old if letter in chosen], [letter for letter in old if letter not in chosen]


def to_go(root: Path, now: datetime, games: Iterable[str] = (), without: Iterable[str] = ()) -> list[str]:
    """A line for each letter that would be sent: its id, whom it goes to, its subject. Nothing is changed."""
    from pbm.mail.writing import OutgoingMail

    queue = _queue(root, now, games, None, None)
    report, left = MailReport(), set(without)
    lines = []
    for due in queue.due:
        is_ready = queue.must_draft(due) or queue.must_send(queue.journal.standing(due.id), due.id)
        letter = queue.made(due, report) if is_ready and due.id not in left else None
        if isinstance(letter, OutgoingMail):
            lines.append(f"{due.id:<24} {', '.join(letter.to)}: {letter.subject}")
    return [*lines, *report.problems, *queue.problems]


def send_again(root: Path, letter: str, now: datetime, *, spans: Spans | None = None) -> None:
    """Note that the moderator wants a letter again; PbmError where there is none of that id."""
    if read_settings(root).out is None:
        raise PbmError(f"{settings_path(root)}: has no [out] with a sender, so no letter can be written.")
    game = letter.partition("/")[0]
    queue = _queue(root, now, (game,), spans, None) if game in game_ids(root) else None
    known = {due.id for due in queue.due} if queue else set()
    old = re.fullmatch(r"[^/]+/t[0-9]+(\.[0-9]+)?/p[0-9]+", letter)
    if letter not in known and not (old and letter in Journal(root).letters):
        raise PbmError(f"There is no letter {letter!r}; `pbm mail --list` names them.")
    with _locked(root, Disk()):
        Journal(root).note(Again(letter, write_time(now)))


def settle(root: Path, letters: Iterable[str], now: datetime) -> list[str]:
    """Note that the moderator has dealt with letters, each named by its id, or by its game: then all drafts of that
    which wait. Returns their ids. PbmError where nothing is known of one.
    """
    with _locked(root, Disk()):
        journal = Journal(root)
        found: list[str] = []
        for name in letters:
            those = [name] if name in journal.letters else _waiting(journal, name)
            if not those and name not in game_ids(root):
                raise PbmError(f"There is no letter {name!r}; `pbm mail --list` names them.")
            found += those
        journal.note(*(Settled(letter, write_time(now)) for letter in found))
    for letter in found:
        if draft_path(root, letter).is_file():
            Disk().remove(draft_path(root, letter))
    return found


def _waiting(journal: Journal, game: str) -> list[str]:
    """The letters of a game that may still be sent."""
    return [letter for letter, it in journal.letters.items() if letter.startswith(f"{game}/") and it.is_open]


def listed(root: Path, now: datetime, games: Iterable[str] = (), *, spans: Spans | None = None) -> list[str]:
    """A line for each letter that there is: its id, how it stands, since when, and why."""
    queue = _queue(root, now, games, spans, None)
    names = [due.id for due in (queue.due if queue.out else ())]
    wanted = set(names)
    names += [it for it in queue.journal.letters if it.partition("/")[0] in queue.games and it not in set(names)]
    lines = []
    for letter in names:
        it = queue.journal.standing(letter)
        gone = it.state == "drafted" and not queue.must_send(it, letter)
        state = ("drafted, removed" if letter in wanted else "no longer due") if gone else it.state
        lines.append(f"{letter:<24} {state:<19} {it.time}  {it.why}".rstrip())
    return [*lines, *queue.remarks, *queue.problems]


def writing(root: Path) -> AbstractContextManager[None]:
    """The lock under which letters are kept and sent."""
    return _locked(root, Disk())


def _queue(root: Path, now: datetime, games: Iterable[str], spans: Spans | None, disk: Disk | None) -> "Queue":
    from pbm.post.queue import Queue

    return Queue(root, now, games, spans, disk)


def _locked(root: Path, disk: Disk) -> AbstractContextManager[None]:
    """One writer at a time; apart from the lock of what fetches mail, which need not wait for a slow server."""
    folder = journal_path(root).parent / "outbox"
    disk.make_folder(folder)
    return locked(folder, "pbm mail", "the outbox")

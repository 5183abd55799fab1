"""Letters on their way to the server: never faster than the settings allow, each step noted before the next."""

import hashlib
import re
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

from pbm.mail import smtp
from pbm.mail.writing import OutgoingMail, bare_address, write_letter
from pbm.post.journal import LONGEST_WAIT, Failed, GivenUp, Sending, Sent, Unreachable
from pbm.post.queue import Queue
from pbm.post.report import MailReport
from pbm.store.facts import read_time, write_time

MINUTE = timedelta(minutes=1)
NAMES_PAGES = re.compile("[^/]+/(t[0-9.]+|end|revealed)/p[0-9]+")  # printouts, and how a game ended


def send_all(
    box: Queue,
    clock: Callable[[], datetime],
    postman: smtp.Postman,
    report: MailReport,
    sleep: Callable[[float], None] | None,
    *,
    patient: bool,
    hold_pages: bool = False,
) -> None:
    """Send what lies ready, one after the other, and note each step before the next. Needs the lock.

    sleep, patient, hold_pages: see `pbm.post.outbox.send_due`.
    """
    assert box.out
    queue = box.to_send()
    if hold_pages:
        report.waiting += [due.id for due in queue if NAMES_PAGES.fullmatch(due.id)]
        queue = [due for due in queue if not NAMES_PAGES.fullmatch(due.id)]
    waits = box.journal.server_waits_until()
    if patient and waits and _is_before(clock(), waits):
        report.waiting += [due.id for due in queue]
        return
    pace = _Pace(box.out.per_minute, box.journal.sendings, clock, sleep)
    for k, due in enumerate(queue):
        standing = box.journal.standing(due.id)
        until = standing.waits_until()
        if not standing.is_urgent and until and _is_before(clock(), until):
            report.waiting.append(due.id)
            continue
        letter = box.made(due, report)
        if not isinstance(letter, OutgoingMail):
            continue
        if not pace.may_go():
            report.waiting += [it.id for it in queue[k:]]
            return
        if not _send(box, clock, postman, due.id, letter, report):
            report.waiting += [it.id for it in queue[k + 1 :]]
            return


def _send(
    box: Queue,
    clock: Callable[[], datetime],
    postman: smtp.Postman,
    letter_id: str,
    letter: OutgoingMail,
    report: MailReport,
) -> bool:
    """Send one letter, and note each step before the next; False where no other should be tried now."""
    assert box.out
    data = write_letter(letter)
    try:
        postman.open()
    except smtp.UnreachableError as error:
        box.journal.note(Unreachable(write_time(clock()), str(error)))
        report.problems.append(f"{error}.")
        report.waiting.append(letter_id)
        return False
    box.journal.note(Sending(letter_id, write_time(clock()), hashlib.sha256(data).hexdigest()))
    try:
        notes = postman.send(bare_address(letter.sender), letter.to, data)
    except smtp.RefusedError as error:
        tries = box.journal.standing(letter_id).tries + 1
        over = error.lasting or tries >= box.out.tries
        fact = GivenUp if over else Failed
        box.journal.note(fact(letter_id, write_time(clock()), str(error)))
        report.problems.append(f"{letter_id}: {error}{'; it is given up' if over else ''}.")
        return True
    except smtp.DoubtfulError as error:
        report.problems.append(f"{letter_id}: {error}; it is sent again only if you ask for it with --again.")
        return False
    box.journal.note(Sent(letter_id, write_time(clock()), notes))
    report.sent.append(letter_id)
    report.problems += [f"{letter_id}: {note}." for note in notes]
    if box.path(letter_id).is_file():
        box.disk.remove(box.path(letter_id))
    return True


def _is_before(now: datetime, until: datetime) -> bool:
    """Whether to wait still. No wait is longer than the longest: one that is was noted by a clock that ran ahead."""
    return until - LONGEST_WAIT <= now < until


class _Pace:
    """No more letters in a minute than are allowed, those of the last run counted."""

    def __init__(
        self, most: int, sendings: list[str], clock: Callable[[], datetime], sleep: Callable[[float], None] | None
    ) -> None:
        self.most, self.clock, self.sleep = most, clock, sleep
        now = clock()
        times = [read_time(time, "time") for time in sendings[-most:]]
        self.recent = deque(time for time in times if now - MINUTE < time <= now)

    def may_go(self) -> bool:
        """Wait until one more may go, or say that it may not."""
        while self.recent and self.recent[0] <= self.clock() - MINUTE:
            self.recent.popleft()
        if len(self.recent) >= self.most:
            if self.sleep is None:
                return False
            rest = self.recent[0] + MINUTE - self.clock()  # the clock may be set while we look at it
            self.sleep(min(max(rest, timedelta()), MINUTE).total_seconds())
            self.recent.popleft()
        self.recent.append(self.clock())
        return True

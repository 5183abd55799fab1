"""private/deadlines.json: the deadlines that were set by pbm, or seen by it while they still lay in the future.

One that is in game.toml, is over, and was never seen before is a slip of the hand, such as a wrong year: no turn is
resolved by it. A game from before there was such a file is taken as it is, unless its deadline is older than its
last turn.
"""

from datetime import datetime

import msgspec

from pbm.store.facts import read_time
from pbm.store.loss import Turns

NAME = "deadlines.json"
KEPT = 12  # the newest ones; an undone turn has an older one back


def seen(folder: Turns) -> list[str] | None:
    """The deadlines, the newest last; None where there is no such file, or none that can be read."""
    path = folder.private / NAME
    if not path.exists():
        return None
    try:
        return msgspec.json.decode(folder.disk.read(path), type=list[str])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def note_seen(folder: Turns, deadline: str) -> None:
    """Remember a deadline. Needs the lock."""
    before = seen(folder) or []
    if deadline and deadline not in before:
        now_known = [*before, deadline][-KEPT:]
        folder.disk.replace(folder.private / NAME, msgspec.json.encode(now_known) + b"\n")


def must_note(folder: Turns, deadline: str) -> bool:
    """Whether a deadline was not seen yet."""
    return bool(deadline) and deadline not in (seen(folder) or ())


def is_slip(folder: Turns, deadline: str, now: datetime) -> bool:
    """Whether this deadline, that of the next turn, is to be confirmed: it is over, and nobody saw it before it was."""
    if not deadline or now <= (time := read_time(deadline, "deadline")):
        return False
    known = seen(folder)
    if known is not None:
        return deadline not in known
    return bool(folder.last) and time <= read_time(folder.record(folder.last).date, "date")

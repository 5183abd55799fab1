"""content/post/outbox.jsonl: what became of each letter, one fact a line, added at the end and flushed.

Letters are made from what is on file and can be made again; that one was sent can only be known from here. So
"sending" is noted before the first byte goes out, and "sent" when the server has said so. A letter that is "sending"
and nothing more is in doubt: it may have arrived. It is never sent again but by the moderator's word.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

import msgspec

from pbm.post.settings import read_settings
from pbm.store.disk import Disk
from pbm.store.facts import read_time
from pbm.store.jsonl import read_lines, set_torn_end_apart, torn_end, write_lines


class Drafted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="drafted"):
    """A letter was laid into output/outbox. grounds: a digest of all that it was made from. to_send: mail.toml named a
    server by then, so that it is to be sent from here.
    """

    id: str
    time: str
    grounds: str = ""
    to_send: bool = False


class Sending(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sending"):
    """From now on it may be on its way. sha256: of its bytes."""

    id: str
    time: str
    sha256: str


class Sent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="sent"):
    """The server has taken it; notes: addressees that it did not take."""

    id: str
    time: str
    notes: tuple[str, ...] = ()


class Failed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="failed"):
    """The server has not taken it now. It was certainly not delivered."""

    id: str
    time: str
    why: str


class GivenUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="given-up"):
    """It was not delivered and is not tried again."""

    id: str
    time: str
    why: str


class Skipped(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="skipped"):
    """It is not written: nobody may be sent it, or he was sent enough."""

    id: str
    time: str
    why: str


class Again(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="again"):
    """The moderator wants it written and sent again, whatever became of it."""

    id: str
    time: str


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="settled"):
    """The moderator has seen to it himself."""

    id: str
    time: str


class Unreachable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unreachable"):
    """The server could not be reached: no letter's fault."""

    time: str
    why: str


Entry = Drafted | Sending | Sent | Failed | GivenUp | Skipped | Again | Settled | Unreachable
State = Literal["new", "drafted", "in doubt", "sent", "failed", "given up", "skipped", "wanted", "settled"]

_STATES: dict[type, State] = {
    Drafted: "drafted",
    Sending: "in doubt",
    Sent: "sent",
    Failed: "failed",
    GivenUp: "given up",
    Skipped: "skipped",
    Again: "wanted",
    Settled: "settled",
}
_FIRST_WAIT, LONGEST_WAIT = timedelta(minutes=5), timedelta(hours=12)
_SERVER_WAIT = timedelta(hours=1)


class LetterState(msgspec.Struct, frozen=True):
    """How it stands with a letter: its state, since when, why, how often it failed, what it was made from.

    is_urgent: the moderator asked for it, so that neither a draft taken away nor a limit holds it. to_send: as of
    Drafted.
    """

    state: State = "new"
    time: str = ""
    why: str = ""
    tries: int = 0
    grounds: str = ""
    is_urgent: bool = False
    to_send: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it may still be sent."""
        return self.state in ("drafted", "failed", "wanted")

    def waits_until(self) -> datetime | None:
        """Before when it is not tried again: the waits grow threefold with each failure, up to twelve hours."""
        if self.state != "failed":
            return None
        wait: timedelta = min(_FIRST_WAIT * 3 ** min(self.tries - 1, 10), LONGEST_WAIT)
        return read_time(self.time, "time") + wait


NEW = LetterState()


class Journal:
    """The journal as it stands, and the way to add to it. One writer at a time: see `pbm.post.outbox`."""

    def __init__(self, root: Path, disk: Disk | None = None) -> None:
        self.disk = disk or Disk()
        self.path = journal_path(root)
        self.letters: dict[str, LetterState] = {}
        self.sendings: list[str] = []  # the times of all that ever began to go out, oldest first
        self.unreachable: list[Unreachable] = []  # since the server last took a letter
        self.torn = b""
        self.newest = ""  # the time of the last entry
        self._read()

    def _read(self) -> None:
        if not self.path.exists() and not self.path.is_symlink():
            return
        data = self.disk.read(self.path)
        self.torn = torn_end(data)
        for entry in read_lines(data, self.path, Entry):
            self._fold(entry)

    def standing(self, letter: str) -> LetterState:
        """How it stands with a letter; one that nothing is known of is new."""
        return self.letters.get(letter, NEW)

    def note(self, *entries: Entry) -> None:
        """Add to the journal; when this returns, it is on the disk. A torn last line is first set apart."""
        if not entries:
            return
        if self.torn:
            set_torn_end_apart(self.disk, self.path, self.disk.read(self.path))
            self.torn = b""
        self.disk.make_folder(self.path.parent)
        self.disk.append(self.path, write_lines(entries))
        for entry in entries:
            self._fold(entry)

    def _fold(self, entry: Entry) -> None:
        self.newest = entry.time
        if isinstance(entry, Unreachable):
            self.unreachable.append(entry)
            return
        before = self.standing(entry.id)
        tries, grounds, is_urgent, to_send = before.tries, before.grounds, before.is_urgent, before.to_send
        why = getattr(entry, "why", "")
        if isinstance(entry, Drafted):
            grounds, to_send = entry.grounds, to_send or entry.to_send
        elif isinstance(entry, Sending):
            self.sendings.append(entry.time)
        elif isinstance(entry, Sent):
            self.unreachable.clear()
            why, is_urgent = " ".join(entry.notes), False
        elif isinstance(entry, (Failed, GivenUp)):
            tries += 1
            self.unreachable.clear()
        elif isinstance(entry, Again):
            tries, is_urgent = 0, True
        self.letters[entry.id] = LetterState(_STATES[type(entry)], entry.time, why, tries, grounds, is_urgent, to_send)

    def server_waits_until(self) -> datetime | None:
        """Before when a patient run does not try the server again; None where it was reached last time."""
        if not self.unreachable:
            return None
        wait: timedelta = min(_FIRST_WAIT * 2 ** min(len(self.unreachable) - 1, 10), _SERVER_WAIT)
        return read_time(self.unreachable[-1].time, "time") + wait


def journal_path(root: Path) -> Path:
    """Where the journal lies; its folder is private."""
    return root / "content" / "post" / "outbox.jsonl"


def draft_path(root: Path, letter: str) -> Path:
    """Where the draft of a letter lies: that of EU-7/t5/p3 is output/outbox/EU-7/t5-p3.eml."""
    game, _, rest = letter.partition("/")
    return root / "output" / "outbox" / game / f"{rest.replace('/', '-')}.eml"


def _waits(root: Path, letter: str, it: LetterState) -> bool:
    """Whether a letter may wait for the server; a draft that the moderator took away does not."""
    return it.is_open and (it.state != "drafted" or it.is_urgent or it.tries > 0 or draft_path(root, letter).is_file())


def _has_server(root: Path) -> bool:
    """Whether mail.toml names a server for letters; PbmError where it cannot be read."""
    out = read_settings(root).out
    return out is not None and bool(out.host)


def troubles(root: Path, games: Iterable[str] = ()) -> list[str]:
    """What the moderator should know of letters, a sentence each: in doubt, given up, waiting for the server.

    games: only those, or all. It loads nothing but the journal, and mail.toml where the server was not reached;
    PbmError where one of them is damaged.
    """
    journal = Journal(root)
    chosen = set(games)
    told = []
    if journal.torn:
        told.append(f"{journal.path}: the last line is incomplete; the next letter sets it aside.")
    for letter, it in sorted(journal.letters.items()):
        if chosen and letter.partition("/")[0] not in chosen:
            continue
        if it.state == "in doubt":
            told.append(
                f"{letter}: it may or may not have been sent ({it.time}); ask the player, "
                f"then pbm mail --send --again {letter}, or --done {letter}"
            )
        elif it.state == "given up":
            told.append(f"{letter}: not delivered and given up: {it.why} (pbm mail --again {letter}, or --done)")
        elif it.state == "failed":
            tries = "once" if it.tries == 1 else f"{it.tries} times"
            told.append(f"{letter}: not delivered yet, tried {tries}: {it.why}")
        elif it.state == "sent" and it.why:
            told.append(f"{letter}: sent, but not to all: {it.why}")
        elif it.state == "skipped" and it.time[:10] == journal.newest[:10] and "/r" in letter:
            told.append(f"{letter}: no receipt was written: {it.why}")
    if journal.unreachable and _has_server(root) and any(_waits(root, *it) for it in journal.letters.items()):
        last = journal.unreachable[-1]
        told.append(f"Letters wait because the server could not be reached ({last.time}): {last.why}")
    return told

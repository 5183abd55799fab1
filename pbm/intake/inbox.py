"""What lies in a game's inbox becomes receipts: accepted, late, held, refused or ignored, each with its reason.

Nothing received is ever deleted. A file is copied, as it is, to private/received under the number of its
arrival and its SHA-256, and goes from the inbox; what was decided about it stands in the ledger. It is not moved:
who still wrote to it would go on in what is kept. One bad file never delays the next.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec.structs import replace

from pbm.cards.text import plain_card
from pbm.errors import PbmError, shown_name
from pbm.intake.judge import Judge, effective
from pbm.intake.received import KEPT, came, kept_name, reading_of
from pbm.store.deadlines import closes_at, open_deadline, slip
from pbm.store.disk import CopyError
from pbm.store.facts import read_time, write_time
from pbm.store.folder import ASIDE, Folder
from pbm.store.ledger import Admitted, Closed, Fact, Receipt
from pbm.store.play import GameTable
from pbm.store.seen import must_note, note_seen

LARGEST = 1 << 20
KINDS = (".txt", ".eml")
_FETCHED = re.compile(r"[0-9]{8}T[0-9]{6}Z-([0-9a-f]{12})[0-9a-f]{52}[.](?:eml|txt)")


class Arrival(msgspec.Struct, frozen=True):
    """A receipt, with the file's name in the inbox where this run still knows it."""

    receipt: Receipt
    file: str


class Intake(msgspec.Struct, frozen=True):
    """What a run took in, a sentence for each player of whom several cards came, and one for each file that it left
    where it was.
    """

    arrivals: tuple[Arrival, ...] = ()
    several: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def has_mail(folder: Folder) -> bool:
    """Whether something waits to be taken in: in the inbox, or kept by a run that broke off."""
    return bool(_waiting_files(folder)[0]) or bool(_unjudged(folder))


def has_work(folder: Folder, now: datetime) -> bool:
    """Whether a run would note anything: arrivals, or that it is the first after the deadline."""
    return has_mail(folder) or _must_close(folder, now) or must_note(folder, open_deadline(folder))


def _must_close(folder: Folder, now: datetime) -> bool:
    closes = closes_at(folder)
    over = closes is not None and now > closes and not slip(folder, now)
    return over and not folder.ledger.closed(folder.last + 1, open_deadline(folder))


def ingest(table: GameTable, now: datetime, border: tuple[str, ...] = (), *, has_all: bool = True) -> Intake:
    """Take in what lies in the inbox. Needs the lock; a broken run is taken up where it ended.

    border: the mail hosts whose word on a sender's address is taken. has_all: whether all mail was fetched; else cards
    may lie in a mailbox still that came in time, and what comes from now on is not late yet.
    """
    folder = table.folder
    is_wrong = bool(slip(folder, now))
    if not is_wrong:
        note_seen(folder, open_deadline(folder))
    names, left = _waiting_files(folder)
    names = folder.disk.by_time(folder.inbox, names)
    origin: dict[str, str] = {}
    serial = max(
        (int(found[1]) for found in map(KEPT.fullmatch, folder.disk.names(folder.received)) if found),
        default=0,
    )
    serial = max(serial, len(folder.ledger.receipts))  # a file may be gone since its player was forgotten
    halfway = "".join(_unjudged(folder)[-1:])  # a run may have broken off before it took this one from the inbox
    for name in names:
        path = folder.inbox / name
        try:
            file = folder.disk.open(path)
        except PbmError as unreadable:  # it belongs to another user: the cards beside it need not wait for that
            left.append(str(unreadable))
            continue
        with file:
            seen = os.fstat(file.fileno())
            try:
                kept = _keep(folder, file, name, serial + 1, halfway)
            except CopyError as unreadable:  # a bad spot of the disk, say: it lies where it lay
                left.append(f"{shown_name(path)}: cannot be read ({unreadable}).")
                continue
        if kept == halfway:
            halfway = ""
        else:
            serial += 1
        origin[kept] = name
        if not _cleared(folder, path, seen):
            left.append(f"{shown_name(path)}: changed while it was taken in; the next run takes in the changed file.")
    run = len(folder.ledger.receipts) + 1
    facts: list[Fact] = []
    arrivals = []
    unjudged = _unjudged(folder)
    judge = Judge(table) if unjudged else None
    for kept in unjudged:
        assert judge is not None
        receipt, others = _filed(judge, _receipt(judge, kept, run, now, border, is_wrong=is_wrong))
        judge.note(receipt)
        facts += [receipt, *others]
        arrivals.append(Arrival(receipt, origin.get(kept, kept)))
    if has_all and _must_close(folder, now):
        facts.append(Closed(folder.last + 1, open_deadline(folder), write_time(now)))
    if facts:
        folder.note(*facts)
    return Intake(tuple(arrivals), tuple(_several(folder, arrivals)), tuple(left))


def _several(folder: Folder, arrivals: list[Arrival]) -> Iterator[str]:
    """Where several cards of one player came in one run: which of them counts (security 3.2)."""
    groups: dict[tuple[int, int], list[Arrival]] = {}
    for it in arrivals:
        if folder.ledger.admits(it.receipt):
            groups.setdefault((it.receipt.player, it.receipt.turn), []).append(it)
    for (player, turn), group in groups.items():
        if len(group) > 1:
            stands = {r.number for r in folder.ledger.layers(turn).get(player, ())}
            counts = [shown_name(it.file) for it in group if it.receipt.number in stands]
            which = f"{counts[-1]} counts" if counts else "an earlier one counts"
            with_it = (
                f", with {', '.join(counts[:-1])}, which it amends" if group[-1].receipt.amends and counts[1:] else ""
            )
            yield f"{len(group)} cards of player {player} for turn {turn} came together; {which}{with_it}."


def _keep(folder: Folder, file: BinaryIO, name: str, serial: int, halfway: str) -> str:
    """Copy a file of the inbox to what was received; the name under which it is kept.

    halfway: the newest of what is kept already, which may be this very file; it is not kept twice then.
    """
    aside = folder.received / f"{ASIDE}{serial:06d}"
    folder.disk.make_folder(folder.received)
    digest = folder.disk.copy(file, aside)
    if halfway and halfway == kept_name(int(halfway.partition("-")[0]), digest, name):
        folder.disk.remove(aside)
        return halfway
    kept = kept_name(serial, digest, name)
    folder.disk.rename(aside, folder.received / kept)
    return kept


def _cleared(folder: Folder, path: Path, seen: os.stat_result) -> bool:
    """Take a file that is kept from the inbox; False where somebody wrote to it since it was seen: it stays there."""
    try:
        now = path.lstat()
    except OSError:  # its writer took it back
        return True
    if (now.st_size, now.st_mtime_ns) != (seen.st_size, seen.st_mtime_ns):
        return False
    folder.disk.remove(path)
    folder.disk.sync_folder(path.parent)
    return True


def _receipt(judge: Judge, kept: str, run: int, now: datetime, border: tuple[str, ...], *, is_wrong: bool) -> Receipt:
    """The receipt of a kept file. What cannot be read at all is refused, and never stops the next."""
    folder = judge.folder
    found = KEPT.fullmatch(kept)
    assert found is not None, "_unjudged gives such names only"
    time = write_time(now)
    receipt = Receipt(
        int(found[1]), run, time, kept, found[2], "refused", came=min(came(kept), time), typed=found[3] == "typed"
    )
    if (folder.received / kept).stat().st_size > LARGEST:
        return replace(receipt, why="is larger than 1 MiB")
    return judge.judge(receipt, reading_of(folder, kept, border), closed=not is_wrong and _is_late(folder, receipt))


def _filed(judge: Judge, receipt: Receipt) -> tuple[Receipt, list[Fact]]:
    """The receipt with what became of the press and the absences of its card, and what is noted besides."""
    card = judge.cards.get(receipt.number)
    if not (card and (card.press or card.absences) and receipt.epoch) or receipt.wrong_code:
        return receipt, []
    from pbm.intake.filing import file  # few cards need it

    done = file(judge.table, judge.living, receipt, card)
    receipt = replace(receipt, filed=done.told, notes=(*receipt.notes, *done.notes))
    if receipt.verdict == "filed" and not done.told and not any("nothing changed" in note for note in done.notes):
        receipt = replace(receipt, verdict="refused", why="has no orders, and nothing else that could be filed")
    return receipt, list(done.absent)


def _is_late(folder: Folder, receipt: Receipt) -> bool:
    """Whether what came then is late for the next turn: by the post's own time where it has one, and else if a run
    before this one found the deadline over.
    """
    closes = closes_at(folder)
    if closes is None:
        return False
    if receipt.came:
        return read_time(receipt.came, "came") > closes
    return folder.ledger.closed(folder.last + 1, open_deadline(folder))


def admit(folder: Folder, number: int, now: datetime) -> Receipt:
    """Let a card count that came late or is held; PbmError where there is none of that number."""
    for receipt in folder.ledger.receipts:
        if receipt.number == number and receipt.verdict in ("late", "held") and receipt.content:
            if receipt.turn != folder.last + 1:
                raise PbmError(f"Card {number} is for turn {receipt.turn}; the next is turn {folder.last + 1}.")
            if not folder.ledger.admits(receipt):
                folder.note(Admitted(number, write_time(now)))
            return receipt
    raise PbmError(f"{folder.game} has no late card {number}; `pbm status {folder.game}` lists them.")


def waiting(folder: Folder) -> dict[int, Receipt]:
    """The card of each player that counts for the next turn."""
    return folder.ledger.counting(folder.last + 1)


def waiting_cards(table: GameTable) -> dict[int, bytes]:
    """The same as the archive keeps them: without name and code, amended where a card amends another.

    A kept file that was changed since it came is refused.
    """
    folder = table.folder
    layers = folder.ledger.layers(folder.last + 1)
    return {
        player: plain_card(effective(cards, lambda receipt: reading_of(folder, receipt.kept).card))
        for player, cards in layers.items()
    }


def left_lying(folder: Folder) -> list[str]:
    """A sentence for each file of the inbox that no run takes in."""
    return _waiting_files(folder)[1]


def _waiting_files(folder: Folder) -> tuple[list[str], list[str]]:
    """The texts and mails of the inbox by name, and what is to be said of the rest."""
    names, left = [], []
    for name in folder.disk.names(folder.inbox):
        path = folder.inbox / name
        if name.startswith("."):
            continue
        mode, path = path.lstat().st_mode, folder.inbox / shown_name(name)
        if stat.S_ISLNK(mode):
            left.append(f"{path}: is a symbolic link and was ignored; put the file itself there.")
        elif not stat.S_ISREG(mode):
            left.append(f"{path}: is not a regular file and was ignored; put the cards directly into the inbox.")
        elif not name.lower().endswith(KINDS):
            left.append(f"{path}: is neither a .txt nor an .eml file and was ignored; save the card as plain text.")
        else:
            names.append(name)
    return names, left


def _unjudged(folder: Folder) -> list[str]:
    """The kept files that have no receipt yet, by number."""
    known = len(folder.ledger.receipts)
    kept = [found for found in map(KEPT.fullmatch, folder.disk.names(folder.received)) if found]
    return [found[0] for found in kept if int(found[1]) > known]


def tell(arrivals: Iterable[Arrival]) -> list[str]:
    """A line for each arrival; it names no code. Of a name that pbm gave to a mail only the digest is told, as short as
    where the mail was fetched.
    """
    lines = []
    for arrival in arrivals:
        r, file = arrival.receipt, _FETCHED.sub(r"mail \1", shown_name(arrival.file))
        if r.verdict == "accepted":
            orders, faults = (
                f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((r.orders, "order"), (r.faults, "fault"))
            )
            kind = "accepted again" if r.again else "accepted"
            what = f"{kind} for turn {r.turn} from player {r.player}: {orders}, {faults}"
        elif r.verdict == "filed":
            what = f"filed for turn {r.turn} from player {r.player}: no orders"
        else:
            what = f"{r.verdict}: {r.why}"
        lines.append(f"{file}: {what}")
        lines += [f"  {note}" for note in (*r.filed, *r.notes)]
    return lines


def path_of(folder: Folder, receipt: Receipt) -> Path:
    """Where the received file lies."""
    return folder.received / receipt.kept

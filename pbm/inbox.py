"""What lies in a game's inbox becomes receipts: accepted, late or refused, each with its reason.

Nothing received is ever deleted. A file is moved, as it is, to private/received under the number of its
arrival and its SHA-256; what was decided about it stands in the ledger. One bad file never delays the next.
"""

import hashlib
import re
import stat
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm import turn
from pbm.card import Card, code_matches, make_code, read_card
from pbm.errors import PbmError
from pbm.orderform import Parsed
from pbm.store.deadlines import closes_at
from pbm.store.deadlines import open_deadline as open_deadline
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Admitted, Closed, Fact, Receipt
from pbm.store.play import Table

LARGEST = 1 << 20
KEPT = re.compile(r"([0-9]{6})-([0-9a-f]{64})\.txt")


class Arrival(msgspec.Struct, frozen=True):
    """A receipt, with the file's name in the inbox where this run still knows it."""

    receipt: Receipt
    file: str


class Intake(msgspec.Struct, frozen=True):
    """What a run took in, and a sentence for each file that it left where it was."""

    arrivals: tuple[Arrival, ...] = ()
    left: tuple[str, ...] = ()


def has_mail(folder: Folder) -> bool:
    """Whether something waits to be taken in: in the inbox, or moved by a run that broke off."""
    return bool(_waiting_files(folder)[0]) or bool(_unjudged(folder))


def has_work(folder: Folder, now: datetime) -> bool:
    """Whether a run would note anything: arrivals, or that it is the first after the deadline."""
    return has_mail(folder) or _must_close(folder, now)


def _must_close(folder: Folder, now: datetime) -> bool:
    closes = closes_at(folder)
    over = closes is not None and now > closes
    return over and not folder.ledger.closed(folder.last + 1, open_deadline(folder))


def ingest(table: Table, now: datetime) -> Intake:
    """Take in what lies in the inbox. Needs the lock; a broken run is taken up where it ended."""
    folder = table.folder
    names, left = _waiting_files(folder)
    origin: dict[str, str] = {}
    serial = max(
        (int(found[1]) for found in map(KEPT.fullmatch, folder.disk.names(folder.received)) if found),
        default=0,
    )
    for name in names:
        serial += 1
        kept = f"{serial:06d}-{folder.disk.digest(folder.inbox / name)}.txt"
        folder.disk.make_folder(folder.received)
        folder.disk.rename(folder.inbox / name, folder.received / kept)
        origin[kept] = name
    run = len(folder.ledger.receipts) + 1
    facts: list[Fact] = []
    arrivals = []
    unjudged = _unjudged(folder)
    state = table.state(folder.last) if unjudged else None
    for kept in unjudged:
        receipt = replace(_judge(table, state, kept), run=run, time=write_time(now))
        facts.append(receipt)
        arrivals.append(Arrival(receipt, origin.get(kept, kept)))
    if _must_close(folder, now):
        facts.append(Closed(folder.last + 1, open_deadline(folder), write_time(now)))
    if facts:
        folder.note(*facts)
    return Intake(tuple(arrivals), tuple(left))


def admit(folder: Folder, number: int, now: datetime) -> Receipt:
    """Let a late card count; PbmError where there is none of that number."""
    for receipt in folder.ledger.receipts:
        if receipt.number == number and receipt.verdict == "late":
            if receipt.turn != folder.last + 1:
                raise PbmError(f"Card {number} is for turn {receipt.turn}, which is over.")
            if not folder.ledger.admits(receipt):
                folder.note(Admitted(number, write_time(now)))
            return receipt
    raise PbmError(f"{folder.game} has no late card {number}; `pbm status {folder.game}` lists them.")


def waiting(folder: Folder) -> dict[int, Receipt]:
    """The card of each player that counts for the next turn."""
    return folder.ledger.counting(folder.last + 1)


def waiting_cards(folder: Folder) -> dict[int, bytes]:
    """The same as bytes, as received; a kept file that was changed since is refused."""
    return {player: _kept_bytes(folder, receipt.kept) for player, receipt in waiting(folder).items()}


def late(folder: Folder) -> list[Receipt]:
    """The cards for the next turn that came after its deadline and do not count."""
    ledger, number = folder.ledger, folder.last + 1
    return [r for r in ledger.receipts if r.turn == number and r.verdict == "late" and not ledger.admits(r)]


def is_readable(card: Card, parsed: Parsed) -> bool:
    """Whether a card says anything at all: PASS, an order, or an order that is understood but not allowed."""
    return card.passes or parsed.count > 0 or any(fault.kind != "invalid" for fault in parsed.faults)


def _waiting_files(folder: Folder) -> tuple[list[str], list[str]]:
    """The text files of the inbox by name, and what is to be said of the rest."""
    names, left = [], []
    for name in folder.disk.names(folder.inbox):
        path = folder.inbox / name
        if name.startswith("."):
            continue
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            left.append(f"{path}: is a symbolic link and was left alone.")
        elif not stat.S_ISREG(mode) or not name.lower().endswith(".txt"):
            left.append(f"{path}: is no text file (.txt) and was left alone.")
        else:
            names.append(name)
    return names, left


def _unjudged(folder: Folder) -> list[str]:
    """The kept files that have no receipt yet, by number."""
    known = len(folder.ledger.receipts)
    kept = [found for found in map(KEPT.fullmatch, folder.disk.names(folder.received)) if found]
    return [found[0] for found in kept if int(found[1]) > known]


def _kept_bytes(folder: Folder, kept: str) -> bytes:
    data = folder.disk.read(folder.received / kept)
    if f"-{hashlib.sha256(data).hexdigest()}." not in kept:
        raise PbmError(f"{folder.received / kept}: was changed after it was received.")
    return data


def _judge(table: Table, state: Any, kept: str) -> Receipt:
    """The receipt of a kept file, but for its run and time."""
    folder = table.folder
    found = KEPT.fullmatch(kept)
    serial, digest = (int(found[1]), found[2]) if found else (0, "")
    receipt = Receipt(serial, 0, "", kept, digest, "refused")
    if (folder.received / kept).stat().st_size > LARGEST:
        return replace(receipt, why="is larger than 1 MiB")
    card = read_card(_kept_bytes(folder, kept))
    receipt = replace(receipt, player=card.player, turn=card.turn, revision=card.revision)
    why = card.problem or _refusal(table, state, card)
    if why:
        return replace(receipt, why=why)
    number = folder.last + 1
    parsed = turn.check(table.system, table.rules, state, card.player, card.lines)
    if not is_readable(card, parsed):
        return replace(receipt, why="has no readable order, and no PASS")
    receipt = replace(receipt, verdict="accepted", orders=parsed.count, faults=len(parsed.faults))
    if card.turn == number and folder.ledger.closed(number, open_deadline(folder)):
        return replace(receipt, verdict="late", why="came after the deadline")
    return receipt


def _refusal(table: Table, state: Any, card: Card) -> str:
    """Why a card is refused whatever its orders, or nothing. The code itself is never told."""
    folder, number = table.folder, table.folder.last + 1
    player = folder.players.get(card.player)
    if card.problem:
        return f"cannot be read: {card.problem}"
    if card.game != folder.game:
        return f"is for the game {card.game!r}"
    if folder.facts.status != "running":
        return "came after the game was over"
    if player is None:
        return f"is from player {card.player}, who is not in the game"
    if not card.code:
        return "has no code"
    if not code_matches(card.code, make_code(bytes.fromhex(player.key), folder.game, card.turn, player.epoch)):
        return "has a wrong code"
    if card.turn < number:
        return f"is for turn {card.turn}, which is over"
    if card.player not in table.system.living(state):
        return f"is from player {card.player}, who is out of the game"
    return ""


def tell(arrivals: Iterable[Arrival]) -> list[str]:
    """A line for each arrival; it names no code."""
    lines = []
    for arrival in arrivals:
        r = arrival.receipt
        if r.verdict == "accepted":
            faults = f", {r.faults} faults" if r.faults != 1 else ", 1 fault"
            what = f"accepted for turn {r.turn} from player {r.player}: {r.orders} orders{faults}"
        else:
            what = f"{r.verdict}: {r.why}"
        lines.append(f"{arrival.file}: {what}")
    return lines


def path_of(folder: Folder, receipt: Receipt) -> Path:
    """Where the received file lies."""
    return folder.received / receipt.kept

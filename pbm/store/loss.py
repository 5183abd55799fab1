"""Whether a ledger lost lines: what the turns tell of it is held against it, before anything is added."""

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from pbm.errors import PbmError
from pbm.store.disk import Disk
from pbm.store.ledger import Ledger
from pbm.store.record import Record

LEDGER = "ledger.jsonl"
HEAD = "ledger.head"  # the digest that binds all its lines, written after them
HOUSE = "The house player"  # in the name's place of a card; no archived card has any other name


class Turns(Protocol):
    """A game folder, as far as it is looked at here."""

    @property
    def disk(self) -> Disk: ...

    @property
    def game(self) -> str: ...

    @property
    def private(self) -> Path: ...

    @property
    def last(self) -> int: ...

    @property
    def ledger(self) -> Ledger: ...

    def cards(self, turn: int) -> Mapping[int, bytes]: ...

    def record(self, turn: int) -> Record: ...


def check_ledger(folder: Turns) -> None:
    """PbmError where the ledger lacks lines that it had: it ends before the digest that was noted beside it when it was
    last written, or, in a game to which an older pbm wrote last, lacks the receipt of a card that played.
    """
    path, noted = folder.private / LEDGER, noted_head(folder)
    if noted is not None:
        lacks = "" if folder.ledger.has(noted) else "lines that were there"
    else:
        lost = unreceipted(folder)
        lacks = f"the receipts of cards that played turn {lost[0]}" if lost else ""
    if lacks:
        raise PbmError(
            f"{path}: lacks {lacks}. Put it back from a copy; nothing is written to it until then. "
            f"`pbm fsck {folder.game}` says more."
        )


def noted_head(folder: Turns) -> str | None:
    """The digest that was noted; None in a game to which an older pbm wrote last."""
    path = folder.private / HEAD
    return folder.disk.read(path).decode("ascii", "replace").strip() if path.exists() else None


def note_head(folder: Turns) -> None:
    """Note how far the ledger goes."""
    folder.disk.replace(folder.private / HEAD, f"{folder.ledger.chain}\n".encode())


def unreceipted(folder: Turns) -> list[int]:
    """The turns that were resolved with a card of which the ledger knows nothing: it was cut, or is an old one.

    What the house wrote came from nowhere, and says so. PbmError where a turn's cards cannot be read.
    """
    known = {(receipt.turn, receipt.player) for receipt in folder.ledger.receipts}
    lost = []
    for number in range(1, folder.last + 1):
        head = f"{folder.game} T-{number} [{{}}] {HOUSE}\n".format
        cards = folder.cards(number).items()
        if any((number, p) not in known and not card.startswith(head(p).encode()) for p, card in cards):
            lost.append(number)
    return lost

"""The ledger of a game: what came in and what was decided about it, one fact a line."""

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

import msgspec

from pbm.errors import PbmError
from pbm.store.disk import Disk
from pbm.store.jsonl import keep_torn_end, read_lines, torn_end, write_lines

Verdict = Literal["accepted", "filed", "late", "held", "refused", "ignored"]
Sender = Literal["", "registered", "other", "unknown"]
MANY = 50  # cards of a player for a turn that came by mail; one notice goes out for those beyond (10.1, row 40)


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="card"):
    """Something came in. `number` counts what came from 1; `kept` is its file in private/received.

    `run` is the receipt number at which the run began: what one run finds together came at the same time.
    filed: it has press or absences and no orders, so it replaces no card. held: an older pbm left it to the moderator,
    and it may count when they say so; ignored: no card, and nobody wants an answer. came: when the post delivered it,
    where that is known. sender: how its address is known, "" where it is no mail. again: the number of the receipt of
    the same card, which stands. typed: the moderator typed it from paper. notes: warnings, a sentence each; filed:
    what is filed of its press and absences, likewise.
    """

    number: int
    run: int
    time: str
    kept: str
    sha256: str
    verdict: Verdict
    why: str = ""
    player: int = 0
    turn: int = 0
    revision: int = 0
    orders: int = 0
    faults: int = 0
    came: str = ""
    sender: Sender = ""
    answer: bool = False
    amends: bool = False
    tentative: bool = False
    again: int = 0
    wrong_code: bool = False
    epoch: int = 0
    typed: bool = False
    notes: tuple[str, ...] = ()
    filed: tuple[str, ...] = ()
    content: str = ""
    code: str = ""

    @property
    def moment(self) -> str:
        """When it counts as received: as our post delivered it, else as the run that found it."""
        return self.came or self.time


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="closed"):
    """The inbox was emptied after this deadline: what comes for the turn from now on is late."""

    turn: int
    deadline: str
    time: str


class Admitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="admitted"):
    """The moderator lets a late card, or one that was held, count."""

    number: int
    time: str


class Withdrawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="withdrawn"):
    """A turn was taken back; its folder is kept under the name `kept`."""

    turn: int
    kept: str
    reason: str
    time: str


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The moderator's correction of a position: where, what stood there and what stands there now, and why.

    path: keys of state.json with stops between, as `spaces.UK.army`. old, new: plain data; None where the
    key was, or is, not there. secret: the reason and the values are shown only when the game is revealed.
    """

    path: str
    old: Any
    new: Any
    reason: str
    time: str
    secret: bool = False


class Corrected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="corrected"):
    """The moderator corrected the position after a turn; void when that turn is taken back later."""

    turn: int
    corrections: tuple[Correction, ...]
    time: str


class Forgotten(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="forgotten"):
    """What came in under these numbers was taken away with all else that was kept of a player's person.

    The receipts stay, with number and SHA-256; the files are gone, and count for nothing any more.
    """

    player: int
    numbers: tuple[int, ...]
    time: str


class Handed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="handed"):
    """The game went to another moderator in the kit of that id (over); or came in it, or was taken back (not over)."""

    kit: str
    over: bool
    time: str


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="moved"):
    """The moderator set the deadline of a turn, or put it off; the reason is shown to all. old: "" for none."""

    turn: int
    old: str
    deadline: str
    time: str
    reason: str = ""


class Paused(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="paused"):
    """The game stands still before a turn; the reason is shown to all."""

    turn: int
    time: str
    reason: str = ""


class Resumed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="resumed"):
    """The game goes on with that deadline, "" for none."""

    turn: int
    deadline: str
    time: str


class Absent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="absent"):
    """A player's absences from now on; none where they were taken back. public: those that all may be told of."""

    turn: int
    player: int
    time: str
    spans: tuple[str, ...] = ()
    public: bool = False


class StandIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="stand-in"):
    """From a turn on somebody else plays a seat, or the house. Who he is stands in players.toml alone.

    unrated: the seat was rated under the name of who leaves it, and is not any more. dropped: the numbers of cards for
    that turn, of who leaves, that do not count.
    """

    turn: int
    player: int
    epoch: int
    time: str
    house: bool = False
    unrated: bool = False
    dropped: tuple[int, ...] = ()


class ClockSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="clock"):
    """The moderator says that the clock is right, though what was on file before this turn was later."""

    turn: int
    time: str


Fact = (
    Receipt | Closed | Admitted | Withdrawn | Corrected | Forgotten | Handed
    | Moved | Paused | Resumed | Absent | StandIn | ClockSet
)  # fmt: skip


class _Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chain: str
    fact: Fact


class Ledger(msgspec.Struct, frozen=True, dict=True):
    """All facts in order. `torn` is what stood after the last whole line.

    lines: the facts as they lie on the disk, and the digest that binds them; empty where that is not known.
    """

    facts: tuple[Fact, ...] = ()
    torn: bytes = b""
    lines: bytes = b""
    chain: str = ""

    def has(self, chain: str) -> bool:
        """Whether it was once as long as the digest `chain` says, and has all those lines still."""
        return not chain or f'"chain":"{chain}"'.encode() in self.lines

    @cached_property
    def receipts(self) -> tuple[Receipt, ...]:
        """All that came in."""
        return tuple(fact for fact in self.facts if isinstance(fact, Receipt))

    def closed(self, turn: int, deadline: str) -> bool:
        """Whether the inbox was emptied after this deadline of the turn."""
        return any(isinstance(f, Closed) and f.turn == turn and f.deadline == deadline for f in reversed(self.facts))

    def corrections(self, turn: int) -> tuple[Correction, ...]:
        """The corrections of the position after a turn, since it was last taken back."""
        return self._corrected.get(turn, ())

    @cached_property
    def _corrected(self) -> dict[int, tuple[Correction, ...]]:
        found: dict[int, tuple[Correction, ...]] = {}
        for fact in self.facts:
            if isinstance(fact, Corrected):
                found[fact.turn] = found.get(fact.turn, ()) + fact.corrections
            elif isinstance(fact, Withdrawn):
                found.pop(fact.turn, None)
        return found

    @cached_property
    def forgotten(self) -> frozenset[int]:
        """The numbers of receipts whose files are gone because a player was forgotten."""
        return frozenset(n for fact in self.facts if isinstance(fact, Forgotten) for n in fact.numbers)

    @cached_property
    def dropped(self) -> frozenset[int]:
        """The numbers of cards that do not count because whoever sent them has left the seat."""
        return frozenset(n for fact in self.facts if isinstance(fact, StandIn) for n in fact.dropped)

    @property
    def is_handed_over(self) -> bool:
        """Whether another moderator goes on with the game."""
        return next((fact.over for fact in reversed(self.facts) if isinstance(fact, Handed)), False)

    def admits(self, receipt: Receipt) -> bool:
        """Whether this card may count: accepted, or late or held and let in; and its file is there."""
        if receipt.number in self.forgotten or receipt.number in self.dropped:
            return False
        if receipt.verdict in ("late", "held"):
            return any(isinstance(f, Admitted) and f.number == receipt.number for f in self.facts)
        return receipt.verdict == "accepted"

    def counting(self, turn: int) -> dict[int, Receipt]:
        """The newest of the cards that count for the turn, by player (BP HR-08)."""
        return {player: layers[-1] for player, layers in self.layers(turn).items()}

    def layers(self, turn: int) -> dict[int, tuple[Receipt, ...]]:
        """The card of each player that counts for the turn, and those that amend it (security 3.2).

        The higher REV; else the later receipt; else, among files that one run found together, the one that was
        written later (they are numbered in that order, and the name only breaks ties). Without REV a card goes by
        its receipt alone. The one that counts replaces the earlier ones whole. The same card again changes nothing.
        """
        admitted = [r for r in self.receipts if r.turn == turn and not r.again and self.admits(r)]
        return layered(admitted)


def layered(admitted: Iterable[Receipt]) -> dict[int, tuple[Receipt, ...]]:
    """Which of these cards of a turn count, by player: a whole one, then what amends it."""
    best: dict[int, tuple[Receipt, ...]] = {}
    highest: dict[int, int] = {}
    for receipt in sorted(admitted, key=lambda r: (r.moment, r.run, r.revision, r.number)):
        top = highest.get(receipt.player, 0)
        if receipt.revision == 0 or receipt.revision >= top:
            below = best.get(receipt.player, ()) if receipt.amends else ()
            best[receipt.player] = (*below, receipt)
            highest[receipt.player] = max(top, receipt.revision)
    return dict(sorted(best.items()))


def ledger_bytes(disk: Disk, path: Path) -> bytes:
    """The bytes of a ledger. PbmError where it is lost: each game has one from the start, and without it corrections,
    withdrawn turns and a hand-over to somebody else would be as if they had never been.
    """
    if not path.exists() and not path.is_symlink() and path.parent.is_dir():
        raise PbmError(f"{path}: is missing, and was there from the start.")
    return disk.read(path)


def decode_ledger(data: bytes, path: Path) -> Ledger:
    """The ledger of these bytes. PbmError where a line is damaged or was changed."""
    torn = torn_end(data)
    facts, chain = [], ""
    for number, link in enumerate(read_lines(data, path, _Link), 1):
        chain = _chain(chain, link.fact)
        if chain != link.chain:
            raise PbmError(f"{path}: line {number} or one before it was changed.")
        facts.append(link.fact)
    return Ledger(tuple(facts), torn, data[: len(data) - len(torn)], chain)


def add_facts(disk: Disk, path: Path, ledger: Ledger, facts: Iterable[Fact]) -> Ledger:
    """Write the ledger with these facts at its end, as a whole; a torn line is kept beside it."""
    if ledger.torn:
        keep_torn_end(disk, path, ledger.lines + ledger.torn)
    new = tuple(facts)
    if ledger.facts and not ledger.lines:
        lines, chain = _lines(ledger.facts)
    else:
        lines, chain = ledger.lines, ledger.chain
    more, chain = _lines(new, chain)
    longer = Ledger((*ledger.facts, *new), lines=lines + more, chain=chain)
    disk.replace(path, longer.lines)
    return longer


def write_facts(facts: Iterable[Fact]) -> bytes:
    """A ledger of these facts, as it lies on the disk."""
    return _lines(facts)[0]


def _lines(facts: Iterable[Fact], chain: str = "") -> tuple[bytes, str]:
    """The lines of facts after others, which `chain` binds; and the digest that binds them all."""
    links = []
    for fact in facts:
        chain = _chain(chain, fact)
        links.append(_Link(chain, fact))
    return write_lines(links), chain


def _chain(before: str, fact: Fact) -> str:
    import hashlib  # loads a large library, which who only looks at a game can spare

    return hashlib.sha256(before.encode() + msgspec.json.encode(fact, order="sorted")).hexdigest()

"""Press and absences of a card whose sender is proven, put where they belong; and what its receipt says of them.

Each piece and each absence stands or falls by itself, and whatever becomes of the orders on the same card: a late
card's press is not late, because nothing of it is played. What is in doubt is not filed: nothing is published by
mistake.
"""

import re
from collections.abc import Iterable
from datetime import date, timedelta

import msgspec
from msgspec.structs import replace

from pbm.cards.card import Card
from pbm.cards.parts import Absence, PressBlock
from pbm.store import press
from pbm.store.deadlines import in_zone, told_to_all
from pbm.store.facts import read_time
from pbm.store.ledger import Absent, Receipt
from pbm.store.play import GameTable
from pbm.store.press import MOST_PIECES, Piece

MOST_DAYS = 100  # of an absence; for a longer one the moderator finds a stand-in
FARTHEST = 400  # days until one begins
MOST_SPANS = 10  # absences of a player on file
_DAY = r"([0-9]{4}-[0-9]{2}-[0-9]{2})"
_SPAN = re.compile(
    rf"(?:from[ \t]+)?{_DAY}(?:[ \t]*(?:/|-|\u2013|\bto\b|\btill\b|\buntil\b)[ \t]*{_DAY})?[ \t.]*",
    re.ASCII | re.IGNORECASE,
)
_SUCH = "write ABSENT 2026-12-20 to 2027-01-03"
_TO_WHOM = "write PRESS TO 3,5 for players 3 and 5, PRESS ALL, or PRESS TO ME"


class Filed(msgspec.Struct, frozen=True):
    """What became of it: sentences on what is filed, and on what is not or is to be thought of; what is to be noted."""

    told: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    absent: tuple[Absent, ...] = ()


def file(table: GameTable, living: Iterable[int], receipt: Receipt, card: Card) -> Filed:
    """Put press and absences of a card in their places. Needs the lock. living: the seats that still play.

    Done again after a break it comes to the same: a piece is named by its receipt.
    """
    filing = _Filing(table, frozenset(living), receipt)
    for place, block in enumerate(card.press, 1):
        if block.takes_back:
            filing.take_back()
        else:
            filing.press(place, block)
    filing.sum_up()
    absent = filing.absences(card.absences) if card.absences else ()
    return Filed(tuple(filing.told), tuple(filing.notes), absent)


class _Filing:
    """One card's press and absences. `mine`: the pieces of its player for its turn."""

    def __init__(self, table: GameTable, living: frozenset[int], receipt: Receipt) -> None:
        self.table = table
        self.folder = table.folder
        self.living = living
        self.receipt = receipt
        self.told: list[str] = []
        self.notes: list[str] = []
        self.filed = 0
        self.mine = [
            it
            for it in press.readable(self.folder)
            if (it.player, it.turn) == (receipt.player, receipt.turn) and not self._is_of_this(it)
        ]

    def _is_of_this(self, piece: Piece) -> bool:
        return piece.filed.partition("-")[0] == str(self.receipt.number)

    def take_back(self) -> None:
        """All that the player filed for the turn before this line."""
        press.remove(self.folder, self.mine)
        count = len(self.mine)
        what = f"{_pieces(count)} of press for turn {self.receipt.turn} {'is' if count == 1 else 'are'} taken back"
        self.told.append(f"{what}." if count else f"There was no press for turn {self.receipt.turn} to take back.")
        self.mine = []

    def press(self, place: int, block: PressBlock) -> None:
        """File a piece, or say why not."""
        title, text, is_cut = press.cleaned(block.title, block.text)
        where = f"The press in line {block.line} is not filed"
        to, wrong = self._readers(block)
        if block.is_closed and block.orders:
            lines = ", ".join(map(str, block.orders[:9]))
            self.notes.append(
                f"Line {lines} looks like orders and stands in the press of line {block.line}, so it was read as text; "
                "write orders above PRESS, or below its END."
            )
        wrong = wrong or ("" if text else "it has no text; write the text in the lines below PRESS, and END below it")
        if not block.is_closed:
            wrong = "it has no END; write a line END below its text"
        if self.table.rules.nameless:
            wrong = "nobody may be known in this game, so there is no press in it"
        if wrong:
            self.notes.append(f"{where}: {wrong}.")
            return
        piece = Piece(
            f"{self.receipt.number}-{place}", self.receipt.turn, self.receipt.player, to, block.anonymous, title, text,
            "waiting" if self.folder.facts.press == "approve" and to != (self.receipt.player,) else "",
        )  # fmt: skip
        if any(_content(it) == _content(piece) for it in self.mine):
            self.notes.append(f"The press in line {block.line} is on file already; nothing changed.")
            return
        older = [it for it in self.mine if title and (it.title, it.to, it.anonymous) == (title, to, block.anonymous)]
        if len(self.mine) - len(older) >= MOST_PIECES:
            self.notes.append(
                f"{where}: there are {MOST_PIECES} pieces for the turn already; PRESS NONE takes them back."
            )
            return
        press.write(self.folder, piece)
        press.remove(self.folder, [it for it in older if it.name != piece.name])
        self.mine = [it for it in self.mine if it not in older] + [piece]
        self.filed += 1
        self.told.append(_said(piece, has_older=bool(older)))
        if is_cut:
            self.notes.append(f"The press in line {block.line} is too long, and is cut where it is shown.")

    def _readers(self, block: PressBlock) -> tuple[tuple[int, ...], str]:
        """Who reads a piece, none for all, and what is wrong with its address."""
        me, seats = self.receipt.player, {seat.number for seat in self.folder.facts.seats}
        if block.odd:
            return (), f"its address has {_quoted(block.odd)}; {_TO_WHOM}"
        if block.for_all and (block.to or block.to_self):
            return (), f"it is addressed to all and to some; {_TO_WHOM}"
        if block.for_all or not (block.is_to or block.to or block.to_self):
            return (), ""
        if not (block.to or block.to_self):
            return (), f"it is addressed to nobody; {_TO_WHOM}"
        unknown = sorted(set(block.to) - seats)
        if unknown:
            return (), f"there is no player {unknown[0]}; {_TO_WHOM}"
        gone = sorted(set(block.to) - self.living)
        if gone:
            return (), f"player {gone[0]} is out of the game; leave that number out"
        to = tuple(sorted({*block.to, *([me] if block.to_self else [])}))
        if to == (me,) and block.anonymous:
            return (), "a diary has a writer; leave out ANON"
        if len(to) < len(block.to) + block.to_self:
            self.notes.append(f"The press in line {block.line} names a player twice, who gets it once.")
        if len(to) > 1 and me in to:
            if block.anonymous:
                return (), f"it is anonymous, and a copy for yourself would tell who wrote it; leave out player {me}"
            to = tuple(number for number in to if number != me)
        return to, ""

    def sum_up(self) -> None:
        """Say how many pieces there are now, where some came before."""
        if self.filed and len(self.mine) > self.filed:
            count = f"{_pieces(len(self.mine))} of press for turn {self.receipt.turn}"
            self.told.append(f"{count} are on file now; PRESS NONE takes them back.")

    def absences(self, lines: tuple[Absence, ...]) -> tuple[Absent, ...]:
        """Note when the player is away, or that they are not."""
        number, time = self.receipt.player, self.receipt.time
        today = in_zone(self.folder, read_time(time, "time")).date()
        before = self.folder.players[number].absent
        spans = [text for text in before if date.fromisoformat(text[-10:]) >= today]
        turn, facts = self.folder.last + 1, list[Absent]()
        is_told = bool(told_to_all(self.folder, number))
        for line in lines:
            days = line.days.partition(";")[0].strip()
            if days.upper().rstrip(".") == "NONE":
                self.told.append("No absence is on file now.")
                spans = []
                facts.append(Absent(turn, number, time, (), is_told))
                continue
            span, wrong = _span(days, today)
            if not wrong and span not in spans and len(spans) >= MOST_SPANS:
                wrong = f"{MOST_SPANS} absences are on file; ABSENT NONE deletes them"
            if wrong:
                self.notes.append(f"The absence in line {line.line} is not filed: {wrong}.")
                continue
            spans = sorted({*spans, span})
            facts.append(Absent(turn, number, time, tuple(spans)))
            first, _, last = span.partition("/")
            self.told.append(f"Absence {f'from {first} to {last}' if last else f'on {first}'}.")
        if facts and tuple(spans) != before:
            self.folder.set_player(number, absent=tuple(spans))
        return tuple(facts)


def _span(days: str, today: date) -> tuple[str, str]:
    """The days as they are kept, and what is wrong with them."""
    found = _SPAN.fullmatch(days)
    try:
        first = date.fromisoformat(found[1]) if found else None
        last = date.fromisoformat(found[2]) if found and found[2] else first
    except ValueError:
        first = last = None
    if first is None or last is None:
        return "", f"{_quoted(days)} is not a day or a span of days; {_SUCH}" if days else f"it has no days; {_SUCH}"
    if last < first:
        return "", f"it ends before it begins; write ABSENT {last} to {first} if you meant that"
    if last < today:
        return "", f"{last} has passed; {_SUCH}, with days to come"
    if last - first >= timedelta(MOST_DAYS) or first - today > timedelta(FARTHEST):
        return "", (
            f"an absence has at most {MOST_DAYS} days and begins within {FARTHEST} days; for a longer one write to the "
            "moderator, who can find a stand-in"
        )
    return (f"{first}/{last}" if last > first else f"{first}"), ""


def _content(piece: Piece) -> Piece:
    return replace(piece, filed="", held="")


def _said(piece: Piece, *, has_older: bool) -> str:
    """What a receipt says of a piece; it quotes nothing of it."""
    words = f"{len(piece.text.split())} word{'' if len(piece.text.split()) == 1 else 's'}"
    if piece.is_diary:
        told = f"Diary, {words}: the printout of turn {piece.turn} has it, and everybody reads it at the end"
    else:
        readers = "all" if not piece.to else f"player{'s' * (len(piece.to) > 1)} {_listed(piece.to)}"
        who = "Anonymous press" if piece.anonymous else "Press"
        held = "waits for the moderator's approval; then it goes" if piece.held else "goes"
        told = f"{who} to {readers}, {words}: it {held} out with turn {piece.turn}"
    return f"{told}, in place of the earlier one with that title." if has_older else f"{told}."


def _pieces(count: int) -> str:
    return f"{count} piece{'' if count == 1 else 's'}"


def _listed(numbers: tuple[int, ...]) -> str:
    words = [str(number) for number in numbers]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _quoted(text: str) -> str:
    """What somebody wrote, in a sentence."""
    return f"<{text[:40]}>"

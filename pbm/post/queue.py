"""Which letters are due, and their drafts in output/outbox.

A letter has an id that never changes (EU-7/r12, EU-7/t5/p3, EU-7/t6/remind1.202612012000/p3, EU-7/w1/p3,
EU-7/end/p3) and is made from what is on file; what became of it is in the journal.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from functools import cached_property, partial
from pathlib import Path

import msgspec

from pbm import __version__
from pbm.core.schedule import read_length
from pbm.errors import PbmError
from pbm.mail.writing import Auto, OutgoingMail, addresses, bare_address, write_letter
from pbm.post.journal import Drafted, Journal, LetterState, Skipped, draft_path
from pbm.post.letters import Content, PrintedTurn, ending, reminder, reminders_due, sign_up_answer
from pbm.post.receipts import A_DAY, Silence, write_answer
from pbm.post.report import MailReport
from pbm.post.settings import Outgoing, read_settings, settings_path
from pbm.post.written import written
from pbm.publish.comments import comments
from pbm.publish.league import corrections_digest
from pbm.publish.press import pieces_of, read_by
from pbm.publish.prose import SiteFacts, site_facts
from pbm.store.deadlines import open_deadline
from pbm.store.disk import Disk
from pbm.store.facts import read_time, write_time
from pbm.store.folder import Folder, game_ids
from pbm.store.ledger import Corrected, Receipt, StandIn, Withdrawn
from pbm.store.play import GameTable, lay_table
from pbm.store.waiting import ELSEWHERE, SignUp, signups, waiting_games

Spans = Callable[[Folder], tuple[timedelta, ...]]
"""How long before a game's deadline its players are reminded."""


SIGN_UPS = "signups"
"""Stands where letters have their game, for answers to those who sign up."""

OLD = timedelta(days=14)  # no receipt is begun for what came longer ago: letters were not written then


def reminders_of(folder: Folder) -> tuple[timedelta, ...]:
    """How long before the deadline the game's schedule has its players reminded."""
    facts = folder.facts.schedule
    return tuple(read_length(text, "remind") for text in facts.remind) if facts else ()


KEPT_STATES = ("drafted", "failed", "given up")  # whose drafts stay where they are


class Due(msgspec.Struct, frozen=True):
    """A letter that is to be written: its id, a digest of what it is made from, and how to make it."""

    id: str
    grounds: str
    make: Callable[[], OutgoingMail | Silence]


class Queue:
    """The letters of all games, or of some, as they stand now."""

    def __init__(
        self, root: Path, now: datetime, games: Iterable[str] = (), spans: Spans | None = None, disk: Disk | None = None
    ) -> None:
        self.root, self.now, self.disk = root, now, disk or Disk()
        self.out: Outgoing | None = read_settings(root).out
        if self.out:
            try:
                bare_address(self.out.sender)
            except PbmError as error:
                raise PbmError(f"{settings_path(root)}: out: sender: {error}") from None
        named = tuple(games)
        self.games = named or (*game_ids(root), SIGN_UPS)
        self.spans = spans or reminders_of
        self.problems: list[str] = []
        self.unread: set[str] = set()  # games whose letters are not known, so that none of them is due no more
        self.remarks: list[str] = []  # what is told where somebody asks how letters stand

    @cached_property
    def site(self) -> SiteFacts:
        """content/site.toml."""
        return site_facts(self.root / "content")

    @cached_property
    def journal(self) -> Journal:
        """What became of each letter."""
        return Journal(self.root, self.disk)

    @property
    def place(self) -> Path:
        """Where drafts lie."""
        return self.root / "output" / "outbox"

    def path(self, letter: str) -> Path:
        """The draft of a letter."""
        return draft_path(self.root, letter)

    @cached_property
    def due(self) -> tuple[Due, ...]:
        """All letters that there are to be written now, whatever became of them; none of a game that cannot be read."""
        every: list[Due] = []
        _ = self.journal, self.site  # what is wrong with these is wrong with no game
        for game in self.games:
            try:
                every += self._sign_ups() if game == SIGN_UPS else self._of_game(Folder(self.root, game, self.disk))
            except PbmError as error:
                self.problems.append(str(error))
                self.unread.add(game)
        return tuple(every)

    def _sign_ups(self) -> Iterator[Due]:
        """The answers to those who sign up for a game that waits for players."""
        count: Counter[tuple[str, str]] = Counter()
        for game in (*waiting_games(self.root, self.disk), ELSEWHERE):
            for line in signups(self.root, game, self.disk):
                count[line.address, line.time[:10]] += 1
                is_new = self.now - read_time(line.time, "time") <= OLD
                if line.answered and is_new and count[line.address, line.time[:10]] <= A_DAY:
                    letter = f"{SIGN_UPS}/{line.sha256[:12]}"
                    yield Due(letter, "", partial(self._sign_up_answer, letter, line))

    def _sign_up_answer(self, letter: str, line: SignUp) -> OutgoingMail:
        assert self.out
        content = sign_up_answer(line)
        return OutgoingMail(
            sender=self.out.sender,
            to=addresses(line.address),
            subject=content.subject,
            text=content.text,
            date=content.date,
            message_id=letter.replace("/", "."),
            auto="auto-replied",
        )

    def _of_game(self, folder: Folder) -> Iterator[Due]:
        table = lay_table(folder)
        players = folder.players
        for number, player in sorted(players.items()):
            if player.by == "mail" and not player.address:
                self.remarks.append(
                    f"{folder.game}: player {number} is to get mail but has no address in players.toml."
                )
        yield from self._receipts(table)
        reached = [n for n, p in sorted(players.items()) if p.address and p.by != "post" and not p.house]
        if folder.facts.status != "revealed":
            for turn, is_fresh in self._turns(folder).items():
                yield from self._printouts(table, turn, reached, is_fresh=is_fresh)
        yield from self._written(table, reached)
        if folder.facts.status == "running":
            yield from self._reminders(table, reached)
        else:
            yield from self._endings(table, reached)

    def _receipts(self, table: GameTable) -> Iterator[Due]:
        game, facts = table.folder.game, table.folder.ledger.facts
        newest = {fact.player: fact.epoch for fact in facts if isinstance(fact, StandIn)}  # of seats that changed hands
        for receipt in table.folder.ledger.receipts:
            if not receipt.answer or receipt.verdict == "ignored" or receipt.number in table.folder.ledger.forgotten:
                continue
            letter = f"{game}/r{receipt.number}"
            grounds = "before a stand-in" if receipt.epoch < newest.get(receipt.player, 0) else ""
            yield Due(letter, grounds, partial(self._receipt, table, letter, receipt))

    def _receipt(self, table: GameTable, letter: str, receipt: Receipt) -> OutgoingMail | Silence:
        standing, date = self.journal.standing(letter), read_time(receipt.time, "time")
        if standing.state == "new" and self.now - date > OLD:
            return Silence(f"it came more than {OLD.days} days ago")
        answer = write_answer(table, receipt, limited=not standing.is_urgent)
        if isinstance(answer, Silence):
            return answer
        content = Content(answer.subject, answer.text, date)
        return self._addressed(table, letter, answer.player, content, auto="auto-replied", answers=answer.answers)

    def _turns(self, folder: Folder) -> dict[int, bool]:
        """The turns whose printouts may be due, and whether those are of whom nothing is known yet.

        That is so of the last turn, and of those since letters were last written; of others it is what is still
        open. Where nobody was ever sent anything, it is the last turn alone.
        """
        pattern = re.compile(rf"{folder.game}/t([0-9]+)(?:\.[0-9]+)?/p[0-9]+")
        known, is_open = -1, set()
        for letter, standing in self.journal.letters.items():
            match = pattern.fullmatch(letter)
            if match and int(match[1]) <= folder.last:
                known = max(known, int(match[1]))
                if standing.is_open:
                    is_open.add(int(match[1]))
        fresh = range(known if known >= 0 else folder.last, folder.last + 1)
        return {turn: turn in fresh for turn in sorted(is_open | set(fresh))}

    def _printouts(self, table: GameTable, turn: int, players: list[int], *, is_fresh: bool) -> Iterator[Due]:
        folder = table.folder
        assert self.out
        printed = PrintedTurn(table, turn, self.site, words=self.out.words)
        try:
            said, pieces = comments(folder).get(turn, ()), pieces_of(table, turn)
        except PbmError:  # told where a letter is made; those that are out need none of it
            said, pieces = (), ()
        edition = 1 + sum(isinstance(fact, Withdrawn | Corrected) and fact.turn == turn for fact in folder.ledger.facts)
        for number in players:
            letter = f"{folder.game}/t{turn}{f'.{edition}' if edition > 1 else ''}/p{number}"
            standing = self.journal.standing(letter)
            if turn < folder.last and not (standing.is_open or (is_fresh and standing.state == "new")):
                continue
            parts = [__version__, letter, folder.raw(turn, "record.json").decode("utf-8", "replace")]
            parts.append(corrections_digest(folder, turn).hex())
            parts += [
                msgspec.json.encode(it).decode() for it in (folder.facts, folder.players[number], self.site, self.out)
            ]
            parts += [*said, *([own] if (own := read_by(pieces, number)) else [])]  # what is for others is none of his
            grounds = hashlib.sha256("\0".join(parts).encode()).hexdigest()
            yield Due(letter, grounds, partial(self._printout, table, letter, number, printed))

    def _printout(self, table: GameTable, letter: str, player: int, printed: PrintedTurn) -> OutgoingMail | Silence:
        content = printed.letter(player)
        if content is None:
            return Silence("there is no printout of this turn for this player")
        return self._addressed(table, letter, player, content)

    def _written(self, table: GameTable, players: list[int]) -> Iterator[Due]:
        """What the moderator wrote; a letter of long ago only where something is known of it."""
        game = table.folder.game
        for number, it in written(self.root, game, self.disk).items():
            date = read_time(it.time, "time")
            for player in sorted(set(it.to) & set(players)):
                letter = f"{game}/w{number}/p{player}"
                if self.now - date <= OLD or self.journal.standing(letter).is_open:
                    content = Content(it.subject, it.text, date)
                    grounds = hashlib.sha256(f"{it.subject}\0{it.text}".encode()).hexdigest()
                    yield Due(letter, grounds, partial(self._addressed, table, letter, player, content))

    def _reminders(self, table: GameTable, players: list[int]) -> Iterator[Due]:
        folder = table.folder
        spans, deadline = self.spans(folder), open_deadline(folder)
        if not spans or not deadline or folder.ledger.is_handed_over:
            return  # of a game that was handed over the other moderator knows who has sent
        time = read_time(deadline, "deadline")
        found = reminders_due(spans, time, self.now)
        if not found:
            return
        nth, span = found
        awaited = set(table.system.course.awaited(table.state(folder.last)))
        there = folder.ledger.counting(folder.last + 1)
        for number in players:
            if number not in awaited or number in there:
                continue
            letter = f"{folder.game}/t{folder.last + 1}/remind{nth}.{time:%Y%m%d%H%M}/p{number}"
            content = reminder(table, time, span, self.site, number)
            yield Due(letter, "", partial(self._addressed, table, letter, number, content))

    def _endings(self, table: GameTable, players: list[int]) -> Iterator[Due]:
        folder = table.folder
        kind = "revealed" if folder.facts.status == "revealed" else "end"
        letters = self.journal.letters.items()
        known = any(letter.startswith(f"{folder.game}/") and it.state != "skipped" for letter, it in letters)
        if kind == "revealed" and not known:
            return  # an old game, of which nobody was ever sent anything by us
        for number in players:
            letter = f"{folder.game}/{kind}/p{number}"
            content = ending(table, number, self.site)
            yield Due(letter, "", partial(self._addressed, table, letter, number, content))

    def _addressed(
        self,
        table: GameTable,
        letter: str,
        player: int,
        content: Content,
        *,
        auto: Auto = "auto-generated",
        answers: str = "",
    ) -> OutgoingMail:
        """The letter with its addresses and headers; PbmError names a bad address's place."""
        assert self.out
        try:
            to = addresses(table.folder.players[player].address)
        except PbmError as error:
            path = table.folder.private / "players.toml"
            raise PbmError(f"{path}: players: the address of player {player}: {error}.") from None
        return OutgoingMail(
            sender=self.out.sender,
            to=to,
            subject=content.subject,
            text=content.text,
            html=content.html,
            date=content.date,
            message_id=letter.replace("/", "."),
            auto=auto,
            answers=answers,
            enclosures=content.enclosures,
        )

    def must_draft(self, due: Due) -> bool:
        """Whether a draft is to be written: of a new letter, of one that is wanted again, of one that changed."""
        standing = self.journal.standing(due.id)
        if standing.state in ("new", "wanted"):
            return True
        is_drafted = standing.state in ("drafted", "failed") and self.path(due.id).is_file()
        return is_drafted and standing.grounds != due.grounds

    def must_send(self, standing: LetterState, letter: str) -> bool:
        """Whether it is to be sent: it lies there, or was tried already, or the moderator asked for it."""
        if standing.state == "drafted":
            return standing.is_urgent or standing.tries > 0 or self.path(letter).is_file()
        return standing.state in ("failed", "wanted")

    def to_send(self) -> list[Due]:
        """The letters that are to be sent, in their order."""
        return [due for due in self.due if self.must_send(self.journal.standing(due.id), due.id)]

    def stale(self) -> list[Path]:
        """Drafts of letters that were sent or are due no more, and what a broken run left."""
        live = {self.path(due.id) for due in self.due if self.journal.standing(due.id).state in KEPT_STATES}
        live |= {self.path(due.id) for due in self.due if self.must_draft(due)}
        found = []
        for game in self.games:
            for name in self.disk.names(self.place / game):
                path = self.place / game / name
                ours = re.fullmatch(
                    r"(r[0-9]+|[0-9a-f]{12}|(t[0-9.]+|w[0-9]+|end|revealed)[a-z0-9.-]*-p[0-9]+)\.eml", name
                )
                is_over = ours and game not in self.unread and path not in live
                if name.startswith(".tmp-") or is_over:
                    found.append(path)
        return found

    def has_work(self) -> bool:
        """Whether drafting would change anything; looked at without the lock."""
        return any(map(self.must_draft, self.due)) or bool(self.stale())

    def draft(self, report: MailReport) -> None:
        """Write what is to be written, and take away what is no more. Needs the lock."""
        time = write_time(self.now)
        for path in self.stale():
            self.disk.remove(path)
            report.removed.append(str(path.relative_to(self.place)))
        for due in self.due:
            if not self.must_draft(due):
                continue
            made = self.made(due, report)
            if made is None:
                continue
            path = self.path(due.id)
            if isinstance(made, Silence):
                self.journal.note(Skipped(due.id, time, made.why))
                if path.is_file():
                    self.disk.remove(path)
                    report.removed.append(str(path.relative_to(self.place)))
                continue
            data = write_letter(made)
            self.disk.make_folder(path.parent)
            if not path.is_file() or self.disk.read(path) != data:
                self.disk.replace(path, data)
            self.journal.note(Drafted(due.id, time, due.grounds, to_send=bool(self.out and self.out.host)))
            report.drafted.append(due.id)

    def made(self, due: Due, report: MailReport) -> OutgoingMail | Silence | None:
        """The letter; what cannot be made is told and does not delay the next."""
        try:
            return due.make()
        except PbmError as error:
            report.problems.append(f"{due.id}: {error}")
            return None

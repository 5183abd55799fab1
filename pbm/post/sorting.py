"""Each mail to the inbox of the game that it is for; what is for no game is kept, with the reason.

Bytes are written once, under a name that holds their SHA-256: aside first, then moved. So a mail is there whole or
not at all, and the same bytes are there once, however often a source shows them.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import msgspec

from pbm.cards.card import Card, card_in, code_matches, make_code
from pbm.cards.signup import SignUpText, signup_in
from pbm.errors import PbmError, shown_name
from pbm.intake.received import card_of
from pbm.mail.message import Mail
from pbm.mail.reading import read_mail
from pbm.mail.sources import RawMessage
from pbm.post.arrivals import ArrivalsLedger, Arrived, post_path
from pbm.store.disk import Disk
from pbm.store.facts import PlayerFacts, write_time
from pbm.store.folder import Folder, game_ids
from pbm.store.waiting import sign_up

T = TypeVar("T")

LONGEST = 60  # characters of a sender or a subject that are shown
_LIKE_A_CODE = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-Za-z]{4,6}[\s-]{0,3}[0-9A-Za-z]{4,6}[\s-]{0,3}[0-9A-Za-z]{1,2}(?![0-9A-Za-z])"
)
ASIDE = ".tmp-"
SIGN_UP = "is a sign-up for"
JOINED = "joined"  # the folder of mails by which people signed up
MOST = 50  # mails of one sender, without a right code, that a game gets for one turn (security 10.1, row 40)


class Sorter:
    """Puts mails where they belong. Needs the lock of content/post."""

    def __init__(self, root: Path, now: datetime, border: tuple[str, ...] = (), disk: Disk | None = None) -> None:
        self.root = root
        self.now = now
        self.border = border
        self.disk = disk or Disk()
        self.post = post_path(root)
        self.book = ArrivalsLedger(root, self.disk)
        self.problems: list[str] = []
        self.called = ""
        """What the moderator knows the last mail by: see `call`. It is written nowhere."""
        self._joins: tuple[SignUpText, Mail] | None = None  # of the last message, where somebody signs up by it
        self._games: dict[str, Folder | None] = {}
        self._held: dict[str, set[str]] = {}
        self._homes: dict[str, list[str]] | None = None
        self._ids = frozenset(game_ids(root))
        for name in self.disk.names(self.post):
            if name.startswith(ASIDE) and name.endswith((".eml", ".txt")):
                self.disk.remove(self.post / name)  # half of a mail, by a run that broke off; its source has it whole

    def sort(self, found: RawMessage, source: str, kept_file: Path | None = None) -> Arrived | None:
        """Put a message into an inbox or keep it; None where its bytes are known. `kept_file` is moved, not copied."""
        digest = hashlib.sha256(found.data).hexdigest()
        if self.book.knows(digest):
            self._clear(kept_file)
            return None
        game, who, why, is_proven = self._aim(found)
        turn = self._turn(game) if game else 0
        ending = "txt" if found.is_text else "eml"
        delivered = found.delivered()
        came = min(delivered or self.now, self.now)
        file = f"{came.astimezone(UTC):%Y%m%dT%H%M%SZ}-{digest}.{ending}"
        is_many = bool(game) and not is_proven and self.book.count(game, turn, who) >= MOST
        if is_many and digest not in self._in_game(game):
            why = f"is one of more than {MOST} mails of one sender to {game} for turn {turn}"
            game, turn, who = "", 0, ""
        if not game:
            file = f"{digest}.{ending}"
        self._put(found.data, game, digest, file, kept_file, found.written or self._moment(came))
        if self._joins:
            self._told(lambda: self._sign_up(digest), None)
        line = Arrived(digest, write_time(self.now), source, file, "", game, turn, who, why)
        if delivered:
            line = msgspec.structs.replace(line, came=write_time(delivered))
        self.book.note(line)
        return line

    def _moment(self, came: datetime) -> int:
        """Nanoseconds since 1970 of a delivery; what came in the same second stays in the order in which it came, since
        no second has as many mails as nanoseconds.
        """
        return int(came.timestamp()) * 1_000_000_000 + self.book.size

    def _put(self, data: bytes, game: str, digest: str, file: str, kept_file: Path | None, time: int) -> None:
        """Write it where it belongs, or move it there. time: which of several is newer is seen by that, as of a file
        that somebody puts there (security 3.2); a digest decides nothing.
        """
        if game:
            place = self._folder(game)
            assert place
            if digest in self._in_game(game):
                self._clear(kept_file)
                return
            target = place.inbox / file
        else:
            target = self.post / (JOINED if self._joins else "kept") / file
            if target.exists():
                self._clear(kept_file)
                return
        self.disk.make_folder(target.parent)
        if kept_file is None:
            kept_file = self.post / f"{ASIDE}{file}"
            self.disk.create(kept_file, data)
        if game:
            self.disk.set_time(kept_file, time)
        self.disk.rename(kept_file, target)

    def _clear(self, kept_file: Path | None) -> None:
        if kept_file is not None:
            self.disk.remove(kept_file)

    def _aim(self, found: RawMessage) -> tuple[str, str, str, bool]:
        """The game that a message is for, by whom it is counted, why it is for none, and whether its code is right."""
        self._joins = None
        mail = Mail("read") if found.is_text else self.read(found.data)
        self.called = shown_name(found.key) if found.is_text else call(mail)
        who = hashlib.sha256((mail.senders[0] if mail.senders else "").encode()).hexdigest()[:16]
        if mail.fate in ("kept", "ignored"):
            return "", "", mail.problem, False
        card = card_in(found.data) if found.is_text else card_of(mail) if mail.fate == "read" else Card()
        folder = self._folder(card.game) if card.game else None
        if folder:
            is_proven = self._is_proven(folder, card)
            return folder.game, str(card.player) if is_proven else who, "", is_proven
        if mail.fate == "read" and not card.game:
            text = found.data.decode("utf-8", "replace") if found.is_text else f"{mail.subject}\n{mail.text}"
            if joins := signup_in(text):
                self._joins = joins, mail
                return "", "", f"{SIGN_UP} {joins.game}", False
        game = self._home(mail)
        if game:
            return game, who, "", False
        if card.game:
            return "", "", f"is for {card.game}, which is not a game here", False
        return "", "", mail.problem or "has no heading, and its sender plays in no running game", False

    def _sign_up(self, digest: str) -> None:
        """Put the last message on the list of those who sign up. An answer goes to no address that may be forged."""
        assert self._joins
        text, mail = self._joins
        address = mail.senders[0] if len(mail.senders) == 1 else ""
        answered = bool(address) and mail.answerable and mail.authentic != "fail"
        sign_up(self.root, text, digest, address, self.now, self.disk, answered=answered)

    def read(self, data: bytes) -> Mail:
        """A mail, its text the one that holds a card."""
        return read_mail(data, self.border, has_heading)

    def _is_proven(self, folder: Folder, card: Card) -> bool:
        """Whether the card has its player's code for a turn to come: then it goes to its game, whatever else came."""
        player = self._players(folder).get(card.player)
        if player is None or not card.code or card.turn < self._turn(folder.game):
            return False
        return code_matches(card.code, make_code(bytes.fromhex(player.key), folder.game, card.turn, player.epoch))

    def _players(self, folder: Folder) -> Mapping[int, PlayerFacts]:
        """The players of a game; none where its files cannot be read, of which is told once."""
        return self._told(lambda: folder.players, {})

    def _is_running(self, folder: Folder) -> bool:
        return self._told(lambda: folder.facts.status == "running", False)

    def _told(self, look: Callable[[], T], otherwise: T) -> T:
        try:
            return look()
        except PbmError as error:
            if str(error) not in self.problems:
                self.problems.append(str(error))
            return otherwise

    def _home(self, mail: Mail) -> str:
        """The running game of a mail's sender; where he plays in several, the one that his subject names."""
        if self._homes is None:
            self._homes = self._addresses()
        games = [game for sender in mail.senders for game in self._homes.get(sender, ())]
        subject = mail.subject.upper()
        named = [game for game in games if re.search(rf"(?<![A-Z0-9]){game}(?![0-9])", subject)]  # EU-10 is not EU-1
        return next(iter(named or games), "")

    def _addresses(self) -> dict[str, list[str]]:
        table: dict[str, list[str]] = {}
        for game in sorted(self._ids):
            folder = self._folder(game)
            if folder is None or not self._is_running(folder):
                continue
            for player in self._players(folder).values():
                for address in player.addresses:
                    table.setdefault(address, []).append(game)
        return table

    def _folder(self, game: str) -> Folder | None:
        """A game that is here; its files may be in any state, its mail is put into its inbox all the same."""
        if game not in self._ids:
            return None
        if game not in self._games:
            self._games[game] = self._told(lambda: Folder(self.root, game, self.disk), None)
        return self._games[game]

    def _turn(self, game: str) -> int:
        folder = self._folder(game)
        return self._told(lambda: folder.last + 1, 0) if folder else 0

    def _in_game(self, game: str) -> set[str]:
        """The SHA-256 of all that a game has: a file moves from inbox to received, so the inbox is looked at first."""
        if game not in self._held:
            folder = self._folder(game)
            assert folder
            names = [*self.disk.names(folder.inbox), *self.disk.names(folder.received)]
            held = {part for name in names for part in name.partition(".")[0].split("-") if len(part) == 64}
            noted: set[str] = self._told(lambda: {receipt.sha256 for receipt in folder.ledger.receipts}, set())
            self._held[game] = held | noted
        return self._held[game]


def call(mail: Mail) -> str:
    """A mail as its moderator finds it among others: sender and subject. A code that stands there is covered, however
    it is written: it would be told wherever the output of a command goes.
    """
    sender = mail.senders[0] if mail.senders else "nobody"
    subject = _LIKE_A_CODE.sub(_covered, mail.subject).strip()[:LONGEST]
    return f"from {sender[:LONGEST]}" + (f', "{subject}"' if subject else "")


def _covered(found: re.Match[str]) -> str:
    """What looks like a code covered; two plain words of a sentence, which it may be as well, as they are."""
    words = found[0]
    return "…" if words.isupper() or not words.replace(" ", "").isalpha() else words


def has_heading(text: str) -> bool:
    """Whether a text holds a card, readable or not."""
    return bool(card_in(text).game)

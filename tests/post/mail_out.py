"""What the tests of outgoing mail share: a game whose players have addresses, cards that came by mail, a postman."""

import hashlib
import sys
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from email.utils import getaddresses
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pbm.cards.card import make_code, read_card
from pbm.mail import smtp
from pbm.mail.message import Mail
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.ledger import Receipt
from tests.engine import fake_system
from tests.store.test_store import founding

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
OUT = '[out]\nsender = "The Long Post <cards@example.org>"\nhost = "localhost"\ntls = "none"\n'


def read_simply(data: bytes, *_: Any, **__: Any) -> Mail:
    """A reader of well-formed mails, where pbm.mail.reading is not there."""
    mail = message_from_bytes(data)
    senders = tuple(address.lower() for _, address in getaddresses([mail.get("From", "")]))
    body = mail.get_payload(decode=True)
    assert isinstance(body, bytes)
    return Mail(
        "read", senders, mail.get("Subject", ""), mail.get("Date", ""), mail.get("Message-ID", ""), body.decode()
    )


def install_reader(patch: pytest.MonkeyPatch) -> None:
    """See that mails can be read."""
    if "pbm.mail.reading" not in sys.modules and find_spec("pbm.mail.reading") is None:
        module = ModuleType("pbm.mail.reading")
        module.read_mail = read_simply  # type: ignore[attr-defined]
        patch.setitem(sys.modules, "pbm.mail.reading", module)


def settle(root: Path, out: str = OUT) -> None:
    """Write mail.toml, and the address of each player of FA-1."""
    (root / "content" / "mail.toml").write_text(out)
    path = root / "content/games/FA-1/private/players.toml"
    text = path.read_text()
    for number in (1, 2):
        text = text.replace('address = ""', f'address = "player{number}@example.org"', 1)
    path.write_text(text)


def world(root: Path, patch: pytest.MonkeyPatch, out: str = OUT, **changes: Any) -> Folder:
    """The game FA-1 of two players, who have addresses."""
    fake_system.install(patch)
    install_reader(patch)
    found(root, founding(**changes), NOW)
    settle(root, out)
    return Folder(root, "FA-1")


def mail(sender: str, subject: str, text: str, message_id: str = "<m1@example.net>") -> bytes:
    """A mail as it comes."""
    head = f"From: {sender}\nTo: cards@example.org\nSubject: {subject}\nDate: Sat, 21 Nov 2026 19:00:00 +0000\n"
    head += f"Message-ID: {message_id}\nContent-Type: text/plain; charset=utf-8\n\n"
    return (head + text).encode()


def heading(folder: Folder, player: int, turn: int) -> str:
    """The heading line of a player's card, with its code."""
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
    return f"{folder.game} T-{turn} [{player}] Name {player}  {code}"


def came(folder: Folder, data: bytes, when: datetime = NOW, **facts: Any) -> Receipt:
    """File a mail as the intake does, with this verdict; player and turn are those of its heading."""
    number = len(folder.ledger.receipts) + 1
    digest = hashlib.sha256(data).hexdigest()
    kept = f"{number:06d}-{digest}.eml"
    folder.disk.make_folder(folder.received)
    folder.disk.create(folder.received / kept, data)
    card = read_card(read_simply(data).text)
    known = {"player": card.player, "turn": card.turn, "revision": card.revision, "answer": True, "verdict": "accepted"}
    receipt = Receipt(number, number, write_time(when), kept, digest, **{**known, **facts})
    folder.note(receipt)
    return receipt


class Postman:
    """A server that does with each letter what `fate` says, and counts what was delivered, by Message-ID.

    taken; later, never: refused; lost: taken, and the connection broke before it said so; gone: no server. Anything
    that can be raised is.
    """

    def __init__(self, fate: Callable[[], str | BaseException] = lambda: "taken") -> None:
        self.fate = fate
        self.delivered: Counter[str] = Counter()
        self.mails: list[Message] = []
        self.envelopes: list[tuple[str, tuple[str, ...]]] = []

    def open(self) -> None:
        self.now = self.fate()
        if self.now == "gone":
            raise smtp.UnreachableError("smtp.example.org:587 cannot be reached (Connection refused)")

    def send(self, sender: str, to: tuple[str, ...], data: bytes) -> tuple[str, ...]:
        if self.now in ("later", "never"):
            raise smtp.RefusedError("the server does not take the letter: no", lasting=self.now == "never")
        if self.now == "killed before":
            raise KeyboardInterrupt
        read = message_from_bytes(data)
        self.delivered[str(read["Message-ID"])] += 1
        self.mails.append(read)
        self.envelopes.append((sender, to))
        if self.now == "lost":
            raise smtp.DoubtfulError("the connection broke while the letter was on its way")
        if self.now == "killed after":
            raise KeyboardInterrupt
        return ()

    def close(self) -> None:
        """Nothing to close."""


def plain(message: Message) -> str:
    """The text of a mail."""
    part = next(part for part in message.walk() if part.get_content_type() == "text/plain")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode().replace("\r\n", "\n")

"""A mailbox on an IMAP server, looked at and left as it is: no mail of it is marked, moved or deleted."""

import base64
import imaplib
import re
import ssl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Literal

import msgspec

from pbm.errors import PbmError
from pbm.mail.sources import LARGEST, Memory, RawMessage

PORTS = {"tls": 993, "starttls": 143, "none": 143}
PATIENCE = 30.0  # seconds to wait for an answer
AT_ONCE = 50  # mails asked for in one question, and
BYTES_AT_ONCE = 4 << 20  # bytes of all of them together
_ROW = re.compile(rb"\bUID ([0-9]{1,10})\b")
_SIZE = re.compile(rb"\bRFC822\.SIZE ([0-9]{1,15})\b")
_DATE = re.compile(
    rb'INTERNALDATE "([ 0-9][0-9])-([A-Za-z]{3})-([0-9]{4}) ([0-9]{2}:[0-9]{2}:[0-9]{2}) ([+-][0-9]{4})"'
)


class Mailbox(msgspec.Struct, frozen=True):
    """Whose mailbox, and where. tls: from the first byte, by STARTTLS, or none, to this machine alone."""

    host: str
    user: str
    port: int = 0
    mailbox: str = "INBOX"
    tls: Literal["tls", "starttls", "none"] = "tls"


class ImapSource:
    """A mailbox, remembered by its UIDVALIDITY and the highest UID that was read."""

    def __init__(self, account: Mailbox, password: str, memory: Memory) -> None:
        self.account = account
        self.troubles: list[str] = []
        self._password = password
        self._validity: int = memory.get("validity", 0)
        self._highest: int = memory.get("highest", 0)

    @property
    def memory(self) -> Memory:
        """UIDs count upwards as long as UIDVALIDITY stays; when it changes all is read again."""
        return {"validity": self._validity, "highest": self._highest}

    def unseen(self) -> Iterator[RawMessage]:
        """The mails with higher UIDs. PbmError where the server gives up."""
        try:
            yield from self._unseen()
        except (imaplib.IMAP4.error, ssl.SSLError, OSError, UnicodeError, ValueError) as error:
            raise PbmError(f"{self.account.host}: {self._words(error)}.") from None

    def _unseen(self) -> Iterator[RawMessage]:
        connection = connect(self.account)
        try:
            self._login(connection)
            validity = self._select(connection)
            if validity != self._validity:
                self._validity, self._highest = validity, 0
            for batch in _batches(self._list(connection)):
                found = self._fetch(connection, [uid for uid, _, _ in batch])
                for uid, _, came in batch:
                    if uid in found:  # else somebody has just deleted it
                        yield RawMessage(str(uid), found.pop(uid), came)
                    self._highest = uid
        finally:
            with suppress(imaplib.IMAP4.error, OSError):
                connection.logout()

    def _login(self, connection: imaplib.IMAP4) -> None:
        if "AUTH=PLAIN" in connection.capabilities:
            secret = self._secret.encode()
            connection.authenticate("PLAIN", lambda _: secret)
        else:
            connection.login(self.account.user, self._password)

    @property
    def _secret(self) -> str:
        """User and password as they go out, but for base64."""
        return f"\0{self.account.user}\0{self._password}"

    def _select(self, connection: imaplib.IMAP4) -> int:
        if not self.account.mailbox.isascii() or any(c in self.account.mailbox for c in '"\\\r\n'):
            raise imaplib.IMAP4.error("the name of the mailbox must be plain ASCII")
        kind, answer = connection.select(f'"{self.account.mailbox}"', readonly=True)
        if kind != "OK":
            raise imaplib.IMAP4.error(f"the mailbox {self.account.mailbox} cannot be opened: {_text(answer)}")
        _, values = connection.response("UIDVALIDITY")
        return int(values[0]) if values and values[0] else 0

    def _list(self, connection: imaplib.IMAP4) -> list[tuple[int, int, datetime | None]]:
        """UID, size and time of delivery of what is new, by UID."""
        kind, rows = connection.uid("FETCH", f"{self._highest + 1}:*", "(UID RFC822.SIZE INTERNALDATE)")
        if kind != "OK":
            raise imaplib.IMAP4.error(_text(rows))
        table = []
        for row in rows:
            uid, size = (_ROW.search(row), _SIZE.search(row)) if isinstance(row, bytes) else (None, None)
            if uid and size and int(uid[1]) > self._highest:  # "9:*" names the last one even where it is 8
                table.append((int(uid[1]), int(size[1]), _date(row)))
        return sorted(table, key=lambda it: it[0])

    def _fetch(self, connection: imaplib.IMAP4, uids: list[int]) -> dict[int, bytes]:
        """The first bytes of these mails. PEEK: they stay unread for their owner."""
        kind, answer = connection.uid("FETCH", ",".join(map(str, uids)), f"(UID BODY.PEEK[]<0.{LARGEST}>)")
        if kind != "OK":
            raise imaplib.IMAP4.error(_text(answer))
        found: dict[int, bytes] = {}
        for k, row in enumerate(answer):
            if isinstance(row, tuple):
                after = answer[k + 1] if k + 1 < len(answer) and isinstance(answer[k + 1], bytes) else b""
                uid = _ROW.search(row[0]) or _ROW.search(after)
                if uid:
                    found[int(uid[1])] = row[1]
        return found

    def _words(self, error: Exception) -> str:
        """What went wrong, short; a server that repeats the password does not make us tell it."""
        if isinstance(error, ssl.SSLCertVerificationError):
            return f"its certificate is not to be trusted ({error.verify_message})"
        if isinstance(error, TimeoutError):
            return "does not answer"
        if isinstance(error, UnicodeError):
            return "cannot take a name or password that is not ASCII"
        strerror = error.strerror if isinstance(error, OSError) else ""
        text = strerror or (error.args[0] if error.args else "")
        words = text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)
        if self._password:
            words = words.replace(self._password, "...")
            sent = (self._secret, self._password)  # in base64, or quoted with backslashes
            forms = [base64.b64encode(it.encode("utf-8", "surrogateescape")).decode() for it in sent]
            if any(form in words for form in forms) or self._password in words.replace("\\", ""):
                words = "does not take user and password, and repeats them"
        return " ".join(words.split())[:200].rstrip(".") or "the connection broke"


def connect(account: Mailbox) -> imaplib.IMAP4:
    """A connection whose server has shown a good certificate; without TLS to this machine only. PbmError where a
    password would go out open to all.
    """
    port = account.port or PORTS[account.tls]
    trust = ssl.create_default_context()
    if account.tls == "tls":
        return imaplib.IMAP4_SSL(account.host, port, ssl_context=trust, timeout=PATIENCE)
    if account.tls == "none" and not is_this_machine(account.host):
        raise PbmError(f'{account.host}: tls = "none" is for this machine alone; the password would be open to all.')
    connection = imaplib.IMAP4(account.host, port, timeout=PATIENCE)
    if account.tls == "starttls":
        connection.starttls(ssl_context=trust)
    return connection


def is_this_machine(host: str) -> bool:
    """Whether this name or number leads to this machine and nowhere else."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _batches(rows: list[tuple[int, int, datetime | None]]) -> Iterator[list[tuple[int, int, datetime | None]]]:
    batch: list[tuple[int, int, datetime | None]] = []
    total = 0
    for row in rows:
        size = min(row[1], LARGEST)
        if batch and (len(batch) == AT_ONCE or total + size > BYTES_AT_ONCE):
            yield batch
            batch, total = [], 0
        batch.append(row)
        total += size
    if batch:
        yield batch


def _date(row: bytes) -> datetime | None:
    """When the server took the mail in."""
    found = _DATE.search(row)
    if not found:
        return None
    day, month, year, clock, zone = (group.decode("ascii") for group in found.groups())
    months = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
    if month.lower() not in months:
        return None
    text = f"{year}-{months.index(month.lower()) + 1:02d}-{int(day):02d}T{clock}{zone[:3]}:{zone[3:]}"
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _text(answer: Sequence[object]) -> str:
    first = answer[0] if answer else b""
    return first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first)

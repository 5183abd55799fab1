"""A letter as the bytes that go out: the same letter is always the same bytes.

Date and Message-ID come from the caller, the boundaries between parts from the content. No value of a header may
hold a line end or NUL: whoever could put one in would write headers of his own.
"""

import hashlib
import re
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from typing import Literal

import msgspec

from pbm.errors import PbmError

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")
_SENDER = re.compile(r"\s*(?:(?P<name>[^<>]{0,100}?)\s*<(?P<address>[^<>]+)>|(?P<plain>[^<>]+))\s*", re.DOTALL)
_MESSAGE_ID = re.compile(r"<[!-;=?A-~]{1,250}@[!-;=?A-~]{1,250}>")  # all ASCII signs but blanks, < and >
_POLICY = policy.SMTP.clone(max_line_length=78)

Auto = Literal["auto-replied", "auto-generated"]


class Enclosure(msgspec.Struct, frozen=True):
    """A file that goes with a letter: its name, its kind as `image/png`, its bytes.

    shown: an inline picture, which the HTML part names as `cid:` and this word; "" is an attachment.
    """

    name: str
    kind: str
    data: bytes
    shown: str = ""


class OutgoingMail(msgspec.Struct, frozen=True):
    """What goes out to one player. `sender` is an address, or `Name <address>`; `to` are addresses.

    message_id: without angle brackets, the part before the @. answers: the Message-Id of the mail that this
    answers, as it was written, or "". html: the same as the text, for programs that show it; may be "".
    """

    sender: str
    to: tuple[str, ...]
    subject: str
    text: str
    date: datetime
    message_id: str
    auto: Auto
    html: str = ""
    answers: str = ""
    enclosures: tuple[Enclosure, ...] = ()


def addresses(text: str) -> tuple[str, ...]:
    """The addresses of a list with commas; PbmError names the piece that is none."""
    found = tuple(piece.strip() for piece in text.split(",") if piece.strip())
    for address in found:
        if not ADDRESS.fullmatch(address):
            raise PbmError(f"{address!r} is not a mail address such as rosa@example.org")
    return found


def bare_address(sender: str) -> str:
    """The address of `Name <address>`; PbmError where there is none."""
    return _parted(sender).addr_spec


def domain(sender: str) -> str:
    """What stands behind the @ of a sender."""
    return _parted(sender).domain


def write_letter(letter: OutgoingMail) -> bytes:
    """The mail, with CR LF line ends and no line longer than 998 signs. PbmError where it goes to nobody."""
    mail = EmailMessage(policy=_POLICY)
    sender = _parted(letter.sender)
    if not letter.to:
        raise PbmError("A letter needs somebody to go to.")
    mail["From"] = sender
    mail["To"] = [_parted(address) for address in letter.to]
    mail["Subject"] = _whole(letter.subject, "subject")
    mail["Date"] = format_datetime(letter.date.astimezone(UTC))
    mail["Message-ID"] = f"<{_whole(letter.message_id, 'message id')}@{sender.domain}>"
    if _MESSAGE_ID.fullmatch(letter.answers):
        mail["In-Reply-To"] = letter.answers
        mail["References"] = letter.answers
    mail["Auto-Submitted"] = letter.auto
    mail["X-Auto-Response-Suppress"] = "All"  # for the servers that know no Auto-Submitted
    mail.set_content(_plain_ends(letter.text), subtype="plain", charset="utf-8", cte="quoted-printable")
    if letter.html:
        mail.add_alternative(_plain_ends(letter.html), subtype="html", charset="utf-8", cte="quoted-printable")
    for enclosure in sorted(letter.enclosures, key=lambda it: not it.shown):  # pictures belong to the HTML part
        _enclose(mail, enclosure)
    _set_boundaries(mail, letter)
    return mail.as_bytes()


def _enclose(mail: EmailMessage, enclosure: Enclosure) -> None:
    main, _, sub = enclosure.kind.partition("/")
    if not (enclosure.shown and mail.get_content_type() == "multipart/alternative"):
        mail.add_attachment(enclosure.data, maintype=main, subtype=sub, filename=enclosure.name)
        return
    _, html = mail.iter_parts()  # of multipart/alternative: the plain text stands first
    html.add_related(
        enclosure.data,
        maintype=main,
        subtype=sub,
        filename=enclosure.name,
        disposition="inline",
        cid=f"<{enclosure.shown}>",
    )


def _set_boundaries(mail: EmailMessage, letter: OutgoingMail) -> None:
    """Boundaries drawn from the content: nobody can write one into a text before it is known."""
    content = hashlib.sha256(msgspec.json.encode(letter)).hexdigest()[:32]
    for number, part in enumerate(mail.walk()):
        if part.is_multipart():
            part.set_boundary(f"=_{content}_{number}")
        if part is not mail:
            del part["MIME-Version"]


def _parted(sender: str) -> Address:
    found = _SENDER.fullmatch(_whole(sender, "address"))
    address = (found["address"] or found["plain"]).strip() if found else ""
    if not found or not ADDRESS.fullmatch(address):
        raise PbmError(f"{sender!r} is not a mail address such as rosa@example.org.")
    return Address((found["name"] or "").strip().strip('"'), addr_spec=address)


def _whole(value: str, what: str) -> str:
    """The value of a header, which is one line."""
    if any(sign < " " or sign == "\x7f" or sign in "\x85\u2028\u2029" for sign in value):
        raise PbmError(f"The {what} of a letter holds a line end or another control character.")
    return value


def _plain_ends(text: str) -> str:
    """The text with line feeds alone, which quoted-printable turns into CR LF; a lone CR would be one for some."""
    return text.replace("\r\n", "\n").replace("\r", "\n")

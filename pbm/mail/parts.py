"""The parts of a mail, as Python's own parser finds them, within limits of number and depth (security 3.3)."""

import email
import re
from email import errors
from email.message import Message
from email.policy import compat32
from email.utils import collapse_rfc2231_value

import msgspec

from pbm.mail.headers import LONGEST_FIELD, MailHeaders, UnfitError

DEEPEST = 8
MOST_PARTS = 30
MOST_BRANCHES = 10 * DEEPEST
_BRANCH = re.compile(rb"multipart/|message/rfc822", re.IGNORECASE)
_ENCODINGS = ("", "7bit", "8bit", "binary", "quoted-printable", "base64", "x-uuencode", "uuencode", "uue", "x-uue")
FORWARDED = ("message/rfc822", "message/global")


class MimePart(msgspec.Struct, frozen=True):
    """A part that holds no others: its type, in lower case; the parameters of that; its file name; whether it is an
    attachment, or stands in a mail that was forwarded.
    """

    message: Message
    kind: str
    is_attached: bool
    is_forwarded: bool

    @property
    def name(self) -> str:
        """Its file name, or nothing."""
        return str(self.message.get_filename(""))[:LONGEST_FIELD]

    def parameter(self, name: str) -> str:
        """A parameter of its type, or nothing."""
        found = self.message.get_param(name, "")
        return collapse_rfc2231_value(found) if isinstance(found, tuple) else str(found or "")

    def body(self) -> tuple[bytes, str]:
        """Its bytes, their transfer encoding undone, and what was odd about that."""
        encoding = str(self.message.get("content-transfer-encoding", "")).strip().lower()
        found = self.message.get_payload(decode=True)
        note = ""
        if encoding not in _ENCODINGS:
            note = "Its transfer encoding is unknown and was left alone."
        elif any(isinstance(defect, errors.InvalidBase64LengthDefect) for defect in self.message.defects):
            note = "Its base64 is broken."
        return (found if isinstance(found, bytes) else b""), note


class Parts(msgspec.Struct):
    """The parts in their order, and what was odd on the way."""

    parts: list[MimePart] = []
    notes: list[str] = []


def read_parts(data: bytes, headings: MailHeaders) -> Parts:
    """All parts of a mail; one that has none is not parsed line by line.

    Raises UnfitError where it has too many, or more levels than anybody writes.
    """
    if len(_BRANCH.findall(data)) > MOST_BRANCHES:  # the parser would go one call deeper for each
        raise UnfitError("has parts within parts without end")
    found, message = Parts(), headings.message
    if headings.ended and message.get_content_maintype() not in ("multipart", "message"):
        message.set_payload(data[headings.body :].decode("ascii", "surrogateescape"))
    else:
        message = email.message_from_bytes(data, policy=compat32)
    _add(message, found, 0, False)
    return found


def _add(message: Message, found: Parts, depth: int, forwarded: bool) -> None:
    """A part, or those in it; what lies deeper than anybody writes is not looked at."""
    kind = message.get_content_type()
    if message.is_multipart() and (message.get_content_maintype() == "multipart" or kind in FORWARDED):
        for it in message.get_payload() if depth < DEEPEST else ():
            if isinstance(it, Message):
                _add(it, found, depth + 1, forwarded or kind in FORWARDED)
        return
    if message.get_content_maintype() == "multipart":
        found.notes.append("Its parts could not be told apart.")
        kind = "text/plain"
    if len(found.parts) == MOST_PARTS:
        raise UnfitError(f"has more than {MOST_PARTS} parts")
    found.parts.append(MimePart(message, kind, message.get_content_disposition() == "attachment", forwarded))

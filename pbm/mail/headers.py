"""The headings of a mail: split by Python's own parser, within limits; fields decoded one by one (security 3.3).

The parser's `policy.default` needs seconds for a From of 16,000 quote marks, and raises on some Message-IDs. So it
splits alone (`compat32`), and a field that cannot be read is a field that is not there.
"""

import binascii
import re
from email.errors import MissingHeaderBodySeparatorDefect
from email.message import Message
from email.parser import BytesHeaderParser
from email.policy import compat32

import msgspec

from pbm.mail.charset import decode

MOST_BYTES = 65_536
MOST_FIELDS = 500
LONGEST_FIELD = 2_048
SHOWN = 200  # characters of a field that is only shown

_EMPTY_LINE = re.compile(rb"\A(?:\r\n|\n|\r)|\r\n(?:\r\n|\n|\r)|\n(?:\r\n|\n|\r)|\r(?!\n)(?:\r\n|\r)")
_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([BbQq])\?([^?]{0,400})\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,80}\?[BbQq]\?[^?]{0,400}\?=)")
_ADDRESS = re.compile(r"[^\s@<>\"',;:()\[\]\\]{1,64}@[^\s@<>\"',;:()\[\]\\]{1,255}")


class UnfitError(Exception):
    """The headings break a limit; a sentence without subject."""


class MailHeaders(msgspec.Struct, frozen=True):
    """Fields in their order, names in lower case, values raw with their folded lines. ended: whether an empty line
    stood between headings and body; body: where that begins; message: the headings as the parser has them.
    """

    fields: tuple[tuple[str, bytes], ...]
    ended: bool
    body: int
    message: Message

    def all(self, name: str) -> list[bytes]:
        """The raw values of every field of this name."""
        return [value for key, value in self.fields if key == name]

    def first(self, name: str) -> bytes:
        """The raw value of the first field of this name, empty without one."""
        return next((value for key, value in self.fields if key == name), b"")

    def has(self, name: str) -> bool:
        """Whether there is a field of this name."""
        return any(key == name for key, _ in self.fields)


def split_headings(data: bytes) -> MailHeaders:
    """The headings that stand at the start of these bytes. Raises UnfitError where a limit is broken."""
    end = _EMPTY_LINE.search(data)
    head = data[: end.end() if end else 2 * MOST_BYTES]
    message = BytesHeaderParser(policy=compat32).parsebytes(head[: 2 * MOST_BYTES])
    fields = tuple((name.lower(), value.encode("utf-8", "surrogateescape")) for name, value in message.raw_items())
    if sum(len(name) + len(value) + 4 for name, value in fields) > MOST_BYTES:
        raise UnfitError(f"has more than {MOST_BYTES // 1024} KiB of headings")
    if len(fields) > MOST_FIELDS:
        raise UnfitError(f"has more than {MOST_FIELDS} headings")
    if any("\0" in name or b"\0" in value for name, value in fields):
        raise UnfitError("has a NUL in its headings")
    broken = any(isinstance(defect, MissingHeaderBodySeparatorDefect) for defect in message.defects)
    return MailHeaders(fields, end is not None and not broken, len(head), message)


def unfold(value: bytes) -> str:
    """A raw value as one line of text."""
    return re.sub(r"[\r\n]+", "", decode(value)).strip()


def show(value: bytes) -> str:
    """A raw value for people: encoded words decoded, no control characters, cut."""
    text = unfold(value[:LONGEST_FIELD])
    text = _WORD.sub(_decoded_word, _BETWEEN.sub(r"\1", text))
    return printable(text)[:SHOWN]


def printable(text: str) -> str:
    """Without control characters, marks of direction and invisible signs; any white space is one blank."""
    plain = " ".join(text.split())
    return plain if plain.isprintable() else "".join(c for c in plain if c.isprintable())


def _decoded_word(found: re.Match[str]) -> str:
    charset, how, inner = found.groups()
    try:
        raw = inner.encode("latin-1")
        is_base64 = how in "Bb"
        data = binascii.a2b_base64(raw + b"=" * (-len(raw) % 4)) if is_base64 else binascii.a2b_qp(raw, header=True)
    except (ValueError, UnicodeError):
        return found[0]
    return decode(data, charset)


def addresses(value: bytes) -> list[str] | None:
    """The addresses of a From, lower case; None where the field cannot be read. Nothing of it is believed."""
    from email.utils import getaddresses

    if len(value) > LONGEST_FIELD:
        return None
    try:
        pairs = getaddresses([unfold(value)])
    except (RecursionError, ValueError, TypeError, IndexError, AttributeError):
        return None
    found = [address.lower() for _, address in pairs if _ADDRESS.fullmatch(address) and address.isprintable()]
    return list(dict.fromkeys(found))

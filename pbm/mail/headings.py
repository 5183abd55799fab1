"""The headings of a mail or of one of its parts: split within limits, fields decoded one by one (security 3.3).

Python's own `policy.default` needs seconds for a From of 16,000 quote marks, and raises on some Message-IDs. So the raw
bytes are split here, and a field that cannot be read is a field that is not there.
"""

import binascii
import re
from typing import NamedTuple

import msgspec

from pbm.mail.charset import decode

MOST_BYTES = 65_536
MOST_FIELDS = 500
LONGEST_FIELD = 2_048
SHOWN = 200  # characters of a field that is only shown

_LINE = re.compile(rb"([^\r\n]*)(\r\n|\n|\r|)")
_NAME = re.compile(rb"([!-9;-~]{1,80})[ \t]*:")
_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,40})?\?([BbQq])\?([^?]{0,400})\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,80}\?[BbQq]\?[^?]{0,400}\?=)")
_PARAMETER = re.compile(r""";\s*([\w.*'%-]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;\s]*)""", re.ASCII)
_ADDRESS = re.compile(r"[^\s@<>\"',;:()\[\]\\]{1,64}@[^\s@<>\"',;:()\[\]\\]{1,255}")


class UnfitError(Exception):
    """The headings break a limit; a sentence without subject."""


class Headings(msgspec.Struct, frozen=True):
    """Fields in their order, names in lower case, values raw with their folded lines. body: where it begins.

    ended: whether an empty line stood between headings and body.
    """

    fields: tuple[tuple[str, bytes], ...] = ()
    body: int = 0
    ended: bool = True

    def all(self, name: str) -> list[bytes]:
        """The raw values of every field of this name."""
        return [value for key, value in self.fields if key == name]

    def first(self, name: str) -> bytes:
        """The raw value of the first field of this name, empty without one."""
        return next((value for key, value in self.fields if key == name), b"")

    def has(self, name: str) -> bool:
        """Whether there is a field of this name."""
        return any(key == name for key, _ in self.fields)


class Kind(NamedTuple):
    """What a Content-Type or Content-Disposition says: the word, lower case, and its parameters."""

    word: str
    parameters: dict[str, str]


def split_headings(data: bytes, start: int = 0, end: int | None = None) -> Headings:
    """The headings that stand at the start of these bytes. Raises UnfitError where a limit is broken."""
    stop = len(data) if end is None else end
    limit = min(stop, start + MOST_BYTES + 1)
    fields: list[tuple[str, list[bytes]]] = []
    at, ended = start, False
    while at < stop:
        found = _LINE.match(data, at, limit)
        assert found
        line, after = found[1], found.end()
        if after > start + MOST_BYTES:
            raise UnfitError(f"has more than {MOST_BYTES // 1024} KiB of headings")
        if not line:
            at, ended = after, True
            break
        if line[0] in b" \t" and fields:
            fields[-1][1].append(line)
        elif named := _NAME.match(line):
            if len(fields) == MOST_FIELDS:
                raise UnfitError(f"has more than {MOST_FIELDS} headings")
            fields.append((named[1].decode("ascii").lower(), [line[named.end() :]]))
        elif at == start and line.startswith((b"From ", b">From ")):
            pass  # the line that an mbox has before each mail
        else:
            break
        at = after
    if b"\0" in data[start:at]:
        raise UnfitError("has a NUL in its headings")
    return Headings(tuple((name, b"\n".join(lines)) for name, lines in fields), at, ended)


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


def read_kind(value: bytes) -> Kind:
    """What a Content-Type or Content-Disposition says; what cannot be read says nothing."""
    if len(value) > LONGEST_FIELD:
        return Kind("", {})
    text = unfold(value)
    word = text.partition(";")[0].strip().lower()
    parameters: dict[str, str] = {}
    for name, given in _PARAMETER.findall(text):
        if given.startswith('"'):
            given = re.sub(r"\\(.)", r"\1", given[1:-1])
        parameters.setdefault(name.lower(), given)
    return Kind(word, _joined(parameters) if any("*" in name for name in parameters) else parameters)


def _joined(parameters: dict[str, str]) -> dict[str, str]:
    """Parameters that were cut in pieces or carry a charset (RFC 2231) under their plain names."""
    from urllib.parse import unquote_to_bytes

    plain = {name: given for name, given in parameters.items() if "*" not in name}
    for name in list(parameters):
        base, star, _ = name.partition("*")
        if not star or base in plain:
            continue
        pieces = []
        for number in range(20):
            for form in (f"{base}*{number}", f"{base}*{number}*", *((f"{base}*",) if not number else ())):
                if form in parameters:
                    pieces.append((parameters[form], form.endswith("*")))
        charset, whole = "", b""
        for number, (piece, escaped) in enumerate(pieces):
            if escaped and not number and piece.count("'") >= 2:
                charset, _, piece = piece.split("'", 2)
            whole += unquote_to_bytes(piece) if escaped else piece.encode("utf-8", "replace")
        plain[base] = decode(whole, charset)
    return plain

"""The parts of a mail: a walk of limited depth and length over the raw bytes (security 3.3).

The standard parser asks every open boundary of every line and goes one call deeper for each level, so that a mail of
a thousand levels ends in RecursionError. This walk goes over the bytes once for each of its few levels.
"""

import binascii
import re

import msgspec

from pbm.mail.headings import Headings, Kind, UnfitError, read_kind, split_headings, unfold

DEEPEST = 8
MOST_PARTS = 30
_BRANCH = re.compile(rb"multipart/", re.IGNORECASE)
_REST = re.compile(rb"(--)?[ \t]*(?:\r\n|\n|\r|\Z)")
_BASE64 = re.compile(rb"[^A-Za-z0-9+/]+")
_ENCODINGS = ("", "7bit", "8bit", "binary")


class Part(msgspec.Struct, frozen=True):
    """A part that holds no others: what it says of itself, and where its body lies in the mail."""

    kind: Kind
    is_attached: bool
    name: str
    encoding: str
    start: int
    end: int
    is_forwarded: bool = False


class Walk(msgspec.Struct):
    """The parts in their order, and what was odd on the way."""

    parts: list[Part] = []
    notes: list[str] = []
    is_cut: bool = False


def walk(data: bytes, headings: Headings) -> Walk:
    """All parts of a mail. Raises UnfitError where it has too many, or more levels than anybody writes."""
    found = Walk()
    _step(data, headings, len(data), found, 0, False)
    if found.is_cut and len(_BRANCH.findall(data)) > 10 * DEEPEST:
        raise UnfitError("has parts within parts without end")
    return found


def _step(data: bytes, headings: Headings, end: int, found: Walk, depth: int, forwarded: bool) -> None:
    kind = read_kind(headings.first("content-type"))
    main, _, sub = kind.word.partition("/")
    if main == "multipart" or kind.word in ("message/rfc822", "message/global"):
        if depth == DEEPEST:
            found.is_cut = True
            return
        if main == "message":
            _step(data, split_headings(data, headings.body, end), end, found, depth + 1, True)
            return
        if spans := _between(data, kind.parameters.get("boundary", ""), headings.body, end):
            for first, last in spans:
                inner = split_headings(data, first, last)
                if sub == "digest" and not inner.has("content-type"):
                    inner = msgspec.structs.replace(inner, fields=(*inner.fields, ("content-type", b"message/rfc822")))
                _step(data, inner, last, found, depth + 1, forwarded)
            return
        found.notes.append("Its parts could not be told apart.")
        kind = Kind("text/plain", {})
    if len(found.parts) == MOST_PARTS:
        raise UnfitError(f"has more than {MOST_PARTS} parts")
    disposition = read_kind(headings.first("content-disposition"))
    name = disposition.parameters.get("filename") or kind.parameters.get("name", "")
    encoding = unfold(headings.first("content-transfer-encoding")[:80]).lower()
    if kind.word in ("", "text"):  # half a word says nothing, and plain text is what it means then (RFC 2045, 5.2)
        kind = Kind("text/plain", kind.parameters)
    attached = disposition.word == "attachment"
    found.parts.append(Part(kind, attached, name, encoding, headings.body, end, forwarded))


def _between(data: bytes, boundary: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the parts between the lines of a boundary lie; a closing line may lack."""
    mark = b"--" + boundary.rstrip().encode("utf-8", "replace")
    if not 2 < len(mark) <= 200:
        return []
    spans: list[tuple[int, int]] = []
    opened, at = -1, start
    while (at := data.find(mark, at, end)) >= 0:
        rest = _REST.match(data, at + len(mark), end)
        if not rest or (at > start and data[at - 1] not in b"\r\n"):
            at += 1
            continue
        if opened >= 0:
            spans.append((opened, max(opened, at - _line_end(data, at))))
            if len(spans) > MOST_PARTS:
                raise UnfitError(f"has more than {MOST_PARTS} parts")
        opened = at = rest.end()
        if rest[1]:
            return spans
    return spans if opened < 0 else [*spans, (opened, end)]


def _line_end(data: bytes, at: int) -> int:
    """How many bytes of a line end stand before this place; it belongs to the boundary."""
    return 2 if data[at - 2 : at] == b"\r\n" else 1


def body(data: bytes, part: Part) -> tuple[bytes, str]:
    """The bytes of a part, its transfer encoding undone, and what was odd about that; never raises."""
    raw = data[part.start : part.end]
    if part.encoding in _ENCODINGS:
        return raw, ""
    if part.encoding == "quoted-printable":
        return binascii.a2b_qp(raw), ""
    if part.encoding == "base64":
        return _from_base64(raw)
    return raw, "Its transfer encoding is unknown and was left alone."


def _from_base64(raw: bytes) -> tuple[bytes, str]:
    signs = _BASE64.sub(b"", raw.rstrip().rstrip(b"="))
    note = ""
    if len(signs) % 4 == 1:
        signs, note = signs[:-1], "Its base64 is broken."
    try:
        return binascii.a2b_base64(signs + b"=" * (-len(signs) % 4)), note
    except binascii.Error:
        return raw, "Its base64 cannot be read."

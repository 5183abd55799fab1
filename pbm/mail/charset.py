"""Bytes of a mail as text: labels are the sender's words, so only those of a list are believed (security 3.3)."""

import re

LATIN = {f"iso-8859-{k}": f"iso8859_{k}" for k in (2, 3, 4, 5, 7, 9, 10, 13, 14, 15, 16)}
WINDOWS = {f"windows-125{k}": f"cp125{k}" for k in range(9)}
CHARSETS = {
    **LATIN,
    **WINDOWS,
    **{f"cp125{k}": f"cp125{k}" for k in range(9)},
    "iso-8859-1": "cp1252",  # as every mail program reads it: what lies between 80 and 9F is never meant as control
    "latin1": "cp1252",
    "latin-1": "cp1252",
    "latin-9": "iso8859_15",
    "koi8-r": "koi8_r",
    "koi8-u": "koi8_u",
    "macintosh": "mac_roman",
}
"""Python has codecs of the name base64, rot13, punycode and utf-7: a label that is not in this list is not used."""

WIDE = re.compile(r"(?:utf|ucs|iso-10646-ucs)[-_]?(?:16|32|2|4)(?:[-_]?[lb]e)?")


def plain_label(label: str) -> str:
    """A charset's label, made plain."""
    return label.strip(" \t\"'").lower().replace("_", "-")[:40]


def is_wide(data: bytes, label: str) -> bool:
    """Whether this is, or is said to be, UTF-16 or UTF-32, which we do not read: half of it would be NULs."""
    return bool(WIDE.fullmatch(plain_label(label))) or (len(data) > 3 and data.count(0) * 4 > len(data))


def decode(data: bytes, label: str = "") -> str:
    """The text: by its label where that is known, else as UTF-8, else as Windows-1252; a mark of byte order is dropped.

    What calls itself UTF-8 and is not, has U+FFFD in each place that cannot be read; never raises.
    """
    name = plain_label(label)
    text = None
    if name in CHARSETS:
        text = _tried(data, CHARSETS[name])
    if text is None:
        text = _tried(data, "utf-8")
    if text is None:
        is_utf8 = name in ("utf-8", "utf8")
        text = data.decode("utf-8", "replace") if is_utf8 else _tried(data, "cp1252") or data.decode("latin-1")
    return text.removeprefix("\ufeff")


def _tried(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return None

"""What lies in private/received: everything that ever came, as it came, and how it is read."""

import hashlib
import re
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from pbm.cards.card import NO_HEADING, Card, card_in
from pbm.cards.text import content
from pbm.errors import PbmError
from pbm.mail.message import Mail
from pbm.store.folder import Folder

KEPT = re.compile(r"([0-9]{6,9})-([0-9a-f]{64})(?:-(typed|[0-9]{8}T[0-9]{6}Z))?\.(txt|eml)")
_TIMED = re.compile(r"([0-9]{8}T[0-9]{6}Z)-[0-9a-f]{64}\.eml")


class Reading(msgspec.Struct, frozen=True):
    """Something that came, read: the card in it, and the mail that it was, or None."""

    card: Card
    mail: Mail | None = None


def kept_name(serial: int, digest: str, name: str) -> str:
    """The name under which a file of the inbox is kept: number, SHA-256, and what its name told.

    That is the time at which our post received a mail, or that the moderator typed a card from paper.
    """
    kind = "eml" if name.lower().endswith(".eml") else "txt"
    timed = _TIMED.fullmatch(name)
    mark = f"-{timed[1]}" if timed else "-typed" if kind == "txt" and name.startswith("typed-") else ""
    return f"{serial:06d}-{digest}{mark}.{kind}"


def came(kept: str) -> str:
    """When our post received it, as an ISO time; "" where the name does not tell."""
    found = KEPT.fullmatch(kept)
    mark = (found[3] or "") if found else ""
    if len(mark) != 16:
        return ""
    return f"{mark[:4]}-{mark[4:6]}-{mark[6:11]}:{mark[11:13]}:{mark[13:15]}Z"


def kept_bytes(folder: Folder, kept: str) -> bytes:
    """What came, as it came; PbmError where the file was changed since."""
    data = folder.disk.read(folder.received / kept)
    if f"-{hashlib.sha256(data).hexdigest()}" not in kept:
        raise PbmError(f"{folder.received / kept}: was changed after it was received.")
    return data


def reading_of(folder: Folder, kept: str, border: tuple[str, ...] = ()) -> Reading:
    """A kept file, read: a mail, or a text that is a card and nothing else."""
    data = kept_bytes(folder, kept)
    return read_letter(data, border) if kept.endswith(".eml") else Reading(card_in(data))


def read_letter(data: bytes, border: tuple[str, ...] = ()) -> Reading:
    """A mail, and the card in it. `border`: whose word on the sender we take."""
    from pbm.mail.reading import read_mail

    mail = read_mail(data, border, has_card=has_card)
    card = card_of(mail)
    if mail.other_text:
        beside = card_in(mail.other_text)
        if beside.problem != NO_HEADING and content(beside) != content(card):
            note = "Its HTML part has other orders; those of the plain part count."
            card = replace(card, notes=(*card.notes, note))
    return Reading(card, mail)


@lru_cache(maxsize=2)
def _card_in(text: str) -> Card:
    """Cached, since a mail's text is looked at twice: to choose it and to read it."""
    return card_in(text)


def card_of(mail: Mail) -> Card:
    """The card in a mail; its subject may be the heading (spec 2.1)."""
    card = _card_in(mail.text)
    if card.problem == NO_HEADING and not card.quoted and mail.subject:
        other = _card_in(f"{mail.subject}\n{mail.text}")
        if other.problem != NO_HEADING:
            note = "The heading was read from the subject, so the subject counts as line 1."
            card = replace(other, notes=(*other.notes, note))
    return card


def has_card(text: str) -> bool:
    """Whether a text has the heading of a card."""
    return _card_in(text).problem != NO_HEADING

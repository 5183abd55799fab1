"""A card as text again: what the archive keeps of it, and a card that another one amends."""

import hashlib
import re

from msgspec.structs import replace

from pbm.cards.card import Card, is_special
from pbm.orders.form import OrderLine
from pbm.orders.slips import BLANKS

_PLACE = re.compile(f"(?<![^{BLANKS}])@[^{BLANKS};]*")


def plain_card(card: Card) -> bytes:
    """The card without name, code, greeting or signature; its order lines have the numbers they came with.

    Read again it gives the same orders. This is what the archive of a turn keeps: codes and what people
    wrote around their orders stay where the mail lies. Of a card with press the lines close up: a revealed game shows
    them, and how long the press was tells who wrote an anonymous piece.
    """
    heading = f"{card.game} T-{card.turn} [{card.player}]"
    if card.revision:
        heading += f" REV {card.revision}"
    rows = {line.number: line.text for line in card.lines}
    at = card.at or 1
    rows[at] = heading
    if card.opened:
        rows[card.opened] = "ORDERS"
    if card.press or card.absences:
        rows = dict(enumerate((rows[k] for k in sorted(rows) if rows[k].strip()), 1))
    last = max(rows)
    return "\n".join(rows.get(k, "") for k in range(1, last + 1)).encode("utf-8", "surrogateescape") + b"\nEND\n"


def content(card: Card) -> str:
    """SHA-256 of what a card says, however it is laid out: two mails with the same are the same card."""
    words = [" ".join(line.text.split()) for line in card.lines]
    kind = f"{card.revision} {card.amends} {card.tentative}"
    if card.press or card.absences:
        words.append(repr([replace(it, line=0, orders=()) for it in card.press] + [it.days for it in card.absences]))
    return hashlib.sha256("\n".join((kind, *filter(None, words))).encode("utf-8", "surrogateescape")).hexdigest()


def amended(base: Card, change: Card) -> Card:
    """The card with the spaces replaced that an AMEND card names; one without orders takes them away.

    What stands above the first @ counts as a space of its own, and so do the player orders under @.
    """
    blocks: dict[str, list[str]] = {}
    for card in (base, change):
        named: set[str] = set()
        for place, text in _pieces(card):
            if place not in named:
                named.add(place)
                blocks[place] = []
            blocks[place].append(text)
    texts = [text for pieces in blocks.values() for text in pieces]
    opened = 2
    lines = tuple(OrderLine(opened + k, text) for k, text in enumerate(texts, 1))
    notes = tuple(dict.fromkeys((*base.notes, *change.notes)))
    return replace(
        change,
        lines=lines,
        passes=base.passes or change.passes,
        revision=max(base.revision, change.revision),
        amends=False,
        at=1,
        opened=opened,
        notes=notes,
    )


def _pieces(card: Card) -> list[tuple[str, str]]:
    """The order text piece by piece, each with the place that it belongs to, as `@TU`.

    A word such as END that stood before a heading of its line was no END; a comma behind it keeps it so.
    """
    place = ""
    pieces: list[tuple[str, str]] = []
    for line in card.lines:
        text, _, _ = line.text.partition(";")
        begin = 0
        for found in _PLACE.finditer(text):
            piece = text[begin : found.start()]
            pieces.append((place, f"{piece}," if is_special(piece) else piece))
            place, begin = found[0].upper() if found[0].isascii() else found[0], found.start()
        pieces.append((place, text[begin:]))
    return [(name, piece) for name, piece in pieces if piece.strip(BLANKS)]

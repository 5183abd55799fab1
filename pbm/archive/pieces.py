"""News and press in an archive file: what the site shows of a piece, under a name that tells nothing of it.

The names in a game folder are the moderator's own, or hold the number of a receipt, by which the writer of an anonymous
piece could be found. In an archive file pieces are numbered in the order in which they are shown.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from pbm.store.press import FOR_ALL

Kind = Literal["news", "press", "messages"]
CARD = "card"  # in the place of the receipt's number


class PublicPiece(msgspec.Struct, frozen=True):
    """A piece that everybody may read in a revealed game: the turn whose page has it, when it was dated, its heading,
    its text as Markdown. author, player: who signed it; empty and 0 where nobody did. to: the numbers of the players
    who alone read it while the game ran; none for all. by_card: it came with a card.
    """

    kind: Kind
    turn: int
    text: str
    date: str = ""
    title: str = ""
    author: str = ""
    player: int = 0
    anonymous: bool = False
    to: tuple[int, ...] = ()
    by_card: bool = False


def piece_files(pieces: Iterable[PublicPiece]) -> Iterator[tuple[str, bytes]]:
    """The pieces as files, in their order: names such as press/0001.md, and their bytes."""
    for number, piece in enumerate(pieces, 1):
        yield f"{piece.kind}/{number:04d}.md", _bytes(piece)


def _bytes(piece: PublicPiece) -> bytes:
    from pbm.store.edit import toml  # tomlkit is large

    is_signed = not piece.anonymous
    rows = {
        "title": piece.title,
        "date": piece.date,
        "author": piece.author if is_signed else "",
        "player": piece.player if is_signed else 0,
        "anonymous": piece.anonymous,
        "to": piece.to or (FOR_ALL if piece.kind == "messages" else ()),
        "filed": CARD if piece.by_card else "",
    }
    head = [f"turn = {piece.turn}", *(f"{key} = {toml(value)}" for key, value in rows.items() if value)]
    return "\n".join(["+++", *head, "+++", "", piece.text.strip("\n"), ""]).encode()

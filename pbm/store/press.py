"""Press that came with cards: a file for each piece in private/press, held there until its turn runs.

They are such files as the moderator may write; `filed` tells them from the moderator's own. Pieces for all lie there
too: what is in press/ is open to everybody at once.
"""

import hashlib
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from pbm.core.plain import CUT, LONGEST_LINE, clean, visible, within_limits
from pbm.errors import PbmError
from pbm.store.facts import read_strictly
from pbm.store.folder import Folder

PRIVATE_PRESS = "private/press"  # of a game: what some players alone read, and what is held until a turn runs
MOST_PIECES = 10  # of a player for a turn
FOR_ALL: Literal["all"] = "all"
Held = Literal["", "waiting", "refused"]
_NAME = re.compile(r"[0-9]{3,4}-(?:[0-9]{3}|anon-[0-9a-f]{16})-[0-9]{6,9}-[0-9]{1,3}\.md")


class Front(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of a piece: `turn` is the turn that it belongs to, if any; `to`: who alone reads it, or "all";
    `foot`: a page that the foot of every page names, though there is one that lists them all; `filed`: the receipt and
    the place on its card of a piece that came with one; `held`: it waits for the moderator, or was refused.
    """

    title: str = ""
    date: str = ""
    author: str = ""
    player: int = 0
    anonymous: bool = False
    turn: int | msgspec.UnsetType = msgspec.UNSET
    to: tuple[int, ...] | Literal["all"] = ()
    foot: bool = False
    filed: str = ""
    held: Held = ""


class Piece(msgspec.Struct, frozen=True):
    """A piece of press that came with a card. filed: receipt and place on the card, as 12-1. to: the readers' numbers,
    none for all; text and title as they came, but for what cannot be seen.
    """

    filed: str
    turn: int
    player: int
    to: tuple[int, ...] = ()
    anonymous: bool = False
    title: str = ""
    text: str = ""
    held: Held = ""

    @property
    def is_diary(self) -> bool:
        """Whether its writer alone reads it before the end."""
        return self.to == (self.player,)

    @property
    def name(self) -> str:
        """The name of its file. Pieces are shown in the order of these: those that are signed by player, then those
        that are not by their text, which says nothing of who wrote them.
        """
        receipt, _, place = self.filed.partition("-")
        digest = hashlib.sha256(f"{self.title}\0{self.text}".encode()).hexdigest()[:16]
        who = f"anon-{digest}" if self.anonymous else f"{self.player:03d}"
        return f"{self.turn:03d}-{who}-{int(receipt):06d}-{place}.md"


def cleaned(title: str, text: str) -> tuple[str, str, bool]:
    """Title and text without what cannot be seen, and whether either is cut where it is shown."""
    title, text = " ".join(clean(title).split()), visible(text).strip()
    shown = within_limits(text)
    return title, text, len(title) > LONGEST_LINE or (shown.endswith(CUT) and not text.endswith(CUT))


def filed(folder: Folder) -> tuple[Piece, ...]:
    """All pieces that came with cards, as they are shown. PbmError for a file with a mistake."""
    place = folder.path / PRIVATE_PRESS
    return tuple(_read(folder, place / name) for name in folder.disk.names(place) if _NAME.fullmatch(name))


def readable(folder: Folder) -> tuple[Piece, ...]:
    """The same without those that somebody spoilt: a build tells of these, and a card need not wait for that."""
    found = []
    place = folder.path / PRIVATE_PRESS
    for name in folder.disk.names(place):
        if _NAME.fullmatch(name):
            with suppress(PbmError):
                found.append(_read(folder, place / name))
    return tuple(found)


def waiting(folder: Folder) -> tuple[Piece, ...]:
    """The pieces that wait for the moderator."""
    return tuple(piece for piece in readable(folder) if piece.held == "waiting")


def write(folder: Folder, piece: Piece) -> None:
    """Put a piece in its place. Needs the lock."""
    place = folder.path / PRIVATE_PRESS
    folder.disk.make_folder(place)
    folder.disk.replace(place / piece.name, _bytes(piece))


def remove(folder: Folder, pieces: Iterable[Piece]) -> None:
    """Take pieces away; what their mails said is kept with these. Needs the lock."""
    place = folder.path / PRIVATE_PRESS
    for piece in pieces:
        folder.disk.remove(place / piece.name)


def decide(folder: Folder, number: str, held: Literal["", "refused"]) -> Piece:
    """Let a piece go out, or refuse it; one whose turn is over goes out with the next. Needs the lock. PbmError where
    there is none of that number.
    """
    piece = next((it for it in filed(folder) if it.filed == number), None)
    if piece is None:
        raise PbmError(f"{folder.game} has no press {number}; `pbm press {folder.game}` lists what there is.")
    if not piece.held and piece.turn <= folder.last:
        raise PbmError(f"Press {number} went out with turn {piece.turn}.")
    made = msgspec.structs.replace(piece, held=held, turn=max(piece.turn, folder.last + 1))
    write(folder, made)
    if made.name != piece.name:
        remove(folder, (piece,))
    return made


def _bytes(piece: Piece) -> bytes:
    from pbm.store.edit import toml  # tomlkit is large

    rows = {"turn": piece.turn, "player": piece.player, "to": piece.to or FOR_ALL, "filed": piece.filed}
    more = {"title": piece.title, "anonymous": piece.anonymous, "held": piece.held}
    head = "\n".join(f"{key} = {toml(value)}" for key, value in {**rows, **more}.items() if value)
    return f"+++\n{head}\n+++\n\n{piece.text}\n".encode()


def _read(folder: Folder, path: Path) -> Piece:
    data = folder.disk.read(path)
    head, mark, text = data.removeprefix(b"+++\n").partition(b"\n+++\n")
    front = read_strictly(head, Front, path)
    if not mark or not front.filed or front.turn is msgspec.UNSET:
        raise PbmError(f"{path}: is not as pbm wrote it; its front matter needs the keys turn and filed.")
    to = () if front.to == FOR_ALL else tuple(front.to)
    body = text.decode("utf-8", "replace").strip()
    return Piece(front.filed, front.turn, front.player, to, front.anonymous, front.title, body, front.held)

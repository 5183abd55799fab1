"""A game folder into an archive file: the same game gives the same bytes, on every machine and at any time.

What goes in is asked for file by file and key by key; a folder is never taken as it lies.
"""

import hashlib
import re
import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from zlib import crc32

import msgspec

from pbm import __version__
from pbm.archive.contents import (
    FORMAT,
    GAME_KEYS,
    LARGEST,
    LARGEST_FILE,
    MANIFEST,
    MOST_FILES,
    SEAT_KEYS,
    TURN_FILES,
    FileSum,
    Manifest,
    archive_name,
    may_contain,
)
from pbm.archive.pieces import PublicPiece, piece_files
from pbm.archive.readme import by_hand, licence, readme
from pbm.core.deflate import QUICK, pack
from pbm.errors import PbmError
from pbm.store.folder import Folder, write_json
from pbm.store.loss import HOUSE
from pbm.store.play import GameTable, check_turn, dice_of
from pbm.store.seeds import commitment
from pbm.store.texts import file_options, kept_name
from pbm.store.variants import FILES, variants_path

_DAY = 1 << 5 | 1  # 1 January 1980, the first that a zip can say, at midnight
_MODE = 0o100644 << 16
_MADE_BY = 3 << 8 | 20  # Unix, as of version 2.0 of the format
_NEEDS = 20
_DEFLATED = 8


class NoArchiveError(PbmError):
    """The game can have no archive file: it is too large, or an early pbm kept what is private with its turns."""


def packed(table: GameTable, pieces: Sequence[PublicPiece], system: str, variant: str) -> bytes:
    """The bytes of the archive file of a revealed game. pieces: its news and press as all may read them; system,
    variant: their names in words. NoArchiveError where the game can have none; PbmError where a turn is not as it was
    resolved.
    """
    folder = table.folder
    made = _Zip()
    total = 0
    sums: dict[str, FileSum] = {}
    for name, data in chain(_head(table, pieces, system, variant), _tail(table, pieces)):
        total += len(data)
        if not may_contain(name) or len(data) > LARGEST_FILE or total > LARGEST or len(sums) >= MOST_FILES - 1:
            raise NoArchiveError(f"{folder.path}: {name}: is more than {archive_name(folder.game)} can hold.")
        made.add(f"{folder.game}/{name}", data)
        sums[name] = FileSum(len(data), hashlib.sha256(data).hexdigest())
    made.add(f"{folder.game}/{MANIFEST}", write_json(_manifest(table, sums)))
    return made.close()


def _manifest(table: GameTable, sums: dict[str, FileSum]) -> Manifest:
    folder, facts = table.folder, table.folder.facts
    rules = facts.system, facts.variant, facts.edition
    proof = commitment(folder.seed), folder.outline(folder.last).chain
    return Manifest(FORMAT, folder.game, __version__, *rules, folder.last, *proof, sums)


def _head(table: GameTable, pieces: Sequence[PublicPiece], system: str, variant: str) -> Iterator[tuple[str, bytes]]:
    """What explains the rest."""
    folder = table.folder
    versions = [(number, folder.record(number).version) for number in range(folder.last + 1)]
    told = {"game": folder.game, "title": folder.facts.title, "system": system, "variant": variant}
    names = ["README.txt", "LICENSE.txt", MANIFEST, "check.py", "game.toml", "seed", "turns/"]
    names += [name for name, _ in _beside(table, pieces)]
    proof = folder.outline(folder.last).chain, commitment(folder.seed)
    yield "README.txt", readme(told, versions, names, *proof)
    yield "LICENSE.txt", licence()
    yield "check.py", by_hand()


def _tail(table: GameTable, pieces: Sequence[PublicPiece]) -> Iterator[tuple[str, bytes]]:
    """The game."""
    folder = table.folder
    yield "game.toml", game_toml(folder)
    yield "seed", f"{folder.seed.hex()}\n".encode()
    yield from _beside(table, pieces)
    for number in range(folder.last + 1):
        check_turn(folder, number)
        place = f"turns/{number:03d}"
        for name in TURN_FILES:
            yield f"{place}/{name}", folder.raw(number, name)
        rolled = {label: [str(face), str(sides)] for label, (face, sides) in dice_of(table, number).items()}
        yield f"{place}/dice.json", write_json(rolled)
        for player, card in folder.cards(number).items():
            _check_heading(folder, number, player, card)
            yield f"{place}/cards/{player}.txt", card


def _check_heading(folder: Folder, number: int, player: int, card: bytes) -> None:
    """NoArchiveError for a card with its sender's name or code: early versions of pbm kept cards as they came, and the
    digests cover every letter.
    """
    heading = rf"{folder.game} T-{number} \[{player}\](?: REV [0-9]+)?(?: {HOUSE})?".encode()
    if not re.fullmatch(heading, card.lstrip(b"\n").partition(b"\n")[0]):
        path = folder.turn_path(number) / "cards" / f"{player}.txt"
        raise NoArchiveError(
            f"{path}: has more in its heading than game, turn and number, as an early pbm kept it. That may be a "
            "name, so the game gets no archive file."
        )


def _beside(table: GameTable, pieces: Sequence[PublicPiece]) -> Iterator[tuple[str, bytes]]:
    """What not every game has."""
    folder = table.folder
    corrections = folder.corrections(folder.last)  # those before stand in the records
    if corrections:
        yield "corrections.json", write_json(corrections)
    for option in file_options(table.system, table.rules.options):
        yield kept_name(option), folder.disk.read(folder.private / kept_name(option))
    yield from own_variant(table)
    yield from piece_files(pieces)


def own_variant(table: GameTable) -> Iterator[tuple[str, bytes]]:
    """The files of the moderator's own variant, as they lie; none where the variant is the system's."""
    folder = table.folder
    place = variants_path(folder.root) / folder.facts.variant
    if folder.facts.variant not in table.system.variants:
        for name in FILES.values():
            if (place / name).exists():
                yield f"variant/{name}", folder.disk.read(place / name)


def game_toml(folder: Folder) -> bytes:
    """game.toml with the keys that an archive file has, and without the moderator's remarks."""
    from pbm.store.edit import toml  # tomlkit is large

    facts = msgspec.to_builtins(folder.facts)
    values = {key: facts[key] for key in GAME_KEYS} | {"id": folder.game, "status": "revealed"}
    lines = [f"{key} = {toml(value)}" for key, value in values.items()]
    for seat in facts["seats"]:
        lines += ["", "[[seats]]", *(f"{key} = {toml(seat[key])}" for key in SEAT_KEYS if seat[key] not in (None, ""))]
    if facts["options"]:
        lines += ["", "[options]", *(f"{toml(key)} = {toml(value)}" for key, value in sorted(facts["options"].items()))]
    return ("\n".join(lines) + "\n").encode()


class _Zip:
    """A zip that is written file by file. The standard library would deflate with the system's own zlib, of which each
    makes other bytes; ours makes the same everywhere.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._entries: list[bytes] = []
        self._size = 0

    def add(self, name: str, data: bytes) -> None:
        """A file; its name is ASCII, with slashes."""
        small = pack(data, QUICK)
        title = name.encode("ascii")
        common = struct.pack(
            "<5H3L2H", _NEEDS, 0, _DEFLATED, 0, _DAY, crc32(data), len(small), len(data), len(title), 0
        )
        central = struct.pack("<4sH", b"PK\1\2", _MADE_BY) + common
        self._entries.append(central + struct.pack("<3H2L", 0, 0, 0, _MODE, self._size) + title)
        for part in (b"PK\3\4", common, title, small):
            self._parts.append(part)
            self._size += len(part)

    def close(self) -> bytes:
        """All of it."""
        count, size = len(self._entries), sum(map(len, self._entries))
        end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, size, self._size, 0)
        return b"".join([*self._parts, *self._entries, end])


def digest_of(table: GameTable, pieces: Iterable[PublicPiece]) -> str:
    """A digest of all that an archive file is made of, beside pbm itself. Of a turn it is the record's, which binds the
    rest.
    """
    folder = table.folder
    summed = hashlib.sha256()
    parts = [game_toml(folder), *(folder.outline(number).sha256 for number in range(folder.last + 1))]
    parts += [part for name, data in _beside(table, [*pieces]) for part in (name.encode(), data)]
    for part in parts:
        summed.update(b"%d:" % len(part) + part)
    return summed.hexdigest()

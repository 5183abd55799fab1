"""An archive file into a folder that is gone afterwards, and the proof of what is in it.

Anybody may have made it. The whole of it is looked at before a file is written: names by the list, sizes as told and as
they are, SHA-256 of each file. Nothing is ever unpacked by the name that the zip gives it.
"""

import hashlib
import io
import os
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from pbm.archive.contents import (
    FORMAT,
    LARGEST,
    LARGEST_FILE,
    LARGEST_ZIP,
    MANIFEST,
    MOST_FILES,
    FormatOf,
    Manifest,
    may_contain,
)
from pbm.errors import PbmError, shown_name
from pbm.store.disk import FILE, FOLDER, Disk
from pbm.store.facts import GAME_ID, key_first
from pbm.store.folder import Folder, games_path
from pbm.store.ledger import Corrected, Correction, write_facts
from pbm.store.loss import HEAD, LEDGER
from pbm.store.play import GameTable, lay_table, verify
from pbm.store.press import PRIVATE_PRESS
from pbm.store.variants import variants_path

Watch = Callable[[Iterable[tuple[int, str]], int], Iterable[tuple[int, str]]]
"""The turns that are played again, handed through: the links, and how many there are."""

_END = struct.Struct("<4s4H2LH")  # of a zip; pbm writes no comment behind it
_ENTRY = 400  # bytes at most of a file in the list of a zip; pbm needs less than 90
_BLOCK = 1 << 20
_HARMED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, OverflowError, struct.error)
_ENCRYPTED = 1


class OpenedArchive(msgspec.Struct, frozen=True):
    """An archive file that is laid out: its name, what it says of itself, a folder with content/ that is gone
    afterwards, and its bytes.
    """

    name: str
    manifest: Manifest
    root: Path
    data: bytes

    @property
    def game(self) -> str:
        """The game's id."""
        return self.manifest.game


class ProvedArchive(msgspec.Struct, frozen=True):
    """What the proof of an archive file ended in: the last turn, the end of the chain, the seed's fingerprint, and how
    many corrections of the moderator were made again.
    """

    table: GameTable
    turns: int
    chain: str
    fingerprint: str
    corrections: int


@contextmanager
def opened(file: str, data: bytes) -> Iterator[OpenedArchive]:
    """Within it the archive file of that name is laid out in a folder that is gone afterwards, whatever happens.
    PbmError, in one sentence that names the file and what is wrong, also for what is found wrong within.
    """
    name = shown_name(file)
    game, files = _unpacked(data, name)
    manifest = _manifest(game, files, name)
    try:
        place = TemporaryDirectory(prefix="pbm-archive-")
    except OSError as error:
        raise PbmError(f"{name}: there is no room to open it ({error.strerror or error}).") from None
    with place as folder:
        root = Path(os.path.realpath(folder))
        try:
            _lay_out(root, manifest, files, name)
            yield OpenedArchive(name, manifest, root, data)
        except PbmError as error:
            raise PbmError(_retold(str(error), root, game, name)) from None


def proved(archive: OpenedArchive, watch: Watch) -> ProvedArchive:
    """Play every turn of the game again. PbmError names the first difference."""
    manifest = archive.manifest
    try:
        table = lay_table(Folder(archive.root, archive.game))
        folder, facts = table.folder, table.folder.facts
        if facts.status != "revealed":
            raise PbmError("game.toml: status: an archive file is of a game that is revealed.")
        said = (manifest.system, manifest.variant, manifest.edition, manifest.turns, manifest.seed_sha256)
        found = (facts.system, facts.variant, facts.edition, folder.last, facts.seed_commitment)
        if said != found:
            wrong = next(key for key, a, b in zip(_SAID, said, found, strict=True) if a != b)
            raise PbmError(f"{MANIFEST}: {wrong}: is not that of the game.")
        _ = folder.seed  # held against its fingerprint
        links = list(watch(verify(table), folder.last + 1))
        if links[-1][1] != manifest.chain:
            raise PbmError(f"{MANIFEST}: chain: is not the end of the game's chain.")
        corrections = sum(len(folder.corrections(number)) for number in range(folder.last + 1))
    except PbmError:
        raise
    except Exception as error:  # who made it by hand may break any thought that the rules rest on
        raise PbmError(f"the game cannot be played again ({type(error).__name__}).") from error
    return ProvedArchive(table, folder.last, links[-1][1], facts.seed_commitment, corrections)


_SAID = ("system", "variant", "edition", "turns", "seed_sha256")


def read_file(path: Path) -> bytes:
    """The bytes of an archive file. PbmError where there is none, or it is too large."""
    name = shown_name(path.name)
    real = Path(os.path.realpath(path))  # it is in no game folder, and may be a link
    if not real.exists():
        raise PbmError(f"{shown_name(path)}: there is no such file.")
    if not real.is_file():
        raise PbmError(f"{shown_name(path)}: is not a file.")
    size = real.stat().st_size
    if size > LARGEST_ZIP:
        raise PbmError(f"{name}: is larger than {LARGEST_ZIP >> 20} MB and is not read.")
    return Disk().read(real, size)  # room for as much is made at once


def _unpacked(data: bytes, name: str) -> tuple[str, dict[str, bytes]]:
    """The game, and its files by name without the game's folder. PbmError where the zip is not one of ours."""
    _check_list(data, name)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = archive.infolist()
            game = _check_entries(entries, name)
            return game, {entry.filename.partition("/")[2]: _inflated(archive, entry, name) for entry in entries}
    except _HARMED:
        raise PbmError(f"{name}: is not a whole zip file; get it again.") from None


def _check_list(data: bytes, name: str) -> None:
    """Read the end of the zip first: the library makes a record of each entry in its list, which may have millions."""
    at = len(data) - _END.size
    if at < 0 or data[at : at + 4] != b"PK\5\6":
        raise PbmError(f"{name}: is not a whole zip file; get it again.")
    _, _, _, _, count, size, _, _ = _END.unpack_from(data, at)
    if data[at - 20 : at - 16] == b"PK\6\7" or count > MOST_FILES or size > MOST_FILES * _ENTRY:
        raise PbmError(f"{name}: has more files than an archive file may have ({MOST_FILES}).")


def _check_entries(entries: Iterable[zipfile.ZipInfo], name: str) -> str:
    """The game of an archive file. PbmError for the first entry that may not be in one, and for sizes out of bounds."""
    games: set[str] = set()
    seen: set[str] = set()
    total = 0
    for entry in entries:
        shown = _shown(entry.orig_filename)
        game, _, rest = entry.orig_filename.partition("/")
        if entry.filename != entry.orig_filename or not GAME_ID.fullmatch(game) or not may_contain(rest):
            raise PbmError(f"{name}: {shown} does not belong in an archive file.")
        games.add(game)
        if len(games) > 1:
            raise PbmError(f"{name}: has files of {' and '.join(sorted(games))}; an archive file has one game.")
        if rest in seen:
            raise PbmError(f"{name}: {shown} is in it twice.")
        seen.add(rest)
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG):
            raise PbmError(f"{name}: {shown} is a link or no regular file.")
        if entry.flag_bits & _ENCRYPTED:
            raise PbmError(f"{name}: {shown} is encrypted; an archive file is open to all.")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise PbmError(f"{name}: {shown} is packed in a way that pbm does not read.")
        total += entry.file_size
        if entry.file_size > LARGEST_FILE or total > LARGEST or len(seen) > MOST_FILES:
            raise PbmError(f"{name}: is larger than an archive file may be, at {shown}.")
    if not games:
        raise PbmError(f"{name}: has no files.")
    return games.pop()


def _inflated(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> bytes:
    """The bytes of an entry: as many as it says, and no more. PbmError where they are not those that were packed."""
    parts: list[bytes] = []
    size = 0
    try:
        with archive.open(entry) as file:
            while part := file.read(_BLOCK):
                parts.append(part)
                size += len(part)
                if size > entry.file_size:
                    break
    except _HARMED:
        size = -1
    if size != entry.file_size:
        raise PbmError(f"{name}: {_shown(entry.filename)} is damaged; get the file again.")
    return b"".join(parts)


def _manifest(game: str, files: Mapping[str, bytes], name: str) -> Manifest:
    """archive.json, which every other file was held against."""
    if MANIFEST not in files:
        raise PbmError(f"{name}: {game}/{MANIFEST} is missing.")
    try:
        told = msgspec.json.decode(files[MANIFEST], type=FormatOf).format
        if told != FORMAT:
            raise PbmError(f"{name}: is of format {told}; this pbm knows {FORMAT}.")
        manifest = msgspec.json.decode(files[MANIFEST], type=Manifest)
    except msgspec.ValidationError as error:
        raise PbmError(f"{name}: {game}/{MANIFEST}: {shown_name(key_first(error))}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise PbmError(f"{name}: {game}/{MANIFEST}: is not valid JSON.") from None
    if manifest.game != game:
        raise PbmError(f"{name}: {game}/{MANIFEST}: game: should be {game}.")
    for file in sorted({*files, *manifest.files} - {MANIFEST}):
        if file not in files:
            raise PbmError(f"{name}: {game}/{_shown(file)} is missing; get the file again.")
        if file not in manifest.files:
            raise PbmError(f"{name}: {game}/{file} is not named in {MANIFEST}.")
        if hashlib.sha256(files[file]).hexdigest() != manifest.files[file].sha256:
            raise PbmError(f"{name}: {game}/{file} was changed: its SHA-256 is not that in {MANIFEST}.")
    return manifest


def _lay_out(root: Path, manifest: Manifest, files: Mapping[str, bytes], name: str) -> None:
    """A game folder as the store reads it."""
    game = games_path(root) / manifest.game
    private = game / "private"
    made = {_place(root, game, manifest, file): data for file, data in files.items()}
    ledger, chain = _ledger(files.get("corrections.json"), manifest)
    made |= {private / LEDGER: ledger, private / HEAD: f"{chain}\n".encode()}
    for folder in (game / "inbox", private / "turns", private / "received"):
        folder.mkdir(FOLDER, parents=True, exist_ok=True)
    try:
        for path, data in made.items():
            if path != root:
                path.parent.mkdir(FOLDER, parents=True, exist_ok=True)
                with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE), "wb") as file:
                    file.write(data)
    except OSError as error:
        raise PbmError(f"{name}: there is no room to open it ({error.strerror or error}).") from None


def _place(root: Path, game: Path, manifest: Manifest, file: str) -> Path:
    """Where a file of an archive file lies in a game folder; `root` itself for what a game folder has not."""
    kind, _, rest = file.partition("/")
    if file == "game.toml":
        return game / file
    if file.endswith("/dice.json"):
        return root  # a game folder has none: they are rolled again
    if file == "seed" or kind == "turns" or kind.startswith("option-"):
        return game / "private" / file
    if kind == "variant":
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}", manifest.variant):
            raise PbmError(f"{MANIFEST}: variant: {_shown(manifest.variant)} is not the name of a variant.")
        return variants_path(root) / manifest.variant / rest
    if kind in ("news", "press"):
        return game / file
    if kind == "messages":
        return game / PRIVATE_PRESS / rest
    return root


def _ledger(data: bytes | None, manifest: Manifest) -> tuple[bytes, str]:
    """A ledger that knows of the corrections after the last turn and of nothing else, and the digest that binds it."""
    if data is None:
        return b"", ""
    try:
        corrections = msgspec.json.decode(data, type=tuple[Correction, ...])
    except msgspec.ValidationError as error:
        raise PbmError(f"corrections.json: {shown_name(key_first(error))}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise PbmError("corrections.json: is not valid JSON.") from None
    if not corrections:
        raise PbmError("corrections.json: has no correction.")
    lines = write_facts([Corrected(manifest.turns, corrections, corrections[-1].time)])
    return lines, re.findall(rb'"chain":"([0-9a-f]{64})"', lines)[0].decode()


def _retold(text: str, root: Path, game: str, name: str) -> str:
    """A sentence about the folder as one about the archive file."""
    folder = games_path(root) / game
    for place, called in (
        (f"{folder / PRIVATE_PRESS}", f"{game}/messages"),
        (f"{folder / 'private'}", game),
        (f"{folder}", game),
        (f"{variants_path(root)}", f"{game}/variant"),
        (f"{root}/", ""),
        (f"{root}", game),
    ):
        text = text.replace(place, called)
    return text if text.startswith(f"{name}: ") else f"{name}: {text}"


def _shown(text: str) -> str:
    plain = shown_name(text)
    return plain if len(plain) <= 100 else f"{plain[:97]}..."

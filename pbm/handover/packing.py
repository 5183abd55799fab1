"""Game folders into a kit. When it is done, each game's ledger says that it was handed over."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from pbm import __version__
from pbm.errors import PbmError
from pbm.handover.kit import (
    BLOCK,
    FORMAT,
    LARGEST,
    LARGEST_FILE,
    LISTS,
    MOST_FILES,
    End,
    File,
    KitHead,
    portable_name,
    write_part,
)
from pbm.post.settings import MailSource, Outgoing, read_settings
from pbm.seal.stream import Writer
from pbm.store.disk import FILE
from pbm.store.edit import toml
from pbm.store.facts import write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Handed, write_facts
from pbm.store.variants import FILES, variants_path


class Packed(msgspec.Struct, frozen=True):
    """A kit that is ready: its id, and how many files and bytes are in it."""

    id: str
    files: int
    size: int


def pack(root: Path, folders: Sequence[Folder], to: Path, phrase: str, now: datetime) -> Packed:
    """Write the kit aside, note it in the ledgers, move it into its place. Needs the locks of all games. PbmError where
    that file is there already or cannot be written.
    """
    if to.exists() or to.is_symlink():
        raise PbmError(f"{to}: is there already; choose another name.")
    aside = to.with_name(f".tmp-{to.name}")
    try:
        aside.unlink(missing_ok=True)
        with open(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE), "wb") as file:
            writer = Writer(file, phrase)
            packed = _write(root, folders, writer, now)
            file.flush()
            os.fsync(file.fileno())
    except BaseException as error:
        with suppress(OSError):  # where the disk became read-only it stays; it is sealed, and nobody has the words
            aside.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise PbmError(f"{to}: cannot be written ({error.strerror or error}).") from None
        raise
    for folder in folders:
        folder.note(_fact(writer.id, now))
    folders[0].disk.rename(aside, to)
    return packed


def take_back(folder: Folder, now: datetime) -> None:
    """The game was not taken over after all: its moderator goes on. Needs the lock. PbmError where it was not handed
    over.
    """
    if not folder.ledger.is_handed_over:
        raise PbmError(f"{folder.game} was not handed over.")
    folder.note(Handed("", False, write_time(now)))


def _fact(kit: str, now: datetime) -> Handed:
    return Handed(kit, True, write_time(now))


def _write(root: Path, folders: Sequence[Folder], writer: Writer, now: datetime) -> Packed:
    write_part(writer, KitHead(FORMAT, tuple(f.game for f in folders), write_time(now), __version__))
    files = size = 0
    for folder in folders:
        ledger = write_facts((*folder.ledger.facts, _fact(writer.id, now)))
        made = {folder.private / "ledger.jsonl": ledger}
        made |= {root / "content" / "post" / folder.game / name: lines(root, folder, name) for name in LISTS}
        here = [*game_files(folder)]
        content = root / "content"
        here += [(p, p.relative_to(content).as_posix()) for p, data in made.items() if data and not p.exists()]
        for path, name in here:
            data = made.get(path)
            length = path.stat().st_size if data is None else len(data)
            _check(path, length, files, size)
            write_part(writer, File(name, length))
            for block in _blocks(path, length) if data is None else [data]:
                writer.write(block)
            files, size = files + 1, size + length
    for path in variant_files(root, folders):
        data = folders[0].disk.read(path)
        _check(path, len(data), files, size)
        write_part(writer, File(path.relative_to(root / "content").as_posix(), len(data)))
        writer.write(data)
        files, size = files + 1, size + len(data)
    settings = mail_toml(root)
    if settings:
        write_part(writer, File("mail.toml", len(settings)))
        writer.write(settings)
        files, size = files + 1, size + len(settings)
    write_part(writer, End(files, size))
    writer.close()
    return Packed(writer.id, files, size)


def _check(path: Path, length: int, files: int, size: int) -> None:
    """What could not be taken over is not handed over."""
    if length > LARGEST_FILE or size + length > LARGEST or files >= MOST_FILES:
        raise PbmError(f"{path}: is more than a kit can hold.")


def game_files(folder: Folder) -> Iterator[tuple[Path, str]]:
    """Every file of a game, sorted, and what it is called in the kit; what begins with a dot is the system's. A
    symbolic link is refused. A name that not every system takes, as a card in the inbox may have, becomes another.
    """
    waiting = [(folder.path, f"games/{folder.game}")]
    while waiting:
        place, called = waiting.pop(0)
        for name in folder.disk.names(place):
            path = place / name
            if name.startswith("."):
                continue
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                raise PbmError(f"{path}: is not a regular file; remove it from the game folder.")
            there = f"{called}/{portable_name(name)}"
            if path.is_dir():
                waiting.append((path, there))
            else:
                yield path, there


def variant_files(root: Path, folders: Iterable[Folder]) -> list[Path]:
    """The files of the moderator's own variants that these games are played on."""
    places = {variants_path(root) / folder.facts.variant for folder in folders}
    return [place / name for place in sorted(places) for name in FILES.values() if (place / name).is_file()]


def _blocks(path: Path, length: int) -> Iterator[bytes]:
    with open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
        while length:
            data = file.read(min(length, BLOCK))
            if not data:
                raise PbmError(f"{path}: is being changed; try again.")
            length -= len(data)
            yield data


def lines(root: Path, folder: Folder, name: str) -> bytes:
    """The lines of a list of the post that tell of this game: so no mail is taken twice, and no letter sent by both."""
    path = root / "content" / "post" / name
    if not path.exists():
        return b""
    whole = folder.disk.read(path).splitlines(keepends=True)
    return b"".join(line for line in whole if line.endswith(b"\n") and game_of(line) == folder.game)


def game_of(line: bytes) -> str:
    """The game that a line tells of: named by itself, or by the id of a letter."""
    try:
        words = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    if not isinstance(words, dict):
        return ""
    return str(words.get("game") or str(words.get("id", "")).partition("/")[0])


def mail_toml(root: Path) -> bytes:
    """The mailbox and the server of mail.toml: not folders of this machine, nor how its owner prints.

    It never held a password.
    """
    settings = read_settings(root)
    lines = [f"border = {toml(settings.border)}"] if settings.border else []
    for source in settings.sources:
        if not source.path:
            lines += ["", "[[sources]]", *_lines(source)]
    if settings.out:
        lines += ["", "[out]", *_lines(settings.out)]
    return ("\n".join(lines).lstrip("\n") + "\n").encode() if lines else b""


def _lines(table: MailSource | Outgoing) -> list[str]:
    return [f"{key} = {toml(value)}" for key, value in msgspec.structs.asdict(table).items()]

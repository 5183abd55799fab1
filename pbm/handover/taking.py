"""A kit into game folders: all of it aside, every turn played again, and only then moved into place."""

import os
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import IO

import msgspec

from pbm.errors import PbmError
from pbm.handover.kit import LISTS, KitHead, read_files, read_head
from pbm.handover.packing import game_of
from pbm.post.settings import settings_path
from pbm.seal.stream import SealedReader
from pbm.store.disk import FILE, FOLDER, OPEN_FILE, OPEN_FOLDER, Disk
from pbm.store.facts import write_time
from pbm.store.folder import ASIDE, Folder, games_path
from pbm.store.ledger import Handed
from pbm.store.play import GameTable, lay_table, verify
from pbm.store.variants import read_folder, variants_path

Watch = Callable[[Iterable[tuple[int, str]], str, int], Iterable[tuple[int, str]]]
"""The turns of a game that are played again, handed through: the links, the game, how many there are."""
_SECRET = ("private", "inbox")


class TakenOver(msgspec.Struct, frozen=True):
    """The games that were taken over, how many turns each has, whether mail.toml was taken, too, and which of the games
    an earlier run with this kit had brought already.
    """

    games: dict[str, int]
    mail: bool
    here: frozenset[str] = frozenset()


def take(root: Path, file: IO[bytes], phrase: str, name: Path, now: datetime, watch: Watch, disk: Disk) -> TakenOver:
    """Take all games of a kit over. PbmError leaves everything as it was. Needs the lock of content/games."""
    kit = SealedReader(file, phrase, name)
    head = read_head(kit, name)
    for game in head.games:
        place = games_path(root) / game
        if (place.exists() or place.is_symlink()) and not _came_in(root, game, kit.id):
            raise PbmError(f"{place}: there is a game of this name already; nothing was changed.")
    here = frozenset(game for game in head.games if (games_path(root) / game).exists())
    aside = games_path(root) / f"{ASIDE}takeover"
    if aside.exists():
        disk.remove_folder(aside)
    try:
        _unpack(kit, head, aside, name, disk)
        for place in _variants(aside):
            own = variants_path(root) / place.name
            if own.exists() and read_folder(own) != read_folder(place):
                raise PbmError(f"{own}: there is another variant of this name; nothing was changed.")
        turns = {}
        for game in head.games:
            table = _open(aside, game, disk)
            list(watch(verify(table), game, table.folder.last + 1))
            turns[game] = table.folder.last
            table.folder.note(Handed(kit.id, False, write_time(now)))
        mail = _move(root, aside, head, disk)
    finally:
        if aside.exists():
            disk.remove_folder(aside)
    return TakenOver(turns, mail, here)


def _variants(aside: Path) -> list[Path]:
    """The folders of variants that came in a kit."""
    place = variants_path(aside)
    return sorted(place.iterdir()) if place.is_dir() else []


def _came_in(root: Path, game: str, kit: str) -> bool:
    """Whether a game is there because a run with this very kit was broken off."""
    facts = Folder(root, game).ledger.facts
    return bool(facts) and facts[-1] == Handed(kit, False, getattr(facts[-1], "time", ""))


def _unpack(kit: SealedReader, head: KitHead, aside: Path, name: Path, disk: Disk) -> None:
    content = aside / "content"
    disk.make_folder(content / "games")
    for path, blocks in read_files(kit, head, name):
        target = content / path
        is_secret = path.split("/")[0] not in ("games", "variants") or path.split("/")[2] in _SECRET
        disk.make_folder(target.parent, FOLDER if is_secret else OPEN_FOLDER)
        disk.step("open", target)
        try:
            mode = FILE if is_secret else OPEN_FILE
            with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
                for block in blocks:
                    out.write(block)
                out.flush()
                os.fsync(out.fileno())
        except OSError as error:
            raise PbmError(f"{target}: cannot be written ({error.strerror or error}).") from None
    for game in head.games:
        for inner in ("inbox", "private"):
            disk.make_folder(content / "games" / game / inner)
        os.chmod(content / "games" / game, OPEN_FOLDER)


def _open(aside: Path, game: str, disk: Disk) -> GameTable:
    folder = Folder(aside, game, disk)
    if not folder.seed or not folder.players:  # reading them holds them against game.toml
        raise PbmError(f"{folder.private}: has no seed or no players.")
    return lay_table(folder)


def _move(root: Path, aside: Path, head: KitHead, disk: Disk) -> bool:
    """Into place: first the lines of the post's lists, then the games; each step may be done again."""
    content = aside / "content"
    for game in head.games:
        for name in LISTS:
            lines = content / "post" / game / name
            if lines.exists():
                _add_lines(root / "content" / "post" / name, game, disk.read(lines), disk)
    for place in _variants(aside):
        if not (variants_path(root) / place.name).exists():
            disk.make_folder(variants_path(root), OPEN_FOLDER)
            disk.rename(place, variants_path(root) / place.name)
    mail, own = content / "mail.toml", settings_path(root)
    is_new = mail.exists() and not own.exists() and not own.is_symlink()
    if is_new:
        disk.rename(mail, own)
    for game in head.games:
        place = games_path(root) / game
        if not place.exists():
            disk.rename(content / "games" / game, place)
    return is_new


def _add_lines(path: Path, game: str, lines: bytes, disk: Disk) -> None:
    """Add to a list of the post what is not there yet."""
    there = disk.read(path) if path.exists() else b""
    whole, newline, torn = there.rpartition(b"\n")
    whole += newline
    known = set(whole.splitlines())
    new = [line for line in lines.splitlines() if line not in known and game_of(line) == game]
    if new:
        disk.make_folder(path.parent)
        if torn:
            disk.replace(path.with_name(f"{path.name}.torn-{whole.count(newline) + 1}"), torn)
        disk.replace(path, whole + b"".join(line + b"\n" for line in new))

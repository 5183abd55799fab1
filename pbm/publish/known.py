"""What was read of a game, remembered from run to run: so that to look at it need not load its rules, nor what
decodes and checks its files, as long as these are the same bytes.
"""

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar
from zlib import crc32

import msgspec

from pbm import __version__
from pbm.core.stamps import cache_folder, cache_place, put, unharmed
from pbm.errors import PbmError
from pbm.store.facts import GameFacts, Presence, read_game
from pbm.store.folder import Folder
from pbm.store.ledger import decode_ledger, ledger_bytes

if TYPE_CHECKING:
    from typing import Protocol

    class _OfGame(Protocol):
        """What is remembered of one game, by one version."""

        path: str
        version: str


T = TypeVar("T", bound="_OfGame")
ENDING = "game"


class _Known(msgspec.Struct):
    """Of the game at `path`: who is waited for after the state that lies so; what game.toml says; who is away or played
    by the house, as a players.toml says that lies so; size and sum of a ledger that was found sound.
    """

    path: str
    version: str = __version__
    lies: str = ""
    players: tuple[int, ...] = ()
    toml: bytes = b""
    facts: GameFacts | None = None
    seats: str = ""
    presence: dict[int, Presence] = {}
    ledger: tuple[int, int] = (0, 0)


def recall(folder: Folder) -> None:
    """Give the folder what is known of its files, where they are the same still."""
    known = read_known(folder, _Known, ENDING)
    try:
        path = folder.private / "ledger.jsonl"
        data, lines = folder.disk.read(folder.path / "game.toml"), ledger_bytes(folder.disk, path)
    except PbmError:
        return  # told when it is asked for
    facts = known.facts
    if facts is not None and known.toml == data:
        folder.worked("facts", data, lambda: facts)
        if known.seats and known.seats == _players_lie(folder):
            folder.presence = known.presence
    if lines and known.ledger == _sum(lines):
        folder.worked("ledger", lines, lambda: decode_ledger(lines, path, is_sound=True))


def note(folder: Folder) -> None:
    """Remember what was read."""
    known, path = read_known(folder, _Known, ENDING), folder.path / "game.toml"
    toml, ledger, seats = folder.disk.read(path), _sum(folder.ledger.lines), _players_lie(folder)
    if (toml, ledger, seats) != (known.toml, known.ledger, known.seats):
        known.facts = folder.worked("facts", toml, lambda: read_game(toml, path))
        known.toml, known.ledger, known.seats, known.presence = toml, ledger, seats, folder.presence
        write_known(known, ENDING)


def awaited(folder: Folder) -> tuple[int, ...]:
    """The players whose cards the rules wait for after the last turn; known by how its state lies on the disk, as long
    as the facts that the rules are made of are the same: so a fault in these is told.
    """
    path = folder.turn_path(folder.last) / "state.json"
    try:
        found = path.stat()
    except OSError:
        return _asked(folder)
    facts = folder.facts
    rules = crc32(f"{sorted(facts.options.items())} {[seat.home for seat in facts.seats]}".encode())
    lies = f"{facts.system} {facts.variant} {rules} {folder.last} {_lies(found)}"
    known = read_known(folder, _Known, ENDING)
    if known.lies != lies:
        known.lies, known.players = lies, _asked(folder)
        write_known(known, ENDING)
    return known.players


def _players_lie(folder: Folder) -> str:
    """How players.toml lies. It holds secrets, so that not even a sum of its bytes is remembered."""
    try:
        return _lies((folder.private / "players.toml").stat())
    except OSError:
        return ""


def _lies(found: os.stat_result) -> str:
    return f"{found.st_size} {found.st_mtime_ns} {found.st_ino}"


def _asked(folder: Folder) -> tuple[int, ...]:
    from pbm.store.play import lay_table

    table = lay_table(folder)
    return tuple(table.system.awaited(table.state(folder.last)))


def _sum(lines: bytes) -> tuple[int, int]:
    return len(lines), crc32(lines)


def read_known(folder: Folder, kind: Callable[[str], T], ending: str) -> T:
    """What is known of a game; nothing of another that has the same file, or by another version."""
    path = os.path.abspath(folder.path)
    nothing = kind(path)
    try:
        with open(known_place(path, ending), "rb") as file:
            known = msgspec.msgpack.decode(unharmed(file.read()), type=type(nothing))
    except (OSError, RuntimeError, msgspec.MsgspecError):
        return nothing
    return known if (known.path, known.version) == (path, __version__) else nothing


def write_known(known: "_OfGame", ending: str) -> None:
    """Remember it for the next run, if that is possible."""
    try:
        data, place = msgspec.msgpack.encode(known), known_place(known.path, ending)
        if cache_folder() is None:
            return
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        put(place, data)
    except (OSError, RuntimeError, UnicodeEncodeError):  # the last of a path that is not in UTF-8
        return  # it only saves time


def known_place(path: str, ending: str) -> str:
    """Beside what tells that there is nothing to do: when a player is forgotten, all there is cleared away."""
    return f"{cache_place()}/still/{crc32(os.fsencode(path)):08x}.{ending}"

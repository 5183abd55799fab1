"""Who is waited for in a game, remembered from run to run, so that to look at a game need not load its rules."""

import os

import msgspec

from pbm import __version__
from pbm.cache import cache_folder, digest
from pbm.store.folder import Folder


class _Known(msgspec.Struct):
    key: str
    players: tuple[int, ...]


def awaited(folder: Folder) -> tuple[int, ...]:
    """The players whose cards the rules wait for after the last turn; known by how its state lies on the disk."""
    path = folder.turn_path(folder.last) / "state.json"
    try:
        lies = path.stat()
    except OSError:
        return _asked(folder)
    facts = folder.facts
    stamp = f"{lies.st_size} {lies.st_mtime_ns} {lies.st_ino}"
    key = f"{__version__} {facts.system} {facts.variant} {stamp} {path.absolute()}"
    place = cache_folder()
    if place is None:
        return _asked(folder)
    file = place / "awaited" / digest([str(folder.path.absolute())])[:16]
    try:
        known = msgspec.json.decode(file.read_bytes(), type=_Known)
        if known.key == key:
            return known.players
    except (OSError, msgspec.MsgspecError):
        pass
    players = _asked(folder)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        aside = file.with_name(f"{file.name}.{os.getpid()}")
        aside.write_bytes(msgspec.json.encode(_Known(key, players)))
        aside.replace(file)
    except OSError:
        pass  # it only saves time
    return players


def _asked(folder: Folder) -> tuple[int, ...]:
    from pbm.store.play import lay_table

    table = lay_table(folder)
    return tuple(table.system.awaited(table.state(folder.last)))

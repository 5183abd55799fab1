"""Where a game was last worked at on this machine: so that a copied folder is noticed before both go on.

The note lies in the cache folder under the game's public commitment, which a copy shares and no other game has.
"""

import os
from pathlib import Path

from pbm.core.stamps import cache_folder, put, summed, unharmed
from pbm.errors import PbmError
from pbm.store.folder import Folder


def twin(folder: Folder) -> Path | None:
    """Another folder of the very same game, which was worked at last and is still there; None is as it should be."""
    note = _note(folder)
    try:
        last = Path(os.fsdecode(unharmed(note.read_bytes()))) if note else None
    except (OSError, ValueError):
        return None
    here = _here(folder)
    if last is None or last == here or not (last / "game.toml").is_file():
        return None
    try:
        root = last.parent.parent.parent
        is_same = Folder(root, folder.game).facts.seed_commitment == folder.facts.seed_commitment
    except PbmError:
        return None
    return last if is_same else None


def settle_here(folder: Folder) -> None:
    """From now on it is this one that is worked at."""
    note = _note(folder)
    if note is None:
        return
    data = os.fsencode(_here(folder))
    try:
        if not note.is_file() or note.read_bytes() != summed(data):
            note.parent.mkdir(parents=True, exist_ok=True)
            put(str(note), data)
    except OSError:
        return  # it only warns


def _here(folder: Folder) -> Path:
    return Path(os.path.realpath(folder.path))


def _note(folder: Folder) -> Path | None:
    place = cache_folder()
    return place / "places" / f"{folder.game}-{folder.facts.seed_commitment[:32]}" if place else None

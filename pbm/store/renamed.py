"""Game folders that were renamed or copied: a game's codes and dice go by its id, which is the folder's name."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Protocol

import msgspec

from pbm.errors import PbmError
from pbm.store.disk import Disk
from pbm.store.facts import GAME_ID, GameFacts
from pbm.store.record import Record
from pbm.store.seeds import commitment, part_digest, read_seed

_MOST_READ = 50
_HEAD = 4096  # bytes of something received in which the heading of a card is looked for


def wrong_folder(path: Path, game: str) -> str:
    """That a folder is another game's, by whose name its codes and dice go, and what to do."""
    todo = (
        f"{game} is there as well, so this is a copy: move it out of {path.parent}"
        if (path.parent / game).exists()
        else f"rename it back to {game}"
    )
    return f"{path}: this folder holds {game}; {todo}."


class NamedFolder(Protocol):
    """A game folder, as far as it is looked at here."""

    @property
    def disk(self) -> Disk: ...

    @property
    def game(self) -> str: ...

    @property
    def path(self) -> Path: ...

    @property
    def private(self) -> Path: ...

    @property
    def received(self) -> Path: ...

    def turn_path(self, turn: int) -> Path: ...


def check_name(folder: NamedFolder, facts: GameFacts) -> None:
    """PbmError where the folder holds a game of another id: by `id` in game.toml, or in a game of pbm 0.1, which has
    none, by the digests of its beginning. A file that was changed is none of this and is told elsewhere.
    """
    if facts.id:
        if facts.id != folder.game:
            raise PbmError(wrong_folder(folder.path, facts.id))
        return
    place = folder.turn_path(0)
    try:
        seed = read_seed(folder.disk.read(folder.private / "seed"), folder.private / "seed")
        digests = msgspec.json.decode(folder.disk.read(place / "record.json"), type=Record).digests
        events = folder.disk.read(place / "events.json")
        if commitment(seed) != facts.seed_commitment or _is_of(seed, folder.game, events, digests.events):
            return
        state = folder.disk.read(place / "state.json")
    except (PbmError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return
    if part_digest(seed, folder.game, "state", state) == digests.state:
        return
    for game in _ids(folder, facts):
        if _is_of(seed, game, events, digests.events):
            raise PbmError(wrong_folder(folder.path, game))


def _is_of(seed: bytes, game: str, events: bytes, digest: str) -> bool:
    return part_digest(seed, game, "events", events) == digest


def _ids(folder: NamedFolder, facts: GameFacts) -> Iterator[str]:
    """What the game may have been called: as its title says, or the heading of a card that it received."""
    texts = [facts.title.encode()]
    for name in islice(folder.disk.names(folder.received), _MOST_READ):
        texts.append(folder.disk.read(folder.received / name, _HEAD))
    for word in dict.fromkeys(word.decode() for text in texts for word in re.findall(rb"[A-Z0-9-]+", text)):
        if word != folder.game and GAME_ID.fullmatch(word):
            yield word


def misnamed(place: Path) -> list[str]:
    """Of each folder in content/games that holds a game and is not called as one: what to do."""
    told = []
    for name in Disk().names(place):
        if GAME_ID.fullmatch(name) or name.startswith(".") or not (place / name / "game.toml").is_file():
            continue
        text = (place / name / "game.toml").read_text("utf-8", "replace")
        found = re.search(r'(?m)^[ \t]*id[ \t]*=[ \t]*"([A-Z0-9-]+)"', text)
        if found:
            told.append(wrong_folder(place / name, found[1]))
        else:
            told.append(f"{place / name}: holds a game under another name; rename it back to its id, such as EU-7.")
    return told

"""A last look before anything leaves: no seed, key or pass phrase of a game may stand in what is uploaded.

The build puts none there. But a moderator may paste the wrong thing into his news.
"""

from contextlib import suppress
from pathlib import Path

from pbm.deploy.cargo import Cargo
from pbm.deploy.plan import Plan
from pbm.errors import PbmError
from pbm.store.facts import read_players
from pbm.store.folder import Folder, game_ids
from pbm.store.keyring import read_ring
from pbm.store.seeds import read_seed


def refuse_secrets(root: Path, cargo: Cargo, plan: Plan) -> None:
    """PbmError names the file and the game of the first secret that would be uploaded, but not the secret."""
    words = secret_words(root)
    for name in (*plan.new, *plan.changed) if words else ():
        data = cargo.read(name)
        for word, what in words.items():
            if word in data:
                raise PbmError(f"{cargo.path(name)}: holds {what}; nothing was uploaded.")


def secret_words(root: Path) -> dict[bytes, str]:
    """What must not leave, and what it is: of all games but those that are revealed. Of a game whose files are damaged
    it is what can still be read: its damage keeps no other game's pages back.
    """
    words: dict[bytes, str] = {}
    for game in game_ids(root):
        for kind in (_seed, _keys, _ring):
            with suppress(PbmError):
                folder = Folder(root, game)
                if not _is_revealed(folder):
                    words |= kind(folder)
    return words


def _is_revealed(folder: Folder) -> bool:
    try:
        return folder.facts.status == "revealed"
    except PbmError:
        return False


def _seed(folder: Folder) -> dict[bytes, str]:
    seed = read_seed(folder.disk.read(folder.private / "seed"), folder.private / "seed")
    return {seed.hex().encode(): f"the seed of {folder.game}"}


def _keys(folder: Folder) -> dict[bytes, str]:
    path = folder.private / "players.toml"
    players = read_players(folder.disk.read(path), path)
    return {p.key.encode(): f"the key of player {n} of {folder.game}" for n, p in players.items()}


def _ring(folder: Folder) -> dict[bytes, str]:
    words = {}
    ring = read_ring(folder)
    for number, epochs in ring.players.items() if ring else ():
        for epoch in epochs:
            words[epoch.phrase.encode()] = f"the pass phrase of player {number} of {folder.game}"
            words[epoch.content_key.encode()] = f"a key of player {number} of {folder.game}"
    return words

"""A last look before anything leaves: no seed, key or pass phrase of a game may stand in what is uploaded.

The build puts none there. But a moderator may paste the wrong thing into his news.
"""

from pathlib import Path

from pbm.deploy.cargo import Cargo
from pbm.deploy.plan import Plan
from pbm.errors import PbmError
from pbm.store.folder import Folder, game_ids
from pbm.store.keyring import read_ring


def refuse_secrets(root: Path, cargo: Cargo, plan: Plan) -> None:
    """PbmError names the file and the game of the first secret that would be uploaded, but not the secret."""
    words = secret_words(root)
    for name in (*plan.new, *plan.changed) if words else ():
        data = cargo.read(name)
        for word, what in words.items():
            if word in data:
                raise PbmError(f"{cargo.path(name)}: holds {what}; nothing was uploaded.")


def secret_words(root: Path) -> dict[bytes, str]:
    """What must not leave, and what it is: of all games but those that are revealed."""
    words: dict[bytes, str] = {}
    for game in game_ids(root):
        folder = Folder(root, game)
        if folder.facts.status == "revealed":
            continue
        words[folder.seed.hex().encode()] = f"the seed of {game}"
        for number, player in folder.players.items():
            words[player.key.encode()] = f"the key of player {number} of {game}"
        ring = read_ring(folder)
        for number, epochs in ring.players.items() if ring else ():
            for epoch in epochs:
                words[epoch.phrase.encode()] = f"the pass phrase of player {number} of {game}"
                words[epoch.content_key.encode()] = f"a key of player {number} of {game}"
    return words

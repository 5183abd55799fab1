"""private/keys.json: a game's content keys and phrases, and a new epoch for a player (security 5.1).

Which epoch is in force stands in players.toml, where it makes the codes of cards too: a stand-in gets new
codes and new words in one move, and the other's are dead together.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec

from pbm.errors import PbmError
from pbm.seal.ring import Epoch, Ring, check_ring, make_epoch
from pbm.store.edit import set_player_keys
from pbm.store.facts import Value, key_first
from pbm.store.folder import Folder, write_json

Make = Callable[..., Epoch]


def keys_path(folder: Folder) -> Path:
    """Where the keys lie: beside the seed, for the owner alone."""
    return folder.private / "keys.json"


def read_ring(folder: Folder) -> Ring | None:
    """The keys of a game, or None where it has none yet; PbmError names file and key, and shows no secret."""
    path = keys_path(folder)
    if not path.exists() and not path.is_symlink():
        return None
    try:
        return check_ring(msgspec.json.decode(folder.disk.read(path), type=Ring), path)
    except msgspec.ValidationError as error:
        raise PbmError(f"{path}: {key_first(error)}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PbmError(f"{path}: is not valid JSON: {error}.") from None


def write_ring(folder: Folder, ring: Ring) -> None:
    """Put the keys in their place as a whole, readable by their owner alone. Needs the lock."""
    folder.disk.replace(keys_path(folder), write_json(ring))


def missing(folder: Folder, ring: Ring | None) -> list[int]:
    """The players whose epoch in force has no keys."""
    return [n for n, p in sorted(folder.players.items()) if ring is None or ring.epoch(n, p.epoch) is None]


def make_missing(folder: Folder, make: Make = make_epoch) -> list[int]:
    """Make keys where there are none: for an old game, or an epoch that the moderator raised by hand.

    The first keys of a player open all turns; later ones start with the newest. Needs the lock.
    """
    ring = read_ring(folder) or Ring()
    players = missing(folder, ring)
    for player in players:
        since = folder.last if ring.players.get(player) else 0
        ring = ring.with_epoch(player, make(folder.game, player, folder.players[player].epoch, since))
    if players:
        write_ring(folder, ring)
    return players


def renew(
    folder: Folder, player: int, *, past: bool, make: Make = make_epoch, changes: Mapping[str, Value] | None = None
) -> Epoch:
    """A new epoch for a player: new words from the newest turn on, and new codes for his cards.

    The keys are written first and players.toml second: that is the moment when they come into force, and
    with them the other `changes` of his entry. What a broken run left is made again. Needs the lock.
    """
    ring = read_ring(folder) or Ring()
    path = folder.private / "players.toml"
    number = folder.players[player].epoch + 1
    text = set_player_keys(folder.disk.read(path), player, {**(changes or {}), "epoch": number}, path)
    earlier = tuple(e for e in ring.players.get(player, ()) if e.epoch < number) if past else ()
    epoch = make(folder.game, player, number, folder.last if earlier or ring.players.get(player) else 0, earlier)
    write_ring(folder, ring.with_epoch(player, epoch))
    folder.disk.replace(path, text)
    folder.refresh()
    return epoch

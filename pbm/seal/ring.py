"""A game's content keys, by player and epoch, and what the site shows of them: locks (security 5.1).

A content key is random, and opens all that a player is sent in an epoch. It lies under a lock that his
pass phrase opens. A stand-in gets a new epoch, with a new key and a new phrase, from a turn on; where the
earlier turns are to be his too, their keys are passed on under his own.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.seal import cipher
from pbm.seal.phrases import draw_phrase, plain_phrase

DrawBytes = Callable[[int], bytes]
"""So many bytes that nobody can guess."""


class Epoch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's keys from turn `since` on; bytes as hexadecimal digits.

    `lock` is the content key under the phrase: nonce and seal. `passed` are content keys of earlier
    epochs, each under this one's.
    """

    epoch: int
    since: int
    phrase: str
    content_key: str
    salt: str
    rounds: int
    lock: str
    passed: dict[int, str] = {}

    @property
    def key(self) -> bytes:
        """The content key."""
        return bytes.fromhex(self.content_key)


class Ring(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """private/keys.json: the epochs of each player, oldest first. Nothing in it may be shown but by reveal."""

    players: dict[int, tuple[Epoch, ...]] = {}
    remark: str = ""
    format: str = cipher.FORMAT

    def epoch(self, player: int, number: int) -> Epoch | None:
        """An epoch of a player, or None where no keys were made for it."""
        return next((e for e in self.players.get(player, ()) if e.epoch == number), None)

    def at(self, player: int, number: int, turn: int, last: int) -> Epoch | None:
        """The epoch whose key seals a turn, `number` being the epoch that is in force after turn `last`.

        Old turns keep their epoch's key. The newest turn is always the newest epoch's, also where turns
        were taken back since that was made.
        """
        usable = [e for e in self.players.get(player, ()) if e.epoch <= number and min(e.since, last) <= turn]
        return usable[-1] if usable else None

    def with_epoch(self, player: int, epoch: Epoch) -> "Ring":
        """The ring with an epoch more; one of the same number that never came into force is replaced."""
        kept = tuple(e for e in self.players.get(player, ()) if e.epoch < epoch.epoch)
        return replace(self, players=dict(sorted({**self.players, player: (*kept, epoch)}.items())))


def make_epoch(
    game: str,
    player: int,
    number: int = 1,
    since: int = 0,
    earlier: tuple[Epoch, ...] = (),
    *,
    draw: DrawBytes = secrets.token_bytes,
    phrase: str = "",
) -> Epoch:
    """New keys for a player: the one place where the slow key of a phrase is made, once an epoch."""
    phrase = phrase or draw_phrase()
    content, salt = draw(cipher.KEY), draw(cipher.SALT)
    rounds = cipher.ROUNDS
    outer = cipher.stretch(plain_phrase(phrase), salt, rounds)
    lock = cipher.seal(outer, draw(cipher.NONCE), content, lock_label(game, player, number, rounds))
    passed = {}
    inner = cipher.derive(content, cipher.label("pass", game, player, number))
    for old in earlier:
        labels = cipher.label("pass", game, player, number, old.epoch)
        passed[old.epoch] = cipher.seal(inner, draw(cipher.NONCE), old.key, labels).hex()
    return Epoch(number, since, phrase, content.hex(), salt.hex(), rounds, lock.hex(), passed)


def lock_label(game: str, player: int, number: int, rounds: int) -> bytes:
    """What a lock is bound to: whose, which, and how slow it was made."""
    return cipher.label("lock", game, player, number, "PBKDF2-HMAC-SHA256", rounds)


def open_lock(game: str, player: int, epoch: Epoch, phrase: str) -> bytes:
    """The content key by the phrase, as the page does it; PbmError where it does not open."""
    outer = cipher.stretch(plain_phrase(phrase), bytes.fromhex(epoch.salt), epoch.rounds)
    return cipher.unseal(outer, bytes.fromhex(epoch.lock), lock_label(game, player, epoch.epoch, epoch.rounds))


def locks(ring: Ring, player: int, number: int) -> list[dict[str, Any]]:
    """What the site shows of a player's epochs up to the one in force, newest first: no secret is in it."""
    shown = [e for e in ring.players.get(player, ()) if e.epoch <= number]
    return [
        {
            "epoch": e.epoch,
            "salt": e.salt,
            "rounds": e.rounds,
            "lock": e.lock,
            "passed": {str(old): sealed for old, sealed in sorted(e.passed.items())},
        }
        for e in reversed(shown)
    ]


def open_keys(ring: Ring, in_force: Mapping[int, int]) -> dict[str, Any]:
    """What `reveal` publishes: every content key that sealed a page, by player and epoch. No phrase is in it."""
    return {
        "format": ring.format,
        "content_keys": {
            str(player): {str(e.epoch): e.content_key for e in epochs if e.epoch <= in_force.get(player, 1)}
            for player, epochs in sorted(ring.players.items())
        },
    }


def check_ring(ring: Ring, where: object) -> Ring:
    """The ring, if its numbers and digits can be what they should; PbmError names file and player."""
    lengths = (("content_key", cipher.KEY), ("salt", cipher.SALT), ("lock", cipher.NONCE + cipher.KEY + 16))
    if ring.format != cipher.FORMAT:
        raise PbmError(f"{where}: format: is {ring.format!r}; this pbm knows {cipher.FORMAT!r}.")
    for player, epochs in ring.players.items():
        numbers = [e.epoch for e in epochs]
        if numbers != sorted(set(numbers)):
            raise PbmError(f"{where}: players: the epochs of player {player} must rise.")
        for e in epochs:
            for name, length in lengths:
                if not _is_hex(getattr(e, name), length):
                    raise PbmError(
                        f"{where}: players: {name} of player {player} must be {2 * length} hexadecimal digits."
                    )
    return ring


def _is_hex(text: str, length: int) -> bool:
    try:
        return len(bytes.fromhex(text)) == length and text == text.lower()
    except ValueError:
        return False

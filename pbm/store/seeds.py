"""The secret seed of a game, and the keys that are drawn from it (design 5)."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from pbm.errors import PbmError

_SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base 32, as in the codes of cards


class Digests(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The digests of a turn: of its state, cards and events, and of all that was so far."""

    state: str = ""
    cards: str = ""
    events: str = ""
    chain: str = ""


def draw_secret() -> bytes:
    """32 bytes that nobody can guess: a seed, or a player's key."""
    import secrets  # loads what only a new game needs

    return secrets.token_bytes(32)


def read_seed(data: bytes, path: Path) -> bytes:
    """The seed of a seed file: hexadecimal digits; a line that begins with # is a remark. PbmError where it holds no 32
    digits.
    """
    lines = data.decode("ascii", "replace").splitlines()
    digits = "".join(line.strip() for line in lines if not line.startswith("#"))
    if not re.fullmatch(r"([0-9a-f]{2}){16,}", digits):
        raise PbmError(f"{path}: must hold at least 32 hexadecimal digits.")
    return bytes.fromhex(digits)


def commitment(seed: bytes) -> str:
    """What the site shows of the seed from turn 0 on: its SHA-256."""
    return _sum(seed)


def digests(
    seed: bytes, game: str, state: bytes, cards: Mapping[int, bytes], events: bytes, core: bytes, before: str
) -> Digests:
    """The digests of a turn; `core` is the rest of its record, `before` the last turn's chain digest.

    Each is an HMAC under a key drawn from the seed: nobody can test a guess of what it hides before the
    seed is out. No label of the dice has fewer than three strokes, so the key is no roll.
    """
    key = _key(seed, game)
    sums = "".join(f"{player} {_sum(card)}\n" for player, card in sorted(cards.items()))
    parts = {"state": state, "cards": sums.encode(), "events": events}
    made = {name: _part(key, name, data) for name, data in parts.items()}
    return Digests(chain=chain_digest(seed, game, Digests(**made), core, before), **made)


def part_digest(seed: bytes, game: str, part: str, data: bytes) -> str:
    """The digest of one file of a turn; part: state or events."""
    return _part(_key(seed, game), part, data)


def _part(key: bytes, name: str, data: bytes) -> str:
    return _mac(key, f"{name}\n".encode() + data).hex()


def receipt_code(seed: bytes, game: str, turn: int, player: int, card: bytes) -> str:
    """The code by which a player finds his card on the public list of a turn: 50 bits, `KQ7X2-94MTV`.

    Nobody can test a guess of the card before the seed is out; afterwards everybody can check the list.
    """
    key = _mac(seed, f"{game}/receipts".encode())
    made = _mac(key, f"card\n{turn}\n{player}\n".encode() + card)
    return _fifty_bits(made)


def receipt_list(
    seed: bytes, game: str, turn: int, cards: Mapping[int, bytes], players: Iterable[int]
) -> tuple[str, ...]:
    """The codes of a turn's cards, sorted; a player who sent none has a dummy in it, so that it tells no number."""
    key = _mac(seed, f"{game}/receipts".encode())
    codes = {receipt_code(seed, game, turn, player, card) for player, card in cards.items()}
    for player in set(players) - set(cards):
        codes.add(_fifty_bits(_mac(key, f"dummy\n{turn}\n{player}".encode())))
    return tuple(sorted(codes))


def _fifty_bits(digest: bytes) -> str:
    bits = int.from_bytes(digest, "big") >> 206
    signs = "".join(_SIGNS[bits >> shift & 31] for shift in range(45, -1, -5))
    return f"{signs[:5]}-{signs[5:]}"


def chain_digest(seed: bytes, game: str, made: Digests, core: bytes, before: str) -> str:
    """The digest that binds those of a turn, the rest of its record and the turns before."""
    link = "\n".join(("chain", before, made.state, made.cards, made.events, "")).encode()
    return _mac(_key(seed, game), link + core).hex()


def correction_digest(seed: bytes, game: str, turn: int, data: bytes) -> str:
    """What is shown at once of a correction of the position after a turn: nobody can test a guess of it."""
    return _mac(_key(seed, game), f"correction\n{turn}\n".encode() + data).hex()


def _key(seed: bytes, game: str) -> bytes:
    return _mac(seed, f"{game}/digests".encode())


def _sum(data: bytes) -> str:
    import hashlib  # loads a large library, which who only looks at a game can spare

    return hashlib.sha256(data).hexdigest()


def _mac(key: bytes, data: bytes) -> bytes:
    import hmac

    return hmac.digest(key, data, "sha256")

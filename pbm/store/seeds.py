"""The secret seed of a game, and the keys that are drawn from it (design 5)."""

import hashlib
import hmac
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pbm.errors import PbmError


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
    """The seed of a seed file: hexadecimal digits; a line that begins with # is a remark."""
    lines = data.decode("ascii", "replace").splitlines()
    digits = "".join(line.strip() for line in lines if not line.startswith("#"))
    if not re.fullmatch(r"([0-9a-f]{2}){16,}", digits):
        raise PbmError(f"{path}: must hold at least 32 hexadecimal digits.")
    return bytes.fromhex(digits)


def commitment(seed: bytes) -> str:
    """What the site shows of the seed from turn 0 on: its SHA-256."""
    return hashlib.sha256(seed).hexdigest()


def digests(
    seed: bytes, game: str, state: bytes, cards: Mapping[int, bytes], events: bytes, core: bytes, before: str
) -> Digests:
    """The digests of a turn; `core` is the rest of its record, `before` the last turn's chain digest.

    Each is an HMAC under a key drawn from the seed: nobody can test a guess of what it hides before the
    seed is out. No label of the dice has fewer than three strokes, so the key is no roll.
    """
    key = hmac.digest(seed, f"{game}/digests".encode(), "sha256")
    sums = "".join(f"{player} {hashlib.sha256(card).hexdigest()}\n" for player, card in sorted(cards.items()))
    parts = {"state": state, "cards": sums.encode(), "events": events}
    made = {name: hmac.new(key, f"{name}\n".encode() + data, "sha256").hexdigest() for name, data in parts.items()}
    link = "\n".join(("chain", before, made["state"], made["cards"], made["events"], "")).encode()
    return Digests(chain=hmac.new(key, link + core, "sha256").hexdigest(), **made)

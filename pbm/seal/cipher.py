"""The primitives, each used in one way only: PBKDF2, HKDF, AES-256-GCM, deflate, padding (security 5.1).

What is sealed is bound to its labels: game, player, turn and page. They go into the key and, as
associated data, into the seal, so that a piece put in another's place does not open.
"""

import hashlib
import hmac

from zlib_ng import zlib_ng

from pbm.errors import PbmError

FORMAT = "pbm-seal-1"
ROUNDS = 600_000  # of PBKDF2-HMAC-SHA256; stands beside each lock, so that it may rise
KEY = 32
NONCE = 12
SALT = 16
SMALLEST = 32 * 1024


def label(purpose: str, game: str, player: int, *more: object) -> bytes:
    """What a key or a seal is bound to; no part may hold the sign that parts them."""
    parts = [FORMAT, purpose, game, str(player), *map(str, more)]
    if any("|" in part for part in parts):
        raise ValueError(f"a label with a stroke: {parts}")
    return "|".join(parts).encode()


def stretch(phrase: str, salt: bytes, rounds: int) -> bytes:
    """The key that a pass phrase opens with. Slow by intent: only where keys are made, never on publish."""
    return hashlib.pbkdf2_hmac("sha256", phrase.encode(), salt, rounds, KEY)


def derive(key: bytes, info: bytes) -> bytes:
    """HKDF-SHA256 (RFC 5869) of a key that is random already: no salt, the label as info, one block.

    In the standard library's words: who only looks whether a turn is sealed already loads no cipher.
    """
    drawn = hmac.digest(bytes(KEY), key, "sha256")
    return hmac.digest(drawn, info + b"\x01", "sha256")


def seal(key: bytes, nonce: bytes, data: bytes, labels: bytes) -> bytes:
    """Nonce and AES-256-GCM of the data, bound to the labels."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return nonce + AESGCM(key).encrypt(nonce, data, labels)


def unseal(key: bytes, sealed: bytes, labels: bytes) -> bytes:
    """The data again; PbmError where key, labels or a byte differ."""
    from cryptography.exceptions import InvalidTag
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    try:
        return AESGCM(key).decrypt(sealed[:NONCE], sealed[NONCE:], labels)
    except (InvalidTag, ValueError):
        raise PbmError("It did not open.") from None


def common_size(longest: int) -> int:
    """The length that all bundles of a turn get: the longest and its four bytes, rounded up to 32, 64, 128 … KiB."""
    size = SMALLEST
    while size < longest + 4:
        size *= 2
    return size


def pad(packed: bytes, size: int) -> bytes:
    """The packed bytes behind their length, filled with zeros."""
    return len(packed).to_bytes(4, "big") + packed.ljust(size - 4, b"\0")


def unpack(padded: bytes) -> bytes:
    """What was packed and padded."""
    length = int.from_bytes(padded[:4], "big")
    return bytes(zlib_ng.decompress(padded[4 : 4 + length], -zlib_ng.MAX_WBITS))


def seal_page(
    content_key: bytes, game: str, player: int, turn: int, page: str, padded: bytes, beside: bytes = b""
) -> bytes:
    """A page under its own key. The nonce depends on key and content: unchanged text gives unchanged bytes.

    It is drawn from the very bytes that are encrypted, so no two contents ever share one. beside: what else it is drawn
    from, of a fixed length; where all pages of a turn have it in common, all change when one does, and the ciphertexts
    do not tell which.
    """
    labels = label("page", game, player, turn, page)
    key = derive(content_key, labels)
    of_nonce = derive(content_key, label("nonce", game, player, turn, page))
    nonce = hmac.digest(of_nonce, beside + padded, "sha256")[:NONCE]
    return seal(key, nonce, padded, labels)


def open_page(content_key: bytes, game: str, player: int, turn: int, page: str, sealed: bytes) -> bytes:
    """What a page was sealed from, compressed and padded as it was."""
    labels = label("page", game, player, turn, page)
    return unseal(derive(content_key, labels), sealed, labels)

"""A file of any size under a pass phrase: pieces of AES-256-GCM, none of which can be changed, moved or left out.

    "pbm-kit-1\\n", salt (16 bytes), rounds of PBKDF2 (4 bytes), then pieces of 64 KiB with 16 bytes of seal each

Every piece is bound to the head, to its number and to whether it is the last one (the STREAM construction of
Hoang, Reyhanitabar, Rogaway and Vizár). Inside is a deflate stream. Memory does not grow with the file.
"""

import secrets
import zlib
from typing import IO

from pbm.errors import PbmError
from pbm.seal import cipher
from pbm.seal.phrases import plain_phrase

MAGIC = b"pbm-kit-1\n"
PIECE = 65_536
SEAL = 16
HEAD = len(MAGIC) + cipher.SALT + 4
MOST_ROUNDS = 10_000_000  # a head that asks for more would only keep the machine busy


def _key(phrase: str, salt: bytes, rounds: int) -> bytes:
    return cipher.derive(cipher.stretch(plain_phrase(phrase), salt, rounds), MAGIC)


def _nonce(number: int, is_last: bool) -> bytes:
    """The key is this file's alone, so that counting is enough."""
    return number.to_bytes(11, "big") + bytes([is_last])


class Writer:
    """Seals what is written into a file that is open for writing. `close` writes the last piece."""

    def __init__(self, file: IO[bytes], phrase: str) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        salt = secrets.token_bytes(cipher.SALT)
        self.id = salt.hex()
        self._head = MAGIC + salt + cipher.ROUNDS.to_bytes(4, "big")
        self._cipher = AESGCM(_key(phrase, salt, cipher.ROUNDS))
        self._file, self._number, self._rest = file, 0, bytearray()
        self._deflate = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        file.write(self._head)

    def write(self, data: bytes) -> None:
        """Add to the stream."""
        self._rest += self._deflate.compress(data)
        while len(self._rest) > PIECE:
            self._put(bytes(self._rest[:PIECE]), is_last=False)
            del self._rest[:PIECE]

    def close(self) -> None:
        """End the stream."""
        self._rest += self._deflate.flush()
        while len(self._rest) > PIECE:
            self._put(bytes(self._rest[:PIECE]), is_last=False)
            del self._rest[:PIECE]
        self._put(bytes(self._rest), is_last=True)

    def _put(self, piece: bytes, *, is_last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, is_last), piece, self._head))
        self._number += 1


class SealedReader:
    """Opens such a file; PbmError where phrase or a byte is wrong. Nothing is handed out that was not sealed so."""

    def __init__(self, file: IO[bytes], phrase: str, name: object) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        self._name, self._file = name, file
        self._head = file.read(HEAD)
        rounds = int.from_bytes(self._head[-4:], "big")
        if len(self._head) < HEAD or not self._head.startswith(MAGIC):
            raise PbmError(f"{name}: is not a hand-over kit that this pbm can read.")
        if not cipher.ROUNDS <= rounds <= MOST_ROUNDS:
            raise PbmError(f"{name}: is damaged.")
        salt = self._head[len(MAGIC) : -4]
        self.id = salt.hex()
        self._cipher = AESGCM(_key(phrase, salt, rounds))
        self._number, self._rest = 0, b""
        self._next = file.read(PIECE + SEAL)
        self._inflate = zlib.decompressobj(-zlib.MAX_WBITS)

    def read(self, length: int) -> bytes:
        """So many bytes, or fewer at the end. No more is unpacked than is asked for."""
        out = bytearray()
        while len(out) < length and not self._inflate.eof:
            if not self._rest:
                if not self._next:
                    raise PbmError(f"{self._name}: is damaged.")
                self._rest = self._piece()
            try:
                out += self._inflate.decompress(self._rest, length - len(out))
            except zlib.error:
                raise PbmError(f"{self._name}: is damaged.") from None
            self._rest = self._inflate.unconsumed_tail
            if not self._rest and not self._next and not self._inflate.eof and len(out) < length:
                raise PbmError(f"{self._name}: is damaged.")
        return bytes(out)

    def end(self) -> None:
        """PbmError unless everything was read: nothing may stand behind the end."""
        if self.read(1) or self._next or self._inflate.unused_data or not self._inflate.eof:
            raise PbmError(f"{self._name}: there is something behind its end.")

    def _piece(self) -> bytes:
        from cryptography.exceptions import InvalidTag

        piece, self._next = self._next, self._file.read(PIECE + SEAL)
        try:
            data: bytes = self._cipher.decrypt(_nonce(self._number, not self._next), piece, self._head)
        except (InvalidTag, ValueError):
            why = "did not open: the words are wrong, or the file is damaged"
            if self._number:
                why = "is damaged, or cut off"
            raise PbmError(f"{self._name}: {why}.") from None
        self._number += 1
        return data

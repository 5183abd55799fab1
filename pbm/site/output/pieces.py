"""A file that is written piece by piece, and not at all where the old one is just that."""

import os
from collections.abc import Callable

from pbm.core.stamps import READING, Stamp, stamp
from pbm.errors import PbmError

BLOCK = 65_536  # bytes that are gathered before the disk is asked


class Pieces:
    """Compares what it is given with the old file, as long as they are the same; the first difference begins the new
    one, with what was the same before it.
    """

    def __init__(self, old: str, begin: Callable[[], int], take: Callable[[Stamp | None], None]) -> None:
        """`old`: the path of the old file, if there is one; `begin` opens the new one; `take` is told how it lies at
        the end, or None where the old one stands as it should.
        """
        self._path, self._begin, self._take = old, begin, take
        self._old = self._new = -1
        self._waiting: list[bytes] = []
        self._gathered = self._done = 0
        if old:
            try:
                self._old = os.open(old, READING)
            except OSError:
                self._old = -1

    def write(self, piece: bytes) -> None:
        """The next piece; PbmError where it cannot be written."""
        self._waiting.append(piece)
        self._gathered += len(piece)
        if self._gathered >= BLOCK:
            self._told(self._put)

    def close(self) -> int:
        """The file is whole. Returns its size in bytes."""
        self._told(self._put)
        self._told(self._end)
        self.drop()
        return self._done

    def drop(self) -> None:
        """Let go of both files."""
        for file in (self._old, self._new):
            if file >= 0:
                os.close(file)
        self._old = self._new = -1

    def _put(self) -> None:
        data = b"".join(self._waiting)
        self._waiting, self._gathered = [], 0
        if self._new < 0:
            if self._old >= 0 and os.read(self._old, len(data)) == data:
                self._done += len(data)
                return
            self._new = self._begin()
            self._copy()
        self._done += len(data)
        write_all(self._new, data)

    def _copy(self) -> None:
        """What was the same so far goes from the old file to the new one."""
        if self._done:
            os.lseek(self._old, 0, os.SEEK_SET)
        rest = self._done
        while rest:
            block = os.read(self._old, min(BLOCK, rest))
            if not block:
                raise OSError("somebody cut the old file meanwhile")
            write_all(self._new, block)
            rest -= len(block)

    def _end(self) -> None:
        if self._new < 0 and (self._old < 0 or os.fstat(self._old).st_size != self._done):  # the old one goes on
            self._new = self._begin()
            self._copy()
        self._take(None if self._new < 0 else stamp(os.fstat(self._new)))

    def _told(self, act: Callable[[], None]) -> None:
        try:
            act()
        except OSError as error:
            raise PbmError(
                f"{self._path or 'a file of the site'}: cannot be written ({error.strerror or error})."
            ) from None


def write_all(file: int, data: bytes) -> None:
    """Write to a file that is open by number: one call may take a part only."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]

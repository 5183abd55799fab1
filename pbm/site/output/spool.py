"""Texts that together are too large to be held: each goes to the end of a file, and is read from where it lies."""

import os
from contextlib import suppress
from pathlib import Path

from pbm.core.stamps import BINARY, SUM, summed, unharmed
from pbm.site.output.pieces import write_all

MARK = 16  # bytes at the beginning of a file, which no other has

GROWING = os.O_RDWR | os.O_APPEND | BINARY
Place = tuple[int, int]
"""Where a text lies, behind its sum: its first byte, and how many."""


class Spool:
    """A file that only grows. What was added lies where it lay until the file as a whole is replaced; so who holds
    places and the file's mark has its texts, whatever was added since, and by whom.

    Where the disk takes no more, what is added is held after all, and `is_sound` is False from then on.
    """

    def __init__(self, path: Path | None, mark: str = "") -> None:
        """The file at `path` if it bears that mark, else a new one, which takes that name by `settle`; with None one
        that goes with this run.
        """
        self._path, self._held = path, dict[Place, bytes]()
        self._aside = ""
        self._file = -1
        self.is_sound = path is not None
        self.mark = self._opened(mark) or self._founded()

    def _opened(self, mark: str) -> str:
        if self._path is None or not mark:
            return ""
        try:
            self._file = os.open(self._path, GROWING)
            return mark if self._bytes(0, MARK).hex() == mark else self.close()
        except OSError:
            return ""

    def _founded(self) -> str:
        mark = os.urandom(MARK)
        try:
            if self._path:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._aside = str(self._path.with_name(f".{self._path.name}.{os.getpid()}"))
                self._file = os.open(self._aside, GROWING | os.O_CREAT | os.O_TRUNC, 0o600)
            else:
                import tempfile  # only where there is no cache folder

                self._file, name = tempfile.mkstemp()
                os.unlink(name)
            os.write(self._file, mark)
        except OSError:
            self.is_sound = False
        return mark.hex()

    def add(self, data: bytes) -> Place:
        """Where the text lies from now on."""
        try:
            write_all(self._file, summed(data))
            end = os.lseek(self._file, 0, os.SEEK_CUR)  # two that add to one file at a time do not meet: it is appended
            return end - len(data), len(data)
        except OSError:
            self.is_sound = False
        place = -1 - len(self._held), len(data)
        self._held[place] = data
        return place

    def read(self, place: Place) -> bytes:
        """The text that lies there; nothing where the file is damaged."""
        if place in self._held:
            return self._held[place]
        try:
            return unharmed(self._bytes(place[0] - SUM, SUM + place[1]))
        except OSError:
            return b""

    def _bytes(self, at: int, size: int) -> bytes:
        os.lseek(self._file, at, os.SEEK_SET)
        return os.read(self._file, size)

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return os.fstat(self._file).st_size

    def settle(self) -> None:
        """Give a new file its name; OSError where that cannot be."""
        if self._aside and self._path:
            os.close(self._file)  # not every system moves an open file
            self._file = -1
            os.replace(self._aside, self._path)
            self._aside = ""
            self._file = os.open(self._path, GROWING)

    def close(self) -> str:
        """Let go; a new file that was not settled is taken away."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        if self._aside:
            with suppress(OSError):  # the disk became read-only, say
                os.unlink(self._aside)
            self._aside = ""
        return ""

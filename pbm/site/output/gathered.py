"""Files of a new site that wait in memory, for whoever builds it elsewhere. The old site is read, and not changed."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pbm.core.stamps import Stamp
from pbm.errors import PbmError

NO_STAMP: Stamp = 0


class Gathered:
    """Takes files as NewFolder does. files: the bytes of each; None: it stays as the old site has it."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.files: dict[str, bytes | None] = {}
        self.there: Mapping[str, Stamp] = {}

    def put(self, path: str, data: bytes) -> None:
        """A file of the new site."""
        self.files[path] = data

    def write_aside(self, path: str, data: bytes) -> Stamp | None:
        """The same, of a file that is taken later."""
        self.files[path] = data
        return NO_STAMP

    def take(self, path: str, written: Stamp | None) -> None:
        """A file that was written aside, or that stays."""
        if written is None:
            self.files[path] = None

    def keep(self, paths: Iterable[str]) -> None:
        """Files of the old site that stay."""
        self.files.update(dict.fromkeys(paths))

    def stamp(self, path: str) -> Stamp:
        """Nothing is on a disk yet."""
        return NO_STAMP

    def read(self, path: str) -> bytes:
        """A file of the new site. PbmError where the old one has it, and it cannot be read."""
        data = self.files.get(path)
        if data is not None:
            return data
        try:
            return (self.out / path).read_bytes()
        except OSError as error:
            raise PbmError(f"{self.out / path}: cannot be read ({error.strerror or error}).") from None

    def begin(self) -> None:
        """There is nothing to be made ready."""

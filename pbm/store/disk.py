"""The one way to the disk for all that writes a game folder.

Every primitive announces itself by `step` before it acts, so that a test can count the operations of a
command and let any one of them fail, or end the process there.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO, TypeVar

from pbm.errors import PbmError, shown_name

R = TypeVar("R")

FILE = 0o600  # a new file or folder of a game is its owner's alone until he says otherwise
FOLDER = 0o700
OPEN_FILE = 0o644  # what may be shown: game.toml
OPEN_FOLDER = 0o755
PART = 1 << 20  # bytes of a file that is copied which are held at a time


class CopyError(PbmError):
    """What is to be copied cannot be read; of the copy nothing is left. The text is the system's reason."""


class Disk:
    """Plain operations on files. A failure is a PbmError that names the path."""

    def step(self, operation: str, path: Path) -> None:
        """Called before each writing operation; tests put their faults here."""

    def read(self, path: Path | str, limit: int | None = None) -> bytes:
        """The bytes of a regular file, at most `limit` of them; a symbolic link is refused."""
        return _told(path, "read", lambda: self._read(path, limit))

    def _read(self, path: Path | str, limit: int | None) -> bytes:
        with self._open(path) as file:
            return file.read() if limit is None else file.read(limit)

    def open(self, path: Path) -> BufferedReader:
        """A regular file, opened to be read; a symbolic link is refused."""
        return _told(path, "read", lambda: self._open(path))

    def _open(self, path: Path | str) -> BufferedReader:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        file = os.fdopen(handle, "rb")
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            file.close()
            raise OSError(errno.EINVAL, "not a regular file")
        return file

    def digest(self, path: Path) -> str:
        """SHA-256 of a regular file of any size."""
        import hashlib  # loads a large library, which who only looks at a game can spare

        def summed() -> str:
            with self._open(path) as file:  # a pipe that nobody writes into does not hold us
                return hashlib.file_digest(file, "sha256").hexdigest()

        return _told(path, "read", summed)

    def names(self, folder: Path) -> list[str]:
        """What lies in a folder, sorted by code point; a folder that is not there is empty. PbmError for a link, and
        where it cannot be read.
        """
        if self.is_link(folder):
            raise PbmError(f"{folder}: is a symbolic link; a game folder may not contain any.")
        try:
            return sorted(os.listdir(folder))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise PbmError(f"{folder}: cannot be read ({error.strerror}).") from None

    def links(self, folder: Path) -> set[str]:
        """The symbolic links in a folder; none where it is not there."""

        def found() -> set[str]:
            if not folder.is_dir():
                return set()
            with os.scandir(folder) as entries:
                return {entry.name for entry in entries if entry.is_symlink()}

        return _told(folder, "read", found)

    def is_link(self, path: Path) -> bool:
        """Whether a symbolic link lies there. PbmError where that cannot be seen, as in another user's folder."""
        return _told(path, "read", path.is_symlink)

    def changed(self, path: Path) -> datetime:
        """When it was last written."""
        return datetime.fromtimestamp(_told(path, "read", path.lstat).st_mtime, UTC)

    def set_time(self, path: Path, time: int) -> None:
        """Say when a file was written, in nanoseconds since 1970: what came later is to look so."""
        self._do("utime", path, lambda: os.utime(path, ns=(time, time)))

    def by_time(self, folder: Path, names: Iterable[str]) -> list[str]:
        """The names of what lies in a folder, what was written first in front; the name only breaks ties."""

        def key(name: str) -> tuple[int, str]:
            try:
                return (folder / name).lstat().st_mtime_ns, name
            except OSError:  # it is gone, or cannot be seen: whoever opens it is told
                return 0, name

        return sorted(names, key=key)

    def make_folder(self, path: Path, mode: int = FOLDER) -> None:
        """Make a folder and, where they lack, those above it. PbmError for a link in its place."""
        if path.is_symlink():
            raise PbmError(f"{path}: is a symbolic link; put the folder itself there.")
        if path.is_dir():
            return
        if path.parent != path and not path.parent.exists():
            self.make_folder(path.parent, mode)
        self._do("mkdir", path, lambda: os.mkdir(path, mode))
        self.sync_folder(path.parent)

    def create(self, path: Path, data: bytes, mode: int = FILE) -> None:
        """Write a file that is not there yet, and see it safe on the disk."""
        self._fill(path, (data,), os.O_CREAT | os.O_EXCL, mode)

    def copy(self, file: BinaryIO, path: Path, mode: int = FILE) -> str:
        """Write an open file of any size to one that is not there yet, and see it safe on the disk; the SHA-256 of
        what was written, whatever becomes of the first file meanwhile. CopyError where that one cannot be read.
        """
        import hashlib  # as above

        summed = hashlib.sha256()

        def parts() -> Iterator[bytes]:
            try:
                while part := file.read(PART):
                    summed.update(part)
                    yield part
            except OSError as error:
                raise CopyError(str(error.strerror or error)) from None

        try:
            self._fill(path, parts(), os.O_CREAT | os.O_EXCL, mode)
        except CopyError:
            forget(path)
            raise
        return summed.hexdigest()

    def replace(self, path: Path, data: bytes, mode: int = FILE) -> None:
        """Put a whole new file in the place of an old one: aside, then moved. PbmError for a link, and where it cannot
        be written.
        """
        if path.exists() and not path.is_file() and not path.is_dir():  # of a folder the system says so itself
            raise PbmError(f"{path}: is not a regular file; it was not replaced.")
        aside = path.with_name(f".tmp-{path.name}")
        if aside.exists() or aside.is_symlink():
            self.remove(aside)
        if path.is_symlink():
            raise PbmError(f"{path}: is a symbolic link; a game folder may not contain any.")
        try:
            self.create(aside, data, mode)
            self.rename(aside, path)
        except PbmError:
            forget(aside)
            raise

    def append(self, path: Path, data: bytes, mode: int = FILE) -> None:
        """Add to the end of a file, which is made where it lacks, and see it safe on the disk.

        A break may leave the first part of the data: who reads it must know where a whole line ends.
        """
        is_new = not path.exists()
        self._fill(path, (data,), os.O_APPEND | os.O_CREAT, mode)
        if is_new:
            self.sync_folder(path.parent)

    def _fill(self, path: Path, parts: Iterable[bytes], flags: int, mode: int) -> None:
        """Open, write and flush a file; a symbolic link is refused."""
        every = flags | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
        handle = self._do("open", path, lambda: os.open(path, every, mode))
        try:
            for part in parts:
                rest = memoryview(part)
                while rest:
                    rest = rest[self._do("write", path, partial(os.write, handle, rest)) :]
            self._do("fsync", path, lambda: os.fsync(handle))
        finally:
            os.close(handle)

    def rename(self, old: Path, new: Path) -> None:
        """Move within a file system: it happens as a whole or not at all."""
        self._do("rename", new, lambda: os.replace(old, new))
        self.sync_folder(new.parent)
        if old.parent != new.parent:
            self.sync_folder(old.parent)

    def shut(self, path: Path) -> None:
        """Make a folder its owner's alone."""
        self._do("chmod", path, lambda: os.chmod(path, FOLDER))

    def remove(self, path: Path) -> None:
        """Take a file away that was never part of the record."""
        self._do("remove", path, lambda: os.unlink(path))

    def remove_folder(self, path: Path) -> None:
        """Take an unfinished folder away, with all that is in it."""
        for name in self.names(path):
            inner = path / name
            if inner.is_dir() and not inner.is_symlink():
                self.remove_folder(inner)
            else:
                self.remove(inner)
        self._do("rmdir", path, lambda: os.rmdir(path))

    def sync_folder(self, path: Path) -> None:
        """See the names in a folder safe on the disk (not everywhere possible, then left)."""
        if os.name == "nt":
            return

        def sync() -> None:
            handle = os.open(path, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

        self._do("fsync", path, sync)

    def _do(self, operation: str, path: Path, act: Callable[[], R]) -> R:
        def announced() -> R:
            self.step(operation, path)
            return act()

        return _told(path, "written", announced)


def _told(path: Path | str, deed: str, act: Callable[[], R]) -> R:
    """Do it; an error of the system becomes one sentence that names the path."""
    try:
        return act()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise PbmError(f"{shown_name(path)}: is a symbolic link; a game folder may not contain any.") from None
        if error.errno == errno.ENOENT and deed == "read":
            raise PbmError(f"{shown_name(path)}: the file is missing.") from None
        raise PbmError(f"{shown_name(path)}: cannot be {deed} ({error.strerror or error}).") from None


def forget(path: Path) -> None:
    """Take away what a failed write left; where that fails too, the next start does it."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return

"""One writer at a time: the lock of a game folder."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbm.errors import BusyError, PbmError

LOCK = ".lock"


@contextmanager
def locked(folder: Path, command: str, what: str = "the game") -> Iterator[None]:
    """Hold the folder's lock; PbmError says who holds it. The system releases it if we die.

    The file names process, host and command while it is held, and is gone afterwards: a released lock
    holds nothing. So a new holder makes sure that what it locked is still the file of that name.
    """
    import platform  # who only reads needs no name of the machine

    path = folder / LOCK
    while True:
        handle = _open(path)
        try:
            _seize(handle, path, what)
            if _is_still(handle, path):
                break
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)
    try:
        with suppress(OSError):  # on a full disk it holds without a name, and what is to be written then says so
            os.ftruncate(handle, 0)
            os.write(handle, f"process {os.getpid()} on {platform.node()} ({command})\n".encode())
        yield
    finally:
        with suppress(OSError):  # where the disk became read-only the name stays: the next holder takes it up
            path.unlink(missing_ok=True)
        os.close(handle)


def _open(path: Path) -> int:
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    except OSError as error:
        raise PbmError(f"{path}: cannot be written ({error.strerror}).") from None


def _is_still(handle: int, path: Path) -> bool:
    try:
        return os.fstat(handle).st_ino == path.stat().st_ino
    except FileNotFoundError:
        return False


def _seize(handle: int, path: Path, what: str) -> None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.pread(handle, 300, 0).decode("utf-8", "replace").strip() if hasattr(os, "pread") else ""
        raise BusyError(
            f"{path.parent}: {what} is in use by {holder or 'another process'}; try again when it is done."
        ) from None

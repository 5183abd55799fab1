"""An mbox: one file of many mails, read on from where the last reading ended."""

import hashlib
import os
import re
import stat
import sys
from calendar import timegm
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from pbm.errors import PbmError
from pbm.mail.sources import LARGEST, Memory, RawMessage, moment

CHUNK = 1 << 20
AHEAD = 2_048  # bytes that a From_ line and the name of the first heading have at most
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FROM = re.compile(
    rb"From (?:[^\n]{0,900}? )?(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) +([A-Z][a-z]{2}) +([0-9]{1,2}) +"
    rb"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?(?: +[A-Z]{1,5})? +([0-9]{4})(?: +([+-][0-9]{4}))?[^\n]{0,60}\r?\n"
    rb"(?=[!-9;-~]{1,80}[ \t]*:|>From )"
)
_ESCAPED = re.compile(rb"^>(>*From )", re.MULTILINE)


class MboxSource:
    """An mbox file, remembered by inode, the place that was read to, and a digest of what stands before it.

    Where that is no longer so (another file, or mails taken out of it) it is read from the start; what came
    before is then known by its bytes to whoever keeps mail.
    """

    def __init__(self, path: Path, memory: Memory) -> None:
        self.path = path
        self.troubles: list[str] = []
        self._inode: int = memory.get("inode", 0)
        self._last: int = memory.get("last", 0)
        self._read: int = memory.get("read", 0)
        self._tail: str = memory.get("tail", "")

    @property
    def memory(self) -> Memory:
        """How far the file was read: `last` is where the last mail begins, `read` where it ends."""
        return {"inode": self._inode, "last": self._last, "read": self._read, "tail": self._tail}

    def unseen(self) -> Iterator[RawMessage]:
        """The mails after the last one that was read."""
        with open_mbox(self.path) as file:
            found = os.fstat(file.fileno())
            start = self._where_to_begin(file, found)
            self._inode = found.st_ino
            if start == found.st_size and start == self._read:
                return
            for begin, end in _spans(file, start, found.st_size):
                mail = _mail(file, begin, end)
                if mail:
                    yield mail
                self._last, self._read, self._tail = begin, end, _tail(file, end)

    def _where_to_begin(self, file: BinaryIO, found: os.stat_result) -> int:
        same = found.st_ino == self._inode and found.st_size >= self._read and _tail(file, self._read) == self._tail
        if not same or not self._read:
            return 0
        after = read_at(file, self._read, AHEAD)
        if not after.strip(b"\r\n") or _FROM.match(after.lstrip(b"\r\n")):
            return self._read
        return self._last  # the last mail has grown: it was not whole when it was read


def open_mbox(path: Path) -> BinaryIO:
    """The file, with a lock that those respect who deliver into it; it is gone when the file is closed. PbmError where
    another program holds it, or it cannot be read.
    """
    try:
        if path.with_name(path.name + ".lock").exists():
            raise PbmError(f"{path}: another program has locked it; its mail is taken in the next time.")
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        file = os.fdopen(handle, "rb", buffering=0)
    except OSError as error:
        raise PbmError(f"{path}: cannot be read ({error.strerror}).") from None
    except ValueError as error:  # of a path that no system has
        raise PbmError(f"{path}: cannot be read ({error}).") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        file.close()
        raise PbmError(f"{path}: is not a regular file, as an mbox is.")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise PbmError(f"{path}: another program has locked it; its mail is taken in the next time.") from None
    return file


def read_at(file: BinaryIO, place: int, count: int) -> bytes:
    """So many bytes from this place on, or what there is; PbmError where it cannot be read, as on a bad disk."""
    try:
        file.seek(place)
        return file.read(count)
    except OSError as error:
        raise PbmError(f"the mbox cannot be read ({error.strerror or error}); it is read on the next time.") from None


def _tail(file: BinaryIO, end: int) -> str:
    """A digest of the last line before this place, and of what stands before that, 1 KiB in all."""
    start = max(0, end - 1_024)
    return hashlib.sha256(read_at(file, start, end - start)).hexdigest()


def _spans(file: BinaryIO, start: int, size: int) -> Iterator[tuple[int, int]]:
    """Where each mail begins, with its From_ line, and ends.

    A mail begins with a From_ line that has a date, and a heading in the line after it: a sentence that begins with
    From begins no mail. The empty line that should stand before it is not asked for; not every program writes it.
    """
    begin = start
    for place in _beginnings(file, start, size):
        if place > begin:
            yield begin, place
        begin = place
    if begin < size:
        yield begin, size


def _beginnings(file: BinaryIO, start: int, size: int) -> Iterator[int]:
    at = start
    skipped = read_at(file, start, AHEAD)
    lead = len(skipped) - len(skipped.lstrip(b"\r\n"))
    if _FROM.match(skipped, lead):
        yield start + lead
        at = start + lead + 1
    while at < size:
        data = read_at(file, at, CHUNK + AHEAD)
        if not data:
            return
        is_last = at + len(data) >= size
        here = 0
        while (here := data.find(b"\nFrom ", here)) >= 0 and (is_last or here < CHUNK):
            if _FROM.match(data, here + 1):
                yield at + here + 1
            here += 1
        at += len(data) if is_last else CHUNK


def _mail(file: BinaryIO, begin: int, end: int) -> RawMessage | None:
    """The mail that lies there, its From_ line taken off and its escaped lines as they were."""
    data = read_at(file, begin, min(end - begin, LARGEST + AHEAD))
    is_whole = len(data) == end - begin
    found = _FROM.match(data)
    came = _time(found) if found else None
    data = data[found.end() :] if found else data
    if not data.strip(b"\r\n"):
        return None
    if is_whole and data.endswith((b"\n\n", b"\n\r\n")):  # the empty line belongs to the mbox
        data = data.removesuffix(b"\n").removesuffix(b"\r")
    if b"\n>" in data or data.startswith(b">"):
        data = _ESCAPED.sub(rb"\1", data)
    return RawMessage(str(begin), data[:LARGEST], came, is_local=found is not None and not found[7])


def _time(found: re.Match[bytes]) -> datetime | None:
    """The time of a From_ line, taken as UTC where it names no zone."""
    month, day, hour, minute, second, year, zone = (group.decode("ascii") if group else "" for group in found.groups())
    if month not in _MONTHS:
        return None
    fields = (int(year), _MONTHS.index(month) + 1, int(day), int(hour), int(minute), int(second or 0))
    try:
        seconds = timegm((*fields, 0, 0, 0))
    except (ValueError, OverflowError):
        return None
    if zone:
        seconds -= (-1 if zone[0] == "-" else 1) * (int(zone[1:3]) * 3600 + int(zone[3:]) * 60)
    return moment(seconds)

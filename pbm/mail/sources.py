"""Where mail comes from: folders of files and Maildirs; what all sources have in common.

A source yields what it has not yielded before, one message at a time. What it remembers is plain data, and grows by a
message when the next one is asked for: who breaks off between the two gets the message again. Nothing in a source is
ever changed.
"""

import math
import os
import re
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

import msgspec

from pbm.errors import PbmError, shown_name
from pbm.mail.headers import UnfitError, split_headings, unfold

LARGEST = (1 << 20) + 1
"""So many bytes of a message are taken: one more than we read, so that it can be seen that it is too large."""

Memory = dict[str, Any]
_SLACK = timedelta(minutes=2)
_QUARTER = timedelta(minutes=15)
_STAMP = re.compile(r"([0-9]{9,11})[.](?:[A-Za-z0-9_]*?M([0-9]{1,6})(?![0-9]))?")


class RawMessage(msgspec.Struct, frozen=True):
    """A message as it lies in its source. came: when it was delivered to us, where the source knows that. written: when
    its file was last written, in nanoseconds since 1970, 0 where nothing hangs on that.

    is_text: a plain text, no mail. is_local: `came` names no zone and was taken as UTC: see `delivered`.
    """

    key: str
    data: bytes
    came: datetime | None = None
    is_text: bool = False
    is_local: bool = False
    written: int = 0

    def delivered(self) -> datetime | None:
        """When it was delivered to us, corrected by the Received that our own server wrote with it.

        Many servers write local times into an mbox and name no zone. The topmost Received is theirs and has one:
        where the two differ by a zone and nothing else, it is right.
        """
        if self.came is None or not self.is_local:
            return self.came
        from email.utils import parsedate_to_datetime

        try:
            value = unfold(split_headings(self.data).first("received"))[-200:]
            received = parsedate_to_datetime(value.rpartition(";")[2].strip())
            quarters = round((self.came - received) / _QUARTER)
        except (UnfitError, ValueError, TypeError, IndexError, OverflowError):
            return self.came
        moved = self.came - quarters * _QUARTER
        return moved if abs(quarters) <= 14 * 4 and abs(moved - received) <= _SLACK else self.came


class Source(Protocol):
    """Yields what is new; `memory` is what it is to be given the next time.

    troubles: a sentence for each message that could not be read, and will be tried again.
    """

    troubles: list[str]

    @property
    def memory(self) -> Memory:
        """What was seen up to now; plain data."""

    def unseen(self) -> Iterator[RawMessage]:
        """What was not yielded before. Raises PbmError where the source cannot be read."""


class FolderSource:
    """A folder into which people put .txt and .eml files; remembered by name, size and time."""

    def __init__(self, path: Path, memory: Memory) -> None:
        self.path = path
        self.troubles: list[str] = []
        self._seen: dict[str, list[int]] = memory.get("files", {})

    @property
    def memory(self) -> Memory:
        """The files seen, those that lie there no more forgotten."""
        return {"files": self._seen}

    def unseen(self) -> Iterator[RawMessage]:
        """New files, what was written first in front; the name only breaks ties. Links, folders and hidden files are no
        files.
        """
        here = {noted(name): name for name in entries(self.path) if name.lower().endswith((".txt", ".eml"))}
        self._seen = {key: self._seen[key] for key in here if key in self._seen}
        for key, name in sorted(here.items(), key=lambda it: (written(self.path / it[1]), it[1])):
            stamp, data = _read(self.path / name, self._seen.get(key), self.troubles)
            if stamp is None:
                continue
            if data is not None:
                yield RawMessage(key, data, None, name.lower().endswith(".txt"), written=stamp[1])
            self._seen[key] = stamp


class MaildirSource:
    """A Maildir: new/ and cur/, remembered by the part of each name that never changes."""

    def __init__(self, path: Path, memory: Memory) -> None:
        self.path = path
        self.troubles: list[str] = []
        self._seen: set[str] = set(memory.get("names", ()))

    @property
    def memory(self) -> Memory:
        """The names seen, those that lie there no more forgotten."""
        return {"names": sorted(self._seen)}

    def unseen(self) -> Iterator[RawMessage]:
        """New messages, the oldest first: by the time of delivery in the name, to the microsecond where it tells them;
        else by the time at which the file was written. What moves from new to cur meanwhile is found at one of the two.
        """
        fresh: dict[str, str] = {}
        here: set[str] = set()
        for place in ("new", "cur"):  # in this order: a message moves from new to cur, never back
            for name in entries(self.path / place):
                unique = noted(name.partition(":")[0])
                if unique in self._seen:
                    here.add(unique)
                else:
                    fresh[unique] = f"{place}/{name}"
        self._seen = here
        for unique in sorted(fresh, key=lambda it: (*_moment(it), written(self.path / fresh[it]), it)):
            stamp, data = _read(self.path / fresh[unique], None, self.troubles)
            if data is not None:
                yield RawMessage(unique, data, _delivered(unique))
            if stamp is not None:
                self._seen.add(unique)


def noted(name: str) -> str:
    """A name as it is remembered: one that is not UTF-8, which no file of ours can hold, as its bytes in hexadecimal.
    No name has the stroke before them, so it is that of no other file.
    """
    try:
        name.encode()
    except UnicodeEncodeError:
        return f"/{os.fsencode(name).hex()}"
    return name


def written(path: Path) -> int:
    """When a file was last written, in nanoseconds since 1970; 0 where it is gone."""
    try:
        return path.lstat().st_mtime_ns
    except OSError:
        return 0


def _moment(unique: str) -> tuple[float, int]:
    """Second and microsecond of the delivery, as far as the name tells them; what tells none comes last."""
    found = _STAMP.match(unique)
    return (int(found[1]), int(found[2] or -1)) if found else (math.inf, -1)


def _delivered(unique: str) -> datetime | None:
    """The time of delivery, with which the name of a message in a Maildir begins."""
    found = _STAMP.match(unique)
    return moment(int(found[1])) if found else None


def moment(seconds: float) -> datetime | None:
    """Seconds since 1970 as a time, where there is such a time."""
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def entries(folder: Path) -> list[str]:
    """The names in a folder, without hidden ones; PbmError where it cannot be read."""
    try:
        with os.scandir(folder) as found:
            return [entry.name for entry in found if not entry.name.startswith(".")]
    except OSError as error:
        raise PbmError(f"{folder}: cannot be read ({error.strerror}).") from None
    except ValueError as error:  # of a path that no system has
        raise PbmError(f"{folder}: cannot be read ({error}).") from None


def _read(path: Path, known: list[int] | None, troubles: list[str]) -> tuple[list[int] | None, bytes | None]:
    """The same; one file that cannot be read is told of, and hides no other."""
    try:
        return read_file(path, known)
    except PbmError as error:
        troubles.append(str(error))
        return None, None


def read_file(path: Path, known: list[int] | None) -> tuple[list[int] | None, bytes | None]:
    """Stamp and first bytes of a regular file; no bytes where the stamp is the known one, no stamp where it is gone.
    PbmError where it cannot be read.
    """
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags)
    except FileNotFoundError:
        return None, None
    except OSError as error:
        if path.is_symlink():
            return None, None
        raise PbmError(f"{shown_name(path)}: cannot be read ({error.strerror}).") from None
    try:
        found = os.fstat(handle)
        stamp = [found.st_size, found.st_mtime_ns]
        if not stat.S_ISREG(found.st_mode) or stamp == known:
            return (stamp if stamp == known else None), None
        with os.fdopen(handle, "rb", closefd=False) as file:
            data = file.read(LARGEST)
        after = os.fstat(handle)
        whole = [after.st_size, after.st_mtime_ns] == stamp  # else somebody is writing it: the next time
        return (stamp, data) if whole else (None, None)
    except OSError as error:
        raise PbmError(f"{shown_name(path)}: cannot be read ({error.strerror}).") from None
    finally:
        os.close(handle)

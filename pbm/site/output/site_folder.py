"""The site's folder: changed files are written aside, and moved into place when all of them are good."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import msgspec

from pbm.core.stamps import READING, Names, Stamp, stamp, walked
from pbm.errors import PbmError

MARK = "pbm.css"  # every site that we made has it: what lacks it is not ours to replace
FRONT = "index.html"


class BuildReport(msgspec.Struct, frozen=True):
    """What a build did; nothing to do where no file was written or taken away. stamps: those of the site's files now,
    by folder and name, as far as the build knows.
    """

    pages: int
    written: int
    removed: int
    stamps: Mapping[str, Names] = {}

    @property
    def did_something(self) -> bool:
        """Whether any file of the site changed."""
        return bool(self.written or self.removed)


def listing(out: Path) -> Path:
    """The list of the site's files, beside it: a name a line, sorted. What is not on it was not built."""
    return out.with_name(f"{out.name}.files")


def listed(names: Iterable[str]) -> bytes:
    """The bytes of such a list."""
    return "\n".join([*sorted(names), ""]).encode()


def stage(path: str, *, is_new: bool) -> int:
    """When a file is put in its place: new ones (0), pages that may link to them (1), lists of pages (2), the front
    page (3). So no link of a page that can be found leads nowhere, whenever the work breaks off.
    """
    if path == FRONT:
        return 3
    return 0 if is_new else 2 if "/" not in path else 1


class NewFolder:
    """Takes the files of a new site and compares each with what is there.

    What differs is written aside. Nothing of the old site is touched before `finish`, which moves file by file,
    new ones first, those that link to them next, and takes away last: whoever reads meanwhile finds whole
    files and no link that leads nowhere. A run that was killed leaves the rest to the next one.
    """

    def __init__(self, out: Path) -> None:
        self._out = out
        self._new = out.with_name(f".{out.name}.new")
        self._kept: set[str] = set()
        self._folders: set[str] = set()
        self._has_begun = False
        self._has_old = out.is_dir()
        if out.is_symlink() or (out.exists() and not self._has_old):
            raise PbmError(f"{out}: is not a folder; the site needs one of its own.")
        if self._has_old and any(out.iterdir()) and not (out / MARK).is_file():
            raise PbmError(
                f"{out}: holds something that is not a site of ours ({MARK} is not there); choose an empty folder, or "
                "take this one away if it was one."
            )
        self._stamps: dict[str, Names] = {}
        if self._has_old:
            self._stamps = dict(walked(out))
        self.there: Mapping[str, Stamp] = {
            f"{folder}/{name}" if folder else name: stamp
            for folder, names in self._stamps.items()
            for name, stamp in names.items()
        }
        """The files of the old site."""
        self.made: dict[str, Stamp] = {}
        """The files that were written for the new one."""

    @cached_property
    def listed(self) -> frozenset[str]:
        """The files of the old site that a build made; who else laid a file there is not asked."""
        try:
            names = listing(self._out).read_text("ascii", "replace").splitlines()
        except OSError:
            return frozenset()
        return frozenset(names) & self.there.keys()

    def put(self, path: str, data: bytes) -> None:
        """A file of the new site."""
        self.take(path, self.write_aside(path, data))

    def write_aside(self, path: str, data: bytes) -> Stamp | None:
        """Write a file where it waits, unless the old site has just that. Nothing is noted of it before `take`, so
        that a forked process may do it, where `begin` was called before.
        """
        return None if self._is_there(path, data) else self._write(path, data)

    def take(self, path: str, written: Stamp | None) -> None:
        """A file of the new site: as it was written aside, or as the old site has it, which is not read."""
        if written is not None:
            self.made[path] = written
        else:
            self._kept.add(path)

    def keep(self, paths: Iterable[str]) -> None:
        """Files of the old site that are known to be as they should: they are not read."""
        self._kept.update(path for path in paths if path not in self.made)

    def stamp(self, path: str) -> Stamp:
        """A file of the new site, as it will lie there. PbmError where somebody moved its folder."""
        if path in self.made:
            return self.made[path]
        if path not in self.there:
            raise PbmError(
                f"{self._out / path}: does not lie where it was built; take {self._out} away, and build anew."
            )
        return self.there[path]

    def read(self, path: str) -> bytes:
        """A file of the new site."""
        try:
            return ((self._new if path in self.made else self._out) / path).read_bytes()
        except OSError as error:
            raise PbmError(f"{self._out / path}: cannot be read ({error.strerror or error}).") from None

    def finish(self) -> BuildReport:
        """Move into place what changed, and take away what is no more."""
        gone = sorted(self.there.keys() - self._kept - self.made.keys())
        try:
            if self.made and not self._has_old:
                os.rename(self._new, self._out)
            elif self.made:
                self._move()
            self._take_away(gone)
            self._list()
            _remove(self._new)
            self._note(gone)
        except OSError as error:
            place = error.filename2 or error.filename or self._out
            raise PbmError(f"{place}: cannot be changed ({error.strerror or error}).") from None
        return BuildReport(len(self._kept) + len(self.made), len(self.made), len(gone), self._stamps)

    def drop(self) -> None:
        """Leave the old site as it is. Where the disk takes away nothing either, the next build does it."""
        if self._has_begun:
            with suppress(OSError):
                _remove(self._new)

    def _move(self) -> None:
        for folder in sorted({os.path.dirname(path) for path in self.made}):
            os.makedirs(self._out / folder, exist_ok=True)
        for path in sorted(self.made, key=lambda path: (stage(path, is_new=path not in self.there), path)):
            os.replace(f"{self._new}/{path}", f"{self._out}/{path}")

    def _take_away(self, gone: list[str]) -> None:
        for path in gone:
            (self._out / path).unlink()
        for folder in sorted({folder for path in gone for folder in _above(path)}, key=len, reverse=True):
            if not any((self._out / folder).iterdir()):
                (self._out / folder).rmdir()

    def _note(self, gone: list[str]) -> None:
        """Bring up to date how the files lie: what somebody else changed meanwhile is not in it."""
        stamps = self._stamps
        for path, stamp_of_file in self.made.items():
            for folder in _above(path):
                stamps.setdefault(folder, {})
            folder, _, name = path.rpartition("/")
            stamps.setdefault(folder, {})[name] = stamp_of_file
        for path in gone:
            folder, _, name = path.rpartition("/")
            del stamps[folder][name]
        for folder in {folder for path in gone for folder in _above(path)}:
            if not (self._out / folder).is_dir():
                del stamps[folder]

    def _list(self) -> None:
        place, data = listing(self._out), listed((*self._kept, *self.made))
        if not place.is_file() or place.read_bytes() != data:
            aside = place.with_name(f".{place.name}.new")
            aside.write_bytes(data)
            os.replace(aside, place)

    def _is_there(self, path: str, data: bytes) -> bool:
        if path not in self.there:
            return False
        try:
            file = os.open(self._out / path, READING)
        except OSError:
            return False
        try:
            return os.fstat(file).st_size == len(data) and os.read(file, len(data)) == data
        finally:
            os.close(file)

    def begin(self) -> None:
        """Make the place where new files wait; what an earlier run left there goes."""
        if self._has_begun:
            return
        try:
            self._out.parent.mkdir(parents=True, exist_ok=True)
            _remove(self._new)
            self._new.mkdir()
            self._has_begun = True
        except OSError as error:
            raise PbmError(f"{self._new}: cannot be made ({error.strerror or error}).") from None

    def _write(self, path: str, data: bytes) -> Stamp:
        self.begin()
        try:
            folder = path.rpartition("/")[0]
            if folder not in self._folders:
                os.makedirs(f"{self._new}/{folder}", exist_ok=True)
                self._folders.add(folder)
            with open(f"{self._new}/{path}", "xb", buffering=0) as file:
                _write_all(file.fileno(), data)
                return stamp(os.fstat(file.fileno()))
        except OSError as error:
            raise PbmError(f"{self._new / path}: cannot be written ({error.strerror or error}).") from None


def _write_all(file: int, data: bytes) -> None:
    """Write to a file that is open by number: one call may take a part only."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _above(path: str) -> Iterator[str]:
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def _remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.is_dir():
        shutil.rmtree(folder)

"""The site's folder: written aside as a whole, and moved into place only where something changed."""

import os
import shutil
from pathlib import Path

from pbm.errors import PbmError
from pbm.site.pages import Report

MARK = "pbm.css"  # every site that we made has it: what lacks it is not ours to replace


class NewFolder:
    """Takes the files of a new site and compares each with what is there.

    As long as every file is as it was, nothing is written. From the first that differs on there is a new
    folder, in which unchanged files are the old ones under a second name, so that they keep their times.
    """

    def __init__(self, out: Path) -> None:
        self._out = out
        self._new = out.with_name(f".{out.name}.new")
        self._old = out.with_name(f".{out.name}.old")
        self._same: list[str] = []
        self._names: set[str] = set()
        self._folders: set[str] = set()
        self._written = 0
        self._has_old = out.is_dir()
        if out.is_symlink() or (out.exists() and not self._has_old):
            raise PbmError(f"{out}: is no folder; the site needs one of its own.")
        if self._has_old and any(out.iterdir()) and not (out / MARK).is_file():
            raise PbmError(f"{out}: holds something that is no site of ours; choose an empty folder.")

    def put(self, path: str, data: bytes) -> None:
        """A file of the new site."""
        self._names.add(path)
        if self._has_old and self._is_there(path, data):
            self.keep(path)
            return
        if not self._written:
            self._begin()
        self._written += 1
        self._write(path, data)

    def keep(self, path: str) -> None:
        """A file of the old site that is known to be as it should: it is not read."""
        self._names.add(path)
        if self._written:
            self._keep(path)
        else:
            self._same.append(path)

    def finish(self) -> Report:
        """Swap the folders, if any file changed, came or went."""
        gone = self._gone()
        if gone and not self._written:
            self._begin()
        if self._written or gone:
            try:
                _remove(self._old)
                if self._has_old:
                    os.rename(self._out, self._old)
                os.rename(self._new, self._out)
                _remove(self._old)
            except OSError as error:
                raise PbmError(f"{self._out}: cannot be replaced ({error.strerror or error}).") from None
        return Report(len(self._names), self._written, len(gone))

    def drop(self) -> None:
        """Leave the old site as it is."""
        if self._written:
            _remove(self._new)

    def _is_there(self, path: str, data: bytes) -> bool:
        try:
            file = os.open(self._out / path, os.O_RDONLY)
        except OSError:
            return False
        try:
            if os.fstat(file).st_size != len(data):
                return False
            return os.read(file, len(data) + 1) == data
        finally:
            os.close(file)

    def _begin(self) -> None:
        try:
            self._out.parent.mkdir(parents=True, exist_ok=True)
            _remove(self._new)
            self._new.mkdir()
        except OSError as error:
            raise PbmError(f"{self._new}: cannot be made ({error.strerror or error}).") from None
        for path in self._same:
            self._keep(path)
        self._same = []

    def _keep(self, path: str) -> None:
        self._make_folder(path)
        try:
            os.link(self._out / path, self._new / path)
        except OSError:  # a file system without second names
            shutil.copy2(self._out / path, self._new / path)

    def _write(self, path: str, data: bytes) -> None:
        self._make_folder(path)
        try:
            file = os.open(f"{self._new}/{path}", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            try:
                while data:
                    data = data[os.write(file, data) :]
            finally:
                os.close(file)
        except OSError as error:
            raise PbmError(f"{self._new / path}: cannot be written ({error.strerror or error}).") from None

    def _make_folder(self, path: str) -> None:
        folder = path.rpartition("/")[0]
        if folder not in self._folders:
            os.makedirs(self._new / folder, exist_ok=True)
            self._folders.add(folder)

    def _gone(self) -> list[str]:
        if not self._has_old:
            return []
        there = (
            os.path.relpath(os.path.join(folder, name), self._out).replace(os.sep, "/")
            for folder, _, names in os.walk(self._out)
            for name in names
        )
        return [name for name in there if name not in self._names]


def _remove(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.is_dir():
        shutil.rmtree(folder)

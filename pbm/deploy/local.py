"""Into a folder of this machine: each file aside, then moved; what is the same is not touched."""

import os
import stat
from pathlib import Path

from pbm.deploy.cargo import LIST, Cargo, read_list, write_list
from pbm.deploy.plan import Plan, Watch, hold_against_ours
from pbm.errors import PbmError
from pbm.store.disk import OPEN_FILE, OPEN_FOLDER, Disk

ASIDE = ".tmp-"  # what a killed Disk.replace leaves


class LocalFolder:
    """A folder that a web server shows, or that another program carries further."""

    def __init__(self, path: Path, disk: Disk | None = None) -> None:
        self.path = Path(os.path.realpath(path))  # the folder itself may be reached by a link, nothing in it
        self.disk = disk or Disk()
        self.words = str(path)

    def plan(self, cargo: Cargo) -> Plan:
        """Compare every byte: names and sizes alone would miss a page that changed in a digit. PbmError where the
        target is the site itself, or holds it.
        """
        site = cargo.site.resolve()
        if self.path == site or site in self.path.parents or self.path in site.parents:
            raise PbmError(
                f"{self.words}: the site cannot be deployed to its own folder or to one above it; choose another."
            )
        there = self._there()
        listed = self._listed()
        ours = {*listed, *cargo.names}
        left = {name for name in map(_aside, {*ours, LIST}) if name in there}
        hold_against_ours(there - left, listed, self.words)
        new, changed = [], []
        for name in cargo.names:
            if name not in there:
                new.append(name)
            elif self.disk.read(self.path / name) != cargo.read(name):
                changed.append(name)
        gone = [name for name in there if name in ours and name not in set(cargo.names)]
        return Plan(
            new=tuple(new),
            changed=tuple(changed),
            gone=tuple(sorted([*gone, *left])),
            listed=listed,
            strange=len(there - ours - left - {LIST}),
            stale=self._list_bytes() != write_list(cargo.names),
        )

    def carry(self, cargo: Cargo, plan: Plan, watch: Watch) -> None:
        """New files first, the front page last, then what is no more. The list covers both while it goes on."""
        final = write_list(cargo.names)
        if plan.does_something:
            self._put(LIST, write_list({*plan.listed, *cargo.names}))
        for name in watch([name for names in plan.stages for name in names], "Uploading"):
            self._put(name, cargo.read(name))
        for name in plan.gone:
            if (self.path / name).exists():  # what a killed run left aside may be gone by now
                self.disk.remove(self.path / name)
        self._sweep(plan.gone)
        self._put(LIST, final)

    def _put(self, name: str, data: bytes) -> None:
        path = self.path / name
        if name == LIST and self._list_bytes() == data:
            return
        self.disk.make_folder(path.parent, OPEN_FOLDER)
        self.disk.replace(path, data, OPEN_FILE)

    def _sweep(self, gone: tuple[str, ...]) -> None:
        """Take away the folders that are empty now."""
        above = {parent for name in gone for parent in Path(name).parents if parent != Path()}
        for folder in sorted(above, key=lambda path: len(path.parts), reverse=True):
            if (self.path / folder).is_dir() and not self.disk.names(self.path / folder):
                self.disk.remove_folder(self.path / folder)

    def _list_bytes(self) -> bytes:
        path = self.path / LIST
        return self.disk.read(path) if path.exists() or path.is_symlink() else b""

    def _listed(self) -> tuple[str, ...]:
        data = self._list_bytes()
        return read_list(data, self.path / LIST) if data else ()

    def _there(self) -> set[str]:
        """The files of the target. A symbolic link in it is refused: it could lead anywhere."""
        found, waiting = set(), [""]
        if self.path.exists() and not self.path.is_dir():
            raise PbmError(f"{self.words}: is not a folder.")
        while waiting:
            above = waiting.pop()
            for name in self.disk.names(self.path / above):
                mode = (self.path / above / name).lstat().st_mode
                if stat.S_ISLNK(mode):
                    raise PbmError(f"{self.path / above / name}: is a symbolic link; nothing was uploaded.")
                if stat.S_ISDIR(mode):
                    waiting.append(f"{above}{name}/")
                else:
                    found.add(f"{above}{name}")
        return found


def _aside(name: str) -> str:
    folder, stroke, last = name.rpartition("/")
    return f"{folder}{stroke}{ASIDE}{last}"

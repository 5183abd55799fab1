"""What is put on a host: the files that the last build lists, and nothing else (security 6, row 95)."""

import os
import re
import stat
from pathlib import Path

import msgspec

from pbm.errors import PbmError
from pbm.site.output.site_folder import MARK, listed, listing
from pbm.store.disk import Disk

LIST = ".pbm-files"
"""The list of what we put there, at the target: only what stands on it is ever taken away."""

KINDS = frozenset(["html", "css", "js", "svg", "png", "xml", "ics", "json", "csv", "txt"])
PLAIN = {"_headers"}  # the one file without a kind
_NAME = re.compile(r"(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_OURS = {"content", "private", "inbox", "received", "outbox", "turns", "post"}  # folders that no site has


class Cargo(msgspec.Struct, frozen=True):
    """The site's folder, and the sorted names of its files, with slashes."""

    site: Path
    names: tuple[str, ...]

    def path(self, name: str) -> Path:
        """Where a file lies."""
        return self.site / name

    def read(self, name: str) -> bytes:
        """Its bytes; a symbolic link that was put there meanwhile is refused."""
        return Disk().read(self.site / name)


def cargo(root: Path) -> Cargo:
    """The site under a root, looked through before anything is carried.

    PbmError names the first file that does not belong there, that is missing, or that is no plain file.
    """
    site = root / "output" / "site"
    place = listing(site)
    if not (site / MARK).is_file() or not place.is_file():
        raise PbmError(f"{site}: there is no built site; run `pbm build`.")
    names = read_list(Disk().read(place), place)
    known = set(names)
    found = set()
    waiting = [""]
    if site.is_symlink():
        raise PbmError(f"{site}: is a symbolic link; a site may not contain any.")
    while waiting:
        above = waiting.pop()
        for entry in sorted(os.scandir(site / above), key=lambda entry: entry.name):
            name = f"{above}{entry.name}"
            mode = entry.stat(follow_symlinks=False).st_mode
            if stat.S_ISLNK(mode):
                raise PbmError(f"{site / name}: is a symbolic link; nothing was uploaded.")
            if stat.S_ISDIR(mode):
                waiting.append(f"{name}/")
            elif not stat.S_ISREG(mode):
                raise PbmError(f"{site / name}: is not a regular file; nothing was uploaded.")
            elif name not in known:
                raise PbmError(f"{site / name}: is not a file of the built site; remove it. Nothing was uploaded.")
            found.add(name)
    for name in names:
        if name not in found:
            raise PbmError(f"{site / name}: is missing; run `pbm build`. Nothing was uploaded.")
    return Cargo(site, names)


def read_list(data: bytes, place: object) -> tuple[str, ...]:
    """The names of a list; one that no site has is refused."""
    names = data.decode("ascii", "replace").splitlines()
    for name in names:
        if not is_of_a_site(name):
            raise PbmError(f"{place}: {name[:80]!r} is not the name of a file of a site; nothing was uploaded.")
    return tuple(sorted(set(names)))


def is_of_a_site(name: str) -> bool:
    """Whether a site may have a file of that name and kind."""
    *folders, last = name.split("/")
    known = last in PLAIN or (last.rpartition(".")[2] in KINDS and "." in last)
    return bool(_NAME.fullmatch(name)) and known and not _OURS & set(folders)


def write_list(names: "set[str] | tuple[str, ...]") -> bytes:
    """The list as it lies at the target."""
    return listed(names)

"""Into a zip, for hosts that want one: sorted names, fixed times and modes, so the same site is the same bytes."""

import io
import os
import zipfile
import zlib
from contextlib import suppress
from pathlib import Path

from pbm.deploy.cargo import Cargo
from pbm.deploy.plan import Plan, Watch
from pbm.errors import PbmError

EPOCH = (1980, 1, 1, 0, 0, 0)  # the first that a zip can say
MODE = 0o100644
UNIX = 3
# What zipfile says of a zip that is cut, spoiled, or packed by others in a way that it does not know.
_HARMED = (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, OverflowError)


class Zip:
    """A zip file of this machine. It is written anew where a file differs."""

    def __init__(self, path: Path) -> None:
        self.path, self.words = path, str(path)

    def plan(self, cargo: Cargo) -> Plan:
        """What differs from the zip that is there; PbmError where something else lies in its place."""
        site = cargo.site.resolve()
        target = Path(os.path.realpath(self.path))
        if site in target.parents:
            raise PbmError(f"{self.words}: is inside the site itself; choose another place.")
        if os.path.lexists(self.path) and (
            self.path.is_symlink() or not self.path.is_file() or not zipfile.is_zipfile(self.path)
        ):
            raise PbmError(f"{self.words}: exists and is not a zip file; choose another name.")
        if not self.path.exists():
            return Plan(new=cargo.names)
        new, changed, there = [], [], {}
        try:
            old = zipfile.ZipFile(self.path)
        except _HARMED:
            return Plan(new=cargo.names)  # nobody knows what was in it; it is written anew as a whole
        with old:
            there = {info.filename: info for info in old.infolist()}
            for name in cargo.names:
                if name not in there:
                    new.append(name)
                elif there[name].file_size != cargo.path(name).stat().st_size or not _is_same(old, name, cargo):
                    changed.append(name)
        return Plan(tuple(new), tuple(changed), tuple(sorted(set(there) - set(cargo.names))))

    def carry(self, cargo: Cargo, plan: Plan, watch: Watch) -> None:
        """Write it aside and move it into its place as a whole. PbmError where it cannot be written."""
        if not plan.does_something:
            return
        aside = self.path.with_name(f".tmp-{self.path.name}")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            aside.unlink(missing_ok=True)
            with aside.open("xb") as file:
                write_zip(file, cargo, watch)
                file.flush()
                os.fsync(file.fileno())
            os.replace(aside, self.path)
        except OSError as error:
            with suppress(OSError):  # a disk that became read-only keeps it; the next run takes it away
                aside.unlink(missing_ok=True)
            raise PbmError(f"{self.words}: cannot be written ({error.strerror or error}).") from None


def write_zip(file: "io.BufferedWriter | io.BytesIO", cargo: Cargo, watch: Watch) -> None:
    """The zip of a site."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as made:
        for name in watch(cargo.names, "Packing"):
            info = zipfile.ZipInfo(name, EPOCH)
            info.create_system, info.external_attr = UNIX, MODE << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            made.writestr(info, cargo.read(name), compresslevel=9)


def _is_same(old: zipfile.ZipFile, name: str, cargo: Cargo) -> bool:
    data = cargo.read(name)
    try:
        return old.read(name) == data
    except _HARMED:
        return False

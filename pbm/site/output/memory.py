"""What the last build made, and of what: so that the next one makes only what is new.

A batch of pages is made of things that have a digest, its key. Where key and files are as they were, nothing is
made again: the files stay, and what other pages need of the batch comes from memory. The memory of a site is one file
for each group of batches in the user's cache folder; without it everything is made, with the same bytes.

Sites and games come and go; what none has used for long is taken away. A file's time says when it was last used.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from pbm.core.stamps import UNUSED, Stamp, digest, has_day_passed, put, unharmed

PLACE = "place"  # in the memory of a site: where the site lies
ASIDE = ".new"  # what is remembered once the site is in its place


class Made(msgspec.Struct, frozen=True):
    """A batch as it was made: its key and its files; what it told, and what it put aside for pages of its own group."""

    key: str
    files: dict[str, Stamp]
    told: bytes
    aside: bytes = b""

    def stands(self, key: str, there: Mapping[str, Stamp]) -> bool:
        """Whether the batch is what would be made now, and lies where it was put."""
        return self.key == key and self.files.items() <= there.items()


class ReadyBatch(msgspec.Struct, frozen=True):
    """A batch that was made elsewhere: as of Made, with the paths of its files alone."""

    name: str
    key: str
    files: tuple[str, ...]
    told: bytes
    aside: bytes


class Memory:
    """The batches of a site by group (a game, or the site's own pages) and name."""

    def __init__(self, folder: Path | None, out: Path) -> None:
        self._folder, self._out = folder, os.path.abspath(out)
        self._known: dict[str, dict[str, Made]] = {}
        self._now: dict[str, dict[str, Made]] = {}
        self._settled: dict[str, bool] = {}

    def recall(self, group: str, name: str) -> Made | None:
        """A batch as it was made last time, if that is known."""
        return self._of(group).get(name)

    def note(self, group: str, name: str, made: Made) -> None:
        """A batch of this build, made now or before."""
        self._now.setdefault(group, {})[name] = made

    def ready(self, group: str) -> tuple[ReadyBatch, ...]:
        """The batches of a group in this build, to be handed on."""
        return tuple(
            ReadyBatch(name, made.key, tuple(made.files), made.told, made.aside)
            for name, made in self._now.get(group, {}).items()
        )

    def aside(self, group: str, name: str) -> bytes:
        """What a batch of this build put aside."""
        return self._now[group][name].aside

    def settle(self, group: str) -> None:
        """Put a group that is whole aside on the disk, for this build needs nothing of it any more: an archive has
        thousands.
        """
        made, known = self._now.pop(group, {}), self._of(group)
        del self._known[group]
        if made:
            self._settled[group] = made != known
        if self._folder is None or not made or made == known:
            return
        with suppress(OSError):  # a cache that cannot be written is no reason not to build
            self._folder.mkdir(parents=True, exist_ok=True)
            put(f"{_file(self._folder, group)}{ASIDE}", msgspec.msgpack.encode(made))

    def save(self) -> None:
        """Remember this build, whose site is in its place; nothing is written where it was like the last one."""
        for group in tuple(self._now):
            self.settle(group)
        if self._folder is None:
            return
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            for group, is_new in self._settled.items():
                if is_new:
                    os.replace(f"{_file(self._folder, group)}{ASIDE}", _file(self._folder, group))
            self._use(self._folder)

    def _use(self, folder: Path) -> None:
        """Once a day: note what is in use, and take away what is not."""
        mark = folder / PLACE
        is_time, now = has_day_passed(folder, mark)
        if not is_time:
            return
        mark.write_text(self._out, "utf-8", "surrogateescape")
        for group in self._settled:
            os.utime(_file(folder, group))
        prune(folder.parent, now)

    def _of(self, group: str) -> dict[str, Made]:
        if group not in self._known:
            self._known[group] = self._read(group)
        return self._known[group]

    def _read(self, group: str) -> dict[str, Made]:
        if self._folder is None:
            return {}
        try:
            data = unharmed(_file(self._folder, group).read_bytes())
            return msgspec.msgpack.decode(data, type=dict[str, Made])
        except (OSError, msgspec.MsgspecError):
            return {}


def _file(folder: Path, group: str) -> Path:
    return folder / f"{group}.made"


def prune(made: Path, now: float) -> None:
    """Take away the memory of sites that are gone and were not built for long; of a site that is there, that of games
    which its builds do not know any more. One that is there and was long not built keeps all.
    """
    for folder in made.iterdir():
        if folder.is_symlink() or not re.fullmatch("[0-9a-f]{32}", folder.name):
            continue
        try:
            mark = folder / PLACE
            place = mark.read_text("utf-8", "surrogateescape") if mark.exists() else ""
            last = mark.stat().st_mtime if place and os.path.isdir(place) else now
            for file in list(folder.iterdir()):
                if last - file.stat().st_mtime > UNUSED:
                    file.unlink()
            if not any(folder.iterdir()):
                folder.rmdir()
        except OSError:
            continue  # another run is at work in it


def memory_folder(cache_folder: Path | None, out: Path) -> Path | None:
    """Where the memory of a site lies: one for each place that sites are built in."""
    if cache_folder is None:
        return None
    return cache_folder / "made" / digest([os.path.abspath(out)])[:32]

"""What the last build made, and of what: so that the next one makes only what is new.

A batch of pages is made of things that have a digest, its key. Where key and files are as they were, nothing is
made again: the files stay, and what other pages need of the batch is told from memory. The memory lies in the
user's cache folder; without it everything is made, with the same bytes.

Sites and games come and go; what none has used for long is taken away. A file's time says when it was last used.
"""

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from pbm.core.stamps import UNUSED, Stamp, digest, has_day_passed, put, unharmed
from pbm.site.output.spool import Place, Spool

T = TypeVar("T")
PLACE = "place"  # in the memory of a site: where the site lies
KINDS = ("json", "told")  # the files of a group: the index, and what was told
SPARE, LITTLE = 2, 1_000_000  # a spool more than so many times too large, and so many bytes, is made anew
NOWHERE: Place = (0, 0)


class HarmedError(Exception):
    """What lies in the cache folder is not what we put there: the memory of a site is of no use."""


class Made(msgspec.Struct, frozen=True):
    """A batch as it was made: its key and its files; where in the spool lies what it told, and what it put aside."""

    key: str
    files: dict[str, Stamp]
    told: Place = NOWHERE
    aside: Place = NOWHERE

    def stands(self, key: str, there: Mapping[str, Stamp]) -> bool:
        """Whether the batch is what would be made now, and lies where it was put."""
        return self.key == key and self.files.items() <= there.items()


class _Index(msgspec.Struct, frozen=True):
    """The batches of a group. `mark` is that of the spool with what they told, which lies beside it."""

    mark: str = ""
    made: dict[str, Made] = {}


class Memory:
    """The batches of a site by group (a game, or the site's own pages) and name, and what each of them told.

    What is told and put aside is megabytes of text in a long game: it lies in a spool, and none of it is held.
    """

    def __init__(self, folder: Path | None, out: Path) -> None:
        self._folder, self._out = folder, os.path.abspath(out)
        self._known: dict[str, _Index] = {}
        self._now: dict[str, dict[str, Made]] = {}
        self._asides: dict[tuple[str, str], Place] = {}
        self._spools: dict[str, Spool] = {}

    def recall(self, group: str, name: str) -> Made | None:
        """A batch as it was made last time, if that is known."""
        return self._of(group).made.get(name)

    def told(self, group: str, made: Made) -> bytes:
        """What a batch told that is known; nothing, where the spool is damaged."""
        return self._spool(group).read(made.told)

    def keep(self, group: str, name: str, made: Made) -> None:
        """A batch of this build that was made before."""
        self._now.setdefault(group, {})[name] = made
        self._asides[group, name] = made.aside

    def note(self, group: str, name: str, key: str, files: dict[str, Stamp], told: bytes) -> None:
        """A batch that this build made; before it what it puts aside."""
        aside = self._asides.get((group, name), NOWHERE)
        self._now.setdefault(group, {})[name] = Made(key, files, self._spool(group).add(told), aside)

    def put_aside(self, group: str, name: str, data: bytes) -> None:
        """What a batch keeps for other pages, beside what it tells."""
        self._asides[group, name] = self._spool(group).add(data)

    def aside(self, group: str, name: str, kind: type[T]) -> T:
        """What a batch of this build put aside; HarmedError where it cannot be read any more."""
        try:
            return msgspec.msgpack.decode(self._spool(group).read(self._asides[group, name]), type=kind)
        except msgspec.MsgspecError:
            raise HarmedError from None

    def save(self) -> None:
        """Remember this build; nothing is written where it was like the last one."""
        if self._folder is None:
            return
        try:
            for group, made in self._now.items():
                if made != self._of(group).made:
                    self._save(self._folder, group, made)
            self._use(self._folder)
        except OSError:
            return  # a cache that cannot be written is no reason not to build

    def forget(self) -> None:
        """Nothing is known any more, where the cache can be written: all is made again."""
        folder = self._folder
        if folder:
            with suppress(OSError):
                for group in self._known:
                    (folder / f"{group}.json").unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of all spools; of a new one that was not saved nothing is left."""
        for spool in self._spools.values():
            spool.close()

    def _save(self, folder: Path, group: str, made: dict[str, Made]) -> None:
        """The index last: killed before, the one that lies there knows what the spool held before."""
        spool = self._spool(group)
        live = sum(batch.told[1] + batch.aside[1] for batch in made.values())
        if spool.size > SPARE * live + LITTLE:
            old, spool = spool, Spool(_spool_path(folder, group))
            self._spools[group] = spool
            made = {
                name: replace(b, told=spool.add(old.read(b.told)), aside=spool.add(old.read(b.aside)))
                for name, b in made.items()
            }
            old.close()
        if not spool.is_sound:
            return
        spool.settle()
        put(f"{folder}/{group}.json", msgspec.json.encode(_Index(spool.mark, made)))

    def _use(self, folder: Path) -> None:
        """Once a day: note what is in use, and take away what is not."""
        mark = folder / PLACE
        folder.mkdir(parents=True, exist_ok=True)
        is_time, now = has_day_passed(folder, mark)
        if not is_time:
            return
        mark.write_text(self._out, "utf-8", "surrogateescape")
        for group in self._now:
            for kind in KINDS:
                os.utime(folder / f"{group}.{kind}")
        prune(folder.parent, now)

    def _of(self, group: str) -> _Index:
        if group not in self._known:
            self._known[group] = self._read(group)
        return self._known[group]

    def _read(self, group: str) -> _Index:
        """The index, if its spool is there."""
        if self._folder is None:
            return _Index()
        try:
            index = msgspec.json.decode(unharmed((self._folder / f"{group}.json").read_bytes()), type=_Index)
        except (OSError, msgspec.MsgspecError):
            return _Index()
        spool = self._spools[group] = Spool(_spool_path(self._folder, group), index.mark)
        return index if spool.mark == index.mark else _Index()

    def _spool(self, group: str) -> Spool:
        self._of(group)
        if group not in self._spools:
            self._spools[group] = Spool(_spool_path(self._folder, group) if self._folder else None)
        return self._spools[group]


def _spool_path(folder: Path, group: str) -> Path:
    return folder / f"{group}.told"


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

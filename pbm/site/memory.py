"""What the last build made, and of what: so that the next one makes only what is new.

A batch of pages is made of things that have a digest, its key. Where key and files are as they were, nothing is
made again: the files stay, and what other pages need of the batch is told from memory. The memory lies in the
user's cache folder; without it everything is made, with the same bytes.

Sites and games come and go; what none has used for long is taken away. A file's time says when it was last used.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from pbm.cache import UNUSED, Stamp, digest, has_day_passed

PLACE = "place"  # in the memory of a site: where the site lies
KINDS = ("json", "told")  # the files of a group: the index, and what was told


class Made(msgspec.Struct, frozen=True):
    """A batch as it was made: its key and its files."""

    key: str
    files: dict[str, Stamp]

    def stands(self, key: str, there: Mapping[str, Stamp]) -> bool:
        """Whether the batch is what would be made now, and lies where it was put."""
        return self.key == key and self.files.items() <= there.items()


class _Index(msgspec.Struct, frozen=True):
    """The batches of a group. `pair` is that of the file of what they told, which lies beside it."""

    pair: str
    made: dict[str, Made]


Told = dict[str, msgspec.Raw]


class Memory:
    """The batches of a site by group (a game, or the site's own pages) and name, and what each of them told.

    What is told is megabytes of pages' text in a long game: it is kept as MessagePack, where a text is its bytes.
    """

    def __init__(self, folder: Path | None, out: Path) -> None:
        self._folder, self._out = folder, os.path.abspath(out)
        self._known: dict[str, tuple[dict[str, Made], Told]] = {}
        self._now: dict[str, tuple[dict[str, Made], Told]] = {}

    def recall(self, group: str, name: str) -> Made | None:
        """A batch as it was made last time, if that is known."""
        return self._of(group)[0].get(name)

    def told(self, group: str, name: str) -> msgspec.Raw:
        """What a batch told that is known."""
        return self._of(group)[1][name]

    def note(self, group: str, name: str, made: Made, told: msgspec.Raw) -> None:
        """A batch of this build."""
        batches, texts = self._now.setdefault(group, ({}, {}))
        batches[name], texts[name] = made, told

    def save(self) -> None:
        """Remember this build; nothing is written where it was like the last one."""
        if self._folder is None:
            return
        try:
            for group, (made, told) in self._now.items():
                if made != self._of(group)[0]:
                    self._folder.mkdir(parents=True, exist_ok=True)
                    pair = digest([f"{name} {batch.key}" for name, batch in made.items()])
                    self._write(f"{group}.told", msgspec.msgpack.encode((pair, told)))
                    self._write(f"{group}.json", msgspec.json.encode(_Index(pair, made)))
            self._use(self._folder)
        except OSError:
            return  # a cache that cannot be written is no reason not to build

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

    def _of(self, group: str) -> tuple[dict[str, Made], Told]:
        if group not in self._known:
            self._known[group] = self._read(group)
        return self._known[group]

    def _read(self, group: str) -> tuple[dict[str, Made], Told]:
        if self._folder is None:
            return {}, {}
        try:
            index = msgspec.json.decode((self._folder / f"{group}.json").read_bytes(), type=_Index)
            data = (self._folder / f"{group}.told").read_bytes()
            pair, told = msgspec.msgpack.decode(data, type=tuple[str, Told])
        except (OSError, msgspec.MsgspecError):
            return {}, {}
        return (index.made, told) if index.pair == pair and index.made.keys() == told.keys() else ({}, {})

    def _write(self, name: str, data: bytes) -> None:
        assert self._folder
        aside = self._folder / f".{name}.{os.getpid()}"
        aside.write_bytes(data)
        aside.replace(self._folder / name)


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

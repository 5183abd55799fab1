"""What the last build made, and of what: so that the next one makes only what is new.

A batch of pages is made of things that have a digest, its key. Where key and files are as they were, nothing is
made again: the files stay, and what other pages need of the batch is told from memory. The memory lies in the
user's cache folder; without it everything is made, with the same bytes.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import msgspec

from pbm.cache import Stamp, digest
from pbm.site.links import Links

T = TypeVar("T")


class Made(msgspec.Struct, frozen=True):
    """A batch as it was made: its key, its files, their anchors and links, and what others need of it."""

    key: str
    files: dict[str, Stamp]
    anchors: dict[str, list[str]]
    wanted: dict[str, list[str]]
    told: msgspec.Raw

    def stands(self, key: str, there: Mapping[str, Stamp]) -> bool:
        """Whether the batch is what would be made now, and lies where it was put."""
        return self.key == key and all(there.get(path) == stamp for path, stamp in self.files.items())


class Memory:
    """The batches of a site by group (a game, or the site's own pages) and name."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._known: dict[str, dict[str, Made]] = {}
        self._now: dict[str, dict[str, Made]] = {}

    def recall(self, group: str, name: str) -> Made | None:
        """A batch as it was made last time, if that is known."""
        if group not in self._known:
            self._known[group] = self._read(group)
        return self._known[group].get(name)

    def note(self, group: str, name: str, made: Made) -> None:
        """A batch of this build."""
        self._now.setdefault(group, {})[name] = made

    def save(self) -> None:
        """Remember this build; nothing is written where it was like the last one."""
        if self._folder is None:
            return
        try:
            for group, batches in self._now.items():
                if batches != self._known.get(group):
                    self._folder.mkdir(parents=True, exist_ok=True)
                    aside = self._folder / f".{group}.{os.getpid()}"
                    aside.write_bytes(msgspec.json.encode(batches))
                    aside.replace(self._folder / f"{group}.json")
        except OSError:
            return  # a cache that cannot be written is no reason not to build

    def _read(self, group: str) -> dict[str, Made]:
        if self._folder is None:
            return {}
        try:
            data = (self._folder / f"{group}.json").read_bytes()
            return msgspec.json.decode(data, type=dict[str, Made])
        except (OSError, msgspec.MsgspecError):
            return {}


def memory_folder(cache_folder: Path | None, out: Path) -> Path | None:
    """Where the memory of a site lies: one for each place that sites are built in."""
    if cache_folder is None:
        return None
    return cache_folder / "made" / digest([os.path.abspath(out)])[:32]


def made_of(key: str, stamps: dict[str, Stamp], links: Links, told: object) -> Made:
    """A batch that was just made, to be remembered."""
    anchors, wanted = links.told()
    return Made(key, stamps, anchors, wanted, msgspec.Raw(msgspec.json.encode(told)))

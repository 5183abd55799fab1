"""content/post/fetched.json: when each source of mail was last read to its end, and when that was last tried."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path

import msgspec

from pbm.errors import PbmError
from pbm.post.arrivals import post_path
from pbm.post.settings import MailSource
from pbm.store.disk import Disk
from pbm.store.facts import write_time

NAME = "fetched.json"


class Fetched(msgspec.Struct, frozen=True):
    """Of a source: when it was last read to its end, "" for never; and when that was last tried. ISO times in UTC."""

    read: str = ""
    tried: str = ""

    @property
    def failed(self) -> bool:
        """Whether the last try failed."""
        return self.read != self.tried


def read_fetched(root: Path, disk: Disk | None = None) -> dict[str, Fetched]:
    """By source. What cannot be read is as if nothing had been fetched: it only tells."""
    path = post_path(root) / NAME
    if not path.exists():
        return {}
    try:
        return msgspec.json.decode((disk or Disk()).read(path), type=dict[str, Fetched])
    except (PbmError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return {}


def note_fetched(root: Path, sources: Iterable[MailSource], failed: Iterable[str], now: datetime, disk: Disk) -> None:
    """Remember that these sources were asked, and which of them failed. Needs the lock of the mail."""
    before, lost = read_fetched(root, disk), set(failed)
    time = write_time(now)
    found: Mapping[str, Fetched] = {
        source.name: Fetched(before.get(source.name, Fetched()).read if source.name in lost else time, time)
        for source in sources
    }
    if found and found != before:
        disk.replace(post_path(root) / NAME, msgspec.json.encode(found, order="sorted") + b"\n")

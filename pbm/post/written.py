"""Letters that the moderator writes to players: kept as they were written, and sent as all others are.

content/post/written/EU-7/001.toml is the first of EU-7. It is private, and never printed on a page.
"""

import re
from datetime import datetime
from pathlib import Path

import msgspec
import tomlkit

from pbm.errors import PbmError
from pbm.post.arrivals import post_path
from pbm.store.disk import Disk
from pbm.store.facts import read_strictly, write_time

LONGEST = 20_000  # characters of a letter
SUBJECT = 120
_NAME = re.compile(r"([0-9]{3,6})\.toml")


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter: the players that it goes to, its subject and text, and when it was written (an ISO time)."""

    to: tuple[int, ...]
    subject: str
    text: str
    time: str


def place_of(root: Path, game: str) -> Path:
    """Where the letters to the players of a game are."""
    return post_path(root) / "written" / game


def written(root: Path, game: str, disk: Disk | None = None) -> dict[int, Written]:
    """All of a game by number. PbmError names the file that cannot be read."""
    disk, place = disk or Disk(), place_of(root, game)
    found = {}
    for name in disk.names(place):
        if match := _NAME.fullmatch(name):
            found[int(match[1])] = read_strictly(disk.read(place / name), Written, place / name)
    return found


def keep(root: Path, game: str, to: tuple[int, ...], subject: str, text: str, now: datetime) -> int:
    """Keep a letter; its number. PbmError where it says nothing, or too much. Needs the lock of letters."""
    subject, text = subject.strip(), "\n".join(line.rstrip() for line in text.strip("\r\n").splitlines())
    if not text.strip():
        raise PbmError("The letter is empty; write its text.")
    if len(text) > LONGEST:
        raise PbmError(f"The letter has {len(text):,} characters; {LONGEST:,} are the most.")
    if not subject or len(subject) > SUBJECT or not subject.isprintable():
        raise PbmError(f"The subject is one line of 1 to {SUBJECT} characters.")
    if strange := next((c for c in text if not (c.isprintable() or c in "\n\t")), ""):
        raise PbmError(f"The letter holds a character that cannot be printed (U+{ord(strange):04X}); remove it.")
    number = max(written(root, game), default=0) + 1
    made = tomlkit.document()
    made["to"], made["subject"] = list(to), subject
    made["text"] = tomlkit.string(text + "\n", multiline=True)
    made["time"] = write_time(now)
    disk, place = Disk(), place_of(root, game)
    disk.make_folder(place)
    disk.create(place / f"{number:03d}.toml", tomlkit.dumps(made).encode())
    return number

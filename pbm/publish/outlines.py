"""What the site asks of the record of every turn, remembered from run to run: a long game has hundreds of records, and
none of them changes any more.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from pbm import __version__
from pbm.publish.known import read_known, write_known
from pbm.store.folder import Folder
from pbm.store.record import Outline

ENDING = "turns"
Lies = tuple[int, int, int]
"""Size of a file in bytes, when it was last changed in nanoseconds, its number on the disk."""


class _Known(msgspec.Struct):
    """Of the game at `path`: by turn how its record lay, and its outline."""

    path: str
    version: str = __version__
    turns: dict[int, tuple[Lies, Outline]] = {}


@contextmanager
def known_outlines(folder: Folder) -> Iterator[Folder]:
    """Within it the folder has what is known of its records, where they lie as they did; at its end, what was read
    beside is remembered. What was corrected may be secret, and is not.
    """
    known, lies = read_known(folder, _Known, ENDING), dict(_lying(folder))
    before = {turn: row for turn, row in known.turns.items() if lies.get(turn) == row[0]}
    folder.outlines.update((turn, outline) for turn, (_, outline) in before.items())
    yield folder
    read = folder.outlines
    turns = {turn: (lies[turn], read[turn]) for turn in lies if turn in read and not read[turn].corrections}
    if turns != known.turns:
        known.turns = turns
        write_known(known, ENDING)


def _lying(folder: Folder) -> Iterator[tuple[int, Lies]]:
    """How the records lie."""
    turns = os.fspath(folder.turns_path)
    for turn in range(folder.last + 1):
        try:
            found = os.stat(f"{turns}/{turn:03d}/record.json")
        except OSError:
            continue  # told when it is asked for
        yield turn, (found.st_size, found.st_mtime_ns, found.st_ino)

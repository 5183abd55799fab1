"""content/post/ledger.jsonl: every mail that came, and where it was put; a line each, added and never changed."""

from pathlib import Path

import msgspec

from pbm.store.disk import Disk
from pbm.store.jsonl import damaged, read_lines, set_torn_end_apart, torn_end


class Arrived(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mail came. source: which one it was in; came: when it was delivered to us, as far as the source knows.

    game: to whose inbox it went, as `file`; "" if it is kept (as content/post/kept/<sha256>), and why.
    who: a player whose code was right, as "2", or else a digest of the sender's address, never the address itself;
    turn: the one the game waited for. By these two it is counted.
    """

    sha256: str
    time: str
    source: str
    file: str
    came: str = ""
    game: str = ""
    turn: int = 0
    who: str = ""
    why: str = ""


def post_path(root: Path) -> Path:
    """The private folder of the post office."""
    return root / "content" / "post"


class ArrivalsLedger:
    """The ledger, opened: which mails are known by their bytes, and how many came from whom."""

    def __init__(self, root: Path, disk: Disk) -> None:
        self.disk = disk
        self.path = post_path(root) / "ledger.jsonl"
        self._known: set[bytes] = set()
        self._counts: dict[tuple[str, int, str], int] = {}
        if self.path.exists() or self.path.is_symlink():
            self._read()

    def _read(self) -> None:
        """Line by line. A torn last line, that of a broken run, is set aside."""
        data = self.disk.read(self.path)
        for number, line in enumerate(read_lines(data, self.path, Arrived), 1):
            try:
                self._take(line)
            except ValueError:  # of a SHA-256 that is not one
                raise damaged(self.path, number) from None
        if torn_end(data):
            set_torn_end_apart(self.disk, self.path, data)

    def _take(self, line: Arrived) -> None:
        self._known.add(bytes.fromhex(line.sha256))
        if line.game:
            key = line.game, line.turn, line.who
            self._counts[key] = self._counts.get(key, 0) + 1

    def knows(self, sha256: str) -> bool:
        """Whether a mail of these bytes was noted."""
        return bytes.fromhex(sha256) in self._known

    @property
    def size(self) -> int:
        """How many mails were noted, ever."""
        return len(self._known)

    def count(self, game: str, turn: int, who: str) -> int:
        """How many mails of one sender went to a game while it waited for this turn."""
        return self._counts.get((game, turn, who), 0)

    def note(self, line: Arrived) -> None:
        """Add a line and see it safe."""
        self.disk.append(self.path, msgspec.json.encode(line) + b"\n")
        self._take(line)

"""The file that a run is taken up from: a line that says what is played, and a line for each game that was."""

import os
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import count
from pathlib import Path

import msgspec

from pbm.errors import PbmError
from pbm.sharing.edition import edition
from pbm.trials.game import TrialGame, read_game
from pbm.trials.trial import Trial, encoded, mode_of

FORMAT = 1
ROOMS = ("core", "orders", "cards", "engine", "rules", "trials")
"""What plays a game: if nothing of it has changed, games of two runs are of one kind."""
LONGEST_HEAD, LONGEST = 10_000, 100_000_000  # bytes of a line


class TrialHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format, which pbm played, a digest of the trial, and what it was for its reader."""

    format: int
    pbm: str
    trial: str
    what: str


def head_of(trial: Trial) -> TrialHead:
    """The first line of a trial's file."""
    what = f"{trial.system} {trial.variant}, {len(trial.seats)} seats, at most {trial.turns} turns"
    return TrialHead(FORMAT, edition(*ROOMS), sha256(encoded(trial)).hexdigest(), what)


class KeptGames:
    """The games of a trial that a file has, and those that are added to it."""

    def __init__(self, path: Path, trial: Trial) -> None:
        """Read what is there; a new file gets its first line with the first games. PbmError where the file is of
        another trial, or of another pbm, or cannot be read. A line that was torn off is played again.
        """
        self._path, self._head, self._mode = path, head_of(trial), mode_of(trial)
        self._line = msgspec.json.encode(self._head) + b"\n"
        self._odd = f"{path}: is not a file of `pbm simulate --resume`; name another one."
        self._whole = 0  # bytes that are whole lines
        self._count = sum(1 for _ in self.games())

    def games(self) -> Iterator[TrialGame]:
        """The games that the file has, each once, as they stand there."""
        seen: set[int] = set()
        try:
            with open(self._path, "rb") as file:
                head = file.readline(LONGEST_HEAD)
                if not head.endswith(b"\n"):
                    if not self._line.startswith(head):  # a first line that was torn off is no loss
                        raise PbmError(self._odd)
                    return
                self._check(head)
                self._whole = len(head)
                for number in count(2):
                    line = file.readline(LONGEST)
                    if not line.endswith(b"\n"):
                        return
                    game = self._game(line, number)
                    self._whole += len(line)
                    if game.number not in seen:
                        seen.add(game.number)
                        yield game
        except FileNotFoundError:
            return
        except OSError as error:
            raise PbmError(f"{self._path}: cannot be read ({error.strerror or error}).") from None

    def add(self, lines: Sequence[bytes]) -> None:
        """Put games behind those that are there. PbmError where they cannot be written: those before them stay."""
        try:
            with open(os.open(self._path, os.O_RDWR | os.O_CREAT, self._mode), "r+b") as file:
                if not self._whole:
                    file.write(self._line)
                    self._whole = file.tell()
                file.seek(self._whole)
                file.truncate()
                file.write(b"".join(line + b"\n" for line in lines))
                file.flush()
                self._whole = file.tell()
                self._count += len(lines)
        except OSError as error:
            raise PbmError(
                f"{self._path}: cannot be written ({error.strerror or error}); {self._count} games are kept there."
            ) from None

    def _check(self, line: bytes) -> None:
        try:
            head = msgspec.json.decode(line, type=TrialHead)
        except msgspec.MsgspecError:
            raise PbmError(self._odd) from None
        if head.trial != self._head.trial:
            raise PbmError(
                f"{self._path}: has games of another trial ({head.what}); give the same variant, options, seats, turns "
                "and seed, or name another file."
            )
        if head.pbm != self._head.pbm:
            raise PbmError(f"{self._path}: was begun with pbm {head.pbm}, this is {self._head.pbm}; name another file.")

    def _game(self, line: bytes, number: int) -> TrialGame:
        try:
            return read_game(line)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise PbmError(f"{self._path}: line {number}: {error}; remove the line to play the game again.") from None

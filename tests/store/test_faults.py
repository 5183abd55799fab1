"""Break a game folder's work at every single operation: turn N or N+1, and the same bytes after a re-run."""

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import NoReturn

import pytest

from pbm.errors import PbmError
from pbm.publish.due import advance
from pbm.store.correcting import amend
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.inspection import inspect, mend
from pbm.store.lock import locked
from pbm.store.play import lay_table
from tests.engine import fake_system
from tests.store.test_store import NOW, card, founding, ring

Work = Callable[[Path, Disk], None]


class Broken(Disk):
    """A disk that breaks at operation k: `how` is called there; a write has then done half its work."""

    def __init__(self, at: int, how: Callable[[], None]) -> None:
        self.at = at
        self.how = how
        self.count = 0

    def step(self, operation: str, path: Path) -> None:
        self.count += 1
        if self.count == self.at:
            if operation == "write":
                data = b"half of it"
                aside = path.open("ab")
                aside.write(data)
                aside.close()
            self.how()


def fail() -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def broken_off(tmp_path: Path, work: Work, least: int) -> Iterator[Path]:
    """Copies of the content, in each of which the work broke off at another step of the disk; there are more than
    `least` steps.
    """

    def copied(name: str) -> Path:
        shutil.copytree(tmp_path / "content", tmp_path / name / "content")
        return tmp_path / name

    counter = Broken(0, fail)
    work(copied("whole"), counter)
    assert counter.count > least
    for k in range(1, counter.count + 1):
        root = copied(f"broken-{k}")
        with pytest.raises(PbmError):
            work(root, Broken(k, fail))
        yield root
        shutil.rmtree(root)


def die() -> NoReturn:
    os._exit(9)


def tree(root: Path) -> dict[str, bytes]:
    """Every file under a folder, with its bytes; empty folders too."""
    return {str(p.relative_to(root)): p.read_bytes() if p.is_file() else b"" for p in sorted(root.rglob("*"))}


def resolve(root: Path, disk: Disk) -> None:
    """What `pbm resolve` does: take in, then resolve what is due."""
    advance(Folder(root, "FA-1", disk), NOW, "pbm resolve")


def undo(root: Path, disk: Disk) -> None:
    folder = Folder(root, "FA-1", disk)
    with locked(folder.private, "pbm undo"):
        folder.settle()
        if folder.last:  # a re-run after the turn was taken back has nothing to do
            folder.withdraw("a test", NOW)


def new(root: Path, disk: Disk) -> None:
    """A re-run after the folder was moved says that the game is there."""
    is_there = (root / "content/games/FA-2").exists()
    with pytest.raises(PbmError, match="of this name already") if is_there else nullcontext():
        found(root, founding(game="FA-2"), NOW, disk)


def amended(root: Path, disk: Disk) -> None:
    """A correction that takes the end of a game back; a re-run after it was noted has nothing to do."""
    folder = Folder(root, "FA-1", disk)
    with locked(folder.private, "pbm amend"):
        folder.settle()
        table = lay_table(folder)
        if not folder.corrections(1):
            amend(table, {"scores.1": 5}, "a test", NOW)


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An all-in game that the waiting cards will end: the run changes cards, ledger, turn and game.toml."""
    fake_system.install(monkeypatch)
    root = tmp_path / "start"
    folder = found(root, founding(resolve="all-in", ring=ring("FA-1")), NOW)
    (folder.inbox / "a.txt").write_bytes(card(folder, 1, 1, "\n".join(["ADD 9"] * 12)))
    (folder.inbox / "b.txt").write_bytes(card(folder, 2, 1, "ADD 1"))
    (folder.inbox / "junk.txt").write_bytes(b"junk")
    return root


@pytest.mark.parametrize("work", [resolve, undo, amended, new])
@pytest.mark.parametrize("how", [fail, die])
def test_a_break_at_any_operation_leaves_the_turn_before_or_after(
    start: Path, tmp_path: Path, work: Work, how: Callable[[], None]
) -> None:
    if work in (undo, amended):
        resolve(start, Disk())
    before = tree(start)
    whole = tmp_path / "whole"
    shutil.copytree(start, whole)
    counter = Broken(0, fail)
    work(whole, counter)
    after = tree(whole)
    assert after != before
    assert counter.count >= 10
    for k in range(1, counter.count + 1):
        root = tmp_path / f"broken-{k}"
        shutil.copytree(start, root)
        _break(work, root, k, how)
        assert Folder(root, "FA-1").last in (0, 1)
        kept = tree(root)
        for name, data in before.items():
            if name.startswith("content/games/FA-1/private/turns"):
                moved = name.replace("turns/001", "turns/001.withdrawn-1")
                assert data == kept.get(name, kept.get(moved)), f"{name} changed by a break at {k}"
        work(root, Disk())
        assert tree(root) == after, f"a re-run after a break at {k}"
        shutil.rmtree(root)


@pytest.mark.parametrize("work", [resolve, undo, amended])
def test_whatever_breaks_fsck_mends_it_and_finds_nothing_else(start: Path, tmp_path: Path, work: Work) -> None:
    if work in (undo, amended):
        resolve(start, Disk())
    counter = Broken(0, fail)
    shutil.copytree(start, tmp_path / "whole")
    work(tmp_path / "whole", counter)
    for k in range(1, counter.count + 1):
        root = tmp_path / f"broken-{k}"
        shutil.copytree(start, root)
        _break(work, root, k, die)
        told = [
            f for f in inspect(Folder(root, "FA-1")) if not f.mends and "was received but not judged yet" not in f.what
        ]
        assert not told, k
        folder = Folder(root, "FA-1")
        with locked(folder.private, "pbm fsck"):
            mend(folder)
        folder.refresh()
        assert not [f for f in inspect(folder) if "was received but not judged yet" not in f.what], k
        shutil.rmtree(root)


def _break(work: Work, root: Path, k: int, how: Callable[[], None]) -> None:
    if how is fail:
        with pytest.raises(PbmError, match=r"cannot be written .No space left on device") as error:
            work(root, Broken(k, how))
        assert str(root) in str(error.value), "the sentence names the path"
        return
    child = os.fork()
    if child == 0:
        try:
            work(root, Broken(k, how))
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_what_cannot_be_written_or_read_is_named(start: Path) -> None:
    received = start / "content/games/FA-1/private/received"
    received.write_bytes(b"a file in the place of a folder")
    with pytest.raises(PbmError, match=r"private/received: cannot be read \(Not a directory\)\."):
        resolve(start, Disk())

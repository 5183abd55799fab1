"""`pbm resolve --now-due`, `undo`: what they refuse, and what they say of a game that stands still or is over."""

import errno
import shutil
from pathlib import Path

import pytest

from pbm.store.disk import Disk
from pbm.store.folder import Folder
from tests.command import Run, runner


def test_no_turn_of_a_paused_game_is_resolved(run: Run, tmp_path: Path) -> None:
    run("pause", "EU-7")
    paused = "EU-7 is paused before turn 1; `pbm resume EU-7` resumes it.\n"
    assert run("resolve", "EU-7", "--now-due", code=1).stderr == paused
    assert Folder(tmp_path, "EU-7").last == 0
    run("resume", "EU-7", "+7 days")
    run("resolve", "EU-7", "--now-due")
    assert Folder(tmp_path, "EU-7").last == 1


def test_no_turn_of_a_game_that_is_over_is_resolved(run: Run) -> None:
    run("reveal", "EU-7", "--end")
    assert run("resolve", "EU-7", "--now-due", code=1).stderr == "EU-7 is over; there is no further turn.\n"
    assert run("resolve", "EU-7").stdout == "Nothing is due.\n"


def test_undo_says_that_the_game_is_paused(run: Run) -> None:
    run("resolve", "EU-7", "--now-due")
    told = run("undo", "EU-7", "--reason", "x", "--pause").stdout
    assert "EU-7 is paused before turn 1; `pbm resume EU-7` resumes it.\n" in told
    assert "--now-due" not in told


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "x" * 501])
def test_undo_wants_a_reason_that_can_be_shown(run: Run, tmp_path: Path, reason: str) -> None:
    run("resolve", "EU-7", "--now-due")
    told = run("undo", "EU-7", "--reason", reason, code=1).stderr
    assert told == "--reason: write why, in one line of at most 500 characters.\n"
    assert Folder(tmp_path, "EU-7").last == 1


@pytest.mark.parametrize("pause", [(), ("--pause",)])
def test_undo_that_was_broken_off_and_is_run_again_takes_back_one_turn(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: tuple[str, ...]
) -> None:
    for _ in range(2):
        run("resolve", "EU-7", "--now-due")
    words = ("undo", "EU-7", "--reason", "x", *pause)
    steps: list[str] = []
    at = 0

    def step(disk: Disk, operation: str, path: Path) -> None:
        steps.append(operation)
        if len(steps) == at:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Disk, "step", step)
    whole = copied(tmp_path, "whole")
    runner(whole)(*words)
    after, count = files(whole), len(steps)
    assert count >= 6
    for at in range(1, count + 1):
        root = copied(tmp_path, f"broken-{at}")
        steps.clear()
        runner(root)(*words, code=1)
        if Folder(root, "EU-7").last == 2:
            steps[:] = ["none breaks any more"] * count
            runner(root)(*words)
        assert files(root) == after, f"a break at {at}"


def copied(root: Path, name: str) -> Path:
    """A root of that name with the same content."""
    shutil.copytree(root / "content", root / name / "content")
    return root / name


def files(root: Path) -> dict[str, bytes]:
    """Every file of the content."""
    return {str(p.relative_to(root)): p.read_bytes() for p in root.rglob("*") if p.is_file()}

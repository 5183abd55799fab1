"""A deadline that somebody wrote into game.toml, and that was over before pbm saw it, resolves no turn."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.store.folder import Folder
from pbm.store.seen import NAME
from tests.cli.test_cli import write_card
from tests.command import Run, runner_by_clock

NOW = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
COMMANDS = [("publish",), ("resolve",), ("cron",)]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """EU-1 with one turn resolved and a deadline to come; EU-2 beside it."""
    run = runner_by_clock(tmp_path, monkeypatch, NOW)
    for game in ("EU-1", "EU-2"):
        run("new", game, "--seats", "1=TU,2=FR")
        run("resolve", game, "--now-due")
        run("deadline", game, "+7 days")
    run("publish")
    return run


def by_hand(root: Path, deadline: str, game: str = "EU-1") -> Folder:
    path = root / f"content/games/{game}/game.toml"
    path.write_text(re.sub('(?m)^deadline = "[^"]*"', f'deadline = "{deadline}"', path.read_text()))
    return Folder(root, game)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize("deadline", ["2025-12-08T20:00:00Z", "2026-11-20T20:00:00+01:00"])
def test_such_a_deadline_stops_its_game_alone(
    run: Run, tmp_path: Path, command: tuple[str, ...], is_old: bool, deadline: str
) -> None:
    folder = by_hand(tmp_path, deadline)
    if is_old:  # a game from before such files
        (folder.private / NAME).unlink()
    at = NOW + timedelta(days=8)
    told = run(*command, code=1, at=at).stderr
    assert f"EU-1: the deadline of turn 2 in game.toml, {deadline}, was over when it was first seen" in told
    assert Folder(tmp_path, "EU-1").last == 1
    assert Folder(tmp_path, "EU-2").last == 2, "the other one goes on"
    assert "was over when it was first seen" in run("status", code=1, at=at).stdout
    run(*command, code=1, at=at)
    write_card(folder, 1, "PASS")
    assert "accepted" in run("ingest", "EU-1", at=at).stdout, "and no card is late by it"
    run("resolve", "EU-1", "--now-due", at=at)
    assert Folder(tmp_path, "EU-1").last == 2


def test_another_deadline_ends_it(run: Run, tmp_path: Path) -> None:
    by_hand(tmp_path, "2025-12-08T20:00:00Z")
    run("publish", code=1)
    run("deadline", "EU-1", "+3 days")
    run("publish")
    run("publish", at=NOW + timedelta(days=4))
    assert Folder(tmp_path, "EU-1").last == 2


def test_one_that_was_written_by_hand_and_seen_in_time_is_kept_to(run: Run, tmp_path: Path) -> None:
    by_hand(tmp_path, "2026-11-23T20:00:00Z")
    run("publish")
    run("publish", at=NOW + timedelta(days=3))
    assert Folder(tmp_path, "EU-1").last == 2


def test_what_pbm_set_is_kept_to_after_weeks_without_a_run(run: Run, tmp_path: Path) -> None:
    run("new", "EU-3", "--seats", "1=TU,2=FR", "--every", "7 days")
    for _ in range(2):
        run("resolve", "EU-3", at=NOW + timedelta(days=60))
    assert Folder(tmp_path, "EU-3").last == 1
    run("resolve", "EU-3", at=NOW + timedelta(days=120))
    assert Folder(tmp_path, "EU-3").last == 2, "the schedule's own next one, which nobody saw before it was over"


def test_undo_gives_a_turn_its_deadline_back(run: Run, tmp_path: Path) -> None:
    at = NOW + timedelta(days=8)
    run("publish", at=at)
    run("undo", "EU-1", "--reason", "x", at=at)
    run("resolve", "EU-1", at=at)
    assert Folder(tmp_path, "EU-1").last == 2


def test_a_running_game_of_an_older_pbm_goes_on(run: Run, tmp_path: Path) -> None:
    (Folder(tmp_path, "EU-1").private / NAME).unlink()
    run("publish", at=NOW + timedelta(days=8))
    assert Folder(tmp_path, "EU-1").last == 2
    assert "all is as it should be" in run("fsck").stdout


def test_a_deadline_of_the_past_that_the_founding_was_told_of_is_taken(run: Run, tmp_path: Path) -> None:
    run("new", "EU-4", "--seats", "1=TU,2=FR", "--deadline", "2026-11-20T20:00:00Z")
    run("resolve", "EU-4")
    assert Folder(tmp_path, "EU-4").last == 1

"""A game folder that was renamed or copied is known by the id in game.toml, and is never to be taken away."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.store.folder import Folder
from tests.command import Run, runner_by_clock


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    run = runner_by_clock(tmp_path, monkeypatch, datetime(2026, 11, 21, 20, 0, tzinfo=UTC))
    for game in ("EU-3", "EU-5"):
        run("new", game, "--seats", "1=TU,2=FR")
    return run


def test_a_renamed_game_is_told_its_name(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "content/games"
    (games / "EU-3").rename(games / "EU-4")
    with pytest.raises(PbmError, match="this folder holds EU-3; rename it back to EU-3"):
        assert Folder(tmp_path, "EU-4").facts
    for words in (("status",), ("publish",), ("fsck",), ("resolve", "EU-4", "--now-due")):
        assert "holds EU-3; rename it back to EU-3" in run(*words, code=1).output
    (games / "EU-4").rename(games / "EU-3")
    assert "all is as it should be" in run("fsck").stdout


def test_a_copy_is_told_to_be_one(run: Run, tmp_path: Path) -> None:
    games = tmp_path / "content/games"
    shutil.copytree(games / "EU-3", games / "EU-4")
    assert "EU-3 is there as well, so this is a copy" in run("status", code=1).output


@pytest.mark.parametrize("has_id", [True, False])
def test_a_game_under_a_name_that_is_none_is_named_and_never_taken_away(run: Run, tmp_path: Path, has_id: bool) -> None:
    games = tmp_path / "content/games"
    (games / "EU-3").rename(games / "EU-3 old")
    path = games / "EU-3 old/game.toml"
    if not has_id:
        path.write_text(path.read_text().split("\n", 1)[1])
    for words, code in ((("status",), 0), (("publish",), 0), (("cron",), 0), (("fsck",), 1)):
        if words == ("cron",):
            path.write_text(path.read_text() + "\n")  # a run that finds nothing new says nothing
        told = run(*words, code=code).output
        assert "EU-3 old: " in told
        assert "rename it back to" in told
        assert "remove it" not in told

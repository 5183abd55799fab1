"""A league in progress survives an upgrade: recorded turns verify, the next ones are resolved, the site is built."""

import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.store.folder import Folder, game_ids
from pbm.store.play import lay_table

LEAGUES = Path(__file__).parent / "leagues"
AFTER = str(1_790_000_000 + 90 * 86_400)  # when every deadline of the league is over


@pytest.fixture(params=sorted(path.name for path in LEAGUES.glob("*.zip")))
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    zipfile.ZipFile(LEAGUES / request.param).extractall(tmp_path)
    for folder in tmp_path.glob("content/games/*/*"):
        if folder.is_dir():
            folder.chmod(0o700)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", AFTER)
    return tmp_path


def run(root: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["--root", str(root), *words], catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output


def test_every_recorded_turn_verifies(root: Path) -> None:
    for game in game_ids(root):
        assert "all as recorded" in run(root, "verify", game)
    run(root, "fsck")


def test_its_cards_are_taken_in_its_turns_resolved_its_pages_built(root: Path) -> None:
    before = {game: Folder(root, game).last for game in game_ids(root)}
    told = run(root, "publish")
    for game, last in before.items():
        assert f"{game}: turn {last + 1} is resolved" in told
        assert (root / "output/site/games" / game / str(last + 1) / "index.html").is_file()
        assert "all as recorded" in run(root, "verify", game)
        assert lay_table(Folder(root, game)).rules.edition == 1
    assert "Nothing to do" in run(root, "build")
    run(root, "fsck")


def test_a_turn_of_it_can_be_taken_back_and_resolved_again(root: Path) -> None:
    run(root, "undo", "TT-2", "--reason", "a slip")
    assert "turn 3 is resolved" in run(root, "resolve", "TT-2", "--now-due")
    assert "all as recorded" in run(root, "verify", "TT-2")


def test_it_is_revealed_and_read(root: Path) -> None:
    run(root, "reveal", "TT-2", "--end")
    run(root, "build")
    assert (root / "output/site/games/TT-2/3/1.html").is_file()

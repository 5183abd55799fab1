"""A league in progress survives an upgrade: recorded turns verify, the next ones are resolved, the site is built."""

import shutil
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.store.folder import Folder, game_ids
from pbm.store.play import lay_table
from tests.cli.test_cli import tree

LEAGUES = Path(__file__).parents[1] / "leagues"
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


@pytest.mark.parametrize("game", ["EU-3", "TT-2"])
def test_a_renamed_folder_is_known_before_anything_is_written(root: Path, game: str) -> None:
    """It has no `id`: by the digests of its beginning, and its title or a card that it received."""
    games = root / "content/games"
    assert "\nid = " not in (games / game / "game.toml").read_text("utf-8")
    (games / game).rename(games / "XX-9")
    before = tree(games)
    for words in (("status",), ("ingest",), ("publish",), ("resolve", "XX-9", "--now-due"), ("keys", "XX-9")):
        assert f"XX-9: this folder holds {game}; rename it back to {game}" in run(root, *words, code=1)
    kept = {name: seen for name, seen in tree(games).items() if name.startswith("XX-9")}
    assert kept == {name: seen for name, seen in before.items() if name.startswith("XX-9")}
    shutil.copytree(games / "XX-9", games / game)
    assert f"{game} is there as well, so this is a copy" in run(root, "status", code=1)


def test_of_a_changed_beginning_it_is_not_said_that_it_was_renamed(root: Path) -> None:
    path = root / "content/games/TT-2/private/turns/000/state.json"
    path.write_bytes(path.read_bytes() + b" ")
    assert "this folder holds" not in run(root, "verify", "TT-2", code=1)


def test_it_is_revealed_and_read(root: Path) -> None:
    run(root, "reveal", "TT-2", "--end")
    run(root, "build")
    assert (root / "output/site/games/TT-2/3/1.html").is_file()

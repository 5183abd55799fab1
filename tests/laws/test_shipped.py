"""Whoever has run the first of the README's commands can run the second: tests find the content as it is shipped."""

import shutil
from pathlib import Path

import pytest

from tests import shipped
from tests.command import runner


def tree(folder: Path) -> dict[str, bytes]:
    """Every file with its bytes; folders that are empty are not asked for."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(shipped, "OWN", tmp_path / "content")
    shutil.copytree(shipped.CONTENT, tmp_path / "content")
    return tmp_path / "content"


def test_what_is_shipped_is_taken_as_it_lies(own: Path) -> None:
    assert shipped._is_shipped(own / "games")


def test_a_game_that_was_played_on_is_as_it_was_and_a_game_of_one_s_own_is_left_out(own: Path) -> None:
    run = runner(own.parent)
    run("ingest")
    run("resolve", "EU-2")
    assert (own / "games/EU-2/private/turns/004").is_dir()
    run("new", "EU-7", "--seats", "2")
    assert not shipped._is_shipped(own / "games")
    again = shipped._copy()
    assert tree(again) == tree(shipped.CONTENT)

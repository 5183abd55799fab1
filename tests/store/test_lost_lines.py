"""What was lost or changed on the disk is not built upon: a ledger that is shorter than it was, a state or events that
somebody wrote over.
"""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.publish.due import advance
from pbm.store.folder import Folder
from pbm.store.founding import found
from tests.engine import fake_system
from tests.shipped import CONTENT
from tests.site.built import contents
from tests.store.test_store import NOW, card, founding, ring

COMMANDS = (
    ("ingest",),
    ("publish",),
    ("cron",),
    ("resolve", "FA-1", "--now-due"),
    ("deadline", "FA-1", "2027-01-01T20:00:00Z"),
    ("extend", "FA-1", "2 days"),
    ("pause", "FA-1"),
    ("absence", "FA-1", "1", "2027-01-01/2027-01-05"),
    ("standin", "FA-1", "1", "--house"),
    ("amend", "FA-1", "scores.1=5", "--reason", "x"),
    ("undo", "FA-1", "--reason", "x"),
    ("forget", "FA-1", "1", "--yes"),
    ("reveal", "FA-1", "--end"),
    ("keys", "FA-1", "--renew", "1"),
    ("fsck", "--mend"),
)


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--root", str(root), *words], catch_exceptions=False)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fake_system.install(monkeypatch)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    game = found(tmp_path, founding(resolve="all-in", ring=ring("FA-1"), deadline="2026-12-20T20:00:00+00:00"), NOW)
    for turn in (1, 2, 3):
        for player in (1, 2):
            (game.inbox / f"{player}.txt").write_bytes(card(game, player, turn, f"ADD {player}"))
        if turn < 3:
            assert advance(game, NOW, "test").resolved == turn
    return game


@pytest.mark.parametrize("lines", [1, 3, 99])
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_no_command_writes_to_a_ledger_that_lost_lines(folder: Folder, words: tuple[str, ...], lines: int) -> None:
    path = folder.private / "ledger.jsonl"
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-lines]))
    before = contents(folder.path)
    done = run(folder.root, *words)
    assert done.exit_code == 1, done.output
    assert f"{path}: lacks" in done.output
    assert contents(folder.path) == before
    assert "put it back from a copy" in run(folder.root, "fsck").output


@pytest.mark.parametrize("words", COMMANDS[:4], ids=" ".join)
def test_neither_where_an_older_pbm_wrote_last(folder: Folder, words: tuple[str, ...]) -> None:
    """It noted no digest beside the ledger: then the cards that played are asked for their receipts."""
    path = folder.private / "ledger.jsonl"
    (folder.private / "ledger.head").unlink()
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:1]))
    before = contents(folder.path)
    done = run(folder.root, *words)
    assert done.exit_code == 1
    assert f"{path}: lacks the receipts of cards that played turn 1" in done.output
    assert contents(folder.path) == before


def test_a_game_of_an_older_pbm_goes_on(folder: Folder) -> None:
    (folder.private / "ledger.head").unlink()
    assert "turn 3 is resolved" in run(folder.root, "resolve").output
    assert folder.private.joinpath("ledger.head").is_file()
    assert run(folder.root, "fsck").exit_code == 0


@pytest.mark.parametrize("turn", ["001", "003"])
@pytest.mark.parametrize("name", ["state.json", "events.json"])
def test_a_file_that_does_not_fit_its_digest_is_never_built_into_pages(tmp_path: Path, turn: str, name: str) -> None:
    shutil.copytree(CONTENT / "games/EU-2", tmp_path / "content/games/EU-2")
    path = tmp_path / "content/games/EU-2/private/turns" / turn / name
    text = path.read_bytes()
    digit = next(k for k in range(len(text) // 2, len(text)) if text[k : k + 1].isdigit())
    path.write_bytes(text[:digit] + (b"7" if text[digit : digit + 1] != b"7" else b"3") + text[digit + 1 :])
    printing = [("print", "EU-2", "--all")] if turn == "003" else []  # of the turn before it lays out every envelope
    for words in (("build",), ("preview", "EU-2"), *printing):
        done = run(tmp_path, *words)
        if words[0] == "build" or turn == "003":
            assert done.exit_code == 1, done.output
            assert str(path) in done.output
    site = contents(tmp_path / "output/site")
    assert {name for name in site if name.startswith("games/EU-2/")} == {"games/EU-2/index.html"}
    assert turn != "003" or not (tmp_path / "output/printouts/EU-2").exists()

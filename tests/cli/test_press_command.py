"""`pbm press`: the moderator's look at what players wrote before it goes out."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.textprint import render
from pbm.intake import inbox
from pbm.publish.due import advance
from pbm.publish.league import load, printouts
from pbm.store import press
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.play import lay_table
from tests.engine import fake_system
from tests.intake.test_inbox import put, text
from tests.store.test_store import NOW, founding

BODY = "PRESS TO 2 TITLE Peace\nLet us talk.\nEND\nPRESS ALL ANON\nBeware!\nEND\nPRESS TO ME\nDear diary\nEND"


def run(root: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["--root", str(root), *words], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == code, done.output
    return done.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fake_system.install(monkeypatch)
    return found(tmp_path, founding(), NOW)


def send(folder: Folder, body: str = BODY) -> None:
    table = lay_table(folder)
    put(table, "a.txt", text(table, 1, 1, body))
    inbox.ingest(table, NOW)


def test_an_open_game_lists_what_is_filed_and_shows_what_all_will_read(folder: Folder) -> None:
    assert run(folder.root, "press") == "FA-1: no press for the turns to come.\n"
    send(folder)
    assert run(folder.root, "press", "FA-1") == (
        "FA-1: press for the turns to come:\n"
        "  1-1      turn 1, player 1 to 2\n"
        "  1-3      turn 1, player 1, a diary\n"
        "  1-2      turn 1, player 1, anonymous, to all\n"
        "           | Beware!\n"
    )
    assert "wait" not in run(folder.root, "status", "FA-1")
    assert "press 1-2 is kept back" in run(folder.root, "press", "FA-1", "--refuse", "1-2")
    assert "anonymous, to all, refused" in run(folder.root, "press", "FA-1")


def test_what_waits_is_shown_approved_and_refused(folder: Folder) -> None:
    folder.set_keys(press="approve")
    send(folder)
    assert "2 pieces of press wait for your approval: pbm press FA-1" in run(folder.root, "status", "FA-1")
    shown = run(folder.root, "press", "FA-1")
    assert "1-1      turn 1, player 1 to 2, WAITS\n           | Peace\n           | Let us talk.\n" in shown
    assert "Dear diary" not in shown
    assert "goes out with turn 1" in run(folder.root, "press", "FA-1", "--approve", "1-1")
    assert "1 piece of press waits for your approval" in run(folder.root, "status", "FA-1")
    advance(folder, NOW, "test", force=True)
    assert "press 1-2 goes out with turn 2." in run(folder.root, "press", "FA-1", "--approve", "1-2")
    assert [it.turn for it in press.filed(folder)] == [1, 1, 2]
    assert "went out with turn 1" in run(folder.root, "press", "FA-1", "--refuse", "1-1", code=1)


def test_a_writer_whose_press_is_kept_back_reads_so_and_nobody_else_does(folder: Folder) -> None:
    send(folder, BODY.replace("Beware!", "Beware of 2!"))
    run(folder.root, "press", "FA-1", "--refuse", "1-2", "--refuse", "1-1")
    advance(folder, NOW, "test", force=True)
    table = lay_table(folder)
    printed = {
        player: render(it) for player, it in printouts(table, load(table, 1, with_cards=True), (0, 1, 2)).items()
    }
    said = "I kept back 2 pieces of your press for this turn. Nobody else has read it."
    assert [player for player, text in printed.items() if said in " ".join(text.split())] == [1]
    assert not any("kept back" in printed[player] for player in (0, 2))
    assert not any(word in text for text in printed.values() for word in ("Beware", "Peace", "Let us talk"))
    assert "Dear diary" in printed[1], "what was not refused goes out"


def test_press_that_is_let_out_after_all_is_not_called_kept_back(folder: Folder) -> None:
    send(folder)
    run(folder.root, "press", "FA-1", "--refuse", "1-2")
    run(folder.root, "press", "FA-1", "--approve", "1-2")
    advance(folder, NOW, "test", force=True)
    table = lay_table(folder)
    printed = render(printouts(table, load(table, 1, with_cards=True), (1,))[1])
    assert "Beware!" in printed
    assert "kept back" not in printed


def test_press_kept_back_after_its_turn_is_told_with_the_next(folder: Folder) -> None:
    folder.set_keys(press="approve")
    send(folder)
    advance(folder, NOW, "test", force=True)
    run(folder.root, "press", "FA-1", "--refuse", "1-2")
    advance(folder, NOW, "test", force=True)
    table = lay_table(folder)
    told = ["kept back 1 piece" in render(printouts(table, load(table, n, with_cards=True), (1,))[1]) for n in (1, 2)]
    assert told == [False, True]


def test_mistakes_of_the_moderator_are_a_sentence(folder: Folder) -> None:
    send(folder)
    assert run(folder.root, "press", "--approve", "1-1", code=1) == "press: name one game, that of the piece.\n"
    both = run(folder.root, "press", "FA-1", "--approve", "1-1", "--refuse", "1-1", code=1)
    assert both == "press: 1-1 is to be approved and refused; name it once.\n"
    assert "FA-1 has no press 9-9; `pbm press FA-1` lists" in run(
        folder.root, "press", "FA-1", "--approve", "9-9", code=1
    )
    path = folder.path / "game.toml"
    path.write_text(path.read_text().replace('status = "running"', 'status = "running"\npress = "closed"'))
    assert "press: Invalid enum value 'closed'; known are: approve, open." in run(folder.root, "press", "FA-1", code=1)

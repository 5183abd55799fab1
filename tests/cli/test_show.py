"""`pbm show`, `pbm status --short`, and what is said of mistyped commands, games and folders."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cards.card import make_code
from pbm.cli import COMMANDS, OWN_ROOT, main
from pbm.store.folder import Folder
from tests.command import Run


def card(root: Path, player: int, orders: str) -> str:
    """A card for turn 1 of EU-7 with its code."""
    folder = Folder(root, "EU-7")
    own = folder.players[player]
    return f"EU-7 T-1 [{player}] {make_code(bytes.fromhex(own.key), 'EU-7', 1, own.epoch)}\n{orders}\nEND\n"


@pytest.fixture
def filed(run: Run, tmp_path: Path) -> Run:
    """A card of player 1 with a fault is on file; none of player 2."""
    inbox = tmp_path / "content/games/EU-7/inbox"
    (inbox / "1.txt").write_text(card(tmp_path, 1, "@ 2E\n@TU BA5 AC20UKRAINE /1/BF2\n"), "utf-8")
    run("publish")
    run("ingest")
    return run


def test_a_card_on_file_is_shown_in_words_with_its_faults(filed: Run) -> None:
    told = filed("show", "EU-7", "1").output
    assert told.startswith("[1] Rosa Klein\nOn file for turn 1, receipt 1, as understood: 3 orders\n")
    assert "     2E            Declare [2] Russia an enemy\n" in told
    assert "<AC20UKRAINE> there is no space UKRAINE; Ukraine is UK" in told
    assert "Your" not in told


def test_without_a_player_all_are_shown(filed: Run) -> None:
    told = filed("show", "EU-7").output
    assert "[1] Rosa Klein\n" in told
    assert told.endswith("[2] Jan de Wit\nThere is no valid card for turn 1 on file.\n")


def test_standing_orders_of_a_player_without_a_card_are_shown(filed: Run) -> None:
    filed("resolve", "EU-7", "--now-due")
    told = filed("show", "EU-7", "1").output
    assert "There is no valid card for turn 2 on file.\n\nThe standing orders that will act:\n" in told
    assert "/1/BF2" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "EU-7", "3"), "EU-7 has no player 3; players are 1, 2.\n"),
        (("show", "EU-7", "Rosa"), "'Rosa' is not a player's number; `pbm status GAME` shows the numbers."),
        (("show", "eu-7"), "'eu-7' is not a game id such as EU-7; EU-7 may be meant.\n"),
        (("show", "EU-77"), "; EU-7 may be meant.\n"),
        (("show", "TT-1"), "(there: EU-7).\n"),
        (("shw", "EU-7"), "No such command 'shw'; did you mean show?"),
        (("publsh",), "No such command 'publsh'; did you mean publish?"),
        (("zzz",), "No such command 'zzz'.\n"),
    ],
)
def test_a_slip_is_answered_with_what_may_be_meant(
    filed: Run, tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    done = CliRunner().invoke(main, ["--root", str(tmp_path), *words])
    assert done.exit_code in (1, 2)
    assert said in done.output


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for command in COMMANDS:
        if command not in OWN_ROOT:
            done = CliRunner().invoke(main, ["--root", str(gone), command])
            assert (done.exit_code, done.output) == (1, f"{gone}: there is no such folder.\n"), command
    assert not gone.exists()


def test_status_in_short_is_a_line_a_game(filed: Run) -> None:
    lines = filed("status", "--short").output.splitlines()
    assert lines[-1] == "EU-7    turn 1    no deadline                 1 of 2 cards"
    filed("new", "EU-8", "--seats", "3", "--deadline", "2026-12-24T20:00:00Z")
    filed("pause", "EU-7")
    lines = filed("status", "--short").output.splitlines()
    assert lines[-2:] == [
        "EU-7    turn 1    paused                      1 of 2 cards",
        "EU-8    turn 1    Thu 2026-12-24 20:00 UTC    0 of 3 cards",
    ]

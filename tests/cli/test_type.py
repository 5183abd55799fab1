"""Typing in a card that came on paper."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm import rules as registry
from pbm.cards.card import make_code, read_card
from pbm.cli import main
from pbm.cli.draft import Draft
from pbm.orders.describe import Speaker
from pbm.orders.order import OrderLine
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.command import Run, runner
from tests.games import games, table


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")

    return runner(tmp_path)


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Folder:
    run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU:Jan de Wit,3=FR:Rosalie", "--resolve", "all-in")
    return Folder(tmp_path, "EU-7")


def right_code(folder: Folder, player: int) -> str:
    facts = folder.players[player]
    return make_code(bytes.fromhex(facts.key), folder.game, folder.last + 1, facts.epoch)


def typed(folder: Folder) -> list[str]:
    return [name for name in folder.disk.names(folder.inbox) if name.startswith("typed-")]


def draft(folder: Folder, player: int = 1) -> Draft:
    return Draft(lay_table(folder), player, f"EU-7 T-1 [{player}] {right_code(folder, player)}")


def test_a_typed_card_is_taken_in_like_any_other(run: Run, game: Folder) -> None:
    code = right_code(game, 1)
    told = run("type", "EU-7", "1", "--code", code, text="@ 2A 3E\n@TU BA5\n.done\ny\n").output
    assert "  Declare [2] Russia an ally" in told
    assert "  TU: Use 5 Industry to build Army" in told
    assert typed(game) == ["typed-1-1-001.txt"]
    data = (game.inbox / "typed-1-1-001.txt").read_bytes()
    card = read_card(data)
    assert (card.game, card.turn, card.player, card.code, card.problem) == ("EU-7", 1, 1, code, "")
    assert b"\n; typed by the moderator\n" in data
    assert b"no code on the paper" not in data
    assert "accepted for turn 1 from player 1: 3 orders, 0 faults" in run("ingest", "EU-7").output


def test_press_on_paper_is_typed_as_it_stands(run: Run, game: Folder) -> None:
    text = "PRESS TO 2\nHello,\n\n@TU is mine.\nEND\n@TU BA5\nABSENT 2026-12-20\nPRESS NONE\nEND\ny\n"
    told = run("type", "EU-7", "1", "--code", right_code(game, 1), text=text).output
    assert "  Press: what follows is its text, until a line END." in told
    assert "! line" not in told
    assert "1 order, 0 faults, 2 pieces of press, 1 absence." in told
    taken = run("ingest", "EU-7").output
    assert "accepted for turn 1 from player 1: 1 order, 0 faults" in taken
    assert "Absence on 2026-12-20." in taken
    alone = "PRESS ALL\nHello\nEND\n.done\ny\n"
    assert "0 orders, 0 faults, 1 piece of press." in run("type", "EU-7", "2", "--code", "", text=alone).output
    assert "Press to all, 1 word: it goes out with turn 1." in run("ingest", "EU-7").output


def test_the_player_and_the_code_are_asked_for(run: Run, game: Folder) -> None:
    text = f"nobody\nRosa\njan\nzzz\n{right_code(game, 2)}\n@ 1N\nEND\nyes\n"
    told = run("type", "EU-7", text=text).output
    assert "There is no player 'nobody' in EU-7." in told
    assert "may be player 1, 3; give the number" in told
    assert "The code has 11 letters and digits, not 3" in told
    assert typed(game) == ["typed-1-2-001.txt"]


@pytest.mark.parametrize("name", ["1", "[1]", "rosa k", "KLEIN", "turk", "tu"])
def test_a_player_is_found_by_number_name_or_country(run: Run, game: Folder, name: str) -> None:
    run("type", "EU-7", name, text="\nPASS\n.done\ny\n")
    assert typed(game) == ["typed-1-1-001.txt"]


def test_a_wrong_code_is_asked_again_and_never_shown(run: Run, game: Folder) -> None:
    code, other = right_code(game, 1), right_code(game, 2)
    slip = ("3" if code[3] != "3" else "4").join((code[:3], code[4:]))
    twice = "".join("3" if sign == "2" else "2" if sign != "-" else "-" for sign in code)
    told = run("type", "EU-7", "1", "--code", slip, text=f"{other}\n{twice}\nÄÖ\n\nPASS\n.done\ny\n").output
    assert "mistyped near character 4" in told
    assert "not that of this player and turn" in told
    assert "letters and digits" in told
    assert code not in told
    card = (game.inbox / "typed-1-1-001.txt").read_text()
    assert code in card
    assert "; there was no code on the paper; the moderator vouches for it" in card


def test_a_code_may_be_typed_as_people_read_it(run: Run, game: Folder) -> None:
    code = right_code(game, 1).lower().replace("-", " ").replace("0", "o").replace("1", "l")
    run("type", "EU-7", "1", "--code", code, text="PASS\n.done\ny\n")
    assert "vouches" not in (game.inbox / "typed-1-1-001.txt").read_text()


def test_faults_are_told_at_once_with_what_would_be_right(run: Run, game: Folder) -> None:
    told = run("type", "EU-7", "1", "--code", "", text="@TU BA5 AC5ZZ\n@XX BA1\n.done\ny\n").output
    assert "! line 1, column 9: <AC5ZZ> there is no space ZZ" in told
    assert "! line 2, column 1: <@XX> there is no space XX" in told
    assert "1 order, 3 faults." in told
    assert "without orders; they defend" in told


def test_show_undo_and_help(run: Run, game: Folder) -> None:
    text = ".help\n@TU BA5\n@RU XX\n.undo\n.undo\n.undo\n.show\n@TU BA4\n.show\n.what\n.done\nn\n@ 2A\n.done\ny\n"
    told = run("type", "EU-7", "1", "--code", "", text=text).output
    assert ".quit  leave without saving" in told
    assert "Removed: @RU XX" in told
    assert "There is no line to remove." in told
    assert "  1   @TU BA4" in told
    assert ".what is not a command; the commands are .show .undo .done .quit .help." in told
    assert (game.inbox / typed(game)[0]).read_text().endswith("\n@TU BA4\n@ 2A\nEND\n")


def test_nothing_is_lost_without_a_question(run: Run, game: Folder) -> None:
    told = run("type", "EU-7", "1", "--code", "", text="@ 2A\n.quit\nn\n.quit\ny\n", code=1).output
    assert told.endswith("Nothing is saved.\n")
    assert "Nothing is saved" in run("type", "EU-7", "1", "--code", "", text=".quit\n", code=1).output
    assert typed(game) == []


@pytest.mark.parametrize("text", ["", "@ 2A\n", "@ 2A\n.done\n"])
def test_the_end_of_input_saves_nothing(run: Run, game: Folder, text: str) -> None:
    assert "nothing is saved" in run("type", "EU-7", "1", "--code", "", text=text, code=1).stderr
    assert typed(game) == []


def test_a_card_that_says_nothing_is_not_saved(run: Run, game: Folder) -> None:
    told = run("type", "EU-7", "1", "--code", "", text="hello\n.done\n.quit\ny\n", code=1).output
    assert "write PASS if the player gives none" in told
    assert typed(game) == []


def test_control_characters_and_long_lines_do_no_harm(run: Run, game: Folder) -> None:
    odd = b"\x1b[31m@ 2A\n\x00\n\xff\xfe\n@ \xef\xbc\x92A\n@\t3A\n" + b"9" * 10_000 + b"\n" + b"@ A " * 40_000 + b"\n"
    told = run("type", "EU-7", "1", "--code", "", text=odd + b"2E\n.done\ny\n").output
    assert "\x1b" not in told
    assert "The character U+001B cannot be typed" in told
    assert "Declare [3] France an ally" in told
    assert "Declare [2] Russia an enemy" in told
    assert max(map(len, told.splitlines())) < 400
    data = (game.inbox / typed(game)[0]).read_bytes()
    assert b"\x1b" not in data
    assert b"\x00" not in data
    run("ingest", "EU-7")


@pytest.mark.parametrize("line", ["-- ", "> @ 2A", "ORDERS", "begin  orders", "EU-7 T-1 [1] Rosa AAAAA-BBBBB-C"])
def test_a_line_that_is_no_order_is_left_out(game: Folder, line: str) -> None:
    card = draft(game)
    card.add("@ 2A")
    assert any("ignored" in told or "not of the form" in told or told.startswith("!") for told in card.add(line))
    card.add("3A")
    assert card.counts[0] == 2


def test_pass_and_revision_are_said(game: Folder) -> None:
    card = draft(game)
    assert card.add("REV 3") == ["  REV 3: it replaces earlier revisions."]
    assert card.add("PASS") == ["  PASS: standing orders and defaults act."]
    assert card.passes
    assert card.undo() == "PASS"
    assert not card.passes
    assert read_card(card.text).revision == 3


def test_shorthand_needs_the_line_before(game: Folder) -> None:
    card = draft(game)
    card.add("@TU AC1BU")
    assert card.add("2BU")[0].startswith(("  TU: Conquer", "! line 2"))


def test_two_cards_get_two_names_and_the_later_counts(run: Run, game: Folder) -> None:
    for orders in ("@ 2A", "@ 3A"):
        run("type", "EU-7", "1", "--code", "", text=f"{orders}\n.done\ny\n")
    assert typed(game) == ["typed-1-1-001.txt", "typed-1-1-002.txt"]
    run("ingest", "EU-7")
    game.refresh()
    counting = game.ledger.counting(1)[1]
    assert b"@ 3A" in (game.received / counting.kept).read_bytes()
    assert "the one you type replaces it" in run("type", "EU-7", "1", "--code", "", text=".quit\n", code=1).output


def test_a_failed_write_leaves_no_half_card(run: Run, game: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Disk, operation: str, path: Path) -> None:
        if operation == "rename":
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "step", fail)
    told = run("type", "EU-7", "1", "--code", "", text="@ 2A\n.done\ny\n", code=1).stderr
    assert "No space left on device" in told
    assert game.disk.names(game.inbox) == []


def test_only_a_running_game_takes_a_card(run: Run, game: Folder) -> None:
    assert "There is no player '9' in EU-7." in run("type", "EU-7", "9", code=1).stderr
    path = game.path / "game.toml"
    path.write_text(path.read_text().replace('"running"', '"finished"'))
    assert "EU-7 is finished" in run("type", "EU-7", "1", code=1).stderr


def test_a_turn_resolved_meanwhile_is_told_and_the_lines_are_shown(
    run: Run, game: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbm.cli import type_card

    real = type_card._is_done

    def resolved(card: Draft) -> bool:
        done = real(card)
        run("resolve", "EU-7", "--now-due")
        return done

    monkeypatch.setattr(type_card, "_is_done", resolved)
    result = CliRunner().invoke(
        main,
        ["--root", str(game.path.parent.parent.parent), "type", "EU-7", "1", "--code", ""],
        input="@ 2A\n.done\ny\n",
    )
    assert result.exit_code == 1
    assert "@ 2A" in result.stderr
    assert "has been resolved in the meantime" in result.stderr
    assert typed(game) == []


@pytest.mark.parametrize("name", ["battle-plan", "trust-a-thief"])
def test_every_order_of_real_play_is_said_in_words(name: str) -> None:
    it = table(name)
    rows = registry.system(name).setup.load(it.rules.variant, {}).orders
    spaces = {code: str(space.get("name", "")) for code, space in it.rules.geometry["spaces"].items()}
    count = 0
    for _, state, cards, _ in games(name, 4, b"said"):
        for player, lines in cards.items():
            view = it.system.view(state, player, it.rules)
            speaker = Speaker(rows, it.system.kit(view, it.rules), spaces, {k: f"Seat {k}" for k in range(1, 8)})
            given: tuple[OrderLine, ...] = tuple(lines or ())
            for order in it.system.parse(given, view, it.rules).orders:
                said = speaker.said(order)
                assert not re.search(r"[{}…]", said), said
                assert all(str(value) in said for value in order.operands.values() if value), "player 0 has a word"
                assert not re.search(r"\b1 (spies|counterspies|Dollars|Missiles|AntiMissiles)\b", said), said
                assert not re.search(r"\b1 (armies|fleets|caravans)\b", said), said
                count += 1
    assert count > 100


@pytest.mark.skipif(os.name == "nt", reason="NO PTY")
def test_on_a_terminal_it_asks_and_ctrl_c_is_a_question(run: Run, game: Folder) -> None:
    import pty
    import select
    import signal
    import subprocess
    import sys

    here, there = pty.openpty()
    root = game.path.parent.parent.parent
    command = [sys.executable, "-m", "pbm", "--root", str(root), "type", "EU-7", "1", "--code", ""]
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TERM": "dumb"}
    child = subprocess.Popen(
        command,
        stdin=there,
        stdout=there,
        stderr=there,
        env=env,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # what runs in the background ignores it
    )
    os.close(there)
    seen = b""

    def until(mark: bytes, nudge: Callable[[], None] | None = None) -> None:
        nonlocal seen
        while mark not in seen:
            if nudge and not select.select([here], [], [], 5)[0]:
                nudge()
                continue
            seen += os.read(here, 1024)
        seen = seen.partition(mark)[2]

    def interrupt() -> None:
        """A signal just before it begins to wait for a line is seen with the next one only, as at any prompt."""
        child.send_signal(signal.SIGINT)

    until(b"1 > ")
    os.write(here, b"@ 2A\n")
    until(b"Declare [2] Russia an ally")
    until(b"2 > ")
    interrupt()
    until(b"Throw away 1 line? [y/N] ", interrupt)
    os.write(here, b"n\n")
    until(b"2 > ")
    os.write(here, b".done\n")
    until(b"Save? [y/N] ")
    os.write(here, b"y\n")
    until(b"is saved")
    assert child.wait(30) == 0
    os.close(here)
    assert typed(game) == ["typed-1-1-001.txt"]

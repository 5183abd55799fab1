"""`pbm simulate` as its user types it."""

import json
import resource
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.store.folder import Folder
from pbm.trials import game
from pbm.trials.trial import encoded, of_game, seed_from

ROOT = Path(__file__).parents[2]
SHORT = ("simulate", "europe", "--games", "6", "--turns", "3")


def pbm(*words: str, root: Path | None = None) -> Result:
    return CliRunner().invoke(main, ["--root", str(root or "."), *words])


@pytest.fixture
def league(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "content" / "games" / "EU-2", tmp_path / "content" / "games" / "EU-2")
    shutil.copytree(ROOT / "content" / "games" / "EU-1", tmp_path / "content" / "games" / "EU-1")
    return tmp_path


def test_one_worker_and_two_and_a_run_that_is_taken_up_give_the_same_bytes(tmp_path: Path) -> None:
    file = str(tmp_path / "kept.jsonl")
    alone = pbm(*SHORT)
    assert alone.exit_code == 0, alone.output
    assert pbm(*SHORT, "--workers", "2").output == alone.output
    assert pbm(*SHORT[:3], "2", *SHORT[4:], "--resume", file).exit_code == 0
    assert pbm(*SHORT, "--workers", "2", "--resume", file).output == alone.output
    assert pbm(*SHORT, "--resume", file).output == alone.output
    assert len(Path(file).read_text().splitlines()) == 7


def test_games_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "kept.jsonl")
    first = pbm(*SHORT, "--resume", file)
    monkeypatch.setattr("pbm.trials.game.play_game", None)
    assert pbm(*SHORT, "--resume", file).output == first.output


def test_a_torn_line_is_played_again_and_a_double_one_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    first = pbm(*SHORT, "--resume", str(file))
    head, *lines = file.read_text().splitlines(keepends=True)
    file.write_text(head + "".join([*lines[:3], lines[0], *lines[3:]])[:-40])
    again = pbm(*SHORT, "--resume", str(file))
    assert again.output == first.output
    assert file.read_text().splitlines(keepends=True) == [head, *lines[:3], lines[0], *lines[3:]]


def test_a_file_of_another_trial_or_of_something_else_is_named(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    pbm(*SHORT, "--resume", str(file))
    for change in (("--seed", "2"), ("--turns", "4"), ("--seats", "5"), ("--option", "over=clip")):
        other = pbm(*SHORT, *change, "--resume", str(file))
        assert other.exit_code == 1
        assert "has games of another trial (battle-plan europe, 9 seats, at most 3 turns)" in other.output
    text = file.read_text()
    file.write_text(text.replace('"pbm":"', '"pbm":"0.', 1))
    assert "was begun with pbm 0." in pbm(*SHORT, "--resume", str(file)).output
    for diary in ("my diary\n", "my diary", "{}\n", "x" * 100_000):
        file.write_text(diary)
        assert "is not a file of `pbm simulate --resume`" in pbm(*SHORT, "--resume", str(file)).output
        assert file.read_text() == diary
    file.write_text(text.splitlines(keepends=True)[0][:30])
    assert pbm(*SHORT, "--resume", str(file)).exit_code == 0
    assert file.read_text().startswith(text.splitlines(keepends=True)[0])
    file.write_text(text.replace('"turns":3', '"turns":"three"', 1))
    assert "line 2" in pbm(*SHORT, "--resume", str(file)).output


def test_a_full_disk_is_one_sentence_and_what_was_played_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.jsonl"
    whole = pbm(*SHORT).output
    assert pbm(*SHORT[:3], "4", *SHORT[4:], "--resume", str(file)).exit_code == 0
    limit = file.stat().st_size + 100
    words = [sys.executable, "-m", "pbm", *SHORT, "--resume", str(file)]
    full = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, preexec_fn=lambda: _at_most(limit), check=False
    )
    assert (full.returncode, full.stdout) == (1, "")
    assert full.stderr == f"{file}: cannot be written (File too large); 4 games are kept there.\n"
    assert pbm(*SHORT, "--resume", str(file)).output == whole


def _at_most(size: int) -> None:
    """No file of this process grows beyond that."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def test_json_and_page(tmp_path: Path) -> None:
    result = pbm(*SHORT, "--json", "--page", str(tmp_path / "page"))
    told = json.loads(result.output)
    assert told["games"] == 6
    assert len(told["seats"]) == 9
    assert json.loads((tmp_path / "page" / "findings.json").read_text()) == told
    assert "First places" in (tmp_path / "page" / "index.html").read_text()
    twice = pbm(*SHORT, "--json", "--page", str(tmp_path / "page2"))
    assert twice.output == result.output
    assert (tmp_path / "page2" / "index.html").read_bytes() == (tmp_path / "page" / "index.html").read_bytes()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("europe", "--games", "0"), 2, "0 is not in the range"),
        (("europe", "--turns", "0"), 2, "0 is not in the range"),
        (("europe", "--workers", "0"), 2, "0 is not in the range"),
        (("nowhere",), 1, "no variant 'nowhere'; known are: europe"),
        (("archipelagp",), 1, "archipelago-even, great-archipelago, great-archipelago-even (Trust a Thief)"),
        (("nowhere", "--system", "trust-a-thief"), 1, "has no variant 'nowhere'"),
        (("europe", "--system", "chess"), 1, "There is no rule system 'chess'"),
        (("europe", "--seats", "99"), 1, "has 1 to 9 seats, not 99"),
        (("europe", "--seats", "1"), 1, "a game is over before its first turn; give more."),
        (("europe", "--seats", "1=XX"), 1, "homes are codes such as"),
        (("europe", "--option", "over"), 1, "write it as name=value"),
        (("europe", "--option", "colour=red"), 1, "colour"),
        (("europe", "--game", "EU-2"), 1, "leave them out"),
        (("--game", "EU-9"), 1, "There is no game EU-9"),
        (("europe", "--workers", "2", "--scheduler", "tcp://127.0.0.1:1"), 1, "give one of them"),
        (("europe", "--resume", "no/such/folder/kept.jsonl"), 1, "cannot be written"),
    ],
)
def test_wrong_input_is_one_sentence(words: tuple[str, ...], code: int, said: str) -> None:
    result = pbm("simulate", *words)
    assert (result.exit_code, said in result.output) == (code, True), result.output
    assert code == 2 or result.output.count("\n") == 1


def test_a_game_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house player of ours that raises is a sentence; no figure is made of what was played."""
    played = game.play_game

    def broken(laid: Any, number: int) -> Any:
        return played(laid, number) if number < 6 else {str(laid): 1}["gone"]

    monkeypatch.setattr(game, "play_game", broken)
    result = pbm(*SHORT)
    assert result.exit_code == 1
    assert "Game 6 cannot be played: KeyError in broken, test_command.py line " in result.output
    assert result.output.count("\n") == 1


def test_a_variant_is_found_with_its_system() -> None:
    assert pbm("simulate", "sample", "--games", "1", "--turns", "1").output.startswith("Trust a Thief, sample: 1 game")


def test_the_rest_of_a_game_is_played_from_its_position_without_its_seed(league: Path) -> None:
    """Whoever sees the findings learns nothing of the dice to come, and the game stays as it is."""
    folder = Folder(league, "EU-2")
    before = {path: path.read_bytes() for path in league.rglob("*") if path.is_file()}
    trial = of_game(folder, seed_from("1"), 3)
    assert folder.seed not in encoded(trial)
    assert folder.seed.hex().encode() not in encoded(trial)
    result = pbm("simulate", "--game", "EU-2", "--games", "2", "--turns", "3", root=league)
    assert result.exit_code == 0, result.output
    assert f"from the position after turn {folder.last}" in " ".join(result.output.split())
    assert "Only its moderator may see this" in result.output
    assert before == {path: path.read_bytes() for path in league.rglob("*") if path.is_file()}


def test_what_is_found_of_a_game_is_for_its_moderator_alone(league: Path, tmp_path: Path) -> None:
    words = ("--games", "1", "--turns", "1", "--resume", str(tmp_path / "kept"), "--page", str(tmp_path / "page"))
    assert pbm("simulate", "--game", "EU-2", *words, root=league).exit_code == 0
    found = [tmp_path / "kept", *(tmp_path / "page").iterdir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}
    assert len(found) == 3


def test_a_game_that_is_over_has_no_rest(league: Path) -> None:
    result = pbm("simulate", "--game", "EU-1", root=league)
    assert (result.exit_code, result.output) == (1, "EU-1 is over; only the rest of a running game can be played.\n")


def test_a_variant_of_ones_own_is_played(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "content" / "variants", tmp_path / "content" / "variants")
    name = next((tmp_path / "content" / "variants").iterdir()).name
    words = ("simulate", name, "--games", "2", "--turns", "2")
    alone = pbm(*words, root=tmp_path)
    assert (alone.exit_code, f", {name}: 2 games" in alone.output) == (0, True), alone.output
    assert pbm(*words, "--workers", "2", root=tmp_path).output == alone.output


@pytest.mark.parametrize("command", ["simulate europe", "verify EU-2", "build", "publish", "try no.toml"])
@pytest.mark.parametrize("order", [("--workers", "2", "--scheduler", "x"), ("--scheduler", "x", "--workers", "2")])
def test_workers_and_a_scheduler_exclude_each_other_in_every_command(
    league: Path, command: str, order: tuple[str, ...]
) -> None:
    result = pbm(*command.split(), *order, root=league)
    said = "--workers is for this machine, --scheduler for a cluster; give one of them.\n"
    assert (result.exit_code, result.output) == (1, said)

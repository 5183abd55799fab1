"""EU-1, a finished game in the repository: played again from its cards it must come out as it is kept."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from tests import example_games
from tests.shipped import CONTENT, LARGE, OWN

GAMES = CONTENT / "games"


def verify(root: Path, game: str) -> str:
    """What `pbm verify` says; starts with its exit code."""
    result = CliRunner().invoke(main, ["--root", str(root), "verify", game])
    return f"{result.exit_code} {result.output}"


@pytest.mark.parametrize("game", sorted([*LARGE, *(path.name for path in GAMES.iterdir())]))
def test_the_game_replays_to_the_same_states_events_and_digests(game: str) -> None:
    assert verify((OWN if game in LARGE else CONTENT).parent, game).startswith("0 ")


@pytest.mark.parametrize(
    "file",
    ["turns/007/state.json", "turns/011/events.json", "turns/005/cards/3.txt", "turns/016/record.json", "seed"],
)
def test_a_changed_byte_is_found(tmp_path: Path, file: str) -> None:
    copy = tmp_path / "content" / "games" / "EU-1"
    shutil.copytree(GAMES / "EU-1", copy)
    path = copy / "private" / file
    data = bytearray(path.read_bytes())
    at = next(k for k in range(len(data) - 40, 0, -1) if chr(data[k]) in "123456789")
    data[at] = ord("7") if data[at] != ord("7") else ord("3")
    path.write_bytes(bytes(data))
    told = verify(tmp_path, "EU-1")
    assert told.startswith("1 ")
    assert Path(file).name in told or "Turn" in told


def test_the_example_games_are_made_again_byte_for_byte(tmp_path: Path) -> None:
    example_games.make(tmp_path)
    for game in (it.game for it in example_games.EXAMPLES):
        made, kept = tmp_path / "content/games" / game, (OWN / "games" if game in LARGE else GAMES) / game
        files = sorted(p.relative_to(made) for p in made.rglob("*") if p.is_file() and p.name != ".lock")
        assert len(files) > 20
        for file in files:
            assert (made / file).read_bytes() == (kept / file).read_bytes(), file

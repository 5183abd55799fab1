"""What is secret in a running game never reaches the public tree, nor another nation's printout (TT 5.7, 7.2)."""

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from tests.laws.another_world import believe_all
from tests.laws.test_canaries import environment
from tests.shipped import CONTENT

THIEF, VICTIM, NUMBER = 4, 7, 731  # told to the thief alone (TT T19)


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """TT-1 as a running game, with a standing order and a theft that are easily known again."""
    root = tmp_path_factory.mktemp("canaries")
    game = root / "content" / "games" / "TT-1"
    shutil.copytree(CONTENT / "games" / "TT-1", game)
    facts = (game / "game.toml").read_text("utf-8")
    (game / "game.toml").write_text(facts.replace('status = "revealed"', 'status = "running"'), "utf-8")
    turn = max((game / "private" / "turns").iterdir())
    events = json.loads((turn / "events.json").read_text("utf-8"))
    stolen = {"kind": "stolen", "seen_by": [THIEF], "facts": {"from": VICTIM, "by": THIEF, "number": NUMBER}}
    (turn / "events.json").write_text(json.dumps([*events, stolen]), "utf-8")
    state = json.loads((turn / "state.json").read_text("utf-8"))
    state["nations"]["5"]["standing"] = {"3": "7S1/977"}
    (turn / "state.json").write_text(json.dumps(state), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        believe_all(patch)
        done = CliRunner().invoke(main, ["--root", str(root), "build"], env=environment(root))
    assert done.exit_code == 0, done.output
    return root / "output"


def text_of(paths: list[Path]) -> str:
    return "\n".join(path.read_text("utf-8", "replace") for path in paths)


def test_the_public_tree_tells_of_no_theft_and_no_standing_order(published: Path) -> None:
    paths = [path for path in (published / "site").rglob("*") if path.is_file()]
    assert len(paths) > 40
    assert {"stats.html", "replay-data.js", "game.json", "figures.csv", "others.csv"} <= {path.name for path in paths}
    text = text_of(paths)
    assert "7S1/977" not in text
    assert not re.search(rf"\b{NUMBER}\b", text)
    assert "Your account" not in text


def test_each_secret_stands_in_its_own_printout_and_in_no_other(published: Path) -> None:
    turn = max((published / "printouts" / "TT-1").iterdir(), key=lambda path: int(path.name))
    for player in range(1, 9):
        text = text_of([path for path in turn.iterdir() if path.name.split(".")[0] == str(player)])
        assert ("7S1/977" in text) == (player == 5)
        assert bool(re.search(rf"\b{NUMBER}\b", text)) == (player == THIEF), player

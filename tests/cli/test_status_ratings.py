"""`pbm status` says where a player asks to be rated in a game that gives no points."""

from pathlib import Path

import pytest

from pbm.store.folder import Folder
from tests.command import runner


@pytest.mark.parametrize(("system", "is_rated"), [("trust-a-thief", False), ("battle-plan", True)])
def test_a_wish_to_be_rated_that_has_no_effect_is_told(tmp_path: Path, system: str, is_rated: bool) -> None:
    run = runner(tmp_path)
    homes = "1=UK:Ann Smith,2=FR:Bob" if is_rated else "1=ALD:Ann Smith,2=PEN:Bob"
    run("new", "GA-1", "--system", system, "--seats", homes)
    path = Folder(tmp_path, "GA-1").path / "game.toml"
    text = path.read_text("utf-8")
    assert "is not rated" not in run("status").output, "nobody asked"
    path.write_text(text.replace('name = "Ann Smith"', 'name = "Ann Smith"\nrating = true', 1), "utf-8")
    told = run("status").output
    assert ("GA-1: Trust a Thief is not rated: take `rating = true` out of game.toml" in told) is not is_rated

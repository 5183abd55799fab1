"""The program of content/about/fairness.md checks a game with Python alone, as its page says."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shipped import CONTENT

PAGE = (CONTENT / "about" / "fairness.md").read_text("utf-8")


@pytest.fixture
def by_hand(tmp_path: Path) -> Path:
    """The program, copied from the page."""
    found = re.search(r"\n    import hashlib.*?\n(?=\S)", PAGE, re.S)
    assert found
    path = tmp_path / "by_hand.py"
    path.write_text("\n".join(line.removeprefix("    ") for line in found[0].splitlines()), "utf-8")
    return path


def told(by_hand: Path, *words: str) -> list[str]:
    """What it prints, with no package but Python's own."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(by_hand), *words], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("game", ["EU-1", "EU-2", "TT-1"])
def test_every_digest_is_found_without_pbm(by_hand: Path, game: str) -> None:
    first, *turns = told(by_hand, str(CONTENT / "games" / game))
    assert (
        f'seed_commitment = "{first.removeprefix("fingerprint ")}"' in (CONTENT / f"games/{game}/game.toml").read_text()
    )
    assert turns
    assert all(line.endswith(" as recorded") for line in turns)


@pytest.mark.parametrize("file", ["cards/2.txt", "state.json", "events.json", "record.json"])
def test_a_changed_sign_breaks_the_chain(by_hand: Path, tmp_path: Path, file: str) -> None:
    game = shutil.copytree(CONTENT / "games" / "TT-1", tmp_path / "TT-1")
    path = game / "private/turns/002" / file
    path.write_bytes(path.read_bytes() + b" ")
    good = [line.endswith(" as recorded") for line in told(by_hand, str(game))[1:]]
    assert good == [True, True] + [False] * (len(good) - 2)


def test_the_die_that_the_page_names_falls_so(by_hand: Path) -> None:
    command = re.search(r"`python3 by_hand.py (content/games/TT-1) ([^`]+)`", PAGE)
    assert command
    assert told(by_hand, str(CONTENT / "games" / "TT-1"), *command[2].split())[-1] == "9"

"""Canary words in every secret field of a running game never reach the public tree, nor another player's printout."""

import base64
import html
import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.store.folder import Folder
from tests.shipped import CONTENT

OWNER = 1
ARMY = 777131  # of a country that nobody but its owner sees
WORDS = ("zyzzogeton", "quixotwhisk", "vexillaster")


def environment(root: Path) -> dict[str, str]:
    """The clock held, and caches of its own: what was kept of the game without canaries must not stand for it."""
    return {"SOURCE_DATE_EPOCH": "1797000000", "XDG_CACHE_HOME": str(root / "cache")}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of EU-2 with canaries, played a turn and published."""
    root = tmp_path_factory.mktemp("canaries")
    game = root / "content" / "games" / "EU-2"
    shutil.copytree(CONTENT / "games" / "EU-2", game)
    players = game / "private" / "players.toml"
    text = players.read_text("utf-8")
    text = re.sub(r'^address = ".*"', f'address = "{WORDS[0]}@example.org"', text, flags=re.MULTILINE)
    players.write_text(text, "utf-8")
    card = game / "inbox" / f"{OWNER}.txt"
    card.write_text(
        card.read_text("utf-8").replace("END", f"; {WORDS[1]}\n@TU /5/BF{ARMY % 1000000}\n@ {WORDS[2]}\nEND"), "utf-8"
    )
    done = CliRunner().invoke(main, ["--root", str(root), "publish"], env=environment(root))
    assert done.exit_code == 0, done.output
    return root


def secrets(root: Path) -> dict[str, str]:
    """What must not be seen, by what it is."""
    folder = Folder(root, "EU-2")
    found = {"address": WORDS[0], "comment on a card": WORDS[1], "faulty order": WORDS[2], "standing order": str(ARMY)}
    found["seed"] = folder.seed.hex()
    for number, player in folder.players.items():
        key = bytes.fromhex(player.key)
        found[f"key {number}"] = player.key
        for turn in range(1, folder.last + 3):
            found[f"code {number} of turn {turn}"] = make_code(key, "EU-2", turn, player.epoch)
    state = json.loads((folder.turn_path(folder.last) / "state.json").read_text("utf-8"))
    for number, player in state["players"].items():
        if "." in player["dollars"]:
            found[f"Dollars of {number}"] = player["dollars"]
    return found


def layers(data: bytes) -> str:
    """A file's text, with what HTML, base64 and hex hide within it."""
    text = data.decode("utf-8", "replace")
    parts = [text, html.unescape(text)]
    for run in re.findall(rb"[A-Za-z0-9+/]{24,}={0,2}", data):
        try:
            parts.append(base64.b64decode(run, validate=True).decode("utf-8", "replace"))
        except ValueError:
            continue
    for run in re.findall(rb"(?:[0-9a-f]{2}){12,}", data):
        parts.append(bytes.fromhex(run.decode()).decode("utf-8", "replace"))
    return "\n".join(parts).lower()


def leaks(files: list[Path], words: dict[str, str]) -> list[str]:
    found = []
    for path in files:
        text = layers(path.read_bytes()) + str(path).lower()
        found += [
            f"{what} in {path.name}"
            for what, word in words.items()
            if word.lower() in text and re.search(rf"(?<![0-9.]){re.escape(word.lower())}(?![0-9])", text)
        ]
    return found


def test_the_public_tree_holds_no_secret(published: Path) -> None:
    files = [p for p in (published / "output" / "site").rglob("*") if p.is_file()]
    names = {
        str(path.relative_to(published / "output" / "site" / "games" / "EU-2")) for path in files if "EU-2" in str(path)
    }
    assert {"stats.html", "replay-data.js", "data/game.json", "data/figures.csv", "data/standings.csv"} <= names
    assert not any(name.startswith("replay/") for name in names), (
        "what a player saw is nobody else's while the game runs"
    )
    assert leaks(files, secrets(published)) == []


def test_the_search_would_find_them(published: Path) -> None:
    own = published / "output" / "printouts" / "EU-2" / "004" / f"{OWNER}.txt"
    assert WORDS[2].upper() in own.read_text("utf-8").upper()
    assert leaks([own], {"faulty order": WORDS[2]}) == [f"faulty order in {own.name}"]


def test_nobody_reads_what_is_another_players(published: Path) -> None:
    words = secrets(published)
    hidden = {what: word for what, word in words.items() if not what.startswith(("code", "Dollars"))}
    hidden |= {what: word for what, word in words.items() if what.startswith(f"code {OWNER} ")}
    others = [
        p for p in (published / "output/printouts").rglob("*") if p.is_file() and not p.name.startswith(f"{OWNER}.")
    ]
    assert len(others) >= 6
    assert leaks(others, hidden) == []

"""Which sealed files change tells nothing: between two builds none of a turn changes or all do, and all are as long as
before, whatever a command changed of what one player reads.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.site import sealed
from tests.shipped import CONTENT
from tests.site.built import contents

Change = Callable[[Path], None]


def run(root: Path, *words: str, text: str = "") -> None:
    done = CliRunner().invoke(main, ["--root", str(root), *words], input=text, catch_exceptions=False)
    assert done.exit_code == 0, done.output


def command(*words: str) -> Change:
    return lambda root: run(root, *words)


def letter(name: str, text: str) -> Change:
    def change(root: Path) -> None:
        (root / "content/games/EU-2/private/press" / name).write_text(text)

    return change


def written(file: str, old: str, new: str) -> Change:
    """A line of game.toml or players.toml that the moderator writes over."""

    def change(root: Path) -> None:
        path = root / "content/games/EU-2" / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))

    return change


CHANGES = {
    "a letter to one": letter("003-x.md", "+++\nturn = 3\nto = [3]\n+++\nMeet me.\n"),
    "an old letter to one": letter("001-x.md", "+++\nturn = 1\nto = [3]\n+++\nMeet me.\n"),
    "a letter to two": letter("003-x.md", "+++\nturn = 3\nto = [3, 5]\n+++\nMeet me.\n"),
    "a letter to nobody": letter("003-x.md", "+++\nturn = 3\nto = [99]\n+++\nMeet me.\n"),
    "a secret correction": command("amend", "EU-2", "spaces.TU.army=77", "--reason", "x", "--secret"),
    "an open correction": command("amend", "EU-2", "spaces.TU.army=77", "--reason", "x"),
    "new words for one": command("keys", "EU-2", "--renew", "3"),
    "a stand-in": command("standin", "EU-2", "3", "--name", "Somebody"),
    "the house": command("standin", "EU-2", "3", "--house"),
    "a player forgotten": command("forget", "EU-2", "3", "--yes"),
    "an absence": command("absence", "EU-2", "3", "2027-01-01/2027-01-05"),
    "a deadline": command("deadline", "EU-2", "2027-01-01T20:00:00Z"),
    "a pause": command("pause", "EU-2"),
    "another name in players.toml": written("private/players.toml", 'name = "Igor Sokol"', 'name = "Igor S."'),
    "another shown name": written("game.toml", 'name = "Igor Sokol"', 'name = "Igor S."'),
    "another epoch": written("private/players.toml", "epoch = 1", "epoch = 2"),
    "the next turn": command("resolve", "EU-2"),
    "a turn taken back": command("undo", "EU-2", "--reason", "x"),
    "a card": command("ingest"),
}


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sealed")
    shutil.copytree(CONTENT / "games/EU-2", root / "content/games/EU-2")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "1797000000")
        run(root, "build")
    return root


def bundles(root: Path) -> dict[str, dict[str, bytes]]:
    """By turn and player the sealed files."""
    found: dict[str, dict[str, bytes]] = {}
    for name, data in contents(root / "output/site/games/EU-2/sealed").items():
        if name.endswith(".js"):
            player, turn = name.removesuffix(".js").split("/")
            found.setdefault(turn, {})[player] = data
    return found


def ciphertexts(files: dict[str, bytes]) -> list[bytes]:
    return [found[1] for data in files.values() if (found := sealed._CALL.fullmatch(data))]


@pytest.mark.parametrize("what", CHANGES)
def test_which_sealed_files_change_tells_nothing(
    league: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    root = tmp_path / "league"
    shutil.copytree(league, root)
    before = bundles(root)
    CHANGES[what](root)
    if what == "another epoch":
        run(root, "keys", "EU-2")
    run(root, "build")
    after = bundles(root)
    touched = 0
    for turn in before.keys() & after.keys():
        changed = {player for player in before[turn] if before[turn][player] != after[turn][player]}
        assert changed in (set(), before[turn].keys()), turn
        assert len({len(data) for data in after[turn].values()}) == 1
        touched += bool(changed)
        if changed:
            pairs = zip(ciphertexts(before[turn]), ciphertexts(after[turn]), strict=True)
            assert all(old[-300:] != new[-300:] for old, new in pairs), "not the stamp alone"
    if "letter to" in what or "correction" in what:
        assert touched == 1

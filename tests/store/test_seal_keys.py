"""private/keys.json and `pbm keys`: made once, renewed whole, shown to nobody but who asks for them."""

import json
import os
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.errors import PbmError
from pbm.seal import cipher
from pbm.seal.ring import open_lock
from pbm.store.disk import Disk
from pbm.store.edit import set_player_keys
from pbm.store.folder import Folder
from pbm.store.keyring import keys_path, make_missing, missing, read_ring, renew

PLAYERS = """# my own remark
[[players]]
number = 1
name = "Rosa \\"epoch = 9\\" Klein"
key = "{}"
epoch = 1   # codes

[[players]]
number = 2
key = "{}"
""".format("0" * 64, "1" * 64)


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--root", str(root), *words], env={"SOURCE_DATE_EPOCH": "1797000000"})


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cipher, "ROUNDS", 3)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    done = run(tmp_path, "new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU,3=FR")
    assert done.exit_code == 0, done.output
    return tmp_path


def test_new_makes_keys_for_the_owner_alone_and_prints_none(tmp_path: Path) -> None:
    done = run(tmp_path, "new", "EU-7", "--seats", "3")
    folder = Folder(tmp_path, "EU-7")
    ring = read_ring(folder)
    assert ring
    assert sorted(ring.players) == [1, 2, 3]
    assert stat.S_IMODE(keys_path(folder).stat().st_mode) == 0o600
    for (epoch,) in ring.players.values():
        assert epoch.phrase not in done.output
        assert epoch.content_key not in done.output
    assert "pbm keys EU-7 --letter" in done.output


def test_keys_shows_the_words_of_all_or_of_one(root: Path) -> None:
    ring = read_ring(Folder(root, "EU-7"))
    assert ring
    shown = run(root, "keys", "EU-7").output
    assert all(ring.players[n][0].phrase in shown for n in (1, 2, 3))
    one = run(root, "keys", "EU-7", "2").output
    assert ring.players[2][0].phrase in one
    assert ring.players[1][0].phrase not in one
    assert run(root, "keys", "EU-7", "4").output == "There is no player 4 in EU-7.\n"


def test_letters_stand_on_a_page_each(root: Path) -> None:
    letters = run(root, "keys", "EU-7", "--letter").output.split("\f")
    assert len(letters) == 3
    assert [f"[{n}]" in letter for n, letter in enumerate(letters, 1)] == [True] * 3
    assert "Rosa Klein" in letters[0]


def test_showing_changes_nothing(root: Path) -> None:
    path = keys_path(Folder(root, "EU-7"))
    before = (path.stat().st_ino, path.read_bytes())
    run(root, "keys", "EU-7")
    run(root, "keys", "EU-7", "--letter")
    assert (path.stat().st_ino, path.read_bytes()) == before


def test_a_game_without_keys_gets_them_once(root: Path) -> None:
    folder = Folder(root, "EU-7")
    keys_path(folder).unlink()
    assert read_ring(folder) is None
    first = run(root, "keys", "EU-7")
    assert "keys for 3 players are made" in first.stderr
    again = run(root, "keys", "EU-7")
    assert again.stderr == ""
    assert again.stdout == first.stdout
    ring = read_ring(folder)
    assert ring
    assert all(e.since == 0 for (e,) in ring.players.values()), "an old game's first words open all of its turns"


def test_a_revealed_game_gets_no_keys(root: Path) -> None:
    folder = Folder(root, "EU-7")
    keys_path(folder).unlink()
    run(root, "reveal", "EU-7", "--end")
    done = run(root, "keys", "EU-7")
    assert done.exit_code == 1
    assert "is revealed" in done.output
    assert not keys_path(folder).exists()


def test_a_revealed_game_gets_the_keys_that_it_lacks(root: Path) -> None:
    """Of an epoch raised by hand, as `pbm build` and `pbm fsck` say; none else."""
    folder = Folder(root, "EU-7")
    path = folder.private / "players.toml"
    path.write_bytes(set_player_keys(path.read_bytes(), 3, {"epoch": 2}, path))
    run(root, "reveal", "EU-7", "--end")
    told = run(root, "build").output
    assert "EU-7: player 3 has no key for epoch 2 yet; `pbm keys EU-7` makes it.\n" in told
    assert run(root, "keys", "EU-7").exit_code == 0
    assert run(root, "build").exit_code == 0
    renewed = run(root, "keys", "EU-7", "--renew", "1")
    assert renewed.exit_code == 1
    assert "no new key closes them" in renewed.output


def test_renewing_makes_a_new_epoch_new_codes_and_new_words(root: Path) -> None:
    before = read_ring(Folder(root, "EU-7"))
    text = (Folder(root, "EU-7").private / "players.toml").read_text()
    done = run(root, "keys", "EU-7", "--renew", "2", "--past")
    assert done.exit_code == 0, done.output
    folder = Folder(root, "EU-7")
    after = read_ring(folder)
    assert before
    assert after
    assert [e.epoch for e in after.players[2]] == [1, 2]
    assert after.players[2][0] == before.players[2][0]
    assert {n: after.players[n] for n in (1, 3)} == {n: before.players[n] for n in (1, 3)}
    assert after.players[2][1].phrase in done.stdout
    assert after.players[2][1].phrase not in done.stderr
    assert {n: p.epoch for n, p in folder.players.items()} == {1: 1, 2: 2, 3: 1}
    assert (folder.private / "players.toml").read_text().count("\n") == text.count("\n")
    assert stat.S_IMODE(keys_path(folder).stat().st_mode) == 0o600
    assert open_lock("EU-7", 2, after.players[2][1], after.players[2][1].phrase)


def test_past_belongs_to_renew(root: Path) -> None:
    assert run(root, "keys", "EU-7", "--past").exit_code == 1
    assert run(root, "keys", "EU-7", "1", "--renew", "2").exit_code == 1


def test_an_epoch_that_was_raised_by_hand_gets_its_keys_from_now_on(root: Path) -> None:
    folder = Folder(root, "EU-7")
    path = folder.private / "players.toml"
    path.write_bytes(set_player_keys(path.read_bytes(), 3, {"epoch": 2}, path))
    folder.refresh()
    assert missing(folder, read_ring(folder)) == [3]
    done = run(root, "build")
    assert done.exit_code == 1
    assert "EU-7: player 3 has no key for epoch 2 yet; `pbm keys EU-7` makes it.\n" in done.output
    assert make_missing(folder) == [3]
    assert missing(folder, read_ring(folder)) == []
    assert run(root, "build").exit_code == 0


def test_only_one_number_of_players_toml_is_changed() -> None:
    path = Path("players.toml")
    made = set_player_keys(PLAYERS.encode(), 1, {"epoch": 2}, path).decode()
    assert made == PLAYERS.replace("epoch = 1   #", "epoch = 2   #")
    made = set_player_keys(PLAYERS.encode(), 2, {"epoch": 5}, path).decode()
    assert made.startswith(PLAYERS.rstrip("\n"))
    assert made.rstrip().endswith("epoch = 5")
    odd = 'players = [{number = 1, key = "%s"}]\n' % ("0" * 64)
    with pytest.raises(PbmError, match="epoch of player 1: cannot be changed here"):
        set_player_keys(odd.encode(), 1, {"epoch": 2}, path)


class Breaking(Disk):
    """Fails at the n-th writing operation."""

    def __init__(self, at: int) -> None:
        self.left = at

    def step(self, operation: str, path: Path) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")


def test_a_renewal_that_breaks_leaves_the_old_epoch_or_the_new_one_whole(root: Path) -> None:
    for at in range(40):
        folder = Folder(root, "EU-7", Breaking(at))
        before = folder.players[1].epoch
        try:
            renew(folder, 1, past=False)
            done = True
        except PbmError:
            done = False
        folder = Folder(root, "EU-7")
        folder.settle()
        ring = read_ring(folder)
        assert ring
        assert folder.players[1].epoch in ({before + 1} if done else {before, before + 1})
        assert ring.epoch(1, folder.players[1].epoch), "the epoch in force always has its keys"
        if done:
            return
    pytest.fail("it never came to an end")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (lambda text: text.replace('"salt"', '"sold"'), "unknown field `sold`"),
        (lambda text: text[:-20], "is not valid JSON"),
        (lambda text: text.replace("pbm-seal-1", "pbm-seal-2"), "this pbm knows"),
    ],
)
def test_a_damaged_key_file_is_one_sentence_without_a_secret(root: Path, harm: object, told: str) -> None:
    path = keys_path(Folder(root, "EU-7"))
    ring = json.loads(path.read_text())
    path.write_text(harm(path.read_text()))  # type: ignore[operator]  # a lambda
    done = run(root, "build")
    assert done.exit_code == 1
    assert told in done.output
    assert str(path) in done.output
    for epochs in ring["players"].values():
        assert epochs[0]["content_key"] not in done.output
        assert epochs[0]["phrase"] not in done.output


@pytest.mark.skipif(os.name == "nt", reason="no symbolic links")
def test_a_symbolic_link_is_refused(root: Path, tmp_path: Path) -> None:
    path = keys_path(Folder(root, "EU-7"))
    aside = tmp_path / "elsewhere.json"
    path.rename(aside)
    path.symlink_to(aside)
    assert "symbolic link" in run(root, "keys", "EU-7").output


def test_help_has_an_example_and_nothing_slow_is_loaded_for_it() -> None:
    done = run(Path(), "keys", "--help")
    assert "Example: pbm keys EU-7 --letter" in " ".join(done.output.split())


def test_a_letter_names_the_league_and_the_whole_address(root: Path) -> None:
    assert "has no url" in run(root, "keys", "EU-7", "--letter").output
    (root / "content/site.toml").write_text('title = "The Long Post"\nurl = "https://example.org/post"\n')
    letter = run(root, "keys", "EU-7", "2", "--letter").output
    assert letter.startswith("The Long Post\n")
    assert "\n     https://example.org/post/games/EU-7/sealed/2.html\n" in letter
    assert "https://example.org/post/games/EU-7/sealed/2.html" in run(root, "keys", "EU-7").output

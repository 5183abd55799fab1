"""What of a game is in its archive file: what the proof and the pages need, whatever kind of game it is."""

import json
import os
import shutil
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

from pbm.archive import packing
from pbm.archive.contents import may_contain
from pbm.archive.opening import opened, proved, read_file
from pbm.store.disk import Disk
from pbm.store.folder import Folder, game_ids
from pbm.store.press import Piece, write
from tests.archive.zips import copied, files_of, packed_game, prove
from tests.cli.test_cli import write_card
from tests.command import Run, runner
from tests.rules.empire_deluxe.test_own_map import text as own_map
from tests.shipped import OWN

LEAGUES = Path(__file__).parents[1] / "leagues"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    return runner(tmp_path)


def written(root: Path, game: str) -> dict[str, bytes]:
    """The files of the archive file that `pbm reveal` wrote, which is proved, packed again and read."""
    path = root / "output" / f"{game}.pbm.zip"
    with opened(path.name, read_file(path)) as archive:
        made = proved(archive, lambda links, count: links)
        assert packed_game(game, archive.root) == path.read_bytes()
        assert made.turns == Folder(root, game).last
    target = root / "pages"
    runner(root)("read", str(path), "--to", str(target))
    assert (target / f"games/{game}/fairness.html").is_file()
    shutil.rmtree(target)
    return files_of(path.read_bytes())


def site_file(root: Path, game: str) -> Path:
    """Where the site offers the archive file."""
    return root / "output/site/games" / game / f"{game}.pbm.zip"


@pytest.mark.parametrize("name", sorted(path.name for path in LEAGUES.glob("*.zip")))
def test_the_games_of_an_older_league_get_theirs(name: str, run: Run, tmp_path: Path) -> None:
    zipfile.ZipFile(LEAGUES / name).extractall(tmp_path)
    for folder in tmp_path.glob("content/games/*/*"):
        if folder.is_dir():
            folder.chmod(0o700)
    games = game_ids(tmp_path)
    assert games
    for game in games:
        run("reveal", game, "--end")
        told = tomllib.loads(written(tmp_path, game)[f"{game}/game.toml"].decode())
        assert (told["id"], told["edition"], told["status"]) == (game, 1, "revealed")


def test_a_game_that_an_older_pbm_revealed_gets_its_own_with_the_next_build(run: Run, tmp_path: Path) -> None:
    path = copied("TT-1", tmp_path) / "game.toml"
    assert 'status = "revealed"' in path.read_text()
    run("build")
    assert prove(site_file(tmp_path, "TT-1"))[0] == 16


def test_the_site_offers_the_file_of_a_revealed_game_and_of_no_other(run: Run, tmp_path: Path) -> None:
    copied("TT-1", tmp_path)
    copied("EU-2", tmp_path)
    run("build")
    page = (tmp_path / "output/site/games/TT-1/fairness.html").read_text("utf-8")
    size = (tmp_path / "output/site/games/TT-1/TT-1.pbm.zip").stat().st_size
    assert f'<a href="TT-1.pbm.zip" download>TT-1.pbm.zip</a> ({round(size / 1000)} KB)' in page
    assert "ask the moderator" not in page
    assert [path.name for path in (tmp_path / "output").rglob("*.zip")] == ["TT-1.pbm.zip"]
    secret = (tmp_path / "output/site/games/EU-2/fairness.html").read_text("utf-8")
    assert "pbm.zip" not in secret
    (tmp_path / "content/games/EU-2/game.toml").write_text(
        (tmp_path / "content/games/EU-2/game.toml").read_text().replace('"running"', '"finished"')
    )
    run("build")
    assert not site_file(tmp_path, "EU-2").exists(), "a game that is over is still secret"
    run("reveal", "EU-2")
    run("build")
    assert site_file(tmp_path, "EU-2").read_bytes() == (tmp_path / "output/EU-2.pbm.zip").read_bytes()


def test_it_is_made_anew_where_something_of_it_changed_and_not_else(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("TT-1", tmp_path)
    made = []

    def noted(*args: Any) -> bytes:
        made.append(1)
        return packing.packed(*args)

    monkeypatch.setattr("pbm.publish.archives.packed", noted)
    run("build")
    assert len(made) == 1
    (tmp_path / "content/site.toml").write_text('title = "Another"\n')
    news = folder / "news/003.md"
    run("build")
    assert len(made) == 2, "the frame of all pages changed, which every batch is made of"
    os.utime(folder / "private/seed")
    run("build")
    assert len(made) == 2
    before = site_file(tmp_path, "TT-1").read_bytes()
    news.write_text("A late word.\n")
    run("build")
    assert len(made) == 3
    assert site_file(tmp_path, "TT-1").read_bytes() != before
    news.unlink()
    run("build")
    assert site_file(tmp_path, "TT-1").read_bytes() == before


def test_a_card_that_was_changed_is_packed_into_no_file(run: Run, tmp_path: Path) -> None:
    path = next((copied("TT-1", tmp_path) / "private/turns/003/cards").iterdir())
    path.write_bytes(path.read_bytes().replace(b"END", b"; later\nEND"))
    told = run("build", code=1).output
    assert "turn 3 is not as it was resolved" in told
    assert not site_file(tmp_path, "TT-1").exists()


def test_reveal_says_why_there_is_no_file_and_reveals_all_the_same(run: Run, tmp_path: Path) -> None:
    path = next((copied("EU-2", tmp_path) / "private/turns/002/cards").iterdir())
    path.write_bytes(path.read_bytes().replace(b"END", b"; later\nEND"))
    told = run("reveal", "EU-2", "--end", code=1).output
    assert "EU-2: its archive file was not written: " in told
    assert "turn 2 is not as it was resolved" in told
    assert Folder(tmp_path, "EU-2").facts.status == "revealed"
    assert not list((tmp_path / "output").glob("*"))


def test_cards_with_names_as_an_early_pbm_kept_them_are_given_to_nobody(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All is as recorded; the digests cover the name, so it cannot be left out."""
    monkeypatch.setattr(packing, "check_turn", lambda folder, number: None)
    path = copied("TT-1", tmp_path) / "private/turns/003/cards/1.txt"
    path.write_bytes(path.read_bytes().replace(b"[1]", b"[1] Zephyrine Quill", 1))
    run("build")
    assert not site_file(tmp_path, "TT-1").exists()
    assert "ask the moderator" in (tmp_path / "output/site/games/TT-1/fairness.html").read_text("utf-8")
    with pytest.raises(packing.NoArchiveError, match=r"003/cards/1\.txt: has more in its heading than"):
        packed_game("TT-1", tmp_path)


def test_a_game_that_is_too_large_has_no_file_and_all_its_pages(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied("TT-1", tmp_path)
    monkeypatch.setattr(packing, "LARGEST", 100_000)
    run("build")
    assert not site_file(tmp_path, "TT-1").exists()
    assert (tmp_path / "output/site/games/TT-1/16/index.html").is_file()


def test_a_variant_of_one_s_own_is_in_it(run: Run, tmp_path: Path) -> None:
    shutil.copytree(OWN / "variants/south-america", tmp_path / "content/variants/south-america")
    run("new", "SA-1", "--variant", "south-america", "--seats", "4", "--resolve", "all-in")
    folder = Folder(tmp_path, "SA-1")
    for player, orders in enumerate(("@BS AC30PA", "@CO AC30VE", "@AR AC20CH", "@PE AC30EC"), 1):
        write_card(folder, player, orders)
    run("publish")
    run("reveal", "SA-1", "--end")
    files = written(tmp_path, "SA-1")
    own = tmp_path / "content/variants/south-america"
    for name in ("variant.toml", "map.json", "geometry.json"):
        assert files[f"SA-1/variant/{name}"] == (own / name).read_bytes()
    shutil.rmtree(own)
    assert "6 homes" not in run("verify", str(tmp_path / "output/SA-1.pbm.zip")).output


def test_a_map_that_was_given_with_an_option_is_in_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "world.txt").write_text(own_map())
    words = ("--system", "empire-deluxe", "--variant", "advanced", "--seats", "2", "--option")
    run("new", "ED-7", *words, f"map={tmp_path / 'world.txt'}")
    run("reveal", "ED-7", "--end")
    files = written(tmp_path, "ED-7")
    assert files["ED-7/option-map.txt"] == own_map().encode()
    assert b'"map" = "own"' in files["ED-7/game.toml"]
    assert str(tmp_path).encode() not in b"".join(files.values())


def test_a_variant_without_names_has_none_and_no_press(run: Run, tmp_path: Path) -> None:
    run("new", "AN-1", "--variant", "anonymous", "--seats", "3", "--resolve", "all-in")
    folder = Folder(tmp_path, "AN-1")
    (folder.path / "press").mkdir()
    (folder.path / "press/000.md").write_text("+++\nplayer = 2\n+++\nIt was me.\n")
    for player in (1, 2, 3):
        write_card(folder, player, "PASS")
    run("resolve", "AN-1")
    run("reveal", "AN-1", "--end")
    files = written(tmp_path, "AN-1")
    assert not any("/press/" in name for name in files)
    assert b"It was me" not in b"".join(files.values())


@pytest.mark.parametrize("turns", [0, 1])
def test_corrections_are_in_it_with_the_turn_or_after_the_last(turns: int, run: Run, tmp_path: Path) -> None:
    copied("EU-2", tmp_path)
    run("amend", "EU-2", "players.1.dollars=77", "--reason", "Counted twice", "--secret")
    if turns:
        run("ingest")
        run("resolve", "EU-2", "--now-due")
    run("reveal", "EU-2", "--end")
    files = written(tmp_path, "EU-2")
    assert ("EU-2/corrections.json" in files) == (not turns)
    told = run("verify", str(tmp_path / "output/EU-2.pbm.zip")).output
    assert "EU-2.pbm.zip: 1 correction by the moderator was made again too." in told
    run("build")
    run("read", str(tmp_path / "output/EU-2.pbm.zip"), "--to", str(tmp_path / "pages"))
    page = (tmp_path / "pages/games/EU-2/index.html").read_text("utf-8")
    assert "Counted twice" in page


def test_a_turn_that_was_taken_back_is_not_in_it(run: Run, tmp_path: Path) -> None:
    copied("EU-2", tmp_path)
    run("undo", "EU-2", "--reason", "A slip of zyzzogeton")
    run("reveal", "EU-2", "--end")
    files = written(tmp_path, "EU-2")
    assert not any("withdrawn" in name or "/003/" in name for name in files)
    assert b"zyzzogeton" not in b"".join(files.values())


def test_press_that_came_with_cards_is_in_it_as_it_is_shown(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path, copied("EU-2", tmp_path).name)
    for number, piece in enumerate(
        (
            Piece("", 2, 3, title="To all", text="Signed."),
            Piece("", 2, 3, anonymous=True, title="Rumour", text="By nobody."),
            Piece("", 2, 3, to=(5,), text="To five."),
            Piece("", 2, 3, to=(5,), anonymous=True, text="A hint to five."),
            Piece("", 2, 3, to=(3,), text="Dear diary."),
        ),
        71,
    ):
        from msgspec.structs import replace

        write(folder, replace(piece, filed=f"{number}-1"))
    run("reveal", "EU-2", "--end")
    files = written(tmp_path, "EU-2")
    found = {name: data.decode() for name, data in files.items() if "/messages/" in name}
    assert len(found) == 5
    heads = {text.partition("\n+++\n\n")[2].strip(): text for text in found.values()}
    assert "player = 3" in heads["Signed."]
    assert 'to = "all"' in heads["Signed."]
    assert "to = [5]" in heads["To five."]
    assert "to = [3]" in heads["Dear diary."]
    for text in ("By nobody.", "A hint to five."):
        assert "player" not in heads[text]
        assert "3" not in heads[text]
        assert "anonymous = true" in heads[text]
    assert not any(
        f"{number}-1" in text or f"{number:06d}" in name for number in range(71, 76) for name, text in found.items()
    )
    run("build")
    run("read", str(tmp_path / "output/EU-2.pbm.zip"), "--to", str(tmp_path / "pages"))
    for page in (tmp_path / "output/site/games/EU-2").glob("2/*.txt"):
        assert (tmp_path / "pages/games/EU-2/2" / page.name).read_bytes() == page.read_bytes()
    assert b"Dear diary." in (tmp_path / "pages/games/EU-2/2/index.html").read_bytes()


def test_a_forgotten_player_is_in_no_file_that_is_left(run: Run, tmp_path: Path) -> None:
    copied("TT-1", tmp_path)
    run("build")
    shutil.copy(site_file(tmp_path, "TT-1"), tmp_path / "output/TT-1.pbm.zip")
    name = Folder(tmp_path, "TT-1").facts.seats[2].name.encode()
    assert name in b"".join(files_of(site_file(tmp_path, "TT-1").read_bytes()).values())
    run("forget", "TT-1", "3", "--yes")
    assert not (tmp_path / "output/TT-1.pbm.zip").exists()
    assert name not in b"".join(files_of(site_file(tmp_path, "TT-1").read_bytes()).values())
    assert prove(site_file(tmp_path, "TT-1"))[0] == 16


def test_reveal_writes_it_whole_or_not_at_all(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copied("EU-2", tmp_path)
    real = Disk.step

    def step(self: Disk, operation: str, path: Path) -> None:
        if operation == "fsync" and path.name.endswith(".pbm.zip"):
            raise OSError(28, "No space left on device")
        real(self, operation, path)

    monkeypatch.setattr(Disk, "step", step)
    told = run("reveal", "EU-2", "--end", code=1).output
    assert "its archive file was not written: " in told
    assert "No space left on device" in told
    assert os.listdir(tmp_path / "output") == []


def test_only_names_of_the_list_are_packed(tmp_path: Path) -> None:
    """Whatever else lies in the folder of a game."""
    folder = copied("TT-1", tmp_path)
    before = packed_game("TT-1", tmp_path)
    for name in ("notes.txt", "private/notes.txt", "private/turns/003/notes.txt", "private/press/_draft.md"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("mine")
    assert packed_game("TT-1", tmp_path) == before
    assert all(may_contain(name.removeprefix("TT-1/")) for name in files_of(before))
    assert json.loads(files_of(before)["TT-1/archive.json"])["turns"] == 16

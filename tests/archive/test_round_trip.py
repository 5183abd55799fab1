"""A revealed game is packed, opened and proved; what is laid out from it is packed into the same bytes."""

import json
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from pbm.archive.opening import opened, proved, read_file
from pbm.publish.archives import archive_bytes
from pbm.rules import SYSTEMS
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.archive.zips import REVEALED, copied, files_of, packed_game, place_of, prove
from tests.command import Run, runner
from tests.shipped import CONTENT
from tests.systems import SHIPPED


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The archive file of TT-1 in an empty folder."""
    (tmp_path / "league").mkdir()
    copied("TT-1", tmp_path / "league")
    path = tmp_path / "empty" / "TT-1.pbm.zip"
    path.parent.mkdir()
    path.write_bytes(packed_game("TT-1", tmp_path / "league"))
    return path


def test_the_example_games_that_are_tried_are_of_every_system() -> None:
    found = {lay_table(Folder(place_of(game).parents[2], game)).system.name for game in REVEALED}
    assert found == {*SHIPPED} <= {*SYSTEMS}


@pytest.mark.parametrize("game", REVEALED)
def test_a_game_is_proved_by_its_archive_file_alone_and_packed_from_it_again(game: str, tmp_path: Path) -> None:
    root = place_of(game).parents[2]
    data = packed_game(game, root)
    path = tmp_path / "any-name.zip"
    path.write_bytes(data)
    folder = Folder(root, game)
    assert prove(path) == (folder.last, folder.record(folder.last).digests.chain)
    with opened(path.name, read_file(path)) as archive:
        made = proved(archive, lambda links, count: links)
        assert archive_bytes(made.table) == data


@pytest.mark.parametrize("game", ["EU-2", "GB-2", "ED-2", "NW-2"])
def test_a_running_game_that_is_ended_is_proved_too(game: str, tmp_path: Path) -> None:
    copied(game, tmp_path)
    run = runner(tmp_path)
    told = run("reveal", game, "--end").output
    path = tmp_path / "output" / f"{game}.pbm.zip"
    assert f"Its archive file is {path}" in told
    assert prove(path)[0] == Folder(tmp_path, game).last


def test_the_same_game_is_the_same_bytes_wherever_and_whenever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = packed_game("EU-1", CONTENT.parent)
    place = copied("EU-1", tmp_path)
    for path in place.rglob("*"):
        path.touch()
        path.chmod(0o700)
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    assert packed_game("EU-1", tmp_path) == first


def test_every_file_is_dated_and_owned_alike(archive: Path) -> None:
    import zipfile

    with zipfile.ZipFile(archive) as made:
        infos = made.infolist()
        assert made.testzip() is None
    assert {(it.date_time, it.external_attr, it.create_system, it.extra, it.comment) for it in infos} == {
        ((1980, 1, 1, 0, 0, 0), 0o100644 << 16, 3, b"", b"")
    }
    assert infos[0].filename == "TT-1/README.txt"


def test_the_turns_are_in_it_byte_by_byte(archive: Path) -> None:
    files = files_of(archive.read_bytes())
    turns = place_of("TT-1") / "private/turns"
    kept = {path.relative_to(turns).as_posix(): path.read_bytes() for path in turns.rglob("*") if path.is_file()}
    start = "TT-1/turns/"
    found = {name.removeprefix(start): data for name, data in files.items() if name.startswith(start)}
    dice = {name: json.loads(found.pop(name)) for name in list(found) if name.endswith("/dice.json")}
    assert found == kept
    assert {name: len(rolled) for name, rolled in dice.items()} == {
        f"{number:03d}/dice.json": json.loads(kept[f"{number:03d}/record.json"])["rolls"] for number in range(17)
    }
    assert dice["013/dice.json"]["land/KEL/1/4"] == ["9", "9"]  # as the page on fairness says


def test_archive_json_names_every_other_file(archive: Path) -> None:
    files = files_of(archive.read_bytes())
    told = json.loads(files["TT-1/archive.json"])
    assert {f"TT-1/{name}" for name in told["files"]} == {*files} - {"TT-1/archive.json"}
    assert (told["format"], told["system"], told["variant"], told["edition"]) == (1, "trust-a-thief", "archipelago", 2)


def test_the_readme_says_how_it_is_checked_and_names_every_kind_of_file(archive: Path) -> None:
    files = files_of(archive.read_bytes())
    text = files["TT-1/README.txt"].decode()
    told = json.loads(files["TT-1/archive.json"])
    assert told["chain"] in text
    assert told["seed_sha256"] in text
    assert "turns 0 to 16 with pbm 0.3.0" in " ".join(text.split())
    for name in files:
        kind = name.split("/")[1]
        assert re.search(rf"^  {re.escape(kind)}/? ", text, re.MULTILINE), kind
    assert "fingerprint: SHA-256 of the seed" in text
    assert max(map(len, text.splitlines())) <= 112
    assert "MIT License" in files["TT-1/LICENSE.txt"].decode()


def test_check_py_is_the_program_of_the_page_and_finds_every_digest(archive: Path, tmp_path: Path) -> None:
    for name, data in files_of(archive.read_bytes()).items():
        path = tmp_path / "unpacked" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)

    def told() -> list[str]:
        words = [sys.executable, "-I", "-S", "TT-1/check.py", "TT-1"]
        done = subprocess.run(words, cwd=tmp_path / "unpacked", capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    first, *turns = told()
    assert first.startswith("fingerprint ")
    assert len(turns) == 17
    assert all(line.endswith(" as recorded") for line in turns)
    card = next((tmp_path / "unpacked/TT-1/turns/003/cards").iterdir())
    card.write_bytes(card.read_bytes() + b"\n")
    assert next(k for k, line in enumerate(told()[1:]) if "NOT AS RECORDED" in line) == 3


def test_verify_needs_nothing_but_the_file(archive: Path) -> None:
    run = runner(archive.parent)
    told = run("verify", str(archive)).output
    assert "TT-1.pbm.zip: TT-1, Gulls and thieves: the seed has the fingerprint b5440ce80374" in told
    assert "TT-1.pbm.zip: 16 turns played again, all as recorded; the chain ends in 9bf37d5e60f8" in told
    assert "proves only that it fits itself" in told
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]


def test_games_and_files_are_verified_together_and_a_broken_one_stops_no_other(archive: Path) -> None:
    league = archive.parents[1] / "league"
    broken = archive.with_name("broken.zip")
    broken.write_bytes(archive.read_bytes()[:-40])
    done = runner(league)("verify", str(broken), "TT-1", str(archive), "XX-9", code=1)
    assert "broken.zip: is not a whole zip file" in done.output
    assert "TT-1: 16 turns played again" in done.output
    assert "TT-1.pbm.zip: 16 turns played again" in done.output
    assert "There is no game XX-9" in done.output


def test_a_file_of_any_name_is_an_archive_file(archive: Path) -> None:
    other = archive.rename(archive.with_name("gulls"))
    assert "gulls: 16 turns played again" in runner(archive.parent)("verify", str(other)).output
    assert "there is no such file" in runner(archive.parent)("verify", "missing.pbm.zip", code=1).output


def text_of(path: Path) -> str:
    """The words of a page between the frame of its site."""
    html = path.read_text("utf-8")
    inner = html[html.index("<main") : html.index("</main>")]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", inner)).split())


def test_read_lays_out_the_pages_that_the_league_has(archive: Path, built: Path) -> None:
    run = runner(archive.parent)
    target = archive.parent / "pages"
    told = run("read", str(archive), "--to", str(target)).output
    assert f"Open {target / 'index.html'}" in told
    ours, theirs = target / "games/TT-1", built / "output/site/games/TT-1"
    names = {path.relative_to(ours).as_posix() for path in ours.rglob("*") if path.is_file()}
    assert names == {path.relative_to(theirs).as_posix() for path in theirs.rglob("*") if path.is_file()}
    assert (ours / "TT-1.pbm.zip").read_bytes() == archive.read_bytes()
    pages = sorted(theirs.glob("[0-9]*/*.html"))
    assert len(pages) > 100
    for page in pages:
        assert text_of(ours / page.relative_to(theirs)) == text_of(page), page
    assert "archive file" in (target / "index.html").read_text("utf-8")


@pytest.fixture
def run(archive: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm in the folder of the archive file, as its reader does."""
    monkeypatch.chdir(archive.parent)
    return runner(Path("."))


def test_pages_that_we_made_are_replaced_and_nothing_else_is(run: Run, archive: Path) -> None:
    run("read", archive.name)
    target = archive.parent / "TT-1.pages"
    (target / "index.html").write_text("spoiled")
    run("read", archive.name)
    assert "spoiled" not in (target / "index.html").read_text("utf-8")
    (target / "mine.txt").write_text("mine")
    assert "holds mine.txt, which `pbm read` did not make" in run("read", archive.name, code=1).output
    assert (target / "mine.txt").read_text() == "mine"
    assert sorted(path.name for path in archive.parent.iterdir()) == ["TT-1.pages", "TT-1.pbm.zip"]


def test_a_folder_of_somebody_s_is_refused_before_anything_is_played(run: Run, archive: Path) -> None:
    other = archive.parent / "mine"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    told = run("read", archive.name, "--to", "mine", code=1).output
    assert "mine: is there already, and holds no pages of an archive file" in told
    assert [path.name for path in other.iterdir()] == ["letter.txt"]
    assert "is not a folder" in run("read", archive.name, "--to", archive.name, code=1).output
    shutil.rmtree(other)
    other.mkdir()
    run("read", archive.name, "--to", "mine")  # an empty one is taken
    assert (other / "index.html").is_file()


def test_workers_prove_the_same_in_the_same_order(archive: Path) -> None:
    league = archive.parents[1] / "league"
    copied("EU-2", league)
    broken = archive.with_name("broken.zip")
    broken.write_bytes(archive.read_bytes()[:-40])
    words = ("verify", "EU-2", str(broken), str(archive), "XX-9", str(archive.with_name("no.zip")), "TT-1")
    alone = runner(league)(*words, code=1)
    shared = runner(league)(*words, "--workers", "2", code=1)
    assert (shared.stdout, shared.stderr) == (alone.stdout, alone.stderr)
    assert alone.stdout.count("as recorded") == 3
    assert alone.stderr.count("\n") == 3
    assert runner(league)("verify", "--workers", "2").stdout == runner(league)("verify").stdout

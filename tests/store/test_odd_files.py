"""What an odd file or place brings is a sentence: brackets without end, loops of links, what is no file."""

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from pbm.errors import PbmError
from pbm.post.inspection import inspect_post
from pbm.post.journal import Journal
from pbm.site.output.site_folder import NewFolder
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from tests.command import Run, runner

CASE = Path(__file__).parents[1] / "cases/battle_plan/10-dollars-are-not-built-in-a-minor.toml"
DEEP = b'{"turn":' + b"[" * 3000


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all names are text")
def test_a_league_may_lie_where_the_name_is_no_utf_8(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    odd = tmp_path / os.fsdecode(b"x\xff")
    odd.mkdir()
    (tmp_path / "content").rename(odd / "content")
    for words in (["status"], ["cron"], ["build"], ["status"], ["fsck"]):
        runner(odd)(*words)


def test_links_in_a_circle_and_files_for_folders_are_told_by_a_run_that_was_still(run: Run, tmp_path: Path) -> None:
    run("build")
    for name in ("site_templates", "other"):
        (tmp_path / name).symlink_to("other" if name == "site_templates" else "site_templates")
    run("build")
    run("build")
    (tmp_path / "content" / "variants").symlink_to("variants")
    run("build")
    run("build")
    inbox = Folder(tmp_path, "EU-7").inbox
    inbox.rmdir()
    inbox.symlink_to("inbox")
    assert f"{inbox}: is a symbolic link" in run("build", code=1).stderr
    games = tmp_path / "content" / "games"
    games.rename(tmp_path / "aside")
    games.touch()
    assert f"{games}: cannot be read" in run("build", code=1).stderr


def test_a_pipe_in_the_place_of_a_page_holds_no_build(tmp_path: Path, run: Run) -> None:
    run("build")
    page, frame = (tmp_path / "output/site" / name for name in ("index.html", "games/EU-7/replay-data.js"))
    whole = {path: path.read_bytes() for path in (page, frame)}
    for path in whole:
        path.unlink()
        os.mkfifo(path)
    words = [sys.executable, "-m", "pbm", "--root", str(tmp_path), "build"]
    subprocess.run(words, check=True, timeout=60, capture_output=True)
    assert all(path.is_file() and path.read_bytes() == data for path, data in whole.items())


def test_a_disk_that_becomes_read_only_while_a_site_is_built_is_told_in_a_sentence(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system")

    put = NewFolder.put

    def last(folder: NewFolder, path: str, data: bytes) -> None:
        put(folder, path, data)
        for name in ("unlink", "rmdir", "replace", "mkdir", "write"):
            monkeypatch.setattr(os, name, refuse)

    monkeypatch.setattr(NewFolder, "put", last)
    assert "(Read-only file system)" in run("build", code=1).stderr
    monkeypatch.undo()
    run("build")
    assert not list((tmp_path / "output").glob(".site*"))


def test_a_template_that_nothing_takes_in_is_told(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.touch()
    assert (
        run("build").stderr == f"warning: {own}: is not a folder; put your own templates into a folder of this name.\n"
    )
    own.unlink()
    own.mkdir()
    (own / "404.html").write_text('{% extends "base.html" %}{% block main %}{% include "mine.html" %}{% endblock %}')
    (own / "mine.html").write_text("Gone fishing.")
    (own / "hoem.html").write_text("Hello.")
    (own / "notes.txt").write_text("To do.")
    (told,) = run("build").stderr.splitlines()
    assert told.startswith(f"warning: {own / 'hoem.html'}: no template of pbm has this name")
    assert "Gone fishing." in (tmp_path / "output/site/404.html").read_text("utf-8")


def test_a_pipe_in_the_place_of_a_mail_holds_no_fsck(run: Run, tmp_path: Path) -> None:
    received, kept = Folder(tmp_path, "EU-7").received, tmp_path / "content" / "post" / "kept"
    for place, name in ((received, f"000001-{'0' * 64}.eml"), (kept, f"{'0' * 64}.eml")):
        place.mkdir(parents=True, exist_ok=True)
        os.mkfifo(place / name)
        assert f"{place / name}: is neither file nor folder" in run("fsck", code=1).stdout
        with pytest.raises(PbmError, match="not a regular file"):
            Disk().digest(place / name)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no such device")
@pytest.mark.parametrize("words", [["status"], ["keys", "EU-7", "--letter"], ["try", str(CASE), "--json"]])
def test_an_output_that_is_full_is_a_sentence(run: Run, tmp_path: Path, words: list[str]) -> None:
    (tmp_path / "content/site.toml").write_text('url = "https://example.org/"\n')
    with open("/dev/full", "wb") as full:
        called = [sys.executable, "-m", "pbm", "--root", str(tmp_path), *words]
        done = subprocess.run(called, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.stderr == "Standard output cannot be written (No space left on device).\n"
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("name", "data"), [("state.json", DEEP), ("events.json", b'[{"kind":"x","facts":{"x":' + DEEP)]
)
def test_brackets_without_end_are_no_valid_turn(run: Run, tmp_path: Path, name: str, data: bytes) -> None:
    (Folder(tmp_path, "EU-7").turn_path(0) / name).write_bytes(data)
    assert f"{name}: is not valid JSON" in run("fsck", "EU-7", code=1).output
    assert re.search(rf"{name}:? is not valid JSON", run("verify", "EU-7", code=1).stderr)


def test_brackets_without_end_are_no_valid_input(run: Run, tmp_path: Path) -> None:
    card, view = tmp_path / "card.txt", tmp_path / "view.json"
    card.write_text("PASS\n")
    view.write_bytes(b'{"view":' + DEEP)
    assert "is not valid JSON" in run("check", str(card), "--view", str(view), code=1).stderr
    assert (
        "is not a JSON value" in run("amend", "EU-7", f"spaces.TU.army={DEEP.decode()}", "--reason", "x", code=1).stderr
    )


def test_brackets_without_end_are_no_valid_line_of_a_book(tmp_path: Path) -> None:
    post = tmp_path / "content" / "post"
    post.mkdir(parents=True, mode=0o700)
    (post / "outbox.jsonl").write_bytes(DEEP + b"\n")
    with pytest.raises(PbmError, match=r"outbox.jsonl: line 1 is damaged"):
        Journal(tmp_path)
    (finding,) = inspect_post(tmp_path)
    assert finding.what.endswith("outbox.jsonl: line 1 is damaged")


@pytest.mark.parametrize("home", ["XX", "", "NTH"])
def test_a_home_that_is_no_land_of_the_map_is_told_where_it_stands(run: Run, tmp_path: Path, home: str) -> None:
    path = Folder(tmp_path, "EU-7").path / "game.toml"
    path.write_text(path.read_text("utf-8").replace('home = "RU"', f'home = "{home}"'), "utf-8")
    said = f"{path}: seats: home: {home!r} of player 2 is not a space that a player can own; homes are such as"
    for words in (["build"], ["publish"], ["cron"], ["preview", "EU-7"]):
        assert said in run(*words, code=1).stderr
    assert said in run("fsck", code=1).stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [(["about"], "--option 'about': write it as name=value."), (["about=dice", "about=expected"], "was 'dice' before")],
)
def test_an_option_is_said_once_and_whole(run: Run, tmp_path: Path, options: list[str], said: str) -> None:
    words = [word for option in options for word in ("--option", option)]
    assert said in run("new", "EU-8", "--seats", "3", *words, code=1).stderr
    assert not (tmp_path / "content/games/EU-8").exists()

"""`pbm preview`: the turn as it would come, written beside the site and committed nowhere."""

import shutil
from pathlib import Path

import pytest

from pbm.cards.card import make_code
from pbm.store.folder import Folder
from tests.command import Run, runner
from tests.shipped import CONTENT


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm beside a copy of EU-2, whose next cards wait in the inbox."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    shutil.copytree(CONTENT / "games" / "EU-2", tmp_path / "content" / "games" / "EU-2")

    return runner(tmp_path)


def tree(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {
        str(p.relative_to(folder)): (p.read_bytes(), p.stat().st_mtime_ns) for p in folder.rglob("*") if p.is_file()
    }


def lines(path: Path) -> list[str]:
    """A printout's lines, without what only one of the two has: the code, when cards are due, the blank card."""
    text = path.read_text("utf-8").split("-" * 79)[0].rstrip()
    return [line for line in text.splitlines() if "PREVIEW" not in line and "on file now." not in line]


def test_a_preview_changes_no_byte_of_content_and_nothing_of_the_site(run: Run, tmp_path: Path) -> None:
    run("build")
    run("ingest")
    before = tree(tmp_path / "content"), tree(tmp_path / "output/site"), tree(tmp_path / "output/printouts")
    shown = run("preview", "EU-2").stdout
    after = tree(tmp_path / "content"), tree(tmp_path / "output/site"), tree(tmp_path / "output/printouts")
    assert after == before
    assert "Nothing is committed. The dice will be the same" in shown
    place = tmp_path / "output/preview/EU-2/004"
    assert {p.name for p in place.iterdir()} == {f"{n}.{k}" for n in (*range(1, 8), "news") for k in ("txt", "html")}
    assert place.stat().st_mode & 0o077 == 0
    assert (tmp_path / "output/preview").stat().st_mode & 0o077 == 0


def test_the_turn_comes_as_it_was_foreseen_and_the_preview_goes(run: Run, tmp_path: Path) -> None:
    run("ingest")
    shown = run("preview", "EU-2").stdout
    place = tmp_path / "output/preview/EU-2/004"
    seen = {n: lines(place / f"{n}.txt") for n in range(1, 8)}
    news = lines(place / "news.txt")
    assert "PREVIEW: turn 4 is not resolved" in (place / "news.html").read_text("utf-8")
    run("resolve", "EU-2", "--now-due")
    run("build")
    for n in range(1, 8):
        real = lines(tmp_path / f"output/printouts/EU-2/004/{n}.txt")
        assert [line.split(" Due ")[0].rstrip() for line in real] == seen[n]
    assert lines(tmp_path / "output/site/games/EU-2/4/public.txt") == news
    assert not (tmp_path / "output/preview/EU-2").exists()
    assert shown.count("\n  [") == 7


def test_it_says_who_has_no_card_and_what_is_wrong_with_the_others(run: Run, tmp_path: Path) -> None:
    folder = Folder(tmp_path, "EU-2")
    for path in folder.inbox.iterdir():
        path.unlink()
    code = make_code(bytes.fromhex(folder.players[1].key), "EU-2", 4, folder.players[1].epoch)
    (folder.inbox / "a.txt").write_text(f"EU-2 T-4 [1] X {code}\n@TU BA1 AC99ZZ \x1b[31mX\nEND\n")
    first = run("preview", "EU-2")
    assert "files in the inbox that have not been read" in first.stderr
    assert first.stdout.count("no card; standing orders") == 7
    run("ingest")
    second = run("preview", "EU-2")
    assert second.stderr == ""
    assert second.stdout.count("no card; standing orders") == 6
    assert "1 order, " in second.stdout
    assert "card:2:9: <AC99ZZ -- " in second.stdout
    assert "\x1b" not in second.stdout


def test_it_holds_no_code_and_another_preview_takes_the_place_of_the_first(run: Run, tmp_path: Path) -> None:
    run("preview", "EU-2")
    folder = Folder(tmp_path, "EU-2")
    codes = [make_code(bytes.fromhex(p.key), "EU-2", 5, p.epoch) for p in folder.players.values()]
    text = "".join(p.read_text("utf-8") for p in (tmp_path / "output/preview").rglob("*") if p.is_file())
    assert not [code for code in codes if code in text]
    run("ingest")
    run("resolve", "EU-2", "--now-due")
    run("preview", "EU-2")
    assert [p.name for p in (tmp_path / "output/preview/EU-2").iterdir()] == ["005"]
    run("reveal", "EU-2", "--end")
    assert "is not running" in run("preview", "EU-2", code=1).stderr
    run("build")
    assert not list((tmp_path / "output/preview").glob("*"))

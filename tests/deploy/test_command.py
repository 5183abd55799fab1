"""`pbm deploy`, as the moderator runs it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.deploy.targets import choose
from pbm.errors import PbmError
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.deploy.sites import NOW, OLD, site

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm in an empty folder that has a built site."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")
    (tmp_path / "content").mkdir()

    def call(*words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["--root", str(tmp_path), *words], catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    call("build")
    return call


def test_an_old_site_is_refused_unless_it_is_wanted_so(run: Run, tmp_path: Path) -> None:
    www = tmp_path / "www"
    assert "files would be new" in run("deploy", f"folder:{www}", "--dry-run").stdout
    assert not www.exists()
    run("deploy", f"folder:{www}")
    (tmp_path / "content" / "index.md").write_text("# A new word\n")
    assert "run `pbm build`" in run("deploy", f"folder:{www}", code=1).stderr
    assert "nothing to do" in run("deploy", f"folder:{www}", "--as-is").stdout
    run("build")
    assert "0 files new" in run("deploy", f"folder:{www}").stdout
    assert "A new word" in (www / "index.html").read_text()


def test_what_waits_or_was_sent_makes_no_site_old(run: Run, tmp_path: Path) -> None:
    run("new", "EU-7", "--seats", "2")
    run("build")
    game = tmp_path / "content/games/EU-7"
    (game / "inbox" / "a.txt").write_text("a card")
    (tmp_path / "content/post").mkdir()
    (tmp_path / "content/post/outbox.jsonl").write_text("{}\n")
    run("deploy", f"zip:{tmp_path / 'site.zip'}")
    run("ingest")
    run("build")
    run("deploy", f"zip:{tmp_path / 'site.zip'}")
    (game / "news").mkdir()
    (game / "news" / "000.md").write_text("News\n")
    run("deploy", f"zip:{tmp_path / 'site.zip'}", code=1)


def test_a_secret_that_got_into_a_page_stops_everything(run: Run, tmp_path: Path) -> None:
    run("new", "EU-7", "--seats", "2")
    folder = Folder(tmp_path, "EU-7")
    ring = read_ring(folder)
    assert ring
    (folder.path / "news").mkdir()
    news = folder.path / "news" / "000.md"
    for secret in (folder.seed.hex(), folder.players[2].key, ring.players[1][0].phrase):
        news.write_text(f"Look: {secret}\n")
        run("build")
        told = run("deploy", f"folder:{tmp_path / 'www'}", code=1).stderr
        assert "of EU-7; nothing was uploaded" in told or "of player" in told
        assert secret not in told
        assert not (tmp_path / "www").exists()
    news.write_text("Nothing.\n")
    run("build")
    run("deploy", f"folder:{tmp_path / 'www'}")


def test_places_are_named_in_site_toml(run: Run, tmp_path: Path) -> None:
    assert "names no target" in run("deploy", code=1).stderr
    path = tmp_path / "content/site.toml"
    path.write_text('[deploy.home]\nkind = "folder"\nto = "www"\n')
    run("build")
    run("deploy")
    assert (tmp_path / "www/index.html").is_file()
    path.write_text(path.read_text() + '[deploy.zip]\nkind = "zip"\nto = "site.zip"\n')
    run("build")
    assert "name one of home, zip" in run("deploy", code=1).stderr
    assert "there is no target 'hme'" in run("deploy", "hme", code=1).stderr
    run("deploy", "zip")
    path.write_text('[deploy.home]\nkind = "ftp"\nto = "www"\n')
    run("build")
    assert "deploy.home: kind" in run("deploy", code=1).stderr


@pytest.mark.parametrize(
    "words",
    ["folder:", "folder:content/www", "folder:.", "folder:output/site", "zip:content/x.zip", "zip:x.tar", "rsync:-e sh",
     "git:-x#pages", "git:/tmp/x#../main", "git:/tmp/x#-f", "folder:output/printouts/x"],
)  # fmt: skip
def test_a_dangerous_place_is_refused(tmp_path: Path, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    site(tmp_path, OLD)
    with pytest.raises(PbmError):
        choose(tmp_path, words, NOW)

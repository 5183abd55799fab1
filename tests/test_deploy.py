"""`pbm deploy`: what goes out is what the build lists, in an order that leaves no dead link, and again without harm."""

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.deploy import program
from pbm.deploy.archive import Zip
from pbm.deploy.branch import Branch
from pbm.deploy.cargo import LIST, cargo, is_of_a_site
from pbm.deploy.local import LocalFolder
from pbm.deploy.plan import Target, plain_watch
from pbm.deploy.rsync import Rsync
from pbm.deploy.targets import choose
from pbm.errors import PbmError
from pbm.site.folder import listed, listing, stage
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
OLD = {
    "index.html": '<a href="games/1.html">', "archive.html": '<a href="games/1.html">', "pbm.css": "old",
    "games/1.html": '<a href="../index.html"><a href="gone.html">', "games/gone.html": '<a href="1.html">',
    "_headers": "/*", "deep/er/only.html": "",
}  # fmt: skip
NEW = {
    "index.html": '<a href="games/1.html"><a href="games/2.html">', "archive.html": '<a href="games/2.html">',
    "pbm.css": "new", "games/1.html": '<a href="../index.html"><a href="2.html">', "_headers": "/*",
    "games/2.html": '<a href="1.html"><a href="../fresh.html">', "fresh.html": '<a href="games/2.html">',
}  # fmt: skip

Run = Callable[..., Result]
needs_rsync = pytest.mark.skipif(not shutil.which("rsync"), reason="NO RSYNC: nothing is carried by it here")


class Killed(BaseException):
    """The process ends here."""


class Mortal(Disk):
    """A disk under which the process is killed before operation `at`."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.count = at, 0

    def step(self, operation: str, path: Path) -> None:
        self.count += 1
        if self.count == self.at:
            raise Killed


def site(root: Path, files: dict[str, str]) -> Path:
    """A root with a site of those files, as if it had been built."""
    place = root / "output" / "site"
    shutil.rmtree(place, ignore_errors=True)
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    listing(place).write_bytes(listed(files))
    return root


def lies(folder: Path) -> dict[str, tuple[str, int]]:
    """Every file of a folder but the list: text and time."""
    return {
        str(p.relative_to(folder)): (p.read_text(), p.stat().st_mtime_ns)
        for p in sorted(folder.rglob("*"))
        if p.is_file() and p.name != LIST
    }


def texts(folder: Path) -> dict[str, str]:
    return {name: text for name, (text, _) in lies(folder).items()}


def put(root: Path, target: Target) -> bool:
    """Deploy; whether anything was done."""
    load = cargo(root)
    plan = target.plan(load)
    target.carry(load, plan, plain_watch)
    return plan.does_something


def dead_links(folder: Path, entries: set[str]) -> list[str]:
    """Links that lead nowhere, on pages that can be come by from those."""
    waiting, seen, dead = sorted(name for name in entries if (folder / name).is_file()), set(), []
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for link in re.findall(r'href="([^"]+)"', (folder / page).read_text()):
            to = os.path.normpath(Path(page).parent / link)
            if not (folder / to).is_file():
                dead.append(f"{page} -> {to}")
            elif to.endswith(".html"):
                waiting.append(to)
    return dead


def test_new_files_go_first_and_the_front_page_last() -> None:
    names = ["index.html", "archive.html", "games/a.html"]
    assert [stage(name, is_new=False) for name in names] == [3, 2, 1]
    assert [stage(name, is_new=True) for name in names] == [3, 0, 0]


def test_the_build_lists_what_it_built(tmp_path: Path) -> None:
    CliRunner().invoke(main, ["--root", str(tmp_path), "build"], catch_exceptions=False)
    load = cargo(tmp_path)
    assert "index.html" in load.names
    assert set(load.names) == set(lies_names(tmp_path / "output" / "site"))


def lies_names(folder: Path) -> list[str]:
    return [str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file()]


@pytest.mark.parametrize(
    "name", ["secrets.json", ".env", "mail.eml", "turns/003/state.json", "games/EU-7/private/seed", "notes.html"]
)
def test_a_stray_file_is_named_and_nothing_is_uploaded(tmp_path: Path, name: str) -> None:
    root = site(tmp_path, OLD)
    path = root / "output/site" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("secret")
    target = tmp_path / "www"
    with pytest.raises(PbmError, match=re.escape(name)):
        put(root, LocalFolder(target))
    assert not target.exists()


@pytest.mark.parametrize(
    "name", ["a.eml", ".env", "x/../y.html", "/a.html", "seed", "turns/1.html", "a b.html", "x.py"]
)
def test_a_list_cannot_smuggle_what_no_site_has(tmp_path: Path, name: str) -> None:
    assert not is_of_a_site(name)
    root = site(tmp_path, OLD)
    listing(root / "output/site").write_text(f"{name}\n")
    with pytest.raises(PbmError, match="is no name of a site's file"):
        cargo(root)


def test_links_and_odd_files_are_refused(tmp_path: Path) -> None:
    root = site(tmp_path, OLD)
    page = root / "output/site/games/1.html"
    page.unlink()
    with pytest.raises(PbmError, match="is missing"):
        cargo(root)
    page.symlink_to("/etc/passwd")
    with pytest.raises(PbmError, match="symbolic link"):
        cargo(root)
    page.unlink()
    os.mkfifo(page)
    with pytest.raises(PbmError, match="no plain file"):
        cargo(root)


def test_a_folder_gets_the_site_and_is_not_touched_again(tmp_path: Path) -> None:
    root, www = site(tmp_path, OLD), tmp_path / "www"
    assert put(root, LocalFolder(www))
    assert texts(www) == OLD
    before = lies(www)
    (www / "CNAME").write_text("example.org")
    assert not put(root, LocalFolder(www))
    assert {k: v for k, v in lies(www).items() if k != "CNAME"} == before
    site(root, NEW)
    assert put(root, LocalFolder(www))
    assert texts(www) == {**NEW, "CNAME": "example.org"}, "what is not ours is left alone"
    assert lies(www)["_headers"] == before["_headers"], "what did not change is not touched"
    assert not (www / "deep").exists()
    assert (www / "index.html").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("first", [True, False])
def test_a_killed_deploy_leaves_no_dead_link_and_the_next_one_does_the_rest(tmp_path: Path, first: bool) -> None:
    root = site(tmp_path, OLD)
    base = tmp_path / "base"
    base.mkdir()
    if not first:
        put(root, LocalFolder(base))
    site(root, NEW)
    counter = Mortal()
    shutil.copytree(base, tmp_path / "count")
    put(root, LocalFolder(tmp_path / "count", counter))
    assert counter.count > 30
    for at in range(1, counter.count + 1):
        www = tmp_path / f"www{at}"
        shutil.copytree(base, www)
        with pytest.raises(Killed):
            put(root, LocalFolder(www, Mortal(at)))
        entries = {"index.html"} if first else set(OLD)
        assert dead_links(www, entries) == [], at
        put(root, LocalFolder(www))
        assert sorted(lies_names(www)) == sorted([*NEW, LIST]), at
        assert texts(www) == NEW
        assert not put(root, LocalFolder(www))


def test_a_deploy_that_was_killed_before_another_build_takes_its_files_away(tmp_path: Path) -> None:
    root, www = site(tmp_path, NEW), tmp_path / "www"
    with pytest.raises(Killed):
        put(root, LocalFolder(www, Mortal(40)))
    assert (www / "fresh.html").exists()
    put(site(root, OLD), LocalFolder(www))
    assert texts(www) == OLD


def test_a_folder_that_is_no_site_or_holds_links_is_refused(tmp_path: Path) -> None:
    root, www = site(tmp_path / "root", OLD), tmp_path / "www"
    www.mkdir()
    (www / "diary.txt").write_text("mine")
    with pytest.raises(PbmError, match="no site of ours"):
        put(root, LocalFolder(www))
    (www / "diary.txt").unlink()
    (www / "games").symlink_to(tmp_path)
    with pytest.raises(PbmError, match="symbolic link"):
        put(root, LocalFolder(www))
    for inside in (root / "output/site", root / "output/site/x", root / "output"):
        with pytest.raises(PbmError, match="cannot be its target"):
            put(root, LocalFolder(inside))


def test_the_same_site_is_the_same_zip(tmp_path: Path) -> None:
    root = site(tmp_path, OLD)
    first, second = tmp_path / "1.zip", tmp_path / "2.zip"
    put(root, Zip(first))
    for path in (root / "output/site").rglob("*.html"):
        os.utime(path, (1, 1))
        path.chmod(0o600)
    put(root, Zip(second))
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as made:
        assert made.namelist() == sorted(OLD)
        assert {info.date_time for info in made.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    time = first.stat().st_mtime_ns
    assert not put(root, Zip(first))
    site(root, NEW)
    plan = Zip(first).plan(cargo(root))
    assert (plan.new, plan.gone) == (("fresh.html", "games/2.html"), ("deep/er/only.html", "games/gone.html"))
    put(root, Zip(first))
    assert first.stat().st_mtime_ns != time
    (tmp_path / "notes.zip").write_text("no zip at all")
    with pytest.raises(PbmError, match="no zip file"):
        put(root, Zip(tmp_path / "notes.zip"))


def git(*words: str, folder: Path) -> str:
    env = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    done = subprocess.run(["git", *who, *words], cwd=folder, env=env, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """An empty repository to push to."""
    path = tmp_path / "bare.git"
    git("init", "-q", "--bare", str(path), folder=tmp_path)
    return path


def shown(bare: Path) -> dict[str, str]:
    names = git("ls-tree", "-r", "--name-only", "pages", folder=bare).split()
    return {name: git("show", f"pages:{name}", folder=bare) for name in names}


@pytest.mark.parametrize("history", [False, True])
def test_a_branch_gets_one_commit_a_deploy(tmp_path: Path, bare: Path, history: bool) -> None:
    root = site(tmp_path, OLD)
    assert put(root, Branch(str(bare), "pages", NOW, history=history))
    there = shown(bare)
    assert {k: v for k, v in there.items() if not k.startswith(".")} == OLD
    assert set(there) - set(OLD) == {LIST, ".nojekyll"}
    head = git("rev-parse", "pages", folder=bare)
    assert not put(root, Branch(str(bare), "pages", NOW, history=history))
    assert git("rev-parse", "pages", folder=bare) == head
    site(root, NEW)
    assert put(root, Branch(str(bare), "pages", NOW, history=history))
    assert {k: v for k, v in shown(bare).items() if not k.startswith(".")} == NEW
    told = git("log", "--format=%an <%ae>|%cn <%ce>|%s|%aI", "pages", folder=bare).splitlines()
    one = "pbm <pbm@localhost>|pbm <pbm@localhost>|The site|2026-12-01T20:00:00+00:00"
    assert told == [one] * (2 if history else 1)


def test_a_branch_keeps_what_is_not_ours_and_cuts_no_foreign_history(tmp_path: Path, bare: Path) -> None:
    work = tmp_path / "work"
    git("clone", "-q", str(bare), str(work), folder=tmp_path)
    git("checkout", "-q", "-b", "pages", folder=work)
    for name, text in (("pbm.css", "by hand"), ("CNAME", "example.org")):
        (work / name).write_text(text)
    git("add", ".", folder=work)
    git("commit", "-q", "-m", "by hand", folder=work)
    git("push", "-q", "origin", "pages", folder=work)
    root = site(tmp_path, OLD)
    put(root, Branch(str(bare), "pages", NOW))
    assert git("log", "--format=%s", "pages", folder=bare).split("\n")[:2] == ["The site", "by hand"]
    assert shown(bare)["CNAME"] == "example.org"
    put(site(root, NEW), Branch(str(bare), "pages", NOW))
    assert git("log", "--format=%s", "pages", folder=bare) == "The site\n"
    assert shown(bare)["CNAME"] == "example.org"


def test_a_branch_with_something_else_in_it_is_refused(tmp_path: Path, bare: Path) -> None:
    work = tmp_path / "work"
    git("clone", "-q", str(bare), str(work), folder=tmp_path)
    git("checkout", "-q", "-b", "main", folder=work)
    (work / "program.py").write_text("precious")
    git("add", ".", folder=work)
    git("commit", "-q", "-m", "work", folder=work)
    git("push", "-q", "origin", "main", folder=work)
    (work / "program.py").write_text("not yet committed")
    root = site(tmp_path, OLD)
    with pytest.raises(PbmError, match="no site of ours"):
        put(root, Branch(str(bare), "main", NOW))
    assert git("show", "main:program.py", folder=bare) == "precious"
    put(root, Branch(str(work), "pages", NOW))
    assert (work / "program.py").read_text() == "not yet committed"
    assert git("status", "--porcelain", folder=work) == " M program.py\n"
    assert not (work / "index.html").exists()


def test_a_push_that_fails_says_so_without_a_password(tmp_path: Path) -> None:
    root = site(tmp_path, OLD)
    with pytest.raises(PbmError) as told:
        put(root, Branch("https://me:hunter2@127.0.0.1:1/x.git", "pages", NOW))
    assert "hunter2" not in str(told.value)
    with pytest.raises(PbmError, match="not allowed"):
        put(root, Branch("ext::sh -c touch% /tmp/x", "pages", NOW))


@needs_rsync
def test_rsync_gets_the_site_and_is_not_touched_again(tmp_path: Path) -> None:
    root, www = site(tmp_path, OLD), tmp_path / "srv" / "www"
    assert put(root, Rsync(str(www)))
    assert texts(www) == OLD
    (www / "CNAME").write_text("example.org")
    before = lies(www)
    assert not put(root, Rsync(str(www)))
    assert lies(www) == before
    site(root, NEW)
    assert put(root, Rsync(str(www)))
    assert texts(www) == {**NEW, "CNAME": "example.org"}
    assert (www / "index.html").stat().st_mode & 0o777 == 0o644


@needs_rsync
@pytest.mark.parametrize("first", [True, False])
def test_an_rsync_that_is_killed_between_stages_leaves_no_dead_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: bool
) -> None:
    root, base = site(tmp_path, OLD), tmp_path / "base"
    base.mkdir()
    if not first:
        put(root, Rsync(str(base)))
    site(root, NEW)
    calls = 0

    def counted(words: list[str], **more: bytes) -> bytes:
        nonlocal calls
        if calls == 0:
            raise Killed
        calls -= 1
        return program.run(words, data=more.get("data", b""))

    monkeypatch.setattr("pbm.deploy.rsync.run", counted)
    for at in range(12):
        www = tmp_path / f"www{at}"
        shutil.copytree(base, www)
        calls = at
        try:
            put(root, Rsync(str(www)))
            break
        except Killed:
            assert dead_links(www, {"index.html"} if first else set(OLD)) == [], at
        calls = -1
        put(root, Rsync(str(www)))
        assert texts(www) == NEW, at
    else:
        pytest.fail("it never ended")
    assert at > 4


@needs_rsync
def test_rsync_refuses_links_and_strange_places(tmp_path: Path) -> None:
    root, www = site(tmp_path, OLD), tmp_path / "www"
    www.mkdir()
    (www / "diary.txt").write_text("mine")
    with pytest.raises(PbmError, match="no site of ours"):
        put(root, Rsync(str(www)))
    (www / "diary.txt").unlink()
    (tmp_path / "elsewhere").mkdir()
    (www / "games").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PbmError, match="games is no plain file there"):
        put(root, Rsync(str(www)))
    assert not list((tmp_path / "elsewhere").iterdir())


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
    assert "names no place" in run("deploy", code=1).stderr
    path = tmp_path / "content/site.toml"
    path.write_text('[deploy.home]\nkind = "folder"\nto = "www"\n')
    run("build")
    run("deploy")
    assert (tmp_path / "www/index.html").is_file()
    path.write_text(path.read_text() + '[deploy.zip]\nkind = "zip"\nto = "site.zip"\n')
    run("build")
    assert "name one of home, zip" in run("deploy", code=1).stderr
    assert "there is no place 'hme'" in run("deploy", "hme", code=1).stderr
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

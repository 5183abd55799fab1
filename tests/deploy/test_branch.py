"""A site goes to a branch of a git repository."""

import os
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.deploy.branch import Branch
from pbm.deploy.cargo import LIST, cargo
from pbm.errors import PbmError
from tests.deploy.sites import NEW, NOW, OLD, put, site


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
    with pytest.raises(PbmError, match="not a site of pbm"):
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


@pytest.mark.parametrize(
    "harm", ["shallow.lock", "refs/pbm/there.lock", "config.lock", "HEAD", "objects", "every", "file"]
)
def test_a_spoiled_repository_of_our_own_stops_no_deploy(
    tmp_path: Path, bare: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = site(tmp_path, OLD)
    put(root, Branch(str(bare), "pages", NOW))
    (own,) = (tmp_path / "cache").rglob("*.git")
    site(root, NEW)
    if harm == "objects":
        shutil.rmtree(own / harm)
    elif harm == "file":
        shutil.rmtree(own)
        own.write_text("no folder")
    elif harm == "every":
        Branch(str(bare), "pages", NOW).plan(cargo(root))  # killed after it had made the objects, which the disk lost
        for path in (own / "objects").rglob("??????*"):
            path.chmod(0o600)
            path.write_bytes(b"")
    else:
        (own / harm).parent.mkdir(exist_ok=True)
        (own / harm).write_text("")
    assert put(root, Branch(str(bare), "pages", NOW))
    assert {k: v for k, v in shown(bare).items() if not k.startswith(".")} == NEW
    site(root, OLD)
    assert put(root, Branch(str(bare), "pages", NOW + timedelta(hours=1)))
    assert {k: v for k, v in shown(bare).items() if not k.startswith(".")} == OLD
    assert not list(own.rglob("*.lock"))

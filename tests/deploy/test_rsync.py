"""A site goes to a host by rsync."""

import shutil
from pathlib import Path

import pytest

from pbm.deploy import program
from pbm.deploy.rsync import Rsync
from pbm.errors import PbmError
from tests.deploy.sites import NEW, OLD, Killed, dead_links, files_of, put, site, texts

needs_rsync = pytest.mark.skipif(not shutil.which("rsync"), reason="NO RSYNC: nothing is carried by it here")


@needs_rsync
def test_rsync_gets_the_site_and_is_not_touched_again(tmp_path: Path) -> None:
    root, www = site(tmp_path, OLD), tmp_path / "srv" / "www"
    assert put(root, Rsync(str(www)))
    assert texts(www) == OLD
    (www / "CNAME").write_text("example.org")
    before = files_of(www)
    assert not put(root, Rsync(str(www)))
    assert files_of(www) == before
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
    with pytest.raises(PbmError, match="not a site of pbm"):
        put(root, Rsync(str(www)))
    (www / "diary.txt").unlink()
    (tmp_path / "elsewhere").mkdir()
    (www / "games").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PbmError, match="games is not a regular file there"):
        put(root, Rsync(str(www)))
    assert not list((tmp_path / "elsewhere").iterdir())

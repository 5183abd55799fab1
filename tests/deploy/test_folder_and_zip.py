"""A site goes into a folder, and into a zip."""

import os
import shutil
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from pbm.deploy.archive import Zip
from pbm.deploy.cargo import LIST, cargo
from pbm.deploy.local import LocalFolder
from pbm.errors import PbmError
from pbm.store.disk import Disk
from tests.deploy.sites import NEW, OLD, Killed, dead_links, files_of, names_of, put, site, texts


class Mortal(Disk):
    """A disk under which the process is killed before operation `at`."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.count = at, 0

    def step(self, operation: str, path: Path) -> None:
        self.count += 1
        if self.count == self.at:
            raise Killed


def test_a_folder_gets_the_site_and_is_not_touched_again(tmp_path: Path) -> None:
    root, www = site(tmp_path, OLD), tmp_path / "www"
    assert put(root, LocalFolder(www))
    assert texts(www) == OLD
    before = files_of(www)
    (www / "CNAME").write_text("example.org")
    assert not put(root, LocalFolder(www))
    assert {k: v for k, v in files_of(www).items() if k != "CNAME"} == before
    site(root, NEW)
    assert put(root, LocalFolder(www))
    assert texts(www) == {**NEW, "CNAME": "example.org"}, "what is not ours is left alone"
    assert files_of(www)["_headers"] == before["_headers"], "what did not change is not touched"
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
        assert sorted(names_of(www)) == sorted([*NEW, LIST]), at
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
    with pytest.raises(PbmError, match="not a site of pbm"):
        put(root, LocalFolder(www))
    (www / "diary.txt").unlink()
    (www / "games").symlink_to(tmp_path)
    with pytest.raises(PbmError, match="symbolic link"):
        put(root, LocalFolder(www))
    for inside in (root / "output/site", root / "output/site/x", root / "output"):
        with pytest.raises(PbmError, match="cannot be deployed to its own folder"):
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
    assert first.stat().st_mtime_ns == time, "what is the same is not written again"
    site(root, NEW)
    plan = Zip(first).plan(cargo(root))
    assert (plan.new, plan.gone) == (("fresh.html", "games/2.html"), ("deep/er/only.html", "games/gone.html"))
    put(root, Zip(first))
    assert first.stat().st_mtime_ns != time
    (tmp_path / "notes.zip").write_text("no zip at all")
    with pytest.raises(PbmError, match="not a zip file"):
        put(root, Zip(tmp_path / "notes.zip"))


def test_a_zip_that_was_spoiled_is_written_anew(tmp_path: Path) -> None:
    root, place = site(tmp_path, OLD), tmp_path / "site.zip"
    put(root, Zip(place))
    whole = place.read_bytes()
    for at in range(len(whole)):
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        with suppress(PbmError):  # it may be no zip any more, which is told
            put(root, Zip(place))
            with zipfile.ZipFile(place) as made:
                assert {name: made.read(name).decode() for name in made.namelist()} == OLD
    place.unlink()
    os.mkfifo(place)
    with pytest.raises(PbmError, match="not a zip file"):
        put(root, Zip(place))

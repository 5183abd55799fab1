"""What was made and is kept in the cache folder is taken away when nobody used it for long, and then made again."""

import errno
import os
import resource
import shutil
import signal
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from pbm.core import stamps
from pbm.core.stamps import DAY, KINDS, cache_folder, prune, put, recalled
from pbm.deploy.branch import Branch
from pbm.deploy.cargo import cargo
from pbm.site.ink.markup import Press
from pbm.site.maps.drawing import drawing
from pbm.site.render import Renderer
from tests.deploy.sites import OLD, site
from tests.example_league.maps import geometries

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = cache_folder()
    assert folder
    return folder


def older(path: Path, days: float) -> None:
    """Let that many days pass for a file or folder."""
    was = path.stat().st_mtime - days * DAY
    os.utime(path, (was, was))


def kept(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["write", "replace"])
def test_on_a_full_disk_nothing_is_left_of_what_was_to_be_remembered(
    place: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = place / "it"
    put(str(path), b"old")
    if name == "replace":

        def full(*_: object) -> NoReturn:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr(os, "replace", full)
        data = b"new"
    else:
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        was = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limit[1]))
        data = bytes(2 << 20)
    try:
        with pytest.raises(OSError, match=r"No space left|File too large"):
            put(str(path), data)
    finally:
        if name == "write":
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
            signal.signal(signal.SIGXFSZ, was)
    assert kept(place) == {"it"}
    assert recalled(path) == b"old"


def test_of_each_kind_what_was_unused_for_ninety_days_is_taken_away(place: Path) -> None:
    for kind in (*KINDS, "places", "cron"):
        for name, days in (("old", 91), ("used", 89)):
            (place / kind / name).mkdir(parents=True)
            (place / kind / name / "file").write_text("x")
            (place / kind / f"{name}.file").write_text("x")
            for path in (place / kind / name / "file", place / kind / name, place / kind / f"{name}.file"):
                older(path, days)
    prune(place)
    for kind in KINDS:
        assert kept(place / kind) == {"used", "used.file"}
    for kind in ("places", "cron"):
        assert kept(place / kind) == {"old", "old.file", "used", "used.file"}, "these are needed as long as a game is"


def test_it_is_looked_through_once_a_day(place: Path) -> None:
    prune(place)
    (place / "prose").mkdir()
    for name in ("one", "two"):
        (place / "prose" / name).write_text("x")
        older(place / "prose" / name, 91)
        older(place / "pruned", 0.9)
        prune(place)
        assert kept(place / "prose") == {name}, "it is too early"
        older(place / "pruned", 0.2)
        prune(place)
        assert kept(place / "prose") == set()


def test_a_cache_that_is_not_there_or_holds_links_does_no_harm(place: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "mine").write_text("x")
    older(tmp_path / "elsewhere" / "mine", 400)
    (place / "prose").symlink_to(tmp_path / "elsewhere")
    (place / "maps").mkdir()
    (place / "maps" / "link").symlink_to(tmp_path / "elsewhere" / "mine")
    os.utime(place / "maps" / "link", (0, 0), follow_symlinks=False)
    prune(place)
    assert kept(place / "maps") == set()
    assert (tmp_path / "elsewhere" / "mine").is_file()
    shutil.rmtree(place)
    prune(place)
    assert not place.exists()


def test_prose_and_maps_that_are_used_stay(place: Path) -> None:
    geometry = next(iter(geometries().values()))
    Renderer([], geometries())
    Press(place).render("Said *once*.", "moderator")
    drawing({**geometry, "neutral": "drawn once"}, place)
    for _ in range(3):
        Press(place).render("Said *again*.", "moderator")
        drawing(geometry, place)
        for path in (*(place / "prose").iterdir(), *(place / "maps").iterdir(), place / "pruned"):
            older(path, 40)
        Renderer([], geometries())
    assert len(kept(place / "prose")) == len(kept(place / "maps")) == 1
    for word in ("once", "again"):
        assert f"<em>{word}</em>" in Press(place).render(f"Said *{word}*.", "moderator").html


SMALL = "{% for n in (1, 2, 3) %}{{ n * 2 }}{% if n > 1 %} & {{ name | upper }}{% endif %};{% endfor %}"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder with a small template of one's own."""
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "small.html").write_text(SMALL)
    return tmp_path / "own"


def shown(own: Path) -> str:
    return Renderer([own], geometries()).page("small.html", name="<b>")


def test_a_compiled_template_that_the_disk_changed_is_made_again_and_never_run(place: Path, own: Path) -> None:
    """Whatever bit turned: code that is not what was compiled may take the whole program down, without a word."""
    was = shown(own)
    assert was == "2;4 & &lt;B&gt;;6 & &lt;B&gt;;"
    (file,) = (place / "templates").iterdir()
    data = file.read_bytes()
    for at in (*range(0, len(data), 37), len(data) - 1):
        file.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        assert shown(own) == was
        assert file.read_bytes() == data, "it lies there whole again"
        file.write_bytes(data[:at])
        assert shown(own) == was


def test_compiled_templates_that_are_used_stay_and_where_they_cannot_be_kept_pages_are_made(
    place: Path, own: Path
) -> None:
    was = shown(own)
    (file,) = (place / "templates").iterdir()
    for _ in range(3):
        older(file, 40)
        assert shown(own) == was
    prune(place)
    assert kept(place / "templates") == {file.name}
    file.unlink()
    file.mkdir()
    assert shown(own) == was


def test_a_repository_that_is_deployed_from_stays_and_one_that_is_not_goes(place: Path, tmp_path: Path) -> None:
    url = tmp_path / "bare.git"
    subprocess.run(["git", "init", "--quiet", "--bare", str(url)], check=True)
    load = cargo(site(tmp_path, OLD))
    for branch in ("used", "left"):
        Branch(str(url), branch, NOW).plan(load)
    (used, left) = sorted((place / "deploy").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    for path in (used, left):
        older(path, 91)
    Branch(str(url), "used", NOW).plan(load)
    prune(place)
    assert kept(place / "deploy") == {used.name}
    plan = Branch(str(url), "left", NOW).plan(load)
    assert set(plan.new) == set(OLD)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes")
@pytest.mark.parametrize("which", ["pbm", "pbm/site"])
@pytest.mark.parametrize("wrong", ["group", "others", "link", "owner"])
def test_a_cache_folder_that_others_can_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], which: str, wrong: str
) -> None:
    stamps.is_ours.cache_clear()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "pbm/site").mkdir(parents=True, mode=0o700)
    (tmp_path / "pbm").chmod(0o700)
    place = tmp_path / which
    if wrong == "link":
        place.rename(tmp_path / "elsewhere")
        place.symlink_to(tmp_path / "elsewhere")
    elif wrong == "owner":
        found, own = os.lstat, place
        other = os.stat_result((*found(own)[:4], os.getuid() + 1, *found(own)[5:]))
        monkeypatch.setattr(os, "lstat", lambda path: other if str(path) == str(own) else found(path))
    else:
        place.chmod(0o770 if wrong == "group" else 0o707)
    assert stamps.cache_folder() is None
    assert stamps.cache_folder() is None
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 1
    assert told[0].startswith(f"{place}: ")
    stamps.is_ours.cache_clear()


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="owners and modes")
def test_the_cache_folder_is_made_for_us_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamps.is_ours.cache_clear()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))
    mask = os.umask(0)
    try:
        folder = stamps.cache_folder()
    finally:
        os.umask(mask)
    assert folder is not None
    assert [place.stat().st_mode & 0o777 for place in (folder, folder.parent)] == [0o700, 0o700]
    stamps.is_ours.cache_clear()

"""A build makes only what is new, and the same as if it made all; a run that has nothing to do does not look."""

import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from pbm.core import stamps as cache
from pbm.core.stamps import DAY, cache_folder
from pbm.errors import PbmError
from pbm.publish.unchanged import NEVER, is_fresh, is_still, remember
from pbm.site.build import build
from pbm.site.output.links import Links
from pbm.site.output.memory import memory_folder
from pbm.site.pages import League
from tests.example_league.league import known, league
from tests.example_league.maps import geometries
from tests.site.built import contents, stamps

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_what_was_made_is_not_made_again(tmp_path: Path) -> None:
    out = tmp_path / "site"
    made: list[str] = []
    build(known(league(last=3), made), geometries(), out, [])
    assert made == ["book", "EU-2 0", "EU-2 1", "EU-2 2", "EU-2 3", "EU-1 0", "EU-1 1"]
    before = stamps(out)
    made.clear()
    assert not build(known(league(last=3), made), geometries(), out, []).did_something
    assert made == []
    assert stamps(out) == before


def test_a_new_turn_makes_itself_and_the_one_before(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(known(league(last=6), []), geometries(), out, [])
    made: list[str] = []
    build(known(league(last=7), made), geometries(), out, [])
    assert made == ["EU-2 6", "EU-2 7"], "the newest turn is made twice in its life"
    build(league(last=7), geometries(), tmp_path / "whole", [], cache=False)
    assert contents(out) == contents(tmp_path / "whole"), "the same bytes as if all were made"


def test_a_changed_template_makes_all_again(tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    out = tmp_path / "site"
    build(known(league(last=1), []), geometries(), out, own)
    (own / "page.js").write_text("// mine\n")
    made: list[str] = []
    build(known(league(last=1), made), geometries(), out, own)
    assert len(made) == 5


def test_a_new_release_of_a_library_that_makes_pages_makes_all_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have mended what let something through."""
    now = cache.libraries()
    assert [Path(line.split()[0]).parent.name for line in now.splitlines()] == ["jinja2", "markdown", "nh3"]
    build(known(league(last=1), []), geometries(), tmp_path / "site", [])
    remember(tmp_path, "9999")
    assert is_still(tmp_path, NOON)
    monkeypatch.setattr(cache, "libraries", lambda: now + "nh3 of tomorrow")
    cache.program.cache_clear()
    try:
        assert not is_still(tmp_path, NOON)
        made: list[str] = []
        build(known(league(last=1), made), geometries(), tmp_path / "site", [])
        assert len(made) == 5
    finally:
        cache.program.cache_clear()


def test_a_link_from_a_remembered_page_is_checked(tmp_path: Path) -> None:
    """The about page links to the rule book; where the book goes, the build fails and the site stays."""
    out = tmp_path / "site"
    whole = league(last=1)
    build(known(whole, []), geometries(), out, [])
    before = stamps(out)
    less = msgspec.structs.replace(known(whole, []), books=(), index_markdown="")
    with pytest.raises(PbmError, match=r"links to rules/battle-plan\.html"):
        build(less, geometries(), out, [])
    assert stamps(out) == before


def test_a_build_that_failed_does_not_mislead_the_next(tmp_path: Path) -> None:
    """Games are put aside one by one, before it is known whether the site comes into its place."""
    out = tmp_path / "site"
    build(known(league(last=3), []), geometries(), out, [])
    broken = msgspec.structs.replace(known(league(last=4), []), books=(), index_markdown="")
    with pytest.raises(PbmError, match=r"links to rules/battle-plan\.html"):
        build(broken, geometries(), out, [])
    made: list[str] = []
    build(known(league(last=4), made), geometries(), out, [])
    assert made == ["EU-2 3", "EU-2 4"], "what the failed build made lies nowhere; all else stands"
    build(league(last=4), geometries(), tmp_path / "whole", [], cache=False)
    assert contents(out) == contents(tmp_path / "whole")


def test_links_told_and_joined_are_the_same() -> None:
    part = Links()
    part.add("a.html", frozenset({"x"}))
    part.want("a.html", "a.html", "x")
    part.want("a.html", "b.html", "y")
    part.want("a.html", "a.html", "lost")
    anchors, wanted = part.told()
    assert anchors == {"a.html": "x"}
    assert wanted == "a.html#lost\nb.html#y"
    for way in ("join", "absorb"):
        whole = Links()
        whole.add("b.html", frozenset({"y"}))
        if way == "join":
            whole.join(anchors, wanted)
        else:
            whole.absorb(part)
        with pytest.raises(PbmError, match=r"a\.html links to a\.html#lost, and"):
            whole.check()


# Nothing to do


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("content/games/EU-2/inbox/a.txt", "output/site/index.html"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("x")
    return tmp_path


def test_nothing_is_known_of_a_new_place(root: Path) -> None:
    assert not is_still(root, NOON)
    assert not is_still(root, None)


def test_what_lies_as_it_lay_is_still(root: Path) -> None:
    remember(root, (NOON + timedelta(hours=1)).isoformat())
    assert is_still(root, NOON)
    assert is_still(root, None)
    assert not is_still(root / "content", NOON)


@pytest.mark.parametrize("name", ["content/games/EU-2/inbox/b.txt", "output/site/new.html", "site_templates/page.html"])
def test_a_new_file_is_seen(root: Path, name: str) -> None:
    remember(root, "9999")
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("x")
    assert not is_still(root, NOON)


def test_a_list_of_the_sites_files_that_somebody_wrote_into_is_seen(root: Path) -> None:
    path = root / "output/site.files"
    for text in ("index.html\n", "", "nothing of ours\n"):
        remember(root, "9999")
        path.write_text(text)
        assert not is_still(root, NOON)
        assert not is_fresh(root)


def test_a_changed_and_a_lost_file_are_seen(root: Path) -> None:
    path = root / "output/site/index.html"
    remember(root, "9999")
    os.utime(path, ns=(1, 1))
    assert not is_still(root, NOON)
    remember(root, "9999")
    assert is_still(root, NOON)
    path.unlink()
    assert not is_still(root, NOON)


def test_a_deadline_that_ended_is_seen_by_who_plays_and_not_by_who_builds(root: Path) -> None:
    remember(root, NOON.isoformat())
    assert not is_still(root, NOON)
    assert is_still(root, NOON - timedelta(seconds=1))
    assert is_still(root, None)


def test_work_that_is_left_is_no_stillness(root: Path) -> None:
    remember(root, "")
    assert not is_still(root, NOON)
    assert is_still(root, None)


# What is remembered of sites and games that are gone


def remembered(*sites: Path) -> list[set[str]]:
    """The groups that are remembered of each site."""
    place = cache_folder()
    assert place
    folders = [memory_folder(place, site) for site in sites]
    return [{file.stem for file in folder.glob("*.made")} if folder else set() for folder in folders]


def older(site: Path, days: float) -> None:
    """Let that many days pass for what is remembered of a site."""
    folder = memory_folder(cache_folder(), site)
    assert folder
    for file in folder.iterdir():
        was = file.stat().st_mtime - days * DAY
        os.utime(file, (was, was))


def small(*games: str) -> League:
    whole = league(last=1)
    return msgspec.structs.replace(whole, games=tuple(game for game in whole.games if game.id in games))


def test_a_site_that_is_gone_is_forgotten_after_long_and_one_that_is_there_never(tmp_path: Path) -> None:
    here, idle, gone, fresh = (tmp_path / name for name in ("here", "idle", "gone", "fresh"))
    for site in (here, idle, gone, fresh):
        build(known(small("EU-1"), []), geometries(), site, [])
    for site in (gone, fresh):
        shutil.rmtree(site)
    older(idle, 400)
    older(gone, 91)
    older(fresh, 89)
    build(known(small("EU-1"), []), geometries(), here, [])
    assert remembered(gone) != [set()], "it is looked through once a day"
    older(here, 2)
    build(known(small("EU-1"), []), geometries(), here, [])
    ours, theirs, none, kept = remembered(here, idle, gone, fresh)
    assert none == set()
    assert ours == theirs == kept
    folder = memory_folder(cache_folder(), gone)
    assert folder
    assert not folder.exists()


def test_what_is_no_memory_of_a_site_is_left_alone(tmp_path: Path) -> None:
    site, place = tmp_path / "site", cache_folder()
    build(known(small("EU-1"), []), geometries(), site, [])
    assert place
    others = place / "made" / "others", place / "made" / ("a" * 32)
    for folder in (others[0], tmp_path / "elsewhere"):
        folder.mkdir()
        (folder / "old.json").write_text("{}")
        os.utime(folder / "old.json", (0, 0))
    others[1].symlink_to(tmp_path / "elsewhere")
    unknown = place / "made" / ("b" * 32)  # of a version that noted no place
    unknown.mkdir()
    for name, days in (("old.json", 91), ("new.json", 89)):
        (unknown / name).write_text("{}")
        was = (unknown / name).stat().st_mtime - days * DAY
        os.utime(unknown / name, (was, was))
    older(site, 2)
    build(known(small("EU-1"), []), geometries(), site, [])
    assert (others[0] / "old.json").exists()
    assert (tmp_path / "elsewhere" / "old.json").exists()
    assert [file.name for file in unknown.iterdir()] == ["new.json"]


def test_how_a_root_lay_that_is_gone_is_forgotten_after_long(tmp_path: Path) -> None:
    roots = [tmp_path / name for name in ("here", "idle", "gone", "fresh")]
    place = cache_folder()
    assert place
    files: dict[str, set[Path]] = {}
    for root in roots:
        (root / "content").mkdir(parents=True)
        before = set((place / "still").glob("*"))
        remember(root, NEVER)
        files[root.name] = set((place / "still").glob("*")) - before
        assert len(files[root.name]) == 1
    for name, days in (("idle", 400), ("gone", 91), ("fresh", 89)):
        for file in files[name]:
            was = file.stat().st_mtime - days * DAY
            os.utime(file, (was, was))
    for name in ("gone", "fresh"):
        shutil.rmtree(tmp_path / name)
    remember(roots[0], NEVER)
    left = set((place / "still").glob("*"))
    assert not left & files["gone"]
    assert files["here"] | files["idle"] | files["fresh"] <= left
    assert is_still(roots[1], NOON)

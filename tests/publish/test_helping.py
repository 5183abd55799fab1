"""A site whose games are made by workers is the same, byte for byte, and the next build finds it as it left it."""

import shutil
from pathlib import Path

import pytest

from pbm.publish import helping
from pbm.sharing.choice import sharer
from pbm.sharing.pieces import Alone
from tests.command import runner
from tests.laws.test_shipped import tree

ROOT = Path(__file__).parents[2]
GAMES = ("EU-2", "TT-1", "ED-2")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795000000")


def league(place: Path) -> Path:
    """A running game, a revealed one, and one on squares, with the moderator's own colours and templates."""
    for game in GAMES:
        shutil.copytree(ROOT / "content" / "games" / game, place / "content" / "games" / game)
    for name in ("site.toml",):
        shutil.copy(ROOT / "content" / name, place / "content" / name)
    (place / "site_templates").mkdir()
    (place / "site_templates" / "narrow.css").write_text("p { color: var(--ink) }\n")
    return place


@pytest.mark.usefixtures("cache")
def test_two_workers_make_the_same_site_as_one_process(tmp_path: Path) -> None:
    alone, shared = league(tmp_path / "alone"), league(tmp_path / "shared")
    told = runner(alone)("build").output
    assert runner(shared)("build", "--workers", "2").output == told.replace(str(alone), str(shared))
    made = tree(alone / "output")
    assert tree(shared / "output") == made
    assert len(made) > 200
    for words in (("build",), ("build", "--workers", "2")):
        assert "Nothing to do" in runner(shared)(*words).output
    for place in (alone, shared):
        (place / "content" / "games" / "TT-1" / "news" / "016.md").write_text("+++\ndate = 2026-11-01\n+++\nDone.\n")
    runner(alone)("build")
    runner(shared)("build")
    assert tree(shared / "output") == tree(alone / "output") != made


@pytest.mark.usefixtures("cache")
def test_a_whole_site_is_made_anew_by_workers_too(tmp_path: Path) -> None:
    """Where all stands on the disk and the templates changed: sealed bundles that stand are left as they are."""
    place = league(tmp_path / "league")
    runner(place)("build")
    before = tree(place / "output")
    (place / "site_templates" / "narrow.css").write_text("p { color: var(--ink2) }\n")
    runner(place)("build", "--workers", "2")
    after = tree(place / "output")
    assert {
        path for path in before if before[path] != after[path] and "/sealed/" in path and path.endswith(".js")
    } == set()
    other = league(tmp_path / "other")
    (other / "site_templates" / "narrow.css").write_text("p { color: var(--ink2) }\n")
    runner(other)("build")
    assert tree(other / "output") == after


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    "harmed",
    [
        "TT-1/private/turns/003/state.json",
        "TT-1/private/turns/004/record.json",
        "TT-1/private/turns/000/record.json",
        "TT-1/private/seed",
        "TT-1/private/ledger.jsonl",
        "EU-2/private/keys.json",
    ],
)
def test_one_broken_game_stays_one(tmp_path: Path, harmed: str) -> None:
    alone, shared = league(tmp_path / "alone"), league(tmp_path / "shared")
    for place in (alone, shared):
        path = place / "content" / "games" / harmed
        assert path.exists()
        path.write_text("{}")
    told = runner(alone)("build", code=1).output
    assert f"{harmed[:4]}: the site shows it as being repaired" in told
    assert runner(shared)("build", "--workers", "2", code=1).output == told.replace(str(alone), str(shared))
    assert tree(shared / "output") == tree(alone / "output")


@pytest.mark.usefixtures("cache")
def test_a_worker_that_does_not_see_the_league_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = league(tmp_path / "league")
    whole = helping.handed_out
    monkeypatch.setattr(helping, "handed_out", lambda root, *others: whole(tmp_path / "elsewhere", *others))
    told = runner(place)("build", "--workers", "2", code=1).output
    assert told.count("\n") == 1
    assert "a worker cannot see this folder; it must have the same path everywhere." in told
    assert not (place / "output" / "site").exists()


def test_one_process_is_its_own() -> None:
    with sharer(1, "", pytest.fail) as alone:
        assert isinstance(alone, Alone)

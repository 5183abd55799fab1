"""pbm as a package: from the wheel, in an empty folder, without the tree that it was made from."""

import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.core.shipped import shipped
from tests.command import runner
from tests.shipped import ROOT

Run = Callable[..., str]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What pip would put among the packages."""
    place = tmp_path_factory.mktemp("wheel")
    made = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    (wheel,) = place.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "packages")
    return place / "packages"


@pytest.fixture
def run(package: Path, tmp_path: Path) -> Run:
    """The program of the wheel, in an empty folder."""
    here = tmp_path / "league"
    here.mkdir()
    env = {
        **os.environ,
        "PYTHONPATH": str(package),
        "SOURCE_DATE_EPOCH": "1797000000",
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
    }

    def call(*words: str, code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "pbm", *words], cwd=here, env=env, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return call


def test_an_empty_folder_becomes_a_league_with_rule_books_and_manual(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "league"
    told = run("init")
    assert "content/site.toml is made." in told
    assert [line.split()[1] for line in told.splitlines()[-3:]] == ["new", "publish", "serve"]
    run("new", "EU-1", "--seats", "5", "--every", "14 days")
    run("publish")
    site = root / "output/site"
    book = (site / "rules/battle-plan.html").read_text("utf-8")
    assert 'id="4C.6"' in book, "the rules, and not the tables alone"
    assert (site / "rules/trust-a-thief.html").is_file()
    home = (site / "index.html").read_text("utf-8")
    for page in ("player", "moderator", "privacy", "index"):
        assert f'href="about/{page}.html"' in home, "the foot of every page names it"
    for page in ("order-cards", "keys", "fairness", "maps"):
        assert (site / f"about/{page}.html").is_file()
    assert "caravan" in (site / "search-index.js").read_text("utf-8").lower()
    assert "Nothing to do" in run("publish") or run("publish") == ""
    assert "EU-1" in run("status", "--short")


def test_an_archive_file_is_written_proved_and_read(run: Run, tmp_path: Path) -> None:
    """It has the licence and the program by hand, which a package brings along."""
    run("init")
    run("new", "EU-1", "--seats", "3")
    (tmp_path / "league/content/about").mkdir()
    (tmp_path / "league/content/about/fairness.md").write_text("# Our own page, without a program\n")
    assert "Its archive file is output/EU-1.pbm.zip" in run("reveal", "EU-1", "--end")
    with zipfile.ZipFile(tmp_path / "league/output/EU-1.pbm.zip") as made:
        assert "MIT License" in made.read("EU-1/LICENSE.txt").decode()
        assert b"import hashlib" in made.read("EU-1/check.py")
    assert "EU-1.pbm.zip: 0 turns played again" in run("verify", "output/EU-1.pbm.zip")
    run("read", "output/EU-1.pbm.zip")
    assert (tmp_path / "league/EU-1.pages/rules/battle-plan.html").is_file()


def test_a_page_of_one_s_own_takes_the_place_of_ours(run: Run, tmp_path: Path) -> None:
    content = tmp_path / "league/content"
    run("init")
    for name, text in (
        ("about/privacy.md", "# Our own word on privacy\n\nNothing is kept.\n"),
        ("rules/trust-a-thief.md", "# Thieves, as we play\n"),
        ("about/performance.md", ""),
        ("about/index.md", "# About\n\n[For players](player.md)\n"),
    ):
        (content / name).parent.mkdir(exist_ok=True)
        (content / name).write_text(text)
    run("publish")
    site = tmp_path / "league/output/site"
    assert "Nothing is kept." in (site / "about/privacy.html").read_text("utf-8")
    assert "Thieves, as we play" in (site / "rules/trust-a-thief.html").read_text("utf-8")
    assert 'id="4C.6"' in (site / "rules/battle-plan.html").read_text("utf-8")
    assert not (site / "about/performance.html").exists(), "an empty file leaves ours out"
    assert (site / "about/player.html").is_file()


def test_a_league_that_is_there_is_left_alone(tmp_path: Path) -> None:
    run = runner(tmp_path)
    (tmp_path / "content").mkdir()
    (tmp_path / "content/site.toml").write_text('title = "Mine"\n')
    assert "site.toml" not in run("init").output
    assert (tmp_path / "content/site.toml").read_text() == 'title = "Mine"\n'
    assert "every file is there already" in run("init").output
    run("new", "EU-1", "--seats", "2")
    assert "there is a league already; `pbm new GAME` adds a game to it." in run("init", code=1).output


def test_the_example_card_is_a_card(tmp_path: Path) -> None:
    run = runner(tmp_path)
    run("init")
    run("new", "EU-1", "--seats", "5")
    assert "7 orders, 0 faults" in run("check", str(tmp_path / "content/example-card.txt")).output


def test_what_is_in_the_tree_is_found_without_a_package() -> None:
    assert (shipped("site_templates", "site_templates") / "base.html").is_file()
    assert not shipped("rules").exists(), "a tree has its pages in content"

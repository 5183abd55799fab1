"""The pages in content/about: all at the foot of every page, or those that a page of the moderator's own leads to."""

import re
from pathlib import Path

import msgspec
import pytest

from pbm.publish.prose import pages
from pbm.site.build import build
from pbm.site.views import frame
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.shipped import CONTENT


@pytest.fixture
def about(tmp_path: Path) -> Path:
    folder = tmp_path / "about"
    folder.mkdir()
    (folder / "how.md").write_text("# How\n\nBy mail.\n", "utf-8")
    (folder / "who.md").write_text('+++\ntitle = "Who"\nfoot = true\n+++\n\nWe do. See [home](index.html).\n', "utf-8")
    return folder


def foot(folder: Path) -> list[str]:
    """What the foot of every page names."""
    return [item.target for item in frame(msgspec.structs.replace(league(last=0), about=pages(folder))).foot]


def test_the_foot_names_all_pages(about: Path) -> None:
    assert foot(about) == ["feed.xml", "about/how.html", "about/who.html"]


def test_where_one_page_leads_to_them_the_foot_names_it_and_those_that_ask_for_it(about: Path) -> None:
    (about / "index.md").write_text("# About\n\n[How](how.md)\n", "utf-8")
    assert foot(about) == ["feed.xml", "about/index.html", "about/who.html"]


def test_a_link_home_still_leads_home(about: Path, tmp_path: Path) -> None:
    (about / "index.md").write_text("# About\n\n[How](how.md)\n", "utf-8")
    whole = msgspec.structs.replace(league(last=0), about=pages(about))
    build(whole, geometries(), tmp_path / "site", [], cache=False)
    assert '<a href="../index.html">home</a>' in (tmp_path / "site/about/who.html").read_text("utf-8")
    assert '<a href="how.html">How</a>' in (tmp_path / "site/about/index.html").read_text("utf-8")


def test_ours_leads_to_every_page_and_says_its_title() -> None:
    told = {page.slug: page.title for page in pages(CONTENT / "about")}
    led = dict(re.findall(r"^- \[([^\]]+)\]\(([a-z-]+)\.md\): ", (CONTENT / "about/index.md").read_text("utf-8"), re.M))
    assert {slug: title for title, slug in led.items()} == {s: t for s, t in told.items() if s != "index"}

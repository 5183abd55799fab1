"""The search: its index names public places that are there, and it works in a browser from a disk."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pbm.core.printout import Item, Items, Lines, MapView, Printout, Section
from pbm.site import search
from pbm.site.build import build
from tests.browser.chromium import needs_browser
from tests.example_league.league import league
from tests.example_league.maps import geometries


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("search") / "site"
    build(league(), geometries(), out, [], cache=False)
    return out


def rows(site: Path) -> list[list[str]]:
    text = (site / "search-index.js").read_text("utf-8")
    found: list[list[str]] = json.loads(text.removeprefix("const PBM_PAGES = ").rstrip().rstrip(";"))
    return found


def test_every_place_of_the_index_is_there(site: Path) -> None:
    found = rows(site)
    assert {kind for _, _, kind, _ in found} == {"Rules", "Turn", "News", "About", "Game"}
    for _, where, _, _ in found:
        path, _, anchor = where.partition("#")
        page = (site / path).read_text("utf-8")
        assert not anchor or f'id="{anchor}"' in page, where


def test_no_private_printout_is_in_the_index(site: Path) -> None:
    assert not [where for _, where, _, _ in rows(site) if re.fullmatch(r"games/[^/]+/\d+/\d+\.html", where)]


def test_a_rule_is_found_under_its_own_heading(site: Path) -> None:
    titles = [title for title, where, _, _ in rows(site) if where == "rules/battle-plan.html#4C.6"]
    assert len(titles) == 1
    assert "4C.6" in titles[0]


def test_the_index_holds_what_the_public_reads_and_cuts_what_is_long() -> None:
    section = Section("x", "X", (Items((Item("News", "Taken by [5:Turkey].", "x" * 3000),)), Lines(("left out",))))
    page = Printout("EU-9", "s", 1, 0, "t", (), "h", "In short", (), (), (section,), MapView("", "", "", ()))
    found = search.turn(page, "EU-9, turn 1", "games/EU-9/1/index.html")
    assert found.text.startswith("In short News Taken by Turkey. xxx")
    assert len(found.text) == search.MOST
    assert "left out" not in found.text


def test_the_index_is_a_script_that_ends_nothing() -> None:
    text = search.script([search.SearchEntry("</script><!--", "a.html", "news", "\u2028\u202e<b>")])
    assert "<" not in text
    assert text.isascii()
    assert "202e" not in text


def test_brackets_in_a_text_are_no_rows_of_the_index() -> None:
    found = [
        search.SearchEntry("a],[b", "a.html", "about", "[[1,2],[3,4]]"),
        search.SearchEntry("c", "c.html", "news", "],["),
    ]
    text = search.script(found)
    assert json.loads(text.removeprefix("const PBM_PAGES = ").removesuffix(";\n")) == [
        ["a],[b", "a.html", "About", "[[1,2],[3,4]]"],
        ["c", "c.html", "News", "],["],
    ]
    assert text.count("\n") == len(found), "a row a line"


@pytest.mark.browser
@needs_browser
def test_words_are_found_from_a_disk_and_nothing_else_is_asked_for(site: Path, browser: Any, tmp_path: Path) -> None:
    shutil.copytree(site, tmp_path / "site")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "site" / "search.html").as_uri() + "#q=EQUAL%20sides")
    page.locator(".hits li a").first.wait_for(timeout=5000)
    hits = [link.get_attribute("href") for link in page.locator(".hits li a").all()]
    assert "index.html#news" in hits
    assert page.locator(".hits mark").first.inner_text().lower() in ("equal", "sides")
    page.goto((tmp_path / "site" / "search.html").as_uri() + "?q=equal+sides")
    assert page.input_value("#words") == "equal sides", "as other sites link to a search"
    page.fill("#words", "<img src=x onerror=alert(1)> zzz")
    assert page.locator(".hits li").count() == 0
    assert page.locator("[data-count]").inner_text() == "0 places."
    page.fill("#words", "turn")
    page.locator(".hits a").first.click()
    page.wait_for_load_state()
    assert page.locator("h1").count() == 1
    assert said == []
    assert all(url.startswith("file://") for url in asked)
    page.close()

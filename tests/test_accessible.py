"""Every kind of page for who cannot see, cannot point, or prints: axe-core in Chromium, keys, paper."""

import shutil
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.chromium import needs_browser
from tests.test_browser import CONTENT, PAGES, publish

A4_WIDTH = 695  # px of a page of A4 between its margins of 13 mm

pytestmark = [pytest.mark.browser, needs_browser]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("accessible")
    shutil.copytree(CONTENT, made / "content")
    publish(made)
    return made


@pytest.fixture(scope="module")
def axe() -> str:
    return (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def findings(page: Any, axe: str) -> list[str]:
    """What axe-core finds of rank serious or critical: rule, where, why."""
    page.evaluate(axe)
    found = page.evaluate(
        """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
            .filter((one) => ["serious", "critical"].includes(one.impact))
            .flatMap((one) => one.nodes.slice(0, 3).map((node) => one.id + " at " + node.target + ": "
                + node.failureSummary.replace(/\\s+/g, " ")))"""
    )
    return [str(one) for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious_on_any_kind_of_page(
    root: Path, browser: Any, axe: str, width: int, scheme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    told = {}
    for name in PAGES:
        page.goto((root / "output/site" / name).as_uri())
        page.wait_for_timeout(30)
        told[name] = findings(page, axe)
    page.close()
    assert {name: found for name, found in told.items() if found} == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_an_opened_printout(root: Path, browser: Any, axe: str, scheme: str) -> None:
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    page = browser.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
    page.goto((root / "output/site/games/EU-2/sealed/3.html").as_uri())
    page.fill("#phrase", ring.players[3][0].phrase)
    page.click("[data-open]")
    page.wait_for_selector("[data-opened]:not([hidden])")
    page.wait_for_timeout(300)
    found = findings(page, axe)
    page.close()
    assert found == []


def test_the_first_key_leads_to_the_content_and_focus_is_seen(root: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    for name in PAGES:
        if name == "search.html":  # there the words are typed at once
            continue
        page.goto((root / "output/site" / name).as_uri())
        page.keyboard.press("Tab")
        seen = page.evaluate(
            """() => { const at = document.activeElement, box = at.getBoundingClientRect();
                return [at.getAttribute("href"), box.top >= 0 && box.left >= 0 && box.width > 20,
                    getComputedStyle(at).outlineStyle !== "none"]; }"""
        )
        assert seen == ["#main", True, True], name
        lang = page.evaluate("[document.documentElement.lang, document.documentElement.dir]")
        assert lang == ["en", "ltr"], name
    page.close()


def test_nothing_is_cut_off_on_paper(root: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": A4_WIDTH, "height": 1000})
    page.emulate_media(media="print")
    cut = {}
    for name in PAGES:
        page.goto((root / "output/site" / name).as_uri())
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        cut[name] = page.evaluate(
            """() => Array.from(document.querySelectorAll("main, .scroll, pre, table, figure, .row"))
                .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth)
                .map((it) => (it.closest("section, details, .row") || it).id + " " + it.className + " "
                    + it.scrollWidth + ">" + it.clientWidth)"""
        )
    page.close()
    assert {name: found for name, found in cut.items() if found} == {}

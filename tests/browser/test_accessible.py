"""Every kind of page for who cannot see, cannot point, or prints: axe-core in Chromium, keys, paper."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.browser.chromium import needs_browser
from tests.browser.test_browser import PAGES

A4_WIDTH = 695  # px of a page of A4 between its margins of 13 mm

pytestmark = [pytest.mark.browser, needs_browser]


@pytest.fixture(scope="module")
def root(published: Path) -> Path:
    return published


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


# Each width and each scheme once: the style sheet asks for the two apart. Each rule book comes once, for they have one
# template, and with every twentieth of its hundreds of worked cases, which are all made alike.
# So are the spaces and codes of a map of hundreds.
FEWER = """document.querySelectorAll("details.case").forEach((it, k) => k % 20 && it.remove());
document.querySelectorAll("svg.hex :is(.s, .l, .seal)").forEach((it, k) => k % 20 && it.remove())"""
BOOKS = [name for name in PAGES if name.startswith("rules/")]


@pytest.mark.parametrize(("width", "scheme", "parity"), [(390, "light", 0), (1280, "dark", 1)])
def test_axe_finds_nothing_serious_on_any_kind_of_page(
    root: Path, browser: Any, axe: str, width: int, scheme: str, parity: int
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    told = {}
    assert BOOKS[parity::2], "one at each width"
    for name in (name for name in PAGES if name not in BOOKS or name in BOOKS[parity::2]):
        page.goto((root / "output/site" / name).as_uri())
        page.wait_for_timeout(30)
        page.evaluate(FEWER)
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
                .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth
                    && !it.querySelector(".mapbox svg.wide")) // that has a sheet across
                .map((it) => (it.closest("section, details, .row") || it).id + " " + it.className + " "
                    + it.scrollWidth + ">" + it.clientWidth)"""
        )
    page.close()
    assert {name: found for name, found in cut.items() if found} == {}


DOUBLED = """() => { const all = [...document.querySelectorAll("body, body *")].filter((it) => !it.closest("svg"));
    const sizes = all.map((it) => [it, getComputedStyle(it)]).map(([it, { fontSize, lineHeight }]) =>
        [it, parseFloat(fontSize), parseFloat(lineHeight)]);
    sizes.forEach(([it, size, line]) => {
        it.style.fontSize = 2 * size + "px";
        if (line) it.style.lineHeight = 2 * line + "px";
    }); }"""
OVERLAPS = """() => [...document.querySelectorAll(".items > div")].flatMap((it) => {
    if (!it.checkVisibility()) return [];
    const words = document.createRange(), [label, text] = it.children;
    words.selectNodeContents(label);
    return words.getBoundingClientRect().right > text.getBoundingClientRect().left + 1 ? [label.textContent] : []; })"""


def opened(root: Path, browser: Any, **options: Any) -> Any:
    """The sealed printout of player 1, open, with its composer."""
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    page = browser.new_page(reduced_motion="reduce", **options)
    page.goto((root / "output/site/games/EU-2/sealed/1.html").as_uri())
    page.fill("#phrase", ring.players[1][0].phrase)
    page.click("[data-open]")
    page.wait_for_selector("[data-opened]:not([hidden])")
    page.click("text=Compose turn")
    return page


def test_text_of_twice_the_size_stays_on_a_phone_of_360_pixels(root: Path, browser: Any) -> None:
    small = {"width": 360, "height": 740}
    page = browser.new_page(viewport=small, reduced_motion="reduce")
    wide = {}
    for name in PAGES:
        page.goto((root / "output/site" / name).as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
        page.evaluate(DOUBLED)
        wide[name] = (page.evaluate("document.documentElement.scrollWidth"), page.evaluate(OVERLAPS))
    page.close()
    assert {name: found for name, found in wide.items() if found[0] > 361 or found[1]} == {}, "a pixel is rounding"
    page = opened(root, browser, viewport=small)
    for tab in ("player", "orders", "card", "map"):
        page.click(f'[data-key="tab-{tab}"]')
        page.evaluate(DOUBLED)
        assert page.evaluate("document.documentElement.scrollWidth") <= 361, tab
        page.evaluate("document.querySelectorAll('[style]').forEach((it) => it.removeAttribute('style'))")
    page.close()


def test_what_is_chosen_is_seen_where_the_system_takes_all_colours_away(root: Path, browser: Any) -> None:
    ground = """(name) => { const at = [...document.querySelectorAll(name)];
        return at.map((it) => { const { backgroundColor, borderBottomColor } = getComputedStyle(it);
            return backgroundColor + " " + borderBottomColor; }); }"""
    page = opened(root, browser, forced_colors="active")
    tab, other = (f".composer [role=tab][aria-selected={it}]" for it in ("true", "false"))
    assert set(page.evaluate(ground, tab)).isdisjoint(page.evaluate(ground, other))
    for group in (".stores", ".codes-row"):
        on, off = (page.evaluate(ground, f".composer {group} [aria-pressed={it}]") for it in ("true", "false"))
        assert on
        assert off
        assert set(on).isdisjoint(off), group
    page.goto((root / "output/site/games/EU-1/replay.html").as_uri())
    on, off = (page.evaluate(ground, f".switch input{it} + span") for it in (":checked", ":not(:checked)"))
    assert set(on).isdisjoint(off)
    here, elsewhere = (page.evaluate(ground, f"nav a{it}") for it in ("[aria-current]", ":not([aria-current])"))
    assert here
    assert set(here).isdisjoint(elsewhere), "the bar under one link of the head says where the reader is"
    beats = page.evaluate(ground, ".beat u")
    assert beats
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") not in {
        it.rpartition(" rgb")[0] for it in beats
    }
    page.close()


def test_what_is_too_wide_is_moved_by_keys_once_its_fold_is_opened(root: Path, browser: Any) -> None:
    page = browser.new_page(viewport={"width": 320, "height": 900})
    page.goto((root / "output/site/games/EU-1/8/3.html").as_uri())
    assert not page.query_selector_all("details:not([open]) [role=region]"), "nobody can move what is folded away"
    page.evaluate("document.querySelectorAll('details').forEach((it) => { it.open = true; })")
    page.wait_for_selector("details [role=region]")
    wide = page.evaluate(
        """() => [...document.querySelectorAll("details .scroll")].filter((it) => it.scrollWidth > it.clientWidth)
            .map((it) => [it.tabIndex, it.getAttribute("role"), it.getAttribute("aria-label")])"""
    )
    page.close()
    assert [0, "region", "The map as a table, a wide table"] in wide
    assert {(at, role) for at, role, _ in wide} == {(0, "region")}


def test_no_column_has_a_head_without_a_word(root: Path, browser: Any) -> None:
    page = browser.new_page()
    empty = {}
    for name in [it for it in PAGES if "rules/" not in it]:  # there Markdown makes the tables
        page.goto((root / "output/site" / name).as_uri())
        empty[name] = page.evaluate(
            """() => [...document.querySelectorAll("thead th")].filter((it) => !it.textContent.trim()
                && !it.getAttribute("aria-label")).map((it) => (it.closest("section, details") || it).id)"""
        )
    page.close()
    assert {name: found for name, found in empty.items() if found} == {}

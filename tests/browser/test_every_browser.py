"""What every browser must do: open sealed printouts, zoom a map, write a card by pointer and by keys alone, replay a
game. In Chromium, Firefox and WebKitGTK, with real pointers and keys.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.cards.card import read_card
from tests.browser.composer_page import composer_page, page_of
from tests.browser.drivers import Chromium, Driver, firefox, missing, webkit
from tests.browser.test_composer_thief import desk as fleets
from tests.browser.test_seal_browser import PLAYER, TROUBLE, phrases

pytestmark = pytest.mark.browser

MOST_KEYS = 3  # from a target to Add
FOCUSED = "document.activeElement?.dataset?.key ?? ''"
EUROPE = (
    ("place-TU", "part-Army", "row-AC", "to-GR", "add"),
    ("part-Industry", "row-BI", "add"),
    ("tab-player", "part-Declarations", "row-pE", "p-p3", "add"),
)
ISLES = (
    ("place-#1", "part-Aboard", "row-U", "to-ALD", "add"),
    ("place-#3", "part-Other", "row-M", "to-WSE", "add"),
    ("tab-player", "part-Theft", "row-pSA", "p-p0", "add"),
)
TABS = ["tab-map", "tab-player", "tab-orders", "tab-press", "tab-card"]


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def it(request: pytest.FixtureRequest) -> Iterator[Driver]:
    lacks = missing(request.param)
    if lacks and os.environ.get("PBM_BROWSER") != "required":
        pytest.skip(f"NO BROWSER: {lacks} is not on this machine")
    assert not lacks
    if request.param == "chromium":
        yield Chromium(request.getfixturevalue("browser"))
    elif request.param == "firefox":
        with firefox() as made:
            yield made
    else:
        with webkit() as other:
            yield other


@pytest.fixture(scope="module")
def root(built: Path) -> Path:
    """The example games, and their site."""
    return built


def site(root: Path, path: str) -> str:
    return (root / "output/site" / path).as_uri()


@pytest.fixture(scope="module")
def europe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The order sheet of player 1 of EU-2."""
    path = tmp_path_factory.mktemp("every") / "europe.html"
    path.write_text(composer_page("EU-2", 3, 1), "utf-8")
    return path


@pytest.fixture(scope="module")
def isles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That of a nation with four fleets."""
    path = tmp_path_factory.mktemp("every") / "isles.html"
    path.write_text(page_of(fleets().sheet, ""), "utf-8")
    return path


def lines(it: Driver) -> list[str]:
    """The card as it stands."""
    it.click('[data-key="tab-card"]')
    it.wait("!!document.querySelector('.composer .card p')")
    card = it.run("[...document.querySelectorAll('.composer .card p')].map((line) => line.textContent)")
    return [str(line) for line in card]


def test_a_sealed_page_opens_with_its_words_alone(it: Driver, root: Path) -> None:
    it.open(site(root, f"games/EU-2/sealed/{PLAYER}.html"))
    it.click("#phrase")
    it.type("one two three four five six")
    it.press("Enter")
    it.wait(f"document.querySelector('[data-trouble]').textContent === {TROUBLE!r}")
    it.run("(document.querySelector('#phrase').value = '', true)")
    it.click("#phrase")
    it.type(phrases(root)[PLAYER])
    it.click("[data-open]")
    it.wait("!!document.querySelector('[data-opened]:not([hidden])')")
    assert "What changed for you" in it.text("[data-page]")
    assert it.run("document.querySelectorAll('[data-page] svg.map').length") >= 1


def test_a_map_zooms_and_a_tap_names_a_space(it: Driver, root: Path) -> None:
    it.open(site(root, "games/EU-1/16/index.html"))
    zoomed = "document.querySelector('#map svg.map').classList.contains('zoomed')"
    it.wait("!!document.querySelector('#map .zooms button')")
    assert not it.run(zoomed)
    it.click('#map .zooms button[aria-label="Zoom in"]')
    it.wait(zoomed)
    it.click('#map .zooms button[aria-label="Zoom out"]')
    it.wait(f"!({zoomed})")
    it.click('#map svg.map [data-code="FR"] use')
    it.wait("[...document.querySelectorAll('.mapbox :not(svg *)')].some((node) => node.textContent.includes('France'))")


def test_a_card_is_made_by_pointer(it: Driver, europe: Path, isles: Path) -> None:
    for path, orders, wanted in (
        (europe, EUROPE, ["3E", "AC34GR", "BI"]),
        (isles, ISLES, ["U3ALD", "MWSE"]),
    ):
        it.open(path.as_uri())
        for keys in orders:
            if not keys[0].startswith("tab-"):
                it.click('[data-key="tab-map"]')
            for key in keys:
                it.click(f'[data-key="{key}"]')
            it.wait("(document.querySelector('.composer .said')?.textContent ?? '').startsWith('Added ')")
        card = "\n".join(lines(it))
        assert all(order in card for order in wanted), card
        assert len(read_card(card).lines) >= len(wanted) - 1


def to(it: Driver, key: str) -> int:
    """Reach a control by keys: the tabs by arrows, all else by Tab, or by Shift+Tab where it stands above. How many it
    took.
    """
    if key in TABS:
        for _ in range(300):
            if it.run(FOCUSED) in TABS:
                break
            it.press("Shift+Tab")
        for count in range(len(TABS) + 1):
            if it.run(FOCUSED) == key:
                return count
            it.press("ArrowRight")
    above = it.run(
        f"!!(document.querySelector('[data-key=\"{key}\"]')?.compareDocumentPosition(document.activeElement) & 4)"
    )
    for count in range(300):
        if it.run(FOCUSED) == key:
            return count
        it.press("Shift+Tab" if above else "Tab")
    raise AssertionError(f"{it.name}: {key} is not reached by Tab")


@pytest.mark.parametrize("game", ["europe", "isles"])
def test_a_full_card_is_made_by_keys_alone(it: Driver, request: pytest.FixtureRequest, game: str) -> None:
    orders = EUROPE if game == "europe" else ISLES
    it.open(request.getfixturevalue(game).as_uri())
    it.wait("!!document.querySelector('.composer [data-key=\"tab-map\"]')")
    for keys in orders:
        for key, after in zip(keys, (*keys[1:], ""), strict=True):
            to(it, key)
            if not key.startswith("tab-"):
                it.press("Enter")
            if after == "add" and key.startswith(("to-", "p-")):
                assert to(it, "add") <= MOST_KEYS
        it.wait("(document.querySelector('.composer .said')?.textContent ?? '').startsWith('Added ')")
    card = "\n".join(lines(it))
    for order in ("AC34GR", "3E") if game == "europe" else ("U3ALD", "MWSE"):
        assert order in card


def test_a_replay_steps_and_plays(it: Driver, root: Path) -> None:
    it.open(site(root, "games/EU-1/replay.html") + "#t3")
    number = "document.querySelector('[data-number]').textContent"
    it.wait(f"{number} === '3'")
    it.click("[data-next]")
    it.wait(f"{number} === '4'")
    it.press("Tab")
    it.click("[data-back]")
    it.wait(f"{number} === '3'")
    it.click("[data-play]")
    it.wait(f"Number({number}) >= 5")
    it.click("[data-play]")
    it.run(
        "(document.querySelector('[data-whose]').value = '2', document.querySelector('[data-whose]')"
        ".dispatchEvent(new Event('change', { bubbles: true })), true)"
    )
    it.wait(
        "document.querySelector('[data-note]').hidden && "
        "document.querySelector('[data-links]').textContent.includes('Printout of turn')"
    )

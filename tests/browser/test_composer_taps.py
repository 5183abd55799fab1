"""What a tap costs on the map of the world: counted in what a browser lays out anew, whatever the machine's load."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbm.rules import system
from pbm.store.founding import Founder, Founding, found
from tests.browser.chromium import needs_browser
from tests.browser.composer_page import composer_page
from tests.browser.test_composer import Player
from tests.example_games import secret

pytestmark = [pytest.mark.browser, needs_browser]

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
# Counts changes of sizes (the map's style), of what is shown, and how often the map left the page.
WATCH = """() => {
  const map = document.querySelector('.composer svg.map'), counted = window.counted = { sizes: 0, shown: 0, left: 0 };
  new MutationObserver(all => all.forEach(it => {
    if (it.type === 'attributes') counted[it.target === map ? 'sizes' : 'shown'] += 1;
    it.removedNodes.forEach(node => { if (node.contains(map)) counted.left += 1; });
  })).observe(document.querySelector('.composer'), { subtree: true, childList: true, attributes: true,
    attributeFilter: ['style'] });
}"""
LAID = """() => { const all = [...document.querySelectorAll('.composer svg.map text')];
  return [all.filter(it => it.getClientRects().length).length, all.length]; }"""
# Labels and badges that have room and lie in the window, yet are taken out.
LACKING = """() => {
  const map = document.querySelector('.composer svg.map'), { x, y, width, height } = map.viewBox.baseVal;
  return [...map.querySelectorAll(':is(.l, .b, .fl, .seaname).out:not(.hid)')].filter(it => {
    if (!it.transform.baseVal.length) return false;
    const { e, f } = it.transform.baseVal[0].matrix;
    return x < e && e < x + width && y < f && f < y + height; }).length; }"""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 25 players on the map of the world, as player 1 has it before the first turn."""
    root = tmp_path_factory.mktemp("world")
    rules = system("battle-plan").setup.load("equal-forces", {})
    homes = rules.map.countries[:: len(rules.map.countries) // 25][:25]
    founders = tuple(Founder(n, home, secret("WW-1", n), f"Player {n}") for n, home in enumerate(homes, 1))
    found(root, Founding("WW-1", "World", "battle-plan", "equal-forces", founders, secret("WW-1")), NOW)
    path = root / "world.html"
    path.write_text(composer_page("WW-1", 0, 1, root=root), "utf-8")
    return path


def test_no_tap_of_an_order_lays_out_the_labels_of_the_world(browser: Any, world: Path) -> None:
    player = Player(browser, world)
    page = player.page
    page.wait_for_timeout(300)
    page.evaluate(WATCH)
    places = page.locator('[data-key^="place-"]').evaluate_all("all => all.map(it => it.dataset.key)")
    for key in (places[0], "part-Army", "row-AC", "to", "add", "undo", "tab-orders", "tab-player", "tab-map", "near"):
        before = page.evaluate("window.counted.sizes")
        page.locator(f'[data-key^="{key}"]:enabled').first.click()
        page.wait_for_timeout(150)
        if key in ("tab-orders", "tab-player"):
            continue
        laid, texts = page.evaluate(LAID)
        if key == "near":  # all of the map at last: of a phone with the numbers of realms alone
            assert page.evaluate("window.counted.sizes") > before
            break
        assert page.evaluate("window.counted.sizes") == before, f"{key}: no letter of another size"
        assert laid < texts / 3, f"{key}: only what is near the window is laid out"
        assert page.evaluate(LACKING) == 0, key
    assert page.evaluate("window.counted.left") == 0, "the map stays in the page behind the other tabs"
    assert player.said == []


def test_behind_another_tab_the_map_takes_no_room_and_no_focus(browser: Any, world: Path) -> None:
    player = Player(browser, world)
    page = player.page
    player.press("tab-orders")
    assert page.evaluate("document.querySelector('.composer .sides').getBoundingClientRect().height") == 0
    assert page.locator(".sides.away button, .sides.away [tabindex='0']").count() == 0
    player.press("tab-map")
    assert page.locator(".composer svg.map").is_visible()
    assert page.locator(".form-side .picks button").count()
    assert player.said == [], "nothing was measured that is not shown"


def test_what_comes_into_the_window_is_shown_at_once(browser: Any, world: Path) -> None:
    player = Player(browser, world)
    page = player.page
    page.wait_for_timeout(300)
    box = page.locator(".composer svg.map").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for _ in range(6):
        x -= 60
        page.mouse.move(x, y)
        assert page.evaluate(LACKING) == 0
    page.mouse.up()
    offered = page.locator('[data-key="part"] option').evaluate_all("all => all.map(it => it.value)")
    for part in [it for it in offered if it not in ("", "-")][:3]:
        page.select_option('[data-key="part"]', part)
        page.wait_for_timeout(400)
        assert page.evaluate(LACKING) == 0, part

"""The replay of a map of cells in a browser: each turn is drawn as on the map of its printout, and a place can be asked
for in every turn.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbm.site.build import build
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage
from tests.map_makers.honeycombs import ocean
from tests.site.test_replay_cells import LAST, league

pytestmark = [pytest.mark.browser, needs_browser]

# What is in cells or over them: what it is, where it is, how it is painted, its words.
DRAWN = """[...document.querySelector('svg.map').querySelectorAll(
    '.wa, .mst, .rim, .many, .b, .pin, .rg, .dot, .halo, .day, .cn, .un, .seaname, g.l')].map(it => [
  it.tagName, it.textContent, ...['transform', 'd', 'x', 'y', 'cx', 'cy', 'r'].map(name => it.getAttribute(name)),
  ...['fill', 'stroke', 'fontWeight', 'opacity'].map(name => getComputedStyle(it)[name])])"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("cells") / "site"
    build(league("revealed"), {"ocean": ocean()}, out, [], cache=False)
    return out / "games/CE-1"


@pytest.fixture
def replay(browser: Any, site: Path) -> Iterator[MapPage]:
    """The page; it must say nothing on its console."""
    it = MapPage(browser, (site / "replay.html").as_uri())
    yield it
    assert it.said == []
    it.close()


def choose(it: MapPage, viewer: int, turn: int) -> None:
    it.page.locator("[data-turn]").fill(str(turn - 1))
    if viewer:
        it.page.locator("[data-whose]").select_option(str(viewer))
    else:
        it.page.locator("[name=sight][value='']").check(force=True)
    it.page.wait_for_selector("[data-note][hidden]", state="attached")


def test_each_turn_is_drawn_as_on_the_map_of_its_printout(browser: Any, site: Path, replay: MapPage) -> None:
    for turn in range(1, LAST + 1):
        for viewer in (0, 1, 2):
            choose(replay, viewer, turn)
            page = f"{turn}/{viewer}.html" if viewer else f"{turn}/index.html"
            printed = MapPage(browser, (site / page).as_uri())
            wanted = printed.page.evaluate(DRAWN)
            assert wanted
            assert sorted(map(str, replay.page.evaluate(DRAWN))) == sorted(map(str, wanted)), page
            printed.close()


def test_a_place_can_be_asked_for_as_long_as_it_is_there(replay: MapPage) -> None:
    choose(replay, 0, 3)
    replay.page.locator(replay.map).scroll_into_view_if_needed()
    replay.tap("MIB")
    assert "[2] Yak" in replay.card()
    choose(replay, 0, 2)
    assert "[1] Ox" in replay.card(), "the open card tells of the turn that is shown"
    there = "document.querySelector('.s[data-code=\"MIB\"]').getAttribute('pointer-events')"
    assert replay.page.evaluate(there) == "auto"
    choose(replay, 0, 1)
    assert replay.page.evaluate(there) == "none"
    rows = "[...document.querySelectorAll('[data-twin] tr')].map(it => it.id)"
    assert replay.page.evaluate(rows) == ["space-02", "space-03", "space-MIA", "space-0902"]
    choose(replay, 1, 1)
    assert replay.page.evaluate(rows)[4:] == ["space-0602", "space-0703", "space-1007"]
    tally = "[...document.querySelectorAll('[data-tally] tr')].map(it => it.textContent)"
    choose(replay, 0, 3)
    assert replay.page.evaluate(tally) == ["1Ox2\u22121", "2Yak1+1", "28Emu0"], "countries and ports"

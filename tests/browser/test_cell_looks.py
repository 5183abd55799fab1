"""Maps of many cells in a browser: numbers on the whole, codes on a part, a tap on a cell; a replay has numbers too."""

from pathlib import Path
from typing import Any

import pytest

from pbm.site.build import build
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage, bare_page
from tests.engine import odd_map
from tests.map_makers.honeycombs import hexes, ocean
from tests.site.test_cell_looks import sea, world

pytestmark = [pytest.mark.browser, needs_browser]


def page(folder: Path, name: str) -> str:
    """A page with nothing but a map and its table."""
    geometries = {"hexes": {**hexes(), "width": 2600}, "ocean": ocean(42, 21)}
    return bare_page(folder / f"{name}.html", "Cells", geometries, world(1) if name == "hexes" else sea(1))


def test_regions_have_numbers_from_afar_and_codes_as_they_come_nearer(tmp_path: Path, browser: Any) -> None:
    it = MapPage(browser, page(tmp_path, "hexes"), width=320)
    assert it.letters(".l > text, .seal .sc") == []
    assert {text for text, _ in it.letters(".realm .no1")} == {"1"}
    it.page.select_option(".parts select", "West")
    it.until("[...document.querySelectorAll('.l > text')].some(text => text.getClientRects().length)")
    codes = it.letters(".l > text, .seal .sc")
    assert {"01-02", "02-03", "01-01"} <= {text for text, _ in codes}
    assert all(size >= 9 for _, size in codes)
    assert it.letters(".realm text") == []
    rooms = it.rooms(".l > text")
    assert not any(
        min(a[2], b[2]) - max(a[0], b[0]) > 2 and min(a[3], b[3]) - max(a[1], b[1]) > 2
        for k, a in enumerate(rooms)
        for b in rooms[:k]
    )
    it.tap("02-03")
    assert "02-03" in it.card()
    it.zoom("All")
    assert it.letters(".l > text, .seal .sc") == []
    it.close()


def test_a_chart_has_its_codes_where_a_cell_is_large_enough(tmp_path: Path, browser: Any) -> None:
    it = MapPage(browser, page(tmp_path, "ocean"))
    assert {"MIA", "MIB"} == {text for text, _ in it.letters(".l > text")}
    it.tap("MIA")
    assert "Port <i>" in it.card()
    it.close()
    it = MapPage(browser, page(tmp_path, "ocean"), width=390)
    assert it.letters(".l > text, .b text") == []
    assert [text for text, _ in it.letters(".cn")] == ["1"]
    it.close()


def test_a_replay_writes_the_numbers_of_each_turn(tmp_path: Path, browser: Any) -> None:
    build(odd_map.league(), {"odd": odd_map.geometry("hex")}, tmp_path / "site", [], cache=False)
    it = MapPage(browser, (tmp_path / "site/games/OD-1/replay.html").as_uri())
    numbers = "[...document.querySelectorAll('svg.map .realm .no2')].map(it => it.textContent)"
    assert [text for text in it.page.evaluate(numbers) if text] == ["1", "2"]
    assert it.page.locator("svg.map .front").count() == 0
    it.close()

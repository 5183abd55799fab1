"""The replay of a revealed game with two maps: what one player saw beside what another saw, and where they differ."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbm.site.build import build
from pbm.site.pages import League
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage
from tests.browser.test_replay_squares import league as squares_league
from tests.engine import odd_map
from tests.map_makers.honeycombs import ocean
from tests.site.test_replay_cells import league as cells_league

pytestmark = needs_browser
BOTH = "() => [...document.querySelectorAll('.stage svg.map')].map((it) => it.querySelectorAll('.differs').length)"
HERE = """() => document.querySelector('[data-second-differs]').textContent
    && !document.querySelector('[data-second-note]').textContent"""
REPEATED = """() => { const ids = [...document.querySelectorAll('[id]')].map((it) => it.id);
    return ids.filter((it, k) => ids.indexOf(it) !== k); }"""


def beside(show_map: Callable[..., Any], first: str, second: str, width: int = 1280) -> Any:
    """The replay of EU-1 at its last turn: as `first` saw it ("" for everything), beside it what `second` names."""
    page = show_map("games/EU-1/replay.html", "[data-replay]", width).page
    if first:
        page.select_option("[data-whose]", first)
    page.select_option("[data-other-sight]", second)
    page.wait_for_function(HERE)
    return page


def test_both_maps_mark_where_they_differ(show_map: Callable[..., Any]) -> None:
    page = beside(show_map, "3", "5")
    assert page.inner_text("[data-second-caption]") == "Turn 16, as [5] Italy saw it."
    one, two = page.evaluate(BOTH)
    assert one == two > 0
    assert page.inner_text("[data-second-differs]") == f"They differ at {one} places, marked in both."
    assert page.evaluate(REPEATED) == []
    assert page.get_attribute(".beside svg.map", "aria-label") == "Turn 16, as [5] Italy saw it"


def test_where_an_arrow_of_one_alone_leads_is_marked(show_map: Callable[..., Any]) -> None:
    """Trust a Thief: all see the same units, and orders only those of their own."""
    page = show_map("games/TT-1/replay.html", "[data-replay]").page
    page.select_option("[data-whose]", "3")
    page.select_option("[data-other-sight]", "all")
    for _ in range(9):
        page.click("[data-back]")
        page.wait_for_function(HERE)
    one, two = page.evaluate(BOTH)
    assert one == two > 0


def test_the_same_sight_twice_is_alike_and_nothing_beside_takes_the_second_map_away(
    show_map: Callable[..., Any],
) -> None:
    page = beside(show_map, "3", "3")
    assert page.inner_text("[data-second-differs]") == "Both are alike."
    assert page.evaluate(BOTH) == [0, 0]
    page.select_option("[data-other-sight]", "none")
    assert not page.is_visible("[data-second-map]")
    assert page.inner_text("[data-second-differs]") == ""


def test_turns_are_stepped_on_both_maps_by_keys_alone(show_map: Callable[..., Any]) -> None:
    page = beside(show_map, "3", "5")
    page.focus("[data-turn]")
    page.keyboard.press("ArrowLeft")
    assert page.inner_text("[data-second-caption]") == "Turn 15, as [5] Italy saw it."
    page.focus("[data-other-sight]")
    page.keyboard.type("what")
    assert page.inner_text("[data-second-caption]") == "Turn 15."


def test_the_second_map_follows_the_first_ones_window(show_map: Callable[..., Any]) -> None:
    page = beside(show_map, "3", "5")
    page.evaluate("document.querySelector('.stage svg.map').setAttribute('viewBox', '500 500 300 300')")
    page.wait_for_function("document.querySelector('.beside svg.map').getAttribute('viewBox') === '500 500 300 300'")


@pytest.mark.parametrize(("width", "is_below"), [(390, True), (1280, False)])
def test_on_a_phone_one_stands_above_the_other(show_map: Callable[..., Any], width: int, is_below: bool) -> None:
    page = beside(show_map, "3", "5", width)
    first, second = (it.bounding_box() for it in page.query_selector_all(".stage svg.map"))
    assert (second["y"] >= first["y"] + first["height"]) == is_below
    assert (second["x"] >= first["x"] + first["width"]) != is_below
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def shown(browser: Any, out: Path, league: League, maps: dict[str, Any], game: str) -> MapPage:
    """The replay of a revealed game of a league that is made for it."""
    build(league, maps, out, [], cache=False)
    return MapPage(browser, (out / f"games/{game}/replay.html").as_uri(), "[data-replay]")


SPACES = "() => [...document.querySelectorAll('.stage svg.map')].map((it) => it.querySelectorAll('.s title').length)"


@pytest.mark.parametrize("look", ["", "pieces", "wide", "hex"])
def test_there_is_a_second_map_in_every_look_of_spaces(browser: Any, tmp_path: Path, look: str) -> None:
    """In the look of hundreds of cells a map is written in groups, and taken apart with the definitions it shares."""
    it = shown(browser, tmp_path / "site", odd_map.league(), {"odd": odd_map.geometry(look)}, "OD-1")
    it.page.select_option("[data-whose]", "1")
    it.page.select_option("[data-other-sight]", "")
    it.page.wait_for_function(HERE)
    one, two = it.page.evaluate(SPACES)
    assert one == two > 0
    assert it.page.evaluate(BOTH)[0] == it.page.evaluate(BOTH)[1]
    it.close()


def test_on_cells_what_is_in_one_sight_alone_is_marked(browser: Any, tmp_path: Path) -> None:
    it = shown(browser, tmp_path / "site", cells_league("revealed"), {"ocean": ocean()}, "CE-1")
    it.page.select_option("[data-whose]", "1")
    it.page.select_option("[data-other-sight]", "2")
    it.page.wait_for_function(HERE)
    one, two = it.page.evaluate(BOTH)
    assert one == two > 0
    it.close()


def test_on_squares_what_one_does_not_know_is_marked(browser: Any, tmp_path: Path) -> None:
    it = shown(browser, tmp_path / "site", squares_league("revealed"), {}, "plain")
    it.page.select_option("[data-whose]", "1")
    it.page.click("[data-first]")
    it.page.select_option("[data-other-sight]", "2")
    it.page.wait_for_function(HERE)
    marked = "[...document.querySelectorAll('.g-differs')].map((it) => it.getAttribute('d') !== '')"
    assert it.page.evaluate(marked) == [True, True]
    it.close()

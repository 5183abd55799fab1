"""The replay of a revealed game with two maps: what one player saw beside what another saw, and where they differ."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.chromium import needs_browser

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

"""The composer's order form, played in Chromium: how many, for which turn, against whom."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import desks
from tests.browser.composer_page import composer_page, page_of
from tests.browser.test_composer import Player
from tests.browser.test_composer_draft import orders, typed

pytestmark = [pytest.mark.browser, needs_browser]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game, as player 1 has it."""
    path = tmp_path_factory.mktemp("form") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1), "utf-8")
    return path


def number(player: Player) -> str:
    return str(player.page.input_value('[data-key="number-n"]'))


def test_a_number_stays_between_one_and_what_is_left(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-UK", "part-AirForce", "row-FA", "to-RU")
    assert (number(player), player.text(".result code")) == ("3", "FA3RU"), "to begin with, all that is left"
    player.press("more")
    assert number(player) == "3"
    player.press("half")
    assert number(player) == "2", "half of three leaves less than half behind"
    player.press("less", "less")
    assert number(player) == "1"
    player.press("all")
    assert number(player) == "3"
    player.page.fill('[data-key="number-n"]', "002")
    assert player.text(".result code") == "FA2RU"
    player.page.fill('[data-key="number-n"]', "4")
    player.press("add")
    assert player.text("[role=status]") == "4 is more than is left in UK: 3 AirForce"
    assert orders(player) == []


def test_of_what_is_not_bound_to_a_place_it_begins_with_ten_at_most(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-player", "part-Spies", "row-S")
    assert number(player) == "2"
    player.press("part-Research", "row-RA")
    assert number(player) == "10"


def test_choosing_the_same_order_again_lets_it_go(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-TU", "part-Army", "row-AC", "row-AC")
    assert player.page.locator(".result").count() == 0
    player.press("row-AC", "add")
    assert player.text("[role=status]") == "Choose a space, here or on the map."


def test_spaces_stand_in_the_order_of_their_codes_and_oneself_is_no_other(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-TU", "part-AirForce", "row-FA")
    codes = player.page.locator('[data-key^="to-"]').all_inner_texts()
    assert codes == ["AL", "BU", "CY", "GR", "RU", "YU"]
    player.press("tab-player", "part-Declarations", "row-pE")
    assert player.page.locator('[data-key="p-p1"]').count() == 0
    assert player.page.locator('[data-key="p-p3"]').count() == 1


def test_what_an_order_is_warned_of_is_said_when_it_is_added(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-player", "part-Declarations", "row-pE", "p-p3", "add")
    assert player.text("[role=status]") == "Added 3E under @."
    player.press("row-pA", "p-p3", "add")
    assert player.text("[role=status]").startswith("Added 3A under @. But ")
    assert orders(player) == ["@ 3E 3A"]


def test_a_standing_order_takes_the_slot_that_is_named(browser: Any, demo: Path) -> None:
    """BP 11: for later turns, so no number is too large, and the slot's order before it is named."""
    player = Player(browser, demo)
    typed(player, "@TU /2/BA5")
    player.press("tab-map", "place-TU", "part-Industry", "row-BI")
    player.page.select_option('[data-key="slot"]', "2")
    options = player.page.locator('[data-key="slot"] option').all_inner_texts()
    assert options[:4] == ["this turn", "standing order 1", "standing order 2, in place of BA5", "standing order 3"]
    assert player.text(".result span").endswith(", every turn")
    player.page.fill('[data-key="number-n"]', "900")
    player.press("more")
    assert player.text(".result code") == "/2/BI901"
    player.press("add")
    assert orders(player) == ["@TU /2/BA5 /2/BI901"]


def test_an_attack_of_a_quiet_first_turn_begins_in_the_first_free_slot(browser: Any, tmp_path: Path) -> None:
    """BP 22B: it waits; a slot that the card itself empties is free, and where all are filled it is the first."""
    desk = next(it for it in desks() if it.name == "battle-plan real-forces")
    place = next(it for it in desk.kit.places.values() if it.sets.get("air.attack"))
    path = tmp_path / "composer.html"
    path.write_text(page_of(desk.sheet, ""), "utf-8")
    player = Player(browser, path)
    for text, slot in (("/1/BA1", "2"), ("/3/BA1", "2"), ("/1/", "1"), ("/1/BA1 /2/BA1 /4/BA1 /5/BA1", "1")):
        typed(player, f"@{place.code} {text}")
        player.press("tab-map", f"place-{place.code}", "part-AirForce", "row-FA")
        assert player.page.input_value('[data-key="slot"]') == slot, text
        player.press("row-FA")
    player.press("row-FA")
    reach = player.page.locator('[data-key^="to-"]').all_inner_texts()
    assert place.code not in reach, "what a place may name later, it never is itself"
    assert player.said == []

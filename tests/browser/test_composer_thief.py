"""The composer on a card of Trust a Thief, played in Chromium: fleets, gold, and orders that name nobody."""

from pathlib import Path
from typing import Any

import pytest

from pbm.cards.card import read_card
from pbm.core.dice import Dice
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import Desk, desk_of
from tests.browser.composer_page import page_of
from tests.browser.test_composer import Player
from tests.games import table

pytestmark = [pytest.mark.browser, needs_browser]

AT = table("trust-a-thief", 3)
GIVEN = {
    "nations": {"1": {"gold": 5}},
    "provinces": {"ALD": {"armies": {"1": 3}}, "BRY": {"owner": 1, "structure": "town"}, "KEL": {"armies": {"1": 1}}},
    "fleets": {
        "1": {
            "1": {"sea": "NSE", "cargo": 3},
            "2": {"sea": "WSE", "cargo": 0},
            "3": {"sea": "NSE", "cargo": 0},
            "4": {"sea": "WSE", "cargo": 0},
        },
        "2": {"1": {"sea": "NSE", "cargo": 0}},
    },
}


def desk(gold: int = 5) -> Desk:
    """Nation 1 with four fleets."""
    given = {**GIVEN, "nations": {"1": {"gold": gold}}}
    state = AT.system.words.lay(AT.system.start(AT.rules, AT.seats, Dice(b"start", "T", 0)), given, AT.rules)
    return desk_of(AT.system, AT.rules, state, 1, "fleets")


def opened(browser: Any, tmp_path: Path, held: Desk) -> Player:
    path = tmp_path / "thief.html"
    path.write_text(page_of(held.sheet, ""), "utf-8")
    return Player(browser, path)


def test_fleets_are_ordered_by_tapping_and_the_engine_takes_it(browser: Any, tmp_path: Path) -> None:
    held = desk()
    player = opened(browser, tmp_path, held)
    player.press("place-#1", "part-Aboard", "row-U", "to-ALD")
    assert player.text(".result code") == "U3ALD"
    player.press("add", "place-#2", "part-Armies", "row-L")
    assert player.page.is_disabled('[data-key="to-FEN"]'), "nobody stands there"
    player.press(
        "to-ALD",
        "more",
        "add",
        "place-#3",
        "part-Other",
        "row-M",
        "to-WSE",
        "add",
        "place-#4",
        "part-Other",
        "row-Z",
        "add",
    )
    card = player.card()
    assert card.splitlines()[1:] == ["@#1 U3ALD", "@#2 L2ALD", "@#3 MWSE", "@#4 Z", "END"]
    parsed = held.parse(read_card(card).lines)
    assert (parsed.faults, len(parsed.orders)) == ((), 4)
    assert player.said == []


def test_an_order_for_player_0_is_in_words(browser: Any, tmp_path: Path) -> None:
    player = opened(browser, tmp_path, desk())
    player.press("place-NSE", "row-pX")
    assert player.text('[data-key="p-p0"]') == "0 everybody"
    player.press("p-p0")
    assert player.text(".result span") == "Your fleets here attack everybody, when all ships have moved"
    player.press("p-p2")
    assert player.text(".result span") == "Your fleets here attack those of [2], when all ships have moved"
    player.press("tab-player", "part-Theft", "row-pSA", "p-p0")
    assert player.text(".result span") == "Steal all caravans of all whom no other order names"


def test_what_was_said_of_the_last_step_goes_with_the_next(browser: Any, tmp_path: Path) -> None:
    player = opened(browser, tmp_path, desk())
    said = []
    for step in ("place-ALD", "part-Armies", "tab-orders"):
        player.page.evaluate("window.composer.say('old')")
        said.append(player.text("[role=status]"))
        player.press(step)
        said.append(player.text("[role=status]"))
    assert said == ["old", ""] * 3
    player.page.evaluate("window.composer.say('old')")
    player.page.focus('[data-key="tab-orders"]')
    player.page.keyboard.press("ArrowLeft")
    assert player.text("[role=status]") == "", "nor does it outlast a tab that was changed by keyboard"


def test_an_order_of_which_nothing_is_left_cannot_be_added(browser: Any, tmp_path: Path) -> None:
    player = opened(browser, tmp_path, desk())
    player.press("place-ALD", "part-Armies", "row-ZA", "add", "row-ZA")
    assert player.text(".number").endswith("nothing is left")
    for _ in range(2):
        assert player.page.is_disabled('[data-key="add"]')
        assert player.text(".result") == "ZAn\nDisband … armies\nAdd"
        player.press("more")
    player.press("undo", "add")
    assert player.text("[role=status]") == "Write a number."
    player.press("all", "add")
    assert player.card().splitlines()[1] == "@ALD ZA3"


def test_the_words_fit_where_they_stand(browser: Any, tmp_path: Path) -> None:
    player = opened(browser, tmp_path, desk())
    player.press("tab-player", "part-Caravans", "row-pK", "p-p2", "add", "tab-orders")
    assert "in the last update. The engine will judge." in player.text(".orders-list")
    player.press("tab-map", "place-ALD", "part-Armies", "row-AT", "add")
    assert player.text("[role=status]") == "Choose a space.", "there is no map on this page"
    assert player.said == []


def test_gold_is_counted_and_no_more_is_spent_than_there_is(browser: Any, tmp_path: Path) -> None:
    held = desk(gold=6)
    player = opened(browser, tmp_path, held)
    player.press("tab-player", "part-Caravans", "row-pK", "p-p2", "add")
    assert player.text(".totals tbody tr").split() == ["Gold", "1", "5"]
    player.press("tab-map", "place-BRY", "row-BM", "add")
    assert player.text(".totals tbody tr").split() == ["Gold", "4", "2"]
    player.press("place-ALD", "part-Other", "row-BF")
    assert "nothing is left" in player.text(".number")
    assert player.page.is_disabled('[data-key="add"]')
    player.press("row-BA")
    assert player.text(".number").endswith("1 to 1")
    player.press("more", "add", "row-BC", "add")
    assert player.text("[role=status]") == "5 Gold is more than is left: 0 Gold"
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', "@FEN 2T @ 3K9")
    assert "9 Gold is more than is left: 0 Gold" in player.text(".verdict .fault")
    player.press("type-add")
    card = player.card()
    assert card.splitlines()[1:] == ["@ 2K1", "@ALD BA1", "@BRY BM", "@FEN 2T", "END"]
    assert held.parse(read_card(card).lines).faults == ()
    assert player.said == []


def test_the_prices_of_the_order_table_are_those_of_the_rules() -> None:
    costs = {row.code: row.cost.each for row in AT.rules.orders.rows if row.cost}
    assert costs == {"BA": 2, "BF": 3, "pK": 1, "pG": 1, "BT": 2, "BM": 3, "BC": 5, "BE": 15}

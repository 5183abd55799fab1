"""The composer's lists, typed line and way out, played in Chromium: what stands beside the form and is handed over."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import desks
from tests.browser.composer_page import composer_page, page_of
from tests.browser.test_composer import Player
from tests.browser.test_composer_draft import BUILD, orders, typed

pytestmark = [pytest.mark.browser, needs_browser]

# Whether the browser would ask before the page is left.
ASKS = """() => { const leaving = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(leaving); return leaving.defaultPrevented; }"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game, as player 1 has it."""
    path = tmp_path_factory.mktemp("sheets") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1, mail="moderator@example.org"), "utf-8")
    return path


def said(player: Player) -> str:
    return player.text("[role=status]")


def test_orders_are_taken_away_and_standing_orders_taken_off(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    typed(player, "@TU BA1 /1/BI30 @RO BA1")
    assert player.text('[data-key="tab-orders"]') == "Orders 3"
    player.press("tab-map", "place-TU", "off-1")
    assert said(player) == "Standing order 1 of @TU is taken off."
    assert orders(player) == ["@RO BA1", "@TU BA1 /1/BI30 /1/"]
    player.press("tab-map")
    assert player.page.locator('[data-key="off-1"]').count() == 0, "it stands on file no more"
    assert "Take the standing order off" in player.text(".orders-list")
    player.press("drop-TUBA1")
    assert said(player) == "Took away BA1."
    player.press("drop-TU/1/")
    player.press("off-1", "undo", "tab-orders", "drop-ROBA1")
    assert orders(player) == ["@TU /1/BI30"]


def test_a_card_is_pasted_whole_and_another_cards_heading_is_told(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    told = []
    for heading in ("EU-2 T-4 [1]", "eu-2 T4 [1] Rosa", "EU-1 T-4 [1]", "EU-2 T-3 [1]", "EU-2 T-4 [2]"):
        player.page.fill('[data-key="typed"]', f"{heading}\n@TU BA1\nEND\nYours, BA2")
        told.append(player.text("#typed-verdict").splitlines())
        assert told[-1].pop() == "1 order correct."
    other = "The heading is another card’s; the orders are read for this one."
    assert [it for line in told for it in line if it] == [other] * 3
    assert [bool(line) for line in told] == [False, False, True, True, True]


def test_enter_adds_one_line_and_starts_a_new_one_where_there_are_several(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    box = '[data-key="typed"]'
    player.page.fill(box, "@TU BA1")
    player.page.press(box, "Shift+Enter")
    player.page.keyboard.type("BF2")
    player.page.keyboard.press("Enter")
    assert player.page.input_value(box) == "@TU BA1\nBF2\n", "nothing is added by a line that ends"
    player.press("tab-card", "tab-orders")
    assert player.text("#typed-verdict") == "2 orders correct.", "what was typed is there again, and judged"
    player.page.fill(box, "@TU XX")
    player.page.keyboard.press("Enter")
    assert said(player) == "Nothing was added."
    assert player.page.input_value(box) == "@TU XX"


def test_whoever_leaves_is_asked_only_for_orders_that_would_be_lost(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    asks = [player.page.evaluate(ASKS)]
    player.press(*BUILD)
    asks.append(player.page.evaluate(ASKS))
    player.press("tab-card", "download")
    asks.append(player.page.evaluate(ASKS))
    player.press("tab-map", "place-TU", "part-Army", "row-AS", "to-GR", "add", "tab-card")
    asks.append(player.page.evaluate(ASKS))
    player.page.check('[data-key="keep"]')
    asks.append(player.page.evaluate(ASKS))
    player.page.uncheck('[data-key="keep"]')
    assert said(player) == "The draft is kept nowhere."
    asks.append(player.page.evaluate(ASKS))
    assert asks == [False, True, False, True, False, True]


def test_a_browser_that_keeps_or_copies_nothing_says_so(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.page.evaluate("""() => {
        Storage.prototype.setItem = () => { throw new Error("full"); };
        Object.defineProperty(navigator, "clipboard", { value: undefined });
    }""")
    player.press(*BUILD, "tab-card", "copy")
    assert said(player) == "This browser cannot copy: select the card."
    player.page.check('[data-key="keep"]')
    player.press("undo")
    assert said(player) == "This browser keeps nothing: copy the card instead."
    assert "REV 1" in player.card(), "what was not copied is not handed over"


def test_the_mails_lines_end_as_mail_programs_want_them(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press(*BUILD, "tab-card")
    link = player.page.get_attribute('[data-key="mail"]', "href")
    assert link.endswith("%20REV%201%0D%0A%40TU%20BI32%0D%0AEND%0D%0A")


def test_a_tap_out_of_reach_is_told_and_one_on_a_strange_space_too(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-TU", "part-Army", "row-AC")
    player.tap("SP")
    assert said(player) == "Spain SP is not in reach of this order."
    player.press("row-AC")
    player.tap("SP")
    assert said(player) == "Spain SP: you have nothing to order there."
    player.tap("RO")
    assert "@RO" in player.text(".place-head"), "without an order in hand a tap goes to a place of one's own"


def test_a_sheet_of_another_format_is_not_guessed_at(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "later.html"
    path.write_text(page_of(next(desks()).sheet | {"format": 2}, ""), "utf-8")
    player = Player(browser, path)
    assert player.text("#composer") == "This composer does not know its order sheet: write the card by hand."
    assert player.said == []

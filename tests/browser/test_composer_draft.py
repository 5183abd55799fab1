"""The composer's draft, played in Chromium: undo and redo, its number, what is kept of it, what is left for it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import needs_browser, stores
from tests.browser.composer_page import composer_page
from tests.browser.test_composer import Player

pytestmark = [pytest.mark.browser, needs_browser]

BUILD = ("place-TU", "part-Industry", "row-BI", "add")
KEPT = "JSON.parse(localStorage.getItem('pbm-draft-EU-2-4-1'))"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game, as player 1 has it."""
    path = tmp_path_factory.mktemp("draft") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1), "utf-8")
    return path


def orders(player: Player) -> list[str]:
    """The lines of the card between its heading and END."""
    return player.card().splitlines()[1:-1]


def revision(player: Player) -> str:
    return player.text(".strip").split(" REV ")[1].split()[0]


def typed(player: Player, text: str) -> None:
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', text)
    player.press("type-add")


def test_undo_and_redo_go_both_ways_until_something_new_is_done(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    for key in ("undo", "redo"):
        assert player.page.is_disabled(f'[data-key="{key}"]'), "nothing was done yet"
    player.press(*BUILD, "undo", "redo", "undo")
    assert orders(player) == []
    player.press("redo")
    typed(player, "@RO BA1")
    assert orders(player) == ["@RO BA1", "@TU BI32"]
    player.press("undo")
    typed(player, "@ 3E")
    assert player.page.is_disabled('[data-key="redo"]'), "what was undone before a new order does not come back"
    assert orders(player) == ["@ 3E", "@TU BI32"]
    assert player.said == []


def test_a_number_set_by_hand_stays_until_the_orders_are_others(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press(*BUILD, "tab-card", "download")
    for written, stands in (("5", "5"), ("x", "5"), ("0", "1"), ("1000000000", "1"), ("7", "7")):
        player.page.fill('[data-key="rev"]', written)
        player.page.press('[data-key="rev"]', "Tab")
        assert revision(player) == stands, "the same orders are the same card"
    player.press("undo")
    assert revision(player) == "8"
    player.press("redo")
    assert revision(player) == "8", "once for all changes, until it is handed over again"


@stores
def test_a_kept_draft_has_its_number_and_knows_what_was_handed_over(browser: Any, demo: Path) -> None:
    """Else a second card would go out under the first one's number, and be another card of the same REV."""
    player = Player(browser, demo)
    player.press(*BUILD, "tab-card", "download")
    player.page.check('[data-key="keep"]')
    typed(player, "@RO BA1")
    assert revision(player) == "2"
    player.page.reload()
    assert revision(player) == "2"
    assert player.text("[role=status]") == "Your kept draft is here again."
    player.press("tab-card", "download")
    player.page.reload()
    player.press("tab-orders", "drop-ROBA1")
    assert revision(player) == "3"


@stores
def test_a_kept_pass_is_one_again(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    player.page.check('[data-key="pass"]')
    assert orders(player) == ["PASS"]
    player.page.check('[data-key="keep"]')
    player.page.reload()
    assert orders(player) == ["PASS"]
    player.press("tab-map", *BUILD)
    assert orders(player) == ["@TU BI32"], "a card with orders is none"


@stores
def test_of_a_kept_draft_what_is_no_longer_in_order_is_dropped(browser: Any, demo: Path) -> None:
    """The printout of the same turn may come anew, corrected."""
    player = Player(browser, demo)
    player.press(*BUILD, "tab-card", "download")
    player.page.check('[data-key="keep"]')
    kept = player.page.evaluate(KEPT)
    assert kept == {"entries": [{"place": "TU", "text": "BI32"}], "revision": 1, "handed": "@TU BI32", "pass": False}
    for text in ("BA99", "XX", "<img src=x>"):
        kept["entries"].append({"place": "TU", "text": text})
    kept["entries"].append({"place": "GR", "text": "BA1"})
    kept["handed"] = "@TU BI32 BA99"
    player.page.evaluate("kept => localStorage.setItem('pbm-draft-EU-2-4-1', kept)", json.dumps(kept))
    player.page.reload()
    assert orders(player) == ["@TU BI32"]
    assert revision(player) == "2", "so it is another card than the one that was sent"
    for strange in ("nonsense", "7", '{"entries": 7}', "{}"):
        player.page.evaluate("kept => localStorage.setItem('pbm-draft-EU-2-4-1', kept)", strange)
        player.page.reload()
        assert orders(player) == []
    assert player.said == []


def test_standing_orders_leave_the_form_what_the_card_itself_may_use(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    typed(player, "@TU /1/BI30 BA2")
    player.press("tab-map", "place-TU", "part-Industry", "row-BI")
    assert "all 30" in player.text(".number"), "they act on what explicit orders leave"
    assert player.text('[data-key="part-Industry"] b') == "30"
    player.press("add")
    assert orders(player) == ["@TU /1/BI30 BA2 BI30"]


def test_a_warning_is_told_of_its_own_order_and_not_again_of_the_next(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    player.page.fill('[data-key="typed"]', "@ 3E 3A")
    assert player.text("#typed-verdict").startswith("read with care 3A ")
    player.press("type-add")
    assert "read with care" in player.text(".composer"), "on the list it stands as long as both do"
    player.page.fill('[data-key="typed"]', "@ 2E")
    assert player.text("#typed-verdict") == "1 order correct."


def test_totals_begin_with_the_players_own_and_go_on_as_the_table_does(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    stores = player.page.locator(".totals tbody th").all_inner_texts()
    assert stores == ["Dollars", "Spies", "Counterspies", "Army", "Navy", "AirForce", "Industry"]
    typed(player, "@TU BI30 AC4GR @RO BI1 @ RI2.50")
    player.page.locator(".totals").scroll_into_view_if_needed()
    rows = [row.split("\t")[:3] for row in player.page.locator(".totals tbody tr").all_inner_texts()]
    assert [row for row in rows if row[0] in ("Army", "Industry")] == [["Army", "4", "77"], ["Industry", "31", "12"]]

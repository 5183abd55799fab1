"""A great power's card in a player's hands, on a phone: forces part by part, ways on the map, the market as a table,
the running account; and `pbm check` says the same of it.
"""

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.core.printout import Printout
from pbm.site.render import Renderer
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import order_sheet
from tests.browser.composer_page import page_of
from tests.browser.test_composer import Player
from tests.rules.gunboat_empires import RULES
from tests.rules.gunboat_empires.test_printout import START, printed

pytestmark = [pytest.mark.browser, needs_browser]

SIDEWAYS = "document.documentElement.scrollWidth <= innerWidth"
WRITE = """([key, number]) => { const input = document.querySelector(`[data-key="${key}"]`);
    input.value = number; input.dispatchEvent(new Event("change")); }"""
ROW = """name => [...document.querySelectorAll('.account tbody tr')]
    .find(row => row.firstChild.textContent === name).innerText.split('\\t').map(it => it.trim())"""
COUNT = ROW.replace(".account", ".counts")


@pytest.fixture(scope="module")
def sheet() -> tuple[Printout, Path]:
    return printed(START, {}, 6)[6], Path()


@pytest.fixture
def player(browser: Any, sheet: tuple[Printout, Path], tmp_path: Path) -> Any:
    printout = sheet[0]
    view_of = printout.space_map
    renderer = Renderer([], {view_of.geometry: RULES.geometry}, cache=False)
    path = tmp_path / "card.html"
    path.write_text(page_of(order_sheet(printout, RULES.orders), str(renderer.draw(view_of, "m", True))), "utf-8")
    shown = Player(browser, path)
    yield shown
    assert shown.page.evaluate(SIDEWAYS)
    assert not shown.said
    shown.context.close()


def orders(player: Player) -> list[str]:
    """The orders of the card, each with its place."""
    place, found = "", []
    for line in player.card().splitlines()[1:]:
        for word in line.split():
            if word.startswith("@"):
                place = word
            elif word != "END":
                found.append(f"{place} {word}")
    return found


def test_a_task_force_by_tapping_its_units_and_its_way(player: Player) -> None:
    player.press("place-06-01", "row-GA")
    player.press("all-LI")
    assert "Choose the way" not in player.text(".said")
    player.tap("30-01")
    assert re.fullmatch(r"GA\d+LI:30-01", player.text(".result code"))
    player.press("add")
    assert "Added GA" in player.text(".said")
    row = player.page.evaluate(COUNT, "Task forces of phase 4")
    assert row[1:] == ["1", "5"]
    (order,) = orders(player)
    assert re.fullmatch(r"@06-01 GA\d+LI:30-01", order)


def test_a_way_goes_space_by_space_and_back(player: Player) -> None:
    player.press("place-06-06", "row-GM", "more-LI")
    player.tap("06-07")
    player.tap("06-12")
    player.tap("06-16")
    assert player.text(".way code") == "06-06 → 06-07 → 06-12 → 06-16"
    assert player.text(".result code") == "GM1LI:06-07/06-12/06-16"
    player.tap("06-07")
    assert player.text(".way code") == "06-06 → 06-07"
    player.press("way-back")
    assert player.text(".way code") == "06-06"
    player.tap("08-01")
    assert "not in reach" in player.text(".said")


def test_the_market_is_a_table_and_the_account_runs_with_it(player: Player) -> None:
    player.press("tab-market")
    stock = player.page.evaluate(ROW, "SP")
    player.page.evaluate(WRITE, ["line-SSP", "1500"])
    after = player.page.evaluate(ROW, "SP")
    assert int(stock[1]) - 1500 == int(after[2])
    assert int(player.page.evaluate(ROW, "Gold")[2]) > int(player.page.evaluate(ROW, "Gold")[1])
    player.page.evaluate(WRITE, ["line-PLP", "100"])
    player.page.evaluate(WRITE, ["line-SSP", "700"])
    assert orders(player) == ["@ P100LP", "@ S700SP"]
    player.press("tab-market")
    player.page.evaluate(WRITE, ["line-PLP", ""])
    assert orders(player) == ["@ S700SP"]


def test_more_than_there_is_is_cut_and_said(player: Player) -> None:
    player.press("tab-market")
    player.page.evaluate(WRITE, ["line-SSP", "99999"])
    assert "cut" in player.text(".said")
    assert re.fullmatch(r"@ S\d{4}SP", orders(player)[0])


def test_technologies_say_why_not_and_levels_what_a_point_costs(player: Player) -> None:
    player.press("tab-builds", "part-Research")
    table = player.page.locator(".order-table").last.inner_text()
    assert "BTech 50 is needed" in table or "is needed, you have" in table
    player.press("part-Levels")
    player.page.evaluate(WRITE, ["line-IARM", "10"])
    assert orders(player) == ["@ I10ARM"]


def test_every_part_of_the_map_can_be_chosen_from_the_lists_too(player: Player) -> None:
    player.press("place-06-06", "row-RD", "all-LI")
    assert player.page.locator(".codes-row [data-key^='way-']").count() >= 5
    player.press("way-06-07")
    assert player.text(".result code").endswith(":06-07")


def test_the_tabs_are_those_of_the_table_and_orders_are_listed_by_phase(player: Player) -> None:
    tabs = [tab.inner_text().split(" ")[0] for tab in player.page.query_selector_all("[role=tab]")]
    assert tabs == ["Map", "Market", "Builds", "Orders", "Press", "Card"]
    player.press("place-06-01")
    assert not player.page.query_selector_all("[data-key=row-BU]")
    player.press("other-Builds")
    assert player.page.get_attribute('[data-key="tab-builds"]', "aria-selected") == "true"
    player.press("part-Units")
    player.page.evaluate(WRITE, ["line-BUHI", "1"])
    player.press("part-Facilities")
    player.page.evaluate(WRITE, ["line-BFLAB", "1"])
    player.press("tab-market")
    player.page.evaluate(WRITE, ["line-SSP", "500"])
    player.press("tab-map", "place-06-06", "row-GM", "more-LI")
    player.tap("06-07")
    player.press("add", "tab-orders")
    heads = [head.inner_text() for head in player.page.query_selector_all("#composer-panel h3")]
    assert heads[:4] == ["Sales", "Military builds", "Economic builds", "Task forces of phase 5"]
    assert orders(player) == ["@ S500SP", "@06-01 B1HI", "@06-01 B1LAB", "@06-06 GM1LI:06-07"]


def test_what_is_built_leaves_less_free_and_what_cannot_be_has_no_line(player: Player) -> None:
    player.press("tab-builds", "place-06-06")
    free = player.text('[data-key="place-06-06"]')
    depots = int(re.findall(r"(\d+) free depots?", free)[0])
    assert depots > 2
    table = player.text(".order-table")
    assert "LI Light Infantry" in table
    assert "Tank" not in table, "not developed, and none is here"
    assert "−250 SP" in table
    player.page.evaluate(WRITE, ["line-BULI", "2"])
    assert f"{depots - 2} free depot" in player.text('[data-key="place-06-06"]')
    assert "1 order" in player.text('[data-key="place-06-06"]')
    player.press("line-ZULI")
    assert orders(player) == ["@06-06 B2LI", "@06-06 ZLI"]


def test_an_order_is_explained_in_words(player: Player) -> None:
    player.press("tab-orders")
    player.page.fill(".typed textarea", "@ X7:10AP+5SP I10ARM\n@06-01 NM2BB+1ES:AO-23 B1LAB ZMR")
    player.press("type-add")
    told = player.text("#composer-panel")
    for words in (
        "Export 10 Agriculture, 5 Supply to [7]",
        "Improve Army by 10",
        "Build 1 Research Lab",
        "Salvage one Merchant",
        "2 Battleship, 1 Escort to AO-23",
    ):
        assert words in told
    assert "[object" not in told
    assert "Still without orders" not in told


def test_what_stands_in_a_table_may_be_put_on_file(player: Player) -> None:
    player.press("tab-market")
    player.page.select_option("[data-key=slot]", "2")
    player.page.evaluate(WRITE, ["line-SSP", "300"])
    assert "/2/S300SP is on file" in player.text(".said")
    assert player.page.input_value("[data-key=slot]") == "0"
    player.press("tab-builds", "place-06-06", "part-Units")
    player.page.select_option("[data-key=slot] >> nth=0", "1")
    assert "Salvage" not in player.page.locator(".order-table").first.inner_text(), "it cannot stand"
    player.page.evaluate(WRITE, ["line-BULI", "1"])
    assert "/1/B1LI" in player.text("#composer-panel")
    player.press("part-Research")
    assert not player.page.query_selector_all("[data-key=line-RTNK]"), "not now"
    player.page.select_option("[data-key=slot] >> nth=1", "3")
    player.press("line-RTNK")
    assert orders(player) == ["@ /2/S300SP", "@ /3/RTNK", "@06-06 /1/B1LI"]

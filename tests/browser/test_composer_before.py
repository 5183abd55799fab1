"""What the composer asks before a card is sent: it leads to where something may be mended, and keeps no card back."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import needs_browser
from tests.browser.composer_page import composer_page
from tests.browser.test_composer import Player
from tests.browser.test_composer_draft import typed

pytestmark = [pytest.mark.browser, needs_browser]
ASKED = """() => Object.fromEntries([...document.querySelectorAll('.before details')].map((it) =>
    [it.querySelector('summary').firstChild.textContent.trim(),
     [...it.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent).join(' '))]))"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game of Battle Plan, as player 1 has it."""
    path = tmp_path_factory.mktemp("before") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1), "utf-8")
    return path


@pytest.fixture(scope="module")
def thief(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example game of Trust a Thief after some turns, as player 1 has it."""
    path = tmp_path_factory.mktemp("before") / "thief.html"
    path.write_text(composer_page("TT-1", 8, 1), "utf-8")
    return path


def asked(player: Player) -> dict[str, list[str]]:
    player.press("tab-card")
    found: dict[str, list[str]] = player.page.evaluate(ASKED)
    return found


def test_an_empty_card_is_asked_for_idle_units_money_and_neighbours(browser: Any, demo: Path) -> None:
    found = asked(Player(browser, demo))
    assert "@BU 16 Army, 10 Navy, 12 AirForce without orders" in found["Idle"]
    assert any(row.endswith("Dollars not spent") and "." in row for row in found["Unspent"])
    assert any(row.partition(" ")[2].startswith("[") and " is next to " in row for row in found["Others in reach"])
    assert "Left empty" not in found


def test_a_tap_leads_to_the_space_and_what_is_mended_is_asked_no_more(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    before = asked(player)["Idle"]
    player.page.click(".before details >> text=@BU")
    assert player.page.inner_text(".place-head code") == "@BU"
    typed(player, "@RO AC15HU")
    after = asked(player)
    assert "@RO 6 Navy, 2 AirForce without orders" in after["Idle"]
    assert any(row.startswith("@RO 15 Army") for row in before)


def test_a_space_that_all_units_leave_is_named_with_its_neighbour(browser: Any, thief: Path) -> None:
    player = Player(browser, thief)
    assert "Left empty" not in asked(player)
    typed(player, "@ARV AT1BAL")
    assert "Left empty" not in asked(player)
    typed(player, "@ARV AT1ALD")
    (row,) = asked(player)["Left empty"]
    assert row.startswith("@ARV Arvane is left empty, next to [2] ")


def test_nothing_of_it_keeps_the_card_back(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    typed(player, "@TU AC30GR")
    asked(player)
    assert player.page.is_enabled('[data-key="download"]')
    assert player.page.query_selector_all(".before details")

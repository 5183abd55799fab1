"""The part of the composer in which press is written, in Chromium: what the engine files is what it writes."""

from pathlib import Path
from typing import Any

import pytest

from pbm.cards.card import Card, card_in
from pbm.publish.composer import every_card
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import desks
from tests.browser.composer_page import composer_page, page_of
from tests.browser.test_composer import Player

BUILD = ("tab-map", "place-TU", "part-Industry", "row-BI", "add")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("press") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1, mail="moderator@example.org"), "utf-8")
    return path


def saved(player: Player, tmp_path: Path) -> Card:
    """The card as the page hands it over."""
    player.press("tab-card")
    with player.page.expect_download() as download:
        player.press("download")
    path = tmp_path / "card.txt"
    download.value.save_as(path)
    return card_in(path.read_bytes())


def write(player: Player, text: str, title: str = "") -> None:
    player.page.fill('[data-key="press-text"]', text)
    player.page.fill('[data-key="press-title"]', title)
    player.press("press-add")


@pytest.mark.browser
@needs_browser
def test_press_is_put_on_the_card_below_the_orders(browser: Any, demo: Path, tmp_path: Path) -> None:
    player = Player(browser, demo)
    player.press(*BUILD, "tab-press")
    write(player, "Lace is up.", "From Paris")
    player.press("press-some")
    write(player, "Nobody reads this.")
    assert player.text(".said") == "Choose who reads it."
    player.press("press-to-3", "press-to-5", "press-anon")
    write(player, "Meet me.\n\nAt noon; @TU is mine.")
    assert "Added press to [3]" in player.text(".said")
    player.press("press-me")
    write(player, "Dear diary")
    assert player.text('[data-key="tab-press"]') == "Press 3"
    found = saved(player, tmp_path)
    assert next(line.text for line in found.lines if line.text).startswith("@TU BI")
    assert [(it.to, it.for_all, it.to_self, it.anonymous, it.title, it.text) for it in found.press] == [
        ((), True, False, False, "From Paris", "Lace is up."),
        ((3, 5), False, False, True, "", "Meet me.\n\nAt noon; @TU is mine."),
        ((), False, True, False, "", "Dear diary"),
    ]
    assert all(it.is_closed for it in found.press)
    assert not found.notes
    player.press("tab-press", "drop-press-0", "press-none")
    again = saved(player, tmp_path)
    assert [it.takes_back for it in again.press] == [True, False, False]
    assert again.revision == found.revision + 1
    assert player.said == []
    player.context.close()


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("line", ["END", " end ", "END PRESS", "ORDERS", "press all", "EU-9 T-4 [2] Igor"])
def test_a_line_that_would_end_the_text_is_told(browser: Any, demo: Path, line: str) -> None:
    player = Player(browser, demo)
    player.press("tab-press")
    write(player, f"Hello\n{line}\nBye")
    assert player.text(".said") == f"The line “{line.strip()}” ends a text: write it in a sentence."
    assert player.page.input_value('[data-key="press-text"]') == f"Hello\n{line}\nBye", "nothing typed is lost"
    player.context.close()


@pytest.mark.browser
@needs_browser
def test_press_alone_is_a_card_and_is_kept_as_orders_are(browser: Any, demo: Path, tmp_path: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-press")
    write(player, "Lace is up.")
    player.page.fill('[data-key="press-text"]', "Unfinished")
    player.press("tab-card")
    assert "has press and no orders" in player.text(".composer h2")
    player.press("keep")
    player.page.reload()
    assert player.text('[data-key="tab-press"]') == "Press 1"
    player.press("tab-press")
    assert player.page.input_value('[data-key="press-text"]') == "Unfinished"
    player.press("change-press-0")
    assert player.page.input_value('[data-key="press-text"]') == "Lace is up."
    player.press("press-add")
    found = saved(player, tmp_path)
    assert found.is_aside
    assert [it.text for it in found.press] == ["Lace is up."]
    player.context.close()


@pytest.mark.browser
@needs_browser
def test_without_press_there_is_no_part_for_it(browser: Any, tmp_path: Path) -> None:
    """Where nobody may be known, and in a printout that an older pbm sealed."""
    desk = next(iter(desks()))
    assert "pieces" not in every_card(desk.table, has_press=False)["limits"]
    path = tmp_path / "page.html"
    path.write_text(page_of(desk.sheet | every_card(desk.table, has_press=False), ""), "utf-8")
    player = Player(browser, path)
    assert player.page.locator("[role=tab]").all_inner_texts() == ["Map", "Player", "Orders", "Card"]
    assert player.said == []
    player.context.close()


@pytest.mark.browser
@needs_browser
def test_a_keyboard_is_enough(browser: Any, demo: Path, tmp_path: Path) -> None:
    player = Player(browser, demo)
    keys = player.page.keyboard
    player.page.focus('[data-key="tab-map"]')
    for _ in range(3):
        keys.press("ArrowRight")
    assert player.page.evaluate("document.activeElement.dataset.key") == "tab-press"
    while player.page.evaluate("document.activeElement.dataset.key") != "press-all":
        keys.press("Tab")
    keys.press("ArrowDown")
    assert player.page.evaluate("document.activeElement.dataset.key") == "press-some"
    keys.press("Tab")
    keys.press("Space")
    while player.page.evaluate("document.activeElement.dataset.key") != "press-text":
        keys.press("Tab")
    keys.type("Hello")
    keys.press("Tab")
    keys.press("Enter")
    assert player.page.evaluate("document.activeElement.dataset.key") == "press-text"
    (block,) = saved(player, tmp_path).press
    assert (block.to, block.text) == ((2,), "Hello")
    named = player.page.evaluate(
        """() => [...document.querySelectorAll(".letter input, .letter textarea")]
            .every((it) => it.labels.length || it.getAttribute("aria-label"))"""
    )
    assert named
    player.context.close()

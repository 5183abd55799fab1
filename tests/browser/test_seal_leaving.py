"""A sealed page that is left, and one that its reader's words open in part: in a real browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.browser.chromium import needs_browser
from tests.browser.test_seal_browser import PLAYER, Reader, page_of, phrases
from tests.publish.test_seal_publish import LAST, copy_game, run

pytestmark = [pytest.mark.browser, needs_browser]

# What a browser says to a page that is left and that it keeps whole, for whoever presses Back.
LEFT = "window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """EU-2 with new words for one player from its newest turn on."""
    root = copy_game(tmp_path_factory.mktemp("left"))
    run(root, "keys", "EU-2", "--renew", str(PLAYER))
    run(root, "build")
    return root


def until_said(reader: Reader, number: int) -> None:
    """Wait until the browser has asked so often, for two seconds at most."""
    for _ in range(40):
        if len(reader.said) >= number:
            break
        reader.page.wait_for_timeout(50)


def test_who_leaves_an_opened_page_has_locked_it(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    reader.page.fill("#phrase", "half of the words")
    reader.page.evaluate(LEFT)
    assert reader.page.input_value("#phrase") == "", "nor are words that were being typed kept"
    reader.open(phrases(root)[PLAYER])
    reader.page.evaluate(LEFT)
    assert reader.page.locator("#phrase").is_visible()
    assert reader.page.locator("[data-page]").inner_html() == ""
    assert "Dollars" not in reader.page.content()
    reader.open(phrases(root)[PLAYER])
    reader.close()


def test_what_was_sealed_with_other_words_is_told(root: Path, browser: Any) -> None:
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    reader = Reader(browser, page_of(root))
    for words, turn in ((phrases(root)[PLAYER], 1), (ring.players[PLAYER][0].phrase, LAST)):
        reader.open(words)
        assert reader.page.inner_text("[data-shut]") == "Turns in a dashed frame were sealed with other words."
        reader.page.evaluate(f"location.hash = '#turn-{turn}'")
        reader.page.wait_for_selector(f"[data-missing]:text-is('Turn {turn} was sealed with other words.')")
        reader.page.evaluate("location.hash = ''")
        reader.page.click("[data-lock]")
        assert reader.page.locator("[data-shut]").is_hidden()
    reader.page.goto(page_of(root, 4))
    reader.open(phrases(root)[4])
    assert reader.page.locator("[data-shut]").is_hidden()
    reader.close()


def test_a_rule_opens_beside_the_printout_and_orders_in_hand_are_not_left_without_a_word(
    root: Path, browser: Any
) -> None:
    reader = Reader(browser, page_of(root, 4))
    reader.open(phrases(root)[4])
    reader.page.click(f".jump button:text-is('Compose turn {LAST + 1}')")
    reader.page.evaluate("""document.querySelector("[data-page]").append(
        Object.assign(document.createElement("a"), { href: "../index.html", id: "out", textContent: "4C.6" }))""")
    with reader.page.expect_popup() as opened:
        reader.page.click("#out")
    assert opened.value.evaluate("opener") is None
    opened.value.close()
    reader.page.click('[data-key="tab-player"]')
    reader.page.fill('[data-key="typed"]', "P1FR")
    reader.page.click('[data-key="type-add"]')
    assert "P1FR" in reader.page.inner_text("#compose")
    reader.page.close(run_before_unload=True)
    until_said(reader, 1)
    assert len(reader.said) == 1, "the browser asks, and he stays"
    assert "P1FR" in reader.page.inner_text("#compose"), "nor was the printout locked"
    reader.page.click("[data-turns] button:text-is('T-1')")
    reader.page.wait_for_selector("[data-turns] [aria-current]:text-is('T-1')")
    reader.page.close(run_before_unload=True)
    until_said(reader, 2)
    assert len(reader.said) == 2, "they are in hand also while he looks at another turn"
    reader.page.click("[data-lock]")
    reader.page.close(run_before_unload=True)
    assert len(reader.said) == 2, "what is locked holds nobody back"


@pytest.fixture
def renewed(tmp_path: Path) -> Callable[..., tuple[Path, str, str]]:
    def make(*words: str) -> tuple[Path, str, str]:
        root = copy_game(tmp_path)
        old = phrases(root)[PLAYER]
        run(root, "keys", "EU-2", "--renew", str(PLAYER), *words)
        run(root, "build")
        return root, old, phrases(root)[PLAYER]

    return make


def test_a_stand_in_sees_the_newest_turn_and_the_first_player_the_older_ones(
    renewed: Callable[..., tuple[Path, str, str]], browser: Any
) -> None:
    root, old, new = renewed()
    reader = Reader(browser, page_of(root))
    reader.open(new)
    assert reader.page.title() == f"EU-2, turn {LAST}"
    assert reader.page.locator("[data-turns] button:disabled").all_inner_texts() == ["T-0", "T-1", "T-2"]
    reader.page.click("[data-lock]")
    reader.open(old)
    assert reader.page.title() == f"EU-2, turn {LAST - 1}"
    assert reader.page.locator("[data-turns] button:disabled").all_inner_texts() == ["T-3"]
    reader.close()


def test_with_the_past_new_words_open_every_turn(renewed: Callable[..., tuple[Path, str, str]], browser: Any) -> None:
    root, _, new = renewed("--past")
    reader = Reader(browser, page_of(root))
    reader.open(new)
    for number in (0, 1, 2, 3):
        reader.turn(number)
    reader.close()

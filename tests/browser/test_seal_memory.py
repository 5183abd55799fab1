"""A sealed page's memory, in a real browser: what is gone with Lock, and what comes too late for it."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.chromium import needs_browser
from tests.browser.test_seal_browser import PLAYER, TROUBLE, Reader, page_of, phrases
from tests.browser.test_seal_leaving import LEFT
from tests.publish.test_seal_publish import LAST, copy_game, run

pytestmark = [pytest.mark.browser, needs_browser]

# Holds the scripts of other turns back until `window.late()` is called.
SLOW = """() => {
    const held = [], append = document.head.append;
    document.head.append = function (script) { held.push(() => append.call(document.head, script)); };
    window.late = () => { document.head.append = append; held.forEach(load => load()); };
}"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = copy_game(tmp_path_factory.mktemp("memory"))
    run(root, "build")
    return root


def keys_in_memory(reader: Reader) -> int:
    """How many keys of the cipher the page holds, after all that nobody holds is thrown away."""
    wire = reader.context.new_cdp_session(reader.page)
    wire.send("HeapProfiler.collectGarbage")
    kind = wire.send("Runtime.evaluate", {"expression": "CryptoKey.prototype"})["result"]["objectId"]
    held = wire.send("Runtime.queryObjects", {"prototypeObjectId": kind})["objects"]["objectId"]
    asked = {"objectId": held, "functionDeclaration": "function () { return this.length; }", "returnByValue": True}
    number = wire.send("Runtime.callFunctionOn", asked)["result"]["value"]
    wire.detach()
    return int(number)


def holds(reader: Reader, number: int) -> bool:
    """Whether so many are left, at once or soon: what a promise held may be thrown away a moment later."""
    for _ in range(50):
        if keys_in_memory(reader) == number:
            return True
        reader.page.wait_for_timeout(100)
    return False


def test_the_keys_go_with_the_lock_and_no_others_stay(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    assert holds(reader, 0)
    reader.open(phrases(root)[PLAYER])
    reader.turn(1)
    assert holds(reader, 1), "the content key of the one epoch"
    reader.page.click("[data-lock]")
    assert holds(reader, 0)
    reader.try_words("not these words")
    reader.page.wait_for_selector("[data-trouble]:not([hidden])")
    assert holds(reader, 0)
    reader.close()


def test_words_that_fit_no_turn_that_is_here_leave_no_key(root: Path, browser: Any, tmp_path: Path) -> None:
    """The page was saved with a printout that was damaged: the lock opens, and nothing behind it."""
    page = Path(page_of(root).removeprefix("file://")).read_text("utf-8")
    start = page.index('"sealed":"') + 40
    (tmp_path / "saved.html").write_text(
        page[:start] + ("A" if page[start] != "A" else "B") + page[start + 1 :], "utf-8"
    )
    reader = Reader(browser, (tmp_path / "saved.html").as_uri())
    reader.try_words(phrases(root)[PLAYER])
    reader.page.wait_for_selector("[data-trouble]:not([hidden])")
    assert reader.page.inner_text("[data-trouble]") == TROUBLE
    assert holds(reader, 0)
    reader.context.close()


def test_what_comes_after_the_lock_is_not_shown(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    reader.open(phrases(root)[PLAYER])
    reader.page.evaluate(SLOW)
    reader.page.click("[data-turns] button:text-is('T-1')")
    reader.page.click("[data-lock]")
    reader.page.evaluate("window.late()")
    reader.page.wait_for_timeout(500)
    assert reader.page.locator("[data-page]").inner_html() == ""
    assert reader.page.locator("[data-opened]").is_hidden()
    assert "turn" not in reader.page.title(), "nor does the window's name tell of it"
    reader.close()


def test_who_leaves_while_it_opens_finds_it_locked(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    reader.page.fill("#phrase", phrases(root)[PLAYER])
    reader.page.evaluate(f"document.querySelector('[data-open]').click(); {LEFT}")
    reader.page.wait_for_timeout(2500)
    assert reader.page.locator("[data-opened]").is_hidden()
    assert reader.page.locator("[data-page]").inner_html() == ""
    assert holds(reader, 0)
    reader.close()


def test_of_two_turns_asked_for_the_last_is_shown(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    reader.open(phrases(root)[PLAYER])
    reader.page.evaluate(SLOW)
    reader.page.click("[data-turns] button:text-is('T-1')")
    reader.page.click(f"[data-turns] button:text-is('T-{LAST}')")
    reader.page.wait_for_timeout(300)
    reader.page.evaluate("window.late()")
    reader.page.wait_for_selector(f"[data-turns] [aria-current]:text-is('T-{LAST}')")
    reader.page.wait_for_timeout(500)  # the other is late, and is not shown after it
    assert reader.page.title() == f"EU-2, turn {LAST}"
    reader.close()


def test_words_filled_in_by_the_browser_open_it_and_stay_in_no_field(root: Path, browser: Any) -> None:
    reader = Reader(browser, page_of(root))
    kept = reader.page.locator("[data-kept]")
    kept.evaluate("(it, words) => { it.value = words; it.dispatchEvent(new Event('input')); }", phrases(root)[PLAYER])
    assert reader.page.inner_text("#count") == "filled in by your browser"
    reader.page.click("[data-open]")
    reader.page.wait_for_selector("[data-opened]:not([hidden])")
    reader.page.wait_for_selector("#count:text('0 of 6 words')", state="attached")
    assert kept.input_value() == "", "while the page is open they lie nowhere"
    reader.page.click("[data-lock]")
    assert (kept.input_value(), reader.page.input_value("#phrase")) == ("", "")
    assert reader.page.inner_text("#count") == "0 of 6 words"
    kept.evaluate("it => { it.value = 'half of the words'; }")
    reader.page.evaluate(LEFT)
    assert kept.input_value() == "", "nor what was filled in and not used"
    reader.close()


def test_words_as_a_letter_or_a_telephone_writes_them_open_it(root: Path, browser: Any) -> None:
    """Soft hyphens, accents of their own, wide letters, typographic dashes: as pbm/seal/phrases.py reads them."""
    reader = Reader(browser, page_of(root))
    first, second, *rest = phrases(root)[PLAYER].split()
    wide = "".join(chr(ord(sign) + 0xFEE0) for sign in second)
    odd = f"{first[0].upper()}\u00ad{first[1:]}\u200b – {wide}\u0301 " + " — ".join(rest) + "."
    reader.page.fill("#phrase", odd)
    reader.page.press("#phrase", "Enter")
    reader.page.wait_for_selector("[data-opened]:not([hidden])")
    reader.close()


def test_a_link_to_a_turn_whose_file_is_missing_opens_the_newest(root: Path, browser: Any, tmp_path: Path) -> None:
    alone = tmp_path / "saved.html"
    alone.write_bytes(Path(page_of(root).removeprefix("file://")).read_bytes())
    reader = Reader(browser, alone.as_uri() + "#turn-1")
    reader.open(phrases(root)[PLAYER])
    assert reader.page.title() == f"EU-2, turn {LAST}"
    reader.context.close()


def test_a_browser_without_what_is_needed_says_so(root: Path, browser: Any) -> None:
    context = browser.new_context()
    context.add_init_script("delete window.DecompressionStream")
    page = context.new_page()
    page.goto(page_of(root))
    assert "This browser is too old to open the page." in page.inner_text("[data-refused]")
    assert page.locator("form").count() == 0
    context.close()

"""The composer in a player's hands, played in Chromium: Add in sight on a phone, the card on the map, sentences."""

from pathlib import Path
from typing import Any

import pytest

from pbm import rules as registry
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import desks
from tests.browser.composer_page import composer_page, page_of
from tests.browser.test_composer import Player
from tests.browser.test_composer_draft import orders, typed
from tests.systems import SHIPPED

pytestmark = [pytest.mark.browser, needs_browser]

TOP = "document.querySelector('#composer').scrollIntoView()"
ENDS = """names => names.map(name => { const box = document.querySelector(name).getBoundingClientRect();
    return [Math.round(box.top), Math.round(box.bottom)]; })"""
FIGURES = """code => [...document.querySelectorAll(`.composer .b[data-at="${code}"] text:not(.no)`)]
    .map(it => it.textContent)"""
ARROWS = """() => [...document.querySelectorAll('.composer .card-arrows .a')].map(it => it.getAttribute('class'))"""
HIT = """n => document.querySelectorAll('.composer .card-arrows .hit')[n]
    .dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: 1, clientY: 1 }))"""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The running example game, as player 1 has it."""
    path = tmp_path_factory.mktemp("hands") / "demo.html"
    path.write_text(composer_page("EU-2", 3, 1), "utf-8")
    return path


@pytest.fixture(scope="module")
def thief(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example game of Trust a Thief, as player 1 has it."""
    path = tmp_path_factory.mktemp("hands") / "thief.html"
    path.write_text(composer_page("TT-1", 3, 1), "utf-8")
    return path


@pytest.mark.parametrize("height", [844, 664])
def test_on_a_phone_the_whole_order_is_in_sight(browser: Any, demo: Path, height: int) -> None:
    player = Player(browser, demo)
    player.page.set_viewport_size({"width": 390, "height": height})
    player.page.reload()
    player.press("place-RO", "row-AC")
    player.page.wait_for_timeout(200)
    player.tap("YU")
    for change in ("half", "less"):
        player.page.evaluate(TOP)
        parts = player.page.evaluate(ENDS, [".composer svg.map", ".form-side .picks", ".number", '[data-key="add"]'])
        assert parts == sorted(parts), "map, verb, number, Add"
        assert parts[-1][1] <= height, "Add is in the window"
        player.press(change)
    assert parts[2][1] <= parts[3][0], "and hides no number"
    result = player.page.evaluate(ENDS, [".result"])[0]
    assert parts[2][1] + result[1] - result[0] <= 800, "all of the form within 800 pixels"
    assert len({box[0] for box in player.page.evaluate(ENDS, [".strip p:first-child", ".strip .due"])}) <= 2
    lines = player.page.evaluate(ENDS, [".strip", '[data-key="tab-map"]', '[data-key="undo"]'])
    assert lines[0][1] - lines[0][0] < 34, "game, REV and due in one line"
    assert abs(sum(lines[1]) - sum(lines[2])) < 8, "Undo in the row of the tabs"


def test_the_map_shows_the_orders_of_the_card(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    before = player.page.evaluate(FIGURES, "RO")
    typed(player, "@RO AC12YU FS1BU BI1 /1/AC1YU")
    player.press("tab-map", "place-RO")
    assert player.page.evaluate(ARROWS) == ["a a-bold", "a a-dashed"], "what stays, and what stands, has no arrow"
    left = player.page.evaluate(FIGURES, "RO")
    assert [int(old) - int(new) for old, new in zip(before, left, strict=True)] == [12, 0, 1]
    player.page.evaluate(HIT, 0)
    assert player.text("[role=status]") == "Took away AC12YU of @RO."
    assert player.page.evaluate(ARROWS) == ["a a-dashed"]
    player.press("undo")
    assert len(player.page.evaluate(ARROWS)) == 2
    player.press("tab-orders", "drop-ROFS1BU", "tab-map")
    assert player.page.evaluate(ARROWS) == ["a a-bold"], "the list does the same"
    assert player.said == []


def test_where_an_arrow_starts_is_the_tables_to_say(browser: Any, thief: Path) -> None:
    """A fleet stands in a sea; what it loads comes from the shore."""
    player = Player(browser, thief)
    typed(player, "@ALD AT1AMB")
    player.press("tab-map")
    assert player.page.evaluate(ARROWS) == ["a a-plain"]
    assert player.said == []


def test_every_order_that_names_a_space_from_a_space_says_whether_it_has_an_arrow() -> None:
    """Data of the order table: kinds and operands that exist, in every system that has a map of spaces."""
    for name in SHIPPED:
        system = registry.system(name)
        rules = system.setup.load(system.variants[0], {})
        drawn = [row for row in rules.orders.rows if row.arrow]
        assert bool(drawn) == bool(rules.geometry), name
        for row in drawn:
            assert row.arrow
            declared = {kind.name for kind in rules.legend.arrows}
            assert row.arrow.within or row.arrow.kind in declared, "declared by the map, or a way over cells"
            ends = {row.arrow.start, row.arrow.end}
            assert "" in ends, row.code
            assert ends - {""} <= set(row.names), row.code


def test_a_message_says_its_sentence(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-player", "part-Messages", "row-pM", "p-p3", "add")
    assert player.text("[role=status]") == "Choose a sentence."
    offered = player.page.locator('[data-key="says"] option').all_inner_texts()
    assert "4. I declare you an ally. Will you do the same?" in offered
    assert not any("\u2026" in words for words in offered), "a sentence with a gap needs what fills it"
    player.page.select_option('[data-key="says"]', "4")
    meaning = player.text(".result span")
    assert meaning.startswith("Send message 4 to [3] ")
    assert meaning.endswith(": I declare you an ally. Will you do the same?")
    player.press("add")
    typed(player, "@ 3M5,TU")
    assert orders(player) == ["@ 3M4 3M5,TU"]
    player.press("tab-orders")
    assert "I declare you an ally" in player.text(".orders-list")
    assert "Help me against Turkey TU." in player.text(".orders-list")
    assert player.said == []


def test_sentences_are_data_of_the_sheet_and_none_where_a_system_has_none(browser: Any, tmp_path: Path) -> None:
    for desk in desks():
        told = {it["says"] for row in desk.sheet["orders"]["rows"] for it in row["operands"] if "says" in it}
        assert told <= set(desk.sheet["orders"]["sentences"]), desk.name
    thief = next(it for it in desks() if it.name.startswith("trust"))
    path = tmp_path / "composer.html"
    path.write_text(page_of(thief.sheet, ""), "utf-8")
    assert Player(browser, path).said == []


def test_the_focus_goes_to_add_once_the_order_is_whole(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("place-RO", "row-AC", "to-YU")
    assert player.page.evaluate("document.activeElement.dataset.key") == "add"


def test_before_a_choice_an_example_teaches_the_notation(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-player", "part-Messages", "row-pM")
    assert player.text(".result code").startswith("e.g. ")
    assert "pMm" not in player.text(".result code")


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("@RO AC12YU\n@TU XX1\n@BU AS1RO", "@TU XX1"),
        ("@RO AC12YU XX1\n@TU AS1BU", "@RO XX1"),
        ("@RO\nAC12YU\n\nXX1", "@RO\nXX1"),
        ("@ZZ\n@RO AC12YU", "@ZZ"),
    ],
)
def test_what_is_faulty_stays_and_no_empty_headings(browser: Any, demo: Path, text: str, left: str) -> None:
    player = Player(browser, demo)
    typed(player, text)
    rest = player.page.input_value('[data-key="typed"]')
    assert [line.split() for line in rest.splitlines()] == [line.split() for line in left.splitlines()]


def test_the_field_is_as_high_as_what_is_typed(browser: Any, demo: Path) -> None:
    player = Player(browser, demo)
    player.press("tab-orders")
    for lines in (1, 4, 9):
        player.page.fill('[data-key="typed"]', "\n".join(["@RO AC1YU"] * lines))
        hidden = "it => it.scrollHeight - it.clientHeight"
        assert player.page.locator('[data-key="typed"]').evaluate(hidden) <= 0, lines

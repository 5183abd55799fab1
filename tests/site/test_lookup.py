"""The pages of a game on which things are looked up: those of the newest turn, linked from its page and the game's."""

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.intake import inbox
from pbm.rules.gunboat_empires.tables import tables
from pbm.store.founding import found
from pbm.store.lock import locked
from pbm.store.play import lay_table, resolve_turn
from tests.browser.chromium import needs_browser
from tests.command import runner
from tests.example_games import FORTNIGHT, START, Example, plan

NAMES = ("regions-by-country", "all-regions", "efficiencies", "countries", "top-ten")
GAME = Example(
    "GB-9", "A new world", "gunboat-empires", "romin-jhors", ("01", "02", "03"), "deadline", 2, START, "running"
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The league of the game."""
    return tmp_path_factory.mktemp("lookup")


@pytest.fixture(scope="module")
def sites(root: Path) -> tuple[dict[str, str], dict[str, str]]:
    """All pages of a game, published after its first turn and again after the second."""
    run = runner(root)
    run("init")
    folder = found(root, plan(GAME), GAME.start)
    seen = []
    for turn in (1, 2):
        table, now = lay_table(folder), GAME.start + turn * FORTNIGHT
        with locked(folder.private, "a test"):
            resolve_turn(table, inbox.waiting_cards(table), now)
        folder.refresh()
        run("build")
        seen.append(pages(root / "output" / "site" / "games" / "GB-9"))
    return seen[0], seen[1]


def pages(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.html")}


def test_each_page_is_there_once_and_tells_of_the_newest_turn(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    first, second = sites
    for name in NAMES:
        assert 'href="1/index.html">turn 1</a>' in first[f"{name}.html"]
        assert 'href="2/index.html">turn 2</a>' in second[f"{name}.html"]
    assert [path for path in second if path.endswith("all-regions.html")] == ["all-regions.html"]


def test_the_game_and_its_newest_turn_lead_there_and_older_turns_do_not(
    sites: tuple[dict[str, str], dict[str, str]],
) -> None:
    _, second = sites
    for name in NAMES:
        assert f'href="{name}.html"' in second["index.html"]
        assert f'href="../{name}.html"' in second["2/index.html"]
        assert f"{name}.html" not in second["1/index.html"]


def test_every_region_has_its_row_with_an_anchor(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    """GE 14.3."""
    _, second = sites
    assert re.findall(r'<tr id="space-([^"]+)"', second["all-regions.html"]) == [*tables().regions]
    assert second["efficiencies.html"].count("<tr>") == 99


def test_nobodys_units_stocks_or_facilities_are_on_them(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    """GE 14.3, 24: only what all may know."""
    _, second = sites
    for name in NAMES:
        text = re.sub(r"<[^>]*>", " ", second[f"{name}.html"].split("<main", 1)[1])
        kinds = "|".join([*tables().units, *tables().facilities])
        assert not re.search(rf"\b({kinds})\b\s*=?\s*\d", text), name


@pytest.mark.browser
@needs_browser
def test_a_table_is_sorted_by_the_column_that_is_pressed(sites: object, root: Path, browser: Any) -> None:
    page = browser.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.goto((root / "output/site/games/GB-9/all-regions.html").as_uri())
    cells = "k => [...document.querySelectorAll('.lookup tbody tr')].map(row => row.children[k].textContent.trim())"
    before = page.evaluate(cells, 0)
    page.click("th button:text-is('Pop')")
    pops = [int(pop) for pop in page.evaluate(cells, 3) if pop]
    assert pops == sorted(pops)
    assert page.evaluate(cells, 3)[-1] == "", "what has none comes last"
    page.click("th button:text-is('Pop')")
    assert page.evaluate(cells, 3)[0] == str(max(pops))
    assert page.get_attribute("th:has(button:text-is('Pop'))", "aria-sort") == "descending"
    page.click("th button:text-is('Region')")
    assert sorted(before) == sorted(page.evaluate(cells, 0))
    assert not said
    page.close()

"""The page of a trial: narrow and wide, light and dark, for who cannot see, and on paper."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pbm.site.render import Renderer, templates_dir
from pbm.trials.findings import findings
from pbm.trials.game import figure_of, play_game
from pbm.trials.page import write_page
from tests.browser import test_accessible
from tests.browser.chromium import needs_browser
from tests.trials.test_games import counted, laid

pytestmark = [pytest.mark.browser, needs_browser]
TRIALS = (("battle-plan", "europe"), ("battle-plan", "equal-forces"), ("empire-deluxe", "basic"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small map, one with a seat for each of thirty powers, and a game without a map."""
    made = {}
    for system, variant in TRIALS:
        table = laid(system, variant, 4)
        found = findings(table, counted(table, [play_game(table, number) for number in (1, 2)]), figure_of(table))
        folder = tmp_path_factory.mktemp(variant)
        write_page(folder, table, found, Renderer(templates_dir(), {}, cache=False))
        made[variant] = folder / "index.html"
    return made


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_it_fits_and_axe_finds_nothing_serious(pages: dict[str, Path], browser: Any, width: int, scheme: str) -> None:
    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for variant, path in pages.items():
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, variant
        assert page.locator("svg.shades").count() == (variant != "basic")
        assert said == []  # the page's own policy forbids nothing that it has
        assert test_accessible.findings(page, axe) == [], variant
        said.clear()
    page.close()


def test_shades_are_grey_on_paper_and_stand_apart(pages: dict[str, Path], browser: Any) -> None:
    page = browser.new_page(viewport={"width": test_accessible.A4_WIDTH, "height": 900})
    page.emulate_media(media="print")
    page.goto(pages["europe"].as_uri())
    fills = page.evaluate("[...document.querySelectorAll('.key path')].map((it) => getComputedStyle(it).fill)")
    assert len(set(fills)) == len(fills) == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= test_accessible.A4_WIDTH
    page.close()

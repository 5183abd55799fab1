"""Maps of squares in a real browser: the film strip, a tap that names, parts of an overview, a map under the finger."""

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pbm.cli import main
from pbm.core.grid import GridView
from pbm.core.printout import MapBlock, Printout, Section
from pbm.site.pages import Addressee
from pbm.site.private import write_private
from pbm.site.render import Renderer
from pbm.store.founding import found
from pbm.store.keyring import write_ring
from tests.browser.chromium import needs_browser
from tests.browser.test_accessible import A4_WIDTH, findings
from tests.engine import fog_system
from tests.map_makers.squares import view
from tests.store.test_store import NOW, founding, ring

pytestmark = [pytest.mark.browser, needs_browser]

Show = Callable[..., Any]


def printout(seen: GridView) -> Printout:
    window = Section("window", "A window", (MapBlock(replace(seen, window=(8, 6, 12, 10))),))
    return Printout("F-1", "f", 1, 4, "F-1 T-1", ("F-1 T-1",), "A turn", "", (), (), (window,), seen)


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A printout with a map of 46 by 34, and one with an overview of 120 by 90."""
    folder, renderer = tmp_path_factory.mktemp("grid"), Renderer([], {"": {}}, cache=False)
    for name, seen in (("whole", view(46, 34)), ("far", view(120, 90, units=60, others=10))):
        write_private(printout(seen), "TEXT\n", folder / name, renderer, Addressee())
    return folder


@pytest.fixture
def show(browser: Any, pages: Path) -> Iterator[Show]:
    """Opens a page; it must say nothing on its console."""
    opened, said = [], []

    def made(name: str, width: int = 1280, **how: Any) -> Any:
        page = browser.new_page(viewport={"width": width, "height": 900}, **how)
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto((pages / f"{name}.html").as_uri())
        opened.append(page)
        return page

    yield made
    for page in opened:
        page.close()
    assert said == []


def seen_trails(page: Any) -> list[str]:
    """The times whose moves are to be seen on the first map."""
    return list(
        page.evaluate(
            """[...document.querySelector("svg.g-map").querySelectorAll(".g-at")].filter((it) =>
            it.querySelector(".g-trail") && getComputedStyle(it).display !== "none").map((it) => it.dataset.at)"""
        )
    )


EVERY = ["155", "156", "157", "158", "159"]


def test_the_film_shows_one_time_after_the_other_and_all_again(show: Show) -> None:
    page = show("whole")
    strip = page.locator("[data-film]").first
    assert seen_trails(page) == EVERY
    strip.get_by_role("button", name="156").click()
    assert seen_trails(page) == ["156"]
    assert strip.get_by_role("button", name="156").get_attribute("aria-pressed") == "true"
    strip.get_by_role("button", name="Forward").click()
    assert seen_trails(page) == ["157"]
    strip.get_by_role("button", name="Back").click()
    strip.get_by_role("button", name="Back").click()
    strip.get_by_role("button", name="Back").click()
    assert seen_trails(page) == ["155"], "before the first is nothing"
    sighted = """getComputedStyle(document.querySelector(".g-on .g-in-film.g-other")).display"""
    assert page.evaluate(sighted) == "inline"
    strip.get_by_role("button", name="All").click()
    assert seen_trails(page) == EVERY
    assert page.locator(".g-filming").count() == 0


def test_the_film_plays_to_its_end_and_stops(show: Show) -> None:
    page = show("whole")
    page.clock.install()
    play = page.locator("[data-play]").first
    play.click()
    assert (seen_trails(page), play.text_content()) == (["155"], "Stop")
    page.clock.run_for(2500)
    assert seen_trails(page) == ["157"]
    page.clock.run_for(6000)
    assert (seen_trails(page), play.text_content()) == (["159"], "Play")


def test_without_a_script_all_moves_are_there_and_the_table(show: Show) -> None:
    page = show("whole", java_script_enabled=False)
    assert page.locator("[data-film]").first.is_hidden()
    assert page.locator("svg.g-map").first.is_visible()
    assert page.locator("svg.g-map .g-trail").first.is_visible()
    assert page.locator("svg.g-map .g-in-film").first.is_hidden()
    assert page.locator(".g-rows tbody tr").count() > 60


def test_a_tap_names_what_is_there(show: Show) -> None:
    page = show("whole")
    unit = page.locator("svg.g-map").first.locator(".g-own use").first
    unit.click(force=True)
    assert "Dorada" in page.locator(".g-said").first.text_content()
    picked = page.locator("svg.g-map").first.locator(".g-picked").bounding_box()
    assert abs(picked["x"] - unit.bounding_box()["x"]) < 5


def test_a_part_of_an_overview_is_opened_with_its_letters(show: Show) -> None:
    page = show("far")
    svg, picker = page.locator("svg.g-far"), page.locator("[data-parts] select")
    whole = svg.get_attribute("viewBox")
    assert page.locator(".g-letters").count() == 0
    picker.select_option(index=8)
    assert "g-near" in svg.get_attribute("class")
    wide, high = map(float, svg.get_attribute("viewBox").split()[2:])
    assert (wide, high) == (480, 480)
    assert page.locator(".g-letters .g-own use").count() > 0
    letters = """[...document.querySelectorAll(".g-letters use")].map((it) => {
        const a = it.getBoundingClientRect(), b = document.querySelector("svg.g-far").getBoundingClientRect();
        return [a.left - b.left, b.right - a.right, a.width]; })"""
    assert all(min(left, right) > -2 and wide > 20 for left, right, wide in page.evaluate(letters))
    page.locator(".g-letters .g-own use").first.click(force=True)
    assert "Dorada" in page.locator(".g-said").first.text_content()
    picker.select_option("")
    assert svg.get_attribute("viewBox") == whole
    svg.click(force=True)
    assert "g-near" in svg.get_attribute("class"), "a tap opens the part under it"
    assert picker.input_value()


@pytest.mark.parametrize("name", ["whole", "far"])
def test_on_a_phone_the_page_is_not_wider_than_the_screen_and_letters_can_be_read(show: Show, name: str) -> None:
    page = show(name, 390)
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    if name == "far":
        picker = page.locator("[data-parts] select")
        for k in range(1, picker.locator("option").count()):
            picker.select_option(index=k)
            if page.locator(".g-letters .g-own use").count():
                break
    square = page.evaluate(
        """(() => { const all = [...document.querySelectorAll("svg.g-map")[0].querySelectorAll(".g-own use")];
        return all[0].getBoundingClientRect().width; })()"""
    )
    assert square >= 14, "a square of 15 units: 20 px from middle to middle"
    if name == "whole":
        assert page.evaluate("""document.querySelector("#theatre").scrollLeft""") > 0, "it begins at what is his"
        assert page.locator("figcaption").first.bounding_box()["width"] <= 358


@pytest.mark.parametrize("name", ["whole", "far"])
def test_on_paper_the_whole_map_is_there_within_the_margins(show: Show, name: str) -> None:
    page = show(name)
    page.locator("[data-film]").first.get_by_role("button", name="156").click()
    if name == "far":
        page.locator("[data-parts] select").select_option(index=3)
    page.set_viewport_size({"width": A4_WIDTH, "height": 1000})
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    svg = page.locator("svg.g-map").first
    assert page.locator("[data-film]").first.is_hidden()
    assert svg.bounding_box()["width"] <= A4_WIDTH
    assert page.evaluate("document.documentElement.scrollWidth") <= A4_WIDTH
    assert seen_trails(page) == EVERY
    assert svg.get_attribute("viewBox").startswith("0 0 ")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert seen_trails(page) == ["156"], "as it was"
    assert svg.get_attribute("viewBox").startswith("0 0 ") == (name == "whole")


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1280, "dark")])
def test_axe_finds_nothing_serious(show: Show, width: int, scheme: str) -> None:
    rules = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    for name in ("whole", "far"):
        assert findings(show(name, width, color_scheme=scheme, reduced_motion="reduce"), rules) == []


def test_a_sealed_page_brings_what_its_map_needs(browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is opened in it was not there when the page came: its script takes it up then."""
    fog_system.install(monkeypatch)
    folder = found(tmp_path, founding(), NOW)
    keys = ring(folder.game)
    write_ring(folder, keys)
    done = CliRunner().invoke(main, ["--root", str(tmp_path), "publish"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    page, said = browser.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    page.goto((tmp_path / "output/site/games/FA-1/sealed/1.html").as_uri())
    page.fill("#phrase", keys.players[1][0].phrase)
    page.click("[data-open]")
    page.wait_for_selector("[data-opened]:not([hidden])")
    page.wait_for_selector(".g-tapped")
    strip = page.locator("[data-film]").first
    strip.get_by_role("button", name="dawn").click()
    assert seen_trails(page) == ["1"]
    fill = "getComputedStyle(document.querySelector('.g-map .g-blue, .g-map .g-buff')).fill"
    assert page.evaluate(fill) != "rgb(0, 0, 0)", "its styles are there"
    page.close()
    assert said == []

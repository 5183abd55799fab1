"""What a reader sees first: the headline, whose land it is, all of the front page's map, and how a game ended."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pbm.site.maps import artist, live
from pbm.site.render import Renderer
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage
from tests.browser.test_accessible import findings
from tests.browser.test_world_map import GEOMETRY, world_view

pytestmark = [pytest.mark.browser, needs_browser]
RENDER = Renderer([], {"world": GEOMETRY}, cache=False)


def page(path: Path, body: str) -> str:
    """A page with the site's styles and the living map's script."""

    styles = "".join(RENDER.file(name) for name in ("pbm.css", "narrow.css", "map.css"))
    path.write_text(
        "<!doctype html><meta charset=utf-8><title>World</title>"
        '<meta name=viewport content="width=device-width,initial-scale=1">'
        f"<style>{styles}{artist.map_css()}</style><body>{body}<script>{live.packed_script(RENDER.file)}</script>",
        "utf-8",
    )
    return path.as_uri()


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The opening of a turn's page with the map of the world."""
    body = (
        '<main id=main><div class="lead public"><div><p class=kicker>World news, turn 5</p><h1>A headline</h1>'
        "<p class=standfirst>What it comes to.</p><section><h2>What changed</h2></section></div>"
        f"<figure class=mapbox id=map>{RENDER.draw(world_view(players=25), 'm')}</figure></div></main>"
    )
    return page(tmp_path_factory.mktemp("first") / "turn.html", body)


TOPS = """() => [".kicker", "h1", ".standfirst", "svg.map", "h2"].map((name) =>
    document.querySelector(name).getBoundingClientRect().top)"""


def test_the_headline_stands_above_a_map_of_the_whole_width(public: str, browser: Any) -> None:
    shown = MapPage(browser, public)
    tops = shown.page.evaluate(TOPS)
    shown.close()
    assert tops == sorted(tops), "kicker, headline, stand-first, map, the rest"
    assert tops[1] < 450


NUMBERS = """(map) => [...map.querySelectorAll(".l > use.chip")].map((it) => [it, it.getBoundingClientRect()])
    .filter(([it, box]) => box.width).map(([it, box]) => [it.getAttribute("href").replace(/.*no/, ""), box.left,
        box.top, box.right, box.bottom])"""


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_the_whole_world_shows_a_large_number_for_each_realm(public: str, browser: Any, width: int) -> None:
    shown = MapPage(browser, public, width=width)
    found = shown.page.locator(shown.map).evaluate(NUMBERS)
    codes = shown.letters(".l > text, .sc")
    shown.zoom("In")
    near = shown.letters(".l > text, .sc")
    shown.close()
    owners = {space.owner for space in world_view(players=25).spaces} - {0}
    assert len({it[0] for it in found}) >= len(owners) * 4 // 5
    assert all(bottom - top >= 12 for _, _, top, _, bottom in found)
    assert not [
        (a, b)
        for k, a in enumerate(found)
        for b in found[:k]
        if min(a[3], b[3]) - max(a[1], b[1]) > 5 and min(a[4], b[4]) - max(a[2], b[2]) > 5
    ], "no number lies on another"
    assert not codes
    assert near, "codes come with the first step"


@pytest.fixture(scope="module")
def root(published: Path) -> Path:
    return published / "output/site"


FRAME = """() => { const box = document.querySelector(".story .mapbox").getBoundingClientRect();
    const map = document.querySelector(".story .mapbox svg").getBoundingClientRect();
    return [map.left - box.left, map.top - box.top, box.right - map.right, box.bottom - map.bottom]; }"""


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("sizes", [(2000, 1720), (2000, 1855), (6000, 3263), (900, 1800)])
def test_the_leading_map_fits_its_frame_whatever_its_proportions(
    root: Path, browser: Any, width: int, sizes: tuple[int, int]
) -> None:
    shown = browser.new_page(viewport={"width": width, "height": 900})
    shown.goto((root / "index.html").as_uri())
    shown.evaluate(
        "(box) => document.querySelector('.story svg').setAttribute('viewBox', box)", f"0 0 {sizes[0]} {sizes[1]}"
    )
    rims = shown.evaluate(FRAME)
    shown.close()
    assert all(0 <= rim <= 1.5 for rim in rims), rims


def test_the_heads_of_the_forces_have_names_for_who_cannot_see_them(root: Path, browser: Any) -> None:

    axe = (resources.files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
    shown = browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    shown.goto((root / "games/EU-1/8/3.html").as_uri())
    findings(shown, axe)  # loads axe
    found = shown.evaluate(
        """async () => (await axe.run(document, {runOnly: ["empty-table-header"]})).violations
            .flatMap((one) => one.nodes.map((node) => String(node.target)))"""
    )
    seen = shown.evaluate(
        """() => [...document.querySelectorAll(".forces thead th svg.g + span")]
            .map((it) => it.getBoundingClientRect().width)"""
    )
    shown.close()
    assert found == []
    assert seen
    assert max(seen) <= 1, "the sign alone is seen"

"""Living maps in a real browser: layers, cards, sealed pages, and what is left without a script and on paper."""

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.browser.chromium import needs_browser
from tests.browser.map_page import GEOMETRY, MAPS, WAR

pytestmark = [pytest.mark.browser, needs_browser]

# Layers


def test_a_layer_is_offered_only_where_the_map_holds_it(show_map: Any) -> None:
    offered = "all => all.map(it => it.dataset.layer)"
    found = {key: show_map(*key).page.locator(f"{key[1]} [data-layer]").evaluate_all(offered) for key in MAPS}
    assert found["games/EU-2/4/index.html", "#map"] == ["owner", "changes", "air"]
    assert found[WAR] == ["owner", "control", "forces", "changes", "arrows", "air", "held"]
    assert found["games/TT-1/8/index.html", "#map"] == ["owner", "forces", "changes"]
    assert found["games/TT-1/8/3.html", "#theatre"] == ["owner", "forces", "changes", "arrows"]


def test_layers_change_what_is_drawn(show_map: Any) -> None:
    it = show_map(*WAR)
    page, shown = it.page, "all => all.filter(it => it.getClientRects().length && it.getBBox().width).length"

    def count(names: str) -> int:
        found: int = page.locator(f"{it.map} :is({names})").evaluate_all(shown)
        return found

    fill = f"getComputedStyle(document.querySelector('{it.map} [data-code=PD] .f')).fill"
    colour, badges, chips = page.evaluate(fill), count(".b"), count(".chip")
    assert badges > 5
    assert count(".st") == 1
    page.uncheck(f"{it.at} [data-layer=forces]")
    assert count(".b") == 0
    assert count(".chip") == chips + badges, "the label tells the number again"
    page.uncheck(f"{it.at} [data-layer=owner]")
    assert page.evaluate(fill) != colour
    page.uncheck(f"{it.at} [data-layer=control]")
    assert count(".st") == 0
    assert count(".chip") == 0
    for name in ("forces", "owner", "control"):
        page.check(f"{it.at} [data-layer={name}]")
    assert (page.evaluate(fill), count(".b"), count(".chip"), count(".st")) == (colour, badges, chips, 1)
    public = show_map("games/EU-2/4/index.html")
    assert public.rooms(".n-solid")
    public.page.uncheck("[data-layer=changes]")
    assert not public.rooms(".n-solid")


def test_the_air_range_from_here_is_that_of_the_chosen_space(show_map: Any) -> None:
    it = show_map("games/EU-2/4/index.html")
    it.page.check("[data-layer=air]")
    assert "Choose a space" in it.page.inner_text(".mapnote")
    for code in ("SW", "LU"):
        it.tap(code)
        lit = set(it.page.eval_on_selector_all(f"{it.map} .s.lit", "all => all.map(it => it.dataset.code)"))
        assert lit == {code, *GEOMETRY[code]["air"]}
        assert it.page.locator(f"{it.map} .over .reach").count() == len(GEOMETRY[code]["air"])
        assert f"range of {code}" in it.page.inner_text(".mapnote")
        named = set(re.findall(r"\b[A-Z]{2,3}\b", it.card()))
        assert set(GEOMETRY[code]["air"]) <= named, "and the card has it in words"
    it.page.uncheck("[data-layer=air]")
    assert it.page.locator(f"{it.map} .over .reach").count() == 0


def test_a_bar_stands_on_each_border_that_holds_the_reader_back(show_map: Any) -> None:
    it = show_map("games/EU-1/5/6.html", "#theatre")
    it.page.check(f"{it.at} [data-layer=held]")
    rows = [row.split() for row in it.page.get_attribute(it.map, "data-held").split(";")]
    pairs = [(code, other) for code, *others in rows for other in others]
    bars = it.page.eval_on_selector_all(
        f"{it.map} .bars-held > g",
        "all => all.map(it => { const m = it.transform.baseVal.consolidate().matrix; return [m.e, m.f, m.a, m.b]; })",
    )
    assert len(bars) == len(pairs) > 3
    inside = """(map, [code, x, y]) => { const use = map.querySelector(`[data-code="${code}"] use`);
      return document.querySelector(use.getAttribute('href')).isPointInFill(new DOMPoint(x, y)); }"""
    for (code, other), (x, y, a, b) in zip(pairs, bars, strict=True):
        there = it.page.locator(it.map).evaluate(inside, [other, x + 8 * a, y + 8 * b])
        here = it.page.locator(it.map).evaluate(inside, [code, x - 8 * a, y - 8 * b])
        assert here or there, (code, other)
    it.page.uncheck(f"{it.at} [data-layer=held]")
    assert not it.rooms(".bars-held .bar")


# Cards


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("name", "at"), MAPS)
def test_the_card_says_what_the_row_says_and_leads_to_it(show_map: Any, name: str, at: str, width: int) -> None:
    it = show_map(name, at, width)
    words = "all => all.map(it => it.textContent)"
    for code in it.page.eval_on_selector_all(f"{it.map} .l > text:first-child", words)[:6]:
        it.tap(code)
        card, row = it.card(), it.page.locator(f"#space-{code} > *").evaluate_all(words)
        assert card.startswith(row[0])
        assert all(" ".join(cell.split()) in " ".join(card.split()) for cell in row[1:])
    assert it.page.evaluate("document.documentElement.scrollWidth") <= width
    it.page.click(f"{at} .mapcard a:text-is('In the table')")
    assert it.page.evaluate("location.hash") == f"#space-{code}"
    seen = it.page.locator(f"#space-{code}")
    seen.wait_for(state="visible")
    assert 0 <= seen.bounding_box()["y"] < 844
    it.page.click(f"{at} .mapcard .shut") if at == "#theatre" else None
    seen.locator("th a").click()
    home = it.page.get_attribute(f"#space-{code} th a", "href")
    assert it.page.locator(f"{home} .mapcard").inner_text().startswith(row[0]), "and the row leads back to the map"


def test_a_small_country_is_hit_by_its_label_and_a_neighbour_by_the_card(show_map: Any) -> None:
    it = show_map("games/EU-2/4/index.html", "#map", 390)
    it.tap("CY")
    assert it.card().startswith("CY Cyprus")
    it.tap("GE")
    it.page.click(".mapcard dd button:text-is('CZ')")
    assert it.card().startswith("CZ Czechoslovakia")
    it.page.click(".mapcard .shut")
    assert it.card() == ""
    assert it.focused() == "CZ"


# Where there is no script, and on paper


def test_without_scripts_the_map_is_the_picture_it_was(show_map: Any) -> None:
    it = show_map(*WAR, java_script_enabled=False)
    assert it.page.locator(it.map).get_attribute("role") == "img"
    assert it.page.locator(".maptools, .mapcard").count() == 0
    assert it.page.locator(it.map).bounding_box()["width"] > 400
    assert it.page.locator("#map summary:has-text('as a table')").count() == 1


def test_paper_has_the_whole_map_whatever_is_zoomed_or_switched_off(show_map: Any) -> None:
    it, plain = show_map(*WAR), show_map(*WAR, java_script_enabled=False)
    whole = it.box()
    it.zoom("In", 3)
    it.tap("PD")
    it.page.uncheck(f"{it.at} [data-layer=forces]")
    it.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    for each in (it, plain):
        each.page.emulate_media(media="print")
    assert it.box() == whole
    for names in (".b", ".chip use", ".f", ".leader"):
        assert it.rooms(names) == plain.rooms(names)
    assert it.page.locator(".maptools:visible, .mapcard:visible, .mapnote:visible, .maphow:visible").count() == 0
    it.page.emulate_media(media="screen")
    it.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert it.box() != whole


def test_the_front_pages_map_stays_a_picture_and_the_replays_map_lives(show_map: Any) -> None:
    home = show_map("index.html", ".story")
    assert home.page.locator(".story svg.map.live").count() == 0
    replay = show_map("games/EU-1/replay.html", "[data-replay]")
    replay.tap("PD")
    assert replay.card().startswith("PD Poland")
    assert "[3] Russia" in replay.card()


# In a sealed page


@pytest.mark.parametrize("width", [390, 1280])
def test_the_maps_of_a_sealed_page_live_and_the_composer_gets_one_of_its_own(
    map_site: Path, show_map: Any, width: int
) -> None:
    ring = read_ring(Folder(map_site.parents[1], "EU-2"))
    assert ring
    it = show_map("games/EU-2/sealed/5.html", "#theatre", width)
    it.page.fill("#phrase", ring.players[5][-1].phrase)
    it.page.click("[data-open]")
    it.page.wait_for_selector(f"{it.map}.live")
    whole = it.box()
    it.zoom("In", 2)
    code = it.page.locator(f"{it.map} .l > text:first-child").first.text_content()
    it.page.evaluate("code => document.querySelector(`#theatre [data-code=${code}]`).focus()", code)
    it.page.keyboard.press("Enter")
    assert code in it.card()
    assert min(size for _, size in it.letters(".l > text:first-child")) >= 13
    assert it.page.locator(f"#space-{code}").count() == 1
    picture = it.page.evaluate(
        """() => { const drawn = document.querySelector('#theatre svg.map'), copy = window.pbm.stillMap(drawn);
          const added = copy.querySelectorAll('.over, [tabindex], .hid').length;
          return [copy.getAttribute('viewBox'), copy.getAttribute('class'), added]; }"""
    )
    assert picture[0] == " ".join(f"{value:g}" for value in whole)
    assert not re.search(r"live|zoomed|no-", picture[1])
    assert picture[2] == 0
    it.page.click(".jump button")
    board = it.page.locator("#compose svg.map")
    assert {"taps", "live"} <= set(board.get_attribute("class").split())
    assert it.page.locator("#compose :is(.maptools, .mapcard)").count() == 0, "it is to choose from, and tells nothing"
    ids = it.page.evaluate("[...document.querySelectorAll('[id]')].map(it => it.id)")
    assert len(ids) == len(set(ids))
    assert it.page.evaluate("document.documentElement.scrollWidth") <= width
    it.page.click("[data-turns] button:text-is('T-1')")
    it.page.wait_for_selector("[data-turns] [aria-current]:text-is('T-1')")
    assert it.page.locator(f"{it.map}.live").count() == 1, "the next turn's map too"
    it.page.click("[data-lock]")
    assert it.page.locator(".maptools, .mapcard, svg.map").count() == 0

"""The map of 737 regions: small, right without its script and with it, and on a phone every region can be tapped.

One region in eight is tapped here, and all are read; `PBM_TAPS=all python -m pytest tests/browser/test_powers_map.py`
taps all.
"""

import gzip
import os
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.printout import MapView, Printout
from pbm.site.maps import artist
from pbm.site.maps.base import SCALE, box_of
from pbm.site.maps.chart import map_table
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage, bare_page
from tests.rules.gunboat_empires import RULES
from tests.rules.gunboat_empires.test_printout import START, printed
from tests.site.folded import fills, pairs, titles

GEOMETRY = RULES.geometry
ARTIST = artist.artist(GEOMETRY)
WORLD, PACKED = 165 * 1024, 50 * 1024
THEATRE = 80 * 1024  # with both insets
EACH = 1 if os.environ.get("PBM_TAPS") == "all" else 8
READ, CELL = 9, 22  # css pixels: the least height of a code's letters, the least side of a region

LABELS = """() => { const rect = document.querySelector('#map svg.map').getBoundingClientRect();
  return [...document.querySelectorAll('#map .l > text, #map .sc')].filter(it => it.getClientRects().length)
    .map(it => { const box = it.getBoundingClientRect();
      return [it.textContent, box.left + box.width / 2, box.top + box.height / 2,
        parseFloat(getComputedStyle(it).fontSize) * box.height / it.getBBox().height]; })
    .filter(([, x, y]) => x > rect.left + 4 && x < rect.right - 4 && y > rect.top + 4 && y < rect.bottom - 4); }"""
SHAPES = """() => [...document.querySelectorAll('#map .s')].map(it => { const box = it.lastChild.getBBox();
  return [it.dataset.code, it.querySelector('title').textContent, it.querySelector('use').getAttribute('class'),
    [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round)]; })"""


@pytest.fixture(scope="module")
def told() -> dict[int, Printout]:
    """The printouts of a turn, of all, of country 6 and of one at the sheet's edge."""
    return printed(START, {6: "@06-01 GA4LI:30-01"}, 0, 2, 6)


def view(told: dict[int, Printout], player: int) -> MapView:
    found = told[player].map
    assert isinstance(found, MapView)
    return found


def parts(found: MapView) -> list[str]:
    """A reader's theatre and its insets, drawn."""
    views = [found, *(replace(found, theatre=inset.spaces, title=inset.title, desc="") for inset in found.insets)]
    return [ARTIST.draw(it, theatre=True, id_prefix=f"i{k}") for k, it in enumerate(views)]


@pytest.fixture
def phone(told: dict[int, Printout], tmp_path: Any, browser: Any) -> Iterator[MapPage]:
    url = bare_page(tmp_path / "powers.html", "Romin Jhors", {view(told, 0).geometry: GEOMETRY}, view(told, 0))
    shown = MapPage(browser, url, width=390, has_touch=True)
    yield shown
    shown.close()


def test_the_map_of_a_turn_is_within_its_budget(told: dict[int, Printout]) -> None:
    svg = ARTIST.draw(view(told, 0)).encode()
    assert len(svg) <= WORLD
    assert len(gzip.compress(svg, 9)) <= PACKED
    assert sum(len(part.encode()) for part in parts(view(told, 6))) <= THEATRE


def test_a_reader_has_a_theatre_and_both_colonial_lands(told: dict[int, Printout]) -> None:
    found = view(told, 6)
    home = {code for code in RULES.geometry["spaces"] if code.startswith("06-")}
    assert home < set(found.theatre)
    assert [inset.title for inset in found.insets] == ["North Minor Jhors", "South Minor Jhors"]
    drawn = [set(titles(svg, f"i{k}")) for k, svg in enumerate(parts(found))]
    assert drawn[0] >= set(found.theatre)
    assert all(set(inset.spaces) <= codes for inset, codes in zip(found.insets, drawn[1:], strict=True))
    assert frozenset[str]().union(*drawn) == found.shown, "and nothing else"
    table = re.sub("<(?!td)[^>]*>", " ", map_table(found)).partition("Units")[2]
    assert set(re.findall(r"\b[0-9A-Z]{2}-\d\d\b", table)) == found.shown
    assert len(found.spaces) == 737, "what is told does not depend on what is drawn"


def test_what_is_drawn_of_others_is_what_all_know(told: dict[int, Printout]) -> None:
    """Outlines, sizes and texts of a private map are the public ones, but for the reader's own units."""
    public, own = titles(ARTIST.draw(view(told, 0))), dict[str, str]()
    for k, svg in enumerate(parts(view(told, 6))):
        own |= titles(svg, f"i{k}")
        assert not re.findall(r'class="b q\d" [^>]*data-at="(?!06-|30-01|32-05|33-05|95-03|\w\w-\d\d")', svg)
    there = {code: words for code, words in own.items() if words != public[code]}
    assert all("[6] " in words for words in there.values())
    assert all(words.startswith(public[code]) for code, words in there.items())


def test_beyond_the_edge_of_the_sheet_a_reader_has_further_parts(told: dict[int, Printout]) -> None:
    found = view(told, 2)
    titles_of = [inset.title for inset in found.insets]
    assert titles_of[:2] == ["North Minor Jhors", "South Minor Jhors"]
    assert all(title.startswith("Around ") for title in titles_of[2:])
    wide = int(GEOMETRY["width"])
    for codes in (found.theatre, *(inset.spaces for inset in found.insets)):
        x = [GEOMETRY["spaces"][code]["label"][0] for code in codes]
        assert max(x) - min(x) < wide * 2 // 3


def test_neighbours_are_those_of_the_map(told: dict[int, Printout]) -> None:
    for svg, p in ((ARTIST.draw(view(told, 0)), "m"), (parts(view(told, 6))[0], "i0")):
        known = set(titles(svg, p))
        near = {
            frozenset((row.split(" ")[0], other))
            for row in pairs(svg, "near", p).split(";")
            for other in row.split(" ")[1:]
        }
        wanted = {frozenset((a, b)) for a in known for b in GEOMETRY["spaces"][a]["near"] if b in known}
        assert near == wanted


@pytest.mark.browser
@needs_browser
def test_its_script_takes_a_folded_map_apart_into_what_it_says(phone: MapPage, told: dict[int, Printout]) -> None:
    svg = ARTIST.draw(view(told, 0))
    words, kinds = titles(svg), fills(svg)
    rows = phone.page.evaluate(SHAPES)
    assert {code: text for code, text, *_ in rows} == {code: unescape(text) for code, text in words.items()}
    assert {code: kind for code, _, kind, _ in rows} == {c: "w" if k.startswith("o ") else k for c, k in kinds.items()}
    for code, _, _, box in rows:
        wanted = [side * SCALE for side in box_of(GEOMETRY["spaces"][code]["d"])]
        assert box == pytest.approx(wanted, abs=1), code
    assert not phone.said


@pytest.mark.browser
@needs_browser
def test_on_a_phone_every_region_is_read_and_tapped_in_one_of_sixteen_windows(phone: MapPage) -> None:
    names = phone.page.locator("#map .parts option").evaluate_all("all => all.map(it => it.value).filter(it => it)")
    assert len(names) == 16
    read, tapped = set[str](), set[str]()
    for name in names:
        phone.page.select_option("#map .parts select", name)
        phone.page.wait_for_timeout(50)
        phone.page.locator(phone.map).scroll_into_view_if_needed()
        scale = phone.page.locator(phone.map).bounding_box()["width"] / phone.box()[2]
        assert GEOMETRY["cell"] * scale >= CELL, name
        for code, x, y, size in phone.page.evaluate(LABELS):
            assert size >= READ, (name, code)
            is_next = code not in read and len(read) % EACH == 0
            read.add(code)
            if not is_next:
                continue
            phone.page.touchscreen.tap(x, y)
            assert phone.card().startswith(code), (name, code)
            tapped.add(code)
            phone.page.evaluate("document.querySelector('#map .mapcard .shut').click()")
    assert set(GEOMETRY["spaces"]) - read == set()
    assert len(tapped) > len(read) // (EACH + 1)
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
@needs_browser
def test_what_goes_on_at_the_other_edge_has_its_code_at_both(phone: MapPage) -> None:
    wrapped = {code for code, space in GEOMETRY["spaces"].items() if "label2" in space}
    for code in wrapped:
        assert phone.page.locator(f"#map .sc:text-is('{code}')").count() == 2, code

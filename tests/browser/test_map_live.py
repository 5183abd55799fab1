"""Living maps in a real browser: zoom and pan by wheel, buttons, keys and fingers; labels that can be read."""

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.site.maps import live
from pbm.site.render import templates_dir
from tests.browser.chromium import needs_browser
from tests.browser.map_page import GEOMETRY, MAPS, WAR

# The files


def test_the_script_is_made_of_all_its_parts() -> None:
    assert {f"{part}.js" for part in live.PARTS} == {path.name for path in (templates_dir() / "map").glob("*.js")}


def test_every_space_that_is_drawn_has_a_row_on_the_same_page_and_the_row_leads_to_the_map(map_site: Path) -> None:
    for name in sorted({name for name, _ in MAPS}):
        text = (map_site / name).read_text("utf-8")
        drawn = set(re.findall(r'data-code="([^"]+)"', text))
        rows = re.findall(r'<tr id="space-([^"]+)"><th scope="row"><a class="c" href="#([^"]+)">', text)
        assert drawn
        assert {code for code, _ in rows} == drawn, name
        assert len(rows) == len(drawn), "each once"
        assert all(f'id="{at}"' in text for _, at in rows), name


def test_a_map_tells_its_script_who_borders_on_whom_and_only_its_reader_what_holds_him_back(map_site: Path) -> None:
    public, private = ((map_site / f"games/EU-1/8/{name}.html").read_text("utf-8") for name in ("index", "3"))
    assert 'data-near="AL EAS GR YU;' in public
    assert 'data-air="' in public
    assert "data-held" not in public
    assert "Held back by" not in public
    assert 'data-held="' in private
    assert "Held back by" in private


# Zoom


@pytest.mark.browser
@needs_browser
def test_the_wheel_zooms_at_the_pointer_and_leaves_the_page_its_own_scrolling(show_map: Any) -> None:
    it = show_map("games/EU-2/4/index.html")
    left, top, wide, high = it.box()
    box = it.page.locator(it.map).bounding_box()
    it.page.mouse.move(box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    it.page.wait_for_timeout(400)
    it.page.mouse.wheel(0, -300)
    it.until("document.querySelector('#map svg.map').classList.contains('zoomed')")
    near = it.box()
    assert near[2] < wide * 0.6
    assert near[0] + near[2] / 4 == pytest.approx(left + wide / 4, abs=2), "the point under the pointer stays"
    assert near[1] + near[3] / 2 == pytest.approx(top + high / 2, abs=2)
    it.page.mouse.wheel(0, 2000)
    it.until("!document.querySelector('#map svg.map').classList.contains('zoomed')")
    assert it.box() == [left, top, wide, high]
    it.page.mouse.wheel(0, 300)  # nothing is left to zoom out: the page scrolls
    it.until("scrollY > 100")
    it.page.mouse.wheel(0, -120)  # and goes on scrolling where it was
    it.page.wait_for_timeout(100)
    assert it.box() == [left, top, wide, high]


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_buttons_zoom_in_and_out_and_show_all(show_map: Any, width: int) -> None:
    it = show_map(*WAR, width)
    whole = it.box()
    buttons = it.page.locator(f"{it.at} .zooms button")
    assert buttons.evaluate_all("all => all.map(it => it.getAttribute('aria-disabled'))") == ["true", "false", "true"]
    it.zoom("In", 2)
    assert it.box()[2] == pytest.approx(whole[2] / 1.7**2, rel=0.001)
    it.zoom("Out")
    assert it.box()[2] == pytest.approx(whole[2] / 1.7, rel=0.001)
    it.zoom("In", 12)
    assert it.box()[2] == pytest.approx(210), "no nearer than that"
    assert buttons.evaluate_all("all => all.map(it => it.getAttribute('aria-disabled'))") == ["false", "true", "false"]
    it.zoom("All")
    assert it.box() == whole
    if width == 390:
        sizes = buttons.evaluate_all("all => all.map(it => it.getBoundingClientRect().height)")
        sizes += it.page.locator(f"{it.at} .layers label").evaluate_all(
            "all => all.map(it => it.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 44
        assert it.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
@needs_browser
def test_two_fingers_pinch_one_pans_and_a_tap_opens_the_card(show_map: Any) -> None:
    it = show_map(*WAR, 390, has_touch=True, is_mobile=True)
    wire = it.context.new_cdp_session(it.page)
    x, y = it.middle()

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": k} for k, (px, py) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    whole = it.box()
    touch("touchStart", (x - 30, y), (x + 30, y))
    for far in (40, 50, 60, 75, 90):
        touch("touchMove", (x - far, y), (x + far, y))
    touch("touchEnd")
    near = it.box()
    assert near[2] == pytest.approx(whole[2] / 3, rel=0.05), "three times as far apart, three times as near"
    assert near[0] + near[2] / 2 == pytest.approx(whole[0] + whole[2] / 2, abs=4)
    touch("touchStart", (x, y))
    for step in (10, 20, 40, 60):
        touch("touchMove", (x - step, y))
    touch("touchEnd")
    assert it.box()[2] == near[2]
    assert it.box()[0] == pytest.approx(near[0] + 60 * near[2] / 356, rel=0.05)
    assert it.card() == "", "neither was a tap"
    it.zoom("All")
    box = it.page.locator(it.map).bounding_box()
    touch("touchStart", (x, box["y"] + 200))
    for step in (20, 60, 120, 180):
        touch("touchMove", (x, box["y"] + 200 - step))
    touch("touchEnd")
    it.until(f"document.querySelector('{it.map}').getBoundingClientRect().top < {box['y'] - 50}")
    assert it.box() == whole, "one finger on the whole map scrolls the page"
    it.rest()  # it rolls on a little
    it.page.locator(it.map).scroll_into_view_if_needed()
    it.rest()
    spot = it.page.locator(f"{it.map} .l").filter(has_text="PD").bounding_box()
    it.page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    assert "PD Poland" in it.card()


@pytest.mark.browser
@needs_browser
def test_the_mouse_drags_what_is_zoomed_and_a_drag_is_no_click(show_map: Any) -> None:
    it = show_map("games/EU-2/4/index.html")
    it.zoom("In", 2)
    before, (x, y) = it.box(), it.middle()
    it.page.mouse.move(x, y)
    it.page.mouse.down()
    it.page.mouse.move(x - 50, y - 30, steps=4)
    it.page.mouse.up()
    after = it.box()
    assert after[0] > before[0]
    assert after[1] > before[1]
    assert it.card() == ""
    it.page.mouse.click(x, y)
    assert it.card() != ""


@pytest.mark.browser
@needs_browser
def test_motion_is_a_glide_or_none(show_map: Any) -> None:
    press = "document.querySelector(`#map [aria-label='Zoom in']`).click()"
    calm, usual = (
        show_map("games/EU-2/4/index.html"),
        show_map("games/EU-2/4/index.html", reduced_motion="no-preference"),
    )
    calm.page.evaluate(press)
    assert calm.box()[2] == pytest.approx(2000 / 1.7, rel=0.001), "at once"
    now = usual.page.evaluate(f"{press}; document.querySelector('#map svg.map').getAttribute('viewBox')")
    assert now == "0 0 2000 1854"
    usual.until("document.querySelector('#map svg.map').viewBox.baseVal.width < 1177")


# Sizes

# What has room, in the window or not.
ROOMY = "map => map.querySelectorAll(':is(.b, .fl, .seaname):not(.hid)').length"


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(("name", "at"), MAPS)
def test_codes_and_figures_can_be_read_at_every_zoom(show_map: Any, name: str, at: str, width: int) -> None:
    it = show_map(name, at, width)
    shown = []
    for _ in range(5):
        codes = it.letters(".l > text:first-child, .sc")
        figures = it.letters(".b text:not(.no), .fl > text:not(.no), .sn")
        names = it.letters(".seaname:not(.cartouche *, .rose *)")
        assert codes
        assert min(size for _, size in codes) >= 13
        assert max(size for _, size in codes) <= 34
        assert min((size for _, size in figures), default=10) >= 10
        assert min((size for _, size in names), default=11) >= 11
        rooms = it.rooms(".b > rect")
        for code in it.rooms(".l > .c, .l > text:only-child"):
            for badge in rooms:
                across = min(code[2], badge[2]) - max(code[0], badge[0])
                down = min(code[3], badge[3]) - max(code[1], badge[1])
                assert across <= 0 or down <= (code[3] - code[1]) / 4, "a badge hides no code"
        shown.append(it.page.locator(it.map).evaluate(ROOMY))
        it.zoom("In")
    assert shown == sorted(shown), "what had room keeps it"
    if width == 390 and at == "#map":
        assert shown[-1] > shown[0], "what has no room at first comes as one zooms in"


@pytest.mark.browser
@needs_browser
def test_no_code_hides_the_number_of_its_neighbours_owner(show_map: Any) -> None:
    """Whatever the face: where there is none that is narrow, letters are set narrower."""
    it = show_map("games/TT-1/8/index.html", "#map", 390)
    chips, codes = it.rooms(".l > use"), it.rooms(".l > text:first-child")
    assert len(chips) > 30
    for chip in chips:
        rows = [code for code in codes if min(chip[3], code[3]) - max(chip[1], code[1]) > 3]  # above letters is air
        assert max((min(chip[2], code[2]) - max(chip[0], code[0]) for code in rows), default=0) <= 1


# Keys


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 600, 768])
def test_the_frame_cuts_no_name_of_a_sea(show_map: Any, width: int) -> None:
    it = show_map("games/TT-1/8/index.html", "#map", width)
    box = it.page.locator(it.map).bounding_box()
    shown = it.rooms(".seaname, .sc")
    assert len(shown) > 20
    assert [r for r in shown if r[0] < 0 or r[1] < 0 or r[2] > box["width"] or r[3] > box["height"]] == []


@pytest.mark.browser
@needs_browser
def test_keys_go_from_neighbour_to_neighbour_zoom_and_open_the_card(show_map: Any) -> None:
    it = show_map("games/EU-2/4/index.html")
    keys = it.page.keyboard
    assert it.page.locator(f"{it.map} [tabindex='0']").count() == 1, "one stop of Tab, not thirty-four"
    it.page.evaluate("document.querySelector('#map [data-code=GE]').focus()")
    seen = ["GE"]
    for way in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        keys.press(way)
        assert it.focused() in GEOMETRY[seen[-1]]["near"], (seen, way)
        seen.append(it.focused())
    assert it.page.locator(f"{it.map} .over .focus").count() == 1, "the focus is seen"
    assert it.page.locator(".maphow").bounding_box()["x"] > 0, "and how to go on is told"
    height = it.page.evaluate("document.documentElement.scrollHeight")
    it.page.evaluate("document.activeElement.blur()")
    assert it.page.locator(".maphow").bounding_box()["x"] < 0
    assert it.page.evaluate("document.documentElement.scrollHeight") == height, "nothing moves under the pointer"
    it.page.evaluate(f"document.querySelector('#map [data-code={seen[-1]}]').focus()")
    whole = it.box()
    keys.press("+")
    assert it.box()[2] == pytest.approx(whole[2] / 1.7, rel=0.001)
    before = it.box()
    keys.press("Shift+ArrowLeft")
    assert it.box()[0] < before[0]
    keys.press("-")
    keys.press("0")
    assert it.box() == whole
    code = it.focused()
    keys.press("Enter")
    assert code in it.card()
    assert code in it.page.inner_text(".mapsaid"), "and it is said aloud"
    assert it.page.get_attribute(".mapsaid", "role") == "status"
    keys.press("Tab")
    assert it.page.evaluate("document.activeElement.closest('.mapcard') !== null")
    keys.press("Escape")
    assert it.card() == ""
    assert it.focused() == code, "back where one was"
    keys.press("Tab")
    assert it.page.evaluate("document.activeElement.closest('.zooms') !== null"), "and out of the map again"


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize(("name", "at"), MAPS)
def test_every_space_can_be_reached_by_arrows(show_map: Any, name: str, at: str) -> None:
    it = show_map(name, at)
    reached, drawn = it.page.evaluate(
        """at => {
          const map = document.querySelector(at + ' svg.map'), spaces = [...map.querySelectorAll('.s')];
          const found = new Set(), open = [spaces[0]];
          while (open.length) {
            const space = open.pop();
            if (found.has(space)) continue;
            found.add(space);
            for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']) {
              space.focus({preventScroll: true});
              space.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
              if (!found.has(document.activeElement)) open.push(document.activeElement);
            }
          }
          return [found.size, spaces.length];
        }""",
        at,
    )
    assert reached == drawn

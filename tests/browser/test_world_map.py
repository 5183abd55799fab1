"""The map of the world: small, told in words, and on a phone every space can be read and tapped."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any, cast

import pytest

from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.engine.system import read_json
from pbm.rules.battle_plan.maps import LEGEND, drawn, read_map
from pbm.site.maps import artist, socialcard
from pbm.site.maps.base import label_box, overlap
from pbm.site.maps.looks.wide import Wide
from pbm.site.maps.looks.wide import label_box as code_box
from tests.browser.chromium import needs_browser
from tests.browser.map_page import MapPage, bare_page
from tests.example_league.maps import badge

HERE = "pbm.rules.battle_plan"
BOARD = read_map(read_json(HERE, "data/world.json"))
GEOMETRY = drawn(read_json(HERE, "data/world_geometry.json"), BOARD)
ARTIST = artist.artist(GEOMETRY)
LOOK = cast(Wide, ARTIST.look)
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 160 * 1024
READ, TAP = 9, 24  # css pixels: the least height of a code's letters, the least side of what is tapped


def world_view(players: int = 31, seen: int = 9, everything: bool = False) -> MapView:
    """Who holds what in a full game, and what one player sees: his own spaces, and all around them."""
    lands = list(BOARD.countries)
    owner = {code: k * players // len(lands) + 1 if k % 5 else 0 for k, code in enumerate(lands)}
    mine = {code for code in lands if owner[code] in (1, players)} & set(lands[: 4 * seen])
    near = mine | {other for code in mine for other in BOARD.spaces[code].adjacent}
    spaces, arrows = [], []
    for k, (code, space) in enumerate(BOARD.spaces.items()):
        who = owner.get(code, 0)
        control = k % players + 1 if space.land and not who else 0
        badges: tuple[Badge, ...] = ()
        if everything or code in near:
            badges = (badge(who or control or 1, 20 + k % 60, 7 + k % 20 if space.coast or not space.land else 0, 12),)
        change = "captured" if space.land and k % 17 == 0 else ""
        kind = "land" if space.land else "sea"
        spaces.append(MapSpace(code, space.name, kind, who, control, badges, change))
        if code in mine:
            arrows.append(Arrow(("attack", "support", "move")[k % 3], code, space.adjacent[0], 1))
    names = tuple((n, f"Country {n}") for n in range(1, players + 1))
    return MapView(
        "world", "WW-1, turn 9", "Who holds what.", tuple(spaces), tuple(arrows), names, tuple(sorted(mine)), LEGEND
    )


def test_one_map_of_the_world_is_at_most_160_kilobytes() -> None:
    assert len(ARTIST.draw(world_view()).encode()) <= LARGEST
    assert len(ARTIST.draw(world_view(), standalone=True).encode()) <= LARGEST
    assert len(ARTIST.draw(world_view(), theatre=True).encode()) <= LARGEST


def test_the_same_view_gives_the_same_bytes_from_any_artist() -> None:
    assert artist.artist(GEOMETRY).draw(world_view()) == ARTIST.draw(world_view())


def test_every_space_is_drawn_once_named_and_labelled() -> None:
    root = ET.fromstring(ARTIST.draw(world_view(), standalone=True))
    codes = [g.get("data-code") for g in root.iter(f"{SVG}g") if g.get("data-code")]
    assert sorted(filter(None, codes)) == sorted(BOARD.spaces)
    labels = [
        t.text for g in root.iter(f"{SVG}g") if g.get("class", "").split()[:1] == ["l"] for t in g.iter(f"{SVG}text")
    ]
    assert sorted(filter(None, labels)) == sorted(BOARD.countries)
    seas = [g[0].text for g in root.iter(f"{SVG}g") if g.get("class") == "seal"]
    assert set(seas) == BOARD.sea_codes
    assert sorted(code for code in BOARD.sea_codes if seas.count(code) == 2) == ["WJA", "WMP", "WNP"]


@pytest.mark.parametrize("theatre", [False, True])
def test_every_reference_is_drawn_in_the_same_map(theatre: bool) -> None:
    text = ARTIST.draw(world_view(everything=True), theatre=theatre, id_prefix="x-")
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert wanted <= set(re.findall(r' id="([^"]+)"', text))


def test_thirty_one_players_have_a_hue_and_a_texture_each() -> None:
    text = ARTIST.draw(world_view())
    assert {f"url(#mt{n})" for n in range(1, 32)} <= set(re.findall(r"url\(#mt\d+\)", text))
    assert len({(n - 1) % 9 + 1 for n in range(1, 32)}) == 9
    assert all(f'id="mno{n}"' in text for n in range(1, 32))


def test_what_the_view_does_not_hold_is_not_drawn() -> None:
    view = MapView("world", "t", "d", tuple(MapSpace(c, c, "land") for c in BOARD.countries))
    text = ARTIST.draw(view)
    assert 'class="b ' not in text
    assert "#mno" not in text
    assert "marker-end" not in text


def test_names_of_seas_keep_clear_of_codes_and_badges() -> None:
    text = ARTIST.draw(world_view(everything=True))
    covered = re.findall(r'<text class="sc" y="13">(\w+)</text><text class="seaname covered">', text)
    assert len(covered) <= 8, "with an army, a navy and an air force in each of 255 spaces"
    covered = re.findall('class="seaname covered"', ARTIST.draw(world_view(seen=3)))
    assert len(covered) <= 1
    hidden = []
    for code, rooms in ARTIST.name_rooms.items():
        for other, box in ((other, label_box(*slot.label, other)) for other, slot in ARTIST.slots.items()):
            if GEOMETRY["spaces"][other]["kind"] == "land" and sum(overlap(room, box) for room in rooms) > 200:
                hidden.append((code, other))
    assert hidden == []


def test_canals_connectors_ice_and_both_edges_are_drawn() -> None:
    text = ARTIST.draw(world_view())
    assert text.count('class="w-lock"') == 4
    assert text.count('class="w-link"') == 1
    assert text.count('class="w-ice"') == 1
    assert re.findall(r'class="edge"[^>]*><text[^>]*>(W[A-Z]+)', text).count("WNP") == 2


def test_neighbouring_seas_have_different_shades() -> None:
    tints = LOOK.tints
    assert set(tints) == BOARD.sea_codes
    clash = {(a, b) for a in tints for b in BOARD.spaces[a].adjacent if b in tints and a < b and tints[a] == tints[b]}
    assert len(clash) <= 2


def test_a_minor_has_stripes_and_a_hollow_number_and_nobody_s_has_neither() -> None:
    spaces = (MapSpace("AAL", "Algeria", "land", 0, 12), MapSpace("ALI", "Libya", "land"))
    text = ARTIST.draw(MapView("world", "t", "d", spaces, (), ((12, "X"),)))
    assert 'class="t st" fill="url(#mh3)"' in text
    assert '<use href="#mno12" class="chip hollow q3"/>' in text
    assert text.count("chip hollow") == 1


def test_badges_keep_on_the_sheet() -> None:
    for code, slot in ARTIST.slots.items():
        assert 20 < slot.badge[1] < ARTIST.height - 20, code
    assert code_box(0, 0)[0] == -code_box(0, 0)[2]


def test_the_picture_for_links_shows_the_map_and_no_legend() -> None:
    card = socialcard.cropped(ARTIST.draw(world_view(), standalone=True, id_prefix="c"))
    box = re.search(r' viewBox="(\d+) (\d+) (\d+) (\d+)"', card)
    assert box
    x, y, wide, high = map(int, box.groups())
    assert x + wide <= ARTIST.width
    assert y + high <= ARTIST.height
    assert "var(" not in card


# In a browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with nothing but the map and its table."""
    return bare_page(tmp_path_factory.mktemp("world") / "world.html", "World", {"world": GEOMETRY}, world_view())


@pytest.fixture
def phone(page: str, browser: Any) -> Iterator[MapPage]:
    shown = MapPage(browser, page, width=390, has_touch=True, is_mobile=True)
    yield shown
    shown.close()


# Codes of a part that are whole in sight: the middle, the height of the letters, the box to tap with its rim.
LABELS = """() => {
  const map = document.querySelector('#map svg.map'), frame = map.getBoundingClientRect(), rim = 9;
  return [...map.querySelectorAll('.l > text, .sc')].map((text) => [text, text.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.left >= frame.left && box.right <= frame.right
      && box.top >= frame.top && box.bottom <= frame.bottom)
    .map(([text, box]) => [text.textContent, box.left + box.width / 2, box.top + box.height / 2,
      parseFloat(getComputedStyle(text).fontSize) * box.height / text.getBBox().height,
      box.width + 2 * rim, box.height * 2 / 3 + 2 * rim]);
}"""


@pytest.mark.browser
@needs_browser
def test_in_the_parts_of_a_phone_s_map_every_code_is_read_and_every_space_is_tapped(phone: MapPage) -> None:
    parts = phone.page.locator("#map .parts option").evaluate_all("all => all.map(it => it.value).filter(it => it)")
    assert len(parts) == 16
    read: set[str] = set()
    tapped: set[str] = set()
    for part in parts:
        phone.page.select_option("#map .parts select", part)
        phone.page.wait_for_timeout(60)
        rows = phone.page.evaluate(LABELS)
        assert rows, part
        for code, _, _, size, wide, high in rows:
            assert size >= READ, (part, code, size)
            assert wide >= TAP, (part, code, wide)
            assert high >= TAP, (part, code, high)
        read |= {row[0] for row in rows}
        phone.page.locator(phone.map).scroll_into_view_if_needed()
        for code, x, y, *_ in phone.page.evaluate(LABELS):
            if code in tapped:
                continue
            phone.page.touchscreen.tap(x, y)
            assert f"{code} {BOARD.spaces[code].name}" in phone.card(), (part, code)
            tapped.add(code)
            phone.page.evaluate("document.querySelector('#map .mapcard .shut').click()")
    assert set(BOARD.spaces) - read == set()
    assert tapped == read
    assert {"ELU", "EGI", "NES", "NBE", "NHO"} <= tapped
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
@needs_browser
def test_a_tap_on_the_whole_map_of_a_phone_brings_a_part_nearer_and_all_shows_it_whole_again(phone: MapPage) -> None:
    whole = phone.box()
    box = phone.page.locator(phone.map).bounding_box()
    x, y = GEOMETRY["spaces"]["ELU"]["label"]
    phone.page.touchscreen.tap(box["x"] + x * box["width"] / whole[2], box["y"] + y * box["height"] / whole[3])
    assert phone.page.input_value("#map .parts select") == "Europe"
    assert phone.card() == ""
    near = phone.box()
    assert near[2] < whole[2] / 3
    assert near[0] < x < near[0] + near[2]
    assert near[1] < y < near[1] + near[3]
    stage = phone.page.locator(phone.map).bounding_box()
    assert stage["height"] > box["height"] * 1.3, "the height of a phone is used"
    phone.zoom("All")
    assert phone.box() == whole
    assert phone.page.input_value("#map .parts select") == ""
    assert phone.page.locator(phone.map).bounding_box()["height"] == pytest.approx(box["height"], abs=1)


@pytest.mark.browser
@needs_browser
def test_at_1280_the_codes_of_the_whole_map_are_read(page: str, browser: Any) -> None:
    shown = MapPage(browser, page)
    sizes = dict(shown.letters(".l > text, .sc"))
    assert min(sizes.values()) >= READ
    assert len(sizes) >= 230, "the rest as one zooms in"
    assert {"ELU", "EGI", "NPA"} <= set(sizes)
    for _ in range(4):
        shown.zoom("In")
    assert min(size for _, size in shown.letters(".l > text, .sc")) >= READ
    shown.zoom("All")
    shown.tap("ELU")
    assert "ELU Luxembourg" in shown.card()
    shown.close()


@pytest.mark.browser
@needs_browser
def test_without_its_script_a_phone_shows_the_land_alone_and_the_table_tells_all(page: str, browser: Any) -> None:
    shown = MapPage(browser, page, width=390, java_script_enabled=False)
    assert shown.page.locator("#map tbody tr").count() == 255
    assert not shown.page.locator("#map .l").first.is_visible()
    shown.close()


@pytest.mark.browser
@needs_browser
def test_the_list_of_parts_says_which_one_is_shown_also_while_the_map_glides(page: str, browser: Any) -> None:
    shown = MapPage(browser, page, width=390, reduced_motion="no-preference")
    parts = shown.page.locator("#map .parts option").evaluate_all("all => all.map(it => it.value).filter(it => it)")
    chosen = "document.querySelector('#map .parts select').value"
    for part in (parts[3], parts[7]):
        shown.page.select_option("#map .parts select", part)
        shown.page.wait_for_timeout(500)
        assert shown.page.evaluate(chosen) == part
    shown.page.click("#map .zooms button:last-child")
    shown.until(f"{chosen} === ''")
    shown.close()


@pytest.mark.browser
@needs_browser
def test_the_figures_of_a_minor_that_nobody_controls_stand_on_a_dark_ground(page: str, browser: Any) -> None:
    """A colour that the map falls back to is no size that its script sets: figures were white on white."""
    shown = MapPage(browser, page)
    assert "live" in (shown.page.get_attribute(shown.map, "class") or "")
    fills = shown.page.locator(shown.map).evaluate(
        """map => ['', 'w-rect', 'mhu'].map((name) => {
          const badge = document.createElementNS(map.namespaceURI, 'g'), rect = badge.cloneNode();
          const box = document.createElementNS(map.namespaceURI, 'rect');
          badge.setAttribute('class', 'b q0');
          box.setAttribute('class', name);
          rect.append(box);
          badge.append(rect);
          map.append(badge);
          return getComputedStyle(box).fill;
        })"""
    )
    assert fills == ["rgb(74, 79, 77)"] * 3
    shown.close()

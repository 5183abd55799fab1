"""The drawn map of a turn: the signs of the book, small, and nothing on it that the view does not hold."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.trust_a_thief.maps import LEGEND
from pbm.site.maps import artist as maps
from pbm.site.maps import base, chart, legend
from tests.rules.trust_a_thief.test_maps import MAPS, read

CHANGES, SIGNS = ("", "captured", "claimed"), ("town", "base", "city")
SVG = "{http://www.w3.org/2000/svg}"
NAMED = ("signs", "units", "changes", "arrows")
ALWAYS = ["white", "Town", "Military base", "City", "armies", "fleets", "armies aboard"]


@cache
def artist(name: str) -> maps.MapArtist:
    return maps.artist(LEGEND.drawn(read(f"{name}_geometry")))


def full_view(name: str = "archipelago") -> MapView:
    """A long war: every province owned, built on and held, three nations with cargo in each sea, twenty arrows."""
    spaces = []
    arrows = []
    for k, space in enumerate(read(name)["spaces"]):
        code = space["code"]
        if space["kind"] == "sea":
            fleets = tuple(Badge(p, (("fleet", p),), (("army", p + 1),)) for p in (1, 4, 8))
            spaces.append(MapSpace(code, space["name"], "sea", badges=fleets))
            continue
        owner = k % 8 + 1
        badges = (Badge(owner, (("army", 12),)),)
        spaces.append(MapSpace(code, space["name"], "land", owner, 0, badges, CHANGES[k % 3], SIGNS[k % 3]))
        arrows.append(Arrow("move" if k % 2 else "attack", code, space["adjacent"][0], owner))
    players = tuple((n, f"Player number {n}") for n in range(1, 9))
    return MapView(name, "TT-1, turn 9", "Who holds what.", tuple(spaces), tuple(arrows[:20]), players, (), LEGEND)


def test_the_fullest_map_is_at_most_seventy_kilobytes_and_one_in_a_page_sixty() -> None:
    assert len(artist("archipelago").draw(full_view(), standalone=True).encode()) <= 70_000
    assert len(artist("archipelago").draw(full_view()).encode()) <= 60_000


@pytest.mark.parametrize("name", MAPS)
def test_the_same_view_gives_the_same_bytes_from_any_artist(name: str) -> None:
    view = full_view(name)
    assert (
        maps.artist(LEGEND.drawn(read(f"{name}_geometry"))).draw(view)
        == artist(name).draw(view)
        == artist(name).draw(view)
    )


@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("theatre", [False, True])
def test_every_reference_is_drawn_in_the_same_map(name: str, theatre: bool) -> None:
    view = replace(full_view(name), theatre=tuple(s.code for s in full_view(name).spaces[:4]))
    text = artist(name).draw(view, theatre=theatre, standalone=True, id_prefix="x-")
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert wanted <= set(re.findall(r' id="([^"]+)"', text))
    assert ET.fromstring(text) is not None


def test_it_has_title_and_desc_and_says_in_words_what_each_space_holds() -> None:
    root = ET.fromstring(artist("archipelago").draw(full_view(), standalone=True))
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    told = {g.get("data-code"): str(g.findtext(f"{SVG}title")) for g in root.iter(f"{SVG}g") if g.get("data-code")}
    assert set(told) == {space["code"] for space in read("archipelago")["spaces"]}
    assert told["ALD"] == "ALD Aldrey: [1] Player number 1; Town; armies 12"
    assert told["CUR"].endswith(
        "; [1] fleets 1, armies aboard 2; [4] fleets 4, armies aboard 5; [8] fleets 8, armies aboard 9"
    )


def test_a_white_province_names_whose_armies_stand_there() -> None:
    view = replace(
        full_view(), spaces=(MapSpace("ALD", "Aldrey", "land", badges=(Badge(6, (("army", 2),)),)),), arrows=()
    )
    text = artist("archipelago").draw(view)
    assert "ALD Aldrey: white; [6] armies 2" in text
    assert '<g class="no q6"><use href="#mcell"' in text
    assert 'href="#mno6"' not in text  # it owns nothing


def test_what_the_view_does_not_hold_is_not_drawn() -> None:
    view = full_view()
    bare = replace(view, spaces=tuple(MapSpace(s.code, s.name, s.kind) for s in view.spaces), arrows=())
    text = artist("archipelago").draw(bare)
    for sign in ('class="fl', 'href="#msq', 'href="#mcross"', "marker-end", 'class="new'):
        assert sign not in text
    assert text.count(": white</title>") == 48


def test_names_and_words_are_shown_as_text() -> None:
    nasty = '"><script>alert(1)</script>%s'
    named = {name: tuple(replace(kind, word=nasty) for kind in getattr(LEGEND, name)) for name in NAMED}
    words = replace(LEGEND, **named, count=nasty, structure=nasty)
    hostile = replace(full_view(), players=((1, nasty),), title=nasty, legend=words)
    root = ET.fromstring(artist("archipelago").draw(hostile, standalone=True))
    assert not list(root.iter(f"{SVG}script"))
    assert "<script>" not in str(chart.map_table(hostile)) + str(chart.legend_html(hostile))


def test_the_legend_has_the_signs_of_the_book_and_only_what_happened() -> None:
    rows = maps.legend(full_view())
    assert [row.player for row in rows[:8]] == list(range(1, 9))
    happened = ["taken this turn", "claimed this turn", "attack", "move"]
    assert [row.words for row in rows[8:]] == [*ALWAYS, *happened]
    quiet = maps.legend(replace(full_view(), spaces=(), arrows=()))
    assert [row.words for row in quiet[8:]] == ALWAYS
    assert all("<path" in legend.legend_key(row) for row in rows if row.words.endswith(("base", "fleets", "aboard")))
    places, height = legend.flow(rows, 1960)
    assert all(0 <= x < 1960 and 0 <= y < height for x, y in places)


def test_the_table_twin_tells_structures_armies_and_fleets() -> None:
    table = str(chart.map_table(full_view()))
    assert '<th scope="col">Structure' in table
    assert "<td>Town<td><td>" in table
    assert "<td>Military base<td>taken<td>" in table
    assert "fleets 4, armies aboard 5" in table
    assert table.count("<tr") == 1 + 48 + 14


@pytest.mark.parametrize("name", MAPS)
def test_arrows_end_outside_the_codes_they_point_at(name: str) -> None:
    spaces = {space["code"]: space for space in read(name)["spaces"]}
    for start, space in spaces.items():
        for end in space["adjacent"]:
            if space["kind"] == spaces[end]["kind"] == "land":
                d = artist(name).arrows.paths([(start, end)], {start: 1, end: 1})[0]
                x, y = map(int, d.split()[-2:])
                left, top, right, bottom = base.label_box(*artist(name).slots[end].label, end)
                assert not (left < x < right and top < y < bottom), (start, end)


def test_the_site_names_no_rule_system() -> None:
    for path in Path(maps.__file__).parent.glob("*.py"):
        text = path.read_text("utf-8").lower()
        assert not re.search(r"thief|battle.plan|caravan|archipelago|kestrel", text), path.name


def test_a_number_of_two_digits_has_a_wider_chip_and_smaller_figures_at_sea() -> None:
    view = full_view("great-archipelago")
    own = {"AIN": 12, "ARN": 9}
    spaces = tuple(
        replace(space, owner=own[space.code], badges=())
        if space.code in own
        else replace(space, badges=(Badge(12, (("fleet", 1),)),))
        if space.kind == "sea"
        else replace(space, owner=0, badges=())
        for space in view.spaces
    )
    text = artist("great-archipelago").draw(replace(view, spaces=spaces, arrows=()))
    assert 'width="46" height="34" rx="5"/><text class="mct" x="23" y="11">12<' in text
    assert 'width="34" height="34" rx="5"/><text class="mct" x="17" y="11">9<' in text
    assert re.search(r'<text class="no two" [^>]*>12<', text)

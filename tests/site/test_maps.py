"""The map of a turn: small, the same bytes each time, and it holds what its reader may know and nothing else."""

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import msgspec
import pytest
from msgspec.structs import replace

from pbm.core.printout import Arrow, MapSpace, MapView
from pbm.rules import system
from pbm.rules.battle_plan.maps import LEGEND
from pbm.site.maps import artist, base, legend, live, seanames
from pbm.site.maps.base import Box, badge_box, label_box, overlap
from pbm.site.render import Renderer
from tests.example_league.maps import badge

RULES = system("battle-plan").setup.load("europe", {})
ARTIST = artist.artist(RULES.geometry)
SVG = "{http://www.w3.org/2000/svg}"


def full_view() -> MapView:
    """All that one reader could ever see: units of all kinds everywhere, three fleets a sea, twenty arrows."""
    spaces = []
    for k, (code, space) in enumerate(RULES.map.spaces.items()):
        badges = (badge(k % 9 + 1, 120, 45, 130),) if space.land else tuple(badge(p, 20, 33, 12) for p in (1, 4, 7))
        change = ("", "captured", "", "revolution")[k % 4] if space.land else ""
        owner, controller = (k % 9 + 1, 0) if k % 4 else (0, k % 9 + 1)
        if not space.land:
            owner = controller = 0
        kind = "land" if space.land else "sea"
        spaces.append(MapSpace(code, space.name, kind, owner, controller, badges, change))
    land = list(RULES.map.countries)
    arrows = tuple(
        Arrow(("attack", "support", "move")[k % 3], code, RULES.map.spaces[code].adjacent[0], 1)
        for k, code in enumerate(land[:20])
    )
    players = tuple((n, f"Player number {n}") for n in range(1, 10))
    return MapView(
        "europe", "EU-1, turn 3", "Who holds what.", tuple(spaces), arrows, players, ("TU", "GR", "BU"), LEGEND
    )


def parsed(view: MapView, **options: object) -> ET.Element:
    return ET.fromstring(ARTIST.draw(view, standalone=True, **options))  # type: ignore[arg-type]  # options of draw


def test_the_fullest_map_is_at_most_seventy_kilobytes() -> None:
    assert len(ARTIST.draw(full_view(), standalone=True).encode()) <= 70_000


def test_the_same_view_gives_the_same_bytes_from_any_artist() -> None:
    view = full_view()
    assert artist.artist(RULES.geometry).draw(view) == ARTIST.draw(view) == ARTIST.draw(view)


def test_it_has_title_and_desc_and_names_every_space() -> None:
    root = parsed(full_view())
    assert root.get("role") == "img"
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert desc is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {desc.get('id')}"
    assert {g.get("data-code") for g in root.iter(f"{SVG}g") if g.get("data-code")} == set(RULES.map.spaces)


def test_what_the_view_does_not_hold_is_not_drawn() -> None:
    view = full_view()
    bare = replace(view, spaces=tuple(replace(s, badges=(), controller=0) for s in view.spaces), arrows=())
    text = ARTIST.draw(bare)
    assert 'class="b ' not in text
    assert "hollow" not in text
    assert "marker-end" not in text


def test_names_are_shown_as_text() -> None:
    view = full_view()
    nasty = "</title><script>alert(1)</script>"
    hostile = replace(view, players=((1, nasty), (2, '"><b onmouseover=1>')), title=nasty)
    root = parsed(hostile)
    assert not list(root.iter(f"{SVG}script"))
    assert not [e for e in root.iter() if any(key.startswith("on") for key in e.attrib)]


def test_two_maps_in_one_page_share_no_id() -> None:
    ids = [set(re.findall(r' id="([^"]+)"', ARTIST.draw(full_view(), id_prefix=p))) for p in ("a-", "b-")]
    assert ids[0]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("theatre", [False, True])
def test_every_reference_is_drawn_in_the_same_map(theatre: bool) -> None:
    text = ARTIST.draw(full_view(), theatre=theatre, id_prefix="x-")
    wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert wanted <= set(re.findall(r' id="([^"]+)"', text))


def test_a_theatre_is_a_crop() -> None:
    box = re.search(r'viewBox="(\d+) (\d+) (\d+) (\d+)"', ARTIST.draw(full_view(), theatre=True))
    assert box
    x, y, width, height = map(int, box.groups())
    assert width < 1500
    assert x + width <= ARTIST.width
    assert y + height <= ARTIST.height


def test_labels_and_badges_keep_clear_of_each_other() -> None:
    """Badges of the usual width hide no label, and no other land badge."""
    badges = {code: badge_box(*slot.badge) for code, slot in ARTIST.slots.items() if RULES.map.spaces[code].land}
    labels = {code: label_box(*ARTIST.slots[code].label, code) for code in badges}
    for code, box in badges.items():
        assert box[1] >= 0
        assert box[3] <= ARTIST.height
        for other, label in labels.items():
            area = (label[2] - label[0]) * (label[3] - label[1])
            assert overlap(box, label) <= area // 8, (code, other)
        for other in badges.keys() - {code}:
            assert overlap(box, badges[other]) <= 190 * 38 // 8, (code, other)


def test_no_badge_lies_on_a_seas_name() -> None:
    """Where the fullest map has its badges, all names find a place; one that is covered all the same gives way."""
    text = ARTIST.draw(full_view())
    assert "covered" not in text
    for code, rooms in ARTIST.name_rooms.items():
        assert all(overlap(room, box) <= 60 for room in rooms for box in drawn_badges(text)), code
        for other, slot in ARTIST.slots.items():
            box = label_box(*slot.label, other)
            assert not RULES.map.spaces[other].land or not any(overlap(room, box) for room in rooms), (code, other)
    fleets = tuple(badge(player, 120, 120, 120) for player in range(1, 8))
    crowded = replace(full_view(), spaces=(MapSpace("BLA", "Black Sea", "sea", badges=fleets),), arrows=())
    assert 'class="seaname covered"' in ARTIST.draw(crowded)
    assert ".map .covered{display:none}" in artist.map_css()


def test_a_name_that_nothing_covers_stands_at_its_label() -> None:
    assert set(ARTIST.drawn.names) == {"BLA"}
    geometry = msgspec.json.decode(msgspec.json.encode(RULES.geometry))
    sea = geometry["spaces"]["MID"]
    geometry["spaces"]["PR"]["badge"] = [sea["label"][0] + 60, sea["label"][1] - 10]
    moved = artist.artist(geometry)
    assert set(moved.drawn.names) == {"BLA", "MID"}
    badge = badge_box(*moved.slots["PR"].badge)
    was, now = (sum(overlap(room, badge) for room in it.name_rooms["MID"]) for it in (ARTIST, moved))
    assert now < was / 4


def test_small_countries_have_their_badges_beside_them_at_a_leader_line() -> None:
    for code in ("AL", "BE", "DE", "LU", "NE", "PR"):
        assert ARTIST.slots[code].leader, code
    assert ARTIST.slots["CY"].anchor


def drawn_badges(text: str) -> list[Box]:
    """The boxes of all badges that are drawn."""
    pattern = r'<g class="b q\d" transform="translate\((\d+) (\d+)\)"[^>]*><rect x="(-\d+)" y="(-\d+)" width="(\d+)"'
    found = [tuple(map(int, row)) for row in re.findall(pattern, text)]
    return [(x + left, y + top, x + left + width, y + top + 38) for x, y, left, top, width in found]


@pytest.mark.parametrize("theatre", [("TU", "GR", "BU"), ("FR", "SP"), ("RU", "NO", "UK"), ("IT", "GE", "PR", "BLA")])
def test_what_does_not_fit_whole_inside_a_crop_is_left_out(theatre: tuple[str, ...]) -> None:
    text = ARTIST.draw(replace(full_view(), theatre=theatre), theatre=True)
    frame = re.search(r'viewBox="(\d+) (\d+) (\d+) (\d+)"', text)
    assert frame
    x, y, width, height = map(int, frame.groups())
    badges = drawn_badges(text)
    assert len(badges) >= len(theatre)
    assert all(x <= b[0] and y <= b[1] and b[2] <= x + width and b[3] <= y + height for b in badges)
    for code in theatre:
        label = ARTIST.slots[code].label
        assert x < label[0] < x + width
        assert y < label[1] < y + height


def test_every_badge_of_the_whole_map_is_drawn_and_has_only_what_is_there() -> None:
    view = full_view()
    assert len(drawn_badges(ARTIST.draw(view))) == sum(len(space.badges) for space in view.spaces)
    bare = replace(view, spaces=(MapSpace("EAS", "Eastern Mediterranean", "sea", badges=(badge(5, navy=13, air=3),)),))
    text = ARTIST.draw(bare)
    assert "#mhull" in text
    assert "#mwings" in text
    assert 'href="#mbox"' not in text


def test_fleets_of_one_sea_stand_clear_of_each_other() -> None:
    fleets = tuple(badge(player, 0, 20, 10) for player in range(1, 8))
    for sea in RULES.map.sea_codes:
        view = replace(full_view(), spaces=(MapSpace(sea, sea, "sea", badges=fleets),), arrows=())
        boxes = drawn_badges(ARTIST.draw(view))
        assert len(boxes) == 7, sea
        assert all(overlap(a, b) == 0 for a, b in combinations(boxes, 2)), sea


def test_arrows_end_outside_what_they_point_at() -> None:
    for start in RULES.map.countries:
        for end in RULES.map.spaces[start].land_adjacent:
            d = ARTIST.arrows.paths([(start, end)], {start: 1, end: 1})[0]
            x, y = map(int, d.split()[-2:])
            for left, top, right, bottom in (
                label_box(*ARTIST.slots[end].label, end),
                badge_box(*ARTIST.slots[end].badge),
            ):
                assert not (left < x < right and top < y < bottom), (start, end)


@pytest.mark.parametrize("fleets", [1, 2, 3, 5])
def test_an_arrow_to_a_sea_ends_outside_all_its_badges(fleets: int) -> None:
    for start in RULES.map.countries:
        for end in set(RULES.map.spaces[start].adjacent) & set(RULES.map.sea_codes):
            places = ARTIST.slots[end].badges
            places += base.further_places(places, fleets - len(places), ARTIST.height)
            x, y = map(int, ARTIST.arrows.paths([(start, end)], {end: fleets})[0].split()[-2:])
            for left, top, right, bottom in (badge_box(*place) for place in places[:fleets]):
                assert not (left < x < right and top < y < bottom), (start, end)


def test_arrows_of_one_space_do_not_lie_on_each_other() -> None:
    here, there = ARTIST.arrows.paths([("GR", "BU"), ("BU", "GR")], {})
    assert here != there
    once, again = ARTIST.arrows.paths([("GE", "PD"), ("GE", "PD")], {})
    assert once != again


def test_the_legend_names_each_player_and_only_what_the_map_shows() -> None:
    rows = [row.words for row in artist.legend(full_view())]
    assert rows[:9] == [f"Player number {n}" for n in range(1, 10)]
    changes = ["taken this turn", "revolution"]
    assert rows[9:] == ["minor you see controlled", "minor", *changes, "attack", "support", "move", "air range"]
    quiet = replace(full_view(), arrows=(), spaces=())
    assert [row.words for row in artist.legend(quiet) if not row.player] == ["minor", "air range"]


def test_the_legend_of_a_theatre_names_whoever_has_anything_there() -> None:
    """Found with 25 players on the map of the world, of whom nine are in sight."""
    far, near = ("IR", 2), ("TU", 1)
    spaces = tuple(MapSpace(code, code, "land", owner) for code, owner in (near, far))
    view = replace(full_view(), spaces=spaces, arrows=(), theatre=("TU",))
    assert ARTIST.players_in(view) == {0, 1}
    raid = Arrow("attack", "IR", "TU", 2)
    assert ARTIST.players_in(replace(view, arrows=(raid,))) == {0, 1, 2}
    fleet = MapSpace("TU", "TU", "land", 0, 3, (badge(4, 1, 1, 1),))
    assert ARTIST.players_in(replace(view, spaces=(fleet, spaces[1]))) == {0, 3, 4}


@pytest.mark.parametrize("outline", ["M 10 , 20 L 30 , 40 Z", "M10.5 20.5C30 40 50 60 70 80z", "m 1,  2 h 3 v 4 z"])
def test_a_theatre_is_told_of_whatever_way_the_outlines_are_written_in(outline: str) -> None:
    spaces = {code: {**space, "d": outline} for code, space in RULES.geometry["spaces"].items()}
    drawn = artist.artist({**RULES.geometry, "spaces": spaces})
    view = replace(full_view(), theatre=("TU",))
    assert drawn.players_in(view) == {*range(10)}


@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_the_legend_fits_the_map_it_stands_under(width: str) -> None:
    size = artist.PHONE_TYPE if width == "phone" else 100
    rows = artist.legend(full_view())
    room = 1960 * 100 // size
    places, height = legend.flow(rows, room)
    assert all(0 <= x < room and 0 <= y < height for x, y in places)
    assert len(set(places)) == len(rows)
    assert len(ET.fromstring(ARTIST.draw(full_view(), standalone=True, width=width)))  # type: ignore[arg-type]  # literals


def test_one_drawing_serves_light_dark_and_paper() -> None:
    text = ARTIST.draw(full_view(), standalone=True)
    assert "prefers-color-scheme:dark" in text
    assert "@media print" in text
    assert "@container" not in text  # it stands alone: the window is its box
    assert "@container" in artist.map_css()
    assert not re.search(r"#[0-9a-f]{6}", ARTIST.draw(full_view()))  # colours come from the page


def test_firefox_prints_the_text_of_each_map() -> None:
    """From within a box of inline size it prints none of the world's and the islands'; Europe's it prints."""
    paper = Renderer([], {}, cache=False).file("map.css").partition("@media print")[2]
    rule = r"@supports \(-moz-appearance: none\) \{ \.mapbox:has\(svg\.wide, \.seal\) \{ container-type: normal; \} \}"
    assert re.search(rule, paper)
    assert 'class="seal"' not in ARTIST.draw(full_view())


def test_who_borders_on_whom_and_who_is_in_air_range_is_mutual() -> None:
    """So the attribute of a map names each pair once."""
    for name, variant in (("battle-plan", "europe"), ("trust-a-thief", "archipelago"), ("trust-a-thief", "sample")):
        spaces = system(name).setup.load(variant, {}).geometry["spaces"]
        for code, space in spaces.items():
            assert set(space["near"]) <= set(space.get("air", space["near"]))
            for kind in ("near", "air"):
                assert all(code in spaces[other][kind] for other in space.get(kind, ()))
    assert live.facts(RULES.geometry).startswith(' data-near="AL EAS GR YU;AU CZ GE HU IT YU;')
    assert not live.held(full_view())
    assert live.held(replace(full_view(), held=(("TU", ("BU", "EAS")),))) == ' data-held="TU BU EAS"'


def test_a_turn_calls_no_drawing_library() -> None:
    import sys

    ARTIST.draw(full_view())
    kept = {name: module for name, module in sys.modules.items() if name.startswith("svgwrite")}
    for name in kept:
        del sys.modules[name]
    try:
        ARTIST.draw(full_view())
        assert not [name for name in sys.modules if name.startswith("svgwrite")]
    finally:
        sys.modules.update(kept)


@pytest.mark.parametrize(
    "d", ["M200 200H400V400H200", "M200 200l200 0 0 200", "M.5 200L400 200Z", "M200 2" + "0" * 5000]
)
def test_a_name_of_a_sea_is_placed_beside_land_that_was_drawn_in_any_way(d: str) -> None:
    """A moderator's own outlines may have any letters of paths, and need not be closed."""
    land = {"kind": "land", "name": "Land", "d": d, "label": [300, 300], "pole": [300, 300, 90]}
    sea = {"kind": "sea", "name": "Wide Water", "d": "M0 0z", "label": [300, 300], "pole": [300, 300, 90]}
    geometry = LEGEND.drawn({"width": 1000, "height": 1000, "spaces": {"LA": land, "SEA": sea}})
    assert set(seanames.name_offsets(geometry, base.slots(geometry))) == {"SEA"}

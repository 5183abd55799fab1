"""The looks of many cells, "hex" and "chart": numbers on the whole and codes on a part; routes, sightings and places
that come from one reader's view alone.
"""

import re
import xml.etree.ElementTree as ET
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.printout import Arrow, Badge, Circle, DayMark, MapSpace, MapView, Route, Sighting, Waters
from pbm.site.maps import artist, chart, courses, legend, style
from pbm.site.maps.base import Box, overlap
from pbm.site.maps.honeycomb import Honeycomb
from pbm.site.maps.looks.hex import FULL, SMALL, Hex
from pbm.site.paper import svg as paper
from tests.map_makers.honeycombs import LEGEND, WIDE, WRAP, hexes, ocean
from tests.site.folded import codes, fills, titles

HEXES, OCEAN = artist.artist(hexes()), artist.artist(ocean())
PLAYERS = ((1, "Ox"), (2, "Yak"), (28, "Emu"))
HOLDS = {"01-02": 1, "01-03": 1, "02-02": 1, "02-03": 1, "04-05": 1, "03-06": 2, "03-05": 28}


def world(viewer: int = 0) -> MapView:
    """Who holds what; a reader's own units, and his arrow over the edge."""
    spaces = []
    for code, space in hexes()["spaces"].items():
        owner = HOLDS.get(code, 0)
        badges = (Badge(owner, (("raft", 11), ("goat", 3))),) if owner and owner == viewer else ()
        change = "won" if code == "04-05" else ""
        sign = "hall" if code == "02-02" else ""
        spaces.append(MapSpace(code, space["name"], space["kind"], owner, badges=badges, change=change, sign=sign))
    arrows = (Arrow("raid", "01-08", "01-01", viewer),) if viewer else ()
    return MapView("hexes", "Moors", "All.", tuple(spaces), arrows, PLAYERS, ("01-02", "02-03"), LEGEND)


def sea(viewer: int = 0) -> MapView:
    """Places in cells for all; courses, sightings and groups for whose they are."""
    spaces = [
        MapSpace("02", "Isle 02", "moor", 1),
        MapSpace("03", "Isle 03", "moor"),
        MapSpace("MIA", "Port <i>", "quay", 1, sign="quay", at="0303"),
        MapSpace("MIB", "Low Port", "quay", 1, sign="quay", at="0404"),
        MapSpace("0606", "", "mere", sign="brawl"),
        MapSpace("0902", "", "mere", sign="kraken", badges=(Badge(0, (("raft", 3),)),)),
    ]
    waters = (Waters(1, ("0204", "0304", "0305")),)
    view = MapView("ocean", "Chart", "All.", (), (), PLAYERS, (), LEGEND, waters=waters)
    if viewer == 1:
        spaces.append(MapSpace("0602", "", "mere", badges=(Badge(1, (("raft", 5),), name="G1"),)))
        view = replace(
            view,
            routes=(Route(("0602", "0605", "0906"), 1, (DayMark(250, "day 1"), DayMark(9900, "day 3"))),),
            sightings=(
                Sighting("0703", 6, Badge(2, (("raft", 3), ("goat", 1))), 0),
                Sighting("0703", 4, Badge(28, (("raft", 12),)), 2),
                Sighting("1007", 1, Badge(2, (("raft", 1),)), 6),
            ),
            circles=(Circle("0303", 3, 1),),
        )
    if viewer == 2:
        spaces.append(MapSpace("0703", "", "mere", badges=(Badge(2, (("raft", 3), ("goat", 1)), name="G7"),)))
    return replace(view, spaces=tuple(spaces))


def rooms(svg: str) -> list[Box]:
    """The rooms of codes and badges, as they are drawn."""
    found = []
    for x, y, text in re.findall(r'<g class="l" transform="translate\((\d+) (\d+)\)"><text y="16">([^<]*)', svg):
        half = 25 * len(text) // 2
        found.append((int(x) - half, int(y) - 19, int(x) + half, int(y) + 19))
    for x, y, left, wide in re.findall(
        r'<g class="b[^"]*" transform="translate\((\d+) (\d+)\)"[^>]*><g[^>]*><rect x="(-\d+)" y="-31" width="(\d+)"',
        svg,
    ):
        found.append((int(x) + int(left), int(y) - 19, int(x) + int(left) + int(wide), int(y) + 19))
    return found


def text_of(svg: str) -> str:
    return re.sub(r"<[^>]*>", " ", re.sub(r"<title.*?</title>", "", svg))


@pytest.mark.parametrize(("drawn", "view"), [(HEXES, world(1)), (OCEAN, sea(1))], ids=["hex", "chart"])
def test_a_drawing_is_whole_the_same_each_time_and_has_no_colours_of_its_own(drawn: Any, view: MapView) -> None:
    for how in ({}, {"theatre": True}, {"standalone": True}):
        svg = drawn.draw(view, **how)
        assert svg == drawn.draw(view, **how)
        ET.fromstring(svg)
        drawing = re.sub(r"<style>.*?</style>", "", svg)
        wanted = set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawing))
        assert wanted <= set(re.findall(r' id="([^"]+)"', drawing))
        assert not re.search(r'(?:fill|stroke)="#', drawing)
    assert "var(" not in style.on_paper(drawn.look.name).replace("--c:var", "")
    assert ".f28" not in style.inlined(), "players beyond the ninth share nine fills"


def test_the_whole_map_has_numbers_and_no_codes() -> None:
    svg = HEXES.draw(world())
    numbers = re.findall(r'<text class="(no\d)" x="(\d+)" y="\d+">(\d+)</text>', svg)
    assert sorted((kind, int(n)) for kind, _, n in numbers) == [("no1", 1), ("no2", 1), ("no2", 2), ("no2", 28)]
    assert isinstance(HEXES.look, Hex)
    boxes = []
    for player, (x, y), is_home in HEXES.look.numbers({space.code: space.owner for space in world().spaces}):
        size = FULL if is_home else SMALL
        half = size * len(str(player)) * 27 // 100
        boxes.append((x - half, y - size * 36 // 100, x + half, y + size * 36 // 100))
    assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    labels = re.search(r' data-labels="([^"]*)"', svg)
    assert labels
    rows = [row.split(" ") for row in labels[1].split(";")]
    assert len(rows) == 40
    assert [row for row in rows if row[0] in ("~01-01", "01-02")] == [["~01-01", "78", "90"], ["01-02", "234", "90"]]
    assert ' data-cell="156"' in svg
    assert ' data-views="West 0 0 700 500;East 600 0 700 500"' in svg
    assert "01-03" not in text_of(svg)


def test_a_part_has_codes_seats_and_the_shapes_that_it_shows() -> None:
    svg = HEXES.draw(world(1), theatre=True)
    assert {"01-02", "02-02", "02-03"} <= set(re.findall(r"<text [^>]*>(\d\d-\d\d)</text>", svg))
    assert '<use href="#ms-square"' in svg
    shown = set(titles(svg))
    assert "01-02" in shown
    assert len(shown) < 40
    assert set(codes(svg)) >= shown
    assert len(svg) < len(HEXES.draw(world(1)))
    assert 'class="realm"' not in svg


def test_frontiers_are_drawn_between_owners_and_nowhere_else() -> None:
    front = re.search(r'<path class="front" d="([^"]*)"', HEXES.draw(world()))
    assert front
    drawn = {f"M{piece}" for piece in front[1].split("M")[1:]}
    holds = {space.code: space.owner for space in world().spaces}
    assert drawn == {d for one, other, d in hexes()["arcs"] if holds[one] != holds[other]}
    assert 0 < len(drawn) < len(hexes()["arcs"])


def test_land_that_is_nobodys_looks_like_no_players() -> None:
    svg = HEXES.draw(world())
    assert {code for code, fill in fills(svg).items() if fill not in ("w", "f f0")} == set(HOLDS)
    assert titles(svg)["03-03"] == "03-03: free moor"


def test_what_goes_over_the_edge_is_drawn_at_both() -> None:
    beyond = hexes()["spaces"]["02-08"]["d"]
    assert beyond.count("M") == 2
    assert f'd="{beyond}"' in HEXES.draw(world())
    line = re.search(r'<path class="a a-bold" d="([^"]*)"', HEXES.draw(world(1)))
    assert line
    pieces = [[int(n) for n in re.findall(r"-?\d+", piece)] for piece in line[1].split("M")[1:]]
    assert len(pieces) == 2
    assert all(abs(piece[-2] - piece[0]) <= WIDE for piece in pieces), "the short way round"
    assert pieces[0][0] > WRAP - WIDE
    assert pieces[1][-2] < WIDE


def test_units_and_orders_are_their_readers() -> None:
    assert 'class="b ' not in HEXES.draw(world())
    assert "raft" not in HEXES.draw(world())
    before = HEXES.draw(world(2))
    HEXES.draw(world(1))
    assert HEXES.draw(world(2)) == before
    assert set(re.findall(r'<g class="b (q\d)', before)) == {"q2"}


def test_the_net_of_an_ocean_is_one_pattern_whatever_its_size() -> None:
    small, large = OCEAN.draw(sea()), artist.artist(ocean(42, 21)).draw(sea())
    assert small.count('class="net"') == large.count('class="net"') == 1
    assert len(large) - len(small) < 700, "further numbers at the frame"
    assert [int(n) for n in re.findall(r'y="34">(\d+)<', large)] == [1, 5, 10, 15, 20, 25, 30, 35, 40]


def test_a_place_in_a_cell_has_its_own_code_and_stands_where_the_view_says() -> None:
    svg = OCEAN.draw(sea())
    x, y = OCEAN.courses.cells.centre("0303") or (0, 0)
    place = re.search(r'data-code="MIA"><title>([^<]*)</title><use href="#mcell" x="(\d+)" y="(\d+)"', svg)
    assert place
    assert place.groups() == ("MIA Port &lt;i&gt; (0303): [1] Ox; quay", str(x), str(y))
    moved = tuple(replace(it, at="1008") if it.code == "MIA" else it for it in sea().spaces)
    x, y = OCEAN.courses.cells.centre("1008") or (0, 0)
    assert (
        f'data-code="MIA"><title>MIA Port &lt;i&gt; (1008): [1] Ox; quay</title><use href="#mcell" x="{x}" y="{y}"'
        in (OCEAN.draw(replace(sea(), spaces=moved)))
    )
    for at in ("9999", "0000", "x303", "٠٣٠٣", "303", ""):
        lost = tuple(replace(it, at=at, code="0x") if it.code == "MIA" else it for it in sea().spaces)
        assert "Port &lt;i&gt;" not in OCEAN.draw(replace(sea(), spaces=lost)), at
    assert '<text class="many"' in svg
    assert '<text class="un"' in svg
    assert '<text class="cn"' in svg


def test_courses_and_sightings_are_their_readers() -> None:
    public, own, other = (OCEAN.draw(sea(viewer)) for viewer in (0, 1, 2))
    for secret in ("a a-plain", 'class="dot"', " sg ", "day 1", 'class="rg', "G1", "G7"):
        assert secret not in public, secret
    for secret in ("a a-plain", 'class="dot"', " sg ", "day 1", 'class="rg', "G1"):
        assert secret in own, secret
        assert secret not in other, secret
    assert "G7" in other
    assert "G7" not in own, "what was seen has no name"
    assert OCEAN.draw(sea()) == public, "nothing is kept of a reader's view"
    assert "day 1" not in OCEAN.draw(sea(), theatre=True)
    assert "day 1" not in OCEAN.draw(sea(), standalone=True)


def test_a_sighting_fades_by_age_and_has_its_day() -> None:
    svg = OCEAN.draw(sea(1))
    found = re.findall(r'<g class="b sg (ago\d) q(\d)"[^>]*data-at="(\d+)">.*?class="on"[^>]*>([^<]*)<', svg)
    assert found == [("ago0", "2", "0703", "day 6"), ("ago1", "1", "0703", "day 4"), ("ago2", "2", "1007", "day 1")]
    hostile = replace(sea(1), sightings=(Sighting("0703", 1, Badge(2, (("raft", 1),), name="<b>"), -5),))
    assert "&lt;b&gt;" in OCEAN.draw(hostile)
    assert "<b>" not in OCEAN.draw(hostile)


def test_marks_are_along_the_route() -> None:
    """Three steps south from 0602 to 0605, then three to 0906."""
    marks = OCEAN.courses._marks(
        replace(sea(1).routes[0], marks=(DayMark(0), DayMark(150), DayMark(300), DayMark(9900)))
    )
    (x, y), (_, low) = OCEAN.courses.at("0602") or (0, 0), OCEAN.courses.at("0605") or (0, 0)
    assert [at for _, at in marks] == [(x, y), (x, (y + low) // 2), (x, low), OCEAN.courses.at("0906")]
    lost = replace(sea(1), routes=(Route(("0602", "9999"), 1, (DayMark(100, "day 1"),)), Route((), 1)))
    assert "a a-plain" not in OCEAN.draw(lost)
    assert "course 0602" in str(chart.map_table(lost))


@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_nothing_that_is_written_lies_on_another(viewer: int) -> None:
    svg = OCEAN.draw(sea(viewer))
    found = rooms(svg)
    assert len(found) == {0: 2, 1: 6, 2: 3}[viewer]
    assert not any(overlap(a, b) for a, b in combinations(found, 2))
    for _, at in OCEAN.courses.placed(sea(viewer).spaces[2:6]):
        sign = (at[0] - 20, at[1] - 20, at[0] + 20, at[1] + 20)
        assert not any(overlap(sign, box) for box in found)


def test_a_second_sign_of_a_cell_stands_beside_the_first() -> None:
    fight = MapSpace("0303", "", "mere", sign="brawl")
    svg = OCEAN.draw(replace(sea(), spaces=(*sea().spaces, fight)))
    x, y = OCEAN.courses.cells.centre("0303") or (0, 0)
    found = dict(re.findall(r'data-code="(MIA|0303)">.*?<use href="#mcell" x="(\d+)"', svg))
    assert found == {"MIA": str(x), "0303": str(x + courses.BESIDE)}
    assert f'<use class="mst clash" href="#mk-clash" x="{x + courses.BESIDE}" y="{y}"/>' in svg


def test_a_badge_stands_off_a_course_and_a_pin_where_it_belongs() -> None:
    """A course to the west, where a badge would usually be."""
    calm, west = (replace(sea(1), routes=routes) for routes in ((), (Route(("0602", "0202"), 1),)))
    x, y = OCEAN.courses.at("0602") or (0, 0)
    places = [
        re.search(r'<g class="b q1" transform="translate\((\d+) (\d+)\)', OCEAN.draw(view)) for view in (calm, west)
    ]
    assert places[0]
    assert (int(places[0][1]) < x, int(places[0][2])) == (True, y)
    assert places[1]
    assert int(places[1][1]) > x or int(places[1][2]) != y
    assert f'<circle class="pin" cx="{x}" cy="{y}"' in OCEAN.draw(west)
    assert 'class="pin"' not in OCEAN.draw(sea())


def test_a_crop_has_only_the_places_in_sight_and_names_whoever_was_seen_there() -> None:
    large = artist.artist(ocean(42, 21))
    spaces = (*sea(1).spaces, MapSpace("FAR", "Far Port", "quay", 2, sign="quay", at="4020"))
    sightings = (Sighting("0703", 6, Badge(28, (("raft", 1),))), Sighting("4020", 6, Badge(2, (("raft", 1),))))
    view = replace(sea(1), spaces=spaces, sightings=sightings, theatre=("0303", "0703"))
    assert "Far Port" in large.draw(view)
    assert "Far Port" not in large.draw(view, theatre=True)
    assert "MIA" in large.draw(view, theatre=True)
    assert large.players_in(view) == {0, 1, 28}


def test_cells_are_counted_from_the_upper_left() -> None:
    cells = Honeycomb(ocean())
    assert cells.centre("0101") == (80, 70)
    assert cells.centre("0201") == (176, 126), "half a cell lower"
    assert cells.centre("1309") is None
    assert (cells.steps("0101", "0104"), cells.steps("0101", "0401"), cells.steps("0103", "0301")) == (3, 3, 3)
    assert all(cells.steps(a, b) == cells.steps(b, a) for a, b in combinations(("0101", "0305", "1208", "0702"), 2))
    assert cells.outline(["0303"]).count(" ") + cells.outline(["0303"]).count("-") >= 6
    one, two = cells.outline(["0303"]), cells.outline(["0303", "0304"])
    assert (one.count("M"), two.count("M"), cells.outline(["0303", "0308"]).count("M")) == (1, 1, 2)
    ring = ["0401", "0502", "0503", "0403", "0303", "0302"]
    assert cells.outline([*ring]).count("M") == 2, "an outline with a hole"
    assert cells.outline(["0000", "xx"]) == ""
    assert Honeycomb({}).centre("0101") is None


def test_table_and_legend_have_it_in_words() -> None:
    table = str(chart.map_table(sea(1)))
    assert "G1: 5 rafts" in table
    assert "MIB</a> Low Port (0404)<td>" in table
    assert "course 0602 – 0605 – 0906 (day 1, day 3)" in table
    assert "3 rafts, 1 goats; day 6" in table
    assert "day" not in str(chart.map_table(sea()))
    own, public = ([row.words for row in legend.legend(view)] for view in (sea(1), sea()))
    assert [words for words in own if words not in public] == ["course", "seen on that day", "range"]
    assert "waters" in public
    plain = artist.artist(
        {**hexes(), "look": ""} | {"spaces": {c: {**s, "pole": [0, 0, 90]} for c, s in hexes()["spaces"].items()}}
    )
    route = Route(("01-02", "03-04"), 1, (DayMark(50, "noon"),))
    assert "noon" in plain.draw(replace(world(), routes=(route,))), "a course is drawn on any map"
    assert courses.AGES == 3


def test_sizes_stay_small() -> None:
    """What a space of the whole map costs, and a cell with a sighting."""
    assert len(HEXES.draw(world())) < 8_000 + 40 * 300
    assert len(OCEAN.draw(sea(1))) < 12_000


@pytest.mark.parametrize(("drawn", "view", "word"), [(HEXES, world(), "28"), (OCEAN, sea(), "1")], ids=["hex", "chart"])
def test_on_paper_a_number_is_drawn_over_its_rim(drawn: Any, view: MapView, word: str) -> None:
    """What makes PDF draws a rim over the letters."""
    html = paper.drawings(drawn.draw(view), "")
    found = re.findall(rf'<(?:ns0:)?text class="(?:cn|no\d)( ink)?"[^>]*>{word}<', html)
    assert found == ["", " ink"]
    assert ".ink{stroke:none}" in html
    assert "@media" not in html

"""The chart of Naval Warfare (NW 2.9, 17, 18): what made it makes it again, and what each reader's shows."""

import gzip
import re

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.printout import MapSpace, MapView
from pbm.engine.system import Rules, Seat, read_json, read_legend
from pbm.orders.form import compile_table
from pbm.rules.naval_warfare import sea, setup
from pbm.rules.naval_warfare.printout.mapview import map_view
from pbm.rules.naval_warfare.state import Aircraft, AirType, BattleGroup, Menace, Platform, Ship, State
from pbm.rules.naval_warfare.tables import PACKAGE
from pbm.rules.naval_warfare.view import view
from pbm.site.maps.artist import artist
from pbm.site.maps.base import TYPE
from tests.map_makers import naval

LEGEND = read_legend(PACKAGE)
GEOMETRY = LEGEND.drawn(read_json(PACKAGE, "data/naval_geometry.json"))
ARTIST = artist(GEOMETRY)
RULES = Rules(
    system="naval-warfare",
    variant="level",
    map={},
    geometry=GEOMETRY,
    orders=compile_table({"place": [], "order": []}),  # a chart asks for none
    numbers={},
    wording={},
    house=(),
    options={},
    legend=LEGEND,
)
PHONE = 358  # pixels of the chart
HOMES = ("14", "25", "16", "13", "21", "32", "37", "28", "09", "39", "05", "30")
BATTLES = {"battle": [{"number": 1, "day": 3, "hex": "2309"}, {"number": 2, "day": 5, "hex": "2309"}]}


def position() -> State:
    """Twelve countries; 1 has four groups at sea, an air base and a port of 2, and saw ships on each day."""
    seats = tuple(Seat(number, home, f"Seat {number}") for number, home in enumerate(HOMES, 1))
    state = setup.start(RULES, seats, Dice(b"a chart", "NW-1", 0))
    courses: tuple[tuple[str, list[str]], ...] = (
        ("2308", ["M2612", "M2813"]),
        ("2106", ["P1709"]),
        ("2505", []),
        ("2710", ["H"]),
    )
    state.groups[1] = {number: BattleGroup(hex=at, course=course) for number, (at, course) in enumerate(courses, 1)}
    state.groups[2] = {1: BattleGroup(hex="2812", course=["I1"])}
    state.ships[1] = {number: ship(1 + number % 4) for number in range(1, 17)} | {17: ship(0, port="MIB")}
    state.ships[1][4].specials.append("SU")
    state.ships[2] = {1: ship(1)}
    state.seen[1] = [(day, at, 2, day, day % 2) for day in range(1, 8) for at in ("2310", f"{20 + day}13")]
    state.countries[1].types[1] = AirType("Bear", "heavy", "Missiles", adv=["HE"])
    state.platforms[1] = {1: Platform(kind="AB", port="MIA", hp=170, aircraft=[Aircraft(1, 2)])}
    state.menaces[1] = Menace(hex="2004", roller=3, event=33, since=8, ships={1: ship(0), 2: ship(0), 3: ship(0)})
    state.ports["XAC"].owner = 1
    return state


def ship(group: int, port: str = "") -> Ship:
    return Ship(hull=4, max=20, hp=20, weapons="NN", captain=7, group=group, port=port)


def seen_by(viewer: int, state: State | None = None) -> MapView:
    return map_view(view(state or position(), viewer, RULES), BATTLES, RULES)


def by_code(drawn: MapView) -> dict[str, MapSpace]:
    return {space.code: space for space in drawn.spaces}


def is_inside(point: tuple[int, int], outline: str) -> bool:
    """Whether a line from a point to the east crosses an outline an odd number of times."""
    x, y = point
    odd = False
    for piece in outline.split("M")[1:]:
        numbers = [int(number) for number in re.findall(r"-?\d+", piece)]
        points = [(numbers[0], numbers[1])]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            points.append((points[-1][0] + dx, points[-1][1] + dy))
        for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
            odd ^= (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
    return odd


def test_the_chart_is_made_anew_byte_for_byte() -> None:
    for name, text in naval.made().items():
        assert (naval.DATA / name).read_text("utf-8") == text, f"python -m tests.map_makers.naval writes {name}"


def test_every_port_site_touches_the_one_connected_sea() -> None:
    chart = sea.chart()
    ocean, edge = {"0101"}, ["0101"]
    while edge:
        fresh = [to for to in chart.near[edge.pop()] if to not in chart.land and to not in ocean]
        ocean.update(fresh)
        edge += fresh
    assert ocean == chart.near.keys() - chart.land.keys(), "no lakes"
    assert (len(chart.near), len(chart.land), len(chart.lands)) == (882, 225, 39)
    for code, land in chart.lands.items():
        assert 4 <= len(land.hexes) <= 11, code
        assert len(land.ports) in (4, 5), code
        assert len(set(land.ports) & set(land.hexes)) == len(land.ports), code
        assert all(ocean.intersection(chart.near[at]) for at in land.ports), code
    assert len({land.tag for land in chart.lands.values()}) == 39


def test_the_drawing_is_of_the_same_land() -> None:
    chart, cells = sea.chart(), ARTIST.courses.cells
    assert GEOMETRY["spaces"].keys() == chart.lands.keys()
    for at in chart.near:
        point = cells.centre(at)
        assert point
        inside = [code for code, space in GEOMETRY["spaces"].items() if is_inside(point, space["d"])]
        assert inside == [code for code in (chart.land.get(at),) if code], at
    for code, space in GEOMETRY["spaces"].items():
        assert space["in"] == list(chart.lands[code].hexes)
        beside = {chart.land[to] for at in space["in"] for to in chart.near[at] if to in chart.land} - {code}
        assert space["near"] == sorted(beside)


def test_eight_windows_cover_the_sheet_each_with_its_sea() -> None:
    views, cells = GEOMETRY["views"], ARTIST.courses.cells
    assert views.keys() == set(sea.chart().seas.values())
    for name, (left, top, wide, high) in views.items():
        x, y = GEOMETRY["waters"][name]
        assert left <= x < left + wide, name
        assert top <= y < top + high, name
        assert min(left, top) >= 0, name
        assert (left + wide <= GEOMETRY["width"], top + high <= GEOMETRY["height"]) == (True, True), name
        assert PHONE * cells.wide >= 25 * wide, "a column is 25 pixels wide on a phone"
        assert PHONE * TYPE["code"] >= 9 * wide, "a code is nine pixels high there"
    for at in sea.chart().near:
        x, y = cells.centre(at) or (0, 0)
        assert any(left <= x < left + wide and top <= y < top + high for left, top, wide, high in views.values()), at


def test_what_all_see() -> None:
    drawn = seen_by(0)
    spaces = by_code(drawn)
    assert not drawn.routes + drawn.sightings + drawn.circles + drawn.theatre
    badges = [(code, badge.player) for code, space in spaces.items() for badge in space.badges]
    assert badges == [("XAC", 1), ("2004", 0)], "who holds another's port; a menace"
    assert (spaces["14"].owner, spaces["25"].owner, spaces["02"].owner) == (1, 2, 0)
    signs = {code: (space.sign, space.at) for code, space in spaces.items() if space.sign and space.owner == 1}
    assert signs == {
        "MIA": ("homeport", "2306"),
        "MIB": ("dockport", "2407"),
        "MIC": ("port", "2206"),
        "XAC": ("port", "2210"),
    }
    assert (spaces["2309"].sign, spaces["2309"].name) == ("fray", "battles on days 3 and 5")
    assert (spaces["2004"].sign, spaces["2004"].badges[0].units) == ("menace", (("warship", 3),))
    waters = {it.player: set(it.cells) for it in drawn.waters}
    assert sum(map(len, waters.values())) == len(set().union(*waters.values())), "no hex is twice in hue"
    assert all(sea.distance(at, "2306") > 3 for at in waters[3])
    assert "2106" in waters[1]


def test_a_destroyed_port_and_a_country_that_is_out() -> None:
    state = position()
    state.ports["MIC"].structure = 0
    state.countries[2].out = True
    for code in ("XAA", "XAB"):
        state.ports[code].owner = 3
    spaces = by_code(seen_by(0, state))
    assert spaces["MIC"].sign == "ruin"
    assert spaces["25"].owner == 3
    assert not spaces["XAA"].badges
    assert spaces["XAC"].badges


def test_a_readers_groups_courses_and_sightings() -> None:
    drawn = seen_by(1)
    spaces = by_code(drawn)
    assert [(b.name, b.units) for b in spaces["2505"].badges] == [("G3", (("warship", 4),))]
    assert spaces["2308"].badges[0].units == (("warship", 3), ("submarine", 1))
    routes = {route.points[0]: route for route in drawn.routes}
    assert routes.keys() == {"2308", "2106", "2710"}, "a group that lies has no course"
    assert routes["2308"].points[-1] == "2813"
    assert routes["2106"].points[-1] == "1709"
    assert routes["2710"].points[-1] == "2407", "the nearest own port"
    far = 100 * sea.distance("2710", "2407")
    assert [(mark.after, mark.word) for mark in routes["2710"].marks] == [(250, ""), (far, "day 2")]
    for route in drawn.routes:
        steps = [at for pair in zip(route.points, route.points[1:], strict=False) for at in _straight(*pair)]
        assert not set(steps[:-1]) & sea.chart().land.keys(), "a course keeps to the sea"
    newest = {seen.code: seen.day for seen in drawn.sightings}
    assert newest["2310"] == 7
    assert len(drawn.sightings) == 8
    assert {seen.code: seen.ago for seen in drawn.sightings}["2113"] == 6
    assert [(circle.code, circle.radius) for circle in drawn.circles] == [("2306", 5)]


def _straight(one: str, other: str) -> list[str]:
    """The hexes between two in a row, with the second."""
    found = []
    while one != other:
        ahead = [to for to in sea.chart().near[one] if sea.distance(to, other) < sea.distance(one, other)]
        assert len(ahead) == 1, "a turning point is missing"
        one = ahead[0]
        found.append(one)
    return found


def test_the_theatre_is_three_hexes_around() -> None:
    state = position()
    assert {"2308", "2305", "2407", "2404", "2713", "2716"} <= set(seen_by(1, state).theatre)
    assert "0101" not in seen_by(1, state).theatre
    assert seen_by(3, state).theatre == (), "who has nothing sees all of the chart"
    state.ships[3] = {1: ship(0, port="OSA")}
    assert set(seen_by(3, state).theatre) == set(sea.within(state.ports["OSA"].hex, 3))


def test_a_merchant_marine_sails_twice_as_far_a_day() -> None:
    state = position()
    slow = seen_by(1, state).routes[0].marks
    state.countries[1].economy = "MER"
    fast = seen_by(1, state).routes[0].marks
    assert (slow[0].after, fast[0].after) == (250, 500)
    assert len(fast) < len(slow)


@pytest.mark.parametrize(
    ("sizes", "radius"),
    [
        ([], 0),
        ([("light", [])], 2),
        ([("heavy", [])], 4),
        ([("heavy", ["HE"])], 5),
        ([("heavy", ["TB"])], 4),
        ([("heavy", ["TB"]), ("light", [])], 4),
        ([("heavy", ["TB"]), ("heavy", [])], 8),
    ],
)
def test_how_far_aircraft_fly(sizes: list[tuple[str, list[str]]], radius: int) -> None:
    state = position()
    kinds = {number: AirType("Bear", size, "Missiles", adv=adv) for number, (size, adv) in enumerate(sizes, 1)}
    state.countries[1].types = kinds
    state.platforms[1][1].aircraft = [Aircraft(number, 1) for number in kinds]
    assert [circle.radius for circle in seen_by(1, state).circles] == [radius] * bool(radius)


def test_nobody_sees_on_the_chart_what_is_anothers() -> None:
    state = position()
    before = [ARTIST.draw(seen_by(viewer, state)) for viewer in (0, 3)]
    bare = replace(seen_by(2, state), desc="")
    state.groups[1] = {}
    state.ships[1] = {}
    state.seen[1] = []
    state.platforms[1] = {}
    assert [ARTIST.draw(seen_by(viewer, state)) for viewer in (0, 3)] == before
    assert replace(seen_by(2, state), desc="") == bare
    assert [badge.name for space in bare.spaces for badge in space.badges if badge.player == 2] == ["G1"]


def test_sizes() -> None:
    public = ARTIST.draw(seen_by(0))
    assert len(public) <= 60_000
    assert len(gzip.compress(public.encode(), mtime=0)) <= 20_000
    own = seen_by(1)
    assert len(ARTIST.draw(own, theatre=True)) <= 45_000


def test_what_is_out_of_sight_is_not_in_a_crop() -> None:
    cropped, whole = (ARTIST.draw(seen_by(1), theatre=theatre) for theatre in (True, False))
    places = [set(re.findall(r'<g class="s" data-code="([A-Z]+)"', svg)) for svg in (cropped, whole)]
    assert {"MIA", "XAA"} <= places[0] < places[1]
    assert "HAA" in places[1] - places[0]
    assert "<title>XAC (2210): [1] Mirrane; port; holds</title>" in cropped


def test_the_turning_points_of_a_course_are_drawn_in_order() -> None:
    svg = ARTIST.draw(seen_by(1))
    route = seen_by(1).routes[0]
    points = [at for at in map(ARTIST.courses.cells.centre, route.points) if at]
    d = "M" + "L".join(f"{x} {y}" for x, y in points)
    assert f'<path class="a a-plain" d="{d}"/>' in svg

"""The map of the world as data: symmetric, each air pair follows from a stated reason, drawn as it is listed
(BP 22).
"""

import json
import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import hypot
from typing import Any

from pbm.rules.battle_plan.maps import drawn, read_map

HERE = files("pbm.rules.battle_plan") / "data"
DATA: dict[str, Any] = json.loads((HERE / "world.json").read_text("utf-8"))
DRAWN: dict[str, Any] = json.loads((HERE / "world_geometry.json").read_text("utf-8"))
BOARD = read_map(DATA)
SPACES = BOARD.spaces
LISTED: dict[str, dict[str, Any]] = {row["code"]: row for row in DATA["spaces"]}
GATES = {strait.gate: frozenset(strait.seas) for strait in BOARD.straits}

Pair = frozenset[str]
Point = tuple[int, int]
Ring = list[Point]


def pairs(name: str) -> set[Pair]:
    """All pairs of a list of the data."""
    return {frozenset((code, other)) for code, row in LISTED.items() for other in row[name]}


def kinds(pair: Pair) -> str:
    return " ".join(sorted(LISTED[code]["kind"] for code in pair))


# The list


def test_there_are_two_hundred_twenty_three_countries_and_thirty_two_seas() -> None:
    assert (len(BOARD.countries), len(BOARD.sea_codes)) == (223, 32)
    assert all(code.startswith("W") == (code in BOARD.sea_codes) for code in SPACES)
    assert all(re.fullmatch("[A-Z]{3}", code) for code in SPACES)
    assert len({space.name for space in SPACES.values()}) == 255


def test_neighbours_air_range_and_coasts_are_mutual_and_nobody_is_his_own() -> None:
    for code, row in LISTED.items():
        for name in ("adjacent", "air"):
            assert code not in row[name]
            assert len(set(row[name])) == len(row[name])
            assert all(code in LISTED[other][name] for other in row[name]), (code, name)
        assert set(row["coast"]) == (
            {x for x in row["adjacent"] if x in BOARD.sea_codes} if row["kind"] == "land" else set()
        ), code
    assert len(pairs("adjacent")) == 701
    assert {kind: sum(kinds(pair) == kind for pair in pairs("adjacent")) for kind in map(kinds, pairs("adjacent"))} == {
        "land land": 404,
        "land sea": 238,
        "sea sea": 59,
    }


def test_an_island_has_no_neighbour_on_land() -> None:
    """Spec 23.1: a space alone on its island; thirty of them."""
    islands = {code for code in BOARD.countries if SPACES[code].island}
    assert islands == {code for code in BOARD.countries if not SPACES[code].land_adjacent}
    assert len(islands) == 30


def test_each_air_pair_follows_from_a_stated_reason_and_none_is_left_over() -> None:
    """Spec 22.1 to 22.4: adjacent, one land space between, a star sea, an arrow link, the icepack.

    The list leaves out the seas at a canal, which the gate's land joins; the map has them in air range (spec 19.2).
    """
    near = {code: set(row["adjacent"]) for code, row in LISTED.items()}
    lands = set(BOARD.countries)
    follows = pairs("adjacent")
    follows |= {frozenset((a, b)) for land in lands for a in near[land] for b in near[land] if a != b}
    follows |= {
        frozenset((a, b)) for sea in DATA["star_seas"] for a in near[sea] & lands for b in near[sea] & lands if a != b
    }
    follows |= {frozenset(link) for link in DATA["arrow_links"]}
    follows |= {frozenset((a, b)) for a in DATA["icepack"] for b in DATA["icepack"] if a != b}
    assert follows == pairs("air") | pairs("adjacent") | set(GATES.values())
    assert follows == {frozenset((code, other)) for code, space in SPACES.items() for other in space.air}
    assert len(pairs("air")) == 1435


def test_there_are_fifteen_star_seas_twenty_four_arrow_links_and_twenty_spaces_at_the_icepack() -> None:
    assert len(set(DATA["star_seas"])) == len(DATA["star_seas"]) == 15
    assert set(DATA["star_seas"]) <= BOARD.sea_codes
    assert len({frozenset(link) for link in DATA["arrow_links"]}) == len(DATA["arrow_links"]) == 24
    assert len(set(DATA["icepack"])) == 20
    assert sum(code in BOARD.sea_codes for code in DATA["icepack"]) == 5


def test_every_star_sea_but_one_is_needed() -> None:
    """Without it pairs in air range would have no reason; the Sea of Okhotsk cannot be told by that."""
    lands, needed = set(BOARD.countries), set()
    near = {code: set(row["adjacent"]) for code, row in LISTED.items()}
    arrows = {frozenset(link) for link in DATA["arrow_links"]}
    for sea in DATA["star_seas"]:
        for a in near[sea] & lands:
            for b in near[sea] & lands - {a}:
                by_land = b in near[a] or near[a] & near[b] & lands
                other = any({a, b} <= near[it] for it in DATA["star_seas"] if it != sea)
                if not (by_land or other or {a, b} <= set(DATA["icepack"]) or frozenset((a, b)) in arrows):
                    needed.add(sea)
    assert set(DATA["star_seas"]) - needed == {"WOK"}


def test_four_canals_join_seas_that_are_no_neighbours() -> None:
    """Spec 19.2: Turkey, Egypt, Panama, Gibraltar."""
    assert {gate: set(seas) for gate, seas in GATES.items()} == {
        "ETU": {"WBK", "WEM"},
        "AEG": {"WEM", "WRS"},
        "NPA": {"WCP", "WCR"},
        "EGI": {"WMA", "WWM"},
    }
    for gate, (one, other) in ((gate, tuple(seas)) for gate, seas in GATES.items()):
        assert other not in SPACES[one].adjacent
        assert other in SPACES[one].air, "AirForce needs no canal"
        assert other in SPACES[one].ports
        assert gate == "EGI" or {one, other} <= set(SPACES[gate].coast)


def test_gibraltar_is_reached_from_spain_and_the_western_mediterranean_alone() -> None:
    """Spec 19.2: not from Morocco, and it has no coast on the Mid Atlantic."""
    assert set(SPACES["EGI"].adjacent) == {"ENA", "EAR", "WWM"}
    assert "AMO" in SPACES["EGI"].air


# The drawing


def rings(d: str) -> list[Ring]:
    """An outline's rings: M starts one, l goes on by differences, z closes it."""
    found = []
    for text in re.findall(r"M[^M]+", d):
        numbers = [int(n) for n in re.findall(r"-?\d+", text)]
        x, y = numbers[:2]
        ring = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            ring.append((x, y))
        found.append(ring)
    return found


RINGS: dict[str, list[Ring]] = {code: rings(shape["d"]) for code, shape in DRAWN["spaces"].items()}


@cache
def owners() -> dict[tuple[Point, Point], set[str]]:
    """Every edge of land, with the countries whose outline has it."""
    found: dict[tuple[Point, Point], set[str]] = {}
    for code in BOARD.countries:
        for ring in RINGS[code]:
            for a, b in pairwise([*ring, ring[0]]):
                found.setdefault((min(a, b), max(a, b)), set()).add(code)
    return found


def inside(outline: list[Ring], x: float, y: float) -> bool:
    """Whether a point lies in an outline (even and odd crossings)."""
    odd = False
    for ring in outline:
        for (x1, y1), (x2, y2) in pairwise([*ring, ring[0]]):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                odd = not odd
    return odd


def test_the_drawing_has_every_space_and_its_labels_lie_on_it() -> None:
    assert set(DRAWN["spaces"]) == set(SPACES)
    for code, shape in DRAWN["spaces"].items():
        assert (shape["kind"] == "land") == SPACES[code].land
        x, y = shape["label"]
        assert inside(RINGS[code], x, y) or "leader" in shape or code in BOARD.sea_codes, code
        assert 0 < x < DRAWN["width"]
        assert 0 < y < DRAWN["height"]
    assert {code for code, shape in DRAWN["spaces"].items() if "leader" in shape} == {"MIS", "SFG"}


def test_no_border_has_three_owners() -> None:
    assert max(len(codes) for codes in owners().values()) == 2


def test_countries_share_a_border_in_the_drawing_where_the_list_says_so() -> None:
    touching = {frozenset(codes) for codes in owners().values() if len(codes) == 2}
    assert touching == {pair for pair in pairs("adjacent") if kinds(pair) == "land land"}
    assert len(touching) == 404


def test_countries_have_their_coasts_on_the_seas_that_the_list_names() -> None:
    """Looked at five units off the middle of every coast edge, on both sides; what is short is too near its ends."""
    boxes = {
        code: (
            min(x for x, _ in points),
            min(y for _, y in points),
            max(x for x, _ in points),
            max(y for _, y in points),
        )
        for code, outline in RINGS.items()
        for points in [[point for ring in outline for point in ring]]
    }
    closed = [rings(DRAWN["icepack"]), rings(DRAWN["water"])]

    def at(x: float, y: float) -> str:
        """The space at a point; "" where there is ice, or water that is no space."""
        here = [code for code, box in boxes.items() if box[0] <= x <= box[2] and box[1] <= y <= box[3]]
        for code in sorted(here, key=lambda code: code in BOARD.sea_codes):  # seas run on under the land
            if code in BOARD.sea_codes and any(inside(outline, x, y) for outline in closed):
                return ""
            if inside(RINGS[code], x, y):
                return code
        return ""

    found = set()
    for (a, b), codes in owners().items():
        long = hypot(b[0] - a[0], b[1] - a[1])
        if len(codes) == 2 or long < 2.5:
            continue
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for side in (5, -5):
            sea = at(middle[0] + (b[1] - a[1]) / long * side, middle[1] + (a[0] - b[0]) / long * side)
            if sea in BOARD.sea_codes:
                found.add(frozenset((*codes, sea)))
    assert found == {pair for pair in pairs("adjacent") if kinds(pair) == "land sea"}
    assert len(found) == 238


def test_what_cannot_be_drawn_has_a_connector_and_each_canal_its_sign() -> None:
    """In a plane not all of WMP, WNP, WOK, WPI and the rest can touch each other: one pair has a line instead."""
    assert [(link["a"], link["b"]) for link in DRAWN["connectors"]] == [("WOK", "WMP")]
    assert frozenset(("WOK", "WMP")) in pairs("adjacent")
    assert {canal["gate"] for canal in DRAWN["canals"]} == set(GATES)
    for line in (*DRAWN["connectors"], *DRAWN["canals"]):
        assert re.fullmatch(r"M\d+ \d+([LQ][\d ]+)+", line["d"])
    (start, *_, end) = re.findall(r"\d+ \d+", DRAWN["connectors"][0]["d"])
    assert inside(RINGS["WOK"], *map(int, start.split()))
    assert inside(RINGS["WMP"], *map(int, end.split()))


def test_every_arrow_link_is_drawn() -> None:
    links = {frozenset((link["a"], link["b"])) for link in DRAWN["airlinks"]}
    assert links == {frozenset(link) for link in DATA["arrow_links"]}


def test_seas_that_go_on_at_the_other_edge_are_tagged_on_both() -> None:
    sides = {side: {edge["space"] for edge in DRAWN["edges"] if edge["side"] == side} for side in ("left", "right")}
    assert sides["left"] == sides["right"] == {"WAN", "WBE", "WMP", "WNP", "WSP"}


def test_the_windows_for_small_screens_hold_every_label() -> None:
    held = set()
    for left, top, wide, high in DRAWN["views"].values():
        assert 0 <= left < left + wide <= DRAWN["width"]
        assert 0 <= top < top + high <= DRAWN["height"] + 1
        for code, shape in DRAWN["spaces"].items():
            x, y = shape["label"]
            if left + 45 <= x <= left + wide - 45 and top + 20 <= y <= top + high - 20:
                held.add(code)
    assert set(SPACES) - held <= {"WAN"}, "all but the sea at the sheet's foot, which is seen in three of them"


def test_the_drawing_tells_neighbours_and_air_range_as_the_rules_have_them() -> None:
    shapes = drawn(DRAWN, BOARD)["spaces"]
    assert set(shapes["EGI"]["near"]) == {"ENA", "EAR", "WWM"}
    assert "NAK" in shapes["RKM"]["air"]

"""Ways by sea, held against a plain search, and the movement of a week (NW 2.9, 3.5, 5.1, 5.2)."""

from collections import deque
from random import Random

import pytest

from pbm.rules.naval_warfare.sea import FAR, Ways, chart, distance
from tests.rules.naval_warfare.sailing import fleets, ship, told, week

GOALS = 60
STARTS = 40


def plain_lengths(goal: str, ports: set[str], free: set[str]) -> dict[str, int]:
    """NW 2.9.2: hexes to the goal from every hex: over the sea and own or allied ports; a way may begin in any port."""
    near, land = chart().near, chart().land
    found, edge = {goal: 0}, deque([goal])
    while edge:
        here = edge.popleft()
        if here != goal and here in ports and here not in free:
            continue
        for there in near[here]:
            if there not in found and (there not in land or there in ports):
                found[there] = found[here] + 1
                edge.append(there)
    return found


def test_ways_are_as_short_as_they_can_be_and_each_step_is_the_straightest() -> None:
    dice = Random(29)  # positions of a test, not luck of a game
    sites = sorted(chart().sites)
    sea = sorted(at for at in chart().near if at not in chart().land)
    for _ in range(GOALS):
        ports = set(dice.sample(sites, 60))
        free = set(dice.sample(sorted(ports), 20))
        goal = dice.choice([*sea, *sorted(ports)])
        ways, lengths = Ways(free, ports), plain_lengths(goal, ports, free)
        for start in dice.sample([*sea, *sorted(ports)], STARTS):
            assert ways.length(start, goal) == lengths.get(start, FAR)
            path = ways.path(start, goal)
            assert len(path) == lengths.get(start, 0)
            for here, there in zip((start, *path), path, strict=False):
                better = [
                    at
                    for at in chart().near[here]
                    if lengths.get(at) == lengths[here] - 1 and (at == goal or at not in ports or at in free)
                ]
                straightest = min(distance(at, goal) for at in better)
                assert there == next(at for at in better if distance(at, goal) == straightest)
                assert there == goal or there not in chart().land or there in free


def test_neighbours_go_clockwise_from_north_and_even_columns_lie_lower() -> None:
    assert chart().near["2308"] == ("2307", "2407", "2408", "2309", "2208", "2207")
    assert chart().near["2408"] == ("2407", "2508", "2509", "2409", "2309", "2308")


def test_a_site_that_is_not_built_and_other_land_bar_the_way() -> None:
    ways = Ways([], ["2306"])
    assert not ways.is_goal("2407")
    assert ways.path("2308", "2407") == ()
    assert ways.path("2308", "2306")[-1] == "2306"
    assert all(at not in chart().land for at in ways.path("2308", "2306")[:-1])


# --- the movement of a week -------------------------------------------------------------------------------------------


ALONE = fleets({1: {7: ship()}, 2: {}})
FAR_OFF = Ways([], []).path("2308", "0511")
"""Eighteen hexes over the open sea."""


def test_a_route_of_four_legs_is_gone_leg_by_leg_and_then_it_lies() -> None:
    pins = {f"move/{day}/1.1": 1 for day in range(1, 8)}
    state = week(ALONE, {**pins}, {1: "@G1 M2309 M2308 M2208 M2308"}).state
    assert (state.groups[1][1].hex, state.groups[1][1].course) == ("2308", [])


def test_a_leg_that_ends_where_the_group_lies_is_done() -> None:
    state = week(ALONE, {"move/1/1.1": 2}, {1: "@G1 M2308 M2309"}).state
    assert (state.groups[1][1].hex, state.groups[1][1].course) == ("2309", [])


@pytest.mark.parametrize(("economy", "hexes"), [("ALL", 7), ("MER", 14)])
def test_merchant_marines_go_twice_as_far(economy: str, hexes: int) -> None:
    words = fleets({1: {7: ship()}, 2: {}}, countries={"1": {"economy": economy}})
    group = week(words, {"move/*": 1}, {1: "@G1 M0511"}).state.groups[1][1]
    assert group.hex == FAR_OFF[hexes - 1]
    assert group.course == ["M0511"]


def test_a_patrol_goes_to_and_fro() -> None:
    hexes = [week(ALONE, {"move/*": days}, {1: "@G1 P2309"}).state.groups[1][1].hex for days in (1, 2)]
    assert hexes == ["2309", "2308"]


def test_home_is_the_nearest_port_one_with_a_dock_before_its_equal() -> None:
    words = fleets({1: {7: ship()}, 2: {}}, "2207")
    assert week(words, {}, {1: "@G1 H"}).state.groups[1][1].hex == "2206"
    equal = fleets({1: {7: ship()}, 2: {}}, "2506")
    for code, home in (("MIC", "2306"), ("MIA", "2407"), ("MIB", "2306")):
        dockless = {"ports": {code: {"dock": False}}}
        assert week({**equal, **dockless}, {}, {1: "@G1 H"}).state.groups[1][1].hex == home


def test_without_oil_nobody_sails() -> None:
    words = fleets({1: {7: ship()}, 2: {}}, countries={"1": {"short": ["oil"]}})
    state = week(words, {}, {1: "@G1 M2310"}).state
    assert state.groups[1][1].hex == "2308"


def test_all_move_at_the_same_time_and_enemies_who_change_places_meet_in_the_lower_hex() -> None:
    words = fleets({1: {7: ship()}, 2: {7: ship()}}, groups={"2": {"1": {"hex": "2309"}}})
    fought = told(week(words, {}, {1: "@G1 M2309 SA", 2: "@G1 M2308 SA"}), "battle")[0]
    assert (fought["day"], fought["hex"]) == (1, "2308")


def test_those_who_want_no_fight_pass_each_other() -> None:
    words = fleets({1: {7: ship()}, 2: {7: ship()}}, groups={"2": {"1": {"hex": "2309"}}})
    resolution = week(words, {"move/*": 1}, {1: "@G1 M2309 SD", 2: "@G1 M2308 SD"})
    assert told(resolution, "battle") == []
    assert [resolution.state.groups[p][1].hex for p in (1, 2)] == ["2309", "2308"]


def test_a_group_that_has_fought_stays_for_the_rest_of_the_day() -> None:
    words = fleets({1: {7: ship(max=60)}, 2: {7: ship(max=60)}}, groups={"2": {"1": {"hex": FAR_OFF[0]}}})
    resolution = week(words, {"move/*": 1, "move/1/1.1": 4}, {1: "@G1 M0511"})
    assert len(told(resolution, "battle")) == 1
    assert resolution.state.groups[1][1].hex == FAR_OFF[6]


def test_the_nearest_that_is_detected_is_hunted_the_lower_hex_among_equals() -> None:
    other = {7: ship(max=60), 8: ship(group=2, max=60)}
    words = fleets({1: {7: ship(max=60)}, 2: other}, groups={"2": {"1": {"hex": "2310"}, "2": {"hex": "2108"}}})
    words["ports"] = {}
    first = told(week(words, {"move/1/1.1": 2}, {1: "@G1 I2"}), "battle")[0]
    assert (first["day"], first["hex"]) == (1, "2108")


def test_a_submarine_is_hunted_only_where_it_is_seen() -> None:
    diver = ship(specials=["SU"], weapons="T", max=60)
    for at, fights in (("2309", True), ("2310", False)):
        words = fleets({1: {7: ship(max=60)}, 2: {7: diver}}, groups={"2": {"1": {"hex": at, "stance": "D"}}})
        assert bool(told(week(words, {"move/*": 1}, {1: "@G1 I2"}), "battle")) is fights


def test_a_stance_that_avoids_is_caught_once_it_was_seen() -> None:
    """NW 5.1: on the first day of a week what was seen when it began counts: three hexes off, or one of submarines."""
    for specials, at, fights in (([], 3, True), (["SU"], 3, False), (["SU"], 5, True)):
        shy = ship(max=60, weapons="T", specials=specials)
        words = fleets(
            {1: {7: ship(max=60)}, 2: {7: shy}},
            groups={"1": {"1": {"hex": FAR_OFF[at]}}, "2": {"1": {"hex": FAR_OFF[6], "stance": "V"}}},
        )
        days = [it["day"] for it in told(week(words, {"move/1/1.1": 3}, {1: f"@G1 M{FAR_OFF[6]}"}), "battle")]
        assert (1 in days) is fights


def test_a_port_sees_what_is_near_and_groups_in_port_are_not_seen() -> None:
    words = fleets(
        {1: {7: ship()}, 2: {7: ship()}},
        groups={"1": {"1": {"hex": "2306"}}, "2": {"1": {"hex": "2305", "stance": "D"}}},
    )
    words["countries"] = {}
    seen = week(words, {}).state.seen
    assert {row[1:] for row in seen[1]} == {("2305", 2, 1, 0)}
    assert 2 not in seen

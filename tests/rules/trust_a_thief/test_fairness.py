"""Whether the homes of the Merrow Isles are alike, on the map and in play, for two nations to twelve (TT 1.1, T11), and
those of the maps on which each is to be like every other.
"""

from collections.abc import Mapping
from itertools import combinations

import pytest

from pbm.rules import system
from pbm.rules.trust_a_thief.maps import Space
from tests.map_makers.fairness import fairness, provinces_by_home
from tests.map_makers.homes import steps_from

THIEF = system("trust-a-thief")
RULES = THIEF.setup.load("great-archipelago", {})
SPACES = RULES.map.spaces
ADJACENT = {code: space.adjacent for code, space in SPACES.items()}
SEAS = set(RULES.map.seas)
ONE_ALONE = (7, 9, 11)  # of an odd number one is alone on its island


def test_there_are_twelve_homes_and_a_set_for_each_smaller_number() -> None:
    assert len(RULES.map.provinces) == 72
    assert len(THIEF.setup.homes(RULES)) == 12
    assert sorted(RULES.map.homes_for) == list(range(2, 12))
    for number in range(2, 13):
        homes = THIEF.setup.usual(RULES, number)
        assert len(set(homes)) == number
        assert set(homes) <= set(RULES.map.provinces)


@pytest.mark.parametrize("number", range(2, 13))
def test_homes_have_coasts_and_neighbours_and_are_three_turns_apart(number: int) -> None:
    homes = THIEF.setup.usual(RULES, number)
    for home in homes:
        assert 1 <= len(SPACES[home].seas) <= 3
        assert 2 <= len(SPACES[home].provinces) <= 4
    for one, other in combinations(homes, 2):
        assert steps_from(ADJACENT, one, SEAS, by_sea=True)[other] >= 3


def test_the_twelve_homes_have_alike_surroundings() -> None:
    dry = {home: steps_from(ADJACENT, home, SEAS, by_sea=False) for home in RULES.map.homes}
    assert {sum(1 for turns in near.values() if 0 < turns <= 2) for near in dry.values()} <= {6, 7, 8}
    assert {len(SPACES[home].provinces) for home in RULES.map.homes} <= {3, 4}


@pytest.mark.parametrize("number", range(2, 13))
def test_in_games_of_house_players_the_worst_home_is_not_far_behind_the_best(number: int) -> None:
    """`python -m tests.map_makers.fairness great-archipelago` measures with four times as many games."""
    owned = provinces_by_home(RULES, THIEF.setup.usual(RULES, number), 14)
    assert fairness(owned) >= (0.3 if number in ONE_ALONE else 0.45), owned


def test_two_on_an_island_and_two_alone_are_found_unfair() -> None:
    """The measure tells homes apart."""
    assert fairness(provinces_by_home(RULES, ("AIN", "ARN", "BAR", "DAC"), 16)) < 0.3


def test_every_home_of_the_tarrock_isles_is_like_every_other() -> None:
    """An eighth of a turn of the map leaves it as it was; a home comes to where the next one was."""
    even = THIEF.setup.load("archipelago-even", {})
    spaces, homes = even.map.spaces, even.map.homes
    for k, home in enumerate(homes):
        assert turned_onto(spaces, homes[0], home), home
        assert len(set(THIEF.setup.usual(even, max(k + 1, 2)))) == max(k + 1, 2)


def test_every_home_of_the_farrow_isles_is_like_every_other() -> None:
    """Turns and the mirror bring a home to where any other was; so they do with the homes of 2, 3, 4 and 6 nations."""
    even = THIEF.setup.load("great-archipelago-even", {})
    spaces, homes = even.map.spaces, even.map.homes
    assert len(homes) == 12
    assert sorted(even.map.homes_for) == list(range(2, 12))
    for home in homes:
        assert turned_onto(spaces, homes[0], home), home
    adjacent = {code: space.adjacent for code, space in spaces.items()}
    for number in range(2, 13):
        chosen = THIEF.setup.usual(even, number)
        assert len(set(chosen)) == number
        assert set(chosen) <= set(homes)
        ways = {home: steps_from(adjacent, home, set(even.map.seas), by_sea=True) for home in chosen}
        nearest = {home: min(ways[home][other] for other in chosen if other != home) for home in chosen}
        assert min(nearest.values()) >= 3
        shares = {home: tuple(sorted(ways[home][other] for other in chosen)) for home in chosen}
        assert number not in (2, 3, 4, 6, 12) or len(set(shares.values())) == 1


def test_the_homes_of_the_merrow_isles_are_not() -> None:
    merrow = RULES.map.homes
    assert not turned_onto(SPACES, merrow[0], merrow[1])


def turned_onto(spaces: Mapping[str, Space], one: str, other: str) -> bool:
    """Whether the map can be laid onto itself so that one home lies where the other was (by trying, space by space)."""
    near = {code: set(space.adjacent) for code, space in spaces.items()}
    order = [one]
    for code in order:
        order += sorted(near[code] - set(order))

    def fits(there: dict[str, str]) -> bool:
        if len(there) == len(order):
            return True
        code = order[len(there)]
        beside = {there[x] for x in near[code] if x in there}
        taken = set(there.values())
        for x in (set.intersection(*(near[y] for y in beside)) if beside else {other}) - taken:
            alike = spaces[x].land == spaces[code].land and len(near[x]) == len(near[code])
            if alike and near[x] & taken == beside and fits({**there, code: x}):
                return True
        return False

    return fits({})

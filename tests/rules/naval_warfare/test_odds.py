"""Odds by counting all rolls: of shots, hit points, stats, admirals (NW 4.1, 4.4, 4.9, 5.7)."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from pbm.core.dice import PinnedDice
from pbm.rules.naval_warfare.shipyard import hit_points
from pbm.rules.naval_warfare.state import Stats
from pbm.rules.naval_warfare.tables import HULLS, SPECIALS, throw
from tests.rules.naval_warfare.book_tables import odds
from tests.rules.naval_warfare.sailing import campaign_of, fleets, ship, shot

FACES = range(1, 21)


@pytest.mark.parametrize("told", odds(), ids=lambda told: f"{told['variant']} {told['net']}")
def test_the_odds_are_those_of_all_pairs_of_rolls(told: dict[str, str]) -> None:
    found = Counter(shot(attack, dodge, int(told["net"]), told["variant"]) for attack, dodge in product(FACES, FACES))
    wanted = {name: int(told[name]) for name in ("hit", "hit_no_shield", "crit_x2", "crit_x3", "miss", "fumble")}
    assert found == wanted
    assert int(told["any_hit"]) == 400 - found["miss"] - found["fumble"]


def test_the_odds_are_of_four_kinds_of_shot() -> None:
    assert Counter(it["variant"] for it in odds()) == dict.fromkeys(
        ("standard", "du_rounds_crit18", "target_plated", "target_antimissile"), 15
    )


# NW 4.4, row 17: the least, the most and the mean of each hull, over its dice and a hull stat of 1d8.
POINTS = {
    1: (1, 21, "10.625"),
    2: (3, 25, "13.625"),
    3: (5, 30, "17.125"),
    4: (7, 33, "19.625"),
    5: (6, 36, "20.625"),
    6: (18, 42, "25.441"),
}


def points(size: int) -> Iterator[int]:
    """The hit points of a hull for every roll of its dice and of the hull stat."""
    dice = throw(HULLS[size].dice)
    country = campaign_of(fleets({1: {7: ship()}, 2: {7: ship()}}), {}).country(1)
    for stat in range(1, 9):
        for faces in product(range(1, dice.sides + 1), repeat=dice.number):
            pins = {f"hp/{k}": face for k, face in enumerate(faces, 1)}
            rolled = PinnedDice(b"x" * 16, "NW-1", 1, pins)
            yield hit_points(rolled, "hp/", size, Stats(hull=stat), country, [], is_super=False)


@pytest.mark.parametrize("size", POINTS)
def test_the_hit_points_of_a_hull(size: int) -> None:
    found = list(points(size))
    least, most, mean = POINTS[size]
    assert (min(found), max(found)) == (least, most)
    assert abs(Fraction(sum(found), len(found)) - Fraction(mean)) <= Fraction(1, 2000)


def test_one_cruiser_in_37_has_27_points() -> None:
    found = Counter(points(4))
    assert Fraction(found[27], found.total()) == Fraction(47, 1728)


def test_the_admiral_of_a_captain_of_twelve() -> None:
    """NW 4.9, row 23: 1d12+2, at least 9, at most 14."""
    found: Counter[int] = Counter()
    for face in range(1, 13):
        campaign = campaign_of(fleets({1: {7: ship()}, 2: {7: ship()}}), {"admiral/1/1": face})
        campaign.promote(1, 12 - 3)
        found.update(campaign.country(1).admirals)
        assert campaign.country(1).captains == 34
    assert found == {9: 7, 10: 1, 11: 1, 12: 1, 13: 1, 14: 1}


def test_specials_are_a_triangle_of_two_dice() -> None:
    """NW 4.1, row 21: 1 in 64 at both ends, 8 in 64 in the middle."""
    found = Counter(SPECIALS[one + other].code for one, other in product(range(1, 9), repeat=2))
    assert list(found.values()) == [*range(1, 9), *range(7, 0, -1)]
    assert [found[code] for code in ("DN", "PR", "NP", "ES")] == [1, 6, 8, 1]

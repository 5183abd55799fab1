"""Intervals and tests of shares, against exact sums and printed tables."""

from fractions import Fraction
from math import comb

import pytest

from pbm.trials.chances import beta, chance_above, chi_square, games_needed, interval


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [  # Clopper and Pearson's limits as R's binom.test prints them, rounded outwards
        (0, 10, 0.0, 0.3085),
        (10, 10, 0.6915, 1.0),
        (1, 10, 0.0025, 0.4451),
        (5, 10, 0.1870, 0.8130),
        (7, 50, 0.0581, 0.2675),
    ],
)
def test_intervals_are_those_of_the_tables(hits: int, games: int, low: float, high: float) -> None:
    assert list(interval(hits, games)) == pytest.approx([low, high], abs=1.01e-4)


@pytest.mark.parametrize("games", [1, 2, 7, 20, 61])
def test_an_interval_has_the_true_share_in_95_of_100_cases_whatever_it_is(games: int) -> None:
    ends = [interval(hits, games) for hits in range(games + 1)]
    for part in range(1, 100, 7):
        share = Fraction(part, 100)
        inside = sum(
            comb(games, hits) * share**hits * (1 - share) ** (games - hits)
            for hits, (low, high) in enumerate(ends)
            if low <= share <= high
        )
        assert inside >= Fraction(95, 100), share


def test_intervals_of_many_games_are_narrow_and_hold_the_share() -> None:
    low, high = interval(123_456, 1_000_000)
    assert low < 0.123456 < high
    assert high - low < 0.0015


@pytest.mark.parametrize(("hits", "games"), [(-1, 5), (6, 5), (0, 0)])
def test_more_hits_than_games_are_refused(hits: int, games: int) -> None:
    with pytest.raises(ValueError, match="of"):
        interval(hits, games)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (3, 8), (8, 3), (40, 2)])
def test_the_incomplete_beta_function_is_the_tail_of_a_binomial(a: int, b: int) -> None:
    n = a + b - 1
    for part in (1, 3, 5, 9):
        p = Fraction(part, 10)
        tail = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(a, n + 1))
        assert beta(part / 10, a, b) == pytest.approx(float(tail), rel=1e-10)


@pytest.mark.parametrize(
    ("value", "freedom"),
    [(3.841459, 1), (5.991465, 2), (7.814728, 3), (9.487729, 4), (11.070498, 5), (15.507313, 8), (43.772972, 30)],
)
def test_five_per_cent_points_of_chi_square_are_those_of_the_tables(value: float, freedom: int) -> None:
    assert chance_above(value, freedom) == pytest.approx(0.05, abs=1e-6)


def test_chi_square_of_a_die() -> None:
    assert chi_square([5, 8, 9, 8, 10, 20]) == pytest.approx(13.4)
    assert chi_square([7, 7, 7]) == 0


@pytest.mark.parametrize(("freedom", "strength"), [(1, 10.507), (2, 12.654), (4, 15.405), (8, 19.081)])
def test_games_needed_are_those_of_the_tables_of_noncentral_chi_square(freedom: int, strength: float) -> None:
    assert games_needed(0.01, freedom) == pytest.approx(strength * 100, rel=1e-3)

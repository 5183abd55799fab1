"""Intervals and tests of shares: exact where that can be, and floats, for nothing of a game depends on them.

Sources: Clopper and Pearson, Biometrika 26 (1934) 404; continued fraction of the incomplete beta function: NIST DLMF
8.17.22; chi-square with whole degrees of freedom: DLMF 8.4.
"""

from collections.abc import Callable, Sequence
from math import ceil, erfc, exp, floor, lgamma, log, pi, sqrt

SURE = 0.95
"""How sure an interval is."""
POWER = 0.9
"""How often a test finds a difference that is there."""
GRID = 10_000  # ends of intervals are rounded outwards to this


def interval(hits: int, games: int) -> tuple[float, float]:
    """The Clopper–Pearson interval of a share, 0 to 1: at whatever true share, at least 95 in a hundred such intervals
    have it inside. ValueError unless 0 <= hits <= games and games > 0.
    """
    if not 0 <= hits <= games or not games:
        raise ValueError(f"{hits} of {games}")
    tail = (1 - SURE) / 2
    low = _where(lambda p: beta(p, hits, games - hits + 1) >= tail) if hits else 0.0
    high = _where(lambda p: 1 - beta(p, hits + 1, games - hits) <= tail) if hits < games else 1.0
    return floor(low * GRID) / GRID, ceil(high * GRID) / GRID


def _where(holds: Callable[[float], bool]) -> float:
    """Where between 0 and 1 something begins to hold that holds from there on."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def beta(x: float, a: int, b: int) -> float:
    """The regularised incomplete beta function I_x(a, b): the chance of `a` hits or more among a + b - 1, each with
    probability x.
    """
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x)) / a
    c, d = 1.0, 1 / _not_0(1 - (a + b) * x / (a + 1))
    whole = d
    for m in range(1, 100_000):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _not_0(1 + term * d)
            c = _not_0(1 + term / c)
            whole *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return front * whole


def _not_0(value: float) -> float:
    return value if abs(value) > 1e-300 else 1e-300


def chi_square(counts: Sequence[int]) -> float:
    """How far counts are from being equal: the sum of squared differences from their mean, each divided by it."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 for count in counts) / mean


def chance_above(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is `value` or more."""
    half = value / 2
    if freedom % 2:
        total, term, at = erfc(sqrt(half)), 2 * sqrt(half / pi) * exp(-half), 1.5
    else:
        total, term, at = 0.0, exp(-half), 1.0
    for _ in range(freedom // 2):
        total += term
        term *= half / at
        at += 1
    return min(1.0, total)


def games_needed(effect: float, freedom: int) -> int:
    """How many games a test at 5 in a hundred needs to find a difference in nine cases of ten. effect: what chi-square
    gains with each game by it.
    """
    limit = _limit(freedom)
    low, high = 0.0, 1.0
    while _found(high, freedom, limit) < POWER:
        high *= 2
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if _found(middle, freedom, limit) < POWER else (low, middle)
    return ceil(high / effect)


def _limit(freedom: int) -> float:
    low, high = 0.0, 20.0 + 4 * freedom
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if chance_above(middle, freedom) > 1 - SURE else (low, middle)
    return high


def _found(strength: float, freedom: int, limit: float) -> float:
    """The chance that noncentral chi-square is above the limit: a mixture of central ones with Poisson weights."""
    half = strength / 2
    weight, total = exp(-half), 0.0
    for k in range(int(half + 12 * sqrt(half) + 40)):
        total += weight * chance_above(limit, freedom + 2 * k)
        weight *= half / (k + 1)
    return total

"""The arithmetic of battles, in whole numbers and without dice (GE 8, 10; HR-15 to HR-18)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pbm.rules.gunboat_empires.tables import Counts, tables

Percents = Mapping[str, int]
"""By kind of unit what is added to its strength, in per cent."""


def count(units: Mapping[str, int], kinds: Iterable[str] | None = None) -> int:
    """How many units there are, of these kinds or of all."""
    return sum(units.values()) if kinds is None else sum(units.get(kind, 0) for kind in kinds)


def of_kinds(units: Mapping[str, int], *classes: str) -> Counts:
    """The units of these classes: army, air, surface, submarine, merchant."""
    table = tables().units
    return {kind: number for kind, number in units.items() if table[kind].kind in classes}


def raw(units: Mapping[str, int], column: str, side: int, percents: Percents | None = None) -> int:
    """GE 8.1, HR-01, HR-16, HR-18: values of attack (side 0) or of defence (side 1) in a column, with percentages, in
    hundredths.
    """
    table, more = tables().units, percents or {}
    values = {"air": 0, "navy": 1, "army": 2}[column]
    return sum(
        number * (table[kind].air, table[kind].navy, table[kind].army)[values][side] * (100 + more.get(kind, 0))
        for kind, number in units.items()
    )


def winner_loses(winner: int, loser: int) -> int:
    """GE 8.3, HR-15: what the winner loses in per cent, by the ratio of strengths; compared without division."""
    return next(percent for least, percent in tables().ratios if 100 * winner >= least * loser)


def surprised(submarines: int, ships: int) -> int:
    """GE 9.3, HR-22: what the side that is surprised loses in per cent; against strength 0 the most."""
    return next(percent for least, percent in tables().surprise if 100 * submarines >= least * ships)


def share(number: int, percent: int, of: int = 100) -> int:
    """GE 8.4: so many per cent of the units (or parts `of` another whole), half up."""
    return (2 * number * percent + of) // (2 * of)


def taken(units: Counts, number: int, order: str) -> Counts:
    """GE 10: so many units taken out, in the order of losses of a battle and side; what was lost."""
    lost: Counts = {}
    for kind in tables().losses[order]:
        here = min(units.get(kind, 0), number)
        if here:
            lost[kind] = here
            units[kind] -= here
            number -= here
            if not units[kind]:
                del units[kind]
    return lost


def support(units: Mapping[str, int], supported: int) -> tuple[int, int]:
    """GE 8.6, HR-17: how many units count (n) and the percentages of the best n squadrons (m)."""
    table = tables().units
    percents = sorted(
        (table[kind].support for kind, number in units.items() if table[kind].kind == "air" for _ in range(number)),
        reverse=True,
    )
    return supported, sum(percents[:supported])


def supported_by(total: int, n: int, m: int) -> int:
    """GE 8.6, HR-17: strength with the bonus of air support, rounded down."""
    return total + (total * m // (100 * n) if n else 0)


class Strength(NamedTuple):
    """What a side's units are worth in a battle, times their efficiencies, and how much of it is air support."""

    total: int
    support: int = 0


def strong(base: int, above: tuple[int, int], efficiency: int, beside: int = 0) -> Strength:
    """GE 8.1, 8.6: units of a base strength, with the planes above them (n and m), and what stands beside them
    unsupported, all with one efficiency.
    """
    more = supported_by(base, *above) - base
    return Strength((base + more + beside) * efficiency, more * efficiency)


def together(one: Strength, other: Strength) -> Strength:
    """GE 8.1: a side whose units use two efficiencies."""
    return Strength(one.total + other.total, one.support + other.support)


def with_value(units: Mapping[str, int], column: str, side: int) -> int:
    """GE 8.6: how many units have a value above 0 in this battle; air squadrons do not count."""
    table, values = tables().units, {"air": 0, "navy": 1, "army": 2}[column]
    return sum(
        number
        for kind, number in units.items()
        if table[kind].kind != "air" and (table[kind].air, table[kind].navy, table[kind].army)[values][side]
    )


def attrition(mine: int, theirs: int, own: int, enemy: int) -> int:
    """GE 9.7, HR-27: how many units a side destroys: a quarter of its own, by the ratio of the Army efficiencies, which
    is held between a half and two; rounded up. `theirs` is not looked at: the excess is.
    """
    params = tables().params
    least, most = params["attrition_factor_min_pct"], params["attrition_factor_max_pct"]
    top, below = mine * params["attrition_kill_pct"], 100
    if enemy == 0 or own * 100 >= most * enemy:
        top, below = top * most, below * 100
    elif own * 100 <= least * enemy:
        top, below = top * least, below * 100
    else:
        top, below = top * own, below * enemy
    return -(-top // below)


def exchanged(attackers: int, defenders: int, kills: tuple[int, int]) -> tuple[int, int]:
    """GE 9.7: what attackers and defenders lose: the excess of what is destroyed over what is there lowers both."""
    by_attackers, by_defenders = kills
    excess = max(0, by_attackers - defenders) + max(0, by_defenders - attackers)
    return max(0, by_defenders - excess), max(0, by_attackers - excess)

"""The powers of a seat: one, or several that the variant lets one player have together (BP 22A, HR-58).

A seat's home names them by any space of each: "EGB", or "EPD+EHU" for two. The first is the seat's capital.
"""

from collections.abc import Mapping

from pbm.engine.system import Rules
from pbm.rules.battle_plan.state import World
from pbm.rules.battle_plan.variant import Combination, Means, Power, titles

JOIN = "+"


def joined(rules: Rules, home: str) -> tuple[str, ...]:
    """BP 22A: the homes of all powers of a seat, the capital first. ValueError says what a seat may have instead."""
    positions: Mapping[str, Power] = rules.numbers["positions"]
    named = home.split(JOIN)
    if not positions:
        if len(named) > 1:
            raise ValueError(f"{home}: in this variant a seat has one home")
        return (home,)
    powers = {code: row.home for row in positions.values() for code in (row.home, *row.spaces)}
    for code in named:
        if code not in powers:
            raise ValueError(f"{code} is none of the powers of this variant")
    homes = tuple(powers[code] for code in named)
    if len(set(homes)) < len(homes):
        raise ValueError(f"{home}: names one power twice")
    if len(homes) > 1 and combination(rules, homes) is None:
        prices = ", ".join(f"{called(rules, code)} {positions[code].price or 'has no price'}" for code in homes)
        raise ValueError(f"{home} cannot be one seat ({prices}): {offered(rules)}")
    return homes


def combination(rules: Rules, homes: tuple[str, ...]) -> Combination | None:
    """BP 22A: the offer by which these powers are one seat: so many, each at a price that it allows."""
    positions: Mapping[str, Power] = rules.numbers["positions"]
    rows: tuple[Combination, ...] = rules.numbers["combinations"]
    for row in rows:
        if row.number == len(homes) and all(positions[code].price in row.prices for code in homes):
            return row
    return None


def offered(rules: Rules) -> str:
    """Which powers may be one seat, in words."""
    rows: tuple[Combination, ...] = rules.numbers["combinations"]
    told = [f"{row.number} powers at {' or '.join(row.prices)}" for row in rows]
    return f"one seat may have {', or '.join(told)}" if told else "in this variant a seat has one power"


def called(rules: Rules, home: str) -> str:
    """BP 22A: what a seat is called: by its powers, as in Ethiopia/Kenya/Somalia."""
    names = titles(rules)
    return "/".join(names.get(code) or rules.map.names.get(code, code) for code in home.split(JOIN))


def powers_of(world: World, rules: Rules, p: int) -> tuple[str, ...]:
    """BP 22A: the homes of the powers that the player began with."""
    return tuple(home for home in rules.numbers["positions"] if world.homes.get(home) == p)


def rank_of(rules: Rules, homes: tuple[str, ...]) -> str:
    """BP 22A, HR-58: the class of a seat with these powers: that of its power, or of the offer that joins them; "" for
    none.
    """
    positions: Mapping[str, Power] = rules.numbers["positions"]
    if len(homes) == 1:
        return positions[homes[0]].rank if homes[0] in positions else ""
    offer = combination(rules, homes)
    return offer.rank if offer else ""


def means_of(rules: Rules, homes: tuple[str, ...]) -> list[Means]:
    """BP 22A: what such a seat has beyond what everybody has, the class first. What a single power has beyond its
    class is not for a seat of several: that has what its class has.
    """
    rank = rules.numbers["ranks"].get(rank_of(rules, homes))
    power = rules.numbers["positions"].get(homes[0]) if len(homes) == 1 else None
    return [row for row in (rank, power) if row is not None]


def factor_of(rules: Rules, homes: tuple[str, ...]) -> int:
    """BP HR-63: how many times the usual forces the spaces of such a seat begin with."""
    return next((row.factor for row in reversed(means_of(rules, homes)) if row.factor), 1)

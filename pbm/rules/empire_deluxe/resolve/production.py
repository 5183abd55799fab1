"""Production (ED 7): what cities build, how long that takes, and how they improve."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Protocol

from pbm.core.events import only
from pbm.rules.empire_deluxe.kinds import INFANTRY, NOTHING, table
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, Side, Town
from pbm.rules.empire_deluxe.resolve.fights import may_build

BEST, IMPROVED = 200, 104
"""ED 7.6: idling improves a city up to the first; up to the second a turn is enough for each point."""
SPECIAL, OTHER, AGAIN = Fraction(4, 5), Fraction(11, 10), Fraction(5, 6)
"""ED 7.2: the speciality, another kind in a specialised city, the same kind again."""


class Works(Protocol):
    """What a city, or one in play, has of this."""

    @property
    def efficiency(self) -> int:
        """In per cent."""

    @property
    def special(self) -> str:
        """The kind that it builds faster."""

    @property
    def last(self) -> str:
        """The kind that it built last."""


def drain(variant: str, options: Mapping[str, str], units: int, cities: int) -> Fraction:
    """ED 7.7, HR-05: what everything takes longer by, for units beyond two a city."""
    if variant != "advanced" or options.get("drain") == "off" or not cities:
        return Fraction(1)
    return max(Fraction(1), Fraction(units, 2 * cities))


def time(base: int, factors: Mapping[str, Fraction | int]) -> int:
    """ED 7.2, HR-06, HR-23: turns that a unit takes: all factors exact, rounded once half up, at least 1. base: by the
    table; efficiency, handicap: per cent.
    """
    exact = Fraction(base * 100 * 100) / (factors["efficiency"] * factors["handicap"])
    exact *= factors["special"] * factors["again"] * factors["drain"]
    return max(1, (2 * exact.numerator + exact.denominator) // (2 * exact.denominator))


def turns_of(variant: str, city: Works, code: str, handicap: int, load: Fraction) -> int:
    """ED 7.2: the turns that a kind takes in a city, under that drain."""
    is_advanced = variant == "advanced"
    factors: dict[str, Fraction | int] = {
        "efficiency": city.efficiency if is_advanced else 100,
        "handicap": handicap,
        "special": (SPECIAL if city.special == code else OTHER) if is_advanced and city.special else 1,
        "again": AGAIN if city.last == code and variant != "basic" else 1,
        "drain": load,
    }
    return time(table(variant).kinds[code].turns, factors)


def produce(campaign: Campaign, side: Side, load: Fraction) -> None:
    """ED 7.3, 7.6, 7.9, HR-40: a turn's work in each of a player's cities, by code."""
    for town in campaign.cities_of(side):
        if town.product == NOTHING:
            improve(campaign, side, town)
        elif town.product:
            town.progress += 1
            needed = turns_of(campaign.variant, town, town.product, side.record.handicap, load)
            if town.progress >= needed:
                complete(campaign, side, town)


def complete(campaign: Campaign, side: Side, town: Town) -> None:
    """ED 7.3, 7.5, 7.9: a unit stands in the city, with its first orders; a counted item passes to the next."""
    kind = town.product
    town.progress, town.last = 0, kind
    if town.left:
        town.left -= 1
        if not town.left and town.plan:
            begin(town, town.plan.pop(0))
            town.last = kind if town.product == kind else ""
    piece = campaign.fresh(side, campaign.table.kinds[kind], town.at)
    piece.queue = list(town.rally.get(kind, side.first.get(kind, ())))
    campaign.tell_owner("produced", piece, unit_kind=kind, city=town.code)


def begin(town: Town, item: str) -> None:
    """ED 7.5: an item of a plan, such as 3A or T, is the product."""
    town.product, town.left = item[-1], int(item[:-1] or 0)


def improve(campaign: Campaign, side: Side, town: Town) -> None:
    """ED 7.6: an idle city improves by a point in so many turns."""
    if town.efficiency >= BEST:
        return
    town.idle += 1
    needed = 1 if town.efficiency <= IMPROVED else 2 + (town.efficiency - IMPROVED - 1) // 10
    if town.idle >= needed:
        town.idle, town.efficiency = 0, town.efficiency + 1
        told = {"player": side.number, "city": town.code, "efficiency": town.efficiency}
        campaign.tell("improved", only([side.number]), **told)


def planned(campaign: Campaign, side: Side) -> None:
    """ED 7.3, 7.4, 7.5, 7.8: in the first game turn of a mailing, after its production: what the card ordered for own
    cities; then cities without a product get the player's default, inland ones Armies.
    """
    for town in campaign.cities_of(side):
        if town.code in side.plans:
            order(town, *side.plans[town.code])
        if not town.product:
            town.product = side.product if may_build(campaign, town, side.product) else INFANTRY


def order(town: Town, product: str, left: int, plan: tuple[str, ...]) -> None:
    """ED 7.4: another product loses progress and bonus; the same again changes nothing of them."""
    if product != town.product:
        town.progress, town.last, town.idle = 0, "", 0
    town.product, town.left, town.plan = product, left, list(plan)

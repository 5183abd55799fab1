"""Industry builds, and what was suppressed recovers (BP 9.2, 4B, 10, 11, 5F)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.state import Country, Suppressed

LETTERS = ("I", "A", "N", "F", "M", "X")
FIELDS = {"I": "industry", "A": "army", "N": "navy", "F": "air", "M": "missiles", "X": "antimissiles"}
"""BP 4A: the letters of what Industry builds, and where a country keeps it."""
DEFAULT_ORDER = (*LETTERS, "D")
NOTHING: dict[str, int] = {}

Weights = tuple[tuple[str, int], ...]
"""Letters of builds, each with its default proportion."""


def build(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 9.2: Industry builds: explicit orders, standing orders, default proportions, built-in default
    (BP HR-11); minors that nobody controls build too (BP HR-17).
    """
    ordered: dict[str, dict[str, int]] = {}
    for letter in LETTERS:
        for _, order in orders.given("B" + letter):
            ordered.setdefault(order.place, {})[letter] = order.operands["n"]
    neutral = orders.rules.numbers["neutral"]
    makers = {p: (weights(player.defaults), player.multipliers) for p, player in position.players.items()}
    makers[0] = weights(neutral["defaults"]), neutral["multipliers"]
    spaces = orders.board.spaces
    countries = dict(position.countries)
    dollars: dict[str, int] = {}
    events: list[Event] = []
    for code, country in position.countries.items():
        if not country.industry:
            continue
        commander = position.commanders[code]
        proportions, multipliers = makers[commander]
        used = use_industry(
            country.industry,
            ordered.get(code, NOTHING),
            proportions,
            coast=bool(spaces[code].coast),
            occupied=bool(country.occupier),
            fallback="D" if country.occupier else "A",
        )
        if used.get("D"):
            dollars[code] = used["D"]
        countries[code], built = raise_units(country, used, multipliers)
        # An uncontrolled minor's builds are seen by nobody, and told when the game is revealed.
        facts = {"space": code, "used": used, "units": built}
        events.append(Event("built", (commander,) if commander else (), facts))
    return replace(position, countries=countries, dollars_built=dollars), events


def weights(defaults: Mapping[str, int]) -> Weights:
    """BP 10: default proportions that are not 0, in the order in which they take their shares."""
    return tuple((letter, defaults[letter]) for letter in DEFAULT_ORDER if defaults.get(letter))


def use_industry(
    industry: int,
    ordered: dict[str, int],
    proportions: Weights,
    *,
    coast: bool,
    occupied: bool,
    fallback: str,
) -> dict[str, int]:
    """BP 10: how many Industry build what; each default takes its share of what is left, halves rounded up."""
    used = ordered.copy()
    left = industry - sum(ordered.values())
    kinds = [
        (letter, n)
        for letter, n in proportions
        if letter not in ordered and (coast or letter != "N") and (occupied or letter != "D")
    ]
    weight = sum([n for _, n in kinds])
    for letter, n in kinds:
        share = (2 * left * n + weight) // (2 * weight)
        weight -= n
        left -= share
        if share:
            used[letter] = share
    if left:
        used[fallback] = used.get(fallback, 0) + left
    return used


def raise_units(country: Country, used: dict[str, int], multipliers: dict[str, int]) -> tuple[Country, dict[str, int]]:
    """BP 4B: Industry used x multiplier / 100; fractions are kept in the country and finished later (BP HR-24).

    Returns the country and the hundredths built by letter.
    """
    built = {letter: n * multipliers.get(letter, 0) for letter, n in used.items() if letter != "D"}
    saved = country.saved.copy()
    units: dict[str, int] = {}
    for letter, amount in built.items():
        whole, part = divmod(amount + saved.pop(letter, 0), 100)
        if part:
            saved[letter] = part
        if whole:
            field = FIELDS[letter]
            units[field] = getattr(country, field) + whole
    if len(saved) > 1:
        saved = dict(sorted(saved.items()))
    return replace(country, saved=saved, **units), built


def recover(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 5F: a quarter of each pool suppressed before this turn recovers, rounded up (BP HR-25); BP 12E holds."""
    countries = dict(position.countries)
    events: list[Event] = []
    for code, country in position.countries.items():
        held = country.suppressed
        if held == Suppressed() and country.industry <= country.limit:
            continue
        tax, air, industry = recovery(held.tax), recovery(held.air), recovery(held.industry)
        countries[code] = made = limited(
            replace(
                country,
                industry=country.industry + industry,
                tax=country.tax + tax,
                air=country.air + air,
                suppressed=Suppressed(held.industry - industry, held.tax - tax, held.air - air),
            )
        )
        industry = max(0, made.industry - country.industry)  # what is above the limit stays suppressed
        commander = position.commander(code)
        if commander and (industry or tax or air):
            facts = {"space": code, "industry": industry, "tax": tax, "air": air}
            events.append(Event("recovered", only([commander]), facts))
    return replace(position, countries=countries), events


def recovery(suppressed: int) -> int:
    """BP 5F.1: 25 % of what is suppressed, rounded up."""
    return (suppressed + 3) // 4


def limited(country: Country) -> Country:
    """BP 12E: Industry above the country's limit is suppressed."""
    above = country.industry - country.limit
    if above <= 0:
        return country
    held = country.suppressed
    return replace(country, industry=country.limit, suppressed=replace(held, industry=held.industry + above))

"""BP 6B, 6C: spies are hunted."""

from fractions import Fraction

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.battle_plan.resolve.position import Orders, Position

EVERY_TURN = Fraction(19, 20)  # a spy escapes the 5 % of each turn (BP 6B)


def hunt_spies(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 6B, 6C: every spy abroad, new ones included, escapes with 0.95 and with 1/(n+1) of n counterspies
    (BP HR-50), all that his own master has not sent (BP HR-52).
    """
    countries = dict(position.countries)
    events: list[Event] = []
    for code, country in position.countries.items():
        if not country.spies:
            continue
        hunters = position.counterspies.get(code, {})
        left = {}
        for owner, number in sorted(country.spies.items()):
            others = sum(n for p, n in hunters.items() if p != owner)
            escape = EVERY_TURN / (others + 1)
            weights = (escape.numerator, escape.denominator - escape.numerator)
            alive, caught = dice.picks(f"spies/{code}/{owner}", number, weights)
            if alive:
                left[owner] = alive
            if caught:
                events.append(Event("spy-caught", "all", {"space": code, "owner": owner, "number": caught}))
        if left != country.spies:
            countries[code] = replace(country, spies=left)
    return replace(position, countries=countries), events

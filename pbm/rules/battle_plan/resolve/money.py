"""Dollars, spies and counterspies leave the hand: gifts, propaganda, training, research (BP 5A, 5B, 5D, 6B,
6C).
"""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.orders.form import Order
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.state import decimal

RESEARCH = ("I", "A", "N", "F", "M", "X", "S", "C")


def pay(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 5A: what is ordered is paid from the Dollars in hand at the start of the turn (BP HR-12; spec 4.6)."""
    ledger = {p: list(lines) for p, lines in position.ledger.items()}
    gains: dict[int, dict[str, int]] = {}
    trained: dict[int, tuple[int, int]] = {}
    events: list[Event] = []
    for p, order in orders.given("@pD"):
        q, n = order.operands["p"], order.operands["n"]
        ledger[p].append(("gift-out", order.text, -100 * n))
        ledger[q].append(("gift-in", str(p), 100 * n))
        events.append(Event("dollars-given", only([p, q]), {"by": p, "to": q, "dollars": decimal(100 * n)}))
    spent: dict[tuple[int, str], int] = {}
    for letter in RESEARCH:
        for p, order in orders.given("@R" + letter):
            spent[p, letter] = spent.get((p, letter), 0) + order.operands["n"]
            ledger[p].append(("research", order.text, -100 * order.operands["n"]))
    for (p, letter), n in sorted(spent.items()):
        gain = research_gain(dice, f"research/{p}/{letter}", n, position.players[p].ease.get(letter, 0))
        gains.setdefault(p, {})[letter] = gain
        now = position.players[p].multipliers.get(letter, 0) + gain
        facts = {"player": p, "letter": letter, "dollars": n, "gain": gain, "now": now}
        events.append(Event("research", only([p]), facts))
    for p, order in orders.given("@TS", "@TC"):
        letter, n = order.code[1], order.operands["n"]
        spies, counterspies = trained.get(p, (0, 0))
        more = n * position.players[p].multipliers.get(letter, 0)
        trained[p] = (spies + more, counterspies) if letter == "S" else (spies, counterspies + more)
        ledger[p].append(("training", order.text, -100 * n))
    for p, (spies, counterspies) in sorted(trained.items()):
        facts = {"player": p, "spies": spies, "counterspies": counterspies}
        events.append(Event("trained", only([p]), facts))
    return replace(position, ledger=ledger, gains=gains, trained=trained), events


def research_gain(dice: Dice, label: str, dollars: int, ease: int) -> int:
    """BP 5B: a multiplier gains so many points: the square root of Dollars x ease (ease in hundredths), rounded
    randomly (BP HR-15); nothing where the ease is 0 (BP 22C).
    """
    return dice.round_root(label, Fraction(dollars * ease, 100))


def persuade(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 5D: propaganda is paid now and works with the other changes of popularity (BP HR-04, HR-23)."""
    ledger = {p: list(lines) for p, lines in position.ledger.items()}
    events: list[Event] = []
    propaganda: dict[str, dict[int, int]] = {}
    for p, given, shares in _spread_all(position, orders, dice, "@P", "@pP"):
        if not shares:
            events += _nowhere(p, given)
            continue
        ledger[p] += [("propaganda", order.text, -100 * order.operands["n"]) for order in given]
        for code, n in shares:
            paid = propaganda.setdefault(code, {})
            paid[p] = paid.get(p, 0) + n
    return replace(position, ledger=ledger, propaganda=propaganda), events


def send_spies(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 6B, 6C: spies and counterspies leave the reserve; those without a country to go to stay in it."""
    players, countries = dict(position.players), dict(position.countries)
    hunters: dict[str, dict[int, int]] = {}
    events: list[Event] = []
    for p, given, shares in _spread_all(position, orders, dice, "@S", "@pS"):
        places = [(code, n) for code, n in shares if position.start.countries[code].occupier != p]
        if not places:
            events += _nowhere(p, given)
            continue
        players[p] = replace(players[p], spies=players[p].spies - 100 * sum(n for _, n in places))
        for code, n in places:
            spies = dict(countries[code].spies)
            spies[p] = spies.get(p, 0) + n
            countries[code] = replace(countries[code], spies=dict(sorted(spies.items())))
    for p, given, shares in _spread_all(position, orders, dice, "@C", "@pC"):
        if not shares:
            events += _nowhere(p, given)
            continue
        used = 100 * sum(n for _, n in shares)
        players[p] = replace(players[p], counterspies=players[p].counterspies - used)
        for code, n in shares:
            sent = hunters.setdefault(code, {})
            sent[p] = sent.get(p, 0) + n
    return replace(position, players=players, countries=countries, counterspies=hunters), events


Spread = tuple[int, list[Order], list[tuple[str, int]]]


def _spread_all(position: Position, orders: Orders, dice: Dice, direct: str, spread: str) -> list[Spread]:
    """Who sends how much where: orders on one country as they are, orders on a player's countries added
    up first (BP HR-04).
    """
    sent: list[Spread] = []
    for p, order in orders.given(direct):
        sent.append((p, [order], [(order.operands["to"], order.operands["n"])]))
    sums: dict[tuple[int, int], list[Order]] = {}
    for p, order in orders.given(spread):
        sums.setdefault((p, order.operands["p"]), []).append(order)
    for (p, owner), given in sorted(sums.items()):
        n = sum(order.operands["n"] for order in given)
        shares = spread_over(position, n, owner, f"spread/{p}/{spread[1:]}/{owner}", dice)
        sent.append((p, given, shares))
    return sent


def spread_over(position: Position, n: int, owner: int, label: str, dice: Dice) -> list[tuple[str, int]]:
    """BP HR-23: n over the countries that a player occupies (0: over the minors, BP HR-05): equal shares, the rest one
    each at random.
    """
    codes = [c for c, country in position.start.countries.items() if country.occupier == owner]
    if not codes:
        return []
    each, rest = divmod(n, len(codes))
    extra = dice.share(label, rest, (1,) * len(codes))
    return [(code, each + more) for code, more in zip(codes, extra, strict=True) if each + more]


def _nowhere(p: int, given: list[Order]) -> list[Event]:
    """BP HR-23: nobody's countries to spread over; each such order is told to its owner, with the reason as a code."""
    facts = {"space": "", "reason": "no-country"}
    return [Event("order-failed", only([p]), {"order": order.text, **facts}) for order in given]


def total(lines: Sequence[tuple[str, str, int]]) -> int:
    """The sum of an account's lines in hundredths of a Dollar, without gifts received: they come at the end
    (BP HR-12).
    """
    return sum(amount for key, _, amount in lines if key != "gift-in")

"""Blockade, then income (5E, 5F.1, 5F.2, 9.8)."""

from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event, only
from pbm.rules.battle_plan.resolve.money import total
from pbm.rules.battle_plan.resolve.position import Orders, Position

SHARE = Fraction(1, 2)  # the most that a blockade suppresses in a turn (5F.1)


def blockade(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """5F.1: each of k neighbouring spaces that an enemy controls suppresses 1/k of half the active
    TaxBase and Industry (HR-28).
    """
    countries = dict(position.countries)
    hostile_seas: dict[tuple[str, int], bool] = {}
    events: list[Event] = []
    commanders = {code: _commander(position, code) for code in countries}
    for code, country in position.countries.items():
        p = commanders[code]
        if not p:
            continue
        neighbours, foes = orders.board.spaces[code].adjacent, position.foes[p]
        hostile = []
        for other in neighbours:
            if other in commanders:
                if commanders[other] in foes:
                    hostile.append(other)
            else:
                if (other, p) not in hostile_seas:
                    hostile_seas[other, p] = is_hostile_sea(position, other, p)
                if hostile_seas[other, p]:
                    hostile.append(other)
        if not hostile:
            continue
        share, of = SHARE.numerator * len(hostile), SHARE.denominator * len(neighbours)
        tax = dice.round_ratio(f"blockade/{code}/tax", country.tax * share, of)
        industry = dice.round_ratio(f"blockade/{code}/industry", country.industry * share, of)
        held = country.suppressed
        countries[code] = replace(
            country,
            tax=country.tax - tax,
            industry=country.industry - industry,
            suppressed=replace(held, tax=held.tax + tax, industry=held.industry + industry),
        )
        facts = {"space": code, "hostile": hostile, "of": len(neighbours), "tax": tax, "industry": industry}
        events.append(Event("blockade", only([p]), facts))
    return replace(position, countries=countries), events


def is_hostile_sea(position: Position, code: str, p: int) -> bool:
    """5F.2: whether his enemies' Navies outnumber his own and those of non-enemies who call him ally."""
    enemy = friend = 0
    for q, forces in position.seas[code].forces.items():
        if position.enemies(p, q):
            enemy += forces.navy
        elif q == p or position.players[q].stance.get(p) == "ally":
            friend += forces.navy
    return enemy > friend


def collect(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """9.8: interest on what is unspent, income, Dollars built, gifts received; the account is closed (5A,
    HR-12, HR-13).
    """
    players = dict(position.players)
    ledger = {p: list(lines) for p, lines in position.ledger.items()}
    events: list[Event] = []
    commanders = {code: _commander(position, code) for code in position.countries}
    friends = {p: _friends(position, p) for p in position.players}
    incomes: dict[int, list[tuple[str, int]]] = {}
    for code, country in position.countries.items():
        if country.occupier:
            amount, facts = income(position, orders, commanders, friends[country.occupier], code)
            incomes.setdefault(country.occupier, []).append((code, amount))
            events.append(Event("income", only([country.occupier]), facts))
    for p, player in position.players.items():
        lines = ledger[p]
        gifts = [line for line in lines if line[0] == "gift-in"]
        lines = [line for line in lines if line[0] != "gift-in"]
        unspent = total(lines)
        interest = (unspent * 101 + 50) // 100 - unspent
        lines.append(("unspent", "", unspent))
        if interest:
            lines.append(("interest", "", interest))
        lines += [("tax", code, amount) for code, amount in incomes.get(p, ())]
        lines += [
            ("built", code, 100 * n)
            for code, n in position.dollars_built.items()
            if position.start.countries[code].occupier == p
        ]
        lines += gifts
        closing = unspent + sum(n for key, _, n in lines if key in ("interest", "tax", "built", "gift-in"))
        lines.append(("end", "", closing))
        players[p] = replace(player, dollars=closing)
        facts = {"lines": [list(line) for line in lines]}
        events.append(Event("account", only([p]), facts))
    return replace(position, players=players, ledger=ledger), events


def income(
    position: Position, orders: Orders, commanders: dict[str, int], friends: set[int], code: str
) -> tuple[int, dict[str, Any]]:
    """5E: active TaxBase plus 10 % of that of each neighbour owned or controlled by him or a cross ally,
    in hundredths (HR-14).
    """
    country = position.countries[code]
    neighbours: list[tuple[str, int]] = [
        (other, 10 * position.countries[other].tax)
        for other in orders.board.spaces[code].land_adjacent
        if commanders[other] in friends
    ]
    amount = 100 * country.tax + sum([cents for _, cents in neighbours])
    facts = {
        "space": code,
        "tax": country.tax,
        "suppressed": country.suppressed.tax,
        "neighbours": [[other, cents] for other, cents in neighbours],
        "total": amount,
    }
    return amount, facts


def _friends(position: Position, p: int) -> set[int]:
    """1B: the player himself, and whom he and who him has declared an ally."""
    stances = position.players[p].stance.items()
    return {p} | {q for q, stance in stances if stance == "ally" and position.players[q].stance.get(p) == "ally"}


def _commander(position: Position, code: str) -> int:
    """Who owns the country now, or controlled the minor at the start; who revolted this turn obeys nobody."""
    country = position.countries[code]
    if country.occupier:
        return country.occupier
    start = position.start.countries[code]
    return 0 if start.occupier else start.controller

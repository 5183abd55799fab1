"""Blockade, then income (BP 5E, 5F.1, 5F.2, 9.8)."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.rules.battle_plan.maps import Map
from pbm.rules.battle_plan.resolve.money import total
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.state import Country, Suppressed
from pbm.rules.common.sequence import Told

SHARE = Fraction(1, 2)  # the most that a blockade suppresses in a turn (BP 5F.1)


def blockade(position: Position, orders: Orders, dice: Dice) -> tuple[Position, Told]:
    """BP 5F.1: each of k neighbouring spaces that an enemy controls suppresses 1/k of half the active
    TaxBase and Industry (BP HR-28), of controlled minors too (BP HR-27).
    """
    countries = dict(position.countries)
    hostile_seas: dict[int, dict[str, bool]] = {p: {} for p in position.players}
    blockades: list[tuple[str, int, list[str], int, int, int]] = []
    commanders, spaces = commanders_now(position), orders.board.spaces
    for code, country in position.countries.items():
        p = commanders[code]
        if not p:
            continue
        neighbours, foes, seas = spaces[code].adjacent, position.foes[p], hostile_seas[p]
        hostile = []
        for other in neighbours:
            if other in commanders:
                if commanders[other] in foes:
                    hostile.append(other)
                continue
            if other not in seas:
                seas[other] = is_hostile_sea(position, other, p)
            if seas[other]:
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
            suppressed=Suppressed(held.industry + industry, held.tax + tax, held.air),
        )
        blockades.append((code, p, hostile, len(neighbours), tax, industry))
    return replace(position, countries=countries), [partial(_blockades, position, blockades)]


def _blockades(position: Position, blockades: Sequence[tuple[str, int, list[str], int, int, int]]) -> list[Event]:
    events = []
    for code, p, hostile, neighbours, tax, industry in blockades:
        known = [other for other in hostile if knows_holder(position, other, p)]
        facts = {"space": code, "hostile": known, "of": neighbours, "tax": tax, "industry": industry}
        if len(known) < len(hostile):
            facts["unseen"] = len(hostile) - len(known)
        events.append(Event("blockade", (p,), facts))
    return events


def knows_holder(position: Position, code: str, p: int) -> bool:
    """BP 14: whether a player may read who holds a space: of an occupied country all may, of minors and seas who sees
    them. From what he is paid he learns how many there are of the others, not which.
    """
    if code in position.seas:
        return p in position.seas[code].sight
    country = position.countries[code]
    return country.occupier > 0 or p in country.sight


def is_hostile_sea(position: Position, code: str, p: int) -> bool:
    """BP 5F.2: whether his enemies' Navies outnumber his own and those of non-enemies who call him ally."""
    enemy = friend = 0
    foes = position.foes[p]
    for q, forces in position.seas[code].forces.items():
        if q in foes:
            enemy += forces.navy
        elif q == p or position.players[q].stance.get(p) == "ally":
            friend += forces.navy
    return enemy > friend


def collect(position: Position, orders: Orders, dice: Dice) -> tuple[Position, Told]:
    """BP 9.8: interest on what is unspent, income, Dollars built, gifts received; the account is closed (BP 5A,
    HR-12, HR-13).
    """
    commanders, board = commanders_now(position), orders.board
    friends = {p: _friends(position, p) for p in position.players}
    earned = dict.fromkeys(position.players, 0)
    for code, country in position.countries.items():
        p = country.occupier
        if p:
            earned[p] += income(position, country, tributaries(board, commanders, friends[p], code))
    for code, n in position.dollars_built.items():
        owner = position.start.countries[code].occupier
        if owner:
            earned[owner] += 100 * n
    players = {}
    for p, player in position.players.items():
        lines = position.ledger[p]
        unspent = total(lines)
        gifts = sum([n for key, _, n in lines if key == "gift-in"])
        players[p] = replace(player, dollars=unspent + interest(unspent) + earned[p] + gifts)
    closed = replace(position, players=players)
    return closed, [partial(_accounts, closed, board, commanders, friends)]


def interest(unspent: int) -> int:
    """BP HR-13: one per cent of what is unspent, a half cent up; both in hundredths of a Dollar."""
    return (unspent * 101 + 50) // 100 - unspent


def tributaries(board: Map, commanders: dict[str, int], friends: set[int], code: str) -> list[str]:
    """BP 5E: the neighbours of a country that are owned or controlled by its owner or a cross ally."""
    return [other for other in board.spaces[code].land_adjacent if commanders[other] in friends]


def income(position: Position, country: Country, near: Sequence[str]) -> int:
    """BP 5E: active TaxBase plus 10 % of that of each such neighbour, in hundredths (BP HR-14)."""
    countries = position.countries
    return 100 * country.tax + 10 * sum([countries[other].tax for other in near])


def _paying(position: Position, near: Sequence[str], p: int) -> list[tuple[str, int]]:
    """What each of these neighbours adds, in hundredths; those whose holder is not known to him together, under ""."""
    known, others = [], 0
    for other in near:
        cents = 10 * position.countries[other].tax
        if knows_holder(position, other, p):
            known.append((other, cents))
        else:
            others += cents
    return [*known, ("", others)] if others else known


def _accounts(position: Position, board: Map, commanders: dict[str, int], friends: dict[int, set[int]]) -> list[Event]:
    """BP 9.8: what each country brought, and each player's account."""
    events: list[Event] = []
    taxes: dict[int, list[tuple[str, str, int]]] = {}
    for code, country in position.countries.items():
        p = country.occupier
        if not p:
            continue
        near = tributaries(board, commanders, friends[p], code)
        amount = income(position, country, near)
        taxes.setdefault(p, []).append(("tax", code, amount))
        facts: dict[str, Any] = {
            "space": code,
            "tax": country.tax,
            "suppressed": country.suppressed.tax,
            "neighbours": _paying(position, near, p),
            "total": amount,
        }
        events.append(Event("income", (p,), facts))
    built: dict[int, list[tuple[str, str, int]]] = {}
    for code, n in position.dollars_built.items():
        built.setdefault(position.start.countries[code].occupier, []).append(("built", code, 100 * n))
    for p, player in position.players.items():
        lines = [line for line in position.ledger[p] if line[0] != "gift-in"]
        gifts = [line for line in position.ledger[p] if line[0] == "gift-in"]
        unspent = total(lines)
        lines.append(("unspent", "", unspent))
        if interest(unspent):
            lines.append(("interest", "", interest(unspent)))
        lines += [*taxes.get(p, ()), *built.get(p, ()), *gifts, ("end", "", player.dollars)]
        events.append(Event("account", only([p]), {"lines": [list(line) for line in lines]}))
    return events


def _friends(position: Position, p: int) -> set[int]:
    """BP 1B: the player himself, and whom he and who him has declared an ally."""
    stances = position.players[p].stance.items()
    return {p} | {q for q, stance in stances if stance == "ally" and position.players[q].stance.get(p) == "ally"}


def commanders_now(position: Position) -> dict[str, int]:
    """Who owns each country now, or controlled the minor at the start; who revolted this turn obeys nobody."""
    start = position.start.countries
    return {
        code: country.occupier or (0 if start[code].occupier else position.commanders[code])
        for code, country in position.countries.items()
    }

"""Who has won, and with how many points (BP 1A, 22D, 23D, 24B)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from pbm.core.events import Event
from pbm.engine.system import Rules
from pbm.rules.battle_plan.ending import remaining
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.powers import powers_of, rank_of
from pbm.rules.battle_plan.state import Country, State, World
from pbm.rules.battle_plan.variant import Objective

WINNER, SURVIVOR = 3, 1  # rating points (BP 22D)


class Aim(msgspec.Struct, frozen=True):
    """One thing that earns a power points (BP 23D): what, for how many points, how many it has of it now, against
    whom.
    """

    kind: str
    name: str
    points: int
    gained: int
    against: str = ""


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """BP 1A, 22D, 23D, 24B: what all are told of a position that is over."""
    return (Event("game-over", "all", results(state, rules)),)


def results(state: State, rules: Rules) -> dict[str, Any]:
    """BP 1A, 22D, 23D, 24B: the facts of the end: the winner (0 for none or several: BP HR-56, HR-57), and where the
    variant has them all winners, survivors and points. Where the last occupier wins and an option ends the game before,
    nobody has won, and all who occupy a country survive (BP 17).
    """
    owners = {code: country.occupier for code, country in state.countries.items()}
    held = _held(owners)
    score = chosen(state.options, "score")
    if score == "land" and len(held) <= 1:
        return {"winner": next(iter(held), 0)}
    if score == "land":
        winners, survivors, points = [], list(held), dict.fromkeys(sorted(held), SURVIVOR)
    elif score == "industry":
        eligible = [p for p in remaining(state) if p in held]
        winners = [p for p in eligible if commanded(state.countries, p) >= threshold(state.world, rules, p)]
        survivors = [p for p in eligible if p not in winners]
        points = {p: WINNER if p in winners else SURVIVOR for p in eligible}
    else:
        points = {p: held.get(p, 0) for p in state.players}
        if score == "objectives":
            points = {p: sum(aim.gained for aim in aims(owners, state.world, rules, p)) for p in state.players}
        best = max(points.values(), default=0)
        winners = [p for p, n in points.items() if n == best and n] if held else []  # BP HR-56: else a draw
        survivors = [p for p in held if p not in winners]
    told = {
        "winners": sorted(winners),
        "survivors": sorted(survivors),
        "points": {str(p): n for p, n in points.items()},
    }
    return {"winner": winners[0] if len(winners) == 1 else 0, **told}


def _held(owners: Mapping[str, int]) -> dict[int, int]:
    """Countries occupied, by player."""
    held: dict[int, int] = {}
    for owner in owners.values():
        if owner:
            held[owner] = held.get(owner, 0) + 1
    return held


def commanded(countries: Mapping[str, Country], p: int) -> int:
    """BP 22D: Industry that a player occupies or controls: the suppressed counts, what is above a country's limit does
    not.
    """
    return sum(
        min(country.limit, country.industry + country.suppressed.industry)
        for country in countries.values()
        if country.commander == p
    )


def threshold(world: World, rules: Rules, p: int) -> int:
    """BP 22D: the Industry that makes a player's seat a winner, by its class (BP HR-58)."""
    rank = class_of(world, rules, p)
    return rules.numbers["ranks"][rank].industry if rank else 0


def class_of(world: World, rules: Rules, p: int) -> str:
    """BP 22A: the class of the player's seat, "" where there is none."""
    return rank_of(rules, powers_of(world, rules, p))


def aims(owners: Mapping[str, int], world: World, rules: Rules, p: int) -> list[Aim]:
    """BP 23D: all that earns a player points, by who occupies what (BP HR-59, HR-69)."""
    numbers = rules.numbers["victory"]
    own = [code for code, owner in world.homes.items() if owner == p]
    kept = sum(1 for code in own if owners[code] == p)
    alive = p in owners.values()
    found = [
        Aim("survive", "", numbers["survive"], numbers["survive"] if alive else 0),
        Aim("each-home", str(len(own)), numbers["each_home"], numbers["each_home"] * kept),
        Aim("all-homes", "", numbers["all_homes"], numbers["all_homes"] if own and kept == len(own) else 0),
    ]
    for row in rules.numbers["objectives"]:
        if world.homes.get(row.home) == p and (row.kind != "deny" or row.against in world.homes):
            name = row.region or row.space
            gained = row.points if _reached(row, owners, world, rules, p) else 0
            found.append(Aim(row.kind, name, row.points, gained, row.against))
    return found


def _reached(row: Objective, owners: Mapping[str, int], world: World, rules: Rules, p: int) -> bool:
    """BP 23D: whether an objective is reached now."""
    region = rules.numbers["regions"].get(row.region, ())
    if row.kind == "hold-region":
        return all(owners[code] == p for code in region)
    if row.kind == "hold-space":
        return owners[row.space] == p
    if row.kind == "port":
        return any(owners[code] == p for code in region)
    other = world.homes[row.against]  # deny
    return all(owners[code] != other for code in region)

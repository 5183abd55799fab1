"""Generated maps and positions for the benchmarks: a map is data, so its size is a number."""

import random
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.printout import Kit
from pbm.engine.system import Rules, Seat
from pbm.orders.form import OrderLine
from pbm.rules import system
from pbm.rules.battle_plan.maps import read_map
from pbm.rules.battle_plan.state import Forces, State

PLAYERS = 25
FAMILY = {"AC": 1, "FA": 1, "FI": 1, "MA": 1, "AS": 2, "AT": 2, "FS": 2, "NT": 2, "NS": 2}
CONSONANTS, VOWELS = "BCDFGHJKLMNPQRSTVWXZ", "AEIOUY"


def code(number: int, land: bool) -> str:
    """A code of three letters: seas start with W, as on the world map."""
    rest, last = divmod(number, 20)
    first, middle = divmod(rest, 6)
    return (
        ("W" if not land else CONSONANTS[first % 17]) + VOWELS[middle] + CONSONANTS[last] + ("" if first < 17 else "X")
    )


def map_data(spaces: int, seed: int = 1) -> dict[str, Any]:
    """A map of that many spaces on a grid with diagonals; one in six is a sea."""
    rng = random.Random(seed)
    width = int(spaces**0.5)
    land = [k % 6 != 3 for k in range(spaces)]
    names: list[str] = []
    used: set[str] = set()
    for k in range(spaces):
        name = code(k, land[k])
        while name in used:
            name = ("W" if not land[k] else rng.choice(CONSONANTS[:17])) + "".join(
                rng.choice(VOWELS + CONSONANTS) for _ in range(3)
            )
        used.add(name)
        names.append(name)
    near: list[set[int]] = [set() for _ in range(spaces)]
    for k in range(spaces):
        for other in (k + 1 if (k + 1) % width else -1, k + width, k + width + 1 if (k + 1) % width else -1):
            if 0 <= other < spaces:
                near[k].add(other)
                near[other].add(k)
    rows = []
    for k in range(spaces):
        air = {x for m in near[k] if land[m] for x in near[m]} - near[k] - {k}
        rows.append(
            {
                "code": names[k],
                "name": f"Space {names[k]}",
                "kind": "land" if land[k] else "sea",
                "adjacent": sorted(names[x] for x in near[k]),
                "air": sorted(names[x] for x in air),
                "coast": sorted(names[x] for x in near[k] if not land[x]) if land[k] else [],
                "island": False,
            }
        )
    return {"id": f"grid-{spaces}", "title": f"A grid of {spaces}", "spaces": rows}


def rules_of(spaces: int) -> Rules:
    """Battle Plan's rules on a generated map."""
    europe = system("battle-plan").setup.load("europe", {})
    return replace(europe, variant=f"grid-{spaces}", map=read_map(map_data(spaces)), geometry={})


def rules_of_the_world(variant: str = "equal-forces") -> Rules:
    """A variant on the map of the world: 255 spaces."""
    return system("battle-plan").setup.load(variant, {})


def position(rules: Rules, players: int = PLAYERS, seed: int = 2) -> State:
    """A position in which every player holds an equal part of the map, with forces everywhere and wars."""
    rng = random.Random(seed)
    lands = list(rules.map.countries)
    seats = tuple(Seat(k + 1, lands[k * len(lands) // players]) for k in range(players))
    state: State = system("battle-plan").start(rules, seats, Dice(b"start", "T", 0))
    countries = dict(state.countries)
    for k, land in enumerate(lands):
        if rng.random() < 0.75:
            countries[land] = replace(
                countries[land], occupier=1 + k * players // len(lands), hpi=100, missiles=3, antimissiles=1
            )
    seas = {
        s: replace(sea, forces={p: Forces(2, 6, 3) for p in sorted(rng.sample(range(1, players + 1), 2))})
        for s, sea in state.seas.items()
    }
    people = {
        p: replace(player, stance={q: "enemy" for q in range(1, players + 1) if q != p and (p + q) % 4 == 0})
        for p, player in state.players.items()
    }
    sight = {c: replace(k, sight=(k.occupier,) if k.occupier else ()) for c, k in countries.items()}
    waters = {s: replace(sea, sight=tuple(sea.forces)) for s, sea in seas.items()}
    return replace(state, countries=sight, seas=waters, players=people)


def card(kit: Kit, orders: int, seed: int) -> tuple[OrderLine, ...]:
    """About that many random orders, nearly all legal, several on a line."""
    rng = random.Random(seed)
    tokens: list[str] = []
    count = 0
    others = [p for p in kit.players if p != kit.player]
    tokens.append("@")
    for p in rng.sample(others, min(6, len(others))):
        tokens.append(f"{p}{rng.choice('ANEKXFHZ')}")
        count += 1
    tokens += ["RA5", "TS4", "BA60", "BF40"]
    count += 4
    lines = [" ".join(tokens)]
    places = [place for place in kit.places.values() if place.code]
    rng.shuffle(places)
    while count < orders and places:
        for place in list(places):
            row = _space_orders(place, rng, min(14, orders - count))
            if row:
                lines.append(f"@{place.code} " + " ".join(row))
                count += len(row)
            places.remove(place)
            if count >= orders:
                break
    return tuple(OrderLine(k, text) for k, text in enumerate(lines, 1))


def _space_orders(place: Any, rng: random.Random, most: int) -> list[str]:
    left = dict(place.has)
    row: list[str] = []
    used: set[tuple[str, str]] = set()
    sets = place.sets
    choices = [
        ("AC", "army", "army.attack"), ("AS", "army", "army.support"), ("AT", "army", "army.move"),
        ("FA", "air", "air.attack"), ("FI", "air", "air.attack"), ("FS", "air", "air.range"),
        ("NT", "navy", "navy.move"), ("NS", "navy", "navy.support"), ("MA", "missiles", "missile.attack"),
    ]  # fmt: skip
    if place.kind == "minor":
        choices = [c for c in choices if c[0] not in ("AC", "AT", "NT")]
    for _ in range(8 * most):
        if len(row) >= most:
            break
        if place.kind != "sea" and left.get("industry", 0) >= 2 and rng.random() < 0.3:
            letter = rng.choice("AFI")
            if ("B" + letter, "") not in used:
                used.add(("B" + letter, ""))
                row.append(f"B{letter}2")
                left["industry"] -= 2
            continue
        verb, unit, name = rng.choice(choices)
        targets = sets.get(name, ())
        if not targets or left.get(unit, 0) < 1 or (place.kind == "sea" and verb == "MA"):
            continue
        to = rng.choice(targets)
        family = FAMILY[verb]
        if (verb, to) in used or any(seen == to and FAMILY.get(other) != family for other, seen in used):
            continue  # BP 12B, 12C: no order twice, and nobody is attacked and helped at once
        used.add((verb, to))
        row.append(f"{verb}1{to}")
        left[unit] -= 1
    return row

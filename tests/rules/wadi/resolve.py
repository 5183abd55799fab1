"""A turn of Wadi: barter and raising, three days of marches with fights, then the wells."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.core.grid import square_at
from pbm.engine.system import Resolution, Rules, Seat
from pbm.orders.form import Parsed
from tests.rules.wadi.state import (
    ENTERS,
    SAND,
    WELL,
    Band,
    Square,
    State,
    Unit,
    Well,
    around,
    in_sight,
    living,
    looked,
    over,
    owned,
)

WIDTH, HEIGHT, DAYS = 18, 12, 3
Units = dict[int, dict[int, Unit]]


def start(rules: Rules, seats: tuple[Seat, ...], dice: Dice) -> State:
    """1: the land is rolled for, square by square; each band has a well with room around it, and two runners."""
    homes = {seat.player: (2 + (int(seat.home) - 1) % 4 * 5, 1 + (int(seat.home) - 1) // 4 * 9) for seat in seats}
    wells = {f"W{chr(65 + k // 26)}{chr(65 + k % 26)}": at for k, at in enumerate(_wells(dice))}
    wells |= {f"WZ{chr(64 + p)}": at for p, at in homes.items()}
    clear = {square for at in homes.values() for square in around(at, WIDTH, HEIGHT)}
    rows = []
    for y in range(HEIGHT):
        signs = [SAND if (x, y) in clear else "...~~^"[dice.below(f"land/{x},{y}", 6)] for x in range(WIDTH)]
        rows.append("".join(WELL if (x, y) in wells.values() else sign for x, sign in enumerate(signs)))
    own = {at: player for player, at in homes.items()}
    found = {code: Well(x, y, own.get((x, y), 0)) for code, (x, y) in sorted(wells.items())}
    empty = (" " * WIDTH,) * HEIGHT
    bands = {p: Band(6, 3, {1: Unit("R", *at), 2: Unit("R", *at)}, empty, next=3) for p, at in sorted(homes.items())}
    state = State(0, tuple(rows), found, bands)
    return replace(state, bands={p: looked(state, p) for p in bands})


def _wells(dice: Dice) -> list[Square]:
    return [
        (2 + column * 5 + dice.below(f"well/{column},{row}", 2), 4 + row * 4) for column in range(4) for row in (0, 1)
    ]


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """The turn step by step."""
    events: list[Event] = []
    now = replace(state, turn=state.turn + 1)
    now = called(now, parsed, events)
    now = bought(now, parsed, rules)
    now = ordered(now, parsed)
    for day in range(1, DAYS + 1):
        now = marched(now, day, dice, events)
    now = held(now, events)
    for player in set(living(state)) - set(living(now)):
        events.append(Event("eliminated", "all", {"player": player}))
    if over(now):
        events += ending(now, rules)
    return Resolution(now, tuple(events))


def called(state: State, parsed: Mapping[int, Parsed], events: list[Event]) -> State:
    """1: calls are heard by all, names are for oneself."""
    bands = dict(state.bands)
    for player, card in sorted(parsed.items()):
        for order in card.orders:
            if order.code == "Q":
                events.append(Event("called", "all", {"player": player, "text": order.operands["text"]}))
            elif order.code == "N":
                units = dict(bands[player].units)
                unit = units.get(order.operands["k"])
                if unit:
                    units[order.operands["k"]] = replace(unit, name=order.operands["text"])
                bands[player] = replace(bands[player], units=units)
    return replace(state, bands=bands)


def bought(state: State, parsed: Mapping[int, Parsed], rules: Rules) -> State:
    """2: what the card's account came to, and the units that were raised."""
    bands = dict(state.bands)
    for player, card in sorted(parsed.items()):
        band = bands[player]
        units = dict(band.units)
        for order in (order for order in card.orders if order.code == "T"):
            gained = order.operands["n"] * rules.numbers["rate"] // 2
            band = replace(band, skins=band.skins - order.operands["n"], beads=band.beads + gained)
        for order in (order for order in card.orders if order.code == "B"):
            kind, well = order.operands["k"], state.wells[order.place]
            units[band.next] = Unit(kind, well.x, well.y)
            band = replace(band, beads=band.beads - rules.numbers["beads"][kind], next=band.next + 1)
        bands[player] = replace(band, units=units)
    return replace(state, bands=bands)


def ordered(state: State, parsed: Mapping[int, Parsed]) -> State:
    """3: the first order of a card replaces a unit's queue, further ones follow."""
    bands = dict(state.bands)
    for player, card in sorted(parsed.items()):
        band = bands[player]
        fresh: set[int] = set()
        units = dict(band.units)
        for order in (order for order in card.orders if order.code in "UA"):
            for number in _meant(state, player, order, fresh):
                queue = units[number].queue if number in fresh else ()
                texts = tuple(part["text"] for part in order.operands["q"])
                units[number] = replace(units[number], queue=queue + texts)
                fresh.add(number)
        bands[player] = replace(band, units=units)
    return replace(state, bands=bands)


def _meant(state: State, player: int, order: Any, fresh: set[int]) -> list[int]:
    units = state.bands[player].units
    if order.code == "U":
        number = int(order.place[1:])
        return [number] if number in units else []
    well, kind = state.wells[order.place], order.operands["k"]
    return [k for k, unit in units.items() if unit.at == (well.x, well.y) and unit.kind == kind and k not in fresh]


def marched(state: State, day: int, dice: Dice, events: list[Event]) -> State:
    """3: each unit goes a square towards its goal; where bands meet they fight, and one side is gone."""
    units: Units = {p: {k: _step(state, unit) for k, unit in band.units.items()} for p, band in state.bands.items()}
    for player, own in units.items():
        for number, unit in own.items():
            before = state.bands[player].units[number]
            if before.at != unit.at:
                facts = {"day": day, "number": number, "from": list(before.at), "to": list(unit.at)}
                events.append(Event("marched", only([player]), facts))
    squares = sorted({unit.at for own in units.values() for unit in own.values()})
    for at in squares:
        sides = {p: [k for k, unit in own.items() if unit.at == at] for p, own in units.items()}
        there = [p for p, numbers in sides.items() if numbers]
        if len(there) > 1:
            scores = {p: len(sides[p]) * 10 + dice.die(f"fight/{day}/{at[0]},{at[1]}/{p}", 20) for p in there}
            best = max(scores.values())
            winners = [p for p in there if scores[p] == best]
            for p in there:
                if winners != [p]:
                    units[p] = {k: unit for k, unit in units[p].items() if k not in sides[p]}
            facts = {"day": day, "at": list(at), "sides": {str(p): len(sides[p]) for p in there}}
            events.append(Event("fought", only(there), {**facts, "winner": winners[0] if len(winners) == 1 else 0}))
    bands = {p: replace(band, units=units[p]) for p, band in state.bands.items()}
    now = replace(state, bands=bands)
    return replace(now, bands={p: looked(now, p) for p in bands})


def _step(state: State, unit: Unit) -> Unit:
    """A day of a unit: one square of its march, or its rest."""
    if not unit.queue:
        return unit
    part = unit.queue[0]
    if part == "*":
        return replace(unit, queue=())
    if part == "S":
        return replace(unit, queue=unit.queue[1:])
    goal = target(state, part)
    if goal is None or goal == unit.at:
        return replace(unit, queue=unit.queue[1:])
    free = [unit.at, *(at for at in around(unit.at, WIDTH, HEIGHT) if state.rows[at[1]][at[0]] in ENTERS[unit.kind])]
    x, y = min(free, key=lambda at: (max(abs(at[0] - goal[0]), abs(at[1] - goal[1])), at != unit.at, at[1], at[0]))
    done = (x, y) == goal or (x, y) == unit.at
    return replace(unit, x=x, y=y, queue=unit.queue[1:] if done else unit.queue)


def target(state: State, part: str) -> Square | None:
    """Where a march goes."""
    code = part[1:].rstrip("!")
    if code in state.wells:
        return state.wells[code].x, state.wells[code].y
    return square_at(code)


def held(state: State, events: list[Event]) -> State:
    """4: a well is whose units stand at it; each gives two skins."""
    wells = dict(state.wells)
    for code, well in state.wells.items():
        there = [p for p, band in state.bands.items() if any(u.at == (well.x, well.y) for u in band.units.values())]
        if len(there) == 1 and well.owner != there[0]:
            wells[code] = replace(well, owner=there[0])
            knows = [p for p in state.bands if (well.x, well.y) in in_sight(state, p)]
            events.append(Event("taken", only(knows), {"well": code, "by": there[0], "from": well.owner}))
    now = replace(state, wells=wells)
    bands = {p: replace(looked(now, p), skins=band.skins + 2 * owned(now, p)) for p, band in now.bands.items()}
    return replace(now, bands=bands)


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """4: whoever has the most wells has won."""
    scores = {p: owned(state, p) for p in sorted(state.bands)}
    best = max(scores.values())
    winners = [p for p, number in scores.items() if number == best]
    facts = {"winner": winners[0] if len(winners) == 1 else 0, "winners": winners}
    return (Event("game-over", "all", {**facts, "points": {str(p): n for p, n in scores.items()}}),)

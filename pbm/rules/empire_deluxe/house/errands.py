"""What units are to do (ED 19): garrisons, ferries to lands with cities, explorers, bombers."""

from collections.abc import Iterator

from pbm.rules.empire_deluxe.board import Bits
from pbm.rules.empire_deluxe.house.chart import Chart
from pbm.rules.empire_deluxe.state import Unit
from pbm.rules.empire_deluxe.ways import nearest

FEW = 2
"""A Transport does not sail for fewer Armies."""
ROOM = 6
BOMBING = 9
"""Squares to a city that is worth the flight."""


def errands(chart: Chart) -> dict[int, str]:
    """ED 19: new orders of units by number, Transports first."""
    orders: dict[int, str] = {}
    for number, text in _garrisons(chart):
        orders.setdefault(number, text)
    ferries = dict(_ferries(chart, set(orders)))
    orders = {**ferries, **{number: text for number, text in orders.items() if number not in ferries}}
    for number, text in _others(chart):
        orders.setdefault(number, text)
    return orders


def _garrisons(chart: Chart) -> Iterator[tuple[int, str]]:
    """One unit stays in each city that an enemy is near to."""
    for code, city in sorted(chart.view.cities.items()):
        there = [(number, unit) for number, unit in chart.units("AR") if unit.at == city.at and not unit.aboard]
        guards = [number for number, unit in there if unit.queue == ("K",)]
        if chart.is_threatened(code):
            if there and not guards:
                yield there[0][0], "K"
        else:
            for number in guards:
                yield number, "H"


def _ferries(chart: Chart, busy: set[int]) -> Iterator[tuple[int, str]]:
    """Transports that wait in a city take the Armies of its land that have nothing to do to where there is."""
    drops = _drops(chart)
    spare = [(number, unit) for number, unit in _idle_armies(chart) if number not in busy]
    for number, ship in chart.units("T"):
        aboard = [it for it, unit in chart.view.units.items() if unit.aboard == number]
        is_waiting = not ship.queue or ship.queue[0][0] == "L"
        if not is_waiting:
            continue
        home = next((code for code, city in chart.view.cities.items() if city.at == ship.at), "")
        drop = nearest(chart.board, chart.square(ship), chart.sailable, drops) if drops else None
        if not home:
            if aboard and drop is not None:
                yield number, _voyage(chart, drop, "")
            elif not ship.queue:
                yield number, "R"
            continue
        land = chart.land_at(chart.at[home])
        free = [(it, unit) for it, unit in spare if land and land.squares >> chart.square(unit) & 1]
        free.sort(key=lambda row: (chart.board.distance(chart.square(row[1]), chart.at[home]), row[0]))
        room = ROOM - sum(chart.kinds[chart.view.units[it].kind].size for it in aboard)
        taken = []
        for it, unit in free:
            size = chart.kinds[unit.kind].size
            if size <= room:
                room -= size
                taken.append(it)
        if drop is None or len(aboard) + len(taken) < FEW:
            continue
        places = ROOM - room
        yield number, f"L{places}>{_voyage(chart, drop, home)}"
        for it in taken:
            spare = [row for row in spare if row[0] != it]
            yield it, "J"


def _idle_armies(chart: Chart) -> list[tuple[int, Unit]]:
    """Armies on land where nothing is to be taken or found."""
    found = []
    for number, unit in chart.units("AR"):
        land = chart.land_at(chart.square(unit))
        if land is not None and land.is_done and not unit.aboard:
            found.append((number, unit))
    return found


def _drops(chart: Chart) -> Bits:
    """Squares of the sea from where land with something to take may be entered: beside a city, else along its shore."""
    found = 0
    for land in chart.lands:
        if not land.others:
            continue
        towns = chart.board.spread(chart.bits(chart.at[code] for code in land.others)) & chart.sea
        found |= towns or chart.board.spread(land.squares) & chart.sea
    return found


def _voyage(chart: Chart, drop: int, home: str) -> str:
    """To a square of the sea, and ashore: into a city beside it, else onto the land; and home."""
    near = chart.board.near(drop)
    town = next((code for code, at in chart.at.items() if at in near and code not in chart.view.cities), "")
    if town:
        landing = f"U{town}!"
    else:
        lands = [land.squares for land in chart.lands if land.others]
        ashore = next((at for at in near if any(squares >> at & 1 for squares in lands)), drop)
        landing = f"U{chart.board.name(ashore)}"
    back = f">M{home}" if home else ">R"
    return f"M{chart.board.name(drop)}>{landing}{back}"


def _others(chart: Chart) -> Iterator[tuple[int, str]]:
    """Units without orders: Armies hunt, ships explore or hunt, planes hunt, Bombers go for cities."""
    targets = [chart.at[code] for code, known in chart.view.known.items() if known.owner not in (0, chart.view.viewer)]
    names = {chart.at[code]: code for code in chart.view.known}
    for number, unit in sorted(chart.view.units.items()):
        if unit.kind == "F" and unit.fuel == chart.kinds["F"].range and (prey := _prey(chart, unit)):
            yield number, prey
        if unit.queue or unit.kind == "X":
            continue
        if unit.kind in "AR":
            host = chart.view.units.get(unit.aboard)
            if host is None:
                yield number, "H"
        elif unit.kind == "D":
            yield number, "E" if chart.unknown and chart.variant != "basic" else "H"
        elif unit.kind in "SCW":
            yield number, "H"
        elif unit.kind == "F":
            yield number, "E>R>*" if unit.fuel == chart.kinds["F"].range else "R"
        elif unit.kind == "B":
            here = chart.square(unit)
            close = [at for at in targets if chart.board.distance(here, at) <= BOMBING]
            if close:
                goal = min(close, key=lambda at: (chart.board.distance(here, at), at))
                yield number, f"B{names[goal]}>R"
            else:
                yield number, "S"


def _prey(chart: Chart, unit: Unit) -> str:
    """A unit of an enemy that a Fighter reaches and comes back from, and not at sea in the advanced game."""
    here, far = chart.square(unit), chart.kinds["F"].range // 2 - 1
    close = [
        (chart.board.distance(here, at), at)
        for at, icon in chart.icons
        if icon.now and icon.kind in "ATBF" and chart.board.distance(here, at) <= far and at not in chart.at.values()
    ]
    return f"C{chart.board.name(min(close)[1])}>R" if close else ""

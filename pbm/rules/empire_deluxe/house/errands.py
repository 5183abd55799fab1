"""What units are to do (ED 19): garrisons, ferries to lands with cities, explorers."""

from collections.abc import Iterator

from pbm.rules.empire_deluxe.board import Bits
from pbm.rules.empire_deluxe.house.lookout import Lookout
from pbm.rules.empire_deluxe.house.planes import flights, found_base
from pbm.rules.empire_deluxe.parts import AGAIN
from pbm.rules.empire_deluxe.state import Unit
from pbm.rules.empire_deluxe.ways import nearest

FEW = 2
"""A Transport does not sail for fewer Armies."""
ROOM = 6


def errands(lookout: Lookout) -> dict[int, str]:
    """ED 19: new orders of units by number, Transports first."""
    orders: dict[int, str] = {}
    for number, text in _garrisons(lookout):
        orders.setdefault(number, text)
    ferries = dict(_ferries(lookout, set(orders)))
    orders = {**ferries, **{number: text for number, text in orders.items() if number not in ferries}}
    for number, text in (*found_base(lookout), *flights(lookout), *_others(lookout)):
        orders.setdefault(number, text)
    return orders


def _garrisons(lookout: Lookout) -> Iterator[tuple[int, str]]:
    """One unit stays in each city that an enemy is near to."""
    for code, city in sorted(lookout.view.cities.items()):
        there = [(number, unit) for number, unit in lookout.units("AR") if unit.at == city.at and not unit.aboard]
        guards = [number for number, unit in there if unit.queue == ("K",)]
        if lookout.is_threatened(code):
            if there and not guards:
                yield there[0][0], "K"
        else:
            for number in guards:
                yield number, "H"


def _ferries(lookout: Lookout, busy: set[int]) -> Iterator[tuple[int, str]]:
    """Transports that wait in a city take the Armies of its land that have nothing to do to where there is."""
    drops = _drops(lookout)
    spare = [(number, unit) for number, unit in _idle_armies(lookout) if number not in busy]
    for number, ship in lookout.units("T"):
        aboard = [it for it, unit in lookout.view.units.items() if unit.aboard == number]
        is_ferry = ship.queue[-1:] == (AGAIN,)  # as a player who abdicated left it
        if is_ferry or (ship.queue and ship.queue[0][0] != "L"):
            continue
        home = next((code for code, city in lookout.view.cities.items() if city.at == ship.at), "")
        drop = nearest(lookout.board, lookout.square(ship), lookout.sailable, drops) if drops else None
        if not home:
            if aboard and drop is not None:
                yield number, _voyage(lookout, drop, "")
            elif not ship.queue:
                yield number, "R"
            continue
        land = lookout.land_at(lookout.at[home])
        free = [(it, unit) for it, unit in spare if land and land.squares >> lookout.square(unit) & 1]
        free.sort(key=lambda row: (lookout.board.distance(lookout.square(row[1]), lookout.at[home]), row[0]))
        room = ROOM - sum(lookout.kinds[lookout.view.units[it].kind].size for it in aboard)
        taken = []
        for it, unit in free:
            size = lookout.kinds[unit.kind].size
            if size <= room:
                room -= size
                taken.append(it)
        if drop is None or len(aboard) + len(taken) < FEW:
            continue
        places = ROOM - room
        yield number, f"L{places}>{_voyage(lookout, drop, home)}"
        for it in taken:
            spare = [row for row in spare if row[0] != it]
            yield it, "J"


def _idle_armies(lookout: Lookout) -> list[tuple[int, Unit]]:
    """Armies on land where nothing is to be taken or found."""
    found = []
    for number, unit in lookout.units("AR"):
        land = lookout.land_at(lookout.square(unit))
        if land is not None and land.is_done and not unit.aboard:
            found.append((number, unit))
    return found


def _drops(lookout: Lookout) -> Bits:
    """Squares of the sea from where land with something to take may be entered: beside a city, else along its shore."""
    found = 0
    for land in lookout.lands:
        if not land.others:
            continue
        towns = lookout.board.spread(lookout.bits(lookout.at[code] for code in land.others)) & lookout.sea
        found |= towns or lookout.board.spread(land.squares) & lookout.sea
    return found


def _voyage(lookout: Lookout, drop: int, home: str) -> str:
    """To a square of the sea, and ashore: into a city beside it, else onto the land; and home."""
    near = lookout.board.near(drop)
    town = next((code for code, at in lookout.at.items() if at in near and code not in lookout.view.cities), "")
    if town:
        landing = f"U{town}!"
    else:
        lands = [land.squares for land in lookout.lands if land.others]
        ashore = next((at for at in near if any(squares >> at & 1 for squares in lands)), drop)
        landing = f"U{lookout.board.name(ashore)}"
    back = f">M{home}" if home else ">R"
    return f"M{lookout.board.name(drop)}>{landing}{back}"


def _others(lookout: Lookout) -> Iterator[tuple[int, str]]:
    """Units without orders: Armies hunt, ships explore or hunt."""
    for number, unit in sorted(lookout.view.units.items()):
        if unit.queue:
            continue
        if unit.kind in "AR":
            host = lookout.view.units.get(unit.aboard)
            if host is None:
                yield number, "H"
        elif unit.kind == "D":
            yield number, "E" if lookout.unknown and lookout.variant != "basic" else "H"
        elif unit.kind in "SCW":
            yield number, "H"

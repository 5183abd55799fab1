"""The map of a turn (GE 27): who controls what, which is public; for a player also units, and the orders as arrows."""

from msgspec.structs import replace

from pbm.core.english import listed
from pbm.core.printout import Arrow, Badge, MapSpace, MapView
from pbm.rules.common.readout import made_once
from pbm.rules.gunboat_empires.printout.readout import Readout
from pbm.rules.gunboat_empires.printout.theatre import parts
from pbm.rules.gunboat_empires.tables import PLAYERS, Counts, tables

CLASSES = {"army": "army", "air": "air", "surface": "navy", "submarine": "navy", "merchant": "navy"}
"""Which of the legend's units a class of units is shown as."""
ATTACKS = ("NA", "SA", "IN", "RN", "RS", "GA", "GAB", "AT")


def map_view(readout: Readout) -> MapView:
    """GE 27: owners, capitals and ports, what was taken; of the reader totals of army, navy and air, and arrows."""
    view = readout.view
    theatre, insets = parts(readout)
    whose = f", for {readout.name(readout.me)}" if readout.me else ""
    return MapView(
        geometry=readout.rules.variant,
        title=f"{readout.sheet.game}, turn {view.turn}{whose}",
        desc=made_once(readout.sheet.drawer, "description", _description, readout),
        spaces=_spaces(readout),
        arrows=_arrows(readout),
        players=tuple((number, readout.country(number)) for number in range(1, PLAYERS + 1)),
        theatre=theatre,
        insets=insets,
        legend=readout.rules.legend,
        note="" if readout.me else "Public facts only: who controls what. Units stand on the players' own printouts.",
    )


def _spaces(readout: Readout) -> tuple[MapSpace, ...]:
    """What all may see of every region, made once for all readers; and on the reader's own what stands there."""
    spaces, places = made_once(readout.sheet.drawer, "spaces", _everywhere, readout)
    found = list(spaces)
    for code, region in readout.view.regions.items():
        if region.units:
            at = places[code]
            found[at] = replace(found[at], badges=(Badge(readout.me, _totals(region.units)),))
    return tuple(found)


def _everywhere(readout: Readout) -> tuple[tuple[MapSpace, ...], dict[str, int]]:
    """The regions, and by code where each is among them."""
    view, seas = readout.view, {row["code"]: row["name"] for row in tables().basins}
    signs = {port: "port" for _, port in view.capitals.values()}
    signs |= {capital: "capital" for capital, _ in view.capitals.values()}
    found = []
    for code, land in tables().regions.items():
        owner = view.owners.get(code, 0)
        found.append(
            MapSpace(
                code,
                "" if land.is_land else seas[code[:2]],
                "land" if land.is_land else "sea",
                owner if owner <= PLAYERS else 0,
                change="captured" if code in readout.captured else "",
                sign=signs.get(code, ""),
            )
        )
    return tuple(found), {space.code: at for at, space in enumerate(found)}


def _totals(units: Counts) -> tuple[tuple[str, int], ...]:
    """GE 27: how many army units, ships and squadrons."""
    table, totals = tables().units, {"army": 0, "navy": 0, "air": 0}
    for kind, number in units.items():
        totals[CLASSES[table[kind].kind]] += number
    return tuple((name, number) for name, number in totals.items() if number)


def _arrows(readout: Readout) -> tuple[Arrow, ...]:
    """The reader's task forces, from the start to the target; none of those that did nothing."""
    if readout.parsed is None:
        return ()
    undone = {facts["order"] for facts in readout.told("order-failed")}
    drawn: dict[tuple[str, str], Arrow] = {}
    for order in readout.parsed.orders:
        if "plot" in order.operands and order.text not in undone:
            kind = "attack" if order.code in ATTACKS else "move"
            end = order.operands["plot"][-1]
            drawn.setdefault((order.place, end), Arrow(kind, order.place, end, readout.me))
    return tuple(drawn.values())


def _description(readout: Readout) -> str:
    """The map in words for screen readers: how many regions each country controls, and what changed hands."""
    sizes: dict[int, int] = {}
    for owner in readout.view.owners.values():
        if owner <= PLAYERS:
            sizes[owner] = sizes.get(owner, 0) + 1
    parts = [f"{readout.name(number)} controls {size} regions." for number, size in sorted(sizes.items())]
    if readout.captured:
        parts.append(f"Taken this turn: {listed(sorted(readout.captured))}.")
    return " ".join(parts)

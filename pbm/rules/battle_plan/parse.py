"""What a player could order, and how his card reads: from his view alone (BP 2C, 4, 12)."""

from itertools import filterfalse

from pbm.core.printout import Kit, KitPlace
from pbm.engine.system import Rules
from pbm.orders import form
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.battle_plan.maps import Map, Space
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.state import Country
from pbm.rules.battle_plan.variant import LEAVE
from pbm.rules.battle_plan.view import View


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """BP 8, 11, 12: the card read against the view, standing orders beside it. What bars what (BP 12B, HR-07), and that
    no order stands twice (BP 12C), is in orders.toml; a standing order that a limit forbids waits (BP 12D).
    """
    return form.read(rules.orders, kit(view, rules), lines, clip=view.options.get("over") == "clip")


def kit(view: View, rules: Rules) -> Kit:
    """BP 8: the places where the viewer may order next turn, what they have, and what orders from there may
    name; not the start countries of others, where those are safe (BP 24A, HR-65).
    """
    board: Map = rules.map
    me = view.viewer
    places: dict[str, KitPlace] = {}
    codes = tuple(board.spaces)
    if view.me is None:
        return Kit(me, (), {}, codes)
    purse = {"dollars": view.me.dollars, "spies": view.me.spies, "counterspies": view.me.counterspies}
    if me not in view.living:
        purse = dict.fromkeys(purse, 0)  # BP 19A: of all that he had, his lists are left to him
    places[""] = KitPlace("", "Player orders", "player", purse)
    own = _owned(view.owners).get(me, frozenset())
    immune = chosen(view.options, "homes") == "immune"
    barred = frozenset([code for code, p in view.world.homes.items() if p != me]) if immune else None
    strategic = chosen(view.options, "air") == "strategic"
    sets = _wide_sets(board, own, barred)
    leave = (LEAVE,) if view.turn and chosen(view.options, "first") == "quiet" else ()
    for code, country in view.countries.items():
        if country.commander != me:
            continue
        space = board.spaces[code]
        reach = _sets(space, own, barred, strategic)
        if country.missiles and not country.occupier:  # BP 12B: nor does a minor fire at itself
            wide = {name: targets for name, targets in sets.items() if name != "spaces"}
            reach |= {name: tuple([x for x in targets if x != code]) for name, targets in wide.items()}
        places[code] = KitPlace(
            code=code,
            name=space.name,
            kind="own" if country.occupier else "minor",
            has=_units(country),
            traits=("coast", *leave) if space.coast else leave,
            sets=reach,
            standing=country.standing,
        )
    for code, forces in view.afloat.items():
        has = {"army": forces.army, "navy": forces.navy, "air": forces.air}
        space = board.spaces[code]
        places[code] = KitPlace(code, space.name, "sea", has, ("sea", *leave), _sets(space, own, barred, strategic))
    return Kit(me, tuple(sorted(view.enemies)), places, codes, sets, dict(view.options), board.names)


Owned = dict[int, frozenset[str]]
_LAST: list[tuple[dict[str, int], Owned]] = []


def _owned(owners: dict[str, int]) -> Owned:
    """What each player owns: the same for all who look at one position, so found once and kept beside its owners."""
    if _LAST and _LAST[0][0] is owners:
        return _LAST[0][1]
    codes: dict[int, list[str]] = {}
    for code, owner in owners.items():
        codes.setdefault(owner, []).append(code)
    found = {owner: frozenset(row) for owner, row in codes.items()}
    _LAST[:] = [(owners, found)]
    return found


def _units(country: Country) -> dict[str, int]:
    return {
        "army": country.army,
        "navy": country.navy,
        "air": country.air,
        "missiles": country.missiles,
        "antimissiles": country.antimissiles,
        "industry": country.industry,
    }


def _wide_sets(board: Map, own: frozenset[str], barred: frozenset[str] | None) -> dict[str, tuple[str, ...]]:
    """BP 8, 24A: what orders from anywhere may name, by the names of orders.toml."""
    sets = {
        "spaces": tuple(board.spaces),
        "countries": board.countries,
        "countries.foreign": _foreign(board.countries, own),
    }
    if barred is not None:
        sets["countries.attack"] = _foreign(board.countries, own | barred)
        sets["countries.target"] = _foreign(board.countries, barred)
    return sets


def _sets(
    space: Space, own: frozenset[str], barred: frozenset[str] | None, strategic: bool
) -> dict[str, tuple[str, ...]]:
    """BP 4C to 4G, 23A, 24A: what the orders from a space may name, by the names of orders.toml."""
    kept = own | barred if barred else own
    sets = {
        "army.move": space.adjacent if space.land else space.ports,
        "army.reach": space.land_adjacent,
        "army.attack": _foreign(space.land_adjacent, kept),
        "navy.reach": space.ports,
        "air.range": space.air,
        "air.land": space.air_land,
        "air.attack": _foreign(space.air_land, kept),
    }
    if barred is not None:  # BP 24A
        sets["army.target"] = _foreign(space.land_adjacent, barred)
        sets["air.target"] = _foreign(space.air_land, barred)
    if strategic:  # bombers land in a port from the sea, and end up in no sea but one on the coast
        sets["air.move"] = (*space.air_land, *space.coast) if space.land else space.land_adjacent
    return sets


def _foreign(codes: tuple[str, ...], own: frozenset[str]) -> tuple[str, ...]:
    """BP 12A: of these countries those that are not the viewer's own."""
    return tuple(filterfalse(own.__contains__, codes))

"""What a player could order, and how his card reads: from his view alone (2C, 4, 12)."""

from pbm import orderform
from pbm.orderform import OrderLine, Parsed
from pbm.printout import Kit, KitPlace
from pbm.rules.battle_plan.maps import Map, Space
from pbm.rules.battle_plan.view import View
from pbm.system import Rules

UNITS = ("army", "navy", "air", "missiles", "antimissiles", "industry")


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """8: the card read against the view; standing orders act beside it (11)."""
    return orderform.read(rules.orders, kit(view, rules), lines, clip=view.options.get("over") == "clip")


def kit(view: View, rules: Rules) -> Kit:
    """8: the places where the viewer may order next turn, what they have, and what orders from there may
    name.
    """
    board: Map = rules.map
    me = view.viewer
    places: dict[str, KitPlace] = {}
    codes = tuple(board.spaces)
    if view.me is None:
        return Kit(me, (), {}, codes)
    purse = {
        "dollars": view.me.dollars,
        "spies": view.me.spies,
        "counterspies": view.me.counterspies,
    }
    places[""] = KitPlace("", "Player orders", "player", purse)
    owners = view.owners
    own = frozenset(code for code, owner in owners.items() if owner == me)
    for code, country in view.countries.items():
        if country.commander != me:
            continue
        space = board.spaces[code]
        places[code] = KitPlace(
            code=code,
            name=space.name,
            kind="own" if country.occupier else "minor",
            has={unit: getattr(country, unit) for unit in UNITS},
            traits=("coast",) if space.coast else (),
            sets=_sets(board, space, own, _ports(space)),
            standing=country.standing,
        )
    for code, sea in view.seas.items():
        forces = sea.forces.get(me)
        if forces is not None:
            has = {"army": forces.army, "navy": forces.navy, "air": forces.air}
            space = board.spaces[code]
            places[code] = KitPlace(
                code, space.name, "sea", has, ("sea",), _sets(board, space, own, _waters(board, space))
            )
    sets = {
        "spaces": codes,
        "countries": board.countries,
        "countries.foreign": tuple(code for code in board.countries if code not in own),
    }
    return Kit(me, tuple(sorted(view.enemies)), places, codes, sets, dict(view.options))


def _sets(board: Map, space: Space, own: frozenset[str], navy: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """4C to 4G: what the orders from a space may name, by the names of orders.toml."""
    land = space.land_adjacent
    air_land = tuple(code for code in space.air if board.spaces[code].land)
    army_move = space.adjacent if space.land else navy
    return {
        "army.move": army_move,
        "army.reach": land,
        "army.attack": tuple(code for code in land if code not in own),
        "navy.reach": navy,
        "air.range": space.air,
        "air.land": air_land,
        "air.attack": tuple(code for code in air_land if code not in own),
    }


def _ports(space: Space) -> tuple[str, ...]:
    """4D.2: from a country Navy goes to the seas on its coast alone."""
    return space.coast


def _waters(board: Map, space: Space) -> tuple[str, ...]:
    """4D.1, 4D.2: from a sea to every adjacent space, and through a strait, which may be open on the day
    (HR-47).
    """
    through = {sea for strait in board.straits if space.code in strait.seas for sea in strait.seas}
    return tuple(sorted({*space.adjacent, *through} - {space.code}))

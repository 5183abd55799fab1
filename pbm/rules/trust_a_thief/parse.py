"""What a nation could order, and how its card reads: from its view alone (TT 8)."""

from msgspec.structs import replace

from pbm.core.printout import Kit, KitPlace
from pbm.engine.system import Rules
from pbm.orders import form
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.trust_a_thief.checks import CHECKS, CHECKS_1
from pbm.rules.trust_a_thief.maps import Map, Space
from pbm.rules.trust_a_thief.purse import settle
from pbm.rules.trust_a_thief.state import Province
from pbm.rules.trust_a_thief.view import View


def parse(lines: tuple[OrderLine, ...] | None, view: View, rules: Rules) -> Parsed:
    """TT 8: the card read against the view, then held against gold, taxes and fleets as a whole (TT 2.6)."""
    checks = CHECKS if rules.edition >= 2 else CHECKS_1
    read = form.read(rules.orders, kit(view, rules), lines, checks=checks)
    settled = settle(read, lines or (), view, rules)
    faults = sorted(settled.faults, key=lambda fault: (fault.line, fault.column))
    return replace(settled, faults=tuple(faults), count=len(settled.orders))


def kit(view: View, rules: Rules) -> Kit:
    """TT 8: the places where the viewer may order next turn, what they have, and what orders there may name."""
    board: Map = rules.map
    me = view.me
    codes = tuple(board.spaces)
    if me is None:
        return Kit(view.viewer, (), {}, codes)
    places = {"": KitPlace("", "Your nation", "player", {"gold": max(0, me.gold)}, standing=me.standing)}
    fleets = view.fleets.get(view.viewer, {})
    for code in board.provinces:
        places[code] = _province(board.spaces[code], view.provinces[code], view.viewer)
    for code in board.seas:
        here = sum(1 for fleet in fleets.values() if fleet.sea == code)
        places[code] = KitPlace(code, board.spaces[code].name, "sea", {"fleet": here}, quiet=not here)
    for n, fleet in fleets.items():
        sea = board.spaces[fleet.sea]
        has = {"cargo": fleet.cargo, "room": rules.numbers["fleet"]["room"] - fleet.cargo}
        sets = {"fleet.sail": sea.seas, "fleet.shore": sea.provinces}
        places[f"#{n}"] = KitPlace(f"#{n}", f"Fleet in {fleet.sea}", "fleet", has, sets=sets, at=fleet.sea)
    return Kit(view.viewer, tuple(sorted(view.nations)), places, codes, options=dict(view.options), names=board.names)


def _province(space: Space, province: Province, me: int) -> KitPlace:
    """A province: what may be ordered there hangs on its owner, its structure and the armies in it."""
    own, armies = province.owner == me, province.armies.get(me, 0)
    traits = ["white"] if not province.owner else []
    if own:
        traits = [province.structure] + (["base or City"] if province.structure in ("base", "city") else [])
    return KitPlace(
        code=space.code,
        name=space.name,
        kind="own" if own else "land",
        has={"army": armies},
        traits=tuple(traits),
        sets={"army.move": space.provinces, "sea.coast": space.seas},
        quiet=not own and not armies,
    )

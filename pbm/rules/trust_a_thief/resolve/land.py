"""TT 6, step 7: land battles, and to whom provinces belong then (TT 3.5, 3.6, 4.2 to 4.10)."""

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.trust_a_thief.resolve.combat import Roll, fight
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, failed
from pbm.rules.trust_a_thief.resolve.sea import aims_at, told, told_aims
from pbm.rules.trust_a_thief.state import LADDER, Province, Structure


def fight_on_land(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 4.2, 4.11, T16, T17, T27: province by province in the order of the alphabet, all who meet fight to the
    death.
    """
    provinces = dict(position.provinces)
    fought_in = set()
    events: list[Event] = []
    for code in sorted(provinces):
        province = provinces[code]
        militia = _militia(province, orders)
        came = position.came.get(code, frozenset())
        held = bool(position.start.provinces[code].armies.get(province.owner) or position.fresh.get(code))
        sides = _sides(province, militia, came - {province.owner} if held else came)
        if len(sides) < 2:
            continue
        sent = {p: province.armies.get(p, 0) + (militia if p == province.owner else 0) for p in sides}
        foes = {p: frozenset(sides) - {p} for p in sides}
        aims = aims_at(orders, code)
        fought = fight(sent, foes, aims, _die(dice, code))
        facts = {"place": code, "owner": province.owner, **told(sides, sent, fought), "militia": militia}
        facts |= told_aims(sides, foes, aims)
        facts["militia_lost"] = int(militia > 0 and fought.left[province.owner] < sent[province.owner])
        left = {p: min(province.armies.get(p, 0), fought.left[p]) for p in sorted(sides)}  # TT T3: militia falls first
        provinces[code] = replace(province, armies={p: n for p, n in left.items() if n})
        fought_in.add(code)
        events.append(Event("battle", "all", facts))
    return replace(position, provinces=provinces, fought=frozenset(fought_in)), events


def _militia(province: Province, orders: Orders) -> int:
    """TT 2.4, 4.7, T4: a City defends itself with one army more, even where its owner has none."""
    if not province.owner or not set(province.armies) - {province.owner}:
        return 0
    found: int = orders.numbers["militia"].get(province.structure, 0)
    return found


def _sides(province: Province, militia: int, came: frozenset[int]) -> list[int]:
    """TT 4.4, T25: the nations that meet: those who entered first, ascending, then who was there, the owner last. An
    owner who had nothing there enters as the others do.
    """
    there = set(province.armies) | ({province.owner} if militia else set())
    entered = came - {province.owner} if militia else came
    return sorted(there, key=lambda p: (p == province.owner and p not in entered, p not in entered, p))


def _die(dice: Dice, code: str) -> Roll:
    return lambda turn, p, sides: dice.die(f"land/{code}/{turn}/{p}", sides)


def change_hands(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 3.5, 3.6, 4.6, T2, T9, T20, T24: who is alone in a province with armies gets it, a white one by claim only."""
    provinces = dict(position.provinces)
    events: list[Event] = []
    for code, province in position.provinces.items():
        if len(province.armies) != 1:
            continue
        p = next(iter(province.armies))
        claims = position.claims.get(code, {})
        if province.owner and province.owner != p:
            structure = _damaged(province.structure) if code in position.fought else province.structure
            facts = {"province": code, "by": p, "from": province.owner, "before": province.structure}
            facts |= {"structure": structure, "fought": code in position.fought}
            provinces[code] = replace(province, owner=p, structure=structure)
            events.append(Event("captured", "all", facts))
        elif not province.owner and p in claims:
            provinces[code] = replace(province, owner=p)
            events.append(Event("claimed", "all", {"province": code, "by": p}))
    for code, claims in sorted(position.claims.items()):
        # Who came to claim and does not own it now fell there: one nation at most is left of a battle (TT 4.2).
        beaten = [p for p in sorted(claims) if p != provinces[code].owner]
        events += [failed(p, order, "all-fell") for p in beaten for order in claims[p]]
    return replace(position, provinces=provinces), events


def _damaged(structure: Structure) -> Structure:
    """TT 4.10: one step down the ladder."""
    return LADDER[max(0, LADDER.index(structure) - 1)]

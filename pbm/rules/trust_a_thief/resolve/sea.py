"""TT 6, steps 4 and 5: ships move, then fleets fight (TT 3.2, 4.1, 4.8)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.rules.trust_a_thief.resolve.combat import Fought, fight
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, failed
from pbm.rules.trust_a_thief.state import Fleet

Pair = tuple[int, int]


def sail(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 3.2, 3.3: all fleets that are ordered to move do so at once; those that meet pass each other."""
    fleets = {p: dict(own) for p, own in position.fleets.items()}
    events: list[Event] = []
    for p, order in orders.given("M"):
        n = int(order.place[1:])
        if n in fleets[p]:
            fleets[p][n] = replace(fleets[p][n], sea=order.operands["to"])
        else:
            events.append(failed(p, order, "fleet-disbanded"))
    return replace(position, fleets=fleets), events


def fight_at_sea(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 4.1, 4.11, T27: sea by sea in the order of the alphabet, those fight of whom one attacks the other."""
    attacks, events = _attacks(position, orders)
    for sea in sorted(attacks):
        for group in _groups(attacks[sea]):
            position, battle = _battle(position, orders, dice, sea, attacks[sea], group)
            events.append(battle)
    return position, events


def _there(position: Position, sea: str) -> dict[int, dict[int, Fleet]]:
    """The fleets in a sea by nation, where a nation has any."""
    there = {p: {n: f for n, f in own.items() if f.sea == sea} for p, own in position.fleets.items()}
    return {p: own for p, own in there.items() if own}


def _attacks(position: Position, orders: Orders) -> tuple[dict[str, set[Pair]], list[Event]]:
    """TT 4.1, T14: who attacks whom in each sea: by order, or to keep others from landing on his provinces."""
    attacks: dict[str, set[Pair]] = {}
    events: list[Event] = []
    for p, order in orders.given("pX"):
        there = _there(position, order.place)
        if not any((p, n) not in position.launched for n in there.get(p, {})):
            events.append(failed(p, order, "fleet-disbanded"))
            continue
        q = order.operands["p"]
        found = [(p, other) for other in there if other != p and q in (0, other)]
        attacks.setdefault(order.place, set()).update(found)
        if not found:
            events.append(failed(p, order, "nobody-there"))
    for p, order in orders.given("U", "UC"):
        fleet = position.fleets[p].get(int(order.place[1:]))
        owner = position.provinces[order.operands["to"]].owner
        if fleet and owner not in (0, p) and owner in _there(position, fleet.sea):
            attacks.setdefault(fleet.sea, set()).add((owner, p))
    return {sea: pairs for sea, pairs in attacks.items() if pairs}, events


def _groups(pairs: set[Pair]) -> list[list[int]]:
    """TT T34: nations that are joined by attacks, group by group: two fights in one sea need not touch each other."""
    groups: list[set[int]] = []
    for pair in sorted(pairs):
        joined = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in joined]
        groups.append(set(pair).union(*joined))
    return sorted(sorted(group) for group in groups)


def _battle(
    position: Position, orders: Orders, dice: Dice, sea: str, attacks: set[Pair], group: list[int]
) -> tuple[Position, Event]:
    """TT 4.3, 4.8, T26: one battle to the end; all fleets of a nation in the sea take part, new ones too (TT T13)."""
    attackers = [p for p in group if any(p == by for by, _ in attacks)]
    sides = attackers + [p for p in group if p not in attackers]
    there = _there(position, sea)
    foes = {p: frozenset(q for q in sides if (p, q) in attacks or (q, p) in attacks) for p in sides}
    aims = aims_at(orders, sea)
    fought = fight(
        {p: len(there[p]) for p in sides},
        foes,
        aims,
        lambda turn, p, sides: dice.die(f"sea/{sea}/{turn}/{p}", sides),
    )
    fleets, sunk = dict(position.fleets), []
    for p in sides:
        lost = len(there[p]) - fought.left[p]
        for n in sorted(there[p], key=lambda n: (there[p][n].cargo, -n))[:lost]:  # TT 4.8: the order in which they sink
            sunk.append([p, n, there[p][n].cargo])
        gone = {n for q, n, _ in sunk if q == p}
        fleets[p] = {n: fleet for n, fleet in fleets[p].items() if n not in gone}
    facts = {
        "sea": sea,
        **told(sides, {p: len(there[p]) for p in sides}, fought),
        "drowned": [sum(cargo for q, _, cargo in sunk if q == p) for p in sides],
        "sunk": sunk,
        **told_aims(sides, foes, aims),
    }
    return replace(position, fleets=fleets), Event("sea-battle", "all", facts)


def told(sides: list[int], sent: dict[int, int], fought: Fought) -> dict[str, object]:
    """TT 7.1: what everybody learns of a battle; the lists are parallel to `nations`, attackers first."""
    left = [p for p in sides if fought.left[p]]
    return {
        "nations": sides,
        "sent": [sent[p] for p in sides],
        "lost": [sent[p] - fought.left[p] for p in sides],
        "winner": left[0] if len(left) == 1 else 0,
        "rounds": list(fought.rounds),
    }


def told_aims(sides: list[int], foes: Mapping[int, frozenset[int]], aims: Mapping[int, int]) -> dict[str, object]:
    """TT T37: in a battle of three and more, at whom each nation aims (0: at nobody), and whom it fights at all
    (TT T34).

    An aim that changes nothing stays secret: one at somebody who is no foe there, or the only one.
    """
    if len(sides) < 3:
        return {}
    return {
        "aims": [aims[p] if len(foes[p]) > 1 and aims.get(p, 0) in foes[p] else 0 for p in sides],
        "foes": [sorted(foes[p]) for p in sides],
    }


def aims_at(orders: Orders, place: str) -> dict[int, int]:
    """TT 4.9, T36: whom each nation aims at in a place: the order for the place, else the nation's own, else nobody.

    Of two orders for the same the last one counts; a standing order counts least.
    """
    aims: dict[int, int] = {}
    for wanted in ("", place):
        given = [(p, order) for p, order in orders.given("pT") if order.place == wanted]
        for p, order in sorted(given, key=lambda pair: bool(pair[1].line)):
            aims[p] = order.operands["p"]
    return aims

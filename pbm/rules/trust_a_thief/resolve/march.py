"""6, step 6: armies move, board and go ashore, all at once (3.1, 3.2, 3.3); fleets carry their own nation's (2.5)."""

from msgspec.structs import replace

from pbm.dice import Dice
from pbm.events import Event
from pbm.orderform import Order
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, failed, with_armies
from pbm.rules.trust_a_thief.state import Fleet


def march(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """3.1, 3.2, 3.3, T15: armies leave first and arrive then, so those that cross a border pass each other.

    Armies bought this turn stay (1.4, 2.3). What is aboard a fleet that sank is gone; armies that should board it stay.
    """
    events: list[Event] = []
    provinces = dict(position.provinces)
    fleets = {p: dict(own) for p, own in position.fleets.items()}
    arrivals: list[tuple[int, str, int]] = []
    claims = {code: dict(by) for code, by in position.claims.items()}
    for p, order in orders.given("AT", "AC", "L", "U", "UC", "ACh"):
        n, fleet = _fleet(position, p, order)
        if order.code in ("L", "U", "UC") and fleet is None:
            events.append(failed(p, order, "fleet-lost"))
            continue
        if order.code in ("AC", "UC", "ACh"):
            claims.setdefault(order.operands.get("to", order.place), {})[p] = order
        if order.code == "ACh":
            continue
        if order.code in ("U", "UC"):
            number = order.operands["n"]
            fleets[p][n] = replace(fleets[p][n], cargo=fleets[p][n].cargo - number)
            arrivals.append((p, order.operands["to"], number))
            continue
        start = order.operands["to"] if order.code == "L" else order.place
        able = provinces[start].armies.get(p, 0)
        if provinces[start].owner == p:
            able -= position.fresh.get(start, 0)
        number = min(order.operands["n"], able)
        if number < order.operands["n"]:
            events.append(failed(p, order, "fewer-armies"))
        provinces[start] = with_armies(provinces[start], p, -number)
        if order.code == "L":
            fleets[p][n] = replace(fleets[p][n], cargo=fleets[p][n].cargo + number)
        elif number:
            arrivals.append((p, order.operands["to"], number))
    came = {code: set(by) for code, by in position.came.items()}
    for p, to, number in arrivals:
        if not provinces[to].armies.get(p):
            came.setdefault(to, set()).add(p)
        provinces[to] = with_armies(provinces[to], p, number)
    entered = {code: frozenset(by) for code, by in came.items()}
    return replace(position, provinces=provinces, fleets=fleets, came=entered, claims=claims), events


def _fleet(position: Position, p: int, order: Order) -> tuple[int, Fleet | None]:
    """The number of the fleet that the order is for, and the fleet, if it still floats."""
    if not order.place.startswith("#"):
        return 0, None
    n = int(order.place[1:])
    return n, position.fleets[p].get(n)

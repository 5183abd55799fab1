"""TT 6, step 6: armies move, board and go ashore, all at once (TT 3.1, 3.2, 3.3); fleets carry their own nation's
(TT 2.5).
"""

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.orders.form import Order
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, failed, with_armies
from pbm.rules.trust_a_thief.state import Fleet


def march(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 3.1, 3.2, 3.3, T15: armies leave first and arrive then, so those that cross a border pass each other.

    Armies bought this turn stay (TT 1.4, 2.3). What is aboard a fleet that sank is gone; armies that should board it
    stay. An order claims if an army carries it out (TT 3.5).
    """
    events: list[Event] = []
    provinces = dict(position.provinces)
    fleets = {p: dict(own) for p, own in position.fleets.items()}
    arrivals: list[tuple[int, str, int]] = []
    claims = {code: dict(by) for code, by in position.claims.items()}
    for p, order in orders.given("AT", "AC", "L", "U", "UC"):
        n, fleet = _fleet(position, p, order)
        wanted, to = order.operands["n"], order.operands["to"]
        if order.code in ("L", "U", "UC") and fleet is None:
            events.append(failed(p, order, "fleet-disbanded" if (p, n) in position.removed else "fleet-lost"))
            continue
        if order.code in ("U", "UC"):
            number = wanted
            fleets[p][n] = replace(fleets[p][n], cargo=fleets[p][n].cargo - number)
        else:
            start = to if order.code == "L" else order.place
            able = provinces[start].armies.get(p, 0)
            if provinces[start].owner == p:
                able -= position.fresh.get(start, 0)
            number = min(wanted, able)
            provinces[start] = with_armies(provinces[start], p, -number)
        if not number:
            events.append(failed(p, order, "no-army"))
            continue
        if number < wanted:
            events.append(failed(p, order, "fewer-armies", went=number))
        if order.code in ("AC", "UC"):
            _claim(claims, to, p, order)
        if order.code == "L":
            fleets[p][n] = replace(fleets[p][n], cargo=fleets[p][n].cargo + number)
        else:
            arrivals.append((p, to, number))
    for p, order in orders.given("ACh"):  # all have left who will, and nobody has arrived
        if provinces[order.place].armies.get(p):
            _claim(claims, order.place, p, order)
        else:
            events.append(failed(p, order, "no-army"))
    came = {code: set(by) for code, by in position.came.items()}
    for p, to, number in arrivals:
        if not provinces[to].armies.get(p):
            came.setdefault(to, set()).add(p)
        provinces[to] = with_armies(provinces[to], p, number)
    entered = {code: frozenset(by) for code, by in came.items()}
    return replace(position, provinces=provinces, fleets=fleets, came=entered, claims=claims), events


def _claim(claims: dict[str, dict[int, tuple[Order, ...]]], code: str, p: int, order: Order) -> None:
    """TT 3.5: one more order by which a nation claims a province."""
    by = claims.setdefault(code, {})
    by[p] = (*by.get(p, ()), order)


def _fleet(position: Position, p: int, order: Order) -> tuple[int, Fleet | None]:
    """The number of the fleet that the order is for, and the fleet, if it still floats."""
    if not order.place.startswith("#"):
        return 0, None
    n = int(order.place[1:])
    return n, position.fleets[p].get(n)

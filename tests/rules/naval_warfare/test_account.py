"""The account of a card is that of the week, wherever no roll, no enemy and no consent comes between (NW 11.4, 19)."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.core.dice import Dice
from pbm.orders.form import Order
from pbm.rules.naval_warfare.muster import Muster
from pbm.rules.naval_warfare.parse import kit
from pbm.rules.naval_warfare.purse import CardPurse
from pbm.rules.naval_warfare.resolve import resolve
from pbm.rules.naval_warfare.variant import order_table
from pbm.rules.naval_warfare.view import view
from tests.rules.naval_warfare.test_cards import RULES, position, read

SURE = (
    *("@ VTL", "@ VTH", "@ VEC1", "@ VHE2", "@ VRD", "@ VX2", "@ VHE3", "@ 4D30", "@ 2D5", "@ SM1O", "@ SM2F", "@ CV1"),
    *("@ KE+", "@ EB2", "@MIA WN", "@MIC WDC", "@MIB XR60", "@MIC XR31", "@MIC BD", "@MIC BAF3", "@MIA BAB4"),
    *("@#1 R4", "@#2 R3", "@#2 L", "@#1 F1N", "@#19 F2A", "@#25 BA2,1", "@#80 RFNNTAB"),
    *("@P1 UMS", "@P1 F1AG", "@P1 C1", "@P1 R21", "@P1 BA1,1"),
)
"""Orders of which the cost is certain."""
OTHERWISE = ("before", "after", "pay", "held", "bonus", "level", "aid-in")
"""Rows of the week's account that no order makes."""


def acting(orders: tuple[Order, ...]) -> dict[int, Order]:
    return dict(enumerate(order for order in orders if not order.slot))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6))
def test_what_a_card_takes_the_week_takes(seed: int) -> None:
    draw = Random(seed)
    state = position(money=draw.choice((60, 200, 900, 4000)), changes=1, war=[], platforms=6, prisoners=[99, 99])
    state.options["events"] = "off"
    state.countries[3].war = []
    card = read("\n".join(draw.sample(SURE, draw.randint(1, len(SURE)))), state)
    muster = Muster(seen := view(state, 1, RULES), state.countries[1])
    purse = CardPurse(kit(seen, RULES), order_table(), muster)
    taken = sum(purse.least(order) for order in acting(card.orders).values())
    week = resolve(state, {1: card}, Dice(b"account" * 3, "NW-1", 9), RULES)
    assert [event.facts for event in week.events if event.kind == "order-failed" and 1 in event.seen_by] == []
    [rows] = [event.facts["rows"] for event in week.events if event.kind == "account" and 1 in event.seen_by]
    assert -sum(row[1] for row in rows if row[0] not in OTHERWISE) == taken
    assert sum(row[1] for row in rows[:-1]) == rows[-1][1] == week.state.countries[1].money

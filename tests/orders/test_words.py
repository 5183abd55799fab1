"""An order in words: what it says where its player is 0, and in the order reference."""

import hashlib
import json

import pytest

from pbm import __version__
from pbm import rules as registry
from pbm.core.printout import Kit, KitPlace
from pbm.orders.describe import Speaker
from pbm.orders.fault_words import WORDS
from pbm.orders.operands import MAX_DIGITS, MAX_TOKEN, Codes
from pbm.orders.order import Order
from pbm.orders.slips import MOST_AHEAD
from pbm.orders.spaces import MOST_COMPARED
from pbm.orders.table import OrderForm, meaning, reference
from tests.games import table

TABLES = [
    registry.system(name).setup.load(v, {}).orders for name in registry.SYSTEMS for v in registry.system(name).variants
]
KIT = Kit(1, (1, 2), {"": KitPlace("", "", "player", {}), "NSE": KitPlace("NSE", "", "sea", {})}, ("NSE",))


@pytest.mark.parametrize(
    ("system", "code", "place", "number", "words"),
    [
        ("battle-plan", "pP", "", 0, "Spread 7 Dollars of propaganda over all minors"),
        ("battle-plan", "pP", "", 2, "Spread 7 Dollars of propaganda over the countries of [2] Jan"),
        ("battle-plan", "pM", "", 0, "Send message 7 to everyone"),
        ("battle-plan", "pM", "", 2, "Send message 7 to [2] Jan"),
        ("battle-plan", "pMto", "", 0, "Send message 7 to everyone, with NSE filled in"),
        ("trust-a-thief", "pSA", "", 0, "Steal all caravans of all whom no other order names"),
        ("trust-a-thief", "pX", "NSE", 0, "Your fleets here attack everybody, when all ships have moved"),
        ("trust-a-thief", "pX", "NSE", 2, "Your fleets here attack those of [2] Jan, when all ships have moved"),
    ],
)
def test_player_0_is_called_what_the_order_means_by_him(
    system: str, code: str, place: str, number: int, words: str
) -> None:
    speaker = Speaker(table(system, 3).rules.orders, KIT, {}, {2: "Jan"})
    order = Order(code, place, {"p": number, "n": 7, "m": 7, "to": "NSE"}, "", 1, 1, 0)
    assert speaker.meant(order) == words


def test_every_order_that_takes_0_for_a_player_has_a_word_for_him() -> None:
    def takes_nobody(row: OrderForm) -> bool:
        return any(operand.player in ("all", "others or nobody") for operand in row.operands)

    for orders in TABLES:
        assert {row.code for row in orders.rows if row.nobody} == {row.code for row in orders.rows if takes_nobody(row)}
        assert not any(set("{}|") & set(row["means"]) for row in reference(orders)), "a reader sees none of the signs"


def test_the_order_reference_says_both() -> None:
    assert meaning("Spread {n} spies over {the countries of p|all minors}", Codes()) == (
        "Spread n spies over the countries of p (0: all minors)"
    )
    assert meaning("Send message {m} to {p|everyone}, with {to} filled in", Codes()) == (
        "Send message m to p (0: everyone), with XXX filled in"
    )


def test_other_sentences_are_of_another_version() -> None:
    """A turn is verified with its faults only by the version that recorded it: who changes what a fault says, or when,
    raises the version, and writes the new digest here.
    """
    said = [sorted(WORDS.items()), MOST_COMPARED, MAX_DIGITS, MAX_TOKEN, MOST_AHEAD]
    digest = hashlib.sha256(json.dumps(said).encode()).hexdigest()[:16]
    assert (__version__, digest) == ("0.3.0", "12a295bcd75865e5")

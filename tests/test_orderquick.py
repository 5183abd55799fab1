"""Orders read at once are those that the careful way would take, just so (design 4)."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm import orderreader
from pbm.orderform import OrderLine, Parsed, read
from pbm.orderquick import DIGITS, LETTERS, alike, quick_forms
from pbm.ordertable import Row
from pbm.rules import system
from tests.bench import world
from tests.test_orderform import KIT, PLACES, TABLE, sample

WORDS = """
@ @TU @GR @SY @BLA @XX PASS AC2BU AC1BU AT2BU FA1BU 3BU 4GR AS02GR BA5 BA05 RA5 RA6 2A 2E 0P3 1A 9A S1BU S9BU
P5TU 2P5 BA200 BD100 U1 2M5 2M7BU 3M4 /1/BA5 /2/ AC1BLA NS1BLA NT2BLA MA1BU
"""
TOKENS = st.one_of(st.sampled_from(WORDS.split()), st.from_regex(r"[A-Z0-9/]{1,6}", fullmatch=True))


def both(text: str, *, clip: bool) -> tuple[Parsed, Parsed]:
    """The same card read with the quick way and without it."""
    lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    quick = read(TABLE, KIT, lines, clip=clip)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(orderreader, "read_at_once", lambda *_: False)
        return quick, read(TABLE, KIT, lines, clip=clip)


@given(st.lists(st.tuples(TOKENS, st.sampled_from([" ", "  ", "\n", ", "])), max_size=40), st.booleans())
@settings(max_examples=200, deadline=None)
def test_both_ways_read_any_card_alike(words: list[tuple[str, str]], clip: bool) -> None:
    quick, careful = both("".join(word + gap for word, gap in words), clip=clip)
    assert quick == careful


NUMBERS = ("0", "1", "2", "3", "5", "9", "05", "10", "11", "20", "21", "30", "200", "100000000", "1000000000")
NAMES = ("BU", "GR", "TU", "SY", "UK", "BLA", "XX")


def forms_of(row: Row) -> Iterator[str]:
    """A row's order with all that its operands might be, right or wrong."""
    for values in product(*(NAMES if operand.among else NUMBERS for operand in row.operands)):
        yield row.form.format(**dict(zip(row.names, values, strict=True)))


@pytest.mark.parametrize("place", PLACES)
def test_both_ways_read_every_form_with_whatever_operands_alike(place: str) -> None:
    """Each by itself, and behind an order that it may contradict, use up or repeat."""
    rows, taken = TABLE.at(PLACES[place].kind), set()
    usual = [sample(row, PLACES[place].kind) for row in rows]
    for row in rows:
        for text in forms_of(row):
            quick, careful = both(f"@{place} {text}", clip=False)
            assert quick == careful, text
            taken |= {order.code for order in quick.orders}
        some = list(forms_of(row))[:: max(1, 7 ** (len(row.operands) - 1))]
        for first, text in product(usual, some):
            quick, careful = both(f"@{place} {first} {text} {text}", clip=False)
            assert quick == careful, (first, text)
    assert taken >= {row.code for row in rows if not row.needs}


def test_both_ways_read_a_full_card_alike() -> None:
    rules = world.rules_of(80)
    battle_plan = system("battle-plan")
    state = world.position(rules)
    for player in (1, 2, 3):
        view = battle_plan.view(state, player, rules)
        card = world.card(battle_plan.kit(view, rules), 60, seed=player)
        quick = battle_plan.parse(card, view, rules)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(orderreader, "read_at_once", lambda *_: False)
            assert battle_plan.parse(card, view, rules) == quick
        assert quick.count > 30


def test_nearly_every_order_of_the_table_can_be_read_at_once() -> None:
    for kind in ("player", "own", "minor", "sea"):
        assert {quick.row.code for quick in quick_forms(TABLE, kind).rows.values()} == {
            row.code for row in TABLE.at(kind)
        }


@pytest.mark.parametrize(
    ("one", "other", "can"),
    [
        (["A", DIGITS], ["A", DIGITS], True),
        (["A", LETTERS], ["A", "B"], True),
        (["A", LETTERS], ["A", "B", LETTERS], True),
        (["A", LETTERS], ["A", DIGITS], False),
        (["A", DIGITS, LETTERS], ["A", DIGITS], False),
        ([DIGITS, "A"], [DIGITS, LETTERS], True),
        ([DIGITS, "A"], ["5", "A"], True),
        (["B", "A"], ["B", "I"], False),
    ],
)
def test_shapes_are_alike_where_one_text_has_both(one: list[str], other: list[str], can: bool) -> None:
    assert alike(one, other) is alike(other, one) is can


@pytest.mark.parametrize("text", ["@TU AC2BU 3BU AC1XX", "@ 2A RA5 2A RA600", "@ AC1BU @TU 1BU BA9999999"])
def test_a_tab_is_a_blank(text: str) -> None:
    assert both(text.replace(" ", "\t"), clip=False)[0] == both(text, clip=False)[0]

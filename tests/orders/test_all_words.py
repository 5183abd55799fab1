"""Words of the order table that games of other kinds need: forces, routes, accounts, numbered units, a board."""

from itertools import product
from random import Random
from tomllib import loads

import pytest
from msgspec.structs import replace

from pbm.core.printout import Kit
from pbm.orders.account import price
from pbm.orders.fault_words import said
from pbm.orders.form import OrderLine, Parsed, blank, compile_table, read, reference, unordered
from pbm.orders.headings import headings_of
from pbm.orders.reader import MAX_ORDERS, Reader
from pbm.orders.spaces import MOST_COMPARED
from pbm.orders.table import PlaceKind
from tests.orders.all_words import KIT, TABLE, parsed


def texts(text: str) -> str:
    """The orders taken, as one line."""
    return " ".join(f"{order.place}:{order.text}" for order in parsed(text).orders)


def told(parsed: Parsed) -> list[str]:
    """Faults and warnings."""
    return [f"{fault.text} -- {fault.message}" for fault in (*parsed.faults, *parsed.warnings)]


@pytest.mark.parametrize(
    ("card", "orders", "notes"),
    [
        # a word of a list, narrowed by the kit, told with its reason
        ("@TRA B2LI 1TK", "TRA:B2LI TRA:B1TK", []),
        ("@TRA B2LI 1FAR", "TRA:B2LI TRA:B1FAR", []),
        ("@TRA B1S1", "", ["B1S1 -- Divers are not known yet"]),
        # a place that the kit says why not to name, and a token that is never a piece of an order
        ("@%1 COSB CA1", "%1:CA1", ["COSB -- Osby has no quay"]),
        ("@TRA B 2LI B2LI", "TRA:B2LI", ["B -- write how many, and of what", "2LI -- " + said("no-repeat")]),
        ("@TRA B2XX", "", ["B2XX -- there is no unit XX; write one of LI TK S1; the form is Bnu"]),
        # a list of parts
        ("@TRA GA4LI+2TK:B2/C3", "TRA:GA4LI+2TK:B2/C3", []),
        ("@TRA ga04li:b3", "TRA:GA4LI:B3", ["ga04li:b3 -- 04 is read as 4"]),
        ("@TRA GA1LI+1LI:B3", "", ["GA1LI+1LI:B3 -- LI is written twice; write it once"]),
        ("@TRA GA1LI+1TK+1S1:B3", "", ["GA1LI+1TK+1S1:B3 -- 3 parts; at most 2 may follow each other"]),
        # a route: what touches, what may be passed, how far, what may be aimed at
        ("@TRA GA1LI:C4", "", ["GA1LI:C4 -- C4 does not touch TRA"]),
        ("@TRA GA1LI:B3/C3", "", ["GA1LI:B3/C3 -- B3 cannot be passed; possible: A2 B2"]),
        ("@TRA GA1LI:A2/B2/A2/B2/C3", "", ["GA1LI:A2/B2/A2/B2/C3 -- 4 are passed; at most 2 may be"]),
        ("@TRA GA1LI:A2", "", ["GA1LI:A2 -- Attack: A2 cannot be named from TRA; possible: B3"]),
        ("@TRA GA4LI:C33", "", ["GA4LI:C33 -- C33 is off the map, which ends at D4"]),
        ("@TRA GM1LI:B2/C4", "TRA:GM1LI:B2/C4", ["GM1LI:B2/C4 -- C4 does not touch B2"]),
        # a store that another operand names, and units that are used twice within a share
        ("@TRA GM9LI:B2", "TRA:GM6LI:B2", ["GM9LI:B2 -- cut to 6, all that is left"]),
        ("@TRA GM1S1:B2", "", ["GM1S1:B2 -- 1 is more than is left in TRA: 0 Diver"]),
        ("@TRA GA4LI:B3 3LI:B3", "TRA:GA4LI:B3 TRA:GA3LI:B3", ["3LI:B3 -- 6 Light there in TRA; 7 are ordered"]),
        ("@TRA GA4LI:B3 GM6LI:B2", "TRA:GA4LI:B3 TRA:GM6LI:B2", []),
        # the running account, step by step, whatever the order on the card
        ("@ P99MP S30MP 20EP", ":P82MP :S30MP :S20EP", ["P99MP -- cut to 82; 107 Gold left"]),
        ("@ S95MP", ":S90MP", ["S95MP -- cut to 90; 90 Room left"]),
        ("@ S90MP S1EP", ":S90MP", ["S1EP -- 1 needed; 0 Room left"]),
        ("@ X3:90MP+41EP", ":X3:90MP+40EP", ["X3:90MP+41EP -- cut to 40; 40 heat left"]),
        ("@ X3:1200EP", ":X3:40EP", ["X3:1200EP -- 1200 is read as 999", "X3:1200EP -- cut to 40; 40 heat left"]),
        ("@TRA B7=1N/50", "TRA:B7=1N/40", ["B7=1N/50 -- 50 is read as 40"]),
        ("@ S60MP X3:99MP", ":S60MP :X3:30MP", ["X3:99MP -- cut to 30; 30 metal left"]),
        # no more orders than the kit has room for
        (
            "@TRA B1LI 1LI 1LI 1LI",
            "TRA:B1LI TRA:B1LI TRA:B1LI",
            ["1LI -- this is one too many of builds; 3 may be ordered"],
        ),
        # numbers of one's own, new ones, and what was founded on the same card
        ("@TRA B7=4NNAB/30 @%1 J7 J4 @$7 R5", "TRA:B7=4NNAB/30 %1:J7 %1:J4 $7:R5", []),
        ("@%1 J7", "", ["J7 -- you have no ship 7; you have 4"]),
        ("@TRA B4=1N/2", "", ["B4=1N/2 -- ship 4 is taken already; write another number"]),
        ("@TRA B9=1N/2", "", ["B9=1N/2 -- ship 9 is taken already; write another number"]),
        (
            "@$7 R5",
            "",
            [
                "@$7 -- you have no $7 that can act; you have $4",
                "R5 -- it is under @$7, where you have nothing to order",
            ],
        ),
        # what stays until it is changed
        ("@%1 CA1 CTRA", "%1:CA1 %1:CTRA", []),
        ("@%1 CA1 H", "%1:CA1 %1:H", ["H -- CA1 is about the same thing; the last one counts"]),
        # texts to the end of the line: as written, with commas and what would be a comment
        ("@ q We seek; peace, now", ":Q We seek; peace, now", []),
        ("@ T#4=  Old Tom-3 ", ":T#4=Old Tom-3", []),
        ("@ T#4=", ":T#4=", []),
        ("@ Q", "", ["Q -- the text is missing; write it behind the order, up to the end of the line"]),
        ("@ T#4=Élan", ":T#4=Élan", []),
        ("@ T#4=a_b", "", ["T#4=a_b -- the text holds U+005F; write letters, digits, blanks and - ' ."]),
        ("@ Q a\u202eb", "", ["Q a\u202eb -- the text holds U+202E, which cannot be seen; write plain text"]),
        ("@ Q " + "x" * 31, "", ["Q " + "x" * 31 + " -- the text has 31 characters; write at most 30"]),
        # parts in a queue, with signs, and the sign that begins again
        ("@#2 MB2?>L2>*", "#2:MB2?>L2>*", ["MB2?>L2>* -- the orders MB1>S are replaced"]),
        ("@#1 S>MB1>L1", "", ["S>MB1>L1 -- #1 has no holds, which this order needs"]),
        ("@#1 S>S S>S", "#1:S>S", ["S>S -- 4 parts; at most 3 may follow each other"]),
        ("@#1 S>* S", "#1:S>*", ["S -- * ends the orders; nothing follows it"]),
        ("@#1 MB1?!", "#1:MB1?!", []),
        ("@#1 MB1!?", "#1:MB1?!", []),
        ("@#1 MB1??", "", ["MB1?? -- ? is written twice; write it once"]),
        ("@ NCS>MB1", ":NCS>MB1", []),
        # squares, as far as they are known
        ("@#1 MA1", "", ["MA1 -- A1 is water; Carts cannot go there"]),
        ("@#1 MC2", "", ["MC2 -- C2 is a peak; Carts cannot go there"]),
        ("@#1 MD4", "#1:MD4", []),
        ("@#1 MZ9", "", ["MZ9 -- Z9 is off the map, which ends at D4"]),
        ("@#1 M4D", "", ["M4D -- its parts are in another order: write MD4"]),
        ("@#1 MA3", "#1:MA3", []),
        ("@#1 VA1", "#1:VA1", []),
        # what a kind of unit does not do, by the kit's reasons
        ("@#1 VOSB", "", ["VOSB -- Carts do not look at towns"]),
        ("@#1 S>VOSB", "#1:S>VOSB", []),
        ("@#1 VC2", "", ["VC2 -- Carts look at no peak"]),
        ("@#1 VB1! VB1?", "#1:VB1?", ["VB1! -- ! is for Rafts"]),
        ("@#2 VB1", "", ["VB1 -- a loaded Cart does not look"]),
        ("@#2 S>VB1", "#2:S>VB1", ["S>VB1 -- the orders MB1>S are replaced"]),
        ("@#5 VB1 VOSB VD4", "#5:VOSB #5:VD4", ["VB1 -- Rafts look at towns"]),
        ("@#12 S>VB1", "", ["S>VB1 -- Guards do not look"]),
        ("@#1 F#1 F#2", "#1:F#2", ["F#1 -- #1 is this unit itself"]),
        ("@#1 MOSB TOSB", "#1:TOSB", ["MOSB -- OSB is not yours; Move does not take it"]),
        ("@#1 MB1>MOSB", "#1:MB1>MOSB", []),
        ("@#5 MA1 MTRA", "#5:MA1 #5:MTRA", []),
        # so many of a kind, or all that are left
        ("@TRA C2S CMB2", "TRA:C2S TRA:CMB2", []),
        ("@TRA C9S", "TRA:C3S", ["C9S -- 9 is more than is left in TRA: 3 Cart; that many will act"]),
        ("@TRA CS CS", "TRA:CS", ["CS -- nothing is left of 3 Cart"]),
        # headings for several, for squares, for what the kit does not list
        ("@#1+2 S", "#1:S #2:S", ["S -- #2: the orders MB1>S are replaced"]),
        ("@#1-9 MA1", "#5:MA1", ["MA1 -- #1 #2: A1 is water; Carts cannot go there"]),
        ("@#2-1 S", "", ["@#2-1 -- 2-1 is not a row of numbers; write the lower one first, as #3-7"]),
        ("@#1+2+5+12 S", "", ["@#1+2+5+12 -- a heading opens at most 3; write the rest behind a second one"]),
        ("@C3 GM1LI:B2", "", ["GM1LI:B2 -- 1 is more than is left in C3: 0 Light"]),
        ("@14K S", "", ["@14K -- there is no space 14K; see the map's list of codes"]),
        ("@4D GM1LI:B2", "", ["@4D -- its parts are in another order: write D4"]),
    ],
)  # fmt: skip
def test_a_card_is_read(card: str, orders: str, notes: list[str]) -> None:
    if card.startswith(("@#2-1", "@#1+2+5", "@14K", "@4D")):
        assert told(parsed(card))[0] == notes[0]
        assert not parsed(card).orders
        return
    assert texts(card) == orders
    assert told(parsed(card)) == notes


@pytest.mark.parametrize(
    ("card", "kinds"), [("@$4 R50", "invalid"), ("@#1 L9", "illegal"), ("@$7", "invalid"), ("@#9", "illegal")]
)
def test_a_table_says_whether_a_wrong_number_is_a_slip_or_not_allowed(card: str, kinds: str) -> None:
    assert [fault.kind for fault in parsed(card).faults] == [kinds]


def test_values_are_plain_data() -> None:
    (attack, move) = parsed("@TRA GA4LI+2TK:B2/C3 @#1 TB1?>S>*").orders
    assert attack.operands == {"force": [{"n": 4, "u": "LI"}, {"n": 2, "u": "TK"}], "plot": ["B2", "C3"]}
    assert move.operands["q"][0] == {"code": "T", "text": "TB1?", "to": "B1", "f": "?"}
    assert move.operands["q"][2] == {"code": "", "text": "*"}


def test_one_heading_for_many_counts_as_one_order() -> None:
    found = parsed("@#1+2 S")
    assert (found.count, len(found.orders)) == (1, 2)


def test_what_an_order_costs_is_added_up_over_its_list() -> None:
    (ship,) = parsed("@TRA B7=4NNAB/30").orders
    cost = next(row.cost for row in TABLE.rows if row.code == "SHIP")
    assert cost is not None
    assert price(cost, ship.operands, KIT) == 30 * (4 + 4 + 7)


def test_standing_orders_act_after_those_of_the_card_and_are_cut_in_silence() -> None:
    assert [order.text for order in parsed("@ S85MP").standing] == ["S5MP"]
    full = parsed("@ S90MP")
    assert not full.standing
    assert not (*full.faults, *full.warnings)


def test_the_reference_shows_examples_and_codes_as_the_table_has_them() -> None:
    shown = {row["code"]: row["form"] for row in reference(TABLE)}
    assert shown["GA"] == "GA4LI+2TK:B2/C3"
    assert shown["C"] == "CK14"


def test_the_reference_has_the_parts_of_orders_and_the_words_of_lists() -> None:
    rows = {(row["at"][0], row["form"]): (row["title"], row["means"]) for row in reference(TABLE)}
    assert rows["Parts of orders", "MK14f"] == ("Move", "Move to K14")
    assert rows["unit", "LI"] == ("Light", "")
    assert rows["goods", "MP"] == ("metal", "")
    assert len({row["code"] for row in reference(TABLE)}) == len(reference(TABLE)), "each has an anchor of its own"


def test_the_blank_card_has_units_together_and_reads_as_it_is() -> None:
    lines = blank(TABLE, KIT)
    assert "@#1-2  ; 2 Cart in B2" in lines
    found = parsed("\n".join(lines[:-1]))
    assert not (*found.faults, *found.orders)


def test_hundreds_of_units_need_few_headings() -> None:
    unit = KIT.places["#1"]
    units = {f"#{k}": replace(unit, code=f"#{k}", at=f"A{k // 100 + 1}") for k in range(1, 300)}
    lines = blank(replace(TABLE, places=tuple(_wide(place) for place in TABLE.places)), replace(KIT, places=units))
    assert lines == ("@#1-99 ; 99 Cart in A1", "@#100-199 ; 100 Cart in A2", "@#200-299 ; 100 Cart in A3", "END")


def _wide(place: PlaceKind) -> PlaceKind:
    return replace(place, most=200) if place.many else place


def test_headings_are_as_short_as_can_be() -> None:
    kind = TABLE.place("unit")
    assert headings_of(kind, ["#5", "#1", "#2", "#3", "#9"]) == ["#1-3", "#5+9"]
    assert headings_of(kind, ["#1", "#2", "#3", "#4"]) == ["#1-3", "#4"]


def test_who_is_without_orders_is_told_though_others_stand_nowhere_in_the_kit() -> None:
    assert unordered(KIT, parsed("@C3 GM1LI:B2 @TRA B7=1N/2 @$7 R1"), TABLE) == []


TOKENS = ["".join(Random(k).choices("ABCDEFGHIKLM0123456789", k=6)) for k in range(MAX_ORDERS)]


def test_wrong_tokens_on_a_large_map_are_not_searched_for_ever() -> None:
    """2,000 on 20,000 codes: each has its fault; only the first are told what is nearest."""
    codes = tuple(map("".join, product("ABCDEFGHIJKLMNOPQRSTUVWXYZ", repeat=4)))[:20_000]
    reader = Reader(TABLE, replace(KIT, codes=codes), clip=False, checks={})
    reader.read_line(OrderLine(1, "@%1"))
    for number, start in enumerate(range(0, MAX_ORDERS, 100), 2):
        reader.read_line(OrderLine(number, " ".join(f"C{token}" for token in TOKENS[start : start + 99])))
    assert len(reader.faults) == MAX_ORDERS // 100 * 99
    assert 0 < reader.spaces.compared <= MOST_COMPARED


def test_too_many_units_at_once_are_one_fault() -> None:
    units = {f"#{k}": replace(KIT.places["#1"], code=f"#{k}") for k in range(200)}
    table = replace(TABLE, places=tuple(_wide(place) for place in TABLE.places))
    kit: Kit = replace(KIT, places=units)
    found = read(table, kit, (OrderLine(1, "@#0-199 " + "S " * 100),))
    assert any("too many units" in fault.message for fault in found.faults)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ('form = "B{n}{u}"\nn = {}\nu = { one_of = "unit" }', "both written"),
        ('form = "Z{w}"\nw = { list = "{x}", x = { one_of = "runs" } }', "cannot tell where A ends"),
        ('form = "Z{w}"\nw = { lists = "{x}" }', "lists"),
    ],
)
def test_a_table_that_could_not_be_read_is_refused(order: str, message: str) -> None:
    start = """
[lists.unit]
title = "unit"
words = { LI = "Light" }
[lists.runs]
title = "run"
words = { A = "a", AA = "b" }
[[place]]
kind = "town"
form = "@{space}"
title = "A town"
[[order]]
code = "A"
form = "B{n}{u}"
at = ["town"]
rule = "1"
title = "A"
means = "A"
n = {}
u = { one_of = "unit" }
[[order]]
code = "B"
at = ["town"]
rule = "1"
title = "B"
means = "B"
"""
    with pytest.raises(ValueError, match=message):
        compile_table(loads(start + order))

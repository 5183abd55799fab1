"""Order lines become orders or faults that say what would be right (design 4, security 4; BP 8, 11, 12)."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.core.printout import Kit, KitPlace
from pbm.orders.form import OrderLine, Parsed, blank, compile_table, read, unordered
from pbm.orders.table import OrderForm
from pbm.rules import system

TABLE = system("battle-plan").setup.load("europe", {}).orders
UNITS = {"army": 20, "navy": 10, "air": 10, "missiles": 10, "antimissiles": 10, "industry": 30}
NEAR = {"army.move": ("BU", "GR", "BLA"), "army.reach": ("BU", "GR"), "army.attack": ("BU",)}
NEAR |= {"navy.reach": ("BLA", "EAS"), "air.range": ("BU", "BLA"), "air.land": ("BU", "GR"), "air.attack": ("BU",)}
CODES = ("TU", "BU", "GR", "UK", "SY", "BLA", "EAS")
PLACES = {
    "": KitPlace("", "Player orders", "player", {"dollars": 5099, "spies": 500, "counterspies": 300}),
    "TU": KitPlace("TU", "Turkey", "own", UNITS, ("coast",), NEAR),
    "GR": KitPlace("GR", "Greece", "minor", UNITS, ("coast",), NEAR),
    "SY": KitPlace("SY", "Syria", "own", UNITS, (), NEAR, standing={1: "BA999", 4: "AS5GR"}),
    "BLA": KitPlace("BLA", "Black Sea", "sea", {"army": 5, "navy": 5, "air": 5}, ("sea",), NEAR),
}
SETS = {"spaces": CODES, "countries": CODES[:5], "countries.foreign": ("BU", "UK", "GR")}
KIT = Kit(1, (1, 2, 3), PLACES, CODES, SETS)
AT = {place.kind: place.code for place in reversed(PLACES.values())}


def parsed(text: str, *, clip: bool = False) -> Parsed:
    """How a card of these lines reads."""
    return read(TABLE, KIT, tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1)), clip=clip)


def texts(text: str) -> str:
    """The orders taken, as one line."""
    return " ".join(order.text for order in parsed(text).orders)


def sample(row: OrderForm, kind: str) -> str:
    """An order of the row that may be given at that kind of place."""
    text = row.form
    for name, operand in zip(row.names, row.operands, strict=True):
        among = PLACES[AT[kind]].sets.get(operand.among) or SETS.get(operand.among, ())
        text = text.replace(f"{{{name}}}", among[0] if operand.among else "2")
    return text


ROWS = [pytest.param(row, kind, id=f"{AT[kind]}-{row.code}") for row in TABLE.rows for kind in row.at]


@pytest.mark.parametrize(("row", "kind"), ROWS)
def test_every_row_of_the_table_is_formed_read_and_written_back(row: OrderForm, kind: str) -> None:
    text = sample(row, kind)
    for found in (parsed(f"@{AT[kind]} {text}"), parsed(f"@{AT[kind]} {text}".lower())):
        (order,) = found.orders
        assert (order.code, order.place, order.text, order.column) == (row.code, AT[kind], text, len(AT[kind]) + 3)
        assert TABLE.written_out(row, order.operands) == text
        assert found.faults == found.warnings == ()


@pytest.mark.parametrize("kind", AT)
def test_no_token_fits_two_forms_of_the_table(kind: str) -> None:
    for row in TABLE.at(kind):
        for n, to in product(("0", "1", "123456"), ("A", "UK", "BLA")):
            among = {name for name, operand in zip(row.names, row.operands, strict=True) if operand.among}
            token = TABLE.written_out(row, {name: to if name in among else n for name in row.names})
            assert [other.code for other in TABLE.at(kind) if other.pattern(token)] == [row.code]


def table(*forms: str, **more: Any) -> Any:
    """A small table of player orders with a number n or m each."""
    row = {"at": ["player"], "rule": "1", "title": "T", "means": "M"}
    rows = [row | {"code": form, "form": form, form[form.index("{") + 1]: {"max": 9}} | more for form in forms]
    return {"order": rows, "place": [{"kind": "player", "form": "@", "title": "Player orders"}]}


@pytest.mark.parametrize("forms", [("A{n}", "A{m}"), ("{n}A", "{m}A")])
def test_an_ambiguous_order_table_is_refused_at_load(forms: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="A"):
        compile_table(table(*forms))


def test_what_fits_two_forms_is_ambiguous_and_both_are_named() -> None:
    twice = replace(TABLE, by_start={key: rows * 2 for key, rows in TABLE.by_start.items()})
    found = read(twice, KIT, (OrderLine(1, "@TU BA5"),))
    assert ([f.kind for f in found.faults], found.orders) == (["ambiguous"], ())
    assert "BAn or BAn" in found.faults[0].message


@pytest.mark.parametrize("more", [{"spend": {}}, {"n": {"spends": "army", "maximum": 3}}, {"n": {"player": "some"}}])
def test_a_word_that_the_table_does_not_know_is_refused_at_load(more: dict[str, Any]) -> None:
    compile_table(table("A{n}"))
    with pytest.raises(ValueError, match=r"spend|maximum|some"):
        compile_table(table("A{n}", **more))


LONGEST = {"2M5,TU": "pMto", "2M5,3": "pMq", "2M5,3M6": "pM pM", "2M5,2A": "pM pA", "2M5,U1": "pM U1"}
LONGEST |= {"2M5,3,U2": "pMq U2", "2M5 3M6,BLA;,TU": "pM pMto"}


@pytest.mark.parametrize(("text", "orders"), LONGEST.items())
def test_the_longest_form_that_fits_wins(text: str, orders: str) -> None:
    found = parsed("@ " + text)
    assert (" ".join(order.code for order in found.orders), found.faults) == (orders, ())


def test_blanks_tabs_commas_and_lines_separate_and_a_semicolon_ends_a_line() -> None:
    assert texts("@tu\tba1,bf2,, ,bm3 ;bx4\n\n ;\nbx5 pass") == "BA1 BF2 BM3 BX5"
    assert (texts("@TU BA1\u00a0BF2"), parsed("@TU BA1\u00a0BF2").warnings[0].column) == ("BA1 BF2", 8)


REPEATED = {"@TU NT5BLA 4EAS": "NT5BLA NT4EAS", "@TU NT5BLA\n4eas ; so": "NT5BLA NT4EAS"}
REPEATED |= {"@ s1bu 2uk c1uk 2tu p3tu 4bu": "S1BU S2UK C1UK C2TU P3TU P4BU", "@TU AT99UK AT5BU 6GR": "AT5BU AT6GR"}


@pytest.mark.parametrize("text", ["@TU AC2BU 3BU AC1XX", "@ 2A RA5 2A RA600", "@ AC1BU @TU 1BU BA9999999"])
def test_a_tab_is_a_blank(text: str) -> None:
    assert parsed(text.replace(" ", "\t")) == parsed(text)


@pytest.mark.parametrize(("text", "orders"), REPEATED.items())
def test_a_number_and_a_code_repeat_the_order_before(text: str, orders: str) -> None:
    assert texts(text) == orders


UNREPEATED = [
    "@TU AT5UX 6GR",
    "@TU AT5BU @SY 6GR",
    "@TU BA5 6GR",
    "@TU AT5BU /1/AT6BU 6GR",
    "@TU AT5BU ZZ9 6GR",
    "@TU AT5BU A６BU 6GR",
]


@pytest.mark.parametrize("text", UNREPEATED)
def test_after_a_heading_or_what_was_not_understood_nothing_is_repeated(text: str) -> None:
    assert [(f.text, f.kind, f.rule) for f in parsed(text).faults][-1] == ("6GR", "invalid", "HR-01")


FAULTS: list[tuple[str, int, str, str, str]] = [  # card, column, text, kind, part of the sentence
    ("@TU BA1 AC20UX", 9, "AC20UX", "invalid", "nearest are UK"),
    ("@TU BA1 AC20QY", 9, "AC20QY", "invalid", "there is no space QY; the nearest is SY"),
    ("@TU AC20", 5, "AC20", "invalid", "the space is missing"),
    ("@TU XC5BU", 5, "XC5BU", "invalid", "XTnXXX"),
    ("@TU !!", 5, "!!", "invalid", "this is not an order; the rule book lists all orders"),
    *((f"@TU BA{n}", 5, f"BA{n}", "invalid", f"{n} is not a whole number") for n in ("+5", "-1", "1_000", "5.5")),
    *((f"@TU BA{n}", 5, f"BA{n}", "invalid", k) for n, k in (("", "form is"), ("0", "1 or"), ("1e3", "not an order"))),
    (f"@TU BA{'9' * 1500}", 5, f"BA{'9' * 58}…", "invalid", "at most 6 digits"),
    ("@ BI101", 3, "BI101", "illegal", "0 to 100"),
    ("@ 2M0", 3, "2M0", "illegal", "1 to 99"),
    ("@ 1A", 3, "1A", "illegal", "your own number"),
    ("@ 0E", 3, "0E", "illegal", "player 0 is not possible"),
    ("@ 99A", 3, "99A", "invalid", "players are 2 3"),
    ("@TU ＢＡ５", 5, "ＢＡ５", "invalid", "U+FF22 (FULLWIDTH LATIN CAPITAL LETTER B) is not ASCII and looks like B"),
    ("@TU BA٣", 5, "BA٣", "invalid", "U+0663 (ARABIC-INDIC DIGIT THREE) is not ASCII and looks like 3"),
    ("@TU BА5", 5, "BА5", "invalid", "U+0410 (CYRILLIC CAPITAL LETTER A) is not ASCII and looks like A"),
    ("@ ſ1BU", 3, "ſ1BU", "invalid", "U+017F (LATIN SMALL LETTER LONG S) is not ASCII and looks like S"),
    ("@ 2\u212a", 3, "2\u212a", "invalid", "U+212A (KELVIN SIGN) is not ASCII and looks like K"),
    *((f"@TU BA{odd}5", 5, f"BA{odd}5", "invalid", f"U+{ord(odd):04X}") for odd in "\u202e\u2066\u200b\0\v\x1b"),
    ("BA5", 1, "BA5", "invalid", "write @"),
    ("@TU BN1\n@SY BN1", 5, "BN1", "illegal", "no coast"),
    ("@GR AT5BU", 5, "AT5BU", "illegal", "a country that you occupy"),
    ("@BLA BA5", 6, "BA5", "illegal", "Build Army is given under: a country that you occupy or a minor"),
    ("@TU AC5GR", 5, "AC5GR", "illegal", "possible: BU"),
    ("@TU AT5TU", 5, "AT5TU", "illegal", "TU is where the order is given; possible: BLA BU GR"),
    ("@BLA AC5BLA", 6, "AC5BLA", "illegal", "BLA is where the order is given; possible: BU"),
    ("@TU AC5BU AS2GR,AC6BU", 17, "AC6BU", "illegal", "AC5BU (line 1) is the same order"),
    ("@TU FA5BU AT2BU", 11, "AT2BU", "illegal", "FA5BU (line 1) goes there too"),
    *((f"@TU /{k}/BA5", 5, f"/{k}/BA5", "invalid", "1 to 5") for k in ("0", "6", "", "x", "99999999")),
    ("@TU /1/AC5UK", 5, "/1/AC5UK", "illegal", "never be legal"),
    ("@TU /1//2/BA5", 5, "/1//2/BA5", "invalid", "not an order"),
    ("@BLA /1/NS1EAS", 6, "/1/NS1EAS", "illegal", "given under: a country"),
]


@pytest.mark.parametrize("case", FAULTS, ids=lambda case: ascii(case[0][:20]))
def test_a_fault_has_its_place_and_kind_and_says_what_would_be_right(case: tuple[str, int, str, str, str]) -> None:
    text, column, quote, kind, message = case
    (found,) = parsed(text).faults
    assert (found.line, found.column, found.text, found.kind) == (text.count("\n") + 1, column, quote, kind)
    assert message in found.message


@pytest.mark.parametrize("heading", ["@GÜ", "@\u0413R", "@\u2010", "\uff20GR", "\ufe6bTU", "@TU\u2212"])
def test_under_a_heading_with_an_odd_sign_nothing_is_ordered_until_the_next(heading: str) -> None:
    """Its orders are never read under the heading before it, nor under nothing."""
    found = parsed(f"@TU BA5 {heading} BA6 /1/BA5 @TU BF1")
    assert [order.text for order in found.orders] == ["BA5", "BF1"]
    odd, *under = found.faults
    assert (odd.text, odd.kind) == (heading, "invalid")
    assert "is not ASCII" in odd.message
    shown = "".join(c if c.isascii() else f"<U+{ord(c):04X}>" for c in heading[1:])
    assert [(f.text, f.message) for f in under] == [
        (text, f"it is under @{shown}, which is not a space of this map") for text in ("BA6", "/1/BA5")
    ]


def test_an_order_with_an_odd_sign_leaves_its_place_open() -> None:
    assert [order.text for order in parsed("@TU BА5 BF1").orders] == ["BF1"]


@pytest.mark.parametrize("text", ["BA{}", "AC{}BU", "AC{}", "FA{}UX"])
@pytest.mark.parametrize("digits", [7, 1500, 5000, 200_000])
def test_a_number_of_any_length_is_a_fault_at_the_number(digits: int, text: str) -> None:
    found = parsed("@TU BF1 " + text.format("9" * digits))
    assert [order.text for order in found.orders] == ["BF1"]
    assert (9, "the number is too long; it has at most 6 digits") in [(f.column, f.message) for f in found.faults]


def test_noughts_before_a_number_are_warned_of() -> None:
    found = parsed("@TU BA005")
    assert (found.orders[0].operands, found.faults, found.warnings[0].text) == ({"n": 5}, (), "BA005")


WRITTEN = {"@TU BA005": "BA5", "@ 2m5,zz": "2m5,zz", "@TU".ljust(1997) + "BA15": "BA15"}


@pytest.mark.parametrize(("text", "token"), WRITTEN.items())
def test_an_order_is_canonical_and_a_quoted_token_is_the_one_written(text: str, token: str) -> None:
    found = parsed(text)
    assert [o.text for o in found.orders] + [f.text for f in found.faults if f.text] == [token]


def test_orders_under_an_unknown_heading_go_to_no_place() -> None:
    found = parsed("@TU BA1 @ZZ BA2 BF2 @UK BA3 @TU BF4")
    assert [(order.place, order.text) for order in found.orders] == [("TU", "BA1"), ("TU", "BF4")]
    told = [f"{f.text} {f.kind} {f.message.count('ZZ')}" for f in found.faults]
    assert told == ["@ZZ invalid 1", "BA2 invalid 1", "BF2 invalid 1", "@UK illegal 0", "BA3 illegal 0"]


SPENDING = {"TS{}": 0, "RA{}": 0, "2D{}": 0, "P{}TU": 0, "2S{}": 1, "S{}UK": 1, "C{}TU": 2}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(SPENDING)), st.integers(1, 60))), st.booleans())
def test_first_come_is_first_paid_and_no_store_is_overdrawn(wishes: list[tuple[str, int]], clip: bool) -> None:
    left, taken = [50, 5, 3], []
    for form, n in wishes:
        paid = n if n <= left[SPENDING[form]] else left[SPENDING[form]] * clip
        left[SPENDING[form]] -= paid
        taken += [form.format(paid)] * (paid > 0)
    found = parsed("@ " + " ".join(form.format(n) for form, n in wishes), clip=clip)
    assert ([o.text for o in found.orders], len(found.faults)) == (taken, len(wishes) - len(taken))


def test_standing_orders_take_what_explicit_ones_leave_and_their_slots_are_set_and_emptied() -> None:
    acting = {"": "BA30 AS5GR", "BA10": "AS5GR", "BF10": "BA20 AS5GR", "AB17BU": "BA30 AS3GR", "MA1GR BF30": ""}
    acting |= {"/1/ /2/AS18GR": "AS18GR", "/4/ /1/bf7": "BF7", "/4/BF999": "BA30"}
    for card, orders in acting.items():
        assert " ".join(order.text for order in parsed(f"@SY {card}").standing) == orders
    filed = parsed("@TU /3/BA999 /2/ /1/AC9GR").orders  # GR may be attacked one day
    assert [(o.code, o.slot, o.operands.get("n")) for o in filed] == [("BA", 3, 999), ("", 2, None), ("AC", 1, 9)]
    assert [o.text for o in read(TABLE, KIT, None).standing] == ["BA30", "AS5GR"]


CARDS = st.lists(st.sampled_from([case[0] for case in FAULTS])).map(" ".join)


@settings(max_examples=300, deadline=None)
@given(st.text("@TUBA1 5,/;\t\0\u00a0２Аß") | st.text() | CARDS)
def test_junk_never_raises_and_every_fault_quotes_what_stands_there(text: str) -> None:
    lines = text.split("\n")
    for found in parsed(text).faults:
        assert lines[found.line - 1][found.column - 1 :].startswith(found.text.removesuffix("…"))
        assert 0 < len(found.text) <= 61 < 61 + len(found.message)


def test_the_blank_card_parses_and_orders_nothing() -> None:
    *lines, end = blank(TABLE, KIT)
    found = parsed("\n".join(lines))
    assert (found.orders, found.faults, end, "/1/BA999; /4/AS5GR" in lines[3]) == ((), (), "END", True)


def test_one_of_a_thing_has_the_word_for_one() -> None:
    purse = {"dollars": 100, "spies": 100, "counterspies": 50}
    places = {
        "": KitPlace("", "", "player", purse),
        "TU": KitPlace("TU", "Turkey", "own", {"army": 1, "missiles": 1, "antimissiles": 2}, ("coast",)),
    }
    assert blank(TABLE, replace(KIT, places=places)) == (
        "@      ; 1 dollar 1 spy 0.5 counterspies",
        "@TU    ; 1 army 1 missile 2 antimissiles",
        "END",
    )
    told = unordered(replace(KIT, places=places), Parsed(given=False), TABLE)
    assert told == ["TU: 1 Army, 1 Missile without orders; they defend."]


def test_what_has_no_order_is_told_place_by_place() -> None:
    told = unordered(KIT, parsed("@BLA AS5GR,FS5BU NS3EAS\n@GR AB20BU NS10BLA FA10BU /1/MT3BU"), TABLE)
    rest = "Missiles without orders; they defend."
    assert told[1:] == [f"GR: 10 {rest}", f"SY: 15 Army, 10 Navy, 10 AirForce, 10 {rest}", f"BLA: 2 Navy {rest[9:]}"]


# Bounds


def test_a_line_is_read_up_to_its_two_thousandth_character() -> None:
    head = "@TU BA1"
    whole = parsed(f"{head}{'BI2':>{2000 - len(head)}}")
    assert (len(whole.orders), whole.faults) == (2, ())
    cut = parsed(f"{head}{'BI2':>{2001 - len(head)}}")
    assert [order.text for order in cut.orders] == ["BA1"], "half an order would be another"
    (fault,) = cut.faults
    assert (fault.column, fault.text, "at most 2000 characters" in fault.message) == (1999, "BI2", True)


@pytest.mark.parametrize("gap", [" ", "\t"])
@pytest.mark.parametrize(("before", "taken"), [(1997, 2), (1998, 1), (1999, 0), (5000, 0)])
def test_two_thousand_orders_are_read_and_one_fault_tells_of_the_rest(before: int, taken: int, gap: str) -> None:
    lines = [gap.join(["PASS"] * min(100, before - k)) for k in range(0, before, 100)]
    found = parsed("\n".join([*lines, gap.join(["@TU", "BA1", "BI2"]), "BN3"]))
    assert len(found.orders) == taken
    assert ["at most 2000 orders" in fault.message for fault in found.faults] == [True]


def test_a_code_may_have_digits_where_its_form_says_how_many() -> None:
    """`[codes]` of the table: a number may stand right before such a code."""
    rows: dict[str, Any] = {
        "code": "AC",
        "form": "AC{n}{to}",
        "at": ["own"],
        "rule": "1",
        "title": "Go",
        "means": "Go to {to}",
    }
    rows |= {"n": {"spends": "army"}, "to": {"among": "near"}, "repeat": True}
    place = {"kind": "own", "form": "@{space}", "title": "Own"}
    codes = {"form": "[0-9A-Z]{2}-[0-9]{2}", "like": "[0-9A-Z-]*"}
    regions = compile_table({"order": [rows], "place": [place], "codes": codes})
    home = KitPlace("GM-02", "Home", "own", {"army": 500}, (), {"near": ("09-14", "20-09")})
    kit = Kit(1, (1,), {"GM-02": home}, ("GM-02", "09-14", "20-09"), {})

    def told(text: str) -> tuple[list[dict[str, Any]], list[str]]:
        found = read(regions, kit, (OrderLine(1, f"@GM-02 {text}"),))
        return [order.operands for order in found.orders], [fault.message for fault in found.faults]

    assert told("AC2009-14 AC2020-09") == ([{"n": 20, "to": "09-14"}, {"n": 20, "to": "20-09"}], [])
    assert told("AC1009-14 520-09") == ([{"n": 10, "to": "09-14"}, {"n": 5, "to": "20-09"}], [])
    (orders, (fault,)) = told("AC2009-15")
    assert not orders
    assert "09-15" in fault
    assert told("AC200914")[0] == []

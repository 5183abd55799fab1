"""Cards: those of the specification, what is refused and how, and cards that nobody should write (GE 22)."""

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.orders.form import Parsed
from pbm.rules.gunboat_empires.parse import parse
from pbm.rules.gunboat_empires.state import State
from pbm.rules.gunboat_empires.view import view
from tests.games import lines
from tests.rules.gunboat_empires import RULES, SEATS, SYSTEM

START: State = SYSTEM.start(RULES, SEATS, Dice(b"", "GAME", 0))


def laid(**given: dict[str, object]) -> State:
    """The beginning with something laid over it."""
    state: State = SYSTEM.words.lay(START, given, RULES)
    return state


def read(text: str, state: State = START, player: int = 6) -> Parsed:
    """A card of country 6."""
    return parse(lines(text), view(state, player, RULES), RULES)


def told(parsed: Parsed) -> list[tuple[str, str]]:
    """Faults as (text, sentence)."""
    return [(fault.text, fault.message) for fault in parsed.faults]


def test_the_card_of_turn_1() -> None:
    """The card of the first turn, and of others, in the rule book's words."""
    parsed = read("@ S1500RP 1500SP 800AP 700FP I75BTE 10ARM\n@06-06 B3LI\n@06-01 B1MR 1SL GA4LI:30-01\n@06-12 B1LAB")
    assert told(parsed) == []
    assert parsed.count == 11
    texts = "S1500RP S1500SP S800AP S700FP I75BTE I10ARM B3LI B1MR B1SL GA4LI:30-01 B1LAB"
    assert [order.text for order in parsed.orders] == texts.split()


def test_the_card_of_turn_14() -> None:
    """The card of the first turn, and of others, in the rule book's words."""
    own = {code: {"owner": 6, "units": {}} for code in ("AO-23", "30-01", "12-02")}
    regions = {
        **own,
        "06-01": {"units": {"BB": 8, "ES": 6, "MR": 6, "LI": 6}},
        "06-06": {"units": {"LI": 9}},
        "06-16": {"units": {"LI": 12, "HI": 3}},
        "06-15": {"units": {"LI": 8}},
        "AO-21": {"owner": 9},
    }
    country = {
        "stocks": dict.fromkeys(("SP", "LP", "MP", "EP", "FP", "AP", "RP", "GO"), 30000),
        "levels": {"BTE": 300},
        "technologies": ["ART", "ENG"],
        "sealift": 9,
    }
    state = laid(regions=regions, countries={"6": country})
    card = """@ S2000SP 1200RP P400EP X9:500SP+200MP X9:300GO RTNK I10ARM 10NAV 60BTE
/1/S600LP
@06-06 B2LI 1HI RD3LI:06-11
@06-01 B2BB NA6BB+4ES:AO-23/AO-21 NM4LI:AO-23/AO-21/30-01
@06-16 GA6LI+3HI:12-02 4LI:12-02
@06-15 AT8LI:29-02
@12-02 GM2LI:06-16"""
    found = told(read(card, state))
    assert [fault for fault in found if "12-02" not in fault[0] and "12-02" not in fault[1]] == []


REFUSED = [
    ("@ S10GO", "", "there is no goods GO"),
    ("@ S0MP", "", "1 or more"),
    ("@ RTNK", "", "Combustion Engine comes first"),
    ("@ RART", "", "BTech 75 is needed, you have 0"),
    ("@ X6:10SP", "", "your own number"),
    ("@ X29:10SP", "", "29 is a neutral; export to one of 1 2 3"),
    ("@ X98:10SP", "", "98 is a neutral; export to one of 1 2 3"),
    ("@ X99:10SP", "", "no player 99"),
    ("@ X7:1SP X8:1SP X9:1SP", "X9:1SP", "one too many of exports; 2"),
    ("@06-06 B1TK", "", "Tanks is not developed"),
    ("@06-06 B10LI", "", "the number is 1 to 9"),
    ("@06-06 ZSL", "", "Sealift cannot be salvaged"),
    ("@06-06 GA2LI:12-02", "", "12-02 does not touch 06-06"),
    ("@06-06 GA2LI+1LI:06-07", "", "LI is written twice"),
    ("@06-06 GA2LX:06-07", "", "the form is GA"),
    ("@06-06 RD2LI:06-07/06-11", "", "LI is not fast: one region"),
    ("@06-01 NA1MR:AO-23", "", "Merchants take no part in phase 2"),
    ("@06-01 NA1S1:AO-23", "", "submarines go with nothing else"),
    ("@06-01 IN2BB:30-01", "", "two land regions follow each other"),
    ("@06-01 NR2ES:AO-23", "", "reconnaissance is one unit"),
    ("@06-01 NA1FT:AO-23", "", "take part in phase 2 with Naval Air"),
    ("@06-01 GA2BB:30-01", "", "only army and air units go by land"),
    ("@06-01 /1/GM2LI:06-02", "", "it does not stand on file"),
    ("@12-02 GA1LI:12-03", "", "is given under: land of yours"),
    ("@06-06 GA1LI:06-07!06-08", "", "06-07"),
]


@pytest.mark.parametrize(("card", "text", "said"), REFUSED, ids=lambda value: str(value)[:30])
def test_what_is_refused_and_why(card: str, text: str, said: str) -> None:
    found = told(read(card))
    assert len(found) == 1, found
    assert found[0][0] == (text or card.split(" ", 1)[1])
    assert said in found[0][1], found


@pytest.mark.parametrize("hyphen", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212")
def test_a_hyphen_that_is_none_is_named_with_the_code_that_is_meant(hyphen: str) -> None:
    (fault,) = read(f"@06{hyphen}06 B1LI").faults[:1]
    assert f"U+{ord(hyphen):04X}" in fault.message
    assert "looks like -; write @06-06" in fault.message
    assert not read(f"@06{hyphen}06 B1LI").orders


def test_every_seventh_task_force_of_a_phase_is_one_too_many() -> None:
    state = laid(regions={"06-06": {"units": {"LI": 20}}})
    near = "06-07"
    parsed = read("@06-06 " + " ".join([f"GM1LI:{near}"] * 7), state)
    assert [message for _, message in told(parsed)] == [
        "this is one too many of task forces of phase 5; 6 may be ordered"
    ]


def test_an_order_that_is_refused_leaves_its_place_free() -> None:
    """GE HR-44: what the stores do not bear is not counted against the limits."""
    parsed = read("@ S3000AP X7:10AP X8:1SP X9:1LP X10:1SP\n@06-06 " + "B1BB " * 8 + "B1LI")
    assert [order.text for order in parsed.orders] == ["S3000AP", "X8:1SP", "X9:1LP", "B1LI"]
    assert [text for text, message in told(parsed) if "one too many" in message] == ["X10:1SP"]


def test_orders_are_cut_with_a_warning_and_the_account_goes_on() -> None:
    parsed = read("@ S9000RP 1SP\n@06-06 B5LI 1LI")
    assert [order.text for order in parsed.orders] == ["S4500RP", "B3LI"]
    assert [order.cut.text for order in parsed.orders if order.cut] == ["S9000RP", "B5LI"]
    assert [fault.text for fault in parsed.faults] == ["1SP", "1LI"]


def test_set_up_cards() -> None:
    rules = SYSTEM.setup.load("romin-jhors", {"setup": "cards"})
    state: State = SYSTEM.start(rules, SEATS, Dice(b"", "GAME", 0))

    def card(text: str) -> list[str]:
        return [fault.message for fault in parse(lines(text), view(state, 6, rules), rules).faults]

    assert card("@ MAHIN MILIN MILAB MDENE U3HI 4LI CAP06-07 PRT06-02\n@ N1 Falkenland\n@ N8 Otto O'Hara-Smith") == []
    assert {*card("@ MAHIN MIHIN MILAB MDENE")} == {"the four sectors differ: name each of them once"}
    assert {*card("@ MAHIN")} == {"write all four, one MA, two MI and one MD, or none"}
    assert card("@ CAP06-07 PRT06-07")[-1:] != []
    assert card("@ U9HI") == []
    assert card("@ S10SP") != []
    assert card("@ N1 Fal\u202eken") != []
    assert card("@ PRT12-02") != []
    assert card("@06-06 B1LI") == ["Build units is given under: land of yours"], "in that turn nothing is built"


HOSTILE = [
    "@06-06 GA999999LI:06-07",
    "@06-06 GA1LI:" + "/".join(["06-07"] * 500),
    "@ " + " ".join(f"X{k % 28 + 1}:1SP" for k in range(1000)),
    "@06-06 " + " ".join(["GA1LX:06-07"] * 2000),
    "\n".join(f"@{k % 100:02}-{k % 17:02} B1LI" for k in range(2000)),
    "@ " + "S9" * 900,
]


@pytest.mark.parametrize("card", HOSTILE, ids=range(len(HOSTILE)))
def test_cards_that_nobody_should_write_are_faults(card: str) -> None:
    assert read(card).faults


def test_an_unseated_country_is_not_read() -> None:
    state = replace(START, seats=(1, 2))
    assert parse(lines("@ S1SP"), view(state, 6, RULES), RULES).orders == ()

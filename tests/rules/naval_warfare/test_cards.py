"""The cards of the specification, every order once, and what players write that is wrong (NW 11)."""

from functools import cache
from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.core.printout import Kit
from pbm.engine.system import Rules, Seat
from pbm.orders.form import OrderLine, Parsed, blank
from pbm.rules.naval_warfare.parse import kit, parse
from pbm.rules.naval_warfare.purse import hoped_pay
from pbm.rules.naval_warfare.setup import lay, start
from pbm.rules.naval_warfare.state import State
from pbm.rules.naval_warfare.tables import NAMED
from pbm.rules.naval_warfare.variant import order_table
from pbm.rules.naval_warfare.view import view

SEATS = (Seat(1, "14"), Seat(2, "25"), Seat(3, "13"), Seat(4, "28"), Seat(5, "23"))
RULES = Rules("naval-warfare", "level", {}, {}, order_table(), NAMED, {}, (), {})


def ship(**facts: Any) -> dict[str, Any]:
    """A destroyer of 20 points that lies in the home port, but for what is said."""
    return {"hull": 3, "max": 20, "weapons": "NNA", **facts}


GIVEN: dict[str, Any] = {
    "turn": 8,
    "countries": {
        "1": {
            "money": 1000,
            "economy": "OIL",
            "abilities": ["CAR", "SEL"],
            "food": 3,
            "oil": 9,
            "prisoners": [40, 55],
            "admirals": [9, 12],
            "supers": 2,
            "annex": 1,
            "level": 9,
            "allies": [4],
            "trade": [5],
            "peace": [5],
            "embargo": [3],
            "gone": [11],
            "flagship": 1,
            "active": 40,
            "types": {
                "1": {"name": "Gull", "size": "light", "weapon": "Rockets", "load": 10, "cost": 23},
                "2": {"name": "Roc", "size": "heavy", "weapon": "Bombs", "load": 8, "cost": 38, "adv": ["ST"]},
            },
        },
        "2": {"economy": "PIR"},
        "3": {"war": [1], "economy": "RAW"},
        "4": {"allies": [1]},
        "5": {"trade": [1], "peace": [1], "economy": "MAN", "territory": "23"},
    },
    "ships": {
        "1": {
            "1": ship(hull=5, max=30, hp=20, load=[0, 12, 35], group=1, admiral=8),
            "2": ship(hp=6, load=[1, 12, 35]),
            "3": ship(group=2),
            "4": ship(port="MIC"),
            "5": ship(port="MIC", hp=3),
            "6": ship(group=1, specials=["SU"], weapons="TT"),
            "19": ship(port="MIB"),
            "12": ship(reserve=True),
            "13": ship(away=10),
            "14": ship(group=3),
            "25": ship(kind="carrier", hull=5, weapons="NN", aircraft=[{"type": 1, "hp": 1}]),
            "80": ship(kind="utility", hull=4, weapons="M", holds=[["N", 4]]),
        },
        "3": {"1": ship()},
    },
    "groups": {"1": {"1": {"hex": "2306"}, "2": {"hex": "2206", "course": ["P2309"]}, "3": {"hex": "2308"}}},
    "ports": {
        "MIA": {"weapons": [{"w": "N", "hp": 25, "load": 24}] * 11},
        "MIB": {"structure": 200},
        "MIC": {"structure": 350},
    },
    "platforms": {
        "1": {
            "1": {
                "kind": "AS",
                "port": "MIB",
                "hp": 100,
                "aa": [{"a": "PS", "hp": 1, "load": 2}],
                "aircraft": [{"type": 1, "hp": 1}, {"type": 1, "hp": 1}],
            }
        }
    },
    "offers": {"merchant": {"kind": "raw", "number": 7, "price": 12, "to": 1, "turn": 8}, "gift": {"to": 1, "turn": 8}},
}
GIVEN["countries"]["1"]["war"] = [3]


@cache
def opening() -> State:
    """Five countries before the founding week."""
    return start(RULES, SEATS, Dice(b"x" * 16, "NW-1", 0))


def position(**country: Any) -> State:
    """The middle of a game, where country 1 is so."""
    mine = {**GIVEN["countries"]["1"], **country}
    return lay(opening(), {**GIVEN, "countries": {**GIVEN["countries"], "1": mine}}, RULES)


MIDDLE = position()


def read(text: str, state: State = MIDDLE) -> Parsed:
    """A card of country 1 in that position."""
    lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return parse(lines, view(state, 1, RULES), RULES)


def faults(text: str, state: State = MIDDLE) -> list[tuple[str, str, str]]:
    """What is wrong with a card: text, kind, sentence."""
    return [(fault.text, fault.kind, fault.message) for fault in read(text, state).faults]


FIRST = """@ SFNTTL LV4C PPMIB N Republic of Mirrane
@MIA B1=5DDNNN/60 B2=4NNAB/40 B3=4NNAB/40 B4=3NNM/25 B8=2AA/15 WNNC
  N Everport
@MIB B5=3NTM/25
@G1 J1 J2 J3 J4 SD TH R30 M2308"""
SECOND = """@ 3T 2E 4D30 Q Xanthe has burnt our traders.
@MIA B9=5DDNNN/50 /1/XR100
@#2 R14 L
@G1 AXAB SA TL R25 Y2
@G2 J4 J5 P2309 SV
@P1 BA3,1 MA2309"""
THIRD = """@ OCXAB 4A 5O CV3 AX24 KE+ EB7 3X
@MIA B20=DDDNN!/70 BC21=6NND/60
@#21 BA4,1 MD
@#20 AD12
@G1 ARXAA SH K1 R15
@G3 I3 TF H4 Y1"""


def test_the_card_of_the_founding_week() -> None:
    card = read(FIRST, opening())
    assert [fault.message for fault in card.faults] == []
    assert card.count == 20
    assert [note.message for note in card.warnings] == [
        "ship 1 may turn out smaller: D needs hull 3",
        "2 ships stay in port without a group",
    ]
    build = next(order for order in card.orders if order.code == "BUILD")
    assert build.place == "MIA"
    assert build.operands == {"k": 1, "h": 5, "w": [{"x": letter} for letter in "DDNNN"], "n": 60}
    assert [order.operands["text"] for order in card.orders if order.code == "NAME"] == [
        "Republic of Mirrane",
        "Everport",
    ]


def test_the_card_of_a_war() -> None:
    card = read(SECOND)
    assert [fault.message for fault in card.faults] == []
    assert card.count == 19
    assert [(order.place, order.slot) for order in card.orders if order.slot] == [("MIA", 1)]


def test_the_card_of_a_late_week_has_its_one_fault() -> None:
    state = position(allies=[], trade=[], embargo=[], prisoners=[40, 55, 60])
    assert [(text, kind) for text, kind, _ in faults(THIRD, state)] == [("ARXAA", "invalid")]
    assert read(THIRD, state).count == 20


FORMS = """@ 2E 3N 2T 4TS 2A 3AS 2O 5Q 2X 3Z 2D50 2G3F SM4O 3R1 2M3 4Y80 KE+ KE? VTL VX2 VEC1 VRD CV2 BP2406 OCXAB
@ EB7 EG AX24
@ FL2 EP3 ER5 ED0 PPMIB SPH SFNTTL LS1 LV6P LV5F CHSHI VTH
@ Q We seek peace, now.
@ N The Clans
@MIA B7=4NNAB/30 BAF2 WN
@MIB BC21=6NND/60 XR350 B8=DDDNN!/60
@MIC BD BU81=3NNTAB/20
@#2 L R12 F2N
@#80 RFNNTAB
@#25 BA2,1 MD MS MA2308
@#19 AD9 SU S2/60
@#5 Z
@G5 J19 U19 J4 M2309 P2309 I3 H
@G2 0 AXAB SA TH K1 Z0 R40 Y1 H4
@P1 UMS F1MS C1 R100 MS"""


def test_every_order_once() -> None:
    state = position(money=5000, changes=2, taken=[2, 5], platforms=6)
    card = read(FORMS, state)
    assert [(fault.text, fault.message) for fault in card.faults] == []
    assert {order.code for order in card.orders} == {row.code for row in order_table().rows}


WRONG = (
    ("@G1 SX", "SX", "invalid", "there is no stance X; write one of A H D V; the form is Ss"),
    ("@MIA B7=4NNAB", "B7=4NNAB", "invalid", "the most that you pay is missing, behind a stroke: B7=4NNAB/30"),
    ("@MIA WQ", "WQ", "invalid", "a letter of it is not a weapon; weapons are M L O N T A B C D R"),
    ("@ 2D12512", "2D12512", "invalid", "the number is 1 to 9999"),
    ("@ 12E", "12E", "illegal", "there is no player 12; players are 2 3 4 5"),
    ("@ 1E", "1E", "illegal", "that is your own number; name another player"),
    ("@ 3E", "3E", "illegal", "you are at war with 3 already"),
    ("@ 2N", "2N", "illegal", "you are not at war with 2"),
    ("@ 4A", "4A", "illegal", "4 is your ally already"),
    ("@ 5T", "5T", "illegal", "5 has peace with you already"),
    ("@ 5O", "5O", "illegal", "you trade with 5 already"),
    ("@ 2Q", "2Q", "illegal", "there is nothing to leave: no treaty with 2"),
    ("@ 3X", "3X", "illegal", "your embargo lies on 3 already"),
    ("@ 2Z", "2Z", "illegal", "no embargo of yours lies on 2"),
    ("@ 2E 2E", "2E", "illegal", "2E (line 1) is the same order; write one for all"),
    ("@ 2D1001", "2D1001", "illegal", "1000 dollars are left, 1001 are needed"),
    ("@ 2G3R", "2G3R", "illegal", "3 is more than is left: 0 raw materials"),
    ("@ SM4R", "SM4R", "illegal", "4 is more than is left: 0 raw materials"),
    ("@ 2R1", "2R1", "illegal", "only piracy raids; you are OIL"),
    ("@ 2R3", "2R3", "illegal", "the number is 0 to 2"),
    ("@ 2M3", "2M3", "illegal", "only trade management assists; you are OIL"),
    ("@ 2M1", "2M1", "illegal", "that is your own number; name another player"),
    ("@ KE? KE?", "KE?", "illegal", "no change is left"),
    ("@ VTL VTL", "VTL", "illegal", "three types fly already: `VX3` drops one"),
    ("@ VX3", "VX3", "illegal", "there is no type 3; yours are 1 2"),
    ("@ VST2", "VST2", "illegal", "type 2 has ST"),
    ("@ VEC3", "VEC3", "illegal", "there is no type 3; yours are 1 2"),
    ("@ VRD VRD", "VRD", "illegal", "your aircraft have advanced radar"),
    ("@ CV3", "CV3", "illegal", "3 is more than is left: 2 prisoners"),
    ("@ BP2506", "BP2506", "illegal", "Build a port: 2506 cannot be named; possible: 2307 2406"),
    ("@ BP2206", "BP2206", "illegal", "Build a port: 2206 cannot be named; possible: 2307 2406"),
    ("@ BP2406 BP2307", "BP2307", "illegal", "no port may be built any more"),
    ("@ OCMIA", "OCMIA", "illegal", "MIA is yours"),
    ("@ AX25", "AX25", "illegal", "25 is claimed by 2"),
    ("@ AX02", "AX02", "illegal", "02 is 18 hexes from your home port; 8 are the most"),
    ("@ EB8", "EB8", "illegal", "the merchant has 7"),
    ("@ EB0", "EB0", "invalid", "the number is 1 to 9999"),
    ("@ FL9", "FL9", "illegal", "you have no ship 9; you have 1 2 3 4 5 6 12 13 14 19 25 80"),
    ("@ FL80", "FL80", "illegal", "a utility ship is not a flagship"),
    ("@ CHSEL", "CHSEL", "illegal", "SEL is yours already"),
    ("@ LV4P", "LV4P", "illegal", "at level 4 C, D, S or X can be given up"),
    ("@ LV5C", "LV5C", "illegal", "levels 4, 6 and 8 give an admiral"),
    ("@ ED2", "ED2", "illegal", "the number is 0 to 1"),
    ("@ SFAA", "SFAA", "illegal", "submarines carry O N T L alone"),
    ("@ PPXAA", "PPXAA", "illegal", "Growth: XAA cannot be named; possible: MIA MIB MIC"),
    ("@MIA B2=3N/20", "B2=3N/20", "illegal", "ship 2 is taken already; write another number"),
    ("@MIA B11=3N/20", "B11=3N/20", "illegal", "ship 11 is taken already; write another number"),
    ("@MIA B90=3N/20", "B90=3N/20", "illegal", "the number is 1 to 89"),
    ("@MIB B7=3N/20 B8=3N/20", "B8=3N/20", "illegal", "the dock of MIB builds ship 7 (line 1)"),
    ("@MIC B7=3N/20", "B7=3N/20", "illegal", "MIC has no dock"),
    ("@MIA B7=3N/1", "B7=3N/1", "illegal", "the number is 2 to 9999"),
    ("@MIA B7=7N/20", "B7=7N/20", "illegal", "the number is 1 to 6"),
    ("@MIA B7=3NNNNNNN/20", "B7=3NNNNNNN/20", "illegal", "7 parts; at most 6 may follow each other"),
    ("@MIA BU81=3NNNNNN/20", "BU81=3NNNNNN/20", "illegal", "five holds: 6 letters"),
    ("@MIA B7=NN!/20 B8=NN!/20 B10=NN!/20", "B10=NN!/20", "illegal", "no super ship is due"),
    ("@MIA WN WN", "WN", "illegal", "MIA has 12 slots, 12 are taken"),
    ("@MIA WT", "WT", "illegal", "torpedoes and machine guns are not for ports"),
    ("@MIA WM", "WM", "illegal", "torpedoes and machine guns are not for ports"),
    ("@MIB BD", "BD", "illegal", "a dock is there already"),
    ("@MIA XR1", "XR1", "illegal", "nothing is broken in MIA"),
    ("@MIB XR300 XR100", "XR100", "illegal", "350 points a week"),
    ("@MIB XR351", "XR351", "illegal", "the number is 1 to 350"),
    ("@MIA BAF1", "BAF1", "illegal", "platform 1 is taken already; write another number"),
    ("@#5 R5", "R5", "illegal", "MIC has no dock"),
    ("@#2 R40", "R40", "illegal", "35 points a week"),
    ("@#2 R30 R6", "R6", "illegal", "35 points a week"),
    ("@#3 L", "L", "illegal", "its magazines are full"),
    ("@#19 L", "L", "illegal", "its magazines are full"),
    ("@#2 F4N", "F4N", "illegal", "slot 4: ship 2 has 3"),
    ("@#2 FQN", "FQN", "invalid", "the number is missing; the form is F2N"),
    ("@#2 RFN", "RFN", "illegal", "a utility ship only"),
    ("@#80 RFNNNNNN", "RFNNNNNN", "illegal", "five holds: 6 letters"),
    ("@#80 F1N", "F1N", "illegal", "a utility ship keeps its machine gun"),
    ("@#25 BA5,2", "BA5,2", "illegal", "5 slots are free, 10 are needed"),
    ("@#25 BA1,3", "BA1,3", "illegal", "there is no type 3; yours are 1 2"),
    ("@#2 BA1,1", "BA1,1", "illegal", "only carriers and platforms have aircraft"),
    ("@#2 AD5", "AD5", "illegal", "no admiral of score 5 in the pool"),
    ("@#12 R5", "R5", "illegal", "ship 12 is in reserve"),
    ("@#13 Z", "Z", "illegal", "ship 13 is on duty until week 10"),
    ("@#12 S2/20", "S2/20", "illegal", "ship 12 is in reserve"),
    ("@G1 J2 J19", "J19", "illegal", "ship 19 is not in hex 2306"),
    ("@G2 J1", "J1", "illegal", "ship 1 is not in hex 2206"),
    ("@G5 U2", "U2", "illegal", "ship 2 is in no group"),
    ("@G1 U3", "U3", "illegal", "ship 3 is in G2"),
    ("@G3 U14", "U14", "illegal", "2308 is not a port of yours or an ally's"),
    ("@G1 M4306", "M4306", "invalid", "there is no space 4306; nearest are 4206 4106 4016 4006 …"),
    ("@G1 M2307", "M2307", "illegal", "2307 is land"),
    ("@G1 MMIA", "MMIA", "illegal", "write the hex of MIA: 2306"),
    (
        "@G1 M2308 M2309 M2308 M2309 M2308",
        "M2308",
        "illegal",
        "this is one too many of legs of a course; 4 may be ordered",
    ),
    ("@G4 M2308", "M2308", "illegal", "group 4 has no ships"),
    ("@G1 I2", "I2", "illegal", "2 is not at war with you; `2E` under @ declares it"),
    ("@G1 AMIA", "AMIA", "illegal", "MIA is yours"),
    ("@G1 AXAB", "AXAB", "illegal", "2 is not at war with you; `2E` under @ declares it"),
    ("@G1 R91", "R91", "illegal", "the number is 0 to 90"),
    ("@G1 Y1", "Y1", "illegal", "that is this group"),
    ("@G1 H5", "H5", "illegal", "5 is not an ally"),
    ("@G1 K2", "K2", "illegal", "the number is 0 to 1"),
    ("@P1 MA2412", "MA2412", "illegal", "2412 is 5 hexes off, the radius is 2"),
    ("@P1 UMS UPS", "UPS", "illegal", "the platform has 2 AA slots, 2 are taken"),
    ("@P1 C2", "C2", "illegal", "a controller needs two aircraft; here are 2"),
    ("@P1 F3MS", "F3MS", "illegal", "slot 3: the platform has 1 AA unit"),
    ("@P1 R351", "R351", "illegal", "the number is 1 to 350"),
    ("@#2 MD", "MD", "illegal", "only carriers and platforms have aircraft"),
    (
        "@MIA N 31 signs, which are too many here",
        "N 31 signs, which are too many here",
        "invalid",
        "the text has 33 characters; write at most 24",
    ),
    ("@ N Clans of A_B", "N Clans of A_B", "invalid", "the text holds U+005F; write letters, digits, blanks and - ' ."),
    ("@MIA /1/2D50", "/1/2D50", "illegal", "/1/2D50 is never an order of @MIA"),
    ("@MIA /6/XR1", "/6/XR1", "illegal", "the number between the slashes is 1 to 5"),
    (
        "@G1 /1/SA",
        "/1/SA",
        "illegal",
        "standing orders are given under: "
        "your country or a port of yours or a ship of yours or an air platform of yours",
    ),
    ("@MIA N", "N", "invalid", "the text is missing; write it behind the order, up to the end of the line"),
)


@pytest.mark.parametrize(("card", "text", "kind", "sentence"), WRONG)
def test_a_wrong_order_is_faulted_alone(card: str, text: str, kind: str, sentence: str) -> None:
    assert faults(card) == [(text, kind, sentence)]


def test_headings_that_open_nothing() -> None:
    for card, sentence in (
        ("@XAA BD", "you have nothing to order in XAA; you may order in MIA MIB MIC"),
        ("@#55 R1", "you have no #55 that can act; you have #1 #2 #3"),
        ("@G0 SA", "you have no G0 that can act; you have G1 G2 G3 G4 G5 G6 G7 G8 G9"),
        ("@P4 MD", "you have no P4 that can act; you have P1"),
        ("@MIX BD", "there is no space MIX; nearest are MIC MIB MIA"),
    ):
        assert faults(card)[0][2].startswith(sentence)
        assert not read(card).orders


@pytest.mark.parametrize(
    ("country", "card", "sentence"),
    [
        ({"out": False, "economy": "TRA"}, "@ 2X", "only AGR, OIL, RAW and WEA declare an embargo; you are TRA"),
        ({"economy": "PIR"}, "@ 2R1 4R2", "two raids with different dice: `2R1` (line 1) is it"),
        ({"economy": "ALL"}, "@ KE+", "nothing pays better than ALL"),
        ({"economy": "MAN"}, "@ 2M2", "p and q are the same; write two countries"),
        ({"trade": [], "oil": 2}, "@ SM2O", "nobody buys: no trade management that you are, are allied or trade with"),
        ({"captains": 0}, "@MIA B7=3N/20", "no captain is left"),
        ({"active": 4}, "@MIA B7=3N/20", "4 active and 5 in reserve: no place"),
        ({"abilities": []}, "@MIA BC7=6N/20", "you cannot build carriers"),
        ({"abilities": [], "trade": []}, "@#2 S2/20", "you have no right to sell ships"),
        ({"supers": 0}, "@MIA B7=NN!/20", "no super ship is due"),
        ({"supers": 0}, "@#2 SU", "no super ship is due"),
        ({"short": ["raw"]}, "@MIA B7=3N/20", "no raw materials this week"),
        ({"short": ["weapons"]}, "@MIA B7=3MN/20", "weapons are embargoed: only M"),
        ({"annex": 0, "level": 3}, "@ AX24", "level 9 annexes; you are level 3"),
        ({"platforms": 1}, "@MIA BAF2", "1 platform is allowed, 1 stands"),
        ({"flagged": 6}, "@ FL2", "the flagship was named in week 6; week 10 is the next"),
        (
            {"types": {"1": {"name": "Gull", "size": "light", "weapon": "Rockets", "cost": 23}, "2": "nothing"}},
            "@ VX2",
            "there is no type 2; yours are 1",
        ),
    ],
)
def test_what_a_country_may_not_order(country: dict[str, Any], card: str, sentence: str) -> None:
    assert faults(card, position(**country))[-1][2] == sentence


def test_a_country_that_is_out_and_offers_that_there_are_not() -> None:
    state = position()
    state.countries[2].out = True
    state.offers.merchant = state.offers.gift = None
    assert [why for _, _, why in faults("@ 2E EB7 EG", state)] == [
        "Xanthe is out",
        "no merchant waits",
        "no carrier is on offer",
    ]


def test_money_in_the_order_of_a_week() -> None:
    state = position(money=100)
    assert faults("@MIA WN\n@ 2D94", state) == []  # aid is paid before works, and pay comes between them
    assert faults("@ SM9O 2D150", state) == [("2D150", "illegal", "100 dollars are left, 150 are needed")]
    assert faults("@ 2D60 4D60", state) == [("4D60", "illegal", "40 dollars are left, 60 are needed")]
    assert faults("@ VTL\n@#2 R30 L", state) == []


def test_what_needs_an_order_that_is_not_paid_is_refused_with_it() -> None:
    state = position(money=0)
    assert faults("@ VTL VHE3 VX3", state) == [
        ("VTL", "illegal", "88 dollars are left, 100 are needed"),
        ("VHE3", "illegal", "there is no type 3; yours are 1 2"),
        ("VX3", "illegal", "there is no type 3; yours are 1 2"),
    ]
    spent = "@MIB XR60\n@MIC XR31 WDC\n@#1 R10\n@#2 R1\n"
    assert faults(f"{spent}@MIA B60=3NNM/95\n@G5 J60 M2308\n@ FL60\n@#60 N Late", state) == [
        ("B60=3NNM/95", "illegal", "0 dollars are left, 2 are needed"),
        ("J60", "illegal", "#60 is not built: `B60=3NNM/95` is not paid"),
        ("M2308", "illegal", "group 5 has no ships"),
        ("FL60", "illegal", "#60 is not built: `B60=3NNM/95` is not paid"),
        ("N Late", "illegal", "#60 is not built: `B60=3NNM/95` is not paid"),
    ]
    assert faults(f"{spent}@MIC BAF3\n@P3 N Late", state) == [
        ("BAF3", "illegal", "0 dollars are left, 150 are needed"),
        ("N Late", "illegal", "P3 is not built: `BAF3` is not paid"),
    ]


def test_what_only_pay_covers_is_a_hope() -> None:
    card = read("@ VTL KE+\n@#2 R5", position(money=350, changes=1, free_changes=0))
    assert not card.faults
    notes = [note.message for note in card.warnings]
    assert notes[0] == "hopes for pay: 60 of 88 dollars come in this week only if nobody raids you"


@pytest.mark.parametrize(
    ("country", "ports", "dollars"),
    [
        ({}, {}, 95),
        ({"raises": 1}, {}, 99),
        ({"abilities": ["ECO"]}, {}, 190),
        ({}, {"MIB": {"owner": 2}}, 71),
        ({}, {"MIB": {"structure": 0}, "MIC": {"people": 0}}, 47),
        ({}, {"MIB": {"owner": 2}, "MIC": {"owner": 2}}, 95),
        ({}, {"XAB": {"owner": 1}}, 95 + 19 + 4),
        ({}, {"XAA": {"owner": 1}}, 95 + 76 + 9),
        ({"economy": "TOU"}, {}, 63 + 15),
        ({"economy": "TOU", "war": [2]}, {}, 63),
        ({"economy": "AGR"}, {}, 71 + 10),
        ({"economy": "PIR"}, {}, 0),
        ({"annexed": {"24": "OIL"}}, {}, 95 + 88),
    ],
)
def test_the_pay_that_is_hoped_for(country: dict[str, Any], ports: dict[str, Any], dollars: int) -> None:
    state = lay(opening(), {"turn": 3, "countries": {"1": country}, "ports": ports}, RULES)
    seen = view(state, 1, RULES)
    assert seen.me is not None
    assert hoped_pay(seen, seen.me, ()) == dollars


def test_a_group_is_twelve_ships_and_with_an_admiral_five() -> None:
    ships = {str(k): ship(hull=3) for k in range(1, 16)}
    given = {"turn": 1, "ships": {"1": ships}}
    joins = " ".join(f"J{k}" for k in range(1, 16))
    assert [why for _, _, why in faults(f"@G1 {joins}", lay(opening(), given, RULES))] == [
        "13 ships; 12 may sail together"
    ] * 3
    ships["1"]["admiral"] = 8
    assert faults(f"@G1 {joins}", lay(opening(), given, RULES))[0] == ("J6", "illegal", "with an admiral five")


def test_two_hundred_ships_on_one_card() -> None:
    ships = {str(k): ship(hp=10) for k in range(1, 201)}
    state = lay(opening(), {"turn": 1, "ships": {"1": ships}}, RULES)
    text = "\n".join(f"@#{k} N Ship {k}\n Z" for k in range(1, 201))
    card = read(text, state)
    assert (card.count, card.faults) == (400, ())
    assert read("\n".join(f"@G{k // 12 + 1} J{k}" for k in range(1, 100)), state).count == 99


def test_industry_builds_for_others_who_pay() -> None:
    state = position(economy="IND", money=0)
    assert faults("@XAC BD @ BP2410", state) == []
    assert faults("@ BP2307", state) == [("BP2307", "illegal", "90 dollars are left, 320 are needed")]
    assert [order.text for order in read("@XAC BD @XAB BD", state).orders] == ["BD"]


def test_what_is_kept_is_shown_and_what_stands_acts() -> None:
    state = position(standing={"#2": {1: "R5"}, "MIB": {2: "XR100"}, "@": {1: "CV9", 2: "2D5000"}})
    mine = _kit(state)
    assert mine.places["G2"].kept == {
        "course": "P2309",
        "stance": "SD",
        "target": "TL",
        "kill": "K0",
        "flash": "Z1",
        "retreat": "R0",
        "call": "Y0",
        "help": "H0",
    }
    assert mine.places[""].kept["flagship"] == "FL1"
    card = read("", state)
    assert [(order.place, order.text) for order in card.standing] == [("", "CV2"), ("MIB", "XR100"), ("#2", "R5")]
    assert [order.text for order in read("@MIB /2/ @#2 R35", state).standing] == ["CV2"]


def test_the_blank_card_parses() -> None:
    for state in (opening(), MIDDLE):
        lines = blank(order_table(), _kit(state))
        assert lines[-1] == "END"
        assert {line.split()[0] for line in lines[:-1]} >= {"@", "@MIA", "@MIB", "@MIC"}
        card = read("\n".join(lines[:-1]), state)
        assert (card.count, card.faults) == (0, ())


def _kit(state: State) -> Kit:
    return kit(view(state, 1, RULES), RULES)

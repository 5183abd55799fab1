"""The three cards of the specification, and what players write that is wrong (ED 9.6)."""

from typing import Any

import pytest

from pbm.core.dice import Dice
from pbm.orders.form import OrderLine, Parsed
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.setup import lay
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.variant import load
from pbm.rules.empire_deluxe.view import view
from tests.rules.empire_deluxe import HOMES, SYSTEM

RULES = load("advanced", {"size": "40x40"})
WIDTH, HEIGHT = 40, 40
CITIES = {"GEN": ("P1", 4), "LUB": ("Q9", 1), "KIE": ("T18", 2), "MES": ("P5", 4), "FAR": ("AJ36", 0)}
LANDS = {"U12": "+", "AB9": "+", "Q8": "m", "P8": "+"} | dict.fromkeys(("AI35", "AJ35", "AK35", "AI36", "AK36"), "+")
LANDS |= {"AI37": "+", "AJ37": "+", "AK37": "+"}
UNITS: dict[str, dict[str, Any]] = {
    **{str(n): {"kind": "A", "at": "P1"} for n in (1, 2, 3, 4, *range(30, 40))},
    **{str(n): {"kind": "A", "at": "P5"} for n in range(201, 231)},
    **{str(n): {"kind": "C", "at": f"E{n - 110}"} for n in (118, 128, 137, 142)},
    "5": {"kind": "T", "at": "P1"},
    "6": {"kind": "T", "at": "P1"},
    "12": {"kind": "D", "at": "C4", "queue": ["S"]},
    "20": {"kind": "T", "at": "C5"},
    "77": {"kind": "F", "at": "P1"},
    "78": {"kind": "B", "at": "P1"},
    "80": {"kind": "B", "at": "P1"},
    "90": {"kind": "T", "at": "B2"},
    "91": {"kind": "W", "at": "K22"},
    "92": {"kind": "T", "at": "P5"},
    "93": {"kind": "R", "at": "P8"},
    "94": {"kind": "A", "at": "B2", "aboard": 90},
    "95": {"kind": "X", "at": "U12"},
}


def position(seen: str = "all") -> State:
    """A sea in which the places of the cards exist."""
    rows = [["."] * WIDTH for _ in range(HEIGHT)]
    state = SYSTEM.start(RULES, HOMES[:4], Dice(b"cards", "G", 0))
    names = state.board.names
    for at, sign in {**LANDS, **{at: "*" for at, _ in CITIES.values()}}.items():
        rows[names[at] // WIDTH][names[at] % WIDTH] = sign
    owners = {code: owner for code, (_, owner) in CITIES.items()}
    player: dict[str, Any] = {"seen": seen} | ({"known": owners} if seen == "all" else {})
    given = {
        "map": {"rows": ["".join(row) for row in rows]},
        "cities": {code: {"at": at, "owner": owner, "product": "A"} for code, (at, owner) in CITIES.items()},
        "units": {"4": UNITS},
        "players": {"4": player},
    }
    return lay(state, given, RULES)


STATE = position()


def read(text: str, state: State = STATE) -> Parsed:
    """A card of player 4 in that position."""
    lines = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return parse(lines, view(state, 4, RULES), RULES)


EARLY = "@ PA NAH NDE NTL6 O60\n@GEN P3A PT"
MIDDLE = """@GEN P2D PA A3MU12>K TL6>MAA8>UAB9>MGEN>* GDPAF8
@#31+33-36 CLUB?          ; five Armies, wake on sight
@#12 F#20  @#20 MAC7?>R
@LUB P1A PT               ; if it falls"""
LATE = """@ O75 O50S NBS NRH
@#118+128+137+142 CAC12?
@#201-230 H
@#77 CKIE!  @#78-80 BKIE>R>*      ; bombers, round and round
@#90 I2>MZ9>UKIE!  @K22 WPM30  @MES T2-"""


@pytest.mark.parametrize(("card", "orders", "faults"), [(EARLY, 7, []), (MIDDLE, 10, []), (LATE, 10, ["T2-"])])
def test_the_three_cards_are_read(card: str, orders: int, faults: list[str]) -> None:
    found = read(card)
    assert [fault.text for fault in found.faults] == faults
    assert found.count == orders


@pytest.mark.parametrize(
    ("card", "kind", "message"),
    [
        ("@ PX", "illegal", "Airbases are not produced"),
        ("@ PQ", "invalid", "there is no product Q; write one of A T D C W F S K R B X N"),
        ("@FAR PT", "illegal", "there is no water beside it: no ships"),
        ("@GEN P4A 1T 1D 1C 1S 1K 1W", "illegal", "this is one too many of items of the plan; 6 may be ordered"),
        ("@ O101", "invalid", "the number is 0 to 100"),
        ("@ U4", "invalid", "the number is 1 to 3"),
        ("@GEN P100A", "invalid", "the number is 1 to 99"),
        ("@GEN A9S A9S", "illegal", "9 is more than is left in GEN: 5 Infantry; that many will act"),
        ("@GEN AS AK", "illegal", "nothing is left of 14 Infantry"),
        ("@GEN DS", "illegal", "nothing is left of 0 Destroyers"),
        ("@ T#99=Lusitania", "illegal", "you have no unit 99"),
        ("@ T#12=Lusitania the Ship", "invalid", "the text has 18 characters; write at most 16"),
        ("@ T#12=Lu\u202esi", "invalid", "the text holds U+202E"),
        ("@#12 MAZ9", "invalid", "AZ9 is off the map, which ends at AN40"),
        ("@#12 DNNE", "invalid", "DNNE"),
        ("@#12 *", "invalid", "*"),
        ("@#12 S>*>S", "invalid", "S>*>S"),
        ("@#1 MA1", "illegal", "A1 is water; Infantry cannot go there"),
        ("@#1 MLUB", "illegal", "LUB is not yours; Move does not take it"),
        ("@#12 CLUB", "illegal", "ships take no city"),
        ("@#77 CFAR", "illegal", "planes bomb enemies' cities, in the advanced game"),
        ("@#12 CU12", "illegal", "this ship does not bombard: Cruisers and Battleships do"),
        ("@#12 BU12", "illegal", "this ship does not bombard: Cruisers and Battleships do"),
        ("@#94 CA3", "illegal", "from aboard no ship is attacked, and by Armor no mountain"),
        ("@#93 MQ8", "illegal", "Q8 is mountains; Armor cannot go there"),
        ("@#12 L", "illegal", "only Transports and Carriers load and unload"),
        ("@#12 UU12", "illegal", "only Transports and Carriers load and unload"),
        ("@#12 J", "illegal", "Armies board Transports, Fighters Carriers"),
        ("@#12 F#12", "illegal", "#12 is this unit itself"),
        ("@#95 MP8", "illegal", "an Airbase has no orders but S, W, Z"),
        ("@#1 U", "illegal", "no Airbase in a city or aboard"),
        ("@#94 U", "illegal", "no Airbase in a city or aboard"),
        ("@#12 MC9-", "illegal", "- is for Transports and Carriers"),
        ("@#12 S>S>S>S>S>S>S", "illegal", "7 parts; at most 6 may follow each other"),
        ("@#8 S", "invalid", "you have no #8 that can act"),
        ("@ZZZ PA", "invalid", "there is no space ZZZ"),
        ("@A1 AS", "illegal", "you have nothing to order in A1"),
        ("@LUB AS", "illegal", "is given under: a city of yours or a square where units of yours are"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(card: str, kind: str, message: str) -> None:
    fault = read(card).faults[0]
    assert (fault.kind, message in f"{fault.text}: {fault.message}") == (kind, True), f"{fault.kind}: {fault.message}"


@pytest.mark.parametrize(
    "card",
    [
        "@#93 CQ8",
        "@#118 CU12",
        "@#1 CA3>S",
        "@#12 MC9>MLUB",
        "@#90 UKIE!",
        "@#1-4 J",
        "@#77 S>CLUB",
        "@#1 MB2",
        "@#95 Z",
    ],
)
def test_what_may_be_is_no_fault(card: str) -> None:
    assert read(card).faults == ()


def test_later_rule_sets_are_named() -> None:
    basic = load("basic", {"size": "40x40"})
    state = SYSTEM.start(basic, HOMES[:2], Dice(b"basic", "G", 0))
    lines = (OrderLine(1, "@ PF PN NRH"),)
    told = [fault.message for fault in parse(lines, view(state, 1, basic), basic).faults]
    assert told == [
        "Fighters come with the standard rules",
        "N comes with the advanced rules",
        "Armor comes with the advanced rules",
    ]


def test_an_unseen_square_is_no_fault_and_an_unseen_city_is_not_named() -> None:
    state = position("none")
    assert read("@#12 MAA30", state).faults == ()
    assert "FAR" not in read("@FAX PA", state).faults[0].message


def test_a_card_of_250_units_in_one_heading_and_of_2000_tokens() -> None:
    found = read("@#1-95+118+128+137+142+201-230 S")
    assert not found.faults
    assert found.count == 1
    crowd = read("\n".join("@#12 S W " + "S " * 18 for _ in range(101)))
    assert crowd.faults[-1].message.startswith("a card has at most 2000")

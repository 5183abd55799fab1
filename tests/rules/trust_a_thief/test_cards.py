"""What a card says back: faults in sentences, the card to fill in, what has no orders (TT 8)."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.turn import check
from pbm.orders.form import Parsed, blank, unordered
from tests.games import lines, table

AT = table("trust-a-thief", 3)
GIVEN = {
    "nations": {"1": {"gold": 9}},
    "provinces": {"ALD": {"armies": {"1": 3}}, "BRY": {"owner": 1, "structure": "town"}, "KEL": {"armies": {"1": 1}}},
    "fleets": {"1": {"1": {"sea": "NSE", "cargo": 3}, "2": {"sea": "WSE", "cargo": 0}}},
}
STATE = AT.system.words.lay(AT.system.start(AT.rules, AT.seats, Dice(b"start", "T", 0)), GIVEN, AT.rules)


def read(text: str) -> Parsed:
    """Nation 1's card in this position."""
    return check(AT.system, AT.rules, STATE, 1, lines(text))


def kit() -> Any:
    return AT.system.kit(AT.system.view(STATE, 1, AT.rules), AT.rules)


@pytest.mark.parametrize(
    ("text", "token", "kind", "message"),
    [
        ("@ 2G3", "2G3", "illegal", "no caravans go to nation 2, and each has one escort at most"),
        ("@ 2K4", "2K4", "illegal", "nation 2 had a tax income of 3 and takes no more caravans of one nation; 3 act"),
        ("@ 2K2 2K1", "2K1", "illegal", "caravans are already sent to 2 by 2K2 (line 1); write one order for all"),
        ("@ 2S1 2SX1", "2SX1", "illegal", "2S1 (line 1) is a steal order for 2 already; the first is kept"),
        ("@ 2S1/0", "2S1/0", "invalid", "the number is 1 or more"),
        ("@ 7K1", "7K1", "illegal", "there is no player 7; players are 2 3"),
        ("@ /9/2S1", "/9/2S1", "illegal", "the number between the slashes is 1 to 5"),
        ("@ALD BA5", "BA5", "illegal", "5 cost 10 gold, and 9 are left; 4 act"),
        ("@ALD BF1ESE", "BF1ESE", "illegal", "Buy fleets: ESE cannot be named from ALD; possible: NSE WSE"),
        ("@BRY BA1", "BA1", "illegal", "BRY has no base or City, which this order needs"),
        ("@BRY BC", "BC", "illegal", "it needs a province with a Military base, and BRY has a Town"),
        ("@BRY BM BM", "BM", "illegal", "BM (line 1) is built in BRY this turn; a province gets one structure a turn"),
        ("@ALD AT5FEN", "AT5FEN", "illegal", "5 is more than is left in ALD: 3 Armies; that many will act"),
        ("@ELM BA1", "BA1", "illegal", "Buy armies is given under: a province that you own"),
        ("@KEL AC @BRY AC", "AC", "illegal", "this province is yours already; it needs no claim"),
        ("@#9 MNSE", "@#9", "illegal", "you have no #9 that can act; you have #1 #2"),
        ("@#1 MESE U1BRY", "U1BRY", "illegal", "#1 moves by MESE (line 1); a fleet does one thing a turn"),
        ("@#1 L2ALD", "L2ALD", "illegal", "there is room for 1 more aboard #1"),
        ("@#2 L3ALD L2KEL", "L2KEL", "illegal", "there is room for 1 more aboard #2"),
        ("@#2 L4ALD @ALD AT1BRY", "AT1BRY", "illegal", "1 is more than is left in ALD: 0 Armies"),
        ("@ESE 2X", "2X", "illegal", "no fleet of yours that may attack will be in ESE"),
        ("@NSE 2X @#1 MESE", "2X", "illegal", "no fleet of yours that may attack will be in NSE"),
    ],
)
def test_a_fault_says_what_would_be_right(text: str, token: str, kind: str, message: str) -> None:
    faults = [fault for fault in read(text).faults if fault.text == token]
    assert [(fault.kind, fault.message) for fault in faults][:1] == [(kind, message)]


def test_of_one_order_there_is_one_fault() -> None:
    """TT 2.6, 5.2: too many for the other's tax, and then for one's own gold."""
    read_ = read("@ 2K5 @ALD BA4")
    told = "nation 2 had a tax income of 3 and takes no more caravans of one nation; 3 cost 3 gold, and 1 is left"
    assert [fault.message for fault in read_.faults] == [f"{told}; 1 acts"]
    assert [order.text for order in read_.orders] == ["2K1", "BA4"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("@ /1/2K3 /2/2G1 /1/3K1", ["/1/ is here twice; the last one counts"]),
        ("@KEL AC AC", ["AC is about the same thing; the last one counts"]),
        ("@KEL AC @FEN AC1KEL", []),
        ("PASS @ 2K3", ["PASS means no orders; those of this card act all the same"]),
    ],
)
def test_what_stands_twice_has_a_remark(text: str, told: list[str]) -> None:
    assert [warning.message for warning in read(text).warnings] == told


def test_a_fleet_with_a_zero_is_told_how_it_is_written() -> None:
    """A number in an order may have a zero before it, with a remark; a heading may not, and says what to write."""
    assert next(fault.message for fault in read("@#01 MESE").faults) == "write @#1, without the 0"
    assert [warning.message for warning in read("@ 2K03").warnings] == ["03 is read as 3"]


def test_no_fault_names_a_rule_of_another_game() -> None:
    text = "@ 2K4 2K1 7K1 HUM 3 5X /9/2S1 /1/AT1BRY @ALD AT9BRY 2FEN BM BM AC1BRY AC1BRY @#9 MNSE @ELM BA1 @QQQ 2X"
    rules = {fault.rule for fault in read(text).faults} | {warning.rule for warning in read(text).warnings}
    headings = {"2.2", "2.3", "3.1", "3.5", "4.1", "5.1", "8", ""}
    assert rules <= headings


def test_an_attack_where_a_fleet_will_come_is_legal() -> None:
    assert read("@ESE 0X @#1 MESE").faults == ()


def test_the_blank_card_lists_what_one_has_and_nothing_else() -> None:
    filled = blank(AT.rules.orders, kit())
    assert filled == (
        "@      ; 9 gold",
        "@ALD   ; 3 armies",
        "@BRY  ",
        "@KEL   ; 1 army",
        "@NSE   ; 1 fleet",
        "@WSE   ; 1 fleet",
        "@#1    ; 3 cargo 1 room",
        "@#2    ; 4 room",
        "END",
    )


def test_armies_that_board_have_orders() -> None:
    told = unordered(kit(), read("@#2 L3ALD"), AT.rules.orders)
    assert told == ["KEL: 1 Army without orders; they defend."]


def one_unit(text: str, edition: int) -> Parsed:
    """Nation 1's card where each structure makes one unit a turn, in a game of that edition."""
    rules = replace(AT.system.setup.load("sample", {"units": "one"}), edition=edition)
    state = AT.system.words.lay(AT.system.start(rules, AT.seats, Dice(b"start", "T", 0)), GIVEN, rules)
    return check(AT.system, rules, state, 1, lines(text))


@pytest.mark.parametrize(
    ("text", "bought", "told"),
    [
        ("@ALD BA2", ["BA1"], ["ALD makes one unit a turn in this game; 1 acts"]),
        ("@ALD BF3WSE", ["BF1WSE"], ["ALD makes one unit a turn in this game; 1 acts"]),
        ("@ALD BA1 BF1WSE", ["BA1"], ["ALD makes one unit a turn in this game, and BA1 (line 1) buys it"]),
        ("@ALD BA1", ["BA1"], []),
    ],
)
def test_too_many_units_for_a_structure_are_cut_down_to_one(text: str, bought: list[str], told: list[str]) -> None:
    """TT T12, 8."""
    read = one_unit(text, 2)
    assert [order.text for order in read.orders] == bought
    assert [fault.message for fault in read.faults] == told


def test_in_a_game_of_the_first_edition_they_are_refused() -> None:
    """TT T12: a league in progress keeps what its cards have meant."""
    read = one_unit("@ALD BA2", 1)
    assert [fault.message for fault in read.faults] == ["ALD makes one unit a turn in this game; write BA1"]
    assert not read.orders

"""What a printout of Trust a Thief says of orders one by one: what acted, acted in part, or did not act (7.2)."""

from typing import Any

from tests.trust_a_thief.printed import changes, made, played, position, section, table, text


def came(turn: Any, viewer: int = 1) -> list[tuple[Any, Any]]:
    """The orders of a card with what came of them."""
    return [(row[1], row[3]) for row in table(section(made(turn, viewer), "echo").blocks[0]).rows]


def arrows(turn: Any) -> list[tuple[str, str]]:
    return [(arrow.start, arrow.end) for arrow in made(turn).map.arrows]


def in_debt(gold: int, **given: Any) -> Any:
    return position(nations={"1": {"gold": -gold}}, **given)


def test_each_order_for_fleets_names_the_fleets_that_it_bought() -> None:
    turn = played(position(nations={"1": {"gold": 12}}), {1: "@ALD BF1WSE BF2NSE BF1WSE"})
    assert came(turn) == [("BF1WSE", "bought: #1"), ("BF2NSE", "bought: #2, #3"), ("BF1WSE", "bought: #4")]


def test_an_order_that_no_army_carried_out_is_not_told_as_done() -> None:
    """6.2: the debt takes one of two armies; of two orders that read the same the second finds nobody."""
    turn = played(in_debt(1), {1: "@ALD AT1FEN AT1FEN"})
    assert came(turn) == [("AT1FEN", "arrived"), ("AT1FEN", "failed: no army was left to carry it out")]
    assert "<@ALD AT1FEN -- no army was left to carry it out>" in text(turn)
    assert arrows(turn) == [("ALD", "FEN")]
    assert arrows(played(in_debt(2), {1: "@ALD AC2BRY"})) == []


def test_a_load_that_nobody_obeys_has_no_arrow_and_nobody_is_aboard() -> None:
    fleet = {"1": {"1": {"sea": "NSE", "cargo": 1}}}
    turn = played(in_debt(2, fleets=fleet), {1: "@#1 L2ALD"})
    assert came(turn) == [("L2ALD", "failed: no army was left to carry it out")]
    assert arrows(turn) == []
    turn = played(in_debt(1, fleets=fleet), {1: "@#1 L2ALD"})
    assert came(turn) == [("L2ALD", "fewer armies were left than the order says, 1 of 2; 1 army aboard")]
    assert arrows(turn) == [("ALD", "NSE")]


def test_an_order_that_fewer_armies_carried_out_tells_how_many_and_what_they_did() -> None:
    turn = played(in_debt(1), {1: "@ALD AC2BRY"})
    assert came(turn) == [("AC2BRY", "fewer armies were left than the order says, 1 of 2; claimed")]
    turn = played(in_debt(1, provinces={"COR": {"armies": {"2": 1}}}), {1: "@ALD AC2BRY", 2: "@COR AT1BRY"})
    reasons = "fewer armies were left than the order says; all your armies fell in the battle there"
    assert came(turn) == [("AC2BRY", f"failed: {reasons}")]


def test_a_fleet_that_went_for_a_debt_was_not_sunk() -> None:
    turn = played(in_debt(1, fleets={"1": {"1": {"sea": "NSE"}}}), {1: "@#1 MWSE"})
    assert came(turn) == [("MWSE", "failed: the fleet had been disbanded for your debt")]
    assert [item.rest for item in changes(made(turn), "Order")] == ["the fleet had been disbanded for your debt."]
    assert "sunk" not in text(turn)


def test_who_came_to_claim_and_fell_reads_that_he_fell() -> None:
    """T20, 3.5: also where the province belongs to the one who won, or who owned it before."""
    given = {"BRY": {"armies": {"1": 1}}, "HOL": {"armies": {"1": 1}}, "DUN": {"armies": {"2": 60}}}
    turn = played(position(provinces=given), {1: "@BRY AC1COR @HOL AC1COR", 2: "@DUN AC60COR"})
    fell = "all your armies fell in the battle there"
    assert [item.lead.split(" did ")[0] for item in changes(made(turn), "Order")] == ["@BRY AC1COR", "@HOL AC1COR"]
    assert {item.rest for item in changes(made(turn), "Order")} == {f"{fell}."}
    assert came(turn) == [("AC1COR", f"failed: {fell}")] * 2
    owned = {"BRY": {"owner": 2, "armies": {"2": 60}}}
    assert came(played(position(provinces=owned), {1: "@ALD AC2BRY"})) == [("AC2BRY", f"failed: {fell}")]


def test_an_order_with_two_faults_is_one_order() -> None:
    """2.6, 5.2: nine caravans are more than the tax of the other nation, and than the gold."""
    state = position(nations={"1": {"gold": 3}, "2": {"tax": 5}})
    turn = played(state, {1: "@ 2K9"})
    assert len(turn.parsed[1].faults) == 2
    assert [item.lead for item in changes(made(turn), "Card")] == ["1 order of yours has a fault."]
    assert section(made(turn), "echo").figure == "1 of 1"
    assert came(turn) == [("2K3", "sent"), ("2K9", "not as written")]
    turn = played(state, {1: "@ 2K9 ZZ 3S1"})
    assert [item.lead for item in changes(made(turn), "Card")] == ["2 orders of yours have a fault."]
    assert section(made(turn), "echo").figure == "2 of 3"


def test_a_heading_is_no_order() -> None:
    turn = played(position(), {1: "@QQQ BA1\n@ALD BA1"})
    assert [item.lead for item in changes(made(turn), "Card")] == ["1 order of yours has a fault."]
    assert section(made(turn), "echo").figure == "1 of 2"
    turn = played(position(), {1: "@ALD BA1\n@QQQ"})
    assert [item.lead for item in changes(made(turn), "Card")] == ["1 heading of yours has a fault."]
    assert section(made(turn), "echo").figure == "1 of 1"


def test_a_standing_order_is_told_in_words_also_while_it_waits() -> None:
    state = position(nations={"1": {"standing": {"1": "2S1", "2": "3S1/5"}}})
    rows = table(section(made(played(state, {1: "@ /3/0SA /4/4T 2S2"})), "standing").blocks[0]).rows
    assert rows == (
        ("/1/2S1", "Steal some: [2] Elmark", "waited"),
        ("/2/3S1/5", "Steal a share: [3] Penrook", "nothing stolen"),
        ("/3/0SA", "Steal all: all whom no other order names", "nothing stolen"),
        ("/4/4T", "Aim: [4] Torrin", "in force"),
    )

"""What a printout of Trust a Thief says of orders one by one: what acted, acted in part, or did not act (TT 7.2)."""

from typing import Any

from tests.rules.trust_a_thief.printed import changes, made, played, position, section, table, text


def came(turn: Any, viewer: int = 1) -> list[tuple[Any, Any]]:
    """The orders of a card with what came of them."""
    return [(row[1], row[3]) for row in table(section(made(turn, viewer), "echo").blocks[0]).rows]


def arrows(turn: Any) -> list[tuple[str, str]]:
    return [(arrow.start, arrow.end) for arrow in made(turn).space_map.arrows]


def in_debt(gold: int, **given: Any) -> Any:
    return position(nations={"1": {"gold": -gold}}, **given)


def test_each_order_for_fleets_names_the_fleets_that_it_bought() -> None:
    turn = played(position(nations={"1": {"gold": 12}}), {1: "@ALD BF1WSE BF2NSE BF1WSE"})
    assert came(turn) == [("BF1WSE", "bought: #1"), ("BF2NSE", "bought: #2, #3"), ("BF1WSE", "bought: #4")]


def test_an_order_that_no_army_carried_out_is_not_told_as_done() -> None:
    """TT 6.2: the debt takes one of two armies; of two orders that read the same the second finds nobody."""
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
    """TT T20, 3.5: also where the province belongs to the one who won, or who owned it before."""
    given = {"BRY": {"armies": {"1": 1}}, "HOL": {"armies": {"1": 1}}, "DUN": {"armies": {"2": 60}}}
    turn = played(position(provinces=given), {1: "@BRY AC1COR @HOL AC1COR", 2: "@DUN AC60COR"})
    fell = "all your armies fell in the battle there"
    assert [item.lead.split(" did ")[0] for item in changes(made(turn), "Order")] == ["@BRY AC1COR", "@HOL AC1COR"]
    assert {item.rest for item in changes(made(turn), "Order")} == {f"{fell}."}
    assert came(turn) == [("AC1COR", f"failed: {fell}")] * 2
    owned = {"BRY": {"owner": 2, "armies": {"2": 60}}}
    assert came(played(position(provinces=owned), {1: "@ALD AC2BRY"})) == [("AC2BRY", f"failed: {fell}")]


def test_an_order_with_two_faults_is_one_order() -> None:
    """TT 2.6, 5.2: nine caravans are more than the tax of the other nation, and than the gold."""
    state = position(nations={"1": {"gold": 3}, "2": {"tax": 5}})
    turn = played(state, {1: "@ 2K9"})
    assert len(turn.parsed[1].faults) == 1, "told in one sentence"
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


def test_an_aim_is_in_force_where_three_or_more_fight_and_he_is_one_of_them() -> None:
    """TT 4.9."""
    armies = {"BRY": {"armies": {"1": 2}}, "COR": {"armies": {"2": 2}}, "GAR": {"armies": {"3": 2}}}
    cards = {1: "@BRY 3T\n@FEN 2T", 2: "@COR AT2BRY", 3: "@GAR AT2BRY", 4: "@BRY 1T"}
    turn = played(position(provinces=armies), cards)
    assert came(turn) == [("3T", "in force"), ("2T", "no battle there")]
    assert came(turn, 4) == [("1T", "no battle there")]
    turn = played(position(provinces=armies), {1: "@BRY 2T", 2: "@COR AT2BRY"})
    assert came(turn) == [("2T", "no battle there")]


def test_what_was_built_and_filed_is_told_with_its_slot_and_its_price() -> None:
    state = position(
        nations={"1": {"gold": 40, "standing": {"1": "2S1", "2": "3S1"}}},
        provinces={"BRY": {"owner": 1}, "FEN": {"owner": 1, "structure": "town"}},
    )
    turn = played(state, {1: "@ /1/ 2K1\n@FEN BM\n@BRY BE\n@ALD BA1 ZA1\u00a0"})
    assert came(turn) == [
        ("/1/", "slot emptied"),
        ("2K1", "sent"),
        ("BA1", "1 bought"),
        ("ZA1", "disbanded"),
        ("BE", "built"),
        ("BM", "built"),
    ]
    printout = made(turn)
    assert [(echo.place, echo.orders) for echo in printout.echo] == [
        ("", ("/1/", "2K1")),
        ("ALD", ("BA1", "ZA1")),
        ("BRY", ("BE",)),
        ("FEN", ("BM",)),
    ]
    assert [(acted.place, acted.orders) for acted in printout.acted] == [("", ("/2/3S1",))]
    echoed = section(printout, "echo")
    assert [(row[1], row[3]) for row in table(echoed.blocks[1]).rows] == [("/2/3S1", "nothing stolen")]
    assert echoed.figure == "6, 1 standing"
    assert "Order-count: 6" in text(turn)
    assert "Standing orders that acted: 1" in text(turn)
    assert table(section(printout, "works").blocks[0]).rows == (
        ("ALD", "Aldmere", "1 army", -2),
        ("FEN", "Fenwold", "Military base", -3),
        ("BRY", "Bryne", "engineered City", -15),
        ("ALD", "Aldmere", "1 army disbanded", None),
    )
    bought = [row for row in table(section(printout, "account").blocks[0]).rows if row[2] in (-3, -15)]
    assert bought == [("  Military base, Fenwold", "@FEN BM", -3), ("  Engineered City, Bryne", "@BRY BE", -15)]
    assert "line 4, column 13: a no-break space (U+00A0) is read as a blank" in text(turn)


def test_in_a_second_update_below_zero_two_units_go_for_each_gold() -> None:
    """TT T18: what is announced for the next turn is what then happens."""
    turn = played(position(nations={"1": {"gold": 0, "debts": 1}}, provinces={"ALD": {"armies": {"1": 9}}}), {})
    assert turn.state.nations[1].gold == -6
    assert "12 units must go next turn" in table(section(made(turn), "account").blocks[0]).note
    assert changes(made(turn), "Debt")[0].rest.startswith("12 units must go next turn: ")
    turn = played(position(nations={"1": {"gold": -2, "debts": 2}}, provinces={"ALD": {"armies": {"1": 9}}}), {})
    assert changes(made(turn), "Debt")[0].lead == "4 armies in Aldmere had to go."
    turn = played(position(nations={"1": {"gold": 0}}, provinces={"ALD": {"armies": {"1": 4}}}), {})
    assert changes(made(turn), "Debt")[0].rest.startswith("1 unit must go next turn: ")


def test_who_gets_no_caravan_back_reads_that_all_were_stolen_or_the_one() -> None:
    """TT 5.7."""
    for card, lead, rest in (
        ("@ 3K1", "Your caravan did not come back.", "It was stolen."),
        ("@ 3K2", "None of 2 came back.", "All were stolen."),
        ("@ 3K2 2K1", "1 of 3 came back, with 2 gold.", "The rest was stolen."),
    ):
        turn = played(position(), {1: card, 3: "@ 1SA"})
        assert [(item.lead, item.rest, item.tone) for item in changes(made(turn), "Trade")] == [(lead, rest, "bad")]

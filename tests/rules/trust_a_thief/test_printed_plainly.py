"""Sentences of printouts that must be there, be whole, and be true: battles on one's land, thefts, headlines."""

from typing import Any

import pytest

from tests.rules.trust_a_thief.printed import (
    RULES,
    THIEF,
    changes,
    everything,
    made,
    played,
    position,
    season,
    section,
    table,
)


def test_who_owns_a_province_in_which_others_fight_reads_that_nobody_is_left() -> None:
    """TT 4.6: one against one leaves nobody."""
    provinces = {"BRY": {"armies": {"1": 1}}, "DUN": {"armies": {"2": 1}}, "HOL": {"owner": 3}, "COR": {"owner": 3}}
    turn = played(position(provinces=provinces), {1: "@BRY AT1COR", 2: "@DUN AT1COR"})
    item = changes(made(turn, 3), "Battle")[0]
    assert item.lead == "[1] Aldmere and [2] Elmark fought in Corran, where you had nobody, and nobody is left."
    assert (item.rest, item.target, item.tone) == ("The province stays yours.", "battles", "")
    assert not changes(made(turn, 4), "Battle")


def test_who_loses_a_province_to_others_who_fight_for_it_reads_of_the_battle() -> None:
    provinces = {"BRY": {"armies": {"1": 9}}, "DUN": {"armies": {"2": 1}}, "COR": {"owner": 3, "structure": "town"}}
    turn = played(position(provinces=provinces), {1: "@BRY AT9COR", 2: "@DUN AT1COR"})
    item = changes(made(turn, 3), "Lost")[0]
    assert item.lead == "[1] Aldmere took Corran, where you had nobody, in a battle with [2] Elmark."
    assert item.rest.startswith("Its Town is destroyed. ")


@pytest.mark.parametrize("variant", ["sample", "archipelago"])
def test_no_battle_on_ones_land_is_passed_over(variant: str) -> None:
    """Whoever owned a province at the start of the turn, and whoever fought, reads of every battle there."""
    seen = 0
    printouts = iter(everything(variant, 10))
    for (rules, seats), turn in season(variant, 10):
        by_viewer = {viewer: next(printouts) for viewer in (0, *(seat.player for seat in seats))}
        for facts in (event.facts for event in turn.events if event.kind == "battle"):
            name = rules.map.spaces[facts["place"]].name
            for p in {facts["owner"], *facts["nations"]} - {0}:
                seen += 1
                assert any(name in f"{item.lead} {item.rest}" for item in by_viewer[p].changes), (p, facts)
    assert seen


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("@ALD ZA1", "1 army in Aldmere was disbanded."),
        ("@ALD ZA2", "2 armies in Aldmere were disbanded."),
        ("@#1 Z", "Fleet #1 with 2 armies in the North Sea was disbanded."),
        ("@ALD ZA1 @#1 Z", "1 army in Aldmere and fleet #1 with 2 armies in the North Sea were disbanded."),
    ],
)
def test_units_that_were_sent_away_are_told_in_a_whole_sentence(cards: str, told: str) -> None:
    """TT 6.2."""
    state = position(fleets={"1": {"1": {"sea": "NSE", "cargo": 2}}})
    assert changes(made(played(state, {1: cards})), "Units")[0].lead == told


@pytest.mark.parametrize(
    ("card", "note"),
    [
        ("@ 2K2", "2 caravans stolen. By whom, you learn from escorts alone (5.7)."),
        (
            "@ 2K2 2G1",
            "2 caravans stolen, 1 of them under the eyes of escorts. Who took the rest, you are not told (5.7).",
        ),
        ("@ 2K2 2G2", "2 caravans stolen, all under the eyes of escorts (5.7)."),
        ("@ 3K2", ""),
    ],
)
def test_escorts_are_recommended_only_where_none_has_told(card: str, note: str) -> None:
    turn = played(position(), {1: card, 2: "@ 1SA"})
    assert table(section(made(turn), "caravans").blocks[0]).note == note


def test_a_standing_order_about_a_nation_that_is_out_waits_and_says_why() -> None:
    """TT 8, 7.3."""
    standing = {"1": "2SA", "2": "2K1", "3": "2T", "4": "3SA"}
    gone: dict[str, Any] = {
        "nations": {"1": {"standing": standing}, "2": {"alive": False, "tax": 0}},
        "provinces": {"ELM": {"owner": 0, "structure": "none", "armies": {"2": 0}}},
    }
    state = THIEF.words.lay(position(), gone, RULES)
    turn = played(state, {1: "@ 2S1"})
    assert [row[2] for row in table(section(made(turn), "standing").blocks[0]).rows][1:] == [
        "waits: [2] is out",
        "waits: [2] is out",
        "nothing stolen",
    ]
    assert "nothing stolen: [2] is out" in [row[3] for row in table(section(made(turn), "echo").blocks[0]).rows]
    turn = played(state, {})
    assert next(row[2] for row in table(section(made(turn), "standing").blocks[0]).rows) == "waits: [2] is out"


def test_no_headline_of_the_world_speaks_of_caravans() -> None:
    """TT 7.2: who sent any is known to nobody else, and often nobody did."""
    for kind, rows in RULES.wording["news"].items():
        assert "caravan" not in " ".join(rows).lower(), kind

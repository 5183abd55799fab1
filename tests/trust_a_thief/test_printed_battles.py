"""Battles, claims and captures in a printout of Trust a Thief, with the numbers behind them (3, 4)."""

from tests.trust_a_thief.printed import RULES, THIEF, battle, changes, made, played, position, season, section, table

CITY = {"provinces": {"ALD": {"armies": {"1": 3}}, "BRY": {"owner": 2, "structure": "city", "armies": {"2": 1}}}}


def test_a_battle_is_told_round_by_round_with_the_numbers_behind_it() -> None:
    turn = played(position(**CITY), {1: "@ALD AT3BRY"}, seed=1)
    facts = next(event.facts for event in turn.events if event.kind == "battle")
    fought = battle(made(turn))
    assert [group.name for group in fought.groups] == ["[1:Aldmere]", "[2:Elmark]"]
    assert [(force.unit, force.sent) for force in fought.groups[1].forces] == [("army", 1), ("Militia", 1)]
    first, rolls = fought.told[0], facts["rounds"][0]["rolls"]
    assert first.startswith("Round 1: 3 against 2, X = 3. ")
    assert f"[1] rolls {rolls[0]} of 9, [2] {rolls[1]} of 6." in first
    assert f"[1] loses {rolls[1]} ∕ 3" in first
    assert len([told for told in fought.told if told.startswith("Round")]) == len(facts["rounds"])
    assert any(told.startswith("The militia fell first") for told in fought.told) == bool(facts["militia_lost"])


def test_the_quotients_of_a_round_are_those_of_the_rule() -> None:
    """4.3: in every duel of a season the told loss is the quotient rounded as the rule says, or what was there."""
    seen = 0
    for _, turn in season("archipelago", 8):
        for event in turn.events:
            if event.kind != "battle" or len(event.facts["nations"]) != 2:
                continue
            left = list(event.facts["sent"])
            for rolled in event.facts["rounds"]:
                x, (a, b) = max(left), rolled["rolls"]
                due = [b // x if a > b else -(-b // x), a // x if b > a else -(-a // x)]
                assert [min(n, loss) for n, loss in zip(left, due, strict=True)] == rolled["lost"]
                left = [n - lost for n, lost in zip(left, rolled["lost"], strict=True)]
                seen += 1
    assert seen


def test_three_nations_in_one_place_are_told_with_all_dice() -> None:
    state = position(provinces={"BRY": {"armies": {"1": 2}}, "COR": {"armies": {"2": 2}}, "GAR": {"armies": {"3": 2}}})
    turn = played(state, {2: "@COR AC2BRY", 3: "@GAR AC2BRY"})
    fought = battle(made(turn))
    assert fought.told[0].startswith("Round 1: 2, 2 and 2, X = 2. [2] rolls ")
    assert "(4.9)." in fought.told[0]
    assert {group.side for group in fought.groups} == {"meet"}


def test_a_battle_at_sea_names_the_fleets_that_sank_and_the_drowned() -> None:
    state = position(fleets={"1": {"1": {"sea": "NSE", "cargo": 2}}, "2": {"1": {"sea": "NSE"}}})
    turn = played(state, {2: "@NSE 1X"})
    fought = battle(made(turn), "sea-battles")
    assert fought.outcome == "nobody is left"
    assert fought.told[-1] == "Sunk: [2] #1, [1] #1 with 2 armies; 2 armies drowned (4.8)."
    assert [item.rest for item in changes(made(turn), "At sea")] == ["1 of 1 sank and 2 armies drowned."]


def test_a_won_battle_costs_the_structure_a_level_and_both_sides_read_it() -> None:
    state = position(
        provinces={"ALD": {"armies": {"1": 9}}, "BRY": {"owner": 2, "structure": "town", "armies": {"2": 1}}}
    )
    turn = played(state, {1: "@ALD AT9BRY"})
    taken, lost = changes(made(turn), "Taken")[0], changes(made(turn, 2), "Lost")[0]
    assert taken.lead == "Bryne is yours, won from [2] Elmark."
    assert taken.rest.startswith("Its Town is destroyed. ")
    assert (lost.lead, lost.tone) == ("Bryne fell to [1] Aldmere.", "bad")
    row = table(section(made(turn), "turnover").blocks[0]).rows[0]
    assert row == ("BRY", "Bryne", 1, 2, "after a battle", "Town, now none")


def test_claims_captures_and_works_are_listed() -> None:
    state = position(nations={"1": {"gold": 20}}, provinces={"GAR": {"owner": 3, "structure": "town"}})
    state = THIEF.lay(state, {"provinces": {"BRY": {"armies": {"1": 1}}}}, RULES)
    turn = played(state, {1: "@ALD AC1FEN BF2WSE BA1\n@BRY AT1GAR"})
    printout = made(turn)
    assert table(section(printout, "turnover").blocks[0]).rows == (
        ("FEN", "Fenwold", 1, None, "claimed", ""),
        ("GAR", "Garth", 1, 3, "undefended", "Town"),
    )
    works = [row[2:] for row in table(section(printout, "works").blocks[0]).rows]
    assert works == [("fleets #1, #2 in WSE", -6), ("1 army", -2)]
    assert changes(printout, "Built")[0].lead == "Fleets #1, #2 in the West Sea and 1 army in Aldmere."
    assert not [part for part in made(turn, 2).sections if part.id == "works"]

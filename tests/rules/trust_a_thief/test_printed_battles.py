"""Battles, claims and captures in a printout of Trust a Thief, with the numbers behind them (TT 3, 4)."""

from pbm.rules.trust_a_thief.printout.battles import told_rounds
from tests.rules.trust_a_thief.printed import (
    RULES,
    THIEF,
    battle,
    battles,
    changes,
    made,
    played,
    position,
    season,
    section,
    table,
)

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
    """TT 4.3: in every duel of a season the told loss is the quotient rounded as the rule says, or what was there."""
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
    state = THIEF.words.lay(state, {"provinces": {"BRY": {"armies": {"1": 1}}}}, RULES)
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


def test_a_round_names_both_dice_both_quotients_and_what_was_there() -> None:
    """TT 4.3: the higher roll rounds its loss down, the lower one up, equal ones both up; no more than is there."""
    facts = {
        "nations": [1, 2],
        "sent": [4, 3],
        "rounds": [
            {"dice": [16, 12], "rolls": [5, 9], "lost": [3, 1]},
            {"dice": [2, 4], "rolls": [1, 3], "lost": [1, 0]},
        ],
    }
    assert tuple(told_rounds(facts)) == (
        "Round 1: 4 against 3, X = 4. [1] rolls 5 of 16, [2] 9 of 12. "
        "[1] loses 9 ∕ 4 up = 3; [2] loses 5 ∕ 4 down = 1 (4.3).",
        "Round 2: 1 against 2, X = 2. [1] rolls 1 of 2, [2] 3 of 4. "
        "[1] loses 3 ∕ 2 up = 2, no more than 1; [2] loses 1 ∕ 2 down = 0 (4.3).",
    )


def test_of_three_who_fought_the_two_who_are_left_fight_on_under_their_own_names() -> None:
    facts = {
        "nations": [3, 1, 2],
        "sent": [1, 2, 4],
        "rounds": [
            {"dice": [4, 8, 16], "rolls": [2, 7, 9], "lost": [1, 1, 2]},
            {"dice": [0, 2, 4], "rolls": [0, 2, 4], "lost": [0, 1, 1]},
        ],
    }
    assert tuple(told_rounds(facts)) == (
        "Round 1: 1, 2 and 4, X = 4. [3] rolls 2 of 4, [1] rolls 7 of 8, [2] rolls 9 of 16. "
        "[3] loses 1, [1] loses 1, [2] loses 2 (4.9).",
        "Round 2: 1 against 2, X = 2. [1] rolls 2 of 2, [2] 4 of 4. "
        "[1] loses 4 ∕ 2 = 2, no more than 1; [2] loses 2 ∕ 2 = 1 (4.3).",
    )


def test_what_a_battle_came_to_is_told_by_what_it_was_for() -> None:
    """TT 3.5, 4.10: white land claimed or only won, a City held, a City taken with a step lost."""
    given = {
        "BRY": {"armies": {"1": 9}},
        "HOL": {"armies": {"2": 1}},
        "DUN": {"armies": {"1": 8}},
        "ELM": {"armies": {"2": 0}},
        "PEN": {"armies": {"3": 4}},
        "QUA": {"armies": {"4": 1}},
        "NES": {"armies": {"4": 9}},
        "LOR": {"armies": {"3": 1}},
    }
    cards = {1: "@BRY AC9COR\n@DUN AT8ELM", 2: "@HOL AT1COR", 3: "@LOR AT1MER", 4: "@QUA AT1PEN\n@NES AT9MER"}
    turn = played(position(provinces=given), cards, seed=3)
    public = made(turn, 0)
    assert {b.name: (b.outcome, b.groups[0].side) for b in battles(public)} == {
        "Corran": ("won and claimed by [1:Aldmere]", "meet"),
        "Elmark": ("taken by [1:Aldmere]", "attack"),
        "Merrow": ("won by [4:Torrin]", "meet"),
        "Penrook": ("held by [3:Penrook]", "attack"),
    }
    told = {b.name: b.told[-2:] for b in battles(public)}
    assert told["Elmark"] == ("The militia fell first (4.7).", "The City becomes a Military base (4.10).")
    assert [item.rest for item in changes(made(turn), "Taken")] == [
        "Its City is a Military base now. 8 armies stand there."
    ]
    assert [item.lead for item in changes(made(turn, 4), "Won")] == ["You won in Merrow against [3] Penrook."]
    held = changes(made(turn, 3), "Held")[0]
    assert (held.lead, held.rest) == ("Penrook held against [4] Torrin.", "0 of 5 fell, militia counted.")
    beaten = changes(made(turn, 3), "Beaten")[0]
    assert (beaten.lead, beaten.rest) == (
        "You fought [4] Torrin in Merrow, and nobody of yours is left.",
        "1 of 1 fell.",
    )


def test_fleets_of_two_who_are_left_and_no_foes_of_each_other_fought_and_nobody_won() -> None:
    """TT 4.1: one attacks two others, who let each other be."""
    fleets = {"1": {"1": {"sea": "NSE"}}, **{p: {str(n): {"sea": "NSE"} for n in range(1, 5)} for p in ("2", "3")}}
    turn = played(position(fleets=fleets), {1: "@NSE 0X 2T\n@ 3T", 2: "@NSE 1X 3T", 3: "@#1 MWSE"}, seed=1)
    assert battle(made(turn, 2), "sea-battles").outcome == ""
    came = {row[1]: row[3] for p in (1, 2) for row in table(section(made(turn, p), "echo").blocks[0]).rows}
    assert came == {"3T": "in force", "0X": "lost, all 1 sank", "2T": "in force", "1X": "fought, 4 of 4 left"}
    assert {row[1]: row[3] for row in table(section(made(turn, 3), "echo").blocks[0]).rows} == {"MWSE": "sailed"}

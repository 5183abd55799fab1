"""News of Trust a Thief that must stay true: gold that is void, shares of the provinces, headlines, counts (TT 5.8,
7).
"""

import pytest

from pbm.core.dice import Dice
from pbm.core.printout import Items, Printout
from pbm.engine.turn import Played, play, printouts
from pbm.orders.form import OrderLine
from tests.rules.trust_a_thief.printed import (
    RULES,
    SEATS,
    SHEET,
    THIEF,
    changes,
    made,
    played,
    position,
    section,
    table,
    text,
)

FALLING = {
    "nations": {"2": {"gold": 3}},
    "provinces": {"ELM": {"structure": "none", "armies": {"2": 0}}, "DUN": {"armies": {"1": 1}}},
}
"""Nation 2 loses its only province to the army in DUN, while its caravans are out."""


def test_a_nation_that_goes_out_reads_of_no_gold() -> None:
    """TT 5.8, T21, T28: what came back and what was stolen is told, and that it pays nothing."""
    turn = played(position(**FALLING), {1: "@DUN AT1ELM\n@ 2K1", 2: "@ 1K3 1SA"})
    printout = made(turn, 2)
    assert [item.lead for item in changes(printout, "Trade")] == ["3 of 3 came back, but your nation is out."]
    assert [item.lead for item in changes(printout, "Theft")] == [
        "Your people stole 1 caravan of [1] Aldmere, but your nation is out."
    ]
    assert {item.rest for label in ("Trade", "Theft") for item in changes(printout, label)} == {"Gold for it is void."}
    stolen = table(section(printout, "caravans").blocks[-1])
    assert stolen.rows == ((1, "Aldmere", 1, 0),)
    assert stolen.total == (None, "All", 1, 0)
    assert "6 gold" not in text(turn, 2)


@pytest.mark.parametrize(("owned", "share"), [(12, 60), (13, 65), (16, 80)])
def test_the_share_of_the_provinces_is_the_true_one(owned: int, share: int) -> None:
    codes = [code for code in RULES.map.provinces if code not in ("ALD", "ELM", "PEN", "TOR")]
    turn = played(position(provinces={code: {"owner": 1} for code in codes[: owned - 1]}), {})
    close = changes(made(turn), "Close")[0]
    assert close.lead == f"You own {share} % of the provinces."
    assert close.rest == "If you own 60 % or more after the next turn too, you win."
    assert changes(made(turn, 2), "Close")[0].lead == f"[1] Aldmere owns {share} % of the provinces."
    wins = f"owns {share} % of the provinces, and wins if it owns 60 % or more after the next turn too"
    assert wins in " ".join(text(turn, 0).split())
    assert f"[1] {wins} (7.3)." in table(section(made(turn), "nations").blocks[0]).note


@pytest.mark.parametrize("turn", range(1, 7))
def test_a_headline_about_a_battle_is_true_where_white_land_was_claimed_elsewhere(turn: int) -> None:
    state = position(turn=turn, provinces={"BRY": {"armies": {"1": 1}}, "DUN": {"armies": {"2": 1}}})
    printout = made(played(state, {1: "@BRY AC1COR\n@ALD AC1FEN", 2: "@DUN AC1COR"}), 0)
    assert "Corran" in printout.headline
    assert "border" not in printout.headline
    assert printout.standfirst == "All told: 1 white province claimed and 1 battle on land."


def test_changes_of_hands_that_do_not_fit_are_counted() -> None:
    pairs = {"BRY": "ALD", "DUN": "ELM", "QUA": "PEN", "SAL": "TOR", "FEN": "ALD"}
    owned = {"BRY": 2, "DUN": 3, "QUA": 4, "SAL": 1, "FEN": 3}
    armies = {"ALD": {"armies": {"1": 2}}}
    state = position(provinces={**armies, **{code: {"owner": p} for code, p in owned.items()}})
    cards = dict.fromkeys((1, 2, 3, 4), "")
    homes = {"ALD": 1, "ELM": 2, "PEN": 3, "TOR": 4}
    for code, home in pairs.items():
        cards[homes[home]] += f"@{home} AT1{code}\n"
    assert made(played(state, cards), 0).standfirst.endswith("Besides: 2 more changes of hands.")


def news(printout: Printout) -> list[tuple[str, str]]:
    """The world's news: label and sentence."""
    block = section(printout, "world-news").blocks[0]
    assert isinstance(block, Items)
    return [(item.label, f"{item.lead} {item.rest}") for item in block.items]


def test_the_winner_the_others_and_the_world_each_read_who_won() -> None:
    """TT 7.3."""
    owned = {code: {"owner": 1} for code in RULES.map.provinces[:13] if code != "ELM"}
    turn = played(position(leader=1, provinces=owned), {})
    assert [item.lead for item in changes(made(turn), "The end")] == ["The game is over, and you have won it."]
    lost = [item.lead for item in changes(made(turn, 2), "The end")]
    assert lost == ["The game is over; the winner is [1] Aldmere."]
    public = made(turn, 0)
    assert (public.headline, public.standfirst) == (
        "It is done, and Aldmere did it",
        "No province changed hands and no fleet fired.",
    )
    assert news(public) == [("The end", "[1] Aldmere wins the game.")]
    for viewer in (0, 1, 2):
        assert "% of the provinces" not in text(turn, viewer)  # nobody is close to what is won
        assert made(turn, viewer).kit is None


def test_a_tie_on_the_last_turn_is_nobodys_game() -> None:
    rules = THIEF.setup.load("sample", {"last": "8"})
    state = THIEF.words.lay(THIEF.start(rules, SEATS, Dice(bytes(16), "TT-1", 0)), {"turn": 7}, rules)
    turn = play(THIEF, rules, state, dict.fromkeys((1, 2, 3, 4), ()), Dice(bytes(16), "TT-1", 8))
    found = printouts(THIEF, rules, turn.state, turn.events, turn.parsed, SHEET, [0, 1])
    assert found[0].headline == "The game is over, and nobody rules alone"
    assert news(found[0]) == [("The end", "Nobody wins alone. ")]
    assert [item.lead for item in changes(found[1], "The end")] == ["The game is over, and nobody has won it alone."]


def test_who_goes_out_and_who_sent_no_card_is_told_to_the_world() -> None:
    state = position(**FALLING)
    cards = {1: (OrderLine(1, "@DUN AT1ELM"),), 2: (), 3: ()}
    turn = play(THIEF, RULES, state, cards, Dice(bytes(16), "TT-1", 1))
    public = made(turn, 0)
    assert public.headline == "The last gate of Elmark closes"
    assert news(public) == [
        ("Taken", "[1] Aldmere takes Elmark from [2] Elmark without a fight."),
        ("No card", "[4] Torrin sent no orders."),
        ("Out", "[2] Elmark has nothing left."),
    ]
    rows = table(section(public, "standings").blocks[0]).rows
    assert [row[:3] for row in rows] == [(1, 1, "Aldmere"), (2, 3, "Penrook"), (2, 4, "Torrin"), (4, 2, "Elmark (out)")]
    assert section(public, "standings").figure == "Aldmere: 2", "told while the table is folded"
    assert [item.lead for item in changes(made(turn), "Abroad")] == ["[2] Elmark is out of the game."]


def test_nations_rank_by_provinces_then_tax_then_gold() -> None:
    """TT 7.3."""
    given = {"1": {"gold": 1}, "2": {"gold": 9}, "3": {"gold": 30}, "4": {"gold": 9}}
    owned = {"SAL": {"owner": 4}, "FEN": {"owner": 1}, "ORM": {"owner": 2, "structure": "town"}}
    turn = played(position(nations=given, provinces=owned), {})
    rows = table(section(made(turn, 0), "standings").blocks[0]).rows
    assert [(row[0], row[1]) for row in rows] == [(1, 2), (2, 4), (3, 1), (4, 3)]
    assert [row[0] for row in table(section(made(turn), "nations").blocks[0]).rows] == [2, 4, 1, 3]


def test_a_home_that_falls_weighs_more_in_the_headline_than_other_land() -> None:
    given = {"ELM": {"armies": {"2": 0}}, "DUN": {"armies": {"1": 9}}, "COR": {"owner": 2, "armies": {"2": 1}}}
    more = {"SAL": {"owner": 3, "structure": "base"}, "ORM": {"owner": 2}}
    turn = played(position(provinces={**given, **more}), {1: "@DUN AT9ELM", 4: "@TOR AT1SAL"}, seed=3)
    assert made(turn, 0).headline == "Elmark without a home: Aldmere holds Elmark"
    assert made(turn, 0).standfirst == "Torrin takes Saltash from Penrook."


def note(turn: Played, viewer: int, name: str) -> str:
    return table(section(made(turn, viewer), name).blocks[0]).note


def test_a_game_that_is_over_has_no_next_turn() -> None:
    """TT 7.3: nobody is told how many caravans may go, or what a debt will cost, in a turn that is not played."""
    owned = {code: {"owner": 1} for code in RULES.map.provinces[:13] if code != "ELM"}
    poor = {"nations": {"2": {"gold": 0}}, "provinces": {**owned, "ELM": {"armies": {"2": 9}}}}
    running, over = (played(position(leader=leader, **poor), {}) for leader in (0, 1))
    assert "next turn" in note(running, 2, "nations")
    assert "next turn" in note(running, 2, "account")
    assert len(changes(made(running, 2), "Debt")) == 1
    assert note(over, 2, "nations") == note(over, 2, "account") == ""
    assert changes(made(over, 2), "Debt") == []

"""News of Trust a Thief that must stay true: gold that is void, shares of the provinces, headlines, counts (5.8, 7)."""

import pytest

from tests.trust_a_thief.printed import RULES, changes, made, played, position, section, table, text

FALLING = {
    "nations": {"2": {"gold": 3}},
    "provinces": {"ELM": {"structure": "none", "armies": {"2": 0}}, "DUN": {"armies": {"1": 1}}},
}
"""Nation 2 loses its only province to the army in DUN, while its caravans are out."""


def test_a_nation_that_goes_out_reads_of_no_gold() -> None:
    """5.8, T21, T28: what came back and what was stolen is told, and that it pays nothing."""
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

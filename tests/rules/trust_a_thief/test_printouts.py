"""What stands in a printout of Trust a Thief (TT 7.1, 7.2): played turns, read as text, as records and as a page."""

import html as entities
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.printout import Badge, Printout
from pbm.engine.turn import play
from pbm.site.pages import Addressee
from pbm.site.render import Renderer
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
    text,
)

# --- the account (TT 7.2) ---

WORKED = {  # case 27: tax base of eight, three armies, one fleet, ten gold
    "nations": {"1": {"gold": 10}},
    "provinces": {
        "ALD": {"owner": 1, "structure": "city", "armies": {"1": 2}},
        "BRY": {"owner": 1, "structure": "town"},
        "FEN": {"owner": 1, "structure": "base"},
        "GAR": {"owner": 1},
        "KEL": {"owner": 1, "armies": {"1": 1}},
        "ELM": {"owner": 2, "structure": "city"},
    },
    "fleets": {"1": {"1": {"sea": "WSE"}}},
}


def test_the_account_tells_each_line_and_ends_with_the_gold_in_hand() -> None:
    turn = played(position(**WORKED), {1: "@ 2K3 2G1\n@ALD BA1\n@GAR BT"})
    account = table(section(made(turn), "account").blocks[0])
    assert account.account
    assert account.rows == (
        ("In hand at the start", "", 10),
        ("  1 army, Aldmere", "@ALD BA1", -2),
        ("  3 caravans to [2] Elmark", "2K3", -3),
        ("  1 escort to [2] Elmark", "2G1", -1),
        ("  Town, Garth", "@GAR BT", -2),
        ("Left", "", 2),
        ("  Tax", "1 City 3, 1 Military base 1, 2 Towns 4, 1 without a structure 1", 9),
        ("  Caravans that came back", "3 × 2", 6),
        ("  Upkeep", "4 armies, 1 fleet", -5),
    )
    assert account.total == ("In hand now", "", 12)


def test_an_account_below_zero_says_what_follows() -> None:
    state = position(nations={"1": {"gold": 0}}, provinces={"ALD": {"armies": {"1": 5}}})
    printout = made(played(state, {}))
    assert table(section(printout, "account").blocks[0]).note == (
        "Below 0: 2 units must go next turn; name them with ZA and Z (6.2)."
    )
    assert [item.lead for item in changes(printout, "Debt")] == ["You owe 2 gold."]
    assert section(printout, "account").figure == "-2 gold"


def test_units_that_went_for_a_debt_are_told_with_their_refund() -> None:
    state = position(nations={"1": {"gold": -2, "debts": 1}}, provinces={"ALD": {"armies": {"1": 5}}})
    printout = made(played(state, {}))
    rows = table(section(printout, "account").blocks[0]).rows
    assert rows[:3] == (
        ("In hand at the start", "", -2),
        ("  Given back for disbanded units", "", 2),
        ("Left", "", 0),
    )
    assert [item.lead for item in changes(printout, "Debt")] == ["2 armies in Aldmere had to go."]


@pytest.mark.parametrize(("variant", "turns"), [("sample", 12), ("archipelago", 8)])
def test_every_account_of_a_season_adds_up(variant: str, turns: int) -> None:
    seen = 0
    for printout in everything(variant, turns):
        for part in printout.sections:
            if part.id != "account":
                continue
            account = table(part.blocks[0])
            assert account.total is not None
            numbers = {row[0]: row[2] for row in account.rows}
            changed = [row[2] for row in account.rows if str(row[0]).startswith("  ")]
            assert numbers["In hand at the start"] + sum(changed) == account.total[2]  # type: ignore[operator,arg-type]  # numbers all
            left = [row[0] for row in account.rows].index("Left")
            assert sum(row[2] for row in account.rows[:left]) == numbers["Left"]  # type: ignore[misc]  # numbers all
            seen += 1
    assert seen > 30


# --- caravans (TT 5) ---

TRADERS = {"nations": {"1": {"gold": 20}, "3": {"gold": 20}}, "provinces": {"ELM": {"owner": 2}}}


def test_the_sender_reads_how_many_came_back_and_no_thief() -> None:
    turn = played(position(**TRADERS), {1: "@ 2K3 3K3", 3: "@ 1S2"})
    printout = made(turn)
    sent = table(section(printout, "caravans").blocks[0])
    assert sent.rows == ((2, "Elmark", 3, 0, ""), (3, "Penrook", 3, 0, ""))
    assert sent.total == (None, "All", 6, 0, "4 came back")
    assert [item.lead for item in changes(printout, "Trade")] == ["4 of 6 came back, with 8 gold."]
    assert not changes(printout, "Escorts")
    assert "Outcome" not in text(turn)
    assert "1K" not in str(sent.note)


def test_escorts_name_the_thief_and_how_many_they_saw() -> None:
    turn = played(position(**TRADERS), {1: "@ 2K3 2G2 3K3 3G1", 3: "@ 1SA"})
    printout = made(turn)
    sent = table(section(printout, "caravans").blocks[0])
    assert [row[4] for row in sent.rows] == ["no bad news", "1 stolen under their eyes"]
    escorts = changes(printout, "Escorts")
    assert [item.lead for item in escorts] == ["[3] Penrook stole 1 escorted caravan of yours."]


def test_the_thief_reads_what_he_stole_of_whom() -> None:
    turn = played(position(**TRADERS), {1: "@ 3K3", 2: "@ 3K1", 3: "@ 0SA 2S0"})
    stolen = table(section(made(turn, 3), "caravans").blocks[-1])
    assert stolen.rows == ((1, "Aldmere", 3, 3),)
    assert stolen.title == "Your people stole 3 caravans"
    assert "\n0SA: 3 stolen\n" in text(turn, 3)
    assert "\n2S0: nothing stolen\n" in text(turn, 3)


def test_nobody_else_reads_of_caravans() -> None:
    turn = played(position(**TRADERS), {1: "@ 3K3 3G1", 3: "@ 1SA"})
    for viewer in (0, 2, 4):
        page = text(turn, viewer)
        for word in ("stolen", "stole", "came back", "3K3", "1SA", "caravans to"):
            assert word not in page, (viewer, word)


def test_the_sender_of_a_printout_cannot_tell_two_thieves_apart() -> None:
    """TT 5.7: whoever of the two stole, the sender reads the same, but for what all may read: the thief's gold."""
    pages = []
    for thief in (2, 3):
        turn = played(position(**TRADERS), {1: "@ 2K2 3K2", thief: "@ 1SA"})
        even = {p: replace(nation, gold=0) if p != 1 else nation for p, nation in turn.state.nations.items()}
        pages.append(text(replace(turn, state=replace(turn.state, nations=even))))
    assert pages[0] == pages[1]


# --- orders, faults, standing orders (TT 8) ---


def test_faults_stand_in_angle_brackets_beside_the_echo_with_its_count() -> None:
    page = text(played(position(), {1: "@ 2K9 ZZ 2S1\n@ALD BM AC1BRY"}))
    assert "\n<ZZ -- " in page
    assert "\n<BM -- it needs a province with a Town, and ALD has a City (2.2)>\n" in page
    assert "\n<2K9 -- " in page
    assert "\nOrder-count: 3\n@ 2K3 2S1\n@ALD AC1BRY\n------\n" in page


def test_each_order_is_told_what_came_of_it() -> None:
    page = text(played(position(), {1: "@ 2K2 2S1\n@ALD BA1 AC1BRY AC1FEN"}))
    for line in ("2K2: sent", "2S1: nothing stolen", "@ALD BA1: 1 bought", "@ALD AC1BRY: claimed"):
        assert f"\n{line}\n" in page
    echo = table(section(made(played(position(), {1: "@ALD AC1BRY"})), "echo").blocks[0])
    assert echo.rows == (("@ALD", "AC1BRY", "Move and claim: Bryne", "claimed"),)


def test_an_order_that_fails_on_the_day_names_the_reason() -> None:
    state = position(provinces={"COR": {"armies": {"2": 1}}})
    turn = played(state, {1: "@ALD AC1BRY", 2: "@COR AC1BRY"})
    reason = "all your armies fell in the battle there"
    assert f"<@ALD AC1BRY -- {reason}>" in text(turn).replace("\n     ", " ")
    assert changes(made(turn), "Order")[0].rest == f"{reason}."


def test_every_reason_to_fail_has_its_words() -> None:
    reasons = {
        event.facts["reason"]
        for variant, turns in (("sample", 12), ("archipelago", 8))
        for _, turn in season(variant, turns)
        for event in turn.events
        if event.kind == "order-failed"
    }
    assert reasons <= set(RULES.wording["reason"])
    assert set(RULES.wording["reason"]) == {
        "fleet-lost",
        "fleet-disbanded",
        "nobody-there",
        "fewer-armies",
        "no-army",
        "all-fell",
    }


def test_standing_orders_are_listed_with_what_they_did() -> None:
    state = position(nations={"1": {"standing": {"1": "2S1", "2": "3K9"}}})
    turn = played(state, {1: "@ /3/4SA 2S2", 2: "@ 1K2"})
    rows = table(section(made(turn), "standing").blocks[0]).rows
    assert [(row[0], row[2]) for row in rows] == [
        ("/1/2S1", "waited"),
        ("/2/3K9", "sent"),
        ("/3/4SA", "nothing stolen"),
    ]
    assert "Standing orders" not in text(turn, 2)


def test_a_missing_card_is_told() -> None:
    state = position()
    turn = play(THIEF, RULES, state, {2: ()}, Dice(bytes(16), "TT-1", 1))
    assert changes(made(turn), "Card")[0].lead == "No card of yours came."
    assert "No orders" not in text(turn)


def test_the_blank_card_ends_the_printout_of_those_who_act() -> None:
    assert text(played(position(), {})).endswith("END\n")
    out = THIEF.words.lay(position(), {"provinces": {"ALD": {"owner": 2, "armies": {"2": 1, "1": 0}}}}, RULES)
    turn = played(out, {})
    assert made(turn).blank == ()
    assert made(turn).kit is None
    assert changes(made(turn), "Out")


# --- what all may read (TT 7.1) ---


def test_the_table_of_nations_is_public_and_ranked() -> None:
    turn = played(position(**WORKED), {})
    rows = table(section(made(turn, 3), "nations").blocks[0]).rows
    assert rows[0] == (1, "Aldmere", 5, 8, 14, 3, 1)
    public = table(section(made(turn, 0), "standings").blocks[0])
    assert public.rows[0] == (1, 1, "Aldmere", "Rosa Klein", 5, 8, 14, 3, 1, 0)
    assert "20 provinces have an owner" in public.note


def test_provinces_and_fleets_stand_there_with_armies_and_cargo() -> None:
    fleets = {"2": {"1": {"sea": "NSE", "cargo": 3}, "2": {"sea": "NSE"}}}
    state = position(provinces={"GAR": {"armies": {"2": 2}}}, fleets=fleets)
    printout = made(played(state, {}))
    rows = {row[0]: row for row in table(section(printout, "others").blocks[0]).rows}
    assert rows["ELM"] == ("ELM", "Elmark", 2, "City", "2", "DUN JUR · ESE NSE")
    assert rows["GAR"] == ("GAR", "Garth", 0, "white", "[2] 2", "BRY FEN HOL LOR")
    assert table(section(printout, "fleets").blocks[0]).rows == (("NSE", "North Sea", 2, 2, 3, "#1(3) #2"),)


def test_the_map_shows_the_signs_of_the_book() -> None:
    state = position(
        provinces={"BRY": {"owner": 1, "structure": "town"}, "COR": {"owner": 1, "structure": "base"}},
        fleets={"2": {"1": {"sea": "NSE", "cargo": 3}, "2": {"sea": "NSE"}}},
    )
    view = made(played(state, {1: "@ALD AC1FEN"})).space_map
    spaces = {space.code: space for space in view.spaces}
    assert [spaces[code].sign for code in ("ALD", "BRY", "COR", "FEN")] == ["city", "town", "base", ""]
    assert [(b.player, b.units) for b in spaces["ALD"].badges] == [(1, (("army", 1),))]
    assert spaces["NSE"].badges == (Badge(2, (("fleet", 2),), (("army", 3),)),)
    assert spaces["FEN"].change == "claimed"
    assert [(a.kind, a.start, a.end) for a in view.arrows] == [("move", "ALD", "FEN")]
    assert made(played(state, {1: "@ALD AC1FEN"}), 0).space_map.arrows == ()


def test_a_share_of_the_provinces_that_wins_is_announced() -> None:
    owned = {code: {"owner": 1} for code in RULES.map.provinces[:13] if code != "ELM"}
    turn = played(position(provinces=owned), {})
    assert changes(made(turn), "Close")[0].lead == "You own 60 % of the provinces."
    assert changes(made(turn, 2), "Close")[0].tone == "bad"
    assert "[1] Aldmere owns 60 % of the provinces" in text(turn, 0)


@pytest.mark.parametrize(("variant", "turns"), [("sample", 12), ("archipelago", 8)])
def test_no_line_of_a_season_is_longer_than_79_columns(variant: str, turns: int) -> None:
    for printout in everything(variant, turns):
        assert max(map(len, textprint.render(printout).split("\n"))) <= 79


def test_links_from_the_news_lead_to_sections_of_the_page() -> None:
    for printout in everything("sample", 12):
        there = {part.id for part in printout.sections} | {"faults"} | {"echo"}
        assert {item.target for item in printout.changes} - {""} <= there


# --- as a page ---


def page(printout: Printout, rules: Any = RULES) -> str:
    renderer = Renderer([], {rules.map.name: rules.geometry}, cache=False)
    return renderer.alone(printout, textprint.render(printout), Addressee(), "en", "Trust a Thief, Sample")


def test_a_hostile_name_is_text_on_the_page() -> None:
    turn = played(position(), {1: "@ALD AC1FEN"})
    shown = page(made(turn, 0))
    assert "<script>alert" not in shown
    assert entities.escape("<script>alert", quote=False) in shown


def test_what_a_player_typed_is_text_on_the_page() -> None:
    turn = played(position(), {1: "@ <b>x</b> 2K1<img>"})
    shown = page(made(turn))
    assert "<b>x</b>" not in shown
    assert "&lt;B&gt;X&lt;/B&gt;" in shown or "&lt;b&gt;x&lt;/b&gt;" in shown
    assert "<img" not in shown


def test_the_page_of_a_player_has_account_map_and_card() -> None:
    shown = page(made(played(position(), {1: "@ 2K1\n@ALD AC1FEN"})))
    for mark in ('id="account"', 'id="caravans"', 'class="map"', 'id="card"', "claimed this turn", "Military base"):
        assert mark in shown, mark

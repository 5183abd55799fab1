"""Printouts of Battle Plan made by hand (BP 14; spec 17): the order of the book, its notations, and money."""

from msgspec.structs import replace

from pbm.core import textprint
from pbm.rules.battle_plan.state import Forces, Sea, Suppressed
from tests.rules.battle_plan.printouts import (
    RULES,
    battle,
    card,
    event,
    group,
    made,
    me,
    position,
    section,
    table,
    text,
)


def test_the_sections_stand_in_the_order_of_the_book() -> None:
    state = position(SW={"sight": (1,)}, BU={"popularity": {1: 5}})
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(navy=4)}, (1,))})
    events = [
        *battle("TU", 0, group("TU", 1, "defend", army=[9, 1]), group("UK", 2, "attack", army=[5, 5])),
        event("spy-caught", "all", space="RU", owner=1, number=1),
        event("sea-battle", space="BLA", groups=[group("", 1, "meet", navy=[4, 0]), group("", 2, "meet", navy=[9, 1])]),
        event("revolution", "all", space="PR", from_=3),
        event("message", from_=2, to=1, number=2),
    ]
    parsed = card(state, "@ 2A ZZ\n@TU BA5")
    page = text(state, *events, parsed=parsed)
    marks = [
        "Game EU-7, Turn 7, Player [1:Turkey]", "Spies=", " Allies=(", " Enemies=(", " Spies you are sharing=(",
        "Multipliers=(", "Forces under your control", "Occupied Countries", "Countries that you see",
        "Other countries", "Seas\n", "Land combat", "Spies caught", "Sea combat", "Counter-attacks and revolutions",
        "Messages", "<ZZ --", "Order-count: 2", "@TU BA5", "------\n",
    ]  # fmt: skip
    places = [page.index(mark) for mark in marks]
    assert places == sorted(places)


def test_a_country_is_written_in_the_classic_notation() -> None:
    held = Suppressed(industry=1, tax=1, air=1)
    state = position(
        TU={"army": 12, "navy": 0, "air": 5, "industry": 9, "tax": 9, "suppressed": held, "hpi": 80, "spies": {1: 1}}
    )
    record = (
        "TU [1:Turkey] MaxInd=50 TaxBase=9<1> Industry=9<1> Army=12 Navy=0 AirF=5<1>\n"
        "     Missiles=0 ABMs=0 HPI=80 Spies=1"
    )
    assert record in text(state)


def test_a_seen_minor_has_an_asterisk_all_indices_and_no_home_popularity() -> None:
    page = text(position(SW={"popularity": {1: 50, 2: 20}, "standing": {1: "BA999"}, "standing_by": 1}))
    record = page[page.index("SW * MaxInd") :].partition("\nSeas")[0]
    assert "[1]=50 [2]=20 /1/BA999" in record
    assert "HPI" not in record.splitlines()[0]
    assert "SW *" in page[page.index("Forces under") :]


def test_an_unseen_country_tells_its_owner_and_an_unseen_minor_the_readers_index() -> None:
    page = text(position(NO={"popularity": {1: 3, 2: 9}, "sight": (2,)}))
    assert "\nRU [2:Russia]\n" in page
    assert "\nNO * [1]=3\n" in page
    assert "\nSW * [1]=0\n" in page


def test_a_landlocked_country_has_no_navy() -> None:
    page = text(position(HU={"occupier": 1, "hpi": 50}))
    record = page[page.index("HU [1:Turkey]") :].splitlines()[0]
    assert "Army=10 AirF=10" in record


def test_units_begun_are_decimals_in_the_record_and_whole_in_the_forces() -> None:
    state = position(TU={"army": 12, "saved": {"A": 50}})
    assert "Army=12.5 " in text(state)
    row = next(r for r in table(section(made(state), "forces").blocks[0]).rows if r[0] == "TU")
    assert row[2] == 12


def test_a_plus_marks_units_with_a_standing_order_and_totals_close_the_forces() -> None:
    state = position(TU={"standing": {1: "BA999", 2: "AS9BU"}, "standing_by": 1})
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(1, 4, 2), 2: Forces(navy=9)}, (1, 2))})
    forces = table(section(made(state), "forces").blocks[0])
    assert forces.rows[0] == ("TU", "Turkey", "50+", 20, 30, 0, 0, "30+", 100)
    assert forces.rows[1] == ("BLA", "Black Sea", 1, 4, 2, None, None, None, None)
    assert forces.total == ("Total", "", 51, 24, 32, 0, 0, 30, None)


def test_a_sea_lists_all_forces_by_player() -> None:
    state = position()
    forces = {1: Forces(4, 5, 3), 4: Forces(navy=6)}
    state = replace(state, seas={**state.seas, "EAS": Sea(forces, (1,))})
    assert "EAS [1:Turkey](Army=4,Navy=5,AirF=3) [4:Italy](Navy=6)" in text(state)


def test_multipliers_of_zero_are_left_out() -> None:
    state = me(position(), multipliers={"A": 156, "N": 0, "I": 20})
    assert "Multipliers=(I20,A156)" in text(state)


def test_defaults_stand_there_when_there_are_any() -> None:
    assert "Defaults=(A50 F50)" in text(me(position(), defaults={"A": 50, "F": 50}))
    assert "Defaults=" not in text(me(position(), defaults={}))


def test_friends_and_foes_sharing_and_permits_are_listed() -> None:
    state = me(position(), stance={2: "ally", 3: "enemy"}, shares={2: "F"}, permits=(2, 4))
    others = {
        2: replace(state.players[2], stance={1: "ally", 4: "enemy"}),
        4: replace(state.players[4], shares={1: "H"}),
    }
    page = text(replace(state, players={**state.players, **others}))
    for line in (
        " Allies=([2:Russia])",
        " Enemies=([3:France])",
        " Players declaring you ally=([2:Russia])",
        " [2:Russia] Enemies=([4:Italy])",
        " Spies you are sharing=([2:Russia]F)",
        " Spies shared with you=([4:Italy]H)",
        " Permits=([2:Russia] [4:Italy])",
    ):
        assert f"\n{line}\n" in page


def test_u1_leaves_the_numbers_alone() -> None:
    state = me(position(), names_off=True)
    page = text(state, event("declared", "all", by=2, of=1, stance="enemy"))
    assert "Player [1]\n" in page
    assert "\nRU [2]\n" in page
    assert "War: [2] declared you an enemy." in page


def test_u2_makes_one_alphabetical_list() -> None:
    printout = made(me(position(SW={"sight": (1,)}), one_list=True))
    records = section(printout, "spaces").blocks[0].records  # type: ignore[union-attr]  # Records
    assert [r.code for r in records] == sorted(RULES.map.countries)
    assert not [s for s in printout.sections if s.id == "unseen"]


def test_the_ranking_counts_occupied_countries() -> None:
    page = text(position(BU={"occupier": 2, "hpi": 50}))
    assert "Occupied Countries\n  [2:Russia]   2\n  [1:Turkey]   1\n" in page


ACCOUNT = [
    ["start", "", 10000], ["gift-out", "2D10", -1000], ["propaganda", "P5GR", -500], ["research", "RA20", -2000],
    ["unspent", "", 6500], ["interest", "", 65], ["tax", "TU", 8060], ["built", "TU", 300], ["gift-in", "3", 1500],
    ["end", "", 16425],
]  # fmt: skip


def test_the_account_ends_with_the_cash_in_hand_and_adds_up() -> None:
    state = me(position(), dollars=16425)
    income = event("income", space="TU", tax=80, suppressed=20, neighbours=[["GR", 60]], total=8060)
    account = table(section(made(state, event("account", lines=ACCOUNT), income), "income").blocks[0])
    assert account.account
    assert account.total == ("In hand now", "", 16425)
    amounts = [row[2] for row in account.rows if row[0] != "Unspent"]
    assert sum(n for n in amounts if isinstance(n, int)) == 16425
    assert ("  Turkey, tax", "TaxBase=80<20>; neighbours GR 0.60", 8060) in account.rows
    assert ("  Gift from [3] France", "", 1500) in account.rows


def test_a_blockade_tells_hostile_borders_and_an_exact_share() -> None:
    blocked = event("blockade", space="TU", hostile=["UK", "BLA"], of=6, tax=14, industry=5)
    rows = table(section(made(position(), blocked), "blockade").blocks[0]).rows
    assert rows == (("TU", "UK, BLA: 2 of 6", "16.7 %", -14, -5),)


def test_research_tells_its_gain_and_what_more_would_bring() -> None:
    state = me(position(), multipliers={"A": 118, "N": 75, "I": 20}, ease={"A": 500, "N": 500, "I": 125})
    printout = made(state, event("research", player=1, letter="A", dollars=20, gain=10, now=118))
    now, more = map(table, section(printout, "multipliers", classic=False).blocks)
    assert now.rows == (("I", "Industry", 20, ""), ("A", "Army", 118, "+10 for 20 $"), ("N", "Navy", 75, ""))
    assert more.rows == (("I", "2.5", "3.5", "5.0", "7.1"), ("A, N", "5.0", "7.1", "10.0", "14.1")), "a row an ease"
    assert not any(column.drop for column in (*now.columns, *more.columns)), "a phone has them all"
    assert "Research RA20: +10, now 118" in textprint.render(printout)

"""What stands in a printout of Battle Plan (14; spec 17), from views and events made by hand."""

from typing import Any

import pytest
from msgspec.structs import replace

from pbm import classic
from pbm.events import Event
from pbm.orderform import OrderLine, Parsed
from pbm.printout import Battles, Block, Item, Printout, Section, Table
from pbm.rules import system
from pbm.rules.battle_plan.state import Forces, Sea, State, Suppressed
from pbm.system import Seat, Sheet

BATTLE_PLAN = system("battle-plan")
RULES = BATTLE_PLAN.load("europe", {})
SEATS = (Seat(1, "TU", "Rosa Klein"), Seat(2, "RU", "I. Sokol"), Seat(3, "FR"), Seat(4, "IT"))
SHEET = Sheet("EU-7", "A test", SEATS)


def position(turn: int = 7, **countries: dict[str, Any]) -> State:
    """The start of a game of four, with some countries changed; players see what they command."""
    state: State = BATTLE_PLAN.start(RULES, SEATS)
    changed = dict(state.countries)
    for code, facts in countries.items():
        changed[code] = replace(changed[code], **facts)
    seen = {c: replace(k, sight=k.sight or ((k.commander,) if k.commander else ())) for c, k in changed.items()}
    return replace(state, turn=turn, countries=seen)


def me(state: State, **facts: Any) -> State:
    return replace(state, players={**state.players, 1: replace(state.players[1], **facts)})


def event(kind: str, seen_by: Any = (1,), **facts: Any) -> Event:
    return Event(kind, seen_by, {key.rstrip("_"): value for key, value in facts.items()})


def card(state: State, text: str, player: int = 1) -> Parsed:
    rows = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return BATTLE_PLAN.parse(rows, BATTLE_PLAN.view(state, player, RULES), RULES)


def made(state: State, *events: Event, viewer: int = 1, parsed: Parsed | None = None) -> Printout:
    sheet = replace(SHEET, drawer={})
    return BATTLE_PLAN.printout(BATTLE_PLAN.view(state, viewer, RULES), events, parsed, RULES, sheet)


def text(state: State, *events: Event, viewer: int = 1, parsed: Parsed | None = None) -> str:
    return classic.render(made(state, *events, viewer=viewer, parsed=parsed))


def section(printout: Printout, name: str, *, classic: bool | None = None) -> Section:
    return next(s for s in printout.sections if s.id == name and classic in (None, s.classic))


def table(block: Block) -> Table:
    assert isinstance(block, Table)
    return block


def group(name: str, player: int, side: str, **units: Any) -> dict[str, Any]:
    return {"name": name, "player": player, "side": side, **units}


def battle(space: str, by: int, *groups: dict[str, Any], told: Any = (), supports: Any = ()) -> list[Event]:
    """A battle as player 1 sees it in full, and as the world reads it."""
    kinds = [
        {**{k: g[k] for k in ("name", "player", "side")}, "kinds": [u for u in ("army", "navy", "air") if u in g]}
        for g in groups
    ]
    return [
        event("battle", space=space, by=by, groups=list(groups), told=list(told), supports=list(supports)),
        event("battle-kinds", "all", space=space, by=by, groups=kinds),
    ]


def told(printout: Printout, label: str) -> Item:
    """The one change of that label."""
    found = [item for item in printout.changes if item.label == label]
    assert len(found) == 1, [item.label for item in printout.changes]
    return found[0]


# --- the order of the book, and its notations ---


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


# --- battles ---


def test_a_battle_seen_in_full_has_its_numbers_and_sentences() -> None:
    steps = [
        {"step": "air", "attack": 24, "defend": 10, "excess": 14, "attack_lost": 2, "defend_lost": 3},
        {"step": "excess", "army": 7},
        {"step": "army", "attack": 30, "defend": 11, "attack_lost": 4, "defend_lost": 11, "ally": False},
    ]
    fight = battle(
        "BU", 1,
        group("BU", 0, "defend", army=[18, 18], air=[10, 3]),
        group("TU", 1, "attack", army=[22, 3], air=[24, 2]),
        group("GR", 1, "attack", army=[8, 1]),
        told=steps,
    )  # fmt: skip
    printout = made(position(BU={"occupier": 1, "hpi": 50}), *fight)
    page = classic.render(printout)
    assert "BU: captured by [1:Turkey] BU(Army=18-18,AirF=10-3) TU(Army=22-3,AirF=24-2)" in page
    block = section(printout, "battles").blocks[0]
    assert isinstance(block, Battles)
    assert block.battles[0].told[2] == ("30 Army against 11; the attackers won and lost 11² ∕ 30 = 4.03, so 4 (4C.6).")


def test_missiles_are_told_as_fired_and_stopped() -> None:
    fight = battle(
        "TU", 0,
        group("TU", 1, "defend", army=[50, 20]),
        group("RU", 2, "attack", missiles=[3, 2]),
        told=[{"step": "missiles", "fired": 3, "stopped": 2}],
    )  # fmt: skip
    page = text(position(), *fight)
    assert "RU(Missiles=3-2)" in page
    assert "3 missiles fired, 2 stopped" in page


def test_a_stranger_reads_the_kinds_of_units_and_no_more() -> None:
    kinds = [
        {"name": "SW", "player": 0, "side": "defend", "kinds": ["army", "air"]},
        {"name": "NTH", "player": 0, "side": "attack", "kinds": ["navy"]},
        {"name": "RU", "player": 2, "side": "attack", "kinds": ["army"]},
    ]
    printout = made(position(), event("battle-kinds", "all", space="SW", by=0, groups=kinds))
    assert "SW: held SW(Army,AirF) NTH(Navy) RU(Army)" in classic.render(printout)
    block = section(printout, "battles").blocks[0]
    assert isinstance(block, Battles)
    players = [g.player for g in block.battles[0].groups]
    assert players == [0, 0, 2], "who controls a minor or sails a sea is not public"


def test_of_a_battle_that_he_does_not_see_he_knows_his_own_numbers() -> None:
    kinds = [
        {"name": "SP", "player": 3, "side": "defend", "kinds": ["army", "navy"]},
        {"name": "MID", "player": 0, "side": "attack", "kinds": ["navy"]},
        {"name": "MID", "player": 0, "side": "attack", "kinds": ["navy"]},
    ]
    own = [{**group("MID", 1, "attack", navy=[9, 2]), "at": 1}]
    page = text(
        position(),
        event("battle-kinds", "all", space="SP", by=0, groups=kinds),
        event("battle-own", space="SP", groups=own),
    )
    assert "SP: held SP(Army,Navy) MID(Navy=9-2) MID(Navy)" in page


def test_the_sea_fight_lists_players_and_the_counter_attack_two_groups() -> None:
    page = text(
        position(),
        event(
            "sea-battle", space="BLA", groups=[group("", 1, "meet", navy=[9, 5]), group("", 2, "meet", navy=[16, 2])]
        ),
        event("counter-attack", "all", space="GR", won=True, by=1, against=4),
        event(
            "counter-attack-losses",
            space="GR",
            groups=[group("GR", 1, "attack", army=[12, 3]), group("", 4, "defend", army=[6, 6])],
        ),
    )
    assert "BLA: [1:Turkey](Navy=9-5) [2:Russia](Navy=16-2)" in page
    assert "GR counter-attack recaptured: GR(Army=12-3) [4:Italy](Army=6-6)" in page


def test_armies_that_meet_at_the_border_are_land_combat() -> None:
    fight = event(
        "border-fight", space="TU", other="BU",
        groups=[group("TU", 1, "meet", army=[20, 5]), group("BU", 2, "meet", army=[10, 10])],
    )  # fmt: skip
    page = text(position(), fight)
    assert "TU–BU: TU(Army=20-5) BU(Army=10-10)" in page
    assert "Border: Your Army from Turkey met that of Bulgaria on the way. 20 Army sent" in page


# --- money ---

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
    state = me(position(), multipliers={"A": 118}, ease={"A": 500})
    printout = made(state, event("research", player=1, letter="A", dollars=20, gain=10, now=118))
    rows = table(section(printout, "multipliers", classic=False).blocks[0]).rows
    assert rows == (("A", "Army", 118, "+10 for 20 $", "5.0", "7.1", "10.0", "14.1"),)
    assert "Research RA20: +10, now 118" in classic.render(printout)


# --- what changed ---


def test_what_was_taken_and_lost_is_told_first() -> None:
    state = position(BU={"occupier": 1, "hpi": 50, "army": 26}, GR={"occupier": 4, "hpi": 50})
    printout = made(
        state,
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=4, from_=1),
        event("declared", "all", by=4, of=1, stance="enemy"),
    )
    assert [item.label for item in printout.changes[:3]] == ["Taken", "Lost", "War"]
    assert told(printout, "Taken").rest.startswith("26 Army stand there.")
    lost = told(printout, "Lost")
    assert (lost.lead, lost.tone, lost.target) == ("Greece fell to [4] Italy.", "bad", "battles")


def test_a_minor_of_yours_that_falls_is_a_loss() -> None:
    fight = battle("SW", 2, group("SW", 1, "defend", army=[10, 10]), group("RU", 2, "attack", army=[30, 3]))
    printout = made(position(), *fight, event("captured", "all", space="SW", by=2, from_=0))
    assert told(printout, "Lost").lead == "Sweden, a minor of yours, fell to [2] Russia."


def test_a_beaten_attack_tells_what_it_cost() -> None:
    fight = battle("BU", 0, group("BU", 2, "defend", army=[40, 10]), group("TU", 1, "attack", army=[20, 20]))
    item = told(made(position(), *fight), "Beaten off")
    assert (item.lead, item.rest) == ("Bulgaria held against you.", "20 Army sent, 20 lost.")


def test_a_country_that_held_tells_against_whom_and_at_what_price() -> None:
    fight = battle("TU", 0, group("TU", 1, "defend", army=[21, 6]), group("BU", 4, "attack", army=[12, 12]))
    item = told(made(position(), *fight), "Held")
    assert (item.lead, item.rest) == ("Turkey held against [4] Italy.", "Lost there: 6 Army.")


def test_an_enmity_that_ends_is_peace() -> None:
    printout = made(
        position(),
        event("declared", (1, 2), by=2, of=1, stance="neutral"),
        event("not-enemy", "all", by=2, of=1),
    )
    assert [item.label for item in printout.changes] == ["Peace"]


@pytest.mark.parametrize(
    ("happened", "label", "lead"),
    [
        (event("revolution", "all", space="PR", from_=3), "Abroad", "Portugal rose against [3] France."),
        (event("revolution", "all", space="GR", from_=1), "Revolution", "Greece rose against you."),
        (event("dollars-given", by=2, to=1, dollars="15"), "Money", "15 Dollars from [2] Russia."),
        (event("spy-caught", "all", space="UK", owner=1, number=1), "Spy", "1 spy of yours caught in Ukraine."),
        (event("nmr", "all", player=1), "Card", "No card of yours came."),
        (event("passage", gate="TU", by=2, army=1, navy=4), "Strait", "[2] Russia went through your strait."),
        (event("evacuated", space="GR", to="EAS", navy=5, air=0), "Fled", "5 Navy left Greece for Eastern"),
        (event("suppressed", space="TU", industry=10, air=0), "Hit", "Turkey was struck: 10 Industry suppressed"),
        (event("eliminated", "all", player=3), "Abroad", "[3] France occupies no country any more."),
        (event("game-over", "all", winner=2), "The end", "The game is over; the winner is [2] Russia."),
    ],
)
def test_each_event_has_its_sentence(happened: Event, label: str, lead: str) -> None:
    assert told(made(position(), happened), label).lead.startswith(lead)


def test_a_quiet_turn_changes_nothing() -> None:
    assert made(position()).changes == ()


def test_small_moves_of_popularity_are_no_news_unless_a_country_is_near_revolt() -> None:
    state = position(TU={"hpi": 20})
    small = event("popularity", space="SW", before=10, after=12, causes={"propaganda": 2})
    near = event("popularity", space="TU", before=23, after=20, causes={"losses": -3})
    items = made(state, small, near).changes
    assert [item.lead for item in items] == ["Popularity in Turkey is 20 (−3)."]
    assert items[0].rest == "Units lost abroad −3."


# --- orders ---


def test_the_echo_has_the_orders_as_entered_and_their_count() -> None:
    state = position()
    parsed = card(state, "@ 2A 3E TS5\n@TU BA15 NT5BLA 6EAS /1/BF999")
    printout = made(state, parsed=parsed)
    assert [(e.place, e.orders) for e in printout.echo] == [
        ("", ("2A", "3E", "TS5")),
        ("TU", ("BA15", "NT5BLA", "NT6EAS", "/1/BF999", "/1/BF15")),
    ]
    assert printout.order_count == 7


def test_each_order_tells_what_came_of_it_where_that_is_known() -> None:
    state = position(BU={"occupier": 1, "hpi": 50}, GR={"sight": (1,), "spies": {1: 1}})
    parsed = card(state, "@ RA20 P5TU S1GR 2D10 2A\n@TU BA20 AS3BU FS2BU AT2BU MA1RU")
    fight = battle(
        "BU", 0,
        group("BU", 1, "defend", army=[13, 3]),
        group("RO", 2, "attack", army=[9, 9]),
        supports=[group("TU", 1, "defend", army=[3, 1])],
    )  # fmt: skip
    events = [
        *fight,
        event("research", player=1, letter="A", dollars=20, gain=9, now=109),
        event("popularity", space="TU", before=70, after=100, causes={"propaganda": 30}),
        event("built", space="TU", used={"A": 20, "D": 10}, units={"A": 2250}),
    ]
    printout = made(state, *events, parsed=parsed)
    rows = table(section(printout, "echo").blocks[0]).rows
    came = {row[1]: row[3] for row in rows}
    assert came["RA20"] == "+9, now 109"
    assert came["P5TU"] == "popularity 70 to 100"
    assert came["S1GR"] == "reports"
    assert came["2D10"] == "given"
    assert came["2A"] == "in force"
    assert came["BA20"] == "22.5 built"
    assert came["AS3BU"] == "2 of 3 alive"
    assert came["FS2BU"] == "nobody attacked there"
    assert came["AT2BU"] == "2 arrived"
    assert came["MA1RU"] == "not carried out", "there is no missile"


def test_a_conquest_tells_who_is_left_of_it() -> None:
    state = position(BU={"occupier": 1, "hpi": 50})
    before = position()
    parsed = card(before, "@TU AC22BU")
    fight = battle("BU", 1, group("BU", 0, "defend", army=[10, 10]), group("TU", 1, "attack", army=[22, 3]))
    printout = made(state, *fight, event("captured", "all", space="BU", by=1, from_=0), parsed=parsed)
    rows = table(section(printout, "echo").blocks[0]).rows
    assert rows == (("@TU", "AC22BU", "Conquer: Bulgaria", "taken; 19 of 22 alive"),)


def test_an_order_that_failed_on_the_day_is_told_in_the_notation_of_errors() -> None:
    state = position()
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(navy=5)}, (1,))})
    parsed = card(state, "@BLA NT5EAS")
    closed = event("order-failed", order="NT5EAS", space="BLA", reason="the strait at TU was closed to you")
    printout = made(state, closed, parsed=parsed)
    assert "<NT5EAS -- the strait at TU was closed to you>" in classic.render(printout)
    assert printout.map.arrows == (), "it moved nothing"


def test_faults_stand_with_their_reason_before_the_count() -> None:
    page = text(position(), parsed=card(position(), "@TU AC5ZZ BA5"))
    assert "<AC5ZZ -- " in page
    assert page.index("<AC5ZZ") < page.index("Order-count: 1")


def test_messages_are_told_in_words() -> None:
    sent = [
        event("message", from_=2, to=1, number=13, space="TU"),
        event("message", "all", from_=3, to=0, number=5, about=2),
        event("message", from_=2, to=1, number=77),
    ]
    page = text(position(), *sent)
    assert "[2] Russia: 13. Let me pass at Turkey." in page
    assert "[3] France to all: 5. Help me against [2] Russia." in page
    assert "[2] Russia: 77." in page


def test_the_blank_card_lists_every_place_and_parses_without_a_fault() -> None:
    state = position(TU={"standing": {1: "BA999"}, "standing_by": 1})
    printout = made(state)
    assert [line.split(";")[0].strip() for line in printout.blank] == ["@", "@TU", "END"]
    assert printout.kit is not None
    assert card(state, "\n".join(printout.blank[:-1])).faults == ()


# --- the map ---


def test_the_map_shows_units_and_control_where_the_reader_sees_alone() -> None:
    state = position(SW={"popularity": {1: 5}}, NO={"popularity": {2: 5}})
    spaces = {space.code: space for space in made(state).map.spaces}
    assert (spaces["SW"].controller, spaces["SW"].badges[0].army) == (1, 10)
    assert (spaces["NO"].controller, spaces["NO"].badges) == (0, ())
    assert (spaces["RU"].owner, spaces["RU"].badges) == (2, ())
    public = made(state, viewer=0).map
    assert not any(space.badges or space.controller for space in public.spaces)


def test_captured_and_risen_countries_are_marked_for_everybody() -> None:
    happened = [
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=2, from_=1),
        event("counter-attack", "all", space="GR", won=True, by=1, against=2),
        event("revolution", "all", space="PR", from_=3),
    ]
    for viewer in (0, 1):
        changes = {s.code: s.change for s in made(position(), *happened, viewer=viewer).map.spaces if s.change}
        assert changes == {"BU": "captured", "PR": "revolution"}


def test_arrows_are_the_readers_own_orders_and_the_battles_that_he_sees() -> None:
    state = position()
    fight = battle("TU", 0, group("TU", 1, "defend", army=[50, 2]), group("UK", 2, "attack", army=[5, 5]))
    arrows = made(state, *fight, parsed=card(state, "@TU AC5BU FS3GR NT2BLA")).map.arrows
    assert {(a.kind, a.start, a.end, a.player) for a in arrows} == {
        ("attack", "TU", "BU", 1),
        ("support", "TU", "GR", 1),
        ("move", "TU", "BLA", 1),
        ("attack", "UK", "TU", 2),
    }


def test_the_theatre_is_what_is_his_and_next_to_it() -> None:
    assert set(made(position()).map.theatre) == {"TU", *RULES.map.spaces["TU"].land_adjacent}
    state = position()
    everything = {code: replace(country, occupier=1) for code, country in state.countries.items()}
    assert made(replace(state, countries=everything)).map.theatre == (), "no crop where all is his"


def test_the_map_is_told_in_words() -> None:
    happened = event("captured", "all", space="BU", by=1, from_=0)
    desc = made(position(BU={"occupier": 1, "hpi": 50}), happened).map.desc
    assert "[1] Turkey occupies Bulgaria, Turkey." in desc
    assert "Taken: Bulgaria." in desc


# --- the public printout ---


@pytest.mark.parametrize(
    ("happened", "word"),
    [
        ([event("captured", "all", space="BU", by=1, from_=0)], "Bulgaria"),
        ([event("captured", "all", space=c, by=1, from_=n) for c, n in (("RU", 2), ("BU", 0))], "Russia"),
        ([event("captured", "all", space=c, by=1, from_=0) for c in ("BU", "GR", "RO")], "hree"),
        ([event("revolution", "all", space="PR", from_=3)], "Portugal"),
        ([event("declared", "all", by=4, of=1, stance="enemy")], "Italy"),
        ([event("battle-kinds", "all", space="SW", by=0, groups=[])], "Sweden"),
        ([event("eliminated", "all", player=3), event("captured", "all", space="FR", by=4, from_=3)], "France"),
        ([event("game-over", "all", winner=2)], "Russia"),
    ],
)  # fmt: skip
def test_the_headline_is_the_most_important_event(happened: list[Event], word: str) -> None:
    seen = {made(position(turn), *happened, viewer=0).headline for turn in range(1, 9)}
    assert len(seen) > 1, "it varies with the turn"
    assert any(word in headline for headline in seen)
    assert made(position(3), *happened, viewer=0).headline == made(position(3), *happened, viewer=0).headline


def test_the_stand_first_tells_what_the_headline_does_not() -> None:
    printout = made(
        position(),
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=1, from_=0),
        event("revolution", "all", space="PR", from_=3),
        event("declared", "all", by=4, of=1, stance="enemy"),
        event("spy-caught", "all", space="RU", owner=1, number=2),
        viewer=0,
    )
    assert "Greece" in printout.headline
    assert printout.standfirst == (
        "Turkey takes Bulgaria. Portugal throws France out. Italy turns on Turkey. Beside that: 2 spies caught."
    )


def test_the_stand_first_counts_what_does_not_fit() -> None:
    taken = [event("captured", "all", space=c, by=p, from_=0) for p, c in enumerate(("BU", "SW", "BE", "YU"), 1)]
    fights = [event("battle-kinds", "all", space="BU", by=1, groups=[])]
    caught = event("spy-caught", "all", space="RU", owner=1, number=1)
    printout = made(position(), *taken, *fights, caught, viewer=0)
    assert printout.standfirst == (
        "Turkey takes Bulgaria. Russia takes Sweden. France takes Belgium. "
        "Beside that: 1 change more, 1 land battle and 1 spy caught."
    )


def test_a_capture_and_nothing_else_leaves_the_rest_quiet() -> None:
    printout = made(position(), event("captured", "all", space="BU", by=1, from_=0), viewer=0)
    assert printout.standfirst == "Elsewhere all was quiet."
    assert made(position(), viewer=0).standfirst.startswith("No country changed hands")


def test_world_news_tell_every_public_event() -> None:
    happened = [
        event("captured", "all", space="BU", by=1, from_=0),
        event("declared", "all", by=4, of=1, stance="enemy"),
        event("spy-caught", "all", space="RU", owner=1, number=2),
        event("nmr", "all", player=3),
        event("eliminated", "all", player=3),
    ]
    printout = made(position(), *happened, viewer=0)
    page = classic.render(printout)
    assert "Captured: Bulgaria by [1] Turkey, a minor until now." in page
    assert "Declared enemy: [4] Italy of [1] Turkey." in page
    assert "Spies caught: [1] Turkey lost 2 spies in Russia." in page
    assert "No card: [3] France sent no orders." in page
    assert printout.headline in page


def test_the_standings_rank_by_countries_and_tell_who_is_at_war() -> None:
    state = me(position(BU={"occupier": 1, "hpi": 50}), stance={2: "enemy"})
    printout = made(state, event("captured", "all", space="BU", by=1, from_=0), viewer=0)
    rows = table(section(printout, "standings").blocks[0]).rows
    assert rows[0] == (1, 1, "Turkey", "Rosa Klein", 2, 1, 0, 0, "[2]")
    assert [row[0] for row in rows] == [1, 2, 2, 2]
    assert rows[3][8] == "at peace"


def test_the_public_printout_has_no_card_and_no_kit() -> None:
    printout = made(position(), viewer=0)
    assert (printout.blank, printout.kit, printout.echo, printout.changes) == ((), None, (), ())


def test_every_change_and_message_has_all_its_fields() -> None:
    for row in RULES.wording["change"].values():
        assert set(row) <= {"label", "lead", "rest", "rule"}
    assert set(RULES.wording["messages"]) == {str(n) for n in range(1, 41)}
    assert all(len(choices) > 1 for choices in RULES.wording["news"].values())

"""The tables of a Battle Plan printout made by hand (BP 14): each name and number in the column that says what it
is.
"""

from typing import Any

from msgspec.structs import replace

from pbm.core.printout import Items
from pbm.rules.battle_plan.printout.battles import SENTENCES
from pbm.rules.battle_plan.state import Forces, Sea
from tests.rules.battle_plan.printouts import event, made, me, position, section, table


def test_friends_and_foes_stand_in_a_table_what_you_declared_before_what_was_declared_of_you() -> None:
    """BP 1B, 6D: and whom each fights, what is shared either way, and whose ships may pass."""
    state = me(position(), stance={2: "ally", 3: "enemy"}, shares={2: "F"}, permits=(4,))
    others = {
        2: replace(state.players[2], stance={1: "enemy", 4: "enemy"}),
        3: replace(state.players[3], stance={1: "ally"}),
        4: replace(state.players[4], shares={1: "H"}),
    }
    relations = section(made(replace(state, players={**state.players, **others})), "relations", classic=False)
    assert table(relations.blocks[0]).rows == (
        (2, "Russia", "ally", "enemy", "[1] [4]", "all", "", ""),
        (3, "France", "enemy", "ally", "", "", "", ""),
        (4, "Italy", "neutral", "neutral", "", "", "in part", "yes"),
    )
    assert relations.figure == "2 enemies"


def test_the_figures_at_the_head_tell_what_is_in_hand_and_what_the_turn_changed() -> None:
    state = position(BU={"occupier": 1, "hpi": 50, "army": 3, "navy": 2, "air": 1}, GR={"occupier": 4, "hpi": 50})
    state = me(state, dollars=9050, spies=150, counterspies=200)
    state = replace(state, seas={**state.seas, "BLA": Sea({1: Forces(army=1, navy=4, air=2)}, (1,))})
    turkey = state.countries["TU"]
    lines = [["start", "", 10000], ["tax", "TU", 800], ["tax", "BU", 50], ["end", "", 9050]]
    happened = (
        event("account", lines=lines),
        *(event("income", space=c, tax=1, suppressed=0, neighbours=[], total=1) for c in ("TU", "BU")),
        event("captured", "all", space="BU", by=1, from_=0),
        event("captured", "all", space="GR", by=4, from_=1),
    )
    figures = {f.label: (f.value, f.change) for f in made(state, *happened).figures}
    assert figures == {
        "Dollars": ("90.50", "\u22129.50"),
        "Income": ("8.50", ""),
        "Countries": ("2", "\u00b10"),
        "Army": (str(turkey.army + 4), ""),
        "Navy": (str(turkey.navy + 6), ""),
        "AirForce": (str(turkey.air + 3), ""),
        "Spies": ("1.5", ""),
        "CounterSpies": ("2", ""),
    }


def test_the_standings_count_what_each_took_and_lost() -> None:
    """BP 16: a country that rose is lost as one that was taken; one that was taken back is neither."""
    happened = (
        event("captured", "all", space="GR", by=4, from_=1),
        event("captured", "all", space="BU", by=4, from_=0),
        event("captured", "all", space="SP", by=2, from_=3),
        event("counter-attack", "all", space="SP", won=True, against=2),
        event("revolution", "all", space="PR", from_=3),
        event("spy-caught", "all", space="RU", owner=1, number=2),
    )
    state = position(GR={"occupier": 4, "hpi": 50}, BU={"occupier": 4, "hpi": 50})
    standings = table(section(made(state, *happened, viewer=0), "standings").blocks[0])
    assert [(row[1], *row[4:8]) for row in standings.rows] == [
        (4, 3, 2, 0, 0),
        (1, 1, 0, 1, 2),
        (2, 1, 0, 0, 0),
        (3, 1, 0, 1, 0),
    ]
    assert standings.note == "Rank by occupied countries; 6 of 29 are occupied."


def test_spies_are_listed_where_they_are_and_where_they_were_caught() -> None:
    """BP 6B: another player's spies that were caught are no loss of the reader's."""
    state = me(
        position(RU={"spies": {1: 2}, "sight": (1,)}, GR={"spies": {1: 1}, "sight": (1,)}), spies=150, counterspies=200
    )
    caught = (
        event("spy-caught", "all", space="UK", owner=1, number=3),
        event("spy-caught", "all", space="GR", owner=1, number=1),
        event("spy-caught", "all", space="RU", owner=2, number=4),
    )
    spies = table(section(made(state, *caught), "spies").blocks[0])
    assert sorted(spies.rows, key=str) == [
        ("GR", "Greece", 1, "1 caught, reports"),
        ("RU", "Russia", 2, "reports"),
        ("UK", "Ukraine", 0, "3 caught"),
    ]
    assert spies.total == ("Placed", "", 3, "reserve 1.5, CounterSpies 2")


def test_standing_orders_are_listed_by_space_those_of_a_lost_minor_too() -> None:
    """BP 11, HR-64."""
    state = position(
        TU={"standing": {1: "BA3", 2: "AT5BU"}, "standing_by": 1},
        SW={"standing": {4: "BA9"}, "standing_by": 1, "sight": (2,)},
    )
    rows = table(section(made(state), "standing").blocks[0]).rows
    assert rows == (("TU", "/1/BA3", "waited"), ("TU", "/2/AT5BU", "waited"), ("SW", "/4/BA9", "waited"))


def test_what_recovered_and_what_was_blockaded_stand_apart() -> None:
    """BP 5F."""
    printout = made(
        position(),
        event("blockade", space="TU", hostile=["UK", "BLA"], of=6, tax=14, industry=5),
        event("recovered", space="TU", tax=1, industry=2, air=3),
    )
    blocked, recovered = map(table, section(printout, "blockade").blocks)
    assert blocked.rows == (("TU", "UK, BLA: 2 of 6", "16.7 %", -14, -5),)
    assert recovered.rows == (("TU", 1, 2, 3),)
    assert section(printout, "blockade").figure == "1 blockaded"
    told = next(item for item in printout.changes if item.target == "blockade")
    assert told.lead == "Hostile borders hold back 14 TaxBase and 5 Industry."


def test_each_step_of_a_battle_tells_the_attackers_number_first() -> None:
    """BP 9.3e to 9.3j."""
    steps: list[dict[str, Any]] = [
        {"step": "air", "attack": 4, "defend": 9, "excess": -5, "attack_lost": 1, "defend_lost": 2},
        {"step": "air", "attack": 9, "defend": 4, "excess": 5, "attack_lost": 1, "defend_lost": 2},
        {"step": "navy", "attack": 7, "defend": 3, "attack_lost": 1, "defend_lost": 2},
        {"step": "army", "attack": 8, "defend": 10, "attack_lost": 8, "defend_lost": 6, "ally": False},
        {"step": "army", "attack": 9, "defend": 10, "attack_lost": 9, "defend_lost": 8, "ally": False},
        {"step": "rivals", "lost": {"2": 3, "4": 1}, "planes": {"4": 2}},
        {"step": "rivals", "lost": {"2": 3}, "planes": {}},
        {"step": "rivals", "lost": {}},
    ]
    assert [SENTENCES[step["step"]](step) for step in steps] == [
        "In the air 4 against 9: 1 and 2 lost; excess 5 for the defenders (9.3e).",
        "In the air 9 against 4: 1 and 2 lost; excess 5 for the attackers (9.3e).",
        "Navies 7 against 3: 1 and 2 lost (9.3g).",
        "8 Army against 10; the defenders won and lost 8\u00b2 \u2215 10 = 6.40, so 6 (4C.6).",
        "9 Army against 10; the defenders won and lost 9\u00b2 \u2215 10 = 8.10, so 8 (4C.6).",
        "Enemies among the attackers fought: Army lost [2] 3, [4] 1, AirForce lost [4] 2 (9.3j).",
        "Enemies among the attackers fought: Army lost [2] 3 (9.3j).",
        "",
    ]


def test_the_first_missiles_of_a_game_are_told_to_the_world_with_who_fired() -> None:
    """BP 23B."""
    block = section(made(position(), event("first-launch", "all", by=[2, 4]), viewer=0), "world-news").blocks[0]
    assert isinstance(block, Items)
    assert [(item.label, item.lead) for item in block.items] == [("Missiles", "[2] Russia, [4] Italy")]
    hidden = section(made(position(), event("first-launch", "all", by=[]), viewer=0), "world-news").blocks[0]
    assert isinstance(hidden, Items)
    assert [item.lead for item in hidden.items] == ["Somebody"]

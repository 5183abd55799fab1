"""One turn of war and trade, as those who play it and the world read it (TT 7.1, 7.2): names and numbers, page by
page.
"""

from functools import cache

from pbm.core.printout import Items, Printout
from pbm.engine.turn import Played
from tests.rules.trust_a_thief.printed import battles, made, played, position, section, table, text

GIVEN = {
    "turn": 3,
    "nations": {"1": {"gold": 20}, "2": {"gold": 9}},
    "provinces": {
        "ALD": {"armies": {"1": 9}},
        "FEN": {"armies": {"1": 1}},
        "GAR": {"owner": 1, "armies": {"1": 1}},
        "LOR": {"owner": 1},
        "KEL": {"owner": 3, "armies": {"1": 2}},
        "BRY": {"owner": 2, "structure": "town", "armies": {"2": 1}},
        "COR": {"owner": 2, "armies": {"2": 3}},
        "ORM": {"owner": 2, "structure": "base"},
        "TOR": {"armies": {"4": 4}},
    },
    "fleets": {
        "1": {"1": {"sea": "NSE", "cargo": 2}, "2": {"sea": "WSE"}},
        "2": {"1": {"sea": "NSE"}, "2": {"sea": "NSE"}, "3": {"sea": "ESE"}},
        "4": {"1": {"sea": "ESE", "cargo": 2}, "2": {"sea": "ESE"}, "3": {"sea": "SSE", "cargo": 1}},
    },
}
CARDS = {
    1: "@ 2K2 2G1 3K1 1K3 XX /2/4S1\n@ALD AT6BRY BF1WSE\n@FEN AC\n@KEL AT2PEN\n@#2 MNSE\n@NSE 2X 3X",
    2: "@ 1SA 3K1",
    3: "@PEN AT1KEL BA1",
    4: "@ 1K2 2T\n@TOR AT1ORM ZA1\n@ESE 2X\n@#3 Z",
}
READ = "What would be right stands with your orders, as they were read."


@cache
def turn() -> Played:
    return played(position(**GIVEN), CARDS, seed=12)


def told(printout: Printout) -> list[tuple[str, str, str]]:
    """Its news without the rules: label, sentence and tone."""
    return [(item.label, f"{item.lead} {item.rest}".strip(), item.tone) for item in printout.changes]


def rows(viewer: int, name: str, block: int = 0) -> tuple[tuple[object, ...], ...]:
    return table(section(made(turn(), viewer), name).blocks[block]).rows


def test_who_won_here_and_lost_there_reads_both() -> None:
    assert told(made(turn(), 1)) == [
        ("Taken", "Bryne is yours, won from [2] Elmark. Its Town is destroyed. 5 armies stand there.", ""),
        ("Claimed", "Fenwold is yours.", ""),
        ("Beaten", "You fought [3] Penrook in Penrook, and nobody of yours is left. 2 of 2 fell.", "bad"),
        ("At sea", "Battle in the North Sea with [2] Elmark. 1 of 2 sank.", "bad"),
        ("Trade", "1 of 3 came back, with 2 gold. The rest was stolen.", "bad"),
        ("Escorts", "[2] Elmark stole 1 escorted caravan of yours. Your escorts saw it.", "bad"),
        ("Theft", "Your people stole 1 caravan of [4] Torrin. 1 gold.", ""),
        ("Built", "Fleet #3 in the West Sea.", ""),
        (
            "Card",
            "2 orders of yours have a fault. What would be right stands with your orders, as they were read.",
            "bad",
        ),
        ("Order", "@NSE 3X did not go as written: nobody to attack was there.", "bad"),
    ]


def test_who_lost_reads_to_whom_and_how() -> None:
    assert told(made(turn(), 2)) == [
        ("Lost", "Bryne fell to [1] Aldmere. Its Town is destroyed. 1 of 1 fell.", "bad"),
        ("Lost", "[4] Torrin walked into Ormsund. Nobody defended it.", "bad"),
        ("At sea", "Battle in the East Sea with [4] Torrin. 1 of 1 sank.", "bad"),
        ("At sea", "Battle in the North Sea with [1] Aldmere. 2 of 2 sank.", "bad"),
        ("Trade", "1 of 1 came back, with 2 gold.", ""),
        ("Theft", "Your people stole 2 caravans of [1] Aldmere. 2 gold.", ""),
    ]


def test_who_kept_a_province_that_nobody_is_left_in_reads_that_it_is_his() -> None:
    """TT 4.6."""
    kept = "The province stays yours. 3 of 3 fell, militia counted."
    assert told(made(turn(), 3)) == [
        ("Held", f"In Penrook nobody is left, of yours or of [1] Aldmere. {kept}", ""),
        ("Built", "1 army in Penrook.", ""),
    ]


def test_who_walked_in_reads_what_stands_there_and_units_that_he_sent_away_are_named() -> None:
    lost = "1 of 2 came back, with 2 gold. The rest was stolen."
    assert told(made(turn(), 4)) == [
        ("Taken", "Ormsund is yours; [2] Elmark had left it empty. It has a Military base.", ""),
        ("At sea", "Battle in the East Sea with [2] Elmark. 1 of 2 sank.", "bad"),
        ("Trade", lost, "bad"),
        ("Units", "1 army in Torrin and fleet #3 with 1 army in the South Sea were disbanded.", ""),
    ]


def test_the_figures_at_the_head_are_his_own_with_what_the_turn_changed() -> None:
    figures = [(f.label, f.value, f.change) for f in made(turn(), 1).figures]
    assert figures == [
        ("Gold", "9", "\u221211"),
        ("Tax", "7", ""),
        ("Upkeep", "14", ""),
        ("Provinces", "5", "+2"),
        ("Armies", "12", ""),
        ("Fleets", "2", ""),
        ("Caravans home", "1 of 3", ""),
        ("Stolen for you", "1", ""),
    ]
    lost = {f.label: (f.value, f.change) for f in made(turn(), 2).figures}
    assert (lost["Provinces"], lost["Stolen for you"]) == (("2", "\u22122"), ("2", ""))
    assert {f.label: f.value for f in made(turn(), 3).figures}["Caravans home"] == "none sent"
    assert made(turn(), 1).standfirst == "5 provinces, 9 gold in hand."


def test_the_account_names_partners_thieves_and_victims() -> None:
    assert rows(1, "account") == (
        ("In hand at the start", "", 20),
        ("  1 fleet, West Sea", "@ALD BF1WSE", -3),
        ("  2 caravans to [2] Elmark", "2K2", -2),
        ("  1 escort to [2] Elmark", "2G1", -1),
        ("  1 caravan to [3] Penrook", "3K1", -1),
        ("Left", "", 13),
        ("  Tax", "1 City 3, 4 without a structure 4", 7),
        ("  Caravans that came back", "1 \u00d7 2", 2),
        ("  Stolen from [4] Torrin", "1 \u00d7 1", 1),
        ("  Upkeep", "12 armies, 2 fleets", -14),
    )
    caravans = section(made(turn(), 1), "caravans")
    assert rows(1, "caravans") == ((2, "Elmark", 2, 1, "1 stolen under their eyes"), (3, "Penrook", 1, 0, ""))
    assert table(caravans.blocks[0]).note.startswith("2 caravans stolen, 1 of them ")
    assert caravans.figure == "1 of 3 came back"
    assert rows(1, "caravans", 1) == ((4, "Torrin", 1, 1),)


def test_each_order_tells_what_came_of_it() -> None:
    assert [(row[0], row[1], row[3]) for row in rows(1, "echo")] == [
        ("@", "2K2", "sent"),
        ("", "2G1", "1 saw a theft"),
        ("", "3K1", "sent"),
        ("", "/2/4S1", "on file"),
        ("@#2", "MNSE", "sailed, and sunk"),
        ("@ALD", "AT6BRY", "won, 5 of 6 left; taken"),
        ("", "BF1WSE", "bought: #3"),
        ("@FEN", "AC", "claimed"),
        ("@KEL", "AT2PEN", "lost, all 2 fell"),
        ("@NSE", "2X", "won, 1 of 2 left"),
        ("", "3X", "failed: nobody to attack was there"),
        ("", "1K3", "not as written"),
        ("", "XX", "not as written"),
    ]
    assert [(row[0], row[1], row[3]) for row in rows(1, "echo", 1)] == [("@", "/2/4S1", "1 stolen")]
    orders = made(turn(), 4).sections[-2]
    assert [(row[1], row[3]) for row in table(orders.blocks[0]).rows] == [
        ("1K2", "sent"),
        ("2T", "in force"),
        ("Z", "disbanded"),
        ("2X", "won, 1 of 2 left"),
        ("AT1ORM", "taken"),
        ("ZA1", "disbanded"),
    ]


def test_the_classic_text_tells_the_same_place_by_place() -> None:
    page = text(turn(), 1)
    told = ("3K1: sent", "@#2 MNSE: sailed, and sunk", "@ALD AT6BRY: won, 5 of 6 left; taken", "/2/4S1: 1 stolen")
    for line in (*told, "<@NSE 3X -- nobody to attack was there>"):
        assert f"\n{line}\n" in page
    assert page.index("\n@ALD BF1WSE: ") < page.index("\n@FEN AC: ") < page.index("\n@KEL AT2PEN: ")


def test_the_sides_of_a_battle_and_what_it_came_to() -> None:
    """The attacker first; a City's militia has a line of its own (TT 4.7)."""
    sides = [
        (b.name, b.outcome, [(g.name, g.side, [(f.unit, f.sent, f.lost) for f in g.forces]) for g in b.groups])
        for name in ("sea-battles", "battles")
        for b in battles(made(turn(), 0), name)
    ]
    aldmere, elmark, penrook, torrin = "[1:Aldmere]", "[2:Elmark]", "[3:Penrook]", "[4:Torrin]"
    assert sides == [
        (
            "East Sea",
            f"won by {torrin}",
            [(torrin, "meet", [("Fleet", 2, 1)]), (elmark, "meet", [("Fleet", 1, 1)])],
        ),
        (
            "North Sea",
            f"won by {aldmere}",
            [(aldmere, "meet", [("Fleet", 2, 1)]), (elmark, "meet", [("Fleet", 2, 2)])],
        ),
        (
            "Bryne",
            f"taken by {aldmere}",
            [(aldmere, "attack", [("army", 6, 1)]), (elmark, "defend", [("army", 1, 1)])],
        ),
        (
            "Penrook",
            "nobody is left",
            [(aldmere, "attack", [("army", 2, 2)]), (penrook, "defend", [("army", 2, 2), ("Militia", 1, 1)])],
        ),
    ]


def test_a_battle_ends_with_what_became_of_fleets_militia_and_structure() -> None:
    sea, land = (battles(made(turn(), 0), name) for name in ("sea-battles", "battles"))
    assert [b.told[-1] for b in sea] == ["Sunk: [4] #2, [2] #3 (4.8).", "Sunk: [1] #2, [2] #2, [2] #1 (4.8)."]
    assert land[0].told[2:] == ("The Town is destroyed (4.10).",)
    assert land[1].told[2:] == (
        "The militia fell first, and stands again next turn (4.7).",
        "[3] keeps the province (4.6).",
    )


def test_the_world_reads_who_took_what_of_whom() -> None:
    public = made(turn(), 0)
    assert public.headline == "New flags over Ormsund: Torrin for Elmark"  # the base weighs more than the Town
    assert public.standfirst == (
        "Aldmere takes Bryne from Elmark. Besides: 1 white province claimed, 1 battle on land and 2 battles at sea."
    )
    block = section(public, "world-news").blocks[0]
    assert isinstance(block, Items)
    assert [(item.label, item.lead, item.rest, item.rule) for item in block.items] == [
        ("Taken", "[1] Aldmere", "takes Bryne from [2] Elmark after a battle.", "3.6"),
        ("Taken", "[4] Torrin", "takes Ormsund from [2] Elmark without a fight.", "3.6"),
        ("Claimed", "[1] Aldmere", "claims Fenwold.", "3.5"),
        ("Battle", "Penrook:", "[1] Aldmere and [3] Penrook fight. Nobody is left.", "4.2"),
        ("At sea", "East Sea:", "[4] Torrin and [2] Elmark fight. 2 fleets sunk.", "4.1"),
        ("At sea", "North Sea:", "[1] Aldmere and [2] Elmark fight. 3 fleets sunk.", "4.1"),
    ]
    assert [(*row[:3], *row[4:]) for row in rows(0, "standings")] == [
        (1, 1, "Aldmere", 5, 7, 9, 12, 2, "+2"),
        (2, 2, "Elmark", 2, 4, 11, 5, 0, "\u22122"),
        (3, 3, "Penrook", 2, 4, 6, 1, 0, 0),
        (4, 4, "Torrin", 2, 4, 3, 5, 1, "+1"),
    ]
    assert rows(0, "turnover") == (
        ("BRY", "Bryne", 1, 2, "after a battle", "Town, now none"),
        ("FEN", "Fenwold", 1, None, "claimed", ""),
        ("ORM", "Ormsund", 4, 2, "undefended", "Military base"),
    )


def test_fleets_are_listed_his_own_with_their_reach_then_all() -> None:
    assert section(made(turn(), 1), "fleets").figure == "2 of 3"
    assert rows(1, "fleets") == (
        ("#1", "NSE", "North Sea", "2 of 4", "ALD BRY COR DUN ELM \u00b7 ESE WSE"),
        ("#3", "WSE", "West Sea", "0 of 4", "ALD FEN KEL PEN \u00b7 NSE SSE"),
    )
    everybody = (
        ("ESE", "East Sea", 4, 1, 2, "#1(2)"),
        ("NSE", "North Sea", 1, 1, 2, "#1(2)"),
        ("WSE", "West Sea", 1, 1, 0, "#3"),
    )
    assert rows(1, "fleets", 1) == rows(0, "fleets") == rows(3, "fleets") == everybody


def test_provinces_are_listed_his_own_with_all_armies_and_others_by_owner() -> None:
    own = table(section(made(turn(), 1), "provinces").blocks[0])
    assert [row[:4] for row in own.rows] == [
        ("ALD", "Aldmere", "City", 3),
        ("BRY", "Bryne", "", 5),
        ("FEN", "Fenwold", "", 1),
        ("GAR", "Garth", "", 1),
        ("LOR", "Lorne", "", 0),
    ]
    assert own.total == ("All", "5", "", 10, None)
    assert [row[:5] for row in rows(1, "others")][:7] == [
        ("COR", "Corran", 2, "", "3"),
        ("ELM", "Elmark", 2, "City", "2"),
        ("KEL", "Kelda", 3, "", "1"),
        ("PEN", "Penrook", 3, "City", ""),
        ("ORM", "Ormsund", 4, "Military base", "1"),
        ("TOR", "Torrin", 4, "City", "2"),
        ("DUN", "Dunholt", 0, "white", ""),
    ]


def test_the_map_tells_in_words_what_it_shows() -> None:
    shown = made(turn(), 1).space_map
    assert (
        shown.desc
        == made(turn(), 0).space_map.desc
        == (
            "[1] Aldmere owns Aldmere, Bryne, Fenwold, Garth and Lorne. [2] Elmark owns Corran and Elmark. "
            "[3] Penrook owns Kelda and Penrook. [4] Torrin owns Ormsund and Torrin. White: Dunholt, Holm, Iverley, "
            "Jurand, Merrow, Nesse, Quarrel, Risby and Saltash. Fleets in the East Sea: [4] Torrin 1. "
            "Fleets in the North Sea: [1] Aldmere 1. Fleets in the West Sea: [1] Aldmere 1. "
            "Taken this turn: Bryne and Ormsund. Claimed this turn: Fenwold."
        )
    )
    assert [(a.kind, a.start, a.end) for a in shown.arrows] == [("attack", "ALD", "BRY"), ("attack", "KEL", "PEN")]
    assert {s.code: s.change for s in shown.spaces if s.change} == {
        "BRY": "captured",
        "ORM": "captured",
        "FEN": "claimed",
    }
    assert [(a.kind, a.start, a.end) for a in made(turn(), 3).space_map.arrows] == [("move", "PEN", "KEL")]

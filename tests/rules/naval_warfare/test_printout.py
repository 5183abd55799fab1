"""The printout (NW 14 to 17): every figure of the sample of NW 16, and nothing that its reader may not know."""

from functools import cache
from typing import Any

from pbm.core.dice import Dice, PinnedDice
from pbm.core.events import Event, heard_by_each
from pbm.core.printout import Gauge, Gauges, IndexCards, Lines, More, Printout, Section, Table
from pbm.core.textprint import render
from pbm.engine.system import Seat, Sheet, read_toml
from pbm.engine.turn import play, printouts
from pbm.rules.naval_warfare import SYSTEM
from pbm.rules.naval_warfare.printout import printout
from pbm.rules.naval_warfare.series import series
from pbm.rules.naval_warfare.setup import lay, start
from pbm.rules.naval_warfare.state import State
from pbm.rules.naval_warfare.tables import EVENTS, PACKAGE
from pbm.rules.naval_warfare.variant import load
from pbm.rules.naval_warfare.view import view
from tests.games import lines

WORDING = read_toml(PACKAGE, "wording.toml")
RULES = load("level", {})
SEATS = (Seat(1, "14", "Anna"), Seat(2, "25", "Ben"), Seat(3, "16", "Cleo"))
FRIGATE = {"who": "0.1", "owner": 0, "name": "", "hull": 2, "kind": "warship", "hp": 14, "max": 14, "shields": 5}
AJAX = {"who": "1.4", "owner": 1, "name": "Ajax", "hull": 3, "kind": "warship", "hp": 20, "max": 20, "shields": 8}
SAMPLE: dict[str, Any] = {
    "number": 1,
    "day": 3,
    "hex": "2308",
    "fighters": [{**AJAX, "weapons": "NM"}, {**FRIGATE, "weapons": "A"}],
    "rounds": [
        {
            "order": [["1.4", 12, 12], ["0.1", 7, 7]],
            "acts": [
                ["shot", 1, "1.4", "N", "0.1", 15, 1, 9, 0, "hit", 8, "shields", 5, 0],
                ["shot", 1, "0.1", "A", "1.4", 18, 0, 11, 0, "hit", 5, "shields", 8, 3],
                ["shot", 2, "1.4", "M", "0.1", 20, 1, 6, 0, "critical", 4, "hull", 14, 10],
            ],
        },
        {
            "order": [["0.1", 14, 14], ["1.4", 3, 3]],
            "acts": [
                ["shot", 1, "0.1", "A", "1.4", 1, 0, 0, 0, "fumble", 0, "", 0, 0],
                ["fumble", 1, "0.1", "A", 2, "0.1", 0, 0, 0],
                ["shot", 1, "1.4", "N", "0.1", 10, 1, 1, 0, "hit", 4, "hull", 10, 6],
                ["shot", 2, "1.4", "M", "0.1", 5, 1, 12, 0, "miss", 0, "", 0, 0],
            ],
        },
        {
            "order": [["0.1", 15, 15], ["1.4", 8, 8]],
            "acts": [
                ["morale", "0.1", 36, 35, False],
                ["retreat", "0.1", 0, 100, True, True],
                ["skip", 1, "0.1", "A"],
                ["shot", 1, "1.4", "N", "0.1", 4, 1, 17, 0, "miss", 0, "", 0, 0],
                ["shot", 2, "1.4", "M", "0.1", 2, 1, 3, 0, "miss", 0, "", 0, 0],
                ["away", "0.1"],
            ],
        },
    ],
}
PUBLIC = {"number": 1, "day": 3, "hex": "2308", "sides": [[1], [0]], "what": "pirates", "rounds": 3, "result": [1]}
ACCOUNT = [
    ["before", 148],
    ["pay", 95, 950, 10, 0, 3, 3],
    ["menace", -5, 1],
    ["repair", -24, 2, 12, "MIA", 1, 3],
    ["after", 214],
]
GIVEN: dict[str, Any] = {
    "turn": 9,
    "countries": {
        "1": {"money": 214, "exp": 48, "level": 1, "name": "Mirrane", "prefs": {"LV4": "C", "PP": "MIB"},
              "standing": {"MIA": {"1": "XR100"}}},
        "2": {"name": "Xanthe"},
    },
    "groups": {"1": {"1": {"hex": "2308", "retreat": 30}}},
    "ships": {
        "1": {
            "1": {"hull": 5, "max": 26, "hp": 26, "weapons": "DDNNN", "shields": 11, "captain": 8, "group": 1,
                  "name": "Everest", "stats": {"targeting": 7}, "specials": ["ET"]},
            "2": {"hull": 4, "max": 27, "weapons": "NNAB", "shields": 10, "name": "Minerva", "port": "MIA"},
            "4": {"hull": 3, "max": 20, "weapons": "NM", "shields": 8, "name": "Ajax", "group": 1,
                  "stats": {"targeting": 6}, "load": [9, 0], "victories": 3},
        }
    },
    "seen": {"1": [[2, "2310", 2, 3, 0], [5, "2309", 2, 3, 1]]},
    "menaces": {"1": {"hex": "2004", "roller": 1, "event": 33, "since": 8,
                      "ships": {"1": {"hull": 2, "max": 9, "hp": 9, "weapons": "A"}}}},
}  # fmt: skip


@cache
def founded() -> State:
    """Three countries that are equal."""
    return start(RULES, SEATS, Dice(b"", "NW-1", 0))


@cache
def position() -> State:
    """The week of the sample."""
    return lay(founded(), GIVEN, RULES)


def printed(state: State, events: list[Event], viewer: int) -> Printout:
    """What a viewer reads of these events."""
    heard = heard_by_each(events, (viewer,))[viewer]
    return printout(view(state, viewer, RULES), heard, None, RULES, Sheet("NW-1", "Naval Warfare", SEATS))


@cache
def sample(viewer: int = 1, rounds: int = 3) -> Printout:
    """The printout of the sample; its battle may have further rounds."""
    told = {**SAMPLE, "rounds": [*SAMPLE["rounds"], *[SAMPLE["rounds"][1]] * (rounds - 3)]}
    events = [
        Event("account", (1,), {"country": 1, "rows": ACCOUNT}),
        Event("pay", (1,), {"country": 1, "own": 95, "held": 0, "bonus": 0, "raided": 0, "total": 95}),
        Event("loss", "all", {"country": 1, "dollars": 5}),
        Event("battle", "all", {**PUBLIC, "lost": {}}),
        Event("rounds", (1,), told),
        Event("exp", (1,), {"country": 1, "points": 3, "why": "menace", "battle": 1}),
        Event("exp", (1,), {"country": 1, "ship": 4, "points": 3, "why": "battle", "battle": 1}),
    ]
    return printed(position(), events, viewer)


def section(made: Printout, name: str) -> Section:
    """A section by its id."""
    return next(it for it in made.sections if it.id == name)


def table(made: Printout, name: str) -> Table:
    """The first table of a section."""
    return next(block for block in section(made, name).blocks if isinstance(block, Table))


def words(made: Printout) -> str:
    """The text, all in one line: lines break where the paper ends."""
    return " ".join(render(made).split())


def test_the_battle_of_the_sample_is_told_a_line_a_shot() -> None:
    lines = render(sample()).splitlines()
    at = lines.index("BATTLE 1   day 3, hex 2308   you (1 ship) against pirates (1 ship)")
    assert lines[at + 1 : at + 13] == [
        " Round 1   order: 1.4 Ajax 12, 0.1 frigate 7",
        "  1.4 N   15+1 : 9    hit   8 damage; shields 5 > 0",
        "  0.1 A   18 : 11     hit   5 damage; your shields 8 > 3",
        "  1.4 M   20 : 6      CRITICAL   2 x 2 = 4, past the shields; hull 14 > 10",
        " Round 2   order: 0.1 14, 1.4 Ajax 3",
        "  0.1 A   1           fumble: the rest of its shells is gone",
        "  1.4 N   10+1 : 1    it does not dodge; 4 damage; hull 10 > 6",
        "  1.4 M   5+1 : 12    miss",
        " Round 3   order: 0.1 15, 1.4 Ajax 8",
        "  0.1     morale 36 over 35: it turns away, and has nothing to fire",
        "  1.4 N   4+1 : 17    miss",
        "  1.4 M   2+1 : 3     miss (ties go to the defender)",
    ]
    assert "The frigate gets away and is gone. Victory: 3 exp for Ajax, 3 for Mirrane. (7.2)" in words(sample())
    assert max(map(len, lines)) <= 79


def test_heading_changes_and_account_of_the_sample() -> None:
    text = words(sample())
    for said in (
        "Turn 9 of 26, [1] Mirrane Level 1 (35) Exp 48 Money 214",
        "Won: A pirate frigate was driven off at 2308 on day 3. Ship 4 Ajax +3.",
        "Paid: 95 dollars; -5 for pirates in the region; 24 for repairs.",
    ):
        assert said in text
    account = table(sample(), "account")
    assert account.rows == (
        ("In hand after T-8", 148),
        ("Pay: 950 x 10 % = 95, all three ports", "+95"),
        ("Pirates in the region (event 33)", "\u22125"),
        ("Repair of 2 Minerva by 12 in MIA, days 1-3", "\u221224"),
    )
    assert account.total == ("In hand", 214)


def test_ships_groups_and_sightings_of_the_sample() -> None:
    rows = {row[0]: row[1:] for row in table(sample(), "ships").rows}
    assert rows[1] == ("Everest", "battleship", "26/26", 11, "DDNNN", "+2", "0", "+2", 40, 8, 0, "G1")
    assert rows[4] == ("Ajax", "destroyer", "20/20", 8, "NM", "+1", "0", "0", 35, 7, 0, "G1")
    assert table(sample(), "groups").rows == (("G1", "2308", "1 4", "lies", "D", "TL", "30 %", "-", ""),)
    assert table(sample(), "seen").rows == (
        (2, "2310", 2, "3 ships"),
        (5, "2309", 2, "3 ships, 1 submarine"),
    )
    assert "@ LV4C PPMIB" in words(sample())
    assert "@MIA /1/XR100" in words(sample())


def test_the_sheet_of_a_ship_has_its_magazines() -> None:
    (cards,) = section(sample(), "sheets").blocks
    assert isinstance(cards, IndexCards)
    text = words(sample())
    assert "SHIP 4 AJAX destroyer, G1" in text
    assert "1 N new missiles 2d4+1 9 of 12 2 M machine guns 1d2 no magazine 3 - empty slot Victories 3" in text


def test_on_the_page_rounds_after_the_third_are_folded() -> None:
    made = sample(rounds=6)
    rows = table(made, "battle-1").rows
    assert [row[0] for row in rows if str(row[0]).startswith("Round")] == ["Round 1", "Round 2", "Round 3"]
    assert rows[:3] == (
        ("Round 1", "", "", "", "order 1.4 Ajax 12, 0.1 frigate 7"),
        ("[1:Ajax]", "N new missiles", "15+1 : 9", "8", "hit; shields 5 \u2192 0"),
        ("0.1 frigate", "A 3 inch gun", "18 : 11", "5", "hit; your shields 8 \u2192 3"),
    )
    (more,) = (block for block in section(made, "battle-1").blocks if isinstance(block, More))
    (lines,) = more.blocks
    assert isinstance(lines, Lines)
    assert more.title == "Rounds 4 to 6"
    assert [line.split("   ")[0].strip() for line in lines.lines if "order:" in line] == [
        "Round 4",
        "Round 5",
        "Round 6",
    ]
    assert render(made).count(" Round ") == 6
    assert not any(isinstance(block, More) for block in section(sample(), "battle-1").blocks)


def test_a_page_has_so_many_shots_in_tables_and_the_battles_after_them_are_folded() -> None:
    battles = [Event("rounds", (1,), {**SAMPLE, "number": number}) for number in range(1, 21)]
    made = printed(position(), battles, 1)
    kinds = [[type(block) for block in section(made, f"battle-{n}").blocks] for n in (1, 20)]
    assert (Table in kinds[0], More in kinds[0]) == (True, False)
    assert (Table in kinds[1], More in kinds[1]) == (False, True)
    assert render(made).count("BATTLE ") == 20


def test_bars_show_what_was_lost() -> None:
    gauges = next(block for block in section(sample(), "battle-1").blocks if isinstance(block, Gauges))
    assert [(row.name, row.player, row.gauges, row.note) for row in gauges.rows] == [
        ("4 Ajax, destroyer", 1, (Gauge(20, 20, 20), Gauge(3, 8, 8)), ""),
        ("0.1 frigate", 0, (Gauge(6, 14, 14), Gauge(0, 5, 5)), "gets away"),
    ]


def test_a_ship_dead_in_the_water_is_taken_and_the_public_reads_what_was_lost() -> None:
    foe = {"who": "2.7", "owner": 2, "name": "Xerxes", "hull": 4, "kind": "cruiser", "hp": 12, "max": 27, "shields": 0}
    other = {**foe, "who": "2.8", "name": ""}
    acts = [
        ["shot", 1, "1.4", "N", "2.7", 15, 1, 2, 1, "hit", 9, "hull", 12, 3],
        ["shot", 2, "1.4", "M", "2.7", 20, 1, 1, 1, "triple", 6, "hull", 3, -3],
    ]
    told = {**SAMPLE, "fighters": [AJAX, foe, other], "rounds": [{"order": [["1.4", 21, 20]], "acts": acts}]}
    public = {**PUBLIC, "sides": [[1], [2]], "what": "", "rounds": 1, "lost": {"2": [4]}}
    events = [
        Event("battle", "all", public),
        Event("taken", (1, 2), {"country": 2, "ship": 7, "hull": 4, "name": "Xerxes", "by": 1}),
        Event("rounds", (1, 2), told),
        Event("exp", (1,), {"country": 1, "ship": 4, "points": 3, "why": "battle", "battle": 1}),
    ]
    text = words(printed(position(), events, 1))
    assert "you (1 ship) against [2] Xanthe (2 ships)" in text
    assert "order: 1.4 Ajax 21 (natural 20)" in text
    assert "1.4 N 15+1 : 2+1 hit 9 damage; 2.7 Xerxes: hull 12 > 3" in text
    assert "TRIPLE 2 x 3 = 6, past the shields; 2.7 Xerxes: hull 3 > -3" in text
    assert "2.7 Xerxes is taken by you. Victory: 3 exp for Ajax. (7.2)" in text
    assert "Won: A cruiser of [2:Xanthe] was taken by you at 2308 on day 3." in text
    theirs = words(printed(position(), events, 2))
    assert (
        "Lost: A battle with [1:Mirrane] was fought at 2308 on day 3. Your 7 Xerxes was taken by [1] Mirrane." in theirs
    )
    assert "[2:Xanthe] loses 1 cruiser." in words(printed(position(), events, 0))
    assert "Xerxes" not in words(printed(position(), events, 3))


def test_of_several_battles_against_the_same_country_the_best_counts() -> None:
    """NW 5.15, HR-53: a draw and a victory: the victory."""
    events = [Event("rounds", (1,), {**SAMPLE, "number": number}) for number in (1, 2)]
    events += [
        Event("battle", "all", {**PUBLIC, "number": n, "result": won, "lost": {}}) for n, won in ((1, []), (2, [1]))
    ]
    events.append(Event("exp", (1,), {"country": 1, "ship": 4, "points": 3, "why": "battle", "battle": 2}))
    text = words(printed(position(), events, 1))
    assert "The frigate gets away and is gone. Draw. BATTLE 2" in text
    assert "The frigate gets away and is gone. Victory: 3 exp for Ajax. (7.2)" in text


def test_what_went_down_is_told_behind_the_shot_that_sank_it() -> None:
    acts = [["sunk", "0.1"], ["shot", 1, "1.4", "N", "0.1", 15, 1, 9, 0, "hit", 9, "hull", 5, -4]]
    told = {**SAMPLE, "rounds": [{"order": [["1.4", 12, 12]], "acts": acts}]}
    text = words(printed(position(), [Event("rounds", (1,), told)], 1))
    assert "hit 9 damage; hull 5 > -4 0.1 is sunk with its captain The frigate is sunk." in text


def test_the_pay_says_which_ports_paid() -> None:
    def told(*details: int) -> str:
        rows = [["before", 0], ["pay", *details], ["after", details[0]]]
        made = printed(position(), [Event("account", (1,), {"country": 1, "rows": rows})], 1)
        return str(table(made, "account").rows[1][0])

    assert told(71, 950, 10, 0, 2, 3) == "Pay: 950 x 10 %, 2 of 3 ports = 71"
    assert told(95, 950, 10, 0, 1, 3) == "Pay: 950 x 10 % = 95, the home port alone"
    assert told(99, 950, 10, 5, 2, 2) == "Pay: 950 x 10 % + 5 % = 99, both ports"


def test_the_public_reads_of_a_battle_where_and_who_and_nothing_of_its_rounds() -> None:
    made = sample(0)
    text = words(made)
    assert "Battles: 2308, day 3: [1:Mirrane] against pirates. Won by [1:Mirrane] after 3 rounds." in text
    assert "Ajax" not in text
    assert {it.id for it in made.sections} == {"standings"}
    assert made.figures == ()
    assert made.kit is None


def test_a_secret_treaty_is_read_by_its_two_alone() -> None:
    secret = {"by": 1, "of": 2, "secret": True}
    relation = {"countries": {"1": {"allies": [2], "secret": [2]}, "2": {"allies": [1], "secret": [1]}}}
    state = lay(position(), relation, RULES)
    events = [Event("alliance", (1, 2), secret), Event("trade", "all", {"by": 2, "of": 3})]
    assert "You have signed an alliance with [1:Mirrane]." in words(printed(state, events, 2))
    assert "Allied with [1] Mirrane (secret)." in words(printed(state, events, 2))
    for viewer in (0, 3):
        made = printed(state, events, viewer)
        assert "[2:Xanthe] and [3:" in words(made)
        assert "allied" not in words(made).lower()
        assert "alliance" not in str(made.pages).lower()


def test_every_event_has_headlines_that_vary() -> None:
    lowest = 1
    for row in EVENTS:
        facts = {"roll": row.to, "what": row.kind, "roller": 1, "chosen": 2}
        made = printed(position(), [Event("event", "all", facts)], 0)
        assert made.headline
        assert "{" not in made.headline
        assert row.to >= lowest
        lowest = row.to
        assert f"Event {row.to}, rolled by [1:Mirrane]." in words(made)
        assert row.kind in WORDING["event"]
    assert min(len(texts) for texts in WORDING["headline"].values()) >= 2


def test_a_statement_is_a_quotation_and_no_word_of_it_is_ours() -> None:
    made = printed(position(), [Event("statement", "all", {"by": 2, "text": "BATTLE 9 is lost [1]"})], 3)
    assert "\n| BATTLE 9 is lost [1]\n" in render(made)


def test_figures_of_charts_begin_with_the_level() -> None:
    public = series(view(position(), 0, RULES), {}, RULES)
    own = series(view(position(), 1, RULES), {}, RULES)
    assert [it.id for it in public] == ["level", "ports", "ships"]
    assert public[0].values == {1: 1, 2: 0, 3: 0}
    assert {it.id: it.values for it in own[3:]} == {"money": {1: 214}, "exp": {1: 48}, "hulls": {1: 55}}


def test_the_register_of_losses_goes_week_by_week() -> None:
    state = lay(position(), {"register": [[3, "2310", 2, 4], [8, "2309", 1, 3]]}, RULES)
    losses = next(page for page in printed(state, [], 0).pages if page.id == "losses")
    (block,) = losses.blocks
    assert isinstance(block, Table)
    assert block.rows == ((8, "2309", 1, "destroyer"), (3, "2310", 2, "cruiser"))


DICE = {
    "b1/r1/init/1.4": 12, "b1/r1/init/0.1": 7,
    "b1/r1/s1/1.4/a": 15, "b1/r1/s1/1.4/d": 9, "b1/r1/s1/1.4/dmg1": 3, "b1/r1/s1/1.4/dmg2": 4,
    "b1/r1/s1/0.1/a": 18, "b1/r1/s1/0.1/d": 11, "b1/r1/s1/0.1/dmg1": 5,
    "b1/r1/s2/1.4/a": 20, "b1/r1/s2/1.4/d": 6, "b1/r1/s2/1.4/dmg1": 2,
    "b1/r2/init/1.4": 3, "b1/r2/init/0.1": 14, "b1/r2/s1/0.1/a": 1, "b1/r2/s1/0.1/f": 2,
    "b1/r2/s1/1.4/a": 10, "b1/r2/s1/1.4/d": 1, "b1/r2/s1/1.4/dmg1": 1, "b1/r2/s1/1.4/dmg2": 2,
    "b1/r2/s2/1.4/a": 5, "b1/r2/s2/1.4/d": 12,
    "b1/r3/init/1.4": 8, "b1/r3/init/0.1": 15, "b1/r3/morale/0.1": 36,
    "b1/r3/s1/1.4/a": 4, "b1/r3/s1/1.4/d": 17, "b1/r3/s2/1.4/a": 2, "b1/r3/s2/1.4/d": 3,
}  # fmt: skip
BEFORE: dict[str, Any] = {
    "turn": 8,
    "countries": {"1": {"money": 148, "exp": 45, "level": 1, "name": "Mirrane"}},
    "groups": {"1": {"1": {"hex": "2308", "stance": "A"}}},
    "ships": {
        "1": {
            "2": {"hull": 4, "max": 27, "hp": 15, "weapons": "NNAB", "shields": 10, "name": "Minerva", "port": "MIA"},
            "4": {"hull": 3, "max": 20, "weapons": "NM", "shields": 8, "name": "Ajax", "group": 1,
                  "stats": {"targeting": 6}},
        }
    },
    "menaces": {"1": {"hex": "2308", "roller": 1, "event": 33, "since": 8,
                      "ships": {"1": {"hull": 2, "max": 14, "hp": 14, "weapons": "A", "shields": 5, "captain": 7}}}},
}  # fmt: skip


def test_the_resolver_plays_the_battle_of_the_sample() -> None:
    """NW 16: the dice of the sample, rolled again: the same lines, and the same money."""
    rules = load("level", {"events": "off"})
    state = lay(start(rules, SEATS, Dice(b"", "NW-1", 0)), BEFORE, rules)
    done = play(SYSTEM, rules, state, {1: lines("@#2 R12")}, PinnedDice(b"", "NW-1", 9, DICE))
    made = printouts(SYSTEM, rules, done.state, done.events, done.parsed, Sheet("NW-1", "", SEATS), (0, 1, 2))
    told, played = render(sample()).splitlines(), render(made[1]).splitlines()
    there, here = (next(k for k, line in enumerate(it) if line.startswith("BATTLE 1 ")) for it in (told, played))
    assert played[here].replace("day 1", "day 3") == told[there]
    assert played[here + 1 : here + 13] == told[there + 1 : there + 13]
    assert "The frigate gets away and is gone. Victory: 3 exp for Ajax" in words(made[1])
    assert "Won: A pirate frigate was driven off at 2308 on day 1. Ship 4 Ajax +3." in words(made[1])
    rows = [(str(row[0]), row[1]) for row in table(made[1], "account").rows]
    assert rows[:2] == [("In hand after T-8", 148), ("Pay: 950 x 10 % = 95, all three ports", "+95")]
    assert [(said[:24], dollars) for said, dollars in rows[2:]] == [
        ("Pirates in the region", "\u22125"),
        ("Repair of 2 Minerva by 1", "\u221224"),
    ]
    assert table(made[1], "account").total == ("In hand", 214)
    for viewer in (0, 2):
        assert "Ajax" not in words(made[viewer])
        battle = "2308, day 1: [1:Mirrane] (1 ship) against pirates (1 ship). Won by [1:Mirrane] after 3 rounds."
        assert battle in words(made[viewer])

"""The printout: every figure of the sample of section 15, on the position that it comes from."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.events import Event, heard_by_each, only
from pbm.core.printout import Printout, Section, Table
from pbm.engine.system import Seat, Sheet
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.printout import printout
from pbm.rules.empire_deluxe.series import series
from pbm.rules.empire_deluxe.state import Unit, from_words
from pbm.rules.empire_deluxe.variant import load
from pbm.rules.empire_deluxe.view import view

SAMPLE = Path(__file__).with_name("sample_position.json")
RULES = load("advanced", {"pace": "10,8,6,5", "contact": "off"})
SEATS = tuple(
    Seat(number, "ABCD"[number - 1], name)
    for number, name in ((1, "Arcady"), (2, "Borealis"), (3, "Caledon"), (4, "Dorada"))
)
SHEET = Sheet("ED-3", "Sample", SEATS, "Fri 4 Dec 2026 20:00 UTC")


def _told(words: dict[str, Any], number: int) -> list[Event]:
    kind = words["kind"]
    facts = {key: value for key, value in words.items() if key != "kind"}
    if kind == "turns":
        return [Event(kind, "all", facts)]
    if kind == "captured":
        lost = {**facts, "lost": []}
        return [Event(kind, only([facts["by"]]), facts), Event(kind, only([facts["from"]]), lost)]
    if kind == "sighted":
        facts.setdefault("mark", number)
    return [Event(kind, only([facts["player"] if "player" in facts else facts["by"]]), facts)]


@cache
def sample() -> tuple[Any, tuple[Event, ...]]:
    """The position after mailing 30 of ED-3, and what happened in it."""
    data = json.loads(SAMPLE.read_text("utf-8"))
    words = {**data["state"], "options": {key: str(value) for key, value in RULES.options.items()}}
    events = [event for number, row in enumerate(data["events"]) for event in _told(row, number)]
    for key, path in data["paths"].items():
        player, unit = map(int, key.split("#"))
        events.append(Event("moved", only([player]), {"at": 159, "player": player, "unit": unit, "path": path}))
    return from_words(words), tuple(events)


@cache
def dorada(viewer: int = 4) -> Printout:
    """The printout of that player."""
    state, events = sample()
    seen = view(state, viewer, RULES)
    card = parse(None, seen, RULES) if viewer else None
    return printout(seen, heard_by_each(events, (viewer,))[viewer], card, RULES, SHEET)


def section(name: str) -> Section:
    return next(it for it in dorada().sections if it.id == name)


def rows(name: str) -> list[tuple[Any, ...]]:
    """The rows of a section's table."""
    (block,) = section(name).blocks
    assert isinstance(block, Table)
    return list(block.rows)


def test_figures_at_the_head() -> None:
    assert [(figure.label, figure.value) for figure in dorada().figures] == [
        ("Cities", "18"),
        ("Units", "54"),
        ("Built", "7"),
        ("Lost", "4"),
        ("Destroyed", "2"),
        ("Explored", "71 %"),
        ("Production", "66 %"),
    ]
    assert dorada().heading == ("Game ED-3, Turn 30, game turns 155-159, Empire, advanced, [4]",)
    assert dorada().standfirst == "The next mailing has 5 game turns."


def test_what_changed() -> None:
    told = {item.label: f"{item.lead} {item.rest}" for item in reversed(dorada().changes)}
    assert told["Taken"] == "Lubin (LUB) is yours. Taken from [3:Caledon] in turn 156."
    assert told["Supply"] == "54 units on 18 cities. 18 more than they bear: everything takes 1.5 times as long."
    assert "Cruiser #140 ADE" in told["Built"]
    assert told["Built"].startswith("5 Infantry, 1 Cruiser and 1 Transport. Infantry #139 DAK, #141 CAL")
    assert "Infantry #103 at T8" in told["Lost"] or "LUB" in told["Lost"]
    assert told["Idle"].strip() == "1 Cruiser without orders."
    assert "Cruiser of [3:Caledon] at K2" in told["Seen"]


def test_fights_are_in_order_with_the_per_cent_of_the_attacker() -> None:
    assert rows("fights") == [
        (155, "AA14 LUB", "A of [3]", "your city", 50, "city lost"),
        (155, "AA14 LUB", "A #96", "city of [3]", 50, "#96 lost"),
        (156, "AA14 LUB", "A #91", "city of [3]", 50, "city taken"),
        (156, "AC13", "A #123", "A of [3]", 50, "#123 lost"),
        (156, "AC13", "A #127", "A of [3]", 50, "#127 lost"),
        (157, "T11 BER", "A of [1]", "your city", 50, "held"),
        (157, "AA14 LUB", "A of [3]", "your city", 50, "held"),
        (159, "T8 forest", "A of [1]", "A #103", 33, "#103 lost"),
    ]


def test_cities_have_product_and_turns() -> None:
    found = {row[0]: row[1:] for row in rows("cities")}
    assert len(found) == 18
    assert found["ADE"] == ("N27", "Cruiser", "2 of 45", "", "", 100)
    assert found["BER"] == ("T11", "Infantry", "8 of 9", "", "H", 100)
    assert found["MES"] == ("T16", "Transport", "14 of 45", "", "L6>S", 100)


def test_units_are_joined_by_kind_orders_and_place() -> None:
    found = {row[0]: row[1:] for row in rows("units")}
    assert found["Transports 10"] == (
        "L6>S",
        "#143 ODE, #53 #88 #132 WIS, #37 #70 #107 CAL, #25 #57 #92 GOA",
    )
    assert found["Infantry 42"][0] == "H"
    assert found["Infantry 42"][1].startswith("#99 U6, #101 V6, #93 Y6, #81 U7")
    assert found["Cruiser 1"] == ("-", "#140 ADE")
    assert rows("idle") == [("#140", "Cruiser", "N27 ADE", "", "")]


def test_sightings_are_by_owner() -> None:
    assert [(row[0], row[1], row[3]) for row in rows("sightings")] == [
        (1, "Infantry", "T8"),
        (2, "Destroyer", "U16"),
        (3, "Infantry", "AC12"),
        (3, "Cruiser", "K2"),
        (3, "Fighter", "AA9"),
    ]


def test_the_sheet_is_that_of_the_sample() -> None:
    lines = textprint.render(dorada()).split("\n")
    assert ' 11                  .:OAA+^^^^:++:      "+::+3...' in lines
    assert " 12       ......     ..:.AA++::+a..     ++......." in lines
    assert " 13      ........    .....A+++++A.......3......." in lines
    assert max(map(len, lines)) <= 79
    assert len(lines) < 150, "40 units about 150 lines with one sheet"


def test_a_large_army_stays_below_330_lines() -> None:
    state, events = sample()
    names = [name for name in state.board.names if state.map.rows[0]][:900]
    crowd = {200 + k: Unit("A", at, queue=("H",) if k % 2 else ("K",)) for k, at in enumerate(names[:196])}
    units = {**state.units, 4: {**state.units[4], **crowd}}
    seen = view(replace(state, units=units), 4, RULES)
    assert len(seen.units) == 250
    out = printout(seen, heard_by_each(events, (4,))[4], parse(None, seen, RULES), RULES, SHEET)
    assert len(textprint.render(out).split("\n")) < 330


def test_the_public_has_no_map_of_a_hidden_world() -> None:
    public = dorada(0)
    assert public.map is None
    assert not public.kit
    assert "LUB" not in textprint.render(public)


def test_the_charts_of_a_player() -> None:
    state, events = sample()
    found = {it.id: it.values for it in series(view(state, 4, RULES), heard_by_each(events, (4,))[4], RULES)}
    assert found["cities"] == {4: 18}
    assert found["units"] == {4: 54}
    assert found["units-a"] == {4: 42}
    assert (found["built"], found["lost"], found["explored"], found["efficiency"]) == ({4: 7}, {4: 4}, {4: 71}, {4: 66})
    assert found["census"] == {}

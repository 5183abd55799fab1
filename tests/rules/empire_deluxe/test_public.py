"""What all may know (ED 16.1): headlines, the empty chart of a hidden world; and what the first printout says."""

from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.core.grid import GridView
from pbm.core.printout import MapBlock, Printout
from pbm.engine.system import Sheet
from pbm.engine.turn import printouts
from pbm.orders.form import OrderLine
from pbm.rules.empire_deluxe.parse import parse
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.variant import load
from pbm.site.maps.chart import draw_grid
from tests.rules.empire_deluxe import HOMES, SYSTEM

TURNS = Event("turns", "all", {"at": 9, "first": 5, "last": 9})


def begun(variant: str, options: dict[str, str] | None = None) -> State:
    state: Any = SYSTEM.start(load(variant, options or {}), HOMES[:3], Dice(b"begin", "G", 0))
    assert isinstance(state, State)
    return state


def printed(variant: str, state: State, events: Iterable[Event] = (), viewer: int = 0) -> Printout:
    sheet = Sheet("ED-1", "A test", HOMES[:3])
    return printouts(SYSTEM, load(variant, {}), state, tuple(events), {}, sheet, (viewer,))[viewer]


def told(kind: str, **facts: Any) -> Event:
    return Event(kind, "all", {"at": 9, **facts})


@pytest.mark.parametrize(
    ("events", "words"),
    [
        ([told("ended", winner=2, reason="last"), told("knocked-out", player=1)], "Seat 2"),
        ([told("ended", winner=0, reason="nobody")], "no winner|obody has won"),
        ([told("resigned", player=3), told("knocked-out", player=3)], "resigns|enough|free"),
        ([told("knocked-out", player=1), told("halted", reason="contact")], "Seat 1"),
        ([told("abdicated", player=2)], "Seat 2"),
        ([told("halted", reason="contact")], "met|flag|else"),
        ([told("census", cities={"1": 4, "2": 9, "3": 5}, of=1)], "Seat 2"),
        ([told("census", cities={"1": 9, "2": 9, "3": 5}, of=1)], "fog|nobody tells"),
        ([], "fog|nobody tells"),
    ],
)
def test_the_headline_is_the_greatest_news(events: list[Event], words: str) -> None:
    state = begun("standard")
    found = {printed("standard", replace(state, turn=turn), [*events, TURNS]).headline for turn in range(1, 12, 2)}
    assert len(found) > 1, "it varies"
    assert all(any(word in headline for word in words.split("|")) for headline in found), found


def test_in_the_basic_game_cities_are_news() -> None:
    state = replace(begun("basic"), turn=4)
    facts = {"city": "TRA", "by": 1, "from": 0}
    taken = [told("captured", **facts), told("captured", **facts), told("captured", **{**facts, "city": "OSA"})]
    assert "2 cities" in printed("basic", state, [*taken, TURNS]).headline
    assert "fog" not in printed("basic", state, [TURNS]).headline


@pytest.mark.parametrize("variant", ["basic", "standard", "advanced"])
def test_the_first_printout_says_what_is_known_and_how_to_begin(variant: str) -> None:
    state = begun(variant)
    page = printed(variant, state, viewer=2)
    (welcome,) = [item for item in page.changes if item.label == "Welcome"]
    code, city = next((code, city) for code, city in state.cities.items() if city.owner == 2)
    known = "the whole world is known" if variant == "basic" else "you know the squares around it and no others"
    assert welcome.lead.endswith(f"({code}) at {city.at} is yours, and {known}.")
    assert f"such as P3A PT under @{code};" in welcome.rest
    assert ("new Infantry hunt" if variant == "advanced" else "new Armies hunt") in welcome.rest
    assert "The first mailing has 10 game turns." in welcome.rest
    assert "Welcome: " in textprint.render(page)
    later = printed(variant, replace(state, turn=1), [TURNS], viewer=2)
    assert not [item for item in later.changes if item.label == "Welcome"]
    assert not [item for item in printed(variant, state).changes if item.label == "Welcome"]


def test_what_the_welcome_proposes_is_a_card_without_a_fault() -> None:
    state = begun("standard")
    rules = load("standard", {})
    code = next(code for code, city in state.cities.items() if city.owner == 2)
    lines = (OrderLine(1, "@ NAH PA"), OrderLine(2, f"@{code} P3A PT"))
    found = parse(lines, SYSTEM.view(state, 2, rules), rules)
    assert not found.faults
    assert found.count == 4


@pytest.mark.parametrize("size", ["20x20", "46x34", "254x254"])
@pytest.mark.parametrize("wrap", ["off", "on"])
def test_a_hidden_world_has_an_empty_chart_of_its_size(size: str, wrap: str) -> None:
    state = begun("standard", {"size": size, "wrap": wrap})
    page = printed("standard", state)
    assert page.map is None
    (block,) = [block for section in page.sections for block in section.blocks if isinstance(block, MapBlock)]
    chart = block.map
    assert isinstance(chart, GridView)
    assert f"{chart.width}x{chart.height}" == size
    assert not "".join(chart.rows).strip()
    assert not [*chart.places, *chart.units, *chart.trails, *chart.opened]
    assert f"The world has {size.replace('x', ' by ')} squares." in block.caption
    ElementTree.fromstring(draw_grid(chart))
    assert "The world" not in textprint.render(page), "on paper an empty chart tells nothing"


def test_the_empty_chart_is_the_same_of_every_world_of_that_size() -> None:
    one = begun("standard", {"size": "30x24"})
    other: Any = SYSTEM.start(load("standard", {"size": "30x24"}), HOMES[:3], Dice(b"other", "G", 0))
    assert one.map != other.map
    assert printed("standard", one) == printed("standard", other)


def test_an_open_world_has_its_map_and_no_empty_chart() -> None:
    page = printed("basic", begun("basic"))
    assert isinstance(page.map, GridView)
    assert not [block for section in page.sections for block in section.blocks if isinstance(block, MapBlock)]

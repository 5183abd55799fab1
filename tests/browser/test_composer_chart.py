"""A card on a chart of cells, in a player's hands on a phone: courses by taps, a ship letter by letter, what stays and
what changes; the ways are the engine's, and the engine takes the card.
"""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbm.cards.card import read_card
from pbm.core.dice import Dice
from pbm.core.printout import Kit, Printout
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed
from pbm.rules.naval_warfare import SYSTEM
from pbm.rules.naval_warfare.sea import Ways, chart
from pbm.rules.naval_warfare.state import State
from pbm.site.ink.composer_script import composer_script
from pbm.site.maps.honeycomb import Honeycomb
from pbm.site.render import Renderer, templates_dir
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import order_sheet
from tests.browser.composer_page import page_of
from tests.browser.test_composer import Player
from tests.rules.naval_warfare.test_cards import GIVEN, SEATS

pytestmark = [pytest.mark.browser, needs_browser]

WAYS = 40
GOALS = 25
CELL = """code => {
    const map = document.querySelector(".composer svg.map"), cells = new PbmComposer.Cells(map.dataset.comb);
    const [x, y] = cells.centre(code), at = new DOMPoint(x, y).matrixTransform(map.getScreenCTM());
    return [at.x, at.y];
}"""
SMALL = """() => [...document.querySelectorAll(".composer button, .composer select, .composer .button")]
    .map(it => [it, it.getBoundingClientRect()])
    .filter(([it, box]) => box.width && box.height < 43.5)
    .map(([it, box]) => it.textContent + " " + Math.round(box.height))"""


class Captain(Player):
    """A player at a chart."""

    def tap_cell(self, code: str) -> None:
        """A cell of the chart, where a finger would touch it."""
        self.page.locator(".composer svg.map").scroll_into_view_if_needed()
        self.page.mouse.click(*self.page.evaluate(CELL, code))


@cache
def rules() -> Rules:
    """Of equal countries."""
    return SYSTEM.setup.load("level", {})


@cache
def state() -> State:
    """The middle of a game: three groups, ships in port, a dock, money."""
    laid: State = SYSTEM.words.lay(SYSTEM.start(rules(), SEATS, Dice(b"x" * 16, "NW-1", 0)), GIVEN, rules())
    return laid


def printout() -> Printout:
    """What the first country is sent."""
    view = SYSTEM.view(state(), 1, rules())
    return SYSTEM.printout(view, {}, None, rules(), Sheet("NW-1", "Naval Warfare", SEATS))


def kit() -> Kit:
    """What the first country may order."""
    return SYSTEM.kit(SYSTEM.view(state(), 1, rules()), rules())


def parsed(card: str) -> Parsed:
    """How the engine reads a card of the first country."""
    return SYSTEM.parse(read_card(card).lines, SYSTEM.view(state(), 1, rules()), rules())


def orders(card: str) -> set[tuple[str, str]]:
    """Its orders by place, without a fault."""
    found = parsed(card)
    assert not found.faults, [fault.message for fault in found.faults]
    return {(order.place, order.text) for order in found.orders}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first country's composer."""
    made = printout()
    renderer = Renderer([], {made.space_map.geometry: rules().geometry}, cache=False)
    path = tmp_path_factory.mktemp("chart") / "card.html"
    svg = str(renderer.draw(made.space_map, "m"))
    path.write_text(page_of(order_sheet(made, rules().orders), svg), "utf-8")
    return path


@pytest.fixture
def captain(browser: Any, page: Path) -> Iterator[Captain]:
    """A player with a phone; the page must not have complained of anything, nor asked for anything."""
    player = Captain(browser, page)
    yield player
    assert not player.said
    assert player.asked == [page.as_uri()]
    player.context.close()


def test_a_course_is_made_by_taps_leg_by_leg(captain: Captain) -> None:
    captain.press("place-G3")
    captain.tap_cell("2508")
    assert "2508 is the goal: 2 steps, about day 1" in captain.text(".said")
    captain.press("add")
    captain.tap_cell("2610")
    assert captain.page.locator(".courses .hand .day").text_content() == "day 2", "from the first leg on"
    captain.press("add")
    assert orders(captain.card()) == {("G3", "M2508"), ("G3", "M2610")}


def test_a_tap_on_a_group_opens_it_and_land_is_not_in_reach(captain: Captain) -> None:
    captain.press("place-G1")
    captain.tap_cell("2308")
    assert captain.text(".place-head").startswith("@G3")
    captain.tap_cell("2307")
    assert "2307 is not in reach" in captain.text(".said")


def test_a_group_of_this_card_sails_from_where_its_first_ship_lies(captain: Captain) -> None:
    captain.press("tab-fleet")
    captain.page.select_option('[data-key="join-#2"]', "G4")
    captain.press("tab-map", "place-G4")
    captain.tap_cell("2309")
    assert "2309 is the goal: 4 steps, about day 2" in captain.text(".said")
    captain.press("add")
    assert orders(captain.card()) == {("G4", "J2"), ("G4", "M2309")}


def test_what_a_turn_reaches_is_drawn_from_the_group(captain: Captain) -> None:
    captain.press("place-G3")
    near, far = (captain.page.locator(f".courses .range{which}") for which in (":not(.far)", ".far"))
    assert near.get_attribute("d")
    assert near.get_attribute("d") != far.get_attribute("d")


def test_a_ship_is_built_letter_by_letter_with_what_the_cap_leaves(captain: Captain) -> None:
    captain.press("tab-yard", "row-BUILD", "few-h4", "letter-wN", "letter-wN", "letter-wA", "letter-wB")
    captain.press("letter-back-w")
    captain.page.fill('[data-key="number-n"]', "60")
    text = captain.text(".result")
    assert "B2" not in text, "2 is taken"
    assert "B7=4NNA/60" in text
    figures = kit().figures
    price = figures["hull.4"] + 2 * figures["weapon.N"] + figures["weapon.A"]
    assert f"= {price} dollars; 60 leave {60 - price}." in text
    assert "1 in 2" in captain.text('[data-key="few-h4"]')
    captain.press("add")
    assert orders(captain.card()) == {("MIA", "B7=4NNA/60")}


def test_what_stays_is_shown_and_only_changes_go_on_the_card(captain: Captain) -> None:
    captain.press("place-G2")
    stance = captain.page.locator('[data-key="kept-STANCESD"]')
    assert "now" in str(stance.get_attribute("class"))
    assert "Now: SD TL" in captain.text(".kept")
    captain.press("kept-STANCESA", "kept-TARGETTH", "kept-RETREATR25")
    assert "on this card: SA TH R25" in captain.text(".kept")
    captain.press("kept-TARGETTL")
    assert orders(captain.card()) == {("G2", "SA"), ("G2", "R25")}, "what stands already is no change"


def test_treaties_are_lines_of_players(captain: Captain) -> None:
    captain.press("tab-country")
    assert "war" in captain.text('[data-key="line-3"]')
    captain.press("line-2", "key-WAR")
    captain.page.fill('[data-key="key-GIVE"]', "30")
    captain.page.keyboard.press("Tab")
    captain.press("line-2", "line-3", "key-TRUCE", "key-PEACE", "key-TRUCE")
    captain.page.select_option('[data-key="kept-FLAG"]', "FL3")
    assert orders(captain.card()) == {("", "2E"), ("", "2D30"), ("", "3T"), ("", "FL3")}


def test_ships_are_lines_with_keys_for_what_needs_no_choice(captain: Captain) -> None:
    captain.press("tab-fleet")
    captain.press("line-#2SUPPLY", "line-#2REPAIR")
    captain.page.select_option('[data-key="join-#19"]', "G5")
    assert not captain.page.locator('[data-key="line-#3SUPPLY"]').count(), "its magazines are full"
    assert orders(captain.card()) == {("#2", "L"), ("#2", "R14"), ("G5", "J19")}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_tabs_without_moving_sideways(browser: Any, page: Path, scheme: str) -> None:
    player = Captain(browser, page)
    player.page.emulate_media(color_scheme=scheme)
    for tab in ("map", "yard", "fleet", "country", "orders", "card"):
        player.press(f"tab-{tab}")
        assert player.page.evaluate("document.documentElement.scrollWidth") == 390, tab
        assert player.page.evaluate(SMALL) == [], tab
    assert [it.strip() for it in player.page.locator("[role=tab]").all_inner_texts()] == [
        "Chart", "Yard", "Fleet", "Country", "Orders", "Press", "Card"
    ]  # fmt: skip
    player.context.close()


def test_ways_are_those_of_the_rules(browser: Any) -> None:
    dice, sites = Random("ways at sea"), sorted(chart().sites)
    sea = sorted(at for at in chart().near if at not in chart().land)
    asked, expected = [], []
    for _ in range(WAYS):
        ports = set(dice.sample(sites, 60))
        free = set(dice.sample(sorted(ports), 20))
        goal, ways = dice.choice([*sea, *sorted(ports)]), Ways(free, ports)
        starts = dice.sample([*sea, *sorted(ports)], GOALS)
        asked.append([goal, starts, sorted({*sea, *free})])
        expected.append(
            [[start, *ways.path(start, goal)] if ways.length(start, goal) < 10**6 else None for start in starts]
        )
    comb = Honeycomb(rules().geometry)
    facts = f"{comb.columns} {comb.rows} {comb.wide} {comb.high} {comb.first[0]} {comb.first[1]}"
    made = browser.new_page()
    made.add_script_tag(content=composer_script(lambda name: (templates_dir() / name).read_text("utf-8")))
    found = made.evaluate(
        """({ facts, asked }) => {
            const cells = new PbmComposer.Cells(facts);
            return JSON.stringify(asked.map(([goal, starts, open]) =>
                starts.map((start) => cells.way(start, goal, new Set(open)))));
        }""",
        {"facts": facts, "asked": asked},
    )
    made.close()
    assert json.loads(found) == expected
    assert sum(way is not None and len(way) > 5 for ways in expected for way in ways) > WAYS * GOALS // 2

"""A card for many units of a hidden world, in a player's hands on a phone: choosing them, one order for all of them,
the ways that are shown; and the engine says the same of the card.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.cards.card import read_card
from pbm.core.grid import GridView, square_name
from pbm.core.printout import Printout
from pbm.orders.form import Parsed
from pbm.publish.composer import next_card
from pbm.rules.empire_deluxe import SYSTEM
from pbm.rules.empire_deluxe.board import board
from pbm.rules.empire_deluxe.kinds import table
from pbm.rules.empire_deluxe.parse import kit
from pbm.rules.empire_deluxe.state import State, Unit
from pbm.rules.empire_deluxe.ways import Routes
from pbm.site.ink.composer_script import composer_script
from pbm.site.maps.looks import grid
from pbm.site.render import templates_dir
from tests.bench.squares_world import Position, crowd, sighted
from tests.browser.chromium import needs_browser
from tests.browser.composer_cards import order_sheet
from tests.browser.composer_page import page_of
from tests.browser.test_composer import Player

pytestmark = [pytest.mark.browser, needs_browser]

POSITIONS = 1000
MOST_TAPS = 200
SHEET = 60_000
SQUARE = """name => {
    const map = document.querySelector("svg.g-field"), [left, top] = map.dataset.window.split(" ").map(Number);
    const [side, margin, head] = map.dataset.measures.split(" ").map(Number);
    const [, letters, number] = /([A-Z]+)([0-9]+)/.exec(name);
    const x = [...letters].reduce((sum, it) => sum * 26 + it.charCodeAt(0) - 64, 0) - 1;
    const at = new DOMPoint((x - left + .5) * side + margin, (number - 1 - top + .5) * side + head)
        .matrixTransform(map.getScreenCTM());
    return [at.x, at.y];
}"""
WAYS = """({sheet, asked}) => {
    const unfolded = PbmComposer.unfold(sheet), table = PbmComposer.compileTable(unfolded.orders);
    return asked.map(([board, units]) => {
        const ways = new PbmComposer.Ways({ ...unfolded, kit: { ...unfolded.kit, places: [], board } }, table);
        return units.map(([place, goal]) => {
            const way = ways.way({ damage: 0, ...place }, goal);
            return way && [way.squares, way.turns];
        });
    });
}"""


class Hands(Player):
    """A player whose taps are counted."""

    def __init__(self, browser: Any, path: Path, width: int = 390) -> None:
        super().__init__(browser, path, width)
        self.taps = 0

    def press(self, *keys: str) -> None:
        """Each press is a tap."""
        self.taps += len(keys)
        super().press(*keys)

    def tap_square(self, name: str) -> None:
        """A square of the map, which is moved into sight as a player would."""
        self.page.locator("svg.g-field").scroll_into_view_if_needed()
        self.page.mouse.click(*self.page.evaluate(SQUARE, name))
        self.taps += 1


def printout_of(position: Position, player: int) -> Printout:
    """What a player is sent."""
    view = SYSTEM.view(position.state, player, position.rules)
    return SYSTEM.printout(view, {}, None, position.rules, position.sheet)


def page(tmp_path: Path, position: Position, player: int) -> Path:
    """The composer's page of a player in a position."""
    printout = printout_of(position, player)
    assert isinstance(printout.map, GridView)
    path = tmp_path / "card.html"
    path.write_text(page_of(order_sheet(printout, position.rules.orders), grid.draw(printout.map)), "utf-8")
    return path


def without_queues(state: State) -> State:
    """The same position, in which nobody has ordered anything."""
    units = {
        player: {number: replace(unit, queue=(), post="") for number, unit in own.items()}
        for player, own in state.units.items()
    }
    return replace(state, units=units)


def parsed(position: Position, player: int, card: str) -> Parsed:
    """How the engine reads a card."""
    view = SYSTEM.view(position.state, player, position.rules)
    return SYSTEM.parse(read_card(card).lines, view, position.rules)


@pytest.fixture(scope="module")
def crowded() -> Position:
    """Six players with 250 units each on a large world that all of them know; nobody has ordered anything."""
    position = crowd(254, 254, 1500)
    return position._replace(state=sighted(without_queues(position.state), 60))


@pytest.fixture(scope="module")
def small() -> Position:
    """Four players with 30 units each on a small world, and the first has a Fighter besides."""
    position = crowd(60, 44, 120, players=4, reach=14)
    state = sighted(without_queues(position.state), 8)
    home = next(city.at for city in state.cities.values() if city.owner == 1)
    fighter = Unit("F", home, fuel=table(position.rules.variant).kinds["F"].range)
    first = replace(state.players[1], serial=31)
    units, players = state.units | {1: state.units[1] | {31: fighter}}, state.players | {1: first}
    return position._replace(state=replace(state, units=units, players=players))


def asked(dice: Random, k: int, kinds: list[str]) -> tuple[dict[str, Any], list[tuple[dict[str, Any], int]]]:
    """A board of a few squares, and units with their goals on it."""
    width, height = dice.randint(3, 14), dice.randint(3, 12)
    signs = [dice.choice(" ...++++rvfm") for _ in range(width * height)]
    sites = {}
    for n, at in enumerate(dice.sample(range(len(signs)), 3)):
        signs[at] = "*"
        sites["ABC"[n] * 3] = [square_name(at % width, at // width), dice.randrange(3)]
    rows = ["".join(signs[y * width : (y + 1) * width]) for y in range(height)]
    data = {"width": width, "height": height, "rows": rows, "wrap": k % 3 == 0, "sites": sites, "others": []}
    units = []
    for _ in range(4):
        start, goal = dice.randrange(len(signs)), dice.randrange(len(signs))
        place = {"code": "#1", "unit": dice.choice(kinds), "at": square_name(start % width, start // width)}
        units.append((place, goal))
    return data, units


def engine_way(
    data: dict[str, Any], place: dict[str, Any], goal: int, layers: dict[str, str], skills: dict[str, Any]
) -> list[Any] | None:
    """The same by the way of the rules (ED 8.10): the squares, and the turns as if nobody stood there."""
    squares = board(data["width"], data["height"], wrap=data["wrap"])
    signs, skill = "".join(data["rows"]), skills[place["unit"]]
    sites = {squares.names[square]: owner for square, owner in data["sites"].values()}
    bits = squares.bits_of(data["rows"], layers[place["unit"]] + " ")
    for at, owner in sites.items():
        bits = bits & ~(1 << at) | (owner == 1) << at
    way, here = Routes(squares, goal, bits), squares.names[place["at"]]
    found, turns, left = [here], 0, 0
    while here != goal:
        steps, nearer, _ = way.next(here)
        if steps is None:
            return None
        here = nearer[0]
        if not left:
            turns, left = turns + 1, skill["moves"]
        left = 0 if signs[here] in skill.get("slow", "") else left - 1
        found.append(here)
    return [found, turns]


def test_ways_and_turns_are_those_of_the_rules_on_1000_positions(browser: Any, small: Position) -> None:
    view = SYSTEM.view(small.state, 1, small.rules)
    own = kit(view, small.rules)
    sheet = json.loads(json.dumps(order_sheet(printout_of(small, 1), small.rules.orders)))
    layers = {unit: layer.enters for layer in small.rules.orders.layers.values() for unit in layer.units}
    skills = json.loads(json.dumps(sheet["kit"]["skills"]))
    kinds = sorted(kind for kind, skill in skills.items() if kind in layers and skill["moves"])
    assert len(own.skills) >= len(kinds) > 8
    page = browser.new_page()
    page.add_script_tag(content=composer_script(lambda name: (templates_dir() / name).read_text("utf-8")))
    dice = Random(810)  # positions of a test, not luck of a game
    every = [asked(dice, k, kinds) for k in range(POSITIONS)]
    found = page.evaluate(WAYS, {"sheet": sheet, "asked": every})
    expected = [[engine_way(data, place, goal, layers, skills) for place, goal in units] for data, units in every]
    assert found == expected
    assert 100 < sum(row.count(None) for row in expected) < 3 * POSITIONS
    page.close()


def test_the_sheet_of_250_units_on_a_known_world_is_small(crowded: Position) -> None:
    printout = printout_of(crowded, 1)
    assert printout.kit is not None
    assert printout.kit.board is not None
    assert sum(place.kind == "unit" for place in printout.kit.places.values()) == 250
    assert len(printout.kit.board.others) >= 60
    assert " " not in "".join(printout.kit.board.rows)
    assert len(json.dumps(next_card(printout), separators=(",", ":"), ensure_ascii=False).encode()) <= SHEET


def test_a_card_for_250_units_takes_less_than_200_taps(browser: Any, crowded: Position, tmp_path: Path) -> None:
    """As a player would: the next idle unit, all of its kind around it, what they do, Add."""
    hands = Hands(browser, page(tmp_path, crowded, 1))
    label = '[data-key="next"]'
    while idle := int(re.findall("[0-9]+", hands.text(label))[0]):
        hands.press("next")
        unit = hands.page.locator(".place-head").inner_text()
        kind = hands.page.locator('[data-key^="here-"][aria-pressed=true]').get_attribute("data-key") or ""
        many = int(re.findall("[0-9]+", hands.text(f'[data-key="{kind}"]'))[0])
        if many > 1:
            hands.press(kind)
        part = "E" if "Airbase" not in unit else "S"
        hands.press(f"part-{part}", "add")
        assert int(re.findall("[0-9]+", hands.text(label))[0]) < idle
    assert hands.taps < MOST_TAPS
    card = hands.card()
    read = parsed(crowded, 1, card)
    assert not read.faults
    assert len(read.orders) == 250
    assert hands.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not hands.said
    hands.context.close()


@pytest.fixture
def hands(browser: Any, small: Position, tmp_path: Path) -> Iterator[Hands]:
    """A player of the small world, whose page never goes sideways or says anything to the console."""
    shown = Hands(browser, page(tmp_path, small, 1))
    yield shown
    assert shown.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not shown.said
    shown.context.close()


def of_kind(position: Position, *kinds: str) -> list[str]:
    """Numbers of player 1's units of these kinds, in order."""
    return [f"#{n}" for n, unit in sorted(position.state.units[1].items()) if unit.kind in kinds]


def choose(hands: Hands, *codes: str) -> None:
    """Choose units in the list."""
    hands.press("tab-list", *(f"unit-{code}" for code in codes))


def test_an_order_has_parts_signs_and_a_loop(hands: Hands, small: Position) -> None:
    first, second = of_kind(small, "T")[:2]
    choose(hands, first, second)
    hands.press("part-L", "then", "part-UT")
    assert hands.page.locator('[data-key="add"]').is_disabled(), "the goal is missing"
    home = next(code for code, city in small.state.cities.items() if city.owner == 1)
    hands.page.fill('[data-key="part-to"]', home.lower())
    hands.page.press('[data-key="part-to"]', "Tab")
    hands.press("sign-!", "again")
    assert re.fullmatch(rf"@{first}[-+]{second[1:]} L>U{home}!>\*", hands.text(".result code"))
    assert "Load until full, then passengers go to" in hands.text(".result span")
    hands.press("add")
    read = parsed(small, 1, hands.card())
    assert [(order.place, order.text) for order in read.orders] == [(it, f"L>U{home}!>*") for it in (first, second)]


def test_a_second_order_stands_in_place_of_the_first(hands: Hands, small: Position) -> None:
    (unit, other) = of_kind(small, "A")[:2]
    choose(hands, unit, other)
    hands.press("part-H", "add")
    choose(hands, unit)
    hands.press("part-S", "add", "tab-orders")
    read = parsed(small, 1, hands.card())
    assert {order.place: order.text for order in read.orders} == {unit: "S", other: "H"}
    hands.press("undo")
    assert len(parsed(small, 1, hands.card()).orders) == 2


def test_what_a_kind_cannot_do_is_closed_and_a_goal_that_it_cannot_enter_has_the_sentence(
    hands: Hands, small: Position
) -> None:
    (army,) = of_kind(small, "A")[:1]
    choose(hands, army)
    for part in ("L", "B", "UT"):
        assert hands.page.locator(f'[data-key="part-{part}"]').is_disabled()
    rows = SYSTEM.view(small.state, 1, small.rules).rows
    water = next(square_name(row.index("."), y) for y, row in enumerate(rows) if "." in row)
    hands.press("part-M")
    hands.page.fill('[data-key="part-to"]', water)
    hands.page.press('[data-key="part-to"]', "Tab")
    said = parsed(small, 1, f"ED-9 T-41 [1] Seat 1\n@{army} M{water}\nEND\n").faults
    assert said[0].message in hands.text(".form-side .fault")
    assert hands.page.locator('[data-key="add"]').is_disabled()


def test_a_box_takes_all_units_in_it_and_a_tap_takes_one_away(hands: Hands, small: Position) -> None:
    units = small.state.units[1]
    hands.press("next", "box")
    own = units[int(re.findall("[0-9]+", hands.text(".form-side .codes-row"))[0])].at
    (x, y) = small.state.board.names[own] % 60, small.state.board.names[own] // 60
    corners = square_name(max(0, x - 2), max(0, y - 2)), square_name(min(59, x + 2), min(43, y + 2))
    (a, b), (c, d) = (hands.page.evaluate(SQUARE, corner) for corner in corners)
    hands.page.mouse.move(a, b)
    hands.page.mouse.down()
    hands.page.mouse.move((a + c) / 2, (b + d) / 2)
    hands.page.mouse.move(c, d)
    hands.page.mouse.up()
    squares = small.state.board
    inside = [
        unit
        for unit in units.values()
        if abs(squares.names[unit.at] % 60 - x) <= 2 and abs(squares.names[unit.at] // 60 - y) <= 2
    ]
    chosen = "window.composer.picking.codes.size"
    assert hands.page.evaluate(chosen) == len(inside) > 1
    hands.tap_square(own)
    assert hands.page.evaluate(chosen) == len(inside) - sum(unit.at == own for unit in inside)


def test_a_list_is_narrowed_by_kind_by_orders_and_by_what_is_near(hands: Hands, small: Position) -> None:
    count = "document.querySelectorAll('.roster button').length"
    hands.press("tab-list")
    assert hands.page.evaluate(count) == 31
    hands.page.select_option('[data-key="kind"]', "T")
    assert hands.page.evaluate(count) == len(of_kind(small, "T"))
    hands.press("choose-all", "part-E", "add", "tab-list")
    hands.page.select_option('[data-key="does"]', "idle")
    assert hands.page.evaluate(count) == 0
    hands.page.select_option('[data-key="kind"]', "")
    assert hands.page.evaluate(count) == 31 - len(of_kind(small, "T"))
    home = next(code for code, city in small.state.cities.items() if city.owner == 1)
    hands.page.select_option('[data-key="near"]', home)
    assert hands.page.evaluate(count) < 31 - len(of_kind(small, "T"))


def test_the_keys_do_what_a_finger_does(hands: Hands, small: Position) -> None:
    hands.press("next")
    unit = hands.page.evaluate("[...window.composer.picking.codes][0]")
    at = small.state.units[1][int(unit[1:])].at
    hands.press("none")
    hands.page.focus("svg.g-field")
    hands.page.keyboard.press("ArrowRight")
    hands.page.keyboard.press("ArrowLeft")
    assert f"{at}: " in hands.text(".said"), "the mark begins in the middle of what is shown"
    hands.page.keyboard.press("Enter")
    assert hands.page.evaluate("[...window.composer.picking.codes]").count(unit) == 1


def test_cities_have_turns_beside_their_products_and_rallies_by_keys(hands: Hands, small: Position) -> None:
    hands.press("tab-cities")
    home = hands.text(".codes-row.spaces button[aria-pressed=true]").split()[0]
    view = SYSTEM.view(small.state, 1, small.rules)
    told = kit(view, small.rules)
    turns = told.asides[told.places[home].asides]
    assert f"{turns['A']} turns" in hands.text(".order-table")
    hands.page.fill('[data-key="line-PNA"]', "3")
    hands.page.press('[data-key="line-PNA"]', "Tab")
    hands.press("line-PCT" if hands.page.locator('[data-key="line-PCT"]').count() else "line-PCF")
    hands.page.locator(".stores button").nth(1).click()
    hands.press("row-G")
    hands.page.select_option('[data-key="word-k"]', "A")
    hands.press("part-H", "sign-?", "add")
    read = parsed(small, 1, hands.card())
    assert not read.faults
    assert read.orders[0].text == "P3A"
    assert "GAH?" in [order.text for order in read.orders]
    hands.press("tab-player")
    assert "Everything takes" in hands.text(".form-side .note") or "more units" in hands.text(".form-side .note")


def test_a_plane_without_a_way_home_and_the_odds_of_a_fight_are_said(hands: Hands, small: Position) -> None:
    view = SYSTEM.view(small.state, 1, small.rules)
    told = kit(view, small.rules)
    (plane,) = of_kind(small, "F")[:1]
    choose(hands, plane)
    hands.press("part-M")
    hands.page.fill('[data-key="part-to"]', "BH44")
    hands.page.press('[data-key="part-to"]', "Tab")
    assert f"No base within reach from there for {plane}." in hands.text(".result span")
    hands.press("part-C")
    assert told.board is not None
    square, kind, owner, seen = next(it for it in told.board.others if it[1] in told.skills["F"].chances)
    hands.page.fill('[data-key="part-to"]', square)
    hands.page.press('[data-key="part-to"]', "Tab")
    sign = view.rows[small.state.board.names[square] // 60][small.state.board.names[square] % 60]
    chances = told.skills["F"].chances
    assert f"{chances.get(f'{kind}:{sign}', chances[kind])} % each" in hands.text(".result span")
    assert f"[{owner}]" in hands.text(".result span")
    assert (f"last seen in {seen}" in hands.text(".result span")) == bool(seen)

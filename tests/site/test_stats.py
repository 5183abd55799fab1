"""Figures of the players as charts: who may see them, and that a chart is read without its colours."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.series import Series, joined
from pbm.engine.turn import figures
from pbm.rules import SYSTEMS
from pbm.site.build import build
from pbm.site.history.stats import ROWS, charts, size_words
from pbm.site.history.turn_series import Leaf, make_leaf
from pbm.site.ink.palette import HUES
from pbm.site.pages import ShownSeat
from pbm.site.parts import barchart, cellchart
from pbm.site.parts.linechart import LABEL, MARKS, Chart, Line, completed, draw, nice, spread
from tests.browser.chromium import needs_browser
from tests.example_league.league import league, turns
from tests.example_league.maps import SEATS, geometries
from tests.games import games, table

SEEDS = (b"s" * 16,)


# Who knows what


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_what_the_public_is_told_every_player_is_told_alike(name: str) -> None:
    at = table(name)
    for _, _, _, played in games(name, 9, *SEEDS):
        public = figures(at.system, at.rules, played.state, played.events, (0,))
        assert public
        for viewer in at.system.course.living(played.state):
            own = {s.id: s for s in figures(at.system, at.rules, played.state, played.events, (viewer,))}
            assert [own[s.id] for s in public] == list(public)


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_beside_what_is_public_a_player_is_told_of_himself_alone(name: str) -> None:
    at = table(name)
    for _, _, _, played in games(name, 9, *SEEDS):
        public = {s.id for s in figures(at.system, at.rules, played.state, played.events, (0,))}
        for viewer in at.system.course.living(played.state):
            told = figures(at.system, at.rules, played.state, played.events, (viewer,))
            assert all(set(s.values) <= {viewer} for s in told if s.id not in public)


def test_battle_plan_counts_countries_for_all_and_the_rest_for_each() -> None:
    at = table("battle-plan")
    *_, played = games("battle-plan", 9, *SEEDS)[-1]
    public = figures(at.system, at.rules, played.state, played.events, (0,))
    assert [s.id for s in public] == ["countries"]
    everybody = figures(at.system, at.rules, played.state, played.events, (0, *at.system.course.living(played.state)))
    assert [s.id for s in everybody] == ["countries", "industry", "income", "army"]
    for p in at.system.course.living(played.state):
        own = [c for c in played.state.countries.values() if c.commander == p]
        by_id = {s.id: s.values[p] for s in everybody}
        assert by_id["countries"] == sum(c.occupier == p for c in own)
        assert by_id["industry"] == sum(c.industry for c in own)
        at_sea = sum(sea.forces[p].army for sea in played.state.seas.values() if p in sea.forces)
        assert by_id["army"] == sum(c.army for c in own) + at_sea


def test_what_several_know_is_joined_in_the_order_of_the_first() -> None:
    one = (Series("a", "A", {1: 1, 2: 2}), Series("b", "B", {2: 5}))
    two = (Series("a", "A", {1: 1, 2: 2}), Series("b", "B", {1: 4}), Series("c", "C", {1: 0}))
    assert [(s.id, s.values) for s in joined([one, two])] == [("a", {1: 1, 2: 2}), ("b", {1: 4, 2: 5}), ("c", {1: 0})]


# Lines


def test_sizes_are_told_as_people_say_them() -> None:
    assert [size_words(n) for n in (0, 1499, 999_499, 999_500, 1_470_500)] == [
        "1 KB",
        "1 KB",
        "999 KB",
        "1.0 MB",
        "1.5 MB",
    ]


def chart(*rows: tuple[int | None, ...], money: bool = False) -> Chart:
    return Chart("c", "A chart", 0, tuple(Line(k, f"Country {k}", row) for k, row in enumerate(rows, 1)), money)


def test_a_line_that_ends_early_falls_to_nothing() -> None:
    assert completed((1, 2, None, None)) == [1, 2, 0]
    assert completed((None, 2, 3)) == [None, 2, 3]
    assert completed((None, None)) == []


def test_who_is_out_is_marked_where_his_line_ends() -> None:
    svg = draw(chart((1, 2, 3), (1, None, None)))
    assert "†2</text>" in svg
    assert "Out: Country 2." in svg
    assert svg.count('class="lb"') == 1


def test_each_of_27_players_has_a_sign_of_his_own_beside_his_colour() -> None:
    assert len(set(MARKS)) == HUES
    signs = set()
    for player in range(1, 28):
        svg = draw(Chart("c", "A chart", 0, (Line(player, "X", (1, 2, 3)),)))
        dash = re.search(r'class="ln( d\d)?"', svg)
        mark = re.search(r'class="mk" d="M[\d.]+ [\d.]+(m[^M"]*)', svg)
        assert dash
        assert mark
        signs.add((dash[1], mark[1]))
    assert len(signs) == 27


def test_labels_never_stand_on_one_another() -> None:
    rows = tuple((1, 1 + k // 5) for k in range(25))
    svg = draw(chart(*rows))
    ys = sorted(float(y) for y in re.findall(r'class="lb" x="[\d.]+" y="([\d.]+)"', svg))
    height = float(re.search(r'viewBox="0 0 \d+ (\d+)"', svg)[1])  # type: ignore[index]  # it is there
    assert len(ys) == 25
    assert all(b - a >= LABEL - 0.2 for a, b in pairwise(ys))
    assert ys[0] > 0
    assert ys[-1] < height


def test_labels_stand_in_the_order_of_their_values_though_lines_are_drawn_aside() -> None:
    lines = tuple(Line(n, f"Country {n}", (0, 100_00 + n)) for n in range(1, 8))
    svg = draw(Chart("x", "Chart", 0, lines, money=True))
    told = [int(n) for n in re.findall(r'class="no">(\d+)<', svg)]
    assert told == [7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("player", "value", "told"),
    [(4, 385, "Great Britain "), (14, 385, "Great Brita…"), (14, 1234, "Great Brit…"), (4, 10**14, "Grea…")],
)
def test_a_name_makes_room_for_a_long_figure(player: int, value: int, told: str) -> None:
    svg = draw(Chart("c", "A chart", 0, (Line(player, "Great Britain", (0, value)),)))
    assert f"</tspan> {told}" in svg


def test_labels_stay_as_near_to_their_lines_as_may_be() -> None:
    assert spread([50, 90], 13, 0, 200) == [50, 90]
    assert spread([50, 50, 50], 10, 0, 200) == [40, 50, 60]
    assert spread([0, 0, 0], 10, 0, 200) == [0, 10, 20]
    assert spread([200, 200], 10, 0, 200) == [190, 200]


def test_scales_have_round_numbers() -> None:
    assert [nice(x) for x in (0, 0.3, 1.2, 2.3, 4, 7, 21, 230)] == [1, 1, 2, 5, 5, 10, 25, 250]
    assert re.findall(r'class="e"[^>]*>([^<]*)<', draw(chart((-2, 3)))) == ["−2", "0", "2", "4"]
    assert re.findall(r'class="e"[^>]*>([^<]*)<', draw(chart((0, 30000), money=True))) == ["0", "100", "200", "300"]


def test_whoever_is_not_told_of_any_more_is_not_out() -> None:
    lines = tuple(Line(player, f"X{player}", (5, 4, None if player == 3 else 3)) for player in range(1, 12))
    for few in (lines, lines[:4]):
        make = cellchart.draw if len(few) > cellchart.MOST_LINES else draw
        out, gap = (make(Chart("c", "Ranked", 0, few, gaps=gaps)) for gaps in (False, True))
        assert re.search(">0<|>0$|†3", out)
        assert not re.search(">0<td|>0<tr|>0</t|†|Out:", re.sub('<text class="e".*?</text>', "", gap))


def test_lines_with_names_of_their_own_have_no_number_of_a_player() -> None:
    told = Series("price", "Prices", {1: 150, 2: 9}, lines=("wool", "salt"), page="Market")
    first, second = (make_leaf(replace(turn, series=(*turn.series, told)), None)[0] for turn in turns("X-1", 1))
    it = next(it for it in charts([first, second], SEATS) if it.page)
    assert re.findall(r'class="lb"[^>]*>(\S+) ', it.svg) == ["wool", "salt"]
    assert re.findall(r'<th scope="col" class="n">(\w+)', it.table) == ["wool", "salt"]
    assert "price" not in {column for rows in second.tables.values() for column in rows.columns}


def test_a_scale_of_long_figures_is_told_in_thousands() -> None:
    drawn = draw(Chart("c", "Sold", 0, (Line(1, "A", (0, 150_000)),)))
    assert re.findall(r'class="e"[^>]*>(\w+)', drawn)[-1] == "150k"


def test_a_chart_is_whole_xml_and_says_what_it_shows() -> None:
    svg = draw(Chart("c", 'Gold & "more"', 3, (Line(1, "<b>", (1, 4)), Line(2, "Y", (2, 2)))))
    root = ET.fromstring(svg)
    assert root.find("title").text == 'Gold & "more"'  # type: ignore[union-attr]  # it is there
    assert root.find("desc").text == "A step line for each player. After turn 4: <b> 4, Y 2."  # type: ignore[union-attr]
    assert root.get("aria-labelledby") == "c-title c-desc"


@pytest.mark.parametrize("values", [(), (None,), (0,), (5,), (0, 0), (-3, -7)])
def test_any_values_make_a_chart(values: tuple[int | None, ...]) -> None:
    assert ET.fromstring(draw(chart(values))).tag == "svg"


def test_one_turn_is_no_line_but_a_bar_for_each_player_the_longest_first() -> None:
    alone = chart((1,), (300,), (None,), (-100,))
    assert barchart.only_turn(alone) == 0
    svg = barchart.draw(alone, 0)
    root = ET.fromstring(svg)
    assert root.find("desc").text == (  # type: ignore[union-attr]  # it is there
        "A bar for each player. After turn 0: Country 2 300, Country 1 1, Country 4 −100."
    )
    assert re.findall(r'class="no">(\d)<', svg) == ["2", "1", "4"]
    assert re.findall(r'class="v"[^>]*>([^<]*)<', svg) == ["300", "1", "−100"]
    boxes = [(float(x), float(w)) for x, w in re.findall(r'<rect [^>]*x="([\d.]+)" y="\d+" width="([\d.]+)"', svg)]
    zero = boxes[0][0]
    assert boxes[1][0] == zero
    assert boxes[2] == pytest.approx((barchart.NAMES, zero - barchart.NAMES)), "a debt goes to the other side"


def test_bars_are_for_one_turn_alone_whenever_it_was() -> None:
    late = chart((None, None, 4), (None, None, 7))
    assert barchart.only_turn(late) == 2
    assert "After turn 2: Country 2 7, Country 1 4." in barchart.draw(late, 2)
    assert barchart.only_turn(chart((1, 2), (1, None))) is None
    assert barchart.only_turn(chart((), (None,))) is None
    many = ET.fromstring(barchart.draw(chart(*[(0,)] * 36), 0))
    ys = [float(rect.get("y", "")) for rect in many.iter("rect")]
    assert all(b - a == barchart.NARROW for a, b in pairwise(ys))


def test_a_chart_of_a_long_game_grows_no_further() -> None:
    def size(turns: int) -> int:
        return len(draw(chart(*(tuple((k * p) % 17 for k in range(turns)) for p in range(1, 26)))))

    assert size(2000) < 1.2 * size(400)


# The page


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("stats") / "site"
    build(league(revealed_last=9), geometries(), out, [], cache=False)
    return out


def test_a_running_game_shows_the_public_figures_and_a_revealed_one_all(site: Path) -> None:
    for game, shown in (("EU-2", ["countries"]), ("EU-1", ["countries", "industry", "income"])):
        text = (site / f"games/{game}/stats.html").read_text("utf-8")
        assert re.findall(r'<section id="(\w+)">', text) == shown
        assert text.count("<svg class=") - text.count("spark") >= len(shown)
        assert text.count("The chart as a table") == len(shown)


def test_the_table_has_every_number_of_the_chart() -> None:
    leaves, before = [], None
    for turn in turns("EU-1", 9, revealed=True):
        before, _ = make_leaf(turn, before)
        leaves.append(before)
    for figure in charts(leaves, SEATS):
        told = re.findall(r"<tr><th[^>]*>T-(\d+)(.*?)(?=<tr>|</table>)", figure.table)
        assert [int(n) for n, _ in told] == list(range(10))
        for leaf, (_, cells) in zip(leaves, told, strict=True):
            values = next(one for one in leaf.series if one.id == figure.id)
            wanted = [values.values.get(seat.number) for seat in SEATS]
            scale = 100 if values.money else 1
            assert [None if c == "–" else round(float(c) * scale) for c in re.findall(r'"n">([^<]*)', cells)] == wanted


def test_the_table_of_a_long_game_is_no_longer_than_it_must() -> None:
    (turn,) = turns("EU-2", 0)
    leaf, _ = make_leaf(turn, None)
    (figure,) = charts([replace(leaf, number=n) for n in range(401)], SEATS)
    rows = re.findall(r">T-(\d+)<", figure.table)
    assert len(rows) <= ROWS + 1
    assert rows[-1] == "400"
    assert "One turn in 5" in figure.table


def test_a_figure_of_one_turn_says_which(site: Path) -> None:
    leaf = Leaf(0, "", {}, (), (Series("a", "Gold", {1: 1, 2: 2}),), {})
    (figure,) = charts([leaf], [ShownSeat(1, "X"), ShownSeat(2, "Y")])
    assert (figure.title, figure.when) == ("Gold", "after turn 0")
    assert 'class="bar h1"' in figure.svg
    (figure,) = charts([leaf, replace(leaf, number=1)], [ShownSeat(1, "X")])
    assert figure.when == "by turn"
    assert "Countries by turn" in (site / "games/EU-2/stats.html").read_text("utf-8")


def test_game_and_replay_lead_to_the_figures(site: Path) -> None:
    for page in ("index", "replay"):
        assert 'href="stats.html"' in (site / f"games/EU-2/{page}.html").read_text("utf-8")


@pytest.mark.browser
@needs_browser
@pytest.mark.parametrize("width", [390, 1280])
def test_letters_of_a_chart_can_be_read_at_any_width(site: Path, browser: Any, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    page.goto((site / "games/EU-1/stats.html").as_uri())
    sizes = page.evaluate(
        """Array.from(document.querySelectorAll("svg.chart text"), (text) => {
            const svg = text.ownerSVGElement;
            return parseFloat(getComputedStyle(text).fontSize) * svg.clientWidth / svg.viewBox.baseVal.width;
        })"""
    )
    assert len(sizes) > 30
    assert min(sizes) >= 11.5
    assert max(sizes) <= 18
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    beyond = page.evaluate(
        """Array.from(document.querySelectorAll("svg.chart .lb"),
            (text) => text.getBoundingClientRect().right - text.ownerSVGElement.getBoundingClientRect().right)"""
    )
    assert max(beyond) <= 2
    page.close()

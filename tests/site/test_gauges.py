"""Bars of what is left, index cards, and blocks that are folded away on a page."""

import re

from pbm.core.printout import Field, Gauge, GaugeRow, Gauges, IndexCard, IndexCards, Lines, Magazine, More
from pbm.site.parts.blocks import block_html
from pbm.site.parts.gauges import gauges_html, index_cards_html


def rects(html: str) -> list[tuple[str, int, int]]:
    """Look, place and width of the pieces of bars."""
    found = re.findall(r'<rect class="(\w+)" x="(\d+)" y="1" width="(\d+)"', html)
    return [(look, int(x), int(width)) for look, x, width in found]


def test_a_bar_has_what_is_left_what_was_lost_and_what_was_gone_before() -> None:
    whole = GaugeRow("Ajax", 1, (Gauge(100, 100, 100), Gauge(20, 50, 50)), "")
    hurt = GaugeRow("<frigate>", 0, (Gauge(30, 50, 75), None), "got away")
    html = gauges_html(Gauges(("Hull", "Shields"), (whole, hurt)))
    assert rects(html) == [
        ("p1", 1, 100),
        ("striped", 109, 20),
        ("lost", 129, 30),
        ("nobody", 1, 30),
        ("lost", 31, 20),
        ("gone", 51, 25),
    ]
    assert "&lt;frigate&gt;" in html
    assert "<frigate>" not in html


def test_bars_of_the_longest_row_fill_the_drawing_and_hit_points_below_zero_have_none() -> None:
    dead = GaugeRow("a", 1, (Gauge(-3, 6, 300),), "")
    assert rects(gauges_html(Gauges(("Hull",), (dead,)))) == [("lost", 1, 3), ("gone", 4, 147)]
    assert rects(gauges_html(Gauges(("Hull",), (GaugeRow("a", 1, (Gauge(0, 0, 0),)),)))) == []


def test_an_index_card_has_its_magazines_as_bars() -> None:
    card = IndexCard("SHIP 4", "destroyer", ((Field("Captain", "7"),), Magazine("1 N", "missiles", 6, 12)))
    html = index_cards_html(IndexCards((card,)))
    assert re.findall(r'class="(gone|stored)" x="1" y="1" width="(\d+)"', html) == [("gone", "96"), ("stored", "48")]
    assert "Captain <b>7</b>" in html
    assert "svg" not in index_cards_html(IndexCards((IndexCard("a", "", (Magazine("2 M", "guns", word="none"),)),)))


def test_folded_blocks_are_in_the_page_under_their_title() -> None:
    html = block_html(More("Rounds 4 to 6", (Lines(("one",)),)), str, lambda name: "", 1, {})
    assert html == (
        '<details class="more"><summary>Rounds 4 to 6</summary><div class="lines"><p>one</p></div></details>'
    )

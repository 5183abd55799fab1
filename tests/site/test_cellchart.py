"""A chart of more players than lines can be told apart for: a table of cells."""

import re

import pytest

from pbm.site.parts import cellchart
from pbm.site.parts.linechart import Chart, Line

LONG = "British Columbia and Kuwait together"


def chart(players: int, turns: int = 5) -> Chart:
    lines = tuple(
        Line(n, LONG if n == 3 else f"Country {n}", tuple((n * 7 + t) % 11 for t in range(turns)))
        for n in range(1, players + 1)
    )
    return Chart("c", "Countries by turn", 0, lines)


@pytest.mark.parametrize("players", [10, 20, 25])
def test_every_value_is_printed_and_no_name_is_cut(players: int) -> None:
    made = chart(players)
    text = cellchart.draw(made)
    rows = re.findall(r'<tr><th scope="row">.*?(?=<tr>|</table>)', text)
    assert len(rows) == players
    assert LONG.split()[-1] in text
    assert "\u2026" not in text
    ends = [int(re.findall(r'<td class="n c\d">(\d+)', row)[-1]) for row in rows]
    assert ends == sorted(ends, reverse=True), "who has most stands first"
    told = {int(re.search(r">(\d+)</b>", row)[1]): re.findall(r'c\d">(\d+)', row) for row in rows}  # type: ignore[index]
    assert told == {line.player: [str(v) for v in line.values] for line in made.lines}


def test_a_cell_is_the_darker_the_more_it_holds() -> None:
    lines = tuple(Line(n, "X", (v,)) for n, v in enumerate((0, 1, 50, 100), 1))
    assert re.findall(r'c(\d)">(\d+)', cellchart.draw(Chart("c", "A chart", 0, lines))) == [
        ("5", "100"),
        ("3", "50"),
        ("1", "1"),
        ("0", "0"),
    ]


@pytest.mark.parametrize("count", [1, 7, 8, 40, 300])
def test_a_long_game_shows_no_more_turns_than_there_is_room_for(count: int) -> None:
    turns = cellchart.turns_shown(count)
    assert len(turns) == min(count, cellchart.COLUMNS)
    assert (turns[0], turns[-1]) == (0, count - 1)
    assert turns == sorted(set(turns))


def test_who_is_out_has_nought_and_then_nothing() -> None:
    lines = (Line(1, "A", (2, None, None)), Line(2, "B", (None, 1, -3)))
    assert re.findall(r'c\d">([^<]*)', cellchart.draw(Chart("c", "A chart", 0, lines))) == [
        "2",
        "0",
        "",
        "",
        "1",
        "\u22123",
    ]

"""How a game is told that is over: who was how near to winning, the turns at which it turned, the ranks by turn."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence

import pytest

from pbm.core.series import Series
from pbm.engine.turn import figures
from pbm.rules import SYSTEMS
from pbm.site.history import story
from pbm.site.history.story import ahead, race, ranks, sentence, turnings
from pbm.site.history.story_page import how_decided, ranks_by_turn
from pbm.site.history.turn_series import Leaf
from pbm.site.pages import ShownSeat
from pbm.site.parts.rankchart import COLOURED
from pbm.site.views import TurnSummary
from tests.games import games, table

NAMES = {1: "Arcady", 2: "Borea", 3: "Caledon"}
PLAYERS = tuple(ShownSeat(number, name) for number, name in NAMES.items())


def leaf(number: int, values: Mapping[int, int], taken: Sequence[tuple[str, int, int]] = (), **said: object) -> Leaf:
    figure = Series("spaces", "Spaces", dict(values), **{"unit": "spaces", "goal": 10, **said})  # type: ignore[arg-type]
    changes = tuple((code, old, new, "taken") for code, old, new in taken)
    return Leaf(number, "", {}, changes, (figure,), {})


def heads(number: int, *winners: int) -> list[TurnSummary]:
    rows = [TurnSummary(n, "", f"{n}.html", f"News of {n}", "") for n in range(number)]
    last = TurnSummary(number - 1, "", "", "", "", is_over=True, winners=tuple(PLAYERS[p - 1] for p in winners))
    return [*rows[:-1], last]


LEAVES = [
    leaf(0, {1: 2, 2: 2, 3: 2}),
    leaf(1, {1: 3, 2: 2, 3: 2}, [("A", 0, 1)]),
    leaf(2, {1: 3, 2: 4, 3: 2}, [("B", 0, 2), ("C", 0, 2)]),
    leaf(3, {1: 4, 2: 4, 3: 1}, [("D", 3, 1)]),
    leaf(4, {1: 8, 2: 2}, [("E", 2, 1), ("F", 2, 1), ("G", 3, 1), ("H", 0, 1)]),
    leaf(5, {1: 10, 2: 1}),
]


def call(player: int) -> str:
    return NAMES[player]


def told(leaves: Sequence[Leaf], winner: int) -> list[str]:
    found = race(leaves)
    assert found is not None
    by_turn = {one.number: one for one in leaves}
    return [
        f"{it.turn} {sentence(found, it, call, story.moved(by_turn[it.turn], it.player, is_gain=it.is_gain))}"
        for it in turnings(found, winner)
    ]


def test_a_turn_at_which_somebody_else_came_ahead_is_told_with_figures_and_what_was_taken() -> None:
    found = race(LEAVES)
    assert found is not None
    assert ahead(found) == [0, 1, 2, 2, 1, 1]
    assert told(LEAVES, 1) == [
        "1 Arcady comes ahead: 3 spaces to 2. Taken: A.",
        "2 Borea passes Arcady: 4 spaces to 3. Taken: B and C.",
        "4 Arcady passes Borea, for good: 8 spaces to 2. Taken: E, F, G and 1 more.",
    ]


def test_the_winners_greatest_gain_or_loss_is_told_where_nobody_passes() -> None:
    gain = [leaf(0, {1: 3, 2: 2}), leaf(1, {1: 4, 2: 2}), leaf(2, {1: 7, 2: 1}, [("Q", 2, 1)])]
    assert told(gain, 1) == ["2 Arcady gains most on the others: 7 spaces, 4 before. Taken: Q."]
    loss = [leaf(0, {1: 9, 2: 2}), leaf(1, {1: 5, 2: 2}, [("Z", 1, 0)]), leaf(2, {1: 6, 2: 2})]
    assert told(loss, 1) == ["1 Arcady falls back furthest: 5 spaces, 9 before. Lost: Z."]


def test_of_many_turns_those_with_the_greatest_swings_are_told_and_the_last_change_always() -> None:
    leaves = [leaf(n, {1: 20 + (n % 2) * 2 * (20 - n), 2: 21}) for n in range(19)]
    found = race(leaves)
    assert found is not None
    kept = turnings(found, 1)
    assert len(kept) == story.MOST
    assert [it.turn for it in kept] == [1, 2, 3, 4, 5, 18]
    assert [it.is_last for it in kept] == [False] * 5 + [True]


@pytest.mark.parametrize(
    "leaves",
    [
        [],
        [leaf(0, {1: 1})],
        [Leaf(n, "", {}, (), (), {}) for n in range(3)],
        [leaf(n, {}) for n in range(3)],
        [leaf(n, {1: n}, goal=None) for n in range(3)],
    ],
    ids=["no turn", "one turn", "no figure", "nobody in it", "no measure"],
)
def test_without_a_measure_or_a_second_turn_there_is_no_curve(leaves: list[Leaf]) -> None:
    assert how_decided(leaves, heads(len(leaves)), PLAYERS, None) is None


def test_a_figure_that_does_not_decide_still_ranks() -> None:
    leaves = [leaf(n, {1: n, 2: 2}, goal=None) for n in range(3)]
    shown = ranks_by_turn(leaves, PLAYERS)
    assert shown is not None
    assert shown.figure == "Spaces"


def test_a_game_that_the_moderator_ended_without_a_change_makes_sense() -> None:
    shown = how_decided([leaf(n, {1: 3, 2: 3}) for n in range(3)], heads(3), PLAYERS, None)
    assert shown is not None
    assert (str(shown.told), shown.turned) == ("At the end nobody was ahead.", ())


def test_a_player_out_in_turn_1_has_a_line_that_ends_there() -> None:
    leaves = [leaf(0, {1: 2, 2: 2, 3: 2}), leaf(1, {1: 4, 2: 2}), leaf(2, {1: 5, 2: 2})]
    shown = ranks_by_turn(leaves, PLAYERS)
    assert shown is not None
    assert "3 Caledon: rank 3 until turn 0, then out" in shown.chart
    assert how_decided(leaves, heads(3, 1), PLAYERS, None) is not None


def test_a_winner_who_was_not_ahead_is_told_so() -> None:
    shown = how_decided(LEAVES, heads(6, 2), PLAYERS, None)
    assert shown is not None
    assert re.sub("<[^>]*>", "", shown.told) == "2 Borea won, though 1 Arcady was ahead from turn 4 to the end."


def test_of_several_figures_the_last_counts_that_is_told_of_every_turn() -> None:
    rough, exact = Series("level", "Level", {1: 1}, goal=0), Series("exp", "Exp", {1: 40}, goal=0)
    gappy = Series("census", "Census", {1: 4}, goal=0, gaps=True)
    found = race([Leaf(n, "", {}, (), (rough, exact, gappy), {}) for n in range(2)])
    assert found is not None
    assert found.figure.id == "exp"


def test_ranks_hold_for_equals_and_end_as_the_game_ended() -> None:
    found = race(LEAVES)
    assert found is not None
    assert ranks(found) == {1: [1, 1, 2, 2, 1, 1], 2: [2, 2, 1, 1, 2, 2], 3: [3, 3, 3, 3, None, None]}
    tied = race([leaf(0, {1: 1, 2: 2}), leaf(1, {1: 2, 2: 2})])
    assert tied is not None
    assert ranks(tied)[1] == [2, 2]
    assert ranks(tied, final=(1, 2))[1] == [2, 1]


def test_a_turn_of_which_nothing_is_told_is_like_the_one_before() -> None:
    found = race([leaf(0, {1: 2, 2: 1}, gaps=True), leaf(1, {}, gaps=True), leaf(2, {1: 1, 2: 3}, gaps=True)])
    assert found is not None
    assert ranks(found) == {1: [1, 1, 2], 2: [2, 2, 1]}


def test_of_31_players_those_in_front_have_colours_and_every_line_is_reached_by_keys() -> None:
    many = tuple(ShownSeat(n, f"Land of number {n}") for n in range(1, 32))
    leaves = [leaf(t, {n: 40 - n + (t * n) % 7 for n in range(1, 32)}) for t in range(30)]
    shown = ranks_by_turn(leaves, many)
    assert shown is not None
    drawn = ET.fromstring(shown.chart)
    lines = [it for it in drawn if it.get("tabindex") == "0"]
    assert len(lines) == 31
    assert all(it.get("aria-label") for it in lines)
    assert sum(it.get("class") != "rest" for it in lines) == COLOURED
    assert len(shown.chart) < 40_000


def test_labels_name_what_was_taken_at_the_line_and_hide_no_other() -> None:
    leaves = [leaf(0, {1: 2, 2: 3, 3: 4}), leaf(1, {1: 5, 2: 3, 3: 3}, [("AA", 3, 1), ("BB", 0, 1), ("CC", 0, 1)])]
    shown = ranks_by_turn(leaves, PLAYERS)
    assert shown is not None
    texts = [it.text for it in ET.fromstring(shown.chart)[-1]]
    assert texts[0] == "+AA +2"
    assert "−AA" in shown.chart


def test_names_of_players_are_escaped_in_charts_and_sentences() -> None:
    hostile = (ShownSeat(1, "<b>]x</b>"), ShownSeat(2, '"&'))
    leaves = [leaf(0, {1: 1, 2: 2}), leaf(1, {1: 3, 2: 2})]
    shown, ranked = how_decided(leaves, heads(2, 1), hostile, None), ranks_by_turn(leaves, hostile)
    assert shown is not None
    assert ranked is not None
    for text in (shown.chart, ranked.chart):
        ET.fromstring(text)
    assert not any("<b>]" in text for text in (shown.told, *(it.told for it in shown.turned), shown.chart))


DECIDES = {
    "battle-plan": ("countries", "countries"),
    "empire-deluxe": ("census", "cities"),
    "gunboat-empires": ("total-size", "total-size"),
    "naval-warfare": ("level", "exp"),
    "trust-a-thief": ("provinces", "provinces"),
}
"""By which figure each system is won: as all know it, and as it is known when the game is revealed."""


@pytest.mark.parametrize("name", sorted(SYSTEMS))
def test_every_system_says_by_which_figure_it_is_won(name: str) -> None:
    at = table(name)
    played = [it for *_, it in games(name, 9, b"s" * 16)]
    for is_revealed, expected in enumerate(DECIDES.get(name, ("", ""))):
        leaves = []
        for n, one in enumerate(played):
            readers = (0, *(at.system.course.living(one.state) if is_revealed else ()))
            leaves.append(Leaf(n, "", {}, (), figures(at.system, at.rules, one.state, one.events, readers), {}))
        found = race(leaves)
        assert (found.figure.id if found and found.decides else "") == expected

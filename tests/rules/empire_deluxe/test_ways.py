"""Ways over the squares (ED 8.10), held against a plain search square by square."""

from collections import deque
from random import Random

import pytest

from pbm.rules.empire_deluxe.board import STEPS, Squares, board
from pbm.rules.empire_deluxe.ways import Routes, nearest

POSITIONS = 1000


def plain_steps(squares: Squares, goal: int, passable: set[int]) -> dict[int, int]:
    """How many steps each square is from the goal, by a search that knows no bits."""
    found, edge = {goal: 0}, deque([goal])
    while edge:
        here = edge.popleft()
        y, x = divmod(here, squares.width)
        for dx, dy in STEPS:
            i, j = (x + dx) % squares.width if squares.wrap else x + dx, y + dy
            there = j * squares.width + i
            if 0 <= i < squares.width and 0 <= j < squares.height and there in passable and there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def test_ways_are_as_short_as_they_can_be_on_1000_positions() -> None:
    dice = Random(810)  # positions of a test, not luck of a game
    for k in range(POSITIONS):
        squares = board(dice.randint(3, 14), dice.randint(3, 12), wrap=k % 3 == 0)
        passable = {at for at in range(squares.size) if dice.random() < 0.65}
        goal, start = dice.randrange(squares.size), dice.randrange(squares.size)
        way = Routes(squares, goal, sum(1 << at for at in passable))
        steps = plain_steps(squares, goal, passable | {goal})
        for at in (start, *dice.sample(range(squares.size), 3)):
            near = [steps[there] + 1 for there in squares.near(at) if there in steps]
            expected = steps.get(at) if at in passable | {goal} else min(near, default=None)
            assert way.from_here(at) == expected
        here, nearer, level = way.next(start)
        if here is not None:
            assert all(steps[there] < here for there in nearer)
            assert all(steps[there] == here for there in level)
            assert here == 0 or nearer


def test_the_straighter_square_comes_first_then_the_direction() -> None:
    squares = board(8, 5, wrap=False)
    way = Routes(squares, squares.names["H4"], squares.all)
    _, nearer, _ = way.next(squares.names["A3"])
    assert [squares.name(at) for at in nearer] == ["B4", "B3", "B2"]
    level = Routes(squares, squares.names["H3"], squares.all).next(squares.names["A3"])[1]
    assert [squares.name(at) for at in level] == ["B3", "B2", "B4"]


@pytest.mark.parametrize("wrap", [False, True])
def test_sets_spread_over_the_edge_only_where_the_world_goes_round(*, wrap: bool) -> None:
    squares = board(5, 4, wrap=wrap)
    for at in range(squares.size):
        assert squares.spread(1 << at) == squares.sight(at, 1)
        assert set(squares.squares(squares.within(1 << at, 2))) == {there for there, _ in squares.around(at, 2)}
        assert all(squares.distance(at, there) == far for there, far in squares.around(at, 2))
    assert squares.distance(squares.names["A1"], squares.names["E1"]) == (1 if wrap else 4)


def test_the_nearest_goal_is_by_steps_then_rank_row_and_column() -> None:
    squares = board(7, 3, wrap=False)
    names = squares.names
    goals = 1 << names["C1"] | 1 << names["C3"] | 1 << names["G2"]
    assert nearest(squares, names["A2"], squares.all, goals) == names["C1"]
    assert nearest(squares, names["A2"], squares.all, goals, lambda at: (-at,)) == names["C3"]
    assert nearest(squares, names["A2"], 1 << names["A2"], goals) is None
    assert nearest(squares, names["G2"], 0, goals) == names["G2"]

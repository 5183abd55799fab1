"""The film strip has what came into view, turn by turn, from the events of the mailing alone (ED 16.3)."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.events import Event, heard_by_each
from pbm.core.grid import GridView, Opened
from pbm.engine.turn import Played
from pbm.rules.empire_deluxe.board import board
from pbm.rules.empire_deluxe.printout import printout
from pbm.rules.empire_deluxe.printout.readout import at
from pbm.site.maps.chart import draw_grid
from tests.rules.empire_deluxe import SYSTEM
from tests.rules.empire_deluxe.test_secrecy import AnyTable, rows


def told(found: Played, viewer: int) -> list[Event]:
    return [event for event in found.events if event.kind == "opened" and event.facts["player"] == viewer]


def squares(runs: list[str]) -> Iterator[tuple[int, int]]:
    """Column and row of each square of such runs."""
    for run in runs:
        first, _, more = run.partition("+")
        x, y = at(first)
        yield from ((x + k, y) for k in range(1 + int(more or 0)))


def drawn(variant: str, found: Played, viewer: int, events: tuple[Event, ...]) -> Any:
    it = AnyTable(variant)
    seen = SYSTEM.view(found.state, viewer, it.rules)
    heard = heard_by_each(events, (viewer,))[viewer]
    return printout(seen, heard, found.parsed.get(viewer), it.rules, it.sheet)


@pytest.mark.parametrize("variant", ["advanced", "standard"])
def test_what_opened_is_all_that_was_not_seen_before_each_square_once(variant: str) -> None:
    several = 0
    for before, found in rows(variant):
        for viewer in SYSTEM.course.living(found.state):
            events = told(found, viewer)
            turns = [event.facts["at"] for event in events]
            assert turns == sorted(set(turns)), "one event a game turn"
            assert set(turns) <= set(range(before.at + 1, found.state.at + 1))
            assert all(event.seen_by == (viewer,) for event in events)
            new = [square for event in events for square in squares(event.facts["squares"])]
            seen = list(zip(before.players[viewer].seen, found.state.players[viewer].seen, strict=True))
            assert sorted(new) == sorted(
                (x, y)
                for y, (old, now) in enumerate(seen)
                for x, (was, sign) in enumerate(zip(old, now, strict=True))
                if (was, sign) == ("-", "#")
            )
            several += len(events) > 1
    assert several > 5


def test_the_basic_game_is_open_from_the_beginning() -> None:
    assert not any(event.kind == "opened" for _, found in rows("basic") for event in found.events)


@pytest.mark.parametrize(
    ("names", "runs"),
    [
        ("", []),
        ("K14", ["K14"]),
        ("K14 L14 M14 K15 N14", ["K14+3", "K15"]),
        ("S1 T1 A2 B2", ["S1+1", "A2+1"]),
        ("A1 T1", ["A1", "T1"]),
    ],
)
def test_squares_are_told_in_runs_that_end_at_the_edge(names: str, runs: list[str]) -> None:
    for wrap in (False, True):
        world = board(20, 20, wrap=wrap)
        assert world.runs(sum(1 << world.names[name] for name in names.split())) == runs


def test_the_map_has_it_and_the_text_has_not() -> None:
    shown = 0
    for _, found in rows("standard")[:4]:
        for viewer in SYSTEM.course.living(found.state):
            rest = tuple(event for event in found.events if event.kind != "opened")
            page, without = (drawn("standard", found, viewer, events) for events in (found.events, rest))
            assert textprint.render(page) == textprint.render(without)
            assert isinstance(page.map, GridView)
            assert replace(page.map, opened=()) == without.map
            wanted = {
                (event.facts["at"], *at) for event in told(found, viewer) for at in squares(event.facts["squares"])
            }
            assert {(it.at, it.x + k, it.y) for it in page.map.opened for k in range(it.width)} == wanted
            assert {moment.at for moment in page.map.frames} >= {it.at for it in page.map.opened}
            assert draw_grid(page.map).count("g-opened") == len({it.at for it in page.map.opened})
            assert "g-opened" not in draw_grid(without.map)
            shown += bool(page.map.opened)
    assert shown > 4


def test_a_run_of_the_event_is_a_run_of_the_map() -> None:
    _, found = rows("standard")[0]
    event = Event("opened", (1,), {"at": 1, "player": 1, "squares": ["C4", "D5+2"]})
    page = drawn("standard", found, 1, (Event("turns", "all", {"at": 1, "first": 1, "last": 1}), event))
    assert page.map.opened == (Opened(1, 2, 3, 1), Opened(1, 3, 4, 3))

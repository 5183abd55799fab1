"""What maps and printouts weigh (ED 15, 17.4), on generated positions after a mailing in which all units went on."""

import gzip
from functools import cache

from msgspec.structs import replace

from pbm.core import textprint
from pbm.core.dice import Dice
from pbm.core.grid import GridView
from pbm.core.printout import Printout
from pbm.engine.turn import play, printouts
from pbm.site.history.squares import together
from pbm.site.maps.chart import draw_grid
from pbm.site.maps.looks import grid
from tests.bench.squares_world import Position, crowd, sighted
from tests.rules.empire_deluxe import SYSTEM

REACH = 25
"""How far from home the units of a large world are: what their players know is twice as wide."""


def after_a_mailing(position: Position, icons: int = 0) -> dict[int, Printout]:
    """The printouts of all players; each has seen at least so many units of others."""
    rules = position.rules
    played = play(SYSTEM, rules, position.state, {}, Dice(b"b" * 16, "ED-9", position.state.turn + 1))
    state = sighted(played.state, icons)
    return printouts(SYSTEM, rules, state, played.events, played.parsed, position.sheet, tuple(state.players))


@cache
def wide() -> dict[int, Printout]:
    """Six players with 250 units each on 254 x 254 squares, of which they know a part."""
    return after_a_mailing(crowd(254, 254, 1_500, reach=REACH), icons=60)


def maps(found: dict[int, Printout]) -> list[GridView]:
    """Their maps, each with its moves."""
    seen = [it.map for it in found.values() if isinstance(it.map, GridView)]
    assert len(seen) == len(found)
    assert all(view.trails for view in seen)
    return seen


def weight(view: GridView) -> int:
    return len(draw_grid(view).encode())


def packed(view: GridView) -> int:
    return len(gzip.compress(draw_grid(view).encode(), mtime=0))


def test_private_maps_of_46_by_34_with_54_units_each() -> None:
    for view in maps(after_a_mailing(crowd(46, 34, 4 * 54, players=4))):
        assert len(view.units) >= 54
        assert weight(view) <= 45_000


def test_private_maps_of_60_by_60_with_54_units_each() -> None:
    for view in maps(after_a_mailing(crowd(60, 60, 6 * 54))):
        assert len(view.units) >= 54
        assert weight(view) <= 60_000


def test_overviews_of_254_by_254_with_250_units_and_60_sightings() -> None:
    for view in maps(wide()):
        assert grid.is_overview(view)
        assert sum(unit.player == view.player for unit in view.units) >= 240
        assert sum(unit.player != view.player for unit in view.units) >= 60
        assert weight(view) <= 80_000
        assert packed(view) <= 12_000


def test_the_whole_of_254_by_254_with_1500_units() -> None:
    """Once it is revealed: all that its players know together; nobody's moves."""
    position = crowd(254, 254, 1_500)
    state = position.state
    found = printouts(SYSTEM, position.rules, state, (), {}, position.sheet, tuple(state.players))
    view = together([it.map for it in found.values() if isinstance(it.map, GridView)])
    assert len(view.units) == 1_500
    assert not any(" " in row for row in view.rows)
    assert weight(view) <= 230_000
    assert packed(view) <= 45_000


def test_the_text_of_250_units_without_its_map_sheets_is_below_330_lines() -> None:
    for printout in wide().values():
        sections = tuple(section for section in printout.sections if section.id != "sheets")
        assert len(sections) + 1 == len(printout.sections)
        assert len(textprint.render(replace(printout, sections=sections)).split("\n")) < 330

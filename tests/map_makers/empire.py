"""The picture of a sample world of Empire Deluxe: `python -m tests.map_makers.empire` draws it anew (ED 17.1).

A world that is shown to everybody is that of no game: its dice are the sample's own.
"""

from pathlib import Path

from pbm.core.dice import Dice
from pbm.core.grid import GridPlace, GridView, square_at
from pbm.rules.empire_deluxe.printout.mapview import SIGNS, VARIED
from pbm.rules.empire_deluxe.state import State
from pbm.site.maps.looks.grid import draw
from tests.rules.empire_deluxe import HOMES, SYSTEM

PICTURE = Path(__file__).parents[2] / "content/about/pictures/world.svg"
SIZE, PLAYERS = "46x34", 4


def picture() -> str:
    """All of a world before its first turn, as SVG: land, cities, and where each player begins."""
    rules = SYSTEM.setup.load("advanced", {"size": SIZE})
    state: State = SYSTEM.start(rules, HOMES[:PLAYERS], Dice(b"a sample", "world", 0))
    signs = str.maketrans(SIGNS)
    places = []
    for code, city in state.cities.items():
        at = square_at(city.at)
        assert at is not None
        places.append(GridPlace(*at, code, owner=city.owner))
    view = GridView(
        title="A sample world",
        desc=f"{SIZE} squares, {len(places)} cities, {PLAYERS} players.",
        width=state.board.width,
        height=state.board.height,
        rows=tuple(row.translate(signs) for row in state.map.rows),
        terrain=VARIED,
        places=tuple(places),
        players=tuple((seat.player, SYSTEM.setup.called(rules, seat.home)) for seat in HOMES[:PLAYERS]),
        words=(("place", "city"),),
    )
    return draw(view, standalone=True) + "\n"


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")

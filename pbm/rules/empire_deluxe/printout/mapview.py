"""The map of a printout, with what happened on it turn by turn (ED 16.3, 17.4)."""

from collections.abc import Iterator

from msgspec.structs import replace

from pbm.core.grid import Fight, GridPlace, GridUnit, GridView, Moment, Opened, SeenUnit, Taken, Terrain, Trail
from pbm.engine.system import Rules, Sheet
from pbm.rules.empire_deluxe.board import CLEAR, FOREST, MOUNTAIN, RIVER, ROUGH, TOWN, WATER
from pbm.rules.empire_deluxe.printout.readout import Readout, at
from pbm.rules.empire_deluxe.setup import names
from pbm.rules.empire_deluxe.state import State
from pbm.rules.empire_deluxe.view import open_view

SIGNS = {WATER: ".", CLEAR: "+", ROUGH: ":", RIVER: "~", FOREST: '"', MOUNTAIN: "^", TOWN: "+"}
"""ED 15: the signs of the printed sheets; no letter is one, for letters are units."""
PLAIN = (Terrain(".", "sea", "blue"), Terrain("+", "land", "buff", ground=1))
VARIED = (
    Terrain(".", "sea", "blue"),
    Terrain("+", "clear", "buff", ground=1),
    Terrain('"', "forest", "green", ground=1, mark="M5 15l3-8 3 8zM11 17l3-8 3 8z"),
    Terrain(":", "rough", "sand", ground=1, mark="M3 9q3-4 6 0M10 15q3-4 6 0"),
    Terrain("^", "mountain", "brown", ground=1, mark="M3 15l5-9 3 5 2-3 4 7"),
    Terrain("~", "river", "azure", ground=1, mark="M2 8q4-4 8 0t8 0M2 14q4-4 8 0t8 0"),
)


def map_view(readout: Readout) -> GridView | None:
    """ED 16.1, 17.4: what the reader knows; the public of a hidden world has no map."""
    view = readout.view
    if not view.rows:
        return None
    table = str.maketrans(SIGNS)
    first, last = readout.span
    return GridView(
        title="Your map" if view.viewer else "The world",
        desc=f"{len(view.units)} units and {len(view.cities)} cities of yours." if view.viewer else "All is known.",
        width=view.width,
        height=view.height,
        rows=tuple(row.translate(table) for row in view.rows),
        terrain=VARIED if readout.rules.variant == "advanced" else PLAIN,
        player=view.viewer,
        sight=view.sight,
        wrap=view.wrap,
        places=tuple(_places(readout)),
        units=tuple(_units(readout)),
        kinds=tuple((code, kind.name[0]) for code, kind in readout.kinds.items()),
        trails=tuple(_trails(readout)),
        fights=tuple(_fights(readout)),
        sightings=tuple(_sightings(readout)),
        taken=tuple(_taken(readout)),
        opened=tuple(_opened(readout)),
        frames=tuple(Moment(number, str(number), f"Game turn {number}") for number in range(first, last + 1)),
        players=tuple((seat.player, seat.name or f"Player {seat.player}") for seat in readout.sheet.seats),
        words=(("place", "city"), ("places", "Cities")),
        sheets=_sheets(readout),
    )


def whole(state: State, rules: Rules, sheet: Sheet) -> GridView:
    """ED 16.4: all the land and all cities of a position, whoever knew them, for a game that is revealed."""
    found = map_view(Readout(open_view(state, rules), {}, None, rules, sheet))
    assert found is not None  # it has all rows
    return replace(found, title="The whole world", desc="All the land and all cities.", units=(), frames=())


def _places(readout: Readout) -> Iterator[GridPlace]:
    for code, known in sorted(readout.view.known.items()):
        yield GridPlace(*at(known.at), code, names().get(code, ""), known.owner)


def _units(readout: Readout) -> Iterator[GridUnit]:
    view = readout.view
    for number, unit in sorted(view.units.items()):
        if unit.aboard:
            continue
        kind = readout.kinds[unit.kind]
        damage = -(-3 * unit.damage // kind.hits)
        yield GridUnit(*at(unit.at), unit.kind, view.viewer, f"#{number}", damage, text=unit.name)
    for icon in view.icons:
        loaded = "loaded" if icon.loaded else ""
        yield GridUnit(*at(icon.at), icon.kind, icon.owner, seen=0 if icon.now else icon.turn, text=loaded)


def _trails(readout: Readout) -> Iterator[Trail]:
    for facts in readout.told("moved"):
        yield Trail(facts["at"], readout.me, tuple(at(square) for square in facts["path"]))


def _fights(readout: Readout) -> Iterator[Fight]:
    for number, facts in enumerate(readout.told("fight"), 1):
        yield Fight(facts["at"], *at(facts["square"]), number, f"{facts['percent']} %")


def _sightings(readout: Readout) -> Iterator[SeenUnit]:
    for facts in readout.told("sighted"):
        yield SeenUnit(facts["at"], *at(facts["square"]), facts["unit"], facts["owner"])


def _taken(readout: Readout) -> Iterator[Taken]:
    found = set()
    for facts in readout.told("captured"):
        known = readout.view.known.get(facts["city"])
        key = facts["city"], facts["at"], facts["by"]
        if known is not None and key not in found:
            found.add(key)
            yield Taken(facts["at"], *at(known.at), facts["by"])
    for facts in readout.told("city-seen"):
        yield Taken(facts["at"], *at(facts["square"]), facts["owner"])


def _opened(readout: Readout) -> Iterator[Opened]:
    """ED 16.3: what came into view, turn by turn."""
    for facts in readout.told("opened"):
        for run in facts["squares"]:
            square, _, more = run.partition("+")
            yield Opened(facts["at"], *at(square), 1 + int(more or 0))


def _sheets(readout: Readout) -> tuple[int, ...]:
    """ED 15: which sheets are printed: 1 those where something happened, at most four; 2 all; 3 none."""
    wanted = readout.view.me.sheet if readout.view.me else 2
    if wanted == 3:
        return (NONE,)
    if wanted == 2:
        return ()
    squares = [facts["square"] for kind in ("fight", "sighted") for facts in readout.told(kind)]
    squares += [facts["path"][-1] for facts in readout.told("moved")]
    squares += [city.at for city in readout.view.cities.values()]
    across = -(-readout.view.width // COLUMNS)
    found: dict[int, int] = {}
    for square in squares:
        x, y = at(square)
        number = y // ROWS * across + x // COLUMNS + 1
        found[number] = found.get(number, 0) + 1
    best = sorted(found, key=lambda number: (-found[number], number))[:MOST]
    return tuple(sorted(best)) or (NONE,)


COLUMNS, ROWS, MOST = 70, 40, 4
NONE = 1 << 20
"""The number of no sheet."""

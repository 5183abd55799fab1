"""What a player of Wadi may not know, written down from the rules and not from `view`.

Land that a band never saw; wells and others' units where it does not look; others' stores, names, orders and memory.
What happened where nobody of the band was is no part of a position. How many wells each has is known to all.
"""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from tests.rules.wadi.state import Band, State, in_sight


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
    """The state with everything changed that the viewer may not know."""
    sight, mine = in_sight(state, viewer), state.bands[viewer]
    land = st.sampled_from(".~^")
    rows = tuple(
        "".join(sign if mine.known[y][x] != " " or sign == "=" else draw(land) for x, sign in enumerate(row))
        for y, row in enumerate(state.rows)
    )
    bands = {p: band if p == viewer else _other(band, sight, draw) for p, band in state.bands.items()}
    return replace(state, rows=rows, bands=bands)


def _other(band: Band, sight: set[tuple[int, int]], draw: Any) -> Band:
    units = {}
    for number, unit in band.units.items():
        name = draw(st.sampled_from(("", "Xyzzy")))
        if unit.at in sight:
            units[number] = replace(unit, name=name, queue=draw(st.sampled_from(((), ("S",), ("S", "S")))))
        elif draw(st.booleans()):
            units[number] = replace(unit, name=name)
    extra = draw(st.integers(0, 3))
    return replace(band, skins=band.skins + extra, beads=band.beads + 2 * extra, units=units, sights=())

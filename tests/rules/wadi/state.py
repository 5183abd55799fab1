"""The position of a game of Wadi, and what one player may know of it."""

from collections.abc import Container, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.grid import UNKNOWN, square_name
from pbm.engine.system import Rules, laid_over

Square = tuple[int, int]
SAND, DUNE, ROCK, WELL = ".~^="
ENTERS = {"R": SAND + DUNE + WELL, "W": SAND + WELL}


class Unit(msgspec.Struct, frozen=True):
    """A unit: its kind, column and row from 0, the parts that it has yet to carry out, its name."""

    kind: str
    x: int
    y: int
    queue: tuple[str, ...] = ()
    name: str = ""

    @property
    def at(self) -> Square:
        """Where it stands."""
        return self.x, self.y


class Sight(msgspec.Struct, frozen=True):
    """Another's unit as it was seen last, after that turn."""

    x: int
    y: int
    kind: str
    player: int
    turn: int


class Well(msgspec.Struct, frozen=True):
    """A well and whose it is; in a view `turn` is when that was seen last."""

    x: int
    y: int
    owner: int = 0
    turn: int = 0


class Band(msgspec.Struct, frozen=True):
    """A player's own: stores, units by number, the rows that they know, wells and others' units as last seen."""

    skins: int
    beads: int
    units: dict[int, Unit]
    known: tuple[str, ...]
    wells: dict[str, Well] = {}
    sights: tuple[Sight, ...] = ()
    next: int = 1


class State(msgspec.Struct, frozen=True):
    """A position: the land that set-up made, its wells, the bands by player."""

    turn: int
    rows: tuple[str, ...]
    wells: dict[str, Well]
    bands: dict[int, Band]


class View(msgspec.Struct, frozen=True):
    """What a player knows; of the public, how many wells each has."""

    viewer: int
    turn: int
    scores: dict[int, int]
    over: bool
    band: Band | None = None
    sight: tuple[str, ...] = ()


def around(at: Square, width: int, height: int) -> Iterator[Square]:
    """The squares in sight of one: itself and those that touch it."""
    x, y = at
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if 0 <= x + dx < width and 0 <= y + dy < height:
                yield x + dx, y + dy


def in_sight(state: State, player: int) -> set[Square]:
    """What a player's units and wells see."""
    places = [unit.at for unit in state.bands[player].units.values()]
    places += [(well.x, well.y) for well in state.wells.values() if well.owner == player]
    return {square for at in places for square in around(at, len(state.rows[0]), len(state.rows))}


def looked(state: State, player: int) -> Band:
    """The band after it has looked around: rows that it knows, wells and others' units as they are seen now."""
    band, sight = state.bands[player], in_sight(state, player)
    known = [list(row) for row in band.known]
    for x, y in sight:
        known[y][x] = state.rows[y][x]
    wells = {
        code: replace(well, turn=state.turn) if (well.x, well.y) in sight else band.wells[code]
        for code, well in state.wells.items()
        if (well.x, well.y) in sight or code in band.wells
    }
    seen = [
        Sight(unit.x, unit.y, unit.kind, other, state.turn)
        for other, foe in state.bands.items()
        for unit in foe.units.values()
        if other != player and unit.at in sight
    ]
    old = [sight_ for sight_ in band.sights if (sight_.x, sight_.y) not in sight and sight_.turn > state.turn - 5]
    sights = tuple(sorted([*seen, *old], key=lambda it: (it.y, it.x, it.player, it.kind, it.turn)))
    return replace(band, known=tuple(map("".join, known)), wells=wells, sights=sights)


def owned(state: State, player: int) -> int:
    """How many wells a player has."""
    return sum(1 for well in state.wells.values() if well.owner == player)


def living(state: State) -> tuple[int, ...]:
    """Whoever has units or a well."""
    return tuple(sorted(p for p, band in state.bands.items() if band.units or owned(state, p)))


def over(state: State) -> bool:
    """4: after twelve turns, or when one is left."""
    return state.turn >= 40 or len(living(state)) <= 1


def view(state: State, viewer: int, rules: Rules) -> View:
    """What a viewer may know: put together from nothing."""
    scores = {player: owned(state, player) for player in sorted(state.bands)}
    band = state.bands.get(viewer)
    if band is None:
        return View(viewer, state.turn, scores, over(state))
    sight = in_sight(state, viewer)
    rows = tuple(
        "".join("x" if (x, y) in sight else UNKNOWN for x in range(len(row))) for y, row in enumerate(state.rows)
    )
    return View(viewer, state.turn, scores, over(state), band, rows)


def code_at(x: int, y: int, wells: Mapping[str, Well]) -> str:
    """The code of the well on a square, or the square's own."""
    return next((code for code, well in wells.items() if (well.x, well.y) == (x, y)), square_name(x, y))


def to_words(thing: State | View) -> dict[str, Any]:
    """A position or a view as plain data."""
    words: dict[str, Any] = msgspec.to_builtins(thing, str_keys=True)
    return words


def from_words(words: Mapping[str, Any], rules: Rules) -> State:
    """And back."""
    return msgspec.convert(words, State, strict=False, str_keys=True)


def view_from_words(words: Mapping[str, Any]) -> View:
    """A view of plain data."""
    return msgspec.convert(words, View, strict=False, str_keys=True)


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """A case's position over the one of set-up."""
    return from_words(laid_over(to_words(state), words, "given"), rules)


def check(state: State, seats: Container[int], rules: Rules) -> None:
    """ValueError names the band of nobody, and what nobody may have."""
    for player, band in state.bands.items():
        if player not in seats:
            raise ValueError(f"bands.{player}: there is no player {player}")
        if min(band.skins, band.beads) < 0:
            raise ValueError(f"bands.{player}.skins: nobody has fewer than none")

"""A map of squares as one reader knows it: rows of signs, and what is on them (beside `MapView` in printout.py).

All that is drawn or printed of it comes from here. There is no geometry that readers share: the outline of a coast is
in the rows of those who know it, and in nobody else's. What squares, places and units are called, and how they look,
the system says in the view; the engine and the site know none of them by name.
"""

import re
from itertools import groupby
from string import ascii_uppercase
from typing import Literal

import msgspec
from msgspec.structs import replace

_SQUARE = re.compile("([A-Z]{1,3})([1-9][0-9]{0,3})").fullmatch
_RUNS = re.compile("([0-9]*)([^0-9])").findall
UNKNOWN = " "
"""The sign of a square that the reader does not know."""

Tint = Literal["blue", "buff", "green", "sand", "brown", "azure", "grey"]
"""The shades of squares: blue and buff are those of water and land on other maps."""

Window = tuple[int, int, int, int]
"""A part of a map: column and row of its first square, from 0; columns and rows that it has."""


class Terrain(msgspec.Struct, frozen=True, gc=False):
    """A kind of square. sign: one printable character, neither letter nor digit, as rows and text prints have it; word:
    what it is called; ground: a shore is drawn between known squares of different grounds, and the first kind of a
    ground gives its colour to all of it; mark: SVG path data in a box of 20 by 20, drawn on each of its squares.
    """

    sign: str
    word: str
    tint: Tint = "buff"
    ground: int = 0
    mark: str = ""


class GridPlace(msgspec.Struct, frozen=True, gc=False):
    """A place on a square, such as a city: its code, its owner as far as known (0: nobody's), the turn in which the
    reader saw it last (0: now), and a few words for the table.
    """

    x: int
    y: int
    code: str
    name: str = ""
    owner: int = 0
    seen: int = 0
    text: str = ""


class GridUnit(msgspec.Struct, frozen=True, gc=False):
    """A unit. kind: its letter, a capital; label: its number as its player knows it ("#12"); damage: thirds of it that
    are gone; seen: the turn in which the reader saw it last (0: now); text: a few words for the table.
    """

    x: int
    y: int
    kind: str
    player: int
    label: str = ""
    damage: int = 0
    seen: int = 0
    text: str = ""


class Trail(msgspec.Struct, frozen=True, gc=False):
    """The squares that a unit went over, each as (x, y), at one time of the inner clock."""

    at: int
    player: int
    points: tuple[tuple[int, int], ...]


class Fight(msgspec.Struct, frozen=True, gc=False):
    """A fight on a square; `number` is that of its row in the printout's table, text what it was in a few words."""

    at: int
    x: int
    y: int
    number: int
    text: str = ""


class SeenUnit(msgspec.Struct, frozen=True, gc=False):
    """Another's unit that was seen on a square at that time."""

    at: int
    x: int
    y: int
    kind: str
    player: int


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A place that changed hands then; owner: who has it since."""

    at: int
    x: int
    y: int
    owner: int


class Opened(msgspec.Struct, frozen=True, gc=False):
    """`width` squares of a row, from (x, y) on, that came into view then."""

    at: int
    x: int
    y: int
    width: int = 1


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A frame of the film strip: a time of the inner clock, its short title ("155") and a sentence."""

    at: int
    title: str
    text: str = ""


class GridView(msgspec.Struct, frozen=True):
    """A map of squares for one reader.

    rows: a string of `width` signs for each row from the north, as the reader knows them; sight: rows in which any sign
    but a blank is a square that is in sight now, none where all that is known is. terrain: what the signs mean; kinds:
    letter and word of each kind of unit. player: the reader, or 0 for all the world. wrap: east and west meet.
    units: where they are at the end, of others as last seen. trails, fights, sightings, taken, opened have the time
    `at` which they were; `frames` are these times, in order, for the film strip. words: what the legend calls things
    (place, own, other, all, trail, fight, veil, unknown), where the usual words will not do, and `places` for the head
    of a table. window: the part that is drawn, or all. sheets: the numbers of the text sheets that are printed
    (gridtext.py), or all with anything known.
    """

    title: str
    desc: str
    width: int
    height: int
    rows: tuple[str, ...]
    terrain: tuple[Terrain, ...]
    player: int = 0
    sight: tuple[str, ...] = ()
    wrap: bool = False
    places: tuple[GridPlace, ...] = ()
    units: tuple[GridUnit, ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    trails: tuple[Trail, ...] = ()
    fights: tuple[Fight, ...] = ()
    sightings: tuple[SeenUnit, ...] = ()
    taken: tuple[Taken, ...] = ()
    opened: tuple[Opened, ...] = ()
    frames: tuple[Moment, ...] = ()
    players: tuple[tuple[int, str], ...] = ()
    words: tuple[tuple[str, str], ...] = ()
    note: str = ""
    window: Window | None = None
    sheets: tuple[int, ...] = ()


def packed(row: str) -> str:
    """A row of signs, none of which is a digit, in short: a number before a sign repeats it."""
    runs = ((sign, len(list(run))) for sign, run in groupby(row))
    return "".join([f"{number if number > 1 else ''}{sign}" for sign, number in runs])


def unpacked(row: str) -> str:
    """And back. The row may be written out too."""
    return "".join([sign * int(number or 1) for number, sign in _RUNS(row)])


def column_name(x: int) -> str:
    """The letters of a column, counted from 0: A to Z, AA, AB, ..."""
    letters = ""
    x += 1
    while x:
        x, rest = divmod(x - 1, 26)
        letters = ascii_uppercase[rest] + letters
    return letters


def square_name(x: int, y: int) -> str:
    """A square by its letters and number, from the north-west: (10, 13) is K14."""
    return f"{column_name(x)}{y + 1}"


def square_at(name: str) -> tuple[int, int] | None:
    """Column and row, from 0, of a square by its name; None for what is not the name of one."""
    found = _SQUARE(name)
    if found is None:
        return None
    x = 0
    for letter in found[1]:
        x = x * 26 + ord(letter) - 64
    return x - 1, int(found[2]) - 1


def windowed(view: GridView) -> GridView:
    """The map without what lies outside its window: squares there are unknown, and nothing stands or happened there."""
    if view.window is None:
        return view
    left, top, columns, lines = view.window
    right, bottom = left + columns, top + lines

    def is_in(x: int, y: int) -> bool:
        return left <= x < right and top <= y < bottom

    def cut(row: str) -> str:
        return UNKNOWN * left + row[left:right] + UNKNOWN * (view.width - right)

    return replace(
        view,
        rows=tuple(cut(row) if top <= y < bottom else UNKNOWN * view.width for y, row in enumerate(view.rows)),
        places=tuple(it for it in view.places if is_in(it.x, it.y)),
        units=tuple(it for it in view.units if is_in(it.x, it.y)),
        trails=tuple(it for it in view.trails if any(is_in(x, y) for x, y in it.points)),
        fights=tuple(it for it in view.fights if is_in(it.x, it.y)),
        sightings=tuple(it for it in view.sightings if is_in(it.x, it.y)),
        taken=tuple(it for it in view.taken if is_in(it.x, it.y)),
        opened=tuple(it for it in view.opened if top <= it.y < bottom and it.x < right and it.x + it.width > left),
    )

"""What may be on the maps of a system, and what it is called: data that a system declares and all that draws reads.

What is of which kind only the system knows. How it looks is the site's: shapes, fills and lines, each by its name
(pbm/site/maps/shapes.py). A kind that is not declared is called by its name, and looks like the first of its sort.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

Fill = Literal["ground", "water"]
"""How a space is drawn. ground: in its owner's colour, with a coast and a code; water: under all ground, named."""

Counts = tuple[tuple[str, int], ...]
"""Kinds of units by name, each with a number that is not 0."""

MOST = 4096  # groups of units whose words are kept

UNKNOWN = "unknown"
"""The kind of a space of which its reader knows no more than that it is there; it need not be declared."""


class SpaceKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of space. owned: whether it may be somebody's; nobody: what it is called where it is nobody's."""

    name: str
    fill: Fill = "ground"
    owned: bool = True
    nobody: str = "nobody"


class SignKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may be built at a space: a sign of that shape."""

    name: str
    shape: str
    word: str


class UnitKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of unit. sign: a shape, or one or two letters; aboard: what it is called aboard others, if it can be;
    listed: whether the legend has it.
    """

    name: str
    word: str
    sign: str
    aboard: str = ""
    listed: bool = True


class ChangeKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What may happen to a space in a turn. word: in the legend; told: in a table, where its column says when."""

    name: str
    line: Literal["solid", "dashed", "dotted"]
    word: str
    told: str


class ArrowKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why something goes from space to space."""

    name: str
    line: Literal["bold", "dashed", "plain"]
    word: str


class Relation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Spaces that have to do with each other: a list of codes that each space of the geometry has under `name`. The
    first is who borders on whom; a later one holds those before it.

    heading: of its spaces on a space's card, where they are not of an earlier one. word: of its lines in the legend;
    layer: what the reader switches on to see it for a chosen space, and note: the sentence then, with {space}. Each may
    be empty.
    """

    name: str
    heading: str
    word: str = ""
    layer: str = ""
    note: str = ""


class Controlled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for a space that nobody owns and somebody controls: of a title and of a cell, with {player}; in the
    legend; of the layer.
    """

    title: str
    told: str
    word: str
    layer: str


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words for borders that hold a space back: a column's title, the layer, the sentence when that is shown."""

    column: str
    layer: str
    note: str


class CourseWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words of a chart's legend: of a route, of what was seen on a day, of a circle, of a player's waters; day: a
    day as it is written on the map, with {n}.
    """

    route: str = "course"
    sighting: str = "seen on that day"
    circle: str = "range"
    waters: str = "waters"
    day: str = "day {n}"


class Legend(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A system's declaration, in the order of the legend. In TOML each list is a `[[space]]`, `[[unit]]`, and so on.

    count: a number of units in words; structure: the title of the column of signs; seen: how old a sight is, with {n}.
    """

    spaces: tuple[SpaceKind, ...] = msgspec.field(default=(), name="space")
    signs: tuple[SignKind, ...] = msgspec.field(default=(), name="sign")
    units: tuple[UnitKind, ...] = msgspec.field(default=(), name="unit")
    changes: tuple[ChangeKind, ...] = msgspec.field(default=(), name="change")
    arrows: tuple[ArrowKind, ...] = msgspec.field(default=(), name="arrow")
    relations: tuple[Relation, ...] = msgspec.field(default=(), name="relation")
    controlled: Controlled = Controlled("{player}'s", "controlled by {player}", "controlled", "Control")
    held: Held = Held("Held back by", "Held back", "Red bar: a border that holds the space back.")
    courses: CourseWords = CourseWords()
    count: str = "{n} {unit}"
    structure: str = "Sign"
    seen: str = "as seen on turn {n}"

    @cached_property
    def _spaces(self) -> dict[str, SpaceKind]:
        return {
            UNKNOWN: SpaceKind(UNKNOWN, owned=False, nobody="not known"),
            **{kind.name: kind for kind in self.spaces},
        }

    @cached_property
    def _units(self) -> dict[str, UnitKind]:
        return {kind.name: kind for kind in self.units}

    @cached_property
    def _signs(self) -> dict[str, SignKind]:
        return {kind.name: kind for kind in self.signs}

    @cached_property
    def _changes(self) -> dict[str, ChangeKind]:
        return {kind.name: kind for kind in self.changes}

    @cached_property
    def _arrows(self) -> dict[str, ArrowKind]:
        return {kind.name: kind for kind in self.arrows}

    def space(self, name: str) -> SpaceKind:
        """A kind of space."""
        return self._spaces.get(name) or SpaceKind(name)

    def unit(self, name: str) -> UnitKind:
        """A kind of unit; of one that is not declared the first letters are its sign."""
        return self._units.get(name) or UnitKind(name, name, name[:2].upper(), name)

    def sign(self, name: str) -> SignKind:
        """What may be built."""
        return self._signs.get(name) or SignKind(name, "circle", name)

    def change(self, name: str) -> ChangeKind:
        """What may happen to a space."""
        return self._changes.get(name) or ChangeKind(name, "solid", name, name)

    def arrow(self, name: str) -> ArrowKind:
        """Why something goes from space to space."""
        return self._arrows.get(name) or ArrowKind(name, "plain", name)

    @cached_property
    def _said(self) -> dict[tuple[Counts, Counts], str]:
        return {}

    def said(self, units: Counts, aboard: Counts = ()) -> str:
        """Units in words, and what is aboard: "3 Army, 1 Navy". Kept: several readers see the same."""
        key = units, aboard
        if key not in self._said:
            if len(self._said) >= MOST:
                self._said.clear()
            told = [(self.unit(kind).word, number) for kind, number in units]
            told += [(self.unit(kind).aboard, number) for kind, number in aboard]
            self._said[key] = ", ".join(
                [self.count.replace("{n}", str(number)).replace("{unit}", word) for word, number in told]
            )
        return self._said[key]

    def drawn(self, geometry: Mapping[str, Any]) -> dict[str, Any]:
        """A geometry with what it must know of this declaration: the fill of each kind of space, and the names of
        relations. A system does this once, when it loads a variant.
        """
        fills = {kind.name: kind.fill for kind in self.spaces}
        return {**geometry, "fills": fills, "relations": [relation.name for relation in self.relations]}

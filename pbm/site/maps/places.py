"""Where things stand on a drawn map: for the replay, whose script paints it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from pbm.core.printout import MapSpace, MapView
from pbm.site.maps import badges
from pbm.site.maps.arrows import ArrowPaths
from pbm.site.maps.base import PIECES, Point, Slot
from pbm.site.maps.courses import Courses
from pbm.site.maps.looks import pieces
from pbm.site.maps.looks.look import Look


class Drawn(Protocol):
    """What the artist of a map knows beside how to draw."""

    look: Look
    slots: dict[str, Slot]
    arrows: ArrowPaths
    courses: Courses

    def in_cells(self, view: MapView, p: str) -> tuple[str, str, str]:
        """Waters, places, and what stands over them."""


class Places:
    """The places of one geometry."""

    def __init__(self, drawn: Drawn) -> None:
        self._slots: Mapping[str, Slot] = drawn.slots
        self._arrows = drawn.arrows
        self._courses = drawn.courses
        self.in_cells = drawn.in_cells
        self.has_cells = drawn.courses.cells.columns > 0
        self.look = drawn.look.name
        self.scale = drawn.look.scale

    def sizes(self) -> dict[str, int]:
        """The sizes of badges, or of the signs that this look has instead, and the shapes of signs."""
        return pieces.SIZES if self.look == PIECES else badges.SIZES

    def fixed(self, spaces: Sequence[MapSpace]) -> tuple[MapSpace, ...]:
        """Those that are on every turn's map: where there are cells, those that have an outline."""
        return tuple(space for space in spaces if not self.has_cells or space.code in self._slots)

    def cell(self, code: str) -> Point | None:
        """The middle of a cell."""
        return self._courses.cells.centre(code)

    def units(self, code: str) -> list[int]:
        """The place of a space's label, then those of its units: x and y in turn; empty where it is not drawn."""
        slot = self._slots.get(code)
        return [number for point in (slot.label, *slot.badges) for number in point] if slot else []

    def leader(self, code: str) -> str:
        """The line to a space's units where they stand off, as a path."""
        slot = self._slots.get(code)
        return slot.leader if slot else ""

    def ways(self, pairs: Sequence[tuple[str, str]]) -> list[str]:
        """The line of an arrow from space to space, as it runs with units at both ends."""
        known = {pair for pair in pairs if pair[0] in self._slots and pair[1] in self._slots}
        return [self._arrows.paths([(a, b)], {a: 1, b: 1})[0] if (a, b) in known else "" for a, b in pairs]

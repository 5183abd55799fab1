"""What a look is to the artist: one of them is made for each geometry, and keeps what it has drawn.

A geometry asks for its look by name (`look`; none: "plain"). The artist draws what all looks share: fills, outlines,
arrows, and in which order; a look draws what is on the map, and how it is labelled.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any, Protocol

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.maps.base import CHART, HEX, PIECES, WIDE, Box, Point, Slot
from pbm.site.maps.drawing import Drawing


class Folded(Protocol):
    """What a look draws beside, where its spaces are in groups: of these only the outlines have the space's code."""

    def water_places(self, code: str) -> list[tuple[str, Point]]:
        """The places of a sea's code."""

    def singles(self, ground: Sequence[MapSpace]) -> str:
        """The numbers on a part of the map, whose labels have none."""

    def settled(self, ground: Sequence[MapSpace]) -> Container[int]:
        """Whose land has a texture, and not a number in each space."""


class Look(Protocol):
    """How the map of one geometry looks. `p` is the prefix of all ids of a drawing."""

    name: str
    """As geometries ask for it; of the plain look empty."""
    css_class: str
    """Of the <svg>, beside `map`."""
    facts: str
    """Attributes of the <svg> that the map's script reads, for a whole map."""
    tile: str
    """How the texture of a player's fill is scaled."""
    broad: int
    """A crop wider than this, in units, has larger type on a phone."""
    vast: int
    """One wider than this is read like a whole map: on a phone without badges."""
    is_bare: bool
    """Whether the whole map has no codes and badges of its own, but numbers; the script makes the codes of `facts`."""
    has_leaders: bool
    """Whether labels and badges may be off their spaces, with a line to them."""
    scale: int
    """How many units of the drawing a unit of the geometry's outlines is."""
    is_tiled: bool
    """Whether each space has its texture over its own fill; else `over` lays it for all."""

    @property
    def folded(self) -> Folded | None:
        """What it draws beside, where spaces are in groups (pbm/site/maps/folds.py)."""

    def shapes(self, p: str) -> str:
        """What is drawn by <use>, whoever holds what."""

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """The numbers of those who hold these spaces, to be drawn by <use>."""

    def tint(self, code: str) -> str:
        """Further classes of a sea's shape."""

    def under(self, p: str, window: Box) -> str:
        """What lies under the outlines of the land, as far as it may be in sight."""

    def over(self, ground: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """What lies over all fills; is_whole: not a crop."""

    def water_name(self, code: str) -> str:
        """The name of a sea."""

    def name_box(self, code: str) -> Box:
        """The room that it must have."""

    def is_cut(self, room: Box, inside: Box) -> bool:
        """Whether a line of a sea's name gives way to the frame."""

    def by_rank(self, ground: list[MapSpace]) -> list[MapSpace]:
        """Spaces in the order in which their labels take their room."""

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """A code, and whose the space is."""

    def badges(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms, those that fit whole inside the frame."""

    def bodies(self, drawn: str) -> str:
        """What `drawn`, all badges of a map, draws by <use>."""

    def realms(self, ground: Iterable[MapSpace]) -> str:
        """Large numbers over a whole map, for paper."""


def find_look(geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> Look:
    """The look that a geometry asks for."""
    from pbm.site.maps.looks import hex, pieces, plain, seachart, wide

    kinds: dict[str, Callable[[Mapping[str, Any], Drawing, Mapping[str, Slot]], Look]] = {
        PIECES: pieces.Pieces,
        WIDE: wide.Wide,
        HEX: hex.Hex,
        CHART: seachart.SeaChart,
    }
    return kinds.get(str(geometry.get("look", "")), plain.Plain)(geometry, drawn, slots)

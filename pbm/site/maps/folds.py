"""The spaces of a map that has hundreds of them, in few bytes: what several have in common is written once.

A group has the fill of one owner; in it a group for each text has that as its title; a space is its outline and nothing
more. Coasts lie under all owners, a texture over each. All of it is drawn in units of the geometry's outlines, which a
group around it scales. Without a script that is the picture; the map's script first takes it apart, space by space,
into what other maps have (site_templates/map/unfold.js).
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from fractions import Fraction
from re import findall, sub
from typing import Any

from pbm.core.legend import UNKNOWN
from pbm.core.printout import MapSpace
from pbm.site.ink.palette import hue, texture
from pbm.site.maps.base import LOW, SUNK, Point, safe

Told = Mapping[str, tuple[str, str]]
"""By code the name of a space, which may be empty, and what is said of it, with the mark before that."""


class Folds:
    """Draws groups of spaces of one geometry. scale: how many units of the drawing a unit of an outline is."""

    def __init__(self, geometry: Mapping[str, Any], scale: int) -> None:
        self.scale = scale
        self.outlines: dict[str, str] = {code: space["d"] for code, space in geometry["spaces"].items()}

    def opening(self) -> str:
        """The tag of the group around all of it; </g> ends it."""
        return f'<g class="folded" transform="scale({self.scale})">'

    def water(self, spaces: Iterable[MapSpace], told: Told, p: str) -> str:
        """Seas; those of somebody's in a tint of their owner's hue."""
        found: dict[str, list[MapSpace]] = {}
        for space in spaces:
            kind = "u" if space.kind == UNKNOWN else f"o f{hue(space.owner)}" if space.owner else "w"
            found.setdefault(kind, []).append(space)
        return "".join([f'<g class="{kind}">{self._titled(those, told, p)}</g>' for kind, those in found.items()])

    def land(self, spaces: Iterable[MapSpace], p: str, settled: Container[int]) -> str:
        """All ground as one shape, to be drawn by <use>."""
        names = dict.fromkeys(_fill(space, p, space.owner in settled)[1] for space in spaces)
        uses = [f'<use href="#{name}"/>' for name in names]
        return f'<defs><g id="{p}land">{"".join(uses)}</g></defs>'

    def ground(self, spaces: Iterable[MapSpace], told: Told, p: str, settled: Container[int]) -> str:
        """Land by owner, then the textures over it: an owner's, or stripes of whoever controls what nobody owns.
        settled: whose land has one, for it has no number in each space.
        """
        found: dict[tuple[str, str, str], list[MapSpace]] = {}
        for space in spaces:
            found.setdefault(_fill(space, p, space.owner in settled), []).append(space)
        fills = [
            f'<g class="{kind}"><g id="{name}">{self._titled(those, told, p)}</g></g>'
            for (kind, name, _), those in found.items()
        ]
        over = [
            f'<use href="#{name}" class="t{" st" if kind == "f f0" else ""}" fill="url(#{p}{pattern})"/>'
            for kind, name, pattern in found
            if pattern
        ]
        return "".join(fills + over)

    def _titled(self, spaces: Sequence[MapSpace], told: Told, p: str) -> str:
        """Spaces by what is said of them; a group of class `named` has their common name in its title too."""
        found: dict[tuple[str, str], list[str]] = {}
        for space in spaces:
            found.setdefault(told[space.code], []).append(space.code)
        groups = []
        for (name, words), codes in found.items():
            title = f"{name}{words}" if name else words[2:]
            paths = "".join([f'<path id="{p}{code}" d="{self.outlines[code]}"/>' for code in codes])
            groups.append(f'<g class="k{" named" if name else ""}"><title>{title}</title>{paths}</g>')
        return "".join(groups)


def _fill(space: MapSpace, p: str, is_textured: bool = True) -> tuple[str, str, str]:
    """The class of a space's fill, the id of the group of all that have it, and the texture over them, if any."""
    if space.kind == UNKNOWN:
        return "u", f"{p}dark", ""
    if space.owner and is_textured:
        return f"f f{hue(space.owner)}", f"{p}own{space.owner}", f"t{texture(space.owner)}"
    if space.owner:
        return f"f f{hue(space.owner)}", f"{p}hue{hue(space.owner)}", ""
    if space.controller:
        return "f f0", f"{p}held{space.controller}", f"h{hue(space.controller)}"
    return "f f0", f"{p}free", ""


def codes(places: Iterable[tuple[str, Point]], *, wet: bool) -> str:
    """Codes and nothing else, each on its line under the middle of its label; wet: of water."""
    down = SUNK if wet else LOW
    texts = "".join([f'<text x="{x}" y="{y + down}">{safe(code)}</text>' for code, (x, y) in places])
    return f'<g class="coded{" wet" if wet else ""}" data-down="{down}">{texts}</g>' if texts else ""


def used(materials: str, drawn: str, p: str) -> str:
    """Of shapes, textures and signs those that a drawing has in it."""
    wanted = set(findall(rf'#{p}([^")]+)[")]', drawn))
    return sub(
        rf'<(\w+)[^>]* id="{p}([^"]+)"(?:[^>]*/>|.*?</\1>)', lambda it: it[0] if it[2] in wanted else "", materials
    )


def reduced(scale: int, size: Fraction = Fraction(1)) -> str:
    """The transform of what is drawn `size` times its units of the drawing within the group: patterns, signs."""
    return f"scale({float(size / scale):.6g})"

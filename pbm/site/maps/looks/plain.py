"""The plain look of a map: codes with chips, badges under them, a texture over each fill, a shelf along the coasts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.legend import Legend
from pbm.core.printout import MapSpace
from pbm.site.ink.palette import hue
from pbm.site.maps import base, seanames
from pbm.site.maps.badges import Badges
from pbm.site.maps.base import BROAD, CHIP, GAP, VAST, Box, Slot, code_width, safe
from pbm.site.maps.drawing import Drawing


class Plain:
    """Labels and badges of one geometry; each is made once and kept."""

    name, css_class, facts, tile = "", "", "", ""
    broad, vast = BROAD, VAST
    has_leaders, is_tiled, is_bare = True, True, False
    folded, scale = None, 1

    def __init__(self, geometry: Mapping[str, Any], drawn: Drawing, slots: Mapping[str, Slot]) -> None:
        self.geometry, self.drawn = geometry, drawn
        self.slots = slots
        self.labels: dict[tuple[str, str, int, bool, bool, int], str] = {}
        self.drawn_badges = Badges(geometry, self.slots)

    def shapes(self, p: str) -> str:
        """Nothing beside what all drawings have."""
        return ""

    def chips(self, spaces: Sequence[MapSpace], p: str) -> str:
        """Nothing: each label has its own."""
        return ""

    def tint(self, code: str) -> str:
        """Seas have one colour."""
        return ""

    def under(self, p: str, window: Box) -> str:
        """A shelf along the coasts; foreign land, borders of seas."""
        return f'<use href="#{p}land" class="shelf"/>{self.drawn.under}'

    def over(self, grounds: Sequence[MapSpace], p: str, is_whole: bool) -> str:
        """Lines that are not borders."""
        return self.drawn.over

    def water_name(self, code: str) -> str:
        """A sea's name in the middle of it, a word a line; or so far off."""
        (x, y), (dx, dy) = self.slots[code].label, self.drawn.names.get(code, (0, 0))
        words = base.name_lines(self.geometry["spaces"][code]["name"])
        first = (seanames.first_line(self.geometry, len(words))) / 33
        lines = [
            f'<tspan x="0" dy="{"1.09em" if k else f"{first:.2f}em"}">{safe(word)}</tspan>'
            for k, word in enumerate(words)
        ]
        x, y = x + dx, y + dy
        return f'<text class="seaname" transform="translate({x} {y})">{"".join(lines)}</text>'

    def name_box(self, code: str) -> Box:
        """The room of the name at its usual place."""
        return base.name_box(*self.slots[code].label, self.geometry["spaces"][code]["name"])

    def is_cut(self, room: Box, inside: Box) -> bool:
        """The frame takes names away as a whole."""
        return False

    def by_rank(self, grounds: list[MapSpace]) -> list[MapSpace]:
        """As they come."""
        return grounds

    def label(self, space: MapSpace, legend: Legend, has_badge: bool, p: str) -> str:
        """A code with its player's chip; where a badge tells the number, the chip is for small maps alone."""
        player = space.owner or space.controller
        told = has_badge and any(badge.player == player for badge in space.badges)
        own = (p, space.code, player, not space.owner, told)
        key = (*own, hue(player))
        if key not in self.labels:
            self.labels[key] = self._new_label(*own)
        return self.labels[key]

    def _new_label(self, p: str, code: str, player: int, controlled: bool, told: bool) -> str:
        x, y = self.slots[code].label
        if not player:
            return f'<g class="l" transform="translate({x} {y})"><text y="16">{code}</text></g>'
        seam = (code_width(code) - GAP - CHIP) // 2
        left = seam + GAP
        return (
            f'<g class="l{" hb" if told else ""}" transform="translate({x} {y})">'
            f'<text x="{seam}" y="16" class="c">{code}</text>'
            f'<g class="chip{" hollow" if controlled else ""} q{hue(player)}">'
            f'<use href="#{p}chip" x="{left}"/>'
            f'<text x="{left + CHIP // 2}" y="11">{player}</text></g></g>'
        )

    def badges(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms."""
        return self.drawn_badges.draw(space, legend, inside, p)

    def bodies(self, drawn: str) -> str:
        """Nothing: each badge has its own."""
        return ""

    def realms(self, grounds: Iterable[MapSpace]) -> str:
        """Nothing: all numbers can be read."""
        return ""

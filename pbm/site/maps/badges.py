"""Badges: a cell with the player's number, then sign and figure of each kind of unit."""

from collections.abc import Mapping
from typing import Any

from pbm.core.printout import MapSpace
from pbm.site.ink.palette import hue
from pbm.site.maps.base import BADGE_HEIGHT, STEP, Box, Point, Slot, holds

CELL, DIGIT, SIGN, AIR = 30, 18, 29, 5  # the player's number, a digit, a sign, the space after a figure


class Badges:
    """The badges of one geometry, each pattern made once."""

    def __init__(self, geometry: Mapping[str, Any], slots: Mapping[str, Slot], *, by_use: bool = False) -> None:
        """by_use: bodies are drawn once a map, by <use>."""
        self.slots, self.by_use = slots, by_use
        self.width, self.height = int(geometry["width"]), int(geometry["height"])
        self.patterns: dict[tuple[str, int, int, int, int], tuple[int, str]] = {}
        self.bodies: dict[str, str] = {}  # drawn once: by id

    def draw(self, space: MapSpace, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms, those that fit whole inside the frame."""
        places = self.slots[space.code].badges
        rows = []
        for k, badge in enumerate(space.badges):
            x, y = places[k] if k < len(places) else self._further(places[-1], k - len(places) + 1)
            who = str(badge.player) if badge.player else "∗"
            army, navy, air = str(badge.army or ""), str(badge.navy or ""), str(badge.air or "")
            key = (p, len(who), len(army), len(navy), len(air))
            if key not in self.patterns:
                half, body, figures = _pattern(*key)
                if self.by_use:
                    name = f"{p}b{len(who)}{len(army)}{len(navy)}{len(air)}"
                    self.bodies[name], body = body, f'<use href="#{name}"/>'
                head = '<g class="b q%d" transform="translate(%d %d)" data-at="%s">'
                self.patterns[key] = half, f"{head}{body}{figures}</g>"
            half, pattern = self.patterns[key]
            x = max(half + 6, min(x, self.width - 6 - half))
            box = (x - half, y - BADGE_HEIGHT // 2, x + half, y + BADGE_HEIGHT // 2)
            if holds(inside, box):
                rows.append((box, pattern % (hue(badge.player), x, y + 12, space.code, who, army, navy, air)))
        return rows

    def _further(self, last: Point, nth: int) -> Point:
        """A place beyond the last that the geometry gives: below it, at the sheet's foot above it."""
        x, y = last
        return x, y + nth * (STEP if y + 2 * STEP < self.height else -STEP)


def _pattern(p: str, who: int, army: int, navy: int, air: int) -> tuple[int, str, str]:
    """Half the width of a badge, its body, and its text to be filled in with number and figures.

    It has a cell for the player's number, then sign and figure of each kind; who, army, ... count their signs.
    """
    cell = CELL + DIGIT * (who - 1)
    width = cell + 3
    figures = []
    for sign, digits in (("army", army), ("navy", navy), ("air", air)):
        room = DIGIT * digits
        figures.append((sign, width, width + SIGN + room // 2) if digits else ("", 0, 0))
        width += SIGN + room + AIR if digits else 0
    half = width // 2
    signs = "".join(f'<use href="#{p}{sign}" x="{at - half + 3}"/>' for sign, at, _ in figures if sign)
    texts = "".join(f'<text x="{middle - half}">%s</text>' if sign else "%s" for sign, _, middle in figures)
    return (
        half,
        f'<rect x="{-half}" y="-31" width="{width}" height="{BADGE_HEIGHT}" rx="5"/>'
        f'<path d="M{2 - half} -29h{cell - 2}v34h{2 - cell}z"/>{signs}',
        f'<text class="no" x="{cell // 2 - half + 1}" y="-2">%s</text>{texts}',
    )

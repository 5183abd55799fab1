"""Badges: a cell with the player's number, then sign and figure of each kind of unit."""

from collections.abc import Mapping
from typing import Any

from pbm.core.legend import MOST, Counts, Legend
from pbm.core.printout import Badge, MapSpace
from pbm.site.ink.palette import hue
from pbm.site.maps.base import BADGE_HEIGHT, STEP, Box, Slot, further_places, holds, safe
from pbm.site.maps.shapes import UNIT, UNITS

CELL, DIGIT, SIGN, SPARE = 30, 18, 29, 5  # the player's number, a digit, a sign, the space after a figure

TOP, RIM, ROUND = -31, 2, 5  # of its body: the upper edge over the figures' line, the rim of the cell, the corners
DROP, WHO, SIDE = 12, -2, 6  # from its middle to that line, from there to the number's, from it to the sheet's edge

SIZES = {"cell": CELL, "digit": DIGIT, "sign": SIGN, "spare": SPARE, "height": BADGE_HEIGHT, "step": STEP, "unit": UNIT}
SIZES |= {"top": TOP, "rim": RIM, "round": ROUND, "drop": DROP, "who": WHO, "side": SIDE}
"""For the script of the replay, which draws badges too."""

Figures = tuple[tuple[str, int], ...]
"""Of each kind of unit its sign, and of how many digits its number is."""


class Badges:
    """The badges of one geometry, each pattern made once."""

    def __init__(self, geometry: Mapping[str, Any], slots: Mapping[str, Slot], *, by_use: bool = False) -> None:
        """by_use: bodies are drawn once a map, by <use>."""
        self.slots, self.by_use = slots, by_use
        self.width, self.height = int(geometry["width"]), int(geometry["height"])
        self.legend = Legend()
        self.drawn: dict[tuple[str, int, Counts], tuple[int, str]] = {}
        self.patterns: dict[tuple[str, int, Figures], tuple[int, str]] = {}
        self.bodies: dict[str, str] = {}  # drawn once: by id

    def draw(self, space: MapSpace, legend: Legend, inside: Box, p: str) -> list[tuple[Box, str]]:
        """The badges of a space with their rooms, those that fit whole inside the frame."""
        if legend is not self.legend:
            self.legend = legend
            self.drawn.clear()
        places = self.slots[space.code].badges
        places += further_places(places, len(space.badges) - len(places), self.height)
        rows = []
        for k, badge in enumerate(space.badges):
            x, y = places[k]
            key = p, badge.player, badge.units
            if key not in self.drawn:
                self.drawn[key] = self._draw(badge, p)
            half, pattern = self.drawn[key]
            x = max(half + SIDE, min(x, self.width - SIDE - half))
            box = (x - half, y - BADGE_HEIGHT // 2, x + half, y + BADGE_HEIGHT // 2)
            if holds(inside, box):
                colour = f"{hue(badge.player)} old" if space.seen else hue(badge.player)
                rows.append((box, pattern % (colour, x, y + DROP, space.code)))
        return rows

    def _draw(self, badge: Badge, p: str) -> tuple[int, str]:
        """Half the width of a badge, and its text but for colour, place and code; kept for all readers of a turn."""
        if len(self.drawn) >= MOST:
            self.drawn.clear()
        who = str(badge.player) if badge.player else "∗"
        key = (p, len(who), tuple([(self.legend.unit(kind).sign, len(str(number))) for kind, number in badge.units]))
        if key not in self.patterns:
            half, body, figures = _pattern(*key)
            if self.by_use:
                name = f"{p}b{len(who)}" + "".join(f"-{safe(sign)}{digits}" for sign, digits in key[2])
                self.bodies[name], body = body, f'<use href="#{name}"/>'
            self.patterns[key] = half, f"{body.replace('%', '%%')}{figures}</g>"
        half, pattern = self.patterns[key]
        text = pattern % (who, *[number for _, number in badge.units])
        return half, f'<g class="b q%s" transform="translate(%d %d)" data-at="%s">{text.replace("%", "%%")}'


def _pattern(p: str, who: int, figures: Figures) -> tuple[int, str, str]:
    """Half the width of a badge, its body, and its text to be filled in with the player's number of `who` digits, and
    with the figures.
    """
    cell = CELL + DIGIT * (who - 1)
    width = cell + RIM + 1
    places = []
    for sign, digits in figures:
        room = DIGIT * digits
        places.append((sign, width, width + SIGN + room // 2))
        width += SIGN + room + SPARE
    half = width // 2
    signs = "".join(sign_at(p, sign, at - half + RIM + 1) for sign, at, _ in places)
    texts = "".join(f'<text x="{middle - half}">%s</text>' for _, _, middle in places)
    return (
        half,
        f'<rect x="{-half}" y="{TOP}" width="{width}" height="{BADGE_HEIGHT}" rx="{ROUND}"/>'
        f'<path d="M{RIM - half} {TOP + RIM}h{cell - RIM}v{BADGE_HEIGHT - 2 * RIM}h{RIM - cell}z"/>{signs}',
        f'<text class="no" x="{cell // 2 - half + 1}" y="{WHO}">%s</text>{texts}',
    )


def sign_at(p: str, sign: str, x: int) -> str:
    """The sign of a kind of unit: its shape, or its letters."""
    if sign in UNITS:
        return f'<use href="#{p}{sign}" x="{x}"/>'
    return f'<text class="mk" x="{x + UNIT // 2}">{safe(sign)}</text>'

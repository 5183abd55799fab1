"""On paper a map of the look "wide" has one large number for each realm, where all numbers would be too small to read.

The screen does the same on a phone (map/labels.js). Sizes are units of the drawing: on a sheet across an A4 page is
6,000 of them wide, so that 55 are 7 pt; across a Letter page 59 are.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from math import hypot
from typing import Any

from pbm.core.printout import MapSpace
from pbm.site.maps.base import CHIP, TYPE, Box, Point, overlap

CODE, NUMBER = 1.34, 2.1  # of the sizes on a screen
APART = 700  # no second number of a player's within so many units
WIDE, HIGH = 54, 25  # half of the room of a code
HALF = round(CHIP * NUMBER) // 2 + 1  # of the room of a number
ASIDE = 2  # from a code's room to a number's


class Realms:
    """Where on a map a large number finds room beside a country's code. `ground`: the largest country first."""

    def __init__(self, spaces: Mapping[str, Any], ground: Iterable[str]) -> None:
        self.at: dict[str, Point] = {code: (int(s["label"][0]), int(s["label"][1])) for code, s in spaces.items()}
        self.codes = sorted(_room(at, WIDE, HIGH) for at in self.at.values())
        self.places = {code: self._places(*self.at[code]) for code in ground}
        self.kept: tuple[tuple[tuple[str, int], ...], list[tuple[int, Point]]] = ((), [])

    def _places(self, x: int, y: int) -> list[tuple[int, Point]]:
        """Where the number may stand, each with how much of other spaces' codes it hides: below the code, above,
        beside it.
        """
        down, along = HIGH + HALF + ASIDE, WIDE + HALF + ASIDE
        around = ((x, y + down), (x, y - down), (x + along, y), (x - along, y))
        return [(sum(overlap(_room(at, HALF, HALF), code) for code in self._near(at)), at) for at in around]

    def _near(self, at: Point) -> Sequence[Box]:
        """The rooms of codes that may lie so far left or right."""
        first = bisect_left(self.codes, (at[0] - HALF - 2 * WIDE,))
        return self.codes[first : bisect_left(self.codes, (at[0] + HALF,))]

    def found(self, owners: Mapping[str, int]) -> list[tuple[int, Point]]:
        """A number for every player: at their largest country where it hides nothing, and at further ones far from it;
        where it would hide something everywhere, where it hides least.
        """
        key = tuple(sorted(owners.items()))
        if self.kept[0] == key:
            return self.kept[1]
        out: list[tuple[int, Point]] = []
        for code, places in self.places.items():
            player = owners.get(code, 0)
            x, y = self.at[code]
            if player and not any(n == player and hypot(x - at[0], y - at[1]) < APART for n, at in out):
                out += [(player, at) for hidden, at in places if not hidden and _is_free(at, out)][:1]
        for player in sorted(set(owners.values()) - {0} - {n for n, _ in out}):
            own = [place for code, places in self.places.items() if owners.get(code) == player for place in places]
            out += [(player, at) for _, at in sorted(own, key=lambda it: (not _is_free(it[1], out), it[0]))[:1]]
        self.kept = key, out
        return out

    def drawn(self, ground: Iterable[MapSpace]) -> str:
        """The numbers, for paper alone; a minor's has no place among them."""
        found = self.found({space.code: space.owner for space in ground})
        side, off = 2 * HALF - 2, HALF - 1
        boxes = "".join(f"M{x - off} {y - off}h{side}v{side}h-{side}z" for _, (x, y) in found)
        texts = "".join(f'<text x="{x}" y="{y + 22}">{n}</text>' for n, (x, y) in found)
        return f'<g class="realm"><path d="{boxes}"/>{texts}</g>' if found else ""


def _room(at: Point, wide: int, high: int) -> Box:
    return at[0] - wide, at[1] - high, at[0] + wide, at[1] + high


def _is_free(at: Point, taken: Iterable[tuple[int, Point]]) -> bool:
    return all(max(abs(at[0] - x), abs(at[1] - y)) > 2 * HALF for _, (x, y) in taken)


_WHOLE = ".wide:not(.theatre):not(.vast)"
# Within @media print. The badges' figures would be as small as the numbers: the theatre shows them, and tables do.
PRINT = f"""
  {_WHOLE} .l .chip,{_WHOLE} .b,{_WHOLE} .leader{{display:none}}
  {_WHOLE} .l text{{font-size:{TYPE["code"] * CODE:.0f}px}}
  .wide .realm{{display:inline}}
  .wide .realm path{{fill:#fff;stroke:#000;stroke-width:5}}
  .wide .realm text{{font-size:{29 * NUMBER:.0f}px;fill:#000}}
"""

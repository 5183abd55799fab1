"""Goal 9: a turn's map against svgwrite drawing all of it anew, with its default settings.

python -m tests.bench.maps [ROUNDS=7]: the fullest map of Europe; the map of the world as one of 31 players has it.
"""

import re
import statistics
import sys
import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.printout import MapView
from pbm.site import maps
from tests import test_world_map
from tests.test_maps import RULES, full_view


@cache
def spaced(d: str) -> str:
    """Path data with a blank between all its parts: svgwrite's checks know no other."""
    return " ".join(re.findall(r"[A-Za-z]|-?[0-9.]+", d))


def by_svgwrite(view: MapView, geometry: Mapping[str, Any]) -> str:
    """The same drawing the plain way: every outline, label, badge and arrow an element of svgwrite."""
    from svgwrite import Drawing

    sheet = Drawing(size=(geometry["width"], geometry["height"]))
    for space in view.spaces:
        shape = geometry["spaces"][space.code]
        sheet.add(sheet.path(d=spaced(shape["d"]), fill="#dfe9ec", stroke="#000", stroke_width=2))
        x, y = shape["label"]
        sheet.add(sheet.text(space.code, insert=(x, y), font_size=40))
        for badge in space.badges:
            sheet.add(sheet.rect((x, y), (150, 36), fill="#333"))
            for number in (badge.player, badge.army, badge.navy, badge.air):
                sheet.add(sheet.text(str(number), insert=(x, y), font_size=30))
    for arrow in view.arrows:
        (ax, ay), (bx, by) = (geometry["spaces"][code]["label"] for code in (arrow.start, arrow.end))
        sheet.add(sheet.path(d=f"M{ax} {ay}L{bx} {by}", stroke="#b3202a", fill="none"))
    for link in geometry["airlinks"]:
        sheet.add(sheet.path(d=spaced(link["d"]), stroke="#000", fill="none"))
    return str(sheet.tostring())


def main() -> None:
    """Both maps."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    measure("a turn's map", full_view(), RULES.geometry, rounds)
    measure("a turn's map of the world", test_world_map.world_view(), test_world_map.GEOMETRY, rounds)


def measure(name: str, view: MapView, geometry: Mapping[str, Any], rounds: int) -> None:
    """Both programs in turn; the median of the ratio."""
    artist = maps.artist(geometry)
    artist.draw(view)
    ratios = []
    for _ in range(rounds):
        start = time.process_time()
        by_svgwrite(view, geometry)
        theirs = time.process_time() - start
        start = time.process_time()
        for _ in range(20):
            artist.draw(view)
        ratios.append((time.process_time() - start) / 20 / theirs)
    print(f"{name}: 1/{1 / statistics.median(ratios):.0f} of svgwrite's default time (goal 1/40)")


if __name__ == "__main__":
    main()

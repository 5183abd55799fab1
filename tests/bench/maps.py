"""Goal 9: a turn's map against svgwrite drawing all of it anew, with its default settings, and against the map of the
package `diplomacy` (80 spaces, its orders drawn).

python -m tests.bench.maps [ROUNDS=7] [--peer PYTHON]: the fullest map of Europe; the map of the world as one of 31
players has it; the public map of the 737 regions of Romin Jhors. PEER is a Python that has `diplomacy` installed;
without it a virtual environment is made for it.
"""

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import cache
from typing import Any

from pbm.core.printout import MapView
from pbm.site.maps import artist as maps
from tests.bench.turn import peer_python
from tests.browser import test_world_map
from tests.rules.gunboat_empires import RULES as POWERS
from tests.rules.gunboat_empires.test_printout import START, printed
from tests.site.test_maps import RULES, full_view

PEER_CODE = """
import random, statistics, sys, time
from diplomacy import Game
r = random.Random(int(sys.argv[1])); g = Game(); possible = g.get_all_possible_orders()
for p in g.powers:
    g.set_orders(p, [r.choice(possible[l]) for l in g.get_orderable_locations(p) if possible[l]])
g.render(incl_abbrev=True)  # the first one reads more
spent = []
for _ in range(5):
    start = time.process_time(); g.render(incl_abbrev=True); spent.append(time.process_time() - start)
print(statistics.median(spent))
"""


@cache
def spaced(d: str) -> str:
    """Path data with a blank between all its parts: svgwrite's checks know no other."""
    return " ".join(re.findall(r"[A-Za-z]|-?\d*\.?\d+", d))


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
            for number in (badge.player, *(number for _, number in badge.units)):
                sheet.add(sheet.text(str(number), insert=(x, y), font_size=30))
    for arrow in view.arrows:
        (ax, ay), (bx, by) = (geometry["spaces"][code]["label"] for code in (arrow.start, arrow.end))
        sheet.add(sheet.path(d=f"M{ax} {ay}L{bx} {by}", stroke="#b3202a", fill="none"))
    for d in filter(None, (geometry.get("links", ""), *(d for _, _, d in geometry.get("arcs", ())))):
        sheet.add(sheet.path(d=spaced(d), stroke="#000", fill="none"))
    return str(sheet.tostring())


def main() -> None:
    """Both maps."""
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 7)
    python = peer_python()
    measure("a turn's map", full_view(), RULES.geometry, rounds, python)
    measure("a turn's map of the world", test_world_map.world_view(), test_world_map.GEOMETRY, rounds, python)
    powers = printed(START, {}, 0)[0].space_map
    measure("a turn's map of 737 regions", powers, POWERS.geometry, rounds, python)


def measure(name: str, view: MapView, geometry: Mapping[str, Any], rounds: int, python: str) -> None:
    """All programs in turn; the medians of the ratios."""
    artist = maps.artist(geometry)
    artist.draw(view)
    rows = []
    for k in range(rounds):
        start = time.process_time()
        by_svgwrite(view, geometry)
        theirs = time.process_time() - start
        start = time.process_time()
        for _ in range(20):
            artist.draw(view)
        ours = (time.process_time() - start) / 20
        peer = subprocess.run([python, "-c", PEER_CODE, str(k)], capture_output=True, text=True, check=True).stdout
        rows.append((theirs / ours, float(peer.splitlines()[-1]) / ours))
    plain, other = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"{name}: 1/{plain:.0f} of svgwrite's default time (goal 1/40)")
    print(f"{name}: 1/{other:.0f} of the time that diplomacy's render() needs for its own")


if __name__ == "__main__":
    main()

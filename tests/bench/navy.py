"""Naval Warfare: a quiet week of twelve countries, text in, printouts' data out, and its public chart.

    python -m tests.bench.navy [ROUNDS=5] [--peer PYTHON]

PEER is as in tests.bench.turn. A week has 480 orders, 40 of each country, and no battle; tests.bench.shots has those,
tests.bench.navy_site the pages. All figures are CPU seconds; of each work the best of all rounds counts, and ratios are
of those.
"""

import gzip
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from xml.etree import ElementTree

from pbm.core.dice import Dice
from pbm.core.printout import MapView
from pbm.engine.system import Seat, Sheet
from pbm.engine.turn import Cards, play, printouts
from pbm.orders.form import OrderLine
from pbm.rules.naval_warfare import SYSTEM
from pbm.rules.naval_warfare.sea import chart, distance
from pbm.rules.naval_warfare.setup import lay
from pbm.rules.naval_warfare.state import State
from tests.bench.squares import by_svgwrite, measured
from tests.bench.turn import peer, peer_python
from tests.rules.naval_warfare.test_chart import ARTIST, seen_by

COUNTRIES, TIMES = 12, 4
OPTIONS = {"events": "off"}
RULES = SYSTEM.setup.load("level", OPTIONS)
SEATS = tuple(Seat(p, home, f"Country {p}") for p, home in enumerate(SYSTEM.setup.homes(RULES)[:COUNTRIES], 1))
SHEET = Sheet("BENCH", "Bench", SEATS)
Drawn = tuple[str, dict[str, str], str]
CRUISER = {"hull": 4, "max": 20, "weapons": "NNAB", "shields": 5}
STRUCK = {**CRUISER, "hp": 12, "load": [3, 3, 5, 5]}
CARD = """\
@ {right}A {left}A {right}O {left}O {right}D5 {left}D5 {far}D5 FL1 EP2 ER3 ED1 PP{tag}B SPH SFNTTL LS1 LV4C LV6C LV8C
 N Republic {player}
@{tag}A B21=4NNAB/30 WNNC
@{tag}B B22=3NTM/25 WAA
@#9 R8 L
@#10 R8 L
@#11 R8 L
@#12 R8
@#13 R8
@G1 M{sea} SA TH R30 K1
@G2 P{sea} SV TF R20"""


def quiet() -> State:
    """Twelve countries that are equal, none at war: of the thirteen ships of each, eight are at sea in two groups near
    their home, and five were struck and lie in its dock.
    """
    opening = SYSTEM.start(RULES, SEATS, Dice(b"bench", "BENCH", 0))
    ships = {k: {**CRUISER, "group": 1 if k < 6 else 2} for k in range(1, 9)} | dict.fromkeys(range(9, 14), STRUCK)
    own = {str(k): ship for k, ship in ships.items()}
    groups = {str(p): {str(g): {"hex": _sea(opening, p, 1)} for g in (1, 2)} for p in opening.countries}
    words: dict[str, Any] = {"turn": 1, "groups": groups, "ships": dict.fromkeys(groups, own)}
    return lay(opening, words, RULES)


def _sea(state: State, player: int, far: int) -> str:
    """A hex of sea so far from a country's home port, the first."""
    home = next(port.hex for port in state.ports.values() if port.home and port.founder == player)
    return next(at for at in chart().near if at not in chart().land and distance(at, home) == far)


def cards(state: State) -> Cards:
    """Everybody's card, with treaties that the neighbours sign too, gifts, what is kept, builds, repairs, courses."""
    found = {}
    for p, country in state.countries.items():
        right, left, far = (1 + (p - 1 + step) % COUNTRIES for step in (1, -1, 2))
        text = CARD.format(player=p, tag=country.tag, right=right, left=left, far=far, sea=_sea(state, p, 3))
        found[p] = tuple(OrderLine(k, line) for k, line in enumerate(text.split("\n"), 1))
    return found


def week(state: State, sent: Cards) -> int:
    """One whole week; the orders taken."""
    played = play(SYSTEM, RULES, state, sent, Dice(b"b" * 16, "BENCH", state.turn + 1))
    faults = [fault for card in played.parsed.values() for fault in card.faults]
    assert not faults, faults[0]
    assert not any(event.kind == "battle" for event in played.events)
    out = printouts(SYSTEM, RULES, played.state, played.events, played.parsed, SHEET, (0, *state.countries))
    assert len(out) == COUNTRIES + 1
    return sum(card.count for card in played.parsed.values())


def drawn_of(view: MapView) -> list[Drawn]:
    """All that is drawn on a chart: the kind of each element, what it says of itself, and its text."""
    return [(it.tag, dict(it.attrib), it.text or "") for it in ElementTree.fromstring(ARTIST.draw(view)).iter()]


def lines(rounds: int, python: str) -> Iterator[str]:
    """What is found, in words."""
    state = quiet()
    sent = cards(state)
    view = seen_by(0)
    drawn = drawn_of(view)
    works: dict[str, Callable[[], object]] = {
        "week": partial(week, state, sent),
        "without cards": partial(week, state, {}),
        "chart": partial(ARTIST.draw, view),
        "svgwrite": partial(by_svgwrite, 100, drawn),
    }
    orders, spent, around = max((peer(python, k) for k in range(rounds)), key=lambda row: row[0] / row[2])
    best = measured(works, TIMES * rounds)
    own = week(state, sent) / best["week"]
    yield (
        f"{own / (orders / around):.2f} times the orders a CPU second of diplomacy where its side takes text in and "
        f"gives data out (goal 3), {own / (orders / spent):.2f} of its process() alone: {best['week'] * 1000:.0f} ms"
    )
    yield f"without cards and without orders a week costs {best['without cards'] / best['week']:.2f} of that"
    yield (
        f"a turn's public chart costs {best['chart'] / best['svgwrite']:.2f} of svgwrite's default time (goal 1/20): "
        f"{best['chart'] * 1000:.0f} ms"
    )
    svg = ARTIST.draw(view).encode()
    packed = len(gzip.compress(svg, mtime=0))
    yield f"that chart has {len(svg) / 1000:.1f} KB (goal 60), packed {packed / 1000:.1f} (goal 20)"


def main() -> None:
    """All of it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    for line in lines(rounds, peer_python()):
        print(f"Naval Warfare: {line}", flush=True)


if __name__ == "__main__":
    main()

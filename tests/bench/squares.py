"""Empire Deluxe: ways, mailings, cards and maps, against networkx, pathfinding, diplomacy and svgwrite.

    python -m tests.bench.squares [ROUNDS=5] [--peer PYTHON]

PEER is a Python of the same version that has `diplomacy`, `networkx` and `pathfinding`; without it a virtual
environment is made for them. The two finders of ways are run in this process. All figures are CPU seconds; of each
work the best of all rounds counts, and ratios are of those.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch
from xml.etree import ElementTree

from pbm.core.dice import Dice
from pbm.core.grid import GridView
from pbm.engine.turn import Cards, check, play, printouts
from pbm.rules.empire_deluxe import resolve as mailing
from pbm.rules.empire_deluxe.resolve.campaign import Campaign
from pbm.rules.empire_deluxe.ways import Routes
from pbm.site.maps.chart import draw_grid
from tests.bench.maps import spaced
from tests.bench.squares_world import Position, cards, crowd
from tests.bench.turn import peer
from tests.rules.empire_deluxe import SYSTEM

SMALL, LARGE = 60, 254
FEW, MANY = 150, 1_500
PAIRS = 60
PLACE = "import sysconfig; print(sysconfig.get_path('purelib'))"
SVG = "{http://www.w3.org/2000/svg}"


def peers() -> str:
    """A Python with the peers: the one given, or a new virtual environment; this process can import them too."""
    if "--peer" in sys.argv:
        python = sys.argv[sys.argv.index("--peer") + 1]
    else:
        folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
        subprocess.check_call([sys.executable, "-m", "venv", folder])
        packages = ("diplomacy", "setuptools<70", "networkx", "pathfinding")
        subprocess.check_call([folder / "bin/pip", "install", "-q", *packages])
        python = str(folder / "bin/python")
    sys.path.append(subprocess.run([python, "-c", PLACE], capture_output=True, text=True, check=True).stdout.strip())
    return python


class Ways:
    """Ways on the land and on the water of a world, from units to their goals: ours and those of the peers."""

    def __init__(self, position: Position) -> None:
        state = position.state
        self.board, self.searches = state.board, list[tuple[int, int, int, Any, Any]]()
        campaign, names = Campaign(state, Dice(b"", "", 0), position.rules), state.board.names
        goals = {unit.queue[0][1:]: unit.at for units in state.units.values() for unit in units.values()}
        for ground in (campaign.grounds["land"], campaign.grounds["sea"]):
            pairs = [(names[at], names[goal]) for goal, at in goals.items() if goal in names]
            pairs = [(at, goal) for at, goal in pairs if ground >> at & 1 and ground >> goal & 1]
            pairs = [(at, goal) for at, goal in pairs if Routes(self.board, goal, ground).steps(at)]
            graph, grid = self._graph(ground), self._grid(ground)
            self.searches += [(at, goal, ground, graph, grid) for at, goal in pairs[: PAIRS // 2]]
        always = import_module("pathfinding.core.diagonal_movement").DiagonalMovement.always
        self.finder = import_module("pathfinding.finder.a_star").AStarFinder(diagonal_movement=always)
        self.shortest = import_module("networkx").bidirectional_shortest_path

    def _graph(self, ground: int) -> Any:
        graph = import_module("networkx").Graph()
        here = self.board.squares(ground)
        graph.add_edges_from((at, there) for at in here for there in self.board.near(at) if ground >> there & 1)
        return graph

    def _grid(self, ground: int) -> Any:
        rows = self.board.marked(ground, "1", "0")
        return import_module("pathfinding.core.grid").Grid(matrix=[list(map(int, row)) for row in rows])

    def first(self) -> list[int]:
        """Steps, by what a unit asks of a new way: how far, and which squares are next."""
        return [Routes(self.board, goal, ground).next(at)[0] or 0 for at, goal, ground, _, _ in self.searches]

    def whole(self) -> list[int]:
        """The same, all squares of the way written out one after the other."""
        found = []
        for at, goal, ground, _, _ in self.searches:
            way, steps = Routes(self.board, goal, ground), 0
            while at != goal:
                at, steps = way.next(at)[1][0], steps + 1
            found.append(steps)
        return found

    def networkx(self) -> list[int]:
        """The same by its search from both ends."""
        return [len(self.shortest(graph, at, goal)) - 1 for at, goal, _, graph, _ in self.searches]

    def pathfinding(self) -> list[int]:
        """About the same by its A*, for which a slanting step is longer than a straight one."""
        found = []
        for at, goal, _, _, grid in self.searches:
            (y, x), (j, i) = divmod(at, self.board.width), divmod(goal, self.board.width)
            path, _ = self.finder.find_path(grid.node(x, y), grid.node(i, j), grid)
            found.append(len(path) - 1)
        return found

    def cleaning(self) -> None:
        """What of that is the wiping of the grid after the search before."""
        for _, _, _, _, grid in self.searches:
            grid.cleanup()


def outcome(position: Position, *, told: bool = True) -> Any:
    """A mailing of five game turns without cards; its engine has no way to leave out what is told, this has."""

    def quiet(*words: Any) -> Campaign:
        campaign = Campaign(*words)
        campaign.is_quiet = not told
        return campaign

    with patch.object(mailing, "Campaign", quiet):
        return mailing.resolve(position.state, {}, Dice(b"b" * 16, "BENCH", 1), position.rules)


def read(position: Position, sent: Cards) -> int:
    """Everybody's card read against the view, which is made for it; the orders."""
    return sum(check(SYSTEM, position.rules, position.state, player, sent[player]).count for player in sent)


def whole_mailing(position: Position) -> dict[int, Any]:
    """A mailing from cards to printouts, by reader."""
    rules, state = position.rules, position.state
    played = play(SYSTEM, rules, state, cards(state), Dice(b"b" * 16, "BENCH", 1))
    return {**printouts(SYSTEM, rules, played.state, played.events, played.parsed, position.sheet, (0, *state.players))}


def drawn_of(view: GridView) -> list[tuple[str, dict[str, str], str]]:
    """All that is drawn on a map: the kind of each element, what it says of itself, and its text."""
    found = ElementTree.fromstring(draw_grid(view, standalone=True)).iter()
    return [(it.tag.removeprefix(SVG), dict(it.attrib), it.text or "") for it in found]


def by_svgwrite(side: int, drawn: list[tuple[str, dict[str, str], str]]) -> str:
    """The same drawing by svgwrite with its default settings; it is told where all outlines run."""
    from svgwrite import Drawing

    sheet = Drawing(size=(20 * side, 20 * side))
    made: dict[str, Callable[[dict[str, str], str], Any]] = {
        "path": lambda it, _: sheet.path(d=spaced(it["d"]), class_=it.get("class", "g")),
        "use": lambda it, _: sheet.use(it["href"], insert=(it.get("x", 0), it.get("y", 0))),
        "text": lambda it, text: sheet.text(text, insert=(it.get("x", 0), it.get("y", 0))),
        "rect": lambda it, _: sheet.rect((it.get("x", 0), it.get("y", 0)), (it["width"], it["height"])),
        "circle": lambda it, _: sheet.circle((it.get("cx", 0), it.get("cy", 0)), it["r"]),
        "g": lambda it, _: sheet.g(class_=it.get("class", "g")),
    }
    for kind, told, text in drawn:
        if kind in made:
            sheet.add(made[kind](told, text))
    return str(sheet.tostring())


def measured(works: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """CPU seconds of each work, the best of so many rounds in which all take their turn."""
    best: dict[str, float] = {}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            work()
            spent = time.process_time() - start
            best[name] = min(best.get(name, spent), spent)
    return best


def lines(rounds: int, python: str) -> Iterator[str]:
    """What is found, in words."""
    for side in (SMALL, LARGE):
        few, many = crowd(side, side, FEW), crowd(side, side, MANY)
        yield from _of_ways(f"{side}x{side}", Ways(many), few, many, rounds)
    orders, spent, around = max((peer(python, k) for k in range(rounds)), key=lambda row: row[0] / row[1])
    for side in (SMALL, LARGE):
        position = crowd(side, side, MANY)
        sent = cards(position.state)
        own = read(position, sent) / measured({"read": partial(read, position, sent)}, rounds)["read"]
        yield (
            f"{side}x{side}: {MANY} orders on 6 cards are read {own / (orders / spent):.2f} times as fast as "
            f"diplomacy's process() resolves its own (goal 5), "
            f"{own / (orders / around):.2f} times where that takes text in and gives data out"
        )
        view = whole_mailing(position)[1].map
        works = {"ours": partial(draw_grid, view), "theirs": partial(by_svgwrite, side, drawn_of(view))}
        best = measured(works, rounds)
        yield (
            f"{side}x{side}: a private map costs 1/{best['theirs'] / best['ours']:.1f} of svgwrite's default time "
            f"(goal 1/15): {best['ours'] * 1000:.0f} ms"
        )


def _of_ways(where: str, ways: Ways, few: Position, many: Position, rounds: int) -> Iterator[str]:
    assert ways.first() == ways.whole() == ways.networkx()
    works: dict[str, Callable[[], object]] = {
        "first": ways.first,
        "whole": ways.whole,
        "networkx": ways.networkx,
        "A*": ways.pathfinding,
        "cleaning": ways.cleaning,
        "few": partial(outcome, few),
        "many": partial(outcome, many),
        "quiet": partial(outcome, many, told=False),
    }
    best = measured(works, rounds)
    search = best["networkx"] / len(ways.searches)
    yield (
        f"{where}: a way and its next step cost {best['first'] / best['networkx']:.2f} of networkx's (goal 0.5), "
        f"all its steps written out {best['whole'] / best['networkx']:.2f}"
    )
    yield (
        f"{where}: 1/{best['A*'] / best['first']:.0f} of pathfinding's A* (goal 1/15), all steps written out "
        f"1/{best['A*'] / best['whole']:.1f}; {best['cleaning'] / best['A*']:.0%} of A* is the wiping of its grid"
    )
    yield (
        f"{where}: a mailing of {MANY} units costs as much as {best['many'] / search:.0f} of networkx's ways "
        f"(goal 1500): {best['many'] * 1000:.0f} ms"
    )
    yield f"{where}: without what is told it costs {best['quiet'] / best['many']:.2f} (goal 0.6)"
    yield f"{where}: {MANY} units cost {best['many'] / best['few']:.1f} times {FEW} (goal 12)"


def main() -> None:
    """All of it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    for line in lines(rounds, peers()):
        print(f"empire {line}", flush=True)


if __name__ == "__main__":
    main()

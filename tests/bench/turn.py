"""Goals 6, 7, 8: a turn of 2,500 orders, text in, printouts' data out, against the package `diplomacy`.

    python -m tests.bench.turn [ROUNDS=5] [--peer PYTHON]

PEER is a Python that has `diplomacy` installed; without it a virtual environment is made for it. Both sides
run in turn in the same round; figures are CPU seconds. Prints medians and ratios, and a line for
content/about/performance.md.
"""

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from pbm.core.dice import Dice
from pbm.engine.system import Rules, Seat, Sheet
from pbm.engine.turn import play, printouts
from pbm.orders.form import OrderLine
from pbm.rules import system
from tests.bench import floor, world

TURNS = 6
NAMES = ("diplomacy", "ours", "on 2,000 spaces", "many seeds", "the world", "the world, many seeds", "forty turns")
PEER_CODE = """
import json, random, sys, time
from diplomacy import Game
r = random.Random(int(sys.argv[1])); g = Game(); orders = 0; cpu = 0.0; phases = 0; around = 0.0
while phases < 120:
    if g.is_game_done or g.get_current_phase()[1:5] > '1925':
        g = Game()
    possible = g.get_all_possible_orders()
    for p in g.powers:
        chosen = [r.choice(possible[l]) for l in g.get_orderable_locations(p) if possible[l]]
        n = len(chosen)
        movement = g.get_current_phase().endswith('M')
        start = time.process_time(); g.set_orders(p, chosen); spent = time.process_time() - start
        if movement: orders += n; around += spent
    movement = g.get_current_phase().endswith('M')
    start = time.process_time(); g.process(); spent = time.process_time() - start
    last = list(g.state_history.keys())[-1]
    start = time.process_time(); g.get_phase_from_history(last).to_dict(); told = time.process_time() - start
    if movement: cpu += spent; around += told; phases += 1
print(json.dumps({'orders': orders, 'cpu': cpu, 'whole': cpu + around}))
"""


class Bench:
    """A map (a generated one of so many spaces, or that of some rules), its position, and 25 cards of 100 orders (or
    more on a larger map).
    """

    def __init__(self, spaces: int | Rules, orders: int) -> None:
        self.system = system("battle-plan")
        self.rules = world.rules_of(spaces) if isinstance(spaces, int) else spaces
        self.state = world.position(self.rules)
        self.sheet = Sheet("BENCH", "Bench", tuple(Seat(p, self.rules.map.countries[p]) for p in self.state.players))
        self.cards: dict[int, tuple[OrderLine, ...]] = {}
        for p in self.system.course.living(self.state):
            kit = self.system.kit(self.system.view(self.state, p, self.rules), self.rules)
            self.cards[p] = world.card(kit, orders // world.PLAYERS, seed=p)

    def turn(self, number: int) -> tuple[int, int]:
        """One whole turn: text in, printouts' data out. Returns orders taken and faults."""
        dice = Dice(b"b" * 16, "BENCH", number)
        played = play(self.system, self.rules, self.state, self.cards, dice)
        viewers = (0, *self.system.course.awaited(played.state))
        out = printouts(self.system, self.rules, played.state, played.events, played.parsed, self.sheet, viewers)
        assert len(out) == len(viewers)
        return sum(p.count for p in played.parsed.values()), sum(len(p.faults) for p in played.parsed.values())

    def measure(self, turns: int) -> tuple[int, float]:
        """Orders and CPU seconds of that many turns."""
        orders = 0
        start = time.process_time()
        for number in range(turns):
            orders += self.turn(number)[0]
        return orders, time.process_time() - start

    def many_seeds(self, seeds: int) -> tuple[int, float]:
        """Goal 8: the same turn under many seeds; cards are read once, the turn is resolved again and again."""
        parsed = {
            p: self.system.parse(card, self.system.view(self.state, p, self.rules), self.rules)
            for p, card in self.cards.items()
        }
        orders = sum(card.count for card in parsed.values())
        start = time.process_time()
        for number in range(seeds):
            self.system.resolve(self.state, parsed, Dice(number.to_bytes(16, "big"), "BENCH", 1), self.rules)
        return orders * seeds, time.process_time() - start


def peer_python() -> str:
    """A Python with `diplomacy`: the one given, or a new virtual environment."""
    if "--peer" in sys.argv:
        return sys.argv[sys.argv.index("--peer") + 1]
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    subprocess.check_call([sys.executable, "-m", "venv", folder])
    subprocess.check_call([folder / "bin/pip", "install", "-q", "diplomacy", "setuptools<70"])
    return str(folder / "bin/python")


def peer(python: str, seed: int) -> tuple[int, float, float]:
    """Orders of the peer's movement phases, CPU seconds of process() alone, and with text in and data out."""
    out = subprocess.run([python, "-c", PEER_CODE, str(seed)], capture_output=True, text=True, check=True).stdout
    row: dict[str, Any] = json.loads(out.splitlines()[-1])
    return row["orders"], row["cpu"], row["whole"]


def _measure(name: str) -> tuple[int, float]:
    """Orders and CPU seconds of one row of the table, in this process and nothing else in it."""
    if name == "on 2,000 spaces":
        return Bench(2_000, 25_000).measure(1)
    bench = Bench(world.rules_of_the_world() if name.startswith("the world") else 200, 2_500)
    if name.endswith("many seeds"):
        return bench.many_seeds(2 * TURNS)
    return bench.measure(40 if name == "forty turns" else TURNS)


def apart(name: str) -> tuple[int, float]:
    """The same in a process of its own, as the peer has one: what other games leave in memory is not measured."""
    command = [sys.executable, "-m", "tests.bench.turn", "--only", name]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    orders, seconds = json.loads(out)
    return orders, seconds


def main() -> None:
    """Rounds of peer, 200 spaces, 2,000 spaces, many seeds; medians of the ratios."""
    if "--only" in sys.argv:
        print(json.dumps(_measure(sys.argv[sys.argv.index("--only") + 1])))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    python = peer_python()
    for name, bench in (("200", Bench(200, 2_500)), ("2,000", Bench(2_000, 25_000))):
        print("a turn of {} orders ({} faults) on {} spaces".format(*bench.turn(0), name))
    earth = Bench(world.rules_of_the_world(), 2_500)
    print("a turn of {} orders ({} faults) on the 255 spaces of the world".format(*earth.turn(0)))
    rows = []
    for k in range(rounds):
        number, alone, whole = peer(python, k)
        measured = [(number, alone), *map(apart, NAMES[1:])]
        speed = [n / cpu for n, cpu in measured]
        toys, toy_time = floor.measure(40, k)
        own, peer_whole = (speed[1], speed[4]), number / whole
        rows.append(
            (
                *(ours / speed[0] for ours in own),
                *(ours / peer_whole for ours in own),
                speed[1] / speed[2],
                speed[3] / speed[0],
                speed[5] / speed[0],
                speed[1] / speed[6],
                toys / toy_time / speed[1],
            )
        )
        told = ", ".join(f"{name} {n:.0f}" for name, n in zip(NAMES, speed, strict=True))
        print(f"round {k + 1}: orders a CPU second: {told}")
    columns = (statistics.median(column) for column in zip(*rows, strict=True))
    bare, bare_world, like, like_world, linear, seeded, often, replay, toy = columns
    equal = "where its side takes text in and gives data out as ours does (set_orders, to_dict)"
    print(f"goal 6: {like:.1f} times the orders a CPU second of diplomacy {equal} (goal 3)")
    print(f"goal 6: {bare:.1f} times those of its process() alone, which neither reads nor tells")
    print(f"goal 6: {toy:.0f} times what an order of a game without rules costs, the floor in Python")
    print(f"goal 7: an order of 25,000 on 2,000 spaces costs {linear:.2f} of one of 2,500 on 200 (goal 1.2)")
    print(f"goal 7: a turn of forty in one process costs {replay:.2f} of one of {TURNS}")
    print(f"goal 8: the same turn under many seeds {seeded:.1f} times (goal 8)")
    print(f"on the world: goal 6 {like_world:.1f} times, of process() alone {bare_world:.1f} (goal 3)")
    print(f"on the world: goal 8 {often:.1f} times (goal 8)")


if __name__ == "__main__":
    main()

"""Goals of shared work: what two workers gain of what two bare processes gain, what they cost, memory, and linearity.

python -m tests.bench.sharing [GAMES=64]

Everything is measured in one run: the same games played by one process, by two bare ones at the same time, and by two
workers, in seven rounds, for the speed of a machine that others use too changes from minute to minute. Ratios are taken
in each round. Nothing else should be at work on the machine.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from pbm import rules as registry
from pbm.engine.system import Seat
from pbm.sharing.choice import sharer
from pbm.trials.game import play_games, read_game
from pbm.trials.tally import TrialTally
from pbm.trials.trial import encoded, of_variant, seed_from
from tests.sharing.tasks import squared
from tests.sharing.workers import running

HERE = Path(__file__).parents[2]
PIECE = 4  # games, as pbm/cli/simulate.py has it
TURNS = 40
ROUNDS = 7


def trial_data() -> bytes:
    """The trial that is played: Europe, a full game."""
    system = registry.system("battle-plan")
    homes = system.setup.homes(system.setup.load("europe", {}))
    seats = tuple(Seat(number, home) for number, home in enumerate(homes, 1))
    return encoded(of_variant(Path("nowhere"), system, "europe", {}, seats, seed_from("1"), TURNS))


def bare(first: int, last: int) -> None:
    """The bare loop: these games one after another."""
    data = trial_data()
    for number in range(first, last + 1):
        play_games(data, [number])


def memory(games: int) -> int:
    """The peak of this process in kilobytes, when it has counted so many games that came back to it."""
    line = play_games(trial_data(), [1])[0]
    tally = TrialTally(range(1, 10))
    for _ in range(games):
        tally.add(read_game(line))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def children(commands: Sequence[str]) -> tuple[float, float]:
    """Wall and CPU seconds of these calls, each in a process of its own, all at the same time."""
    begun, used = time.perf_counter(), cpu()
    running = [
        subprocess.Popen([sys.executable, "-c", f"from tests.bench.sharing import *; {it}"], cwd=HERE)
        for it in commands
    ]
    assert not any(process.wait() for process in running)
    return time.perf_counter() - begun, cpu() - used


def cpu() -> float:
    """CPU seconds of this process and of its children that have ended."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system


class Rounds(NamedTuple):
    """What all rounds took: seconds a round of one bare loop, of two, of two workers; the seconds in which the workers
    start and end; and the CPU seconds of all rounds, of each of the three.
    """

    alone: list[float]
    both: list[float]
    inner: list[float]
    ends: float
    cost: float
    of_both: float
    of_workers: float


def rounds(games: int) -> Rounds:
    """Rounds of the three, one after another; the workers are there from the first to the last."""
    alone, both, inner = [], [], []
    cost = of_both = 0.0
    begun, used, data, half = time.perf_counter(), cpu(), trial_data(), games // 2
    pieces = [tuple(range(at, min(at + PIECE, games + 1))) for at in range(1, games + 1, PIECE)]
    with sharer(2, "", print) as two:
        list(two.each(squared, 1, range(2)))  # both have begun
        started = time.perf_counter()
        for _ in range(ROUNDS):
            seconds, of_one = children([f"bare(1, {games})"])
            alone.append(seconds)
            cost += of_one
            seconds, of_two = children([f"bare(1, {half})", f"bare({half + 1}, {games})"])
            both.append(seconds)
            of_both += of_two
            first = time.perf_counter()
            assert sum(len(lines) for _, lines in two.each(play_games, data, pieces)) == games
            inner.append(time.perf_counter() - first)
        ended = time.perf_counter()
    ends = started - begun + time.perf_counter() - ended
    return Rounds(alone, both, inner, ends, cost, of_both, cpu() - used - cost - of_both)


def handing() -> float:
    """Seconds that it takes to hand a piece without work to a worker and to get it back."""
    with sharer(2, "", print) as two:
        list(two.each(squared, 1, range(20)))
        begun = time.perf_counter()
        list(two.each(squared, 1, range(1000)))
        return (time.perf_counter() - begun) / 1000


def ends(pieces: int = 2000) -> tuple[float, float]:
    """CPU seconds that a piece without work costs the client, and the scheduler of a cluster of two workers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), 2) as found,
        sharer(0, found.address, print) as two,
    ):
        list(two.each(squared, 1, range(200)))
        before, begun = cpu_of(found.scheduler.pid), time.process_time()
        list(two.each(squared, 1, range(pieces)))
        client, scheduler = time.process_time() - begun, cpu_of(found.scheduler.pid) - before
    return client / pieces, scheduler / pieces


def cpu_of(process: int) -> float:
    """CPU seconds of a process that is at work, as Linux tells them (proc_pid_stat(5))."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """The figures, a line each."""
    games = next((int(word) for word in sys.argv[1:] if word.isdigit()), 64)
    it = rounds(games)
    gains = sorted(both / inner for both, inner in zip(it.both, it.inner, strict=True))
    alone = median(it.alone)
    print(
        f"{ROUNDS} rounds of {games} games of {TURNS} turns, in the middle: one process {alone:.1f} s, two bare "
        f"{median(it.both):.1f} s, two workers {median(it.inner):.1f} s; the workers start and end in {it.ends:.1f} s"
    )
    print(
        f"goal: two workers gain {median(gains):.2f} of two bare loops (goal 0.85), in single rounds {gains[0]:.2f} "
        f"to {gains[-1]:.2f}"
    )
    print(
        f"goal: CPU of two workers {it.of_workers / it.cost:.2f} of one process (goal 1.15), of two bare "
        f"{it.of_both / it.cost:.2f}"
    )
    piece = PIECE * alone / games
    handed = handing()
    print(f"goal: handing over {1000 * handed:.1f} ms a piece, {100 * handed / piece:.1f} % of playing it (goal 2 %)")
    client, scheduler = ends()
    print(f"of it, a piece costs the client {1000 * client:.1f} ms of CPU, the scheduler {1000 * scheduler:.1f} ms")
    small, large = (
        int(subprocess.run(
            [sys.executable, "-c", f"from tests.bench.sharing import *; print(memory({count}))"],
            cwd=HERE, capture_output=True, text=True, check=True,
        ).stdout)
        for count in (1_000, 100_000)
    )  # fmt: skip
    print(f"goal: memory of the client after 100,000 games {large / small:.2f} of that after 1,000 (goal 1)")
    grown = []
    for _ in range(ROUNDS):
        few, _cost = children([f"bare(1, {games // 4})"])
        many, _cost = children([f"bare(1, {games})"])
        grown.append(many / few)
    print(f"goal: four times the games {median(grown):.2f} times as long (goal 4)")


if __name__ == "__main__":
    main()

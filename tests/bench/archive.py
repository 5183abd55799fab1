"""An archive of many games: building and proving all of it, alone and by two workers, and what four times as many cost.

python -m tests.bench.archive [GAMES=24]

Makes a league of so many revealed games of house players, half of Battle Plan and half of Trust a Thief, and one of
four times as many. Nothing else should be at work on the machine.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from pbm import rules as registry
from tests.bench.publish import peak
from tests.example_games import EUROPE, START, Example, make_game

HERE = Path(__file__).parents[2]
TURNS = 12
HOUR = 3600


class Spent(NamedTuple):
    """Seconds by the clock, and of processors."""

    wall: float
    cpu: float


def league(root: Path, games: int) -> Path:
    """A league of so many revealed games, with the pages of the example league."""
    shutil.copytree(HERE / "content", root / "content", ignore=shutil.ignore_patterns("games"))
    setup = registry.system("trust-a-thief").setup
    isles = setup.usual(setup.load("sample", {}), 5)
    for number in range(1, games + 1):
        name, system, variant, homes = (
            (f"EU-{number}", "battle-plan", "europe", EUROPE)
            if number % 2
            else (f"TT-{number}", "trust-a-thief", "sample", isles)
        )
        make_game(root, Example(name, f"Game {number}", system, variant, homes, "deadline", TURNS, START, "revealed"))
    return root


def pbm(root: Path, *words: str) -> list[str]:
    """A command of ours."""
    return [sys.executable, "-m", "pbm", "--root", str(root), *words]


def spent(command: list[str]) -> Spent:
    """What a command costs, its children included."""
    begun, before = time.perf_counter(), os.times()
    subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Spent(time.perf_counter() - begun, cpu)


def anew(root: Path) -> Path:
    """A league whose pages the next build makes, with an empty cache."""
    shutil.rmtree(root / "output", ignore_errors=True)
    os.environ["XDG_CACHE_HOME"] = str(root / f"cache-{time.monotonic_ns()}")
    return root


def build(root: Path, *words: str) -> Spent:
    """A build of everything."""
    return spent(pbm(anew(root), "build", *words))


def sizes(root: Path) -> str:
    """What lies in the site, and the largest of its pages beyond those of games."""
    site = root / "output/site"
    files = {path.relative_to(site): path.stat().st_size for path in site.rglob("*") if path.is_file()}
    shared = {path: size for path, size in files.items() if path.parts[0] != "games" or len(path.parts) < 3}
    large = sorted(shared, key=lambda path: -shared[path])[:4]
    told = ", ".join(f"{path} {shared[path] / 1000:.0f} KB" for path in large)
    return f"{len(files)} files, {sum(files.values()) / 1e6:.0f} MB; {told}"


def main() -> None:
    """The figures, a line each."""
    games = next((int(word) for word in sys.argv[1:] if word.isdigit()), 24)
    work = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    alone: dict[int, Spent] = {}
    for count in (games, 4 * games):
        root = league(work / str(count), count)
        alone[count] = build(root)
        told = alone[count]
        print(f"{count} games: build {told.wall:.1f} s, {told.cpu:.1f} s of CPU; {sizes(root)}", flush=True)
        idle = spent(pbm(root, "publish"))
        print(f"{count} games: publish with nothing new {idle.cpu:.2f} s of CPU", flush=True)
    root = work / str(4 * games)
    two = build(root, "--workers", "2")
    print(
        f"build of {4 * games} games by two workers: {alone[4 * games].wall / two.wall:.2f} times as fast, "
        f"CPU {two.cpu / alone[4 * games].cpu:.2f} of one process"
    )
    names = sorted(path.name for path in (root / "content/games").iterdir())
    one, two = spent(pbm(root, "verify", *names)), spent(pbm(root, "verify", "--workers", "2", *names))
    print(
        f"verify of {len(names)} games: {len(names) * HOUR / one.wall:,.0f} an hour; by two workers "
        f"{one.wall / two.wall:.2f} times as fast, CPU {two.cpu / one.cpu:.2f} of one process"
    )
    print(f"four times the games: build {alone[4 * games].cpu / alone[games].cpu:.2f} times the CPU")
    few, many = (peak(pbm(anew(work / str(count)), "build")) for count in (games, 4 * games))
    print(f"memory of a build: {few:.0f} MB, of four times the games {many:.0f} MB")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

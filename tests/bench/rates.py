"""What one processor does in an hour: games played, turns proved, seeds tried, pages made, of every system.

python -m tests.bench.rates [SECONDS=20]

Each row is measured for so many seconds. The example games of content/ are proved and built as they lie; pages are made
into an empty folder with an empty cache.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pbm import rules as registry
from pbm.archive.proving import AskedProof, prove
from pbm.cases.scenario import try_file
from pbm.engine.system import Seat
from pbm.trials.game import play_game
from pbm.trials.trial import encoded, lay, of_variant, seed_from
from tests.systems import SHIPPED

HERE = Path(__file__).parents[2]
HOUR = 3600
PROVED = ("EU-1", "TT-1", "GB-1", "ED-1", "NW-1")
CASE = HERE / "tests/cases/battle_plan/4C.6-thirty-against-twenty-four.toml"


def played(name: str, variant: str, seconds: float) -> str:
    """Games of a variant in an hour."""
    system = registry.system(name)
    rules = system.setup.load(variant, {})
    homes = system.setup.usual(rules, system.setup.most(rules))
    seats = tuple(Seat(number, home) for number, home in enumerate(homes, 1))
    table = lay(encoded(of_variant(Path("nowhere"), system, variant, {}, seats, seed_from("rates"), 100)))
    turns, games, begun = 0, 0, time.process_time()
    while not games or time.process_time() < begun + seconds:
        games += 1
        turns += play_game(table, games).turns
    used = time.process_time() - begun
    return f"{len(seats)} seats, {turns / games:.0f} turns: {games * HOUR / used:,.0f} games an hour"


def proved(game: str) -> str:
    """Turns of an example game proved in an hour."""
    begun = time.process_time()
    proof = prove(HERE, AskedProof(game), lambda links, count: links)
    used = time.process_time() - begun
    return f"{proof.turns * HOUR / used:,.0f} turns an hour"


def tried(seconds: float) -> str:
    """Seeds of a case in an hour."""
    seeds, begun = 0, time.process_time()
    while time.process_time() < begun + seconds:
        try_file(CASE, 1000)
        seeds += 1000
    return f"{seeds * HOUR / (time.process_time() - begun):,.0f} seeds an hour"


def built(game: str, folder: Path) -> str:
    """A game's pages made in an hour, and how large they are."""
    shutil.copytree(HERE / "content" / "games" / game, folder / "content" / "games" / game)
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
    before = os.times()
    subprocess.run(
        [sys.executable, "-m", "pbm", "--root", str(folder), "build"],
        cwd=HERE, env=environment, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    files = [path for path in (folder / "output/site/games" / game).rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    return f"{used:.1f} s for {len(files)} files, {size / 1e6:.1f} MB"


def main() -> None:
    """A line for each figure."""
    seconds = next((float(word) for word in sys.argv[1:] if word.isdigit()), 20.0)
    for name in SHIPPED:
        for variant in registry.system(name).variants:
            print(f"{name} {variant}: {played(name, variant, seconds)}", flush=True)
    for game in PROVED:
        print(f"verify {game}: {proved(game)}", flush=True)
    print(f"try {CASE.name}: {tried(seconds)}", flush=True)
    for game in PROVED:
        with tempfile.TemporaryDirectory() as folder:
            print(f"build {game}: {built(game, Path(folder))}", flush=True)


if __name__ == "__main__":
    main()

"""Naval Warfare: publishing a week early and late in a game, its memory, and what the pages of twelve countries weigh.

    python -m tests.bench.navy_site [ROUNDS=5]

The game that is published runs, all its printouts sealed; the weeks of the past are copies. CPU seconds of whole
commands, of each the best of all rounds. The game that is weighed was played by house players to its end, and is
revealed.
"""

import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from pbm.rules.naval_warfare.state import state_words
from pbm.seal.ring import Ring, make_epoch
from pbm.store.folder import Folder
from pbm.store.founding import Founder, Founding, found
from pbm.store.play import lay_table
from tests.bench.navy import OPTIONS, SEATS, quiet
from tests.bench.publish import NOW, pbm, peak, publish, repeat, resolve_next
from tests.bench.site import HERE, cpu
from tests.example_games import secret, write_cards

GAME, WEEKS = "NW-9", 26
EARLY, LATE = 3, 25
NOTHING = [sys.executable, "-c", "pass"]
MAIN = re.compile(r"<main.*</main>", re.DOTALL)


def founded(root: Path, *, runs: bool) -> Folder:
    """A game of twelve, before its first week; one that runs has its printouts sealed, and no events by dice."""
    founders = tuple(Founder(seat.player, seat.home, secret(GAME, seat.player), seat.name) for seat in SEATS)
    ring = Ring({f.number: (make_epoch(GAME, f.number),) for f in founders}) if runs else None
    plan = Founding(GAME, "Bench", "naval-warfare", "level", founders, secret(GAME), resolve="all-in", ring=ring)
    return found(root, replace(plan, options=OPTIONS if runs else {}), NOW)


def early_and_late(work: Path, rounds: int) -> Iterator[str]:
    """The next week of a short and of a long game, from one position. Each round has folders of its own, whose site was
    built there: what is remembered of a site goes by where it lies.
    """
    state = state_words(quiet())
    best = dict.fromkeys((EARLY, LATE, WEEKS), float("inf"))
    for number in best:
        folder = founded(work / str(number), runs=True)
        resolve_next(folder)
        repeat(folder, state, number - 1)
    for k in range(rounds):
        for number in best:
            best[number] = min(best[number], publish(_built(work, number, k), GAME))
    yield f"{best[LATE] / best[EARLY]:.2f} publishing week {LATE}, to week {EARLY} (goal 1.15)"
    yield f"{best[WEEKS] / best[EARLY]:.2f} publishing week {WEEKS}, with which the game ends"
    root = _built(work, LATE, rounds)
    write_cards(lay_table(Folder(root, GAME)), LATE)
    needs = peak(pbm(root, "publish")) - peak(NOTHING)
    yield f"publishing needs {needs:.0f} MB beyond Python's own (goal 100)"


def _built(work: Path, number: int, k: int) -> Path:
    """A copy of the game before a week, with its site."""
    root = work / f"{number}-{k}"
    shutil.copytree(work / str(number), root)
    cpu(pbm(root, "build"), HERE)
    return root


def pages(work: Path) -> Iterator[str]:
    """What is on the pages of a whole game, battles and all."""
    root = work / "revealed"
    folder = founded(root, runs=False)
    fought = Counter[tuple[int, int]]()
    while folder.facts.status == "running" and folder.last < WEEKS:
        resolve_next(folder)
        told = [it for it in folder.events(folder.last) if it["kind"] == "rounds"]
        fought.update((folder.last, player) for it in told for player in it["seen_by"])
    folder.set_status("revealed")
    cpu(pbm(root, "build"), HERE)
    site = root / "output/site/games" / GAME
    sums = [sum(it.stat().st_size for it in (site / str(n)).rglob("*.html")) for n in range(1, folder.last + 1)]
    most, mean = max(sums) / 1e6, sum(sums) / len(sums) / 1e6
    yield f"the pages of a week of twelve have {most:.2f} MB at most (goal 1.6), {mean:.2f} on an average"
    sizes = {(week, player): _content(site / f"{week}/{player}.html") for week, player in fought}
    week, player = max(sizes, key=lambda key: (min(10, fought[key]), sizes[key]))
    many = fought[week, player]
    yield f"a private page with {many} battles holds {sizes[week, player] / 1000:.0f} KB (goal 140, with ten)"
    yield f"the largest of all holds {max(sizes.values()) / 1000:.0f} KB"


def _content(path: Path) -> int:
    """Bytes of a page without its head, menus and foot."""
    return len("".join(MAIN.findall(path.read_text("utf-8"))).encode())


def main() -> None:
    """All of it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    place = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="pbm-bench-", dir=place if place.is_dir() else None) as folder:
        for line in (*early_and_late(Path(folder), rounds), *pages(Path(folder))):
            print(f"Naval Warfare: {line}", flush=True)


if __name__ == "__main__":
    main()

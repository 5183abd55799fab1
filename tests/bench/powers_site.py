"""Publishing a turn of GB-1, 28 great powers, early and late in the game.

    python -m tests.bench.powers_site [ROUNDS=3]

The example game is laid down as it was before turn 2 and before turn 35; the turn is added and the site built. Prints
the ratio of CPU seconds while the game runs, its printouts beside the site; and of the game with all printouts open,
the peak of memory when 34 turns are made at once, and what the next turn adds to the site.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.bench.site import cpu

SOURCE = Path(__file__).parent.parent.parent / "content"
EARLY, LATE = 2, 35
COMMAND = [sys.executable, "-m", "pbm", "build"]


def lay(root: Path, turns: int, *, runs: bool) -> Path:
    """The game as it was after so many turns, with its printouts beside the site or all of them open; its folder."""
    game = root / "content" / "games" / "GB-1"
    shutil.copytree(SOURCE / "games" / "GB-1", game)
    if runs:
        facts = game / "game.toml"
        facts.write_text(facts.read_text("utf-8").replace('status = "revealed"', 'status = "running"'), "utf-8")
    for later in (*(game / "news").glob("0*.md"), *(game / "press").glob("0*.md")):
        if int(later.name[:3]) > turns:
            later.unlink()
    shutil.copy(SOURCE / "site.toml", root / "content")
    for turn in (game / "private" / "turns").iterdir():
        if turn.name.isdigit() and int(turn.name) > turns:
            shutil.rmtree(turn)
    return game


def size(root: Path) -> int:
    """Bytes of the site."""
    return sum(path.stat().st_size for path in (root / "output" / "site").rglob("*") if path.is_file())


def peak(root: Path) -> float:
    """Megabytes of a build, at most."""
    with subprocess.Popen(COMMAND, cwd=root, stdout=subprocess.DEVNULL) as running:
        _, code, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(code)
    assert not running.returncode
    return used.ru_maxrss / 1024


def measured(root: Path, turn: int, *, runs: bool) -> tuple[float, float, float]:
    """CPU seconds of publishing a turn after the others, megabytes of making those, and what the turn adds."""
    game = lay(root, turn - 1, runs=runs)
    most = peak(root)
    before = size(root)
    name = f"{turn:03d}"
    shutil.copytree(SOURCE / "games" / "GB-1" / "private" / "turns" / name, game / "private" / "turns" / name)
    seconds = cpu(COMMAND, root)
    return seconds, most, (size(root) - before) / 1_000_000


def main() -> None:
    """Rounds of both; medians."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3
    rows = []
    for _ in range(rounds):
        found = []
        for turn, runs in ((EARLY, True), (LATE, True), (LATE, False)):
            with tempfile.TemporaryDirectory() as folder:
                found.append(measured(Path(folder), turn, runs=runs))
        (early, _, _), (late, _, _), (_, most, more) = found
        rows.append((late / early, most, more))
    ratio, most, more = (statistics.median(column) for column in zip(*rows, strict=True))
    print(f"28 powers: {ratio:.2f} publishing turn {LATE}, to turn {EARLY} (goal 1.15)")
    print(f"28 powers: {most:.0f} MB to make all printouts of {LATE - 1} turns (goal 100)")
    print(f"28 powers: {more:.1f} MB of pages a turn (goal 4.5)")


if __name__ == "__main__":
    main()

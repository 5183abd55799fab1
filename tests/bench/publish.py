"""Goals 3, 4, 5, 12, 13: publishing a turn costs the same whatever lies there, and sealing costs little.

    python -m tests.bench.publish [ROUNDS=5] [--long] [--variant europe] [--pelican PROGRAM] [--mkdocs PROGRAM]

A running game of 25 players on the map of Europe (or of another variant), every printout sealed, with 1, 39 and
(--long) 399 turns behind it; the turns of the past are copies of one that was played. The peers change one page of
1,000. CPU seconds of whole commands; prints medians of the ratios.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from pbm.intake import inbox
from pbm.rules import system
from pbm.seal.ring import Ring, make_epoch
from pbm.store.folder import Folder, write_json
from pbm.store.founding import Founder, Founding, found
from pbm.store.lock import locked
from pbm.store.play import lay_table, resolve_turn, sealed
from tests.bench.one_turn import GOALS, one_page_changed
from tests.bench.site import HERE, cpu
from tests.example_games import secret, write_cards

GAME = "BP-1"
PLAYERS = 25
VARIANT = sys.argv[sys.argv.index("--variant") + 1] if "--variant" in sys.argv else "europe"
LEFT_OPEN = """
from pbm.__main__ import start
from pbm.publish import sealing
from pbm.site import sealed
def left_open(self, number, made, epochs, stamps):
    for player, epoch in epochs.items():
        bundle = self.bundle(number, player, made.get(player), epoch.epoch).decode()
        head = f'"epoch":{epoch.epoch},"stamp":"{stamps[player]}","turn":{number}'
        yield player, f'pbmSealed({{{head},"open":{bundle}}});\\n'.encode()
sealing._Sealer.seal = left_open
sealed._bundle = lambda data, path: data.decode()[10:-3].replace('<', '\\u003c')
start()
"""  # the same bundles as files, neither packed nor encrypted
NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def game_with(root: Path, turns: int) -> Folder:
    """A running game with so many turns behind it, and no cards."""
    rules = system("battle-plan").setup.load(VARIANT, {})
    lands = rules.map.countries
    homes = tuple(lands[k * len(lands) // PLAYERS] for k in range(PLAYERS)) if len(lands) > 99 else lands[:PLAYERS]
    founders = tuple(Founder(n, home, secret(GAME, n), f"Player {n}") for n, home in enumerate(homes, 1))
    ring = Ring({f.number: (make_epoch(GAME, f.number),) for f in founders})
    plan = Founding(
        GAME, "Bench", "battle-plan", VARIANT, founders, secret(GAME), resolve="all-in", ring=ring
    )  # fmt: skip
    folder = found(root, plan, NOW)
    resolve_next(folder)
    state: dict[str, Any] = folder.state(1)
    repeat(folder, state, turns)
    return folder


def repeat(folder: Folder, state: dict[str, Any], turns: int) -> None:
    """Further turns, up to that number, each with this position and what happened in the first."""
    events, cards, record = folder.raw(1, "events.json"), folder.cards(1), folder.record(1)
    for number in range(2, turns + 1):
        before = folder.record(number - 1).digests.chain
        again = msgspec.structs.replace(record, turn=number)
        words = write_json({**state, "turn": number})
        folder.commit(sealed(folder.seed, folder.game, again, words, events, cards, before))


def resolve_next(folder: Folder) -> None:
    """Everybody's card, and the turn."""
    table = lay_table(folder)
    write_cards(table, folder.last + 1)
    with locked(folder.private, "bench"):
        inbox.ingest(table, NOW)
        resolve_turn(table, inbox.waiting_cards(table), NOW)
    folder.refresh()


def publish(root: Path, game: str = GAME) -> float:
    """CPU seconds of `pbm publish` with everybody's card in the inbox."""
    folder = Folder(root, game)
    write_cards(lay_table(folder), folder.last + 1)
    spent = cpu(pbm(root, "publish"), HERE)
    assert Folder(root, game).last == folder.last + 1
    return spent


def pbm(root: Path, command: str) -> list[str]:
    """A command of ours."""
    return [sys.executable, "-m", "pbm", "--root", str(root), command]


def peak(command: list[str]) -> float:
    """The largest memory of a command, in MB."""
    code = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], cwd=HERE, check=True, capture_output=True, text=True)
    return int(done.stdout.splitlines()[-1]) / 1024


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file with its inode and its time."""
    return {str(p): (p.stat().st_ino, p.stat().st_mtime_ns) for p in folder.rglob("*")}


def flat(work: Path, rounds: int, turns: list[int]) -> dict[int, list[float]]:
    """Goal 3: CPU seconds of publishing the turn after so many, round by round."""
    roots = {n: work / f"after-{n}" for n in turns}
    for n, root in roots.items():
        game_with(root, n)
        print(f"{n} turns: the build before takes {cpu(pbm(root, 'build'), HERE):.1f} s of CPU")
    rows: dict[int, list[float]] = {n: [] for n in turns}
    for k in range(rounds):
        for n, root in roots.items():
            rows[n].append(publish(root))
        print(f"round {k + 1}: " + ", ".join(f"turn {n + k + 1} {rows[n][-1]:.3f} s" for n in turns))
    for n in turns[1:]:
        ratio = statistics.median(late / early for late, early in zip(rows[n], rows[turns[0]], strict=True))
        goal = 1.15 if n < 100 else 1.6
        print(f"goal 3: publishing a turn after {n} costs {ratio:.2f} of after {turns[0]} (goal {goal})")
    return rows


def idle(root: Path, rounds: int) -> None:
    """Goal 5: a publish with nothing new."""
    cpu(pbm(root, "publish"), HERE)
    before = stamps(root / "output")
    rows = []
    for _ in range(rounds):
        rows.append(cpu(pbm(root, "publish"), HERE) / cpu([sys.executable, "-m", "pbm", "--version"], HERE))
    assert stamps(root / "output") == before
    print(f"goal 5: publish with nothing new: {statistics.median(rows):.2f} of pbm --version (goal 2.0)")


def one_page(work: Path, ours: list[float], rounds: int) -> None:
    """Goal 4: the peers with one page changed of a thousand."""
    peers = one_page_changed(work)
    rows = [{name: peer(k) for name, peer in peers.items()} for k in range(rounds)]
    for name, _ in GOALS:
        ratio = statistics.median(a / row[name] for a, row in zip(ours, rows, strict=False))
        print(f"goal 4: publishing a turn of 25 printouts: {ratio:.2f} of {name} with one page changed")


def sealing(work: Path, rounds: int) -> None:
    """Goals 12 and 13: the whole build of 1,000 printouts, sealed; the same files left open; a revealed game's open
    pages, which have no order kits. By one process each, for two on one core cost each other time. Then its memory.
    """
    root = work / "after-39"
    toml = (root / "content/games/BP-1/game.toml").read_text()
    for status in ("running", "revealed"):
        copy = work / status
        shutil.copytree(root / "content", copy / "content")
        if status == "revealed":
            (copy / "content/games/BP-1/private/keys.json").unlink()
            (copy / "content/games/BP-1/game.toml").write_text(toml.replace('"running"', '"revealed"'))
    commands = {
        "sealed": (work / "running", ["-m", "pbm"]),
        "left open": (work / "running", ["-c", LEFT_OPEN]),
        "revealed": (work / "revealed", ["-m", "pbm"]),
    }
    spent = []
    for _ in range(rounds):
        row = {}
        for name, (place, program_of) in commands.items():
            shutil.rmtree(place / "output", ignore_errors=True)
            row[name] = cpu([sys.executable, *program_of, "--root", str(place), "build"], HERE)
        spent.append(row)
        print(", ".join(f"{name} {seconds:.2f} s" for name, seconds in row.items()))
    like, other = (statistics.median(row["sealed"] / row[name] for row in spent) for name in ("left open", "revealed"))
    print(f"goal 12: a whole build with seals costs {like:.2f} of one that leaves the same bundles open (goal 1.1)")
    print(f"goal 12: and {other:.2f} of the open pages of a revealed game, which have no order kits")
    memory(work)


def memory(work: Path) -> None:
    """Goal 13: the peak of a whole build, with an empty cache and when templates and maps were made before; and of
    one of 10,000 printouts, where there is such a game.
    """
    needs = {}
    for turns in (39, 399):
        root = work / f"after-{turns}"
        if root.is_dir():
            os.environ["XDG_CACHE_HOME"] = str(work / f"cache-{turns}")
            needs[turns] = [_peak_of_all(root), _peak_of_all(root)]
    del os.environ["XDG_CACHE_HOME"]
    first, later = needs[39]
    print(f"goal 13: a whole build needs {later:.0f} MB, the first one {first:.0f} (goal 100)")
    if 399 in needs:
        ratio = needs[399][0] / first
        print(f"goal 13: one of ten times as many printouts {needs[399][0]:.0f} MB, {ratio:.2f} times (goal 2.0)")


def _peak_of_all(root: Path) -> float:
    shutil.rmtree(root / "output")
    return peak(pbm(root, "build"))


def main() -> None:
    """All of it."""
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 5)
    memory = Path("/dev/shm")
    work = Path(tempfile.mkdtemp(prefix="pbm-bench-", dir=memory if memory.is_dir() else None))
    turns = [1, 39, 399] if "--long" in sys.argv else [1, 39]
    rows = flat(work, rounds, turns)
    idle(work / "after-39", rounds)
    one_page(work, rows[39], rounds)
    sealing(work, rounds)
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

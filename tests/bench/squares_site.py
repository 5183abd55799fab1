"""Publishing a mailing of Empire Deluxe early and late in a game, and the memory that a large mailing needs.

    python -m tests.bench.squares_site [ROUNDS=5]

A running game of four players with 216 units on 46x34 squares, every printout sealed; the mailings of the past are
copies. CPU seconds of whole commands, of each the best of all rounds.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from pbm.seal.ring import Ring, make_epoch
from pbm.store.folder import Folder, write_json
from pbm.store.founding import Founder, Founding, found
from pbm.store.play import lay_table
from tests.bench.publish import NOW, pbm, peak, publish, repeat, resolve_next
from tests.bench.site import HERE, cpu
from tests.bench.squares_world import OPTIONS, crowd
from tests.example_games import secret, write_cards
from tests.rules.empire_deluxe import HOMES, SYSTEM

GAME, PLAYERS, SIZE = "ED-1", 4, (46, 34)
EARLY, LATE = 3, 40
NOTHING = [sys.executable, "-c", "pass"]
MAILING = """
import json, sys
from pbm.core.dice import Dice
from pbm.engine.system import Seat, Sheet
from pbm.engine.turn import play, printouts
from pbm.orders.form import OrderLine
from pbm.rules import system
empire = system('empire-deluxe')
told = json.loads(open(sys.argv[1]).read())
rules = empire.setup.load('advanced', told['options'])
state = empire.words.from_words(told['state'], rules)
cards = {
    player: tuple(OrderLine(k, f"@#{n} {'>'.join(unit.queue)}") for k, (n, unit) in enumerate(units.items(), 1))
    for player, units in state.units.items()
}
sheet = Sheet('ED-9', 'Bench', tuple(Seat(player, 'ABCDEF'[player - 1]) for player in state.players))
played = play(empire, rules, state, cards, Dice(b'b' * 16, 'BENCH', 1))
printouts(empire, rules, played.state, played.events, played.parsed, sheet, (0, *state.players))
"""


def game_with(root: Path, mailings: int) -> Folder:
    """A running game with so many mailings behind it, and no cards."""
    founders = tuple(Founder(seat.player, seat.home, secret(GAME, seat.player), seat.name) for seat in HOMES[:PLAYERS])
    ring = Ring({f.number: (make_epoch(GAME, f.number),) for f in founders})
    options = OPTIONS | {"size": "x".join(map(str, SIZE))}
    plan = Founding(
        GAME, "Bench", "empire-deluxe", "advanced", founders, secret(GAME), resolve="all-in", options=options, ring=ring
    )  # fmt: skip
    folder = found(root, plan, NOW)
    resolve_next(folder)
    state = SYSTEM.words.to_words(crowd(*SIZE, 54 * PLAYERS, players=PLAYERS).state)
    repeat(folder, dict(state), mailings)
    return folder


def early_and_late(work: Path, rounds: int) -> None:
    """The next mailing of a short and of a long game."""
    best = {}
    for number in (EARLY, LATE):
        root = work / f"before-{number}"
        game_with(root, number - 1)
        cpu(pbm(root, "build"), HERE)
        best[number] = float("inf")
    for _ in range(rounds):
        for number in best:
            copy = work / "copy"
            shutil.copytree(work / f"before-{number}", copy)
            best[number] = min(best[number], publish(copy, GAME))
            shutil.rmtree(copy)
    print(f"empire: {best[LATE] / best[EARLY]:.2f} publishing mailing {LATE}, to mailing {EARLY} (goal 1.10)")
    copy = work / "copy"
    shutil.copytree(work / f"before-{LATE}", copy)
    write_cards(lay_table(Folder(copy, GAME)), LATE)
    print(f"empire: publishing needs {peak(pbm(copy, 'publish')) - peak(NOTHING):.0f} MB beyond Python's own (goal 60)")


def memory(work: Path) -> None:
    """The peak of a mailing, from cards to printouts, in a process of its own."""
    position = crowd(254, 254, 1_500)
    path = work / "position.json"
    words = SYSTEM.words.to_words(position.state)
    path.write_bytes(write_json({"options": {**OPTIONS, "size": "254x254"}, "state": words}))
    needs = peak([sys.executable, "-c", MAILING, str(path)]) - peak(NOTHING)
    print(f"empire: a mailing of 1,500 units on 254x254 needs {needs:.0f} MB beyond Python's own (goal 60)")


def main() -> None:
    """All of it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 5
    place = Path("/dev/shm")
    with tempfile.TemporaryDirectory(prefix="pbm-bench-", dir=place if place.is_dir() else None) as folder:
        memory(Path(folder))
        early_and_late(Path(folder), rounds)


if __name__ == "__main__":
    main()

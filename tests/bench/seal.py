"""Goal 12: sealing a turn of 25 players against StatiCrypt, which locks pages by a password.

    python -m tests.bench.seal [ROUNDS=3] [--staticrypt PROGRAM]

Without a program it is installed by npm. Each player has words of his own, so StatiCrypt runs once for each: 25
runs for a turn. Ours packs, pads, seals and encodes the same pages. CPU seconds; prints the median of the ratio.
"""

import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from base64 import b64encode
from pathlib import Path

from pbm.core.deflate import SMALL, pack
from pbm.seal import cipher
from tests.bench import pages
from tests.bench.site import cpu

PLAYERS = 25
TIMES = 20


def printout(player: int) -> bytes:
    """A page of some 11 KB."""
    import jinja2

    template = jinja2.Environment(autoescape=True).from_string(pages.FLOOR)
    return template.render(p=pages.data(player), nav=pages.NAV, heads=pages.HEADS).encode()


def ours(turn: int, made: dict[int, bytes], keys: dict[int, bytes]) -> int:
    """Seals a turn; returns the bytes of all that would be written."""
    packed = {player: pack(page, SMALL) for player, page in made.items()}
    size = cipher.common_size(max(map(len, packed.values())))
    whole = 0
    for player, data in packed.items():
        padded = cipher.pad(data, size)
        whole += len(b64encode(cipher.seal_page(keys[player], "B-1", player, turn, "printout", padded)))
    return whole


def staticrypt(work: Path) -> str:
    """The program: the one given, or one freshly installed."""
    if "--staticrypt" in sys.argv:
        return sys.argv[sys.argv.index("--staticrypt") + 1]
    subprocess.check_call(["npm", "install", "--silent", "--prefix", str(work), "staticrypt@3.5.4"])
    return str(work / "node_modules/.bin/staticrypt")


def main() -> None:
    """Both in turn in each round."""
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 3)
    work = Path(tempfile.mkdtemp(prefix="pbm-bench-"))
    program = staticrypt(work)
    made = {player: printout(player) for player in range(1, PLAYERS + 1)}
    keys = {player: secrets.token_bytes(cipher.KEY) for player in made}
    ours(0, made, keys)  # loads the cipher
    ratios = []
    for k in range(rounds):
        theirs = 0.0
        for player, page in made.items():
            (work / f"p{player}.html").write_bytes(page)
            words = [f"p{player}.html", "-d", "out", "-p", keys[player].hex(), "--short", "-c", "false"]
            theirs += cpu([program, *words], work)
            assert (work / f"out/p{player}.html").is_file()
        shutil.rmtree(work / "out")
        start = time.process_time()
        for turn in range(TIMES):
            ours(turn, made, keys)
        own = (time.process_time() - start) / TIMES
        ratios.append(theirs / own)
        print(f"round {k + 1}: ours {1000 * own:.1f} ms, StatiCrypt {theirs:.1f} s")
    less = statistics.median(ratios)
    print(f"goal 12: sealing a turn of 25 printouts costs 1/{less:.0f} of 25 runs of StatiCrypt")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()

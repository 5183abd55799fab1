"""Prints the tables of content/about/balance.md: `python -m tests.bench.balance FILE.json ...`, each what a run of
`pbm simulate --json` gave, in the order of the page.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pbm import rules as registry

MOST = 12
"""So many seats have a row each; of more, those that come first oftenest and, in one row, the others."""
NAMED = 5
"""So many of the spaces that fall oftenest are named."""
TIED = "\N{NO-BREAK SPACE}"
Found = Mapping[str, Any]


def summary(found: Found) -> str:
    """The row of a trial in the table of all."""
    games, seats, test, drawn = found["games"], found["seats"], found["first_test"], found.get("drawn_test")
    best, worst = (pick(seats, key=lambda seat: seat["first"]) for pick in (max, min))
    cells = (
        f"`{found['variant']}`",
        f"{games:,}",
        str(len(seats)),
        f"{_name(best)} {_share(best, games)} %",
        f"{_name(worst)} {_share(worst, games)} %",
        f"{100 / len(seats):.1f} %",
        _p(test),
        _p(drawn) if drawn else "",
    )
    return f"| {' | '.join(cell.replace(' ', TIED) for cell in cells)} |"


def table(found: Found) -> Iterator[str]:
    """A row for each seat: how often it came first, with the interval, went out, and how large it was in the middle
    half of the games after the turn that half of them had.
    """
    games = found["games"]
    seats = sorted(found["seats"], key=lambda seat: (-seat["first"], seat["player"]))
    turn = min(len(seats[0]["sizes"]) - 1, found["length"][1] - found["begun"])
    yield f"| seat | first | 95 % | out | {found['unit']} after turn {turn + found['begun']} |"
    yield "|---|---|---|---|---|"
    shown = len(seats) if len(seats) == MOST + 1 else MOST
    for seat in seats[:shown]:
        last = seat["sizes"][turn]
        yield (
            f"| {_name(seat)} | {_share(seat, games)}{TIED}% | {_low(seat, games)} to{TIED}{_high(seat, games)}{TIED}% "
            f"| {100 * seat['out'] / games:.0f}{TIED}% | {last[0]} to{TIED}{last[2]} |"
        )
    if rest := seats[shown:]:
        most = max(_high(seat, games) for seat in rest)
        yield f"| {len(rest)} others | {_share(rest[0], games)}{TIED}% or less | to{TIED}{most}{TIED}% | | |"


def fallen(found: Found) -> str:
    """The spaces that were taken from their owners oftenest, with how often in a game; nothing where the variant's map
    has no spaces.
    """
    system = registry.system(found["system"])
    spaces = system.setup.load(found["variant"], {}).geometry.get("spaces", {})
    names = {code: str(space.get("name") or code) for code, space in spaces.items()}
    shared = Counter(names.values())
    often = sorted((code for code in found["falls"] if code in spaces), key=lambda code: (-found["falls"][code], code))
    told = [
        f"{names[code]}{f' {code}' * (shared[names[code]] > 1)} {found['falls'][code] / found['games']:.1f}"
        for code in often[:NAMED]
    ]
    listed = ", ".join(it.replace(" ", TIED) for it in told)
    return f"Taken from their owners oftenest, times a game: {listed}." if told else ""


def _name(seat: Found) -> str:
    return str(seat["name"] or seat["home"])


def _share(seat: Found, games: int) -> str:
    return f"{100 * seat['first'] / games:.1f}"


def _low(seat: Found, games: int) -> str:
    return f"{100 * seat['first_between'][0]:.1f}"


def _high(seat: Found, games: int) -> str:
    return f"{100 * seat['first_between'][1]:.1f}"


def _p(test: Found) -> str:
    if test["p"] is None:
        return "too few games"
    return "< 0.001" if test["p"] < 0.001 else f"{test['p']:.2f}"


def main(names: list[str]) -> None:
    """The table of all, then each trial's."""
    trials = [json.loads(Path(name).read_text("utf-8")) for name in names]
    print("| variant | games | seats | best seat | worst | equal share | p, seats | p, numbers |")
    print("|---|---|---|---|---|---|---|---|")
    for found in trials:
        print(summary(found))
    for found in trials:
        print(f"\n### {found['title']}, `{found['variant']}`\n")
        print(*table(found), sep="\n")
        if told := fallen(found):
            print(f"\n{told}")
        print("\nNever ordered:", ", ".join(title for _, title in found["never_orders"]) or "nothing is left out")
        print("Never played:", ", ".join(f"{rule} {name}" for rule, name in found["never_phases"]) or "none")


if __name__ == "__main__":
    main(sys.argv[1:])

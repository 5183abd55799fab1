"""Four countries in whose numbers nothing should hang, and how the numbers of a state are put back.

A number is that of a country with its map, so the first position has owners, countries and seats moved together;
codes of regions are names and stay. No two efficiencies are equal: ties go by number (GE HR-11).
"""

from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.engine.system import Seat
from pbm.rules.gunboat_empires.state import State

HOMES = {1: "01", 2: "02", 3: "03", 4: "04"}
# Trade, exports to each other, builds, research, standing orders, war by sea and land; two meet at sea in turn 2.
CARDS = {
    1: (
        "@ S1500SP 900RP P100EP I10ARM X{2}:300LP+20GO\n@01-16 B1MR NA4BB+2ES:AO-13",
        "@ S900SP X{3}:20MP\n@AO-13 NA4BB+2ES:AO-14",
        "@ S500LP I10NAV",
    ),
    2: (
        "@ S500SP 700RP I9NAV X{3}:30LP /1/S200FP\n@02-01 B1ES NA5BB+2ES:AO-12",
        "@ RART I5ARM X{1}:10AP\n@AO-12 NA5BB:AO-14",
        "@ S100RP\n@AO-12 NA2ES:AO-11",
    ),
    3: (
        "@ S1000AP P40MP I8ARM I75BTE X{4}:99MP\n@03-06 B1HI\n@31-02 GA3LI:31-04",
        "@ RSPF X{4}:5GO\n@03-04 NA4BB+1ES:NO-10",
        "@ S400SP",
    ),
    4: (
        "@ S1100LP I7ARM I75BTE X{1}:5GO\n@04-01 B1SL NA4BB:NO-13",
        "@ RAGS RSPF /2/RART\n@04-06 B1LI",
        "@ S600FP X{2}:9SP",
    ),
}


def started(table: Any, names: dict[int, int]) -> State:
    """The first position with country p of HOMES called names[p], on the map that moved with it."""
    seats = tuple(Seat(p, home) for p, home in HOMES.items())
    state: State = table.system.start(table.rules, seats, Dice(b"start", "T", 0))
    levels = {p: {**state.countries[p].levels, "ARM": 200 + 7 * p, "NAV": 230 + 11 * p} for p in HOMES}
    countries = {names.get(n, n): it for n, it in state.countries.items()}
    countries |= {names[p]: replace(state.countries[p], levels=levels[p]) for p in HOMES}
    regions = {code: replace(it, owner=names.get(it.owner, it.owner)) for code, it in state.regions.items()}
    return replace(state, countries=dict(sorted(countries.items())), regions=regions)


def mapped(words: Any, back: dict[int, int]) -> Any:
    """The words of a state with every country's number put back."""
    countries = {str(back.get(int(n), int(n))): it for n, it in words["countries"].items()}
    regions = {
        code: {**it, "owner": back.get(it["owner"], it["owner"])} if "owner" in it else it
        for code, it in words["regions"].items()
    }
    return {**words, "countries": dict(sorted(countries.items())), "regions": regions}


def is_lively(words: Any) -> bool:
    """Whether seas changed hands, somebody developed something, and standing orders are on file."""
    owners = {code: it.get("owner", 0) for code, it in words["regions"].items()}
    seas = [code for code, owner in owners.items() if code[:2] in ("AO", "NO") and owner in HOMES]
    known = [words["countries"][str(p)] for p in HOMES]
    return len(seas) >= 3 and any("technologies" in it for it in known) and any("standing" in it for it in known)

"""The tables of the rule book, made from the data: `python -m tests.rules.naval_warfare.book_tables` prints them.

Where the book has a column of words, only the cells before it are made.
"""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbm.rules.naval_warfare.sea import chart
from pbm.rules.naval_warfare.shipyard import hold
from pbm.rules.naval_warfare.tables import (
    ABILITIES,
    ADMIRALS,
    ADVANCEMENTS,
    ARMS,
    BASES,
    CAPTAINS,
    CLAWS,
    ECONOMIES,
    EVENTS,
    FLAK,
    HULLS,
    LEVELS,
    NAMED,
    SIZES,
    SPECIAL,
    SPECIALS,
    WEAPONS,
    bonus,
)

Cells = Iterable[object]
ODDS = Path(__file__).parent / "hit_odds.csv"
VARIANTS = ("standard", "du_rounds_crit18", "target_plated", "target_antimissile")


def table(heads: Iterable[str], rows: Iterable[Cells]) -> str:
    """A table in Markdown."""
    listed = [*heads]
    return "\n".join((row(listed), row(["---"] * len(listed)), *map(row, rows)))


def row(cells: Cells) -> str:
    """A row of a table in Markdown."""
    return f"| {' | '.join(map(str, cells))} |"


def _signed(number: int) -> str:
    return f"{number:+d}" if number else ""


def _load(number: int) -> str:
    return str(number) if number else "no end"


def lands() -> str:
    """NW 2.1, 2.9."""
    return table(
        ("number", "country", "home port", "land hexes", "port sites A to E"),
        ((code, it.name, f"`{it.tag}A`", len(it.hexes), " ".join(it.ports)) for code, it in chart().lands.items()),
    )


def ports() -> str:
    """NW 2.2."""
    rows = NAMED["ports_docks"]
    heads = ("1d4", *(str(face) for face in range(1, len(rows) + 1)))
    return table(heads, [("ports", *(it[0] for it in rows)), ("docks", *(it[1] for it in rows))])


def economies() -> str:
    """NW 2.3."""
    return table(
        ("1d12", "code", "economy", "revenue", "10 % of it"),
        ((face, f"`{it.code}`", it.name, it.revenue, it.revenue // 10) for face, it in ECONOMIES.items()),
    )


def funding() -> str:
    """NW 4.1."""
    dollars = NAMED["funding"]
    heads = ("1d10", *(str(face) for face in range(1, len(dollars) + 1)), "10")
    return table(heads, [("dollars", *dollars, "15 + again")])


def hulls() -> str:
    """NW 4.1, 4.3, 4.4, 4.8."""
    return table(
        ("size", "hull", "cost", "hit points", "weapons", "a hold of a utility ship"),
        ((it.size, it.name, it.cost, it.dice, it.weapons, hold(it.size)) for it in HULLS.values()),
    )


def stats() -> str:
    """NW 4.4."""
    faces = range(1, len(NAMED["stat_bonus"]) + 1)
    return table(("stat", *map(str, faces)), [("bonus", *(f"{bonus(it):+d}" if bonus(it) else 0 for it in faces))])


def weapons() -> str:
    """NW 4.3, 5.9, 10."""
    return table(
        ("letter", "weapon", "damage", "payload", "from hull", "cost", "at a port: cost", "payload", "hit points"),
        (
            (
                *(f"`{it.code}`", it.name, it.dice, _load(it.load), it.hull, it.cost),
                *((it.cost // 2, _load(2 * it.load), it.port_hp) if it.port_hp else ("no", "", "")),
            )
            for it in WEAPONS.values()
        ),
    )


def captains() -> str:
    """NW 4.4, 4.5, 5.14."""
    return table(
        ("score", "retreat", "initiative", "hit", "dodge", "morale %"),
        (
            (score, _retreat(it.retreat, fires=it.fires), *map(_signed, (it.init, it.hit, it.dodge, it.morale)))
            for score, it in CAPTAINS.items()
        ),
    )


def _retreat(percent: int, *, fires: bool) -> str:
    if not percent:
        return "cannot"
    return f"{'' if percent == 100 else f'{percent} %, '}{'fires' if fires else 'no fire'}"


def admirals() -> str:
    """NW 4.9."""
    return table(
        ("score", "initiative", "hit", "dodge", "morale %"),
        ((score, *map(_signed, (it.init, it.hit, it.dodge, it.morale))) for score, it in ADMIRALS.items()),
    )


def carriers() -> str:
    """NW 4.7."""
    slots = NAMED["carrier_slots"]
    rows = [("aircraft slots", *slots.values()), ("weapons", *(int(size) // 2 for size in slots))]
    return table(("hull", *slots), rows)


def utility() -> str:
    """NW 4.8."""
    return table(
        ("1d10", "special"), ((face, SPECIAL[code].name) for face, code in enumerate(NAMED["utility_specials"], 1))
    )


def light() -> str:
    """NW 10."""
    return _arms("light")


def heavy() -> str:
    """NW 10."""
    return _arms("heavy")


def _arms(size: str) -> str:
    return table(
        ("1d6", f"{size} aircraft", "damage", "payload", "cost"),
        ((face, it.weapon, it.dice, _load(it.load), it.cost) for face, it in ARMS[size].items()),
    )


def sizes() -> str:
    """NW 5.16, 10."""
    return table(
        ("aircraft", "move", "slots", "hit points"),
        ((name, it.move, it.slots, it.hp) for name, it in SIZES.items()),
    )


def platforms() -> str:
    """NW 10."""
    return table(
        ("platform", "code", "cost", "hit points", "aircraft slots", "AA units"),
        ((it.name, f"`{it.code}`", it.cost, it.hp, it.slots, it.aa) for it in BASES.values()),
    )


def flak() -> str:
    """NW 10, 5.16."""
    return table(
        ("AA unit", "code", "cost", "damage", "payload", "hit points", "hit"),
        ((it.name, f"`{it.code}`", it.cost, it.dice, it.load, it.hp, _signed(it.hit)) for it in FLAK.values()),
    )


def claws() -> str:
    """NW 5.18."""
    return table(("1d6", "attack", "damage"), ((face, it.name, it.dice) for face, it in CLAWS.items()))


def capsizing() -> str:
    """NW 5.18."""
    return table(("hull", *map(str, HULLS)), [("capsizes %", *NAMED["capsize"])])


def ship_levels() -> str:
    """NW 7.1."""
    what = ("+1 hit", "+1 dodge", "+1 damage", "+1 initiative", "a second special, or an admiral")
    levels = zip(range(1, 6), NAMED["ship_levels"], what, strict=True)
    return table(("level", "exp", "gives"), levels)


POINTS = {
    "advancement": "an advancement of aircraft bought",
    "type": "a type of aircraft developed",
    "peace": "a peace treaty",
    "dock": "a new dock",
    "flagship": "a flagship sunk, or an admiral's ship",
    "war": "a war won",
    "razed": "a port destroyed, not a home port",
    "port": "a new port",
    "alliance": "an alliance",
    "taken": "a port destroyed and taken, not a home port",
    "home_razed": "a home port destroyed",
    "home_taken": "a home port destroyed and taken",
    "country": "a country taken over",
    "monster": "a monster killed",
}


def points() -> str:
    """NW 7.2."""
    return table(("exp", "for"), ((NAMED["exp"][name], what) for name, what in POINTS.items()))


def menaces() -> str:
    """NW 7.2."""
    tops = [top for top, _ in NAMED["menace"]]
    bounds = zip((1, *(top + 1 for top in tops)), tops, strict=False)
    heads = [f"{least} or more" if top >= 1000 else f"{least} to {top}" for least, top in bounds]
    return table(("ships", *heads), [("exp", *(exp for _, exp in NAMED["menace"]))])


def politics() -> str:
    """NW 7.3."""
    rows = NAMED["politics"]
    return table(("orders from", *(str(least) for least, _ in rows)), [("exp", *(exp for _, exp in rows))])


def happenings() -> str:
    """NW 8."""
    spans, least = [], 1
    for it in EVENTS:
        spans.append((str(it.to) if it.to == least else f"{least}–{it.to}", it.effect))
        least = it.to + 1
    return table(("1d100", "event"), spans)


def per_cent(part: int, whole: int) -> int:
    """Rounded half up."""
    return (200 * part + whole) // (2 * whole)


def odds() -> list[dict[str, str]]:
    """The rows of hit_odds.csv."""
    lines = ODDS.read_text("utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def shots() -> str:
    """NW 5.7: of 100 shots those that hit."""
    found = {(it["variant"], int(it["net"])): int(it["any_hit"]) for it in odds()}
    nets = sorted({net for _, net in found})
    return table(
        ("hit less dodge", "plain", "depleted uranium", "at plated armor", "missile at anti-missile"),
        ((_signed(net) or 0, *(per_cent(found[it, net], 400) for it in VARIANTS)) for net in nets),
    )


def abilities() -> Iterator[Cells]:
    """NW 2.13: the cells before the words."""
    for face, it in ABILITIES.items():
        yield face, f"`{it.code}`", it.name


def specials() -> Iterator[Cells]:
    """NW 4.1: the cells before the words."""
    for total, it in SPECIALS.items():
        yield total, 8 - abs(total - 9), f"`{it.code}`", it.name


def advancements() -> Iterator[Cells]:
    """NW 10: the cells before the words."""
    for face, it in enumerate(ADVANCEMENTS.values(), 1):
        yield face, f"`V{it.code}{'' if it.code == 'RD' else 'k'}`", it.name, it.cost


def levels() -> Iterator[Cells]:
    """NW 7.4: the cells before the words."""
    for number, it in LEVELS.items():
        yield number, it.exp, it.captains, it.dollars, it.active


MADE = (
    *(lands, ports, economies, funding, hulls, stats, weapons, captains, admirals, carriers, utility, light, heavy),
    *(sizes, platforms, flak, claws, capsizing, ship_levels, points, menaces, politics, happenings, shots),
)
BEGUN = (abilities, specials, advancements, levels)

if __name__ == "__main__":
    for made in MADE:
        print(f"{made.__name__}:\n\n{made()}\n")
    for begun in BEGUN:
        print(f"{begun.__name__}:\n", *map(row, begun()), "", sep="\n")

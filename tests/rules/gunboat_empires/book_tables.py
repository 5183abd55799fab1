"""The tables of the rule book, made from the data: `python -m tests.rules.gunboat_empires.book_tables` prints them."""

from collections.abc import Iterable

from pbm.rules.gunboat_empires.tables import GOLD, GOODS, PLAYERS, Counts, tables

TABLES = tables()


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table in Markdown."""
    listed = [*heads]
    lines = [listed, ["---"] * len(listed), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)


def _cost(cost: Counts) -> str:
    return " ".join(str(cost.get(goods, 0)) for goods in ("SP", "RP", GOLD))


def _name(code: str) -> str:
    return TABLES.technologies[code].name if code else ""


def facilities() -> str:
    """GE 1.6."""
    return table(
        ("facility", "code", "makes", "SP", "RP", "Gold", "if control changes"),
        (
            (it.name, f"`{code}`", ", ".join(it.makes), *_cost(it.cost).split(), _lost(it.lost))
            for code, it in TABLES.facilities.items()
        ),
    )


def _lost(number: int | None) -> str:
    return "all are destroyed" if number is None else "one is destroyed" if number else ""


def improvements() -> str:
    """GE 3.6."""
    return table(
        ("level", "code", "SP", "RP", "Gold", "points a turn"),
        ((it.name, f"`{code}`", *_cost(it.cost).split(), it.most) for code, it in TABLES.levels.items()),
    )


def technologies() -> str:
    """GE 4."""
    return table(
        ("technology", "code", "effect", "needs", "BTech", "SP", "RP", "Gold"),
        (
            (it.name, f"`{code}`", effect(code), ", ".join(map(_name, it.needs)), it.btech, *_cost(it.cost).split())
            for code, it in TABLES.technologies.items()
        ),
    )


SIX = ("HIN", "LIN", "MIN", "ENE", "FOO", "AGR")
POWERS = {
    "infantry_rough_pct": "Infantry +{} % in rough land in M4",
    "naval_move": "naval plots one region longer in M2 and M3",
    "invasion_infantry_clear_pct": "Infantry +{} % in Invasions of clear land",
    "invasion_infantry_rough_pct": "+{} % of rough land",
    "no_sub_surprise": "no submarine surprise against you",
    "military_orders": "{} military orders",
    "air_in_phase_2": "planes take part in M2",
    "economic_orders": "{} economic orders",
    "merchant_capacity": "{} points for each Merchant",
    "recon_table": "better scouts, and fewer seen by others (11)",
    "blitzkrieg": "Blitzkrieg, with Mechanization",
    "rapid_task_forces": "{} rapid task forces",
    "pop_ep": "a Pop uses {} EP",
}
BATTLES = {
    "air_battle both": "battle in the air",
    "sub_attack_or_raid surface side": "Sub Attack and Sub Raid, other side",
    "sub_attack_or_raid submarine side": "Sub Attack and Sub Raid, submarines",
    "navy_attack_or_raid both": "Navy Attack and Navy Raid",
    "invasion attacker": "Invasion, attacker",
    "invasion defender": "Invasion, defender",
    "ground defender": "on land, defender",
    "ground attacker": "on land, attacker",
    "carrier_overflow owner": "too many planes for the Carriers",
}


def effect(code: str) -> str:
    """What a technology does, in words: its levels, its units, its numbers."""
    it = TABLES.technologies[code]
    levels, parts = dict(it.levels), list[str]()
    for name, group in (("E7", (*SIX, "LAB")), ("E6", SIX)):
        numbers = {levels.get(level) for level in group}
        if len(numbers) == 1 and None not in numbers:
            parts.append(f"{name} +{numbers.pop()}")
            levels = {level: number for level, number in levels.items() if level not in group}
            break
    parts += [f"{TABLES.levels[level].name} +{number}" for level, number in levels.items()]
    parts += [unit.name for unit in TABLES.units.values() if unit.needs == code]
    parts += [POWERS[name].format(number) for name, number in {**it.adds, **it.sets}.items()]
    return ", ".join(parts)


def ratios() -> str:
    """GE 8.3."""
    rows = tuple(reversed(TABLES.ratios))
    return table(
        ("ratio at least", *(f"{least / 100:.2f}" for least, _ in rows)),
        [("winner loses %", *(lost for _, lost in rows))],
    )


def surprise() -> str:
    """GE 9.3."""
    rows = tuple(reversed(TABLES.surprise))
    return table(
        ("ratio at least", *(f"{least / 100:.2f}" for least, _ in rows)),
        [("other side loses %", *(lost for _, lost in rows))],
    )


def support() -> str:
    """GE 8.6."""
    planes = [it for it in TABLES.units.values() if it.kind == "air"]
    return table(("squadron", *(it.name for it in planes)), [("support %", *(it.support for it in planes))])


def losses() -> str:
    """GE 10."""
    return table(
        ("battle and side", "order"), ((BATTLES[name], " ".join(order)) for name, order in TABLES.losses.items())
    )


def units() -> str:
    """GE 1.7, 3.3.4."""
    places = {"DEP": "depot", "SHY": "shipyard"}
    return table(
        ("unit", "code", "SP", "RP", "Gold", "built at", "needs", "air", "navy", "army"),
        (
            (
                it.name,
                f"`{code}`",
                *_cost(it.cost).split(),
                places[it.place],
                _name(it.needs),
                *(f"{attack}/{defence}" for attack, defence in (it.air, it.navy, it.army)),
            )
            for code, it in TABLES.units.items()
        ),
    )


def scouting() -> str:
    """GE 11."""
    words = {True: "yes", False: "no"}
    return table(
        ("the scout has Espionage", "the defender has it", "failure", "success", "complete success"),
        ((words[by], words[of], *chances) for (by, of), chances in TABLES.scouting.items()),
    )


def consumption() -> str:
    """GE 13.2."""
    rows = [("Pop", TABLES.people), *((it.name, it.uses) for it in TABLES.facilities.values())]
    return table(("", *GOODS), ((name, *(uses.get(goods, "") for goods in GOODS)) for name, uses in rows))


RANKED = {
    "Economy": "production less consumption, at the sell prices of the turn",
    "Productivity": "mean of the seven economic efficiencies",
    "Per Capita Income": "Economy by Pop",
    "Population": "Pop of your regions",
    "Army Strength": "mean of attack and defence of all army units × Army",
    "Army Size": "army units",
    "Naval Strength": "the same of ships and Sealift × Air/Navy",
    "Navy Size": "ships and Sealift",
    "Air Force Strength": "the same of planes × Air/Navy",
    "Air Force Size": "planes",
    "Basic Technology": "BTech",
    "Developments": "technologies developed",
    "Total Size": "regions",
    "Land Regions": "land regions",
    "Sea Regions": "sea regions",
}


def rankings() -> str:
    """GE 14.2."""
    return table(("ranking", "what counts"), ((name, RANKED[name]) for name in TABLES.rankings))


def basins() -> str:
    """GE 15.1."""
    return table(("codes", "sea", "regions"), ((f"`{it['code']}`", it["name"], it["regions"]) for it in TABLES.basins))


def base() -> str:
    """GE 16.1: what a continental country begins with."""
    number = next(n for n, it in TABLES.nations.items() if it.geography == "continental" and n <= PLAYERS)
    nation, kinds, forces = TABLES.nations[number], dict[str, int](), dict[str, int]()
    for code, land in TABLES.regions.items():
        if land.owner == number:
            for kind, count in land.facilities.items():
                kinds[kind] = kinds.get(kind, 0) + count
            for kind, count in TABLES.start_units.get(code, {}).items():
                forces[kind] = forces.get(kind, 0) + count
    forces["SL"] = nation.sealift
    rows = (
        ("facilities", ", ".join(f"{kinds[kind]} {kind}" for kind in TABLES.facilities)),
        ("levels", ", ".join(f"{kind} {n}" for kind, n in {**TABLES.start_levels, **nation.levels}.items())),
        ("units", ", ".join(f"{forces[kind]} {kind}" for kind in TABLES.units if kind in forces)),
        ("stocks", ", ".join(f"{n} {'Gold' if kind == GOLD else kind}" for kind, n in TABLES.stocks.items())),
    )
    return table(("", "at the start"), rows)


def points() -> str:
    """GE 28.2."""
    return table(("unit", *TABLES.points), [("points each", *TABLES.points.values())])


def advantages() -> str:
    """GE 28.3."""
    heads = ("sector", "major: facilities", "level", "minor: facilities", "level", "disadvantage: facilities", "level")
    return table(heads, ((f"`{kind}`", *(f"{n:+d}" for n in numbers)) for kind, numbers in TABLES.advantages.items()))


MADE = (
    *(facilities, improvements, technologies, ratios, support, surprise, losses, units, scouting),
    *(consumption, rankings, basins, base, points, advantages),
)

if __name__ == "__main__":
    for made in MADE:
        print(f"{made.__name__}:\n\n{made()}\n")

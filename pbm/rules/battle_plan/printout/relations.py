"""The head of the printout: reserves, friends and foes, multipliers (BP 14)."""

from functools import lru_cache
from math import isqrt

from pbm.core.english import count, signed
from pbm.core.printout import Cell, Column, Figure, Lines, Section, Table
from pbm.rules.battle_plan.printout.readout import Readout, money, plain
from pbm.rules.battle_plan.state import Country, Forces, Player

ITEMS = {
    "I": "Industry",
    "A": "Army",
    "N": "Navy",
    "F": "AirForce",
    "M": "Missiles",
    "X": "AntiMissiles",
    "S": "Spies",
    "C": "CounterSpies",
}
SAMPLES = (5, 10, 20, 40)  # Dollars: the examples of what research brings
SHARES = {"F": "all", "H": "in part"}
RELATIONS = (
    Column("", "player"),
    Column("Home"),
    Column("You declared"),
    Column("Declared of you"),
    Column("Enemies"),
    Column("You share", drop=True),
    Column("Shares with you", drop=True),
    Column("Strait", drop=True),
)
MULTIPLIERS = (
    Column("", "mono"),
    Column("Item"),
    Column("Now", "number"),
    Column("Researched"),
)
RESEARCH = (Column("Research of"), *(Column(f"{dollars} $", "number") for dollars in SAMPLES))


def figures(readout: Readout, me: Player) -> tuple[Figure, ...]:
    """The numbers that the page is about, with their change this turn."""
    account: list[tuple[str, str, int]] = next((facts["lines"] for facts in readout.told("account")), [])
    before = account[0][2] if account else me.dollars
    earned = sum(n for key, _, n in account if key == "tax")
    owners, mine = readout.view.owners, readout.me
    fallen = (*readout.told("captured"), *readout.told("revolution"))
    taken = {f["space"] for f in readout.told("captured") if f["by"] == mine and owners[f["space"]] == mine}
    lost = {
        f["space"] for f in fallen if f["from"] == mine and owners[f["space"]] != mine
    }  # not what he took back (BP 9.6)
    army = navy = air = 0
    forces: list[Country | Forces] = [country for _, country in readout.commanded]
    forces += readout.view.afloat.values()
    for f in forces:
        army, navy, air = army + f.army, navy + f.navy, air + f.air
    change = signed_money(me.dollars - before) if account else ""
    return (
        Figure("Dollars", money(me.dollars), change),
        Figure("Income", money(earned)),
        Figure("Countries", str(len(readout.own)), signed(len(taken) - len(lost)) if readout.view.turn else ""),
        Figure("Army", str(army)),
        Figure("Navy", str(navy)),
        Figure("AirForce", str(air)),
        Figure("Spies", plain(me.spies)),
        Figure("CounterSpies", plain(me.counterspies)),
    )


def signed_money(hundredths: int) -> str:
    """A change of Dollars: +62.58."""
    return ("+" if hundredths > 0 else "\u00b1" if not hundredths else "") + money(hundredths)


def reserves(me: Player) -> Section:
    """BP 14: spies, counterspies, Dollars, and default builds if there are any."""
    lines = [f"Spies={plain(me.spies)} CounterSpies={plain(me.counterspies)} Dollars={plain(me.dollars)}"]
    if me.defaults:
        lines.append(f"Defaults=({' '.join(letter + str(n) for letter, n in me.defaults.items())})")
    return Section("reserves", "Reserves", (Lines(tuple(lines)),), html=False)


def classic_relations(readout: Readout, me: Player) -> Section:
    """BP 14: allies, enemies, who declared you ally, others' enemies, sharing, permits."""
    view = readout.view
    lines = [
        f" Allies=({readout.tags(q for q, s in me.stance.items() if s == 'ally')})",
        f" Enemies=({readout.tags(q for q, s in me.stance.items() if s == 'enemy')})",
        f" Players declaring you ally=({readout.tags(view.allied_by)})",
    ]
    others = readout.common(_enemies).copy()
    others.pop(readout.me, None)
    lines += others.values()
    lines += [
        f" Spies you are sharing=({' '.join(readout.tag(q) + kind for q, kind in me.shares.items())})",
        f" Spies shared with you=({' '.join(readout.tag(q) + kind for q, kind in view.shared_by.items())})",
        f" Permits=({readout.tags(me.permits)})",
    ]
    return Section("relations", "Allies and enemies", (Lines(tuple(lines)),), html=False)


def _enemies(readout: Readout) -> dict[int, str]:
    """BP 14: everybody's public list of enemies, as a line."""
    foes = readout.view.enemies.items()
    return {q: f" {readout.tag(q)} Enemies=({readout.tags(enemies)})" for q, enemies in foes if enemies}


def _foes(readout: Readout) -> list[tuple[int, str, str]]:
    """The same in a cell of the table: every player with his home and his enemies."""
    foes = sorted(readout.view.enemies.items())
    return [(q, readout.countries.get(q, ""), " ".join([f"[{x}]" for x in enemies])) for q, enemies in foes]


def relations(readout: Readout, me: Player) -> Section:
    """BP 14: the same as a table, a line a player."""
    view, number = readout.view, readout.me
    rows: list[tuple[Cell, ...]] = []
    enemies = 0
    for q, home, foes in readout.common(_foes):
        if q == number:
            continue
        mine = me.stance.get(q, "neutral")
        theirs = "enemy" if number in view.enemies[q] else "ally" if q in view.allied_by else "neutral"
        if "enemy" in (mine, theirs):
            enemies += 1
        share = SHARES[me.shares[q]] if q in me.shares else ""
        shared = SHARES[view.shared_by[q]] if q in view.shared_by else ""
        rows.append((q, home, mine, theirs, foes, share, shared, "yes" if q in me.permits else ""))
    figure = count(enemies, "enemy", "enemies")
    return Section("relations", "Allies and enemies", (Table(RELATIONS, tuple(rows)),), figure, classic=False)


def classic_multipliers(readout: Readout, me: Player) -> Section:
    """BP 14: the multipliers that are not zero, and what was researched and trained this turn."""
    shown = ",".join(f"{letter}{me.multipliers[letter]}" for letter in ITEMS if me.multipliers.get(letter))
    lines = [f"Multipliers=({shown})"]
    for facts in readout.told("research"):
        told = f"Research R{facts['letter']}{facts['dollars']}: {signed(facts['gain'])}, now {facts['now']}"
        lines.append(told)
    for facts in readout.told("trained"):
        lines.append(f"Trained: Spies={plain(facts['spies'])} CounterSpies={plain(facts['counterspies'])}")
    return Section("multipliers", "Multipliers", (Lines(tuple(lines)),), html=False)


def multipliers(readout: Readout, me: Player) -> Section:
    """BP 5B, 5C: the multipliers, what this turn's research added, and what more would bring."""
    done = {facts["letter"]: facts for facts in readout.told("research")}
    rows: list[tuple[Cell, ...]] = []
    alike: dict[int, list[str]] = {}
    for letter, name in ITEMS.items():
        multiplier, ease = me.multipliers.get(letter, 0), me.ease.get(letter, 0)
        if not multiplier and not ease:
            continue
        spent = done.get(letter)
        gained = f"+{spent['gain']} for {spent['dollars']} $" if spent else ""
        rows.append((letter, name, multiplier, gained))
        alike.setdefault(ease, []).append(letter)
    tables = [Table(MULTIPLIERS, tuple(rows), note="Hundredths built for one Industry, or trained for one Dollar.")]
    if rows:
        more = tuple([(", ".join(letters), *_points(ease)) for ease, letters in alike.items()])
        note = "Before rounding at random: the square root of Dollars \u00d7 ease (HR-15)."
        tables.append(Table(RESEARCH, more, note=note, title="Points gained by spending so much in one turn"))
    return Section("multipliers", "Multipliers and research", tuple(tables), classic=False)


@lru_cache(1024)
def _points(ease: int) -> tuple[str, ...]:
    """What research of each sample of Dollars gains, to a tenth; ease counts hundredths."""
    tenths = [(isqrt(4 * dollars * ease) + 1) // 2 for dollars in SAMPLES]
    return tuple([f"{n // 10}.{n % 10}" for n in tenths])

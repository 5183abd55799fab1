"""Who has what: the public table of nations, provinces, fleets and their cargo (TT 7.1)."""

from pbm.core.printout import Block, Cell, Column, Paragraphs, Section, Table
from pbm.rules.trust_a_thief.printout.readout import Readout

OWN = (
    Column("", "code"),
    Column("Province"),
    Column("Structure"),
    Column("Armies", "number"),
    Column("Borders", "mono", drop=True),
)
OTHERS = (
    Column("", "code"),
    Column("Province"),
    Column("Owner", "player"),
    Column("Structure"),
    Column("Armies"),
    Column("Borders", "mono"),
)
FLEET = (
    Column("Fleet", "code"),
    Column("Sea", "code"),
    Column("", drop=True),
    Column("Aboard"),
    Column("Reaches", "mono", drop=True),
)
FLEETS = (
    Column("Sea", "code"),
    Column("", drop=True),
    Column("", "player"),
    Column("Fleets", "number"),
    Column("Aboard", "number"),
    Column("Each", "mono"),
)


def nations(readout: Readout) -> Section:
    """TT 7.1: every nation's provinces, tax, gold and forces, the first in rank on top."""
    rows: list[tuple[Cell, ...]] = [(p, nation_name(readout, p), *strength(readout, p)) for p in ranked(readout)]
    columns = (Column("", "player"), Column("Nation"), *strengths())
    limit = "As many caravans as its tax says may go to a nation next turn, from each other nation (5.2)."
    notes = [*([] if readout.is_over else [limit]), *leading(readout)]
    table = Table(columns, tuple(rows), note=" ".join(notes))
    return Section("nations", "All nations", (table,), str(sum(n.alive for n in readout.view.nations.values())))


def nation_name(readout: Readout, p: int) -> str:
    """A nation's name in a table, and whether it is out."""
    name = readout.nations.get(p, "")
    return name if readout.view.nations[p].alive else f"{name} (out)"


def strengths() -> tuple[Column, ...]:
    """The columns of `strength`."""
    return tuple(Column(title, "number") for title in ("Provinces", "Tax", "Gold", "Armies", "Fleets"))


def strength(readout: Readout, p: int) -> tuple[int, ...]:
    """A nation in numbers: provinces, tax, gold, armies ashore and aboard, fleets."""
    nation = readout.view.nations[p]
    return len(readout.owned(p)), nation.tax, nation.gold, readout.armies(p), len(readout.view.fleets.get(p, {}))


def ranked(readout: Readout) -> list[int]:
    """TT 7.3: the nations by provinces, then tax, then gold."""
    return sorted(readout.view.nations, key=lambda p: (*(-n for n in strength(readout, p)[:3]), p))


def leading(readout: Readout) -> list[str]:
    """TT 7.3: who wins if he keeps his share of the provinces."""
    leader = readout.view.leader
    if not leader or readout.view.ended:
        return []
    wins = f"and wins if it owns {winning_share(readout)} % or more after the next turn too (7.3)."
    return [f"[{leader}] owns {share(readout)} % of the provinces, {wins}"]


def share(readout: Readout) -> int:
    """TT 7.3: the leader's share of the provinces, in whole per cent, rounded down."""
    return 100 * len(readout.owned(readout.view.leader)) // len(readout.view.provinces)


def winning_share(readout: Readout) -> int:
    """TT 7.3: the share of the provinces that wins, in per cent."""
    part, whole = readout.rules.numbers["end"]["share"]
    return int(100 * part // whole)


def own_provinces(readout: Readout) -> Section:
    """TT 7.1: what the viewer may give orders to: his provinces, and others where armies of his stand."""
    rows: list[tuple[Cell, ...]] = []
    forces = 0
    for code, province in readout.view.provinces.items():
        here, mine = province.armies.get(readout.me, 0), province.owner == readout.me
        if not (mine or here):
            continue
        forces += here
        kind = readout.structure(province.structure) if mine else "white"
        rows.append((code, readout.space(code), kind, here, borders(readout, code)))
    if not rows:
        return Section("provinces", "Your provinces", (Paragraphs(("You own no province.",)),), "0")
    owned = len(readout.owned(readout.me))
    total = ("All", str(owned), "", forces, None)
    return Section("provinces", "Your provinces", (Table(OWN, tuple(rows), total),), str(owned))


def borders(readout: Readout, code: str) -> str:
    """The neighbours of a space: provinces, then seas."""
    space = readout.board.spaces[code]
    return " \u00b7 ".join(" ".join(codes) for codes in (space.provinces, space.seas) if codes)


def other_provinces(readout: Readout) -> list[Section]:
    """TT 7.1: everybody else's provinces, nation by nation, and the white ones; borders where there is no map
    beside.
    """
    rows = readout.shared("provinces", lambda: all_provinces(readout))
    shown = tuple(row for row in rows if not readout.me or row[2] != readout.me)
    title = "Other provinces" if readout.me else "Provinces"
    bare = Table(OTHERS[:-1], tuple(row[:-1] for row in shown))
    return [
        Section("others", title, (Table(OTHERS, shown),), str(len(shown)), html=False),
        Section("others", title, (bare,), str(len(shown)), classic=False),
    ]


def all_provinces(readout: Readout) -> list[tuple[Cell, ...]]:
    """TT 7.1: the table of provinces, by owner, white ones last."""
    rows: list[tuple[Cell, ...]] = []
    for code, province in sorted(
        readout.view.provinces.items(), key=lambda row: (not row[1].owner, row[1].owner, row[0])
    ):
        owner, forces = province.owner, province.armies
        told = [str(forces[owner])] if owner in forces else []
        told += [f"[{p}] {n}" for p, n in forces.items() if p != owner]
        kind = readout.structure(province.structure) or ("" if owner else "white")
        rows.append((code, readout.space(code), owner, kind, ", ".join(told), borders(readout, code)))
    return rows


def fleets(readout: Readout) -> list[Section]:
    """TT 1.3, 7.1: the viewer's fleets and what they reach, then all fleets sea by sea."""
    room = readout.rules.numbers["fleet"]["room"]
    mine = readout.view.fleets.get(readout.me, {}) if readout.me else {}
    blocks: list[Block] = []
    if mine:
        own = tuple(
            (f"#{n}", fleet.sea, readout.space(fleet.sea), f"{fleet.cargo} of {room}", borders(readout, fleet.sea))
            for n, fleet in mine.items()
        )
        blocks.append(Table(FLEET, own, title="Yours"))
    number = sum(len(owned) for owned in readout.view.fleets.values())
    if number > len(mine):
        everybody = readout.shared("fleets", lambda: all_fleets(readout))
        blocks.append(Table(FLEETS, everybody, title="All, sea by sea" if readout.me else ""))
    figure = f"{len(mine)} of {number}" if mine else str(number)
    return [Section("fleets", "Fleets", tuple(blocks), figure)] if blocks else []


def all_fleets(readout: Readout) -> tuple[tuple[Cell, ...], ...]:
    """TT 7.1: each nation's fleets in each sea, with their numbers and the armies aboard."""
    rows: list[tuple[Cell, ...]] = []
    for sea in readout.board.seas:
        for p, owned in readout.view.fleets.items():
            here = {n: fleet.cargo for n, fleet in owned.items() if fleet.sea == sea}
            each = " ".join(f"#{n}{f'({cargo})' if cargo else ''}" for n, cargo in here.items())
            if here:
                rows.append((sea, readout.space(sea), p, len(here), sum(here.values()), each))
    return tuple(rows)

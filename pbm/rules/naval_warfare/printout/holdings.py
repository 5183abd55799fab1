"""What the reader has: the country, its ports, groups, platforms, treaties, what is kept and what was seen (NW 16)."""

from collections.abc import Iterator

from pbm.core.english import count, listed
from pbm.core.printout import Cell, Column, Lines, Section, Table
from pbm.rules.naval_warfare.printout.readout import Readout, afloat, level
from pbm.rules.naval_warfare.state import UTILITY, BattleGroup, Country, Platform, Port, active
from pbm.rules.naval_warfare.tables import ABILITY, ARMS, BASES, ECONOMY, GOODS, LEVELS, NAMED, WEAPONS


def country(readout: Readout, me: Country) -> Section:
    """NW 2, 16: the sheet of the country."""
    rows: list[tuple[Cell, ...]] = [row for row in _country(readout, me) if row[1]]
    return Section(
        "country", "Country", (Table((Column("Item"), Column("What it is")), tuple(rows)),), f"level {me.level}"
    )


def _country(readout: Readout, me: Country) -> Iterator[tuple[str, str]]:
    economy = ECONOMY[me.economy]
    yield "Territory", me.territory
    yield "Economy", f"{economy.name}, revenue {economy.revenue}: {economy.privilege}"
    for code in me.abilities:
        known = ABILITY.get(code)
        yield f"Ability {code}", f"{known.name}: {known.effect}" if known else "to be chosen: `CH` and its code"
    after = LEVELS.get(me.level + 1)
    yield "Experience", f"{me.exp}, level {level(me)}" + (f"; level {me.level + 1} from {after.exp}" if after else "")
    yield "Money", f"{me.money}; hulls afloat are worth {afloat(readout.view)}"
    stocks = [f"{getattr(me, name)} {name} ({letter})" for letter, name in GOODS.items() if getattr(me, name)]
    yield "Stockpiles", listed(stocks)
    pool = [count(me.captains, "captain"), *(f"an admiral of {score}" for score in me.admirals)]
    yield "Pool", listed(pool)
    yield "Prisoners", listed([f"{morale} %" for morale in me.prisoners])
    ships = readout.view.ships.values()
    reserve, utility = sum(ship.reserve for ship in ships), sum(ship.kind == UTILITY for ship in ships)
    yield (
        "Ships",
        f"{active(ships)} of {me.active} active, {reserve} of {NAMED['reserve']} in reserve, "
        f"{utility} of {NAMED['utility']} utility ships",
    )
    yield "Flagship", readout.ship(me.flagship) if me.flagship else ""
    yield "Platforms", f"{len(readout.view.platforms)} of {me.platforms}"
    yield "Rights", listed(list(_rights(me)))
    for number, it in me.types.items():
        load = f"payload {it.load}" if it.load else "no payload"
        advanced = f", {' '.join(it.adv)}" if it.adv else ""
        yield (
            f"Aircraft type {number}",
            f"{it.size}, {it.weapon.lower()} ({_dice(it.size, it.weapon)}), {load}{advanced}",
        )
    yield "Radar", "advanced radar" if me.radar else ""
    yield "Annexed", listed([f"{code} {ECONOMY[trade].name.lower()}" for code, trade in me.annexed.items()])
    yield "Pirate", f"until week {me.pirate}" if me.pirate >= readout.view.turn and me.pirate else ""
    yield "Short next week", listed(me.short)


def _dice(size: str, weapon: str) -> str:
    return next((it.dice for it in ARMS[size].values() if it.weapon == weapon), "")


def _rights(me: Country) -> Iterator[str]:
    """NW 12: what may be built or done still."""
    for number, one in (
        (me.ports_left, "port may be built"),
        (me.free_ports, "port and dock without cost"),
        (me.supers, "super ship"),
        (me.subs_left, "submersible carrier"),
        (me.annex, "annexation"),
        (me.free_changes, "free change of economy"),
        (me.changes, "paid change of economy"),
    ):
        if number:
            yield f"{number} {one}" if number == 1 else f"{number} times: {one}"


def ports(readout: Readout) -> list[Section]:
    """NW 2.7, 4.11, 5.17: ports in the reader's hands; their weapons with hit points and payload."""
    rows: list[tuple[Cell, ...]] = []
    for code, port in readout.view.held.items():
        lying = [ship for ship in readout.view.ships.values() if ship.port == code and not ship.group]
        berths = NAMED["berths"] + (_dock_berths(readout) if port.dock else 0)
        kind = "home" if port.home else "" if port.founder == readout.me else "held"
        rows.append(
            (
                code, port.name, port.hex, ", ".join(filter(None, (kind, "dock" if port.dock else ""))),
                f"{port.structure}/{_whole(port)}", f"{len(lying)}/{berths}", f"{port.people:,}",
                f"{len(port.weapons)}/{port.slots}", _weapons(port),
            )
        )  # fmt: skip
    if not rows:
        return []
    columns = (
        Column("Port", "code"),
        Column("Name"),
        Column("Hex", "code"),
        Column(""),
        Column("Structure", "number"),
        Column("Berths", "number"),
        Column("People", "number"),
        Column("Slots", "number"),
        Column("Weapons", "mono"),
    )
    note = "Weapons in firing order: hit points left, and behind a stroke what is left of the payload."
    return [Section("ports", "Ports", (Table(columns, tuple(rows), note=note, ids="space-"),), str(len(rows)))]


def _dock_berths(readout: Readout) -> int:
    me = readout.view.me
    found: int = NAMED["dock_berths"] + (me is not None and "DOC" in me.abilities)
    return found


def _whole(port: Port) -> int:
    found: int = NAMED["port_points"] + (NAMED["dock_points"] if port.dock else 0)
    return found


def _weapons(port: Port) -> str:
    return " ".join(f"{gun.w}{gun.hp}{f'/{gun.load}' if WEAPONS[gun.w].load else ''}" for gun in port.weapons)


def groups(readout: Readout) -> list[Section]:
    """NW 4.10, 11.3: battle groups with their courses and what they do in battle."""
    rows: list[tuple[Cell, ...]] = [_group(readout, number, it) for number, it in readout.view.groups.items()]
    if not rows:
        return []
    columns = (
        Column("BattleGroup", "code"),
        Column("Hex", "code"),
        Column("Ships"),
        Column("Course", "mono"),
        Column("Stance"),
        Column("Targets"),
        Column("Retreat"),
        Column("Calls"),
        Column("Besides"),
    )
    return [Section("groups", "Groups", (Table(columns, tuple(rows)),), str(len(rows)))]


def _group(readout: Readout, number: int, group: BattleGroup) -> tuple[Cell, ...]:
    ships = [str(k) for k, ship in readout.view.ships.items() if ship.group == number]
    besides = [f"helps [{group.helps}]"] if group.helps else []
    besides += ["sinks the dead (K1)"] if group.kill else []
    besides += [] if group.flash else ["no star flash (Z0)"]
    return (
        f"G{number}",
        group.hex,
        " ".join(ships),
        " ".join(group.course) or "lies",
        group.stance,
        group.target,
        f"{group.retreat} %" if group.retreat else "-",
        f"G{group.calls}" if group.calls else "-",
        ", ".join(besides),
    )


def platforms(readout: Readout) -> list[Section]:
    """NW 10, 5.16: air platforms, their AA and aircraft."""
    rows: list[tuple[Cell, ...]] = [_platform(number, it) for number, it in readout.view.platforms.items()]
    if not rows:
        return []
    columns = (
        Column("Platform", "code"),
        Column("Kind"),
        Column("Port", "code"),
        Column("Points", "number"),
        Column("AA", "mono"),
        Column("Aircraft", "mono"),
        Column("AWACS", "number"),
        Column("Mode", "mono"),
    )
    return [Section("platforms", "Platforms", (Table(columns, tuple(rows)),), str(len(rows)))]


def _platform(number: int, it: Platform) -> tuple[Cell, ...]:
    kind = BASES[it.kind]
    units = " ".join(f"{unit.a}{unit.hp}/{unit.load}" for unit in it.aa)
    planes: dict[int, int] = {}
    for plane in it.aircraft:
        planes[plane.type] = planes.get(plane.type, 0) + 1
    told = " ".join(f"{many}x{k}" for k, many in sorted(planes.items()))
    return f"P{number}", kind.name, it.port, f"{it.hp}/{kind.hp}", units, told, it.awacs, it.mode


def relations(readout: Readout, me: Country) -> list[Section]:
    """NW 3.1, 6: wars, treaties, embargoes of the reader's, and those that lie on them."""
    secret = set(me.secret)
    lists = (("At war with", me.war), ("Peace with", me.peace), ("Allied with", me.allies), ("Trading with", me.trade))
    lines = []
    for title, others in lists:
        names = [
            readout.name(q) + (" (secret)" if q in secret and title in ("Peace with", "Allied with") else "")
            for q in others
        ]
        if names:
            lines.append(f"{title} {listed(names)}.")
    if me.embargo:
        lines.append(f"Your embargo lies on {listed([readout.name(q) for q in me.embargo])}.")
    for q, other in readout.view.countries.items():
        if readout.me in other.embargo:
            cut = me.cut.get(q)
            force = f", in force since week {cut.since}, {cut.buffer} left" if cut else ""
            lines.append(f"{readout.name(q)} has an embargo on you{force}.")
    lines = lines or ["Neither treaties nor wars nor embargoes."]
    return [Section("relations", "Treaties and embargoes", (Lines(tuple(lines)),))]


def kept(readout: Readout, me: Country) -> list[Section]:
    """NW 11.3: preferences that stay, and standing orders, as they would be written."""
    lines = [f"@ {' '.join(f'{key}{value}' for key, value in sorted(me.prefs.items()))}"] if me.prefs else []
    for place, filed in sorted(me.standing.items()):
        at = place if place == "@" else f"@{place}"
        lines.append(" ".join([at, *(f"/{slot}/{text}" for slot, text in sorted(filed.items()))]))
    return [Section("kept", "Standing and kept orders", (Lines(tuple(lines)),))] if lines else []


def seen(readout: Readout) -> list[Section]:
    """NW 5.2, 16: what was seen, by day."""
    rows: list[tuple[Cell, ...]] = [
        (day, at, owner or None, _fleet(ships, subs)) for day, at, owner, ships, subs in readout.view.seen
    ]
    if not rows:
        return []
    columns = (Column("Day", "number"), Column("Hex", "code"), Column("", "player"), Column("What"))
    return [Section("seen", "Seen", (Table(columns, tuple(rows)),), str(len(rows)), "by day")]


def _fleet(ships: int, subs: int) -> str:
    return ", ".join([count(n, word) for n, word in ((ships, "ship"), (subs, "submarine")) if n])

"""NW 4, 16: the reader's ships: one line each, then the sheet of each as an index card."""

from pbm.core.english import signed
from pbm.core.printout import Cell, Column, Field, IndexCard, IndexCards, Magazine, Section, Table
from pbm.rules.naval_warfare.printout.readout import Readout, kind_of
from pbm.rules.naval_warfare.shipyard import aircraft_slots, full, named_special, slots
from pbm.rules.naval_warfare.state import LOST, STATS, UTILITY, Ship
from pbm.rules.naval_warfare.tables import WEAPONS

SHORT = {"hull": "Hull", "shields": "Shields", "targeting": "Target.", "engines": "Engines", "power": "Power"}


def ships(readout: Readout) -> list[Section]:
    """NW 16: the navy."""
    navy = readout.view.ships
    if not navy:
        return []
    rows = tuple(_row(readout, number, ship) for number, ship in navy.items())
    columns = (
        Column("", "number"),
        Column("Ship"),
        Column("Hull"),
        Column("hp", "number"),
        Column("sh", "number"),
        Column("Weapons", "mono"),
        Column("hit", "number"),
        Column("dod", "number"),
        Column("ini", "number"),
        Column("mor", "number"),
        Column("capt", "number"),
        Column("lv", "number"),
        Column("Where", "code"),
    )
    cards = tuple(card(readout, number, ship) for number, ship in navy.items())
    table = Section("ships", "Ships", (Table(columns, rows),), str(len(navy)))
    return [table, Section("sheets", "Ship sheets", (IndexCards(cards),), str(len(navy)))]


def _row(readout: Readout, number: int, ship: Ship) -> tuple[Cell, ...]:
    figures = readout.figures(ship)
    return (
        number,
        ship.name,
        kind_of(ship),
        f"{ship.hp}/{ship.max}",
        ship.shields,
        ship.weapons,
        _plus(figures.hit),
        _plus(figures.dodge),
        _plus(figures.initiative),
        figures.morale if ship.kind != UTILITY else None,
        ship.captain or None,
        ship.level,
        where(readout, ship),
    )


def where(readout: Readout, ship: Ship) -> str:
    """NW 4.10: its group, its port, or when it comes back."""
    if ship.away:
        return f"back in week {ship.away}"
    place = f"G{ship.group}" if ship.group else ship.port
    return f"{place} (reserve)" if ship.reserve else place


def _plus(number: int) -> str:
    return signed(number) if number else "0"


def card(readout: Readout, number: int, ship: Ship) -> IndexCard:
    """NW 11.1, 16: the ship sheet of the book."""
    figures = readout.figures(ship)
    head = [Field("Hit points", f"{ship.hp}/{ship.max}"), Field("Shields", str(ship.shields))]
    if ship.captain:
        head += [Field("Captain", str(ship.captain)), Field("Morale", str(figures.morale))]
    if ship.admiral:
        head.append(Field("Admiral", str(ship.admiral)))
    head += [Field("Level", str(ship.level)), Field("Exp", str(ship.exp))]
    stats = tuple(Field(SHORT[name], str(getattr(ship.stats, name))) for name in STATS)
    plus = (
        Field("To hit", _plus(figures.hit)),
        Field("Dodge", _plus(figures.dodge)),
        Field("Damage", _plus(figures.damage)),
        Field("Initiative", _plus(figures.initiative)),
    )
    specials = [Field("Special", named_special(code)) for code in ship.specials]
    record = (
        Field("Victories", str(ship.victories)),
        Field("Defeats", str(ship.defeats)),
        Field("Standoffs", str(ship.standoffs)),
        Field("Sinks", str(ship.sinks)),
    )
    lines: list[tuple[Field, ...] | Magazine] = [tuple(head), stats, plus]
    lines += [tuple(specials)] if specials else []
    lines += _stores(ship)
    lines += [*([] if ship.kind == UTILITY else [record])]
    title = f"SHIP {number} {ship.name.upper()}".rstrip()
    return IndexCard(title, f"{kind_of(ship)}, {where(readout, ship)}", tuple(lines))


def _stores(ship: Ship) -> list[Magazine]:
    """NW 5.9, 4.7, 4.8: weapons with their payload, empty slots, holds, aircraft."""
    found = []
    for slot in range(max(slots(ship), len(ship.weapons))):
        letter = ship.weapons[slot] if slot < len(ship.weapons) else ""
        if not letter or letter == LOST:
            found.append(Magazine(f"{slot + 1} -", "lost" if letter else "empty slot"))
            continue
        weapon, whole = WEAPONS[letter], full(letter, ship)
        left = ship.load[slot] if slot < len(ship.load) else whole
        name = f"{weapon.name.lower()} {weapon.dice}"
        found.append(Magazine(f"{slot + 1} {letter}", name, left, whole, "" if whole else "no magazine"))
    found += [Magazine(f"H{k} {letter}", WEAPONS[letter].name.lower(), n, 4 * ship.hull) for k, (letter, n) in
              enumerate(ship.holds, 1)]  # fmt: skip
    if room := aircraft_slots(ship):
        types = " ".join(f"type {plane.type}" for plane in ship.aircraft) or "none aboard"
        found.append(Magazine("Air", f"{types}, {ship.mode}", len(ship.aircraft), room))
    return found

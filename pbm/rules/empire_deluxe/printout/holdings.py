"""What the reader has, and what is known of others: cities, units, sightings, orders that came to nothing (ED 15)."""

from collections.abc import Iterator
from typing import Any

from pbm.core.english import count
from pbm.core.printout import Cell, Column, Section, Table
from pbm.rules.empire_deluxe.board import FOREST, MOUNTAIN, RIVER
from pbm.rules.empire_deluxe.kinds import CITY, NOTHING
from pbm.rules.empire_deluxe.printout.changes import idle_units
from pbm.rules.empire_deluxe.printout.readout import Readout, at, by_row, orders, runs
from pbm.rules.empire_deluxe.resolve.production import drain, turns_of
from pbm.rules.empire_deluxe.state import City, Unit

TERRAIN = {FOREST: "forest", MOUNTAIN: "mountain", RIVER: "river"}
"""ED 6.6: land that helps who defends it."""


def fights(readout: Readout) -> list[Section]:
    """ED 15: fights in the order fought, with the hit per cent of the attacker."""
    rows: list[tuple[Cell, ...]] = []
    for facts in readout.told("fight"):
        own = f"{facts.get('unit_kind', '')} #{facts['unit']}" if "unit" in facts else "your city"
        foe = f"{facts['foe_kind']} of [{facts['foe']}]" if facts["foe"] else "neutral city"
        sides = (own, foe) if facts["role"] == "attack" else (foe, own)
        rows.append((facts["at"], _field(readout, facts["square"]), *sides, facts["percent"], _outcome(readout, facts)))
    if not rows:
        return []
    columns = (
        Column("Turn", "number"),
        Column("Square"),
        Column("Attacker"),
        Column("Defender"),
        Column("Hit %", "number"),
        Column("Outcome"),
    )
    return [Section("fights", "Fights", (Table(columns, tuple(rows)),), str(len(rows)), "in the order fought")]


def _field(readout: Readout, square: str) -> str:
    """Where a fight was: T11 BER, T8 forest."""
    x, y = at(square)
    word = TERRAIN.get(readout.view.rows[y][x], "") if readout.rules.variant == "advanced" else ""
    return f"{square} {word}" if word else readout.place(square)


def _outcome(readout: Readout, facts: dict[str, object]) -> str:
    is_attack, is_city = facts["role"] == "attack", facts["foe_kind"] == CITY
    if not facts["won"]:
        return f"#{facts['unit']} lost" if "unit" in facts else "city lost" if _is_land(readout, facts) else "bombed"
    if is_attack and is_city:
        kind = readout.kinds.get(str(facts["unit_kind"]))
        return "bombed" if kind and kind.layer == "air" else "city taken"
    damage = f", damage {facts['damage']}" if facts.get("damage") else ""
    return f"{'won' if is_attack else 'held'}{damage}"


def _is_land(readout: Readout, facts: dict[str, object]) -> bool:
    kind = readout.kinds.get(str(facts["foe_kind"]))
    return kind is not None and kind.layer == "land"


def cities(readout: Readout) -> list[Section]:
    """ED 15: own cities: what each builds and how far it is, what follows, what new units begin with."""
    view = readout.view
    if not view.cities:
        return []
    rows = [_city(readout, code, city) for code, city in sorted(view.cities.items())]
    columns = [
        Column("City", "code"),
        Column("Square", "code"),
        Column("Builds"),
        Column("Done", "text"),
        Column("Then", "mono"),
        Column("New units", "mono"),
    ]
    if readout.rules.variant == "advanced":
        columns.append(Column("Eff.", "number"))
    number = count(len(rows), "city", "cities")
    table = Table(tuple(columns), tuple(row[: len(columns)] for row in rows), ids="city-")
    return [Section("cities", "Cities", (table,), number, "product, turns done of those needed")]


def _city(readout: Readout, code: str, city: City) -> tuple[Cell, ...]:
    view, me = readout.view, readout.view.me
    assert me is not None
    load = drain(readout.rules.variant, view.options, len(view.units), len(view.cities))
    done, product = "", "nothing"
    if city.product == NOTHING:
        product = "no production"
    elif city.product:
        product = readout.kind(city.product)
        needed = turns_of(readout.rules.variant, city, city.product, me.handicap, load)
        done = f"{city.progress} of {needed}"
        product += f", {city.left} more" if city.left else ""
    then = " ".join(f"P{it}" for it in city.next)
    rally = " ".join(f"{kind} {'>'.join(queue)}" for kind, queue in sorted(city.rally.items()))
    if not rally and city.product in me.first:
        rally = ">".join(me.first[city.product])
    return code, city.at, product, done, then, rally, city.efficiency


def idle(readout: Readout) -> list[Section]:
    """ED 15: units without orders."""
    rows: list[tuple[Cell, ...]] = []
    for number in idle_units(readout):
        unit = readout.view.units[number]
        rows.append((f"#{number}", readout.kind(unit.kind), readout.place(unit.at), _state(readout, unit), unit.name))
    if not rows:
        return []
    columns = (Column("Unit", "code"), Column("Kind"), Column("Square"), Column("State"), Column("Name"))
    return [Section("idle", "Units without orders", (Table(columns, tuple(rows)),), str(len(rows)))]


def _state(readout: Readout, unit: Unit) -> str:
    """Damage, fuel and passengers in words."""
    kind = readout.kinds[unit.kind]
    told = [f"damage {unit.damage} of {kind.hits}"] if unit.damage else []
    if kind.range and unit.fuel != kind.range:
        told.append(f"fuel {unit.fuel}")
    return ", ".join(told)


def units(readout: Readout) -> list[Section]:
    """ED 15: all units by kind and orders, those of one place together; places run on."""
    found: dict[tuple[str, str], dict[tuple[str, str], list[int]]] = {}
    for number, unit in sorted(readout.view.units.items()):
        aboard = f" aboard #{unit.aboard}" if unit.aboard else ""
        state = _state(readout, unit)
        name = f" {unit.name}" if unit.name else ""
        where = f"{aboard}{f' ({state})' if state else ''}{name}"
        found.setdefault((unit.kind, orders(unit) or "-"), {}).setdefault((unit.at, where), []).append(number)
    rows: list[tuple[Cell, ...]] = []
    for code in readout.kinds:
        for (kind, queue), places in sorted(found.items()):
            if kind == code:
                there = sorted(places.items(), key=lambda row: (by_row(row[0][0]), row[0][1]))
                many = sum(len(numbers) for _, numbers in there)
                text = ", ".join(
                    f"{runs(n)} {readout.codes.get(square, square)}{state}" for (square, state), n in there
                )
                rows.append((f"{readout.kind(kind, many)} {many}", queue, text))
    if not rows:
        return []
    columns = (Column("Units"), Column("Orders", "mono"), Column("Numbers and places"))
    total = count(len(readout.view.units), "unit", "units")
    return [Section("units", "Units", (Table(columns, tuple(rows)),), total)]


def sightings(readout: Readout) -> list[Section]:
    """ED 15: others' units as last seen, by owner; a line for those of a kind that were seen together last."""
    same: dict[tuple[int, str, int, bool], list[str]] = {}
    for icon in sorted(readout.view.icons, key=lambda it: (it.owner, it.kind, not it.now, -it.turn, by_row(it.at))):
        same.setdefault((icon.owner, icon.kind, 0 if icon.now else icon.turn, icon.loaded), []).append(icon.at)
    if not same:
        return []
    rows = [
        (owner, readout.kind(kind), str(turn) if turn else "in sight", _loaded(squares, readout, is_loaded=loaded))
        for (owner, kind, turn, loaded), squares in same.items()
    ]
    columns = (Column("Owner", "player"), Column("Kind"), Column("Seen"), Column("Where"))
    return [Section("sightings", "Sightings", (Table(columns, tuple(rows)),), str(len(readout.view.icons)))]


def _loaded(squares: list[str], readout: Readout, *, is_loaded: bool) -> str:
    return ", ".join(readout.place(square) for square in squares) + (", loaded" if is_loaded else "")


def undone(readout: Readout) -> list[Section]:
    """ED 15: orders that failed, units that woke, units that were blocked; a line for all that came to the same."""
    same: dict[tuple[int, str, str], dict[int, str]] = {}
    for turn, order, what, facts in _undone(readout):
        same.setdefault((turn, order, what), {})[facts["unit"]] = facts.get("square", "")
    if not same:
        return []
    rows = [
        (turn, order, what, ", ".join(f"#{unit} {square}".rstrip() for unit, square in sorted(units.items())))
        for (turn, order, what), units in sorted(same.items())
    ]
    columns = (Column("Turn", "number"), Column("Order", "mono"), Column("What came of it"), Column("Units", "code"))
    title = "Orders that failed, woke, were blocked"
    return [Section("undone", title, (Table(columns, tuple(rows)),), str(len(rows)))]


def _undone(readout: Readout) -> Iterator[tuple[int, str, str, dict[str, Any]]]:
    """When, which order, what came of it, and the facts: the unit and where it was."""
    for facts in readout.told("order-failed"):
        yield facts["at"], facts["order"], readout.words("reason", facts["reason"]), facts
    for facts in readout.told("woke"):
        yield facts["at"], "?", f"woke: {readout.kind(facts['unit_kind'])} of [{facts['owner']}] in sight", facts
    for facts in readout.told("blocked"):
        yield facts["at"], "", readout.words("blocked", facts["by"]), facts
    for facts in readout.told("explored"):
        yield facts["at"], "E", "nothing is left to explore", facts
    for facts in readout.told("short-of-fuel"):
        yield facts["at"], "", "short of fuel: it turned back", facts


def census(readout: Readout) -> list[Section]:
    """ED HR-38: how many cities each player had, as all are told."""
    told = readout.told("census")
    if not told:
        return []
    facts = told[-1]
    rows: list[tuple[Cell, ...]] = [(int(player), many) for player, many in facts["cities"].items()]
    table = Table((Column("Player", "player"), Column("Cities", "number")), tuple(rows))
    return [Section("census", f"Census, after mailing {facts['of']}", (table,))]

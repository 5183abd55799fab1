"""NW 16: the account of the week: every change of money in order, and how it comes about."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.core.english import number_word, signed
from pbm.core.printout import Cell, Column, Section, Table
from pbm.rules.naval_warfare.printout.readout import Facts, Readout
from pbm.rules.naval_warfare.tables import ADVANCEMENTS, ECONOMY, FLAK, GOODS, WEAPONS, Economy, Flak, Weapon

NAMES: dict[str, tuple[str, ...]] = {
    "bonus": ("economy",),
    "menace": ("menace",),
    "event": ("event",),
    "gift": ("ship",),
    "aid-in": ("country",),
    "aid-out": ("country",),
    "goods": ("number", "good"),
    "mediation": ("country", "other"),
    "sale": ("number", "country"),
    "bought": ("ship", "country"),
    "type": ("number",),
    "advancement": ("advancement", "number"),
    "port": ("port",),
    "dock": ("port",),
    "weapons": ("port", "weapons"),
    "ship": ("ship",),
    "platform": ("number",),
    "aa": ("place", "aa"),
    "aircraft": ("number", "type"),
    "awacs": ("place", "number"),
    "refit": ("ship", "slot", "weapon"),
    "resupply": ("ship",),
    "refill": ("ship", "number"),
    "repair": ("ship", "points"),
    "rebuild": ("port", "points"),
    "mend": ("number", "points"),
    "prize": ("number", "country"),
    "level": ("number",),
    "merchant": ("number", "good"),
}
"""What the details of a row are, in their order."""


NAMED_ROWS: dict[str, Mapping[str, Weapon | Flak | Economy]] = {"weapon": WEAPONS, "aa": FLAK, "economy": ECONOMY}
"""Details that are codes of a table."""
PAY = 5
"""Details of the pay: revenue, rate, raise, how many ports pay of how many founded."""


def account(readout: Readout) -> list[Section]:
    """NW 3, 16: in hand, what came and went, in hand."""
    told = readout.mine("account")
    if not told:
        return []
    rows = told[-1]["rows"]
    lines: list[tuple[Cell, ...]] = [
        (words(readout, row), row[1] if row[0] == "before" else signed(row[1])) for row in rows[:-1]
    ]
    columns = (Column("Item"), Column("Dollars", "number"))
    total = words(readout, rows[-1]), rows[-1][1]
    return [
        Section("account", "Account", (Table(columns, tuple(lines), total, account=True),), f"{rows[-1][1]} dollars")
    ]


def words(readout: Readout, row: Sequence[Any]) -> str:
    """NW 16: what a row is about: Repair of 2 Minerva by 12 in MIA, days 1-3."""
    code, _, *details = row
    table = readout.rules.wording["account"]
    if code == "pay":
        return _pay(readout, row[1], details)
    names = NAMES.get(code, ())
    if f"{code}-of" not in table or len(details) < len(names):
        return str(table.get(code, code)).format(before=readout.view.turn - 1)
    facts: Facts = dict(zip(names, details, strict=False))
    facts = {key: _named(readout, key, value) for key, value in facts.items()}
    return str(table[f"{code}-of"]).format_map(facts | {"where": _where(readout, code, details)})


def _named(readout: Readout, key: str, value: Any) -> str:
    """A detail in words: ships and countries by number and name, codes by what they stand for."""
    if key == "ship":
        return readout.ship(value)
    if key in ("country", "other"):
        return readout.name(value)
    if key == "menace":
        return _menace(readout, value)
    if key == "advancement":
        return ADVANCEMENTS[value].name if value in ADVANCEMENTS else str(value)
    if value in NAMED_ROWS.get(key, {}):
        return NAMED_ROWS[key][value].name.lower()
    return GOODS.get(value, value) if key == "good" else str(value)


def _where(readout: Readout, code: str, details: Sequence[Any]) -> str:
    """NW 16: in MIA, days 1-3: where a ship was repaired, and on which days, where the row tells it."""
    ship = readout.view.ships.get(details[0]) if code == "repair" else None
    port, first, last = (*details[len(NAMES.get(code, ())) :], "", 0, 0)[:3]
    told = f" in {port or (ship.port if ship else '')}" if code == "repair" and (port or (ship and ship.port)) else ""
    if first:
        told += f", day {first}" if first == last else f", days {first}-{last}"
    return told


def _menace(readout: Readout, number: int) -> str:
    """NW 8: the event that brought a menace; it may be destroyed by now."""
    known = readout.view.menaces.get(number)
    return f" (event {known.event})" if known else ""


def _pay(readout: Readout, own: int, details: Sequence[int]) -> str:
    """NW 3.2, 16: 950 x 10 % = 95, all three ports; which part of it comes where some do not pay."""
    title = readout.words("account", "pay")
    if len(details) < PAY:
        return title
    revenue, rate, raised, counted, founded = details[:PAY]
    sum_ = f"{revenue} x {rate} %" + (f" + {raised} %" if raised else "")
    all_ports = {1: "the home port", 2: "both ports"}.get(founded, f"all {number_word(founded).lower()} ports")
    if counted == founded:
        return f"{title}: {sum_} = {own}, {all_ports}"
    if revenue * rate * (100 + raised) // 10_000 == own:
        return f"{title}: {sum_} = {own}, the home port alone"
    return f"{title}: {sum_}, {counted} of {founded} ports = {own}"

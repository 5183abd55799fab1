"""The card to fill in, and what a filled one leaves without orders."""

from pbm.core.printout import Kit
from pbm.orders.order import Parsed
from pbm.orders.table import OrderTable
from pbm.orders.words import said


def unordered(kit: Kit, parsed: Parsed, table: OrderTable) -> list[str]:
    """What units have no order after this card, a sentence for each place: they defend."""
    used: dict[tuple[str, str], int] = {}
    rows = {(row.code, kind): row for row in table.rows for kind in row.at}
    for order in (*(o for o in parsed.orders if not o.slot), *parsed.standing):
        if not order.place:
            continue
        row = rows[order.code, kit.places[order.place].kind]
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.spends:
                key = (order.operands["to"] if operand.of == "to" else order.place, operand.spends)
                used[key] = used.get(key, 0) + order.operands[name]
    acting = {store.name for store in table.stores if store.acts}
    told = []
    for code, place in kit.places.items():
        idle = [
            table.units(n, unit)
            for unit, total in place.has.items()
            if unit in acting and (n := total - used.get((code, unit), 0)) > 0
        ]
        if code and idle:
            told.append(said("idle", code=code, units=", ".join(idle)))
    return told


def blank(table: OrderTable, kit: Kit) -> tuple[str, ...]:
    """The card to fill in: each heading with what stands there behind a semicolon, then END. It parses as
    it is.
    """
    lines = []
    parts = {store.name: store.unit for store in table.stores}
    for code, place in kit.places.items():
        if place.quiet:
            continue
        store = []
        for unit, n in place.has.items():
            if n:
                store.append(table.counted(_amount(n, parts.get(unit, 1)), unit))
        note = " ".join(store)
        if place.standing:
            note = "; ".join([note, *[f"/{slot}/{text}" for slot, text in sorted(place.standing.items())]])
        lines.append(f"@{code}".ljust(6) + (f" ; {note}" if note else ""))
    return (*lines, "END")


def _amount(n: int, unit: int) -> str:
    """What a store holds of whole ones, of which each counts so many: 50.5."""
    whole, part = divmod(n, unit)
    return f"{whole}.{part:0{len(str(unit)) - 1}d}".rstrip("0") if part else str(whole)

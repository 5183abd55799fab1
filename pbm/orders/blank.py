"""The card to fill in, and what a filled one leaves without orders."""

from pbm.core.printout import Kit, KitPlace
from pbm.orders.fault_words import said
from pbm.orders.headings import headings_of
from pbm.orders.operands import filled
from pbm.orders.order import Parsed
from pbm.orders.table import OrderTable


def unordered(kit: Kit, parsed: Parsed, table: OrderTable) -> list[str]:
    """What units have no order after this card, a sentence for each place: they defend."""
    used: dict[tuple[str, str], int] = {}
    rows = {(row.code, kind): row for row in table.rows for kind in row.at}
    for order in (*(o for o in parsed.orders if not o.slot), *parsed.standing):
        if not order.place or order.place not in kit.places:
            continue
        row = rows[order.code, kit.places[order.place].kind]
        for name, operand, values in table.grammar.leaves(row.pairs, order.operands):
            if operand.spends:
                key = (order.operands["to"] if operand.of == "to" else order.place, filled(operand.spends, values))
                used[key] = used.get(key, 0) + values[name]
        if row.empties:
            key = order.place, filled(row.empties, order.operands)
            used[key] = used.get(key, 0) + order.operands["n"]
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
    it is. Numbered places that one heading opens stand together, by kind of unit and by where they are.
    """
    lines, told = [], set()
    parts = {store.name: store.unit for store in table.stores}
    many = {kind.kind: kind for kind in table.places if kind.many}
    for code, place in kit.places.items():
        if place.quiet or code in told:
            continue
        if place.kind in many:
            like = [it.code for it in kit.places.values() if _alike(it, place)]
            told.update(like)
            note = f"{table.units(len(like), place.unit)} in {place.at}"
            lines += [f"@{heading}".ljust(6) + f" ; {note}" for heading in headings_of(many[place.kind], like)]
            continue
        store = []
        for unit, n in place.has.items():
            if n and unit not in table.unnoted:
                store.append(table.counted(_amount(n, parts.get(unit, 1)), unit))
        note = " ".join(store)
        if place.standing:
            note = "; ".join([note, *[f"/{slot}/{text}" for slot, text in sorted(place.standing.items())]])
        lines.append(f"@{code}".ljust(6) + (f" ; {note}" if note else ""))
    return (*lines, "END")


def _alike(one: KitPlace, other: KitPlace) -> bool:
    return not one.quiet and (one.kind, one.unit, one.at) == (other.kind, other.unit, other.at)


def _amount(n: int, unit: int) -> str:
    """What a store holds of whole ones, of which each counts so many: 50.5."""
    whole, part = divmod(n, unit)
    return f"{whole}.{part:0{len(str(unit)) - 1}d}".rstrip("0") if part else str(whole)

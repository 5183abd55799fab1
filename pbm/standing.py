"""11: standing orders: put on file by a card, and acting beside it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pbm import orderfault
from pbm.order import Order, aim
from pbm.orderquick import MAX_DIGITS, NOTHING
from pbm.ordertable import Row, written_out
from pbm.orderwords import said
from pbm.printout import KitPlace

if TYPE_CHECKING:
    from pbm.orderreader import Reader

_STANDING = re.compile(r"/([^/]*)/(.*)").fullmatch


def file_standing(reader: Reader, token: str, column: int, written: str) -> None:
    """11: a standing order put on file, or its slot emptied."""
    standing, place = reader.table.standing, reader.place
    assert place is not None
    reader.last = None
    match = _STANDING(token)
    if standing is not None and match is None and reader.pieces(token, column):
        return
    if standing is None or match is None:
        reader.fault(column, written, "invalid", said("standing-form"), standing.rule if standing else "")
        return
    slot = int(match[1]) if match[1].isdigit() and len(match[1]) <= MAX_DIGITS else 0
    if not 1 <= slot <= standing.slots:
        kind = standing.unknown if match[1].isdigit() else "invalid"
        reader.fault(column, written, kind, said("standing-slot", slots=standing.slots), standing.rule)
        return
    if place.kind not in standing.at:
        titles = [p.title[0].lower() + p.title[1:] for p in reader.table.places if p.kind in standing.at]
        message = said("standing-place", where=said("or").join(titles))
        reader.fault(column, written, "illegal", message, standing.rule)
        return
    if not match[2]:
        reader.orders.append(Order("", place.code, {}, token, reader.line, column, slot))
        reader.slots.setdefault(place.code, {})[slot] = ""
        return
    found = _row_of(reader, match[2], place)
    if found is None:
        trouble = orderfault.not_understood(reader.table, reader.kit, place, match[2])
        reader.trouble(column, written, trouble)
        return
    row, groups = found
    operands = reader.operands(row, groups, column, written)
    if operands is None:
        return
    for trait in row.needs:
        if trait not in place.traits and trait not in row.later:
            message = said("standing-lacks", code=place.code, trait=trait)
            reader.fault(column, written, "illegal", message, standing.rule)
            return
    for name, operand in zip(row.names, row.operands, strict=True):
        if not operand.among:
            continue
        is_own = operand.ever and operands[name] == place.code  # what a place may name later, it never is itself
        if is_own or operands[name] not in reader.among(place, operand.ever or operand.among):
            message = said("standing-never", why=reader.reach_fault(row, place, operand, operands[name]))
            reader.fault(column, written, "illegal", message, standing.rule)
            return
    if reader.slots.get(place.code, {}).get(slot):
        reader.warn(column, written, said("same-slot", slot=slot), standing.rule)
    reader.orders.append(Order(row.code, place.code, operands, token, reader.line, column, slot))
    reader.slots.setdefault(place.code, {})[slot] = match[2]


def _row_of(reader: Reader, text: str, place: KitPlace) -> tuple[Row, tuple[str, ...]] | None:
    """The row that a standing order's text means; kinds of place that this one may become count too."""
    assert reader.table.standing is not None
    start = "0" if text[0].isdigit() else text[0]
    for kind in (place.kind, *reader.table.standing.at):
        for row in reader.table.by_start.get((kind, start), ()):
            found = row.pattern(text) if row.standing else None
            if found:
                return row, found.groups()
    return None


def standing_in_force(reader: Reader) -> list[Order]:
    """11: the standing orders that act this turn, after all explicit ones; illegal ones wait (12D)."""
    acting: list[Order] = []
    for code, place in reader.kit.places.items():
        filed = place.standing
        if code in reader.slots:
            filed = {**filed, **reader.slots[code]}
        elif not filed:
            continue
        for slot in sorted(filed):
            order = _act(reader, place, slot, filed[slot], acting) if filed[slot] else None
            if order is not None:
                acting.append(order)
    return acting


def _act(reader: Reader, place: KitPlace, slot: int, text: str, acting: list[Order]) -> Order | None:
    """One standing order, its number cut to what is left; None where it may not act this turn."""
    found = _row_of(reader, text, place)
    if found is None or place.kind not in found[0].at:
        return None
    row, groups = found
    operands: dict[str, Any] = {}
    for name, operand, value in zip(row.names, row.operands, groups, strict=True):
        if operand.among:
            if value not in reader.among(place, operand.among):
                return None
            operands[name] = value
        else:
            operands[name] = int(value)
    target = aim(operands)
    given = reader.given.setdefault(place.code, {})
    beside = given.get(target, NOTHING)
    if row.code in beside or any(trait not in place.traits for trait in row.needs):
        return None
    if any(bar in beside for bar in row.bars):
        return None
    if reader.refused(row, Order(row.code, place.code, operands, text, slot=slot), acting):
        return None
    for name, operand in zip(row.names, row.operands, strict=True):
        if operand.spends:
            left = reader.store(place.code, operand.spends)
            operands[name] = min(operands[name], left // operand.each)
            if operands[name] < 1:
                return None
            reader.stock_of(place.code)[operand.spends] = left - operands[name] * operand.each
    order = Order(row.code, place.code, operands, written_out(row, operands), slot=slot)
    given[target] = beside | {row.code}
    return order

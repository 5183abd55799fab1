"""Orders without a doubt, read at once: the quick way beside the careful one (design 4).

Nearly all orders of a card are right. Most are letters, a number and perhaps a place, and are looked up by their
letters; for the others one expression for each kind of place finds which order a token is. It is taken where nothing
at all is odd about it. Whatever is odd is left to the careful way, which alone has words for it and would take the
same orders just so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from pbm.order import Order

if TYPE_CHECKING:
    from pbm.orderreader import Reader
    from pbm.ordertable import Operand, OrderTable, Row
    from pbm.printout import KitPlace

MAX_DIGITS = 6  # of a number in an order
FIGURES = "0123456789"
DIGITS, LETTERS = "[0-9]+", "[A-Z]+"
NOTHING: frozenset[str] = frozenset()
NUMBERS = {str(n): n for n in range(1, 1000)}
"""As orders nearly always have them."""
_PLAIN = re.compile("([A-Z]+)([0-9]+)([A-Z]*)").fullmatch


Matcher = Callable[[str], re.Match[str] | None]


@cache
def matcher(pattern: str) -> Matcher:
    """Matches a whole token. A card needs few of the patterns, so that each is compiled when it is first needed."""
    return re.compile(pattern).fullmatch


class QuickRow(msgspec.Struct, frozen=True):
    """A row whose orders look like no other's at its places: each operand with its group in the expression.

    target: the operand that names whom or what the order is about; unlike: orders that may not stand beside it;
    noted: whether other orders look for this one.
    """

    row: Row
    operands: tuple[tuple[str, int, str, str, Operand], ...]  # name, group, among, spends; all that it may be
    target: str
    unlike: frozenset[str]
    noted: bool


class PlainRow(msgspec.Struct, frozen=True, gc=False):
    """A quick row that is written in letters, a number {n} that is spent, and perhaps a place {to}, as nearly all
    orders of a card are.

    spends, each, of, among: as they are said of the operands; again: the row, if other places may follow in short;
    alone: its code, as it is noted where no other order is.
    """

    code: str
    spends: str
    each: int
    of: str
    among: str
    needs: tuple[str, ...]
    again: Row | None
    unlike: frozenset[str]
    noted: bool
    alone: frozenset[str]


class QuickForms(msgspec.Struct, frozen=True):
    """The orders of a kind of place that can be read at once, by their first letter and the number of the group around
    each form.

    patterns: all forms, by that letter. counted, aimed: the plain ones by their letters, without and with a
    place.
    """

    patterns: dict[str, str]
    rows: dict[tuple[str, int], QuickRow]
    counted: dict[str, PlainRow]
    aimed: dict[str, PlainRow]


def quick_forms(table: OrderTable, kind: str) -> QuickForms:
    """What can be read at once at this kind of place; worked out when first asked for, and kept in the table."""
    if kind not in table.quick:
        table.quick[kind] = _forms([rows for (at, _), rows in table.by_start.items() if at == kind], kind)
    return table.quick[kind]


def _forms(starts: Sequence[Sequence[Row]], kind: str) -> QuickForms:
    """Left out: what could be two orders, what has a check of the system's own, what is paid for twice or by another
    place, and what does not begin with a letter, or with one behind a number.
    """
    patterns: dict[str, list[str]] = {}
    groups: dict[str, int] = {}
    found: dict[tuple[str, int], QuickRow] = {}
    plain: tuple[dict[str, PlainRow], dict[str, PlainRow]] = {}, {}
    for rows in starts:
        shapes = [_shape(row) for row in rows]
        for at, row in enumerate(rows):
            alone = not any(alike(shapes[at], shape) for k, shape in enumerate(shapes) if k != at)
            paid = [operand.of for operand in row.operands if operand.spends]
            letter = next((part for part in shapes[at] if part != DIGITS), "")
            if not alone or row.check or len(paid) > 1 or "to" in paid or not letter.isalpha():
                continue
            patterns.setdefault(letter, []).append(
                "(" + "".join(f"({part})" if part in (DIGITS, LETTERS) else part for part in shapes[at]) + ")"
            )
            group = groups.get(letter, 1)
            named = enumerate(zip(row.names, row.operands, strict=True), group + 1)
            operands = tuple((name, number, o.among, o.spends, o) for number, (name, o) in named)
            target = next((name for name in ("to", "p") if name in row.names), "")
            unlike = row.bars + (row.bars_at_sea if kind == "sea" else ()) + ((row.code,) if row.once else ())
            noted = row.once or bool(row.bars or row.bars_at_sea)
            found[letter, group] = QuickRow(row, operands, target, frozenset(unlike), noted)
            groups[letter] = group + 1 + len(operands)
            letters = row.form.partition("{")[0]
            if letters.isalpha() and row.form in (letters + "{n}", letters + "{n}{to}") and paid and not row.matter:
                n, to = row.operands[0], row.operands[-1]
                again = row if row.repeat else None
                plain[len(operands) - 1][letters] = PlainRow(
                    *(row.code, n.spends, n.each, n.of, to.among, row.needs, again),
                    *(frozenset(unlike), noted, frozenset((row.code,))),
                )
    return QuickForms({letter: "|".join(forms) for letter, forms in patterns.items()}, found, *plain)


def _shape(row: Row) -> tuple[str, ...]:
    """The form sign by sign, with a run of digits or letters for each operand."""
    kinds = {f"{{{name}}}": LETTERS if o.among else DIGITS for name, o in zip(row.names, row.operands, strict=True)}
    return tuple(kinds.get(part) or re.escape(part) for part in re.findall(r"\{[a-z]+\}|.", row.form))


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one text can have both shapes."""
    if not one or not other:
        return not one and not other
    a, b = one[0], other[0]
    runs = [part for part in (a, b) if part in (DIGITS, LETTERS)]
    if not runs:
        return a == b and alike(one[1:], other[1:])
    signs = [part for part in (a, b) if part not in runs]
    if any(not re.fullmatch(runs[0], sign) for sign in signs) or len({*runs}) > 1:
        return False
    # Both go on behind this sign; a run may go on with it, too.
    return alike(one[1:], other[1:]) or (a in runs and alike(one, other[1:])) or (b in runs and alike(one[1:], other))


def read_at_once(reader: Reader, place: KitPlace, token: str, column: int) -> bool:
    """Take the order that the token is, if there is nothing to say of it; else leave everything as it was."""
    match = _PLAIN(token)
    if match is None:
        return _read_any(reader, place, token, column)
    letters, digits, to = match.groups()
    plain = (reader.forms.aimed if to else reader.forms.counted).get(letters)
    if plain is None:
        return _read_any(reader, place, token, column)
    number = NUMBERS.get(digits)
    if number is None:
        return False
    if to:
        near = place.sets.get(plain.among)
        if to not in (near if near is not None else reader.wide(plain.among)):
            return False
    stock = reader.stock_of("") if plain.of else reader.stock
    left = stock.get(plain.spends, 0) - number * plain.each
    if left < 0:
        return False
    for trait in plain.needs:
        if trait not in place.traits:
            return False
    if plain.noted:
        here = reader.here
        if to not in here:
            here[to] = plain.alone
        elif plain.unlike.isdisjoint(here[to]):
            here[to] |= plain.alone
        else:
            return False
    stock[plain.spends] = left
    reader.last = plain.again
    values = {"n": number, "to": to} if to else {"n": number}
    reader.orders.append(Order(plain.code, place.code, values, token, reader.line, column))
    return True


def _read_any(reader: Reader, place: KitPlace, token: str, column: int) -> bool:
    """The same for any form."""
    forms, letter = reader.forms, token.lstrip(FIGURES)[:1]
    pattern = forms.patterns.get(letter)
    match = matcher(pattern)(token) if pattern else None
    if match is None:
        return False
    quick = forms.rows[letter, match.lastindex or 0]
    row, code = quick.row, place.code
    values: dict[str, Any] = {}
    stock, store, left = reader.stock, "", 0
    for name, group, among, spends, operand in quick.operands:
        text = match[group]
        if among:
            near = place.sets.get(among)
            if text not in (near if near is not None else reader.wide(among)):
                return False
            values[name] = text
            continue
        if text[0] == "0" or len(text) > MAX_DIGITS:
            return False
        values[name] = number = int(text)
        if spends:
            if operand.of:
                stock = reader.stock_of("")
            store, left = spends, stock.get(spends, 0) - number * operand.each
            if left < 0:
                return False
        elif operand.player:
            kit = reader.kit
            if number not in kit.players or (number == kit.player and operand.player.startswith("others")):
                return False
        elif number < (operand.min or 0) or (operand.max is not None and number > operand.max):
            return False
    for trait in row.needs:
        if trait not in place.traits:
            return False
    if row.matter and (row.matter, code, values.get("p")) in reader.matters:
        return False
    if quick.noted:
        target = values[quick.target] if quick.target else ""
        beside = reader.here.get(target, NOTHING)
        if not quick.unlike.isdisjoint(beside):
            return False
        reader.here[target] = beside | {row.code}
    if row.matter:
        reader.matters[row.matter, code, values.get("p")] = token
    if store:
        stock[store] = left
    reader.last = row if row.repeat else None
    reader.orders.append(Order(row.code, code, values, token, reader.line, column))
    return True

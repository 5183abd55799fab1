"""What the text of an operand comes to: a value, or what is wrong with it. composer/values.js does the same.

Values are plain data: a number, a code or a word or a text, the parts of a list by the names of their operands, codes
in a row. A part of a queue has its `code` and its `text` beside them.
"""

from collections.abc import Iterable
from typing import Any

from pbm.orders import faults
from pbm.orders.fault_words import said
from pbm.orders.faults import Kind
from pbm.orders.operands import LAST, MAX_DIGITS, Operand, Values
from pbm.orders.spaces import Spaces


class OperandError(Exception):
    """A text that cannot be that operand: the kind of fault, and the sentence."""

    def __init__(self, kind: Kind, message: str) -> None:
        super().__init__(message)
        self.kind, self.message = kind, message


def values_of(spaces: Spaces, pairs: Iterable[tuple[str, Operand]], groups: Iterable[str], notes: list[str]) -> Values:
    """The values of operands by name; notes: what is read otherwise than it is written. OperandError for the first
    that is wrong.
    """
    return {name: value_of(spaces, operand, text, notes) for (name, operand), text in zip(pairs, groups, strict=True)}


def value_of(spaces: Spaces, operand: Operand, text: str, notes: list[str]) -> Any:
    """The value of one operand; OperandError says what would be right."""
    if operand.is_number:
        return _number(spaces, operand, text, notes)
    if operand.is_code:
        return _code(spaces, text)
    if operand.chain:
        return [_code(spaces, code) for code in spaces.table.grammar.split(operand, text)]
    if operand.items:
        return _items(spaces, operand, text, notes)
    if operand.parts:
        return _parts(spaces, operand, text, notes)
    if operand.flags:
        _refuse_twice(text)
        return "".join(sign for sign in operand.flags if sign in text)
    return _text(operand, text) if operand.text else text


def _number(spaces: Spaces, operand: Operand, text: str, notes: list[str]) -> int:
    if len(text) > MAX_DIGITS:
        raise OperandError("invalid", said("long-number", most=MAX_DIGITS))
    number = int(text)
    wrong = faults.wrong_player(spaces.kit, operand, number) if operand.player else faults.wrong_number(operand, number)
    if wrong:
        raise OperandError(*wrong)
    if operand.own or operand.fresh:
        _numbered(spaces, operand, number)
    if text[0] == "0" and len(text) > 1:
        notes.append(said("read-as", text=text, number=number))
    if operand.up_to and number > operand.up_to:
        number = operand.up_to
        notes.append(said("read-as", text=text, number=number))
    return number


def _numbered(spaces: Spaces, operand: Operand, number: int) -> None:
    """A number names a place that there is, or one that there is not yet."""
    kind = spaces.table.place(operand.own or operand.fresh)
    found = spaces.place(f"{kind.sign}{number}")
    if operand.own and (found is None or found.kind != kind.kind):
        has = faults.listed([code[len(kind.sign) :] for code in spaces.held(kind.sign)], 12)
        raise OperandError("illegal", said("no-own", noun=kind.noun, number=number, has=has))
    if operand.fresh and (found or number in spaces.kit.used.get(kind.kind, ())):
        raise OperandError("illegal", said("not-free", noun=kind.noun, number=number))


def _code(spaces: Spaces, text: str) -> str:
    if not spaces.known(text):
        raise OperandError("invalid", faults.no_code(spaces, text))
    return text


def _items(spaces: Spaces, operand: Operand, text: str, notes: list[str]) -> list[Values]:
    grammar, seen, found = spaces.table.grammar, set(), []
    for part in grammar.split(operand, text):
        values = values_of(spaces, operand.inner, grammar.groups(operand, part), notes)
        if operand.distinct and values[operand.distinct] in seen:
            raise OperandError("illegal", said("twice", text=values[operand.distinct]))
        seen.add(values.get(operand.distinct))
        found.append(values)
    _refuse_many(spaces, operand, len(found))
    return found


def _parts(spaces: Spaces, operand: Operand, text: str, notes: list[str]) -> list[Values]:
    grammar, queue = spaces.table.grammar, []
    for part in grammar.split(operand, text):
        row, groups = grammar.part(operand.parts, part) or (LAST, ())
        values = values_of(spaces, row.pairs, groups, notes)
        queue.append({"code": row.code, "text": grammar.fill(row.form, dict(row.pairs), values) or part, **values})
    _refuse_many(spaces, operand, len([part for part in queue if part["code"]]))
    return queue


def _refuse_many(spaces: Spaces, operand: Operand, number: int) -> None:
    most = spaces.at_most(operand.most)
    if operand.most and number > most:
        raise OperandError("illegal", said("many-parts", number=number, most=most))


def _refuse_twice(text: str) -> None:
    twice = next((sign for sign in text if text.count(sign) > 1), "")
    if twice:
        raise OperandError("invalid", said("twice", text=twice))


def _text(operand: Operand, text: str) -> str:
    if len(text) > operand.text:
        raise OperandError("invalid", said("long-text", number=len(text), most=operand.text))
    if len(text) < (operand.min or 0):
        raise OperandError("invalid", said("no-text"))
    hidden = next((sign for sign in text if not sign.isprintable()), "")
    if hidden:
        raise OperandError("invalid", said("hidden-text", point=faults.point(hidden)))
    odd = next((sign for sign in text if operand.plain and not (sign.isalpha() or sign in "0123456789 -'.")), "")
    if odd:
        raise OperandError("invalid", said("odd-text", point=faults.point(odd)))
    return text

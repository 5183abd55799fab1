"""Which fault it is: what is wrong with a token, and what would be right (design 1). Words: words.py.

The composer's composer/faults.js asks the same in the same order; tests/browser/test_composer_differential.py holds
them together.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Any, Literal

from pbm.core.printout import Kit, KitPlace
from pbm.orders.fault_words import LOOKS, NAMES, said
from pbm.orders.operands import MAX_DIGITS, Operand
from pbm.orders.slips import fits, slip
from pbm.orders.spaces import Spaces
from pbm.orders.table import OrderForm, OrderTable
from pbm.orders.table import shown as form

CUT = 60  # characters of a token that a fault quotes
_SQUARE = re.compile("([0-9]{1,4})([A-Z]{1,3})|([A-Z]{1,3})([0-9]{1,4})").fullmatch

Kind = Literal["invalid", "illegal", "ambiguous"]
Trouble = tuple[Kind, str, str]
"""Kind, sentence and rule number of a fault."""


def not_understood(spaces: Spaces, place: KitPlace, token: str) -> Trouble:
    """Why a token fits no form here: an order of other places, a wrong operand, or no order at all."""
    return misread(spaces, place, token) or no_order(spaces, place, token)


def misread(spaces: Spaces, place: KitPlace, token: str) -> Trouble | None:
    """What is wrong with a token that is like an order of some place, or None if it is like none."""
    table = spaces.table
    odd = next((c for c in token if not c.isprintable()), "")
    if odd:
        return "invalid", said("control", point=point(odd)), ""
    hint = table.hint(place.kind, token)
    if hint is not None:
        return hint.kind, hint.says, hint.rule
    sloppy = slip(spaces, place.kind, token)
    if sloppy:
        return "invalid", sloppy, ""
    others = [
        row
        for row in table.rows
        if place.kind not in row.at and row.pattern(token) and any(fits(spaces, kind, token) for kind in row.at)
    ]
    if others:
        elsewhere = others[-1]  # player orders stand first in a table; who writes BA5 under a sea means to build
        titles = {p.kind: p.title for p in table.places}
        where = said("or").join(titles[kind][0].lower() + titles[kind][1:] for kind in elsewhere.at)
        rule = next((p.rule for p in table.places if p.kind == place.kind), "") or elsewhere.rule
        return "illegal", said("elsewhere", title=elsewhere.title, where=where), rule
    for row in table.at(place.kind):
        found = row.loose(token) if row.names and (row.stem or row.operands[0].is_number) else None
        if found:
            return "invalid", wrong_operand(spaces, row, found.groups()), row.rule
    if table.short(token):
        return "invalid", said("no-repeat"), table.cites.get("shorthand", "")
    return None


def no_order(spaces: Spaces, place: KitPlace, token: str) -> Trouble:
    """The token is like no order; the forms that look most like it are named."""
    forms = spaces.table.forms.get(place.kind, [])
    close = spaces.close(place.kind, re.sub("[0-9]+", "n", token[:20]), forms, 3, 0.3)
    return "invalid", said("no-order-near", forms=listed(close, 3)) if close else said("no-order"), ""


def wrong_operand(spaces: Spaces, row: OrderForm, groups: Sequence[str]) -> str:
    """What is wrong with the operands of what has an order's letters."""
    right = shown(spaces.table, row)
    for operand, text in zip(row.operands, groups, strict=True):
        if operand.is_code:
            if not spaces.known(text):
                key = "no-space-form" if text else "missing-space"
                return said(key, code=text[:CUT], nearest=nearest(spaces, text), form=right)
        elif operand.one_of:
            words = spaces.table.grammar.lists[operand.one_of]
            if text not in words.words:
                return no_word(spaces.table, operand, text) + said("form-too", form=right)
        elif not operand.is_number:
            continue
        elif not text:
            return said("missing-number", form=right)
        elif not (text.isascii() and text.isdigit()):
            return said("no-number", text=text[:CUT], form=right)
        elif len(text) > MAX_DIGITS:
            return said("long-number", most=MAX_DIGITS)
    return said("form", form=right)


def no_word(table: OrderTable, operand: Operand, text: str) -> str:
    """There is no such word in a list; its words are named."""
    words = table.grammar.lists[operand.one_of]
    return said("no-word", title=words.title, text=text[:CUT], words=listed(list(words.words), 40))


def odd_characters(written: str) -> Trouble:
    """A character outside ASCII, named by its code point, with the letter that it looks like (security 4); where each
    looks like one, with what is meant.
    """
    odd = next(c for c in written if not c.isascii())
    name = said("odd-name", name=NAMES[odd]) if odd in NAMES else ""
    hint = said("odd-like", like=looks_like(odd)) if looks_like(odd) else ""
    signs = [c if c.isascii() else looks_like(c) for c in written]
    right = said("odd-meant", text="".join(signs)[:CUT]) if all(signs) else said("odd-right")
    return "invalid", said("odd", point=point(odd), name=name, like=hint, right=right), ""


def looks_like(odd: str) -> str:
    """What the eye takes a character for, in capitals, or nothing."""
    plain = unicodedata.normalize("NFKC", odd)
    like = str(unicodedata.decimal(odd, "")) or LOOKS.get(odd, plain if plain.isascii() else "").strip()
    return like.upper()


def point(sign: str) -> str:
    """A character by its number, as U+0410."""
    return f"U+{ord(sign):04X}"


def wrong_player(kit: Kit, operand: Operand, number: int) -> tuple[Kind, str] | None:
    """Why this player number cannot stand here, or None."""
    others = operand.player.startswith("others")
    players = listed([str(p) for p in kit.players if not others or p != kit.player], 40)
    if number == 0:
        if operand.player in ("all", "others or nobody"):
            return None
        return "illegal", said("nobody", players=players)
    if number not in kit.players:
        besides = operand.besides
        if besides and besides.first <= number <= besides.last:
            return operand.unknown, besides.says.format(number=number, players=players)
        return operand.unknown, said("no-player", number=number, players=players)
    if number == kit.player and others:
        return "illegal", said("yourself")
    return None


def wrong_number(operand: Operand, number: int) -> tuple[Kind, str] | None:
    """Why this number cannot stand here, or None (BP HR-06)."""
    if operand.spends and number < 1:
        return "invalid", said("one-or-more")
    low, high = operand.min or 0, operand.max
    if high is None and not operand.spends and number < low:
        return "invalid", said("at-least", low=low)
    if not operand.spends and (number < low or (high is not None and number > high)):
        return operand.outside, said("range", low=low, high=high)
    return None


def out_of_reach(
    row: OrderForm, place: KitPlace, code: str, choices: Collection[str], wider: Collection[str], near: Collection[str]
) -> str:
    """What would be right where a space is not in the set that the order names: not among the choices."""
    start = said("from", code=place.code) if place.code else ""
    ending = possible(sorted(choices))
    key = "here" if code == place.code else "own" if code in wider else "safe" if code in near else "out-of-reach"
    return said(key, title=row.title, code=code, start=start, possible=ending)


def possible(choices: Sequence[str]) -> str:
    """What is possible, as the end of a sentence."""
    return said("possible", codes=listed(choices, 16)) if choices else said("none-possible")


def no_place(spaces: Spaces, code: str) -> Trouble:
    """Why a heading opens nothing. Numbered places (@#{n}) are told apart from spaces by their sign."""
    kit = spaces.kit
    for row in spaces.table.places:
        sign = row.sign
        if sign and code.startswith(sign):
            plain = sign + code[len(sign) :].lstrip("0")
            if plain != code and plain in kit.places:
                return "invalid", said("no-zero", code=plain), row.rule
            has = listed([c for c in kit.places if c.startswith(sign)], 12)
            return row.unknown, said("no-numbered", code=printable(code), has=has), row.rule
    if "" in kit.places and fits(spaces, kit.places[""].kind, code):
        return "invalid", said("at-blank", text=code), ""
    if code[-1:] in (":", ".", "!") and spaces.known(code[:-1]):
        return "invalid", said("write-without", text="@" + code[:-1], sign=code[-1]), ""
    if spaces.known(code):
        places = listed([c for c in kit.places if c], 12)
        return "illegal", said("no-orders-there", code=code, places=places), ""
    return "invalid", _off_board(spaces, code) or _no_space(spaces, code), ""


def too_much(table: OrderTable, code: str, store: str, number: int, able: int) -> str:
    """The order asks for more than is left of a place's store."""
    where = said("in", code=code) if code else ""
    return said("too-much", number=number, where=where, units=table.units(able, store))


def nearest(spaces: Spaces, code: str) -> str:
    """What is meant, as the end of a sentence: the spaces whose names begin so, else the nearest codes of the map."""
    plain, kit = code[:8], spaces.kit
    names = [said("is", name=kit.names[c], code=c) for c in spaces.by_name(code)[:4]]
    if names:
        return said("named", names=", ".join(names))
    close = sorted(
        spaces.close("codes", plain, kit.codes, 6, 0.4),
        key=lambda c: (c[:1] != plain[:1], abs(len(c) - len(plain))),
    )
    if not plain or not close:
        return said("see-list")
    return said("nearest" if len(close) > 1 else "nearest-one", codes=listed(close, 4))


def no_code(spaces: Spaces, code: str) -> str:
    """There is no such space; of a letter that is meant as a digit that is said."""
    if code[0] in "OIL" and spaces.known(code[1:]):
        return said("write-code", letter=code[0], code=code[1:])
    return _off_board(spaces, code) or _no_space(spaces, code)


def _no_space(spaces: Spaces, code: str) -> str:
    return said("no-space", code=printable(code), nearest=nearest(spaces, code))


def _off_board(spaces: Spaces, code: str) -> str:
    """What is wrong with what has the form of a square: its parts are turned round, or the board ends before it."""
    found = _SQUARE(code) if spaces.kit.board else None
    if found is None:
        return ""
    number, letters = found[1] or found[4], found[2] or found[3]
    if found[1]:
        return said("write-so", text=letters + number) if spaces.known(letters + number) else ""
    return said("off-map", code=code, last=spaces.last)


def shown(table: OrderTable, row: OrderForm) -> str:
    """The form as players read it: AC{n}{to} is ACnXXX."""
    return form(row, table.codes)


def quoted(text: str) -> str:
    """A token as a fault quotes it, cut after 60 characters."""
    return text if len(text) <= CUT else text[:CUT] + "…"


def printable(text: str) -> str:
    """A piece of a card for use within a sentence: cut, and what is not ASCII or not printed by its code point."""
    return "".join(c if " " <= c <= "~" or c == "…" else f"<{point(c)}>" for c in quoted(text))


def listed(items: Sequence[Any], most: int) -> str:
    """Some items of a list in a row."""
    return " ".join(map(str, items[:most])) + (" …" if len(items) > most else "") if items else said("none")

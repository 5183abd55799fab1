"""The sentences of faults: what is wrong with a token, and what would be right (design 1)."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from typing import Any, Literal

from pbm import ordertable
from pbm.ordertable import Operand, OrderTable, Row
from pbm.printout import Kit, KitPlace

CUT = 60  # characters of a token that a fault quotes

Kind = Literal["invalid", "illegal", "ambiguous"]
Trouble = tuple[Kind, str, str]
"""Kind, sentence and rule number of a fault."""

_SHORT = re.compile(r"([0-9]+)([A-Z]+)").fullmatch
_LOOKS = dict(zip("АВСЕНІКМОРТХУЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ−–—", "ABCEHIKMOPTXYSJABEZHIKMNOPTYX---", strict=True))


def not_understood(table: OrderTable, kit: Kit, place: KitPlace, token: str) -> Trouble:
    """Why a token fits no form here: an order of other places, a wrong operand, or no order at all."""
    odd = next((c for c in token if not c.isprintable()), "")
    if odd:
        return "invalid", f"it holds the control character U+{ord(odd):04X}; write letters and digits", ""
    elsewhere = next((row for row in table.rows if place.kind not in row.at and row.pattern(token)), None)
    if elsewhere is not None:
        titles = {p.kind: p.title for p in table.places}
        where = " or ".join(titles[kind][0].lower() + titles[kind][1:] for kind in elsewhere.at)
        rule = next((p.rule for p in table.places if p.kind == place.kind), "") or elsewhere.rule
        return "illegal", f"{elsewhere.title} is an order of: {where}", rule
    for row in table.at(place.kind):
        found = row.loose(token)
        if found and row.names:
            return "invalid", _wrong_operand(kit, row, found.groups()), row.rule
    if _SHORT(token):
        return (
            "invalid",
            "a number and a code alone repeat the order before, and there is none to repeat",
            table.cites.get("shorthand", ""),
        )
    forms = [shown(row) for row in table.at(place.kind)]
    close = get_close_matches(re.sub("[0-9]+", "n", token[:20]), forms, 3, 0.3)
    return "invalid", "this is no order" + (f"; near it are {listed(close, 3)}" if close else ""), ""


def _wrong_operand(kit: Kit, row: Row, groups: Sequence[str]) -> str:
    """What is wrong with the operands of a token that has an order's letters."""
    for operand, text in zip(row.operands, groups, strict=True):
        if operand.among:
            if text not in kit.codes:
                what = f"there is no space {text[:CUT]}" if text else "the space is missing"
                return f"{what}{nearest(kit, text)}; the form is {shown(row)}"
        elif not text:
            return f"the number is missing; the form is {shown(row)}"
        elif not text.isdigit():
            return f"{text[:CUT]} is no whole number; write digits alone, as in {shown(row)}"
    return f"the form is {shown(row)}"


def odd_characters(written: str) -> Trouble:
    """A character outside ASCII, named by its code point, with the letter that it looks like (security 4)."""
    odd = next(c for c in written if not c.isascii())
    name = unicodedata.name(odd, "a character without a name")
    plain = unicodedata.normalize("NFKC", odd)
    like = str(unicodedata.decimal(odd, "")) or _LOOKS.get(odd, plain if plain.isascii() else "").strip()
    hint = f" and looks like {like.upper()}" if like else ""
    return "invalid", f"U+{ord(odd):04X} ({name}) is not ASCII{hint}; type plain letters and digits", ""


def wrong_player(kit: Kit, operand: Operand, number: int) -> tuple[Kind, str] | None:
    """Why this player number cannot stand here, or None."""
    players = listed([str(p) for p in kit.players], 40)
    if number == 0:
        if operand.player in ("all", "others or nobody"):
            return None
        return "illegal", f"0 is no player here; name one of {players}"
    if number not in kit.players:
        return operand.unknown, f"there is no player {number}; players are {players}"
    if number == kit.player and operand.player.startswith("others"):
        return "illegal", "that is your own number; name another player"
    return None


def wrong_number(operand: Operand, number: int) -> tuple[Kind, str] | None:
    """Why this number cannot stand here, or None (HR-06)."""
    if operand.spends and number < 1:
        return "invalid", "the number is 1 or more"
    low, high = operand.min or 0, operand.max
    if high is None and not operand.spends and number < low:
        return "invalid", f"the number is {low} or more"
    if not operand.spends and (number < low or (high is not None and number > high)):
        return "illegal", f"the number is {low} to {high}"
    return None


def out_of_reach(row: Row, place: KitPlace, choices: Collection[str], wider: Collection[str], code: str) -> str:
    """What would be right where a space is not in the set that the order names."""
    start = f" from {place.code}" if place.code else ""
    if code in wider or code == place.code:
        why = f"{row.title}: {code} is your own"
    else:
        why = f"{row.title}: {code} cannot be named{start}"
    return f"{why}; possible: {listed(sorted(choices), 16)}" if choices else f"{why}; no space is possible"


def no_place(table: OrderTable, kit: Kit, code: str) -> Trouble:
    """Why a heading opens nothing. Numbered places (@#{n}) are told apart from spaces by their sign."""
    for row in table.places:
        sign = row.form[1:].partition("{")[0]
        if sign and code.startswith(sign):
            has = listed([c for c in kit.places if c.startswith(sign)], 12)
            return "illegal", f"you have no {printable(code)} that can act; you have {has}", row.rule
    if code in kit.codes:
        places = listed([c for c in kit.places if c], 12)
        return "illegal", f"you have nothing to order in {code}; you may order in {places}", ""
    return "invalid", f"there is no space {printable(code)}{nearest(kit, code)}", ""


def too_much(code: str, operand: Operand, number: int, able: int) -> str:
    """The order asks for more than is left of a place's store."""
    where = f" in {code}" if code else ""
    return f"{number} of {operand.spends}{where} is more than is left; at most {able}"


def nearest(kit: Kit, code: str) -> str:
    """The nearest codes of the map, as the end of a sentence."""
    plain = code[:8]
    close = sorted(
        get_close_matches(plain, kit.codes, 6, 0.4),
        key=lambda c: (c[:1] != plain[:1], abs(len(c) - len(plain))),
    )
    return f"; nearest are {listed(close, 4)}" if plain and close else "; see the map's list of codes"


def shown(row: Row) -> str:
    """The form as players read it: AC{n}{to} is ACnXXX."""
    return ordertable.shown(row.form)


def quoted(text: str) -> str:
    """A token as a fault quotes it, cut after 60 characters."""
    return text if len(text) <= CUT else text[:CUT] + "…"


def printable(text: str) -> str:
    """A piece of a card for use within a sentence: cut, and without control characters."""
    return "".join(c if c.isprintable() else f"<U+{ord(c):04X}>" for c in quoted(text))


def listed(items: Sequence[Any], most: int) -> str:
    """Some items of a list in a row."""
    return " ".join(map(str, items[:most])) + (" …" if len(items) > most else "") if items else "none"

"""The order sheet: all that the composer in the browser works from, as one JSON object (design 4).

It holds the order table, the words of faults, and of one printout the order kit and the heading of the next card:
nothing that its player's printout does not tell.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from pbm.cards import card
from pbm.core.plain import LONGEST_LINE, PRESS_CHARACTERS
from pbm.core.printout import Kit, Printout
from pbm.orders import reader
from pbm.orders.fault_words import LOOKS, NAMES, WORDS
from pbm.orders.faults import CUT
from pbm.orders.operands import MAX_DIGITS, MAX_TOKEN, Grammar, Operand, Part
from pbm.orders.spaces import MOST_COMPARED
from pbm.orders.table import OrderForm, OrderTable
from pbm.publish.folding import folded
from pbm.store.press import MOST_PIECES

FORMAT = 1  # of the sheet; the composer refuses another
MAIL_LENGTH = 1900  # characters of a mailto: link that every mail program takes

_ROW = ("code", "form", "at", "rule", "title", "means", "stem", "tail", "alike")
_OPTIONAL = ("once", "bars", "bars_at", "standing", "repeat", "needs", "later", "matter", "check", "verb")
_FURTHER = ("arrow", "cost", "keeps", "budget", "empties", "step", "moves", "example", "worth", "wants")
_RARE = ("shared", "figures", "near", "reasons", "used", "board", "skills", "asides", "relations")  # of a kit
_PLAIN = msgspec.to_builtins(Operand())


def next_card(printout: Printout, *, name: str = "", code: str = "", due: str = "") -> dict[str, Any]:
    """What of a sheet is this player's and this turn's, folded: name, code, due as in the blank card. ValueError for a
    printout without an order kit.
    """
    if printout.kit is None:
        raise ValueError("a printout without an order kit has no card")
    sheet = {
        "format": FORMAT,
        "heading": {
            "game": printout.game,
            "turn": printout.turn + 1,
            "player": printout.player,
            "name": name,
            "code": code,
            "revision": 1,  # the page counts on from there
        },
        "due": due,
        "mail": "",  # the page says it: what is sealed stays when the address moves
        "players": [list(pair) for pair in printout.names],
        "spaces": [[space.code, space.name, space.owner] for space in printout.spaces],
        "units": [kind.name for kind in printout.legend.units],
        "arrows": {kind.name: kind.line for kind in printout.legend.arrows},
        "kit": kit_data(printout.kit),
    }
    return folded(sheet)


def every_card(table: OrderTable, *, has_press: bool = True) -> dict[str, Any]:
    """What of a sheet is the same for all cards of these rules; has_press: whether players may write press."""
    return {
        "orders": table_data(table),
        "words": WORDS,
        "rules": {**table.cites, "standing": table.standing.rule if table.standing else ""},
        "looks": LOOKS,
        "names": NAMES,
        "limits": limits() | (press_limits() if has_press else {}),
    }


def limits() -> dict[str, int]:
    """How much of a card is read, and what a mail link holds."""
    return {
        "cut": CUT,
        "digits": MAX_DIGITS,
        "orders": reader.MAX_ORDERS,
        "line": reader.MAX_LINE,
        "token": MAX_TOKEN,
        "judged": reader.MOST_JUDGED,
        "compared": MOST_COMPARED,
        "text": card.LARGEST,
        "lines": card.MOST_LINES,
        "mail": MAIL_LENGTH,
    }


def press_limits() -> dict[str, int]:
    """How many pieces of press a card has, and how long a text and a title may be."""
    return {"pieces": MOST_PIECES, "press": PRESS_CHARACTERS, "title": LONGEST_LINE}


def kit_data(kit: Kit) -> dict[str, Any]:
    """The order kit; places as a list, for a JSON object has no order of its own in JavaScript.

    clip: an order for more than is left is cut, not refused; the option of that name says so in every system
    (BP HR-02).
    """
    return {
        "player": kit.player,
        "players": list(kit.players),
        "places": [msgspec.to_builtins(place, str_keys=True) for place in kit.places.values()],
        "codes": list(kit.codes),
        "sets": {name: list(codes) for name, codes in kit.sets.items()},
        "clip": kit.options.get("over") == "clip",
        **{key: told for key in _RARE if (told := msgspec.to_builtins(getattr(kit, key), str_keys=True))},
    }


def table_data(table: OrderTable) -> dict[str, Any]:
    """The order table as orders.toml has it, with the patterns of its orders; what a row leaves out is not written."""
    grammar, plain = table.grammar, OrderTable((), (), None, {}, {})
    data = {
        "rows": [_row(row, grammar) for row in table.rows],
        "places": msgspec.to_builtins(table.places),
        "standing": msgspec.to_builtins(table.standing),
        "stores": msgspec.to_builtins(table.stores),
        "groups": msgspec.to_builtins(table.groups),
        "numbers": msgspec.to_builtins(table.numbers),
        "sentences": msgspec.to_builtins(table.sentences),
        "codes": msgspec.to_builtins(table.codes),
        "hints": msgspec.to_builtins(table.hints),
        "short": table.shorthand,
        "lists": msgspec.to_builtins(grammar.lists),
        "parts": [_part(part, grammar) for part in grammar.parts],
    }
    more = ("others", "terrain", "layers", "budgets", "steps", "signs")
    return data | {
        key: msgspec.to_builtins(value) for key in more if (value := getattr(table, key)) != getattr(plain, key)
    }


def _row(row: OrderForm, grammar: Grammar) -> dict[str, Any]:
    data: dict[str, Any] = {key: getattr(row, key) for key in _ROW}
    data |= {key: msgspec.to_builtins(value) for key in _OPTIONAL + _FURTHER if (value := getattr(row, key))}
    if row.arrow:
        data["arrow"] = {key: value for key, value in data["arrow"].items() if value or key in ("start", "end")}
    if row.operands and row.operands[-1].text:
        data["lead"] = row.lead.pattern
    return data | {"operands": _operands(row.pairs, grammar)}


def _part(part: Part, grammar: Grammar) -> dict[str, Any]:
    keys = ("group", "code", "form", "title", "means", "exact", "needs", "barred")
    return {key: getattr(part, key) for key in keys} | {"operands": _operands(part.pairs, grammar)}


def _operands(pairs: Iterable[tuple[str, Operand]], grammar: Grammar) -> list[dict[str, Any]]:
    """What each operand says; a bound may be 0, which is not the same as none. each: the pattern of a list's part."""
    found = []
    for name, operand in pairs:
        told = {key: value for key, value in msgspec.to_builtins(operand).items() if value != _PLAIN[key]}
        if operand.items:
            told["inner"] = _operands(operand.inner, grammar)
            told["each"] = grammar.form(operand.items, dict(operand.inner), grouped=True)
        found.append({"name": name, **told})
    return found

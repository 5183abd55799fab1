"""Reading order lines by the order table: orders, and for everything else a fault (design 4).

A player's text never raises; one bad order never spoils its neighbours.
"""

import re
import unicodedata
from difflib import get_close_matches
from typing import Any, Literal

import msgspec

from pbm.ordertable import MAX_DIGITS, Operand, OrderTable, Row, compile_table, reference
from pbm.printout import Fault, Kit, KitPlace

__all__ = [
    "Order",
    "OrderLine",
    "OrderTable",
    "Parsed",
    "blank",
    "compile_table",
    "read",
    "reference",
    "unordered",
]

MAX_ORDERS = 2000  # tokens of a card that are read; what comes after is one fault
MAX_LINE = 2000  # characters of a line
CUT = 60  # characters of a token that a fault quotes

Kind = Literal["invalid", "illegal", "ambiguous"]


class OrderLine(msgspec.Struct, frozen=True):
    """A line of orders as it stands in the card: its number there (from 1) and its text."""

    number: int
    text: str


class Order(msgspec.Struct, frozen=True):
    """One understood and allowed order.

    `code` is the table row's code (AC, pA, ...), `place` where it is given ("" for player orders),
    `operands` its values by name: numbers as int, spaces and letters as capitals, a player as int.
    `text` is the canonical form in capitals, shorthand written out. `slot` 1.. for a standing order.
    """

    code: str
    place: str
    operands: dict[str, Any]
    text: str
    line: int = 0
    column: int = 0
    slot: int = 0


class Parsed(msgspec.Struct, frozen=True):
    """What a player's card comes to.

    orders: as written, legal ones only; a standing order put on file stands here with its slot
    (an emptied slot has code ""). standing: the standing orders that act this turn, with numbers cut
    to what is left. count: orders taken (headings are not counted). given: False when no card came.
    """

    orders: tuple[Order, ...] = ()
    standing: tuple[Order, ...] = ()
    faults: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    count: int = 0
    given: bool = True


def read(table: OrderTable, kit: Kit, lines: tuple[OrderLine, ...] | None, *, clip: bool = False) -> Parsed:
    """The card's orders and faults, and the standing orders that act beside them.

    lines None: no card came. clip: an order for more than is left is cut, not refused (HR-02).
    """
    reader = _Reader(table, kit, clip=clip)
    for line in lines or ():
        reader.read_line(line)
        if reader.tokens > MAX_ORDERS:
            break
    return Parsed(
        orders=tuple(reader.orders),
        standing=tuple(reader.standing_in_force()),
        faults=tuple(reader.faults),
        warnings=tuple(reader.warnings),
        count=len(reader.orders),
        given=lines is not None,
    )


_TOKEN = re.compile("[^ \t\u00a0,]+")
_SHORT = re.compile(r"([0-9]+)([A-Z]+)").fullmatch
_STANDING = re.compile(r"/([^/]*)/(.*)").fullmatch


class _Reader:
    """Reads one card; lives within one call of `read`."""

    def __init__(self, table: OrderTable, kit: Kit, *, clip: bool) -> None:
        self.table, self.kit, self.clip = table, kit, clip
        self.orders: list[Order] = []
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.sets = {name: frozenset(codes) for name, codes in kit.sets.items()}
        self.codes = frozenset(kit.codes)
        self.tokens = 0
        self.place: KitPlace | None = None
        self.closed: tuple[str, Kind] = ("write @ or @ and a space's code before the first order", "invalid")
        self.last: Row | None = None
        self.left: dict[tuple[str, str], int] = {}
        self.given: dict[tuple[Any, ...], Order] = {}
        self.matters: dict[tuple[Any, ...], str] = {}
        self.slots: dict[str, dict[int, str]] = {}
        self.line = 0

    def read_line(self, line: OrderLine) -> None:
        """All tokens of a line, up to a comment."""
        self.line = line.number
        text = line.text
        if len(text) > MAX_LINE:
            self.fault(
                MAX_LINE + 1,
                text[MAX_LINE:],
                "invalid",
                f"a line has at most {MAX_LINE} characters; write the rest on the next",
            )
            text = text[:MAX_LINE]
        text = text.partition(";")[0]
        plain = text.isascii()
        if "\u00a0" in text:
            self.warn(text.index("\u00a0") + 1, "", "a no-break space (U+00A0) is read as a blank")
        capitals = text.upper() if plain else text
        skip = -1
        for match in _TOKEN.finditer(capitals):
            start, end = match.span()
            if start < skip:
                continue
            self.tokens += 1
            if self.tokens > MAX_ORDERS:
                self.fault(start + 1, text[start:], "invalid", f"a card has at most {MAX_ORDERS} orders")
                return
            token = match[0]
            if not plain:
                if not token.isascii():
                    self.odd_characters(start + 1, text[start:end])
                    continue
                token = token.upper()
            if capitals[end : end + 1] == "," and self.place is not None:
                longer = _TOKEN.match(capitals, end + 1)
                rows = self.table.with_comma.get(self.place.kind, ())
                if longer and rows and longer[0].isascii():
                    both = f"{token},{longer[0].upper()}"
                    if any(row.pattern(both) for row in rows):
                        token, skip = both, longer.end()
            self.read_token(token, start + 1, text[start:end] if skip <= end else token)

    def read_token(self, token: str, column: int, written: str) -> None:
        """One heading, standing order or order."""
        first = token[0]
        if first == "@":
            self.open(token[1:], column, written)
        elif token == "PASS":
            return
        elif self.place is None:
            message, kind = self.closed
            self.fault(column, written, kind, message)
        elif first == "/":
            self.file_standing(token, column, written)
        else:
            self.read_order(token, column, written)

    def open(self, code: str, column: int, written: str) -> None:
        """A heading: @ for player orders, @XXX for a space."""
        self.last = None
        self.place = self.kit.places.get(code)
        if self.place is not None:
            return
        if code in self.codes:
            self.closed = (f"you have nothing to order in {code}", "illegal")
            self.fault(
                column, written, "illegal", f"you have nothing to order in {code}; {self.own_places()}"
            )
        else:
            self.closed = (f"it stands under @{code[:CUT]}, which is no space of this map", "invalid")
            self.fault(column, written, "invalid", f"there is no space {code[:CUT]}{self.nearest(code)}")

    def own_places(self) -> str:
        """Where he may give orders, in words."""
        return "you may order in " + _list([code for code in self.kit.places if code], 12)

    def read_order(self, token: str, column: int, written: str) -> None:
        """A plain order: matched, checked, taken."""
        place = self.place
        assert place is not None
        start = token[0]
        candidates = self.table.by_start.get((place.kind, "0" if start.isdigit() else start), ())
        matches = []
        for row in candidates:
            found = row.pattern(token)
            if found:
                matches.append((row, found.groups()))
        text = token
        if not matches:
            short = _SHORT(token)
            if short and self.last is not None:
                row, groups = self.last, short.groups()
                text = row.form.replace("{n}", groups[0]).replace("{to}", groups[1])
            else:
                self.last = None
                self.not_understood(token, column, written)
                return
        elif len(matches) > 1:
            self.last = None
            forms = " or ".join(_shown(row) for row, _ in matches)
            self.fault(column, written, "ambiguous", f"it may be {forms}; write it so that only one fits")
            return
        else:
            row, groups = matches[0]
        operands = self.operands(row, groups, place, column, written)
        self.last = row if row.repeat and operands is not None else None
        if operands is None or not self.allowed(row, operands, place, column, written):
            self.last = row if row.repeat else None
            return
        order = Order(row.code, place.code, operands, text, self.line, column)
        self.take(row, order, place, column, written)

    def operands(
        self, row: Row, groups: tuple[str, ...], place: KitPlace, column: int, written: str
    ) -> dict[str, Any] | None:
        """The values of an order's operands, or None after a fault that says what would be right."""
        values: dict[str, Any] = {}
        for name, operand, text in zip(row.names, row.operands, groups, strict=True):
            if operand.among:
                if text not in self.codes:
                    self.fault(
                        column,
                        written,
                        "invalid",
                        f"there is no space {text[:CUT]}{self.nearest(text)}",
                        row.rule,
                    )
                    return None
                values[name] = text
                continue
            if len(text) > MAX_DIGITS:
                self.fault(
                    column,
                    written,
                    "invalid",
                    f"the number is too long; it has at most {MAX_DIGITS} digits",
                    row.rule,
                )
                return None
            number = int(text)
            problem = (
                self.player_problem(operand, number) if operand.player else _number_problem(operand, number)
            )
            if problem:
                self.fault(column, written, problem[0], problem[1], row.rule)
                return None
            if text[0] == "0" and len(text) > 1:
                self.warn(column, written, f"{text} is read as {number}")
            values[name] = number
        return values

    def player_problem(self, operand: Operand, number: int) -> tuple[Kind, str] | None:
        """Why this player number cannot stand here."""
        if number == 0:
            if operand.player in ("all", "others or nobody"):
                return None
            return "illegal", "0 is no player here; name one of " + _list(
                [str(p) for p in self.kit.players], 40
            )
        if number not in self.kit.players:
            return "invalid", f"there is no player {number}; players are " + _list(
                [str(p) for p in self.kit.players], 40
            )
        if number == self.kit.player and operand.player.startswith("others"):
            return "illegal", "that is your own number; name another player"
        return None

    def allowed(self, row: Row, operands: dict[str, Any], place: KitPlace, column: int, written: str) -> bool:
        """Traits, reach and the limits of rule 12; the first that fails is the fault."""
        for trait in row.needs:
            if trait not in place.traits:
                self.fault(
                    column,
                    written,
                    "illegal",
                    f"{place.code} has no {trait}, which this order needs",
                    row.rule,
                )
                return False
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.among and operands[name] not in self.among(place, operand.among):
                self.fault(
                    column,
                    written,
                    "illegal",
                    self.out_of_reach(row, place, operand, operands[name]),
                    row.rule,
                )
                return False
        target = operands.get("to", "")
        if row.once:
            twin = self.given.get((place.code, row.code, target))
            if twin:
                self.fault(
                    column,
                    written,
                    "illegal",
                    f"{twin.text} (line {twin.line}) is the same order; write one for all",
                    "12C",
                )
                return False
        for bar in row.bars + (row.bars_at_sea if place.kind == "sea" else ()):
            other = self.given.get((place.code, bar, target))
            if other:
                message = f"{place.code} may not fight its own forces: {other.text} (line {other.line}) goes there too"
                self.fault(column, written, "illegal", message, "12B")
                return False
        return True

    def among(self, place: KitPlace, name: str) -> Any:
        """The named set of places, of this place or of the whole kit."""
        own = place.sets.get(name)
        return own if own is not None else self.sets.get(name, ())

    def out_of_reach(self, row: Row, place: KitPlace, operand: Operand, code: str) -> str:
        """What would be right where a place is not in its set."""
        choices = sorted(self.among(place, operand.among))
        wider = self.among(place, operand.ever) if operand.ever else ()
        start = f"from {place.code} " if place.code else ""
        if code in wider:
            why = f"{row.title}: {code} is your own"
        else:
            why = f"{row.title}: {code} cannot be named {start}".rstrip()
        return f"{why}; possible: {_list(choices, 16)}" if choices else f"{why}; no space is possible"

    def take(self, row: Row, order: Order, place: KitPlace, column: int, written: str) -> None:
        """Pay for the order and take it, or fault it for asking more than is left (4.4, HR-02)."""
        for name, operand in zip(row.names, row.operands, strict=True):
            if not operand.spends:
                continue
            store = place.code if not operand.of else ""
            left = self.store(store, operand.spends)
            number = order.operands[name]
            if number * operand.each > left:
                able = left // operand.each
                if able < 1 or not (self.clip or operand.over == "cut"):
                    self.fault(column, written, "illegal", _too_much(place, operand, number, able), row.rule)
                    return
                operands = {**order.operands, name: able}
                order = msgspec.structs.replace(order, operands=operands, text=written_out(row, operands))
                number = able
                self.warn(column, written, f"cut to {able}, all that is left")
            self.left[store, operand.spends] = left - number * operand.each
        if row.once or row.bars or row.bars_at_sea:
            self.given[place.code, row.code, order.operands.get("to", "")] = order
        if row.matter:
            key = (row.matter, order.operands.get("p"))
            if key in self.matters:
                self.warn(
                    column, written, f"{self.matters[key]} speaks of the same; the last one counts", "HR-03"
                )
            self.matters[key] = order.text
        self.orders.append(order)

    def store(self, code: str, resource: str) -> int:
        """What is left of a place's store."""
        known = self.left.get((code, resource))
        return known if known is not None else self.kit.places[code].has.get(resource, 0)

    def file_standing(self, token: str, column: int, written: str) -> None:
        """11: a standing order put on file, or its slot emptied."""
        standing, place = self.table.standing, self.place
        assert place is not None
        self.last = None
        match = _STANDING(token)
        if standing is None or match is None:
            self.fault(column, written, "invalid", "a standing order is written /1/ and an order", "11")
            return
        slot = int(match[1]) if match[1].isdigit() and len(match[1]) <= MAX_DIGITS else 0
        if not 1 <= slot <= standing.slots:
            message = f"the number between the slashes is 1 to {standing.slots}"
            self.fault(column, written, "invalid", message, standing.rule)
            return
        if place.kind not in standing.at:
            message = "standing orders are given for countries, not for a sea or the player"
            self.fault(column, written, "illegal", message, standing.rule)
            return
        if not match[2]:
            self.orders.append(Order("", place.code, {}, token, self.line, column, slot))
            self.slots.setdefault(place.code, {})[slot] = ""
            return
        found = self.standing_row(match[2], place)
        if found is None:
            self.not_understood(match[2], column, written)
            return
        row, groups = found
        operands = self.operands(row, groups, place, column, written)
        if operands is None:
            return
        for trait in row.needs:
            if trait not in place.traits:
                self.fault(
                    column, written, "illegal", f"{place.code} has no {trait}; this can never be legal", "11"
                )
                return
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.among and operands[name] not in self.among(place, operand.ever or operand.among):
                message = self.out_of_reach(row, place, operand, operands[name])
                self.fault(column, written, "illegal", f"this can never be legal: {message}", "11")
                return
        self.orders.append(Order(row.code, place.code, operands, token, self.line, column, slot))
        self.slots.setdefault(place.code, {})[slot] = match[2]

    def standing_row(self, text: str, place: KitPlace) -> tuple[Row, tuple[str, ...]] | None:
        """The row that a standing order's text means; kinds of place that this one may become count too."""
        assert self.table.standing is not None
        for kind in (place.kind, *self.table.standing.at):
            for row in self.table.by_start.get((kind, text[0]), ()):
                found = row.pattern(text) if row.standing else None
                if found:
                    return row, found.groups()
        return None

    def standing_in_force(self) -> list[Order]:
        """11: the standing orders that act this turn, after all explicit ones; illegal ones wait (12D)."""
        acting = []
        for code, place in self.kit.places.items():
            filed = place.standing
            if code in self.slots:
                filed = {**filed, **self.slots[code]}
            for slot in sorted(filed):
                order = self.act(place, slot, filed[slot]) if filed[slot] else None
                if order is not None:
                    acting.append(order)
        return acting

    def act(self, place: KitPlace, slot: int, text: str) -> Order | None:
        """One standing order, its number cut to what is left; None where it may not act this turn."""
        found = self.standing_row(text, place)
        if found is None or place.kind not in found[0].at:
            return None
        row, groups = found
        operands: dict[str, Any] = {}
        for name, operand, value in zip(row.names, row.operands, groups, strict=True):
            if operand.among:
                if value not in self.among(place, operand.among):
                    return None
                operands[name] = value
            else:
                operands[name] = int(value)
        target = operands.get("to", "")
        if (place.code, row.code, target) in self.given or any(
            trait not in place.traits for trait in row.needs
        ):
            return None
        if any((place.code, bar, target) in self.given for bar in row.bars):
            return None
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.spends:
                left = self.store(place.code, operand.spends)
                operands[name] = min(operands[name], left // operand.each)
                if operands[name] < 1:
                    return None
                self.left[place.code, operand.spends] = left - operands[name] * operand.each
        order = Order(row.code, place.code, operands, written_out(row, operands), slot=slot)
        self.given[place.code, row.code, target] = order
        return order

    def not_understood(self, token: str, column: int, written: str) -> None:
        """The fault of a token that fits no form here: what is nearest, and what would be right."""
        place = self.place
        assert place is not None
        odd = next((c for c in token if not c.isprintable()), "")
        if odd:
            self.fault(
                column, written, "invalid", f"control character U+{ord(odd):04X}; write letters and digits"
            )
            return
        elsewhere = [row for row in self.table.rows if place.kind not in row.at and row.pattern(token)]
        if elsewhere:
            row = elsewhere[0]
            titles = {p.kind: p.title for p in self.table.places}
            where = " or ".join(titles[kind][0].lower() + titles[kind][1:] for kind in row.at)
            self.fault(column, written, "illegal", f"{row.title} is an order of: {where}", row.rule)
            return
        for row in self.table.at(place.kind):
            found = row.loose(token)
            if found and row.names:
                self.fault(column, written, "invalid", self.loosely(row, found.groups()), row.rule)
                return
        if _SHORT(token):
            message = "a number and a code alone repeat the order before, and there is none to repeat here"
            self.fault(column, written, "invalid", message, "HR-01")
            return
        forms = [_shown(row) for row in self.table.at(place.kind)]
        close = get_close_matches(re.sub("[0-9]+", "n", token[:20]), forms, 3, 0.3)
        hint = f"; near it are {_list(close, 3)}" if close else ""
        self.fault(column, written, "invalid", f"this is no order{hint}")

    def loosely(self, row: Row, groups: tuple[str, ...]) -> str:
        """What is wrong with the operands of a token that has an order's letters."""
        for operand, text in zip(row.operands, groups, strict=True):
            if operand.among:
                if text not in self.codes:
                    what = f"there is no space {text[:CUT]}" if text else "the space is missing"
                    return f"{what}{self.nearest(text)}; the form is {_shown(row)}"
            elif not text:
                return f"the number is missing; the form is {_shown(row)}"
            elif not text.isdigit():
                return f"{text[:CUT]} is no whole number; write digits alone, as in {_shown(row)}"
        return f"the form is {_shown(row)}"

    def nearest(self, code: str) -> str:
        """The nearest codes of the map, as the end of a sentence."""
        close = get_close_matches(code[:8], self.kit.codes, 4, 0.4) if code else []
        return f"; nearest are {_list(close, 4)}" if close else "; see the map's list of codes"

    def odd_characters(self, column: int, written: str) -> None:
        """A character outside ASCII is named by its code point, with the letter that it looks like."""
        odd = next(c for c in written if not c.isascii())
        name = unicodedata.name(odd, "a character without a name")
        digit = unicodedata.decimal(odd, None)
        plain = unicodedata.normalize("NFKC", odd)
        like = (
            str(digit)
            if digit is not None
            else plain
            if plain.isascii() and plain.strip()
            else _LOOKS.get(odd, "")
        )
        hint = f" and looks like {like.upper()}" if like else ""
        self.last = None
        self.fault(
            column,
            written,
            "invalid",
            f"U+{ord(odd):04X} ({name}) is not ASCII{hint}; type plain letters and digits",
        )

    def fault(self, column: int, text: str, kind: Kind, message: str, rule: str = "") -> None:
        """Note a fault at a column of the current line."""
        self.faults.append(Fault(self.line, column, _quoted(text), kind, message, rule))

    def warn(self, column: int, text: str, message: str, rule: str = "") -> None:
        """Note something that is carried out but may not be meant."""
        self.warnings.append(Fault(self.line, column, _quoted(text), "illegal", message, rule))


_LOOKS = dict(zip("АВСЕНІКМОРТХУЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧ−–—", "ABCEHIKMOPTXYSJABEZHIKMNOPTYX---", strict=True))


def _number_problem(operand: Operand, number: int) -> tuple[Kind, str] | None:
    """Why this number cannot stand here (HR-06)."""
    if operand.spends and number < 1:
        return "invalid", "the number is 1 or more"
    low, high = operand.min or 0, operand.max
    if not operand.spends and (number < low or (high is not None and number > high)):
        return "illegal", f"the number is {low} to {high}"
    return None


def _too_much(place: KitPlace, operand: Operand, number: int, able: int) -> str:
    where = f" in {place.code}" if place.code else ""
    return f"{number} of {operand.spends}{where} is more than is left; at most {able}"


def _quoted(text: str) -> str:
    return text if len(text) <= CUT else text[:CUT] + "…"


def _shown(row: Row) -> str:
    return re.sub(r"\{([a-z]+)\}", r"\1", row.form)


def written_out(row: Row, operands: dict[str, Any]) -> str:
    """The order as text."""
    text = row.form
    for name, value in operands.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def _list(items: list[str], most: int) -> str:
    return " ".join(items[:most]) + (" …" if len(items) > most else "") if items else "none"


ACTING = ("army", "navy", "air", "missiles")


def unordered(kit: Kit, parsed: Parsed, table: OrderTable) -> list[str]:
    """What has no order after this card, place by place, as sentences: units defend, Industry builds by default."""
    used: dict[tuple[str, str], int] = {}
    rows = {(row.code, kind): row for row in table.rows for kind in row.at}
    for order in (*(o for o in parsed.orders if not o.slot), *parsed.standing):
        if not order.place:
            continue
        row = rows[order.code, kit.places[order.place].kind]
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.spends:
                key = (order.place, operand.spends)
                used[key] = used.get(key, 0) + order.operands[name]
    told = []
    for code, place in kit.places.items():
        idle = [
            f"{n} {unit}"
            for unit, total in place.has.items()
            if unit in ACTING and (n := total - used.get((code, unit), 0)) > 0
        ]
        if code and idle:
            told.append(f"{code}: {', '.join(idle)} without orders; they defend.")
    return told


def blank(table: OrderTable, kit: Kit) -> tuple[str, ...]:
    """The card to fill in: each heading with what stands there behind a semicolon, then END. It parses as it is."""
    lines = []
    for code, place in kit.places.items():
        store = [f"{_amount(kit, code, unit, n)} {unit}" for unit, n in place.has.items() if n]
        standing = [f"/{slot}/{text}" for slot, text in sorted(place.standing.items())]
        note = "; ".join([" ".join(["", *store]).strip(), *standing])
        lines.append(f"@{code}".ljust(6) + (f" ; {note}" if note else ""))
    return (*lines, "END")


def _amount(kit: Kit, code: str, unit: str, n: int) -> str:
    if code:
        return str(n)
    whole, part = divmod(n, 100)  # the player's stores count hundredths
    return f"{whole}.{part:02d}".rstrip("0").rstrip(".")

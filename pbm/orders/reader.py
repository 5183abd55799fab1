"""Reading order lines: each token is a heading, an order that is allowed, or a fault (design 4)."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec

from pbm.core.printout import Fault, Kit, KitPlace
from pbm.orders import faults
from pbm.orders.faults import Kind, quoted
from pbm.orders.order import Order, OrderLine, aim
from pbm.orders.slips import BLANKS, MOST_AHEAD, TOKEN, fits, joined
from pbm.orders.table import MAX_DIGITS, Operand, OrderTable, Row, written_out
from pbm.orders.words import said

MAX_ORDERS = 2000  # tokens of a card that are read; what comes after is one fault
MAX_LINE = 2000  # characters of a line


Check = Callable[[Order, Sequence[Order], Kit], str]
"""What the table cannot say of an order (design 4): a sentence why it is not allowed beside the orders before it, or
nothing. A row names it by `check`; the system gives the function.
"""

MAX_TOKEN = 40  # characters; no order is as long
NOTHING: frozenset[str] = frozenset()
_STANDING = re.compile(r"/([^/]*)/(.*)").fullmatch
WHOLE_LINE = 2000  # tokens: no line has more


class Reader:
    """Reads one card; lives within one call of `read`."""

    def __init__(self, table: OrderTable, kit: Kit, *, clip: bool, checks: Mapping[str, Check]) -> None:
        self.table, self.kit, self.clip, self.checks = table, kit, clip, checks
        self.orders: list[Order] = []
        self.faults: list[Fault] = []
        self.warnings: list[Fault] = []
        self.sets: dict[str, frozenset[str]] = {}
        self.tokens = 0
        self.place: KitPlace | None = None
        self.closed: tuple[str, Kind] = (said("no-heading"), "invalid")
        self.last: Row | None = None
        self.left: dict[str, dict[str, int]] = {}  # of the stores of each place that was asked for
        self.given: dict[str, dict[Any, frozenset[str]]] = {}  # codes of orders by place and target
        self.here: dict[Any, frozenset[str]] = {}  # the same of the place
        self.matters: dict[tuple[Any, ...], str] = {}
        self.slots: dict[str, dict[int, str]] = {}
        self.line = 0
        self.rest = "", 0  # the line, and where in it the token that is read ends
        self.skip = 0  # tokens of the line that were read with one before
        self.passed: Fault | None = None  # a warning of PASS, for a card with orders
        self.words = 0, 0  # line and column where the last words that are no orders end

    def read_line(self, line: OrderLine) -> None:
        """All tokens of a line, up to a comment."""
        self.line = line.number
        text = line.text
        if len(text) > MAX_LINE:
            text = self.cut(text)
        text, mark, comment = text.partition(";")
        self.read_text(text)
        if mark and text.strip(BLANKS) and self.place is not None:
            for token in comment.upper().replace(";", " ").replace(",", " ").split(" "):
                if (token[:1] == "@" and token[1:] in self.kit.places) or fits(
                    self.table, self.kit, self.place.kind, token
                ):
                    self.warn(len(text) + 1, "", said("comment", text=token))
                    break

    def read_text(self, text: str) -> None:
        """All tokens of a line."""
        plain = text.isascii()
        if "\u00a0" in text:
            self.warn(text.index("\u00a0") + 1, "", said("no-break"))
        capitals = text.upper() if plain else text
        skip = -1
        self.skip = 0
        for match in TOKEN.finditer(capitals):
            start, end = match.span()
            if start < skip:
                continue
            self.tokens += 1
            if self.tokens > MAX_ORDERS:
                self.fault(start + 1, text[start:], "invalid", said("many", most=MAX_ORDERS))
                return
            if self.skip:
                self.skip -= 1
                continue
            token = match[0]
            if not plain:
                if not token.isascii():
                    self.last = None
                    self.trouble(start + 1, text[start:end], faults.odd_characters(text[start:end]))
                    continue
                token = token.upper()
            if capitals[end : end + 1] == "," and self.place is not None:
                longer = TOKEN.match(capitals, end + 1)
                rows = self.table.with_comma.get(self.place.kind, ())
                if longer and rows and longer[0].isascii():
                    both = f"{token},{longer[0].upper()}"
                    if any(row.pattern(both) for row in rows):
                        token, skip = both, longer.end()
            self.rest = text, max(end, skip)
            self.read_token(token, start + 1, text[start : max(end, skip)])

    def cut(self, text: str) -> str:
        """What is read of a line that is too long. Half an order would be another order: it is left out whole."""
        kept = MAX_LINE if text[MAX_LINE] in BLANKS else max(text.rfind(sign, 0, MAX_LINE) for sign in BLANKS) + 1
        if MAX_LINE - kept > MAX_TOKEN:
            kept = MAX_LINE  # what is as long as that has a fault of its own
        self.fault(kept + 1, text[kept:], "invalid", said("long-line", most=MAX_LINE))
        return text[:kept]

    def read_token(self, token: str, column: int, written: str) -> None:
        """One heading, standing order or order."""
        first = token[0]
        if first == "@":
            self.open(token[1:], column, written)
        elif token == "PASS":
            self.passed = self.passed or Fault(self.line, column, quoted(written), "illegal", said("passed"))
        elif self.place is None:
            message, kind = self.closed
            self.word(column, written, (kind, message, ""), message)
        elif first == "/":
            self.file_standing(token, column, written)
        else:
            self.read_order(token, column, written)

    def open(self, code: str, column: int, written: str) -> None:
        """A heading: @ for player orders, @XXX for a space."""
        self.last = None
        self.place = self.kit.places.get(code)
        if self.place is not None:
            self.here = self.given.setdefault(code, {})
            return
        trouble = faults.no_place(self.table, self.kit, code)
        self.trouble(column, written, trouble)
        if trouble[0] == "illegal":
            self.closed = (said("closed", code=code), "illegal")
        else:
            self.closed = (said("closed-unknown", code=faults.printable(code)), "invalid")

    def read_order(self, token: str, column: int, written: str) -> None:
        """A plain order: matched, checked, taken. A bare number and code stands for the order before it (HR-01)."""
        place = self.place
        assert place is not None
        start = token[0]
        candidates = self.table.by_start.get((place.kind, "0" if start.isdigit() else start), ())
        matches = []
        for row in candidates:
            found = row.pattern(token) if token.startswith(row.stem) else None
            if found:
                matches.append((row, found.groups()))
        text = token
        if not matches:
            short = self.table.short(token)
            if short and self.last is not None:
                row, groups = self.last, short.groups()
                text = row.form.replace("{n}", groups[0]).replace("{to}", groups[1])
            else:
                self.last = None
                self.no_order(token, place, column, written)
                return
        elif len(matches) > 1:
            self.last = None
            forms = said("or").join(faults.shown(row) for row, _ in matches)
            self.fault(column, written, "ambiguous", said("ambiguous", forms=forms))
            return
        else:
            row, groups = matches[0]
        operands = self.operands(row, groups, column, written)
        self.last = row if row.repeat and operands is not None else None
        if operands is None or not self.allowed(row, operands, place, column, written):
            return
        if "0" in token and any(group[0] == "0" and len(group) > 1 for group in groups):
            text = written_out(row, operands)
        order = Order(row.code, place.code, operands, text, self.line, column)
        refused = self.refused(row, order)
        if refused:
            self.fault(column, written, "illegal", refused, row.rule)
            return
        self.take(row, order, place, column, written)

    def file_standing(self, token: str, column: int, written: str) -> None:
        """11: a standing order put on file, or its slot emptied."""
        standing, place = self.table.standing, self.place
        assert place is not None
        self.last = None
        match = _STANDING(token)
        if standing is not None and match is None and self.pieces(token, column):
            return
        if standing is None or match is None:
            self.fault(column, written, "invalid", said("standing-form"), standing.rule if standing else "")
            return
        slot = int(match[1]) if match[1].isdigit() and len(match[1]) <= MAX_DIGITS else 0
        if not 1 <= slot <= standing.slots:
            kind = standing.unknown if match[1].isdigit() else "invalid"
            self.fault(column, written, kind, said("standing-slot", slots=standing.slots), standing.rule)
            return
        if place.kind not in standing.at:
            titles = [p.title[0].lower() + p.title[1:] for p in self.table.places if p.kind in standing.at]
            message = said("standing-place", where=said("or").join(titles))
            self.fault(column, written, "illegal", message, standing.rule)
            return
        if not match[2]:
            self.orders.append(Order("", place.code, {}, token, self.line, column, slot))
            self.slots.setdefault(place.code, {})[slot] = ""
            return
        found = self.standing_row(match[2], place)
        if found is None:
            trouble = faults.not_understood(self.table, self.kit, place, match[2])
            self.trouble(column, written, trouble)
            return
        row, groups = found
        operands = self.operands(row, groups, column, written)
        if operands is None:
            return
        for trait in row.needs:
            if trait not in place.traits and trait not in row.later:
                message = said("standing-lacks", code=place.code, trait=trait)
                self.fault(column, written, "illegal", message, standing.rule)
                return
        for name, operand in zip(row.names, row.operands, strict=True):
            if not operand.among:
                continue
            is_own = operand.ever and operands[name] == place.code  # what a place may name later, it never is itself
            if is_own or operands[name] not in self.among(place, operand.ever or operand.among):
                message = said("standing-never", why=self.reach_fault(row, place, operand, operands[name]))
                self.fault(column, written, "illegal", message, standing.rule)
                return
        if self.slots.get(place.code, {}).get(slot):
            self.warn(column, written, said("same-slot", slot=slot), standing.rule)
        self.orders.append(Order(row.code, place.code, operands, token, self.line, column, slot))
        self.slots.setdefault(place.code, {})[slot] = match[2]

    def standing_row(self, text: str, place: KitPlace) -> tuple[Row, tuple[str, ...]] | None:
        """The row that a standing order's text means; kinds of place that this one may become count too."""
        assert self.table.standing is not None
        start = "0" if text[0].isdigit() else text[0]
        for kind in (place.kind, *self.table.standing.at):
            for row in self.table.by_start.get((kind, start), ()):
                found = row.pattern(text) if row.standing else None
                if found:
                    return row, found.groups()
        return None

    def standing_in_force(self) -> list[Order]:
        """11: the standing orders that act this turn, after all explicit ones; illegal ones wait (12D)."""
        acting: list[Order] = []
        for code, place in self.kit.places.items():
            filed = place.standing
            if code in self.slots:
                filed = {**filed, **self.slots[code]}
            elif not filed:
                continue
            for slot in sorted(filed):
                order = self.act(place, slot, filed[slot], acting) if filed[slot] else None
                if order is not None:
                    acting.append(order)
        return acting

    def act(self, place: KitPlace, slot: int, text: str, acting: list[Order]) -> Order | None:
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
        target = aim(operands)
        given = self.given.setdefault(place.code, {})
        beside = given.get(target, NOTHING)
        if row.code in beside or any(trait not in place.traits for trait in row.needs):
            return None
        if any(bar in beside for bar in row.bars):
            return None
        if self.refused(row, Order(row.code, place.code, operands, text, slot=slot), acting):
            return None
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.spends:
                left = self.store(place.code, operand.spends)
                operands[name] = min(operands[name], left // operand.each)
                if operands[name] < 1:
                    return None
                self.stock_of(place.code)[operand.spends] = left - operands[name] * operand.each
        order = Order(row.code, place.code, operands, written_out(row, operands), slot=slot)
        given[target] = beside | {row.code}
        return order

    def pieces(self, token: str, column: int) -> bool:
        """Whether this token and those behind it are pieces of an order that was written with blanks: one fault."""
        text, end = self.rest
        behind = list(islice(TOKEN.finditer(text, end), MOST_AHEAD + 1))
        ahead = [match[0].upper() for match in behind]
        assert self.place is not None
        whole, taken = joined(self.table, self.kit, self.place.kind, token, ahead)
        if not taken:
            return False
        self.skip = taken
        if whole[0] == "/":
            whole += "".join(ahead[taken : taken + 1])
        written = text[column - 1 : behind[taken - 1].end()]
        self.fault(column, written, "invalid", said("in-one", text=faults.printable(whole)))
        return True

    def no_order(self, token: str, place: KitPlace, column: int, written: str) -> None:
        """What fits no form: a fault that says what may be meant; words that are like nothing have one for all."""
        if self.pieces(token, column):
            return
        trouble = faults.misread(self.table, self.kit, place, token)
        if trouble is None:
            self.word(column, written, faults.no_order(self.table, place, token), said("words"))
            return
        hint = self.table.hint(place.kind, token)
        if hint is not None and hint.rest:
            written, self.skip = self.rest[0][column - 1 :].rstrip(BLANKS), WHOLE_LINE
        self.trouble(column, written, trouble)

    def word(self, column: int, written: str, trouble: faults.Trouble, together: str) -> None:
        """A fault of a token; words that stand side by side, as in a greeting, have one, in the sentence `together`."""
        text, end = self.rest
        line, before = self.words
        if any(sign.isdecimal() or sign in "/@" for sign in written):
            self.trouble(column, written, trouble)
            return
        if line == self.line and not text[before : column - 1].strip(BLANKS):
            first = self.faults.pop()
            column, trouble = first.column, (trouble[0], together, "")
        self.trouble(column, text[column - 1 : end], trouble)
        self.words = self.line, end

    def operands(self, row: Row, groups: tuple[str, ...], column: int, written: str) -> dict[str, Any] | None:
        """The values of an order's operands, or None after a fault that says what would be right."""
        values: dict[str, Any] = {}
        for name, operand, text in zip(row.names, row.operands, groups, strict=True):
            if operand.among:
                if text not in self.codes:
                    self.fault(column, written, "invalid", faults.no_code(self.kit, text), row.rule)
                    return None
                values[name] = text
                continue
            if len(text) > MAX_DIGITS:
                self.fault(column, written, "invalid", said("long-number", most=MAX_DIGITS), row.rule)
                return None
            number = int(text)
            problem = (
                faults.wrong_player(self.kit, operand, number)
                if operand.player
                else faults.wrong_number(operand, number)
            )
            if problem:
                self.fault(column, written, problem[0], problem[1], row.rule)
                return None
            if text[0] == "0" and len(text) > 1:
                self.warn(column, written, said("read-as", text=text, number=number))
            values[name] = number
        return values

    def allowed(self, row: Row, operands: dict[str, Any], place: KitPlace, column: int, written: str) -> bool:
        """Traits, reach and the limits of rule 12; the first that fails is the fault."""
        for trait in row.needs:
            if trait not in place.traits:
                self.fault(column, written, "illegal", said("lacks", code=place.code, trait=trait), row.rule)
                return False
        for name, operand in zip(row.names, row.operands, strict=True):
            if operand.among and operands[name] not in self.among(place, operand.among):
                message = self.reach_fault(row, place, operand, operands[name])
                self.fault(column, written, "illegal", message, self.reach_rule(row, place, operand, operands[name]))
                return False
        target = aim(operands)
        beside = self.here.get(target, NOTHING)
        if row.once and row.code in beside:
            same = self.earlier(place.code, target, row.code)
            message = said("same", text=same.text, line=same.line)
            self.fault(column, written, "illegal", message, self.table.cites.get("same", ""))
            return False
        for bar in row.bars + row.bars_at.get(place.kind, ()):
            if bar in beside:
                other = self.earlier(place.code, target, bar)
                message = said("own-forces", code=place.code, text=other.text, line=other.line)
                self.fault(column, written, "illegal", message, self.table.cites.get("own", ""))
                return False
        return True

    def earlier(self, place: str, target: Any, code: str) -> Order:
        """The last order of that code that was given at a place and for a target; there is one."""
        return next(
            order
            for order in reversed(self.orders)
            if order.code == code and order.place == place and not order.slot and aim(order.operands) == target
        )

    def refused(self, row: Row, order: Order, acting: Sequence[Order] = ()) -> str:
        """What the system's own check has against the order, beside those taken before it."""
        if not row.check:
            return ""
        before = [taken for taken in self.orders if not taken.slot]
        return self.checks[row.check](order, [*before, *acting], self.kit)

    def among(self, place: KitPlace, name: str) -> Any:
        """The named set of places, of this place or of the whole kit."""
        own = place.sets.get(name)
        return own if own is not None else self.wide(name)

    def wide(self, name: str) -> frozenset[str]:
        """The named set of places of the whole kit; made when it is first asked for."""
        known = self.sets.get(name)
        if known is None:
            known = self.sets[name] = frozenset(self.kit.sets.get(name, ()))
        return known

    @cached_property
    def codes(self) -> frozenset[str]:
        """All spaces of the map."""
        return frozenset(self.kit.codes)

    def reach_fault(self, row: Row, place: KitPlace, operand: Operand, code: str) -> str:
        """What would be right where a space is not in its set."""
        choices, wider, near = (
            self.among(place, name) if name else () for name in (operand.among, operand.ever, operand.near)
        )
        return faults.out_of_reach(row, place, code, choices, wider, near)

    def reach_rule(self, row: Row, place: KitPlace, operand: Operand, code: str) -> str:
        """The rule of that fault: 12A where a country of one's own is attacked."""
        own = place.kind == "own" if code == place.code else code in self.among(place, operand.ever)
        return self.table.cites.get("yours", row.rule) if own and row.arrow and row.arrow.kind == "attack" else row.rule

    def take(self, row: Row, order: Order, place: KitPlace, column: int, written: str) -> None:
        """Pay for the order and take it, or fault it for asking more than is left (4.4, HR-02)."""
        for name, operand in zip(row.names, row.operands, strict=True):
            if not operand.spends:
                continue
            store = order.operands["to"] if operand.of == "to" else place.code if not operand.of else ""
            left = self.store(store, operand.spends)
            number = order.operands[name]
            if number * operand.each > left:
                able = left // operand.each
                reduced = able >= 1 and operand.over == "reduce"
                if reduced or able < 1 or not (self.clip or operand.over == "cut"):
                    message = faults.too_much(self.table, store, operand, number, able)
                    self.fault(column, written, "illegal", message + (said("reduced") if reduced else ""), row.rule)
                if able < 1 or not (reduced or self.clip or operand.over == "cut"):
                    return
                operands = {**order.operands, name: able}
                order = msgspec.structs.replace(order, operands=operands, text=written_out(row, operands))
                number = able
                if not reduced:
                    self.warn(column, written, said("cut", able=able))
            self.stock_of(store)[operand.spends] = left - number * operand.each
        if row.once or row.bars or row.bars_at:
            target = aim(order.operands)
            self.here[target] = self.here.get(target, NOTHING) | {row.code}
        if row.matter:
            key = (row.matter, order.place, order.operands.get("p"))
            if key in self.matters:
                message = said("same-matter", text=self.matters[key])
                self.warn(column, written, message, self.table.cites.get("last", ""))
            self.matters[key] = order.text
        self.orders.append(order)

    def store(self, code: str, resource: str) -> int:
        """What is left of a place's store."""
        return self.stock_of(code).get(resource, 0)

    def stock_of(self, code: str) -> dict[str, int]:
        """What is left of all stores of a place."""
        known = self.left.get(code)
        if known is None:
            known = self.left[code] = self.kit.places[code].has.copy()
        return known

    def trouble(self, column: int, text: str, trouble: faults.Trouble) -> None:
        """Note a fault that was put into words elsewhere."""
        self.fault(column, text, *trouble)

    def fault(self, column: int, text: str, kind: Kind, message: str, rule: str = "") -> None:
        """Note a fault at a column of the current line."""
        self.faults.append(Fault(self.line, column, quoted(text), kind, message, rule))

    def warn(self, column: int, text: str, message: str, rule: str = "") -> None:
        """Note something that is carried out but may not be meant."""
        self.warnings.append(Fault(self.line, column, quoted(text), "illegal", message, rule))

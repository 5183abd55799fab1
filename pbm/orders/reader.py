"""Reading order lines: each token is a heading, an order that is allowed, or a fault (design 4)."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec

from pbm.core.printout import Fault, Kit, KitPlace
from pbm.orders import faults
from pbm.orders.budgets import Budgets
from pbm.orders.fault_words import said
from pbm.orders.faults import Kind, quoted
from pbm.orders.headings import opened
from pbm.orders.operands import MAX_DIGITS, MAX_TOKEN, Operand, Pairs, Values, filled, matcher
from pbm.orders.order import Order, OrderLine, aim
from pbm.orders.reach import Reach
from pbm.orders.slips import BLANKS, MOST_AHEAD, TOKEN, fits, joined
from pbm.orders.spaces import Spaces
from pbm.orders.table import OrderForm, OrderTable
from pbm.orders.values import OperandError, value_of, values_of

MAX_ORDERS = 2000  # tokens of a card that are read; what comes after is one fault
MAX_LINE = 2000  # characters of a line


Check = Callable[[Order, Sequence[Order], Kit], str]
"""What the table cannot say of an order (design 4): a sentence why it is not allowed beside the orders before it, or
nothing. A row names it by `check`; the system gives the function.
"""

MOST_JUDGED = 10_000  # orders of a card, where headings open several places
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
        self.spaces = Spaces(table, kit)
        self.reach = Reach(self.spaces)
        self.tokens = self.judged = 0
        self.place: KitPlace | None = None
        self.places: list[KitPlace] = []  # all that the heading opened
        self.whole, self.texted = "", False  # the line with its comment; whether a text took the rest of it
        self.closed: tuple[str, Kind] = (said("no-heading"), "invalid")
        self.last: OrderForm | None = None
        self.left: dict[str, dict[str, int]] = {}  # of the stores of each place that was asked for
        self.given: dict[str, dict[Any, frozenset[str]]] = {}  # codes of orders by place and target
        self.here: dict[Any, frozenset[str]] = {}  # the same of the place
        self.matters: dict[tuple[Any, ...], tuple[str, str]] = {}  # code and text of the last order on each
        self.budgets = Budgets(table, kit)
        self.queues: dict[str, tuple[int, str]] = {}  # by place: how many parts, and the sign that ended them
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
        self.whole, self.texted = text, False
        text, mark, comment = text.partition(";")
        self.read_text(text)
        if mark and text.strip(BLANKS) and self.place is not None and not self.texted:
            for token in comment.upper().replace(";", " ").replace(",", " ").split(" "):
                if (token[:1] == "@" and token[1:] in self.kit.places) or fits(self.spaces, self.place.kind, token):
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
            if self.table.with_text and self.place is not None and self.with_text(self.place.kind, start):
                return
            token = match[0]
            if not plain:
                if not token.isascii():
                    self.last = None
                    self.trouble(start + 1, text[start:end], faults.odd_characters(text[start:end]))
                    if token[0] == "@" or faults.looks_like(token[0]) == "@":
                        self.close_place(text[start + 1 : end], "invalid")
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

    def with_text(self, kind: str, start: int) -> bool:
        """Whether an order that ends with a text begins here; it has the rest of the line."""
        rows = self.table.with_text.get(kind, ())
        row, found = next(((row, it) for row in rows if (it := row.lead.match(self.whole, start))), (None, None))
        if row is None or found is None:
            return False
        self.texted, self.last = True, None
        groups = (*(group.upper() for group in found.groups()), self.whole[found.end() :].strip(BLANKS))
        written = self.whole[start:].rstrip(BLANKS)
        numbers = [text for text, operand in zip(groups, row.operands, strict=True) if operand.is_number]
        if not all(text.isascii() and text.isdigit() for text in numbers):  # the pattern lets much pass, to be named
            self.fault(start + 1, written, "invalid", faults.wrong_operand(self.spaces, row, groups), row.rule)
            return True
        self.at_places(lambda place: self.read_row(row, groups, "", place, start + 1, written))
        return True

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
            self.at_places(lambda place: self.file_standing(token, place, column, written))
        elif len(self.places) == 1:
            self.read_order(token, self.place, column, written)
        else:
            self.at_places(lambda place: self.read_order(token, place, column, written))

    def at_places(self, read: Callable[[KitPlace], None]) -> None:
        """Something for each place that the heading opened. What is wrong at several is one fault, which names them."""
        if len(self.places) == 1:
            read(self.places[0])
            return
        self.judged += len(self.places) - 1
        if self.judged > MOST_JUDGED:
            self.fault(1, "", "invalid", said("many-judged", most=MOST_JUDGED))
            return
        last, lists = self.last, (self.faults, self.warnings)
        begun = [len(notes) for notes in lists]
        told: tuple[dict[str, Fault], dict[str, Fault]] = {}, {}
        for place in self.places:
            self.place, self.last, self.here = place, last, self.given.setdefault(place.code, {})
            read(place)
            for notes, since, of in zip(lists, begun, told, strict=True):
                of.update((place.code, note) for note in notes[since:])
                del notes[since:]
            if any(fault.kind != "illegal" for fault in told[0].values()):
                break  # what is not understood at one is not understood at any
        for notes, of in zip(lists, told, strict=True):
            if of:
                first = next(iter(of.values()))
                message = said("of-these", codes=faults.listed(list(of), 12), message=first.message)
                is_all = first.kind != "illegal"
                notes.append(first if is_all else msgspec.structs.replace(first, message=message))
        self.place = self.places[0]

    def open(self, code: str, column: int, written: str) -> None:
        """A heading: under one that is wrong no order is given to another place."""
        self.last = None
        self.places, trouble = opened(self.spaces, code)
        self.place = self.places[0] if self.places else None
        if trouble is None:
            self.here = self.given.setdefault(self.places[0].code, {})
            return
        self.trouble(column, written, trouble)
        self.close_place(code, trouble[0])

    def close_place(self, code: str, kind: Kind) -> None:
        """No place is open until the next heading: what comes is under one that is illegal, or opens nothing."""
        self.place, self.places = None, []
        is_numbered = any(it.sign and code.startswith(it.sign) for it in self.table.places)
        key = "closed" if kind == "illegal" or is_numbered else "closed-unknown"
        self.closed = said(key, code=faults.printable(code)), kind

    def read_order(self, token: str, place: KitPlace, column: int, written: str) -> None:
        """A plain order: matched, checked, taken. What has no letters may repeat the last (BP HR-01)."""
        matches = []
        for row in self.table.starting(place.kind, token):
            found = row.pattern(token) if token.startswith(row.stem) else None
            if found:
                matches.append((row, found.groups()))
        text = token
        if not matches and self.last is not None:
            for row in self.table.at(place.kind):
                found = matcher(row.tail)(token) if row.repeat and row.stem == self.last.stem else None
                if found:
                    matches.append((row, found.groups()))
            text = self.last.stem + token
        if not matches:
            self.last = None
            self.no_order(token, place, column, written)
        elif len(matches) > 1:
            self.last = None
            forms = said("or").join(faults.shown(self.table, row) for row, _ in matches)
            self.fault(column, written, "ambiguous", said("ambiguous", forms=forms))
        else:
            self.read_row(*matches[0], text, place, column, written)

    def read_row(
        self, row: OrderForm, groups: tuple[str, ...], text: str, place: KitPlace, column: int, written: str
    ) -> None:
        """An order of a row: its operands, what forbids it, what it takes. No text: it is written out anew."""
        operands = self.operands(row, groups, column, written)
        self.last = row if row.repeat and operands is not None else None
        if operands is None or not self.allowed(row, operands, place, column, written):
            return
        has_zero = row.is_plain and "0" in text and any(group[0] == "0" and len(group) > 1 for group in groups)
        if not text or not row.is_plain or has_zero:
            text = self.table.written_out(row, operands)
        own = "" if written == text else written
        order = Order(row.code, place.code, operands, text, self.line, column, written=own)
        refused = self.refused(row, order) if row.check else ""
        if refused:
            self.fault(column, written, "illegal", refused, row.rule)
            return
        self.take(row, order, place, column, written)

    def file_standing(self, token: str, place: KitPlace, column: int, written: str) -> None:
        """BP 11: a standing order put on file, or its slot emptied."""
        standing = self.table.standing
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
            trouble = faults.not_understood(self.spaces, place, match[2])
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
            if not operand.is_code or operand.square:
                continue
            is_own = operand.ever and operands[name] == place.code  # what a place may name later, it never is itself
            if is_own or operands[name] not in self.reach.among(place, operand.ever or operand.among):
                message = said("standing-never", why=self.reach.reach_fault(row, place, operand, operands[name]))
                self.fault(column, written, "illegal", message, standing.rule)
                return
        if self.slots.get(place.code, {}).get(slot):
            self.warn(column, written, said("same-slot", slot=slot), standing.rule)
        self.orders.append(Order(row.code, place.code, operands, token, self.line, column, slot))
        self.slots.setdefault(place.code, {})[slot] = match[2]

    def standing_row(self, text: str, place: KitPlace) -> tuple[OrderForm, tuple[str, ...]] | None:
        """The row that a standing order's text means; kinds of place that this one may become count too."""
        assert self.table.standing is not None
        for kind in (place.kind, *self.table.standing.at):
            for row in self.table.starting(kind, text):
                found = row.pattern(text) if row.standing else None
                if found:
                    return row, found.groups()
        return None

    def standing_in_force(self) -> list[Order]:
        """BP 11: the standing orders that act this turn, after all explicit ones; illegal ones wait (BP 12D)."""
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
        try:
            operands: Values = {
                name: int(text) if operand.is_number else value_of(self.spaces, operand, text, [])
                for (name, operand), text in zip(row.pairs, groups, strict=True)
            }
        except OperandError:
            return None
        if any(self.reach.fault(row, place, *leaf, operands) for leaf in self.leaves(row, operands, row.named)):
            return None
        target = aim(operands)
        given = self.given.setdefault(place.code, {})
        beside = given.get(target, NOTHING)
        if row.code in beside or any(trait not in place.traits for trait in row.needs):
            return None
        if any(bar in beside for bar in row.bars):
            return None
        if self.refused(row, Order(row.code, place.code, operands, text, slot=slot), acting):
            return None
        for name, operand, values in self.leaves(row, operands, row.spent):
            if operand.spends:
                store = filled(operand.spends, values)
                left = self.store(place.code, store)
                values[name] = min(values[name], left // operand.each)
                if values[name] < 1:
                    return None
                self.stock_of(place.code)[store] = left - values[name] * operand.each
        order = Order(row.code, place.code, operands, self.table.written_out(row, operands), slot=slot)
        given[target] = beside | {row.code}
        return order

    def pieces(self, token: str, column: int) -> bool:
        """Whether this token and those behind it are pieces of an order that was written with blanks: one fault."""
        text, end = self.rest
        behind = list(islice(TOKEN.finditer(text, end), MOST_AHEAD + 1))
        ahead = [match[0].upper() for match in behind]
        assert self.place is not None
        whole, taken = joined(self.spaces, self.place.kind, token, ahead)
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
        hint = self.table.hint(place.kind, token)
        if not (hint and hint.alone) and self.pieces(token, column):
            return
        trouble = faults.misread(self.spaces, place, token)
        if trouble is None:
            self.word(column, written, faults.no_order(self.spaces, place, token), said("words"))
            return
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

    def operands(self, row: OrderForm, groups: tuple[str, ...], column: int, written: str) -> dict[str, Any] | None:
        """The values of an order's operands, or None after a fault that says what would be right."""
        notes: list[str] = []
        try:
            values = values_of(self.spaces, row.pairs, groups, notes)
        except OperandError as wrong:
            self.fault(column, written, wrong.kind, wrong.message, row.rule)
            return None
        finally:
            for note in notes:
                self.warn(column, written, note)
        return values

    def allowed(self, row: OrderForm, operands: Values, place: KitPlace, column: int, written: str) -> bool:
        """Traits, reach and the limits of BP 12; the first that fails is the fault."""
        for trait in row.needs:
            if trait not in place.traits:
                self.fault(column, written, "illegal", said("lacks", code=place.code, trait=trait), row.rule)
                return False
        for name, operand, values in self.leaves(row, operands, row.named):
            wrong = self.reach.fault(row, place, name, operand, values, operands)
            if operand.parts and not wrong:
                wrong = self.queue_fault(row, place, operand, values[name])
            if wrong and not operand.loose:
                self.fault(column, written, "illegal", *wrong)
                return False
            if wrong:
                self.warn(column, written, *wrong)
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
        full = "" if row.step else self.budgets.refusal(row, place.code)
        if full:
            self.fault(column, written, "illegal", full, row.rule)
        return not full

    def leaves(self, row: OrderForm, operands: Values, plain: Pairs) -> Iterable[tuple[str, Operand, Values]]:
        """Each operand of an order, those of its parts too; of an order without parts those of `plain` do."""
        if row.is_plain:
            return [(name, operand, operands) for name, operand in plain]
        return self.table.grammar.leaves(row.pairs, operands)

    def queue_fault(
        self, row: OrderForm, place: KitPlace, operand: Operand, parts: list[Values]
    ) -> tuple[str, str] | None:
        """Why parts cannot follow those that the card gave before, and the rule."""
        number, ended = self.queues.get(place.code, (0, ""))
        most = self.spaces.at_most(operand.most)
        number += len([part for part in parts if part["code"]])
        if ended:
            return said("last-sign", sign=ended), row.rule
        return (said("many-parts", number=number, most=most), row.rule) if operand.most and number > most else None

    def earlier(self, place: str, target: Any, code: str) -> Order:
        """The last order of that code that was given at a place and for a target; there is one."""
        return next(
            order
            for order in reversed(self.orders)
            if order.code == code and order.place == place and not order.slot and aim(order.operands) == target
        )

    def refused(self, row: OrderForm, order: Order, acting: Sequence[Order] = ()) -> str:
        """What the system's own check has against the order, beside those taken before it."""
        if not row.check:
            return ""
        before = [taken for taken in self.orders if not taken.slot]
        return self.checks[row.check](order, [*before, *acting], self.kit)

    def take(self, row: OrderForm, order: Order, place: KitPlace, column: int, written: str) -> None:
        """Pay for the order and take it, or fault it for asking more than is left (BP HR-02; spec 4.4)."""
        paid = self.pay(row, order, column, written)
        if paid is None:
            return
        order = paid
        if row.once or row.bars or row.bars_at:
            target = aim(order.operands)
            self.here[target] = self.here.get(target, NOTHING) | {row.code}
        if not row.step:
            self.budgets.take(row, place.code)
        for name, operand in row.pairs:
            if operand.fresh:
                kind = self.table.place(operand.fresh)
                code = f"{kind.sign}{order.operands[name]}"
                self.spaces.founded[code] = KitPlace(code, "", kind.kind, {}, at=place.at or place.code)
            elif operand.parts and row.keeps:
                self.queue(row, operand, order, place, column, written)
        if row.matter or (row.keeps and place.code not in self.queues):
            about = row.matter or row.keeps, order.place, order.operands.get("p")
            if about in self.matters and (self.matters[about][0] != row.code or not row.budget):
                message = said("same-matter", text=self.matters[about][1])
                self.warn(column, written, message, self.table.cites.get("last", ""))
            self.matters[about] = row.code, order.text
        self.orders.append(order)

    def queue(self, row: OrderForm, operand: Operand, order: Order, place: KitPlace, column: int, written: str) -> None:
        """Parts go on from those that the card gave before; the first that it gives replace those that were kept."""
        parts = [part for name, it in row.pairs if it is operand for part in order.operands[name]]
        number, _ = self.queues.get(place.code, (0, ""))
        kept = place.kept.get(row.keeps, "") if not number else ""
        if kept:
            self.warn(column, written, said("replaced", text=kept), row.rule)
        ended = "" if parts[-1]["code"] else parts[-1]["text"]
        self.queues[place.code] = number + len([part for part in parts if part["code"]]), ended

    def pay(self, row: OrderForm, order: Order, column: int, written: str) -> Order | None:
        """What the order takes of stores, cut to what is left where that may be; None after a fault."""
        due: list[tuple[dict[str, int], str, int]] = []
        for name, operand, values in self.leaves(row, order.operands, row.spent):
            if not operand.spends:
                continue
            code = order.operands["to"] if operand.of == "to" else order.place if not operand.of else ""
            store, number = filled(operand.spends, values), values[name]
            stock = self.stock_of(code, operand.share)
            left = stock.get(store, 0)
            if operand.share:
                if number * operand.each > left:
                    has = self.table.units(self.stock_of(code, "").get(store, 0), store)
                    where = said("in", code=code) if code else ""
                    total = self.held(code, store) - left + number
                    self.warn(column, written, said("shared", has=has, where=where, number=total), row.rule)
            elif number * operand.each > left:
                able = left // operand.each
                reduced = able >= 1 and operand.over == "reduce"
                if reduced or able < 1 or not (self.clip or operand.over == "cut"):
                    message = faults.too_much(self.table, code, store, number, able)
                    self.fault(column, written, "illegal", message + (said("reduced") if reduced else ""), row.rule)
                if able < 1 or not (reduced or self.clip or operand.over == "cut"):
                    return None
                number = values[name] = able
                order = msgspec.structs.replace(order, text=self.table.written_out(row, order.operands))
                if not reduced:
                    self.warn(column, written, said("cut", able=able))
            due.append((stock, store, left - number * operand.each))
        if row.empties:
            stock, store = self.stock_of(order.place), filled(row.empties, order.operands)
            left = stock.get(store, 0)
            if left < 1:
                message = said("nothing-left", units=self.table.units(self.held(order.place, store), store))
                self.fault(column, written, "illegal", message, row.rule)
                return None
            order.operands.setdefault("n", left)
            due.append((stock, store, 0))
        for stock, store, left in due:
            stock[store] = left
        return order

    def held(self, code: str, store: str) -> int:
        """What a place has of a store before any order."""
        place = self.spaces.place(code)
        return place.has.get(store, 0) if place else 0

    def store(self, code: str, resource: str) -> int:
        """What is left of a place's store."""
        return self.stock_of(code).get(resource, 0)

    def stock_of(self, code: str, share: str = "") -> dict[str, int]:
        """What is left of all stores of a place; share: for orders of that share alone."""
        key = f"{code} {share}" if share else code
        known = self.left.get(key)
        if known is None:
            place = self.spaces.place(code)
            known = self.left[key] = place.has.copy() if place else {}
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

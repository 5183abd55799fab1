"""A system's orders.toml, read and compiled: what an order looks like and what limits it (design 4)."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

import msgspec

from pbm.orders.operands import (
    MAX_TOKEN,
    NUMBER,
    Codes,
    Grammar,
    Layer,
    Matcher,
    Operand,
    Part,
    Values,
    WordList,
    matcher,
    names_in,
    operand_of,
)


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a map shows an order that goes from one space to another: the operands that name where it starts and where
    it ends; "" is the place of the order. hostile: it goes against whoever is there, so that one for a place of one's
    own breaks the rule `yours` of [cites]. within: on a map of cells the kit's set of those through which its way
    leads, which the composer draws; the kit's figures of that name with .least and .most behind it are how many cells
    it goes a day, days: how many days a turn has.
    """

    kind: str
    start: str = ""
    end: str = ""
    hostile: bool = False
    within: str = ""
    days: int = 0


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is bought is worth so much, for the eye alone, beside the operand `most`, which is as much as the player
    pays for it: a figure of the kit, and for each part of `list` another; names in braces are operands. says: who pays
    the rest.
    """

    figure: str
    most: str
    list: str = ""
    part: str = ""
    says: str = ""


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an order takes for each `n`, or once where it has none, of a store that the reader does not watch: `each` of
    it, or as many as a figure of the kit says. The figure's name may name operands in braces; for the parts of the list
    `sum` its figures are added up. of: "player": the player's own store, else that of the place.
    """

    spends: str
    of: Literal["", "player"] = ""
    each: int = 1
    figure: str = ""
    sum: str = ""


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an order does to a store once the card is read: `by` for each n, or once where it has none, divided by
    `per` and rounded. `by` is a whole number or a figure of the kit, with - before it where that is taken; the names of
    store and figure may name operands in braces. of: "player": the player's own store, else that of the place. each:
    the list for whose parts it is done, with n and the names of each.
    """

    store: str
    by: int | str = 1
    per: int = 1
    round: Literal["down", "up"] = "down"
    of: Literal["", "player"] = ""
    each: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the running account: orders of one step are worked as they are written, step after step."""

    name: str
    title: str


class Budget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many orders of a kind a card may have: a number, or a figure of the kit; each: at each place so many."""

    title: str
    most: int | str
    each: bool = False


class OrderForm(msgspec.Struct, frozen=True, dict=True):
    """One order of the table. exact, alike: the patterns of a token that is the order, and of one that may be meant.

    needs: traits that the place must have; `later` are those of them that places get in time, so that a standing order
    may wait for them. matter: of orders on one matter the last counts. keeps: the same, and what it sets stays until it
    is changed. empties: the order takes all that is left of that store. step, moves: the running account. example: how
    players read the form, where an order says more than letters for operands would. worth: what stands beside it.
    wants: of places with this trait the composer has a key for it in their line; both are for the eye alone.
    """

    code: str
    form: str
    at: tuple[str, ...]
    rule: str
    title: str
    means: str
    names: tuple[str, ...]
    operands: tuple[Operand, ...]
    exact: str
    alike: str
    stem: str = ""  # the signs before the first operand
    tail: str = ""  # the pattern of what follows them
    once: bool = False
    bars: tuple[str, ...] = ()
    bars_at: dict[str, tuple[str, ...]] = {}  # by kind of place, where they bar it there alone
    standing: bool = False
    repeat: bool = False
    needs: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    matter: str = ""
    check: str = ""
    cost: Price | None = None
    keeps: str = ""
    budget: str = ""
    empties: str = ""
    step: str = ""
    moves: tuple[Move, ...] = ()
    example: str = ""
    arrow: Way | None = None
    worth: Worth | None = None
    wants: str = ""
    verb: str = ""  # the title in a word or two, where what it uses is known (for the eye alone)

    @property
    def nobody(self) -> str:
        """What the order calls its player 0: all minors, everyone; "" where it has no word for him."""
        return next((found["nobody"] for found in MEANT.finditer(self.means) if found["nobody"]), "")

    @cached_property
    def is_plain(self) -> bool:
        """Whether an order in capitals is already as it is written out, but for zeros before numbers."""
        kinds = (
            operand.is_code or (operand.is_number and not operand.up_to) or operand.one_of for operand in self.operands
        )
        return all(kinds)

    @cached_property
    def pairs(self) -> tuple[tuple[str, Operand], ...]:
        """The operands by name."""
        return tuple(zip(self.names, self.operands, strict=True))

    @cached_property
    def named(self) -> tuple[tuple[str, Operand], ...]:
        """Those that name a place or a word."""
        return tuple((name, operand) for name, operand in self.pairs if not operand.is_number)

    @cached_property
    def spent(self) -> tuple[tuple[str, Operand], ...]:
        """Those that are taken from a store."""
        return tuple((name, operand) for name, operand in self.pairs if operand.spends)

    @cached_property
    def pattern(self) -> Matcher:
        """Matches a whole token in capitals that is the order, a group an operand."""
        return matcher(self.exact)

    @cached_property
    def lead(self) -> re.Pattern[str]:
        """Matches what stands before the text of an order that ends with one, a group an operand; capitals or not."""
        start = self.alike.removesuffix(f"(.{{0,{MAX_TOKEN}}})")
        return re.compile(start.removesuffix("\\ ") + ("(?:[ \t\u00a0]+|$)" if "\\ " in start else ""), re.A | re.I)

    @property
    def loose(self) -> Matcher:
        """Matches one whose operands may be wrong."""
        return matcher(self.alike)


class PlaceKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of place, and the form of the heading that opens it; `rule` limits what may be ordered there.

    noun: what one is called, where orders name it by its number. many: the sign between several that one heading opens,
    with `range` between the first and the last of a row, at most `most`. unknown: the kind of fault for a number that
    there is not.
    """

    kind: str
    form: str
    title: str
    rule: str = ""
    noun: str = ""
    many: str = ""
    range: str = ""
    most: int = 0
    unknown: Literal["illegal", "invalid"] = "illegal"

    @property
    def sign(self) -> str:
        """What stands before the number of such a place."""
        return self.form[1:].partition("{")[0]


class StandingForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a standing order is written, how many a place has, where they may be given; `unknown` is the kind of
    fault for a number that is none of theirs.
    """

    form: str
    slots: int
    rule: str
    at: tuple[str, ...]
    unknown: Literal["invalid", "illegal"] = "invalid"


class Store(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How people read a store: its title, the unit sign of the map's set, how many it counts for one; acts: whether
    what it holds takes orders, so that whoever has none is told of.
    """

    name: str
    title: str
    glyph: str = ""
    unit: int = 1
    acts: bool = False


class FormGroup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Orders that belong together on a form, by their codes: of the player, or with `tab` of spaces too. table: those
    that name a word of a list, and nothing else but a number, stand there as a table with a line for each word. tab:
    the tab of the composer that has them, in place of the player's or the map's; an order may be on several. stores:
    what is said there of each space where they are given. map: that tab is the map's. at: the kinds of places whose
    orders they are there, where not all. players: those that name a player alone, or one and a number, are a table with
    a line for each player. kept: orders that stay are keys below the others, with what stands now. lines: the places of
    that tab are a table with a line for each, with keys for what needs no choice.
    """

    title: str
    orders: tuple[str, ...]
    table: bool = False
    tab: str = ""
    stores: tuple[str, ...] = ()
    map: bool = False
    at: tuple[str, ...] = ()
    players: bool = False
    kept: bool = False
    lines: bool = False


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people write that is no order, at some kinds of place: a pattern of a whole token (of signs that Python and
    JavaScript read alike), and what is to be said of it. rest: the rest of the line belongs to it. alone: it is not a
    piece of an order that was written with blanks.
    """

    at: tuple[str, ...]
    pattern: str
    says: str
    rule: str = ""
    kind: Literal["invalid", "illegal"] = "invalid"
    rest: bool = False
    alone: bool = False


class OrderTable(msgspec.Struct, frozen=True, dict=True):
    """All orders of a system; `by_start` finds the rows that a token may be by place kind and first sign.

    stores and groups are for the eye alone: nothing is read by them. cites: the rules that the reader's own
    faults name: shorthand, last (of two on one matter), same (order twice), own (forces barred).
    numbers: words before which a number stands, and what they are after 1 and after any other. sentences: what may be
    said by number, by the name of the list; the system fills it in (a variant may have sentences of its own).
    others: the kind of every place that the kit does not list. terrain: what the signs of a board mean. signs: what
    those behind an order mean, for the eye alone. unnoted: stores that the blank card leaves out.
    """

    rows: tuple[OrderForm, ...]
    places: tuple[PlaceKind, ...]
    standing: StandingForm | None
    by_start: dict[tuple[str, str], tuple[OrderForm, ...]]
    with_comma: dict[str, tuple[OrderForm, ...]]
    stores: tuple[Store, ...] = ()
    groups: tuple[FormGroup, ...] = ()
    cites: dict[str, str] = {}
    numbers: dict[str, tuple[str, str]] = {}
    sentences: dict[str, dict[str, str]] = {}
    hints: tuple[Hint, ...] = ()
    grammar: Grammar = Grammar()
    others: str = ""
    terrain: dict[str, str] = {}
    layers: dict[str, Layer] = {}
    budgets: dict[str, Budget] = {}
    steps: tuple[Step, ...] = ()
    unnoted: frozenset[str] = frozenset()
    signs: dict[str, str] = {}

    @property
    def codes(self) -> Codes:
        """What codes look like."""
        return self.grammar.codes

    @cached_property
    def shorthand(self) -> str:
        """The pattern of what may repeat the order before it, without its letters: a number and a code (BP HR-01)."""
        tails = [f"({NUMBER})({self.codes.form})", *(row.tail for row in self.rows if row.repeat)]
        return "|".join(dict.fromkeys(tails))

    @property
    def short(self) -> Matcher:
        """Matches that."""
        return matcher(self.shorthand)

    @cached_property
    def with_text(self) -> dict[str, tuple[OrderForm, ...]]:
        """By kind of place, the orders that end with a text."""
        rows = [row for row in self.rows if row.operands and row.operands[-1].text]
        return {place.kind: found for place in self.places if (found := tuple(r for r in rows if place.kind in r.at))}

    def starting(self, kind: str, token: str) -> tuple[OrderForm, ...]:
        """The rows that a token may be at a kind of place, by its first sign."""
        start = "0" if token[0].isdigit() else token[0]
        found, wild = self.by_start.get((kind, start), ()), self.by_start.get((kind, ""), ())
        return found + wild if wild else found

    def written_out(self, row: OrderForm, operands: Values) -> str:
        """The order as text."""
        return self.grammar.fill(row.form, dict(row.pairs), operands)

    def place(self, kind: str) -> PlaceKind:
        """A kind of place."""
        return next(place for place in self.places if place.kind == kind)

    def at(self, kind: str) -> tuple[OrderForm, ...]:
        """The orders that may be given at this kind of place."""
        return self._at.get(kind, ())

    @cached_property
    def _at(self) -> dict[str, tuple[OrderForm, ...]]:
        kinds = {kind for row in self.rows for kind in row.at}
        return {kind: tuple(row for row in self.rows if kind in row.at) for kind in kinds}

    @cached_property
    def forms(self) -> dict[str, list[str]]:
        """By kind of place, its orders' forms as players read them."""
        return {kind: [shown(row, self.codes) for row in rows] for kind, rows in self._at.items()}

    def hint(self, kind: str, token: str) -> Hint | None:
        """What is to be said of a token that is no order at this kind of place, if the table knows it."""
        return next((it for it in self.hints if kind in it.at and matcher(it.pattern)(token)), None)

    def counted(self, number: int | str, word: str) -> str:
        """1 spy, 2 spies; a word without numbers of its own stays as it is: 1 army, 2 army."""
        one, many = self.numbers.get(word, (word, word))
        return f"{number} {one if str(number) == '1' else many}"

    def units(self, number: int, store: str) -> str:
        """What a store holds, as people call it: 6 Army, 8 AirForce."""
        words = (words.words[store] for words in self.grammar.lists.values() if store in words.words)
        title = next((it.title for it in self.stores if it.name == store), None)
        title = title or next(words, store[:1].upper() + store[1:])
        return self.counted(number, title)


_OPERAND = re.compile(r"\{([a-z]+)\}")
MEANT = re.compile(r"\{(?P<before>[a-z ]+ )?(?P<name>[a-z]+)(?:\|(?P<nobody>[^}]+))?\}(?: (?P<next>[A-Za-z]+))?")
"""An operand in a meaning: {n}, or {the countries of p|all minors}, which ends with what it says for player 0; and the
word after it, which may go by its number."""

_KEYS = {"code", "form", "at", "rule", "title", "means", "once", "bars", "standing", "repeat", "needs"}
_KEYS |= {"later", "matter", "check", "verb", "cost", "arrow"}
_KEYS |= {"keeps", "budget", "empties", "step", "moves", "example", "worth", "wants"}


def compile_table(data: Mapping[str, Any]) -> OrderTable:
    """The table of an orders.toml. ValueError (msgspec's) names a wrong key: the file is ours, so it is a
    bug.
    """
    grammar = Grammar(
        msgspec.convert(data.get("codes", {}), Codes), msgspec.convert(data.get("lists", {}), dict[str, WordList])
    )
    grammar = msgspec.structs.replace(grammar, parts=tuple(_part(entry, grammar) for entry in data.get("part", ())))
    rows = tuple(_row(entry, grammar) for entry in data["order"])
    by_start: dict[tuple[str, str], list[OrderForm]] = {}
    with_comma: dict[str, list[OrderForm]] = {}
    for row in rows:
        if row.operands and row.operands[-1].text:
            continue
        start = row.stem[:1] or ("0" if row.operands[0].is_number else "")
        for kind in row.at:
            by_start.setdefault((kind, start), []).append(row)
            if "," in row.form:
                with_comma.setdefault(kind, []).append(row)
    for kind, start in by_start:
        _refuse_twins(by_start[kind, start], grammar)
    return OrderTable(
        rows=rows,
        places=tuple(msgspec.convert(place, PlaceKind) for place in data["place"]),
        standing=msgspec.convert(data["standing"], StandingForm) if "standing" in data else None,
        by_start={key: tuple(found) for key, found in by_start.items()},
        with_comma={kind: tuple(found) for kind, found in with_comma.items()},
        stores=tuple(msgspec.convert(store, Store) for store in data.get("store", ())),
        groups=tuple(msgspec.convert(group, FormGroup) for group in data.get("group", ())),
        cites=dict(data.get("cites", {})),
        hints=tuple(msgspec.convert(hint, Hint) for hint in data.get("hint", ())),
        grammar=grammar,
        others=data.get("others", ""),
        unnoted=frozenset(data.get("unnoted", ())),
        signs=dict(data.get("signs", {})),
        terrain=dict(data.get("terrain", {})),
        layers=msgspec.convert(data.get("layers", {}), dict[str, Layer]),
        budgets=msgspec.convert(data.get("budget", {}), dict[str, Budget]),
        steps=tuple(msgspec.convert(step, Step) for step in data.get("step", ())),
        numbers={word: (one, many) for word, (one, many) in data.get("numbers", {}).items()},
    )


def _refuse_twins(rows: list[OrderForm], grammar: Grammar) -> None:
    """Two orders of one place that look alike, number for number and code for code, could never be told apart; nor
    could words that have no sign between them, if one begins with another.
    """
    seen: dict[str, str] = {}
    for row in rows:
        for operand in row.operands:
            words = grammar.lists[dict(operand.inner)[operand.items[1:-1]].one_of].words if _is_run(operand) else ()
            twins = [word for word in words if any(it != word and it.startswith(word) for it in words)]
            if twins:
                raise ValueError(f"orders.toml: {row.code} cannot tell where {twins[0]} ends")
        shape = row.form
        choices = [""]
        for name, operand in row.pairs:
            is_word = bool(operand.one_of)
            kind = "code" if operand.is_code else "number" if operand.is_number else name
            shape = shape.replace(f"{{{name}}}", "{word}" if is_word else f"{{{kind}}}")
            if is_word:
                choices = [f"{chosen} {word}" for chosen in choices for word in grammar.lists[operand.one_of].words]
        for chosen in choices:
            if seen.setdefault(shape + chosen, row.code) != row.code:
                raise ValueError(f"orders.toml: {seen[shape + chosen]} and {row.code} are both written {row.form}")


def _is_run(operand: Operand) -> bool:
    """Whether it is a list of words alone, with nothing between them."""
    inner = dict(operand.inner)
    return not operand.join and len(inner) == 1 and bool(inner[operand.items[1:-1]].one_of)


def _part(entry: Mapping[str, Any], grammar: Grammar) -> Part:
    names = names_in(entry["form"])
    operands = tuple(operand_of(entry.get(name, {})) for name in names)
    return Part(
        group=entry["group"],
        code=entry["code"],
        form=entry["form"],
        title=entry["title"],
        means=entry["means"],
        names=names,
        operands=operands,
        exact=grammar.form(entry["form"], dict(zip(names, operands, strict=True)), grouped=True),
        needs=tuple(entry.get("needs", ())),
        example=entry.get("example", ""),
        barred=entry.get("barred", ""),
    )


def _row(entry: Mapping[str, Any], grammar: Grammar) -> OrderForm:
    form = entry["form"]
    names = names_in(form)
    unknown = set(entry) - _KEYS - set(names)
    if unknown:
        raise ValueError(f"orders.toml, order {entry['code']}: unknown {', '.join(sorted(unknown))}")
    operands = tuple(operand_of(entry[name]) for name in names)
    by_name = dict(zip(names, operands, strict=True))
    stem = form.partition("{")[0]
    tail = grammar.form(form[len(stem) :], by_name, grouped=True)
    bars = tuple(entry.get("bars", ()))
    return OrderForm(
        code=entry["code"],
        form=form,
        at=tuple(entry["at"]),
        rule=entry["rule"],
        title=entry["title"],
        means=entry["means"],
        names=names,
        operands=operands,
        exact=re.escape(stem) + tail,
        alike=grammar.form(form, by_name, grouped=True, like=True),
        stem=stem,
        tail=tail,
        once=entry.get("once", False),
        bars=tuple(bar for bar in bars if "@" not in bar),
        bars_at={
            kind: tuple(bar.partition("@")[0] for bar in bars if bar.endswith(f"@{kind}"))
            for kind in dict.fromkeys(bar.partition("@")[2] for bar in bars if "@" in bar)
        },
        standing=entry.get("standing", False),
        repeat=entry.get("repeat", False),
        needs=tuple(entry.get("needs", ())),
        later=tuple(entry.get("later", ())),
        matter=entry.get("matter", ""),
        check=entry.get("check", ""),
        cost=msgspec.convert(entry["cost"], Price) if "cost" in entry else None,
        keeps=entry.get("keeps", ""),
        budget=entry.get("budget", ""),
        empties=entry.get("empties", ""),
        step=entry.get("step", ""),
        moves=tuple(msgspec.convert(move, Move) for move in entry.get("moves", ())),
        example=entry.get("example", ""),
        arrow=msgspec.convert(entry["arrow"], Way) if "arrow" in entry else None,
        worth=msgspec.convert(entry["worth"], Worth) if "worth" in entry else None,
        wants=entry.get("wants", ""),
        verb=entry.get("verb", ""),
    )


def shown(row: OrderForm | Part, codes: Codes) -> str:
    """A form as players read it: AC{n}{to} is ACnXXX, a space's code being XXX; or the example of its order."""
    return row.example or _OPERAND.sub(lambda m: codes.shown if m[1] == "to" else m[1], row.form)


def meaning(text: str, codes: Codes) -> str:
    """What an order means, as the order reference says it: to p (0: everyone)."""

    def told(found: re.Match[str]) -> str:
        letter = codes.shown if found["name"] == "to" else found["name"]
        nobody = f" (0: {found['nobody']})" if found["nobody"] else ""
        behind = f" {found['next']}" if found["next"] else ""
        return f"{found['before'] or ''}{letter}{nobody}{behind}"

    return MEANT.sub(told, text)


def _words_once(table: OrderTable) -> dict[tuple[str, str, str], str]:
    """The words of all lists with the list's title and the word's meaning; where several lists have one, the first."""
    found: dict[tuple[str, str, str], str] = {}
    for name, words in table.grammar.lists.items():
        for word, means in words.words.items():
            found.setdefault((words.title, word, means), name)
    return found


def reference(table: OrderTable) -> list[dict[str, Any]]:
    """The order reference of the rule book: form, title, meaning, where, rule; in the table's order. Then the parts of
    orders and the words of lists, each list under what its words are called.
    """
    titles = {place.kind: place.title for place in table.places}
    rows: list[dict[str, Any]] = [
        {
            "code": row.code,
            "form": shown(row, table.codes),
            "title": row.title,
            "means": meaning(row.means, table.codes),
            "at": [titles[kind] for kind in row.at],
            "rule": row.rule,
            "standing": row.standing,
        }
        for row in table.rows
    ]
    further = [
        (f"part-{part.code}", shown(part, table.codes), part.title, meaning(part.means, table.codes), "Parts of orders")
        for part in table.grammar.parts
    ] + [(f"{name}-{word}", word, means, "", title) for (title, word, means), name in _words_once(table).items()]
    empty = {"rule": "", "standing": False}
    return rows + [
        {"code": code, "form": form, "title": title, "means": means, "at": [at], **empty}
        for code, form, title, means, at in further
    ]

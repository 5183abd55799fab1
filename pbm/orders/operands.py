"""What an operand of an order may be: how it is written, and what value the text has (design 4)."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import Any, Literal

import msgspec

MAX_DIGITS = 6  # of a number in an order
MAX_TOKEN = 80  # signs; no order is as long, but for a text
NUMBER = "[0-9]+"

Matcher = Callable[[str], re.Match[str] | None]
Values = dict[str, Any]


@cache
def matcher(pattern: str) -> Matcher:
    """Matches a whole token. A card needs few of the patterns, so that each is compiled when it is first needed."""
    return re.compile(pattern).fullmatch


class Besides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of what is not a player; `says` is the fault, with {number} and {players}."""

    first: int
    last: int
    says: str


class Operand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What a named operand may be. The first word that is set says what it is; without any it is a number.

    among: a named set of places, `ever` the wider one that a standing order must fit, `near` the widest one, of places
    within reach: those of them that it may never name are safe. square: a square of the kit's board, or a place on
    it: "layer", which units of the layer may enter as far as the player knows, or "any"; places of others with `attack`
    alone. barred: the kit's reasons of this name, why a unit may not name what is there: by the unit's kind, with :site
    for a place of another, :0 for one of nobody, :- for a square without one, :. for its terrain; of the first part by
    the place's trait before the terrain too; of flags with the sign.
    one_of: a word of the table's list of this name; `allowed` narrows it to a set of the kit. list: as many parts of
    this form as there are, at most `most`, with `join` between them; their own operands are in `inner`; no two have
    the same value of the operand `distinct`. chain: places with / between them, each a neighbour of the one before by
    the kit's relation of this name, the first of the place of the order; all but the last in the set `within`, no more
    of them than `most`, the last in `among`; loose: whatever breaks that is a warning. parts: of the table's parts of
    this group, with `join` between them, at most `most`; `again`: the sign that may end them. flags: some of these
    signs, each once. text: all that follows in the line, at most so many signs; plain: letters, digits and - ' . alone.
    own: the number of a place of this kind, `other` than that of the order; fresh: one that no such place has had,
    which the order founds. player: others, others or nobody, all (himself and 0 too) or any; `unknown` is the kind of
    fault for a number that is not a player's, `besides` what is said of those that others have. says: the number of a
    sentence of the table's list of this name, with the operand `about` where it has {about}.

    min, max: bounds of a number; `outside` is the kind of fault for one beyond them. up_to: what is more is read as
    so many, with a warning. spends: so many, 1 or more, of that store of the place, at the price `each`; a name in
    braces is another operand of the same part. of: "player": of the player's own; "to": of the place that operand `to`
    names. over: "cut" takes what is left with a warning, "reduce" with a fault; else the order is refused. share: what
    is used twice within orders of the same share is a warning, and that used in two shares is not used twice.

    For the eye alone: beside: words beside each number from `min` on, such as its chance. picks: numbers that are
    mostly chosen. wants: the place's number of this name ("damage") is proposed.
    """

    spends: str = ""
    of: Literal["", "player", "to"] = ""
    each: int = 1
    over: Literal["refuse", "cut", "reduce"] = "refuse"
    share: str = ""
    min: int | None = None
    max: int | None = None
    outside: Literal["illegal", "invalid"] = "illegal"
    up_to: int = 0
    among: str = ""
    ever: str = ""
    near: str = ""
    square: Literal["", "layer", "any"] = ""
    attack: bool = False
    barred: str = ""
    other: bool = False
    player: Literal["", "others", "others or nobody", "all", "any"] = ""
    unknown: Literal["invalid", "illegal"] = "invalid"
    besides: Besides | None = None
    says: str = ""
    about: str = ""
    one_of: str = ""
    allowed: str = ""
    items: str = msgspec.field(default="", name="list")
    inner: tuple[tuple[str, "Operand"], ...] = ()
    distinct: str = ""
    join: str = ""
    most: int | str = 0
    chain: str = ""
    within: str = ""
    loose: bool = False
    parts: str = ""
    again: str = ""
    flags: str = ""
    own: str = ""
    fresh: str = ""
    text: int = 0
    plain: bool = False
    beside: tuple[str, ...] = ()
    picks: tuple[int, ...] = ()
    wants: str = ""

    @cached_property
    def is_code(self) -> bool:
        """Whether it names one place by its code."""
        return bool((self.among or self.square) and not self.chain)

    @cached_property
    def is_number(self) -> bool:
        """Whether it is written in digits."""
        other = self.among, self.square, self.one_of, self.items, self.chain, self.parts, self.flags, self.text
        return not any(other)


Pairs = tuple[tuple[str, Operand], ...]
"""Operands by name."""


class WordList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A closed list: what its words are called, one of them, and each word with its meaning. aside: what the numbers
    count that a kit may have beside them.
    """

    title: str
    words: dict[str, str]
    aside: str = ""


class Codes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the code of a space looks like: a pattern without groups, of signs that Python and JavaScript read alike.
    Where it has digits, it says how many, for a number may stand before it. like: what may have been meant for one;
    shown: how players read it in a form. grid: squares have codes too, letters for the column and the row's number.
    """

    form: str = "[A-Z]+"
    like: str = "[A-Z0-9]*"
    shown: str = "XXX"
    grid: bool = False


class Layer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that go the same ways: what they are called, which kinds, and the signs of terrain that they may enter;
    also: a set of the kit with squares that they may enter besides, such as those of ships that carry them.
    """

    title: str
    units: tuple[str, ...]
    enters: str
    also: str = ""


class Part(msgspec.Struct, frozen=True, dict=True):
    """A part of an order that has several, such as one of those that a unit carries out in turn. barred: the kit's
    reasons of this name, why a kind of unit does not have it; for the first part also by kind and trait of its place.
    """

    group: str
    code: str
    form: str
    title: str
    means: str
    names: tuple[str, ...]
    operands: tuple[Operand, ...]
    exact: str
    needs: tuple[str, ...] = ()
    example: str = ""
    barred: str = ""

    @cached_property
    def pairs(self) -> tuple[tuple[str, Operand], ...]:
        """The operands by name."""
        return tuple(zip(self.names, self.operands, strict=True))


LAST = Part("", "", "", "", "", (), (), "")
"""The sign that ends a queue and lets it begin again."""

_OPERAND = re.compile(r"\{([a-z]+)\}")
_PIECES = re.compile(r"(\{[a-z]+\})")


def names_in(form: str) -> tuple[str, ...]:
    """The operands that a form names, in order."""
    return tuple(_OPERAND.findall(form))


def operand_of(entry: Mapping[str, Any]) -> Operand:
    """An operand as orders.toml has it; the operands of a list's parts stand beside its own words."""
    inner = names_in(entry.get("list", ""))
    plain = {key: value for key, value in entry.items() if key not in inner}
    operand = msgspec.convert(plain, Operand)
    return msgspec.structs.replace(operand, inner=tuple((name, operand_of(entry.get(name, {}))) for name in inner))


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A name of a store or a figure with the values that it names in braces."""
    if "{" not in text:
        return text
    return _OPERAND.sub(lambda found: str(values.get(found[1], found[0])), text)


class Grammar(msgspec.Struct, frozen=True, dict=True):
    """What the patterns of operands are made of: how codes look, the closed lists, the parts."""

    codes: Codes = Codes()
    lists: dict[str, WordList] = {}
    parts: tuple[Part, ...] = ()

    @cached_property
    def _items(self) -> dict[Operand, Matcher]:
        """By list, what matches one of its parts; made once, for it is asked of every part of every card."""
        return {}

    def exact(self, operand: Operand) -> str:
        """The pattern, without groups, of what has the form of the operand."""
        if operand.chain:
            return f"(?:{self.codes.form})(?:/(?:{self.codes.form}))*"
        if operand.is_code:
            return self.codes.form
        if operand.one_of:
            return "|".join(
                map(re.escape, sorted(self.lists[operand.one_of].words, key=lambda word: (-len(word), word)))
            )
        if operand.items:
            return _joined(self.form(operand.items, dict(operand.inner)), operand.join)
        if operand.parts:
            each = "|".join(
                self.form(part.form, dict(part.pairs)) for part in self.parts if part.group == operand.parts
            )
            again = f"(?:{re.escape(operand.join + operand.again)})?" if operand.again else ""
            return _joined(each, operand.join) + again
        if operand.flags:
            return f"[{re.escape(operand.flags)}]*"
        return ".*" if operand.text else NUMBER

    def form(self, form: str, operands: Mapping[str, Operand], *, grouped: bool = False, like: bool = False) -> str:
        """The pattern of a form: of what it is, or of what may be meant for it; grouped: with a group an operand."""
        out = []
        for piece in _PIECES.split(form):
            if not _OPERAND.fullmatch(piece):
                out.append(re.escape(piece))
                continue
            operand = operands[piece[1:-1]]
            pattern = self.like(operand) if like else self.exact(operand)
            out.append(f"({pattern})" if grouped else f"(?:{pattern})")
        return "".join(out)

    def like(self, operand: Operand) -> str:
        """The pattern of what may be meant for the operand."""
        if operand.is_code:
            return self.codes.like
        if operand.flags:
            return self.exact(operand)
        return "[^A-Z]*" if operand.is_number else "[A-Z0-9]*" if operand.one_of else f".{{0,{MAX_TOKEN}}}"

    def part(self, group: str, text: str) -> tuple[Part, tuple[str, ...]] | None:
        """The part of a group that a text is, and what it has for its operands."""
        for part in self.parts:
            found = matcher(part.exact)(text) if part.group == group else None
            if found:
                return part, found.groups()
        return None

    def split(self, operand: Operand, text: str) -> list[str]:
        """The texts of a list's parts, of a chain's places, of the parts of a queue."""
        if operand.join or operand.chain:
            return text.split(operand.join or "/")
        each = self.form(operand.items, dict(operand.inner))
        return [found[0] for found in re.finditer(each, text)]

    def groups(self, operand: Operand, text: str) -> tuple[str, ...]:
        """What a part of a list has for its operands."""
        if operand not in self._items:
            self._items[operand] = matcher(self.form(operand.items, dict(operand.inner), grouped=True))
        found = self._items[operand](text)
        assert found is not None  # the token had the list's form
        return found.groups()

    def written(self, operand: Operand, value: Any) -> str:
        """The text that stands for a value."""
        if operand.chain:
            return (operand.join or "/").join(value)
        if operand.items:
            return operand.join.join(self.fill(operand.items, dict(operand.inner), part) for part in value)
        return operand.join.join(part["text"] for part in value) if operand.parts else str(value)

    def fill(self, form: str, operands: Mapping[str, Operand], values: Mapping[str, Any]) -> str:
        """A form with its operands written out."""
        return _OPERAND.sub(lambda found: self.written(operands[found[1]], values[found[1]]), form)

    def leaves(self, operands: Iterable[tuple[str, Operand]], values: Values) -> Iterator[tuple[str, Operand, Values]]:
        """Each operand with the values beside which it stands: those of a list's parts and of a queue's too."""
        for name, operand in operands:
            yield name, operand, values
            if operand.items:
                for part in values[name]:
                    yield from self.leaves(operand.inner, part)
            elif operand.parts:
                for part in values[name]:
                    yield from self.leaves(self.row_of(part["code"]).pairs, part)

    def row_of(self, code: str) -> Part:
        """The part of that code; the sign that ends a queue is one without operands."""
        return self._rows.get(code, LAST)

    @cached_property
    def _rows(self) -> dict[str, Part]:
        return {part.code: part for part in reversed(self.parts)}


def _joined(each: str, join: str) -> str:
    return f"(?:{each})(?:{re.escape(join)}(?:{each}))*"

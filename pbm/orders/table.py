"""A system's orders.toml, read and compiled: what an order looks like and what limits it (design 4)."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

MAX_DIGITS = 6  # of a number in an order

Matcher = Callable[[str], re.Match[str] | None]


@cache
def matcher(pattern: str) -> Matcher:
    """Matches a whole token. A card needs few of the patterns, so that each is compiled when it is first needed."""
    return re.compile(pattern).fullmatch


class Operand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a named operand may be; exactly one of the first groups is set.

    spends: whole number >= 1 of that store of the place (`of` = "player": of the player), at the price
    `each`, or of the place that operand `to` names (`of` = "to"); `over` = "cut" cuts instead of refusing,
    "reduce" cuts and has its fault all the same. min, max: a number within bounds. among: a named set
    of places, `ever` the wider one that a standing order must fit, `near` the widest one, of places within reach:
    those of them that it may never name are safe. player: others, others or nobody, all (himself and 0 too) or any;
    `unknown` is the kind of fault for a number that is no player's. says: the number is that of a sentence of the
    table's list of this name, with the operand `about` where it has {about}.
    """

    spends: str = ""
    of: Literal["", "player", "to"] = ""
    each: int = 1
    over: Literal["refuse", "cut", "reduce"] = "refuse"
    min: int | None = None
    max: int | None = None
    among: str = ""
    ever: str = ""
    near: str = ""
    player: Literal["", "others", "others or nobody", "all", "any"] = ""
    unknown: Literal["invalid", "illegal"] = "invalid"
    says: str = ""
    about: str = ""


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a map shows an order that goes from one space to another: the operands that name where it starts and where
    it ends; "" is the place of the order.
    """

    kind: Literal["attack", "support", "move"]
    start: str = ""
    end: str = ""


class Row(msgspec.Struct, frozen=True):
    """One order of the table. exact, alike: the patterns of a token that is the order, and of one that may be meant.

    cost: what the order takes for each `n`, or once where it has none, of a store that the reader does not watch: the
    system holds the whole card against it. needs: traits that the place must have; `later` are those of them that
    places get in time, so that a standing order may wait for them.
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
    once: bool = False
    bars: tuple[str, ...] = ()
    bars_at: dict[str, tuple[str, ...]] = {}  # by kind of place, where they bar it there alone
    standing: bool = False
    repeat: bool = False
    needs: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    matter: str = ""
    check: str = ""
    cost: Operand | None = None
    arrow: Way | None = None
    verb: str = ""  # the title in a word or two, where what it uses is known (for the eye alone)

    @property
    def nobody(self) -> str:
        """What the order calls its player 0: all minors, everyone; "" where it has no word for him."""
        return next((found["nobody"] for found in MEANT.finditer(self.means) if found["nobody"]), "")

    @property
    def pattern(self) -> Matcher:
        """Matches a whole token in capitals that is the order, a group an operand."""
        return matcher(self.exact)

    @property
    def loose(self) -> Matcher:
        """Matches one whose operands may be wrong."""
        return matcher(self.alike)


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of place, and the form of the heading that opens it; `rule` limits what may be ordered there."""

    kind: str
    form: str
    title: str
    rule: str = ""


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


class Codes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the code of a space looks like: a pattern without groups, of signs that Python and JavaScript read alike.
    Where it has digits, it says how many, for a number may stand before it. like: what may have been meant for one.
    """

    form: str = "[A-Z]+"
    like: str = "[A-Z0-9]*"


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders of the player that belong together on a form, by their codes."""

    title: str
    orders: tuple[str, ...]


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What people write that is no order, at some kinds of place: a pattern of a whole token (of signs that Python and
    JavaScript read alike), and what is to be said of it. rest: the rest of the line belongs to it.
    """

    at: tuple[str, ...]
    pattern: str
    says: str
    rule: str = ""
    kind: Literal["invalid", "illegal"] = "invalid"
    rest: bool = False


class OrderTable(msgspec.Struct, frozen=True):
    """All orders of a system; `by_start` finds the rows that a token may be by place kind and first sign.

    stores and groups are for the eye alone: nothing is read by them. cites: the rules that the reader's own
    faults name: shorthand, last (of two on one matter), same (order twice), own (forces barred).
    numbers: words before which a number stands, and what they are after 1 and after any other. sentences: what may be
    said by number, by the name of the list; the system fills it in (a variant may have sentences of its own).
    """

    rows: tuple[Row, ...]
    places: tuple[Place, ...]
    standing: Standing | None
    by_start: dict[tuple[str, str], tuple[Row, ...]]
    with_comma: dict[str, tuple[Row, ...]]
    stores: tuple[Store, ...] = ()
    groups: tuple[Group, ...] = ()
    cites: dict[str, str] = {}
    numbers: dict[str, tuple[str, str]] = {}
    sentences: dict[str, dict[str, str]] = {}
    hints: tuple[Hint, ...] = ()
    codes: Codes = Codes()

    @property
    def short(self) -> Matcher:
        """Matches a number and a code, which stand for the order before them (HR-01)."""
        return matcher(f"([0-9]+)({self.codes.form})")

    def at(self, kind: str) -> tuple[Row, ...]:
        """The orders that may be given at this kind of place."""
        return tuple(row for row in self.rows if kind in row.at)

    def hint(self, kind: str, token: str) -> Hint | None:
        """What is to be said of a token that is no order at this kind of place, if the table knows it."""
        return next((it for it in self.hints if kind in it.at and matcher(it.pattern)(token)), None)

    def counted(self, number: int | str, word: str) -> str:
        """1 spy, 2 spies; a word without numbers of its own stays as it is: 1 army, 2 army."""
        one, many = self.numbers.get(word, (word, word))
        return f"{number} {one if str(number) == '1' else many}"

    def units(self, number: int, store: str) -> str:
        """What a store holds, as people call it: 6 Army, 8 AirForce."""
        title = next((it.title for it in self.stores if it.name == store), store[:1].upper() + store[1:])
        return self.counted(number, title)


_OPERAND = re.compile(r"\{([a-z]+)\}")
MEANT = re.compile(r"\{(?P<before>[a-z ]+ )?(?P<name>[a-z]+)(?:\|(?P<nobody>[^}]+))?\}(?: (?P<next>[A-Za-z]+))?")
"""An operand in a meaning: {n}, or {the countries of p|all minors}, which ends with what it says for player 0; and the
word after it, which may go by its number."""

_KEYS = {"code", "form", "at", "rule", "title", "means", "once", "bars", "standing", "repeat", "needs"}
_KEYS |= {"later", "matter", "check", "verb", "cost", "arrow"}


def compile_table(data: Mapping[str, Any]) -> OrderTable:
    """The table of an orders.toml. ValueError (msgspec's) names a wrong key: the file is ours, so it is a
    bug.
    """
    codes = msgspec.convert(data.get("codes", {}), Codes)
    rows = tuple(_row(entry, codes) for entry in data["order"])
    by_start: dict[tuple[str, str], list[Row]] = {}
    with_comma: dict[str, list[Row]] = {}
    for row in rows:
        start = "0" if row.form.startswith("{") else row.form[0]
        for kind in row.at:
            by_start.setdefault((kind, start), []).append(row)
            if "," in row.form:
                with_comma.setdefault(kind, []).append(row)
    for kind, start in by_start:
        _refuse_twins(by_start[kind, start])
    return OrderTable(
        rows=rows,
        places=tuple(msgspec.convert(place, Place) for place in data["place"]),
        standing=msgspec.convert(data["standing"], Standing) if "standing" in data else None,
        by_start={key: tuple(found) for key, found in by_start.items()},
        with_comma={kind: tuple(found) for kind, found in with_comma.items()},
        stores=tuple(msgspec.convert(store, Store) for store in data.get("store", ())),
        groups=tuple(msgspec.convert(group, Group) for group in data.get("group", ())),
        cites=dict(data.get("cites", {})),
        hints=tuple(msgspec.convert(hint, Hint) for hint in data.get("hint", ())),
        codes=codes,
        numbers={word: (one, many) for word, (one, many) in data.get("numbers", {}).items()},
    )


def _refuse_twins(rows: list[Row]) -> None:
    """Two orders of one place that look alike, number for number and code for code, could never be told apart."""
    seen: dict[str, str] = {}
    for row in rows:
        shape = row.form
        for name, operand in zip(row.names, row.operands, strict=True):
            shape = shape.replace(f"{{{name}}}", "{code}" if operand.among else "{number}")
        if seen.setdefault(shape, row.code) != row.code:
            raise ValueError(f"orders.toml: {seen[shape]} and {row.code} are both written {row.form}")


def _row(entry: Mapping[str, Any], codes: Codes) -> Row:
    names = tuple(_OPERAND.findall(entry["form"]))
    unknown = set(entry) - _KEYS - set(names)
    if unknown:
        raise ValueError(f"orders.toml, order {entry['code']}: unknown {', '.join(sorted(unknown))}")
    operands = tuple(msgspec.convert(entry[name], Operand) for name in names)
    exact, loose = [], []
    for part in re.split(r"(\{[a-z]+\})", entry["form"]):
        if not _OPERAND.fullmatch(part):
            exact.append(re.escape(part))
            loose.append(re.escape(part))
        elif operands[names.index(part[1:-1])].among:
            exact.append(f"({codes.form})")
            loose.append(f"({codes.like})")
        else:
            exact.append("([0-9]+)")
            loose.append("([^A-Z]*)")
    bars = tuple(entry.get("bars", ()))
    return Row(
        code=entry["code"],
        form=entry["form"],
        at=tuple(entry["at"]),
        rule=entry["rule"],
        title=entry["title"],
        means=entry["means"],
        names=names,
        operands=operands,
        exact="".join(exact),
        alike="".join(loose),
        stem=entry["form"].partition("{")[0],
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
        cost=msgspec.convert(entry["cost"], Operand) if "cost" in entry else None,
        arrow=msgspec.convert(entry["arrow"], Way) if "arrow" in entry else None,
        verb=entry.get("verb", ""),
    )


def written_out(row: Row, operands: dict[str, Any]) -> str:
    """The order as text."""
    text = row.form
    for name, value in operands.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def shown(text: str) -> str:
    """A form as players read it: AC{n}{to} is ACnXXX, a space's code being XXX."""
    return _OPERAND.sub(lambda m: _letter(m[1]), text)


def meaning(text: str) -> str:
    """What an order means, as the order reference says it: to p (0: everyone)."""

    def told(found: re.Match[str]) -> str:
        nobody = f" (0: {found['nobody']})" if found["nobody"] else ""
        behind = f" {found['next']}" if found["next"] else ""
        return f"{found['before'] or ''}{_letter(found['name'])}{nobody}{behind}"

    return MEANT.sub(told, text)


def _letter(name: str) -> str:
    return "XXX" if name == "to" else name


def reference(table: OrderTable) -> list[dict[str, Any]]:
    """The order reference of the rule book: form, title, meaning, where, rule; in the table's order."""
    titles = {place.kind: place.title for place in table.places}
    return [
        {
            "code": row.code,
            "form": shown(row.form),
            "title": row.title,
            "means": meaning(row.means),
            "at": [titles[kind] for kind in row.at],
            "kinds": list(row.at),
            "rule": row.rule,
            "standing": row.standing,
        }
        for row in table.rows
    ]

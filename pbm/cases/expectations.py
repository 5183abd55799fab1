"""What a scenario claims, and whether it is so (design 7). Pure: works on plain JSON data alone.

A claim is a subset: what it does not name may be anything. 0 and an absent key are the same, and so is the word that
the system has for what its states leave out (`Words.absent`); "nothing" is what is not there. Decimal strings are
compared by value, `{ one_of = [..] }` and `{ between = [a, b] }` allow several values. An item of a list is found by
its place, counted from 0, or by its `name`.
"""

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any, Literal

import msgspec

from pbm.core.named import NOTHING
from pbm.errors import PbmError

_DECIMAL = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?", re.ASCII)


class PrintedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text that a player's printout has or lacks; player 0 is the public."""

    player: int
    has: str = ""
    lacks: str = ""


class WantedFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of a fault that must occur."""

    player: Any = msgspec.UNSET
    line: Any = msgspec.UNSET
    column: Any = msgspec.UNSET
    text: Any = msgspec.UNSET
    kind: Literal["invalid", "illegal", "ambiguous"] | msgspec.UnsetType = msgspec.UNSET
    message: Any = msgspec.UNSET


class Expectations(msgspec.Struct, frozen=True):
    """An `[expect]` table, sorted: `state` holds all that is not one of the other words."""

    state: dict[str, Any] = {}
    events: tuple[dict[str, Any], ...] = ()
    faults: tuple[WantedFault, ...] = ()
    lines: tuple[PrintedLine, ...] = ()
    orders: dict[str, Any] = {}
    no_faults: bool = False


class Result(msgspec.Struct, frozen=True):
    """A turn as plain data: what the claims are held against. before: the state at the scenario's beginning."""

    state: Mapping[str, Any]
    events: tuple[Mapping[str, Any], ...]
    faults: tuple[Mapping[str, Any], ...]
    orders: Mapping[int, int]
    before: Mapping[str, Any] = {}


def read_expectations(expect: Mapping[str, Any], where: str, players: Container[int]) -> Expectations:
    """The claims of an `[expect]` table about these players; PbmError, beginning with `where`, for a wrong key, type or
    player.
    """
    check_choices(expect, where)
    words = set(Expectations.__struct_fields__) - {"state"}
    told = {key: value for key, value in expect.items() if key in words}
    try:
        expectations = msgspec.convert(told, Expectations)
    except msgspec.ValidationError as error:
        raise PbmError(f"{where}.{key_first(error)}.") from None
    for event in expectations.events:
        if "kind" not in event:
            raise PbmError(f"{where}.events: an event needs its kind.")
    for line in expectations.lines:
        if not line.has and not line.lacks:
            raise PbmError(f'{where}.lines: needs has = "..." or lacks = "...".')
        if line.player and line.player not in players:
            raise PbmError(f"{where}.lines: player: there is no player {line.player}.")
    state = {key: value for key, value in expect.items() if key not in words}
    return msgspec.structs.replace(expectations, state=state)


def key_first(error: msgspec.ValidationError) -> str:
    """The sentence of a schema error with its key in front: then[0].cards: Expected `str`, got `int`."""
    found = re.fullmatch(r"(.*?)(?: - at `(?:key` in `)?\$\.?(.*?)(?:\[\.\.\.\])?`)?", str(error))
    detail, key = found.groups() if found else (str(error), "")
    return f"{key}: {detail}" if key else detail


def check_result(
    expectations: Expectations, result: Result, named: Collection[str] = (), absent: str = ""
) -> list[str]:
    """What is not as claimed: a sentence for each difference (printouts apart). named: the tables in which an unknown
    name is a slip; absent: the word for what a state leaves out.
    """
    found = []
    for key, wanted in expectations.state.items():
        if key not in result.state:
            found.append(f"{key}: the state has no such word.")
            continue
        if isinstance(wanted, Mapping) and key in named:
            known = {*result.state[key], *result.before.get(key, ())}
            unknown = [name for name in wanted if name not in known]
            found += [f"{key}.{name}: there is nothing of this name." for name in unknown]
            wanted = {name: part for name, part in wanted.items() if part != {}}  # such a name claims nothing
            if not wanted:
                continue
        found += differences(wanted, result.state[key], key, absent)
    for player, wanted in expectations.orders.items():
        counted = {str(p): n for p, n in result.orders.items()}
        found += differences(wanted, counted.get(player), f"orders.{player}", absent)
    for event in expectations.events:
        if not any(is_event(event, got, absent) for got in result.events):
            rest = {key: value for key, value in event.items() if key != "kind"}
            others = [show(got["facts"]) for got in result.events if got["kind"] == event["kind"]]
            got = f"only {'; '.join(others[:3])}" if others else "none of this kind"
            found.append(f"events: wanted {event['kind']} {show(rest)}, got {got}.")
    for fault in expectations.faults:
        wanted = msgspec.structs.asdict(fault)
        wanted = {key: value for key, value in wanted.items() if value is not msgspec.UNSET}
        if not any(not differences(wanted, got, "", absent) for got in result.faults):
            found.append(f"faults: wanted {show(wanted)}, got {tell_faults(result.faults)}.")
    if expectations.no_faults and result.faults:
        found.append(f"faults: wanted none, got {tell_faults(result.faults)}.")
    return found


def tell_faults(faults: Sequence[Mapping[str, Any]]) -> str:
    """Faults in a few words: who, what, how."""
    told = [f"player {f['player']} {f['text']!r} ({f['kind']}: {f['message']})" for f in faults]
    return "; ".join(told) or "none"


def is_event(wanted: Mapping[str, Any], got: Mapping[str, Any], absent: str = "") -> bool:
    """Whether an event is the wanted one: its kind, its seen_by if named, and its facts as a subset."""
    if wanted["kind"] != got["kind"]:
        return False
    if "seen_by" in wanted and differences(wanted["seen_by"], got["seen_by"], "", absent):
        return False
    facts = {key: value for key, value in wanted.items() if key not in ("kind", "seen_by")}
    return not facts or not differences(facts, got["facts"], "", absent)


def differences(wanted: Any, got: Any, path: str, absent: str = "") -> list[str]:
    """Where `got` is not as wanted, a sentence for each place: path, wanted, got.

    A table is a subset, but an empty one wants nothing there (forces = {}). Of a list it names items by place or name.
    A list of tables or lists is a subset too: each must occur. Any other list is exact.
    """
    if isinstance(wanted, Mapping) and wanted and not is_choice(wanted):
        if not isinstance(got, Mapping | list | tuple) and not is_blank(got, absent):
            told = f"{path}: wanted a table with {', '.join(map(str, wanted))}, got {show(got)}"
            return [f"{told}; a choice of values is one_of or between."]
        parts = [differences(w, _item(got, key), f"{path}.{key}" if path else key, absent) for key, w in wanted.items()]
        return [difference for part in parts for difference in part]
    return [] if same(wanted, got, absent) else [f"{path}: wanted {show(wanted)}, got {show(got)}."]


def contains(wanted: Sequence[Any], got: Sequence[Any], absent: str = "") -> bool:
    """Whether the list is as wanted."""
    if any(isinstance(w, Mapping | list | tuple) and not is_choice(w) for w in wanted):
        return all(any(not differences(w, g, "", absent) for g in got) for w in wanted)
    return len(wanted) == len(got) and all(same(w, g, absent) for w, g in zip(wanted, got, strict=True))


def is_choice(wanted: Any) -> bool:
    """Whether this is { one_of = [...] } or { between = [a, b] }."""
    return isinstance(wanted, Mapping) and len(wanted) == 1 and next(iter(wanted)) in ("one_of", "between")


def check_choices(wanted: Any, where: str) -> None:
    """PbmError, beginning with `where`, for a choice within that is none: values that are no list, bounds that are
    not two numbers.
    """
    if is_choice(wanted):
        word, values = next(iter(wanted.items()))
        if not isinstance(values, list | tuple):
            raise PbmError(f"{where}.{word}: needs a list, not {show(values)}.")
        if word == "between" and (len(values) != 2 or None in map(number, values)):
            raise PbmError(f"{where}.between: needs two numbers, not {show(values)}.")
    if isinstance(wanted, Mapping):
        for key, inner in wanted.items():
            check_choices(inner, f"{where}.{key}")
    elif isinstance(wanted, list | tuple):
        for i, inner in enumerate(wanted):
            check_choices(inner, f"{where}[{i}]")


def same(wanted: Any, got: Any, absent: str = "") -> bool:
    """Whether a value is the wanted one: by value, with 0 or the word `absent` for what is not there."""
    if is_choice(wanted):
        word, values = next(iter(wanted.items()))
        if word == "one_of":
            return any(not differences(value, got, "", absent) for value in values)
        low, high = (number(value) for value in values)
        value = Fraction(0) if got is None else number(got)
        return low is not None and high is not None and value is not None and low <= value <= high
    if wanted == NOTHING:
        return is_blank(got, absent)
    if (is_blank(wanted, absent) and is_blank(got, absent)) or (absent and wanted == absent and got is None):
        return True
    one, other = number(wanted), number(got)
    if one is not None and other is not None:
        return one == other
    if isinstance(wanted, list | tuple):
        return isinstance(got, list | tuple) and contains(wanted, got, absent)
    if isinstance(wanted, Mapping) and wanted:
        return not differences(wanted, got, "", absent)
    return isinstance(wanted, bool) == isinstance(got, bool) and bool(wanted == got)


def is_blank(value: Any, absent: str = "") -> bool:
    """Whether this is 0, false, empty or absent, or a table of such values."""
    if isinstance(value, Mapping):
        return all(is_blank(part, absent) or (absent and part == absent) for part in value.values())
    return value is None or value in (0, "", False) or value in ([], ()) or number(value) == 0


def number(value: Any) -> Fraction | None:
    """A whole number or decimal string (a decimal of TOML too) by value; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Fraction(value)
    text = repr(value) if isinstance(value, float) else value
    return Fraction(text) if isinstance(text, str) and _DECIMAL.fullmatch(text) else None


def show(value: Any) -> str:
    """A value in a sentence."""
    if value is None:
        return NOTHING
    if is_choice(value):
        word, values = next(iter(value.items()))
        between = " and " if word == "between" else ", "
        return f"{word.replace('_', ' ')} {between.join(show(v) for v in values)}"
    if isinstance(value, Mapping):
        return "(" + ", ".join(f"{key}={show(part)}" for key, part in value.items()) + ")"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(show(part) for part in value) + "]"
    return str(value).lower() if isinstance(value, bool) else str(value)


def look_up(words: Mapping[str, Any], path: str) -> Any:
    """The value at a path such as spaces.UK.army or units.1.4.queue.0; None where there is nothing."""
    value: Any = words
    for key in path.split("."):
        value = _item(value, key)
    return value


def _item(value: Any, key: str) -> Any:
    """What a table has under a key, or a list at a place (from 0) or under a name; None where there is nothing."""
    if isinstance(value, Mapping):
        return value.get(key)
    if not isinstance(value, list | tuple):
        return None
    if key.isascii() and key.isdigit():
        return value[int(key)] if len(key) < 10 and int(key) < len(value) else None
    return next((it for it in value if isinstance(it, Mapping) and it.get("name") == key), None)


def is_known(words: Mapping[str, Any], path: str, tables: Collection[str] = ()) -> bool:
    """Whether the state has this word, and in one of these tables what it names: a slip must not count as 0."""
    first, _, rest = path.partition(".")
    named = rest.partition(".")[0]
    return first in words and (first not in tables or not named or named in words[first])


def changes(old: Any, new: Any, path: str = "", absent: str = "") -> Iterable[tuple[str, Any, Any]]:
    """Every path whose value is another now: path, old, new."""
    if isinstance(old, Mapping) or isinstance(new, Mapping):
        old, new = old or {}, new or {}
        for key in [*old, *(key for key in new if key not in old)]:
            yield from changes(old.get(key), new.get(key), f"{path}.{key}" if path else key, absent)
    elif not same(new, old, absent):
        yield path, old, new


def believable(n: int, hits: int, p: Fraction) -> bool:
    """Whether a binomial count is not too far out: neither tail below half of 1e-9. Exact."""
    if p in (0, 1):
        return hits == n * p
    a, c = p.numerator, p.denominator - p.numerator
    if hits > n * p:  # the upper tail of p is the lower tail of 1 - p
        a, c, hits = c, a, n - hits
    whole = (a + c) ** n
    term = comb(n, hits) * a**hits * c ** (n - hits)
    tail = 0
    for k in range(hits, -1, -1):
        tail += term
        if tail * 2 * 10**9 >= whole:
            return True
        term = term * k * c // ((n - k + 1) * a)
    return False

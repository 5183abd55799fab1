"""How a game begins (T11), and how a scenario's position is laid over that beginning (11)."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.rules.trust_a_thief.maps import Map
from pbm.rules.trust_a_thief.state import Nation, Province, State, from_words, tax_of, to_words
from pbm.system import Rules, Seat


def start(rules: Rules, seats: tuple[Seat, ...]) -> State:
    """T11: turn 0, each nation in one province with a City; all others are white."""
    board: Map = rules.map
    numbers = rules.numbers["start"]
    homes = {seat.home: seat.player for seat in seats}
    provinces = {
        code: Province(homes[code], numbers["structure"], {homes[code]: numbers["armies"]})
        if code in homes
        else Province()
        for code in board.provinces
    }
    nations = {
        p: Nation(gold=numbers["gold"], tax=tax_of(provinces, p, rules.numbers["tax"]))
        for p in sorted(seat.player for seat in seats)
    }
    options = {str(key): str(value) for key, value in sorted(rules.options.items())}
    return State(0, options, nations, provinces, {p: {} for p in nations})


def lay(state: State, words: Mapping[str, Any], rules: Rules) -> State:
    """11: a scenario's `given`, laid over a position key by key. ValueError names an unknown or wrong key.

    The tax of the last update is that of the provinces as laid where it is not given itself; 0 armies are none.
    """
    base = to_words(state)
    for table in ("nations", "provinces"):
        for name in words.get(table, {}):
            if name not in base[table]:
                raise ValueError(f"given.{table}.{name}: there is nothing of this name")
    merged = _laid(base, words)
    try:
        for province in merged["provinces"].values():
            armies = province.get("armies", {})
            province["armies"] = {p: n for p, n in armies.items() if n != 0}
        laid = from_words(merged, rules.map)
    except (ValueError, AttributeError, TypeError, KeyError) as error:
        raise ValueError(f"given.{error}") from None
    given = words.get("nations", {})
    table = rules.numbers["tax"]
    nations = {
        p: nation if "tax" in given.get(str(p), {}) else replace(nation, tax=tax_of(laid.provinces, p, table))
        for p, nation in laid.nations.items()
    }
    return replace(laid, nations=nations)


def _laid(base: Any, words: Any) -> Any:
    """Tables merge key by key, anything else replaces."""
    if isinstance(base, dict) and isinstance(words, Mapping):
        return {**base, **{key: _laid(base.get(key), value) for key, value in words.items()}}
    return dict(words) if isinstance(words, Mapping) else words

"""What a player of Empire Deluxe may not know, written down from the rules (ED 14) and not from `view`.

Land that they never saw, and cities there; what others' cities build, how well, and who holds those out of sight;
others' units that they have no icon of, and of all others numbers, orders, damage, fuel, names and passengers; what
others know and order; the shares of cities. Public by rule, and so not changed: who is alive, options, how long a
mailing is (and with that, whether anybody has met), and the census as it was told. In the basic game squares, units and
owners of cities are open to all.
"""

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.rules.empire_deluxe.state import City, Player, State, Unit

QUEUES = ((), ("S",), ("E", "R", "*"), ("MA1",))


def changed(before: State, state: State, viewer: int, draw: Any) -> State:
    """The state with everything changed that the viewer may not know."""
    me = state.players[viewer]
    is_open = all(set(row) == {"#"} for row in me.seen) and not me.icons and bool(me.known)
    units = {p: own if p == viewer else _units(p, own, me, draw, is_open=is_open) for p, own in state.units.items()}
    cities = {code: _city(code, city, state, viewer, draw) for code, city in state.cities.items()}
    players = {p: it if p == viewer else _player(it, draw) for p, it in state.players.items()}
    return replace(
        state,
        map=replace(state.map, rows=_rows(state, me, draw)),
        cities=cities,
        units={p: own for p, own in units.items() if own},
        players=players,
        share={p: draw(st.integers(0, 3)) for p in state.players},
        census={p: tuple(draw(st.integers(0, 9)) for _ in counts) for p, counts in state.census.items()},
    )


def _rows(state: State, me: Player, draw: Any) -> tuple[str, ...]:
    """Other land where the viewer never was; cities stay where they are, for the record of them is changed apart."""
    sign = draw(st.sampled_from(".+"))
    return tuple(
        "".join(old if mark == "#" or old == "*" else sign for old, mark in zip(row, seen, strict=True))
        for row, seen in zip(state.map.rows, me.seen, strict=True)
    )


def _city(code: str, city: City, state: State, viewer: int, draw: Any) -> City:
    """Of cities that are not the viewer's the work; of those that they never saw the owner too."""
    if city.owner == viewer:
        return city
    owner = city.owner if code in state.players[viewer].known else draw(st.sampled_from((0, _other(state, viewer))))
    product = draw(st.sampled_from(("", "A", "D")))
    level = draw(st.integers(50, 200))
    return replace(city, owner=owner, product=product, progress=draw(st.integers(0, 5)), efficiency=level, worn=2)


def _other(state: State, viewer: int) -> int:
    return next(number for number in state.players if number != viewer)


def _player(player: Player, draw: Any) -> Player:
    """What another has ordered and knows. Whom they met stays, for it makes mailings short, which all may know."""
    product = draw(st.sampled_from(("A", "T")))
    odds = {"all": draw(st.integers(0, 100))}
    return replace(player, product=product, odds=odds, first={}, icons={}, known={}, serial=player.serial + 40)


def _units(player: int, own: dict[int, Unit], me: Player, draw: Any, *, is_open: bool) -> dict[int, Unit]:
    """Others' units: those without an icon may be gone; what is left has other orders."""
    icons = {number for number in own if f"{player}#{number}" in me.icons}
    found = {}
    for number, unit in own.items():
        is_kept = is_open or number in icons or unit.aboard in icons or draw(st.booleans())
        if is_kept and (not unit.aboard or unit.aboard in found or unit.aboard in own):
            queue = draw(st.sampled_from(QUEUES))
            found[number] = replace(unit, queue=queue, name=draw(st.sampled_from(("", "Xyzzy"))), post="")
    return {n: unit for n, unit in found.items() if not unit.aboard or unit.aboard in found}

"""The end of a turn: accounts are told, and whether the game is over (TT 7.2, 7.3)."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, only
from pbm.engine.system import Rules
from pbm.rules.trust_a_thief.resolve.position import Orders, Position
from pbm.rules.trust_a_thief.state import State
from pbm.rules.trust_a_thief.view import living

Row = tuple[int, int, int, int]
"""Of a nation: provinces, tax, gold, number."""


def report(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 7.2: each nation's account, line by line; a nation that is out keeps no gold (TT 5.8)."""
    nations = dict(position.nations)
    events: list[Event] = []
    for p, lines in position.ledger.items():
        if p in position.fallen:
            lines = [*lines, ("left", "", nations[p].gold), ("void", "", -nations[p].gold)]
            nations[p] = replace(nations[p], gold=0, tax=0)
        told = [list(line) for line in (*lines, ("end", "", nations[p].gold))]
        events.append(Event("account", only([p]), {"nation": p, "lines": told}))
    return replace(position, nations=nations), events


def close(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """TT 7.3, T32: the game ends with one nation left, a large share of the provinces kept, or on the announced
    turn.
    """
    alive = [p for p, nation in position.nations.items() if nation.alive]
    leader = _leader(position, orders.numbers["end"]["share"])
    rows = sorted(_row(position, p) for p in alive)
    winner, reason = 0, ""
    if len(alive) <= 1 < len(position.start.nations):
        winner, reason = (alive[0], "last-nation") if alive else (0, "nobody")
    elif leader and leader == position.start.leader:
        winner, reason = leader, "share"
    elif _is_last_turn(position.start.turn + 1, orders.rules.options):
        best = [row for row in rows if row[:3] == rows[-1][:3]]
        winner, reason = (best[0][3] if len(best) == 1 else 0), "last-turn"
    position = replace(position, leader=leader, ended=bool(reason))
    if not reason:
        return position, []
    return position, [_told(winner, reason, rows)]


def ending(state: State, rules: Rules) -> tuple[Event, ...]:
    """TT 7.3: what all are told of a position in which one nation is left, or none."""
    alive = living(state)
    if len(alive) > 1:
        return ()
    rows = [_row(state, p) for p in alive]
    return (_told(alive[0], "last-nation", rows) if alive else _told(0, "nobody", rows),)


def _told(winner: int, reason: str, rows: Iterable[Row]) -> Event:
    ranking = [[row[3], *row[:3]] for row in sorted(rows, key=lambda row: (-row[0], -row[1], -row[2], row[3]))]
    return Event("game-over", "all", {"winner": winner, "reason": reason, "ranking": ranking})


def _leader(position: Position, share: list[int]) -> int:
    """TT 7.3: who owns the share of all provinces that wins when it is kept, or 0."""
    owned: dict[int, int] = {}
    for province in position.provinces.values():
        if province.owner:
            owned[province.owner] = owned.get(province.owner, 0) + 1
    part, whole = share
    return next((p for p, n in sorted(owned.items()) if n * whole >= len(position.provinces) * part), 0)


def _row(position: Position | State, p: int) -> Row:
    """TT 7.3: what ranks a nation: provinces, then tax, then gold."""
    owned = sum(1 for province in position.provinces.values() if province.owner == p)
    return owned, position.nations[p].tax, position.nations[p].gold, p


def _is_last_turn(turn: int, options: Mapping[str, Any]) -> bool:
    """TT 7.3: whether this is the turn that was announced as the last."""
    last = str(options.get("last", "none"))
    return last.isdigit() and turn >= int(last)

"""How a game went: who was how near to winning after each turn, and the turns at which that turned.

A rule system says by which of its figures the game is won (`goal` of Series); nothing else is asked of it. What is told
is what the leaves have: of a running game public figures, of a revealed one everybody's.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from pbm.core.english import listed
from pbm.core.series import Series, of_players
from pbm.site.history.turn_series import Leaf

MOST = 6
"""So many turns are told at which a game turned."""
NAMED = 3
"""So many spaces are named that changed hands; the others are counted."""


class Race(msgspec.Struct, frozen=True):
    """The figure by which a game is won: what each player has of it after each turn, from turn `first` on. A turn of
    which nothing is told has no values. decides: whether the game is won by it, or it only comes first of all figures.
    """

    figure: Series
    first: int
    values: tuple[Mapping[int, int], ...]

    @property
    def decides(self) -> bool:
        """Whether the game is won by this figure."""
        return self.figure.goal is not None

    @property
    def scale(self) -> str:
        """What is counted, and how much of it wins."""
        return f"{self.figure.title}: {f'{goal} win' if (goal := self.figure.goal) else 'whoever has most is nearest'}"

    def of(self, player: int) -> tuple[int | None, ...]:
        """What a player has of it after each turn; None where the player has no value."""
        return tuple(row.get(player) for row in self.values)


class Turning(msgspec.Struct, frozen=True):
    """A turn at which the game turned for a player; swing: by how much the player came nearer than the best of the
    others, or fell back, where it is less than 0. is_ahead: the player came ahead by it, passing `passed`, 0 for
    nobody; is_last: and nobody came ahead after that.
    """

    turn: int
    player: int
    swing: int
    is_ahead: bool = False
    passed: int = 0
    is_last: bool = False

    @property
    def is_gain(self) -> bool:
        """Whether it was to the player's advantage."""
        return self.is_ahead or self.swing > 0


def race(leaves: Sequence[Leaf]) -> Race | None:
    """The figure by which the game is won, or the first of all figures where none is told; None where there is none
    after two turns. Of several the last one counts that is told of every turn: it is the most exact.
    """
    found = {one.id: one for leaf in leaves for one in of_players(leaf.series) if one.values}
    won = [one for one in found.values() if one.goal is not None]
    whole = [one for one in won if not one.gaps]
    best = (whole or won)[-1:] or list(found.values())[:1]
    if not best:
        return None
    values = [next((one.values for one in leaf.series if one.id == best[0].id), {}) for leaf in leaves]
    return Race(best[0], leaves[0].number, tuple(values)) if sum(map(bool, values)) > 1 else None


def ranks(race: Race, final: Sequence[int] = ()) -> dict[int, list[int | None]]:
    """Each player's rank after each turn, from 1: by value; of equals whoever was before, in the first turn whoever is
    before in the next, in the last turn as the game ended (`final`: the players by rank). None once a player has no
    value. A turn of which nothing is told is like the one before.
    """
    found: dict[int, list[int | None]] = {player: [] for row in race.values for player in sorted(row)}
    second = next((row for row in race.values[1:] if row), {})
    before = {player: place for place, player in enumerate(sorted(second, key=lambda p: (-second[p], p)))}
    for row in race.values:
        if row is race.values[-1] and final:
            before = {player: place for place, player in enumerate(final)}
        if row:
            order = sorted(row, key=lambda player: (-row[player], before.get(player, len(found)), player))
            before = {player: place for place, player in enumerate(order, 1)}
        for player, line in found.items():
            line.append(before.get(player) if player in row or not row else None)
    return found


def ahead(race: Race) -> list[int]:
    """Who was ahead after each turn: 0 where nobody is; of equals whoever was before."""
    found, now = [], 0
    for row in race.values:
        most = max(row.values(), default=0)
        best = [player for player, value in row.items() if value == most]
        if row and now not in best:
            now = best[0] if len(best) == 1 else 0
        found.append(now)
    return found


def turnings(race: Race, winner: int) -> tuple[Turning, ...]:
    """The turns at which somebody else came ahead, and the one that brought the winner furthest before the others, or
    furthest behind; of more than `MOST` those with the greatest swings, the last change always.
    """
    lead = ahead(race)
    found: dict[int, Turning] = {}
    for at in range(1, len(race.values)):
        old, new = lead[at - 1], lead[at]
        if new and new != old:
            found[at] = Turning(race.first + at, new, _swing(race, at, new), is_ahead=True, passed=old)
    if found:
        last = max(found)
        found[last] = msgspec.structs.replace(found[last], is_last=True)
    if winner:
        swings = {at: _swing(race, at, winner) for at in range(1, len(race.values)) if winner in race.values[at]}
        at = max(swings, key=lambda at: (abs(swings[at]), at), default=0)
        if swings.get(at):
            found.setdefault(at, Turning(race.first + at, winner, swings[at]))
    kept = sorted(found.values(), key=lambda it: (not it.is_last, -abs(it.swing), it.turn))[:MOST]
    return tuple(sorted(kept, key=lambda it: it.turn))


def _swing(race: Race, at: int, player: int) -> int:
    """By how much a player came nearer to winning in a turn than the best of the others."""

    def margin(row: Mapping[int, int]) -> int:
        return row.get(player, 0) - max((value for other, value in row.items() if other != player), default=0)

    return margin(race.values[at]) - margin(race.values[at - 1])


def sentence(race: Race, it: Turning, call: Callable[[int], str], spaces: Sequence[str]) -> str:
    """What happened at a turning: figures, and the names of the `spaces` that changed hands by it."""
    row, before = (race.values[it.turn - race.first - back] for back in (0, 1))
    unit = race.figure.unit or race.figure.title.lower()
    who, mine = call(it.player), f"{row.get(it.player, 0)} {unit}"
    if it.is_ahead:
        way = f"passes {call(it.passed)}" if it.passed else "comes ahead"
        best = max((value for player, value in row.items() if player != it.player), default=0)
        others = row.get(it.passed, 0) if it.passed else best
        told = f"{who} {way}{', for good' if it.is_last else ''}: {mine} to {others}."
    else:
        way = "gains most on the others" if it.is_gain else "falls back furthest"
        told = f"{who} {way}: {mine}, {before.get(it.player, 0)} before."
    if not spaces:
        return told
    more = [f"{len(spaces) - NAMED} more"] if len(spaces) > NAMED else []
    return f"{told} {'Taken' if it.is_gain else 'Lost'}: {listed([*spaces[:NAMED], *more])}."


def moved(leaf: Leaf, player: int, *, is_gain: bool) -> list[str]:
    """The codes of the spaces that a player took in a turn, or lost."""
    return [code for code, old, new, _ in leaf.changes if (new if is_gain else old) == player]

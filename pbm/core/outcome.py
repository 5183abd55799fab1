"""How a game ended by its rules, as all were told."""

from collections.abc import Mapping

import msgspec


class Outcome(msgspec.Struct, frozen=True):
    """winners: who has won; drawn: where nobody has and nobody is left, who went out together as the last.

    survivors: who is left without having won; None: all who are not out. points: by player, where the end tells them.
    ranking: the players from first to last, where the end tells it.
    """

    winners: tuple[int, ...] = ()
    drawn: tuple[int, ...] = ()
    survivors: tuple[int, ...] | None = None
    points: Mapping[int, int] = {}
    ranking: tuple[int, ...] = ()

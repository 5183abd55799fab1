"""Figures of the players after a turn: what charts are drawn of, and nothing that its reader may not know.

A rule system tells them of a view, as it tells a printout; how they are drawn it does not know.
"""

from collections.abc import Iterable

import msgspec


class Series(msgspec.Struct, frozen=True):
    """One figure after one turn, by player; of whom the reader does not know it, there is no value.

    `id` names the column of tables ("industry"), `title` heads the chart, `note` says in a few words what is
    counted, `unit` in what. money: hundredths as a whole number. page: the title of the page that it has with
    others, where it does not stand among the game's other figures; about: a sentence on top of that page. lines: the
    names of what is counted where it is not the players, as 1, 2, ... of `values`. gaps: whoever has no value may have
    one that is not told, and is not out. goal: by this figure the game is won, and so much of it is enough; 0 where
    no number is, and whoever has most is nearest; None of all other figures.
    """

    id: str
    title: str
    values: dict[int, int]
    unit: str = ""
    note: str = ""
    money: bool = False
    page: str = ""
    about: str = ""
    lines: tuple[str, ...] = ()
    gaps: bool = False
    goal: int | None = None


def of_players(series: Iterable[Series]) -> tuple[Series, ...]:
    """Those that count something for each player."""
    return tuple(one for one in series if not one.lines)


def joined(told: Iterable[tuple[Series, ...]]) -> tuple[Series, ...]:
    """What several readers know together, in the order in which the first of them was told."""
    found: dict[str, Series] = {}
    for series in told:
        for one in series:
            known = found.get(one.id)
            values = {**known.values, **one.values} if known else one.values
            found[one.id] = msgspec.structs.replace(one, values=dict(sorted(values.items())))
    return tuple(found.values())

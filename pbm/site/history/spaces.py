"""What became of each space: whose it was by turn, the battles there, and in a revealed game who went there.

A map's table has it in columns of its own, and the card of a space shows what its row says.
"""

from collections.abc import Callable, Sequence

from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.grid import GridView
from pbm.site.history.turn_series import Leaf
from pbm.site.ink.marks import chip, plain, rich
from pbm.site.maps.chart import Story

MOST = 12
"""So many things are told of a space in a column, the newest; the others are counted."""


def stories(leaves: Sequence[Leaf], page: Callable[[int], str]) -> Story:
    """The story of every space of which there is one; `page` gives the link to a turn's page."""
    columns = {"Owners by turn": _owners(leaves), "Battles by turn": _told(leaves, page), "Went there": _passed(leaves)}
    kept = {head: rows for head, rows in columns.items() if rows}
    codes = dict.fromkeys(code for rows in kept.values() for code in rows)
    return tuple(kept), {code: tuple(rows.get(code, Markup()) for rows in kept.values()) for code in codes}


def placed(view: GridView, leaves: Sequence[Leaf]) -> GridView:
    """A map of squares whose places say what became of them: the table under it has no columns for that."""
    told = {code: _words(rows) for code, rows in _runs_of_owners(leaves).items()}
    return replace(view, places=tuple(replace(it, text=told.get(it.code, it.text)) for it in view.places))


def _words(rows: Sequence[tuple[int, int]]) -> str:
    """Rows of owners as plain words: nobody, [3] from T-4."""
    return ", ".join(f"{f'[{p}]' if p else 'nobody'}{f' from T-{turn}' if turn else ''}" for turn, p in rows[-MOST:])


def _owners(leaves: Sequence[Leaf]) -> dict[str, Markup]:
    """Whose each space was, of those that changed hands: nobody, 3 from T-4, 5 from T-9."""
    return {code: _listed([_whose(*row) for row in rows]) for code, rows in _runs_of_owners(leaves).items()}


def _runs_of_owners(leaves: Sequence[Leaf]) -> dict[str, list[tuple[int, int]]]:
    """From which turn on a space was whose, of those that changed hands."""
    found: dict[str, list[tuple[int, int]]] = {}
    for at, leaf in enumerate(leaves):
        now = {**leaf.owners, **leaf.sites}
        for code in {**found, **now}:
            rows = found.setdefault(code, [(leaves[0].number, 0)] if at else [])
            owner = now.get(code, 0)
            if not rows or rows[-1][1] != owner:
                rows.append((leaf.number, owner))
    return {code: rows for code, rows in found.items() if len(rows) > 1}


def _whose(turn: int, owner: int) -> str:
    return f"{chip(owner) if owner else 'nobody'}{f' from T-{turn}' if turn else ''}"


def _told(leaves: Sequence[Leaf], page: Callable[[int], str]) -> dict[str, Markup]:
    """What was told of a space."""
    found: dict[str, list[str]] = {}
    for leaf in leaves:
        for code, words in leaf.told:
            link = f'<a href="{plain(page(leaf.number))}">T-{leaf.number}</a>'
            found.setdefault(code, []).append(f"{link} {rich(words)}")
    return {code: _listed(rows, "; ") for code, rows in found.items()}


def _passed(leaves: Sequence[Leaf]) -> dict[str, Markup]:
    """Whose units went to a space that was not theirs, and when: 3 T-1, T-4 to T-9."""
    found: dict[str, dict[int, list[list[int]]]] = {}
    for leaf in leaves:
        for code, player in leaf.passed:
            runs = found.setdefault(code, {}).setdefault(player, [])
            if runs and runs[-1][1] == leaf.number - 1:
                runs[-1][1] = leaf.number
            else:
                runs.append([leaf.number, leaf.number])
    return {
        code: Markup("; ".join(f"{chip(player)} {_runs(runs)}" for player, runs in players.items()))
        for code, players in found.items()
    }


def _runs(runs: Sequence[Sequence[int]]) -> str:
    return _listed([f"T-{first}" + (f" to T-{last}" if last > first else "") for first, last in runs])


def _listed(rows: Sequence[str], between: str = ", ") -> Markup:
    before = f"{len(rows) - MOST} before; " if len(rows) > MOST else ""
    return Markup(before + between.join(rows[-MOST:]))

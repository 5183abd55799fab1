"""A map of squares as text: sheets of 70 columns and 40 rows, cut at multiples, so that a square keeps its place."""

from collections.abc import Iterator

from pbm.core.grid import UNKNOWN, GridView, column_name, windowed

COLUMNS, ROWS = 70, 40  # of a sheet
PAGE = 79  # columns that a line of the key may have
OWN, NOBODYS, OTHERS = "O", "*", "&"  # signs of places: the reader's, nobody's, of a player beyond the ninth


def grid_lines(view: GridView) -> list[str]:
    """The sheets of a map, each with its key; at most 79 columns wide. Of a sheet the rows from the first to the last
    that hold anything known.
    """
    view = windowed(view)
    signs = _signs(view)
    across = -(-view.width // COLUMNS)
    found = []
    for number in range(1, across * -(-view.height // ROWS) + 1):
        down, along = divmod(number - 1, across)
        part = [row[along * COLUMNS : (along + 1) * COLUMNS] for row in signs[down * ROWS : (down + 1) * ROWS]]
        there = [k for k, row in enumerate(part) if row.strip()]
        if there and (not view.sheets or number in view.sheets):
            found.append((number, along * COLUMNS, down * ROWS + there[0], part[there[0] : there[-1] + 1]))
    lines: list[str] = []
    for k, (number, left, top, part) in enumerate(found, 1):
        which = f"Sheet {k} of {len(found)}" if len(found) < 2 or not view.sheets else f"Sheet {number}"
        lines += [*([""] * (k > 1)), *_folded(f"{which}:", _key(view)), *_heads(left, len(part[0]))]
        lines += [f"{top + j + 1:3} {row}".rstrip() for j, row in enumerate(part)]
    return lines


def _signs(view: GridView) -> list[str]:
    """The rows as printed: places over squares, units over places."""
    rows = [list(row.ljust(view.width, UNKNOWN)[: view.width]) for row in view.rows]
    for place in view.places:
        own = place.owner == view.player != 0
        sign = OWN if own else NOBODYS if not place.owner else str(place.owner) if place.owner < 10 else OTHERS
        rows[place.y][place.x] = sign
    held = {(place.x, place.y) for place in view.places}
    for unit in sorted(view.units, key=lambda unit: unit.player == view.player):
        if (unit.x, unit.y) not in held:
            rows[unit.y][unit.x] = unit.kind if unit.player == view.player != 0 else unit.kind.lower()
    return ["".join(row) for row in rows]


def _key(view: GridView) -> Iterator[str]:
    """What the signs mean; of the players' numbers one stands for all."""
    yield from (f"{kind.sign}{kind.word}" for kind in view.terrain)
    yield "blank unknown"
    words = dict(view.words)
    place = words.get("place", "place")
    others = [p.owner for p in view.places if p.owner and p.owner != view.player]
    if any(p.owner == view.player != 0 for p in view.places):
        yield f"{OWN} your {place}"
    if any(not p.owner for p in view.places):
        yield f"{NOBODYS} neutral"
    if others:
        first = min(others)
        yield f"{first if first < 10 else OTHERS} {place} of {f'[{first}]' if first < 10 else 'another player'}"
    kinds = dict(view.kinds)
    own = [u.kind for u in view.units if u.player == view.player != 0]
    foreign = [u.kind for u in view.units if not u.player == view.player != 0]
    if own:
        yield f"{own[0]} your {kinds.get(own[0], own[0])}"
    if foreign:
        whose = " of another" if view.player else ""
        yield f"{foreign[0].lower()} {kinds.get(foreign[0], foreign[0])}{whose}"


def _folded(head: str, parts: Iterator[str]) -> Iterator[str]:
    """The key in lines of at most 79 columns; no part of it is broken."""
    line = head
    for part in parts:
        if len(line) + len(part) + 2 > PAGE:
            yield line
            line = " "
        line += (" " if line == head or line == " " else "  ") + part
    yield line


def _heads(left: int, width: int) -> Iterator[str]:
    """Column letters, one above the other."""
    names = [column_name(left + k).rjust(2) for k in range(width)]
    for k in (0, 1):
        line = "".join(name[k] for name in names)
        if line.strip():
            yield f"    {line}".rstrip()

"""Whether a moderator's map.json is a map, and whether its drawing is that map's and nothing else.

A fault is the way to the key that it is about, and what is said of it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

MOST_SPACES, MOST_NEIGHBOURS, MOST_NAME, MOST_SIDE, MOST_PATH = 1_000, 60, 40, 10_000, 400_000
CODE = re.compile(r"[A-Z]{2,3}").fullmatch
PATH = re.compile(r"[MmLlHhVvCcQqSsTtZz0-9 ,.\-]*").fullmatch
TEXTS = ("source", "licence")
PATHS = ("neutral", "water", "icepack", "lakes")
LINES = ("coast", "border", "neutral", "sea", "ncoast", "ice")
NEEDED = LINES[:5]
SPOTS = {"pole": 3, "centroid": 2, "label": 2, "leader": 2, "label2": 2}

Way = tuple[str | int, ...]
Found = tuple[Way, str]
"""A fault: the way to the key that it is about, and what is said of it. An empty way: the key is not there."""


class SpaceRow(Protocol):
    """A space of map.json, as far as every system has it."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def adjacent(self) -> tuple[str, ...]: ...


def shown(text: str) -> str:
    """A word of a file, safe on a terminal and not too long."""
    plain = "".join(c if c.isprintable() else "?" for c in text)
    return repr(plain if len(plain) <= 30 else plain[:30] + "...")


def space_faults(spaces: Sequence[SpaceRow], title: str, name: str, grounds: str) -> list[Found]:
    """What is wrong with the spaces of a map: their number, codes, kinds and names; and with its title and its own
    name (`id`). grounds: what spaces of land are called.
    """
    if not 2 <= len(spaces) <= MOST_SPACES:
        return [(("spaces",), f"spaces: there must be 2 to {MOST_SPACES}, not {len(spaces)}")]
    found: list[Found] = []
    codes: set[str] = set()
    names: dict[str, str] = {}
    for k, row in enumerate(spaces):
        at, code = ("spaces", k, "name"), ("spaces", k, "code")
        if not CODE(row.code):
            found.append((code, f"spaces: the code {shown(row.code)} must be two or three capital letters"))
        elif row.code in codes:
            found.append((code, f"spaces: {row.code} stands twice"))
        if row.kind not in ("land", "sea"):
            said = f"space {shown(row.code)}, kind: is land or sea, not {shown(row.kind)}"
            found.append((("spaces", k, "kind"), said))
        if not row.name.strip() or len(row.name) > MOST_NAME or not row.name.isprintable():
            found.append((at, f"space {shown(row.code)}, name: printable, with 1 to {MOST_NAME} characters"))
        elif names.setdefault(row.name, row.code) != row.code:
            found.append((at, f"space {shown(row.code)}, name: {names[row.name]} has the same"))
        codes.add(row.code)
    if sum(1 for row in spaces if row.kind == "land") < 2:
        found.append((("spaces",), f"spaces: a game needs two {grounds}"))
    if not (0 < len(title) <= 2 * MOST_NAME and title.isprintable()):
        found.append((("title",), "title: must be printable and not empty"))
    if not name.isprintable():
        found.append((("id",), "id: must be printable"))
    return found


def adjacent_faults(rows: Mapping[str, SpaceRow]) -> Iterator[Found]:
    """What is wrong with the neighbours of each space: unknown ones, links that go one way. rows: in the order of the
    file.
    """
    near = {code: frozenset(row.adjacent) for code, row in rows.items()}

    def not_back(code: str, other: str) -> str:
        return "" if code in near[other] else f"{other} does not name {code}"

    for k, (code, row) in enumerate(rows.items()):
        if not row.adjacent:
            yield ("spaces", k, "adjacent"), f"space {code}: has no neighbour"
        yield from listed_faults(rows, (k, code, "adjacent"), row.adjacent, partial(not_back, code))


def listed_faults(
    rows: Mapping[str, SpaceRow],
    place: tuple[int, str, str],
    listed: Sequence[str],
    odd: Callable[[str], str],
    most: int = MOST_NEIGHBOURS,
) -> Iterator[Found]:
    """What is wrong with a list of other spaces that a space has. place: the space's number in the file, its code, and
    the key; odd: what speaks against one that is a space, "" if nothing does.
    """
    k, code, key = place
    way: Way = ("spaces", k, key)
    if len(listed) > most:
        yield way, f"space {code}, {key}: has {len(listed)}, at most {MOST_NEIGHBOURS} are read"
        return
    for other, times in Counter(listed).items():
        if other not in rows:
            yield way, f"space {code}, {key}: {shown(other)} is not a space"
        elif other == code:
            yield way, f"space {code}, {key}: names itself"
        elif times > 1:
            yield way, f"space {code}, {key}: {other} stands {times} times"
        elif said := odd(other):
            yield way, f"space {code}, {key}: {said}"


def part_faults(links: Mapping[str, set[str]]) -> Iterator[Found]:
    """Spaces that no link of any kind joins to the first: whoever begins in one part would never meet the others.

    links: of each space, in the order of the file, those that it is joined to.
    """
    first = next(iter(links))
    reached, new = {first}, {first}
    while new:
        new = {other for code in new for other in links[code]} - reached
        reached |= new
    for k, code in enumerate(links):
        if code not in reached:
            yield ("spaces", k, "adjacent"), f"space {code}, adjacent: no way leads from {first} to {code}"
            return


def geometry_faults(
    drawing: Mapping[str, Any], spaces: Sequence[SpaceRow], spots: Mapping[str, int] = SPOTS
) -> Iterator[Found]:
    """What is wrong with a drawing. It goes into pages: paths hold nothing but numbers and letters of paths.

    spots: the points that a space of it may have, and how many numbers each has.
    """
    for key in ("width", "height"):
        if not is_number(drawing.get(key), MOST_SIDE) or not drawing[key]:
            yield (key,), f"{key}: must be a whole number from 1 to {MOST_SIDE}"
            return
    known = {"width", "height", "lines", "airlinks", "spaces", *TEXTS, *PATHS}
    for key in sorted(set(drawing) - known):
        yield (key,), f"{shown(key)}: is not known; known are {', '.join(sorted(known))}"
    for key in PATHS:
        if not is_path(drawing.get(key, "")):
            yield (key,), f"{key}: is not a path"
    for key in TEXTS:
        if not isinstance(drawing.get(key, ""), str):
            yield (key,), f"{key}: must be text"
    lines, links, shapes = drawing.get("lines"), drawing.get("airlinks", []), drawing.get("spaces")
    if not isinstance(lines, dict) or not {*NEEDED} <= lines.keys() <= {*LINES}:
        yield ("lines",), f"lines: must have {', '.join(NEEDED)}"
    elif not all(is_path(path) for path in lines.values()):
        yield ("lines",), "lines: each must be a path"
    codes = {row.code for row in spaces}
    for link in links if isinstance(links, list) else [links]:
        if not isinstance(link, dict) or set(link) != {"a", "b", "d"} or not is_path(link["d"]):
            yield ("airlinks",), "airlinks: each has a, b and the path d"
        elif not (isinstance(link["a"], str) and isinstance(link["b"], str) and {link["a"], link["b"]} <= codes):
            yield ("airlinks",), "airlinks: a and b must be spaces of map.json"
    if not isinstance(shapes, dict):
        yield ("spaces",), "spaces: must be a table"
        return
    for code in sorted(codes - set(shapes)):
        yield (), f"spaces.{code}: is missing"
    for code in sorted(set(shapes) - codes):
        yield ("spaces", code), f"spaces.{shown(code)}: is not a space of map.json"
    for row in sorted(spaces, key=lambda row: row.code):
        if row.code in shapes:
            yield from _shape_faults(row, shapes[row.code], spots, drawing["width"], drawing["height"])


def _shape_faults(row: SpaceRow, shape: Any, spots: Mapping[str, int], width: int, height: int) -> Iterator[Found]:
    code = row.code
    if not isinstance(shape, dict) or not {"d", "pole", "label", "kind", "name"} <= shape.keys():
        yield ("spaces", code), f"spaces.{code}: must have d, kind, label, name and pole"
        return
    if not is_path(shape["d"]) or not shape["d"]:
        yield ("spaces", code, "d"), f"spaces.{code}.d: is not a path"
    for key in sorted(set(shape) - {"d", "kind", "name"}):
        if key not in spots:
            yield ("spaces", code, key), f"spaces.{code}.{shown(key)}: is not known"
        elif not _is_spot(shape[key], spots[key], width, height):
            yield ("spaces", code, key), f"spaces.{code}.{key}: must be {spots[key]} whole numbers on the sheet"
    if not isinstance(shape["name"], str) or shape["kind"] not in ("land", "sea"):
        yield ("spaces", code), f"spaces.{code}: needs a name, and kind land or sea"
    elif not shape["name"].strip() or len(shape["name"]) > MOST_NAME or not shape["name"].isprintable():
        yield ("spaces", code, "name"), f"spaces.{code}.name: printable, with 1 to {MOST_NAME} characters"
    elif shape["kind"] != row.kind:
        yield ("spaces", code, "kind"), f"spaces.{code}.kind: is {row.kind} in map.json, not {shape['kind']}"


def is_path(value: Any) -> bool:
    """Whether it is a path of a drawing, and nothing that a page could take for anything else."""
    return isinstance(value, str) and len(value) <= MOST_PATH and PATH(value) is not None


def is_number(value: Any, most: int) -> bool:
    """Whether it is a whole number from 0 to `most`."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_spot(value: Any, length: int, width: int, height: int) -> bool:
    sides = (width, height, max(width, height))[:length]
    return (
        isinstance(value, list)
        and len(value) == length
        and all(is_number(it, most) for it, most in zip(value, sides, strict=True))
    )

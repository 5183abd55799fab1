"""Whether a moderator's map is one, and whether its drawing is that map's and nothing else (BP 25)."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

MOST_SPACES, MOST_NEIGHBOURS, MOST_NAME, MOST_SIDE, MOST_PATH = 1_000, 60, 40, 10_000, 400_000
CODE = re.compile(r"[A-Z]{2,3}").fullmatch
PATH = re.compile(r"[MmLlHhVvCcQqSsTtZz0-9 ,.\-]*").fullmatch
TEXTS = ("source", "licence")
PATHS = ("neutral", "water", "icepack", "lakes")
LINES = ("coast", "border", "neutral", "sea", "ncoast", "ice")
SPOTS = {"pole": 3, "centroid": 2, "label": 2, "leader": 2, "label2": 2}


class SpaceRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space of map.json. Without `coast` and `air` the rules say what they are."""

    code: str
    name: str
    kind: str
    adjacent: tuple[str, ...]
    air: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    coast: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    island: bool = False


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal: who holds `gate` opens the way between two seas."""

    gate: str
    connects: tuple[str, str]
    name: str = ""


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """map.json."""

    id: str
    title: str
    spaces: tuple[SpaceRow, ...]
    source: str = ""
    canals: tuple[Gate, ...] = ()
    star_seas: tuple[str, ...] = ()
    arrow_links: tuple[tuple[str, str], ...] = ()
    icepack: tuple[str, ...] = ()


Way = tuple[str | int, ...]
Found = tuple[Way, str]
"""A fault: the way to the key that it is about, and what is said of it. An empty way: the key is not there."""


def shown(text: str) -> str:
    """A word of a file, safe on a terminal and not too long."""
    plain = "".join(c if c.isprintable() else "?" for c in text)
    return repr(plain if len(plain) <= 30 else plain[:30] + "...")


def map_faults(board: MapFile) -> list[Found]:
    """BP 18A: what is wrong with a map: codes, names, links that go one way, gates that are none."""
    if not 2 <= len(board.spaces) <= MOST_SPACES:
        return [(("spaces",), f"spaces: there must be 2 to {MOST_SPACES}, not {len(board.spaces)}")]
    found: list[Found] = []
    rows: dict[str, SpaceRow] = {}
    names: dict[str, str] = {}
    for k, row in enumerate(board.spaces):
        name, code = ("spaces", k, "name"), ("spaces", k, "code")
        if not CODE(row.code):
            found.append((code, f"spaces: the code {shown(row.code)} must be two or three capital letters"))
        elif row.code in rows:
            found.append((code, f"spaces: {row.code} stands twice"))
        if row.kind not in ("land", "sea"):
            said = f"space {shown(row.code)}, kind: is land or sea, not {shown(row.kind)}"
            found.append((("spaces", k, "kind"), said))
        if not row.name.strip() or len(row.name) > MOST_NAME or not row.name.isprintable():
            found.append((name, f"space {shown(row.code)}, name: printable, with 1 to {MOST_NAME} characters"))
        elif names.setdefault(row.name, row.code) != row.code:
            found.append((name, f"space {shown(row.code)}, name: {names[row.name]} has the same"))
        rows[row.code] = row
    if sum(1 for row in board.spaces if row.kind == "land") < 2:
        found.append((("spaces",), "spaces: a game needs two countries"))
    if not (0 < len(board.title) <= 2 * MOST_NAME and board.title.isprintable()):
        found.append((("title",), "title: must be printable and not empty"))
    if not board.id.isprintable():
        found.append((("id",), "id: must be printable"))
    return found or [*_links(rows), *_extras(board, rows)] or [*_parts(board, rows)]


def _links(rows: Mapping[str, SpaceRow]) -> Iterator[Found]:
    near = {code: frozenset(row.adjacent) for code, row in rows.items()}
    far = {code: frozenset(row.air) if row.air is not msgspec.UNSET else None for code, row in rows.items()}
    for k, (code, row) in enumerate(rows.items()):  # each stands once, so in the order of the file
        if not row.adjacent:
            yield ("spaces", k, "adjacent"), f"space {code}: has no neighbour"
        if row.island and (row.kind != "land" or any(x in rows and rows[x].kind == "land" for x in row.adjacent)):
            yield ("spaces", k, "island"), f"space {code}, island: is a country with no land beside it"
        for key, listed in (("adjacent", row.adjacent), ("air", row.air or ()), ("coast", row.coast or ())):
            if len(listed) > (MOST_NEIGHBOURS if key != "air" else MOST_SPACES):
                yield (
                    ("spaces", k, key),
                    f"space {code}, {key}: has {len(listed)}, at most {MOST_NEIGHBOURS} are read",
                )
                continue
            way = ("spaces", k, key)
            for other, times in Counter(listed).items():
                if other not in rows:
                    yield way, f"space {code}, {key}: {shown(other)} is not a space"
                elif other == code:
                    yield way, f"space {code}, {key}: names itself"
                elif times > 1:
                    yield way, f"space {code}, {key}: {other} stands {times} times"
                elif key == "adjacent" and code not in near[other]:
                    yield way, f"space {code}, adjacent: {other} does not name {code}"
                elif key == "air" and far[other] is not None and code not in (far[other] or ()):
                    yield way, f"space {code}, air: {other} does not name {code}"
                elif key == "coast" and (rows[other].kind != "sea" or other not in near[code]):
                    yield way, f"space {code}, coast: {other} is not a sea next to it"


def _parts(board: MapFile, rows: Mapping[str, SpaceRow]) -> Iterator[Found]:
    """Spaces that no link of any kind joins to the first: who begins in one part would never meet the others."""
    links = {code: {*row.adjacent, *(row.air or ())} for code, row in rows.items()}
    for a, b in (*(gate.connects for gate in board.canals), *board.arrow_links):
        links[a].add(b)
        links[b].add(a)
    first = board.spaces[0].code
    reached, new = {first}, {first}
    while new:
        new = {other for code in new for other in links[code]} - reached
        reached |= new
    for k, code in enumerate(rows):
        if code not in reached:
            yield ("spaces", k, "adjacent"), f"space {code}, adjacent: no way leads from {first} to {code}"
            return


def _extras(board: MapFile, rows: Mapping[str, SpaceRow]) -> Iterator[Found]:
    def is_kind(code: str, kind: str) -> bool:
        return code in rows and rows[code].kind == kind

    if len({row.air is msgspec.UNSET for row in board.spaces}) > 1:
        yield ("spaces",), "spaces: either every space has `air`, or none has"
    for k, gate in enumerate(board.canals):
        a, b = gate.connects
        if not is_kind(gate.gate, "land"):
            yield ("canals", k, "gate"), f"canals: the gate {shown(gate.gate)} is not a country"
        if a == b or not is_kind(a, "sea") or not is_kind(b, "sea"):
            said = f"canals: {shown(gate.gate)} must connect two seas, not {shown(a)} and {shown(b)}"
            yield ("canals", k, "connects"), said
        elif b in rows[a].adjacent:
            yield ("canals", k, "connects"), f"canals: {a} and {b} are adjacent without one"
    for code in board.star_seas:
        if not is_kind(code, "sea"):
            yield ("star_seas",), f"star_seas: {shown(code)} is not a sea"
    for a, b in board.arrow_links:
        if a not in rows or b not in rows or a == b:
            yield ("arrow_links",), f"arrow_links: {shown(a)} and {shown(b)} must be two spaces"
    for code in board.icepack:
        if code not in rows:
            yield ("icepack",), f"icepack: {shown(code)} is not a space"


def geometry_faults(drawing: Mapping[str, Any], board: MapFile) -> Iterator[Found]:
    """BP 25: what is wrong with a drawing. It goes into pages: paths hold nothing but numbers and letters of paths."""
    for key in ("width", "height"):
        if not _is_number(drawing.get(key), MOST_SIDE) or not drawing[key]:
            yield (key,), f"{key}: must be a whole number from 1 to {MOST_SIDE}"
            return
    known = {"width", "height", "lines", "airlinks", "spaces", *TEXTS, *PATHS}
    for key in sorted(set(drawing) - known):
        yield (key,), f"{shown(key)}: is not known; known are {', '.join(sorted(known))}"
    for key in PATHS:
        if not _is_path(drawing.get(key, "")):
            yield (key,), f"{key}: is not a path"
    for key in TEXTS:
        if not isinstance(drawing.get(key, ""), str):
            yield (key,), f"{key}: must be text"
    lines, links, spaces = drawing.get("lines"), drawing.get("airlinks", []), drawing.get("spaces")
    if not isinstance(lines, dict) or not {"coast", "border", "neutral", "sea", "ncoast"} <= lines.keys() <= {*LINES}:
        yield ("lines",), f"lines: must have {', '.join(LINES[:5])}"
    elif not all(_is_path(path) for path in lines.values()):
        yield ("lines",), "lines: each must be a path"
    codes = {row.code for row in board.spaces}
    for link in links if isinstance(links, list) else [links]:
        if not isinstance(link, dict) or set(link) != {"a", "b", "d"} or not _is_path(link["d"]):
            yield ("airlinks",), "airlinks: each has a, b and the path d"
        elif not (isinstance(link["a"], str) and isinstance(link["b"], str) and {link["a"], link["b"]} <= codes):
            yield ("airlinks",), "airlinks: a and b must be spaces of map.json"
    if not isinstance(spaces, dict):
        yield ("spaces",), "spaces: must be a table"
        return
    for code in sorted(codes - set(spaces)):
        yield (), f"spaces.{code}: is missing"
    for code in sorted(set(spaces) - codes):
        yield ("spaces", code), f"spaces.{shown(code)}: is not a space of map.json"
    for row in sorted(board.spaces, key=lambda row: row.code):
        if row.code in spaces:
            yield from _shape_faults(row, spaces[row.code], drawing["width"], drawing["height"])


def _shape_faults(row: SpaceRow, shape: Any, width: int, height: int) -> Iterator[Found]:
    code = row.code
    if not isinstance(shape, dict) or not {"d", "pole", "label", "kind", "name"} <= shape.keys():
        yield ("spaces", code), f"spaces.{code}: must have d, kind, label, name and pole"
        return
    if not _is_path(shape["d"]) or not shape["d"]:
        yield ("spaces", code, "d"), f"spaces.{code}.d: is not a path"
    for key in sorted(set(shape) - {"d", "kind", "name"}):
        if key not in SPOTS:
            yield ("spaces", code, key), f"spaces.{code}.{shown(key)}: is not known"
        elif not _is_spot(shape[key], SPOTS[key], width, height):
            yield ("spaces", code, key), f"spaces.{code}.{key}: must be {SPOTS[key]} whole numbers on the sheet"
    if not isinstance(shape["name"], str) or shape["kind"] not in ("land", "sea"):
        yield ("spaces", code), f"spaces.{code}: needs a name, and kind land or sea"
    elif not shape["name"].strip() or len(shape["name"]) > MOST_NAME or not shape["name"].isprintable():
        yield ("spaces", code, "name"), f"spaces.{code}.name: printable, with 1 to {MOST_NAME} characters"
    elif shape["kind"] != row.kind:
        yield ("spaces", code, "kind"), f"spaces.{code}.kind: is {row.kind} in map.json, not {shape['kind']}"


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MOST_PATH and PATH(value) is not None


def _is_number(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_spot(value: Any, length: int, width: int, height: int) -> bool:
    sides = (width, height, max(width, height))[:length]
    return (
        isinstance(value, list)
        and len(value) == length
        and all(_is_number(it, most) for it, most in zip(value, sides, strict=True))
    )

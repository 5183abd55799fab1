"""Whether a moderator's map is one of this game: coasts, air range and canals too (BP 25)."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from pbm.rules.common.map_faults import (
    MOST_SPACES,
    Found,
    adjacent_faults,
    listed_faults,
    part_faults,
    shown,
    space_faults,
)


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


def map_faults(board: MapFile) -> list[Found]:
    """BP 18A: what is wrong with a map: codes, names, links that go one way, gates that are none."""
    rows = {row.code: row for row in board.spaces}
    return (
        space_faults(board.spaces, board.title, board.id, "countries")
        or [*adjacent_faults(rows), *_further_links(rows), *_extras(board, rows)]
        or [*part_faults(_links(board, rows))]
    )


def _further_links(rows: Mapping[str, SpaceRow]) -> Iterator[Found]:
    """Islands, air range and coasts."""
    far = {code: frozenset(row.air) if row.air is not msgspec.UNSET else None for code, row in rows.items()}

    def not_back(code: str, other: str) -> str:
        return f"{other} does not name {code}" if far[other] is not None and code not in (far[other] or ()) else ""

    def no_coast(code: str, other: str) -> str:
        is_coast = rows[other].kind == "sea" and other in rows[code].adjacent
        return "" if is_coast else f"{other} is not a sea next to it"

    for k, (code, row) in enumerate(rows.items()):  # each stands once, so in the order of the file
        if row.island and (row.kind != "land" or any(x in rows and rows[x].kind == "land" for x in row.adjacent)):
            yield ("spaces", k, "island"), f"space {code}, island: is a country with no land beside it"
        yield from listed_faults(rows, (k, code, "air"), row.air or (), partial(not_back, code), MOST_SPACES)
        yield from listed_faults(rows, (k, code, "coast"), row.coast or (), partial(no_coast, code))


def _links(board: MapFile, rows: Mapping[str, SpaceRow]) -> dict[str, set[str]]:
    """What each space is joined to, in whatever way."""
    links = {code: {*row.adjacent, *(row.air or ())} for code, row in rows.items()}
    for a, b in (*(gate.connects for gate in board.canals), *board.arrow_links):
        links[a].add(b)
        links[b].add(a)
    return links


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

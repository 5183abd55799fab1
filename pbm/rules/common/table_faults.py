"""Whether a moderator's variant.toml says what a system understands: its keys, homes, options and numbers."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from pbm.engine.system import FileFault
from pbm.rules.common.map_faults import SPOTS, Found, SpaceRow, Way, geometry_faults, is_number, shown

VARIANT, MAP, DRAWING = "variant.toml", "map.json", "geometry.json"
MOST = 100_000  # of any number that a file may set
Rows = Mapping[str, SpaceRow]
V = TypeVar("V")  # what a system's variant.toml is read into


class MapRows(Protocol):
    """What its map.json is read into."""

    @property
    def spaces(self) -> Sequence[SpaceRow]: ...


B = TypeVar("B", bound=MapRows)
Part = Callable[[V, Rows], Iterator[Found]]
"""What is wrong with a part of variant.toml on a map that was found good."""


def folder_faults(
    folder: Mapping[str, Any],
    kinds: tuple[type[V], type[B]],
    map_faults: Callable[[B], list[Found]],
    parts: Iterable[Part[V]],
    spots: Mapping[str, int] = SPOTS,
) -> tuple[FileFault, ...]:
    """All that is wrong with the files of a folder: with the map first, for what is on a bad one cannot be judged.

    kinds: what its two files are read into; spots: the points that a space of the drawing may have.
    """
    try:
        variant = msgspec.convert(own_table(folder), kinds[0])
    except msgspec.ValidationError as error:
        return (misread(VARIANT, error),)
    try:
        board = msgspec.convert(folder["map"], kinds[1])
    except msgspec.ValidationError as error:
        return (misread(MAP, error),)
    found = [FileFault(MAP, f"{said}.", way) for way, said in map_faults(board)]
    if not found:
        rows = {row.code: row for row in board.spaces}
        found += [FileFault(VARIANT, f"{said}.", way) for part in parts for way, said in part(variant, rows)]
        if "geometry" in folder:
            drawn = geometry_faults(folder["geometry"], board.spaces, spots)
            found += [FileFault(DRAWING, f"{said}.", way) for way, said in drawn]
    return tuple(found)


def own_table(folder: Mapping[str, Any]) -> dict[str, Any]:
    """The table of variant.toml without the name of its system."""
    return {key: value for key, value in folder["variant"].items() if key != "system"}


def of_another(system: str) -> FileFault:
    """That a folder is a variant of another system than the one that reads it."""
    said = f'system: this is read as a variant of "{system}"; write that, or choose another --system.'
    return FileFault(VARIANT, said, ("system",))


def misread(file: str, error: msgspec.ValidationError) -> FileFault:
    """What msgspec has against a file, its key first. Where it says `[...]` for a name, the way ends before that."""
    detail, _, key = str(error).partition(" - at `$")
    key = key.strip("`.")
    steps = re.findall(r"(\w+)|\[([0-9]+)\]", key.partition("[...]")[0])
    way: Way = tuple([name or int(number) for name, number in steps])
    unknown = re.search("unknown field `(.*)`", detail)
    if unknown:
        way = (*way, unknown[1])
    elif "missing" in detail and way and isinstance(way[-1], str):
        way = ()
    return FileFault(file, f"{key}: {detail}." if key else f"{detail}.", way)


def land_faults(key: str, way: Way, codes: Sequence[str], rows: Rows) -> Iterator[Found]:
    """Codes that are not spaces of land."""
    for code in codes:
        if code not in rows:
            yield way, f"{key}: {shown(code)} is not a space of map.json"
        elif rows[code].kind != "land":
            yield way, f"{key}: {code} is a sea"


def twice_faults(way: Way, homes: Sequence[str]) -> Iterator[Found]:
    """Homes that stand in the list more than once."""
    for code, times in Counter(homes).items():
        if times > 1:
            yield way, f"homes: {shown(code)} stands {times} times"


def option_faults(options: Mapping[str, str], choices: Mapping[str, Sequence[str]]) -> Iterator[Found]:
    """Options that there are not, or that may not be so."""
    for key, value in options.items():
        if key not in choices:
            yield ("options", key), f"options.{shown(key)}: is not known; known are {', '.join(sorted(choices))}"
        elif value not in choices[key]:
            yield ("options", key), f"options.{key}: is one of {', '.join(choices[key])}, not {shown(value)}"


def number_faults(
    way: tuple[str, ...], value: Any, usual: Any, text: Callable[[str, Way, Any], Iterator[Found]]
) -> Iterator[Found]:
    """A number where a number is wanted, and no key that is not known. usual: the system's own numbers, in the same
    tables; text: what is wrong with a value where the system has a text.
    """
    key = ".".join(way)
    if isinstance(usual, dict):
        if not isinstance(value, dict):
            yield way, f"{key}: must be a table"
            return
        for name, inner in value.items():
            if name not in usual:
                yield (*way, name), f"{key}.{shown(name)}: is not known; known are {', '.join(sorted(usual))}"
            else:
                yield from number_faults((*way, name), inner, usual[name], text)
    elif isinstance(usual, str):
        yield from text(key, way, value)
    elif isinstance(usual, list):
        if not isinstance(value, list) or len(value) != len(usual) or not all(map(is_count, value)):
            yield way, f"{key}: must be {len(usual)} whole numbers from 0 to {MOST}, such as {usual}"
    elif not is_count(value):
        yield way, f"{key}: must be a whole number from 0 to {MOST}"


def is_count(value: Any) -> bool:
    """Whether it is a whole number that a file may set."""
    return is_number(value, MOST)

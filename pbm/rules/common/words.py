"""Positions and views as plain JSON data, and back (msgspec does the work; the key that is wrong is named here)."""

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")


def to_words(record: Any) -> dict[str, Any]:
    """A frozen record as plain JSON data: keys are text."""
    words: dict[str, Any] = msgspec.to_builtins(record, str_keys=True)
    return words


def reader(kind: type[T]) -> Callable[[Mapping[str, Any]], T]:
    """What reads such data as a record of this kind; ValueError says what is wrong."""

    def read(words: Mapping[str, Any]) -> T:
        try:
            return msgspec.convert(words, kind, str_keys=True)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None

    return read


def check_keys(words: Iterable[str], known: Container[str], needed: Iterable[str]) -> None:
    """ValueError names a key that is unknown, or missing."""
    there = list(words)
    for key in there:
        if key not in known:
            raise ValueError(f"{key}: unknown key")
    for key in needed:
        if key not in there:
            raise ValueError(f"{key}: missing")


def check_there(path: str, there: Container[Any], needed: Iterable[Any]) -> None:
    """ValueError names the first that is needed in the table at this path and is not there."""
    for name in needed:
        if name not in there:
            raise ValueError(f"{path}.{name}: missing")


def filled(table: Mapping[str, Any]) -> dict[str, Any]:
    """The entries that are more than none: neither 0 or empty text, nor a table of such."""
    return {key: value for key, value in table.items() if not _is_none(value)}


def _is_none(value: Any) -> bool:
    return all(map(_is_none, value.values())) if isinstance(value, Mapping) else value in (0, "0", "")


def numbered(words: Any) -> Any:
    """Tables by player, slot or number in the order of the numbers, at any depth: JSON sorts "10" before "2"."""
    if not isinstance(words, dict):
        return words
    inner = {key: numbered(part) for key, part in words.items()}
    if all(isinstance(key, str) and key.isascii() and key.isdigit() for key in inner):
        return dict(sorted(inner.items(), key=lambda row: int(row[0])))
    return inner


def where(error: msgspec.ValidationError) -> tuple[str, str, bool]:
    """(way to the key, what is wrong, whether a table's own key is) of data that msgspec refused; the way begins with
    a dot or a bracket, or is "" where the whole is wrong.
    """
    said, _, way = str(error).partition(" - at `")
    return way.removeprefix("key` in `").rstrip("`").removeprefix("$"), said, way.startswith("key` in `")

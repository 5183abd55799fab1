"""Single keys of the TOML that a moderator writes are changed, and all else stays as it was written (tomlkit).

Each change is proved: the text is read again, and must say the same as before but for what was to change.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any

import tomlkit
from msgspec.structs import replace
from tomlkit.container import Container
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Comment, Table, Whitespace

from pbm.errors import PbmError
from pbm.store.facts import GameFacts, PlayerFacts, Value, read_game, read_players

Reader = Callable[[bytes, Path], GameFacts | dict[int, PlayerFacts]]
BOM = "\ufeff"


def set_game_keys(data: bytes, changes: Mapping[str, Value], path: Path) -> bytes:
    """game.toml with these keys above its tables changed, or added where they are missing."""
    before = read_game(data, path)
    made = _edited(data, lambda document: _set(document, changes))
    _prove(_reads(read_game, made, path) == replace(before, **changes), changes, path, "")
    return made


def set_seat_name(data: bytes, seat: int, name: str, path: Path) -> bytes:
    """game.toml with the name that is shown of a seat changed. Whoever was rated under the old one is not any more: for
    the new one nobody has agreed.
    """
    before = read_game(data, path)
    was = next(s for s in before.seats if s.number == seat)
    changes: dict[str, Value] = {"name": name}
    if was.rating and name != was.name:
        changes["rating"] = False
    made = _edited(data, lambda document: _set_in(_tables(document, "seats", seat), changes))
    wanted = tuple(replace(s, **changes) if s.number == seat else s for s in before.seats)
    _prove(_reads(read_game, made, path) == replace(before, seats=wanted), changes, path, f" of seat {seat}")
    return made


def set_player_keys(data: bytes, player: int, changes: Mapping[str, Value], path: Path) -> bytes:
    """players.toml with these keys of a player changed, or added where they are missing."""
    before = read_players(data, path)
    made = _edited(data, lambda document: _set_in(_tables(document, "players", player), changes))
    wanted = {**before, player: replace(before[player], **changes)}
    _prove(_reads(read_players, made, path) == wanted, changes, path, f" of player {player}")
    return made


def set_author(data: bytes, name: str) -> bytes:
    """A text with front matter, whose author is changed."""
    opening, head, rest = re.split(rb"(?<=\n)(?=\+\+\+\r?\n)|(?<=\+\+\+\n)|(?<=\+\+\+\r\n)", data, maxsplit=2)
    return opening + _edited(head, lambda document: _set(document, {"author": name})) + rest


def empty_player(data: bytes, player: int, values: Mapping[str, Any], keeps: Callable[[str], bool]) -> bytes:
    """players.toml with these values of a player and no others. Remarks in the entry go; of those at its end, which
    mostly belong to what follows, those stay that `keeps` says.
    """

    def empty(document: tomlkit.TOMLDocument) -> None:
        for table in _tables(document, "players", player):
            body = table.value.body
            tail = [*takewhile(lambda it: isinstance(it[1], Comment | Whitespace), reversed(body))][::-1]
            for key in list(table):
                del table[key]
            body.clear()
            for key, value in values.items():
                table.add(key, value)
            body.extend(it for it in tail if keeps(it[1].as_string()))

    return _edited(data, empty)


def _edited(data: bytes, change: Callable[[tomlkit.TOMLDocument], object]) -> bytes:
    """The text with what `change` does to it; as it was where it cannot be changed, so that whoever proves it tells."""
    text = data.decode("utf-8")
    try:
        document = tomlkit.parse(text.removeprefix(BOM))
        change(document)
        return (text[: text.startswith(BOM)] + tomlkit.dumps(document)).encode()
    except (TOMLKitError, RecursionError):
        return data


def _tables(document: tomlkit.TOMLDocument, head: str, number: int) -> Iterator[Table]:
    """The table [[head]] of that number; nothing where there is none."""
    found = document.get(head)
    if isinstance(found, AoT):
        yield from (table for table in found.body if table.get("number") == number)


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    return str(tomlkit.item(list(value) if isinstance(value, tuple) else value).as_string())


def _set_in(tables: Iterable[Table], changes: Mapping[str, Value]) -> None:
    for table in tables:
        _set(table.value, changes)


def _set(container: Container, changes: Mapping[str, Value]) -> None:
    """Change these keys; a new one stands behind the last, before remarks that belong to what follows."""
    for key, value in changes.items():
        if key in container:
            container[key] = list(value) if isinstance(value, tuple) else value
            continue
        last = [it for name, it in container.body if name is not None and not isinstance(it, Table | AoT)][-1]
        end = last.trivia.trail
        last.trivia.trail = f"{end if end.endswith(chr(10)) else chr(10)}{key} = {toml(value)}\n"


def _reads(read: Reader, data: bytes, path: Path) -> object:
    try:
        return read(data, path)
    except PbmError:
        return None


def _prove(is_right: bool, changes: Mapping[str, Value], path: Path, whose: str) -> None:
    if not is_right:
        keys = ", ".join(changes)
        raise PbmError(f"{path}: {keys}{whose}: cannot be changed here; write it by hand.")

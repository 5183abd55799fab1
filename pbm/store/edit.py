"""Single lines of what the moderator writes are changed, and all else stays as it was written.

Each change is proved: the text is read again, and must say the same as before but for what was to change.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.store.facts import GameFacts, PlayerFacts, read_game, read_players
from pbm.store.tables import Value, change_table, toml

Reader = Callable[[bytes, Path], GameFacts | dict[int, PlayerFacts]]
_VALUE = r'''(?:"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\[[^\]]*\]|[^\s#]+)'''


def set_game_keys(data: bytes, changes: Mapping[str, Value], path: Path) -> bytes:
    """game.toml with these keys above its tables changed, or added where they are missing."""
    before = read_game(data, path)
    text = data.decode("utf-8")
    head = re.search(r"^[ \t]*\[", text, re.MULTILINE)
    end = head.start() if head else len(text)
    top = text[:end]
    for key, value in changes.items():
        top = _set(top, key, value)
    made = (top + text[end:]).encode()
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
    made = _set_in_table(data, "seats", seat, changes)
    wanted = tuple(replace(s, **changes) if s.number == seat else s for s in before.seats)
    _prove(_reads(read_game, made, path) == replace(before, seats=wanted), changes, path, f" of seat {seat}")
    return made


def set_player_keys(data: bytes, player: int, changes: Mapping[str, Value], path: Path) -> bytes:
    """players.toml with these keys of a player changed, or added where they are missing."""
    before = read_players(data, path)
    made = _set_in_table(data, "players", player, changes)
    wanted = {**before, player: replace(before[player], **changes)}
    _prove(_reads(read_players, made, path) == wanted, changes, path, f" of player {player}")
    return made


def _reads(read: Reader, data: bytes, path: Path) -> object:
    try:
        return read(data, path)
    except PbmError:
        return None


def _prove(is_right: bool, changes: Mapping[str, Value], path: Path, whose: str) -> None:
    if not is_right:
        keys = ", ".join(changes)
        raise PbmError(f"{path}: {keys}{whose}: cannot be changed here; write it by hand.")


def _set_in_table(data: bytes, name: str, number: int, changes: Mapping[str, Value]) -> bytes:
    """The text with keys changed in the one table [[name]] of that number."""

    def changed(table: str) -> str:
        for key, value in changes.items():
            table = _set(table, key, value)
        return table

    return change_table(data.decode("utf-8"), name, number, changed).encode()


def _set(text: str, key: str, value: Value) -> str:
    """The lines with this key's value changed; a new line stands after the last that says anything."""
    line = re.compile(rf"^([ \t]*{key}[ \t]*=[ \t]*){_VALUE}", re.MULTILINE | re.DOTALL)
    changed, count = line.subn(lambda m: m[1] + toml(value), text, count=1)
    if count:
        return changed
    last = max((m.end() for m in re.finditer(r"^[ \t]*[^\s#].*$", text, re.MULTILINE)), default=0)
    before = text[:last].rstrip("\n")
    return f"{before}\n{key} = {toml(value)}{text[last:] or chr(10)}" if before else f"{key} = {toml(value)}\n{text}"

"""Which turns a game folder holds: each follows the one before it, and a gap is told."""

from typing import TYPE_CHECKING, Any

import msgspec

from pbm.errors import PbmError

if TYPE_CHECKING:
    from pbm.store.folder import Folder


def find_last(folder: "Folder") -> int:
    """The number of the turn last resolved. PbmError for a gap, for what only has the name of a turn, for a link."""
    numbers = _numbers(folder)
    links = folder.disk.links(folder.turns_path)
    for want in range(max(numbers, default=0) + 1):
        if want >= len(numbers) or numbers[want] != want:
            strays = stray_turns(folder)
            if strays:
                raise PbmError(f"{folder.turn_path(strays[0])}: {what_strays(folder, strays[0])}; take it away.")
            raise PbmError(f"{folder.turn_path(want)}: the folder of this turn is missing.")
        if links and folder.turn_path(want).name in links:
            raise PbmError(f"{folder.turn_path(want)}: is a symbolic link; a game folder holds none.")
    return numbers[-1]


def stray_turns(folder: "Folder") -> list[int]:
    """The numbers after a gap whose folders hold no such turn; none where one of them does, for then a turn between is
    missing.
    """
    numbers = _numbers(folder)
    after = [number for k, number in enumerate(numbers) if number != k]
    return [] if not numbers or numbers[0] or any(_holds_its_turn(folder, number) for number in after) else after


def what_strays(folder: "Folder", number: int) -> str:
    """What is wrong with such a folder."""
    before = max(n for k, n in enumerate(_numbers(folder)) if n == k)
    return f"does not follow turn {before}, and holds no turn {number}"


def _numbers(folder: "Folder") -> list[int]:
    return [int(name) for name in folder.disk.names(folder.turns_path) if _is_turn(name)]


def _is_turn(name: str) -> bool:
    """Three digits, of ASCII."""
    return len(name) == 3 and name.isascii() and name.isdigit()


def _holds_its_turn(folder: "Folder", number: int) -> bool:
    """Whether the record there is that turn's; where it cannot be read, whether other files of a turn are there."""
    path = folder.turn_path(number)
    try:
        record: Any = msgspec.json.decode(folder.disk.read(path / "record.json"))
        return isinstance(record, dict) and record.get("turn") == number
    except (PbmError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return any((path / name).exists() for name in ("state.json", "events.json"))

"""A correction of the newest position by the moderator: checked in every way that we know, then noted."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec

from pbm.core.dice import Dice
from pbm.engine import turn
from pbm.engine.system import Sheet
from pbm.errors import PbmError
from pbm.store.amendment import corrected, look, put
from pbm.store.facts import write_time
from pbm.store.folder import describe, differences, write_json
from pbm.store.ledger import Corrected, Correction
from pbm.store.play import GameTable, end_if_over

FIXED = ("turn", "options")  # the turn is counted by the folders, the house rules stand in game.toml
LONGEST = 500


def amend(
    table: GameTable, values: Mapping[str, Any], reason: str, now: datetime, *, secret: bool = False
) -> tuple[Correction, ...]:
    """Correct the position after the last turn: path to new value; None takes a key away. Needs the lock.

    All values are laid over the position together. PbmError where it could not be read, shown or played on then,
    or where a value would change nothing.
    """
    folder = table.folder
    if folder.facts.status == "revealed":
        raise PbmError(f"{folder.game} is revealed: its record is closed, and can no longer be corrected.")
    words = table.words(folder.last)
    made = _corrections(table, words, values, checked_reason(reason), write_time(now), secret)
    position = table.position(corrected(words, made, folder.turn_path(folder.last)), folder.last)
    was_over = table.system.course.over(table.state(folder.last))
    if was_over and folder.facts.status == "finished" and not table.system.course.over(position):
        folder.set_status("running")  # before the note: what is broken off here is set right by the next run
    folder.note(Corrected(folder.last, made, write_time(now)))
    end_if_over(table)
    return made


def checked_reason(text: str) -> str:
    """A reason without the blanks around it; PbmError where it says nothing, or is no line that can be shown."""
    if not text.strip() or not text.isprintable() or len(text) > LONGEST:
        raise PbmError(f"--reason: write why, in one line of at most {LONGEST} characters.")
    return text.strip()


def _corrections(
    table: GameTable, words: Mapping[str, Any], values: Mapping[str, Any], reason: str, time: str, secret: bool
) -> tuple[Correction, ...]:
    laid = dict(words)
    for path, value in values.items():
        _check_path(path, values)
        _check_value(path, value)
        there = look(words, path)
        if isinstance(there, dict) and not isinstance(value, dict | None):
            such = f" such as {path}.{min(there)}" if there else ""
            raise PbmError(f"{path}: is a table, not {describe(value)}; name a place in it{such}.")
        laid = put(laid, path, value)
    position = _position(table, laid, values)
    plain = msgspec.json.decode(write_json(table.system.words.to_words(position)))
    made = []
    for path, value in values.items():
        old, new = look(words, path), look(plain, path)
        if new is None and value not in (None, {}, []):
            raise PbmError(f"{path}: the position has no such place; look for it in state.json.")
        if old == new:
            raise PbmError(f"{path}: is {describe(old)} already." if old is not None else f"{path}: is not there.")
        made.append(Correction(path, old, new, reason, time, secret))
    for path in differences(laid, plain):
        if not any(_is_within(path, named) or _is_within(named, path) for named in values):
            raise PbmError(f"{path}: would be changed by this as well; name it too, with its value.")
    return tuple(made)


def _check_path(path: str, values: Mapping[str, Any]) -> None:
    keys = path.split(".")
    if not all(keys):
        raise PbmError(f"{path!r} is not a path in state.json; write one such as spaces.UK.army.")
    if keys[0] in FIXED:
        raise PbmError(f"{path}: cannot be corrected here; the rules of a game are in game.toml.")
    if any(other != path and _is_within(other, path) for other in values):
        raise PbmError(f"{path}: a part of it is named too; name only one of the two.")


def _is_within(path: str, outer: str) -> bool:
    return path == outer or path.startswith(f"{outer}.")


def _check_value(path: str, value: Any) -> None:
    if isinstance(value, float):
        raise PbmError(f'{path}: {value} has a fraction; write it as text, "{value}", if the position has text there.')
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _check_value(path, inner)


def _position(table: GameTable, laid: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """The position of that plain data; it must be one that can be shown to all and played on from."""
    folder, system, rules = table.folder, table.system, table.rules
    named = ", ".join(values)
    try:
        position = system.words.from_words(laid, rules)
        system.words.check(position, {seat.player for seat in table.seats}, rules)
    except KeyError as error:
        raise PbmError(f"{named}: such a position is not possible: {error} is missing, or refers to nothing.") from None
    except (ValueError, TypeError, AttributeError) as error:
        raise PbmError(f"{named}: such a position is not possible: {error}.") from None
    sheet = Sheet(folder.game, folder.facts.title, table.seats)
    living = system.course.living(position)
    try:
        turn.printouts(system, rules, position, table.events(folder.last), {}, sheet, (0, *living))
        turn.play(system, rules, position, {}, Dice(bytes(32), folder.game, folder.last + 1))
    except PbmError:
        raise
    except KeyError as error:
        raise PbmError(f"{named}: the game could not go on with that: {error} would be missing.") from None
    except Exception:  # the value may break any thought that the rules rest on; what raised is not of use
        raise PbmError(f"{named}: the game could not go on with that.") from None
    return position

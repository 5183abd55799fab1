"""The moderator's corrections of a position: laid over it, grouped as he made them, and their digests (security 8.7).

What came of a turn is never changed in its archive. A correction stands in the ledger, and in the record of the
turn that begins with it; from there the chain binds it, and a replay makes it again.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from pbm.errors import PbmError
from pbm.store.folder import Folder, describe, write_json
from pbm.store.ledger import Correction
from pbm.store.seeds import correction_digest


class Amendment(msgspec.Struct, frozen=True):
    """What the moderator corrected at one time and for one reason, with the digest that is shown of it at once."""

    turn: int
    time: str
    reason: str
    secret: bool
    corrections: tuple[Correction, ...]
    digest: str


def corrected(words: Mapping[str, Any], corrections: Iterable[Correction], where: Path | str) -> dict[str, Any]:
    """The position of that plain data with the corrections; PbmError where one does not fit what stands there."""
    made = dict(words)
    for correction in corrections:
        found = look(made, correction.path)
        if found != correction.old:
            raise PbmError(
                f"{where}: the correction of {correction.path} does not fit: it was made where "
                f"{describe(correction.old)} was, but {describe(found)} is there."
            )
        made = put(made, correction.path, correction.new)
    return made


def look(words: Mapping[str, Any], path: str) -> Any:
    """What stands at a path, or None."""
    place: Any = words
    for key in path.split("."):
        place = place.get(key) if isinstance(place, Mapping) else None
    return deepcopy(place)


def put(words: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with that value at the path, and tables above it where they lack; None takes the key away. PbmError where
    the path goes through a value that holds nothing.
    """
    key, _, rest = path.partition(".")
    made = dict(words)
    if value is None and key not in made:
        return made
    if rest:
        inner = made.get(key, {})
        if not isinstance(inner, Mapping):
            raise PbmError(
                f"{path}: {key} is {describe(inner)} and holds no {rest.partition('.')[0]}; correct it whole."
            )
        made[key] = put(inner, rest, value)
    elif value is None:
        made.pop(key, None)
    else:
        made[key] = value
    return made


def amendments(folder: Folder, turn: int) -> tuple[Amendment, ...]:
    """The corrections of the position after a turn, as the moderator made them, oldest first."""
    found = []
    for (time, reason, secret), group in groupby(folder.corrections(turn), lambda c: (c.time, c.reason, c.secret)):
        together = tuple(group)
        digest = correction_digest(folder.seed, folder.game, turn, write_json(together))
        found.append(Amendment(turn, time, reason, secret, together, digest))
    return tuple(found)

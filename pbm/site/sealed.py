"""Sealed pages: what the script of a player's page is told. Nothing here is a secret; what is, came sealed."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from pbm.errors import PbmError
from pbm.site.batch import Batch, Site, Written
from pbm.site.output.gathered import Gathered
from pbm.site.output.site_folder import NewFolder
from pbm.site.pages import Game, SealedTurn, ShownSeat, sealed_path

TOGETHER = 32  # turns whose bundles are remembered as one
_CALL = re.compile(rb"pbmSealed\((\{[A-Za-z0-9+/=:,\"]*\})\);\n")  # JSON that needs no escape within a page


class Bundles(msgspec.Struct, frozen=True):
    """What a player's page needs of the bundles: by turn the epochs that open it, and the newest turn's files, which
    wait to be taken into the site.
    """

    epochs: dict[int, Mapping[int, int]]
    newest: Written


def put_bundles(game: Game, site: Site) -> Bundles:
    """The bundles of all turns, as files. What they are made of is not held."""
    assert game.sealed is not None
    turns = list(game.sealed.turns())
    parts = _parts([turn for turn in turns if turn.number != game.last])
    stand = [site.standing(game.id, _name(part), _key(game, part)) for part in parts]
    new = [turn for part, known in zip(parts, stand, strict=True) if not known for turn in part]
    if new:
        site.folder.begin()
    written = (_write_aside(game, turn, site.folder) for turn in new)
    for part, known in zip(parts, stand, strict=True):
        if known:
            site.keep_files(game.id, _name(part), known)
        else:
            take = partial(_take_next, written, len(part))
            site.batch(game.id, _name(part), _key(game, part), type(None), take)
    newest = site.newest(game.id) or _write_aside(game, turns[-1], site.folder)
    return Bundles({turn.number: turn.epochs for turn in turns}, newest)


def take_newest(game: Game, bundles: Bundles, batch: Batch) -> None:
    """The newest turn's bundles, and the published keys of a revealed game, as files of a batch."""
    assert game.sealed is not None
    for path, stamp in bundles.newest:
        batch.written(path, stamp)
    if game.sealed.keys:
        batch.file(keys_path(game), json.dumps(game.sealed.keys, indent=1, sort_keys=True) + "\n")


def _parts(turns: Sequence[SealedTurn]) -> list[Sequence[SealedTurn]]:
    """Turns that are remembered together: many at once where so many are full, so that a long game costs little."""
    full = len(turns) // TOGETHER * TOGETHER
    return [turns[k : k + TOGETHER] for k in range(0, full, TOGETHER)] + [(turn,) for turn in turns[full:]]


def _name(part: Sequence[SealedTurn]) -> str:
    return "-".join(["sealed", *sorted({str(part[0].number), str(part[-1].number)}, key=int)])


def _key(game: Game, part: Sequence[SealedTurn]) -> list[str] | None:
    return [game.id, *(turn.inputs_digest for turn in part)] if all(turn.inputs_digest for turn in part) else None


def _write_aside(game: Game, turn: SealedTurn, folder: NewFolder | Gathered) -> Written:
    """The bundles of a turn, written where they wait."""
    return [
        (path, folder.write_aside(path, data) if data else None)
        for player, data in turn.make()
        for path in (sealed_path(game.id, player, turn.number),)
    ]


def _take_next(written: Iterator[Written], turns: int, batch: Batch) -> None:
    for files in islice(written, turns):
        for path, stamp in files:
            batch.written(path, stamp)


def keys_path(game: Game) -> str:
    """Where the published content keys of a revealed game lie, or nothing."""
    return f"games/{game.id}/content-keys.json" if game.sealed and game.sealed.keys else ""


def sealed_context(
    game: Game, seat: ShownSeat, bundles: Bundles, folder: NewFolder | Gathered, book: str, anchors: Iterable[str]
) -> dict[str, Any]:
    """What the template of a player's sealed page needs.

    facts_json is for its script: whose page it is, its locks, its turns with their epochs, where rules stand, and
    the newest turn's bundle itself, as it stands in its file. With that in it the page opens alone, as a file that
    somebody saved; the others lie beside it.
    """
    assert game.sealed is not None
    player = seat.number
    path = sealed_path(game.id, player, game.last)
    facts = {
        "game": game.id,
        "player": player,
        "locks": game.sealed.locks[player],
        "turns": [[number, epochs[player]] for number, epochs in bundles.epochs.items()],
        "book": book,
        "mail": game.sealed.mail,
        "anchors": sorted(anchors),
    }
    return {
        "private": True,
        "inline": True,
        "seat": seat,
        "turn": game.last,
        "date": game.sealed.date,
        "due": game.sealed.due,
        "turn_path": f"games/{game.id}/{game.last}/index.html",
        "facts_json": htmlsafe_json_dumps(facts)[:-1] + Markup(f', "newest": {_bundle(folder.read(path), path)}}}'),
    }


def _bundle(data: bytes, path: str) -> str:
    """The bundle that a file of a turn holds, as JSON."""
    found = _CALL.fullmatch(data)
    if not found:
        raise PbmError(f"{path}: the newest turn's bundle is not as it was sealed.")
    return found[1].decode()


def opening_anchors(game: Game) -> dict[int, str]:
    """By player the anchor that opens his page with the keys that a revealed game has published."""
    if not game.sealed or not game.sealed.keys:
        return {}
    table: Mapping[str, Mapping[str, str]] = game.sealed.keys["content_keys"]
    return {int(player): "key=" + ",".join(map(":".join, keys.items())) for player, keys in table.items()}

"""Sealed pages: what the script of a player's page is told. Nothing here is a secret; what is, came sealed."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbm.errors import PbmError
from pbm.site.pages import Game, SealedTurn, Seat, sealed_path

_CALL = re.compile(r"pbmSealed\((\{.*\})\);\n")


def put_bundles(game: Game, put: Callable[[str, str], None], keep: Callable[[str], None]) -> list[SealedTurn]:
    """The bundles of all turns, and the published keys of a revealed game, as files; of the turns only the newest
    keeps its texts.
    """
    assert game.sealed is not None
    turns = []
    for turn in game.sealed.turns():
        for player, text in turn.files.items():
            path = sealed_path(game.id, player, turn.number)
            if text:
                put(path, text)
            else:
                keep(path)
        turns.append(turn if turn.number == game.last else SealedTurn(turn.number, turn.epochs, {}))
    if game.sealed.keys:
        put(keys_path(game), json.dumps(game.sealed.keys, indent=1, sort_keys=True) + "\n")
    return turns


def keys_path(game: Game) -> str:
    """Where the published content keys of a revealed game lie, or nothing."""
    return f"games/{game.id}/content-keys.json" if game.sealed and game.sealed.keys else ""


def sealed_context(
    game: Game, seat: Seat, turns: Sequence[SealedTurn], book: str, anchors: Iterable[str]
) -> dict[str, Any]:
    """What the template of a player's sealed page needs.

    facts is for its script: whose page it is, its locks, its turns with their epochs, where rules stand, and the
    newest turn's bundle itself. With that in it the page opens alone, as a file that somebody saved; the others
    lie beside it.
    """
    assert game.sealed is not None
    player = seat.number
    return {
        "private": True,
        "inline": True,
        "seat": seat,
        "turn": game.last,
        "date": game.sealed.date,
        "due": game.sealed.due,
        "turn_path": f"games/{game.id}/{game.last}/index.html",
        "facts": {
            "game": game.id,
            "player": player,
            "locks": game.sealed.locks[player],
            "turns": [[turn.number, turn.epochs[player]] for turn in turns],
            "newest": _bundle(turns[-1].files[player], sealed_path(game.id, player)),
            "book": book,
            "anchors": sorted(anchors),
        },
    }


def _bundle(text: str, path: str) -> Any:
    """The bundle that a file of a turn holds."""
    found = _CALL.fullmatch(text)
    if not found:
        raise PbmError(f"{path}: the newest turn's bundle is not as it was sealed.")
    return json.loads(found[1])


def opening_anchors(game: Game) -> dict[int, str]:
    """By player the anchor that opens his page with the keys that a revealed game has published."""
    if not game.sealed or not game.sealed.keys:
        return {}
    table: Mapping[str, Mapping[str, str]] = game.sealed.keys["content_keys"]
    return {int(player): "key=" + ",".join(map(":".join, keys.items())) for player, keys in table.items()}

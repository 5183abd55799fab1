"""The replay of a game: who owned what after each turn, from public facts; in a revealed game everybody's orders.

A page with one map, and a script with the turns as data; works from a disk as every page does.
"""

import json
from collections.abc import Mapping
from itertools import cycle
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.printout import Arrow, MapSpace, MapView, Printout
from pbm.site import dates
from pbm.site.pages import Seat
from pbm.site.prose import clean


class Frame(msgspec.Struct, frozen=True):
    """The map after one turn. arrows: of each player, in a revealed game; `path` is the turn's page."""

    number: int
    date: str
    path: str
    headline: str
    spaces: tuple[MapSpace, ...]
    arrows: Mapping[int, tuple[Arrow, ...]]


def frame(number: int, date: str, path: str, public: Printout, private: Mapping[int, Printout]) -> Frame:
    """What the replay keeps of a turn: who owns what, and of each printout that is open the orders on its map."""
    arrows = {player: printout.map.arrows for player, printout in private.items()}
    return Frame(number, date, path, public.headline, public.map.spaces, arrows)


def blank_map(view: MapView) -> MapView:
    """The map that the replay paints: every land with a colour and a chip, to be set by the script.

    The players own it in turn, so that the chips of all are drawn.
    """
    owners = cycle([number for number, _ in view.players] or [1])
    spaces = tuple(
        replace(space, owner=next(owners) if space.kind == "land" else 0, controller=0, badges=(), change="", sign="")
        for space in view.spaces
    )
    return replace(view, spaces=spaces, arrows=(), title="The map of the turn that is shown below", desc="")


def script(frames: list[Frame], players: tuple[Seat, ...], folder: str) -> str:
    """The turns as a script. Links are relative to `folder`, the game's."""
    codes = [space.code for space in frames[-1].spaces if space.kind == "land"]
    names = {space.code: space.name for space in frames[-1].spaces}
    data = {
        "codes": codes,
        "names": [clean(names[code]) for code in codes],
        "players": [[seat.number, clean(seat.country)] for seat in players],
        "turns": [_turn(it, codes, folder) for it in frames],
    }
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return "var PBM_REPLAY = " + text.replace("<", "\\u003c").replace('},{"n":', '},\n{"n":') + ";\n"


def _turn(it: Frame, codes: list[str], folder: str) -> dict[str, Any]:
    there = {space.code: space for space in it.spaces}
    row: dict[str, Any] = {
        "n": it.number,
        "day": dates.day(it.date),
        "page": it.path.removeprefix(folder),
        "head": clean(it.headline),
        "owners": [there[code].owner for code in codes],
        "changed": {code: there[code].change for code in codes if there[code].change},
    }
    if it.arrows:
        row["arrows"] = {
            str(player): [[arrow.kind, arrow.start, arrow.end] for arrow in arrows if arrow.player == player]
            for player, arrows in it.arrows.items()
        }
    return row

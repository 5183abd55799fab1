"""What a player may know of a position (ED 14): put together from nothing."""

from collections.abc import Iterator, Mapping

import msgspec

from pbm.core.dice import Dice
from pbm.core.grid import UNKNOWN
from pbm.engine.system import Rules
from pbm.rules.empire_deluxe.kinds import CITY
from pbm.rules.empire_deluxe.resolve import sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit, Side
from pbm.rules.empire_deluxe.resolve.ending import length
from pbm.rules.empire_deluxe.state import City, Queue, State, Unit, living, over


class Known(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 5.3: a city that is known: its square, and its owner when last seen."""

    at: str
    owner: int = 0


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 5.4, 14: another's unit, without its number; now: whether it is in sight."""

    at: str
    kind: str
    owner: int
    turn: int
    now: bool = False
    loaded: bool = False


class Own(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """ED 12: what a player has ordered that goes on, and the numbers that are theirs alone."""

    handicap: int
    odds: dict[str, int]
    product: str
    first: dict[str, Queue] = {}
    sheet: int = 0
    serial: int = 0
    house: bool = False
    met: tuple[int, ...] = ()


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """ED 14: rows of what is known, a blank where nothing is; sight: x where it is in sight now; own cities and units
    in full; all cities that are known; others' units as last seen; length: of the next mailing, in game turns.
    Viewer 0: who is alive (basic: all).
    """

    viewer: int
    turn: int
    at: int
    options: dict[str, str]
    width: int
    height: int
    alive: tuple[int, ...]
    players: tuple[int, ...]
    wrap: bool = False
    over: bool = False
    winner: int = 0
    length: int = 0
    rows: tuple[str, ...] = ()
    sight: tuple[str, ...] = ()
    cities: dict[str, City] = {}
    known: dict[str, Known] = {}
    units: dict[int, Unit] = {}
    icons: tuple[Seen, ...] = ()
    me: Own | None = None


_newest: list[tuple[State, Campaign]] = []
"""The position of which views were made last: all readers of a turn want one of it."""


def _laid_out(state: State, rules: Rules) -> Campaign:
    if not _newest or _newest[0][0] is not state:
        campaign = Campaign(state, Dice(b"", "", 0), rules)
        campaign.is_quiet = True
        sight.found_again(campaign)
        _newest[:] = [(state, campaign)]
    return _newest[0][1]


def view(state: State, viewer: int, rules: Rules) -> View:
    """ED 14, HR-37: what a viewer may know of a position; 0 is the public."""
    board = state.board
    player = state.players.get(viewer)
    is_open = rules.variant == "basic"
    if player is None:
        return open_view(state, rules) if is_open else _public(state, viewer)
    campaign = _laid_out(state, rules)
    side = campaign.sides[viewer]
    icons = _all_units(campaign, viewer) if is_open else _icons(campaign, side)
    return msgspec.structs.replace(
        _with_land(_public(state, viewer), campaign, side.seen, player.known),
        sight=tuple(board.marked(board.all if is_open else in_sight(campaign, side), "x", UNKNOWN)),
        cities={code: city for code, city in state.cities.items() if city.owner == viewer},
        units=dict(state.units.get(viewer, {})),
        icons=tuple(icons),
        me=Own(
            player.handicap,
            player.odds,
            player.product,
            player.first,
            player.sheet,
            player.serial,
            player.house,
            player.met,
        ),
    )


def open_view(state: State, rules: Rules) -> View:
    """ED 5.1, 16.4: a position with all that is in it: for all in the basic game, and once a game is revealed."""
    campaign = _laid_out(state, rules)
    known = {code: city.owner for code, city in state.cities.items()}
    view = _with_land(_public(state, 0), campaign, state.board.all, known)
    return msgspec.structs.replace(view, icons=tuple(_all_units(campaign, 0)))


def _public(state: State, viewer: int) -> View:
    """ED 16.1, HR-37: what all know of a hidden world."""
    board = state.board
    return View(
        viewer,
        state.turn,
        state.at,
        dict(state.options),
        board.width,
        board.height,
        living(state),
        tuple(sorted(state.players)),
        wrap=state.map.wrap,
        over=over(state),
        winner=state.winner,
        length=length(state),
    )


def _with_land(view: View, campaign: Campaign, seen: int, known: Mapping[str, int]) -> View:
    """A view with the land of these squares (a set), and with these cities and whose they are."""
    board, cities = campaign.board, campaign.state.cities
    shown = "".join(board.marked(seen, "#", UNKNOWN))
    signs = "".join([sign if mark == "#" else UNKNOWN for sign, mark in zip(campaign.rows, shown, strict=True)])
    return msgspec.structs.replace(
        view,
        rows=tuple(signs[at : at + board.width] for at in range(0, board.size, board.width)),
        known={code: Known(cities[code].at, owner) for code, owner in sorted(known.items())},
    )


def in_sight(campaign: Campaign, side: Side) -> int:
    """ED 5.2, HR-20: the squares that a player sees now, as a set."""
    board, ground, found = campaign.board, campaign.table.ground, 0
    for piece in side.units.values():
        if piece.host is None and piece.at not in campaign.town_at:
            found |= board.sight(piece.at, ground[piece.kind.code])
    for town in campaign.cities_of(side):
        found |= board.sight(town.at, ground[CITY])
    return found


def _icons(campaign: Campaign, side: Side) -> Iterator[Seen]:
    for icon in sorted(side.icons.values(), key=lambda it: (it.at, it.owner, it.kind.code, it.turn, it.loaded)):
        at = campaign.board.name(icon.at)
        yield Seen(at, icon.kind.code, icon.owner, icon.turn, icon.in_view, icon.loaded)


def _all_units(campaign: Campaign, viewer: int) -> list[Seen]:
    """ED 5.1: basic: all units of others, those in cities and aboard too."""

    def seen(piece: LiveUnit) -> Seen:
        name = campaign.board.name(piece.at)
        return Seen(name, piece.kind.code, piece.player, campaign.at, now=True, loaded=bool(piece.cargo))

    others = (side for side in campaign.sides.values() if side.number != viewer)
    found = [(piece.at, seen(piece)) for side in others for piece in side.units.values()]
    return [it for _, it in sorted(found, key=lambda row: (row[0], row[1].owner, row[1].kind, row[1].loaded))]

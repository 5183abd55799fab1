"""A mailing of Empire Deluxe (ED 8): cards, then game turn after game turn, player after player.

campaign: all in play; cards: what cards change; production: cities; acting, deeds, moves, fights: units, from the whole
to the single step; sight: what each step shows; ending: how long it lasts and who has won.
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import only
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import Parsed
from pbm.rules.common.sequence import work
from pbm.rules.empire_deluxe.resolve import acting, cards, ending, moves, production, sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, Side
from pbm.rules.empire_deluxe.state import State


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """ED 8.1: a mailing."""
    campaign = Campaign(state, dice, rules)
    campaign.act = lambda piece: acting.act(campaign, piece)
    sight.found_again(campaign)
    for side in campaign.sides.values():
        side.viewed = _in_view(side)
    length = ending.length(state)
    cards.apply(campaign, parsed)
    campaign.is_halted = False
    last = state.at
    result: Any = ending.left_alone(campaign)
    for number in range(state.at + 1, state.at + length + 1):
        if result is not None:
            break
        last = number
        _game_turn(campaign, number, is_first=number == state.at + 1)
        result = ending.after_turn(campaign)
        if campaign.is_halted:
            campaign.tell("halted", "all", reason="contact")
            break
    after = ending.closed(campaign, replace(campaign.state_after(), turn=state.turn + 1, at=last), result)
    campaign.tell("turns", "all", first=state.at + 1, last=last)
    return Resolution(after, tuple(campaign.events), lambda: frozenset(campaign.acted))


def _in_view(side: Side) -> frozenset[tuple[int, int]]:
    return frozenset(key for key, icon in side.icons.items() if icon.in_view)


def _game_turn(campaign: Campaign, number: int, *, is_first: bool) -> None:
    """ED 8.2, HR-10: players act one after another; who begins goes round, unless the option says otherwise."""
    campaign.at = number
    sight.turned(campaign)
    sides = campaign.alive()
    first = 0 if campaign.options.get("rotate") == "off" else (number - 1) % len(sides)
    before = {side.number: side.seen for side in sides}
    for side in sides[first:] + sides[:first]:
        _player_turn(campaign, side, is_first=is_first)
    for side in sides:
        sight.opened(campaign, side, before[side.number])


def _player_turn(campaign: Campaign, side: Side, *, is_first: bool) -> None:
    """ED 8.3: a player's turn; is_first: in the first game turn of a mailing."""
    campaign.is_first = is_first
    for _, name, phase in SEQUENCE:
        work(name, phase, campaign, side)
    side.viewed = _in_view(side)


def _production(campaign: Campaign, side: Side) -> None:
    """ED 8.3, 7.3, 7.7: drain, production and improvement; in the first game turn of a mailing then new products."""
    cities = len(campaign.cities_of(side))
    load = production.drain(campaign.variant, campaign.options, len(side.units), cities)
    if campaign.is_first:
        cards.rallied(campaign, side)
    production.produce(campaign, side, load)
    if campaign.is_first:
        production.planned(campaign, side)


def _ready(campaign: Campaign, side: Side) -> None:
    """ED 4.1, 4.10: the units have all their moves again; those that are in an own city are noted, for repair."""
    moves.draw_grounds(campaign, side)
    campaign.claims.clear()
    campaign.at_home = set()
    for piece in side.units.values():
        piece.spent = piece.fights = 0
        piece.gone = piece.attacked = piece.slowed = piece.is_out = piece.rested = piece.is_blocked = False
        piece.from_ = -1
        if campaign.own_town(piece) is not None:
            campaign.at_home.add(piece.number)


def _units_act(campaign: Campaign, side: Side) -> None:
    """ED 8.4, HR-31: units named on the card first, in its order, then all others by number; whoever was blocked by an
    own unit is called a second time.
    """
    called = [number for number in side.first_called if number in side.units]
    named = set(called)
    order = called + [number for number in sorted(side.units) if number not in named]
    for number in order:
        if number in side.units:
            acting.act(campaign, side.units[number])
    for number in order:
        piece = side.units.get(number)
        if piece is not None and piece.is_blocked and piece.left:
            acting.act(campaign, piece)
    for (player, number, kind), path in campaign.paths.items():
        squares = [campaign.board.name(at) for at in path]
        campaign.tell("moved", only([player]), player=player, unit=number, unit_kind=kind, path=squares)
    campaign.paths.clear()


def _fuel(campaign: Campaign, side: Side) -> None:
    """ED 4.7: planes in the air use up fuel."""
    for piece in campaign.pieces(side):
        moves.crash(campaign, piece)


def _repair(campaign: Campaign, side: Side) -> None:
    """ED 4.10, HR-32, HR-33: a unit that was in an own city all turn and neither moved nor attacked mends one point."""
    for piece in campaign.pieces(side):
        if piece.number not in campaign.at_home or not piece.damage or piece.gone or piece.attacked:
            continue
        if campaign.own_town(piece) is None:
            continue
        piece.damage -= 1
        campaign.tell_owner("repaired", piece, square=campaign.board.name(piece.at))
        if not piece.damage and piece.queue[:1] == ["S"]:
            acting.finish(campaign, piece)


def _who_is_left(campaign: Campaign, side: Side) -> None:
    """ED 8.3: who has neither a city nor a unit is knocked out."""
    if not side.units and not campaign.cities_of(side):
        side.alive = False
        campaign.tell("knocked-out", "all", player=side.number)


SEQUENCE: tuple[tuple[str, str, Callable[[Campaign, Side], None]], ...] = (
    ("7.3", "Production", _production),
    ("4.1", "New moves", _ready),
    ("8.4", "Units", _units_act),
    ("4.7", "Fuel", _fuel),
    ("4.10", "Repair", _repair),
    ("8.3", "Who is left", _who_is_left),
)
"""ED 8.3: a player's turn: rule number, name, function."""
SILENT = (_ready,)
"""Phases that tell nothing, and roll no die."""

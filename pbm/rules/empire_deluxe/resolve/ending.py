"""How long a mailing is, and how a game ends (ED 8.1, 8.7)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.rules.empire_deluxe.ending import LAST, LIMIT, NOBODY, SHARE
from pbm.rules.empire_deluxe.kinds import AIRBASE
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, Side
from pbm.rules.empire_deluxe.state import State

KEPT = 4
"""ED 12, HR-38: of so many mailings the census is kept."""
BASE_WORTH = 6
"""ED 8.7: the turns that an Airbase counts for."""


class Finish(msgspec.Struct, frozen=True):
    """Who has won, 0 for nobody, and by what."""

    winner: int
    reason: str


def length(state: State) -> int:
    """ED 8.1, HR-30: how many game turns the next mailing has."""
    paces = [int(text) for text in state.options.get("pace", "5").split(",")]
    turns = paces[min(state.turn, len(paces) - 1)]
    met = int(state.options.get("met", "4"))
    if state.options.get("contact") != "off" and met and any(player.met for player in state.players.values()):
        return min(turns, met)
    return turns


def left_alone(campaign: Campaign) -> Finish | None:
    """ED 8.7, 1.2: one player left wins, none: nobody; a game of one seat goes on while that player lives."""
    alive = campaign.alive()
    if not alive:
        return Finish(0, NOBODY)
    return Finish(alive[0].number, LAST) if len(alive) == 1 and len(campaign.sides) > 1 else None


def after_turn(campaign: Campaign) -> Finish | None:
    """ED 8.7: what a game turn ended."""
    found = left_alone(campaign)
    limit = int(campaign.options.get("limit", "0"))
    if found is None and limit and campaign.at >= limit:
        return _most(campaign)
    return found


def _most(campaign: Campaign) -> Finish:
    """ED 8.7: most cities, then the production turns of all units, else nobody."""
    worth = {side.number: (len(campaign.cities_of(side)), _turns(side)) for side in campaign.alive()}
    best = max(worth.values())
    first = [number for number, value in worth.items() if value == best]
    return Finish(first[0] if len(first) == 1 else 0, LIMIT)


def _turns(side: Side) -> int:
    return sum(BASE_WORTH if piece.kind.code == AIRBASE else piece.kind.turns for piece in side.units.values())


def closed(campaign: Campaign, state: State, end: Any) -> State:
    """ED 8.7, 12: the end of a mailing: the census, the share of cities, and whether the game is over."""
    counts = {side.number: len(campaign.cities_of(side)) for side in campaign.sides.values()}
    census = {number: (*state.census.get(number, ()), count)[-KEPT:] for number, count in counts.items()}
    share, winner = _shares(state, counts)
    end = end or (Finish(winner, SHARE) if winner else None)
    state = replace(state, census=census, share=share)
    _tell_census(campaign, counts)
    if end is None:
        return state
    campaign.tell("ended", "all", winner=end.winner, reason=end.reason)
    return replace(state, ended=True, winner=end.winner)


def _shares(state: State, counts: dict[int, int]) -> tuple[dict[int, int], int]:
    """ED 8.7: who holds the share of all cities, for how many mailings in a row; and who has won by that."""
    part, _, times = state.options.get("share", "off").partition("/")
    if not times:
        return {}, 0
    cities = len(state.cities)
    holding = [number for number, count in counts.items() if cities and 100 * count >= int(part) * cities]
    share = {number: state.share.get(number, 0) + 1 for number in holding}
    return share, next((number for number, held in share.items() if held >= int(times)), 0)


def _tell_census(campaign: Campaign, counts: dict[int, int]) -> None:
    """ED HR-38: the cities of each player, four mailings ago or now; basic: now."""
    how = "now" if campaign.is_open else campaign.options.get("census", "late")
    before, mailing = campaign.state.census, campaign.state.turn + 1
    if how == "now":
        cities, of = counts, mailing
    else:
        cities = {number: kept[0] for number, kept in before.items() if len(kept) == KEPT}
        of = mailing - KEPT
    if how != "none" and cities:
        campaign.tell("census", "all", cities={str(number): many for number, many in sorted(cities.items())}, of=of)

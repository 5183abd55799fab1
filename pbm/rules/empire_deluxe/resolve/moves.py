"""Movement (ED 4, 8.10): one step at a time, with what it may run into, who boards, and whether the fuel is enough."""

from typing import Literal

from pbm.rules.empire_deluxe.board import FOREST, RIVER, ROUGH, Bits
from pbm.rules.empire_deluxe.kinds import ARMOR
from pbm.rules.empire_deluxe.parts import COMMITS, LEAVES, QueuePart
from pbm.rules.empire_deluxe.resolve import sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit, Side, Town
from pbm.rules.empire_deluxe.resolve.fights import assault, bomb, capture, destroy, fight, may_attack, may_attack_town
from pbm.rules.empire_deluxe.ways import Routes

SLOW = ROUGH + RIVER + FOREST
"""ED 4.6: what Armor stops in."""


Result = Literal["went", "done", "waits", "blocked", "failed", "rests"]
"""What came of a step or of a part: it went on; the part is done; it waits, or waits for a unit of its own; it failed;
the part is done and the unit waits.
"""
WENT: Result = "went"
DONE: Result = "done"
WAITS: Result = "waits"
BLOCKED: Result = "blocked"
FAILED: Result = "failed"
RESTS: Result = "rests"


def in_the_air(campaign: Campaign, piece: LiveUnit) -> bool:
    """ED 4.7: whether a plane is not landed."""
    return piece.kind.layer == "air" and piece.host is None and piece.at not in campaign.town_at


def is_base_for(campaign: Campaign, piece: LiveUnit, at: int) -> bool:
    """ED 4.7, 8.9: whether a unit may rest on a square: an own city; planes: an own Carrier or Airbase with room."""
    town = campaign.town_at.get(at)
    if town is not None:
        return town.owner == piece.player
    host = campaign.on.get(at)
    return piece.kind.layer == "air" and host is not None and can_board(piece, host)


def can_board(piece: LiveUnit, host: LiveUnit) -> bool:
    """ED 3, 4.3, 4.11: whether an own unit carries that kind and has room for it."""
    return host.player == piece.player and piece.kind.code in host.kind.holds and host.room >= piece.kind.size


def bases(campaign: Campaign, piece: LiveUnit) -> list[int]:
    """ED 4.7: all squares where a plane may land."""
    side = campaign.sides[piece.player]
    found = [town.at for town in campaign.cities_of(side)]
    hosts = (it for it in side.units.values() if it.kind.holds and it.host is None and it.at not in campaign.town_at)
    return found + [host.at for host in hosts if can_board(piece, host)]


def is_short(campaign: Campaign, piece: LiveUnit, at: int, steps: int = 1) -> bool:
    """ED 4.7: whether a plane that goes to a square, in so many steps, has too little fuel for the nearest base."""
    if piece.kind.layer != "air":
        return False
    left = piece.left - steps + piece.fuel - piece.kind.move
    return all(campaign.board.distance(at, base) > left for base in bases(campaign, piece))


def never_enters(campaign: Campaign, piece: LiveUnit, at: int) -> bool:
    """ED 4.2, 4.4, 8.10: whether a square, as its player knows it, cannot take the unit in: no land or water of its
    kind, no own city, and nobody there who carries it.
    """
    if not campaign.sides[piece.player].seen >> at & 1:
        return False
    town = campaign.town_at.get(at)
    if town is not None:
        return town.owner != piece.player
    host = campaign.on.get(at)
    is_host = host is not None and host.player == piece.player and piece.kind.code in host.kind.holds
    return not campaign.enters(piece.kind, at) and not is_host


def is_free(campaign: Campaign, piece: LiveUnit, at: int, goal: int) -> bool:
    """ED 4.3, 8.10: whether a square may be entered now, and be the end of a way; own hosts and, for planes, own cities
    only where they are the goal.
    """
    town = campaign.town_at.get(at)
    if town is not None:
        return town.owner == piece.player and (piece.kind.layer != "air" or at == goal)
    other = campaign.on.get(at)
    if other is not None:
        if other.player == piece.player:
            return at == goal and can_board(piece, other)
        if sight.in_view(campaign, campaign.sides[piece.player], other):
            return False
    return campaign.enters(piece.kind, at)


def beyond(campaign: Campaign, piece: LiveUnit, way: Routes, at: int) -> int | None:
    """ED 4.3, HR-24, HR-45: the free square of its way behind an own unit or city that a plane passes over, if it has
    the moves for both.
    """
    if piece.kind.layer != "air" or piece.left < 2:
        return None
    town, other = campaign.town_at.get(at), campaign.on.get(at)
    is_own = town.owner == piece.player if town else other is not None and other.player == piece.player
    if not is_own:
        return None
    _, nearer, _ = way.next(at)
    return next((there for there in nearer if is_free(campaign, piece, there, way.goal)), None)


def way_to(campaign: Campaign, piece: LiveUnit, goal: int, *, is_known: bool = False) -> Routes:
    """ED 8.10: the ways to a goal over the squares that a player believes in: what the kind may enter, own cities, and
    unknown squares unless known ones alone count. One for all units of a player, kind and goal in a turn.
    """
    ground = campaign.ground_of(piece.kind)
    key = ground, goal, is_known
    if key not in campaign.ways:
        campaign.ways[key] = Routes(campaign.board, goal, believed(campaign, piece, is_known=is_known))
    return campaign.ways[key]


def believed(campaign: Campaign, piece: LiveUnit, *, is_known: bool) -> Bits:
    """ED 8.10: those squares, as they were when the units of its player began to act."""
    ground = campaign.ground_of(piece.kind)
    return campaign.drawn[f"{ground} known" if is_known else ground]


def draw_grounds(campaign: Campaign, side: Side) -> None:
    """ED 8.10: what a player believes, as known at the start of 8.3c."""
    towns = sum(1 << town.at for town in campaign.cities_of(side))
    unknown = campaign.board.all ^ side.seen
    campaign.ways, campaign.drawn = {}, {}
    for name, squares in campaign.grounds.items():
        campaign.drawn[f"{name} known"] = squares & side.seen | towns
        campaign.drawn[name] = campaign.drawn[f"{name} known"] | unknown


def advance(campaign: Campaign, piece: LiveUnit, part: QueuePart, way: Routes, *, attacks: bool = False) -> Result:
    """ED 8.10: a step of a way, or an attack on what is in it; the unit waits where nothing is open."""
    if piece.left < 1:
        return WAITS
    steps, nearer, level = way.next(piece.at)
    if steps is None:
        return FAILED
    for at in nearer:
        if is_free(campaign, piece, at, way.goal):
            return step(campaign, piece, at, part, way.goal)
        behind = beyond(campaign, piece, way, at)
        if behind is not None:
            return pass_over(campaign, piece, at, behind, part, way.goal)
        if attacks and has_target(campaign, piece, at):
            return attack(campaign, piece, at, part)
    if steps >= 2 and piece.kind.layer != "air":
        for at in level:
            if at != piece.from_ and is_free(campaign, piece, at, way.goal):
                return step(campaign, piece, at, part, way.goal)
    return blocked(campaign, piece, nearer)


def blocked(campaign: Campaign, piece: LiveUnit, nearer: list[int]) -> Result:
    """ED 8.4, 8.10: nothing is open: the unit waits; behind an own unit it is called a second time."""
    found = [campaign.on[at] for at in nearer if at in campaign.on]
    own = any(it.player == piece.player for it in found)
    by = "own" if own else "enemy" if found else "way"
    if own:
        piece.is_blocked = True
    campaign.tell_once("blocked", piece, square=campaign.board.name(piece.at), by=by)
    return BLOCKED


def has_target(campaign: Campaign, piece: LiveUnit, at: int) -> bool:
    """ED 6.1, 6.7: whether something is on a square, as far as the player sees, that the unit may attack."""
    town = campaign.town_at.get(at)
    if town is not None:
        return may_attack_town(campaign, piece.kind, town, piece.player)
    foe = campaign.on.get(at)
    if foe is None or foe.player == piece.player:
        return False
    if not sight.in_view(campaign, campaign.sides[piece.player], foe):
        return False
    return may_attack(campaign, piece.kind, foe.kind, at, is_aboard=is_passenger(piece))


def is_passenger(piece: LiveUnit) -> bool:
    """ED 4.4, 6.7: whether a land unit is aboard."""
    return piece.host is not None and piece.kind.layer == "land"


def runs_short(campaign: Campaign, piece: LiveUnit, at: int, part: QueuePart, steps: int = 1) -> bool:
    """ED 4.7: short of fuel: unless its order says so, a plane turns back, and that is reported."""
    if part.code == "R" or COMMITS in part.flags or not is_short(campaign, piece, at, steps):
        return False
    piece.queue[:] = ["R"]
    piece.post = ""
    campaign.tell_owner("short-of-fuel", piece, square=campaign.board.name(piece.at))
    return True


def step(campaign: Campaign, piece: LiveUnit, at: int, part: QueuePart, goal: int) -> Result:
    """ED 4.1 to 4.7, HR-14: a unit goes to the next square, which is open: it boards, lands, or meets what it did not
    see.
    """
    if runs_short(campaign, piece, at, part):
        return WENT
    load_on_leaving(campaign, piece, part)
    other = campaign.on.get(at)
    if other is not None and other.player != piece.player:
        if not may_attack(campaign, piece.kind, other.kind, at, is_aboard=is_passenger(piece)):
            return blocked(campaign, piece, [at])
        return strike(campaign, piece, other)
    if other is not None and at == goal and can_board(piece, other):
        board_host(campaign, piece, other)
        return WENT
    go(campaign, piece, at)
    piece.spent += 1
    town = campaign.town_at.get(at)
    if town is not None and at == goal:
        come_home(campaign, piece, town, part)
    return WENT


def pass_over(campaign: Campaign, piece: LiveUnit, at: int, behind: int, part: QueuePart, goal: int) -> Result:
    """ED 4.3: a plane passes over a square of its own and goes on to the one behind it; it sees from both."""
    if runs_short(campaign, piece, at, part) or runs_short(campaign, piece, behind, part, steps=2):
        return WENT
    leave(campaign, piece, at)
    piece.spent += 1
    sight.arrived(campaign, piece, piece.from_)
    return step(campaign, piece, behind, part, goal)


def go(campaign: Campaign, piece: LiveUnit, at: int) -> None:
    """ED 4.6, HR-16: a unit is on the next square; it costs nothing here. Armor stops in what is not clear."""
    leave(campaign, piece, at)
    campaign.put(piece, at)
    if piece.kind.code == ARMOR and campaign.rows[at] in SLOW:
        piece.slowed = True
    sight.arrived(campaign, piece, piece.from_)


def leave(campaign: Campaign, piece: LiveUnit, at: int) -> None:
    """A unit leaves its square, or its host, for another."""
    before, host = piece.at, piece.host
    trail(campaign, piece, at)
    campaign.lift(piece)
    piece.at, piece.gone, piece.from_ = at, True, before
    if host is not None:
        sight.shown(campaign, host)


def trail(campaign: Campaign, piece: LiveUnit, at: int) -> None:
    """ED 13: the squares that a unit goes over in a game turn."""
    path = campaign.paths.setdefault((piece.player, piece.number, piece.kind.code), [piece.at])
    path.append(at)


def board_host(campaign: Campaign, piece: LiveUnit, host: LiveUnit) -> None:
    """ED 4.4, 4.7: a unit goes aboard, which costs a move; a plane has landed: its turn is over, its tank full."""
    before = piece.at
    trail(campaign, piece, host.at)
    campaign.lift(piece)
    piece.host, piece.at, piece.gone, piece.from_ = host, host.at, True, before
    host.cargo.append(piece)
    piece.spent += 1
    if piece.kind.layer == "air":
        piece.fuel = piece.kind.range
        piece.halt()
    campaign.tell_owner("boarded", piece, host=host.number)
    sight.shown(campaign, host)
    sight.no_eye_at(campaign, campaign.sides[piece.player], before)
    sight.gone_from(campaign, piece, before)


def come_home(campaign: Campaign, piece: LiveUnit, town: Town, part: QueuePart) -> None:
    """ED 4.5, 4.7, HR-25: in the own city that its order names a plane lands, a ship puts everybody ashore."""
    if piece.kind.layer == "air":
        piece.fuel = piece.kind.range
        piece.halt()
    elif part.code != "R":
        all_ashore(campaign, piece, town)


def all_ashore(campaign: Campaign, piece: LiveUnit, town: Town) -> None:
    """ED 4.5, HR-25, HR-43: whoever is aboard is in the city; this ship does not take them aboard again this turn."""
    for passenger in sorted(piece.cargo, key=lambda it: it.number):
        campaign.lift(passenger)
        campaign.put(passenger, town.at)
        passenger.left_by = piece.number, campaign.at
        if passenger.kind.range:
            passenger.fuel = passenger.kind.range
        campaign.tell_owner("ashore", passenger, host=piece.number)


def load_on_leaving(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> None:
    """ED 4.5: a ship that leaves a city takes aboard what fits, unless its order has the sign for none."""
    town = campaign.own_town(piece)
    if town is not None and piece.kind.holds and piece.kind.layer == "sea" and LEAVES not in part.flags:
        load(campaign, piece, town, piece.room)


def load(campaign: Campaign, host: LiveUnit, town: Town, places: int) -> None:
    """ED 4.5, HR-27, HR-43: units of the city without orders or with J go aboard, lowest numbers first, each that still
    fits; it costs them no move.
    """
    for piece in sorted(town.inside, key=lambda it: it.number):
        is_idle = not piece.queue or piece.queue[0] == "J"
        if not is_idle or not can_board(piece, host) or piece.kind.size > places:
            continue
        if piece.left_by == (host.number, campaign.at):
            continue
        go_aboard(campaign, piece, host)
        places -= piece.kind.size


def go_aboard(campaign: Campaign, piece: LiveUnit, host: LiveUnit) -> None:
    """ED 4.5: in a city a unit goes aboard without a move."""
    campaign.lift(piece)
    piece.host, piece.at = host, host.at
    host.cargo.append(piece)
    if piece.queue and piece.queue[0] == "J":
        piece.queue.pop(0)
    campaign.tell_owner("boarded", piece, host=host.number)


def attack(campaign: Campaign, piece: LiveUnit, at: int, part: QueuePart) -> Result:
    """ED 4.9, 6.1: an attack on what is on a square; it costs one square of movement."""
    if runs_short(campaign, piece, at, part):
        return WENT
    load_on_leaving(campaign, piece, part)
    town = campaign.town_at.get(at)
    if town is None:
        return strike(campaign, piece, campaign.on[at])
    piece.spent += 1
    piece.attacked = True
    if not assault(campaign, piece, town):
        return WENT
    if piece.kind.layer == "air":
        bomb(campaign, piece, town)
    else:
        trail(campaign, piece, at)
        capture(campaign, piece, town)
    return WENT


def strike(campaign: Campaign, piece: LiveUnit, foe: LiveUnit) -> Result:
    """ED 4.9, 6.4: a fight with a unit; the winner enters the square if it may."""
    at = foe.at
    piece.spent += 1
    piece.attacked = True
    if fight(campaign, piece, foe) and campaign.enters(piece.kind, at) and at not in campaign.on:
        go(campaign, piece, at)
    return WENT


def crash(campaign: Campaign, piece: LiveUnit) -> None:
    """ED 4.7: the end of a player's movement: planes in the air use up fuel; without any they are lost."""
    if not in_the_air(campaign, piece):
        return
    piece.fuel -= piece.kind.move
    if piece.fuel <= 0:
        square = campaign.board.name(piece.at)
        destroy(campaign, piece)
        campaign.tell_owner("crashed", piece, square=square)

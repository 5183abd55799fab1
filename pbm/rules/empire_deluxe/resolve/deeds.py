"""What the orders do (ED 8.9): a function for each part, which goes one step, or says that it is done."""

from collections.abc import Callable

from pbm.rules.empire_deluxe.board import DIRECTIONS
from pbm.rules.empire_deluxe.kinds import AIRBASE, INFANTRY, UnitType
from pbm.rules.empire_deluxe.parts import COMMITS, QueuePart
from pbm.rules.empire_deluxe.resolve import moves, sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit
from pbm.rules.empire_deluxe.resolve.fights import destroy, may_attack, odds
from pbm.rules.empire_deluxe.resolve.moves import DONE, FAILED, RESTS, WAITS, WENT, Result, advance, way_to
from pbm.rules.empire_deluxe.ways import nearest

Deed = Callable[[Campaign, LiveUnit, QueuePart], tuple[Result, str]]
NO_WAY, NOTHING_THERE, NO_CITY, NO_BASE, GONE = "no-way", "nothing-there", "no-city", "no-base", "gone"
"""ED 13: why an order failed."""
FINISHED: tuple[Result, str] = (DONE, "")
STAYS: tuple[Result, str] = (WAITS, "")


def goal_of(campaign: Campaign, part: QueuePart) -> int:
    """ED 9.2: the square that a part names, by itself or by a city."""
    town = campaign.towns.get(part.goal)
    return town.at if town else campaign.board.names[part.goal]


def went(result: Result, reason: str = NO_WAY) -> tuple[Result, str]:
    """A result with its reason where it failed."""
    return result, reason if result is FAILED else ""


def move(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 M: it goes to a square and never attacks; done when it is there, or aboard a ship that is."""
    goal = goal_of(campaign, part)
    if piece.at == goal:
        return FINISHED
    if moves.never_enters(campaign, piece, goal):
        return FAILED, NO_WAY
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))


def conquer(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 C: it goes to a square and attacks what is in its way or there; a plane bombs a city once."""
    goal = goal_of(campaign, part)
    if piece.at == goal:
        return FINISHED
    is_near = goal in campaign.board.near(piece.at)
    if is_near and not moves.has_target(campaign, piece, goal) and moves.never_enters(campaign, piece, goal):
        return FAILED, NOTHING_THERE
    before = piece.fights
    result = advance(campaign, piece, part, way_to(campaign, piece, goal), attacks=True)
    is_fought = piece.fights > before and is_near and goal not in campaign.on
    if is_fought and (moves.never_enters(campaign, piece, goal) or goal in campaign.town_at):
        return FINISHED
    return went(result)


def head(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 D: in one direction, until the next square is not free."""
    at = campaign.board.to(piece.at, DIRECTIONS.index(part.goal))
    if at < 0 or not moves.is_free(campaign, piece, at, at) or at in campaign.on:
        return FINISHED
    if piece.left < 1:
        return STAYS
    return went(moves.step(campaign, piece, at, part, at))


def patrol(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 P: between the square where it began and another, for ever; before each step it strikes."""
    piece.post = piece.post or campaign.board.name(piece.at)
    goal = goal_of(campaign, part)
    if struck(campaign, piece, part):
        return WENT, ""
    if piece.at == goal:
        if piece.post == campaign.board.name(goal):
            return STAYS
        piece.queue[0], piece.post = part.aimed(piece.post), campaign.board.name(goal)
        return (WENT, "") if piece.left else STAYS
    if moves.never_enters(campaign, piece, goal):
        return FAILED, NO_WAY
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))


def struck(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> bool:
    """ED 8.9: it attacks a unit in sight next to it where the chance to win is good enough: the best, then N to NW."""
    side = campaign.sides[piece.player]
    least = side.strikes_at(piece.kind)
    if piece.left < 1 or not least:
        return False
    best, target = 0, None
    for at in campaign.board.near(piece.at):
        foe = campaign.on.get(at)
        if foe is None or foe.player == piece.player or not moves.has_target(campaign, piece, at):
            continue
        chance = odds(campaign, piece, foe.kind, at)
        if chance >= least and chance > best and not moves.is_short(campaign, piece, at):
            best, target = chance, foe
    if target is None:
        return False
    moves.attack(campaign, piece, target.at, part)
    return True


def watch(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 K: it keeps watch: strikes; away from its post it goes back."""
    piece.post = piece.post or campaign.board.name(piece.at)
    if struck(campaign, piece, part):
        return WENT, ""
    post = campaign.board.names[piece.post]
    if piece.at == post:
        return STAYS
    result = advance(campaign, piece, part, way_to(campaign, piece, post))
    return (WAITS, "") if result is FAILED else (result, "")


def stay(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 S: it stays; repair ends that (ED 4.10)."""
    return STAYS


def home(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 R: to the nearest own base, and there until undamaged; planes are done at once."""
    is_air = piece.kind.layer == "air"
    if campaign.own_town(piece) is not None or (is_air and piece.host is not None):
        return FINISHED if is_air or not piece.damage else STAYS
    if is_air:
        goals = sum(1 << at for at in set(moves.bases(campaign, piece)))
    else:
        goals = sum(1 << town.at for town in campaign.cities_of(campaign.sides[piece.player]))
    found = nearest(campaign.board, piece.at, moves.believed(campaign, piece, is_known=False), goals)
    if found is None:
        return FAILED, NO_BASE
    return went(advance(campaign, piece, part, way_to(campaign, piece, found)), NO_BASE)


def explore(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 E: to the nearest square from which something unknown would come into sight."""
    side = campaign.sides[piece.player]
    unknown = campaign.board.all ^ side.seen
    ground = campaign.table.ground[piece.kind.code]
    known = moves.believed(campaign, piece, is_known=True)
    goals = campaign.board.within(unknown, ground) & known & ~(1 << piece.at)
    claims = campaign.claims
    taken = sum(1 << at for number, at in claims.items() if number != piece.number)
    if piece.kind.layer == "air":
        goals = _in_range(campaign, piece, goals)

    def shows(at: int) -> tuple[int, ...]:
        return (-(campaign.board.sight(at, ground) & unknown).bit_count(),)

    goal = claims.get(piece.number)
    if goal is None or not goals >> goal & 1:
        goal = nearest(campaign.board, piece.at, known, goals & ~taken, shows)
        if goal is None:
            goal = nearest(campaign.board, piece.at, known, goals, shows)
    if goal is None:
        if part.code == "E":
            campaign.tell_once("explored", piece)
        return FINISHED
    claims[piece.number] = goal
    if piece.left < 1:
        return STAYS
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal, is_known=True)))


def _in_range(campaign: Campaign, piece: LiveUnit, goals: int) -> int:
    """ED 8.9 E: of these squares those from which a plane still gets home."""
    left = piece.left + piece.fuel - piece.kind.move
    board, bases = campaign.board, moves.bases(campaign, piece)
    found = 0
    for at in board.squares(goals & board.within(1 << piece.at, left)):
        if any(board.distance(piece.at, at) + board.distance(at, base) <= left for base in bases):
            found |= 1 << at
    return found


def hunt(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 H: it strikes; else it goes to the nearest goal, and without one it explores."""
    if struck(campaign, piece, part):
        return WENT, ""
    goal = _prey(campaign, piece)
    if goal is None:
        result, reason = explore(campaign, piece, part)
        return (WAITS, "") if result in (DONE, FAILED) else (result, reason)
    if piece.left < 1:
        return STAYS
    way = way_to(campaign, piece, goal, is_known=True)
    return went(advance(campaign, piece, part, way, attacks=goal in campaign.town_at or goal in campaign.on))


def _prey(campaign: Campaign, piece: LiveUnit) -> int | None:
    """ED 8.9 H: the nearest city or icon that it may attack at its odds, over known squares; cities first."""
    side = campaign.sides[piece.player]
    towns = 0
    if piece.kind.layer == "land":
        towns = sum(1 << campaign.towns[code].at for code, owner in side.known.items() if owner != side.number)
    least, goals = side.strikes_at(piece.kind), towns
    for at, kind in _quarry(campaign, piece):
        is_prey = piece.kind.layer != "land" or kind.layer == "land"
        is_aboard = moves.is_passenger(piece) and at in campaign.board.near(piece.at)
        able = is_prey and least and may_attack(campaign, piece.kind, kind, at, is_aboard=is_aboard)
        if able and odds(campaign, piece, kind, at) >= least:
            goals |= 1 << at
    if not goals:
        return None
    known = moves.believed(campaign, piece, is_known=True)
    return nearest(campaign.board, piece.at, known, goals, lambda at: (not towns >> at & 1,))


def _quarry(campaign: Campaign, piece: LiveUnit) -> list[tuple[int, UnitType]]:
    """The units of others that a player knows of, by square."""
    side = campaign.sides[piece.player]
    if campaign.is_open:
        others = (it for other in campaign.alive() if other is not side for it in other.units.values())
        return [(it.at, it.kind) for it in others if it.host is None and it.at not in campaign.town_at]
    return [(icon.at, icon.kind) for icon in side.icons.values()]


def load(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 L: in a city it takes aboard; it waits until it is full, or so many places are used."""
    town = campaign.own_town(piece)
    used = sum(it.kind.size for it in piece.cargo)
    if town is not None:
        moves.load(campaign, piece, town, min(piece.room, part.number - used) if part.number else piece.room)
        used = sum(it.kind.size for it in piece.cargo)
    is_full = piece.room < 1 or (part.number and used >= part.number)
    return FINISHED if is_full else STAYS


def unload(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 U: passengers go toward a square, or storm it; in an own city all go ashore; Infantry in the field becomes
    an Airbase.
    """
    if piece.kind.code == INFANTRY:
        return _found_base(campaign, piece)
    if not part.goal:
        town = campaign.own_town(piece)
        if town is None:
            return FAILED, NO_CITY
        moves.all_ashore(campaign, piece, town)
        return FINISHED
    order = f"{'C' if COMMITS in part.flags else 'M'}{part.goal}"
    for passenger in sorted(piece.cargo, key=lambda it: it.number):
        if passenger.host is piece:
            if passenger.queue[:1] != [order]:
                passenger.queue, passenger.post = [order], ""
            campaign.act(passenger)
    return STAYS if piece.cargo else FINISHED


def _found_base(campaign: Campaign, piece: LiveUnit) -> tuple[Result, str]:
    if piece.host is not None or campaign.own_town(piece) is not None or not campaign.is_advanced:
        return FAILED, NO_WAY
    if piece.spent:
        return STAYS
    piece.kind = campaign.table.kinds[AIRBASE]
    piece.queue, piece.post = [], ""
    piece.halt()
    campaign.tell_owner("airbase", piece, square=campaign.board.name(piece.at))
    sight.look(campaign, piece)
    sight.shown(campaign, piece)
    return STAYS


def join(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 J: to the nearest own ship that is loading and has room, and aboard; in the same city at once."""
    if piece.host is not None:
        return FINISHED
    side = campaign.sides[piece.player]
    hosts = [it for it in side.units.values() if it.queue and it.queue[0][0] == "L" and moves.can_board(piece, it)]
    hosts = [it for it in hosts if it.kind.layer == "sea" and piece.left_by != (it.number, campaign.at)]
    here = [it for it in hosts if it.at == piece.at]
    if here:
        host = min(here, key=lambda it: it.number)
        campaign.lift(piece)
        piece.host = host
        host.cargo.append(piece)
        campaign.tell_owner("boarded", piece, host=host.number)
        return FINISHED
    goals = sum(1 << at for at in {it.at for it in hosts})
    known = moves.believed(campaign, piece, is_known=True)
    goal = nearest(campaign.board, piece.at, known, goals) if goals else None
    if goal is None or piece.left < 1:
        return STAYS
    result = advance(campaign, piece, part, way_to(campaign, piece, goal, is_known=True))
    return STAYS if result is FAILED else (result, "")


def follow(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 F: to a square next to another unit of its own."""
    other = campaign.sides[piece.player].units.get(part.number)
    if other is None or other is piece:
        return FAILED, GONE
    if campaign.board.distance(piece.at, other.at) <= 1 or piece.left < 1:
        return STAYS
    result = advance(campaign, piece, part, way_to(campaign, piece, other.at))
    return STAYS if result is FAILED else (result, "")


def bombard(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 B: it goes next to a place and attacks while moves last; done after the turn in which it attacked."""
    goal = goal_of(campaign, part)
    if goal not in campaign.board.near(piece.at):
        if piece.rested:
            return FINISHED
        return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))
    if not moves.has_target(campaign, piece, goal):
        return FINISHED if piece.rested else (FAILED, NOTHING_THERE)
    if piece.left < 1:
        return (RESTS, "") if piece.rested else STAYS
    piece.rested = True
    return went(moves.attack(campaign, piece, goal, part))


def wait(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 I: it waits so many game turns; this is one of them."""
    if piece.waited == campaign.at:
        return STAYS
    piece.waited = campaign.at
    piece.post = piece.post or part.text
    if part.number <= 1:
        piece.queue[0] = piece.post  # as it was ordered, for a queue that begins again
        return RESTS, ""
    piece.queue[0] = f"I{part.number - 1}"
    return STAYS


def disband(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 Z: it is no more, nor are its passengers."""
    square = campaign.board.name(piece.at)
    destroy(campaign, piece)
    campaign.tell_owner("disbanded", piece, square=square)
    return STAYS


def clear(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> tuple[Result, str]:
    """ED 8.9 W: its orders are gone."""
    piece.queue, piece.post = [], ""
    return STAYS


DEEDS: dict[str, Deed] = {
    "M": move,
    "C": conquer,
    "D": head,
    "P": patrol,
    "E": explore,
    "H": hunt,
    "K": watch,
    "S": stay,
    "R": home,
    "L": load,
    "U": unload,
    "J": join,
    "F": follow,
    "B": bombard,
    "I": wait,
    "Z": disband,
    "W": clear,
}

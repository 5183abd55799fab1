"""What the orders do (ED 8.9): a function for each part, which goes one step, or says that it is done."""

from collections.abc import Callable

from pbm.rules.empire_deluxe.board import DIRECTIONS
from pbm.rules.empire_deluxe.kinds import AIRBASE, INFANTRY, Kind
from pbm.rules.empire_deluxe.parts import COMMITS, Part
from pbm.rules.empire_deluxe.resolve import moves, sight
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, Piece
from pbm.rules.empire_deluxe.resolve.fights import destroy, may_attack, odds
from pbm.rules.empire_deluxe.resolve.moves import Result, advance, way_to
from pbm.rules.empire_deluxe.ways import nearest

Deed = Callable[[Campaign, Piece, Part], tuple[Result, str]]
NO_WAY, NOTHING_THERE, NO_CITY, NO_BASE, GONE = "no-way", "nothing-there", "no-city", "no-base", "gone"
"""ED 13: why an order failed."""
DONE, WAITS = (Result.DONE, ""), (Result.WAITS, "")


def goal_of(campaign: Campaign, part: Part) -> int:
    """ED 9.2: the square that a part names, by itself or by a city."""
    town = campaign.towns.get(part.goal)
    return town.at if town else campaign.board.names[part.goal]


def went(result: Result, reason: str = NO_WAY) -> tuple[Result, str]:
    """A result with its reason where it failed."""
    return result, reason if result is Result.FAILED else ""


def move(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 M: it goes to a square and never attacks; done when it is there, or aboard a ship that is."""
    goal = goal_of(campaign, part)
    if piece.at == goal:
        return DONE
    if moves.never_enters(campaign, piece, goal):
        return Result.FAILED, NO_WAY
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))


def conquer(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 C: it goes to a square and attacks what is in its way or there; a plane bombs a city once."""
    goal = goal_of(campaign, part)
    if piece.at == goal:
        return DONE
    is_near = goal in campaign.board.near(piece.at)
    if is_near and not moves.has_target(campaign, piece, goal) and moves.never_enters(campaign, piece, goal):
        return Result.FAILED, NOTHING_THERE
    before = piece.fights
    result = advance(campaign, piece, part, way_to(campaign, piece, goal), attacks=True)
    is_fought = piece.fights > before and is_near and goal not in campaign.on
    if is_fought and (moves.never_enters(campaign, piece, goal) or goal in campaign.town_at):
        return DONE
    return went(result)


def head(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 D: in one direction, until the next square is not free."""
    at = campaign.board.to(piece.at, DIRECTIONS.index(part.goal))
    if at < 0 or not moves.is_free(campaign, piece, at, at) or at in campaign.on:
        return DONE
    if piece.left < 1:
        return WAITS
    return went(moves.step(campaign, piece, at, part, at))


def patrol(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 P: between the square where it began and another, for ever; before each step it strikes."""
    piece.post = piece.post or campaign.board.name(piece.at)
    goal = goal_of(campaign, part)
    if struck(campaign, piece, part):
        return Result.WENT, ""
    if piece.at == goal:
        if piece.post == campaign.board.name(goal):
            return WAITS
        piece.queue[0], piece.post = part.aimed(piece.post), campaign.board.name(goal)
        return (Result.WENT, "") if piece.left else WAITS
    if moves.never_enters(campaign, piece, goal):
        return Result.FAILED, NO_WAY
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))


def struck(campaign: Campaign, piece: Piece, part: Part) -> bool:
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


def watch(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 K: it keeps watch: strikes; away from its post it goes back."""
    piece.post = piece.post or campaign.board.name(piece.at)
    if struck(campaign, piece, part):
        return Result.WENT, ""
    post = campaign.board.names[piece.post]
    if piece.at == post:
        return WAITS
    result = advance(campaign, piece, part, way_to(campaign, piece, post))
    return (Result.WAITS, "") if result is Result.FAILED else (result, "")


def stay(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 S: it stays; repair ends that (ED 4.10)."""
    return WAITS


def home(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 R: to the nearest own base, and there until undamaged; planes are done at once."""
    is_air = piece.kind.layer == "air"
    if campaign.own_town(piece) is not None or (is_air and piece.host is not None):
        return DONE if is_air or not piece.damage else WAITS
    if is_air:
        goals = sum(1 << at for at in set(moves.bases(campaign, piece)))
    else:
        goals = sum(1 << town.at for town in campaign.cities_of(campaign.sides[piece.player]))
    found = nearest(campaign.board, piece.at, moves.believed(campaign, piece, is_known=False), goals)
    if found is None:
        return Result.FAILED, NO_BASE
    return went(advance(campaign, piece, part, way_to(campaign, piece, found)), NO_BASE)


def explore(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
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
        campaign.tell_owner("explored", piece)
        return DONE
    claims[piece.number] = goal
    if piece.left < 1:
        return WAITS
    return went(advance(campaign, piece, part, way_to(campaign, piece, goal, is_known=True)))


def _in_range(campaign: Campaign, piece: Piece, goals: int) -> int:
    """ED 8.9 E: of these squares those from which a plane still gets home."""
    left = piece.left + piece.fuel - piece.kind.move
    board, bases = campaign.board, moves.bases(campaign, piece)
    found = 0
    for at in board.squares(goals & board.within(1 << piece.at, left)):
        if any(board.distance(piece.at, at) + board.distance(at, base) <= left for base in bases):
            found |= 1 << at
    return found


def hunt(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 H: it strikes; else it goes to the nearest goal, and without one it explores."""
    if struck(campaign, piece, part):
        return Result.WENT, ""
    goal = _prey(campaign, piece)
    if goal is None:
        result, reason = explore(campaign, piece, part)
        return (Result.WAITS, "") if result in (Result.DONE, Result.FAILED) else (result, reason)
    if piece.left < 1:
        return WAITS
    way = way_to(campaign, piece, goal, is_known=True)
    return went(advance(campaign, piece, part, way, attacks=goal in campaign.town_at or goal in campaign.on))


def _prey(campaign: Campaign, piece: Piece) -> int | None:
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


def _quarry(campaign: Campaign, piece: Piece) -> list[tuple[int, Kind]]:
    """The units of others that a player knows of, by square."""
    side = campaign.sides[piece.player]
    if campaign.is_open:
        others = (it for other in campaign.alive() if other is not side for it in other.units.values())
        return [(it.at, it.kind) for it in others if it.host is None and it.at not in campaign.town_at]
    return [(icon.at, icon.kind) for icon in side.icons.values()]


def load(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 L: in a city it takes aboard; it waits until it is full, or so many places are used."""
    town = campaign.own_town(piece)
    used = sum(it.kind.size for it in piece.cargo)
    if town is not None:
        moves.load(campaign, piece, town, min(piece.room, part.number - used) if part.number else piece.room)
        used = sum(it.kind.size for it in piece.cargo)
    is_full = piece.room < 1 or (part.number and used >= part.number)
    return DONE if is_full else WAITS


def unload(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 U: passengers go toward a square, or storm it; in an own city all go ashore; Infantry in the field becomes
    an Airbase.
    """
    if piece.kind.code == INFANTRY:
        return _found_base(campaign, piece)
    if not part.goal:
        town = campaign.own_town(piece)
        if town is None:
            return Result.FAILED, NO_CITY
        moves.all_ashore(campaign, piece, town)
        return DONE
    order = f"{'C' if COMMITS in part.flags else 'M'}{part.goal}"
    for passenger in sorted(piece.cargo, key=lambda it: it.number):
        if passenger.host is piece:
            if passenger.queue[:1] != [order]:
                passenger.queue, passenger.post = [order], ""
            campaign.act(passenger)
    return WAITS if piece.cargo else DONE


def _found_base(campaign: Campaign, piece: Piece) -> tuple[Result, str]:
    if piece.host is not None or campaign.own_town(piece) is not None or not campaign.is_advanced:
        return Result.FAILED, NO_WAY
    if piece.spent:
        return WAITS
    piece.kind = campaign.table.kinds[AIRBASE]
    piece.queue, piece.post = [], ""
    piece.halt()
    campaign.tell_owner("airbase", piece, square=campaign.board.name(piece.at))
    sight.look(campaign, piece)
    sight.shown(campaign, piece)
    return WAITS


def join(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 J: to the nearest own ship that is loading and has room, and aboard; in the same city at once."""
    if piece.host is not None:
        return DONE
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
        return DONE
    goals = sum(1 << at for at in {it.at for it in hosts})
    known = moves.believed(campaign, piece, is_known=True)
    goal = nearest(campaign.board, piece.at, known, goals) if goals else None
    if goal is None or piece.left < 1:
        return WAITS
    result = advance(campaign, piece, part, way_to(campaign, piece, goal, is_known=True))
    return WAITS if result is Result.FAILED else (result, "")


def follow(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 F: to a square next to another unit of its own."""
    other = campaign.sides[piece.player].units.get(part.number)
    if other is None or other is piece:
        return Result.FAILED, GONE
    if campaign.board.distance(piece.at, other.at) <= 1 or piece.left < 1:
        return WAITS
    result = advance(campaign, piece, part, way_to(campaign, piece, other.at))
    return WAITS if result is Result.FAILED else (result, "")


def bombard(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 B: it goes next to a place and attacks while moves last; done after the turn in which it attacked."""
    goal = goal_of(campaign, part)
    if goal not in campaign.board.near(piece.at):
        if piece.rested:
            return DONE
        return went(advance(campaign, piece, part, way_to(campaign, piece, goal)))
    if not moves.has_target(campaign, piece, goal):
        return DONE if piece.rested else (Result.FAILED, NOTHING_THERE)
    if piece.left < 1:
        return (Result.RESTS, "") if piece.rested else WAITS
    piece.rested = True
    return went(moves.attack(campaign, piece, goal, part))


def wait(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 I: it waits so many game turns; this is one of them."""
    if piece.waited == campaign.at:
        return WAITS
    piece.waited = campaign.at
    piece.post = piece.post or part.text
    if part.number <= 1:
        piece.queue[0] = piece.post  # as it was ordered, for a queue that begins again
        return Result.RESTS, ""
    piece.queue[0] = f"I{part.number - 1}"
    return WAITS


def disband(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 Z: it is no more, nor are its passengers."""
    square = campaign.board.name(piece.at)
    destroy(campaign, piece)
    campaign.tell_owner("disbanded", piece, square=square)
    return WAITS


def clear(campaign: Campaign, piece: Piece, part: Part) -> tuple[Result, str]:
    """ED 8.9 W: its orders are gone."""
    piece.queue, piece.post = [], ""
    return WAITS


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

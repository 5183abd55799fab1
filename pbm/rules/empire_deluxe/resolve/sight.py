"""Sight (ED 5): worked out after every single step of every unit, from the squares about the step alone."""

from pbm.core.events import only
from pbm.rules.empire_deluxe.board import Bits
from pbm.rules.empire_deluxe.kinds import CITY, UnitType
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, Glimpse, LiveUnit, Side, Town, sees_from


def in_view(campaign: Campaign, side: Side, piece: LiveUnit) -> bool:
    """ED 5.1, 5.2: whether a player sees another's unit now; basic: all see all."""
    if campaign.is_open:
        return True
    icon = side.icons.get((piece.player, piece.number))
    return icon is not None and icon.in_view


def sees(campaign: Campaign, side: Side, at: int, kind: UnitType) -> bool:
    """ED 5.2, 5.5, 5.6: whether a player would see a unit of that kind on a square."""
    eyes = campaign.table.eyes
    return any(eyes[viewer][kind.code] >= far for viewer, far in sees_from(campaign, side.number, at))


def look_around(campaign: Campaign) -> None:
    """ED 12: standing is looking: all that all players see of a position."""
    for side in campaign.alive():
        if campaign.is_open:
            side.seen = campaign.board.all
            side.known = {code: town.owner for code, town in campaign.towns.items()}
            continue
        for piece in campaign.pieces(side):
            if piece.host is None and piece.at not in campaign.town_at:
                look(campaign, piece)
        for town in campaign.cities_of(side):
            look_from(campaign, side, town.at, CITY)


def look(campaign: Campaign, piece: LiveUnit) -> None:
    """ED 5.2 to 5.4: what a unit sees from its square."""
    look_from(campaign, campaign.sides[piece.player], piece.at, piece.kind.code)


def look_from(campaign: Campaign, side: Side, at: int, viewer: str) -> None:
    """ED 5.2 to 5.4: land, cities, units and icons that are not true any more, as seen from a square."""
    if campaign.is_open:
        return
    board, eyes = campaign.board, campaign.table.eyes[viewer]
    ground = campaign.table.ground[viewer]
    side.seen |= board.sight(at, ground)
    for there, far in board.around(at, campaign.table.farthest):
        piece = campaign.on.get(there)
        if piece is not None and piece.player != side.number:
            if eyes[piece.kind.code] >= far:
                note(campaign, side, piece, is_moving=False)
        elif far <= ground and there in campaign.town_at:
            know(campaign, side, campaign.town_at[there])
        if there in side.icons_at:
            for key in list(side.icons_at[there]):
                icon = side.icons[key]
                if not icon.in_view and eyes[icon.kind.code] >= far and not (piece and _is(piece, key)):
                    campaign.drop(side, key)


def _is(piece: LiveUnit, key: tuple[int, int]) -> bool:
    return (piece.player, piece.number) == key


def note(campaign: Campaign, side: Side, piece: LiveUnit, *, is_moving: bool) -> None:
    """ED 5.4, 5.7, 5.9, HR-29, HR-36: a player sees another's unit; told when it comes into view, or moves in view."""
    key = piece.player, piece.number
    icon = side.icons.get(key)
    is_new = icon is None or not icon.in_view
    if not is_new and not is_moving:
        return
    loaded = bool(piece.cargo)
    fresh = Glimpse(piece.player, piece.number, piece.kind, piece.at, campaign.at, loaded=loaded)
    fresh.in_view = True
    if icon is not None:
        campaign.drop(side, key)
        fresh.mark = icon.mark if icon.in_view else 0
    if not fresh.mark:
        side.marks += 1
        fresh.mark = side.marks
    campaign.file(side, fresh)
    campaign.tell(
        "sighted",
        only([side.number]),
        by=side.number,
        mark=fresh.mark,
        owner=piece.player,
        unit=piece.kind.code,
        square=campaign.board.name(piece.at),
        loaded=loaded,
    )
    meet(campaign, side, piece.player)


def know(campaign: Campaign, side: Side, town: Town) -> None:
    """ED 5.3: a player sees a city: it is known with its owner."""
    if side.known.get(town.code) == town.owner:
        return
    side.known[town.code] = town.owner
    if town.owner == side.number:
        return
    square = campaign.board.name(town.at)
    campaign.tell("city-seen", only([side.number]), by=side.number, city=town.code, square=square, owner=town.owner)
    if town.owner:
        meet(campaign, side, town.owner)


def meet(campaign: Campaign, side: Side, other: int) -> None:
    """ED 5.9, 8.1, HR-41: contact; the first of a pair stops the mailing after this game turn."""
    if other in side.met or campaign.is_open:
        return
    side.met.add(other)
    campaign.tell("contact", only([side.number]), **{"by": side.number, "with": other})
    if side.number not in campaign.sides[other].met and campaign.options.get("contact") != "off":
        campaign.is_halted = True


def gone_from(campaign: Campaign, piece: LiveUnit, at: int) -> None:
    """ED 5.4, 5.5: a unit left a square, or is gone: whoever saw it there and does not see it now keeps its icon where
    it was seen last, unless that square is in their sight; a submarine leaves no icon.
    """
    if campaign.is_open:
        return
    key = piece.player, piece.number
    for side in campaign.sides.values():
        icon = side.icons.get(key)
        if icon is None or not icon.in_view or icon.at != at:
            continue
        icon.in_view = False
        if piece.kind.hidden or sees(campaign, side, at, piece.kind):
            campaign.drop(side, key)


def no_eye_at(campaign: Campaign, side: Side, at: int) -> None:
    """ED 5.4, 5.5: a viewer of a player left a square, or is gone: what nobody else of theirs sees becomes an icon."""
    if campaign.is_open:
        return
    for there, _ in campaign.board.around(at, campaign.table.farthest):
        if there not in side.icons_at:
            continue
        for key in list(side.icons_at[there]):
            icon = side.icons[key]
            if icon.in_view and not sees(campaign, side, there, icon.kind):
                icon.in_view, icon.mark = False, 0
                if icon.kind.hidden:
                    campaign.drop(side, key)


def arrived(campaign: Campaign, piece: LiveUnit, left: int) -> None:
    """ED 5.8: sight after a step from the square `left`: what the unit sees now and not any more, and who sees it."""
    if campaign.is_open:
        return
    side = campaign.sides[piece.player]
    if campaign.own_town(piece) is None and piece.host is None:
        look(campaign, piece)
        for number in _viewers(campaign, piece):
            note(campaign, campaign.sides[number], piece, is_moving=True)
    no_eye_at(campaign, side, left)
    gone_from(campaign, piece, left)


def _viewers(campaign: Campaign, piece: LiveUnit) -> list[int]:
    """The players who see a unit where it is."""
    found, code, eyes = set(), piece.kind.code, campaign.table.eyes
    for there, far in campaign.board.around(piece.at, campaign.table.farthest):
        other = campaign.on.get(there)
        if other is not None:
            if other.player != piece.player and eyes[other.kind.code][code] >= far:
                found.add(other.player)
            continue
        town = campaign.town_at.get(there)
        if town is not None and town.owner not in (0, piece.player) and eyes[CITY][code] >= far:
            found.add(town.owner)
    return sorted(found)


def shown(campaign: Campaign, piece: LiveUnit) -> None:
    """A unit is another than before to those who see it: it carries something, or became an Airbase."""
    if campaign.is_open or campaign.own_town(piece) is not None:
        return
    key = piece.player, piece.number
    for side in campaign.sides.values():
        icon = side.icons.get(key)
        if icon is not None and icon.in_view:
            icon.kind, icon.loaded = piece.kind, bool(piece.cargo)


def changed_hands(campaign: Campaign, town: Town, before: int) -> None:
    """ED 5.3: who sees a city knows its new owner; so does who lost it. The new owner sees from it."""
    if campaign.is_open:
        for side in campaign.sides.values():
            side.known[town.code] = town.owner
        return
    for side in campaign.alive():
        ground = campaign.table.ground
        is_seen = any(ground[viewer] >= far for viewer, far in sees_from(campaign, side.number, town.at))
        if side.number in (before, town.owner):
            side.known[town.code] = town.owner
        elif is_seen:
            know(campaign, side, town)
    if before:
        no_eye_at(campaign, campaign.sides[before], town.at)
        if town.owner:
            meet(campaign, campaign.sides[before], town.owner)
    if town.owner:
        look_from(campaign, campaign.sides[town.owner], town.at, CITY)


def turned(campaign: Campaign) -> None:
    """ED 5.4: a game turn begins: what is in view is seen in it; an icon goes three turns after its last sighting."""
    for side in campaign.sides.values():
        for key, icon in list(side.icons.items()):
            if icon.in_view:
                icon.turn = campaign.at
            elif campaign.at >= icon.turn + 3:
                campaign.drop(side, key)


def opened(campaign: Campaign, side: Side, before: Bits) -> None:
    """ED 13, 16.3: the squares that came into a player's view for the first time in a game turn."""
    new = side.seen & ~before
    if new:
        squares = campaign.board.runs(new)
        campaign.tell("opened", only([side.number]), player=side.number, squares=squares)


def found_again(campaign: Campaign) -> None:
    """What players had in view when the mailing before ended is in view still, without being told anew."""
    for side in campaign.alive():
        for (owner, number), icon in list(side.icons.items()):
            piece = campaign.sides[owner].units.get(number) if owner in campaign.sides else None
            if piece is None or piece.at != icon.at or piece.host is not None:
                continue
            if campaign.own_town(piece) is None and sees(campaign, side, icon.at, icon.kind):
                icon.in_view = True
                side.marks += 1
                icon.mark = side.marks

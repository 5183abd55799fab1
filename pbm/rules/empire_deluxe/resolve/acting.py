"""How a unit acts (ED 8.4 to 8.6): part after part, step after step, until its moves are used or it waits."""

from pbm.rules.empire_deluxe.parts import AGAIN, WAKES, QueuePart, part_of
from pbm.rules.empire_deluxe.resolve.campaign import Campaign, LiveUnit
from pbm.rules.empire_deluxe.resolve.deeds import DEEDS
from pbm.rules.empire_deluxe.resolve.moves import BLOCKED, DONE, FAILED, RESTS, WAITS


def act(campaign: Campaign, piece: LiveUnit) -> None:
    """ED 8.4: a unit acts. Parts that are done without a move are gone through once, so that no loop is endless."""
    idle = 0
    while (
        piece.queue and idle <= 2 * len(piece.queue) and campaign.sides[piece.player].units.get(piece.number) is piece
    ):
        part = part_of(piece.queue[0])
        if part is None or part.code == AGAIN:
            piece.queue.clear()
            return
        if woken(campaign, piece, part):
            return
        spent = piece.spent
        result, reason = DEEDS[part.code](campaign, piece, part)
        idle = 0 if piece.spent > spent else idle + 1
        if result is FAILED:
            fail(campaign, piece, part, reason)
        elif result in (DONE, RESTS):
            finish(campaign, piece)
        if result in (WAITS, BLOCKED, RESTS):
            return


def finish(campaign: Campaign, piece: LiveUnit) -> None:
    """ED 8.5: a part that is done goes, or to the end of a queue that begins again."""
    if not piece.queue:
        return
    done = piece.queue.pop(0)
    piece.post = ""
    if piece.queue and piece.queue[-1] == AGAIN:
        piece.queue.insert(-1, done)
    if not piece.queue:
        campaign.tell_owner("idle", piece)


def fail(campaign: Campaign, piece: LiveUnit, part: QueuePart, reason: str) -> None:
    """ED 13: a part that cannot be carried out goes, and its player hears why."""
    campaign.tell_owner("order-failed", piece, order=part.text, reason=reason)
    piece.queue.pop(0)
    piece.post = ""
    if piece.queue == [AGAIN]:
        piece.queue = []
    if not piece.queue:
        campaign.tell_owner("idle", piece)


def woken(campaign: Campaign, piece: LiveUnit, part: QueuePart) -> bool:
    """ED 8.6: an enemy that was not in its player's view before is in the unit's own sight: all its orders are gone."""
    if WAKES not in part.flags:
        return False
    viewed = campaign.sides[piece.player].viewed
    eyes = campaign.table.eyes[piece.kind.code]
    for at, far in campaign.board.around(piece.at, campaign.table.farthest):
        foe = campaign.on.get(at)
        if foe is None or foe.player == piece.player or eyes[foe.kind.code] < far:
            continue
        if campaign.is_open or (foe.player, foe.number) in viewed:
            continue
        piece.queue, piece.post = [], ""
        square = campaign.board.name(piece.at)
        campaign.tell_owner("woke", piece, square=square, owner=foe.player, unit_kind=foe.kind.code)
        return True
    return False

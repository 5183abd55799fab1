"""A house player in a world game: lists of opinion, messages by number, missiles (16, 19A, 21B, 23B)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbm.rules.battle_plan.options import chosen

if TYPE_CHECKING:
    from pbm.rules.battle_plan.house import Hand

ALLIANCE, NO_MORE, NEARBY = 2, 22, 16  # messages by number
RESEARCH_FROM = 30  # Dollars in hand


def play_the_world(hand: Hand, foe: int) -> None:
    """What the Europe game does not have; there nothing is done."""
    if chosen(hand.view.options, "opinion") == "on":
        judge(hand, foe)
    if chosen(hand.view.options, "names") == "hidden":
        talk(hand, foe)
    if hand.powers:
        launch(hand, foe)
        invent(hand)


def judge(hand: Hand, foe: int) -> None:
    """19A: the foe stands first on its bad list, an ally first on its good one. Nobody stands on both."""
    me = hand.me
    if foe and me.bad[0] != foe:
        hand.player_orders.append(f"{foe}B3")
    elif not foe and me.bad[0]:
        hand.player_orders.append("0B3")
    friends = [q for q, stance in me.stance.items() if stance == "ally" and q in hand.view.living and q != foe]
    if foe and not friends and me.good[0] == foe:
        hand.player_orders.append("0G3")
    elif friends and me.good[0] not in friends:
        hand.player_orders.append(f"{friends[hand.roll('friend', len(friends))]}G3")


def talk(hand: Hand, foe: int) -> None:
    """16, 21B: a word to the foe, an offer to a neighbour, and now and then one to all."""
    near = sorted({hand.view.owners[c] for c in hand.near} - {0, foe, hand.view.viewer})
    if foe and hand.me.stance.get(foe) != "enemy":
        hand.player_orders.append(f"{foe}M{NO_MORE}")
    if near and not hand.roll("talk", 3):
        hand.player_orders.append(f"{near[hand.roll('to', len(near))]}M{ALLIANCE}")
    if not hand.roll("tell", 12):
        hand.player_orders.append(f"0M{NEARBY}")


def launch(hand: Hand, foe: int) -> None:
    """4F.1, 23B: missiles go to the nearest country of the foe, at its Army or its Industry."""
    if hand.quiet or not foe:
        return
    for code in hand.own:
        missiles = hand.view.countries[code].missiles
        targets = [x for x in hand.board.spaces[code].air_land if hand.view.owners[x] == foe and x not in hand.barred]
        helped = {order[len(order) - len(x) :] for x in targets for order in hand.space_orders.get(code, ())}
        targets = [x for x in targets if x not in helped]
        if missiles and targets:
            what = ("MA", "MI")[hand.roll(f"warhead/{code}", 2)]
            hand.give(code, f"{what}{missiles}{targets[hand.roll(f'aim/{code}', len(targets))]}")


def invent(hand: Hand) -> None:
    """5B, 23B: who may research missiles does so now and then, and builds some once he can."""
    if hand.me.ease.get("M") and hand.dollars >= RESEARCH_FROM and not hand.roll("missiles", 3):
        hand.pay(f"RM{hand.dollars // 3}", hand.dollars // 3)
    if hand.me.multipliers.get("M", 0) >= 5 and not hand.me.defaults.get("M"):
        hand.player_orders.append("BM10")

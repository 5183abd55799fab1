"""What the world games add to a turn: world opinion, and the first missile of a game (BP 19, 23B)."""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine.system import Rules
from pbm.rules.battle_plan.options import chosen
from pbm.rules.battle_plan.powers import means_of, powers_of
from pbm.rules.battle_plan.resolve.position import Orders, Position
from pbm.rules.battle_plan.state import Player, World, hundredths

WEIGHTS = (3, 2, 1)
NOBODY = (0, 0, 0)


def count_opinion(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 19B, 19C: the lists as they stand after this turn's orders count, and the world learns the sums (BP HR-60)."""
    if chosen(position.start.options, "opinion") != "on":
        return position, []
    players = {p: _lapsed(player) for p, player in position.players.items()}
    sums = tally(players)
    rows = [[p, good, bad, net] for p, (good, bad, net) in sums.items()]
    events = [Event("world-opinion", "all", {"players": rows})]
    opinion = {p: net for p, (_, _, net) in sums.items() if net}
    return replace(position, players=players, opinion=opinion), events


def tally(players: Mapping[int, Player]) -> dict[int, tuple[int, int, int]]:
    """BP 19C: for each player how many list him good, how many bad, and what that changes at home."""
    sums = {p: [0, 0, 0] for p in players}
    for player in players.values():
        for place, sign, listed in ((0, 1, player.good), (1, -1, player.bad)):
            for q, weight in zip(listed, WEIGHTS, strict=True):
                if q in sums:
                    sums[q][place] += 1
                    sums[q][2] += sign * weight
    return {p: (good, bad, net) for p, (good, bad, net) in sums.items()}


def _lapsed(player: Player) -> Player:
    """BP 19A: who has dropped out lists nobody any more."""
    if player.dropped and (player.good, player.bad) != (NOBODY, NOBODY):
        return replace(player, good=NOBODY, bad=NOBODY)
    return player


def ease_missiles(position: Position, orders: Orders, dice: Dice) -> tuple[Position, list[Event]]:
    """BP 23B: the first missile that is fired makes missile research easier for most, from the next turn on."""
    if position.world.launched or not position.salvos or chosen(position.start.options, "launch") != "eases":
        return position, []
    players = {p: _eased(player, p, position.world, orders.rules) for p, player in position.players.items()}
    countries = position.start.countries  # all read from where missiles came; who controls a minor is secret (BP 14)
    known = {salvo.player for salvo in position.salvos if countries[salvo.origin].occupier == salvo.player}
    world = World(position.world.homes, True)
    return replace(position, players=players, world=world), [Event("first-launch", "all", {"by": sorted(known)})]


def _eased(player: Player, p: int, world: World, rules: Rules) -> Player:
    """BP 23B, HR-67: a power's own ease after the launch goes before that of its class; nobody's gets less."""
    means = means_of(rules, powers_of(world, rules, p))
    ease = hundredths(next((row.launch for row in reversed(means) if row.launch), "0"))
    return replace(player, ease={**player.ease, "M": max(ease, player.ease.get("M", 0))}) if means else player

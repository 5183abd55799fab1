"""The resolver of Battle Plan: the sequence of play, read from top to bottom."""

from collections.abc import Callable, Mapping
from functools import partial

from pbm.core.dice import Dice
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import Parsed
from pbm.rules.battle_plan.resolve.administration import administer
from pbm.rules.battle_plan.resolve.builds import build, recover
from pbm.rules.battle_plan.resolve.close import close, report, settle, settle_sight
from pbm.rules.battle_plan.resolve.income import blockade, collect
from pbm.rules.battle_plan.resolve.land import fight_on_land
from pbm.rules.battle_plan.resolve.land.border import meet_at_borders
from pbm.rules.battle_plan.resolve.money import pay, persuade, send_spies
from pbm.rules.battle_plan.resolve.moves import move, set_out
from pbm.rules.battle_plan.resolve.popularity import change_home, change_minors, revolt
from pbm.rules.battle_plan.resolve.position import Orders, Position, gather, opened
from pbm.rules.battle_plan.resolve.returns import change_hands, come_home, counter_attack
from pbm.rules.battle_plan.resolve.sea import fight_at_sea
from pbm.rules.battle_plan.resolve.spies import hunt_spies
from pbm.rules.battle_plan.resolve.world import count_opinion, ease_missiles
from pbm.rules.battle_plan.state import State
from pbm.rules.common.sequence import Phased, Told, acted, play, tell

Phase = Callable[[Position, Orders, Dice], tuple[Position, Told]]

# Rule number, printed name, function: the book's steps BP 9.1 to 9.8, the rest placed by BP HR-10.
SEQUENCE: tuple[tuple[str, str, Phase], ...] = (
    ("8", "Declarations, permits, sharing, standing orders", administer),
    ("9.1", "Moving forces move", move),
    ("9.1", "Attackers and supporters set out", set_out),
    ("9.2", "Industry builds", build),
    ("5F", "Suppressed pools recover", recover),
    # Until here no die is rolled. Money moves no unit and builds none, so that it may as well be paid now.
    ("5A", "Gifts, research and training are paid", pay),
    ("5D", "Propaganda is paid", persuade),
    ("6B", "Spies and counterspies are sent", send_spies),
    ("9.3a", "Armies meet at the borders", meet_at_borders),
    ("9.3", "Land combat", fight_on_land),
    ("9.4", "Sea combat", fight_at_sea),
    ("9.5", "Survivors return", come_home),
    ("9.6", "Counter-attacks", counter_attack),
    ("9.7", "What was conquered changes hands", change_hands),
    ("19B", "World opinion is counted", count_opinion),
    ("3B", "Popularity in minors", change_minors),
    ("3A", "Popularity at home", change_home),
    ("3A", "Revolutions", revolt),
    ("6C", "Spies are hunted", hunt_spies),
    ("6A", "Who sees what", settle_sight),  # nothing moves any more; what an account tells hangs on it
    ("5F.1", "Blockades", blockade),
    ("9.8", "Income", collect),
    ("5B", "Research and training take effect", settle),
    ("23B", "The first missile of a game eases research", ease_missiles),
    ("14", "Battles are reported", report),
    ("1A", "Who is out", close),
)


NO_DICE = Dice(b"", "", 0)
OPENING = 5  # phases in which nothing is left to chance

_LAST: list[tuple[State, Mapping[int, Parsed], Rules, Orders, Position, list[Phased]]] = []


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """BP 9: one turn, phase by phase. Raises nothing for any card: `parsed` holds legal orders only."""
    orders, position, opening = _opening(state, parsed, rules)
    position, phases = play(SEQUENCE[OPENING:], position, orders, dice)
    phases = [*opening, *phases]
    closed = State(
        turn=state.turn + 1,
        options=state.options,
        countries=position.countries,
        seas=position.seas,
        players=position.players,
        world=position.world,
    )
    return Resolution(closed, partial(tell, phases), partial(acted, phases))


def _opening(state: State, parsed: Mapping[int, Parsed], rules: Rules) -> tuple[Orders, Position, list[Phased]]:
    """The phases before the first die. Those of the last call are kept: the same turn under many seeds
    begins alike.
    """
    if _LAST and all(a is b for a, b in zip(_LAST[0], (state, parsed, rules), strict=False)):
        return _LAST[0][3:]
    orders = gather(parsed, rules, state.options)
    position, phases = play(SEQUENCE[:OPENING], opened(state), orders, NO_DICE)
    _LAST[:] = [(state, parsed, rules, orders, position, phases)]
    return _LAST[0][3:]

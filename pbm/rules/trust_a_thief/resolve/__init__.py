"""The resolver of Trust a Thief: the sequence of a turn, read from top to bottom (TT 6)."""

from collections.abc import Callable, Mapping
from functools import partial

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import Parsed
from pbm.rules.common.sequence import acted, play, tell
from pbm.rules.trust_a_thief.resolve.buy import build, buy_units, file_orders, send_caravans
from pbm.rules.trust_a_thief.resolve.close import close, report
from pbm.rules.trust_a_thief.resolve.disband import disband
from pbm.rules.trust_a_thief.resolve.land import change_hands, fight_on_land
from pbm.rules.trust_a_thief.resolve.march import march
from pbm.rules.trust_a_thief.resolve.position import Orders, Position, gather, opened
from pbm.rules.trust_a_thief.resolve.sea import fight_at_sea, sail
from pbm.rules.trust_a_thief.resolve.trade import collect, fall, keep, trade
from pbm.rules.trust_a_thief.state import State

Phase = Callable[[Position, Orders, Dice], tuple[Position, list[Event]]]

# Rule number, printed name, function: the steps 1 to 9 of TT 6, and what goes with them.
SEQUENCE: tuple[tuple[str, str, Phase], ...] = (
    ("8", "Standing orders are put on file", file_orders),
    ("6.2", "1. Units are disbanded", disband),
    ("2.3", "2. Armies and fleets are bought", buy_units),
    ("5.1", "2. Caravans and escorts are bought and leave", send_caravans),
    ("6.1", "3. Structures are built", build),
    ("3.2", "4. Ships move", sail),
    ("4.1", "5. Sea battles", fight_at_sea),
    ("3.1", "6. Armies move, board and go ashore", march),
    ("4.2", "7. Land battles", fight_on_land),
    ("3.6", "7. Provinces are captured and claimed", change_hands),
    ("7.3", "7. Who is out", fall),
    ("2.1", "8. Tax", collect),
    ("5.4", "8. Caravans and theft", trade),
    ("2.3", "9. Upkeep", keep),
    ("7.2", "Accounts", report),
    ("7.3", "The end of the game", close),
)


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """TT 6, 3.4: one turn, step by step; without a card standing orders alone act (TT 6.3, T30). Raises nothing for any
    card: `parsed` holds legal orders only.
    """
    orders = gather(parsed, rules)
    position, phases = play(SEQUENCE, opened(state), orders, dice)
    closed = State(
        turn=state.turn + 1,
        options=state.options,
        nations=position.nations,
        provinces=position.provinces,
        fleets=position.fleets,
        leader=position.leader,
        ended=position.ended,
    )
    return Resolution(closed, tell(phases), partial(acted, phases))

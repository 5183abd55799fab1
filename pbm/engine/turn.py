"""One turn of any game: cards in, next position, events and printouts out. Pure.

Here alone a turn's cards are parsed and its printouts made, each of the view of one player: elsewhere a view is made
for him whose card is checked, or who gets it as a file. The engine adds missing cards and faults to the events here,
so that no system can forget them.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each, only
from pbm.core.printout import Printout
from pbm.core.series import Series, joined
from pbm.engine.system import Rules, Sheet, System
from pbm.orders.form import OrderLine, Parsed

Cards = Mapping[int, tuple[OrderLine, ...] | None]
"""The order lines of each player's card; a player who sent none is absent or None."""


class Played(msgspec.Struct, frozen=True):
    """A resolved turn: the next state, all that happened, and how each card was read."""

    state: Any
    events: tuple[Event, ...]
    parsed: dict[int, Parsed]


def check(system: System, rules: Rules, state: Any, player: int, lines: tuple[OrderLine, ...] | None) -> Parsed:
    """How the player's card reads against what he knows."""
    return system.parse(lines, system.view(state, player, rules), rules)


def house_card(system: System, rules: Rules, state: Any, player: int, dice: Dice) -> str:
    """The orders that the house gives for a player, who knows what his view says and nothing else."""
    return system.house(system.view(state, player, rules), rules, dice)


def play(system: System, rules: Rules, state: Any, cards: Cards, dice: Dice, *, nmr_public: bool = True) -> Played:
    """Resolve one turn. Every living player is parsed, with a card or (NMR) on standing orders alone."""
    parsed = {p: check(system, rules, state, p, cards.get(p)) for p in system.course.living(state)}
    resolution = system.resolve(state, parsed, dice, rules)
    events = [*card_events(system, state, parsed, nmr_public=nmr_public), *resolution.events]
    return Played(resolution.state, tuple(events), parsed)


def card_events(system: System, state: Any, parsed: Mapping[int, Parsed], *, nmr_public: bool) -> list[Event]:
    """The engine's own events: who sent no card though it was waited for, and the faults of those who did.

    A missed turn is news of those alone of whom the world knows that they still play: of others it would tell that.
    """
    events = []
    awaited = system.course.awaited(state)
    in_sight = (system.course.in_sight or system.course.awaited)(state) if nmr_public else ()
    for player, card in sorted(parsed.items()):
        if not card.given and player in awaited:
            events.append(Event("nmr", "all" if player in in_sight else only([player]), {"player": player}))
        for fault in card.faults:
            facts = {
                "player": player,
                "line": fault.line,
                "column": fault.column,
                "text": fault.text,
                "fault_kind": fault.kind,
                "message": fault.message,
                "rule": fault.rule,
            }
            events.append(Event("fault", only([player]), facts))
    return events


def printouts(
    system: System,
    rules: Rules,
    state: Any,
    events: Iterable[Event],
    parsed: Mapping[int, Parsed],
    sheet: Sheet,
    viewers: Iterable[int],
) -> dict[int, Printout]:
    """The printout of each viewer after the turn; viewer 0 is the public."""
    readers = tuple(viewers)
    heard = heard_by_each(events, readers)
    fresh = replace(sheet, drawer={})
    return {
        viewer: system.printout(system.view(state, viewer, rules), heard[viewer], parsed.get(viewer), rules, fresh)
        for viewer in readers
    }


def figures(
    system: System, rules: Rules, state: Any, events: Iterable[Event], viewers: Iterable[int]
) -> tuple[Series, ...]:
    """The figures of charts that these viewers know together after the turn; viewer 0 is the public."""
    readers = tuple(viewers)
    heard = heard_by_each(events, readers)
    return joined(system.series(system.view(state, v, rules), heard[v], rules) for v in readers)

"""The resolver of Gunboat Empires: the nineteen phases of a turn, read from top to bottom (GE 2.4)."""

from collections.abc import Callable, Mapping, Sequence

from pbm.core.dice import Dice
from pbm.core.events import Event
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import Parsed
from pbm.rules.common.sequence import work
from pbm.rules.gunboat_empires.resolve.administration import (
    bring_in,
    close,
    close_accounts,
    consume,
    produce,
    rank,
    set_prices,
)
from pbm.rules.gunboat_empires.resolve.campaign import Campaign
from pbm.rules.gunboat_empires.resolve.economy import STEPS, file_orders
from pbm.rules.gunboat_empires.resolve.founding import founded
from pbm.rules.gunboat_empires.resolve.moves import deploy, march, sail
from pbm.rules.gunboat_empires.resolve.phase2 import fight_by_sea
from pbm.rules.gunboat_empires.resolve.phase4 import fight_by_land
from pbm.rules.gunboat_empires.state import State

Phase = Callable[[Campaign], None]

SEQUENCE: tuple[tuple[str, str, Phase], ...] = (
    *STEPS,
    ("6", "M1 Rapid deployment", deploy),
    ("7", "M2 Air/navy combat", fight_by_sea),
    ("12.1", "M3 Air/navy movement", sail),
    ("9.6", "M4 Air/army combat", fight_by_land),
    ("12.3", "M5 Air/army movement", march),
    ("13.1", "A1 Production", produce),
    ("13.2", "A2 Consumption", consume),
    ("13.4", "A3 Imports", bring_in),
    ("24", "Accounts", close_accounts),
    ("14.1", "W1 Market prices", set_prices),
    ("14.2", "W2 Rankings", rank),
    ("14", "Who is out, and the end", close),
)


SILENT = (file_orders, produce)
"""Phases that tell nothing, and roll no die."""
TOLD = (close_accounts, rank)
"""Phases that change nothing: they are worked out when somebody asks what happened."""


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """GE 2.4, 2.5: one turn, phase by phase, each finished for all before the next begins."""
    if state.setup:
        return Resolution(founded(state, parsed), ())
    campaign = Campaign(state, parsed, dice)
    late: list[tuple[int, Phase]] = []
    for _, name, phase in SEQUENCE:
        if phase in TOLD:
            late.append((len(campaign.events), phase))
            campaign.acted.add(name)
        else:
            work(name, phase, campaign)
    after = campaign.closed({player: card.given for player, card in parsed.items()})
    return Resolution(after, lambda: _happened(campaign, late), lambda: frozenset(campaign.acted))


def _happened(campaign: Campaign, late: Sequence[tuple[int, Phase]]) -> tuple[Event, ...]:
    """All events, those of the late phases at their places."""
    events = campaign.events
    for at, phase in reversed(late):
        campaign.events = []
        phase(campaign)
        events[at:at] = campaign.events
    campaign.events = events
    return tuple(events)

"""A week of Naval Warfare, phase by phase (NW 3).

campaign: the week in play; diplomacy, pay, happenings, works (with dockyard and squadrons), groups, days (with
contacts, strikes and battle), embargo and week_end: the phases.
"""

from collections.abc import Callable, Mapping

from pbm.core.dice import Dice
from pbm.engine.system import Resolution, Rules
from pbm.orders.form import Parsed
from pbm.rules.common.sequence import work
from pbm.rules.naval_warfare.resolve.campaign import Campaign
from pbm.rules.naval_warfare.resolve.days import sail
from pbm.rules.naval_warfare.resolve.diplomacy import diplomacy
from pbm.rules.naval_warfare.resolve.groups import muster
from pbm.rules.naval_warfare.resolve.happenings import event
from pbm.rules.naval_warfare.resolve.pay import pay
from pbm.rules.naval_warfare.resolve.week_end import end
from pbm.rules.naval_warfare.resolve.works import works
from pbm.rules.naval_warfare.state import State

SEQUENCE: tuple[tuple[str, str, Callable[[Campaign], None]], ...] = (
    ("3.1", "Diplomacy", diplomacy),
    ("3.2", "Pay", pay),
    ("3.3", "Event of the week", event),
    ("3.4", "Works", works),
    ("4.10", "Groups", muster),
    ("3.5", "The seven days", sail),
    ("3.6", "End of the week", end),
)


def resolve(state: State, parsed: Mapping[int, Parsed], dice: Dice, rules: Rules) -> Resolution:
    """NW 1.1, 3: one week; cards may come in any order."""
    campaign = Campaign(state, parsed, dice, rules)
    for _, name, phase in SEQUENCE:
        work(name, phase, campaign)
    return Resolution(campaign.state, tuple(campaign.events), lambda: frozenset(campaign.acted))

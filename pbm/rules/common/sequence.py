"""A turn, phase by phase: each takes the position and says what happened."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from pbm.core.dice import Dice
from pbm.core.events import Event

Position = TypeVar("Position")
Orders = TypeVar("Orders")
Told = Sequence[Event | Callable[[], list[Event]]]
"""What happened in a phase; a function tells it when somebody asks."""


class Phased(NamedTuple):
    """A phase that was played: its printed name, the position before and after it, what it told, how many dice."""

    name: str
    before: Any
    after: Any
    told: Told
    rolls: int


def play(
    sequence: Iterable[tuple[str, str, Callable[[Position, Orders, Dice], tuple[Position, Told]]]],
    position: Position,
    orders: Orders,
    dice: Dice,
) -> tuple[Position, list[Phased]]:
    """The position after these phases (rule number, printed name, function), and what happened, in order."""
    phases = []
    for _, name, phase in sequence:
        before, rolls = position, dice.rolls
        position, told = phase(position, orders, dice)
        phases.append(Phased(name, before, position, told, dice.rolls - rolls))
    return position, phases


def tell(phases: Iterable[Phased]) -> tuple[Event, ...]:
    """All events, those told when somebody asks included."""
    return tuple(event for phase in phases for event in _events(phase.told))


def acted(phases: Iterable[Phased]) -> frozenset[str]:
    """The names of the phases in which something was told or changed, or a die was rolled."""
    return frozenset(it.name for it in phases if it.rolls or _events(it.told) or it.before != it.after)


def _events(told: Told) -> list[Event]:
    events: list[Event] = []
    for event in told:
        events += [event] if isinstance(event, Event) else event()
    return events


class Working(Protocol):
    """A position that phases change: what was told so far, its dice, the names of the phases that did something."""

    events: list[Event]
    dice: Dice
    acted: set[str]


Work = TypeVar("Work", bound=Working)


def work(name: str, phase: Callable[..., None], campaign: Work, *others: object) -> None:
    """Play a phase that changes the position itself; it did something where it told of it or rolled a die."""
    told, rolls = len(campaign.events), campaign.dice.rolls
    phase(campaign, *others)
    if len(campaign.events) > told or campaign.dice.rolls > rolls:
        campaign.acted.add(name)

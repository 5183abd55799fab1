"""A turn, phase by phase: each takes the position and says what happened."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from pbm.core.dice import Dice
from pbm.core.events import Event

Position = TypeVar("Position")
Orders = TypeVar("Orders")
Told = Sequence[Event | Callable[[], list[Event]]]
"""What happened in a phase; a function tells it when somebody asks."""


def play(
    sequence: Iterable[tuple[str, str, Callable[[Position, Orders, Dice], tuple[Position, Told]]]],
    position: Position,
    orders: Orders,
    dice: Dice,
) -> tuple[Position, list[Event | Callable[[], list[Event]]]]:
    """The position after these phases (rule number, printed name, function), and what happened, in order."""
    told: list[Event | Callable[[], list[Event]]] = []
    for _, _, phase in sequence:
        position, happened = phase(position, orders, dice)
        told += happened
    return position, told


def tell(told: Told) -> tuple[Event, ...]:
    """All events, those told when somebody asks included."""
    events: list[Event] = []
    for event in told:
        events += [event] if isinstance(event, Event) else event()
    return tuple(events)

"""What a printout of any system works from: one viewer's material for one turn."""

from collections.abc import Callable, Hashable, Mapping, MutableMapping
from typing import Any, Protocol, TypeVar

from pbm.core.events import Heard
from pbm.engine.system import Rules, Sheet
from pbm.orders.form import Parsed

T = TypeVar("T")
Text = Callable[[dict[str, Any]], str]
NewsRow = tuple[str, Text, Text, str, str]
"""A row of wording.toml: label; lead and rest, as functions that fill in the fields; the rule; what it is between two
players, as `Item` has it.
"""


class Readout(Protocol):
    """What each system's own record of that has: what its viewer may know, what he heard, and his card as read."""

    view: Any
    by_kind: Heard
    parsed: Parsed | None
    rules: Rules
    sheet: Sheet

    @property
    def wording(self) -> Mapping[str, NewsRow]:
        """The rows of news, by kind."""


def made_once(drawer: MutableMapping[Any, Any], key: Hashable, make: Callable[..., T], *args: Any) -> T:
    """What is made of these, kept in the drawer for all readers of the turn: of public facts alone, or filed under the
    facts of an event that its readers see. Whoever adds to it copies it.
    """
    if key not in drawer:
        drawer[key] = make(*args)
    made: T = drawer[key]
    return made

"""Weeks of Naval Warfare as a scenario file would write them, played for the tests."""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from pbm.cases.played import play
from pbm.cases.setup import Scenario, Then, set_up
from pbm.core.events import Event
from pbm.engine.turn import Played
from pbm.rules.naval_warfare.state import State

SEATS = {1: "14", 2: "25", 3: "16"}
"""Mirrane, Xanthe, Ostvik; home ports MIA in 2306, XAA in 2310, OSA in 3209."""
PAY = 1045
"""Dollars in hand after the pay of week 2: 950 and 95."""


BUILD = {"build/*": 3, "build/1.7/special/*": 4, "build/1.8/special/*": 4}
"""A cruiser with retro-rudders, 55 dollars of funds, captain 3, 3 in all stats, 16 hit points, shields 3."""
ALL_HELD: dict[str, Any] = {f"XA{letter}": {"owner": 1} for letter in "ABC"}
"""Country 1 has all ports of country 2."""


class Weeks:
    """What came of some weeks: states and events, the first week at 0; faces: what each die of a week showed."""

    def __init__(self, turns: Iterable[Played], faces: Iterable[Mapping[str, tuple[int, int]]]) -> None:
        self.turns, self.faces = tuple(turns), tuple(faces)

    @property
    def state(self) -> State:
        """The position after the last week."""
        found: State = self.turns[-1].state
        return found

    def after(self, week: int) -> State:
        """The position after a week."""
        found: State = self.turns[week].state
        return found

    def events(self, kind: str, week: int = -1) -> list[Event]:
        """The events of a kind, of the last week if none is named."""
        return [event for event in self.turns[week].events if event.kind == kind]

    def facts(self, kind: str, week: int = -1) -> list[Mapping[str, Any]]:
        """Their facts."""
        return [event.facts for event in self.events(kind, week)]

    def money(self) -> list[int]:
        """In hand, country by country."""
        return [country.money for _, country in sorted(self.state.countries.items())]

    def failed(self, week: int = -1) -> list[str]:
        """Why orders failed; faults of the cards too, by their sentences."""
        told = [*self.facts("fault", week), *self.facts("order-failed", week)]
        return [str(facts.get("reason", facts.get("message"))) for facts in told]


def weeks(
    *cards: Mapping[int, str],
    given: Mapping[str, Any] | None = None,
    dice: Mapping[str, int] | None = None,
    then: Iterable[Mapping[str, int]] = (),
    seats: Mapping[int, str] | None = None,
    options: Mapping[str, str] | None = None,
    variant: str = "level",
    seed: bytes = b"\0",
) -> Weeks:
    """One week for each of `cards` (who is not in it sends PASS) from week 2 on, or from `turn` of `given`. dice: the
    pins of the first week, then: those of the later ones. Without `options` no event happens.
    """
    homes = dict(seats or SEATS)
    texts = [{p: written.get(p, "PASS") for p in homes} for written in cards or ({},)]
    pins = [*then, *({} for _ in texts)]
    scenario = Scenario(
        system="naval-warfare",
        variant=variant,
        seats=homes,
        seed=seed.hex(),
        options=dict(options if options is not None else {"events": "off"}),
        given={"turn": 1, **(given or {})},
        dice=dict(dice or {}),
        cards=texts[0],
        then=tuple(Then(cards=text, dice=dict(pin)) for text, pin in zip(texts[1:], pins, strict=False)),
    )
    ready = set_up(scenario)
    outcome = play(ready, ready.seed)
    return Weeks(outcome.turns, outcome.faces)


def ship(hull: int = 3, weapons: str = "N", **more: Any) -> dict[str, Any]:
    """A ship of 20 hit points with shields 0, captain 7 and 3 in all stats."""
    return {"hull": hull, "max": 20, "weapons": weapons, "shields": 0, **more}


def country(p: int, **more: Any) -> dict[str, Any]:
    """What is given of one country."""
    return {"countries": {str(p): more}}


def merged(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """One given position laid over another."""
    found = deepcopy(dict(one))
    for key, value in other.items():
        there = found.get(key)
        found[key] = merged(there, value) if isinstance(there, dict) and isinstance(value, dict) else value
    return found


def at_war(p: int = 1, q: int = 3) -> dict[str, Any]:
    """Two countries at war."""
    return {"countries": {str(p): {"war": [q]}, str(q): {"war": [p]}}}

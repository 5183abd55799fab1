"""The registry: each rule system by name. A system is imported when a game needs it."""

from importlib import import_module

from pbm.engine.system import System
from pbm.errors import PbmError

SYSTEMS = {
    "battle-plan": "pbm.rules.battle_plan",
    "trust-a-thief": "pbm.rules.trust_a_thief",
    "gunboat-empires": "pbm.rules.gunboat_empires",
    "empire-deluxe": "pbm.rules.empire_deluxe",
    "naval-warfare": "pbm.rules.naval_warfare",
}

FIRST = next(iter(SYSTEMS))
"""What a command means that names no system."""


def system(name: str) -> System:
    """The rule system of that name; PbmError names the known ones."""
    if name not in SYSTEMS:
        raise PbmError(f"There is no rule system {name!r}; known are: {', '.join(sorted(SYSTEMS))}.")
    found: System = import_module(SYSTEMS[name]).SYSTEM
    return found

"""What a variant may set beside its map and its numbers: the options of the world games (BP 18 to 24).

A state keeps those that are not the usual ones, so that every function of a game can ask.
"""

from collections.abc import Mapping

OPTIONS: dict[str, tuple[str, ...]] = {
    "end": ("land", "allies", "turns"),  # BP 1A: one occupier left, 22D: all allies, 23D and 24B: so many turns
    "turns": ("25", "5", "10", "12", "15", "20", "30", "40", "50"),  # how many (BP HR-57)
    "score": ("land", "industry", "objectives", "countries"),  # who wins: BP 1A, 22D, 23D, 24B
    "names": ("shown", "hidden"),  # BP 21A: no names anywhere
    "opinion": ("off", "on"),  # BP 19
    "first": ("open", "quiet"),  # BP 22B: no attacks on turn 1
    "homes": ("open", "immune"),  # BP 24A: nobody attacks another player's start country
    "air": ("tactical", "strategic"),  # BP 23A
    "antimissiles": ("on", "off"),  # BP 23C
    "missiles": ("map", "air"),  # BP 23B: how far they fly
    "launch": ("plain", "eases"),  # BP 23B: the first missile eases research
    "ice": ("open", "closed"),  # BP 18B: planes over the icepack
}
"""Each option with what it may be; the usual choice stands first."""


def chosen(options: Mapping[str, str], name: str) -> str:
    """What an option is: as set, else the usual."""
    return options.get(name) or OPTIONS[name][0]

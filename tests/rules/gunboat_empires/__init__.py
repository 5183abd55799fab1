"""Gunboat Empires: cards and positions of games of 28."""

from pbm.engine.system import Seat
from pbm.rules.gunboat_empires import SYSTEM
from pbm.rules.gunboat_empires.variant import VARIANTS, load

RULES = load(VARIANTS[0], {})
SEATS = tuple(Seat(number, f"{number:02}", f"Seat {number}") for number in range(1, 29))

__all__ = ("RULES", "SEATS", "SYSTEM")

"""The system, and seats for its games."""

from pbm.engine.system import Seat
from pbm.rules.empire_deluxe import SYSTEM
from pbm.rules.empire_deluxe.setup import SEATS

HOMES = tuple(Seat(number, home, f"Seat {number}") for number, home in enumerate(SEATS, 1))

__all__ = ["HOMES", "SYSTEM"]

"""Pieces of work that tests give to workers."""

import os
import time

from pbm.errors import PbmError


def squared(common: int, piece: int) -> int:
    """The piece's square, so many times."""
    return common * piece * piece


def slow(common: int, piece: int) -> int:
    """The same, after a while."""
    time.sleep(0.1)
    return common * piece * piece


def wrong(common: int, piece: int) -> int:
    """A mistake of the operator's."""
    raise PbmError(f"Piece {piece} is wrong.")


def deadly(common: int, piece: int) -> int:
    """Ends the worker."""
    os._exit(3)

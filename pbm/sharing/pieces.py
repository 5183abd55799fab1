"""Pieces of work: each is worked out by a function from what all have in common and from what is its own."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Common = TypeVar("Common")
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Sharer(Protocol):
    """Whoever does pieces of work."""

    def each(
        self, task: Callable[[Common, Piece], Result], common: Common, pieces: Iterable[Piece]
    ) -> Iterator[tuple[Piece, Result]]:
        """Every piece once, with what `task` makes of it, in the order in which they are done. `task` is a function of
        a module; `common` and pieces are plain data. PbmError where the work cannot be done to the end.
        """


class Alone:
    """All pieces one after another, in this process."""

    def each(
        self, task: Callable[[Common, Piece], Result], common: Common, pieces: Iterable[Piece]
    ) -> Iterator[tuple[Piece, Result]]:
        """As of Sharer; in the order of the pieces."""
        for piece in pieces:
            yield piece, task(common, piece)

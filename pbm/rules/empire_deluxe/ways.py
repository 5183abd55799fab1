"""ED 8.10: ways over the squares that a player knows, as levels of sets: those a step from the goal, two steps, ..."""

from collections.abc import Callable

from pbm.rules.empire_deluxe.board import Bits, Squares


class Routes:
    """All ways to one goal over some squares. Found level by level, as far as somebody asks."""

    def __init__(self, board: Squares, goal: int, open_squares: Bits) -> None:
        self.board, self.goal = board, goal
        self.passable = open_squares | 1 << goal
        self.within = [1 << goal]  # by number of steps, the squares from which so many are enough
        self.is_whole = False
        self.known: dict[int, int | None] = {}  # what steps has found

    def steps(self, square: int) -> int | None:
        """How many steps there are from an open square; None where no way leads."""
        if square not in self.known:
            self.known[square] = self._steps(square)
        return self.known[square]

    def _steps(self, square: int) -> int | None:
        if not self.passable >> square & 1:
            return None
        while not self.is_whole and not self.within[-1] >> square & 1:
            self._grow()
        if not self.within[-1] >> square & 1:
            return None
        low, high = 0, len(self.within) - 1
        while low < high:
            middle = (low + high) // 2
            if self.within[middle] >> square & 1:
                high = middle
            else:
                low = middle + 1
        return low

    def from_here(self, square: int) -> int | None:
        """The same of any square, such as that of a ship whose passenger goes ashore."""
        if self.passable >> square & 1:
            return self.steps(square)
        found = [it for there in self.board.near(square) if (it := self.steps(there)) is not None]
        return min(found) + 1 if found else None

    def _grow(self) -> None:
        last = self.within[-1]
        wider = self.board.spread(last) & self.passable | last
        if wider == last:
            self.is_whole = True
        else:
            self.within.append(wider)

    def next(self, square: int) -> tuple[int | None, list[int], list[int]]:
        """How many steps there are, and the squares next to this one that are nearer to the goal, and those that are as
        near; the straighter ones first, then N NE E SE S SW W NW.
        """
        here = self.from_here(square)
        if not here:
            return here, [], []
        while not self.is_whole and len(self.within) <= here:
            self._grow()
        near = self.board.near(square)
        first = min(near)
        rows = (1 << max(near) - first + 1) - 1  # two short numbers in place of whole maps
        closer = self.within[here - 1] >> first & rows
        level = self.within[min(here, len(self.within) - 1)] >> first & rows & ~closer
        ranked = sorted((self.board.straight(there, self.goal), turn, there) for turn, there in enumerate(near))
        nearer = [there for _, _, there in ranked if closer >> there - first & 1]
        return here, nearer, [there for _, _, there in ranked if level >> there - first & 1]


def nearest(
    board: Squares, start: int, passable: Bits, goals: Bits, rank: Callable[[int], tuple[int, ...]] | None = None
) -> int | None:
    """The goal with the fewest steps from a square, over passable squares; of several the first by rank, row, column.
    Goals need not be passable. None where no way leads to any.
    """
    if goals >> start & 1:
        return start
    seen = edge = 1 << start
    while edge:
        edge = board.spread(edge) & ~seen
        found = edge & goals
        if found:
            squares = list(board.squares(found))
            return min(squares, key=lambda square: (rank(square), square)) if rank else squares[0]
        edge &= passable
        seen |= edge
    return None

"""What spaces a card's reader knows of, and which of them a wrong one may be meant for. As composer/spaces.js.

Nothing here names a place that the player's kit does not.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from pbm.core.grid import square_at, square_name
from pbm.core.printout import Kit, KitPlace
from pbm.orders.operands import Layer
from pbm.orders.table import OrderTable

MOST_COMPARED = 30_000
"""So many codes and forms are held against the wrong tokens of a card: a card of wrong tokens on a large map would
keep the moderator waiting. Later ones are faulted as well, without what is nearest.
"""


class Spaces:
    """The spaces of one kit; lives as long as the reading of one card."""

    def __init__(self, table: OrderTable, kit: Kit) -> None:
        self.table, self.kit = table, kit
        self.founded: dict[str, KitPlace] = {}  # by what stands behind @; this card's own
        self.compared = 0
        self.found: dict[tuple[str, str], list[str]] = {}

    def place(self, code: str) -> KitPlace | None:
        """The place that a heading opens."""
        return self.kit.places.get(code) or self.founded.get(code)

    def held(self, sign: str) -> list[str]:
        """The places whose headings begin with that sign."""
        return [code for code in (*self.kit.places, *self.founded) if code.startswith(sign)]

    def at_most(self, most: int | str) -> int:
        """A number, or the kit's figure of that name."""
        return most if isinstance(most, int) else self.kit.figures.get(most, 0)

    @cached_property
    def codes(self) -> frozenset[str]:
        """All codes that the kit lists."""
        return frozenset(self.kit.codes)

    def known(self, code: str) -> bool:
        """Whether there is such a space."""
        return code in self.codes or self.square(code) is not None

    def square(self, code: str) -> tuple[int, int] | None:
        """Column and row of a square of the board, or of a site on it, from 0; None where there is none."""
        board = self.kit.board
        if board is None:
            return None
        at = square_at(board.sites[code][0] if code in board.sites else code)
        return at if at and at[0] < board.width and at[1] < board.height else None

    def terrain(self, code: str) -> str:
        """The sign of a square as far as it is known; a blank where it is not."""
        at, board = self.square(code), self.kit.board
        return board.rows[at[1]][at[0]] if at and board else " "

    def layer(self, unit: str) -> Layer | None:
        """Where a kind of unit goes."""
        return next((layer for layer in self.table.layers.values() if unit in layer.units), None)

    @cached_property
    def last(self) -> str:
        """The last square of the board."""
        board = self.kit.board
        return square_name(board.width - 1, board.height - 1) if board else ""

    @cached_property
    def _names(self) -> list[tuple[str, str]]:
        """What the spaces are called, in capitals and letters alone, each with its code; sorted."""
        names = self.kit.names
        return sorted((re.sub("[^A-Z]", "", name.upper()), code) for code, name in names.items())

    def by_name(self, text: str) -> list[str]:
        """The codes of the spaces whose names begin with this text, letters alone; of a whole name its code alone."""
        if len(text) < 2:
            return []
        start, end = bisect_left(self._names, (text, "")), bisect_left(self._names, (text + "\x7f", ""))
        found = self._names[start:end]
        return sorted(code for name, code in found if name == text) or sorted(code for _, code in found)

    def named(self, text: str) -> list[str]:
        """The codes of the spaces that are called just so, letters alone."""
        start, end = bisect_left(self._names, (text, "")), bisect_left(self._names, (text + "\x00", ""))
        return [code for _, code in self._names[start:end]]

    def close(self, of: str, word: str, words: Sequence[str], most: int, least: float) -> list[str]:
        """Of the words those that look most like that one; none once the card had its share of looking. `of` names
        the words.
        """
        from difflib import get_close_matches  # good cards do not need it

        key = of, word
        if key not in self.found:
            if self.compared + len(words) > MOST_COMPARED:
                return []
            self.compared += len(words)
            self.found[key] = get_close_matches(word, words, most, least)
        return self.found[key]

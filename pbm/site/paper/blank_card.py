"""The card to fill in by hand: a row of boxes for each line of orders, which a typist can read."""

from collections.abc import Sequence

import msgspec

LABEL, BOX, TALL = 20, 6, 6.6  # mm: room of the place, a box, its height
STEP, FIRST = 8.6, 11.2  # mm: a row with the room above it, and one with a line of small print
WIDTHS = {"a4": 184, "letter": 190}  # mm between the margins
HEIGHTS = {"a4": 271, "letter": 253}
HEAD = 42  # mm of the first page above the rows
MOST = 2  # rows of a place where there is room
LEAST_FREE = 3  # rows for what is not foreseen


class CardRow(msgspec.Struct, frozen=True):
    """A row of boxes: what stands before it, and in small print over it."""

    label: str = ""
    note: str = ""


def card_rows(blank: Sequence[tuple[str, str]], paper: str) -> tuple[CardRow, ...]:
    """The rows of a card: of each place one or more, then free ones to the foot of the last page.

    `blank` has the headings with what stands there; its END is not for the hand.
    """
    places = [(order, note) for order, note in blank if order.startswith("@")]
    room = HEIGHTS[paper] - HEAD
    each = MOST if len(places) * (FIRST + (MOST - 1) * STEP) + LEAST_FREE * STEP <= room else 1
    rows = [CardRow(order if k == 0 else "", note if k == 0 else "") for order, note in places for k in range(each)]
    left: float = room
    for row in rows:
        tall = FIRST if row.label else STEP
        left = (left if left >= tall else HEIGHTS[paper]) - tall
    return (*rows, *[CardRow()] * int(left // STEP)) if places else ()


def boxes(paper: str) -> tuple[int, int]:
    """How many boxes a row has, and the width of all of them in mm."""
    count = (WIDTHS[paper] - LABEL) // BOX
    return count, count * BOX


def comb(paper: str) -> str:
    """The drawing of a row's boxes; every fifth line is stronger, for the eye that counts."""
    count, wide = boxes(paper)
    thin = "".join(f"M{k * BOX} 0v{TALL}" for k in range(1, count) if k % 5)
    strong = "".join(f"M{k * BOX} 0v{TALL}" for k in range(5, count, 5))
    return (
        f'<svg viewBox="-0.2 -0.2 {wide + 0.4} {TALL + 0.4:.1f}" width="{wide + 0.4}mm" height="{TALL + 0.4:.1f}mm">'
        f'<path d="{thin}" fill="none" stroke="#777" stroke-width=".15"/>'
        f'<path d="{strong}M0 0h{wide}v{TALL}h-{wide}z" fill="none" stroke="#000" stroke-width=".25"/></svg>'
    )

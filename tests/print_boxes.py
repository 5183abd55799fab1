"""What lies over what on paper: `python -m tests.print_boxes [content/games]` lays every printout out and looks.

Takes all games of the folder, all turns, all players; a game in so many words is played by `tests.example_games`.
Ends with 1 where a text lies on a text or a drawing. A printout takes two seconds: an hour for a league of years.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pbm.publish.outgoing import own_renderer
from pbm.publish.paper import envelopes, readers
from pbm.site.paper.sheets import Envelope, Format, Printer
from pbm.store.folder import Folder
from pbm.store.play import GameTable, lay_table
from tests.shipped import CONTENT

COVERED = 0.3  # of the smaller: lines that stand close touch, for the box of a letter is taller than the letter
POINT = 0.75  # of a CSS pixel
SMALLEST = 4  # pixels of a box's side: what is smaller is a mark, such as the fold's


class Box(NamedTuple):
    """A text or a drawing on a page, in CSS pixels; words are "" for a drawing."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    words: str

    @property
    def area(self) -> float:
        """In square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    def __str__(self) -> str:
        return f"<{self.words}>" if self.words else f"a drawing of {self.right - self.left:.0f} pixels"


def boxes(document: Any) -> Iterator[Box]:
    """Texts and drawings as WeasyPrint has laid them out; what a drawing says is in its box."""
    from weasyprint.formatting_structure import boxes as kinds

    for number, page in enumerate(document.pages, 1):
        for box in page._page_box.descendants(placeholders=True):
            is_text = isinstance(box, kinds.TextBox) and box.text.strip()
            if not is_text and not isinstance(box, kinds.ReplacedBox):
                continue
            left, top = box.position_x, box.position_y
            if box.width >= SMALLEST and box.height >= SMALLEST:
                yield Box(number, left, top, left + box.width, top + box.height, box.text if is_text else "")


def overlaps(document: Any) -> list[str]:
    """A line for each pair of which one covers the other."""
    found = []
    before: list[Box] = []
    for box in sorted(boxes(document), key=lambda one: (one.page, one.top)):
        before = [one for one in before if one.page == box.page and one.bottom > box.top]
        for one in before:
            wide = min(one.right, box.right) - max(one.left, box.left)
            high = min(one.bottom, box.bottom) - box.top
            if wide > 0 and wide * high > COVERED * min(one.area, box.area):
                found.append(f"page {box.page}: {box} and {one}")
        before.append(box)
    return found


def laid_out(root: Path, table: GameTable, number: int, players: tuple[int, ...], paper: Any = "a4") -> Iterator[Any]:
    """Envelope by envelope of a turn: the player, and WeasyPrint's document."""
    printer = Printer(own_renderer(root, [table]), Format(paper), "en")
    made: list[Envelope] = envelopes(table, number, players)
    for envelope in made:
        yield envelope.printout.player, printer.laid_out(envelope)


def look(root: Path, game: str) -> int:
    """Tell of every turn of a game; how many overlaps there were."""
    table = lay_table(Folder(root, game))
    bad = 0
    for number in range(table.folder.last + 1):
        pages = 0
        for player, document in laid_out(root, table, number, readers(table, number, everybody=True)):
            told = overlaps(document)
            bad += len(told)
            pages += len(document.pages)
            for line in told[:5]:
                print(f"{game} T-{number} [{player}] {line}", flush=True)
        print(f"{game} T-{number}: {pages} pages", flush=True)
    return bad


def main() -> int:
    """All games of a content folder, by default the examples."""
    games = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else CONTENT / "games"
    bad = sum(look(games.parent.parent, path.name) for path in sorted(games.iterdir()) if path.is_dir())
    print(f"{bad} overlaps")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())

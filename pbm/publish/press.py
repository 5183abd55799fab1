"""Press as a part of printouts (14): what players wrote for all, and what somebody wrote for this player alone.

Who plays by mail or on paper sees no site; and what is for one player stands on no page of it.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.core.printout import Printout, Quote, Quotes, Section
from pbm.publish.comments import AFTER, placed, plain_text
from pbm.publish.prose import PRIVATE_PRESS, posts
from pbm.site.ink.markup import clean, tidy
from pbm.site.pages import Post
from pbm.store.folder import Folder
from pbm.store.play import GameTable

LONGEST_LINE = 120  # characters of a title or a name


def pieces_of(table: GameTable, number: int) -> tuple[Post, ...]:
    """The press of a turn, private pieces first; none where nobody may be known. Read once for as long as the folder is
    used.
    """
    if table.rules.nameless:
        return ()
    folder = table.folder
    return folder.cached(("press",), None, lambda: _read(folder)).get(number, ())


def with_press(printout: Printout, pieces: tuple[Post, ...]) -> Printout:
    """The printout with what its reader may read of these pieces, before the echo of his orders."""
    quotes = tuple(_quote(post, printout) for post in pieces if not post.to or printout.player in post.to)
    if not quotes:
        return printout
    alone = sum(1 for quote in quotes if quote.to)
    own = Section("press", "Press", (Quotes(quotes),), aside=f"{alone} to you" if alone else "")
    return replace(printout, sections=placed(printout.sections, own, AFTER))


def read_by(pieces: tuple[Post, ...], player: int) -> str:
    """All that a player reads of these pieces, to know whether it changed; nothing where there is none."""
    return "".join([repr(post) for post in pieces if not post.to or player in post.to])


def _read(folder: Folder) -> Mapping[int, tuple[Post, ...]]:
    found: dict[int, tuple[Post, ...]] = {}
    public = posts(folder.path / "press", numbered=True, press=True)
    private = posts(folder.path / PRIVATE_PRESS, numbered=True, press=True, private=True)
    for post in (*private, *public):
        found[post.turn] = (*found.get(post.turn, ()), post)
    return found


def _quote(post: Post, printout: Printout) -> Quote:
    """A piece as plain text; what nobody signed in a private piece is the moderator's."""
    others = len(post.to) - 1
    to = "" if not post.to else f"to you and {others} other{'s' * (others > 1)}" if others else "to you alone"
    by = clean(post.author)[:LONGEST_LINE]
    if post.to and not by and not post.player and not post.anonymous:
        by = "The moderator"
    texts = tuple(plain_text(tidy(post.markdown, "player")))
    return Quote(by, texts, clean(post.title)[:LONGEST_LINE], post.player, to)

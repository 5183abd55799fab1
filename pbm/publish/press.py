"""Press as a part of printouts (14): what players wrote for all, and what somebody wrote for this player alone.

Who plays by mail or on paper sees no site; and what is for one player stands on no page of it.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import filterfalse

from msgspec.structs import replace

from pbm.core.english import count, listed
from pbm.core.plain import LONGEST_LINE, clean, within_limits
from pbm.core.printout import Printout, Quote, Quotes, Section
from pbm.publish.comments import AFTER, placed, plain_text
from pbm.publish.prose import posts
from pbm.site.pages import Post
from pbm.store.folder import Folder
from pbm.store.play import GameTable
from pbm.store.press import PRIVATE_PRESS, readable


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
    own = [post for post in pieces if _is_for(post, printout.player)]
    if not own:
        return printout
    quotes = tuple(_quote(post, printout) for post in own)
    alone = sum(printout.player in post.to and not post.is_diary for post in own)
    section = Section("press", "Press", (Quotes(quotes),), aside=f"{alone} to you" if alone else "")
    return replace(printout, sections=placed(printout.sections, section, AFTER))


def read_by(pieces: tuple[Post, ...], player: int) -> str:
    """All that a player reads of these pieces, to know whether it changed; nothing where there is none."""
    return "".join([repr(post) for post in pieces if _is_for(post, player)])


def is_private(post: Post) -> bool:
    """Whether some players alone read a piece."""
    return bool(post.to)


def told_to_all(pieces: Iterable[Post], *, revealed: bool) -> list[Post]:
    """The pieces that the page of their turn has: those for all, and in a revealed game the diaries too."""
    title = "Diary: {}".format
    return [
        replace(post, to=(), title=title(post.title) if post.title else "Diary") if post.to else post
        for post in pieces
        if not post.to or (revealed and post.is_diary)
    ]


def _is_for(post: Post, player: int) -> bool:
    """Whether a player's printout has a piece: who wrote a signed one by card has a copy of it. Of an anonymous one
    there is none, because the printouts are open to all when the game is revealed.
    """
    return not post.to or player in post.to or (post.by_card and post.player == player)


def _read(folder: Folder) -> Mapping[int, tuple[Post, ...]]:
    found: dict[int, tuple[Post, ...]] = {}
    public = posts(folder.path / "press", numbered=True, press=True)
    held = posts(folder.path / PRIVATE_PRESS, numbered=True, press=True, private=True)
    for post in (*_kept_back(folder), *filter(is_private, held), *public, *filterfalse(is_private, held)):
        found[post.turn] = (*found.get(post.turn, ()), post)
    return found


def _kept_back(folder: Folder) -> Iterable[Post]:
    """What the moderator says to each whose press they keep back, in the printout of its turn: how many pieces, and
    nothing of what is in them, because that printout is open to all when the game is revealed.
    """
    kept = Counter((piece.turn, piece.player) for piece in readable(folder) if piece.held == "refused")
    for (turn, player), pieces in sorted(kept.items()):
        text = f"I kept back {count(pieces, 'piece', 'pieces')} of your press for this turn. Nobody else has read it."
        yield Post("", "Kept back", "", text, turn=turn, press=True, to=(player,))


def _quote(post: Post, printout: Printout) -> Quote:
    """A piece as plain text; what nobody signed in a private piece is the moderator's."""
    others = len(post.to) - 1
    to = "" if not post.to else f"to you and {others} other{'s' * (others > 1)}" if others else "to you alone"
    if post.is_diary:
        to = "your diary"
    elif post.to and printout.player not in post.to:
        to = f"to {listed([f'[{number}]' for number in post.to])}: your copy"
    by = clean(post.author)[:LONGEST_LINE]
    if post.to and not by and not post.player and not post.anonymous:
        by = "The moderator"
    texts = tuple(plain_text(within_limits(post.markdown)))
    return Quote(by, texts, clean(post.title)[:LONGEST_LINE], post.player, to)

"""The archive file of a revealed game: what of its news and press is public, and a way to the file for the site."""

from msgspec.structs import replace

from pbm.archive.packing import NoArchiveError, digest_of, packed
from pbm.archive.pieces import Kind, PublicPiece
from pbm.core.plain import clean, within_limits
from pbm.publish.press import pieces_of
from pbm.publish.prose import posts
from pbm.site.pages import ArchiveSource, Post
from pbm.site.views import spoken
from pbm.store.play import GameTable


def archive_source(table: GameTable) -> ArchiveSource | None:
    """The way to the archive file of a game; None while it is not revealed. PbmError where a file that goes into it
    cannot be read.
    """
    if table.folder.facts.status != "revealed":
        return None

    def make() -> bytes | None:
        try:
            return archive_bytes(table)
        except NoArchiveError:
            return None

    return ArchiveSource(make, digest_of(table, public_pieces(table)))


def archive_bytes(table: GameTable) -> bytes:
    """The archive file of a revealed game. NoArchiveError where it can have none; PbmError where a turn is
    not as it was resolved.
    """
    return packed(table, public_pieces(table), table.system.title, spoken(table.folder.facts.variant))


def public_pieces(table: GameTable) -> tuple[PublicPiece, ...]:
    """The news and press that the pages of a revealed game show, in the order in which they are shown: nothing that
    waits for the moderator or was refused, and nothing of a turn that is not resolved.
    """
    turns = range(table.folder.last + 1)
    news = [post for post in posts(table.folder.path / "news", numbered=True) if post.turn in turns]
    press = [post for number in turns for post in pieces_of(table, number)]
    return (*(_piece(post, "news") for post in news), *map(_shown_press, press))


def _shown_press(post: Post) -> PublicPiece:
    """A piece of press as far as it is shown: the end of a text that is too long is on no page."""
    is_message = bool(post.to) or post.by_card
    piece = _piece(post, "messages" if is_message else "press")
    return replace(piece, text=within_limits(post.markdown), title=clean(post.title), author=clean(post.author))


def _piece(post: Post, kind: Kind) -> PublicPiece:
    return PublicPiece(
        kind=kind,
        turn=post.turn,
        text=post.markdown,
        date=post.date,
        title=post.title,
        author=post.author,
        player=post.player,
        anonymous=post.anonymous,
        to=post.to,
        by_card=post.by_card,
    )

"""The pages of one game made elsewhere, and handed to whoever builds the site: the same bytes, batch by batch."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from pbm.errors import of_game
from pbm.site.batch import Site
from pbm.site.gamepages import GamePages
from pbm.site.ink.palette import wearing
from pbm.site.output.gathered import Gathered
from pbm.site.output.memory import Memory, ReadyBatch
from pbm.site.pages import Game
from pbm.site.render import Renderer
from pbm.site.sealed import put_bundles
from pbm.site.views import BookView, Frame


class SharedFacts(msgspec.Struct, frozen=True):
    """What the pages of all games have in common. books: by system; inputs_digest: of what all pages share."""

    title: str
    frame: Frame
    lang: str
    url: str
    places: Mapping[str, str]
    books: Mapping[str, BookView]
    inputs_digest: str


class PreparedGame(msgspec.Struct, frozen=True):
    """All pages of a game. files: by path, None where a file stays as it is; newest: those that hold the sealed bundles
    of the newest turn.
    """

    game: str
    batches: tuple[ReadyBatch, ...]
    files: Mapping[str, bytes | None]
    newest: tuple[str, ...]


Helpers = Callable[[SharedFacts, Sequence[str]], Iterator[PreparedGame]]
"""Whoever makes the pages of these games elsewhere."""


def prepare(facts: SharedFacts, game: Game, renderer: Renderer, folder: Gathered) -> PreparedGame:
    """The pages of a game; `folder` is empty. GameError where its files are wrong."""
    memory = Memory(None, folder.out)
    site = Site(renderer, facts.frame, facts.lang, folder, memory, facts.url, facts.inputs_digest)
    with of_game(game.id), wearing(game.hues):
        bundles = put_bundles(game, site) if game.sealed else None
        GamePages(site, game, facts.books.get(game.system), facts.title, bundles).make()
    newest = tuple(path for path, _ in bundles.newest) if bundles else ()
    return PreparedGame(game.id, memory.ready(game.id), folder.files, newest)


def receive(site: Site, prepared: PreparedGame) -> None:
    """Take pages that were made elsewhere into the site; the build finds them ready, and makes them no more."""
    for path, data in prepared.files.items():
        if data is None:
            site.folder.take(path, None)
        else:
            site.folder.put(path, data)
    site.receive(prepared.game, prepared.batches, prepared.newest)

"""What a site is made of: records that publish fills, and all that the site ever sees.

Nothing in here is a secret but `Turn.private` and `Turn.classic`, which hold a player's printout only
in a revealed game. Dates and deadlines are texts in ISO form, as the moderator or the store wrote them.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import msgspec

from pbm.core.grid import GridView
from pbm.core.named import Named
from pbm.core.outcome import Outcome
from pbm.core.printout import Printout
from pbm.core.series import Series
from pbm.site.ink.colours import Colours
from pbm.site.ink.palette import Hues

Status = Literal["running", "finished", "revealed"]


class Post(msgspec.Struct, frozen=True):
    """A piece of prose with a date: the moderator's news (player 0) or a player's press.

    `date` is an ISO date or time; `author` the name to be shown; `anonymous` press tells neither author
    nor player, whatever stands there. `turn` is the turn whose page shows it, or -1. `press`: players wrote it,
    also where no player is named, and it has no more rights than their texts have. `to`: the players who alone read it
    in their printouts, no page having it; or empty. `by_card`: it came with a card.
    """

    date: str
    title: str
    author: str
    markdown: str
    anonymous: bool = False
    player: int = 0
    turn: int = -1
    press: bool = False
    to: tuple[int, ...] = ()
    by_card: bool = False

    @property
    def is_diary(self) -> bool:
        """Whether its writer alone reads it, and everybody when the game is revealed."""
        return self.by_card and self.to == (self.player,)

    @property
    def is_players(self) -> bool:
        """Whether a player may have written it."""
        return self.press or self.anonymous or self.player != 0


class Page(msgspec.Struct, frozen=True):
    """A page of the moderator's, at about/<slug>.html. `at_foot`: whether every page of the site names it."""

    slug: str
    title: str
    markdown: str
    at_foot: bool = True


class OrderRow(msgspec.Struct, frozen=True):
    """A row of the order reference; `at` are the titles of the places where it may be given."""

    code: str
    form: str
    title: str
    means: str
    at: tuple[str, ...]
    rule: str
    standing: bool = False


class HouseRow(msgspec.Struct, frozen=True):
    """A house rule: what the book leaves open, how it is played here, what else one could do, and why."""

    id: str
    title: str
    default: str
    alternatives: tuple[str, ...] = ()
    reason: str = ""
    applies: str = "all"


class Case(msgspec.Struct, frozen=True):
    """A worked case: its number ("4C.6-7"), title, the scenario's text, and a sentence of ours or none."""

    number: str
    title: str
    toml: str
    prose: str = ""


class Book(msgspec.Struct, frozen=True):
    """A rule book, at rules/<system>.html.

    `system` is its slug. A heading that begins with a rule number ("4C.6 Conquest") gets the anchor
    `rule_anchor(number)`.
    """

    system: str
    title: str
    markdown: str
    orders: tuple[OrderRow, ...] = ()
    house: tuple[HouseRow, ...] = ()
    cases: tuple[Case, ...] = ()
    named: tuple[Named, ...] = ()


class BookSource(msgspec.Struct, frozen=True):
    """A way to a rule book; `inputs_digest` as in TurnSource."""

    system: str
    title: str
    make: Callable[[], Book]
    inputs_digest: str = ""


class ShownSeat(msgspec.Struct, frozen=True):
    """A player of a game: number, country, and the name he lets be shown, or none."""

    number: int
    country: str
    person: str = ""


class Addressee(msgspec.Struct, frozen=True):
    """What stands on a private printout and in no record of the site: name, account, the code of the next
    card, when that is due (in words).
    """

    name: str = ""
    account: str = ""
    code: str = ""
    due: str = ""


class Amended(msgspec.Struct, frozen=True):
    """That the moderator corrected the position after a turn: when, why (empty while it is secret), and the digest
    of it. changes: path, what stood there, what stands there now; of a revealed game only.
    """

    turn: int
    date: str
    digest: str
    reason: str = ""
    changes: tuple[tuple[str, str, str], ...] = ()


class Turn(msgspec.Struct, frozen=True):
    """A turn as the public gets it, and in a revealed game as every player got it.

    public: the printout of viewer 0. Of its sections the one with the id "standings" opens with the
    table of the players (a column of kind "player"); the site draws its numbers' history. private:
    printouts by player, revealed games only. classic: text printouts by viewer, 0 the public's.
    digest: this turn's link of the chain, in hex. rolls: how many dice were rolled. version: of pbm, which
    resolved it. series: the figures of charts, of a running game those that are public. receipts: the codes of the
    cards that counted, sorted. amended: corrections of the position after it. outcome: of the turn that ended the game
    by its rules. whole: of a revealed game all the land and all places, where its players saw parts of a world.
    """

    number: int
    date: str
    public: Printout
    private: Mapping[int, Printout] = {}
    classic: Mapping[int, str] = {}
    news: tuple[Post, ...] = ()
    press: tuple[Post, ...] = ()
    digest: str = ""
    rolls: int = 0
    version: str = ""
    series: tuple[Series, ...] = ()
    receipts: tuple[str, ...] = ()
    amended: tuple[Amended, ...] = ()
    outcome: Outcome | None = None
    whole: GridView | None = None


class TurnSource(msgspec.Struct, frozen=True):
    """A way to a turn. `inputs_digest` is a digest of all that the turn is made of, so that what was made of the
    same is not made again; empty where nobody knows.
    """

    number: int
    make: Callable[[], Turn]
    inputs_digest: str = ""


class SealedTurn(msgspec.Struct, frozen=True):
    """The sealed bundles of a turn: by player the epoch that opens it, and a way to the files' bytes, one by one.

    `inputs_digest` as in TurnSource. There are none where the file stands on the site as it should.
    """

    number: int
    epochs: Mapping[int, int]
    make: Callable[[], Iterable[tuple[int, bytes]]]
    inputs_digest: str = ""


class Sealed(msgspec.Struct, frozen=True):
    """What the site shows of a game's sealed printouts: ciphertext, and by player the locks that a phrase opens.

    `date` and `due` are the newest turn's. keys: the content keys of a revealed game, to be published.
    mail: where a card may be sent, or empty.
    """

    locks: Mapping[int, list[dict[str, Any]]]
    date: str
    due: str
    turns: Callable[[], Iterable[SealedTurn]]
    keys: Mapping[str, Any] | None = None
    mail: str = ""


class ArchiveSource(msgspec.Struct, frozen=True):
    """A way to the bytes of the archive file of a revealed game, None where it can have none; `inputs_digest` as in
    TurnSource.
    """

    make: Callable[[], bytes | None]
    inputs_digest: str = ""


def sealed_path(game: str, player: int, turn: int | None = None) -> str:
    """Where a player's sealed page lies, or the bundle of one of his turns."""
    return f"games/{game}/sealed/{player}.html" if turn is None else f"games/{game}/sealed/{player}/{turn}.js"


class Choice(msgspec.Struct, frozen=True):
    """What the moderator chose for a game where the usual is another: an option with its value.

    `rule` is the house rule that it switches, "" where it is a variant's; `name` its title, or the option's name.
    """

    rule: str
    name: str
    value: str


class Game(msgspec.Struct, frozen=True):
    """A game and a way to its turns, oldest first, without gaps, from `first` to `last`.

    `turns` is called once a build; a turn is made when it is needed, and one is held at a time. `resolve` says in
    words when a turn is due; `deadline` is an ISO time or empty. `seed` is empty until it is revealed.
    `sealed` is None where the game has no keys, `archive` while it is not revealed. hues: of the seats, where they do
    not go by their numbers.
    """

    id: str
    title: str
    system: str
    variant: str
    status: Status
    resolve: str
    deadline: str
    players: tuple[ShownSeat, ...]
    seed_commitment: str
    geometry: str
    first: int
    last: int
    turns: Callable[[], Iterable[TurnSource]]
    seed: str = ""
    sealed: Sealed | None = None
    choices: tuple[Choice, ...] = ()
    hues: Hues = ()
    archive: ArchiveSource | None = None


Standing = Literal["winner", "draw", "survivor", "out", "stopped"]


class RatedGame(msgspec.Struct, frozen=True):
    """An ended game in a player's history; `turn` is the last, or the one in which they went out; hues: of its
    seats, where they do not go by their numbers. asked, missed: the turns for which a card was due, and those without
    one, where a game tells of that.
    """

    game: str
    title: str
    kind: str
    date: str
    number: int
    country: str
    players: int
    turn: int
    standing: Standing
    points: int
    hues: Hues = ()
    asked: int = 0
    missed: int = 0


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player who asked to be rated, with their games, newest first."""

    name: str
    points: int
    wins: int
    games: tuple[RatedGame, ...]

    @property
    def asked(self) -> int:
        """The turns for which their card was due, in games that tell who missed one."""
        return sum(game.asked for game in self.games)

    @property
    def sent(self) -> int:
        """The cards that came."""
        return self.asked - sum(game.missed for game in self.games)


class RatingsSource(msgspec.Struct, frozen=True):
    """A way to the ratings, best first. `inputs_digest` is a digest of all that they are made of."""

    inputs_digest: str
    make: Callable[[], tuple[RatedPlayer, ...]]


class WaitingGame(msgspec.Struct, frozen=True):
    """A game that waits for players: system and variant in words, and how many of its seats are taken."""

    id: str
    title: str
    kind: str
    taken: int
    seats: int


class League(msgspec.Struct, frozen=True):
    """The whole site. `url` is the address at which it will lie, if the moderator told it: feeds and the
    sitemap then have absolute addresses; pages never need it. `mail` is where cards are sent, or empty. broken: the
    ids of games whose files are being repaired, of which nothing else is known; broken_pages: the names of such pages.
    """

    title: str
    tagline: str
    index_markdown: str
    games: tuple[Game, ...]
    news: tuple[Post, ...] = ()
    about: tuple[Page, ...] = ()
    books: tuple[BookSource, ...] = ()
    lang: str = "en"
    url: str = ""
    mail: str = ""
    colours: Colours = {}
    ratings: RatingsSource | None = None
    broken: tuple[str, ...] = ()
    broken_pages: tuple[str, ...] = ()
    waiting: tuple[WaitingGame, ...] = ()


Geometries = Mapping[str, Mapping[str, Any]]
"""Drawn maps by name, as `MapView.geometry` and `Game.geometry` name them."""

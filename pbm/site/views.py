"""What templates see of the site, its games and their turns."""

import msgspec
from markupsafe import Markup

from pbm.core.printout import AnyMap
from pbm.site.ink.marks import plain
from pbm.site.ink.palette import Hues
from pbm.site.output.links import Spot
from pbm.site.pages import Amended, Book, Choice, Game, League, Post, ShownSeat

_CURRENT = ' aria-current="page"'


class NavItem(msgspec.Struct, frozen=True):
    """An entry of the site's navigation."""

    label: str
    target: str
    key: str = ""


class Frame(msgspec.Struct, frozen=True):
    """What every page of the site says of the site."""

    title: str
    tagline: str
    nav: tuple[NavItem, ...]
    foot: tuple[NavItem, ...]


def nav_html(frame: Frame, spot: Spot, here: str) -> Markup:
    """The links at the head of a page; `here` is the key of the one that the reader is at."""
    rows = (
        f'<li><a href="{spot.link(item.target)}"{_CURRENT if item.key == here else ""}>{plain(item.label)}</a></li>'
        for item in frame.nav
    )
    return Markup("\n".join(rows))


def foot_html(frame: Frame, spot: Spot) -> Markup:
    """The links at the foot of a page. The point behind a link stays with it: no line begins with one."""
    return Markup(
        "".join(f'<span><a href="{spot.link(item.target)}">{plain(item.label)}</a> ·</span> ' for item in frame.foot)
    )


class GameView(msgspec.Struct, frozen=True):
    """A game as templates see it."""

    id: str
    title: str
    kind: str
    status: str
    resolve: str
    deadline: str
    players: tuple[ShownSeat, ...]
    seed_commitment: str
    seed: str
    first: int
    last: int
    choices: tuple[Choice, ...]
    hues: Hues = ()


class TurnSummary(msgspec.Struct, frozen=True):
    """What other pages say of a turn; of a game's newest also the codes of its cards, the standings, and how the
    game ended: whether by its rules, who has won, or who shares the draw. ranking: the numbers of all players, winners
    first, then by the standings; who is no longer in these comes last. pages: title and place of the game's own pages.
    small: where the turn's small map is, how wide and how high, where it has one.
    """

    number: int
    date: str
    path: str
    headline: str
    standfirst: str
    receipts: tuple[str, ...] = ()
    has_standings: bool = False
    is_over: bool = False
    winners: tuple[ShownSeat, ...] = ()
    drawn: tuple[ShownSeat, ...] = ()
    values_title: str = ""
    values: dict[int, int] = {}
    ranking: tuple[int, ...] = ()
    sparks: dict[int, Markup] = {}
    pages: tuple[tuple[str, str], ...] = ()
    small: tuple[str, int, int] | None = None


class Best(msgspec.Struct, frozen=True):
    """A game's best of a kind in a year: the figure, in hundredths where the kind is "odds"; who, in words with marks
    of players; and the turn at which it was done or ended.
    """

    kind: str
    year: int
    value: int
    text: str
    turn: int

    @property
    def rank(self) -> int:
        """The higher the better: of chances the smallest is."""
        return -self.value if self.kind == "chance" else self.value


class GameRow(msgspec.Struct, frozen=True):
    """A game in a list, with its newest turn; `card` is the picture for links to it, if it has one.

    amended: the corrections of its positions; news: of its turns; both oldest first. records: its best of each year.
    """

    game: GameView
    heads: tuple[TurnSummary, ...]
    map: AnyMap | None
    card: str = ""
    amended: tuple[Amended, ...] = ()
    news: tuple[Post, ...] = ()
    records: tuple[Best, ...] = ()

    @property
    def game_path(self) -> str:
        """The game's page."""
        return f"games/{self.game.id}/index.html"

    @property
    def head(self) -> TurnSummary | None:
        """Its newest turn."""
        return self.heads[-1] if self.heads else None

    @property
    def path(self) -> str:
        """Its newest turn's page."""
        return self.head.path if self.head else self.game_path

    @property
    def number(self) -> int:
        """Its newest turn."""
        return self.head.number if self.head else 0

    @property
    def headline(self) -> str:
        """The newest world news."""
        return self.head.headline if self.head else self.game.title


def by_rank(row: GameRow) -> tuple[ShownSeat, ...]:
    """The players of a game that is over by their final rank; of one that goes on by their numbers."""
    if row.game.status == "running" or not row.head:
        return row.game.players
    return tuple(sorted(row.game.players, key=lambda seat: row.head.ranking.index(seat.number)))  # type: ignore[union-attr]  # there is a head


def leaders(row: GameRow) -> tuple[ShownSeat, ...]:
    """Who holds most after the newest turn: one, or up to three who are level; else nobody."""
    values = row.head.values if row.head else {}
    most = max(values.values(), default=0)
    found = tuple(seat for seat in row.game.players if values.get(seat.number) == most)
    return found if len(found) <= 3 else ()


def frame(league: League) -> Frame:
    """What stands around every page: the league's name, the links at its head and at its foot."""
    nav = [NavItem("Games", "index.html", "games")]
    if league.books:
        first = book_path(league.books[0].system)
        nav.append(NavItem("Rules", first if len(league.books) == 1 else "rules/index.html", "rules"))
    nav.append(NavItem("Archive", "archive.html", "archive"))
    if league.ratings is not None:
        nav.append(NavItem("Ratings", "ratings.html", "ratings"))
    nav.append(NavItem("Fairness", "fairness.html", "fairness"))
    nav.append(NavItem("Search", "search.html", "search"))
    foot = [
        NavItem("Feed", "feed.xml"),
        *(NavItem(page.title, f"about/{page.slug}.html", page.slug) for page in league.about if page.at_foot),
    ]
    return Frame(league.title, league.tagline, tuple(nav), tuple(foot))


def book_path(system: str) -> str:
    """Where the rule book of a system lies."""
    return f"rules/{system}.html"


def what(book: Book) -> str:
    """How much is in a rule book: 64 orders, 65 house rules."""
    parts = [
        (sum(1 for row in book.orders if row.rule), "orders"),
        (len(book.house), "house rules"),
        (len(book.cases), "worked cases"),
    ]
    return ", ".join(f"{count} {word}" for count, word in parts if count)


class BookView(msgspec.Struct, frozen=True):
    """A rule book as other pages see it; `what` says how much is in it."""

    system: str
    title: str
    path: str
    what: str
    anchors: frozenset[str]


def game_view(game: Game, book: BookView | None) -> GameView:
    """A game as templates see it; without its rule book the system goes by its id."""
    system = book.title if book else game.system
    kind = f"{system}, {spoken(game.variant)}" if game.variant else system
    return GameView(
        game.id,
        game.title,
        kind,
        game.status,
        game.resolve,
        game.deadline,
        game.players,
        game.seed_commitment,
        game.seed,
        game.first,
        game.last,
        game.choices,
        game.hues,
    )


def spoken(variant: str) -> str:
    """A variant's name as people write it: real-forces is Real Forces."""
    return " ".join(word[:1].upper() + word[1:] for word in variant.replace("_", "-").split("-"))

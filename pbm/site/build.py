"""A league as pages: books first, for their anchors; what is sealed; then every game, turn by turn; the front page
last.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pbm.core.grid import GridView
from pbm.core.printout import has_theatre, is_drawn
from pbm.core.stamps import cache_folder
from pbm.errors import of_game
from pbm.site import feeds, ratings, repair, search, years
from pbm.site.batch import LOST, Batch, Site
from pbm.site.book import book_context, without_title
from pbm.site.gamepages import GamePages
from pbm.site.history.data import SCHEMA, schema
from pbm.site.ink import dates
from pbm.site.ink.palette import wearing
from pbm.site.output.memory import Memory, memory_folder
from pbm.site.output.site_folder import BuildReport, NewFolder
from pbm.site.pages import BookSource, Game, Geometries, League, Page
from pbm.site.prepared import Helpers, SharedFacts, receive
from pbm.site.render import Renderer
from pbm.site.sealed import Bundles, put_bundles
from pbm.site.views import BookView, GameRow, book_path, frame, what

NEWS_ON_FRONT = 4
REELS = 100
"""The archive lists each turn of so many games, those with the newest turns; of the others it has the first page."""
FEWEST = 2  # games: for less it costs more to hand them out than it saves
OWN = "site"  # the group of the pages that belong to no game


def build(
    league: League,
    geometries: Geometries,
    out: Path,
    templates: Path | Sequence[Path],
    *,
    cache: bool = True,
    helpers: Helpers | None = None,
) -> BuildReport:
    """The whole site, made aside and moved into place; untouched where nothing changed. `helpers` make the pages of
    games that are new, or that have to be made anew, elsewhere.

    A broken link or anchor is a PbmError and leaves the old site as it is.
    """
    renderer = Renderer(templates, geometries, colours=league.colours, cache=cache)
    slugs = {*(page.slug for page in league.about), *league.broken_pages} - {"index"}
    renderer.places = {f"{slug}.html": f"about/{slug}.html" for slug in slugs}
    memory = Memory(memory_folder(cache_folder() if cache else None, out), out)
    folder = NewFolder(out)
    site = Site(renderer, frame(league), league.lang, folder, memory, league.url)
    try:
        _League(league, site).make(helpers)
        site.links.check()
        del site, renderer  # what is moved into place can have their room
        report = folder.finish()
        memory.save()
    except BaseException:
        folder.drop()
        raise
    return report


class _League:
    """One build."""

    def __init__(self, league: League, site: Site) -> None:
        self.league, self.site, self.renderer = league, site, site.renderer

    def make(self, helpers: Helpers | None = None) -> None:
        """All pages."""
        league, site = self.league, self.site
        books = [self.book(source) for source in league.books]
        views = {book.system: book for book in books}
        if helpers:
            self.hand_out(helpers, views)
        bundles = {game.id: self.bundles(game) for game in league.games if game.sealed}
        rows = [self.game(game, views.get(game.system), bundles.get(game.id)) for game in league.games]
        if league.broken or league.broken_pages:
            site.batch(OWN, "repairs", None, type(None), lambda batch: self.repairs(batch, books))
        for page in league.about:
            key = [page.slug, page.title, page.markdown]
            site.batch(OWN, f"about/{page.slug}", key, type(None), partial(self.about, page))
        if league.ratings is not None:
            source = league.ratings
            site.batch(
                OWN, "ratings", [source.inputs_digest], type(None), lambda batch: ratings.write(batch, source.make())
            )
        site.batch(OWN, "lists", None, type(None), lambda batch: self.lists(batch, books, rows))
        site.batch(OWN, "programs", None, type(None), lambda batch: self.programs(batch, rows))

    def hand_out(self, helpers: Helpers, books: Mapping[str, BookView]) -> None:
        """Let others make the pages of the games that have to be made anew."""
        league, site = self.league, self.site
        anew = [game.id for game in league.games if not self.is_known(game, books.get(game.system))]
        if len(anew) < FEWEST:
            return
        facts = SharedFacts(
            league.title, site.frame, site.lang, site.url, site.renderer.places, books, site.inputs_digest
        )
        for prepared in helpers(facts, anew):
            receive(site, prepared)

    def is_known(self, game: Game, book: BookView | None) -> bool:
        """Whether the pages of a game most likely stand; GameError where its files are wrong."""
        with of_game(game.id):
            return GamePages(self.site, game, book, self.league.title, None).is_known()

    def bundles(self, game: Game) -> Bundles:
        """The sealed bundles of a game; GameError where its files are wrong."""
        with of_game(game.id), wearing(game.hues):
            return put_bundles(game, self.site)

    def game(self, game: Game, book: BookView | None, bundles: Bundles | None) -> GameRow:
        """The pages of a game; GameError where its files are wrong."""
        with of_game(game.id), wearing(game.hues):
            row = GamePages(self.site, game, book, self.league.title, bundles).make()
        self.site.memory.settle(game.id)
        return row

    def repairs(self, batch: Batch, books: list[BookView]) -> None:
        """The games that cannot be made, as the last build left them."""
        assert isinstance(self.site.folder, NewFolder)
        for game in self.league.broken:
            repair.keep_pages(batch, self.site.folder, game)
        for slug in self.league.broken_pages:
            repair.keep_page(batch, self.site.folder, slug)
        repair.keep_books(batch, self.site.folder, {*batch.files, *(book.path for book in books), "rules/index.html"})

    def lists(self, batch: Batch, books: list[BookView], rows: list[GameRow]) -> None:
        """What tells of all books and games, and the files that every page uses."""
        for name, text in (
            ("pbm.css", self.renderer.css),
            ("theme.js", self.renderer.theme_js),
            ("page.js", self.renderer.page_js),
            ("map.js", self.renderer.map_js),
            ("grid.css", self.renderer.grid_css),
            ("grid.js", self.renderer.grid_js),
            ("icon.svg", self.renderer.file("icon.svg")),
            ("charts.css", self.renderer.file("charts.css")),
            ("lookup.js", self.renderer.file("lookup.js")),
            ("proof.js", self.renderer.file("proof.js")),
            ("replay-map.js", self.renderer.file("map/unfold.js") + self.renderer.file("replay/map.js")),
            ("replay-squares.js", self.renderer.file("replay/squares.js")),
            ("replay-cells.js", self.renderer.file("replay/cells.js")),
            ("replay.js", self.renderer.file("replay/replay.js")),
            (SCHEMA, schema()),
            ("_headers", _HEADERS),
        ):
            batch.file(name, text)
        if len(books) > 1:
            listed = [(book.title, book.path, book.what) for book in books]
            batch.page("rules/index.html", "page.html", "Rule books", "rules", heading="Rule books", listed=listed)
        repairs = self.repaired
        reviews = [(year, years.path_of(year)) for year in years.years_of(rows)]
        newest = sorted((row for row in rows if row.heads), key=lambda row: row.heads[-1].date)[-REELS:]
        reels = {row.game.id for row in newest}
        batch.page(
            "archive.html", "archive.html", "Archive", "archive", rows=rows, repairs=repairs, years=reviews, reels=reels
        )
        years.write(batch, rows)
        games = [row.game for row in rows]
        batch.page("fairness.html", "fairness.html", "Fairness", "fairness", games=games)
        batch.page(LOST, "404.html", "No such page", "")
        self.front(batch, books, rows)

    def programs(self, batch: Batch, rows: list[GameRow]) -> None:
        """Feeds, calendars, the sitemap, the search."""
        league, url = self.league, self.league.url
        entries = feeds.post_entries(league.news, "index.html", "News from the desk")
        for row in rows:
            game, origin = row.game, row.game.seed_commitment
            turns = feeds.turn_entries(row)
            turns += feeds.post_entries(row.news, row.game_path, "news from the desk", f"{game.id}: ", origin)
            entries += turns
            channel = feeds.Channel(f"games/{game.id}/feed.xml", f"{game.id}, {game.title}", row.game_path, origin)
            batch.file(channel.path, feeds.atom(channel, turns, league.title, url, league.lang))
            calendar = feeds.calendar([row], league.title, url)
            if calendar:
                batch.file(f"games/{game.id}/deadlines.ics", calendar)
        channel = feeds.Channel("feed.xml", league.title, "index.html")
        batch.file(channel.path, feeds.atom(channel, entries, league.title, url, league.lang))
        calendar = feeds.calendar(rows, league.title, url)
        if calendar:
            batch.file("deadlines.ics", calendar)
        batch.page("search.html", "search.html", "Search", "search")
        batch.file("search-index.js", search.script(self.site.found))
        batch.file("search.js", self.renderer.file("search.js"))
        if url:
            batch.file("sitemap.xml", feeds.sitemap([*self.site.public, *batch.public], url))

    def book(self, source: BookSource) -> BookView:
        """A rule book: prose, orders, house rules, cases."""
        path = book_path(source.system)
        key = [source.title, source.inputs_digest] if source.inputs_digest else None

        def make(batch: Batch) -> BookView:
            book, spot = source.make(), batch.spot(path)
            context = book_context(book, spot, self.renderer)
            batch.found += search.sections(book.title, spot.path, "rules", str(context["body"]))
            batch.write(spot, "book.html", book.title, "rules", book=book, **context)
            return BookView(book.system, book.title, path, what(book), frozenset(spot.anchors))

        return self.site.batch(OWN, path, key, BookView, make)

    def about(self, page: Page, batch: Batch) -> None:
        """A page of the moderator's."""
        spot = batch.spot(f"about/{page.slug}.html")
        body = self.renderer.prose(without_title(page.markdown), "book", spot)
        batch.found += search.sections(page.title, spot.path, "about", str(body))
        batch.write(spot, "page.html", page.title, page.slug, heading=page.title, body=body)

    @property
    def repaired(self) -> list[tuple[str, str]]:
        """The games that are being repaired: id, and where the page lies that says so."""
        return [(game, repair.front(game)) for game in self.league.broken]

    def front(self, batch: Batch, books: list[BookView], rows: list[GameRow]) -> None:
        """The home page, and all news where there is more than it shows."""
        league = self.league
        spot = batch.spot("index.html")
        intro = self.renderer.prose(league.index_markdown, "book", spot) if league.index_markdown.strip() else ""
        running = sorted(
            (row for row in rows if row.game.status == "running"),
            key=lambda row: (dates.moment(row.game.deadline) or dates.NEVER, row.game.id),
        )
        printed = [row for row in rows if row.head]
        newest = max(printed, key=_leading, default=None)
        due = [row for row in running if row.game.deadline]
        marked = {time.date() for row in due if (time := dates.moment(row.game.deadline))}
        since = newest.heads[-1].date if newest and due else ""
        news = sorted(league.news, key=lambda post: post.date, reverse=True)
        lead = self.lead(newest) if newest else None
        batch.write(
            spot,
            "home.html",
            league.title,
            "games",
            is_home=True,
            card=newest.card if newest else "",
            intro=intro,
            lead=lead,
            grid=bool(lead and lead["grid"]),
            running=running,
            waiting=league.waiting,
            mail=league.mail,
            repairs=self.repaired,
            ended=[row for row in rows if row.game.status != "running"],
            due=due,
            weeks=dates.calendar(since, marked),
            news=[self.renderer.post(post, spot) for post in news[:NEWS_ON_FRONT]],
            more_news=len(news) > NEWS_ON_FRONT,
            books=books,
        )
        for post in news:
            told = search.words(self.renderer.press.render(post.markdown, "moderator").html)
            batch.found.append(search.SearchEntry(post.title or post.date, "index.html#news", "news", told))
        if len(news) > NEWS_ON_FRONT:
            spot = batch.spot("news.html")
            items = [self.renderer.post(post, spot) for post in news]
            batch.write(spot, "page.html", "News", "games", heading="From the desk", items=items)

    def lead(self, row: GameRow) -> dict[str, Any]:
        """The first story of the front page."""
        head = row.heads[-1]
        with wearing(row.game.hues):
            drawn = self.renderer.draw(row.map, theatre=has_theatre(row.map)) if is_drawn(row.map) else ""
        return {
            "date": head.date,
            "path": head.path,
            "map": drawn,
            "grid": isinstance(row.map, GridView),
            "game": row.game.id,
            "hues": row.game.hues,
            "number": head.number,
            "headline": head.headline,
            "standfirst": head.standfirst,
            "has_standings": head.has_standings,
            "game_path": row.game_path,
        }


def _leading(row: GameRow) -> tuple[bool, str, bool, str]:
    """By what a game leads the front page: it goes on, it was printed last, and of those of one day it has a map that
    all may see.
    """
    date = row.heads[-1].date
    return row.game.status == "running", date[:10], is_drawn(row.map), date


_HEADERS = """/*
  Content-Security-Policy: frame-ancestors 'none'
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff
"""

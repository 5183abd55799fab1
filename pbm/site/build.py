"""A league as pages: books first, for their anchors; then every game, turn by turn; the front page last."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pbm.errors import PbmError
from pbm.printout import MapView
from pbm.site import dates, feeds, replay, search
from pbm.site.book import book_context, rule_html, without_title
from pbm.site.chart import legend_html, map_table
from pbm.site.folder import NewFolder
from pbm.site.links import Links, Spot
from pbm.site.marks import chip, plain
from pbm.site.pages import Book, Game, Geometries, League, Page, Report, Seat, Turn, sealed_path
from pbm.site.render import Renderer
from pbm.site.sealed import keys_path, opening_anchors, put_bundles, sealed_context
from pbm.site.standings import remember, sparks, standings
from pbm.site.views import GameRow, GameView, Head, book_path, foot_html, frame, game_view, nav_html, what

NEWS_ON_FRONT = 4


def build(
    league: League,
    geometries: Geometries,
    out: Path,
    templates: Path | Sequence[Path],
    *,
    cache: bool = True,
) -> Report:
    """The whole site, written aside and swapped in; untouched where nothing changed.

    A broken link or anchor is a PbmError and leaves the old site as it is.
    """
    site = _Site(league, Renderer(templates, geometries, cache=cache), NewFolder(out))
    try:
        site.make()
        return site.folder.finish()
    except BaseException:
        site.folder.drop()
        raise


class _Site:
    """One build."""

    def __init__(self, league: League, renderer: Renderer, folder: NewFolder) -> None:
        self.league, self.renderer, self.folder = league, renderer, folder
        self.links = Links()
        self.rules: dict[str, frozenset[str]] = {}
        self.books = {book.system: book for book in league.books}
        self.frame = frame(league)
        self.named = {item.target for item in (*self.frame.nav, *self.frame.foot)}
        self.public: list[str] = []
        self.found: list[search.Found] = []
        self.made: dict[tuple[str, str], tuple[Markup, Markup]] = {}
        self.renderer.places = {f"{page.slug}.html": f"about/{page.slug}.html" for page in league.about}

    def make(self) -> None:
        """All pages, then the check of their links."""
        for name, data in (
            ("pbm.css", self.renderer.css),
            ("theme.js", self.renderer.theme_js),
            ("page.js", self.renderer.page_js),
            ("map.js", self.renderer.map_js),
            ("icon.svg", self.renderer.file("icon.svg")),
            ("replay.js", self.renderer.file("replay.js")),
            ("_headers", _HEADERS),
        ):
            self.file(name, data)
        for book in self.league.books:
            self.book(book)
        if len(self.league.books) > 1:
            listed = [(book.title, book_path(book)) for book in self.league.books]
            self.page("rules/index.html", "page.html", "Rule books", "rules", heading="Rule books", listed=listed)
        rows = [self.game(game) for game in self.league.games]
        for page in self.league.about:
            self.about(page)
        self.page("archive.html", "archive.html", "Archive", "archive", rows=rows)
        games = [row.game for row in rows]
        self.page("fairness.html", "fairness.html", "Fairness", "fairness", games=games)
        self.page("404.html", "404.html", "No such page", "")
        self.front(rows)
        self.programs(rows)
        self.links.check()

    def programs(self, rows: list[GameRow]) -> None:
        """Feeds, calendars, the sitemap."""
        league, url = self.league, self.league.url
        entries = feeds.post_entries(league.news, "index.html", "News from the desk")
        for row in rows:
            turns = feeds.turn_entries(row)
            entries += turns
            channel = feeds.Channel(f"games/{row.game.id}/feed.xml", f"{row.game.id}, {row.game.title}", row.game_path)
            self.file(channel.path, feeds.atom(channel, turns, league.title, url, league.lang))
            calendar = feeds.calendar([row], league.title, url)
            if calendar:
                self.file(f"games/{row.game.id}/deadlines.ics", calendar)
        channel = feeds.Channel("feed.xml", league.title, "index.html")
        self.file(channel.path, feeds.atom(channel, entries, league.title, url, league.lang))
        calendar = feeds.calendar(rows, league.title, url)
        if calendar:
            self.file("deadlines.ics", calendar)
        self.page("search.html", "search.html", "Search", "search")
        self.file("search-index.js", search.script(self.found))
        self.file("search.js", self.renderer.file("search.js"))
        if url:
            self.file("sitemap.xml", feeds.sitemap(self.public, url))

    def file(self, path: str, text: str) -> None:
        """A file that is no page."""
        self.links.add(path)
        self.folder.put(path, text.encode())

    def kept(self, path: str) -> None:
        """A file that stands already as it should."""
        self.links.add(path)
        self.folder.keep(path)

    def page(self, path: str, template: str, title: str, here: str, **context: Any) -> None:
        """A page of the site."""
        self.write(Spot(path, self.links), template, title, here, **context)

    def write(self, spot: Spot, template: str, title: str, here: str, **context: Any) -> None:
        """A page whose links are being made."""
        context.setdefault("policy", self.renderer.policy)
        context.setdefault("feeds", [("feed.xml", self.league.title)])
        context["nav"], context["foot"] = self.ends(spot, here)
        html = self.renderer.page(
            template, spot=spot, site=self.frame, title=title, here=here, lang=self.league.lang, **context
        )
        spot.close()
        if not context.get("private") and spot.path != "404.html":
            self.public.append(spot.path)
        self.folder.put(spot.path, html.encode())

    def ends(self, spot: Spot, here: str) -> tuple[Markup, Markup]:
        """The links at the head and the foot of a page: the same for all pages of a folder that they do not name."""
        key = (spot.path if spot.path in self.named else spot.path.rpartition("/")[0], here)
        if key not in self.made:
            self.made[key] = (nav_html(self.frame, spot, here), foot_html(self.frame, spot))
        return self.made[key]

    def book(self, book: Book) -> None:
        """A rule book: prose, orders, house rules, cases."""
        spot = Spot(book_path(book), self.links)
        context = book_context(book, spot, self.renderer)
        self.rules[book.system] = frozenset(spot.anchors)
        self.found += search.sections(book.title, spot.path, "rules", str(context["body"]))
        self.write(spot, "book.html", book.title, "rules", book=book, **context)

    def about(self, page: Page) -> None:
        """A page of the moderator's."""
        spot = Spot(f"about/{page.slug}.html", self.links)
        body = self.renderer.prose(without_title(page.markdown), "book", spot)
        self.found += search.sections(page.title, spot.path, "about", str(body))
        self.write(spot, "page.html", page.title, page.slug, heading=page.title, body=body)

    def front(self, rows: list[GameRow]) -> None:
        """The home page, and all news where there is more than it shows."""
        league = self.league
        spot = Spot("index.html", self.links)
        intro = self.renderer.prose(league.index_markdown, "book", spot) if league.index_markdown.strip() else ""
        running = sorted(
            (row for row in rows if row.game.status == "running"),
            key=lambda row: (row.game.deadline == "", row.game.deadline, row.game.id),
        )
        printed = [row for row in rows if row.head]
        newest = max(printed, key=lambda r: (r.game.status == "running", r.heads[-1].date), default=None)
        due = [row for row in running if row.game.deadline]
        marked = {time.date() for row in due if (time := dates.moment(row.game.deadline))}
        since = newest.heads[-1].date if newest and due else ""
        news = sorted(league.news, key=lambda post: post.date, reverse=True)
        self.write(
            spot,
            "home.html",
            league.title,
            "games",
            is_home=True,
            intro=intro,
            lead=self.lead(newest) if newest else None,
            running=running,
            ended=[row for row in rows if row.game.status != "running"],
            due=due,
            weeks=dates.calendar(since, marked),
            news=[self.renderer.post(post, spot) for post in news[:NEWS_ON_FRONT]],
            more_news=len(news) > NEWS_ON_FRONT,
            books=[{"title": b.title, "path": book_path(b), "what": what(b)} for b in league.books],
        )
        for post in news:
            told = search.words(self.renderer.press.render(post.markdown, "moderator").html)
            self.found.append(search.Found(post.title or post.date, "index.html#news", "news", told))
        if len(news) > NEWS_ON_FRONT:
            spot = Spot("news.html", self.links)
            items = [self.renderer.post(post, spot) for post in news]
            self.write(spot, "page.html", "News", "games", heading="From the desk", items=items)

    def lead(self, row: GameRow) -> dict[str, Any]:
        """The first story of the front page."""
        head = row.heads[-1]
        view = row.map
        drawn = self.renderer.draw(view, "lead", theatre=bool(view.theatre)) if view and view.spaces else ""
        return {
            "date": head.date,
            "path": head.path,
            "map": drawn,
            "game": row.game.id,
            "number": head.number,
            "headline": head.headline,
            "standfirst": head.standfirst,
            "has_standings": head.has_standings,
            "game_path": row.game_path,
        }

    def game(self, game: Game) -> GameRow:
        """All pages of a game, oldest turn first; of a turn only its head is kept."""
        view = game_view(game, self.books.get(game.system))
        due = dates.day_and_hour(game.deadline) if game.status == "running" and game.deadline else ""
        heads: list[Head] = []
        history: dict[int, list[int]] = {}
        last: MapView | None = None
        news = []
        frames: list[replay.Frame] = []
        spot = Spot(f"games/{game.id}/index.html", self.links)
        for turn in _in_order(game):
            heads.append(self.turn(game, view, turn, history, due if turn.number == game.last else ""))
            last = turn.public.map
            frames.append(replay.frame(turn.number, turn.date, heads[-1].path, turn.public, turn.private))
            news += [self.renderer.post(post, spot) for post in turn.news]
        row = GameRow(view, tuple(heads), last)
        sealed = self.sealed(game, view) if game.sealed else []
        book = self.books.get(game.system)
        drawn = last is not None and bool(last.spaces)
        if last and drawn:
            self.replay(game, view, frames, last, row)
        self.write(
            spot,
            "game.html",
            f"{game.id}, {game.title}",
            "games",
            feeds=[("feed.xml", self.league.title), (f"games/{game.id}/feed.xml", f"{game.id}, {game.title}")],
            game=view,
            due=due,
            has_replay=drawn,
            has_calendar=game.status == "running" and dates.moment(game.deadline) is not None,
            head=row.head,
            heads=heads[::-1],
            book={"title": book.title, "path": book_path(book)} if book else None,
            map=self.renderer.draw(last, "m") if last and drawn else "",
            legend=legend_html(last) if last and drawn else "",
            twin=map_table(last) if last and drawn else "",
            news=news[::-1][:8],
            sealed=sealed,
            keys_path=keys_path(game),
        )
        people = " ".join(f"{seat.country} {seat.person}" for seat in game.players)
        self.found.append(search.Found(f"{game.id}, {game.title}", spot.path, "game", people))
        self.page(f"games/{game.id}/fairness.html", "chain.html", f"The dice of {game.id}", "", game=view, heads=heads)
        return row

    def sealed(self, game: Game, view: GameView) -> list[tuple[Seat, str, str]]:
        """The sealed pages of a game and the bundles of all its turns: seat, path, and the anchor that opens it."""
        turns = put_bundles(game, self.file, self.kept)
        book = book_path(self.books[game.system]) if game.system in self.books else ""
        anchors = self.rules.get(game.system, frozenset())
        for seat in game.players:
            spot = Spot(sealed_path(game.id, seat.number), self.links)
            title = f"{game.id}, sealed printouts of {seat.country}"
            context = sealed_context(game, seat, turns, spot.link(book) if book else "", anchors)
            policy = self.renderer.sealed_policy
            self.write(spot, "sealed.html", title, "games", policy=policy, game=view, book_path=book, **context)
        opening = opening_anchors(game)
        return [(seat, sealed_path(game.id, seat.number), opening.get(seat.number, "")) for seat in game.players]

    def replay(self, game: Game, view: GameView, frames: list[replay.Frame], last: MapView, row: GameRow) -> None:
        """The game turn by turn on one map."""
        folder = f"games/{game.id}/"
        drawn = self.renderer.draw(replay.blank_map(last), "r")
        unit = row.heads[-1].values_title if row.heads else ""
        self.page(f"{folder}replay.html", "replay.html", f"{game.id}, replay", "games", game=view, map=drawn, unit=unit)
        self.file(f"{folder}replay-data.js", replay.script(frames, game.players, folder))

    def turn(self, game: Game, view: GameView, turn: Turn, history: dict[int, list[int]], due: str) -> Head:
        """A turn's page; in a revealed game every player's printout too."""
        base = f"games/{game.id}/{turn.number}"
        path = f"{base}/index.html"
        spot = Spot(path, self.links)
        column = remember(turn.public, history)
        sheet = self.renderer.sheet(
            turn.public,
            rule=rule_html(spot, game.system, self.rules),
            anchor=spot.anchor,
            lines=lambda section: standings(section, history, game.first) if column else None,
        )
        for player, text in turn.classic.items():
            self.file(f"{base}/{player or 'public'}.txt", text)
        self.found.append(search.turn(turn.public, f"{game.id}, turn {turn.number}: {turn.public.headline}", path))
        seats = tuple((seat, f"{base}/{seat.number}.html") for seat in game.players if seat.number in turn.private)
        press = [self.renderer.post(post, spot) for post in turn.press]
        news = [self.renderer.post(post, spot) for post in turn.news]
        self.write(
            spot,
            "turn.html",
            f"{game.id}, turn {turn.number}: {turn.public.headline}",
            "games",
            policy=self.renderer.policy_with(sheet),
            game=view,
            turn=turn,
            sheet=sheet,
            due=due,
            news=news,
            press=press,
            seats=seats,
            sealed=[(s, sealed_path(game.id, s.number)) for s in game.players] if _is_closed(game) else [],
            twin=map_table(turn.public.map) if sheet.theatre else "",
            classic_path=f"{base}/public.txt" if 0 in turn.classic else "",
        )
        links = {seat.number: _seat_link(spot.link(where), seat) for seat, where in seats}
        everybody = "".join(links.values())
        for seat, where in seats:
            here = links[seat.number]
            others = everybody.replace(here, here.replace("<a ", '<a aria-current="page" ', 1), 1)
            self.printout(game, view, turn, seat, where, Markup(others))
        names = {seat.number: seat for seat in game.players}
        values = {player: line[-1] for player, line in history.items()} if column else {}
        best = max(values.values(), default=0)
        return Head(
            number=turn.number,
            date=turn.date,
            path=path,
            headline=turn.public.headline,
            standfirst=turn.public.standfirst,
            digest=turn.digest,
            rolls=turn.rolls,
            seats=seats,
            has_standings=sheet.standings is not None,
            first=tuple(names[p] for p, value in values.items() if value == best and p in names)[:4],
            values_title=column,
            values=values,
            sparks=sparks(history) if turn.number == game.last else {},
        )

    def printout(self, game: Game, view: GameView, turn: Turn, seat: Seat, path: str, others: Markup) -> None:
        """A player's printout in a revealed game; `others` are the links to everybody's, the same all over a turn."""
        spot = Spot(path, self.links)
        printout = turn.private[seat.number]
        sheet = self.renderer.sheet(printout, rule=rule_html(spot, game.system, self.rules), anchor=spot.anchor)
        self.write(
            spot,
            "printout.html",
            f"{game.id}, {printout.title}",
            "games",
            policy=self.renderer.policy_with(sheet),
            private=True,
            sheet=sheet,
            edition=f"{view.kind}   printed {dates.day(turn.date)}" if turn.date else view.kind,
            others=others,
            turn_path=f"games/{game.id}/{turn.number}/index.html",
            classic_path=path.removesuffix(".html") + ".txt" if seat.number in turn.classic else "",
        )


def _is_closed(game: Game) -> bool:
    """Whether the game has sealed printouts that only their players can open."""
    return game.sealed is not None and game.sealed.keys is None


def _seat_link(link: str, seat: Seat) -> str:
    return f'<li><a href="{link}">{chip(seat.number)} <bdi>{plain(seat.country)}</bdi></a></li>'


_HEADERS = """/*
  Content-Security-Policy: frame-ancestors 'none'
  Referrer-Policy: no-referrer
  X-Content-Type-Options: nosniff
"""


def _in_order(game: Game) -> Iterator[Turn]:
    expected = game.first
    for turn in game.turns():
        if turn.number != expected:
            raise PbmError(f"{game.id}: turn {expected} is missing (found turn {turn.number}).")
        expected += 1
        yield turn

"""The pages of a game: its turns, each remembered as it was made; its own page, replay, dice and sealed printouts."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.grid import GridView
from pbm.core.outcome import Outcome
from pbm.core.printout import AnyMap, MapView, Section, Table, is_drawn
from pbm.core.stamps import digest
from pbm.errors import PbmError
from pbm.site import search
from pbm.site.batch import Batch, Site
from pbm.site.book import rule_html
from pbm.site.history.overview import has_dealings, has_replay, overview, own_pages
from pbm.site.history.records import bests
from pbm.site.history.spaces import placed, stories
from pbm.site.history.squares import held
from pbm.site.history.stats import size_words
from pbm.site.history.story_page import how_decided, ranks_by_turn
from pbm.site.history.turn_series import Leaf, Texts, make_leaf
from pbm.site.ink import dates
from pbm.site.ink.marks import chip, plain
from pbm.site.maps.chart import legend_html, map_table
from pbm.site.maps.socialcard import can_draw, cropped, png
from pbm.site.pages import Amended, Game, Post, ShownSeat, Turn, TurnSource, sealed_path
from pbm.site.parts.blocks import section_html
from pbm.site.parts.sheet import PrintoutView
from pbm.site.parts.standings import add, sparks, standings
from pbm.site.sealed import Bundles, keys_path, opening_anchors, sealed_context, take_newest
from pbm.site.views import BookView, GameRow, GameView, TurnSummary, by_rank, game_view, leaders

NEWS_OF_A_GAME = 8


class TurnTold(msgspec.Struct, frozen=True):
    """What the game's other pages need of a turn: its head, its rows in the list of turns and in the chain of the dice,
    the players' standings after it, its part of charts and replay, its news, its corrections; the newest's whole map,
    which is one of spaces or one of squares.
    """

    head: TurnSummary
    in_list: str
    in_chain: str
    row: dict[int, int]
    leaf: Leaf
    news: tuple[Post, ...]
    map: MapView | None
    amended: tuple[Amended, ...] = ()
    grid: GridView | None = None

    @property
    def drawn(self) -> AnyMap | None:
        """The newest's map, whichever it is."""
        return self.map or self.grid


class OfferedFile(msgspec.Struct, frozen=True):
    """A file that a page offers: where it lies, and its size in bytes."""

    path: str
    bytes: int

    @property
    def size(self) -> str:
        """The size in words."""
        return size_words(self.bytes)


class GamePages:
    """Makes the pages of one game."""

    def __init__(self, site: Site, game: Game, book: BookView | None, title: str, bundles: Bundles | None) -> None:
        self.site, self.game, self.book, self.league, self.bundles = site, game, book, title, bundles
        self.renderer = site.renderer
        self.view = game_view(game, book)
        self.due = dates.day_and_hour(game.deadline) if game.status == "running" and game.deadline else ""
        self.rules: Mapping[str, frozenset[str]] = {game.system: book.anchors} if book else {}
        shared = replace(self.view, resolve="", deadline="", last=0)
        anchors = ",".join(sorted(book.anchors)) if book else ""
        self.card = f"games/{game.id}/card.png" if site.url and can_draw() else ""
        self.inputs_digest = digest(
            [msgspec.json.encode(shared).decode(), game.system, str(_is_closed(game)), anchors, self.card]
        )
        self.history: dict[int, list[int]] = {}
        self.leaf: Leaf | None = None  # of the turn before

    def make(self) -> GameRow:
        """All pages, oldest turn first; of a turn only what others need is kept."""
        told = [self.turn(source) for source in _in_order(self.game)]
        heads = [turn.head for turn in told]
        if heads:
            heads[-1] = replace(heads[-1], sparks=sparks(self.history))
        last = told[-1].drawn if told else None
        amended = tuple(made for turn in told for made in turn.amended)
        news = tuple(post for turn in told for post in turn.news)
        best = bests([turn.leaf for turn in told], [head.date for head in heads], self.game.players)
        row = GameRow(self.view, tuple(heads), last, self.card if is_drawn(last) else "", amended, news, best)
        if row.card and last:
            self.draw_card(last)
        offered = self.archive()
        self.site.batch(self.game.id, "front", None, type(None), lambda batch: self.front(batch, row, told, offered))
        return row

    def turn(self, source: TurnSource) -> TurnTold:
        """A turn: its page, and in a revealed game every player's printout."""
        game, turn, name = self.game, cache(source.make), str(source.number)
        key = self.key(source)
        told = self.site.batch(game.id, name, key, TurnTold, lambda batch: TurnPages(self, batch, turn()).make())
        if game.status == "revealed":  # by themselves, for they do not tell whether the turn is the last
            self.site.batch(
                game.id,
                f"{name}-private",
                key and key[:2],
                type(None),
                lambda batch: TurnPages(self, batch, turn()).printouts(),
            )
        add(self.history, told.row)
        self.leaf = told.leaf
        return told

    def is_known(self) -> bool:
        """Whether the first turn's page stands as it would be made: then the others most likely stand, too."""
        first = next(iter(_in_order(self.game)), None)
        key = self.key(first) if first else None
        return key is not None and self.site.standing(self.game.id, str(self.game.first), key) is not None

    def key(self, source: TurnSource) -> list[str] | None:
        """What the page of a turn is made of, beside what all pages share."""
        is_last = source.number == self.game.last
        own = [self.inputs_digest, source.inputs_digest] if source.inputs_digest else None
        return [*own, str(is_last), self.due if is_last else ""] if own else None

    def texts(self, turn: TurnTold) -> Texts:
        """The texts of a turn for the files that tell of all turns."""
        return msgspec.msgpack.decode(self.site.memory.aside(self.game.id, str(turn.head.number)), type=Texts)

    def draw_card(self, last: AnyMap) -> None:
        """The picture for links to the game, drawn anew only where the map changed."""
        svg = cropped(self.renderer.draw_alone(last))
        self.site.batch(self.game.id, "card", [svg], type(None), lambda batch: batch.file(self.card, png(svg)))

    def front(self, batch: Batch, row: GameRow, told: list[TurnTold], offered: OfferedFile | None) -> None:
        """The game's own page, and what tells of all its turns. offered: its archive file."""
        game, view = self.game, self.view
        sealed = self.sealed(batch, self.bundles) if self.bundles else []
        leaves = [turn.leaf for turn in told]
        last = placed(row.map, leaves) if isinstance(row.map, GridView) else row.map
        if told:
            texts = (self.texts(turn) for turn in told)
            overview(batch, game, view, leaves, texts, last)
        spot = batch.spot(row.game_path)
        pages = {head.number: head.path for head in row.heads}

        def page(turn: int) -> str:
            return spot.link(pages[turn])

        news = row.news[-NEWS_OF_A_GAME:]
        title = game.id if game.title == game.id else f"{game.id}, {game.title}"
        batch.write(
            spot,
            "game.html",
            title,
            "games",
            feeds=(("feed.xml", self.league), (f"games/{game.id}/feed.xml", title)),
            game=view,
            card=row.card,
            due=self.due,
            has_replay=has_replay(leaves, last),
            has_dealings=has_dealings(leaves),
            grid=isinstance(last, GridView),
            has_calendar=game.status == "running" and dates.moment(game.deadline) is not None,
            head=row.head,
            players=by_rank(row),
            leaders=leaders(row),
            turns=Markup("\n".join(turn.in_list for turn in reversed(told))),
            book=self.book,
            map=self.renderer.draw(last) if is_drawn(last) else "",
            legend=legend_html(last) if is_drawn(last) else "",
            twin=map_table(last, story=stories(leaves, page)) if is_drawn(last) else "",
            news=[self.renderer.post(post, spot) for post in reversed(news)],
            amended=row.amended[::-1],
            figures=own_pages(leaves),
            story=how_decided(leaves, row.heads, game.players, last) if game.status != "running" else None,
            small=[head for head in row.heads if head.small],
            ranks=ranks_by_turn(
                leaves, game.players, row.head.ranking if row.head and game.status != "running" else ()
            ),
            sealed=sealed,
            keys_path=keys_path(game),
        )
        people = " ".join(f"{seat.country} {seat.person}" for seat in game.players)
        batch.found.append(search.SearchEntry(title, spot.path, "game", people))
        spot = batch.spot(f"games/{game.id}/fairness.html")
        for turn in told:
            spot.anchor(f"t{turn.head.number}")
        chain = Markup("\n".join(turn.in_chain for turn in told))
        proof = {"game": game.id, "fingerprint": game.seed_commitment, "players": [it.number for it in game.players]}
        batch.write(
            spot,
            "chain.html",
            f"The dice of {game.id}",
            "",
            game=view,
            chain=chain,
            archive=offered,
            proof=proof,
        )

    def archive(self) -> OfferedFile | None:
        """The archive file of a revealed game, made anew only where something of it changed."""
        source, path = self.game.archive, f"games/{self.game.id}/{self.game.id}.pbm.zip"
        if source is None:
            return None
        key, make = [source.inputs_digest] if source.inputs_digest else None, source.make

        def put(batch: Batch) -> OfferedFile:
            data = make()
            if data is not None:
                batch.file(path, data)
                batch.file(f"{path.removesuffix('.zip')}.js", b'pbmArchive("' + b64encode(data) + b'");\n')
            return OfferedFile(path, len(data or b""))

        file = self.site.batch(self.game.id, "archive", key, OfferedFile, put)
        return file if file.bytes else None

    def sealed(self, batch: Batch, bundles: Bundles) -> list[tuple[ShownSeat, str, str]]:
        """The sealed pages of a game and the bundles of all its turns: seat, path, and the anchor that opens it."""
        game, book = self.game, self.book
        take_newest(game, bundles, batch)
        anchors = book.anchors if book else frozenset()
        for seat in game.players:
            spot = batch.spot(sealed_path(game.id, seat.number))
            title = f"{game.id}, sealed printouts of {seat.country}"
            context = sealed_context(
                game, seat, bundles, self.site.folder, spot.link(book.path) if book else "", anchors
            )
            grid = self.renderer.has_squares(game.geometry)
            policy = self.renderer.sealed_policy(grid=grid)
            path = book.path if book else ""
            batch.write(
                spot, "sealed.html", title, "games", policy=policy, game=self.view, book_path=path, grid=grid, **context
            )
        opening = opening_anchors(game)
        return [(seat, sealed_path(game.id, seat.number), opening.get(seat.number, "")) for seat in game.players]


class TurnPages:
    """Makes the pages of one turn."""

    def __init__(self, pages: GamePages, batch: Batch, turn: Turn) -> None:
        self.pages, self.batch, self.turn = pages, batch, turn
        self.game, self.renderer = pages.game, pages.renderer
        self.view = view_then(pages.view, min(self.game.last, turn.number + 1))
        self.is_last = turn.number == self.game.last
        self.base = f"games/{self.game.id}/{turn.number}"

    def make(self) -> TurnTold:
        """The turn's page, with links to the printouts that are open."""
        game, turn, batch, base = self.game, self.turn, self.batch, self.base
        told = turn.public.standings
        column, row = (told.title, told.values) if told else ("", {})
        history = {player: list(line) for player, line in self.pages.history.items()}
        add(history, row)
        spot = batch.spot(f"{base}/index.html")
        sheet = self.renderer.sheet(
            turn.public,
            rule=rule_html(spot, game.system, self.pages.rules),
            anchor=spot.anchor,
            lines=lambda section: standings(section, history, game.first, column) if column else None,
        )
        if 0 in turn.classic:
            batch.file(f"{base}/public.txt", turn.classic[0])
        pages = tuple(self.own_pages()) if self.is_last else ()
        title = f"{game.id}, turn {turn.number}: {turn.public.headline}"
        batch.found.append(search.turn(turn.public, title, spot.path))
        seats = self.seats()
        due = self.pages.due if self.is_last else ""
        batch.write(
            spot,
            "turn.html",
            title,
            "games",
            policy=self.renderer.policy_with(sheet),
            game=self.view,
            card=self.pages.card if is_drawn(turn.public.map) else "",
            turn=turn,
            sheet=sheet,
            grid=sheet.has_grid,
            due=due,
            news=[self.renderer.post(post, spot) for post in turn.news],
            press=[self.renderer.post(post, spot) for post in turn.press],
            seats=seats,
            sealed=[(s, sealed_path(game.id, s.number)) for s in game.players] if _is_closed(game) else [],
            twin=self.renderer.twin(turn.public.map) if turn.public.map and sheet.theatre else "",
            classic_path=f"{base}/public.txt" if 0 in turn.classic else "",
            pages=pages,
        )
        in_list, in_chain = self.listed(spot.path, seats)
        public = turn.public.map
        places = self.renderer.map_places(public) if isinstance(public, MapView) and public.spaces else None
        leaf, texts = make_leaf(turn, self.pages.leaf, places, self.game.players)
        batch.aside = msgspec.msgpack.encode(texts)
        head = replace(self.head(spot.path, sheet, column, history, row), small=self.small(leaf))
        newest = self.board(leaf) if self.is_last else None
        board, grid = (newest, None) if isinstance(newest, MapView) else (None, newest)
        return TurnTold(head, in_list, in_chain, row, leaf, turn.news, board, turn.amended, grid)

    def board(self, leaf: Leaf) -> AnyMap | None:
        """The map that everybody may see: the public's, or of a revealed game on squares its world."""
        return self.turn.public.map or held(self.turn, leaf.world)

    def small(self, leaf: Leaf) -> tuple[str, int, int] | None:
        """The small map of the turn: where it is, how wide and high; None where there is no map of it."""
        board = self.board(leaf)
        if not is_drawn(board):
            return None
        path = f"{self.base}/small.svg"
        made = self.renderer.small(board, [code for code, *_ in leaf.changes])
        self.batch.file(path, made.svg)
        return path, made.columns, made.lines

    def seats(self) -> tuple[tuple[ShownSeat, str], ...]:
        """The players whose printouts are open, and where these are."""
        private = self.turn.private
        return tuple((seat, f"{self.base}/{seat.number}.html") for seat in self.game.players if seat.number in private)

    def printouts(self) -> None:
        """Every player's printout, of a revealed game."""
        for player, text in self.turn.classic.items():
            if player:
                self.batch.file(f"{self.base}/{player}.txt", text)
        spot, seats = self.batch.spot(f"{self.base}/index.html"), self.seats()  # all lie in its folder
        links = {seat.number: _seat_link(spot.link(where), seat) for seat, where in seats}
        everybody = "".join(links.values())
        for seat, where in seats:
            here = links[seat.number]
            others = everybody.replace(here, here.replace("<a ", '<a aria-current="page" ', 1), 1)
            self.printout(seat, where, Markup(others))

    def head(
        self, path: str, sheet: PrintoutView, column: str, history: Mapping[int, Sequence[int]], row: Mapping[int, int]
    ) -> TurnSummary:
        """What lists tell of the turn; of the last one also the `column` of the standings, and who has won."""
        turn = self.turn
        head = TurnSummary(turn.number, turn.date, path, turn.public.headline, turn.public.standfirst)
        if not self.is_last:
            return head
        names = {seat.number: seat for seat in self.game.players}
        is_told = bool(column) and any(map(any, history.values()))  # before that everybody would have nothing
        values = {player: line[-1] for player, line in history.items()} if is_told else {}
        end = turn.outcome or Outcome()
        return replace(
            head,
            receipts=turn.receipts,
            has_standings=sheet.standings is not None,
            is_over=turn.outcome is not None,
            winners=tuple(names[p] for p in end.winners if p in names),
            drawn=tuple(names[p] for p in end.drawn if p in names),
            values_title=column,
            values=values,
            ranking=ranked(names, end, row),
            pages=tuple((section.title, self.page_path(section)) for section in turn.public.pages),
        )

    def page_path(self, section: Section) -> str:
        """Where a page of the game's own is: one for all turns, replaced by that of the next turn."""
        return f"games/{self.game.id}/{section.id}.html"

    def own_pages(self) -> Iterator[tuple[str, str]]:
        """The pages on which things are looked up, as of this turn, which is the newest; title and place of each."""
        public, listed = self.turn.public, [(it.title, self.page_path(it)) for it in self.turn.public.pages]
        for section in public.pages:
            path = self.page_path(section)
            spot = self.batch.spot(path)
            for block in section.blocks:
                if isinstance(block, Table) and block.ids:
                    for line in block.rows:
                        spot.anchor(f"{block.ids}{line[0]}")
            rule = rule_html(spot, self.game.system, self.pages.rules)
            body = section_html(section, rule, dict(public.names))
            self.batch.write(
                spot,
                "lookup.html",
                f"{self.game.id}, {section.title.lower()}",
                "games",
                game=self.view,
                heading=section.title,
                body=Markup(body),
                turn=self.turn.number,
                turn_path=f"{self.base}/index.html",
                pages=listed,
            )
            yield section.title, path

    def listed(self, path: str, seats: Sequence[tuple[ShownSeat, str]]) -> Iterator[str]:
        """Its rows in the list of turns and in the chain of the dice, which are pages of the game's folder."""
        spot = self.batch.spot(f"games/{self.game.id}/index.html")
        for block in ("turns", "chain"):
            yield self.renderer.page(
                "listed.html", block=block, spot=spot, path=path, game=self.view, turn=self.turn, seats=seats
            )

    def printout(self, seat: ShownSeat, path: str, others: Markup) -> None:
        """A player's printout; `others` are the links to everybody's, the same all over a turn."""
        game, turn, view = self.game, self.turn, self.view
        spot = self.batch.spot(path)
        printout = turn.private[seat.number]
        sheet = self.renderer.sheet(printout, rule=rule_html(spot, game.system, self.pages.rules), anchor=spot.anchor)
        self.batch.write(
            spot,
            "printout.html",
            f"{game.id}, {printout.title}",
            "games",
            policy=self.renderer.policy_with(sheet),
            private=True,
            sheet=sheet,
            grid=sheet.has_grid,
            edition=f"{view.kind}   printed {dates.day(turn.date)}" if turn.date else view.kind,
            others=others,
            turn_path=f"games/{game.id}/{turn.number}/index.html",
            classic_path=path.removesuffix(".html") + ".txt" if seat.number in turn.classic else "",
        )


def ranked(players: Iterable[int], end: Outcome, row: Mapping[int, int]) -> tuple[int, ...]:
    """The players by rank: as the end tells it, else winners, then who has more in the turn's standings, in their
    order; the others last.
    """
    told = {player: place for place, player in enumerate(end.ranking)}
    places = {player: place for place, player in enumerate(row)}
    last = len(places)

    def rank(n: int) -> tuple[int | bool, ...]:
        first = n not in end.winners, told.get(n, len(told))
        return *first, n not in row, -row.get(n, 0), places.get(n, last), n

    return tuple(sorted(players, key=rank))


def view_then(view: GameView, last: int) -> GameView:
    """What the page of a turn is told of its game, whose last turn may be that one or the next."""
    return replace(view, resolve="", deadline="", last=last)


def _is_closed(game: Game) -> bool:
    """Whether the game has sealed printouts that only their players can open."""
    return game.sealed is not None and game.sealed.keys is None


def _seat_link(link: str, seat: ShownSeat) -> str:
    return f'<li><a href="{link}">{chip(seat.number)} <bdi>{plain(seat.country)}</bdi></a></li>'


def _in_order(game: Game) -> Iterator[TurnSource]:
    expected = game.first
    for turn in game.turns():
        if turn.number != expected:
            raise PbmError(f"{game.id}: turn {expected} is missing (found turn {turn.number}).")
        expected += 1
        yield turn

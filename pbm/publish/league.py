"""Turn records as the site's input: the only place where printouts are made, by way of turn.printouts."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from pbm import rules as registry
from pbm.cards.card import make_code
from pbm.core.events import Event
from pbm.core.grid import GridView
from pbm.core.printout import MapView, Printout
from pbm.core.series import Series
from pbm.core.shipped import shipped
from pbm.core.stamps import folder_stamps
from pbm.core.textprint import render
from pbm.engine import turn
from pbm.engine.system import Rules, Sheet, by_name
from pbm.errors import of_game
from pbm.orders.form import Parsed
from pbm.publish.archives import archive_source
from pbm.publish.books import books
from pbm.publish.comments import commented, comments
from pbm.publish.decisions import decision_news, people
from pbm.publish.press import pieces_of, told_to_all, with_press
from pbm.publish.prose import Mistakes, gathered, pages, posts, read_prose, site_facts
from pbm.publish.ratings import ratings
from pbm.publish.time_words import day_words, time_words
from pbm.site.pages import Addressee, Amended, Choice, Game, League, Post, ShownSeat, Turn, TurnSource, WaitingGame
from pbm.site.views import spoken
from pbm.store.amendment import amendments
from pbm.store.deadlines import open_deadline
from pbm.store.facts import read_time
from pbm.store.folder import Folder, describe, game_ids, write_json
from pbm.store.loss import check_ledger
from pbm.store.play import GameTable, lay_table
from pbm.store.press import Front
from pbm.store.variants import variants_path
from pbm.store.waiting import players as signed_up
from pbm.store.waiting import signups, waiting_games

RESOLVE = {  # by the game's way, and whether a deadline is set
    ("deadline", True): "A turn is resolved when its deadline is over.",
    ("deadline", False): "A turn is resolved when its deadline is over; none is set.",
    ("all-in", True): "A turn is resolved as soon as every card is there, or when its deadline is over.",
    ("all-in", False): "A turn is resolved as soon as every card is there.",
}
PAUSED = "The game is paused: cards are kept, and nothing is due until it resumes."


class LoadedTurn(msgspec.Struct, frozen=True):
    """A turn of a game, loaded: the state after it, what happened, and how the cards were read."""

    number: int
    state: Any
    events: tuple[Event, ...]
    parsed: Mapping[int, Parsed]


def tables(root: Path, folders: Iterable[Folder] | None = None) -> tuple[GameTable, ...]:
    """All games of a content tree; `folders` are theirs, where they are at hand. GameError for the first that cannot be
    read.
    """
    return tuple(map(_table, (Folder(root, game) for game in game_ids(root)) if folders is None else folders))


def _table(folder: Folder) -> GameTable:
    with of_game(folder.game):
        return lay_table(folder)


def league(root: Path, games: Iterable[GameTable], mistakes: Mistakes | None = None) -> League:
    """The whole site's input. Games yield their turns only when they are asked for them. Mistakes in the league's own
    prose are gathered, where that is asked for, and else a PbmError.
    """
    content = root / "content"
    facts = site_facts(content)
    chosen = tuple(games)
    front, index = Front(), ""
    with gathered(content / "index.md", mistakes):
        front, index = read_prose(content / "index.md")
    about = pages(content / "about", mistakes, ours=shipped("about"))
    return League(
        title=front.title or facts.title,
        tagline=facts.tagline,
        index_markdown=index,
        games=tuple(game(table) for table in chosen),
        news=posts(content / "news", mistakes=mistakes),
        about=about,
        broken_pages=tuple(path.stem for path in mistakes or () if path.parent == content / "about"),
        books=books(content, (table.system.name for table in chosen), mistakes),
        lang=facts.lang,
        url=facts.url,
        mail=facts.mail,
        colours=facts.colours,
        ratings=ratings(chosen),
        waiting=tuple(waiting(root)),
    )


def waiting(root: Path) -> Iterator[WaitingGame]:
    """The games that wait for players: how many have signed up, and not who."""
    for game, facts in waiting_games(root).items():
        kind = f"{registry.system(facts.system).title}, {spoken(facts.variant)}"
        yield WaitingGame(game, facts.title, kind, min(facts.seats, len(signed_up(signups(root, game)))), facts.seats)


def game(table: GameTable) -> Game:
    """A game as the site gets it. GameError where its files are wrong."""
    with of_game(table.folder.game):
        return _game(table)


def _game(table: GameTable) -> Game:
    folder = table.folder
    check_ledger(folder)
    facts = folder.facts
    named = people(folder)
    deadline = open_deadline(folder)
    return Game(
        id=folder.game,
        title=facts.title,
        system=facts.system,
        variant=facts.variant,
        status=facts.status,
        resolve=_resolved_when(folder, deadline),
        deadline=deadline,
        players=tuple(ShownSeat(s.number, s.country or s.home, named[s.number]) for s in facts.seats),
        seed_commitment=facts.seed_commitment,
        geometry=geometry_name(table),
        first=0,
        last=folder.last,
        turns=lambda: turns(table),
        seed=folder.seed.hex() if facts.status == "revealed" else "",
        choices=choices(table.rules, facts.options),
        hues=facts.hues,
        archive=archive_source(table),
    )


def choices(rules: Rules, options: Mapping[str, str]) -> tuple[Choice, ...]:
    """What is another in this game than in every game of its variant, house rules first: players must know it."""
    switches = {row["option"]: row for row in rules.house if row.get("option")}
    named = by_name(options, rules.house)
    house = [Choice(row["id"], row["title"], named[key]) for key, row in switches.items() if key in named]
    usual = {row["id"]: str(row["value"]) for row in switches.values()}
    others = [Choice("", key, value) for key, value in sorted(named.items()) if key not in switches]
    return (*[choice for choice in house if choice.value != usual[choice.rule]], *others)


def _resolved_when(folder: Folder, deadline: str) -> str:
    """When a turn of the game is resolved, in a sentence; of a game that is over there is nothing to say."""
    if folder.facts.status != "running":
        return ""
    return PAUSED if is_paused(folder) else RESOLVE[folder.facts.resolve, bool(deadline)]


def geometry_name(table: GameTable) -> str:
    """The name by which the game's map views ask for their drawing; empty where they bring all that is drawn."""
    return drawn_name(public(table, load(table, 0)))


def drawn_name(printout: Printout) -> str:
    """The same of one printout."""
    return printout.map.geometry if isinstance(printout.map, MapView) else ""


def turns(table: GameTable) -> Iterator[TurnSource]:
    """Every turn, oldest first. A revealed game tells all that every player got."""
    folder = table.folder
    revealed = folder.facts.status == "revealed"
    news = _by_turn(posts(folder.path / "news", numbered=True))
    decisions = decision_news(folder)
    shared = facts_digest(table)
    for number in range(folder.last + 1):
        pieces = pieces_of(table, number)
        told = [*news.get(number, []), *decisions.get(number, [])], told_to_all(pieces, revealed=revealed)
        due = due_words(table, number) if revealed else ""
        record = folder.outline(number).sha256 + corrections_digest(folder, number)
        private = [post for post in pieces if post.to and revealed]
        words = msgspec.json.encode((told, private))
        inputs_digest = hashlib.sha256(shared + record + due.encode() + words).hexdigest()
        yield TurnSource(number, partial(make_turn, table, number, *told), inputs_digest)


def facts_digest(table: GameTable) -> bytes:
    """A digest of what a game is, with its variant's folder, beside its turns and the deadline that moves with them."""
    facts = replace(table.folder.facts, deadline="", paused=False, schedule=None)
    own = folder_stamps(variants_path(table.folder.root) / facts.variant)  # nothing, where the variant is the system's
    return hashlib.sha256(msgspec.json.encode(facts) + own.encode("utf-8", "surrogateescape")).digest()


def corrections_digest(folder: Folder, number: int) -> bytes:
    """A digest of the corrections of the position after a turn, or nothing: no digest of the turn covers them."""
    made = folder.corrections(number)
    return hashlib.sha256(write_json(made)).digest() if made else b""


def amended(folder: Folder, number: int, *, revealed: bool) -> tuple[Amended, ...]:
    """What everybody may know of the corrections of a position: that there are some; all of them in a revealed game."""
    return tuple(
        Amended(
            number,
            made.time,
            made.digest,
            "" if made.secret and not revealed else made.reason,
            tuple((c.path, describe(c.old), describe(c.new)) for c in made.corrections) if revealed else (),
        )
        for made in amendments(folder, number)
    )


def amended_line(made: Amended) -> str:
    """The same as a heading line of printouts, which reveal never changes."""
    time = read_time(made.date, "time of a correction")
    reason = made.reason or "the reason is shown when the game ends"
    return f"Position corrected by the moderator, {day_words(time)}: {reason}"


def make_turn(table: GameTable, number: int, news: Iterable[Post], press: Iterable[Post]) -> Turn:
    """A turn as the site gets it."""
    folder = table.folder
    revealed = folder.facts.status == "revealed"
    position = load(table, number, with_cards=revealed)
    record = folder.record(number)
    shown = public(table, position)
    if revealed:
        shown = replace(shown, sections=tuple(section for section in shown.sections if not section.closed))
    private = printouts(table, position, players(table, position)) if revealed else {}
    classic = {0: render(shown)}
    for player, printout in private.items():
        name, due = shown_name(table, player), due_words(table, number)
        classic[player] = render(printout, account=f"[{player}]", name=name, due=due)
    return Turn(
        number=number,
        date=record.date,
        public=shown,
        private=private,
        classic=classic,
        news=_dated(news, record.date),
        press=_dated(press, record.date),
        digest=record.digests.chain,
        receipts=record.receipts or (),
        rolls=record.rolls if revealed else 0,
        version=record.version,
        series=figures(table, position, private),
        amended=amended(folder, number, revealed=revealed),
        outcome=table.system.course.outcome(position.events),
        whole=whole(table, position) if revealed else None,
    )


def load(table: GameTable, number: int, *, with_cards: bool = False) -> LoadedTurn:
    """A turn as it was recorded; the cards are read again where they are asked for."""
    parsed = table.parsed(number) if with_cards and number else {}
    return LoadedTurn(number, table.state(number), table.events(number), parsed)


def public(table: GameTable, position: LoadedTurn) -> Printout:
    """What everybody may know of a turn."""
    return printouts(table, position, (0,))[0]


def printouts(
    table: GameTable, position: LoadedTurn, viewers: Iterable[int], due: str | None = None
) -> dict[int, Printout]:
    """The printouts of a turn; `due` says when the next cards are due, where that is not to be looked up.

    No card follows the last turn of a game that is over by its rules. Where the moderator ended it, what was sealed is
    not changed by that, and there `due` is given.
    """
    over = table.system.course.over(position.state) or (due is None and is_last_of_all(table, position.number))
    readers, sheet_of_all = tuple(viewers), replace(sheet(table, position.number, due), over=over)
    lines = tuple(amended_line(a) for a in amended(table.folder, position.number, revealed=False))
    said = comments(table.folder).get(position.number, ())
    pieces = pieces_of(table, position.number)

    def make() -> dict[int, Printout]:
        made = turn.printouts(
            table.system, table.rules, position.state, position.events, position.parsed, sheet_of_all, readers
        )
        if lines:
            made = {viewer: replace(p, heading=(*p.heading, *lines)) for viewer, p in made.items()}
        if said or pieces:
            made = {n: with_press(commented(p, said), pieces) if n else p for n, p in made.items()}
        return made

    inputs_digest = (position.state, position.events, position.parsed, sheet_of_all, lines, said, pieces, table.rules)
    return table.folder.cached(("printouts", position.number, readers), inputs_digest, make)


def whole(table: GameTable, position: LoadedTurn) -> GridView | None:
    """All the land and all places after a turn, of a game whose players see parts of a world: once it is revealed."""
    made = table.system.whole
    return made(position.state, table.rules, sheet(table, position.number)) if made else None


def figures(table: GameTable, position: LoadedTurn, readers: Iterable[int]) -> tuple[Series, ...]:
    """The figures of charts: what is public, and what these players know of themselves."""
    return turn.figures(table.system, table.rules, position.state, position.events, (0, *readers))


def players(table: GameTable, position: LoadedTurn) -> tuple[int, ...]:
    """Who gets a printout of the turn: who lived before it or lives after it."""
    return tuple(sorted({*position.parsed, *table.system.course.living(position.state)}))


def sheet(table: GameTable, number: int, due: str | None = None) -> Sheet:
    """The heading's facts for a turn: what is due after it."""
    facts = table.folder.facts
    words = due_words(table, number) if due is None else due
    return Sheet(table.folder.game, facts.title, table.seats, words)


def is_last_of_all(table: GameTable, number: int) -> bool:
    """Whether a turn is the last one of a game that runs no more."""
    return number == table.folder.last and table.folder.facts.status != "running"


def is_paused(folder: Folder) -> bool:
    """Whether a running game stands still."""
    return folder.facts.paused and folder.facts.status == "running"


def due_words(table: GameTable, number: int, *, always: bool = False) -> str:
    """When the cards of the turn after this one are, or were, due; `always` also where the game runs no more."""
    folder = table.folder
    if number < folder.last:
        deadline = folder.outline(number + 1).deadline
    elif is_paused(folder) or (always and folder.facts.paused):
        return "when the game resumes"
    elif folder.facts.status != "running" and not always:
        return ""
    else:
        deadline = folder.facts.deadline
        if number and folder.outline(number).deadline == deadline:
            deadline = ""
    if deadline:
        return time_words(read_time(deadline, "deadline"))
    return "any time; waits for everyone" if folder.facts.resolve == "all-in" else ""


def addressee(table: GameTable, player: int, number: int, epoch: int | None = None) -> Addressee:
    """What the store knows for a player's own printout: name, account, the code of his next card, when it is due.

    The code is that of an epoch, of the one in force if none is given.
    """
    folder = table.folder
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, number + 1, facts.epoch if epoch is None else epoch)
    return Addressee(facts.name or shown_name(table, player), f"[{player}]", code, due_words(table, number))


def shown_name(table: GameTable, player: int) -> str:
    """The name that a player lets be shown, or nothing."""
    return next((seat.name for seat in table.folder.facts.seats if seat.number == player), "")


def _by_turn(pieces: Iterable[Post]) -> dict[int, list[Post]]:
    table: dict[int, list[Post]] = {}
    for piece in pieces:
        table.setdefault(piece.turn, []).append(piece)
    return table


def _dated(pieces: Iterable[Post], date: str) -> tuple[Post, ...]:
    """The pieces, with the turn's date where they have none."""
    return tuple(piece if piece.date else replace(piece, date=date) for piece in pieces)

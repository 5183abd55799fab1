"""Turn records as the site's input: the only place where printouts are made, by way of turn.printouts."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from pbm import turn
from pbm.card import make_code
from pbm.classic import render
from pbm.events import Event
from pbm.orderform import Parsed
from pbm.printout import Printout
from pbm.publish.books import books
from pbm.publish.prose import pages, posts, read_prose, site_facts
from pbm.publish.ratings import ratings
from pbm.series import Series
from pbm.site.pages import Addressee, Game, League, Post, Seat, Turn, TurnSource
from pbm.store.facts import read_time
from pbm.store.folder import Folder, game_ids
from pbm.store.play import Table, lay_table
from pbm.system import Sheet

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
RESOLVE = {
    "deadline": "A turn is resolved when its deadline is over.",
    "all-in": "A turn is resolved as soon as every card is there, or when its deadline is over.",
}


class Position(msgspec.Struct, frozen=True):
    """A turn of a game, loaded: the state after it, what happened, and how the cards were read."""

    number: int
    state: Any
    events: tuple[Event, ...]
    parsed: Mapping[int, Parsed]


def tables(root: Path) -> tuple[Table, ...]:
    """All games of a content tree."""
    return tuple(lay_table(Folder(root, game)) for game in game_ids(root))


def league(root: Path, games: Iterable[Table]) -> League:
    """The whole site's input. Games yield their turns only when they are asked for them."""
    content = root / "content"
    facts = site_facts(content)
    chosen = tuple(games)
    front, index = read_prose(content / "index.md")
    return League(
        title=front.title or facts.title,
        tagline=facts.tagline,
        index_markdown=index,
        games=tuple(game(table) for table in chosen),
        news=posts(content / "news"),
        about=pages(content / "about"),
        books=books(content, (table.system.name for table in chosen)),
        lang=facts.lang,
        url=facts.url,
        mail=facts.mail,
        colours=facts.colours,
        ratings=ratings(chosen),
    )


def game(table: Table) -> Game:
    """A game as the site gets it."""
    folder = table.folder
    facts = folder.facts
    return Game(
        id=folder.game,
        title=facts.title,
        system=facts.system,
        variant=facts.variant,
        status=facts.status,
        resolve=RESOLVE[facts.resolve],
        deadline=facts.deadline if facts.status == "running" else "",
        players=tuple(Seat(s.number, s.country or s.home, s.name) for s in facts.seats),
        seed_commitment=facts.seed_commitment,
        geometry=geometry_name(table),
        first=0,
        last=folder.last,
        turns=lambda: turns(table),
        seed=folder.seed.hex() if facts.status == "revealed" else "",
    )


def geometry_name(table: Table) -> str:
    """The name by which the game's map views ask for their drawing."""
    return public(table, load(table, 0)).map.geometry


def turns(table: Table) -> Iterator[TurnSource]:
    """Every turn, oldest first. A revealed game tells all that every player got."""
    folder = table.folder
    revealed = folder.facts.status == "revealed"
    news = _by_turn(posts(folder.path / "news", numbered=True))
    press = _by_turn(posts(folder.path / "press", numbered=True))
    shared = facts_digest(table)
    for number in range(folder.last + 1):
        told = news.get(number, []), press.get(number, [])
        due = due_words(table, number) if revealed else ""
        record = folder.raw(number, "record.json")
        grounds = hashlib.sha256(shared + record + due.encode() + msgspec.json.encode(told)).hexdigest()
        yield TurnSource(number, partial(make_turn, table, number, *told), grounds)


def facts_digest(table: Table) -> bytes:
    """A digest of what a game is, beside its turns and the deadline that moves with them."""
    facts = msgspec.structs.replace(table.folder.facts, deadline="")
    return hashlib.sha256(msgspec.json.encode(facts)).digest()


def make_turn(table: Table, number: int, news: Iterable[Post], press: Iterable[Post]) -> Turn:
    """A turn as the site gets it."""
    folder = table.folder
    revealed = folder.facts.status == "revealed"
    position = load(table, number, with_cards=revealed)
    record = folder.record(number)
    shown = public(table, position)
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
        series=figures(table, position, private),
    )


def load(table: Table, number: int, *, with_cards: bool = False) -> Position:
    """A turn as it was recorded; the cards are read again where they are asked for."""
    parsed = table.parsed(number) if with_cards and number else {}
    return Position(number, table.state(number), table.events(number), parsed)


def public(table: Table, position: Position) -> Printout:
    """What everybody may know of a turn."""
    return printouts(table, position, (0,))[0]


def printouts(table: Table, position: Position, viewers: Iterable[int], due: str | None = None) -> dict[int, Printout]:
    """The printouts of a turn; `due` says when the next cards are due, where that is not to be looked up."""
    return turn.printouts(
        table.system,
        table.rules,
        position.state,
        position.events,
        position.parsed,
        sheet(table, position.number, due),
        viewers,
    )


def figures(table: Table, position: Position, readers: Iterable[int]) -> tuple[Series, ...]:
    """The figures of charts: what is public, and what these players know of themselves."""
    return turn.figures(table.system, table.rules, position.state, position.events, (0, *readers))


def players(table: Table, position: Position) -> tuple[int, ...]:
    """Who gets a printout of the turn: who lived before it or lives after it."""
    return tuple(sorted({*position.parsed, *table.system.living(position.state)}))


def sheet(table: Table, number: int, due: str | None = None) -> Sheet:
    """The heading's facts for a turn: what is due after it."""
    facts = table.folder.facts
    words = due_words(table, number) if due is None else due
    return Sheet(table.folder.game, facts.title, table.seats, words)


def due_words(table: Table, number: int, *, always: bool = False) -> str:
    """When the cards of the turn after this one are, or were, due; `always` also where the game runs no more."""
    folder = table.folder
    if number < folder.last:
        deadline = folder.record(number + 1).deadline
    elif folder.facts.status != "running" and not always:
        return ""
    else:
        deadline = folder.facts.deadline
        if number and folder.record(number).deadline == deadline:
            deadline = ""
    if deadline:
        return time_words(read_time(deadline, "deadline"))
    return "as soon as every card is there" if folder.facts.resolve == "all-in" else ""


def time_words(time: datetime) -> str:
    """21 November 2026, 20:00 UTC: the same in every locale."""
    return f"{time.day} {MONTHS[time.month - 1]} {time.year}, {time.hour:02d}:{time.minute:02d} UTC"


def addressee(table: Table, player: int, number: int) -> Addressee:
    """What the store knows for a player's own printout: name, account, the code of his next card, when it is due."""
    folder = table.folder
    facts = folder.players[player]
    code = make_code(bytes.fromhex(facts.key), folder.game, number + 1, facts.epoch)
    return Addressee(facts.name or shown_name(table, player), f"[{player}]", code, due_words(table, number))


def shown_name(table: Table, player: int) -> str:
    """The name that a player lets be shown, or nothing."""
    return next((seat.name for seat in table.folder.facts.seats if seat.number == player), "")


def _by_turn(pieces: Iterable[Post]) -> dict[int, list[Post]]:
    table: dict[int, list[Post]] = {}
    for piece in pieces:
        table.setdefault(piece.turn, []).append(piece)
    return table


def _dated(pieces: Iterable[Post], date: str) -> tuple[Post, ...]:
    """The pieces, with the turn's date where they have none."""
    return tuple(piece if piece.date else msgspec.structs.replace(piece, date=date) for piece in pieces)

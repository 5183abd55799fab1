"""A league made by hand, the position of Turkey in turn 7: its turns and its rule book."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from pbm.core.series import Series
from pbm.rules import system
from pbm.site.pages import Book, BookSource, Case, Game, HouseRow, League, OrderRow, Page, Post, Turn, TurnSource
from tests.example_league.maps import HELD, SEATS
from tests.example_league.printouts import public, turkey

PRESS = (
    Post(
        "2026-11-20",
        "Sofia Gazette, under new management",
        "Turkey",
        "Readers will notice a change in the *crossword*, which is now in Turkish. Bread is free until Friday.",
        False,
        5,
        7,
    ),
    Post(
        "2026-11-20",
        "To the Sultan’s daughter",
        "Italy",
        "Nothing personal, cara. We took it as a sign.\n\n<script>alert(1)</script> [x](javascript:alert(1))",
        False,
        4,
        7,
    ),
    Post(
        "2026-11-20",
        "Wanted: reliable neighbours",
        "Spain",
        "Quiet Iberian kingdom, formerly two, seeks friends to the north.",
        True,
        6,
        7,
    ),
)
DESK = Post(
    "2026-11-21",
    "",
    "the moderator",
    "The telegrams from Rome and Moscow reached Ankara within the hour, and by then thirty Turkish armies "
    "were already across the Maritsa.\n\nIn the north Germany walked into Vienna.",
    turn=7,
)


def turns(game: str, last: int, *, revealed: bool = False) -> Iterator[Turn]:
    """The turns of a game, oldest first."""
    for number in range(last + 1):
        private = {seat.number: turkey(game, number, seat.number) for seat in SEATS} if revealed else {}
        classic = {player: f"{game} T-{number} [{player}]\n" for player in (0, *private)}
        yield Turn(
            number=number,
            date=f"2026-11-{14 + number % 15:02d}",
            public=public(game, number),
            private=private,
            classic=classic,
            news=(DESK,) if number == 7 else (),
            press=PRESS if number == 7 else (),
            digest=f"{number:02x}" * 32,
            rolls=200 + number,
            version="0.9.7",
            series=series(number, revealed=revealed),
        )


def series(turn: int, *, revealed: bool) -> tuple[Series, ...]:
    """The figures of a turn: countries for all to know, the rest when the game is revealed. Spain ends with turn 6."""
    here = [player for player in HELD if player != 6 or turn < 6]
    public = Series("countries", "Countries", {p: HELD[p][min(turn // 2, 3)] for p in here}, "countries", "occupied")
    if not revealed:
        return (public,)
    return (
        public,
        Series("industry", "Industry", {p: 30 + p * turn for p in here}, "industry", "active"),
        Series("income", "Income", {p: 10050 + 110 * p * turn for p in here if turn}, "Dollars", "taxes", money=True),
    )


def ready(turns: Iterable[Turn]) -> Iterator[TurnSource]:
    """Turns that are made already."""
    for turn in turns:
        yield TurnSource(turn.number, partial(_itself, turn))


def _itself(turn: Turn) -> Turn:
    return turn


def league(*, last: int = 7, revealed_last: int = 1) -> League:
    """A running game, a revealed one, a book, news, an about page."""
    europe = {"system": "battle-plan", "variant": "europe", "players": SEATS, "geometry": "europe", "first": 0}
    running = Game(
        id="EU-2",
        title="The second game",
        status="running",
        resolve="a turn is due when every card is there",
        deadline="2026-12-04T20:00:00+00:00",
        seed_commitment="ab" * 32,
        last=last,
        turns=lambda: ready(turns("EU-2", last)),
        **europe,  # type: ignore[arg-type]  # one dictionary for two games
    )
    revealed = Game(
        id="EU-1",
        title="The first game",
        status="revealed",
        resolve="a turn is due at its deadline",
        deadline="",
        seed_commitment="cd" * 32,
        last=revealed_last,
        turns=lambda: ready(turns("EU-1", revealed_last, revealed=True)),
        seed="ef" * 16,
        **europe,  # type: ignore[arg-type]  # one dictionary for two games
    )
    return League(
        title="The Long Post",
        tagline="War games by mail: one card, two weeks, no hurry",
        index_markdown="How a [turn by mail](about/how.html) works, "
        "and the [rule of combat](rules/battle-plan.html#4C.6).",
        games=(running, revealed),
        news=(
            Post("2026-11-20", "", "", "Cards by mail now get their receipt within the hour."),
            Post(
                "2026-11-15",
                "HR-34 is settled",
                "",
                "Equal sides leave one army or none. [Read it](rules/battle-plan.html#HR-34)",
            ),
        ),
        about=(
            Page(
                "how",
                "How a turn works",
                "# How a turn works\n\n# You write a card\n\nIt is plain text.\n\n# You get a printout\n\n"
                "See the [rules](/rules/battle-plan.html).",
            ),
        ),
        books=(BookSource("battle-plan", "Battle Plan", book),),
    )


BOOK = """Some words before the rules.

## 1 Players

Everybody has a country.

### 1B Enemies

Say it with a card.

## 4 Forces

### 4C.6 Combat results

When the air, the missiles and the navies have done their work, the armies that are left fight once.

**The larger side wins.** The smaller side is destroyed to the last army.

| Def. | lost |
|---|---|
| 5 | 0.8 |

## 9 Sequence of a turn

### 9.3 Land combat

Step by step.
"""


def book() -> Book:
    """A small rule book."""
    return Book(
        "battle-plan",
        "Battle Plan",
        BOOK,
        (
            OrderRow("AC", "ACnXXX", "Conquer", "Conquer XXX with n armies", ("your country", "a sea"), "4C.1", True),
            OrderRow("pA", "nA", "Ally", "Declare n ally", ("you",), "1A"),
        ),
        (
            HouseRow(
                "HR-34",
                "One army or none",
                "We toss for it.",
                ("always one", "always none"),
                "Nothing in the book favours either.",
            ),
            HouseRow("HR-01", "Shorthand", "A token `n XXX` repeats the last verb."),
        ),
        (
            Case("4C.6-10", "Equal forces", 'number = "4C.6-10"\n[cards]\n1 = "@TU AC10UK"\n'),
            Case("4C.6-1", "Twenty conquer ten", 'number = "4C.6-1"\n[cards]\n1 = "@TU AC20UK"\n'),
        ),
        named=system("battle-plan").words.named,
    )


def known(whole: League, made: list[str], salt: str = "") -> League:
    """The league with turns and a book whose inputs are known; `made` notes which are made."""

    def sources(game: str, last: int, revealed: bool) -> Iterator[TurnSource]:
        for turn in turns(game, last, revealed=revealed):

            def make(turn: Any = turn) -> Any:
                made.append(f"{game} {turn.number}")
                return turn

            yield TurnSource(turn.number, make, f"{game} {turn.number} {salt}")

    def source_of(game: Any) -> Any:
        return replace(game, turns=lambda: sources(game.id, game.last, game.status == "revealed"))

    (book,) = whole.books

    def make_book() -> Any:
        made.append("book")
        return book.make()

    return replace(
        whole,
        games=tuple(source_of(game) for game in whole.games),
        books=(replace(book, make=make_book, inputs_digest=f"book {salt}"),),
    )

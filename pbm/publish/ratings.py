"""Ratings across games (BP 17, 21): what each ended game was worth to those who want to be rated.

A player is rated who shows his name in a game and has asked for it (`rating = true` at his seat in game.toml). Read
are public facts alone, of games that are over: who went out when, and the outcome, with the points that the variant's
numbers give (`[ratings]`), or that the end itself tells.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial

import msgspec

from pbm.core.outcome import Outcome
from pbm.errors import of_game
from pbm.publish.reliability import told_missing
from pbm.site.ink.palette import Hues
from pbm.site.pages import RatedGame, RatedPlayer, RatingsSource, Standing
from pbm.site.views import spoken
from pbm.store.facts import SeatFacts
from pbm.store.play import GameTable


class Ending(msgspec.Struct, frozen=True):
    """How a game ended, as everybody knows it. out: by player the turn in which he lost his last country.

    outcome: None where the moderator ended the game. points: what a standing is worth; none: the game is not rated.
    missed: by player the turns without a card, as all were told; None where nobody is told.
    """

    game: str
    title: str
    kind: str
    date: str
    last: int
    seats: tuple[SeatFacts, ...]
    out: Mapping[int, int]
    outcome: Outcome | None
    points: Mapping[str, int]
    hues: Hues = ()
    missed: Mapping[int, int] | None = None


def ratings(tables: Iterable[GameTable]) -> RatingsSource | None:
    """The site's ratings; None where nobody asked to be rated."""
    asked = [table for table in tables if any(seat.rating for seat in table.folder.facts.seats)]
    if not asked:
        return None
    ended = [table for table in asked if table.folder.facts.status != "running"]
    inputs_digest = hashlib.sha256()
    for table in ended:
        folder = table.folder
        with of_game(folder.game):
            inputs_digest.update(
                msgspec.json.encode((folder.game, folder.facts, folder.record(folder.last).digests.chain))
            )
    return RatingsSource(inputs_digest.hexdigest(), partial(_made, ended))


def _made(ended: Iterable[GameTable]) -> tuple[RatedPlayer, ...]:
    return rate(map(_ending, ended))


def _ending(table: GameTable) -> Ending:
    with of_game(table.folder.game):
        return ending(table)


def ending(table: GameTable) -> Ending:
    """How a game ended, read from its turns: nothing but what was told to all."""
    folder, facts, course = table.folder, table.folder.facts, table.system.course
    turns = range(1, folder.last + 1)
    out = {player: number for number in turns for player in course.gone(table.events(number))}
    outcome = course.outcome(table.events(folder.last))
    date, points = folder.record(folder.last).date, table.rules.numbers.get("ratings", {})
    kind = f"{table.system.title}, {spoken(facts.variant)}"
    missed = told_missing(folder)
    return Ending(
        folder.game, facts.title, kind, date, folder.last, facts.seats, out, outcome, points, facts.hues, missed
    )


def standings(end: Ending) -> dict[int, Standing]:
    """BP 17, spec 21.1, 21.2: what each player was in the end. Who lost the last country is out, even with ships left.

    BP HR-56: those who went out together as the last share a draw. A game that the moderator ended has no winner.
    """
    players, outcome = [seat.number for seat in end.seats], end.outcome
    if outcome is None:
        return {p: "out" if p in end.out else "stopped" for p in players}
    left = set(players) - end.out.keys()
    survivors = left if outcome.survivors is None else outcome.survivors  # spec 21.2: none of them has dropped out
    found: dict[int, Standing] = {}
    for p in players:
        if p in outcome.winners:
            found[p] = "winner"
        elif p in outcome.drawn:
            found[p] = "draw"
        else:
            found[p] = "survivor" if p in survivors else "out"
    return found


def worth(end: Ending, player: int, standing: Standing) -> int:
    """BP 17, HR-57, HR-59; spec 21.2, 21.3: the points of a standing; where the end itself tells points, those."""
    if end.outcome is None:
        return 0
    return end.outcome.points.get(player, 0) if end.outcome.points else end.points.get(standing, 0)


def rate(endings: Iterable[Ending]) -> tuple[RatedPlayer, ...]:
    """Everybody who asked for it, best first: by points, then wins, then games, then name; his games newest first."""
    history: dict[str, list[RatedGame]] = {}
    for end in endings:
        if not end.points:
            continue
        found = standings(end)
        for seat in end.seats:
            if not (seat.rating and seat.name):
                continue
            standing = found[seat.number]
            turns = end.out.get(seat.number, end.last)
            history.setdefault(seat.name, []).append(
                RatedGame(
                    game=end.game,
                    title=end.title,
                    kind=end.kind,
                    date=end.date,
                    number=seat.number,
                    country=seat.country or seat.home,
                    players=len(end.seats),
                    turn=turns if standing == "out" else end.last,
                    standing=standing,
                    points=worth(end, seat.number, standing),
                    hues=end.hues,
                    asked=turns if end.missed is not None else 0,
                    missed=end.missed.get(seat.number, 0) if end.missed is not None else 0,
                )
            )
    rows = []
    for name, games in history.items():
        newest = tuple(sorted(games, key=lambda it: (it.date, it.game), reverse=True))
        wins = sum(it.standing == "winner" for it in games)
        rows.append(RatedPlayer(name, sum(it.points for it in games), wins, newest))
    return tuple(sorted(rows, key=lambda it: (-it.points, -it.wins, -len(it.games), it.name)))

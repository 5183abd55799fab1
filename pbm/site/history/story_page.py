"""What a game's own page tells of its course: the curve of who was how near to winning, and the ranks by turn."""

from collections.abc import Mapping, Sequence

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from pbm.core.plain import clean
from pbm.core.printout import AnyMap, MapView
from pbm.site.history import story
from pbm.site.history.turn_series import Leaf
from pbm.site.ink.marks import MINUS, chip, mark, rich
from pbm.site.pages import ShownSeat
from pbm.site.parts import linechart, rankchart
from pbm.site.parts.linechart import Chart, Line
from pbm.site.parts.rankchart import OWN, RankChart, Ranked
from pbm.site.views import TurnSummary

NEAREST = 9
"""Of so many players at most the curve is drawn: those who were nearest at any time."""


class TurnedView(msgspec.Struct, frozen=True):
    """A turn at which the game turned, as the template sees it; number: its mark in the chart."""

    number: int
    turn: int
    path: str
    headline: str
    told: Markup


class StoryView(msgspec.Struct, frozen=True):
    """How a game was decided, as the template sees it."""

    scale: str
    told: Markup
    chart: Markup
    turned: tuple[TurnedView, ...]
    few: str


class RanksView(msgspec.Struct, frozen=True):
    """The ranks by turn, as the template sees them: of what, the chart, and a row for each turn that changed one."""

    figure: str
    chart: Markup
    rows: tuple[tuple[int, Markup], ...]


def how_decided(
    leaves: Sequence[Leaf], heads: Sequence[TurnSummary], players: Sequence[ShownSeat], last: AnyMap | None
) -> StoryView | None:
    """How a game that is over was decided; None where its system does not say what decides, or after a single turn."""
    race = story.race(leaves)
    if race is None or not race.decides:
        return None
    winners = [seat.number for seat in heads[-1].winners]
    lead = story.ahead(race)
    found = story.turnings(race, winners[0] if len(winners) == 1 else lead[-1])
    names, spaces = _names(players), _spaces(last)
    by_turn = {leaf.number: leaf for leaf in leaves}
    pages = {head.number: head for head in heads}
    turned = []
    for number, it in enumerate(found, 1):
        moved = [spaces.get(code) or code for code in story.moved(by_turn[it.turn], it.player, is_gain=it.is_gain)]
        told = rich(story.sentence(race, it, lambda player: mark(player, names), moved))
        page = pages[it.turn]
        turned.append(TurnedView(number, it.turn, page.path, page.headline, Markup(told)))
    nearest = _nearest(race, [seat.number for seat in players])
    lines = tuple(Line(player, names[player], race.of(player)) for player in nearest)
    chart = Chart("race", "How near each was to winning, by turn", race.first, lines, gaps=race.figure.gaps)
    chart = replace(chart, flags=tuple(it.turn - race.first for it in found))
    few = f"the {len(nearest)} who came nearest, of {len(players)}" if len(nearest) < len(players) else ""
    svg = Markup(linechart.draw(chart))
    return StoryView(race.scale, Markup(_summary(race, lead, winners, names)), svg, tuple(turned), few)


def _summary(race: story.Race, lead: Sequence[int], winners: Sequence[int], names: Mapping[int, str]) -> str:
    """In a sentence: since when the winner was ahead, or that the winner never was."""
    end = lead[-1]
    if not end:
        return "At the end nobody was ahead."
    since = next((at for at in range(len(lead) - 1, -1, -1) if lead[at] != end), -1) + 1
    who = rich(mark(end, names))
    when = f"from turn {race.first + since} to the end" if since else "from the first turn to the last"
    if not winners or end in winners:
        return f"{who} was ahead {when}."
    won = " and ".join(rich(mark(player, names)) for player in winners)
    return f"{won} won, though {who} was ahead {when}."


def _nearest(race: story.Race, players: Sequence[int]) -> list[int]:
    """Of whom the curve is drawn, by number."""
    told = [(max((row[player] for row in race.values if player in row), default=None), player) for player in players]
    most = sorted((-near, player) for near, player in told if near is not None)[:NEAREST]
    return sorted(player for _, player in most)


def ranks_by_turn(leaves: Sequence[Leaf], players: Sequence[ShownSeat], final: Sequence[int] = ()) -> RanksView | None:
    """The standings as ranks by turn, at the end as the game was decided (`final`); None where there is nothing to
    rank, or after a single turn.
    """
    race = story.race(leaves)
    if race is None:
        return None
    names, ranks = _names(players), story.ranks(race, final)
    lines = tuple(
        Ranked(player, names.get(player, ""), ranks[player], _labels(leaves, player, ranks[player]))
        for player in sorted(ranks)
    )
    title = f"Ranks by {race.figure.title.lower()}, turn by turn"
    svg = Markup(rankchart.draw(RankChart("ranks", title, race.first, lines)))
    rows = tuple((leaf.number, Markup(row)) for at, leaf in enumerate(leaves) if (row := _row(ranks, at)))
    return RanksView(race.figure.title, svg, rows)


def _row(ranks: Mapping[int, Sequence[int | None]], at: int) -> str:
    """Who changed rank in a turn: 5 from 3 to 1."""
    told = []
    for player, line in ranks.items():
        now, then = line[at], line[at - 1] if at else None
        if at and now != then:
            way = f"{then} to {now}" if now and then else f"out, {then} before" if then else f"now {now}"
            told.append((now or 99, f"{chip(player)} {way}"))
    return ", ".join(text for _, text in sorted(told))


def _labels(leaves: Sequence[Leaf], player: int, ranks: Sequence[int | None]) -> tuple[tuple[int, str], ...]:
    """What stands at a line: at its greatest changes of rank the space that the player took by it, or lost."""
    found = []
    for at in range(1, len(ranks)):
        now, then = ranks[at], ranks[at - 1]
        if now is None or then is None or now == then:
            continue
        codes = story.moved(leaves[at], player, is_gain=now < then)
        if codes:
            sign = "+" if now < then else MINUS
            more = f" {sign}{len(codes) - 1}" if len(codes) > 1 else ""
            found.append((-abs(now - then), at, f"{sign}{clean(codes[0])}{more}"))
    return tuple((at, text) for _, at, text in sorted(found)[:OWN])


def _names(players: Sequence[ShownSeat]) -> dict[int, str]:
    return {seat.number: clean(seat.country) for seat in players}


def _spaces(last: AnyMap | None) -> dict[str, str]:
    """The names of spaces, by code."""
    return {space.code: clean(space.name) for space in last.spaces} if isinstance(last, MapView) else {}

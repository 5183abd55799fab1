"""What the counts of a trial say: plain data, for programs and for the text and the page that people read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from pbm.core.series import Series
from pbm.orders.table import OrderTable
from pbm.trials.chances import SURE, chance_above, chi_square, games_needed, interval
from pbm.trials.tally import TrialTally, quantiles
from pbm.trials.trial import Laid

LEAST = 5
"""A test of shares needs so many games for each seat: with fewer chi-square is not its distribution."""
LARGER = 25
"""A difference that is worth knowing: a seat that comes first so many per cent oftener than its share."""


class SeatFindings(msgspec.Struct, frozen=True):
    """What became of a seat. Shares are of all games, with the ends of their 95 % interval. sizes: by turn, from the
    position the games began with: a quarter of the games, half of them, three quarters had at most so much. surviving:
    by turn in how many games it was not out. out, hurt: in how many games it went out, or lost a space to somebody, and
    in the middle of those in which turn.
    """

    player: int
    home: str
    name: str
    wins: int
    wins_between: tuple[float, float]
    first: int
    first_between: tuple[float, float]
    sizes: tuple[tuple[int, ...], ...]
    surviving: tuple[int, ...]
    out: int
    out_turn: int | None
    hurt: int
    hurt_turn: int | None


class Equality(msgspec.Struct, frozen=True):
    """A test whether seats are equal. p: how often equal seats differ as much by chance; None: too few games. needed:
    how many games would show the difference that was seen, None where none was; needed_larger: how many show a seat
    that comes first LARGER per cent too often. counted: of how many games.
    """

    counted: int
    chi_square: float | None
    freedom: int
    p: float | None
    needed: int | None
    needed_larger: int


class Findings(msgspec.Struct, frozen=True):
    """What a trial found. length: quartiles of turns. taken, fresh: by turn, per game that had it, hundredths.

    never_orders: code and title; never_phases: rule and name. drawn: first places by the number under which the seat
    played, where each game drew them; else there is no test of them.
    """

    system: str
    title: str
    variant: str
    options: Mapping[str, str]
    begun: int
    games: int
    limit: int
    figure: str
    unit: str
    ended: int
    won: int
    shared: int
    tied: int
    stalemates: int
    length: tuple[int, ...]
    lengths: Mapping[int, int]
    seats: tuple[SeatFindings, ...]
    wins_test: Equality
    first_test: Equality
    drawn: Mapping[int, int]
    drawn_test: Equality | None
    taken: tuple[int, ...]
    fresh: tuple[int, ...]
    played: tuple[int, ...]
    falls: Mapping[str, int]
    orders: Mapping[str, int]
    phases: Mapping[str, int]
    never_orders: tuple[tuple[str, str], ...]
    never_phases: tuple[tuple[str, str], ...]
    faults: int


def findings(laid: Laid, tally: TrialTally, figure: Series) -> Findings:
    """What the counts say; at least one game was counted."""
    trial = laid.trial
    most = max(tally.turns)
    phases = laid.system.phases()
    return Findings(
        system=trial.system,
        title=laid.system.title,
        variant=trial.variant,
        options=dict(sorted(trial.options.items())),
        begun=trial.begun,
        games=tally.games,
        limit=trial.turns,
        figure=figure.title,
        unit=figure.unit,
        ended=tally.ended,
        won=tally.won,
        shared=tally.shared,
        tied=tally.tied,
        stalemates=tally.stalemates,
        length=tuple(quantiles(tally.turns)),
        lengths=dict(sorted(tally.turns.items())),
        seats=tuple(_seat(laid, tally, seat.player, seat.home, most) for seat in trial.seats),
        wins_test=_equality([tally.alone[seat] for seat in tally.seats]),
        first_test=_equality([tally.first[seat] for seat in tally.seats]),
        drawn={seat: tally.drawn[seat] for seat in tally.seats} if tally.drawn else {},
        drawn_test=_equality([tally.drawn[seat] for seat in tally.seats]) if tally.drawn else None,
        taken=_mean(tally, tally.taken, most),
        fresh=_mean(tally, tally.fresh, most),
        played=tuple(tally.played(turn) for turn in range(1, most + 1)),
        falls=dict(sorted(tally.falls.items())),
        orders=dict(sorted(tally.orders.items())),
        phases={name: tally.phases[name] for _, name in phases},
        never_orders=tuple(_never(laid.rules.orders, tally.orders)),
        never_phases=tuple((rule, name) for rule, name in phases if not tally.phases[name]),
        faults=tally.faults,
    )


def _seat(laid: Laid, tally: TrialTally, player: int, home: str, most: int) -> SeatFindings:
    sizes, out, hurt = tally.sizes[player], tally.out[player], tally.hurt[player]
    return SeatFindings(
        player=player,
        home=home,
        name=_called(laid, home),
        wins=tally.wins[player],
        wins_between=interval(tally.wins[player], tally.games),
        first=tally.first[player],
        first_between=interval(tally.first[player], tally.games),
        sizes=tuple(tuple(quantiles(sizes[turn])) for turn in range(most + 1)),
        surviving=tuple(tally.surviving(player, turn) for turn in range(most + 1)),
        out=sum(out.values()),
        out_turn=next(iter(quantiles(out, ((1, 2),))), None),
        hurt=sum(hurt.values()),
        hurt_turn=next(iter(quantiles(hurt, ((1, 2),))), None),
    )


def _called(laid: Laid, home: str) -> str:
    """What a seat is called: as the system says, else as its space is."""
    drawn = laid.rules.geometry.get("spaces", {})
    said = laid.system.setup.called(laid.rules, home)
    return said or str(drawn.get(home, {}).get("name", "")) or home


def _equality(counts: Sequence[int]) -> Equality:
    seats, counted = len(counts), sum(counts)
    share = 1 / seats
    odd = (LARGER / 100 * share) ** 2 / share * (1 + 1 / (seats - 1)) if seats > 1 else 0
    freedom = seats - 1
    if not freedom:
        return Equality(counted, None, 0, None, None, 0)
    larger = games_needed(odd, freedom)
    if counted < LEAST * seats:
        return Equality(counted, None, freedom, None, None, larger)
    seen = chi_square(counts)
    more = (seen - freedom) / counted  # what chance alone adds is the degrees of freedom
    needed = games_needed(more, freedom) if more > 0 else None
    return Equality(counted, round(seen, 2), freedom, round(chance_above(seen, freedom), 6), needed, larger)


def _mean(tally: TrialTally, counts: Mapping[int, int], most: int) -> tuple[int, ...]:
    return tuple(round(100 * counts.get(turn, 0) / tally.played(turn)) for turn in range(1, most + 1))


def _never(table: OrderTable, used: Mapping[str, int]) -> Iterable[tuple[str, str]]:
    return ((form.code, form.title) for form in table.rows if not used.get(form.code))


def words(found: Findings) -> dict[str, Any]:
    """The findings as plain JSON data."""
    told: dict[str, Any] = msgspec.to_builtins(found, str_keys=True)
    return told | {"sure": SURE}

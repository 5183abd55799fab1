"""What a trial found, as sections of tables and sentences: the text of the command, and of its page."""

from collections.abc import Iterable, Sequence

from pbm.core.english import count, listed
from pbm.core.printout import Column, Paragraphs, Section, Table
from pbm.core.textprint import WIDTH, block_lines
from pbm.trials.findings import LARGER, LEAST, Equality, Findings, SeatFindings

TURNS = 12
"""So many turns are in a table of turns; the page has charts of all."""
COLUMNS = 6
"""So many are columns."""
FALLEN = 15
"""So many spaces are listed of those that fell, those that did so oftenest."""


def title(found: Findings) -> str:
    """Battle Plan, europe: 200 games of 9 seats."""
    return f"{found.title}, {found.variant}: {count(found.games, 'game')} of {count(len(found.seats), 'seat')}"


def standfirst(found: Findings) -> str:
    """In two sentences how the games went, and whether seats were equal."""
    ended = f"{_part(found.ended, found.games)} ended by the rules"
    turns = f"in the middle after {count(found.length[1], 'turn')}"
    begun = f", from the position after turn {found.begun}" if found.begun else ""
    return f"House players played every seat{begun}. {ended}, {turns}. {_verdict(found)}"


def _verdict(found: Findings) -> str:
    test = found.first_test
    if test.p is None:
        return "Whether seats are equal cannot be said from so few games."
    if test.p >= 0.05:
        return "The seats came first so equally that chance explains it."
    best = max(found.seats, key=lambda seat: seat.first)
    return f"The seats differ by more than chance: {best.name} came first most often."


def sections(found: Findings) -> tuple[Section, ...]:
    """All that was found."""
    return (
        Section("seats", "Seats", tuple(_seats(found))),
        Section("sizes", f"{found.figure} by turn", (_sizes(found), _surviving(found))),
        Section("games", "Games", (_games(found), _captures(found))),
        *([Section("falls", "Spaces that fell", (_falls(found),))] if found.falls else []),
        Section("unused", "What was never used", tuple(_never(found))),
    )


def text(found: Findings) -> str:
    """The findings for a terminal, at most 79 columns."""
    lines = [title(found), *block_lines(Paragraphs((standfirst(found),)))]
    for section in sections(found):
        lines += ["", section.title]
        for block in section.blocks:
            lines += block_lines(block)
    assert all(len(line) <= WIDTH for line in lines)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _part(hits: int, games: int) -> str:
    return f"{hits} of {games}"


def per_game(number: int, games: int) -> str:
    """How often a game, in hundredths: 0.25."""
    hundredths = round(100 * number / games)
    return f"{hundredths // 100}.{hundredths % 100:02}"


def per_cent(hits: int, games: int) -> str:
    """A share with a decimal: 12.5."""
    tenths = round(1000 * hits / games)
    return f"{tenths // 10}.{tenths % 10}"


def _between(ends: tuple[float, float]) -> str:
    low, high = (round(1000 * end) for end in ends)
    return f"{low // 10}.{low % 10}–{high // 10}.{high % 10}"


def _seats(found: Findings) -> Iterable[Table | Paragraphs]:
    columns = (
        Column("Seat", "player"),
        Column("Home"),
        Column("Wins", "number"),
        Column("Per cent", "number"),
        Column("95 %", "mono"),
        Column("First", "number"),
        Column("Per cent", "number"),
        Column("95 %", "mono"),
    )
    rows = tuple(
        (
            seat.player,
            seat.name,
            seat.wins,
            per_cent(seat.wins, found.games),
            _between(seat.wins_between),
            seat.first,
            per_cent(seat.first, found.games),
            _between(seat.first_between),
        )
        for seat in found.seats
    )
    yield Table(columns, rows)
    yield Paragraphs(
        (
            "First is whoever won, alone; in a game that nobody won, whoever alone had most at its end. "
            f"In {_part(found.tied, found.games)} nobody was. The interval is that of Clopper and Pearson.",
            f"Wins. {_test(found.wins_test, len(found.seats), 'won')}",
            f"First. {_test(found.first_test, len(found.seats), 'came first')}",
            *_numbers(found),
        )
    )
    yield Table(
        (
            Column("Seat", "player"),
            Column("Home"),
            Column("Out", "number"),
            Column("Per cent", "number"),
            Column("in turn", "number"),
            Column("Lost a space", "number"),
            Column("first in turn", "number"),
        ),
        tuple(_fate(found, seat) for seat in found.seats),
        note="Turns are those in the middle of the games in which it happened.",
    )


def _numbers(found: Findings) -> Iterable[str]:
    """Whether it mattered under which number a seat played."""
    if found.drawn_test and found.drawn_test.freedom:
        ways = "the house players prefer some numbers, or the rules do"
        seen = _seen(found.drawn_test) if found.drawn_test.p is not None else "Too few games for a test"
        most, least = (pick(found.drawn, key=lambda number: found.drawn[number]) for pick in (max, min))
        told = f"{seen}; [{most}] came first {count(found.drawn[most], 'time')}, [{least}] {found.drawn[least]}."
        differs = found.drawn_test.p is not None and found.drawn_test.p < 0.05
        yield f"Numbers. Each game drew which player number a seat has. {told}" + (f" So {ways}." if differs else "")


def _fate(found: Findings, seat: SeatFindings) -> tuple[int | str | None, ...]:
    return (
        seat.player,
        seat.name,
        seat.out,
        per_cent(seat.out, found.games),
        seat.out_turn,
        seat.hurt,
        seat.hurt_turn,
    )


def _test(test: Equality, seats: int, did: str) -> str:
    """What a test of equal seats says, of those that did something alone."""
    if not test.freedom:
        return "One seat alone cannot be compared."
    larger = (
        f"In nine cases of ten {count(test.needed_larger, 'game')} would show a seat that did so {LARGER} % too often."
    )
    if test.p is None:
        return (
            f"No test: it needs {LEAST * seats} games in which one seat alone {did}, and has {test.counted}. {larger}"
        )
    told = f"; {count(test.needed, 'game')} would show as large a difference" if test.needed else ""
    return f"{_seen(test)}{told}. {larger}"


def _seen(test: Equality) -> str:
    """What a test gave, of enough games."""
    assert test.p is not None
    said = "chance explains the difference" if test.p >= 0.05 else "that is more than chance"
    freedom = count(test.freedom, "degree")
    return f"Chi-square {test.chi_square}, {freedom} of freedom, {test.counted} games: {_p(test.p)}; {said}"


def _p(p: float) -> str:
    return f"p = {p:.3f}" if p >= 0.001 else "p < 0.001"


def _some(turns: int, most: int = TURNS) -> list[int]:
    """Turns for a table: all, or some at equal distances with the last."""
    step = -(-turns // most)
    return sorted({*range(step, turns + 1, step), turns} - ({turns - turns % step} if turns % step else set()))


def _sizes(found: Findings) -> Table:
    turns = [0, *_some(len(found.played), COLUMNS)]
    return Table(
        (Column("Seat", "player"), Column("Home"), *(Column(f"T-{turn}", "mono") for turn in turns)),
        tuple((seat.player, seat.name, *(_bounds(seat.sizes[turn]) for turn in turns)) for seat in found.seats),
        note=f"{found.unit.capitalize()}: in half of the games that had the turn the seat was within these bounds.",
    )


def _bounds(quartiles: Sequence[int]) -> str:
    return "–".join(dict.fromkeys((str(quartiles[0]), str(quartiles[-1]))))


def _surviving(found: Findings) -> Table:
    turns = _some(len(found.played), COLUMNS)
    return Table(
        (Column("Seat", "player"), Column("Home"), *(Column(f"T-{turn}", "number") for turn in turns)),
        tuple(
            (seat.player, seat.name, *(per_cent(seat.surviving[turn], found.games) for turn in turns))
            for seat in found.seats
        ),
        title="Survival",
        note="Per cent of games in which the seat was not out by then.",
    )


def _games(found: Findings) -> Paragraphs:
    first, middle, third = found.length
    still = f"{found.stalemates} were stalemates: nobody won, and nothing was taken from anybody in the last ten turns."
    won = f"{found.won} were won" + (f", {found.shared} of them by several together" if found.shared else "")
    return Paragraphs(
        (
            f"{_part(found.ended, found.games)} ended by the rules, and {won}; the others were stopped after "
            f"{count(found.limit, 'turn')}. {still}",
            f"Half of them lasted {first} to {third} turns, {middle} in the middle. House players wrote "
            f"{count(sum(found.orders.values()), 'order')}, and {count(found.faults, 'fault')}.",
        )
    )


def _captures(found: Findings) -> Table:
    turns = _some(len(found.played))
    return Table(
        (
            Column("Turn", "number"),
            Column("Games", "number"),
            Column("From players", "money"),
            Column("From nobody", "money"),
        ),
        tuple((turn, found.played[turn - 1], found.taken[turn - 1], found.fresh[turn - 1]) for turn in turns),
        title="Captures a turn",
        note="Spaces a game that came to somebody.",
    )


def _falls(found: Findings) -> Table:
    most = sorted(found.falls.items(), key=lambda it: (-it[1], it[0]))[:FALLEN]
    rows = tuple((code, n, round(100 * n / found.games)) for code, n in most)
    rest = len(found.falls) - len(most)
    return Table(
        (Column("Space", "code"), Column("Times", "number"), Column("a game", "money")),
        rows,
        note=f"Taken from its owner by somebody; {count(rest, 'other space')} fell more seldom." if rest else "",
    )


def _never(found: Findings) -> Iterable[Paragraphs]:
    orders = listed([f"{code} ({name})" for code, name in found.never_orders]) or "none"
    phases = listed([f"{name} ({rule})" for rule, name in found.never_phases]) or "none"
    yield Paragraphs((f"Orders that no house player wrote: {orders}.", f"Phases in which nothing happened: {phases}."))

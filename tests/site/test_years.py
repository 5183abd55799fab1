"""A year of the league: games that began and ended, and records with their numbers."""

from msgspec.structs import replace

from pbm.core.printout import Battle, Battles, Feat, Force, Group, Section
from pbm.site.history import happened
from pbm.site.history.dealings import Deal
from pbm.site.history.records import KINDS, bests
from pbm.site.history.turn_series import Leaf
from pbm.site.pages import ShownSeat
from pbm.site.views import Best, GameRow, GameView, TurnSummary
from pbm.site.years import SHOWN, _view, years_of
from tests.example_league.league import turns

SEATS = (ShownSeat(1, "Arcady"), ShownSeat(2, "Borea"))
PUBLIC = replace(next(turns("EU-1", 0)).public, changes=(), sections=(), map=None)


def leaf(number: int, **more: object) -> Leaf:
    return Leaf(number, "", {}, more.pop("changes", ()), (), {}, **more)  # type: ignore[arg-type]


def best(kind: str, leaves: list[Leaf], *dates: str) -> list[tuple[int, int, str, int]]:
    return [(it.year, it.value, it.text, it.turn) for it in bests(leaves, dates, SEATS) if it.kind == kind]


def test_a_war_goes_on_over_one_quiet_turn_and_not_over_two() -> None:
    harm = (Deal("harm", 1, 2, "x"),)
    leaves = [leaf(n, deals=harm if n in (1, 3, 4, 7, 8) else ()) for n in range(10)]
    (found,) = best("war", leaves, *["2026-01-01"] * 10)
    assert found == (2026, 4, "[1:Arcady] and [2:Borea], from turn 1 to turn 4", 4)
    assert best("war", [leaf(1, deals=(Deal("message", 1, 2, "x"),)), leaf(2)], "2026", "2026") == []


def test_ways_are_summed_and_of_chances_the_smallest_counts() -> None:
    ways = (Feat("way", 3, "#4", "4"), Feat("way", 5, "#9", "9"))
    leaves = [
        leaf(0, feats=ways),
        leaf(1, feats=(Feat("way", 4, "#4", "4"), Feat("chance", 40, "a"), Feat("chance", 9, "b"))),
    ]
    assert best("way", leaves, "2026-01-01", "2026-01-08") == [(2026, 7, "#4", 1)]
    assert best("chance", leaves, "2026-01-01", "2026-01-08") == [(2026, 9, "b", 1)]


def test_each_year_has_its_own_and_a_turn_without_a_date_none() -> None:
    taken = (("A", 0, 1, ""), ("B", 2, 1, ""), ("C", 1, 2, ""), ("D", 1, 0, ""))
    leaves = [leaf(0, changes=taken[:1]), leaf(1, changes=taken), leaf(2, changes=taken * 2)]
    assert best("taken", leaves, "2025-12-31", "2026-01-01", "") == [
        (2025, 1, "[1:Arcady]", 0),
        (2026, 2, "[1:Arcady]", 1),
    ]


def fought(*groups: tuple[int, str, int | None, int | None]) -> tuple[Feat, ...]:
    made = tuple(Group("", p, side, (Force("Army", sent, lost),)) for p, side, sent, lost in groups)  # type: ignore[arg-type]
    section = Section("battles", "Battles", (Battles((Battle("BU", "Bulgaria", "held", made),)),))
    return happened.feats(PUBLIC, {1: replace(PUBLIC, sections=(section,))})


def test_a_battle_is_won_against_the_odds_by_who_had_fewer_units_and_is_left() -> None:
    (found,) = fought((1, "attack", 30, 30), (2, "defend", 10, 4))
    assert (found.kind, found.value, found.text) == ("odds", 300, "[2] at Bulgaria: 10 units against 30")
    assert fought((1, "attack", 30, 4), (2, "defend", 10, 10)) == ()  # the many have won
    assert fought((1, "attack", 30, 29), (2, "defend", 10, 4)) == ()  # nobody has
    assert fought((1, "attack", None, None), (2, "defend", 10, 4)) == ()  # not all is known
    assert fought((1, "meet", 30, 30), (2, "meet", 10, 4)) == ()
    assert fought((1, "attack", 30, 30)) == ()


def row(game: str, status: str, *dates: str, records: tuple[Best, ...] = ()) -> GameRow:
    view = GameView(game, game, "Wadi", status, "", "", SEATS, "", "", 0, len(dates) - 1, ())
    heads = tuple(TurnSummary(n, date, "", "", "") for n, date in enumerate(dates))
    return GameRow(view, heads, None, records=records)


def test_a_year_has_the_games_that_began_and_ended_in_it() -> None:
    rows = [
        row("A-1", "revealed", "2025-12-01", "2026-01-10"),
        row("A-2", "running", "2026-02-01", "2026-03-01"),
        row("A-3", "running"),
        row("A-4", "finished", ""),
    ]
    assert years_of(rows) == [2026, 2025]
    view = _view(2026, rows, is_open=True)
    assert ([it.game.id for it in view.begun], [it.game.id for it in view.ended]) == (["A-2"], ["A-1"])
    assert (view.turns, view.games) == (3, 2)
    old = _view(2025, rows, is_open=False)
    assert ([it.game.id for it in old.begun], old.ended, old.turns) == (["A-1"], (), 1)


def test_of_each_kind_the_best_games_are_told() -> None:
    rows = [
        row(
            f"A-{n}",
            "running",
            "2026-01-01",
            records=(Best("odds", 2026, 150 + n, "x", 0), Best("chance", 2026, n, "y", 0)),
        )
        for n in range(5)
    ]
    records = dict(_view(2026, rows, is_open=True).records)
    assert [it.figure for it in records["Greatest odds overcome"]] == ["1.5 to 1"] * SHOWN
    assert [it.row.game.id for it in records["Greatest odds overcome"]] == ["A-4", "A-3", "A-2"]
    assert [it.figure for it in records["Luckiest hit"]] == ["0 per cent", "1 per cent", "2 per cent"]
    assert set(records) <= {name for name, _ in KINDS.values()}

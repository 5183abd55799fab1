"""Who has won an ended game, as home and archive name it: what the turn told to all, never who leads in countries."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.core.dice import Dice
from pbm.core.events import Event, heard_by_each
from pbm.core.outcome import Outcome
from pbm.engine.system import Seat, Sheet
from pbm.engine.vocabulary import outcome
from pbm.rules import system
from pbm.site.build import build
from pbm.site.gamepages import ranked
from pbm.site.pages import TurnSource
from tests.example_league.league import league, ready, turns
from tests.example_league.maps import geometries


@pytest.mark.parametrize(
    ("facts", "gone", "is_told"),
    [
        ({"winner": 2}, [("player", 1)], Outcome((2,))),
        ({"winner": 0, "winners": [7, 10], "survivors": [2], "points": {}}, [], Outcome((7, 10), survivors=(2,))),
        (
            {"winner": 0, "winners": [], "survivors": [1, 2], "points": {"1": 40}},
            [],
            Outcome(survivors=(1, 2), points={1: 40}),
        ),
        ({"winner": 0}, [("player", 1), ("player", 3)], Outcome((), (1, 3))),
        (
            {"winner": 0, "reason": "last-turn", "ranking": [[2, 9, 9], [1, 9, 9]]},
            [("player", 3)],
            Outcome(ranking=(2, 1)),
        ),
        ({"winner": 0, "reason": "nobody", "ranking": []}, [("player", 3), ("player", 4)], Outcome((), (3, 4))),
    ],
)
def test_who_has_won_is_what_all_were_told(
    facts: dict[str, Any], gone: list[tuple[str, int]], is_told: Outcome
) -> None:
    events = [*(Event("eliminated", "all", {who: p}) for who, p in gone), Event("game-over", "all", facts)]
    assert outcome(events) == is_told
    assert outcome(events[:-1]) is None, "it goes on, or the moderator ended it"


def ended(out: Path, end: Outcome | None) -> tuple[str, str]:
    """What home and archive say of the revealed game, as plain text."""
    whole = league()

    def told() -> Iterable[TurnSource]:
        return ready(replace(t, outcome=end if t.number else None) for t in turns("EU-1", 1, revealed=True))

    games = (whole.games[0], replace(whole.games[1], turns=told))
    build(replace(whole, games=games), geometries(), out, [], cache=False)
    home, archive = ((out / name).read_text("utf-8") for name in ("index.html", "archive.html"))
    rows = re.findall(r'<tr><td class="m"><a href="games/EU-1/.*', home)
    notes = re.findall(r'<p class="note">.*games/EU-1/.*', archive)
    return tuple(" ".join(re.sub("<[^>]+>", "", row).split()) for row in (rows[0], notes[0]))  # type: ignore[return-value]  # two


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (Outcome((3,)), "3 I. Sokol"),
        (Outcome((5, 7)), "5 R. Klein, 7 J. Weber"),
        (Outcome((), (1, 4)), "nobody: a draw of 1 M. Ferrand, 4 L. Bassi"),
        (Outcome(), "nobody"),
        (None, "nobody: the moderator ended it"),
    ],
)
def test_home_and_archive_name_the_winners_and_nobody_else(tmp_path: Path, end: Outcome | None, told: str) -> None:
    home, archive = ended(tmp_path / "site", end)
    assert home.endswith(told)
    assert archive.startswith(f"Won by {told} ·")


def test_a_game_that_points_decide_ranks_by_points() -> None:
    """BP 23D: the last row of the standings is not the winner's."""
    battle_plan = system("battle-plan")
    rules = battle_plan.setup.load("1939", {})
    seats = tuple(Seat(n, home) for n, home in enumerate(("EGB", "EWG", "EFR"), 1))
    state = replace(battle_plan.start(rules, seats, Dice(b"start", "T", 0)), turn=9)
    more = {code: replace(c, occupier=2) for code, c in state.countries.items() if not c.occupier and code[0] in "SN"}
    state = replace(state, countries={**state.countries, **more})
    view, heard = battle_plan.view(state, 0, rules), heard_by_each([], [0])[0]
    page = battle_plan.printout(view, heard, None, rules, Sheet("WW-4", "A test", seats, drawer={}))
    table: Any = next(s for s in page.sections if s.id == "standings").blocks[0]
    titles = [column.title for column in table.columns]
    points, lands = titles.index("Points"), titles.index("Countries")
    assert points < lands, "the first number is the one that counts"
    assert [row[points] for row in table.rows] == sorted((row[points] for row in table.rows), reverse=True)
    assert table.rows[0][lands] < max(row[lands] for row in table.rows)
    assert "Rank by points" in table.note
    europe = battle_plan.setup.load("equal-forces", {})
    seats = (Seat(1, "ESW"), Seat(2, "ENO"))
    view = battle_plan.view(battle_plan.start(europe, seats, Dice(b"start", "T", 0)), 0, europe)
    page = battle_plan.printout(view, heard, None, europe, Sheet("WW-1", "A test", seats, drawer={}))
    table = next(s for s in page.sections if s.id == "standings").blocks[0]
    assert "Points" not in [column.title for column in table.columns]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        (Outcome((3,)), "Won by 3 Russia in turn 1."),
        (Outcome((), (1, 4)), "A draw of 1 France, 4 Italy in turn 1."),
        (Outcome(), "Nobody won; it ended in turn 1."),
        (None, "The moderator ended it after turn 1; nobody won."),
    ],
)
def test_the_page_of_an_ended_game_says_how_it_ended_and_lists_players_by_rank(
    tmp_path: Path, end: Outcome | None, told: str
) -> None:
    ended(tmp_path / "site", end)
    page = (tmp_path / "site/games/EU-1/index.html").read_text("utf-8")
    row = re.findall(r"<dt>Result<dd>(.*?)</div>", page)
    words = " ".join(re.sub("<[^>]+>", "", row[0]).split())
    assert words.startswith(told[:-1])
    assert page.index("<dt>Result") < page.index('id="map"'), "before the map, above the fold"
    table = page[page.index('id="players"') : page.index('id="turns"')]
    rows = [int(n) for n in re.findall(r'<tr><td class="n"><b class="chip[^>]*>(\d+)</b>', table)]
    first = end.winners if end else ()
    assert rows == [*first, *(n for n in range(1, 8) if n not in first)], "all hold one country"
    assert "by final rank" in table


def test_who_has_won_ranks_first_and_who_is_out_last() -> None:
    assert ranked((1, 2, 3, 4, 5), Outcome((3,)), {5: 7, 3: 2, 1: 7}) == (3, 5, 1, 2, 4)
    assert ranked((1, 2), Outcome(), {}) == (1, 2)


def test_a_ranking_that_the_end_tells_goes_before_the_standings() -> None:
    assert ranked((1, 2, 3, 4), Outcome(ranking=(4, 2, 1)), {1: 9, 3: 8}) == (4, 2, 1, 3)

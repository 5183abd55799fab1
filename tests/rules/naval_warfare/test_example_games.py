"""What the example games show of Naval Warfare: NW-1, which ended after its last week, and NW-2, which waits."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from pbm.cards.card import read_card
from pbm.engine.turn import check
from pbm.rules.naval_warfare.tables import NAMED
from pbm.store.folder import Folder
from pbm.store.play import GameTable, lay_table
from tests.shipped import CONTENT, OWN

MOST_BYTES = 10 << 20
Told = list[tuple[int, str, Mapping[str, Any]]]


@pytest.fixture(scope="module")
def over() -> GameTable:
    return lay_table(Folder(OWN.parent, "NW-1"))


@pytest.fixture(scope="module")
def told(over: GameTable) -> Told:
    """Its events with their weeks."""
    return [(week, it.kind, it.facts) for week in range(1, over.folder.last + 1) for it in over.events(week)]


def those(told: Told, kind: str) -> list[Mapping[str, Any]]:
    return [facts for _, it, facts in told if it == kind]


def test_it_ends_after_the_last_week_with_a_rank(over: GameTable, told: Told) -> None:
    """NW 9.3."""
    assert over.folder.last == NAMED["weeks"]
    [end] = those(told, "game-over")
    rows = [tuple(row[1:]) for row in end["ranking"]]
    assert rows == sorted(rows, reverse=True)
    assert len(over.folder.facts.seats) == 10


def test_what_happens_at_sea(told: Told) -> None:
    kinds = Counter(kind for _, kind, _ in told)
    assert kinds["battle"] >= 60
    assert kinds["sunk"] >= 30
    assert {"taken", "port-taken", "port-destroyed", "monster-killed", "strike", "cut-off", "out"} <= {*kinds}
    assert any(not facts["result"] for facts in those(told, "battle"))


def test_a_country_is_taken_over_and_an_admiral_runs(told: Told) -> None:
    """NW 9.2, 5.14."""
    assert those(told, "taken-over")
    assert any(facts["why"] == "admiral-fled" for facts in those(told, "exp"))


def test_there_are_secret_treaties_open_ones_and_statements(told: Told) -> None:
    """NW 3.1.2, 3.1.9."""
    treaties = [facts for kind in ("peace", "alliance") for facts in those(told, kind)]
    assert {bool(facts.get("secret")) for facts in treaties} == {True, False}
    assert those(told, "statement")


def test_weeks_are_missed_and_slips_are_answered(told: Told) -> None:
    assert {facts["player"] for facts in those(told, "nmr")} >= {2, 4, 10}
    assert len(those(told, "fault")) >= 3


def test_in_the_running_game_everybodys_card_waits_some_with_slips() -> None:
    table = lay_table(Folder(CONTENT.parent, "NW-2"))
    folder, state = table.folder, table.state(table.folder.last)
    assert folder.last == 3
    faulty = {}
    for player in table.system.course.awaited(state):
        lines = read_card((folder.inbox / f"{player}.txt").read_bytes()).lines
        read = check(table.system, table.rules, state, player, lines)
        assert read.orders, "a card without a right order is refused, and the game would wait for it"
        faulty[player] = bool(read.faults)
    assert {*faulty.values()} == {True, False}


@pytest.mark.parametrize("game", ["NW-1", "NW-2"])
def test_an_example_game_is_small(game: str) -> None:
    files = [path for path in (OWN / "games" / game).rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES

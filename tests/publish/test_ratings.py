"""Ratings across games: who is listed, what a game is worth, and what the pages tell (BP 17, 21)."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.events import Event, event_words
from pbm.engine.vocabulary import outcome
from pbm.errors import PbmError
from pbm.publish.ratings import Ending, ending, rate, ratings, standings, worth
from pbm.rules import system
from pbm.site import ratings as pages
from pbm.store.facts import SeatFacts, read_game
from pbm.store.folder import Folder, write_json
from pbm.store.play import GameTable, lay_table
from tests.laws.another_world import believe_all
from tests.shipped import CONTENT

POINTS = {"winner": 3, "draw": 1, "survivor": 1, "out": 0}
SEATS = (
    SeatFacts(1, "TU", "Turkey", "Rosa Klein", True),
    SeatFacts(2, "FR", "France", "Igor Sokol", True),
    SeatFacts(3, "RU", "Russia", "Thea Ashby"),
    SeatFacts(4, "GB", "Great Britain"),
)


def end(over: dict[str, object] | None, out: dict[int, int], game: str = "EU-1", last: int = 9) -> Ending:
    """An end as told by these facts; `out`: by player the turn in which he went out."""
    gone = [Event("eliminated", "all", {"player": p}) for p, turn in out.items() if turn == last]
    told = outcome([*gone, Event("game-over", "all", {**over})]) if over is not None else None
    return Ending(game, "A war", "Battle Plan, Europe", "2026-05-01", last, SEATS, out, told, POINTS)


def test_the_last_occupier_wins_and_who_lost_his_last_country_is_out() -> None:
    one = end({"winner": 2}, {1: 5, 3: 7, 4: 9})
    assert standings(one) == {1: "out", 2: "winner", 3: "out", 4: "out"}
    assert [worth(one, p, standing) for p, standing in standings(one).items()] == [0, 3, 0, 0]


def test_those_who_go_out_together_as_the_last_share_a_draw() -> None:
    """BP HR-56."""
    assert standings(end({"winner": 0}, {1: 9, 2: 9, 3: 7, 4: 2})) == {1: "draw", 2: "draw", 3: "out", 4: "out"}


def test_winners_and_survivors_are_as_the_end_tells_them() -> None:
    """Spec 21.2: all are allies; who has the industry wins, the others survive."""
    one = end({"winners": [1, 3], "survivors": [2]}, {4: 3})
    assert standings(one) == {1: "winner", 2: "survivor", 3: "winner", 4: "out"}
    assert [worth(one, p, standing) for p, standing in standings(one).items()] == [3, 1, 3, 0]


def test_of_those_who_are_left_none_survives_who_has_dropped_out() -> None:
    """Spec 21.2: nor shares a draw who lost his last country as others made peace."""
    one = end({"winner": 0, "winners": [], "survivors": [1, 2], "points": {"1": 1, "2": 1}}, {4: 9})
    assert standings(one) == {1: "survivor", 2: "survivor", 3: "out", 4: "out"}


def test_a_variant_s_own_points_are_taken() -> None:
    """BP HR-59, spec 21.3: after a fixed number of turns points by objective."""
    one = end({"winner": 1, "points": {"1": 40, "2": 25}}, {})
    assert [worth(one, p, standings(one)[p]) for p in (1, 2, 3)] == [40, 25, 0]


def test_a_shared_win_gives_each_the_whole_points() -> None:
    """BP HR-57."""
    one = end({"winners": [1, 2]}, {})
    assert [worth(one, p, standings(one)[p]) for p in (1, 2, 3)] == [3, 3, 1]


def test_a_game_that_the_moderator_ended_is_worth_nothing() -> None:
    one = end(None, {4: 3})
    assert standings(one) == {1: "stopped", 2: "stopped", 3: "stopped", 4: "out"}
    assert [worth(one, p, standing) for p, standing in standings(one).items()] == [0, 0, 0, 0]
    assert [player.points for player in rate([one])] == [0, 0]


def test_listed_is_who_asked_for_it_and_nobody_else() -> None:
    found = rate([end({"winner": 3}, {1: 5, 2: 6, 4: 9})])
    assert [player.name for player in found] == ["Igor Sokol", "Rosa Klein"]
    assert "Thea Ashby" not in repr(found)


def test_the_best_come_first_with_their_games_newest_first() -> None:
    first, second = end({"winner": 1}, {2: 8, 3: 7, 4: 9}), end({"winner": 2}, {1: 4, 3: 7, 4: 9}, "EU-2")
    third = end({"winner": 1}, {2: 8, 3: 7, 4: 9}, "EU-3")
    found = rate([first, third, second])
    assert [(player.name, player.points, player.wins) for player in found] == [
        ("Rosa Klein", 6, 2),
        ("Igor Sokol", 3, 1),
    ]
    assert [game.game for game in found[0].games] == ["EU-3", "EU-2", "EU-1"]
    assert [(game.standing, game.turn) for game in found[0].games] == [("winner", 9), ("out", 4), ("winner", 9)]
    assert rate([third, second, first]) == found


def test_who_has_as_many_points_shares_a_rank() -> None:
    found = pages.rows(rate([end({"winners": [1, 2]}, {})]))
    assert [row.rank for row in found] == [1, 1]


def test_pages_have_names_that_stay_and_are_plain() -> None:
    assert pages.path_of("Inés Ortega").startswith("ratings/ines-ortega-")
    assert pages.path_of("王伟").startswith("ratings/player-")
    assert pages.path_of("Rosa Klein") != pages.path_of("rosa klein")
    assert pages.path_of("../../x") == f"ratings/{pages.path_of('../../x').split('/')[1]}"


def test_a_game_without_points_is_not_rated() -> None:
    assert "ratings" not in system("trust-a-thief").setup.load("archipelago", {}).numbers
    assert system("battle-plan").setup.load("europe", {}).numbers["ratings"] == POINTS


def test_a_rated_player_shows_his_name() -> None:
    text = (CONTENT / "games/EU-1/game.toml").read_text("utf-8")
    with pytest.raises(PbmError, match="player 1 is rated under the shown name but has none"):
        read_game(text.replace('name = "Rosa Klein"', "rating = true", 1).encode(), Path("game.toml"))


@pytest.fixture(scope="module")
def rated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site in which two players of the revealed game and one of the running one asked to be rated."""
    root = tmp_path_factory.mktemp("rated")
    shutil.copytree(CONTENT, root / "content")
    for game, names in (("EU-1", ("Rosa Klein", "Inés Ortega")), ("EU-2", ("Luca Bassi",))):
        path = root / f"content/games/{game}/game.toml"
        text = path.read_text("utf-8")
        for name in names:
            assert f'name = "{name}"' in text
            text = text.replace(f'name = "{name}"', f'rating = true\nname = "{name}"')
        path.write_text(text, "utf-8")
    done = CliRunner().invoke(main, ["--root", str(root), "build"], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == 0, done.output
    return root


def test_the_pages_tell_of_ended_games_alone_and_name_nobody_else(rated: Path) -> None:
    site = rated / "output/site"
    table = (site / "ratings.html").read_text("utf-8")
    assert "Rosa Klein" in table
    assert "Inés Ortega" in table
    assert "Luca Bassi" not in table, "his game is running"
    assert "Igor Sokol" not in table, "he did not ask"
    assert len(list((site / "ratings").iterdir())) == 2
    one = (site / pages.path_of("Rosa Klein")).read_text("utf-8")
    assert 'href="../games/EU-1/index.html"' in one
    assert "stopped by the moderator" in one or "went out" in one or "won" in one
    assert '<a href="ratings.html">Ratings</a>' in (site / "index.html").read_text("utf-8")


def test_the_ratings_are_made_of_what_was_told_to_all(rated: Path) -> None:
    one = ending(lay_table(Folder(rated, "EU-1")))
    assert one.points == POINTS
    assert all(1 <= turn <= one.last for turn in one.out.values())
    source = ratings([lay_table(Folder(rated, "EU-1"))])
    assert source is not None
    again = ratings([lay_table(Folder(rated, "EU-1"))])
    assert again is not None
    assert again.inputs_digest == source.inputs_digest


def test_what_only_some_were_told_changes_no_rating(rated: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = ending(lay_table(Folder(rated, "EU-1")))
    told = GameTable.events
    secret = (Event("eliminated", (2,), {"player": 1}), Event("game-over", (1,), {"winner": 1}))
    monkeypatch.setattr(GameTable, "events", lambda self, number: (*told(self, number), *secret))
    assert ending(lay_table(Folder(rated, "EU-1"))) == before


def test_without_anybody_who_asks_there_are_no_ratings() -> None:
    assert ratings([lay_table(Folder(CONTENT.parent, "EU-1"))]) is None


def test_a_rated_game_in_which_a_nation_went_out_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust a Thief is not rated, and must not stop the site of those that are."""
    shutil.copytree(CONTENT, tmp_path / "content")
    path = tmp_path / "content/games/TT-1/game.toml"
    text = path.read_text("utf-8").replace("[[seats]]\n", "[[seats]]\nrating = true\n", 1)
    first = text.index("rating = true")
    text = text[:first] + text[first:].replace('name = ""', 'name = "Rosa Klein"', 1)
    path.write_text(text, "utf-8")
    table = lay_table(Folder(tmp_path, "TT-1"))
    assert any(seat.rating for seat in table.folder.facts.seats)
    believe_all(monkeypatch)
    gone = Event("eliminated", "all", {"nation": 2, "fleets": []})
    events = table.folder.turn_path(table.folder.last) / "events.json"
    events.write_bytes(write_json([*table.folder.events(table.folder.last), event_words(gone)]))
    found = ending(lay_table(Folder(tmp_path, "TT-1")))
    assert found.out[2] == found.last
    assert found.points == {}
    assert rate([found]) == ()

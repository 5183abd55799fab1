"""The deadline of a game: set after a turn, moved, paused, undone; who is waited for; the house (issue D, 6)."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbm.cli.status import tasks_of
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.publish.decisions import decision_news, people
from pbm.publish.due import advance, due
from pbm.publish.league import PAUSED, due_words, league, tables
from pbm.store.deadlines import clock_went_back, closes_at, open_deadline, quiet, set_next
from pbm.store.disk import Disk
from pbm.store.edit import set_game_keys, set_player_keys, set_seat_name
from pbm.store.facts import read_game, read_players
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.ledger import Absent, Moved, Paused, StandIn
from pbm.store.play import lay_table, resolve_turn, verify
from tests.engine import fake_system
from tests.store.test_faults import _break, die, fail, tree
from tests.store.test_store import GAME, NOW, card, founding

PLAN = """
[schedule]
every = "14 days"
at = "20:00"
zone = "Europe/Berlin"
grace = "2 hours"
"""
LATER = NOW + timedelta(hours=3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    """A game whose first deadline is NOW, with a schedule."""
    fake_system.install(monkeypatch)
    made = found(tmp_path, founding(deadline=NOW.isoformat()), NOW - timedelta(days=1))
    write(made, made.path.joinpath("game.toml").read_text() + PLAN)
    return made


def write(folder: Folder, text: str) -> None:
    (folder.path / "game.toml").write_text(text)
    folder.refresh()


def change(folder: Folder, old: str, new: str) -> None:
    text = (folder.path / "game.toml").read_text()
    assert old in text
    write(folder, text.replace(old, new, 1))


def put(folder: Folder, player: int, orders: str) -> None:
    (folder.inbox / f"{player}.txt").write_bytes(card(folder, player, folder.last + 1, orders))


def play(folder: Folder, when: datetime, *, force: bool = False) -> int:
    return advance(folder, when, "test", force=force).resolved


def test_a_card_is_in_time_until_the_grace_is_over_and_the_turn_is_due_only_then(folder: Folder) -> None:
    table = lay_table(folder)
    assert closes_at(folder) == NOW + timedelta(hours=2)
    for second, word in ((-1, ""), (0, ""), (1, "its deadline is over")):
        assert due(table, NOW + timedelta(hours=2, seconds=second)) == word
    assert not inbox.has_work(folder, NOW + timedelta(hours=2))
    assert due_words(table, 0) == "21 November 2026, 20:00 UTC", "the grace is not told"


def test_after_a_turn_the_schedule_sets_the_next_deadline(folder: Folder) -> None:
    before = (folder.path / "game.toml").read_text()
    done = advance(folder, LATER, "test")
    assert done.resolved == 1
    assert done.deadline == folder.facts.deadline == "2026-12-05T20:00:00+01:00"
    after = (folder.path / "game.toml").read_text()
    assert after == before.replace(NOW.isoformat(), done.deadline, 1), "one line is changed"
    assert not advance(folder, LATER, "test").did_something
    assert play(folder, datetime(2026, 12, 5, 21, 1, tzinfo=UTC)) == 2
    assert folder.facts.deadline == "2026-12-19T20:00:00+01:00"
    assert len(list(verify(lay_table(folder)))) == 3


def test_a_deadline_that_the_moderator_set_stands(folder: Folder) -> None:
    play(folder, LATER)
    mine = "2027-01-01T12:00:00+00:00"
    change(folder, folder.facts.deadline, mine)
    assert set_next(folder, LATER) == ""
    assert not advance(folder, LATER, "test").did_something
    assert folder.facts.deadline == mine


def test_a_run_that_was_killed_after_its_turn_is_mended_by_the_next(folder: Folder) -> None:
    resolve_turn(lay_table(folder), {}, LATER)
    assert open_deadline(folder) == ""
    done = advance(folder, LATER + timedelta(minutes=5), "test")
    assert (done.resolved, done.deadline) == (0, "2026-12-05T20:00:00+01:00")


def test_a_schedule_that_comes_late_sets_no_deadline_that_is_over(folder: Folder) -> None:
    resolve_turn(lay_table(folder), {}, LATER)
    done = advance(folder, NOW + timedelta(days=40), "test")
    assert (done.resolved, done.deadline) == (0, "2027-01-02T20:00:00+01:00")


def test_an_early_turn_begins_the_interval_anew_and_uses_its_weekday_up(folder: Folder) -> None:
    change(folder, NOW.isoformat(), "2026-12-01T20:00:00+01:00")
    assert play(folder, NOW, force=True) == 1
    assert folder.facts.deadline == "2026-12-05T20:00:00+01:00"
    change(folder, 'every = "14 days"', 'days = ["sat"]')
    assert play(folder, NOW + timedelta(days=1), force=True) == 2
    assert folder.facts.deadline == "2026-12-12T20:00:00+01:00", "not once more the fifth"


def test_there_is_time_for_a_card_between_turn_and_deadline(folder: Folder) -> None:
    change(folder, 'every = "14 days"', 'days = ["sat", "sun"]\nleast = "3 days"')
    play(folder, LATER)
    assert folder.facts.deadline == "2026-11-28T20:00:00+01:00"


def test_undo_gives_the_old_deadline_back_and_the_same_turn_comes_again(folder: Folder) -> None:
    put(folder, 1, "ADD 3")
    play(folder, LATER)
    first, text = folder.raw(1, "record.json"), (folder.path / "game.toml").read_text()
    folder.withdraw("a test", LATER)
    assert folder.facts.deadline == NOW.isoformat()
    assert play(folder, LATER) == 1
    assert folder.raw(1, "record.json") == first
    assert (folder.path / "game.toml").read_text() == text


@pytest.mark.parametrize("how", [fail, die])
def test_a_break_at_any_operation_of_a_scheduled_turn_is_mended_by_the_next_run(
    folder: Folder, tmp_path: Path, how: "type[None]"
) -> None:
    def work(root: Path, disk: Disk) -> None:
        advance(Folder(root, "FA-1", disk), LATER, "test")

    put(folder, 1, "ADD 3")
    for name, text in (("one", None), ("house", "house = true")):
        start = tmp_path / name
        shutil.copytree(tmp_path / "content", start / "content")
        if text:
            Folder(start, "FA-1").set_player(2, house=True)
        whole = tmp_path / f"{name}-whole"
        shutil.copytree(start, whole)
        work(whole, Disk())
        after = tree(whole)
        for k in range(1, 200):
            root = tmp_path / f"{name}-{k}"
            shutil.copytree(start, root)
            try:
                _break(work, root, k, how)
            except (AssertionError, pytest.fail.Exception):
                assert k > 20
                break
            assert Folder(root, "FA-1").last in (0, 1)
            work(root, Disk())
            assert tree(root) == after, k
            shutil.rmtree(root)


def test_a_paused_game_waits_and_keeps_its_cards(folder: Folder, tmp_path: Path) -> None:
    folder.set_keys(paused=True)
    put(folder, 1, "ADD 3")
    done = advance(folder, LATER, "test")
    assert done.resolved == 0
    assert [a.receipt.verdict for a in done.intake.arrivals] == ["accepted"]
    assert closes_at(folder) is None
    (game,) = league(tmp_path, tables(tmp_path)).games
    assert (game.deadline, game.resolve) == ("", PAUSED)
    assert due_words(lay_table(folder), 0) == "when the game resumes"
    folder.set_keys(paused=False)
    assert play(folder, LATER) == 1


def test_a_schedule_without_dates_sets_no_deadline(folder: Folder) -> None:
    change(folder, 'every = "14 days"\n', "")
    play(folder, LATER)
    assert folder.facts.deadline == NOW.isoformat()
    assert open_deadline(folder) == ""


def all_in(folder: Folder, misses: int) -> None:
    change(folder, 'resolve = "deadline"', 'resolve = "all-in"')
    change(folder, "[schedule]", f"[schedule]\nmisses = {misses}")


def test_after_so_many_missed_turns_in_a_row_nobody_waits(folder: Folder) -> None:
    all_in(folder, 2)
    now = LATER
    for number in (1, 2):
        put(folder, 1, "PASS")
        advance(folder, now, "test")
        assert due(lay_table(folder), now) == "", "player 2 is waited for"
        if folder.last < number:
            now += timedelta(days=14)
            assert play(folder, now) == number
    assert quiet(folder) == {2: 2}
    news = decision_news(folder)
    assert [post.markdown for post in news[2]] == [
        "The game no longer waits for player 2 (Home of B): 2 turns without a card. "
        "A card that arrives in time still counts."
    ]
    assert play(folder, now) == 0, "no card at all is not every card"
    put(folder, 1, "PASS")
    assert play(folder, now) == 3
    put(folder, 2, "PASS")
    put(folder, 1, "PASS")
    assert play(folder, now) == 4
    assert quiet(folder) == {}, "he is waited for again"
    assert len(decision_news(folder)[2]) == 1
    change(folder, 'nmr = "public"', 'nmr = "private"')
    assert not decision_news(folder)


def test_a_stand_in_is_waited_for_though_the_one_before_missed_his_turns(folder: Folder) -> None:
    all_in(folder, 1)
    put(folder, 1, "PASS")
    play(folder, LATER)
    assert quiet(folder) == {2: 1}
    folder.note(StandIn(2, 2, 2, "2026-11-21T23:30:00Z"))
    assert quiet(folder) == {}


def test_a_game_without_misses_always_waits(folder: Folder) -> None:
    all_in(folder, 0)
    play(folder, LATER)
    assert quiet(folder) == {}


def test_a_tentative_card_counts_at_the_deadline_but_is_waited_for(folder: Folder) -> None:
    from msgspec.structs import replace

    all_in(folder, 0)
    put(folder, 1, "ADD 3")
    put(folder, 2, "PASS")
    inbox.ingest(lay_table(folder), NOW)
    receipts = [replace(r, tentative=r.player == 1) for r in folder.ledger.receipts]
    (folder.private / "ledger.jsonl").write_bytes(b"")
    (folder.private / "ledger.head").write_bytes(b"\n")
    folder.refresh()
    folder.note(*receipts)
    assert due(lay_table(folder), NOW) == ""
    assert play(folder, LATER) == 1
    assert sorted(folder.cards(1)) == [1, 2]


def test_the_house_writes_a_card_where_none_came_and_verify_agrees(folder: Folder, tmp_path: Path) -> None:
    all_in(folder, 0)
    folder.set_player(2, house=True)
    put(folder, 1, "ADD 3")
    assert play(folder, NOW - timedelta(hours=1)) == 1, "nobody waits for the house"
    assert folder.cards(1)[2].startswith(b"FA-1 T-1 [2] The house player\n")
    assert not [e for e in folder.events(1) if e["kind"] == "nmr"]
    assert len(list(verify(lay_table(folder)))) == 2
    first = folder.raw(1, "record.json")
    folder.withdraw("a test", NOW - timedelta(hours=1))
    assert play(folder, NOW - timedelta(hours=1)) == 1
    assert folder.raw(1, "record.json") == first
    assert people(folder) == {1: "Shown 1", 2: "the house"}
    (game,) = league(tmp_path, tables(tmp_path)).games
    assert [seat.person for seat in game.players] == ["Shown 1", "the house"]


def test_two_houses_alone_do_not_play_on_for_ever(folder: Folder) -> None:
    all_in(folder, 0)
    for player in (1, 2):
        folder.set_player(player, house=True)
    assert play(folder, NOW - timedelta(hours=1)) == 0
    assert play(folder, LATER) == 1


def test_a_clock_that_went_back_is_told_and_may_be_right(folder: Folder) -> None:
    play(folder, LATER)
    for back in (-5, 0, 60):
        assert clock_went_back(folder, LATER - timedelta(seconds=back)) == ""
    early = LATER - timedelta(seconds=61)
    assert "--clock-ok" in clock_went_back(folder, early)
    put(folder, 1, "ADD 3")
    with pytest.raises(PbmError, match="the clock says"):
        advance(folder, early, "test")
    assert advance(folder, early, "test", clock_ok=True).intake.arrivals
    assert clock_went_back(folder, early) == "", "it is said once"
    assert clock_went_back(folder, early - timedelta(minutes=5))


def test_news_are_told_of_what_is_no_secret(folder: Folder) -> None:
    at = "2026-11-20T20:00:00Z"
    folder.note(
        Moved(1, "2026-11-21T20:00:00Z", "2026-11-24T20:00:00Z", at, "The post is\n on strike"),
        Paused(1, at),
        Absent(1, 1, at, ("2026-12-20/2027-01-03",)),
        Absent(1, 2, at, ("2026-12-20/2027-01-03",), public=True),
        StandIn(1, 1, 2, at, house=True),
    )
    texts = [post.markdown for post in decision_news(folder)[0]]
    assert texts[0] == (
        "Cards for turn 1 are due 24 November 2026, 20:00 UTC, not 21 November 2026, 20:00 UTC.\n\n"
        "The post is on strike"
    )
    assert texts[1].startswith("The game is paused before turn 1.")
    assert texts[2:] == [
        "Player 2 (Home of B) is away: 20 December 2026 to 3 January 2027.",
        "The house plays for player 1 (Home of A) from turn 1 on.",
    ]


def test_only_the_lines_meant_are_changed() -> None:
    path = Path("game.toml")
    text = GAME.replace("[[seats]]", "# the seats\n\n[[seats]]", 1)
    made = set_game_keys(text.encode(), {"paused": True, "deadline": "2026-11-21T20:00:00Z"}, path).decode()
    assert made.replace('paused = true\ndeadline = "2026-11-21T20:00:00Z"\n', "") == text
    assert set_game_keys(made.encode(), {"paused": False}, path).decode() == made.replace("true", "false")
    dated = text.replace('title = "T"', 'title = "T"\ndeadline = 2026-11-21T20:00:00Z # soon')
    made = set_game_keys(dated.encode(), {"deadline": "2026-11-22T20:00:00Z"}, path).decode()
    assert made == dated.replace("2026-11-21T20:00:00Z #", '"2026-11-22T20:00:00Z" #')
    named = set_seat_name(text.encode(), 1, 'O"Neill', path)
    assert read_game(named, path).seats[0].name == 'O"Neill'


def test_a_players_lines_are_changed_and_the_others_stay() -> None:
    key, path = "0" * 64, Path("players.toml")
    text = f'[[players]]\nnumber = 1\nkey = "{key}"\npost = """A\nnumber = 2\n"""\n\n# two\n[[players]]\nnumber = 2\n'
    text += f"absent = [\n  '2026-12-20',\n] # away\nkey = '{key}'\n"
    made = set_player_keys(text.encode(), 2, {"absent": ("2027-01-01",), "house": True, "post": "B\nC"}, path)
    players = read_players(made, path)
    assert players[1] == read_players(text.encode(), path)[1]
    assert (players[2].absent, players[2].house, players[2].post) == (("2027-01-01",), True, "B\nC")
    assert b"# away" in made
    made = set_player_keys(text.encode(), 1, {"post": 'x """ y'}, path)
    assert read_players(made, path)[1].post == 'x """ y'


@pytest.mark.parametrize("span", ["", "tomorrow", "2026-13-01", "2026-12-20/2026-12-01", "2026-12-20/x"])
def test_an_absence_is_read_strictly(span: str) -> None:
    data = f'[[players]]\nnumber = 3\nkey = "{"0" * 64}"\nabsent = ["{span}"]\n'.encode()
    with pytest.raises(PbmError, match=r"^p.toml: players: absent of player 3: "):
        read_players(data, Path("p.toml"))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('zone = "Europe/Berlin"', 'zone = "Mars/Olympus"', r"schedule\.zone: 'Mars/Olympus' is not a time zone"),
        ("[schedule]", '[schedule]\nskip = ["2026-01-01/9999-12-31"]', "schedule: The schedule leaves no day"),
    ],
)
def test_a_schedule_that_can_set_no_deadline_is_told_before_a_turn_is_resolved(
    folder: Folder, old: str, new: str, said: str
) -> None:
    change(folder, old, new)
    with pytest.raises(PbmError, match=rf"FA-1/game\.toml: {said}"):
        play(folder, LATER)
    assert folder.last == 0
    if "skip" in new:  # with a zone that nobody knows the game cannot be read at all
        assert "schedule" in [task.kind for task in tasks_of(folder, LATER)]
    change(folder, new, old)
    assert play(folder, LATER) == 1


def test_a_schedule_that_names_the_used_deadline_again_still_sets_one(folder: Folder) -> None:
    change(folder, NOW.isoformat(), "2026-12-05T20:00:00+01:00")
    assert play(folder, NOW, force=True) == 1
    assert folder.facts.deadline == "2026-12-05T19:00:00Z", "the same time, written so that it is not the used one"
    assert open_deadline(folder)
    assert not advance(folder, NOW, "test").did_something

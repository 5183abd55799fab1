"""`pbm standin --nobody`: a player counts as dropped out (BP HR-61), told to all, replayed, taken back with its
turn.
"""

from pathlib import Path

import pytest

from pbm.cli.standin import drop_out, has_dropped_out
from pbm.publish.ratings import ending, standings
from pbm.store.amendment import amendments
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.cli.test_cli import tree, write_card
from tests.command import Run, runner
from tests.store.test_faults import broken_off

WHY = "He wrote that he gives up"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")
    call = runner(tmp_path)
    call("new", "EU-7", "--seats", "1=TU,2=RU,3=FR", "--resolve", "all-in")
    return call


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Folder:
    """Two turns for which player 3 sent nothing."""
    folder = Folder(tmp_path, "EU-7")
    for _ in range(2):
        cards(folder)
        run("resolve", "EU-7", "--now-due")
        folder.refresh()
    return folder


def cards(folder: Folder, *players: int) -> None:
    folder.refresh()
    for player in players or (1, 2):
        write_card(folder, player, "@ BA1")


def dropped(folder: Folder) -> bool | None:
    folder.refresh()
    return has_dropped_out(lay_table(folder), 3)


def test_nobody_waits_for_who_has_dropped_out_and_all_are_told(run: Run, game: Folder, tmp_path: Path) -> None:
    cards(game)
    assert "resolved" not in run("resolve").output
    told = run("standin", "EU-7", "3", "--nobody", "--reason", WHY).output
    assert "player 3 has dropped out; the game no longer waits for the player" in told
    assert "warning" not in told
    assert dropped(game)
    assert "turn 3 is resolved (every card is there)" in run("publish").output
    page = (tmp_path / "output/site/games/EU-7/index.html").read_text("utf-8")
    assert f"Player 3 has dropped out: {WHY}" in page
    assert "3 turns played again" in run("verify", "EU-7").output
    assert dropped(game), "and stays so"
    assert [made.reason for made in amendments(game, 2)] == [f"Player 3 has dropped out: {WHY}"]


def test_peace_among_those_who_are_left_ends_a_game_of_real_forces_and_is_told(run: Run, tmp_path: Path) -> None:
    """BP 22D, spec 21.2: the last who was no ally has gone, between two turns; it is rated as any other end."""
    seats = "1=ESW:Ann,2=ENO:Bob,3=EDE:Cid"
    run("new", "RF-1", "--variant", "real-forces", "--seats", seats, "--resolve", "all-in")
    folder = Folder(tmp_path, "RF-1")
    path = folder.path / "game.toml"
    path.write_text(path.read_text("utf-8").replace("rating = false", "rating = true"), "utf-8")
    folder.refresh()
    for player, text in ((1, "@ 2A"), (2, "@ 1A"), (3, "PASS")):
        write_card(folder, player, text)
    run("publish")
    folder.refresh()
    assert folder.facts.status == "running"
    assert "RF-1 is over" in run("standin", "RF-1", "3", "--nobody", "--reason", WHY).output
    folder.refresh()
    table = lay_table(folder)
    facts = [event.facts for event in table.events(1) if event.kind == "game-over"]
    assert facts == [{"winner": 0, "winners": [], "survivors": [1, 2], "points": {"1": 1, "2": 1}}]
    run("publish")
    page = (tmp_path / "output/site/games/RF-1/1/index.html").read_text("utf-8")
    assert "Survivor" in page
    assert standings(ending(table)) == {1: "survivor", 2: "survivor", 3: "out"}
    assert "1 turn played again" in run("verify", "RF-1").output


def test_a_rated_game_of_a_system_without_ratings_is_built_when_it_is_over(run: Run, tmp_path: Path) -> None:
    """One player against the house, to the end: whoever goes out on the way was once a traceback for the whole site."""
    run("new", "TT-2", "--system", "trust-a-thief", "--seats", "8")
    path = tmp_path / "content/games/TT-2/game.toml"
    text = path.read_text("utf-8").replace("number = 1\n", "number = 1\nrating = true\n", 1)
    path.write_text(text.replace('name = ""', 'name = "Rosa Klein"', 1), "utf-8")
    for player in range(2, 9):
        run("standin", "TT-2", str(player), "--house")
    folder = Folder(tmp_path, "TT-2")
    while folder.last < 30 and not any(event.kind == "eliminated" for event in lay_table(folder).events(folder.last)):
        run("resolve", "TT-2", "--now-due")
        folder.refresh()
    assert folder.last < 30
    run("reveal", "TT-2", "--end")
    run("build")
    assert "Nothing to do" in run("publish").output
    assert (tmp_path / "output/site/games/TT-2/index.html").is_file()
    run("fsck")


def test_a_name_is_not_shown_where_the_variant_hides_names(run: Run, tmp_path: Path) -> None:
    run("new", "WW-2", "--variant", "anonymous", "--seats", "1=ESW,2=ENO,3=EDE")
    told = run("standin", "WW-2", "1", "--name", "Sam", "--show-name", code=1).stderr
    assert "nobody's name is shown; leave --show-name out" in told
    assert "Sam" not in (tmp_path / "content/games/WW-2/game.toml").read_text("utf-8")
    run("standin", "WW-2", "1", "--name", "Sam")


def test_the_reason_may_be_left_out_and_the_command_run_again(run: Run, game: Folder) -> None:
    run("standin", "EU-7", "3", "--nobody")
    before = tree(game.path)
    assert "has dropped out" in run("standin", "EU-7", "3", "--nobody").output
    assert tree(game.path) == before
    assert [made.reason for made in amendments(game, 2)] == ["Player 3 has dropped out."]


def test_who_missed_less_than_two_turns_is_warned_of(run: Run, game: Folder) -> None:
    cards(game, 1, 2, 3)
    run("publish")
    assert "has missed 0 turns in a row; HR-61 asks for 2" in run("standin", "EU-7", "3", "--nobody").output
    assert dropped(game)


def test_it_is_void_with_its_turn_and_undone_by_a_stand_in(run: Run, game: Folder) -> None:
    run("standin", "EU-7", "3", "--nobody", "--reason", WHY)
    run("undo", "EU-7", "--reason", "a card was overlooked")
    assert dropped(game) is False
    run("resolve", "EU-7", "--now-due")
    run("standin", "EU-7", "3", "--nobody")
    run("standin", "EU-7", "3", "--name", "Jan de Wit")
    assert dropped(game) is False
    assert amendments(game, 2)[-1].reason == "A stand-in plays for player 3, who had dropped out."
    cards(game)
    assert "resolved" not in run("resolve").output, "he is waited for"
    run("standin", "EU-7", "3", "--nobody")
    run("standin", "EU-7", "3", "--house")
    assert dropped(game) is False
    assert game.players[3].house
    run("standin", "EU-7", "3", "--nobody")
    assert dropped(game)
    assert not game.players[3].house, "nobody is not the house"
    run("publish")
    run("verify", "EU-7")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["3", "--nobody", "--house"], "give one of --name (of the new player), --house and --nobody"),
        (["3", "--nobody", "--name", "Jan"], "give one of --name"),
        (["3", "--nobody", "--address", "a@example.org"], "takes no address"),
        (["3", "--house", "--reason", WHY], "it goes with --nobody"),
        (["9", "--nobody"], "no player 9"),
        (["3", "--nobody", "--reason", "two\nlines"], "in one line"),
        (["3", "--nobody", "--reason", "x" * 600], "at most 500 characters"),
    ],
)
def test_what_makes_no_sense_changes_nothing(run: Run, game: Folder, words: list[str], said: str) -> None:
    before = tree(game.path)
    assert said in run("standin", "EU-7", *words, code=1).output
    assert tree(game.path) == before


def test_a_system_that_knows_no_dropping_out_says_so(run: Run, tmp_path: Path) -> None:
    run("new", "TT-1", "--system", "trust-a-thief", "--seats", "4")
    told = run("standin", "TT-1", "3", "--nobody", code=1).output
    assert "has no rule for dropping out; `pbm standin TT-1 3 --house`" in told


def test_a_break_at_any_write_is_mended_by_running_it_again(run: Run, game: Folder, tmp_path: Path) -> None:
    run("standin", "EU-7", "3", "--house")

    def work(root: Path, disk: Disk) -> None:
        drop_out(lay_table(Folder(root, "EU-7", disk)), 3, WHY)

    for root in broken_off(tmp_path, work, 2):
        work(root, Disk())
        again = Folder(root, "EU-7")
        assert dropped(again)
        assert not again.players[3].house
        assert len(amendments(again, 2)) == 1

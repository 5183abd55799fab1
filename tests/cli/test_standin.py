"""`pbm standin`: a seat changes hands, or the house plays it."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.cards.card import make_code
from pbm.cli.standin import hand_over
from pbm.publish.decisions import decision_news
from pbm.store.disk import Disk
from pbm.store.facts import Value
from pbm.store.folder import Folder
from pbm.store.keyring import missing, read_ring
from pbm.store.ledger import StandIn
from tests.cli.test_cli import write_card
from tests.command import Run, runner_by_clock
from tests.store.test_faults import broken_off


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    return runner_by_clock(tmp_path, monkeypatch, datetime(2026, 11, 21, 20, 0, tzinfo=UTC))


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Folder:
    """A game of three without a deadline."""
    run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU:Jan de Wit,3=FR")
    return Folder(tmp_path, "EU-7")


def test_a_stand_in_with_a_mistyped_address_does_not_get_the_seat(run: Run, game: Folder) -> None:
    told = run("standin", "EU-7", "3", "--name", "Jan de Wit", "--address", "jan", code=1).stderr
    assert "'jan' is not a mail address" in told
    assert game.players[3].name != "Jan de Wit"


def test_a_stand_in_takes_the_seat_with_new_words_and_codes(run: Run, game: Folder, tmp_path: Path) -> None:
    ring = read_ring(game)
    assert ring
    old = write_card(game, 1, "PASS")
    words = ["--name", "Ada Lind", "--address", "ada@example.org", "--post", r"Hill 1\nOslo"]
    shown = run("standin", "EU-7", "1", *words).stdout
    game.refresh()
    player = game.players[1]
    assert (player.name, player.address, player.post, player.epoch) == (
        "Ada Lind",
        "ada@example.org",
        "Hill 1\nOslo",
        2,
    )
    assert game.facts.seats[0].name == "", "the name of the one before is not shown any more"
    assert "refused: has a wrong code" in run("ingest").stdout
    assert not old.exists()
    new = read_ring(game)
    assert new
    assert [e.epoch for e in new.players[1]] == [1, 2]
    for secret in (player.key, *(e.phrase for e in new.players[1]), make_code(bytes.fromhex(player.key), "EU-7", 1, 2)):
        assert secret not in shown
        assert secret not in (game.private / "ledger.jsonl").read_text()
    assert [post.markdown for posts in decision_news(game).values() for post in posts] == [
        "A stand-in plays for player 1 (Turkey) from turn 1 on."
    ]
    assert "Ada" not in (game.private / "ledger.jsonl").read_text()
    run("standin", "EU-7", "1", "--name", "Bo Ek", "--show-name")
    game.refresh()
    assert game.facts.seats[0].name == "Bo Ek"
    assert game.players[1].post == ""
    run("publish")
    assert "Bo Ek" in (tmp_path / "output/site/games/EU-7/index.html").read_text()


def test_the_house_takes_a_seat_and_gives_it_back(run: Run, game: Folder) -> None:
    run("standin", "EU-7", "3", "--house")
    assert "[3] France: the house plays" in run("status").stdout
    for player in (1, 2):
        write_card(game, player, "PASS")
    run("resolve", "EU-7", "--now-due")
    game.refresh()
    assert b"The house player" in game.cards(1)[3]
    assert "1 turn played again" in run("verify", "EU-7").stdout
    run("standin", "EU-7", "3", "--name", "Jan")
    game.refresh()
    assert not game.players[3].house
    assert [f.house for f in game.ledger.facts if isinstance(f, StandIn)] == [True, False]


def test_a_break_in_a_change_of_hands_never_gives_the_new_code_to_the_old_player(game: Folder, tmp_path: Path) -> None:
    person: dict[str, Value] = {"name": "Ada Lind", "address": "ada@example.org", "post": "", "house": False}

    def work(root: Path, disk: Disk) -> None:
        hand_over(Folder(root, "EU-7", disk), 1, person, shown="", past=False)

    for root in broken_off(tmp_path, work, 10):
        player = Folder(root, "EU-7").players[1]
        assert (player.epoch, player.name) in ((1, "Rosa Klein"), (2, "Ada Lind"))
        work(root, Disk())
        again = Folder(root, "EU-7")
        assert again.players[1].address == "ada@example.org"
        assert again.facts.seats[0].name == ""
        assert missing(again, read_ring(again)) == []


@pytest.mark.parametrize("words", [("--house",), ("--name", "Ada Lind")])
def test_a_rated_seat_gets_a_stand_in_and_is_rated_no_more(run: Run, game: Folder, words: tuple[str, ...]) -> None:
    path = game.path / "game.toml"
    path.write_text(path.read_text().replace("number = 1\n", "number = 1\nrating = true\n"))
    shown = run("standin", "EU-7", "1", *words).stdout
    assert "Player 1 is no longer rated" in shown
    game.refresh()
    assert (game.facts.seats[0].name, game.facts.seats[0].rating) == ("", False)
    told = [post.markdown for posts in decision_news(game).values() for post in posts]
    assert told[0].endswith("from turn 1 on. The seat is no longer rated.")
    run("publish")


@pytest.mark.parametrize("keep", [False, True])
def test_the_former_player_s_card_counts_only_where_the_moderator_says_so(run: Run, game: Folder, keep: bool) -> None:
    write_card(game, 1, "PASS")
    run("ingest")
    shown = run("standin", "EU-7", "1", "--name", "Ada Lind", *(("--keep-card",) if keep else ())).stdout
    counts = "still counts" if keep else "no longer counts (--keep-card lets it count)"
    assert f"The former player's card for turn 1 (card 1) {counts}." in shown
    game.refresh()
    assert bool(game.ledger.counting(1)) is keep
    assert game.disk.names(game.received), "what was received stays"
    write_card(game, 1, "PASS")
    run("ingest")
    game.refresh()
    assert len(game.ledger.counting(1)) == 1, "the new player's card counts, even if it says the same"
    run("resolve", "EU-7", "--now-due")
    game.refresh()
    assert 1 in game.cards(1)


def test_keep_card_goes_with_a_new_player(run: Run, game: Folder) -> None:
    assert "--keep-card goes with" in run("standin", "EU-7", "1", "--nobody", "--keep-card", code=1).stderr

"""Who gets which letter, and how one asks for another."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.post.outbox import draft_due, listed, send_again, send_due, settle
from pbm.publish.due import advance
from pbm.store.folder import Folder
from pbm.store.ledger import Forgotten, StandIn
from tests.post.mail_out import NOW, Postman, plain
from tests.post.outbox.letters import START, card, clock, drafts


def test_a_bad_address_is_named_and_delays_nobody(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    path.write_text(path.read_text().replace("player1@example.org", "rosa\\r\\nBcc: all@example.org"))
    report = send_due(root, clock(), Postman())
    assert report.sent == ["FA-1/t0/p2"]
    assert "players.toml: players: the address of player 1" in report.problems[0]


def test_who_wants_paper_or_is_the_house_gets_no_printout_by_mail(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = (
        path.read_text()
        .replace("number = 1", 'number = 1\nby = "post"')
        .replace("number = 2", "number = 2\nhouse = true")
    )
    path.write_text(text)
    assert not draft_due(root, NOW).did_something


def test_who_wants_mail_and_has_no_address_is_told_where_one_asks(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = path.read_text().replace("number = 1", 'number = 1\nby = "mail"')
    path.write_text(text.replace("player1@example.org", ""))
    assert draft_due(root, NOW).problems == []
    assert listed(root, NOW)[-1] == "FA-1: player 1 is to get mail but has no address in players.toml."


def test_a_card_of_who_was_forgotten_is_answered_no_more_and_stops_no_other_answer(folder: Folder, root: Path) -> None:
    card(folder)
    card(folder, "ADD 4")
    (folder.received / folder.ledger.receipts[0].kept).unlink()
    folder.note(Forgotten(1, (1,), "2026-11-21T20:00:00Z"))
    assert draft_due(root, NOW).problems == []
    assert [name for name in drafts(root) if "r1" in name or "r2" in name] == ["FA-1/r2.eml"]


def test_a_stand_in_gets_no_answer_to_the_card_of_the_player_before(folder: Folder, root: Path) -> None:
    card(folder, epoch=1)
    draft_due(root, NOW)
    assert "FA-1/r1.eml" in drafts(root)
    folder.set_player(1, address="ada@example.org", epoch=2)
    folder.note(StandIn(1, 1, 2, "2026-11-21T20:00:00Z"))
    report = send_due(root, clock(), Postman())
    assert report.sent == START
    assert "FA-1/r1.eml" not in drafts(root)
    assert not draft_due(root, NOW).did_something
    card(folder, epoch=2)
    assert send_due(root, clock(), Postman()).sent == ["FA-1/r2"]


def test_a_turn_taken_back_and_played_again_is_sent_again(folder: Folder, root: Path) -> None:
    post = Postman()
    advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), post).sent == ["FA-1/t1/p1", "FA-1/t1/p2"]
    folder.withdraw("a card was overlooked", NOW)
    advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), post).sent == ["FA-1/t1.2/p1", "FA-1/t1.2/p2"]


def test_a_printout_that_failed_goes_out_though_the_next_turn_is_there(folder: Folder, root: Path) -> None:
    advance(folder, NOW, "test", force=True)
    send_due(root, clock(), Postman(lambda: "later"))
    advance(folder, NOW, "test", force=True)
    post = Postman()
    sent = send_due(root, clock(NOW + timedelta(hours=1)), post).sent
    assert sent == ["FA-1/t1/p1", "FA-1/t1/p2", "FA-1/t2/p1", "FA-1/t2/p2"]
    assert "FA-1 TURN 1" in plain(post.mails[0])


def test_a_turn_whose_letters_nobody_wrote_is_made_up_for(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    for _ in range(3):
        advance(folder, NOW, "test", force=True)
    wanted = [f"FA-1/t{turn}/p{player}" for turn in (1, 2, 3) for player in (1, 2)]
    assert send_due(root, clock(), Postman()).sent == wanted


def test_who_begins_in_the_middle_of_a_game_begins_with_its_last_turn(folder: Folder, root: Path) -> None:
    for _ in range(3):
        advance(folder, NOW, "test", force=True)
    assert send_due(root, clock(), Postman()).sent == ["FA-1/t3/p1", "FA-1/t3/p2"]


def test_who_begins_to_write_letters_does_not_answer_what_came_long_ago(folder: Folder, root: Path) -> None:
    card(folder, when=NOW - timedelta(days=15))
    card(folder, "ADD 4", when=NOW - timedelta(days=13))
    assert draft_due(root, NOW).drafted == ["FA-1/r2", *START]
    send_again(root, "FA-1/r1", NOW)
    assert draft_due(root, NOW).drafted == ["FA-1/r1"]


def test_asking_for_an_unknown_letter_is_one_sentence(folder: Folder, root: Path) -> None:
    for letter in ("FA-1/r9", "XX-1/r1", "", "FA-1/t0/p9", "../../x"):
        with pytest.raises(PbmError, match="There is no letter"):
            send_again(root, letter, NOW)
        with pytest.raises(PbmError, match="There is no letter"):
            settle(root, [letter], NOW)


def test_an_older_printout_can_be_asked_for(folder: Folder, root: Path) -> None:
    send_due(root, clock(), Postman())
    advance(folder, NOW, "test", force=True)
    send_again(root, "FA-1/t0/p2", NOW)
    post = Postman()
    assert "FA-1/t0/p2" in send_due(root, clock(), post).sent
    assert post.delivered["<FA-1.t0.p2@example.org>"] == 1


def test_asking_for_one_old_printout_brings_no_other(folder: Folder, root: Path) -> None:
    path = folder.private / "players.toml"
    text = path.read_text()
    path.write_text(text.replace("player1@example.org", ""))
    send_due(root, clock(), Postman())
    advance(folder, NOW, "test", force=True)
    send_due(root, clock(), Postman())
    path.write_text(text)
    send_again(root, "FA-1/t0/p2", NOW)
    assert send_due(root, clock(), Postman()).sent == ["FA-1/t0/p2", "FA-1/t1/p1"]

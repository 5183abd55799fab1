"""From a mail in the inbox to the receipt that answers it, and back: no loops, no backscatter (security 3.3)."""

import hashlib
from datetime import timedelta
from pathlib import Path

import pytest

from pbm.intake import inbox
from pbm.post.outbox import send_again, send_due
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.post.mail_out import NOW, Postman, heading, mail, plain, world

pytest.importorskip("pbm.mail.reading")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    folder = world(tmp_path, monkeypatch)
    send_due(tmp_path, lambda: NOW, Postman())  # the start
    return folder


def arrive(folder: Folder, data: bytes, hours: int = 1) -> None:
    """Lay a mail into the inbox, and take it in."""
    name = f"{NOW + timedelta(hours=hours):%Y%m%dT%H%M%SZ}-{hashlib.sha256(data).hexdigest()}.eml"
    (folder.inbox / name).write_bytes(data)
    folder.refresh()
    inbox.ingest(lay_table(folder), NOW + timedelta(hours=hours))


def answers(folder: Folder, hours: int = 1) -> Postman:
    """Send what is due."""
    post = Postman()
    send_due(folder.path.parents[2], lambda: NOW + timedelta(hours=hours), post)
    return post


def card(folder: Folder, sender: str = "player1@example.org", orders: str = "ADD 3", **more: str) -> bytes:
    text = f"{heading(folder, 1, 1)}\n{orders}\nEND\n"
    data = mail(sender, "my orders", text, more.pop("message_id", "<m1@example.net>"))
    head = "".join(f"{name.replace('_', '-')}: {value}\n" for name, value in more.items())
    return head.encode() + data


def test_a_card_by_mail_is_answered_with_a_receipt(folder: Folder) -> None:
    arrive(folder, card(folder))
    post = answers(folder)
    assert post.envelopes == [("cards@example.org", ("player1@example.org",))]
    made = post.mails[0]
    assert made["In-Reply-To"] == "<m1@example.net>"
    assert "Your card is ACCEPTED" in plain(made)
    receipt = folder.ledger.receipts[0]
    assert receipt.code in plain(made), "the code that stands on the page of the turn too"


def test_our_own_receipt_that_comes_back_is_not_answered(folder: Folder) -> None:
    arrive(folder, card(folder))
    made = answers(folder).mails[0]
    arrive(folder, made.as_bytes(), 2)
    bounced = b"From: MAILER-DAEMON@example.org\nReturn-Path: <>\nSubject: Undelivered\n\n" + plain(made).encode()
    arrive(folder, bounced, 3)
    assert answers(folder, 3).mails == []


def test_our_own_printout_that_comes_back_is_not_answered(folder: Folder) -> None:
    post = Postman()
    send_again(folder.path.parents[2], "FA-1/t0/p1", NOW)
    send_due(folder.path.parents[2], lambda: NOW, post)
    arrive(folder, post.mails[0].as_bytes(), 2)
    assert folder.ledger.receipts[-1].verdict == "ignored"
    assert answers(folder, 2).mails == []


@pytest.mark.parametrize(
    "header",
    [{"Auto_Submitted": "auto-replied"}, {"Precedence": "bulk"}, {"List_Id": "<x.example.org>"}, {"Return_Path": "<>"}],
)
def test_machines_and_lists_are_never_answered(folder: Folder, header: dict[str, str]) -> None:
    arrive(folder, card(folder, **header))
    assert answers(folder).mails == []


def test_a_good_card_from_a_strange_address_is_answered_to_the_registered_one_alone(folder: Folder) -> None:
    arrive(folder, card(folder, "stranger@example.net"))
    post = answers(folder)
    assert post.envelopes == [("cards@example.org", ("player1@example.org",))]
    assert "not on file" in plain(post.mails[0])


def test_a_stranger_without_a_good_code_is_never_answered(folder: Folder) -> None:
    arrive(folder, mail("stranger@example.net", "hello", "FA-1 T-1 [1] Rosa 00000-00000-0\nADD 3\nEND\n"))
    arrive(folder, mail("stranger@example.net", "hello", "please attack Spain\n"), 2)
    assert answers(folder, 2).mails == []


def test_a_player_who_sends_no_card_is_shown_one(folder: Folder) -> None:
    arrive(folder, mail("Rosa <player1@example.org>", "hello", "please attack Spain\n"))
    text = plain(answers(folder).mails[0])
    assert "REFUSED" in text
    assert "(the code from your printout)" in text


def test_the_sixth_receipt_of_a_day_is_not_written(folder: Folder) -> None:
    for n in range(8):
        arrive(folder, card(folder, orders=f"ADD {n}", message_id=f"<m{n}@example.net>"), 1)
    assert len(answers(folder).mails) == 5
    assert answers(folder, 2).mails == []


def test_an_amending_card_is_answered_with_the_whole(folder: Folder) -> None:
    arrive(folder, card(folder))
    arrive(folder, card(folder, orders="AMEND\nADD 4", message_id="<m2@example.net>"), 2)
    text = plain(answers(folder, 2).mails[-1])
    assert "On file for turn 1, receipt 2" in text


def test_a_card_without_a_readable_order_is_told_what_is_wrong_with_it(folder: Folder) -> None:
    arrive(folder, card(folder, orders="\n".join(["dear moderator"] * 100)))
    text = plain(answers(folder).mails[0])
    assert "has no readable order" in text
    assert text.count("<dear moderator> Write ADD and a number below 10.") == 40
    assert "... and 60 more" in text

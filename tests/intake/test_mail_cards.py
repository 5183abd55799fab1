"""Mails in a game's inbox: who is believed, who is answered, what is ignored (security 3.1 to 3.3)."""

from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbm.cli.status import tasks_of
from pbm.intake import inbox
from pbm.post.receipts import A_DAY, Answer, write_answer
from pbm.store.founding import found
from pbm.store.ledger import MANY, Receipt
from pbm.store.play import GameTable, lay_table
from tests.engine import fake_system
from tests.intake.test_inbox import deadline, text
from tests.store.test_store import NOW, founding


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    fake_system.install(monkeypatch)
    folder = found(tmp_path, founding(), NOW)
    path = folder.private / "players.toml"
    words = path.read_text().split("[[players]]")
    for player in (1, 2):
        old = next(line for line in words[player].splitlines() if line.startswith("address"))
        words[player] = words[player].replace(old, f'address = "p{player}@example.org, Other{player}@example.org"')
    path.write_text("[[players]]".join(words))
    folder.refresh()
    return lay_table(folder)


def mail(body: str, sender: str = "Rosa <p1@example.org>", subject: str = "my orders", **headers: str) -> bytes:
    """A plain mail."""
    message = EmailMessage()
    message["From"], message["Subject"] = sender, subject
    message["Message-ID"] = "<1@example.org>"
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(body)
    return message.as_bytes()


def take(table: GameTable, *mails: bytes, name: str = "") -> list[Receipt]:
    """The receipts of these mails, which one run finds together."""
    for number, data in enumerate(mails):
        (table.folder.inbox / (name or f"{number:03d}.eml")).write_bytes(data)
    return [arrival.receipt for arrival in inbox.ingest(table, NOW).arrivals]


def test_a_mail_with_a_card_counts_and_is_kept_as_it_came(table: GameTable) -> None:
    data = mail(text(table, 1, 1, "ADD 3"))
    (receipt,) = take(table, data)
    assert (receipt.verdict, receipt.sender, receipt.answer, receipt.notes) == ("accepted", "registered", True, ())
    assert inbox.waiting_cards(table)[1].endswith(b"ADD 3\nEND\n")
    assert (table.folder.received / receipt.kept).read_bytes() == data
    assert receipt.kept.endswith(".eml")


@pytest.mark.parametrize(
    ("sender", "known"),
    [
        ("P1@Example.ORG", "registered"),
        ("other1@example.org", "registered"),
        ("p2@example.org", "other"),
        ("x@example.org", "unknown"),
        ("undisclosed:;", "unknown"),
    ],
)
def test_the_address_adds_trust_and_the_code_decides(table: GameTable, sender: str, known: str) -> None:
    data = mail(text(table, 1, 1, "ADD 3")).replace(b"Rosa <p1@example.org>", sender.encode())
    (receipt,) = take(table, data)
    assert (receipt.verdict, receipt.sender) == ("accepted", known)
    assert bool(receipt.notes) == (known != "registered")


def test_row_42_a_mail_with_the_right_address_and_a_wrong_code_is_refused(table: GameTable) -> None:
    body = text(table, 2, 1, "ADD 3").replace("[2]", "[1]")
    (receipt,) = take(table, mail(body))
    assert (receipt.verdict, receipt.wrong_code, receipt.answer) == ("refused", True, True)


def test_row_56_who_writes_without_a_heading_is_told_if_we_know_him(table: GameTable) -> None:
    known, unknown = take(table, mail("please attack Spain"), mail("hello", "x@example.org"))
    assert (known.verdict, known.player, known.sender, known.answer) == ("refused", 1, "registered", True)
    assert (unknown.verdict, unknown.player) == ("refused", 0)


def test_a_heading_may_stand_in_the_subject(table: GameTable) -> None:
    heading, _, orders = text(table, 1, 1, "ADD 3").partition("\n")
    (receipt,) = take(table, mail(orders, subject=heading))
    assert receipt.verdict == "accepted"
    assert "subject" in receipt.notes[0]


def test_a_card_that_is_only_quoted_is_ignored(table: GameTable) -> None:
    quoted = "".join(f"> {line}\n" for line in text(table, 1, 1, "ADD 3").splitlines())
    (receipt,) = take(table, mail(f"What did you think of this?\n\n{quoted}"))
    assert (receipt.verdict, receipt.answer) == ("ignored", False)
    assert inbox.waiting(table.folder) == {}


@pytest.mark.parametrize("headers", [{"Auto_Submitted": "auto-replied"}, {"List_Id": "<l.example.org>"}])
def test_row_39_a_machine_gets_no_answer(table: GameTable, headers: dict[str, str]) -> None:
    (receipt,) = take(table, mail("I am out of the office", **headers))
    assert (receipt.verdict, receipt.answer) == ("ignored", False)


def test_the_same_mail_once_more_is_no_second_card(table: GameTable) -> None:
    first, second = (mail(text(table, 1, 1, f"ADD {n}")) for n in (1, 2))
    take(table, first)
    take(table, second)
    (replayed,) = take(table, first)
    assert (replayed.verdict, replayed.answer) == ("ignored", False)
    assert replayed.why == "duplicates the mail of receipt 1"
    assert b"ADD 2" in inbox.waiting_cards(table)[1]


def test_row_40_of_500_mails_of_a_player_the_newest_counts_and_one_notice_goes_out(table: GameTable) -> None:
    receipts = take(table, *(mail(f"{n}\n{text(table, 1, 1, f'ADD {n % 9}', f'REV {n + 1}')}") for n in range(500)))
    assert {r.verdict for r in receipts} == {"accepted"}
    assert sum(r.answer for r in receipts[MANY:]) == 1
    assert receipts[MANY].notes == (
        "More than 50 mails with a card came for turn 1; those after this one get no receipt.",
    )
    assert inbox.waiting(table.folder)[1] == receipts[-1]
    assert [(task.kind, task.text) for task in tasks_of(table.folder, NOW) if task.kind == "many"] == [
        ("many", "player 1 has sent 500 cards for turn 1; the newest counts")
    ]


@pytest.mark.parametrize("sender", ["evil@nowhere.example", "p1@example.org", "p2@example.org", "undisclosed:;"])
def test_row_42_no_number_of_wrong_codes_from_whomever_touches_the_right_one(table: GameTable, sender: str) -> None:
    """An outsider sent twenty cards in a player's name, and he missed his turn. From is never proof (F2, F3)."""
    take(table, mail(text(table, 1, 1, "ADD 3")))
    wrong = text(table, 2, 1, "ADD 4").replace("[2]", "[1]")
    junk = take(table, *(mail(f"{n}\n{wrong}").replace(b"Rosa <p1@example.org>", sender.encode()) for n in range(60)))
    assert all(r.verdict == "refused" and r.wrong_code for r in junk)
    (right,) = take(table, mail(text(table, 1, 1, "ADD 5")))
    assert (right.verdict, right.answer) == ("accepted", True)
    assert b"ADD 5" in inbox.waiting_cards(table)[1]
    assert isinstance(write_answer(table, right), Answer), "its receipt is not used up"
    told = [task.text for task in tasks_of(table.folder, NOW) if task.kind == "codes"]
    assert told == ["60 cards for player 1 came with a wrong code; none of them counts"]
    answered = [r for r in junk if isinstance(write_answer(table, r), Answer)]
    assert len(answered) == (A_DAY if sender.startswith("p") else 0)


@pytest.mark.parametrize(
    ("sender", "is_told"), [("p1@example.org", True), ("p2@example.org", False), ("x@y.example", False)]
)
def test_how_near_a_wrong_code_is_learns_its_owner_alone(table: GameTable, sender: str, is_told: bool) -> None:
    """Who has ten of eleven characters is not told which one is wrong, nor of which turn a code is (security 3.1)."""
    good = text(table, 1, 1, "ADD 3")
    code = good.split()[4]
    typo = good.replace(code, code[:-1] + ("7" if code[-1] != "7" else "8"))
    old = good.replace("T-1", "T-0")
    other = good.replace("T-1", "T-2")
    game = good.replace("FA-1", "FA-12")
    why = [r.why for r in take(table, *(mail(it, sender) for it in (typo, old, other, game)))]
    assert why[1:] == [
        "says turn 0 in its heading, which is over; its code is right for turn 1" if is_told else "has a wrong code",
        "has a wrong code: it is the code of turn 1" if is_told else "has a wrong code",
        f"is for the game 'FA-12'{'; did you mean FA-1?' if is_told else ''}",
    ]
    assert ("near character 11" in why[0]) == is_told


@pytest.mark.parametrize(
    ("name", "verdict"),
    [("20260306T195959Z", "accepted"), ("20260306T200000Z", "accepted"), ("20260306T200001Z", "late")],
)
def test_row_51_the_time_at_our_post_decides_to_the_second(table: GameTable, name: str, verdict: str) -> None:
    deadline(table, datetime(2026, 3, 6, 20, tzinfo=UTC))
    data = mail(text(table, 1, 1, "ADD 3"), Date="Thu, 01 Jan 2034 00:00:00 +0000")
    (receipt,) = take(table, data, name=f"{name}-{'a' * 64}.eml")
    assert (receipt.verdict, receipt.came.replace("-", "").replace(":", "")) == (verdict, name)


def test_of_two_mails_the_one_that_reached_our_post_last_counts(table: GameTable) -> None:
    late, early = (mail(text(table, 1, 1, f"ADD {n}")) for n in (2, 1))
    take(table, late, name=f"20260306T190000Z-{'b' * 64}.eml")
    take(table, early, name=f"20260306T180000Z-{'a' * 64}.eml")
    assert b"ADD 2" in inbox.waiting_cards(table)[1], "fetched last, but older"


def test_a_mail_is_never_from_the_future(table: GameTable) -> None:
    (receipt,) = take(table, mail(text(table, 1, 1, "ADD 3")), name=f"20990306T190000Z-{'b' * 64}.eml")
    assert receipt.came == receipt.time


def test_a_huge_mail_is_refused_unread(table: GameTable) -> None:
    (receipt,) = take(table, mail("x" * (1 << 21)))
    assert (receipt.verdict, receipt.why) == ("refused", "is larger than 1 MiB")


@pytest.mark.parametrize(("beside", "is_told"), [("ADD 4", True), ("ADD 3", False)])
def test_row_23_plain_and_html_that_differ_are_told(table: GameTable, beside: str, is_told: bool) -> None:
    message = EmailMessage()
    message["From"] = "p1@example.org"
    message.set_content(text(table, 1, 1, "ADD 3"))
    markup = text(table, 1, 1, beside).replace("\n", "<br>")
    message.add_alternative(f"<html><body><p>{markup}</p></body></html>", subtype="html")
    (receipt,) = take(table, message.as_bytes())
    assert inbox.waiting_cards(table)[1].endswith(b"ADD 3\nEND\n")
    assert ("Its HTML part has other orders; those of the plain part count." in receipt.notes) == is_told

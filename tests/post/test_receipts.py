"""What a player is told of the card that he sent, and who is told (security 3.3)."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbm.cards.card import make_code
from pbm.intake.judge import OVER
from pbm.post.receipts import A_DAY, Answer, Silence, write_answer
from pbm.store.folder import Folder
from pbm.store.ledger import Receipt
from pbm.store.play import GameTable, lay_table, resolve_turn
from tests.engine import fake_system
from tests.post.mail_out import NOW, came, heading, install_reader, mail, settle, world
from tests.store.test_store import founding

ROSA = "Rosa <player1@example.org>"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    return lay_table(world(tmp_path, monkeypatch))


def card(table: GameTable, lines: str, player: int = 1, turn: int = 1, sender: str = ROSA, **facts: Any) -> Receipt:
    """A card that came by mail."""
    number = len(table.folder.ledger.receipts) + 1
    text = f"Hello,\n{heading(table.folder, player, turn)}\n{lines}\nEND\nBest wishes, and a secret word\n"
    return came(table.folder, mail(sender, f"Orders {number}", text, f"<m{number}@example.net>"), **facts)


def answer(table: GameTable, receipt: Receipt) -> Answer:
    made = write_answer(table, receipt)
    assert isinstance(made, Answer), made
    return made


def test_an_accepted_card_is_answered_with_all_that_is_on_file(table: GameTable) -> None:
    told = answer(table, card(table, "ADD 3\nADD 12\nADD 4", orders=2, faults=1))
    assert told.player == 1
    assert told.subject == "FA-1 T-1 [1] receipt 1: accepted, in part"
    assert told.answers == "<m1@example.net>"
    for line in (
        "Your card is ACCEPTED IN PART: 1 order will not be carried out.",
        "  Your mail     Orders 1",
        "  dated         Sat, 21 Nov 2026 19:00:00 +0000",
        "  Message-Id    <m1@example.net>",
        "  received      21 November 2026, 20:00 UTC",
        "On file for turn 1, receipt 1, as understood: 2 orders",
        "     ADD 3",
        "     ADD 4",
        "  line 4, column 1: <ADD 12> Write ADD and a number below 10.",
    ):
        assert line in [it.rstrip() for it in told.text.split("\n")], line
    assert max(map(len, told.text.split("\n"))) <= 200


def test_a_heading_with_all_that_it_may_say_keeps_to_the_width_of_a_printout(table: GameTable) -> None:
    card(table, "ADD 3", orders=1)
    told = answer(table, card(table, "AMEND\nADD 4", orders=1, amends=True, revision=9)).text
    said = " ".join(told.split())
    assert "receipt 2 with the card that it amends (lines are counted in both together), as understood:" in said
    assert "send your whole card again, with REV 10 in the heading, before the deadline." in said
    assert max(map(len, told.split("\n"))) <= 79


def test_a_card_that_is_late_is_not_said_to_have_been_seen(table: GameTable) -> None:
    told = answer(table, card(table, "ADD 3", orders=1, verdict="late", why="came after the deadline")).text
    assert "The moderator decides whether it counts." in told


def test_a_receipt_quotes_nothing_of_the_mail_but_faulty_lines(table: GameTable) -> None:
    told = answer(table, card(table, "ADD 3", orders=1))
    assert "secret word" not in told.text
    assert "Hello" not in told.text


def test_no_code_is_ever_in_a_receipt(table: GameTable) -> None:
    code = make_code(bytes.fromhex(table.folder.players[1].key), "FA-1", 1, 1)
    plain = code.replace("-", "")
    orders = f"ADD 3\n{code}\nx{code}\n{plain.lower()} {code.replace('-', ' ')}"
    text = f"{heading(table.folder, 1, 1)}\n{orders}\nEND\n"
    told = answer(table, came(table.folder, mail(ROSA, f"my code {code}", text), orders=1, faults=3))
    assert "(a code)" in told.text
    assert plain not in (told.text + told.subject).upper().replace("-", "").replace(" ", "").replace(f"X{plain}", "")


def test_a_better_card_later_and_the_turn_itself_change_no_receipt(table: GameTable) -> None:
    first = card(table, "ADD 3", orders=1)
    before = answer(table, first)
    card(table, "ADD 4", when=NOW + timedelta(hours=1), orders=1)
    later = card(table, "ADD 5", player=2, sender="p2@x.org", when=NOW + timedelta(hours=1), orders=1)
    told = answer(table, later)
    resolve_turn(table, {}, NOW + timedelta(hours=2))
    table.folder.refresh()
    assert answer(table, first) == before
    assert answer(table, later) == told
    assert "ADD 4" not in before.text


def test_a_higher_revision_that_is_there_already_is_named(table: GameTable) -> None:
    card(table, "REV 2\nADD 3", revision=2, orders=1)
    told = answer(table, card(table, "REV 1\nADD 4", revision=1, orders=1))
    assert "ANOTHER ONE COUNTS" in told.text
    assert told.subject.endswith("another one counts")
    assert "On file for turn 1, receipt 1, as understood: 1 order" in told.text
    assert "ADD 3" in told.text
    assert "REV 3" in told.text, "what to write on the next one"


def test_the_same_card_again_is_told_so(table: GameTable) -> None:
    card(table, "ADD 3", orders=1)
    told = answer(table, card(table, "ADD 3", orders=1, again=1))
    assert "THE SAME as that of receipt 1" in told.text
    assert told.subject.endswith("the same card again")


@pytest.mark.parametrize("verdict", ["late", "held"])
def test_a_card_that_does_not_count_leaves_the_other_on_file(table: GameTable, verdict: str) -> None:
    card(table, "ADD 3", orders=1)
    told = answer(table, card(table, "ADD 4\nADD 99", verdict=verdict, why="came after the deadline", epoch=1))
    assert f"{verdict.upper()}: it came after the deadline" in told.text
    assert "On file for turn 1, receipt 1" in told.text
    assert "<ADD 99>" in told.text


def test_a_card_for_a_later_turn_is_kept_and_said(table: GameTable) -> None:
    told = answer(table, card(table, "ADD 3", turn=4, orders=1))
    assert "Your card is kept for turn 4." in told.text


def test_a_mail_without_a_card_is_told_how_one_looks_and_gets_no_code(table: GameTable) -> None:
    why = "cannot be read: there is no heading line"
    receipt = came(table.folder, mail(ROSA, "moves", "please attack Spain"), verdict="refused", why=why, player=1)
    told = answer(table, receipt)
    assert "REFUSED" in told.text
    assert "  FA-1 T-1 [1] Name 1  (the code from your printout)" in told.text
    assert "please attack" not in told.text
    for turn in (1, 2):
        assert make_code(bytes.fromhex(table.folder.players[1].key), "FA-1", turn, 1) not in told.text


def test_a_good_code_from_a_strange_address_is_answered_to_the_address_on_file(table: GameTable) -> None:
    assert answer(table, card(table, "ADD 3", sender="thief@example.net")).player == 1


def card_of_thief(table: GameTable, **facts: Any) -> Receipt:
    return card(table, "ADD 3", verdict="refused", why="has a wrong code", wrong_code=True, **facts)


def test_without_a_good_code_a_strange_address_gets_nothing_and_the_named_player_neither(table: GameTable) -> None:
    made = write_answer(table, card_of_thief(table, sender="thief@example.net"))
    assert isinstance(made, Silence)
    assert "not on file" in made.why


def test_who_names_another_player_is_told_himself_and_sees_nothing_of_the_others(table: GameTable) -> None:
    card(table, "ADD 7", player=1, orders=1)
    told = answer(table, card_of_thief(table, sender="player2@example.org"))
    assert told.player == 2
    assert "ADD 7" not in told.text
    assert "wrong code" in told.text


def test_of_two_who_share_an_address_the_one_whom_the_card_names_is_told(table: GameTable) -> None:
    """What is on file of the other is not told in the place of what he sent."""
    path = table.folder.private / "players.toml"
    path.write_text(path.read_text().replace("player2@example.org", "player1@example.org, player2@example.org"))
    table.folder.refresh()
    card(table, "ADD 7", player=1, orders=1)
    told = answer(table, card(table, "ADD 3", player=2, verdict="refused", why="has a wrong code", wrong_code=True))
    assert told.player == 2
    assert "ADD 7" not in told.text


def test_a_player_without_an_address_gets_no_receipt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = world(tmp_path, monkeypatch)
    path = folder.private / "players.toml"
    path.write_text(path.read_text().replace("player1@example.org", ""))
    table = lay_table(Folder(tmp_path, "FA-1"))
    assert isinstance(write_answer(table, card(table, "ADD 3")), Silence)


def test_more_than_five_receipts_a_day_are_not_written(table: GameTable) -> None:
    made = [card(table, f"ADD {n}", orders=1) for n in range(1, 9)]
    other = card(table, "ADD 1", player=2, sender="x@y.org", orders=1)
    tomorrow = card(table, "ADD 1", when=NOW + timedelta(days=1), orders=1)
    kinds = [isinstance(write_answer(table, it), Answer) for it in (*made, other, tomorrow)]
    assert kinds == [True] * A_DAY + [False] * 3 + [True, True]
    assert isinstance(write_answer(table, made[7], limited=False), Answer)


def test_forged_mails_take_no_receipt_from_a_player(table: GameTable) -> None:
    forged = [card_of_thief(table) for _ in range(A_DAY + 1)]
    assert [isinstance(write_answer(table, it), Answer) for it in forged] == [True] * A_DAY + [False]
    assert answer(table, card(table, "ADD 3", orders=1)).player == 1


@pytest.mark.parametrize(
    "subject", ["<script>alert(1)</script>", "=?utf-8?q?=0D=0ABcc:_x@y?=", "\x1b[31mred", "x" * 5000, ""]
)
def test_a_hostile_subject_is_one_line_of_text(table: GameTable, subject: str) -> None:
    text = f"{heading(table.folder, 1, 1)}\nADD 3\nEND\n"
    told = answer(table, came(table.folder, mail(ROSA, subject, text), orders=1))
    assert all(len(line) <= 200 and (line.isprintable()) for line in told.text.split("\n"))
    assert "\n" not in told.subject
    assert subject not in told.subject or not subject


def test_a_hostile_name_in_players_toml_stays_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = world(tmp_path, monkeypatch)
    path = folder.private / "players.toml"
    path.write_text(path.read_text().replace('"Name 1"', '"Rosa\\r\\nBcc: all@example.org\\u202e"'))
    table = lay_table(Folder(tmp_path, "FA-1"))
    told = answer(table, card(table, "ADD 3", orders=1))
    assert not [line for line in told.text.split("\n") if line.startswith("Bcc")]


def test_orders_of_a_real_game_are_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbm.store.founding import Founder, found

    install_reader(monkeypatch)
    fake_system.install(monkeypatch)
    homes = ("TU", "RU", "FR")
    founders = tuple(Founder(n, home, bytes([n]) * 32, f"Name {n}", "") for n, home in enumerate(homes, 1))
    found(tmp_path, founding(system="battle-plan", variant="europe", founders=founders), NOW)
    settle(tmp_path)
    table = lay_table(Folder(tmp_path, "FA-1"))
    told = answer(table, card(table, "@ 2A\n@TU BA5 AC5BU AC99ZZ /1/BA2", orders=3, faults=1)).text
    for line in (
        "     2A            Declare [2] Russia an ally",
        "  @TU  Turkey",
        "     BA5           Use 5 Industry to build Army",
        "     AC5BU         Conquer Bulgaria (BU) with 5 Army",
        "     /1/BA2        Use 2 Industry to build Army",
        "Without orders:",
    ):
        assert line in told, told
    assert "<AC99ZZ> there is no space ZZ" in told
    assert "In a form n is" not in told, "the fault shows none"
    told = answer(table, card(table, "@TU ME2BU", orders=0, faults=1)).text
    assert "similar: MTnXXX" in told
    assert "  In a form n is a number, p a player's number, and XXX a space's code." in told
    why = "cannot be read: there is no heading line"
    receipt = came(table.folder, mail(ROSA, "moves", "please attack Spain"), verdict="refused", why=why, player=1)
    told = answer(table, receipt).text
    assert "  @TU   ; such as AT1BLA  Move Army" in told, "an order that can be given, with a number and a space"
    assert "  @     ; such as " in told


def test_who_writes_after_the_end_is_not_asked_to_write_again(table: GameTable) -> None:
    table.folder.set_status("finished")
    told = answer(table, card(table, "ADD 3", verdict="refused", why=OVER)).text
    assert "Your mail is REFUSED: it came after the game was over." in told
    assert "The game is over: no more cards are accepted." in told
    for line in ("send your whole card", "has no deadline", "A card begins with"):
        assert line not in told

"""Press and absences that came with a card: what is filed, what is not, and what its receipt says."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.intake.filing import MOST_DAYS
from pbm.post.receipts import Answer, write_answer
from pbm.store import press
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.ledger import Absent
from pbm.store.play import GameTable, lay_table
from tests.engine import fake_system
from tests.intake.test_inbox import put, text
from tests.post.mail_out import mail, settle
from tests.store.test_store import NOW, founding


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    fake_system.install(monkeypatch)
    return lay_table(found(tmp_path, founding(), NOW))


def send(table: GameTable, body: str, player: int = 1, turn: int = 1, name: str = "a.txt") -> list[str]:
    """Ingest a card with this body; what is told of it."""
    put(table, name, text(table, player, turn, body))
    return inbox.tell(inbox.ingest(table, NOW).arrivals)


def pieces(table: GameTable) -> list[tuple[int, tuple[int, ...], bool, str]]:
    return [(it.player, it.to, it.anonymous, it.text) for it in press.filed(table.folder)]


def absent(table: GameTable) -> tuple[str, ...]:
    return table.folder.players[1].absent


def test_press_is_filed_beside_orders_and_without(table: GameTable) -> None:
    assert send(table, "ADD 3\nPRESS TO 2 TITLE Peace\nLet us talk.\nEND") == [
        "a.txt: accepted for turn 1 from player 1: 1 order, 0 faults",
        "  Press to player 2, 3 words: it goes out with turn 1.",
    ]
    assert send(table, "PRESS ALL ANON\nBeware!\nEND") == [
        "a.txt: filed for turn 1 from player 1: no orders",
        "  Anonymous press to all, 1 word: it goes out with turn 1.",
        "  2 pieces of press for turn 1 are on file now; PRESS NONE takes them back.",
    ]
    assert pieces(table) == [(1, (2,), False, "Let us talk."), (1, (), True, "Beware!")]
    assert b"ADD 3" in inbox.waiting_cards(table)[1], "a mail without orders replaces none"
    assert list((table.folder.path / "press").glob("*")) == []


def test_a_refused_card_files_its_press_and_a_wrong_code_nothing(table: GameTable) -> None:
    assert send(table, "NONSENSE\nPRESS TO 2\nHello\nEND")[:2] == [
        "a.txt: refused: has no readable order, and no PASS",
        "  Press to player 2, 1 word: it goes out with turn 1.",
    ]
    put(table, "b.txt", text(table, 2, 1, "PRESS ALL\nI am a fool.\nEND\nABSENT 2026-12-20").replace("[2]", "[1]"))
    assert "wrong code" in inbox.tell(inbox.ingest(table, NOW).arrivals)[0]
    assert [it[3] for it in pieces(table)] == ["Hello"]
    assert table.folder.players[1].absent == ()


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("PRESS TO\nx\nEND", "addressed to nobody; write PRESS TO 3,5"),
        ("PRESS TO 9\nx\nEND", "there is no player 9"),
        ("PRESS TO 2,Rosa\nx\nEND", "its address has <Rosa>"),
        ("PRESS ALL 2\nx\nEND", "addressed to all and to some"),
        ("PRESS TO ME ANON\nx\nEND", "a diary has a writer"),
        ("PRESS TO 1,2 ANON\nx\nEND", "would tell who wrote it; leave out player 1"),
        ("PRESS TO 2\n\nEND", "has no text"),
        ("PRESS TO 2\n\u202e\u200b\u0007\nEND", "has no text"),
    ],
)
def test_what_is_in_doubt_is_not_filed(table: GameTable, block: str, told: str) -> None:
    lines = send(table, f"ADD 3\n{block}")
    assert lines[0].startswith("a.txt: accepted")
    assert told in lines[1]
    assert send(table, block, name="b.txt")[0].startswith("b.txt: refused: has no orders, and nothing else")
    assert pieces(table) == []


def test_press_without_end_is_not_filed_and_the_orders_stand(table: GameTable) -> None:
    put(table, "a.txt", text(table, 1, 1, "ADD 3\nPRESS ALL\nHello").replace("END\n", ""))
    lines = inbox.tell(inbox.ingest(table, NOW).arrivals)
    assert lines[0] == "a.txt: accepted for turn 1 from player 1: 1 order, 0 faults"
    assert lines[1] == "  The press in line 3 is not filed: it has no END; write a line END below its text."
    assert pieces(table) == []


def test_a_piece_that_somebody_spoilt_stops_no_card(table: GameTable) -> None:
    send(table, "PRESS ALL\nHello\nEND")
    (path,) = (table.folder.private / "press").iterdir()
    path.write_text("nothing")
    assert send(table, "PRESS ALL\nHello again\nEND")[0].startswith("a.txt: filed")
    assert press.waiting(table.folder) == ()
    with pytest.raises(PbmError):
        press.filed(table.folder)


def test_one_reader_gets_it_once_and_a_diary_is_ones_own(table: GameTable) -> None:
    told = send(table, "PRESS TO 2,2\nTwice\nEND\nPRESS TO 1 1\nDear diary\nEND\nPRESS TO ME, 2\nBoth\nEND")
    assert pieces(table) == [(1, (2,), False, "Twice"), (1, (1,), False, "Dear diary"), (1, (2,), False, "Both")]
    assert "  Diary, 2 words: the printout of turn 1 has it, and everybody reads it at the end." in told
    assert "  The press in line 2 names a player twice, who gets it once." in told


def test_it_accumulates_the_same_title_replaces_and_none_takes_back(table: GameTable) -> None:
    send(table, "PRESS TO 2 TITLE Peace\nOne\nEND\nPRESS TO 2\nTwo\nEND")
    told = send(table, "PRESS TO 2 TITLE Peace\nThree\nEND\nPRESS TO 2\nTwo\nEND")
    assert told[1].endswith("it goes out with turn 1, in place of the earlier one with that title.")
    assert "  The press in line 5 is on file already; nothing changed." in told
    assert sorted(it[3] for it in pieces(table)) == ["Three", "Two"]
    send(table, "PRESS ALL\nMine\nEND", player=2)
    told = send(table, "PRESS NONE\nPRESS ALL\nLast\nEND\nADD 1")
    assert told[1] == "  2 pieces of press for turn 1 are taken back."
    assert pieces(table) == [(1, (), False, "Last"), (2, (), False, "Mine")]
    assert send(table, "PRESS NONE", turn=2)[1] == "  There was no press for turn 2 to take back."


def test_where_nobody_may_be_known_there_is_no_press(table: GameTable) -> None:
    nameless = replace(table, rules=replace(table.rules, options={"names": "hidden"}))
    told = send(nameless, "ADD 3\nPRESS ALL\nI am Rosa Klein.\nEND\nABSENT 2026-12-20")
    assert told[0].startswith("a.txt: accepted")
    assert told[1] == "  Absence on 2026-12-20."
    assert "nobody may be known in this game, so there is no press in it" in told[2]
    assert pieces(table) == []


def test_there_is_a_limit_and_a_long_text_is_cut(table: GameTable) -> None:
    block = "".join(f"PRESS TO 2\nNumber {k}\nEND\n" for k in range(press.MOST_PIECES + 2))
    told = send(table, block)
    assert sum("there are 10 pieces for the turn already" in line for line in told) == 2
    assert len(pieces(table)) == press.MOST_PIECES
    told = send(table, f"PRESS ALL\n{'word ' * 2000}\nEND", player=2)
    assert "  The press in line 2 is too long, and is cut where it is shown." in told


def test_lines_that_look_like_orders_are_warned_of(table: GameTable) -> None:
    told = send(table, "PRESS TO 2\n@AA\nADD 3\nEND")
    assert "Line 3 looks like orders and stands in the press of line 2" in told[-1]


def test_hostile_text_is_made_harmless_and_never_front_matter(table: GameTable) -> None:
    send(table, 'PRESS ALL TITLE "\\+++ <b>\u202e\n+++\nto = "all"\n+++\n<script>\u202eZ' + "\u0301" * 50 + "\nEND")
    ((player, to, _, shown),) = pieces(table)
    assert (player, to) == (1, ())
    assert shown.startswith('+++\nto = "all"\n+++\n<script>Z')
    assert "\u202e" not in shown
    assert shown.count("\u0301") == 4
    (piece,) = press.filed(table.folder)
    assert piece.title == '"\\+++ <b>'


def test_absences_are_filed_and_cleared(table: GameTable) -> None:
    told = send(table, "ADD 3\nabsent from 2026-12-20 till 2027-01-03.\nABSENT: 2027-02-01 ; a Monday")
    assert told[1:] == ["  Absence from 2026-12-20 to 2027-01-03.", "  Absence on 2027-02-01."]
    assert absent(table) == ("2026-12-20/2027-01-03", "2027-02-01")
    facts = [fact for fact in table.folder.ledger.facts if isinstance(fact, Absent)]
    assert [fact.public for fact in facts] == [False, False]
    assert send(table, "ABSENT NONE")[1] == "  No absence is on file now."
    assert absent(table) == ()


@pytest.mark.parametrize(
    ("days", "told"),
    [
        ("", "it has no days; write ABSENT 2026-12-20 to 2027-01-03"),
        ("over Christmas", "<over Christmas> is not a day or a span of days"),
        ("2026-02-30", "<2026-02-30> is not a day"),
        ("20.12.2026", "is not a day"),
        ("2026-11-01 to 2026-11-20", "2026-11-20 has passed"),
        ("2027-01-03 to 2026-12-20", "ends before it begins; write ABSENT 2026-12-20 to 2027-01-03"),
        ("2026-12-20 to 9999-12-31", f"at most {MOST_DAYS} days"),
        ("2031-12-20", "begins within 400 days"),
    ],
)
def test_an_absence_that_cannot_be_is_told(table: GameTable, days: str, told: str) -> None:
    lines = send(table, f"ABSENT {days}")
    assert lines[0].startswith("a.txt: refused: has no orders, and nothing else that could be filed")
    assert told in lines[1]
    assert table.folder.players[1].absent == ()
    assert send(table, f"ADD 3\nABSENT {days}", name="b.txt")[0].startswith("b.txt: accepted")


def test_a_late_card_files_its_press(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_system.install(monkeypatch)
    table = lay_table(found(tmp_path, founding(deadline="2026-11-22T20:00:00+00:00"), NOW))
    inbox.ingest(table, NOW + timedelta(days=2))
    put(table, "a.txt", text(table, 1, 1, "ADD 3\nPRESS TO 2\nHello\nEND"))
    lines = inbox.tell(inbox.ingest(table, NOW + timedelta(days=2)).arrivals)
    assert lines[0] == "a.txt: late: came after the deadline"
    assert len(pieces(table)) == 1


def test_what_waits_is_approved_or_refused(table: GameTable) -> None:
    table.folder.set_keys(press="approve")
    told = send(table, "PRESS TO 2\nHello\nEND\nPRESS TO ME\nDear diary\nEND")
    assert "waits for the moderator's approval; then it goes out with turn 1" in told[1]
    (piece,) = press.waiting(table.folder)
    assert piece.filed == "1-1"
    assert press.decide(table.folder, "1-1", "refused").held == "refused"
    assert "is on file already" in send(table, "PRESS TO 2\nHello\nEND", name="b.txt")[-1]
    assert press.decide(table.folder, "1-1", "").held == ""
    assert press.waiting(table.folder) == ()
    with pytest.raises(PbmError, match="has no press 7-1"):
        press.decide(table.folder, "7-1", "")


def test_a_break_at_any_write_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class BrokenError(Exception):
        pass

    class Breaking(Disk):
        """A disk that breaks at its n-th step."""

        def __init__(self, left: int) -> None:
            super().__init__()
            self.left = left

        def step(self, operation: str, path: Path) -> None:
            self.left -= 1
            if self.left < 0:
                raise BrokenError

    fake_system.install(monkeypatch)
    body = "PRESS NONE\nPRESS TO 2 TITLE Peace\nOne\nEND\nPRESS ALL ANON\nTwo\nEND\nABSENT 2026-12-20\nADD 3"
    ends = set()
    for left in range(200):
        root = tmp_path / str(left)
        root.mkdir()
        folder = found(root, founding(), NOW)
        put(lay_table(folder), "a.txt", text(lay_table(folder), 1, 1, body))
        try:
            inbox.ingest(lay_table(Folder(root, "FA-1", Breaking(left))), NOW)
        except BrokenError:
            is_whole = False
        else:
            is_whole = True
        again = Folder(root, "FA-1")
        again.settle()
        inbox.ingest(lay_table(again), NOW)
        (receipt,) = again.ledger.receipts
        names = tuple(path.name for path in sorted((root / "content/games/FA-1/private/press").iterdir()))
        ends.add((names, again.players[1].absent, receipt.filed, receipt.notes, receipt.verdict))
        if is_whole:
            break
    assert len(ends) == 1
    assert left > 20


def test_the_receipt_says_it_and_quotes_nothing(table: GameTable) -> None:
    folder = table.folder
    settle(folder.root)
    folder.refresh()
    body = text(table, 1, 1, "PRESS ALL ANON\nZyzzogeton\nEND\nABSENT 2026-12-20\nPRESS TO 9\nx\nEND")
    put(table, "a.eml", mail("player1@example.org", "press", body))
    inbox.ingest(table, NOW)
    answer = write_answer(lay_table(folder), folder.ledger.receipts[-1])
    assert isinstance(answer, Answer)
    assert answer.subject == "FA-1 T-1 [1] receipt 1: filed"
    said = " ".join(answer.text.split())
    assert "Your mail is FILED: it has no orders, and your card on file stays as it is." in said
    assert "Filed: Anonymous press to all, 1 word: it goes out with turn 1." in said
    assert "Filed: Absence on 2026-12-20." in said
    assert "Note: The press in line 6 is not filed: there is no player 9;" in said
    assert "There is no valid card of yours for turn 1 on file." in said
    assert "Zyzzogeton" not in answer.text

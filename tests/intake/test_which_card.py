"""Which card counts, whatever arrives (security 3.2, F3, and rows 42 to 58 of 10.2)."""

from hashlib import sha256
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.cards.card import make_code, read_card
from pbm.cards.text import content
from pbm.cli.status import tasks_of, undecided
from pbm.errors import PbmError
from pbm.intake import inbox
from pbm.intake.judge import Judge, typo
from pbm.intake.received import Reading
from pbm.publish.due import advance
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.ledger import Receipt, layered
from pbm.store.play import GameTable, lay_table
from pbm.store.seeds import receipt_code
from tests.engine import fake_system
from tests.intake.test_inbox import put, take, text
from tests.post.mail_out import mail
from tests.store.test_store import NOW, card, founding


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    fake_system.install(monkeypatch)
    return lay_table(found(tmp_path, founding(resolve="all-in"), NOW))


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> GameTable:
    """A game that no test writes to."""
    with pytest.MonkeyPatch.context() as patch:
        fake_system.install(patch)
        return lay_table(found(tmp_path_factory.mktemp("game"), founding(), NOW))


def code(table: GameTable, player: int = 1, turn: int = 1) -> str:
    return card(table.folder, player, turn, "").split()[4].decode()


def told(table: GameTable, data: str) -> str:
    """What is said of one card."""
    put(table, "one.txt", data)
    return "\n".join(take(table)).removeprefix("one.txt: ")


def test_a_receipt_code_is_the_documented_one() -> None:
    """As content/about/fairness.md tells it; the signs were computed apart from the program."""
    data = b"EU-1 T-7 [3]\npass\nEND\n"
    assert receipt_code(bytes(range(32)), "EU-1", 7, 3, data) == "30AJB-YQGXB"


def test_row_41_a_card_that_comes_while_a_turn_is_resolved_waits_whole(table: GameTable) -> None:
    class Late(Disk):
        """A disk under which a card arrives as the turn is being written."""

        def step(self, operation: str, path: Path) -> None:
            if path.name == "state.json" and operation == "open":
                put(table, "late.txt", text(table, 1, 2, "ADD 5"))

    put(table, "one.txt", text(table, 1, 1, "ADD 3"))
    put(table, "two.txt", text(table, 2, 1, "ADD 3"))
    root = table.folder.path.parents[2]
    assert advance(Folder(root, table.folder.game, Late()), NOW, "test").resolved == 1
    assert [path.name for path in table.folder.inbox.iterdir()] == ["late.txt"]
    table.folder.refresh()
    assert take(table) == ["late.txt: accepted for turn 2 from player 1: 1 order, 0 faults"]


def test_row_42_a_wrong_code_is_refused_and_the_earlier_card_stays(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3"))
    assert told(table, text(table, 1, 1, "ADD 4").replace(code(table), code(table, 2))) == "refused: has a wrong code"
    assert b"ADD 3" in inbox.waiting_cards(table)[1]
    assert [r.wrong_code for r in table.folder.ledger.receipts] == [False, True]


@pytest.mark.parametrize("place", range(11))
def test_row_43_a_typo_is_told_with_its_place(table: GameTable, place: int) -> None:
    right = code(table).replace("-", "")
    other = "7" if right[place] != "7" else "8"
    typed = right[:place] + other + right[place + 1 :]
    said = told(table, text(table, 1, 1, "ADD 4").replace(code(table), typed))
    assert said == f"refused: has a wrong code: it seems to be mistyped near character {place + 1}"
    assert right not in said


def test_row_43_two_signs_swapped_are_told_and_a_quite_other_code_is_not() -> None:
    assert typo("A7C", "AC7") == 2
    assert typo("7AC", "AC7") == 0
    assert typo("AC", "AC7") == 0


def test_the_code_of_another_turn_or_of_the_last_player_is_told_as_such(table: GameTable) -> None:
    said = told(table, text(table, 1, 2, "ADD 4").replace(code(table, 1, 2), code(table, 1, 1)))
    assert said.endswith("it is the code of turn 1")
    path = table.folder.private / "players.toml"
    old = text(table, 1, 1, "ADD 3")
    path.write_text(path.read_text().replace("epoch = 1", "epoch = 2", 1))
    table.folder.refresh()
    assert told(table, old).endswith("there is a newer one for this seat"), "row 57"


def test_row_44_last_turns_card_is_told_that_its_turn_is_over(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3"))
    assert told(table, text(table, 1, 0, "ADD 4")) == "refused: is for turn 0, which is over"
    said = told(table, text(table, 1, 1, "ADD 4").replace("T-1", "T-0"))
    assert said == "refused: says turn 0 in its heading, which is over; its code is right for turn 1"
    assert b"ADD 3" in inbox.waiting_cards(table)[1]


def test_row_46_the_card_of_another_game_is_told_what_its_heading_says(table: GameTable) -> None:
    other = text(table, 1, 1, "ADD 4").replace("FA-1", "FA-2")
    assert told(table, other) == "refused: is for the game 'FA-2'; did you mean FA-1?", "the code is of this game"
    other = other.replace(code(table), code(table, 2))
    assert told(table, other) == "refused: is for the game 'FA-2'"


def test_row_47_the_same_card_twice_has_the_same_receipt(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3"))
    assert told(table, text(table, 1, 1, "ADD 3")).startswith("accepted again for turn 1 from player 1: 1 order")
    first, second = table.folder.ledger.receipts
    assert (first.code, first.orders) == (second.code, second.orders)


def test_row_53_the_last_whole_block_counts_and_one_without_an_end_is_refused(table: GameTable) -> None:
    said = told(table, text(table, 1, 1, "ORDERS\nADD 3\nEND\nor rather:\nORDERS\nADD 4"))
    assert said.startswith("accepted")
    assert "several blocks" in said
    assert b"ADD 4" in inbox.waiting_cards(table)[1]
    assert "no line END" in told(table, text(table, 1, 1, "ORDERS\nADD 3").replace("END\n", ""))


@pytest.mark.parametrize("mark", ["> ", "| ", ""])
def test_row_54_an_old_card_below_an_answer_is_not_read(table: GameTable, mark: str) -> None:
    old = "".join(f"{mark}{line}\n" for line in text(table, 1, 1, "ORDERS\nADD 4").splitlines())
    below = f"-----Original Message-----\n{old}" if not mark else f"On Monday at noon, the moderator wrote:\n{old}"
    told(table, f"{text(table, 1, 1, 'ADD 3')}\n{below}")
    assert inbox.waiting_cards(table)[1].count(b"ADD") == 1
    assert b"ADD 3" in inbox.waiting_cards(table)[1]


def test_row_55_an_order_in_a_signature_is_not_read(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3").replace("END\n", "-- \nADD 4\n"))
    assert b"ADD 4" not in inbox.waiting_cards(table)[1]


def test_row_57_a_player_who_is_not_in_the_game_gets_no_answer(table: GameTable) -> None:
    assert told(table, text(table, 1, 1, "ADD 4").replace("[1]", "[7]")).endswith("who is not in the game")
    assert not table.folder.ledger.receipts[-1].answer


def test_row_45_a_card_for_a_later_turn_is_kept_and_said_so(table: GameTable) -> None:
    assert told(table, text(table, 1, 3, "ADD 3")).endswith("It is kept for turn 3.")


def test_row_48_and_49_the_higher_revision_stands_and_both_of_one_are_named(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 2", "REV 2"))
    assert told(table, text(table, 1, 1, "ADD 1", "REV 1")).endswith("Receipt 1 has REV 2 and counts.")
    assert told(table, text(table, 1, 1, "ADD 3", "REV 2")).endswith("has REV 2 too; the one received last counts.")
    assert b"ADD 3" in inbox.waiting_cards(table)[1]


@pytest.mark.parametrize(
    ("newer", "older", "why"),
    [
        ("", "", "is for a card received later and counts."),
        ("REV 2", "", "is for a card received later and counts."),
        ("", "REV 1", "is for a card received later and counts."),
        ("REV 2", "REV 1", "has REV 2 and counts."),
    ],
)
def test_an_older_card_that_is_found_later_is_told_why_another_stands(
    table: GameTable, newer: str, older: str, why: str
) -> None:
    for hour, orders, revision in ((19, "ADD 2", newer), (18, "ADD 1", older)):
        data = mail("player1@example.org", "x", text(table, 1, 1, orders, revision), f"<m{hour}@example.net>")
        put(table, f"20261121T{hour}0000Z-{sha256(data).hexdigest()}.eml", data)
        inbox.ingest(table, NOW)
    assert table.folder.ledger.receipts[-1].notes[-1] == f"Receipt 1 {why}"
    assert b"ADD 2" in inbox.waiting_cards(table)[1]


@pytest.mark.parametrize("odd", ["REV 999999999999", "REV -1"])
def test_row_50_an_odd_revision_is_passed_over_and_told(table: GameTable, odd: str) -> None:
    said = told(table, text(table, 1, 1, "ADD 2", odd))
    assert said.startswith("accepted for turn 1")
    assert "after REV" in said


def test_row_52_a_card_without_a_readable_line_leaves_the_earlier_one(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3"))
    assert told(table, text(table, 1, 1, "please attack Spain")) == "refused: has no readable order, and no PASS"
    assert b"ADD 3" in inbox.waiting_cards(table)[1]


def test_row_58_a_hundred_thousand_lines_and_a_line_of_a_megabyte_are_refused(table: GameTable) -> None:
    for orders in ("ADD 1\n" * 100_000, "ADD 1\n" * 6_000, "x" * 1_000_000):
        assert told(table, text(table, 1, 1, orders)).startswith("refused: ")


def test_a_card_that_an_older_pbm_held_is_named_first_and_can_still_be_let_in(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 3"))
    (receipt,) = table.folder.ledger.receipts
    table.folder.note(replace(receipt, number=2, run=2, verdict="held", why="came after 20 wrong codes"))
    assert next(task.kind for task in tasks_of(table.folder, NOW)) == "held"
    (held,) = undecided(table.folder)
    inbox.admit(table.folder, held.number, NOW)
    assert table.folder.ledger.layers(1)[1][-1].number == 2
    advance(table.folder, NOW, "a test", force=True)
    assert undecided(table.folder) == []


@pytest.mark.parametrize("orders", ["ADD 12", "ADD 12\nADD 13\nwhat", "AMEND\nADD 12"])
def test_row_52_a_card_of_faults_alone_displaces_nothing_whatever_their_kind(table: GameTable, orders: str) -> None:
    """Not one that is understood and not allowed, either: nothing of it could be carried out."""
    told(table, text(table, 1, 1, "ADD 3"))
    assert told(table, text(table, 1, 1, orders)) == "refused: has no order that is allowed, and no PASS"
    assert b"ADD 3" in inbox.waiting_cards(table)[1]


def test_an_amending_card_changes_what_it_names_and_a_whole_one_ends_it(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 1"))
    said = told(table, text(table, 1, 1, "AMEND\nADD 2"))
    assert said.startswith("accepted for turn 1 from player 1: 1 order")
    assert inbox.waiting_cards(table)[1].count(b"ADD") == 1
    told(table, text(table, 1, 1, "ADD 3"))
    assert b"ADD 3" in inbox.waiting_cards(table)[1]
    assert told(table, text(table, 2, 1, "AMEND\nADD 2")).endswith("so it counts as a full card.")
    assert "no readable order" in told(table, text(table, 2, 1, "AMEND\nplease"))
    assert "no readable order" in told(table, text(table, 2, 1, "AMEND\n"))


@pytest.mark.parametrize("word", ["@Y{0} x", "@Y{0} x @Z{0} x", f"@Y{{0}} {'x' * 70}"])
def test_a_card_grows_by_amending_no_longer_than_one_that_is_read(table: GameTable, word: str) -> None:
    """Its orders would be accepted, and the archived card read no more; and each further one would cost more."""
    told(table, text(table, 1, 1, "PASS\nADD 1\n" + "".join(f"@X{n} {'x' * 30}\n" for n in range(2_500))))
    kept = inbox.waiting_cards(table)[1]
    said = told(table, text(table, 1, 1, "AMEND\nADD 2\n" + "".join(f"{word.format(n)}\n" for n in range(2_600))))
    assert "is, together with the card that it amends, longer than a card may be (5000 lines, 262144 bytes)" in said
    assert inbox.waiting_cards(table)[1] == kept
    assert read_card(kept).problem == ""


def test_a_card_typed_from_paper_is_marked(table: GameTable) -> None:
    put(table, "typed-1-1-1.txt", text(table, 1, 1, "ADD 1"))
    put(table, "b.txt", text(table, 2, 1, "ADD 1"))
    take(table)
    assert {r.player: r.typed for r in table.folder.ledger.receipts} == {1: True, 2: False}


def test_a_receipt_code_is_that_of_the_card_in_the_archive(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 1"))
    folder = table.folder
    made = receipt_code(folder.seed, folder.game, 1, 1, inbox.waiting_cards(table)[1])
    assert [r.code for r in folder.ledger.receipts] == [made]


def test_only_late_and_held_cards_are_let_in(table: GameTable) -> None:
    told(table, text(table, 1, 1, "ADD 4").replace(code(table), code(table, 2)))
    with pytest.raises(PbmError, match="no late card 1"):
        inbox.admit(table.folder, 1, NOW)


KINDS = ("good", "good", "good", "amend", "wrong", "old", "junk", "later", "foreign", "late")
# One draw for a whole row: four for each would take most of the time.
ROWS = list(product(KINDS, range(1, 5), range(4), (False, True)))
arrivals = st.lists(st.sampled_from(ROWS), min_size=1, max_size=8)


def make_card(table: GameTable, kind: str, number: int, revision: int) -> str:
    """A card of player 1 of some kind; of the good ones `number` and `revision` say which."""
    turn = {"old": 0, "later": 2}.get(kind, 1)
    key = bytes.fromhex(table.folder.players[1].key)
    word = make_code(bytes(32) if kind == "wrong" else key, table.folder.game, turn, 1)
    orders = {"junk": "attack!", "amend": f"AMEND\n@X\nADD {number}"}.get(kind, f"ADD {number}")
    game = "FA-9" if kind == "foreign" else table.folder.game
    return f"{game} T-{turn} [1] Rosa {word} {f'REV {revision}' if revision else ''}\n{orders}\nEND\n"


@settings(max_examples=10_000, deadline=None)
@given(arrivals)
def test_a_valid_card_is_never_displaced_by_an_invalid_older_duplicate_or_replayed_one(
    still: GameTable, rows: list[tuple[str, int, int, bool]]
) -> None:
    """A model of a few lines against the Judge: the last new card of the highest REV so far stands."""
    judge = Judge(still)
    stands, top, seen = "", 0, set[tuple[int, str]]()
    for number, (kind, value, revision, timed) in enumerate(rows, 1):
        words = make_card(still, kind, value, revision)
        moment = f"2026-01-01T00:00:{number:02d}Z"
        receipt = Receipt(number, number, moment, "", "", "refused", came=moment if timed else "")
        read = read_card(words)
        receipt = judge.judge(receipt, Reading(read), closed=kind == "late")
        judge.note(receipt)
        same = content(read)
        assert bool(receipt.again) == (kind in ("good", "late", "later") and (receipt.turn, same) in seen)
        assert (receipt.verdict == "accepted") == (kind in ("good", "amend", "later") or bool(receipt.again)), kind
        if kind in ("good", "later"):
            seen.add((receipt.turn, same))
        if kind in ("good", "amend") and not receipt.again and (revision == 0 or revision >= top):
            stands = same if kind == "good" or not stands else stands
            top = max(top, revision)
        there = [r for r in judge.admitted if r.turn == 1 and not r.again]
        assert [r.content for r in layered(there).get(1, ())][:1] == ([stands] if stands else [])

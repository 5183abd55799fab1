"""Every mail ends in the inbox of its game, or is kept with the reason."""

import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.mail.message import Mail
from pbm.mail.sources import LARGEST
from pbm.post.arrivals import Arrived, post_path
from pbm.post.fetching import tell
from pbm.post.sorting import MOST, call
from pbm.store.folder import Folder
from pbm.store.founding import found
from tests.post.fetching.mails import address, go, inbox, kept, mail, orders, put, sha
from tests.store.test_faults import tree
from tests.store.test_store import NOW, founding

CAME = "20261121T190000Z"


def test_a_mail_goes_to_the_game_that_its_heading_names(root: Path) -> None:
    first, second = mail(orders(root)), mail(orders(root, "FA-2"))
    put(root, first, second)
    catch = go(root)
    assert inbox(root) == {f"{CAME}-{sha(first)}.eml": first}
    assert inbox(root, "FA-2") == {f"{CAME}-{sha(second)}.eml": second}
    assert [line.game for line in catch.delivered] == ["FA-1", "FA-2"]
    assert not catch.kept
    lines = (post_path(root) / "ledger.jsonl").read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=Arrived) for line in lines] == catch.delivered
    assert post_path(root).stat().st_mode & 0o077 == 0
    assert oct(next((root / "content/games/FA-1/inbox").iterdir()).stat().st_mode & 0o777) == "0o600"


def test_a_mail_twice_is_one_mail(root: Path) -> None:
    put(root, mail(orders(root)))
    go(root)
    before = tree(root)
    catch = go(root)
    assert (catch.delivered, catch.kept) == ([], [])
    assert tree(root) == before
    put(root, mail(orders(root)), mail("hello"), mail("hello"))
    catch = go(root)
    assert (len(catch.delivered), len(catch.kept)) == (0, 1)


def test_a_mail_that_a_game_has_taken_in_comes_no_more(root: Path) -> None:
    """Though nothing of the post office is left: the game's own files know it."""
    data = mail(orders(root))
    put(root, data)
    go(root)
    folder = Folder(root, "FA-1")
    folder.received.mkdir(exist_ok=True)
    path = next(folder.inbox.iterdir())
    path.rename(folder.received / f"000001-{sha(data)}-{CAME}.eml")
    shutil.rmtree(post_path(root))
    go(root)
    assert inbox(root) == {}


def test_what_is_for_no_game_is_kept_with_the_reason(root: Path) -> None:
    put(
        root,
        mail("hello"),
        mail(orders(root).replace(b"FA-1", b"FA-9")),
        mail(orders(root), more="Auto-Submitted: auto-replied\n"),
        mail("\0" * 99),
        mail(orders(root).replace(b"FA-1", b"../x")),
    )
    catch = go(root)
    assert [line.why for line in catch.kept] == [
        "has no heading, and its sender plays in no running game",
        "is for FA-9, which is not a game here",
        "is an automatic answer",
        "is not readable: send it as plain text (UTF-8)",
        "has no heading, and its sender plays in no running game",
    ]
    assert sorted(kept(root)) == sorted(f"{line.sha256}.eml" for line in catch.kept)
    assert inbox(root) == {}
    assert f'{catch.kept[0].sha256[:12]} from rosa@example.org, "Orders" kept: it has no heading' in next(tell(catch))
    assert "rosa" not in (post_path(root) / "ledger.jsonl").read_text()


@pytest.mark.parametrize(
    "code", ["7G2KQ-X4M9V-T", "7g2kq x4m9v t", "7G2KQX4M9VT", "VYCGG FDYRT H", "7G2K-QX4M9V-T", "vycgg-fdyrt-h"]
)
@pytest.mark.parametrize("words", ["{}", "EU-7 T-5 [1] Rosa Klein {}", "Game: EU-7 Code: {} please answer me soon"])
def test_a_code_in_the_subject_of_a_mail_is_covered(code: str, words: str) -> None:
    assert call(Mail("read", ("rosa@example.org",), words.format(code))) == (
        f'from rosa@example.org, "{words.format("…")}"'
    )


def test_a_mail_is_called_by_its_sender_and_subject_and_a_file_by_its_name(root: Path) -> None:
    (root / "drop").mkdir()
    (root / "drop/tom (1).txt").write_bytes(orders(root))
    (root / "content/mail.toml").write_text('[[sources]]\nname = "drop"\nkind = "folder"\npath = "drop"\n')
    assert " tom (1).txt to the inbox of FA-1" in next(tell(go(root)))
    assert call(Mail("read")) == "from nobody"
    assert call(Mail("read", ("a@example.org",), "Re: please answer a question")) == (
        'from a@example.org, "Re: please answer a question"'
    )
    assert len(call(Mail("read", ("a" * 400,), "b" * 200))) < 140


def test_a_player_who_forgot_the_heading_is_told_by_his_game(root: Path) -> None:
    address(root, "FA-1", "Rosa@Example.org, rosa@work.example")
    address(root, "FA-2", "jan@example.org", "rosa@example.org")
    put(
        root,
        mail("please attack Spain"),
        mail("please attack France", subject="for fa-2"),
        mail("I am away", sender="rosa@work.example"),
        mail(orders(root).replace(b"FA-1", b"FA-9"), sender="jan@example.org"),
        mail("who", sender="other@example.org"),
    )
    catch = go(root)
    assert [line.game for line in catch.delivered] == ["FA-1", "FA-2", "FA-1", "FA-2"]
    assert len(catch.kept) == 1


def test_a_subject_names_one_game_and_none_whose_number_it_begins_with(root: Path) -> None:
    found(root, founding(game="FA-10"), NOW)
    for game in ("FA-1", "FA-2", "FA-10"):
        address(root, game, "rosa@example.org")
    put(root, mail("please attack", subject="Re: fa-10: my orders"), mail("please attack", subject="FA-1-T10"))
    put(root, mail("please attack", subject="XFA-2 or FA-10"))
    assert [line.game for line in go(root).delivered] == ["FA-10", "FA-1", "FA-10"]


def test_a_game_that_is_over_has_no_players_who_forgot_the_heading(root: Path) -> None:
    address(root, "FA-1", "rosa@example.org")
    path = root / "content/games/FA-1/game.toml"
    path.write_text(path.read_text().replace('"running"', '"finished"'))
    put(root, mail("please attack Spain"), mail(orders(root)))
    assert [line.game for line in go(root).delivered] == ["FA-1"], "who names it is told that it is over"


def test_of_too_many_mails_of_one_sender_the_rest_is_kept(root: Path) -> None:
    """Row 40: and told once; nobody can use up the number of somebody who has his code."""
    put(root, *[mail(f"FA-1 T-1 [1] junk {k}\nADD 3\n") for k in range(MOST + 20)])
    good = mail(orders(root))
    put(root, good, mail("FA-1 T-1 [1] junk\nADD 4\n", sender="jan@example.org"))
    catch = go(root)
    assert len(inbox(root)) == MOST + 2
    assert len(catch.kept) == 20
    assert len(catch.notes) == 1
    assert good in inbox(root).values()
    put(root, mail("FA-1 T-1 [1] one more\nADD 3\n"))
    assert len(go(root).kept) == 1, "it is counted over all runs of a turn"


def test_a_heading_may_stand_in_the_subject(root: Path) -> None:
    """Though nobody knows the address; and its code keeps it apart from what others send under that name (F3)."""
    heading, _, lines = orders(root).decode().partition("\n")
    card = mail(lines, subject=heading)
    put(root, *[mail(f"junk {k}\nADD 3\n", subject="FA-1 T-1 [1]") for k in range(MOST + 20)], card)
    catch = go(root)
    assert card in inbox(root).values()
    assert len(inbox(root)) == MOST + 1
    assert {line.why for line in catch.kept} == {f"is one of more than {MOST} mails of one sender to FA-1 for turn 1"}


def test_a_mail_too_large_goes_to_the_game_of_its_sender(root: Path) -> None:
    address(root, "FA-1", "rosa@example.org")
    put(root, mail("x" * (1 << 21)))
    go(root)
    assert [len(data) for data in inbox(root).values()] == [LARGEST], "so that it can be seen that it is too large"


def test_a_text_file_stays_a_text_file(root: Path) -> None:
    (root / "drop").mkdir()
    (root / "drop/a.txt").write_bytes(orders(root))
    (root / "content/mail.toml").write_text('[[sources]]\nname = "drop"\nkind = "folder"\npath = "drop"\n')
    go(root)
    assert [name.endswith(".txt") for name in inbox(root)] == [True]
    folder = Folder(root, "FA-1")
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--clock-ok"])
    assert "accepted for turn 1 from player 1" in done.output, done.output
    assert folder.ledger.receipts[0].player == 1

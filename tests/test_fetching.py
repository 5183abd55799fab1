"""Every mail ends in the inbox of its game or is kept, once, whatever it is and whenever the power fails."""

import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm import card as cards
from pbm.cli import main
from pbm.errors import PbmError
from pbm.mail.sources import LARGEST
from pbm.post import fetching
from pbm.post.arrivals import Arrived, Book, post_path
from pbm.post.fetching import Catch, fetch, keep, tell
from pbm.post.opening import password
from pbm.post.settings import read_settings
from pbm.post.sorting import MOST
from pbm.store.disk import Disk
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.lock import locked
from tests import bad_mails as bad
from tests import fake_system
from tests.test_faults import Broken, tree
from tests.test_store import NOW, card, founding

MBOX = '[[sources]]\nname = "box"\nkind = "mbox"\npath = "box"\n'
LINE = b"From rosa@example.org Sat Nov 21 19:00:00 2026\n"
CAME = "20261121T190000Z"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games, and one mbox that nothing is in."""
    fake_system.install(monkeypatch)
    for game in ("FA-1", "FA-2"):
        found(tmp_path, founding(game=game), NOW)
    (tmp_path / "content/mail.toml").write_text(MBOX)
    (tmp_path / "box").touch()
    return tmp_path


def mail(text: bytes | str, sender: str = "rosa@example.org", subject: str = "Orders", more: str = "") -> bytes:
    body = text.encode() if isinstance(text, str) else text
    return f"From: {sender}\nSubject: {subject}\n{more}\n".encode() + body.rstrip(b"\n") + b"\n"


def orders(root: Path, game: str = "FA-1", player: int = 1, text: str = "ADD 3") -> bytes:
    return card(Folder(root, game), player, 1, text)


def put(root: Path, *mails: bytes) -> None:
    with (root / "box").open("ab") as file:
        for data in mails:
            file.write(LINE + data + b"\n")


def go(root: Path, disk: Disk | None = None) -> Catch:
    return fetch(root, NOW, "a test", disk)


def inbox(root: Path, game: str = "FA-1") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "content/games" / game / "inbox").iterdir()}


def kept(root: Path) -> dict[str, bytes]:
    folder = post_path(root) / "kept"
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def address(root: Path, game: str, *addresses: str) -> None:
    path = root / "content/games" / game / "private/players.toml"
    text = path.read_text()
    for each in addresses:
        text = text.replace('address = ""', f'address = "{each}"', 1)
    path.write_text(text)


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
        "is for FA-9, which is no game here",
        "is an automatic answer",
        "is not readable: send it as plain text (UTF-8)",
        "has no heading, and its sender plays in no running game",
    ]
    assert sorted(kept(root)) == sorted(f"{line.sha256}.eml" for line in catch.kept)
    assert inbox(root) == {}
    assert "rosa" not in "".join(tell(catch))


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


def test_a_source_that_fails_does_not_stop_the_others(root: Path) -> None:
    bad_sources = '[[sources]]\nname = "gone"\nkind = "maildir"\npath = "gone"\n[[sources]]\nname = "host"\n'
    bad_sources += 'kind = "imap"\nhost = "127.0.0.1"\nport = 1\nuser = "x"\n'
    (root / "content/mail.toml").write_text(bad_sources + MBOX)
    put(root, mail(orders(root)))
    catch = go(root)
    assert len(catch.delivered) == 1
    assert [problem.split(":")[0] for problem in catch.problems] == ["gone", "host"]
    assert "PBM_IMAP_PASSWORD_HOST" in catch.problems[1]


def test_a_broken_game_does_not_stop_the_others(root: Path) -> None:
    data, other = mail(orders(root)), mail(orders(root, "FA-2"))
    (root / "content/games/FA-1/private/players.toml").write_text("nonsense")
    put(root, data, mail("hello"), other)
    catch = go(root)
    assert list(inbox(root).values()) == [data], "its mail waits in its inbox"
    assert list(inbox(root, "FA-2").values()) == [other]
    assert len(catch.problems) == 1
    assert "players.toml" in catch.problems[0]


def test_a_memory_that_is_damaged_or_lost_brings_nothing_twice(root: Path) -> None:
    put(root, mail(orders(root)), mail("hello"))
    go(root)
    path = next((post_path(root) / "seen").iterdir())
    before = tree(root)
    path.write_bytes(b"{")
    assert go(root).delivered == []
    assert tree(root) == before


def test_a_torn_line_of_the_ledger_is_set_aside_and_a_damaged_one_refused(root: Path) -> None:
    put(root, mail("hello"))
    go(root)
    path = post_path(root) / "ledger.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"half')
    put(root, mail("hello again"))
    go(root)
    assert path.read_bytes().startswith(whole + b'{"sha256"')
    assert path.with_name("ledger.jsonl.torn-2").read_bytes() == b'{"half'
    path.write_bytes(b"nonsense\n" + whole)
    with pytest.raises(PbmError, match="line 1 is damaged"):
        go(root)


def test_of_very_many_mails_the_first_are_listed_and_all_are_counted(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "MOST_TOLD", 3)
    put(root, *[mail(f"hello {k}") for k in range(9)])
    catch = go(root)
    assert (len(catch.kept), catch.came, catch.stayed) == (3, 9, 9)
    assert list(tell(catch))[-1].startswith("9 mails fetched")


def test_it_is_noted_on_the_way_how_far_a_source_was_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "OFTEN", 2)
    put(root, *[mail(f"hello {k}") for k in range(5)])
    noted: list[int] = []
    usual = fetching._remember

    def watched(disk: Disk, path: Path, memory: dict[str, int]) -> None:
        noted.append(memory["read"])
        usual(disk, path, memory)

    monkeypatch.setattr(fetching, "_remember", watched)
    go(root)
    assert len(noted) == 3
    assert noted == sorted(set(noted))


def test_two_fetches_at_once_are_one(root: Path) -> None:
    put(root, mail(orders(root)))
    post_path(root).mkdir()
    with locked(post_path(root), "pbm cron"), pytest.raises(PbmError, match=r"the mail is in use by .*pbm cron"):
        go(root)
    assert inbox(root) == {}


def test_a_time_to_come_is_now(root: Path) -> None:
    (root / "box").write_bytes(LINE.replace(b"2026", b"2027") + mail(orders(root)))
    go(root)
    assert [name[:16] for name in inbox(root)] == [f"{NOW:%Y%m%dT%H%M%SZ}"]


def fail() -> NoReturn:
    raise OSError(errno.ENOSPC, "No space left on device")


def die() -> NoReturn:
    os._exit(9)


@pytest.mark.parametrize("how", [fail, die])
def test_a_break_at_any_operation_loses_nothing_and_doubles_nothing(
    root: Path, tmp_path_factory: pytest.TempPathFactory, how: Callable[[], None]
) -> None:
    address(root, "FA-1", "rosa@example.org")
    mails = [mail(orders(root)), mail("hello", sender="x@example.org"), mail(orders(root, "FA-2")), mail("forgot it")]
    put(root, *mails)
    keep(root, mail(orders(root, player=2)), NOW)
    place = tmp_path_factory.mktemp("broken")
    whole = place / "whole"
    shutil.copytree(root, whole)
    counter = Broken(0, fail)
    go(whole, counter)
    after = {name: data for name, data in tree(whole).items() if "/seen" not in name and "ledger" not in name}
    assert counter.count > 30
    for k in range(1, counter.count + 1):
        copy = place / str(k)
        shutil.copytree(root, copy)
        if how is fail:
            with pytest.raises(PbmError, match="No space left on device"):
                go(copy, Broken(k, how))
        else:
            child = os.fork()
            if child == 0:
                try:
                    go(copy, Broken(k, how))
                finally:
                    os._exit(1)
            assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
        go(copy)
        left = {n: d for n, d in tree(copy).items() if "/seen" not in n and "ledger" not in n}
        assert left == after, f"after a break at {k}"
        shutil.rmtree(copy)


@given(st.lists(st.binary(max_size=300), max_size=6))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_kept(root: Path, blobs: list[bytes]) -> None:
    for blob in blobs:
        keep(root, blob, NOW)
    go(root)
    have = {sha(data) for data in [*inbox(root).values(), *inbox(root, "FA-2").values(), *kept(root).values()]}
    assert have >= {sha(blob) for blob in blobs}
    assert not list((post_path(root) / "incoming").glob("*"))


@pytest.mark.parametrize("name", [name for name, data in bad.all_of_them().items() if len(data) < 3_000_000])
def test_no_bad_mail_delays_the_next(root: Path, name: str) -> None:
    keep(root, bad.all_of_them()[name], NOW - timedelta(seconds=9))
    good = mail(orders(root))
    keep(root, good, NOW)
    catch = go(root)
    assert good in inbox(root).values()
    assert len(catch.delivered) + len(catch.kept) == 2


@pytest.fixture
def receive(root: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, str]]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))

    def call(data: bytes, at: Path = root) -> tuple[int, str]:
        done = CliRunner().invoke(main, ["--root", str(at), "receive"], input=data)
        return done.exit_code, done.output

    return call


def test_a_mail_on_standard_input_goes_to_its_game(root: Path, receive: Callable[..., tuple[int, str]]) -> None:
    data = mail(orders(root))
    assert receive(data) == (0, "")
    assert inbox(root) == {f"{NOW:%Y%m%dT%H%M%SZ}-{sha(data)}.eml": data}
    assert receive(data) == (0, "")
    assert len(inbox(root)) == 1


def test_a_mail_is_safe_while_another_run_holds_the_lock(root: Path, receive: Callable[..., tuple[int, str]]) -> None:
    post_path(root).mkdir()
    data = mail(orders(root))
    with locked(post_path(root), "pbm cron"):
        code, told = receive(data)
    assert code == 0
    assert "the next pbm ingest sorts it" in told
    assert inbox(root) == {}
    (root / "content/mail.toml").unlink()
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--clock-ok"])
    assert done.exit_code == 0
    assert "receive: " in done.output
    assert not list((post_path(root) / "incoming").iterdir())


def test_a_mail_that_cannot_be_kept_stays_with_the_mail_program(
    root: Path, receive: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert receive(b"x", root / "nowhere")[0] == 75

    def break_down(*_: object) -> NoReturn:
        raise RuntimeError("a bug")

    monkeypatch.setattr(fetching, "keep", break_down)
    code, told = receive(mail(orders(root)))
    assert code == 75
    assert "could not be kept" in told


def test_ingest_fetches_unless_it_is_not_to(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    put(root, mail(orders(root)), mail("hello"))
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--no-fetch"])
    assert done.exit_code == 0
    assert inbox(root) == {}
    done = CliRunner().invoke(main, ["--root", str(root), "ingest", "--clock-ok"])
    assert done.exit_code == 0, done.output
    assert "box: " in done.output
    assert "2 mails fetched; 1 of them kept" in done.output


def test_without_mail_toml_nothing_is_done(root: Path) -> None:
    (root / "content/mail.toml").unlink()
    before = tree(root)
    assert go(root) == Catch()
    assert tree(root) == before


def test_names_of_sources_are_plain(root: Path) -> None:
    (root / "content/mail.toml").write_text(MBOX.replace('"box"', '"../box"', 1))
    with pytest.raises(PbmError, match="a name has letters"):
        read_settings(root)


def test_passwords_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_IMAP_PASSWORD", "common")
    assert password("IMAP", "my-box", "u", "h") == "common"
    monkeypatch.setenv("PBM_IMAP_PASSWORD_MY_BOX", "own")
    assert password("IMAP", "my-box", "u", "h") == "own"


def test_a_book_counts_by_sender_game_and_turn(root: Path) -> None:
    post_path(root).mkdir()
    book = Book(root, Disk())
    book.note(Arrived("ab" * 32, "t", "s", "f", "", "FA-1", 1, "2"))
    for it in (book, Book(root, Disk())):
        assert it.knows("ab" * 32)
        assert (it.count("FA-1", 1, "2"), it.count("FA-1", 2, "2")) == (1, 0)


def test_a_code_in_a_mail_is_told_nowhere(root: Path) -> None:
    folder = Folder(root, "FA-1")
    code = cards.make_code(bytes.fromhex(folder.players[1].key), "FA-1", 1, folder.players[1].epoch)
    put(root, mail(orders(root)), mail(orders(root).replace(b"FA-1", b"FA-9")))
    catch = go(root)
    told = "\n".join([*tell(catch), *catch.notes, *catch.problems, (post_path(root) / "ledger.jsonl").read_text()])
    assert code not in told

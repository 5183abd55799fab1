"""Nothing is lost and nothing comes twice, whatever a mail is and whatever fails."""

import errno
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.errors import PbmError
from pbm.post import fetching
from pbm.post.arrivals import post_path
from pbm.post.fetching import keep, tell
from pbm.store.disk import Disk
from pbm.store.lock import locked
from tests.command import runner
from tests.mail import bad_mails as bad
from tests.post.fetching.mails import LINE, MBOX, address, go, inbox, kept, mail, orders, put, sha
from tests.store.test_faults import Broken, tree
from tests.store.test_store import NOW


def test_a_source_that_fails_does_not_stop_the_others(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PBM_IMAP_PASSWORD", "PBM_IMAP_PASSWORD_HOST"):
        monkeypatch.delenv(name, raising=False)
    bad_sources = '[[sources]]\nname = "gone"\nkind = "maildir"\npath = "gone"\n[[sources]]\nname = "host"\n'
    bad_sources += 'kind = "imap"\nhost = "127.0.0.1"\nport = 1\nuser = "x"\n'
    (root / "content/mail.toml").write_text(bad_sources + MBOX)
    put(root, mail(orders(root)))
    catch = go(root)
    assert len(catch.delivered) == 1
    assert [problem.split(":")[0] for problem in catch.problems] == ["gone", "host"]
    assert "PBM_IMAP_PASSWORD_HOST" in catch.problems[1]


@pytest.mark.parametrize("kind", ["folder", "mbox", "maildir"])
@pytest.mark.parametrize("path", [r"drop\u0000x", "x" * 5_000], ids=["nul", "long"])
def test_a_path_that_no_system_has_does_not_stop_the_others(root: Path, kind: str, path: str) -> None:
    (root / "content/mail.toml").write_text(f'[[sources]]\nname = "odd"\nkind = "{kind}"\npath = "{path}"\n' + MBOX)
    put(root, mail(orders(root)))
    catch = go(root)
    assert len(catch.delivered) == 1
    (problem,) = catch.problems
    assert problem.startswith("odd: ")
    assert "cannot be read" in problem


def test_ingest_leaves_with_1_where_a_source_failed_and_does_the_rest(root: Path) -> None:
    (root / "content/mail.toml").write_text('[[sources]]\nname = "gone"\nkind = "maildir"\npath = "gone"\n' + MBOX)
    put(root, mail(orders(root)))
    told = runner(root)("ingest", code=1)
    assert "gone: " in told.stderr
    assert "FA-1: " in told.stdout
    again = runner(root)("ingest", code=1)
    assert again.stdout == ""
    runner(root)("ingest", "--no-fetch")


def test_a_port_that_there_is_not_is_told(root: Path) -> None:
    source = '[[sources]]\nname = "post"\nkind = "imap"\nhost = "localhost"\nuser = "x"\nport = 99999\n'
    (root / "content/mail.toml").write_text(source)
    with pytest.raises(PbmError, match=r"mail.toml: sources: port: 99999 of 'post' is not from 0 to 65535\.$"):
        go(root)


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
    for line in (b"nonsense\n", whole.replace(b'"sha256":"', b'"sha256":"x', 1)):
        path.write_bytes(line + whole)
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

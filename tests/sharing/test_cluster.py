"""Real workers: what they make is the same, whatever becomes of one of them."""

import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import pbm.sharing.cluster
from pbm.errors import PbmError
from pbm.sharing.choice import sharer
from pbm.sharing.cluster import Cluster, OtherEditionError, cluster
from pbm.sharing.edition import edition
from pbm.sharing.pieces import Alone
from tests.sharing import tasks
from tests.sharing.workers import LONGEST, ROOT, RunningCluster, running

PIECES = range(30)
ALL = [(piece, 7 * piece * piece) for piece in PIECES]


@pytest.fixture(autouse=True)
def long_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers start slowly on a machine that has other work."""
    monkeypatch.setattr(pbm.sharing.cluster, "CONNECT", LONGEST)


@pytest.fixture
def short_waits(long_waits: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody comes, nobody need be waited for."""
    monkeypatch.setattr(pbm.sharing.cluster, "CONNECT", 3)


def wait_for(workers: int, found: Cluster) -> None:
    begun = time.monotonic()
    while len(found._client.scheduler_info(n_workers=-1)["workers"]) < workers:
        assert time.monotonic() < begun + LONGEST
        time.sleep(0.05)


def test_one_process_does_all_in_order() -> None:
    with sharer(1, "", pytest.fail) as alone:
        assert isinstance(alone, Alone)
        assert list(alone.each(tasks.squared, 7, PIECES)) == ALL


def test_workers_of_this_machine_do_the_same_and_bring_mistakes_home() -> None:
    with sharer(2, "", pytest.fail) as two:
        assert sorted(two.each(tasks.squared, 7, PIECES)) == ALL
        with pytest.raises(PbmError, match=r"^Piece \d is wrong\.$"):
            list(two.each(tasks.wrong, 7, range(3)))
        assert sorted(two.each(tasks.squared, 7, PIECES)) == ALL  # and go on
        with pytest.raises(PbmError, match="has ended four workers"):
            list(two.each(tasks.deadly, 7, [1]))


def test_only_a_few_pieces_are_asked_for_ahead(tmp_path: Path) -> None:
    asked = []

    def pieces() -> "object":
        for piece in range(1000):
            asked.append(piece)
            yield piece

    with running(tmp_path, 2) as real, cluster(0, real.address) as found:
        wait_for(2, found)
        done = found.each(tasks.squared, 7, pieces())  # type: ignore[arg-type]
        for _ in range(5):
            next(done)
        assert len(asked) < 20
        done.close()  # type: ignore[attr-defined]


def _kill(real: RunningCluster) -> None:
    real.workers[0].kill()


def _silence(real: RunningCluster) -> None:
    os.kill(real.workers[0].pid, signal.SIGSTOP)


def _add(real: RunningCluster) -> None:
    real.add_worker()


@pytest.mark.parametrize("harm", [_kill, _silence, _add])
def test_a_worker_that_is_killed_or_never_answers_or_comes_later_changes_nothing(
    tmp_path: Path, harm: Callable[[RunningCluster], None]
) -> None:
    with running(tmp_path, 2) as real, cluster(0, real.address, patience=90) as found:
        wait_for(2, found)
        got = []
        for done in found.each(tasks.slow, 7, PIECES):
            got.append(done)
            if len(got) == 3:
                harm(real)
        assert sorted(got) == ALL


def test_a_scheduler_that_goes_away_is_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path, 2) as real, cluster(0, real.address, patience=20) as found:
        wait_for(2, found)
        done = found.each(tasks.slow, 7, PIECES)
        next(done)
        real.scheduler.kill()
        with pytest.raises(PbmError, match=r"^tcp://127\.0\.0\.1:\d+: the scheduler went away"):
            list(done)


def test_workers_that_are_all_gone_are_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path, 1) as real, cluster(0, real.address, patience=4) as found:
        done = found.each(tasks.slow, 7, PIECES)
        next(done)
        real.workers[0].kill()
        with pytest.raises(PbmError, match=r"no worker has done anything for \d+ seconds"):
            list(done)


@pytest.mark.usefixtures("short_waits")
def test_a_scheduler_without_workers_and_an_address_without_scheduler(tmp_path: Path) -> None:
    with running(tmp_path, 0) as real:
        with pytest.raises(PbmError, match="has no workers; `dask worker"), cluster(0, real.address):
            pass
        address = real.address
    for wrong in (address, "tcp://127.0.0.1", "nonsense", "http://127.0.0.1:1"):
        with pytest.raises(PbmError, match="no Dask scheduler answers there"), cluster(0, wrong):
            pass


def test_a_worker_with_another_pbm_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(ROOT / "pbm", other / "pbm", ignore=shutil.ignore_patterns("__pycache__"))
    with open(other / "pbm" / "core" / "dice.py", "a", encoding="utf-8") as file:
        file.write("# another one\n")
    with running(tmp_path, 0) as real:
        real.add_worker(other)
        with cluster(0, real.address) as found, pytest.raises(OtherEditionError, match=r"install the same on all"):
            list(found.each(tasks.squared, 7, PIECES))


def test_an_edition_names_the_version_and_the_code() -> None:
    assert edition().startswith(f"{pbm.__version__} (")


def test_without_the_extra_one_process_does_all_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pbm.sharing, "cluster")
    monkeypatch.setitem(sys.modules, "pbm.sharing.cluster", None)
    told: list[str] = []
    with sharer(4, "", told.append) as alone:
        assert list(alone.each(tasks.squared, 7, PIECES)) == ALL
    assert told == [
        "More than one process needs the extra `cluster` (pip install 'pbm[cluster]'); one process does it all."
    ]

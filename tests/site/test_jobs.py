"""Work shared out among processes: the same in the same order, with its errors, and nothing left running."""

import multiprocessing
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbm.errors import PbmError
from pbm.site.output.jobs import available, shared_out
from tests.publish.test_seal_publish import copy_game, run, sealed_files

needs_fork = pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="this system cannot fork")


def numbered(number: int) -> tuple[int, int]:
    return number, os.getpid()


def broken() -> Any:
    raise PbmError("Turn 3 is damaged.")


@needs_fork
def test_what_comes_out_is_in_order_and_made_elsewhere() -> None:
    found = list(shared_out([partial(numbered, n) for n in range(40)], 2))
    assert [n for n, _ in found] == list(range(40))
    assert os.getpid() not in {pid for _, pid in found}
    assert not multiprocessing.active_children()


@pytest.mark.parametrize(("pieces", "jobs"), [(40, 1), (3, 8), (0, 8)])
def test_little_work_is_done_here(pieces: int, jobs: int) -> None:
    found = list(shared_out([partial(numbered, n) for n in range(pieces)], jobs))
    assert found == [(n, os.getpid()) for n in range(pieces)]


@needs_fork
def test_an_error_comes_back_and_nothing_is_left_running() -> None:
    work: list[Any] = [partial(numbered, 1), broken, partial(numbered, 2), partial(numbered, 3)]
    with pytest.raises(PbmError, match="Turn 3 is damaged"):
        list(shared_out(work, 2))
    assert not multiprocessing.active_children()


def test_there_is_at_least_one_process() -> None:
    assert available() >= 1


def test_the_site_is_the_same_however_many_share_the_work(tmp_path: Path) -> None:
    made = []
    for jobs in ("1", "3"):
        root = copy_game(tmp_path / jobs)
        run(root, "publish", "--jobs", jobs)
        (root / "output").rename(root / "old")
        run(root, "build", "--jobs", jobs)  # five turns at once
        made.append(sealed_files(root))
    assert made[0] == made[1]

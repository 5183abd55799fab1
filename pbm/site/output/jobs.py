"""Work shared out among processes, where the machine has several and can fork. What comes out is the same."""

import os
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

T = TypeVar("T")

FEWEST = 4  # pieces: for less, the start of processes costs more than it saves
_work: Sequence[Callable[[], object]] = ()  # what the forked processes have from their parent


def available() -> int:
    """How many processes can run at once here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def shared_out(work: Sequence[Callable[[], T]], jobs: int) -> Generator[T, None, None]:
    """What each piece of work yields, in order. An error in one is raised here.

    Must not be called where threads run beside: they would not be there in the forked processes.
    """
    global _work
    if jobs < 2 or len(work) < FEWEST or not hasattr(os, "fork"):
        for piece in work:
            yield piece()
        return
    import multiprocessing

    _work = work
    try:
        with multiprocessing.get_context("fork").Pool(min(jobs, len(work))) as pool:
            yield from pool.imap(_done, range(len(work)))
    finally:
        _work = ()


def _done(at: int) -> object:
    return _work[at]()

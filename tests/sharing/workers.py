"""A real Dask scheduler and real workers on 127.0.0.1, for as long as a test needs them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST = 30  # seconds until it must be there


class RunningCluster:
    """A scheduler's address, and its processes."""

    def __init__(self, address: str, scheduler: "subprocess.Popen[bytes]") -> None:
        self.address, self.scheduler = address, scheduler
        self.workers: list[subprocess.Popen[bytes]] = []

    def add_worker(self, place: Path = ROOT) -> None:
        """Start a worker of one thread that imports pbm from there."""
        self.workers.append(_start(["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"], place))


@contextmanager
def running(folder: Path, workers: int) -> Iterator[RunningCluster]:
    """A scheduler that gives a silent worker up after twelve seconds, and its workers; all are gone afterwards. On a
    machine with other work a worker that lives may be silent for several.
    """
    note = folder / "scheduler.json"
    silent = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "12s"}
    words = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(note)]
    found = RunningCluster("", _start(words, ROOT, silent))
    try:
        begun = time.monotonic()
        while not found.address:
            assert time.monotonic() < begun + LONGEST, "the scheduler did not start"
            if note.exists() and note.read_text().endswith("}"):
                found.address = json.loads(note.read_text())["address"]
            time.sleep(0.05)
        for _ in range(workers):
            found.add_worker()
        yield found
    finally:
        for process in (*found.workers, found.scheduler):
            process.kill()
            process.wait(LONGEST)


def _start(words: list[str], place: Path, more: Mapping[str, str] = {}) -> "subprocess.Popen[bytes]":
    environment = {**os.environ, "PYTHONPATH": f"{place}{os.pathsep}{ROOT}", **more}
    command = [sys.executable, "-m", "dask", *words]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, env=environment, cwd=place, stdout=quiet, stderr=quiet, stdin=quiet)

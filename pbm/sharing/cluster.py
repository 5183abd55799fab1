"""Workers of a Dask cluster: processes of this machine, or a cluster that somebody runs (docs.dask.org).

What a worker was doing when it was killed, another does; what came twice counts once. Results come as they are ready,
and only a few pieces are on their way at a time, so that the client's memory does not grow with the work.
"""

import gc
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import dask
from distributed import Client, LocalCluster, Nanny, Security
from distributed.scheduler import KilledWorker

from pbm.errors import PbmError
from pbm.sharing.edition import edition

Common = TypeVar("Common")
Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 3
"""So many pieces are on their way for each worker: it never waits for the next."""
CONNECT = 10  # seconds that a scheduler has to answer, and its first worker
PATIENCE = 900.0  # seconds in which not one piece was done: then nobody is at work any more
LOOK = 2.0  # seconds after which it is looked whether the scheduler is still there
SILENT = "30s"  # a worker of ours that gives no sign for so long is given up, and its work goes to another
SETTINGS = {
    "distributed.scheduler.worker-ttl": SILENT,
    "distributed.scheduler.allowed-failures": 3,  # workers that one piece may take with it
    "distributed.admin.low-level-log-length": 0,
    "distributed.worker.daemon": True,
    "distributed.worker.profile.enabled": False,  # it looks a hundred times a second at what a worker does
}


class OtherEditionError(PbmError):
    """A worker runs another pbm than the client."""


class Cluster:
    """The workers of a client."""

    def __init__(self, client: Client, name: str, patience: float = PATIENCE) -> None:
        self._client, self._name, self._patience = client, name, patience
        self._counted, self._count = -LOOK, 0

    def each(
        self, task: Callable[[Common, Piece], Result], common: Common, pieces: Iterable[Piece]
    ) -> Iterator[tuple[Piece, Result]]:
        """As of pieces.Sharer."""
        done: SimpleQueue[Any] = SimpleQueue()
        pending: dict[str, tuple[Piece, Any]] = {}
        waiting = iter(pieces)
        more = True
        try:
            while True:
                while more and len(pending) < AHEAD * max(1, self._workers()):
                    piece = next(waiting, _NONE)
                    if piece is _NONE:
                        more = False
                        break
                    if self._client.status != "running":
                        raise PbmError(f"{self._name}: the scheduler went away.")
                    future = self._client.submit(_done, edition(), task, common, piece, pure=False)
                    pending[future.key] = piece, future
                    future.add_done_callback(done.put)
                if not pending:
                    return
                future = self._next(done)
                if future.key in pending:
                    piece, _ = pending.pop(future.key)
                    yield piece, self._result(future)
        finally:
            with suppress(Exception):  # the scheduler may be gone
                self._client.cancel([future for _, future in pending.values()])

    def _workers(self) -> int:
        """How many there are; they may come and go, but asking costs a message of all of them."""
        if time.monotonic() >= self._counted + LOOK:
            self._counted = time.monotonic()
            with suppress(OSError, TimeoutError):  # the scheduler may be gone, which is told elsewhere
                self._count = len(self._client.scheduler_info(n_workers=-1).get("workers", ()))
        return self._count

    def _next(self, done: "SimpleQueue[Any]") -> Any:
        waited = 0.0
        while True:
            try:
                return done.get(timeout=LOOK)
            except Empty:
                waited += LOOK
            if self._client.status != "running":
                raise PbmError(f"{self._name}: the scheduler went away.") from None
            if waited >= self._patience:
                raise PbmError(f"{self._name}: no worker has done anything for {round(waited)} seconds.") from None

    def _result(self, future: Any) -> Any:
        if future.cancelled() or self._client.status != "running":
            raise PbmError(f"{self._name}: the scheduler went away.")
        try:
            return future.result(timeout=self._patience)
        except PbmError:
            raise
        except KilledWorker:
            raise PbmError(f"{self._name}: a piece of the work has ended four workers one after another.") from None
        except (OSError, TimeoutError) as error:
            raise PbmError(f"{self._name}: the scheduler went away ({type(error).__name__}).") from None


_NONE: Any = object()


@contextmanager
def cluster(workers: int, scheduler: str, patience: float = PATIENCE) -> Iterator[Cluster]:
    """So many processes of this machine, or the workers of a scheduler; as of pieces.sharer. Those of this machine end
    with it.
    """
    gc.collect()  # Dask closes a client that was left over once it is collected; within another's start that hangs
    with dask.config.set({**SETTINGS, "distributed.comm.timeouts.connect": f"{CONNECT}s"}):
        for name in [name for name in logging.root.manager.loggerDict if name.startswith(("distributed", "tornado"))]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told in a sentence
        if scheduler:
            with _client(scheduler) as client:
                yield Cluster(client, scheduler, patience)
        else:
            with _here(workers) as ours, Client(ours) as client:
                yield Cluster(client, f"{workers} workers", patience)


def _here(workers: int) -> LocalCluster:
    """Workers of one thread each, which only this process can speak to."""
    return LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        worker_class=Nanny,
        security=Security.temporary(),
        silence_logs=logging.CRITICAL,
    )


@contextmanager
def _client(scheduler: str) -> Iterator[Client]:
    try:
        client = Client(scheduler, timeout=CONNECT)
    except (OSError, ValueError, TypeError) as error:
        raise PbmError(
            f"--scheduler {scheduler}: no Dask scheduler answers there ({_short(error)}); `dask scheduler` starts one "
            "and prints its address."
        ) from None
    try:
        try:
            client.wait_for_workers(1, timeout=CONNECT)
        except TimeoutError:
            raise PbmError(f"--scheduler {scheduler}: has no workers; `dask worker {scheduler}` starts one.") from None
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=CONNECT)


def _short(error: BaseException) -> str:
    return str(error).split("\n")[0][:120] or type(error).__name__


def _done(wanted: str, task: Callable[[Any, Any], Any], common: Any, piece: Any) -> Any:
    """One piece, on a worker. OtherEditionError where its pbm is another one."""
    if edition() != wanted:
        raise OtherEditionError(f"A worker runs pbm {edition()}, the client {wanted}; install the same on all of them.")
    return task(common, piece)

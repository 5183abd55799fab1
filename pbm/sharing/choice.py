"""Who does the pieces of work of a command."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pbm.sharing.pieces import Alone, Sharer


@contextmanager
def sharer(workers: int, scheduler: str, tell: Callable[[str], None]) -> Iterator[Sharer]:
    """So many processes of this machine, or the cluster of a Dask scheduler at an address such as tcp://10.0.0.5:8786;
    this process alone where neither is wanted, and where the extra `cluster` is not installed, which is told.

    PbmError where nobody answers at that address, or no worker is there.
    """
    if workers < 2 and not scheduler:
        yield Alone()
        return
    try:
        from pbm.sharing import cluster
    except ImportError:
        tell("More than one process needs the extra `cluster` (pip install 'pbm[cluster]'); one process does it all.")
        yield Alone()
        return
    with cluster.cluster(workers, scheduler) as found:
        yield found

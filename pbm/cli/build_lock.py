"""One at a time for each folder: `pbm cron`, and whoever builds its site."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from zlib import crc32

from pbm.core.stamps import cache_folder
from pbm.errors import BusyError
from pbm.store.lock import locked

PATIENCE = 60.0  # seconds for which a build waits until another one is done


@contextmanager
def alone(root: Path, kind: str, command: str, what: str, patience: float = 0.0) -> Iterator[None]:
    """Hold the lock of such work on this folder; if it is held, waits up to that many seconds, then raises BusyError.

    It lies in the user's cache folder, for where an idle run works it may touch nothing; without one nobody waits.
    """
    folder = cache_folder()
    if folder is None:
        yield
        return
    place = folder / kind / f"{crc32(bytes(root.resolve())):08x}"
    place.mkdir(parents=True, exist_ok=True)
    until = monotonic() + patience
    with ExitStack() as held:
        while True:
            try:
                held.enter_context(locked(place, command, what))
                break
            except BusyError:
                if monotonic() >= until:
                    raise
                sleep(0.1)
        yield


def building(root: Path) -> AbstractContextManager[None]:
    """Hold the folder's site: two builds at once would take each other's new files away."""
    return alone(root, "build", "a build", "the site", PATIENCE)

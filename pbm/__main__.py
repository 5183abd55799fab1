"""`python -m pbm`, and the command `pbm`: sees to the memory before anything is loaded."""

import atexit
import gc
import os
import sys

LARGE = 4 << 20  # bytes


def keep_memory() -> None:
    """A command ends soon: it need not give back what it will take again.

    To look for cycles was a tenth of its time, and to look for them once more at its end another, when all is let go
    anyway. And once a large piece was taken and let go, glibc gives nothing of less than twice that back to the system,
    which would have to clear it again: of a build's 138,000 page faults 9,500 are left (mallopt(3), M_TRIM_THRESHOLD).
    """
    gc.set_threshold(10_000, 20, 20)
    bytes(LARGE)
    atexit.register(gc.freeze)


def start() -> None:
    """Run the command line. Modules stay until the end, so no cycles are looked for among them: not while they are
    loaded, and not later (pbm.cli.main goes on from here).
    """
    keep_memory()
    gc.disable()
    ended: list[object] = []
    atexit.register(leave, ended)  # as what came first it is called last, when all others have tidied up
    from pbm.cli import main

    try:
        main(prog_name="pbm")
    except SystemExit as end:
        ended.append(end.code)
        raise


def leave(ended: list[object]) -> None:
    """End the process with that exit code, if there is one, and without clearing away objects and modules one by one:
    that is a twentieth of a command's time, and the system takes all of it at once. (mypy leaves in the same way.)
    """
    if ended and isinstance(ended[0], int):
        try:
            sys.stdout.flush()
            sys.stderr.flush()
        except (OSError, ValueError, AttributeError):
            return  # closed, or the disk is full: the interpreter says so in its own way
        os._exit(ended[0])


if __name__ == "__main__":
    start()

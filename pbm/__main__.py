"""`python -m pbm`, and the command `pbm`: sees to the memory before anything is loaded."""

import atexit
import gc

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
    from pbm.cli import main

    main(prog_name="pbm")


if __name__ == "__main__":
    start()

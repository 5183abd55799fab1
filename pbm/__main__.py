"""`python -m pbm`, and the command `pbm`."""

import gc


def start() -> None:
    """Run the command line. Modules stay until the end, so no cycles are looked for while they are loaded; pbm.cli.main
    goes on from here.
    """
    gc.disable()
    from pbm.cli import main

    main(prog_name="pbm")


if __name__ == "__main__":
    start()

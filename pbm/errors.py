"""The operator's mistakes. Anything else that is raised is a bug of ours."""

from collections.abc import Iterator
from contextlib import contextmanager


class PbmError(Exception):
    """A mistake of the operator, told in one sentence that names the file, key or option.

    Only `pbm.cli` prints it; it leaves with exit code 1.
    """


class BusyError(PbmError):
    """Another command is at work here."""


class GameError(PbmError):
    """What is wrong with the files of one game: the others go on without it."""

    def __init__(self, text: str, game: str) -> None:
        super().__init__(text, game)  # both, so that it comes through from another process
        self.game = game

    def __str__(self) -> str:
        return str(self.args[0])


@contextmanager
def of_game(game: str) -> Iterator[None]:
    """Within it whatever is wrong is wrong with this game: GameError in the place of any other PbmError, and of a
    file that the system keeps from us. That another command is at work on it is nothing wrong.
    """
    try:
        yield
    except (GameError, BusyError):
        raise
    except PbmError as error:
        raise GameError(str(error), game) from None
    except PermissionError as error:
        raise GameError(kept_from_us(error), game) from None


def kept_from_us(error: PermissionError) -> str:
    """What to say of a file or folder of another user: of root, where one command was run as root and one is not."""
    return f"{error.filename}: {error.strerror}. Does it belong to another user? Run all commands as the same user."


def shown_name(name: object) -> str:
    """A name or path as it is told: whatever bytes and signs it has, on one line, as `a\\xff.txt` or `a\\n.txt`. One
    with a line end would forge a line of what is told, and one that is not UTF-8 can be written nowhere.
    """
    text = str(name)
    if text.isprintable():
        return text
    parts = (sign if sign.isprintable() else repr(sign)[1:-1].replace("\\udc", "\\x") for sign in text)
    return "".join(parts)

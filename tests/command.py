"""Running pbm in a folder, for tests that play the moderator."""

from collections.abc import Callable
from pathlib import Path

from click.testing import CliRunner, Result

from pbm.cli import main

Run = Callable[..., Result]


def runner(root: Path) -> Run:
    """Call it with the words of a command, the exit code that is expected, and what is typed."""

    def call(*words: str, code: int = 0, text: str | bytes = "") -> Result:
        result = CliRunner().invoke(main, ["--root", str(root), *words], input=text, catch_exceptions=False)
        assert result.exit_code == code, result.output
        return result

    return call

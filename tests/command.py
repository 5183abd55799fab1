"""Running pbm in a folder, for tests that play the moderator."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
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


def runner_by_clock(root: Path, monkeypatch: pytest.MonkeyPatch, now: datetime) -> Run:
    """The same with a clock: `at` is its time, or now."""
    run = runner(root)

    def call(*words: str, code: int = 0, at: datetime = now) -> Result:
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(at.timestamp())))
        return run(*words, code=code)

    return call

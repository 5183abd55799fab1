"""How a command ends: at once, yet with its exit code, with all that it said, and with what others left to be done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")


def command(*words: str, root: Path, **options: object) -> "subprocess.CompletedProcess[bytes]":
    called = [sys.executable, "-m", "pbm", "--root", str(root), *words]
    return subprocess.run(called, stderr=subprocess.PIPE, timeout=60, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("words", "code"),
    [(["status"], 0), (["--version"], 0), (["rules", "chess"], 1), (["status", "EU-9"], 1), (["no-such-command"], 2)],
)
def test_the_exit_code_is_that_of_the_command(words: list[str], code: int, tmp_path: Path) -> None:
    ended = command(*words, root=tmp_path, stdout=subprocess.PIPE)
    assert ended.returncode == code
    assert bool(ended.stderr) == (code != 0)


def test_a_long_answer_into_a_pipe_is_whole(tmp_path: Path) -> None:
    told = command("rules", "battle-plan", root=tmp_path, stdout=subprocess.PIPE).stdout
    assert len(told) > 8192  # more than a buffer holds
    assert told.endswith(b"\n")
    path = tmp_path / "rules.txt"
    with path.open("wb") as file:
        command("rules", "battle-plan", root=tmp_path, stdout=file)
    assert path.read_bytes() == told


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
def test_what_could_not_be_written_is_no_success(tmp_path: Path) -> None:
    with FULL.open("wb") as file:
        ended = command("rules", "battle-plan", root=tmp_path, stdout=file)
    assert ended.returncode != 0
    assert b"No space left on device" in ended.stderr


@pytest.mark.parametrize(("thrown", "code"), [("SystemExit(3)", 3), ("SystemExit()", 0), ("SystemExit('Alas.')", 1)])
def test_what_others_left_for_the_end_is_done(thrown: str, code: int) -> None:
    """A library that is loaded by a command, and cleans up at its end, comes before us."""
    text = (
        "import pbm.cli, pbm.__main__\n"
        "def main(prog_name):\n"
        "    import atexit\n"
        "    atexit.register(print, 'tidied up')\n"
        f"    raise {thrown}\n"
        "pbm.cli.main = main\n"
        "pbm.__main__.start()\n"
    )
    ended = subprocess.run([sys.executable, "-c", text], capture_output=True, env=dict(os.environ), timeout=60)
    assert ended.returncode == code
    assert ended.stdout == b"tidied up\n"
    assert ended.stderr in (b"", b"Alas.\n")

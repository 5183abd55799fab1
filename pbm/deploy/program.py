"""Programs of others that carry the site: git and rsync, called without a shell."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from pbm.errors import PbmError

_PASSWORD = re.compile(r"//[^/@\s]*@")
_KEPT = ("GIT_SSH", "GIT_ASKPASS", "GIT_TERMINAL", "GIT_CONFIG", "GIT_ALLOW_PROTOCOL", "GIT_EXEC_PATH")


class NotThereError(PbmError):
    """The program said that something is not there."""


def run(
    words: Sequence[str], *, data: bytes = b"", folder: Path | None = None, env: Mapping[str, str] | None = None
) -> bytes:
    """What the program put out; PbmError with its own first sentence where it failed."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GIT_") or k.startswith(_KEPT)}
    whole = {**kept, "LC_ALL": "C", **(env or {})}
    try:
        done = subprocess.run(words, input=data, capture_output=True, cwd=folder, env=whole, check=False)
    except FileNotFoundError:
        raise PbmError(f"The program {words[0]} is not installed.") from None
    if done.returncode:
        told = without_password((done.stderr + b"\n" + done.stdout).decode("utf-8", "replace").strip())
        lines = [line for line in told.splitlines() if line.strip()]
        first = next((line for line in lines if line.startswith(("@ERROR", "fatal:"))), None) or next(
            (line for line in lines if re.search("error|rejected|denied|failed", line)), None
        )
        sentence = (first or (lines or [f"exit code {done.returncode}"])[0]).strip().rstrip(".")[:300]
        kind = NotThereError if "No such file or directory" in told else PbmError
        raise kind(f"{words[0]}: {sentence}.")
    return done.stdout


def without_password(text: str) -> str:
    """Addresses without the name and password that may stand in them."""
    return _PASSWORD.sub("//", text)

"""Runs all benchmarks and writes what they found, with the date, into content/about/performance.md.

python -m tests.bench.report [options of the benchmarks: --peer, --pelican, --hugo, --mkdocs, --staticrypt]
"""

import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "content" / "about" / "performance.md"
RUNS = (
    ("", "turn", "5"),
    ("", "maps", "7"),
    ("", "start", "11"),
    ("", "site", "1000", "3"),
    ("", "publish", "5", "--long"),
    ("", "seal", "3"),
    ("", "one_turn", "11"),
    ("on the world: ", "publish", "3", "--variant", "equal-forces"),
    ("on the world: ", "one_turn", "11", "--variant", "equal-forces"),
    ("", "mail", "3"),
    ("", "powers", "5"),
    ("", "powers_site", "3"),
    ("", "squares", "5"),
    ("", "squares_site", "5"),
    ("", "shots", "5"),
    ("", "navy", "5"),
    ("", "navy_site", "3"),
)


def main() -> None:
    """One benchmark after the other; the lines that name a goal are kept."""
    found = []
    for where, name, *words in RUNS:
        command = [sys.executable, "-m", f"tests.bench.{name}", *words, *sys.argv[1:]]
        out = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PAGE.parent.parent.parent).stdout
        print(out)
        found += [where + line for line in out.splitlines() if "(goal" in line]
    text = PAGE.read_text("utf-8")
    head = text[: text.index("## Measured")]
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    machine = f"CPython {platform.python_version()} on {platform.machine()}, two cores"
    lines = "\n".join(f"- {line}" for line in found)
    note = "Goals are the project's own, set on another machine; what is missed is work to come."
    PAGE.write_text(
        f"{head}## Measured\n\n{day}, {machine}; CPU time, medians of one run.\n\n{lines}\n\n{note}\n", "utf-8"
    )


if __name__ == "__main__":
    main()

"""Goal 11: start-up of the commands against a bare `import click`, and against `pelican --version`.

python -m tests.bench.start [ROUNDS=11] [--pelican PROGRAM]
"""

import statistics
import sys
from pathlib import Path

from tests.bench.site import cpu, program

HERE = Path(__file__).parent.parent.parent
COMMANDS = {
    "import click": ["-c", "import click"],
    "pbm --version": ["-m", "pbm", "--version"],
    "pbm --help": ["-m", "pbm", "--help"],
    "pbm status": ["-m", "pbm", "status"],
}


def main() -> None:
    """Medians of CPU seconds, and ratios to the first."""
    rounds = next((int(word) for word in sys.argv[1:] if word.isdigit()), 11)
    commands = {name: [sys.executable, *words] for name, words in COMMANDS.items()}
    commands["pelican --version"] = [program("pelican", "pelican[markdown]"), "--version"]
    rows = [{name: cpu(words, HERE) for name, words in commands.items()} for _ in range(rounds)]
    for name in COMMANDS:
        seconds = statistics.median(row[name] for row in rows)
        ratio = statistics.median(row[name] / row["import click"] for row in rows)
        print(f"{name}: {1000 * seconds:.0f} ms, {ratio:.2f} of import click (goal 1.3)")
    ratio = statistics.median(max(row[name] for name in list(COMMANDS)[1:]) / row["pelican --version"] for row in rows)
    print(f"the slowest of these: {ratio:.2f} of pelican --version (goal 0.3)")


if __name__ == "__main__":
    main()

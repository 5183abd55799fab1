"""Goal 5: start-up of `pbm status` against `pbm --version`, and of the commands against a bare `import click`.

python -m tests.bench.start [ROUNDS=11]
"""

import statistics
import sys
from pathlib import Path

from tests.bench.site import cpu

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
    rows = [{name: cpu(words, HERE) for name, words in commands.items()} for _ in range(rounds)]
    for name in COMMANDS:
        seconds = statistics.median(row[name] for row in rows)
        ratio = statistics.median(row[name] / row["import click"] for row in rows)
        print(f"{name}: {1000 * seconds:.0f} ms, {ratio:.2f} of import click")
    ratio = statistics.median(row["pbm status"] / row["pbm --version"] for row in rows)
    print(f"goal 5: pbm status: {ratio:.2f} of pbm --version (goal 3.5)")


if __name__ == "__main__":
    main()

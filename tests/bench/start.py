"""Goal 11: start-up of the commands against a bare `import click`.

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
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 11
    rows = [{name: cpu([sys.executable, *words], HERE) for name, words in COMMANDS.items()} for _ in range(rounds)]
    for name in COMMANDS:
        seconds = statistics.median(row[name] for row in rows)
        ratio = statistics.median(row[name] / row["import click"] for row in rows)
        print(f"{name}: {1000 * seconds:.0f} ms, {ratio:.2f} of import click (goal 1.3)")


if __name__ == "__main__":
    main()

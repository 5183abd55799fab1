"""Writes the maps of Trust a Thief: into the package, or into the folder that is named."""

import sys
from pathlib import Path

import pbm
from tests.map_makers import archipelago, sample, star, wheel
from tests.map_makers.atlas import written

DATA = Path(pbm.__file__).parent / "rules" / "trust_a_thief" / "data"


def write(folder: Path) -> list[str]:
    """Write all that is made here; the names of the files."""
    files = sample.made(DATA)
    for plan in archipelago.PLANS:
        files |= archipelago.made(plan)
    files |= wheel.made(wheel.WHEEL)
    files |= star.made(star.STAR)
    for name, content in files.items():
        (folder / name).write_text(written(content), "utf-8")
    return sorted(files)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if sys.argv[1:] else DATA)

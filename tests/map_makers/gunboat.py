"""Makes the data of Gunboat Empires from its CSV files: `python -m tests.map_makers.gunboat FOLDER`.

Of each table its columns and rows, as they are written; the map without the columns that say where a row is from.
"""

import csv
import sys
from pathlib import Path

import msgspec

DATA = Path(__file__).parents[2] / "pbm/rules/gunboat_empires/data"
MAP = ("regions", "adjacency", "countries", "initial_units")


def table(path: Path, *, sourced: bool) -> dict[str, object]:
    """A CSV file as its columns and rows."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    columns = [name for name in rows[0] if sourced or name != "source"]
    return {"columns": columns, "rows": [[row[name] for name in columns] for row in rows]}


def make(folder: Path, out: Path) -> None:
    """The two files of data."""
    names = sorted(path.stem for path in folder.glob("*.csv"))
    parts = {
        "romin_jhors.json": {name: table(folder / f"{name}.csv", sourced=False) for name in MAP},
        "tables.json": {name: table(folder / f"{name}.csv", sourced=True) for name in names if name not in MAP},
    }
    for name, tables in parts.items():
        rows = [f"{msgspec.json.encode(key).decode()}: {written(of)}" for key, of in tables.items()]
        (out / name).write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


def written(of: dict[str, object]) -> str:
    """A table with a row a line, so that a change shows which."""
    rows = ",\n  ".join(msgspec.json.encode(row).decode() for row in of["rows"])  # type: ignore[attr-defined]
    return f'{{"columns": {msgspec.json.encode(of["columns"]).decode()}, "rows": [\n  {rows}]}}'


if __name__ == "__main__":
    make(Path(sys.argv[1]), DATA)

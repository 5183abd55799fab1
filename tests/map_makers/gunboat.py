"""Makes the data of Gunboat Empires from its CSV files and outlines: `python -m tests.map_makers.gunboat FOLDER`.

Of each table its columns and rows, as they are written; the map without the columns that say where a row is from. The
drawing of the map three times as large as the outlines of the folder are, for the look "hex".
"""

import csv
import re
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

DATA = Path(__file__).parents[2] / "pbm/rules/gunboat_empires/data"
MAP = ("regions", "adjacency", "countries", "initial_units")


def table(path: Path, *, sourced: bool) -> dict[str, Any]:
    """A CSV file as its columns and rows."""
    with path.open(encoding="utf-8", newline="") as file:
        found = [*csv.DictReader(file)]
    columns = [name for name in found[0] if sourced or name != "source"]
    return {"columns": columns, "rows": [[row[name] for name in columns] for row in found]}


def make(folder: Path, out: Path) -> None:
    """The two files of data."""
    names = sorted(path.stem for path in folder.glob("*.csv"))
    parts = {
        "romin_jhors.json": {name: table(folder / f"{name}.csv", sourced=False) for name in MAP},
        "tables.json": {name: table(folder / f"{name}.csv", sourced=True) for name in names if name not in MAP},
    }
    for name, tables in parts.items():
        lines = [f"{msgspec.json.encode(key).decode()}: {written(of)}" for key, of in tables.items()]
        (out / name).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    (out / "romin_jhors_geometry.json").write_bytes(msgspec.json.encode(geometry(folder)) + b"\n")


def written(of: dict[str, Any]) -> str:
    """A table with a row a line, so that a change shows which."""
    lines = ",\n  ".join(msgspec.json.encode(row).decode() for row in of["rows"])
    return f'{{"columns": {msgspec.json.encode(of["columns"]).decode()}, "rows": [\n  {lines}]}}'


SCALE = 3  # a hexagon of 52 units becomes one of 156, in which a code of five signs has room
ACROSS, DOWN = 4, 4  # windows
FEATURES = {"mountains": "peaks", "forest": "trees", "swamp": "reeds"}


def scaled(d: str) -> str:
    """An outline of whole numbers, so many times as large."""
    return re.sub("[0-9]+", lambda number: str(int(number[0]) * SCALE), d)


def rows(folder: Path, name: str) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def geometry(folder: Path) -> dict[str, Any]:
    """The drawing, as pbm/site/maps/looks/hex.py reads it."""
    given = msgspec.json.decode((folder / "geometry.json").read_bytes())
    regions = {row["region"]: row for row in rows(folder, "regions")}
    basins = {row["code"]: row["name"] for row in rows(folder, "sea_basins")}
    spaces: dict[str, Any] = {}
    for code, row in regions.items():
        drawn = given["regions"][code]
        x, y = (SCALE * at for at in drawn["at"])
        name = basins[code[:2]] if row["kind"] == "sea" else ""
        spaces[code] = {"name": name, "kind": row["kind"], "d": scaled(drawn["d"]), "label": [x, y], "near": []}
    for row in rows(folder, "adjacency"):
        spaces[row["a"]]["near"].append(row["b"])
        spaces[row["b"]]["near"].append(row["a"])
    for space in spaces.values():
        space["near"].sort()
    relief: dict[str, list[str]] = {}
    for code, row in regions.items():
        if row["feature"]:
            relief.setdefault(FEATURES[row["feature"]], []).append(code)
    width, height = SCALE * given["width"], SCALE * given["height"]
    return {
        "width": width,
        "height": height,
        "look": "hex",
        "cell": SCALE * 52,
        "wrap": SCALE * given["wrap"],
        "neutral": "",
        "spaces": spaces,
        "arcs": [[one, other, scaled(d)] for one, other, d in given["arcs"]],
        "lines": {name: scaled(d) for name, d in given["lines"].items()},
        "relief": relief,
        "waters": {name: middle(spaces, code) for code, name in basins.items()},
        "views": views(folder, spaces, width, height),
        "icepack": scaled(given["ice"]),
    }


def middle(spaces: dict[str, Any], basin: str) -> list[int]:
    """The place of the sea of a basin that is nearest to the middle of all of them."""
    places = [space["label"] for code, space in spaces.items() if code[:2] == basin and space["kind"] == "sea"]
    x, y = (sum(place[k] for place in places) // len(places) for k in (0, 1))
    at: list[int] = min(places, key=lambda place: ((place[0] - x) ** 2 + (place[1] - y) ** 2, place))
    return at


def views(folder: Path, spaces: dict[str, Any], width: int, height: int) -> dict[str, list[int]]:
    """Windows that overlap by two hexagons, each called after the two countries or seas that it shows most of."""
    owners = {row["region"]: row["owner"] for row in rows(folder, "regions")}
    names = {row["number"]: row["name"] for row in rows(folder, "countries") if row["kind"] == "player"}
    overlap = 2 * SCALE * 52
    wide, high = (width + overlap * (ACROSS - 1)) // ACROSS, (height + overlap * (DOWN - 1)) // DOWN
    found: dict[str, list[int]] = {}
    for j in range(DOWN):
        for k in range(ACROSS):
            left, top = min(k * (wide - overlap), width - wide), min(j * (high - overlap), height - high)
            inside = Counter[str]()
            for code, space in spaces.items():
                x, y = space["label"]
                if left <= x < left + wide and top <= y < top + high:
                    inside[names.get(owners[code], space["name"])] += 1
            called = [name for name, _ in inside.most_common() if name]
            title = next(t for t in titles(called) if t not in found)
            found[title] = [left, top, wide, high]
    return found


def titles(names: list[str]) -> list[str]:
    """What a window may be called, the best first."""
    return [f"{one} and {other}" for one, other in pairwise(names)] + names


if __name__ == "__main__":
    make(Path(sys.argv[1]), DATA)

"""Makes the data of Gunboat Empires from its CSV files and outlines: `python -m tests.map_makers.gunboat FOLDER`.

Of each table its columns and rows, as they are written; the map without the columns that say where a row is from. The
drawing of the map three times as large as the outlines of the folder are, as the look "hex" scales them.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from pbm.site.maps.base import SCALE, box_of

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


ROOM = 40  # units of an outline that a code takes
ACROSS, DOWN = 4, 4  # windows
FEATURES = {"mountains": "peaks", "forest": "trees", "swamp": "reeds"}


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
        outline, further = beside(drawn["d"], given)
        spaces[code] = {"name": name, "kind": row["kind"], "d": outline + further, "label": [x, y], "near": []}
        if place := spot((outline, further), drawn["at"], given["width"]):
            spaces[code]["label2"] = [SCALE * at for at in place]
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
        "arcs": given["arcs"],
        "lines": {
            name: "".join(map("".join, (beside(f"M{d}", given) for d in lines.split("M")[1:])))
            for name, lines in given["lines"].items()
        },
        "relief": relief,
        "waters": {name: middle(spaces, code) for code, name in basins.items()},
        "views": views(folder, spaces, width, height),
        "icepack": given["ice"],
    }


def beside(d: str, given: dict[str, Any]) -> tuple[str, str]:
    """A piece of a path, and the same at the other edge of the sheet where it goes over this one."""
    left, _, right, _ = box_of(d)
    wrap, wide = given["wrap"], given["width"]
    moved = [step for step in (wrap, -wrap) if left + step < wide and right + step > 0]
    start = re.match(r"M(-?\d+) ?(-?\d+)", d)
    assert start
    return d, "".join(f"M{int(start[1]) + step} {start[2]}{d[start.end() :]}" for step in moved)


def spot(parts: Iterable[str], at: Sequence[int], wide: int) -> tuple[int, int] | None:
    """Where a second code stands, in what is seen of the part of an outline that has not the first one at (x, y): in
    the middle of the longest stretch at its height; None where there is no room.
    """
    for d in filter(None, parts):
        edges = sorted(crossings(d, at[1]))
        stretches = [(max(a, 0), min(b, wide)) for a, b in zip(edges[::2], edges[1::2], strict=False)]
        left, right = max(stretches, key=lambda it: it[1] - it[0], default=(0, 0))
        if right - left >= ROOM and not any(a <= at[0] <= b for a, b in stretches):
            return (left + right) // 2, at[1]
    return None


def crossings(d: str, y: int) -> list[int]:
    """Where an outline crosses a height."""
    x0, y0, *steps = map(int, re.findall(r"-?\d+", d))
    points = [(x0, y0)]
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        points.append((points[-1][0] + dx, points[-1][1] + dy))
    return [
        ax + (bx - ax) * (y - ay) // (by - ay)
        for (ax, ay), (bx, by) in pairwise([*points, points[0]])
        if (ay <= y) != (by <= y)
    ]


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

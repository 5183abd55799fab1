"""The maps: as their scripts make them, sound, fair, and drawn just as the list of neighbours says."""

import json
from functools import cache
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from pbm.rules.trust_a_thief.maps import LEGEND
from pbm.site.maps import artist, style
from tests.map_makers.__main__ import write
from tests.map_makers.homes import steps_from
from tests.map_makers.signs import FLEET, FLEET_PHONE, LAND, LAND_PHONE, SEA_PHONE, at, overlap

FOLDER = resources.files("pbm") / "rules" / "trust_a_thief" / "data"
MAPS = ("archipelago", "archipelago-even", "great-archipelago", "great-archipelago-even", "sample")
PIXEL = 4
SEEN = 6  # so many pixels of common border are seen as one


@cache
def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def neighbours(name: str) -> dict[str, set[str]]:
    return {space["code"]: set(space["adjacent"]) for space in read(name)["spaces"]}


def codes(name: str, kind: str) -> set[str]:
    return {space["code"] for space in read(name)["spaces"] if space["kind"] == kind}


def parts(adjacent: dict[str, set[str]]) -> list[set[str]]:
    rest, found = set(adjacent), []
    while rest:
        part, front = set(), {min(rest)}
        while front:
            part |= front
            front = {other for code in front for other in adjacent[code] & rest} - part
        rest -= part
        found.append(part)
    return found


def outline(d: str) -> list[list[tuple[int, int]]]:
    """The rings of an outline: M starts one, l goes on by differences, z closes it."""
    rings = []
    for ring in d.removeprefix("M").split("M"):
        numbers = [int(n) for n in ring.strip("z").replace("l", " ").replace("-", " -").split()]
        x, y = numbers[0], numbers[1]
        dots = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            dots.append((x, y))
        rings.append(dots)
    return rings


@cache
def painted(name: str) -> list[list[str]]:
    """The map as a reader sees it, in pixels: the seas, and the land over them."""
    geometry = read(f"{name}_geometry")
    rows = [[""] * (geometry["width"] // PIXEL) for _ in range(geometry["height"] // PIXEL)]
    spaces = sorted(geometry["spaces"].items(), key=lambda item: item[1]["kind"] == "land")
    for code, space in spaces:
        cuts: dict[int, list[float]] = {}
        for ring in outline(space["d"]):
            for k, (x2, y2) in enumerate(ring):
                x1, y1 = ring[k - 1]
                low, high = min(y1, y2), max(y1, y2)
                for row in range(low // PIXEL, min(len(rows), high // PIXEL + 1)):
                    y = row * PIXEL + 1.9
                    if low <= y < high:
                        cuts.setdefault(row, []).append(x1 + (y - y1) * (x2 - x1) / (y2 - y1))
        for row, found in cuts.items():
            found.sort()
            for left, right in zip(found[::2], found[1::2], strict=True):
                for column in range(int((left + 2) // PIXEL), int((right + 2) // PIXEL)):
                    rows[row][column] = code
    return rows


def part_of(name: str, code: str, box: tuple[int, int, int, int]) -> float:
    """How much of a box lies in a space."""
    rows = painted(name)
    inside = [
        rows[y // PIXEL][x // PIXEL] == code
        for y in range(max(0, box[1]), min(len(rows) * PIXEL, box[3]), PIXEL)
        for x in range(max(0, box[0]), min(len(rows[0]) * PIXEL, box[2]), PIXEL)
    ]
    return sum(inside) / len(inside)


def test_the_committed_files_are_what_the_scripts_make(tmp_path: Path) -> None:
    names = write(tmp_path)
    islands = [f"{name}{end}.json" for name in MAPS[:-1] for end in ("", "_geometry")]
    assert names == sorted([*islands, "sample_geometry.json"])
    for name in names:
        assert (tmp_path / name).read_bytes() == (FOLDER / name).read_bytes(), f"{name}: run python -m tests.map_makers"


def test_the_archipelago_has_forty_eight_provinces_on_ten_islands_and_fourteen_seas() -> None:
    adjacent, land = neighbours("archipelago"), codes("archipelago", "land")
    assert len(land) == 48
    assert len(codes("archipelago", "sea")) == 14
    assert len(parts({code: adjacent[code] & land for code in land})) == 10


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_are_mutual_and_every_space_can_be_reached(name: str) -> None:
    adjacent, sea = neighbours(name), codes(name, "sea")
    for code, others in adjacent.items():
        assert code not in others
        assert all(code in adjacent[other] for other in others)
    assert len(parts(adjacent)) == 1
    assert len(parts({code: adjacent[code] & sea for code in sea})) == 1


@pytest.mark.parametrize("name", MAPS)
def test_codes_are_three_capitals_and_names_are_unique(name: str) -> None:
    spaces = read(name)["spaces"]
    assert all(len(space["code"]) == 3 and space["code"].isalpha() and space["code"].isupper() for space in spaces)
    assert len({space["code"] for space in spaces}) == len({space["name"] for space in spaces}) == len(spaces)


def test_names_of_the_archipelago_start_with_their_codes() -> None:
    assert all(space["name"][:3].upper() == space["code"] for space in read("archipelago")["spaces"])


@pytest.mark.parametrize("name", MAPS)
def test_the_drawing_has_the_spaces_of_the_map(name: str) -> None:
    drawn = read(f"{name}_geometry")["spaces"]
    assert {(code, s["name"], s["kind"]) for code, s in drawn.items()} == {
        (s["code"], s["name"], s["kind"]) for s in read(name)["spaces"]
    }


@pytest.mark.parametrize("name", MAPS)
def test_drawn_neighbours_are_those_of_the_list(name: str) -> None:
    """Spaces border where pixels of both lie side by side, on land and at sea."""
    rows = painted(name)
    touching: dict[frozenset[str], int] = {}
    for y, row in enumerate(rows):
        for x, here in enumerate(row):
            for there in (row[x + 1] if x + 1 < len(row) else "", rows[y + 1][x] if y + 1 < len(rows) else ""):
                if here and there and here != there:
                    pair = frozenset((here, there))
                    touching[pair] = touching.get(pair, 0) + 1
    listed = {frozenset((code, other)) for code, others in neighbours(name).items() for other in others}
    assert {pair for pair, pixels in touching.items() if pixels >= SEEN} == listed


@pytest.mark.parametrize("name", MAPS)
def test_neighbours_on_land_share_the_very_same_border_line(name: str) -> None:
    land = codes(name, "land")
    edges = {
        code: {
            frozenset((ring[k - 1], dot))
            for ring in outline(read(f"{name}_geometry")["spaces"][code]["d"])
            for k, dot in enumerate(ring)
        }
        for code in land
    }
    touching = {frozenset(pair) for pair in combinations(sorted(land), 2) if edges[pair[0]] & edges[pair[1]]}
    listed = {frozenset((code, other)) for code in land for other in neighbours(name)[code] & land}
    assert touching == listed


def homes_in_numbers() -> list[dict[str, int]]:
    adjacent, sea = neighbours("archipelago"), codes("archipelago", "sea")
    homes = read("archipelago")["homes"]
    rows = []
    lists = {code: sorted(others) for code, others in adjacent.items()}
    for home in homes:
        on_land = steps_from(lists, home, sea, by_sea=False)
        by_sea = steps_from(lists, home, sea, by_sea=True)
        rows.append(
            {
                "neighbours": len(adjacent[home] - sea),
                "seas": len(adjacent[home] & sea),
                "white in two turns": sum(1 for turns in on_land.values() if 0 < turns <= 2),
                "nearest rival": min(by_sea[other] for other in homes if other != home),
            }
        )
    return rows


def test_the_eight_homes_of_the_archipelago_are_alike() -> None:
    rows = homes_in_numbers()
    assert len(rows) == 8
    assert {row["neighbours"] for row in rows} == {3}
    assert {row["seas"] for row in rows} <= {1, 2}
    assert {row["white in two turns"] for row in rows} <= {5, 6}
    assert {row["nearest rival"] for row in rows} == {3}


@pytest.mark.parametrize("name", MAPS)
def test_homes_are_provinces(name: str) -> None:
    homes = read(name)["homes"]
    assert set(homes) <= codes(name, "land")
    assert len(set(homes)) == len(homes) == (12 if name.startswith("great") else 8)


@pytest.mark.parametrize("name", MAPS)
def test_labels_lie_well_inside_their_provinces(name: str) -> None:
    for code in codes(name, "land"):
        x, y = read(f"{name}_geometry")["spaces"][code]["label"]
        assert painted(name)[y // PIXEL][x // PIXEL] == code
        assert part_of(name, code, at(LAND, (x, y))) >= 0.85, code


@pytest.mark.parametrize("name", MAPS)
def test_names_and_fleets_of_seas_lie_in_open_water(name: str) -> None:
    look = artist.artist(LEGEND.drawn(read(f"{name}_geometry"))).look
    for code in codes(name, "sea"):
        space = read(f"{name}_geometry")["spaces"][code]
        assert part_of(name, code, look.name_box(code)) >= 0.97, code
        assert len(space["badges"]) == 8
        dry = [1 - part_of(name, code, at(FLEET, place)) for place in space["badges"]]
        assert max(dry[:2]) <= 0.12, code
        assert max(dry) <= 0.5, code


@pytest.mark.parametrize("name", MAPS)
def test_nothing_lies_over_anything_else(name: str) -> None:
    """Codes with all their signs, names of seas, eight fleets in each sea, title and compass rose."""
    geometry = read(f"{name}_geometry")
    look = artist.artist(LEGEND.drawn(geometry)).look
    boxes = {}
    for code, space in geometry["spaces"].items():
        if space["kind"] == "land":
            boxes[code] = at(LAND, space["label"])
            continue
        boxes[code] = look.name_box(code)
        boxes |= {f"{code} {k}": at(FLEET, place) for k, place in enumerate(space["badges"])}
    boxes["title"] = at((-224, -48, 224, 48), geometry["ornaments"]["cartouche"])
    boxes["rose"] = at((-60, -90, 60, 60), geometry["ornaments"]["rose"])
    over = [pair for pair in combinations(sorted(boxes), 2) if overlap(boxes[pair[0]], boxes[pair[1]])]
    assert not over


@pytest.mark.parametrize("name", MAPS)
def test_on_a_phone_codes_and_two_fleets_a_sea_can_be_read(name: str) -> None:
    """There all signs are larger: labels with all their signs may overlap by a tenth, fleets and names hide nothing."""
    spaces = read(f"{name}_geometry")["spaces"]
    land = {code: at(LAND_PHONE, s["label"]) for code, s in spaces.items() if s["kind"] == "land"}
    for one, other in combinations(sorted(land), 2):
        assert overlap(land[one], land[other]) <= 192 * 150 // 10, (one, other)
    water = {}
    for code, space in spaces.items():
        if space["kind"] == "sea":
            water[code] = at(SEA_PHONE, space["label"])
            water |= {f"{code} {k}": at(FLEET_PHONE, place) for k, place in enumerate(space["badges"][:2])}
    for one, other in combinations(sorted(water), 2):
        assert overlap(water[one], water[other]) <= 208 * 68 // 10, (one, other)
    for one, box in water.items():
        for other, label in land.items():
            assert overlap(box, label) <= 208 * 68 // 10, (one, other)


def test_codes_and_numbers_are_large_enough_on_a_phone() -> None:
    """358 px wide: codes at least 13 px, the numbers of armies and fleets at least 10."""
    factor = float(style.SIZES[1][1])
    assert 44 * factor * 358 / 2000 >= 13
    assert 34 * factor * 358 / 2000 >= 10

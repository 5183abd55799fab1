"""The map of Europe as data: symmetric, and each air pair follows from a stated reason (BP 15B, spec 18)."""

import re

from pbm.rules import system

RULES = system("battle-plan").setup.load("europe", {})
BOARD = RULES.map
DOTTED = {frozenset(pair) for pair in (
    ("BE", "GB"), ("FR", "GB"), ("GB", "NE"), ("CY", "GR"), ("CY", "TU"), ("DE", "NO"), ("DE", "SW"),
    ("FR", "IR"), ("GB", "GE"), ("GB", "IR"), ("GB", "NO"), ("GE", "NO"), ("GE", "SW"), ("PD", "SW"),
)}  # fmt: skip


def test_there_are_twenty_nine_countries_and_five_seas() -> None:
    assert len(BOARD.countries) == 29
    assert BOARD.sea_codes == {"BLA", "EAS", "MID", "NTH", "WES"}


def test_neighbours_are_mutual() -> None:
    for code, space in BOARD.spaces.items():
        assert all(code in BOARD.spaces[other].adjacent for other in space.adjacent)
        assert all(code in BOARD.spaces[other].air for other in space.air)


def test_there_are_eighty_two_surface_and_hundred_nineteen_further_air_pairs() -> None:
    surface = {frozenset((a, b)) for a, s in BOARD.spaces.items() for b in s.adjacent}
    air = {frozenset((a, b)) for a, s in BOARD.spaces.items() for b in s.air}
    assert len(surface) == 82
    assert len(air - surface - {frozenset(("BLA", "EAS"))}) == 119


def test_air_range_is_one_land_space_between_or_a_dotted_line() -> None:
    for code, space in BOARD.spaces.items():
        between = {x for land in space.land_adjacent for x in BOARD.spaces[land].adjacent} - {code}
        dotted = {x for pair in DOTTED if code in pair for x in pair - {code}}
        assert set(space.air) == {*space.adjacent, *between, *dotted}


def test_the_examples_of_the_book_hold() -> None:
    in_range = {code: set(space.air) for code, space in BOARD.spaces.items()}
    assert "BLA" in in_range["EAS"]
    assert "AL" in in_range["IT"]
    assert "TU" not in in_range["IT"]
    assert {"FR", "BE", "NE"} <= in_range["GB"]
    assert "DE" not in in_range["GB"]
    assert BOARD.spaces["DE"].adjacent == ("GE", "NTH")
    assert len(BOARD.spaces["HU"].adjacent) == 5


def test_five_countries_have_no_coast_and_three_are_islands() -> None:
    assert {c for c in BOARD.countries if not BOARD.spaces[c].coast} == {"AU", "CZ", "HU", "LU", "RU"}
    assert {c for c in BOARD.countries if BOARD.spaces[c].island} == {"CY", "GB", "IR"}


def test_the_drawing_has_every_space_and_the_dotted_links() -> None:
    assert set(RULES.geometry["spaces"]) == set(BOARD.spaces)
    assert {frozenset((link["a"], link["b"])) for link in RULES.geometry["airlinks"]} == DOTTED


def test_countries_share_a_border_in_the_drawing_where_the_list_says_so() -> None:
    """The outlines have the very same corners along a common border; 49 pairs of countries touch."""
    borders = {code: _edges(RULES.geometry["spaces"][code]["d"]) for code in BOARD.countries}
    touching = {frozenset((a, b)) for a in borders for b in borders if a < b and borders[a] & borders[b]}
    listed = {frozenset((code, other)) for code in BOARD.countries for other in BOARD.spaces[code].land_adjacent}
    assert touching == listed
    assert len(listed) == 49


def test_labels_and_badges_of_the_drawing_lie_on_the_sheet() -> None:
    width, height = RULES.geometry["width"], RULES.geometry["height"]
    for code, space in RULES.geometry["spaces"].items():
        points = [space["label"], *space.get("badges", ()), *([space["badge"][:2]] if "badge" in space else ())]
        assert all(0 < x < width and 0 < y < height for x, y in points), code


def _edges(d: str) -> set[frozenset[tuple[int, int]]]:
    """The edges of an outline: M starts a ring, l goes on by differences, z closes it."""
    edges = set()
    for ring in re.findall(r"M[^M]+", d):
        numbers = [int(n) for n in re.findall(r"-?\d+", ring)]
        x, y = start = (numbers[0], numbers[1])
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            edges.add(frozenset(((x, y), (x + dx, y + dy))))
            x, y = x + dx, y + dy
        edges.add(frozenset(((x, y), start)))
    return edges

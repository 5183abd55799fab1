"""All worked cases are here; tests/scenarios plays them with those of the other systems."""

from pathlib import Path

FILES = sorted((Path(__file__).parents[2] / "cases" / "empire_deluxe").glob("*.toml"))


def test_all_cases_are_here() -> None:
    assert len(FILES) == 169

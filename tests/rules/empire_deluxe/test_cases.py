"""The worked cases: what they expect of positions, events and faults happens."""

from pathlib import Path

import pytest

from pbm.cases.scenario import check, play
from pbm.cases.setup import load, set_up

FILES = sorted((Path(__file__).parents[2] / "cases" / "empire_deluxe").glob("*.toml"))


def test_all_cases_are_here() -> None:
    assert len(FILES) == 155


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_holds(path: Path) -> None:
    ready = set_up(load(path), path)
    assert check(ready, play(ready, ready.seed)) == []

"""The worked cases: what they expect of positions, events and faults happens."""

from pathlib import Path

import pytest

from pbm.cases.played import play
from pbm.cases.scenario import check
from pbm.cases.setup import load, set_up
from pbm.rules import SYSTEMS
from tests.rules import gunboat_empires

FILES = sorted((Path(__file__).parents[2] / "cases" / "gunboat_empires").glob("*.toml"))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system is known here alone: nobody is offered a game that is not finished."""
    monkeypatch.setitem(SYSTEMS, gunboat_empires.SYSTEM.name, gunboat_empires.__name__)


def test_all_cases_are_here() -> None:
    assert len(FILES) == 155 + 17  # those of the specification, and ours


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_case_holds(path: Path) -> None:
    ready = set_up(load(path), path)
    assert check(ready, play(ready, ready.seed)) == []

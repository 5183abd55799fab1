"""Odds are counted in pieces, by whoever does them."""

from pathlib import Path

import pytest

from pbm.cases import odds, scenario
from pbm.sharing.choice import sharer


def test_pieces_of_seeds_add_up_whoever_does_them(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Path(__file__).parents[1] / "cases" / "battle_plan" / "4C.6-thirty-against-twenty-four.toml"
    whole = scenario.try_file(case, 23).words()
    monkeypatch.setattr(odds, "PIECE", 5)
    assert scenario.try_file(case, 23).words() == whole
    with sharer(2, "", pytest.fail) as two:
        assert scenario.try_file(case, 23, sharer=two).words() == whole
    assert sum(row["count"] for row in next(iter(whole["seeds"]["watch"].values()))) == 23

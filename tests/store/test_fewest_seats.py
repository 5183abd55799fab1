"""`pbm new` founds no game that would be over before its first turn: a system says how many seats it needs."""

from pathlib import Path

import pytest

from pbm.store.folder import game_ids
from tests.command import runner


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ("1", "--seats: this variant has 2 to 8 seats, not 1."),
        ("0", "--seats: this variant has 2 to 8 seats, not 0."),
        ("1=ALD:Rosa", "--seats: a game of this system has at least 2 seats; name 1 more."),
        ("2", ""),
    ],
)
def test_no_game_is_founded_that_would_be_over_at_once(tmp_path: Path, seats: str, told: str) -> None:
    result = runner(tmp_path)("new", "TT-8", "--system", "trust-a-thief", "--seats", seats, code=1 if told else 0)
    assert told in result.output
    assert game_ids(tmp_path) == ([] if told else ["TT-8"])

"""Rows 78 and 79 of security 10.4: names at sign-up."""

import pytest

from pbm.errors import PbmError
from pbm.store.names import check_names, skeleton


@pytest.mark.parametrize("other", ["PAUL", "Раul", "Pаul", "P a u l", "Ｐaul", "Paül", "PauI"])
def test_row_79_names_that_look_alike_are_refused(other: str) -> None:
    with pytest.raises(PbmError, match="players 1 and 2 look alike"):
        check_names([(1, "Paul"), (2, other)])


def test_other_names_and_empty_ones_stand() -> None:
    check_names([(1, "Paul"), (2, "Paula"), (3, ""), (4, ""), (5, "王"), (6, "李"), (7, "../../index"), (8, "<b>")])
    assert skeleton("Rosa Klein") != skeleton("Rosa Kleine")


@pytest.mark.parametrize(
    "name", ["a" * 61, "a\nb", "a\u202eb", "a\x00", "a\u200bb", "\ufeff", "\u3164", "a\u115fb", "\u2800"]
)
def test_row_78_long_names_and_invisible_signs_are_refused(name: str) -> None:
    with pytest.raises(PbmError, match="player 3"):
        check_names([(3, name)])

"""A random walk through all commands: no traceback, and after every build the site can be deployed at once."""

import pytest

from tests.walks import walk


@pytest.mark.parametrize("number", [1, 2])
def test_after_any_commands_the_site_is_what_comes_of_nothing_and_can_be_deployed(number: int) -> None:
    assert walk(number, 30) > 10

"""What several test modules share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.chromium import chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; who uses it marks himself with `needs_browser`."""
    from playwright.sync_api import sync_playwright

    quiet = ("no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-sync")
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=chromium(), args=[f"--{word}" for word in quiet])
        yield made
        made.close()

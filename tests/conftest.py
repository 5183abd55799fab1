"""What several test modules share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.chromium import chromium

MAPPED = "--host-resolver-rules=MAP games.example 127.0.0.1"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; who uses it marks himself with `needs_browser`."""
    from playwright.sync_api import sync_playwright

    # A name of our own leads back to this machine: pages of a host that is no secure one are looked at there.
    quiet = ("no-sandbox", "disable-gpu", "disable-quic", "disable-background-networking", "disable-sync")
    with sync_playwright() as play:
        made = play.chromium.launch(executable_path=chromium(), args=[*(f"--{word}" for word in quiet), MAPPED])
        yield made
        made.close()

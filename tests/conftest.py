"""What several test modules share."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.chromium import chromium

MAPPED = "--host-resolver-rules=MAP games.example 127.0.0.1"


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of the tests' own: nobody's is filled, and what is tested is what is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


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

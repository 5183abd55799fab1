"""What several test modules share."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.seal import cipher
from tests.browser.chromium import chromium
from tests.browser.map_page import MapPage
from tests.command import Run, runner
from tests.quick_keys import ROUNDS
from tests.shipped import CONTENT
from tests.systems import ALL

assert "wadi" in ALL  # the small system of the tests is registered before any test asks for systems
MAPPED = "--host-resolver-rules=MAP games.example 127.0.0.1"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """How many processes `-n auto` means: more than there are cores, for those with a browser wait half of the time."""
    return max(2, (os.cpu_count() or 2) * 3 // 2)


SLOW = (
    "publish/test_paper",
    "browser/test_accessible",
    "laws/test_warm_is_cold",
    "publish/test_print_boxes",
    "browser/test_world_site",
    "browser/test_print_browser",
    "site/test_maprealms",
    "browser/test_composer_differential",
    "laws/test_one_broken",
    "browser/test_every_browser",
    "browser/test_seal_browser",
    "cli/test_print_evening",
    "site/test_safety",
    "browser/",
)
"""Files that take long, the longest first: one that came last would run alone, while the other processes wait."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The slow files first, all others in their order."""
    items.sort(key=lambda item: next((k for k, name in enumerate(SLOW) if f"tests/{name}" in item.nodeid), len(SLOW)))


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache folder of the tests' own: nobody's is filled, and what is tested is what is there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_keys() -> Iterator[None]:
    """See tests/quick_keys.py."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cipher, "ROUNDS", ROUNDS)
        yield


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pbm beside a game of two, without a turn; a module that wants another has its own."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795291200")
    run = runner(tmp_path)
    run("new", "EU-7", "--seats", "1=TU:Rosa Klein,2=RU:Jan de Wit")
    return run


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


def _once(factory: pytest.TempPathFactory, command: str) -> Path:
    """A league of the example games after one command, made by the first process that asks for it. To be read only."""
    import fcntl  # not on Windows, where what needs no browser is tested all the same

    shared = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    root = shared / f"league-{command}"
    with open(shared / f"{command}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "done").exists():
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(CONTENT, root / "content")
            done = CliRunner().invoke(main, ["--root", str(root), command], env={"SOURCE_DATE_EPOCH": "1797000000"})
            assert done.exit_code == 0, done.output
            (root / "done").touch()
    return root


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example games as they are shipped, and their site."""
    return _once(tmp_path_factory, "build")


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example games after the README's first command: what waited is played."""
    return _once(tmp_path_factory, "publish")


@pytest.fixture(scope="session")
def map_site(published: Path) -> Path:
    """The site of the example games, for tests that look at its maps."""
    return published / "output/site"


@pytest.fixture
def show_map(map_site: Path, browser: Any) -> Iterator[Callable[..., MapPage]]:
    """Opens pages of that site; at the end they have said nothing and asked for nothing."""
    opened: list[MapPage] = []

    def make(name: str, at: str = "#map", width: int = 1280, **options: Any) -> MapPage:
        opened.append(MapPage(browser, (map_site / name).as_uri(), at, width, **options))
        return opened[-1]

    yield make
    for page in opened:
        page.close()

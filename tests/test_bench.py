"""The benchmarks' own parts work: a generated map plays a turn, and the pages of the site's benchmark are built."""

from pathlib import Path

import pytest

from tests.bench import mail, pages, world
from tests.bench.site import build_ours
from tests.bench.turn import Bench


def test_a_generated_map_is_symmetric_and_its_cards_are_legal() -> None:
    rules = world.rules_of(80)
    for code, space in rules.map.spaces.items():
        assert all(code in rules.map.spaces[other].adjacent for other in space.adjacent)
    orders, faults = Bench(80, 500).turn(1)
    assert orders > 200
    assert faults == 0


def test_the_same_turn_under_many_seeds_counts_every_order() -> None:
    bench = Bench(60, 300)
    orders, seconds = bench.many_seeds(2)
    assert orders % 2 == 0
    assert seconds > 0


@pytest.mark.parametrize("count", [3, 26])
def test_the_pages_of_the_site_benchmark_are_built(tmp_path: Path, count: int) -> None:
    pages.data(tmp_path / "data", count)
    build_ours(tmp_path / "data", count)
    built = sorted((tmp_path / "ours" / "games").rglob("[0-9]*.html"))
    assert len(built) == count
    assert built[0].read_text("utf-8").count("<tr") >= 61


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="NO /proc: the peak of memory cannot be seen")
def test_the_mailbox_of_the_mail_benchmark_is_read_and_fetched(tmp_path: Path) -> None:
    mail.write_boxes(tmp_path / "clean", tmp_path / "mixed", 40, large_first=True)
    mail.league(tmp_path / "root", tmp_path / "mixed")
    for code, place in ((mail.PEER, "clean"), (mail.READ, "mixed"), (mail.FETCH, "root")):
        inside, whole, peak = mail.run(code, str(tmp_path / place))
        assert 0 < inside < whole
        assert peak > 1
    assert len(list((tmp_path / "root/content/games/EU-7/inbox").iterdir())) > 30


def test_the_map_of_the_world_is_measured_too() -> None:
    orders, faults = Bench(world.rules_of_the_world(), 1000).turn(1)
    assert orders > 500
    assert faults == 0

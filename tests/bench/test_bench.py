"""The benchmarks' own parts work: a generated map plays a turn, and the pages of the site's benchmark are built."""

from pathlib import Path

import pytest

from tests.bench import mail, one_turn, pages, world
from tests.bench.our_pages import build_ours
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
    pages.write_data(tmp_path / "data", count)
    build_ours(tmp_path / "data", count)
    built = sorted((tmp_path / "ours" / "games").rglob("[0-9]*.html"))
    assert len(built) == count
    assert built[0].read_text("utf-8").count("<tr") >= 61


def test_a_new_turn_of_the_same_pages_is_built_by_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    root = tmp_path / "ours"
    maps = one_turn.some_maps(root)
    assert len(set(map(str, maps))) == len(maps) > 5
    for turn in (1, 2):
        assert one_turn.new_turn(root, turn, maps) > 0
    page = (root / "output/site/games/B-1/2/index.html").read_text("utf-8")
    assert page.count("<tr") >= 61
    assert "<svg" in page
    first = pages.plain(pages.page(25)["texts"][0])
    assert first[:40] in page
    assert first[:40] in (root / "output/site/games/B-1/2/1.html").read_text("utf-8")


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

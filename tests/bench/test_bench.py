"""The benchmarks' own parts work: a generated map plays a turn, and the pages of the site's benchmark are built."""

from pathlib import Path

import pytest

from pbm.engine.turn import check
from tests.bench import mail, navy, one_turn, pages, squares, squares_world, world
from tests.bench.our_pages import build_ours
from tests.bench.turn import Bench
from tests.rules.empire_deluxe import SYSTEM
from tests.rules.naval_warfare.test_chart import seen_by


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


def test_a_generated_world_of_squares_has_groups_with_ways_to_their_goals_and_cards_without_faults() -> None:
    position = squares_world.crowd(40, 30, 60, players=3)
    state = position.state
    assert [len(units) for units in state.units.values()] == [20, 20, 20]
    sent = squares_world.cards(state)
    assert squares.read(position, sent) == 60
    assert all(not check(SYSTEM, position.rules, state, player, card).faults for player, card in sent.items())
    few = [
        sum(len(player.icons) >= 9 for player in it.players.values()) for it in (state, squares_world.sighted(state, 9))
    ]
    assert few[0] < few[1] == 3


def test_what_is_not_told_changes_nothing_else_and_svgwrite_draws_as_much() -> None:
    position = squares_world.crowd(40, 30, 60, players=3)
    told, quiet = squares.outcome(position), squares.outcome(position, told=False)
    assert told.state == quiet.state
    assert len(told.events) > len(quiet.events) == 0
    view = squares.whole_mailing(position)[1].map
    drawn = squares.drawn_of(view)
    theirs = squares.by_svgwrite(40, drawn)
    for kind in ("path", "use", "text"):
        assert theirs.count(f"<{kind} ") == sum(element == kind for element, _, _ in drawn) > 0


def test_a_quiet_week_of_twelve_countries_has_forty_orders_of_each_and_svgwrite_draws_as_much_as_its_chart() -> None:
    state = navy.quiet()
    sent = navy.cards(state)
    assert (len(sent), navy.week(state, sent)) == (12, 480)
    drawn = navy.drawn_of(seen_by(0))
    theirs = squares.by_svgwrite(100, drawn)
    for kind in ("path", "use", "text"):
        assert theirs.count(f"<{kind} ") == sum(element == kind for element, _, _ in drawn) > 0

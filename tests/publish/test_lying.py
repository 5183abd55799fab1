"""What is taken as known of how files lie, and of what they say, is never more than what they are."""

import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.stamps import program, stamp, walked
from pbm.errors import PbmError
from pbm.publish.unchanged import content_stamps, is_fresh, is_still, remember
from pbm.site import sealed
from pbm.site.build import build
from pbm.store.folder import Folder, write_json
from pbm.store.ledger import ClockSet, decode_ledger, ledger_bytes, write_facts
from pbm.store.play import lay_table
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.shipped import CONTENT
from tests.site.built import contents, stamps

TURN = "content/games/EU-2/private/turns/003"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("content/games/EU-2/inbox/a.txt", f"{TURN}/state.json", f"{TURN}/cards/1.txt", "output/site/a.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x")
    return tmp_path


def test_a_build_knows_how_its_files_lie(tmp_path: Path) -> None:
    """After each: the first one, one that adds, one that changes and takes away whole folders."""
    out = tmp_path / "site"
    for last in (1, 3, 0):
        report = build(league(last=last), geometries(), out, [])
        assert report.stamps == dict(walked(out))


def test_a_folder_is_walked_without_what_the_interpreter_leaves(root: Path) -> None:
    (root / "output/site/__pycache__").mkdir()
    (root / "output/site/__pycache__/a.pyc").write_text("x")
    assert dict(walked(root / "output/site")).keys() == {""}
    assert dict(walked(root / "nowhere")) == {}
    file = root / TURN / "state.json"
    assert dict(walked(file)) == {"": {"": stamp(file.stat())}}


@pytest.mark.parametrize("path", [f"{TURN}/state.json", f"{TURN}/cards/1.txt"])
def test_a_turn_that_somebody_changed_is_seen_by_the_next_run(root: Path, path: str) -> None:
    """What is remembered is how content lay before the run, not as it may lie now."""
    before = content_stamps(root)
    (root / path).write_text("more")
    remember(root, "9999", before)
    assert not is_still(root, None)
    remember(root, "9999")
    assert is_still(root, None)


def test_a_turn_that_was_put_in_the_place_of_another_is_looked_at(root: Path) -> None:
    remember(root, "9999")
    (root / TURN).rename(root / f"{TURN}.withdrawn-1")
    (root / TURN).mkdir()
    (root / TURN / "state.json").write_text("another")
    remember(root, "9999")
    assert is_still(root, None)
    (root / TURN / "state.json").unlink()
    assert not is_still(root, None)


def test_a_site_that_was_changed_since_it_was_built_is_seen(root: Path) -> None:
    before = dict(walked(root / "output/site"))
    (root / "output/site/a.html").write_text("mine")
    remember(root, "9999", site=before)
    assert not is_still(root, None)
    assert not is_fresh(root)


def test_what_waits_or_was_sent_makes_no_site_old(root: Path) -> None:
    remember(root, "9999")
    for name in ("content/games/EU-2/inbox/b.txt", "content/post/outbox.jsonl", "content/mail.toml", "content/.x"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("x")
        assert is_fresh(root)
        assert not is_still(root, None)
    (root / "content/games/EU-2/game.toml").write_text("x")
    assert not is_fresh(root)


# A real game: three turns, sealed printouts, cards for the next turn in the inbox


@pytest.fixture
def game(tmp_path: Path) -> Folder:
    shutil.copytree(CONTENT / "games/EU-2", tmp_path / "content/games/EU-2")
    return Folder(tmp_path, "EU-2")


def run(game: Folder, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["--root", str(game.root), *words], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == code, done.output
    return done.output


def test_bundles_that_are_remembered_together_are_made_again_where_one_is_not_as_it_was(
    game: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealed, "TOGETHER", 2)
    run(game, "build")
    out = game.root / "output/site"
    harmed, other = out / "games/EU-2/sealed/3/0.js", out / "games/EU-2/sealed/3/1.js"
    names, size, before = contents(out).keys(), harmed.stat().st_size, stamps(out)
    harmed.write_text("mine")
    run(game, "build")
    assert contents(out).keys() == names
    assert harmed.stat().st_size == size
    assert stamps(out)[str(other.relative_to(out))] == before[str(other.relative_to(out))], "the turn beside it stands"
    assert "Nothing to do" in run(game, "build")


@pytest.mark.parametrize("way", ["written over", "taken away", "put in its place"])
def test_an_old_bundle_that_is_not_as_it_was_is_made_again_by_the_next_run(game: Folder, way: str) -> None:
    run(game, "build")
    bundle = game.root / "output/site/games/EU-2/sealed/3/2.js"
    before = bundle.read_bytes()
    if way == "written over":
        bundle.write_text("mine")
    else:
        bundle.unlink()
    if way == "put in its place":
        bundle.write_bytes(before[:-9] + b"mistaken\n")
    run(game, "publish")
    assert game.turn_path(4).exists()
    assert bundle.read_bytes() == before


def test_after_undo_resolve_and_publish_the_site_is_fresh(game: Folder, tmp_path: Path) -> None:
    """The folder of a turn was put in the place of another: no second build is asked for before it is deployed."""
    host = f"folder:{tmp_path / 'host'}"
    run(game, "publish")
    run(game, "undo", "EU-2", "--reason", "a slip")
    run(game, "resolve", "EU-2", "--now-due")
    run(game, "publish")
    assert "is older" not in run(game, "deploy", host)
    run(game, "undo", "EU-2", "--reason", "another slip")
    run(game, "publish")
    assert "is older" not in run(game, "deploy", host)
    assert "Nothing to do" in run(game, "publish")


def test_a_ledger_that_was_changed_is_found_out_though_it_was_sound(game: Folder) -> None:
    run(game, "status")
    path = game.private / "ledger.jsonl"
    lines = path.read_bytes().replace(b'"accepted"', b'"refused"', 1)
    path.write_bytes(lines)
    assert "was changed" in run(game, "status", code=1)


def test_a_ledger_is_written_on_as_it_would_be_written_anew(game: Folder) -> None:
    game.note(ClockSet(4, "2026-12-13T00:00:00Z"))
    game.note(ClockSet(4, "2026-12-13T00:00:01Z"))
    path = game.private / "ledger.jsonl"
    assert path.read_bytes() == game.ledger.lines == write_facts(game.ledger.facts)
    assert decode_ledger(ledger_bytes(game.disk, path), path) == game.ledger


def test_what_was_worked_out_is_worked_out_again_from_other_bytes(game: Folder) -> None:
    table = lay_table(game)
    before = table.state(3)
    assert table.state(3) is before
    path = game.turn_path(3) / "state.json"
    whole, words = path.read_bytes(), game.state(3)
    path.write_bytes(write_json({**words, "turn": 2}))
    with pytest.raises(PbmError, match="was changed since; its digest differs"):
        table.state(3)
    path.write_bytes(whole)
    assert table.state(3) is before


def test_a_run_that_had_work_says_the_same_of_all_files_as_one_that_looks(game: Folder) -> None:
    run(game, "publish")
    assert game.root.joinpath("output/site/games/EU-2/4/index.html").is_file()
    assert is_still(game.root, None)
    assert "Nothing to do" in run(game, "publish")


def test_the_program_is_its_package_and_the_templates_that_lie_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pbm/__init__.py", "site_templates/base.html"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text("one")
    monkeypatch.setattr("pbm.__file__", str(tmp_path / "pbm/__init__.py"))
    whole = program.__wrapped__
    before = whole()
    (tmp_path / "site_templates/base.html").write_text("another")
    assert whole() != before


def test_what_differs_in_time_or_size_alone_has_another_stamp(tmp_path: Path) -> None:
    file, times, sizes = tmp_path / "a", (0, 1, 1 << 20, 1_790_000_000_000_000_000), (0, 1, 2, 100)
    seen: dict[tuple[int, int], int] = {}
    for size in sizes:
        file.write_bytes(bytes(size))
        for time in times:
            os.utime(file, ns=(time, time))
            seen[size, time] = stamp(file.stat())
            assert dict(walked(tmp_path)) == {"": {"a": seen[size, time]}}
    assert all(len({seen[size, time] for time in times}) == len(times) for size in sizes)
    assert all(len({seen[size, time] for size in sizes}) == len(sizes) for time in times)

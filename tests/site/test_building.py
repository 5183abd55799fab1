"""A site is built whole, the same twice, and with the templates of the user."""

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from pbm.errors import PbmError
from pbm.site import build as building
from pbm.site.build import build
from pbm.site.output.site_folder import NewFolder
from pbm.site.pages import League, Turn
from pbm.site.render import templates_dir
from tests.example_league.league import league, ready, turns
from tests.example_league.maps import geometries
from tests.site.built import contents, stamps


def test_a_second_build_touches_nothing(tmp_path: Path) -> None:
    out = tmp_path / "site"
    assert build(league(), geometries(), out, [], cache=False).did_something
    before, own = stamps(out), out.stat().st_mtime_ns
    report = build(league(), geometries(), out, [], cache=False)
    assert not report.did_something
    assert stamps(out) == before
    assert out.stat().st_mtime_ns == own
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.files"]


def test_a_new_turn_leaves_older_pages_alone(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(league(last=6), geometries(), out, [], cache=False)
    before = stamps(out)
    build(league(last=7), geometries(), out, [], cache=False)
    after = stamps(out)
    changed = {name for name, stamp in before.items() if name.endswith(".html") and after[name] != stamp}
    assert changed == {
        "index.html", "archive.html", "games/EU-2/index.html", "games/EU-2/fairness.html", "games/EU-2/6/index.html",
        "games/EU-2/stats.html", "games/EU-2/replay.html", "years/2026.html",
    }  # fmt: skip


def test_a_large_archive_lists_the_turns_of_the_newest_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(league(last=3), geometries(), tmp_path / "small", [])
    small = (tmp_path / "small" / "archive.html").read_text("utf-8")
    assert all(f'href="games/{game}/0/index.html"' in small for game in ("EU-1", "EU-2"))
    monkeypatch.setattr(building, "REELS", 1)
    build(league(last=3), geometries(), tmp_path / "large", [])
    large = (tmp_path / "large" / "archive.html").read_text("utf-8")
    assert large.count('href="games/EU-2/0/index.html"') == 1
    assert 'href="games/EU-1/0/index.html"' not in large
    assert 'href="games/EU-1/index.html"' in large


def test_what_is_no_more_is_taken_away(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(league(last=2), geometries(), out, [], cache=False)
    report = build(league(last=1), geometries(), out, [], cache=False)
    assert report.removed == 3  # the turn's page, its text, its small map
    assert not (out / "games/EU-2/2").exists()


def test_two_builds_have_the_same_bytes(tmp_path: Path) -> None:
    build(league(), geometries(), tmp_path / "a", [], cache=False)
    build(league(), geometries(), tmp_path / "b", [], cache=False)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_a_build_with_the_cache_gives_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("a", "b"):
        build(league(last=0), geometries(), tmp_path / name, [])
    build(league(last=0), geometries(), tmp_path / "c", [], cache=False)
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == contents(tmp_path / "c")


def test_a_folder_that_is_no_site_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter.txt").write_text("mine")
    with pytest.raises(PbmError, match="not a site of ours"):
        build(league(last=0), geometries(), tmp_path / "home", [], cache=False)
    assert (tmp_path / "home" / "letter.txt").read_text() == "mine"


def test_a_site_whose_folders_somebody_moved_says_what_to_do(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(league(last=0), geometries(), out, [], cache=False)
    (out / "games").rename(tmp_path / "games")
    (out / "games").symlink_to(tmp_path / "games")
    with pytest.raises(PbmError, match=r"index\.html: does not lie where it was built; take .*site away"):
        NewFolder(out).stamp("games/EU-2/index.html")
    (out / "games").unlink()
    (out / "games").write_text("in the way")
    with pytest.raises(PbmError, match=r"site/games.*: cannot be changed"):
        build(league(last=0), geometries(), out, [], cache=False)
    (out / "pbm.css").unlink()
    with pytest.raises(PbmError, match=r"pbm\.css is not there"):
        build(league(last=0), geometries(), out, [], cache=False)


def test_what_a_broken_build_left_is_no_hindrance(tmp_path: Path) -> None:
    out = tmp_path / "site"
    (tmp_path / ".site.new").mkdir()
    (tmp_path / ".site.new" / "half").write_text("x")
    build(league(last=0), geometries(), out, [], cache=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.files"]


def test_a_build_that_is_killed_leaves_whole_files_and_the_next_one_ends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    build(league(last=1), geometries(), out, [])
    old = contents(out)
    build(league(last=2), geometries(), tmp_path / "new", [])
    new = contents(tmp_path / "new")
    done: list[str] = []
    usual = os.replace

    def killed(source: str, target: str) -> None:
        if str(target).startswith(str(out)) and len(done) == moves:
            raise KeyboardInterrupt
        usual(source, target)
        done.extend([str(target)] if str(target).startswith(str(out)) else [])

    changed = sum(1 for name in new if old.get(name) != new[name])
    for moves in range(changed):
        build(league(last=1), geometries(), out, [])
        assert contents(out) == old
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", killed)
            with pytest.raises(KeyboardInterrupt):
                build(league(last=2), geometries(), out, [])
        assert len(done) == moves
        now = contents(out)
        assert all(data in (old.get(name), new.get(name)) for name, data in now.items())
        if now["games/EU-2/index.html"] == new["games/EU-2/index.html"]:
            assert "games/EU-2/2/index.html" in now, "what is linked to comes first"
        build(league(last=2), geometries(), out, [])
        assert contents(out) == new


def test_a_missing_turn_is_told() -> None:
    def gap() -> Iterator[Turn]:
        yield from (turn for turn in turns("EU-2", 3) if turn.number != 2)

    whole = league(last=3)
    game = msgspec.structs.replace(whole.games[0], turns=lambda: ready(gap()))
    with pytest.raises(PbmError, match="turn 2 is missing"):
        build(msgspec.structs.replace(whole, games=(game,)), geometries(), Path("/nonexistent/site"), [], cache=False)


def test_a_map_that_nobody_drew_is_told(tmp_path: Path) -> None:
    with pytest.raises(PbmError, match="no drawn map named 'europe'"):
        build(league(last=0), {}, tmp_path / "site", [], cache=False)


def test_an_empty_league_is_a_site(tmp_path: Path) -> None:
    build(League("Empty", "", "", ()), {}, tmp_path / "site", [], cache=False)
    assert "No game is running" in (tmp_path / "site" / "index.html").read_text()


def test_the_users_template_wins(tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / "404.html").write_text('{% extends "base.html" %}{% block main %}<p>gone fishing{% endblock %}')
    build(league(last=0), geometries(), tmp_path / "site", own, cache=False)
    assert "gone fishing" in (tmp_path / "site" / "404.html").read_text()
    assert "Skip to the content" in (tmp_path / "site" / "404.html").read_text()


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("{% if %}", 1, "Expected an expression"),
        ("a\n{{ 1 / 0 }}", 2, "ZeroDivisionError"),
        ("{{ gone|tojson }}", 1, "not JSON serializable"),
        ("{{ '%d' % 'x' }}", 1, "TypeError"),
        ("a\n\n{{ foo.bar }}", 3, "'foo' is undefined.$"),
        ('{% extends "nope.html" %}', 1, "there is no template nope.html.$"),
        ("a\n{{ foo", 2, r"unexpected end of template[^.]*\.$"),
        ('{% include "other.html" %}', 1, "there is no template other.html.$"),
    ],
)
def test_a_template_with_a_mistake_is_told(tmp_path: Path, text: str, line: int, why: str) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / "404.html").write_text(text)
    with pytest.raises(PbmError, match=rf"404\.html, line {line}: .*{why}"):
        build(league(last=0), geometries(), tmp_path / "site", own, cache=False)


@pytest.mark.parametrize("name", ["pbm.css", "home.html", "map/view.js", "glyphs.svg"])
def test_a_template_that_is_not_utf_8_is_told(tmp_path: Path, name: str) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / name).parent.mkdir(exist_ok=True)
    (own / name).write_bytes("/* Grün */".encode("latin-1"))
    with pytest.raises(PbmError) as told:
        build(league(last=0), geometries(), tmp_path / "site", own, cache=False)
    assert str(told.value) == f"{own / name}: is not UTF-8 text."


def test_the_template_that_is_wrong_is_named_where_another_takes_it_in(tmp_path: Path) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    (own / "404.html").write_text('a\n\n{% include "part.html" %}')
    (own / "part.html").write_text("b\n{% if %}")
    with pytest.raises(PbmError, match=r"site_templates/part\.html, line 2: Expected an expression"):
        build(league(last=0), geometries(), tmp_path / "site", own, cache=False)


def test_what_our_own_templates_run_into_is_not_told_as_a_mistake_of_his(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "site_templates"
    own.mkdir()
    monkeypatch.setattr("pbm.site.ink.dates.day", lambda text: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        build(league(last=1), geometries(), tmp_path / "site", own, cache=False)


def test_the_shipped_templates_are_there() -> None:
    assert {"base.html", "printout.html", "turn.html", "home.html", "pbm.css"} <= set(os.listdir(templates_dir()))

"""A turn that was the newest: its page gets a link to the next and loses its deadline, and is not made again."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from pbm.site import batch, gamepages
from pbm.site.build import build
from pbm.site.pages import League
from pbm.site.render import templates_dir
from tests.example_league.league import league
from tests.example_league.maps import geometries
from tests.publish.test_memory import known
from tests.site.built import contents

PAGE = "games/EU-2/6/index.html"


def grow(out: Path, before: League, after: League, salt: str = "", templates: tuple[Path, ...] = ()) -> list[str]:
    """The turns that are made when a league that was built goes on; the site is then as if all were made."""
    build(known(before, []), geometries(), out, list(templates))
    return go_on(out, after, salt, templates)


def go_on(out: Path, after: League, salt: str = "", templates: tuple[Path, ...] = ()) -> list[str]:
    """The turns that are made in a site that stands."""
    made: list[str] = []
    build(known(after, made, salt), geometries(), out, list(templates))
    whole = out.with_name("whole")
    build(known(after, [], salt), geometries(), whole, list(templates), cache=False)
    assert contents(out) == contents(whole), "the same bytes as if all were made"
    return made


def test_the_page_leads_to_the_next_turn_and_tells_no_deadline(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(known(league(last=6), []), geometries(), out, [])
    before = (out / PAGE).read_text()
    assert 'class="due">T-7 cards due' in before
    assert "next</a>" not in before
    assert go_on(out, league(last=7)) == ["EU-2 7"]
    after = (out / PAGE).read_text()
    assert "cards due" not in after
    assert '<a href="../7/index.html" rel="next">T-7, next</a>' in after


def test_turn_after_turn_the_site_is_as_if_all_were_made(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build(known(league(last=22), []), geometries(), out, [])
    for last in range(23, 29):  # past the turn from where the earliest are no longer listed
        assert go_on(out, league(last=last)) == [f"EU-2 {last}"]


def test_two_turns_at_once(tmp_path: Path) -> None:
    assert grow(tmp_path / "site", league(last=4), league(last=6)) == ["EU-2 5", "EU-2 6"]


def test_another_deadline_meanwhile(tmp_path: Path) -> None:
    after = league(last=7)
    moved = [replace(game, deadline="2031-05-06T20:00:00+00:00") for game in after.games]
    assert grow(tmp_path / "site", league(last=6), replace(after, games=tuple(moved))) == ["EU-2 7"]


def test_a_game_without_a_deadline(tmp_path: Path) -> None:
    def timeless(whole: League) -> League:
        return replace(whole, games=tuple(replace(game, deadline="") for game in whole.games))

    assert grow(tmp_path / "site", timeless(league(last=6)), timeless(league(last=7))) == ["EU-2 7"]


def test_what_else_is_new_of_the_turn_makes_it_again(tmp_path: Path) -> None:
    made = grow(tmp_path / "site", league(last=3), league(last=4), "corrected")
    assert made == ["book", *(f"EU-2 {n}" for n in range(5)), "EU-1 0", "EU-1 1"]


@pytest.mark.parametrize("path", [PAGE, "games/EU-2/6/public.txt"])
def test_a_file_that_somebody_wrote_into_makes_it_again(tmp_path: Path, path: str) -> None:
    out = tmp_path / "site"
    build(known(league(last=6), []), geometries(), out, [])
    (out / path).write_text("mine")
    assert go_on(out, league(last=7)) == ["EU-2 6", "EU-2 7"]


@pytest.mark.parametrize("other", [b"snrut", b"turn\xff"])
def test_a_page_that_does_not_hold_what_is_to_change_makes_it_again(tmp_path: Path, other: bytes) -> None:
    """The file lies as it was put, by all that a file system tells, and has other bytes, which may be no text."""
    out = tmp_path / "site"
    build(known(league(last=6), []), geometries(), out, [])
    stat = (out / PAGE).stat()
    html = (out / PAGE).read_bytes()
    with (out / PAGE).open("r+b") as file:
        file.write(html.replace(b'class="turns"', b'class="%s"' % other))
    os.utime(out / PAGE, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert go_on(out, league(last=7)) == ["EU-2 6", "EU-2 7"]


def test_a_template_of_the_moderators_own_makes_it_again(tmp_path: Path) -> None:
    """Nobody knows what it says of the newest turn."""
    own = tmp_path / "own"
    own.mkdir()
    turn = (templates_dir() / "turn.html").read_text()
    (own / "turn.html").write_text(turn.replace("World news,", "News of {{ game.last }} turns,"))
    assert grow(tmp_path / "site", league(last=6), league(last=7), templates=(own,)) == ["EU-2 6", "EU-2 7"]


def test_what_an_older_pbm_told_in_another_way_makes_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An undo after an upgrade: the turn before was not built by this pbm, and what it told has another shape."""

    class Older(gamepages.TurnTold, frozen=True, array_like=True):
        pass

    out = tmp_path / "site"
    with monkeypatch.context() as older:
        older.setattr(gamepages, "TurnTold", Older)
        older.setattr(batch, "program", lambda: "older")
        build(known(league(last=6), []), geometries(), out, [])
    assert "EU-2 6" in go_on(out, league(last=7))

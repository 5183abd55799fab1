"""What publish hands to the site, and what it keeps beside it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbm.errors import PbmError
from pbm.publish.books import book_source, rule_order
from pbm.publish.due import advance
from pbm.publish.league import due_words, game, league, tables
from pbm.publish.prose import posts, read_prose, site_facts
from pbm.site.output.links import Links, Spot
from pbm.site.render import Renderer
from pbm.store.folder import Folder
from pbm.store.founding import found
from tests.engine import fake_system
from tests.store.test_store import NOW, card, founding


def test_front_matter_is_read_strictly(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text('+++\ntitle = "T"\ndate = 2026-11-21\n+++\n\nText +++ and\n+++\nmore.\n')
    front, body = read_prose(path)
    assert (front.title, str(front.date)) == ("T", "2026-11-21")
    assert body == "Text +++ and\n+++\nmore.\n"
    for text, told in (('+++\ntitle = "T"\n', "no closing line"), ("+++\ntitel = 1\n+++\n", "unknown field `titel`")):
        path.write_text(text)
        with pytest.raises(PbmError, match=told):
            read_prose(path)
    path.write_text("No front matter.\n")
    assert read_prose(path)[1] == "No front matter.\n"


def test_an_empty_folder_has_a_site(tmp_path: Path) -> None:
    assert site_facts(tmp_path / "content").title
    whole = league(tmp_path, tables(tmp_path))
    assert (whole.games, whole.news, whole.books) == ((), (), ())


def test_anonymous_press_tells_neither_author_nor_player(tmp_path: Path) -> None:
    (tmp_path / "003.md").write_text('+++\ntitle = "Hm"\nauthor = "Rosa"\nplayer = 1\nanonymous = true\n+++\nHa.\n')
    (post,) = posts(tmp_path, numbered=True)
    assert (post.author, post.player, post.turn, post.anonymous) == ("", 0, 3, True)
    (tmp_path / "x.md").write_text("Which turn?\n")
    with pytest.raises(PbmError, match=r"x\.md: turn: is missing"):
        posts(tmp_path, numbered=True)


def test_what_lies_in_press_has_the_rights_of_a_player_without_one_too(tmp_path: Path) -> None:
    (tmp_path / "003.md").write_text("[x](https://ok.example)\n")
    renderer = Renderer([], {}, cache=False)
    shown = {
        press: renderer.post(posts(tmp_path, numbered=True, press=press)[0], Spot("x.html", Links()))["body"]
        for press in (True, False)
    }
    assert "[x](https://ok.example)" in shown[True]
    assert "<a " in shown[False]


def test_cases_stand_in_the_order_of_the_rules() -> None:
    numbers = ["HR-14", "4C.6-10", "12B-1", "4C.6-2", "4C-1", "9.3f-1"]
    assert sorted(numbers, key=rule_order) == ["4C-1", "4C.6-2", "4C.6-10", "9.3f-1", "12B-1", "HR-14"]


def test_a_rule_book_has_orders_house_rules_and_cases(tmp_path: Path) -> None:
    whole = book_source(tmp_path, "battle-plan").make()
    assert whole.title == "Battle Plan"
    assert {"AC", "TS"} <= {row.code for row in whole.orders}
    assert "HR-30" in {row.id for row in whole.house}
    assert any(case.number.startswith("12B") for case in whole.cases)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fake_system.install(monkeypatch)
    game = found(tmp_path, founding(resolve="all-in"), NOW)
    for n in (1, 2):
        for player in (1, 2):
            orders = f"ADD {player}\nADD 7777"
            (game.inbox / f"{player}.txt").write_bytes(card(game, player, n, orders))
        assert advance(game, NOW, "test").resolved == n
    return game


def words(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def test_the_public_gets_every_turn_and_no_secret(folder: Folder, tmp_path: Path) -> None:
    (game,) = league(tmp_path, tables(tmp_path)).games
    shown = [source.make() for source in game.turns()]
    assert [turn.number for turn in shown] == [0, 1, 2] == list(range(game.first, game.last + 1))
    assert all(not turn.private and set(turn.classic) == {0} and turn.rolls == 0 for turn in shown)
    assert game.seed == ""
    assert [turn.version for turn in shown] == [folder.record(n).version for n in range(3)]
    text = words(shown) + words(msgspec.structs.replace(game, turns=None))
    secrets = [folder.seed.hex(), "SCORE=", "7777", *(p.key for p in folder.players.values()), "Name 1"]
    for secret in secrets:
        assert secret not in text
    assert folder.record(2).digests.chain in text
    assert folder.record(2).digests.state not in text


def test_a_revealed_game_tells_all_but_keys_codes_and_addresses(folder: Folder, tmp_path: Path) -> None:
    folder.set_status("revealed")
    (game,) = league(tmp_path, tables(tmp_path)).games
    shown = [source.make() for source in game.turns()]
    assert game.seed == folder.seed.hex()
    assert [sorted(turn.private) for turn in shown] == [[1, 2]] * 3
    assert shown[2].rolls == 2
    assert "ADD 7777" in words(shown[2])
    for player in folder.players.values():
        assert player.key not in words(shown)
        assert player.name not in words(shown)


def test_the_due_date_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_system.install(monkeypatch)
    folder = found(tmp_path, founding(deadline="2026-11-20T21:00:00+01:00"), NOW)
    (table,) = tables(tmp_path)
    assert due_words(table, 0) == "20 November 2026, 20:00 UTC"
    advance(folder, NOW, "test")
    (table,) = tables(tmp_path)
    assert table.folder.last == 1
    assert due_words(table, 0) == "20 November 2026, 20:00 UTC"
    assert due_words(table, 1) == "", "a deadline that is used up is not told again"


def test_when_a_turn_is_resolved_is_told_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_system.install(monkeypatch)
    folder = found(tmp_path, founding(deadline="2026-11-20T21:00:00+01:00"), NOW)
    assert game(tables(tmp_path)[0]).resolve == "A turn is resolved when its deadline is over."
    advance(folder, NOW, "test")
    text = (folder.path / "game.toml").read_text()
    assert game(tables(tmp_path)[0]).resolve == "A turn is resolved when its deadline is over; none is set."
    for way, status, told in (
        ("all-in", "running", "A turn is resolved as soon as every card is there."),
        ("all-in", "revealed", ""),
    ):
        changed = text.replace('resolve = "deadline"', f'resolve = "{way}"')
        (folder.path / "game.toml").write_text(changed.replace('status = "running"', f'status = "{status}"'))
        assert game(tables(tmp_path)[0]).resolve == told

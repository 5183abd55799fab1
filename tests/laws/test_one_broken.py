"""One broken thing stays one broken thing: each kind of file of a game folder, broken in several ways, and the other
game's turns and pages are as if nothing had happened (issue: one broken game never stops the others).
"""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from pbm.cli import main
from pbm.publish.due import advance
from pbm.site import repair
from pbm.store.founding import Founder, found
from tests.site.built import contents
from tests.store.test_store import NOW, card, founding, ring

BROKEN, SOUND = "FA-2", "FA-1"
FILES = {
    "game.toml": "game.toml",
    "players.toml": "private/players.toml",
    "seed": "private/seed",
    "keys.json": "private/keys.json",
    "ledger.jsonl": "private/ledger.jsonl",
    "an old state": "private/turns/001/state.json",
    "old events": "private/turns/001/events.json",
    "an old record": "private/turns/001/record.json",
    "an old card": "private/turns/001/cards/1.txt",
    "the last state": "private/turns/002/state.json",
    "the last record": "private/turns/002/record.json",
    "the last turn": "private/turns/002",
    "all turns": "private/turns",
    "a piece of press": "press/001.md",
    "a letter": "private/press/002-x.md",
    "news": "news/002.md",
    "what was received": "private/received",
    "the inbox": "inbox",
    "a card that waits": "inbox/1.txt",
}


def empty(path: Path) -> None:
    take_away(path)
    path.write_bytes(b"")


def spoil(path: Path) -> None:
    take_away(path)
    path.write_bytes(b"\xff\xfe\x00+++\n[[{" * 9)


def cut(path: Path) -> None:
    if path.is_file():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        shutil.rmtree(next(inner for inner in [*path.iterdir(), path] if inner.is_dir()))


def turn_into_the_other_kind(path: Path) -> None:
    was_file = path.is_file()
    take_away(path)
    if was_file:
        path.mkdir()
    else:
        path.write_bytes(b"x")


def take_away(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def link(path: Path) -> None:
    aside = path.parents[3] / "aside"
    aside.mkdir(exist_ok=True)
    path.rename(aside / path.name)
    path.symlink_to(aside / path.name)


WAYS = (empty, spoil, cut, turn_into_the_other_kind, take_away, link)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two games of two turns, built; in each the cards of the third turn wait."""
    root = tmp_path_factory.mktemp("league")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
        for number, game in enumerate((SOUND, BROKEN)):
            founders = tuple(Founder(n, home, bytes([n]) * 32) for n, home in ((1, "ALD"), (2, "ELM")))
            plan = founding(game=game, system="trust-a-thief", variant="sample", founders=founders)
            plan = replace(plan, resolve="all-in", ring=ring(game), seed=bytes([number]) * 32)
            folder = found(root, plan, NOW)
            for name in ("press", "news", "private/press"):
                (folder.path / name).mkdir()
            (folder.path / "press/001.md").write_text("Peace for ever.\n")
            (folder.path / "news/002.md").write_text("A second turn.\n")
            (folder.path / "private/press/002-x.md").write_text("+++\nturn = 2\nto = [1]\n+++\nFor you.\n")
            for turn in (1, 2, 3):
                for player in (1, 2):
                    (folder.inbox / f"{player}.txt").write_bytes(card(folder, player, turn, "PASS"))
                if turn < 3:
                    assert advance(folder, NOW, "test").resolved == turn
        assert run(root, "build").exit_code == 0
    return root


def run(root: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--root", str(root), *words], catch_exceptions=False)


def of_the_other(root: Path) -> dict[str, bytes]:
    """All that was made of the sound game, and its folder."""
    places = (f"output/site/games/{SOUND}", f"output/printouts/{SOUND}", f"content/games/{SOUND}/private/turns")
    return {f"{place}/{name}": data for place in places for name, data in contents(root / place).items()}


@pytest.fixture(scope="module")
def whole(league: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What comes of the sound game where nothing is broken."""
    root = tmp_path_factory.mktemp("whole") / "league"
    shutil.copytree(league, root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
        assert run(root, "publish").exit_code == 0
    return of_the_other(root)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("what", FILES)
def test_the_other_game_goes_on(
    league: Path, whole: dict[str, bytes], tmp_path: Path, what: str, way: Callable[[Path], None]
) -> None:
    root = tmp_path / "league"
    shutil.copytree(league, root)
    before = contents(root / f"output/site/games/{BROKEN}")
    way(root / "content/games" / BROKEN / FILES[what])
    done = run(root, "publish")
    assert of_the_other(root) == whole
    home = (root / "output/site/index.html").read_text()
    if repair.TITLE in home:
        assert done.exit_code == 1
        assert f"content/games/{BROKEN}" in done.stderr
        after = contents(root / f"output/site/games/{BROKEN}")
        assert after.pop("index.html") == before.pop("index.html").replace(repair._MAIN, repair._MAIN + repair._NOTICE)
        assert after == before
    assert run(root, "deploy", f"folder:{tmp_path / 'host'}").exit_code == 0
    assert of_the_other(root) == whole
    assert (tmp_path / "host/games" / SOUND / "3/index.html").is_file()


@pytest.mark.parametrize("what", ["game.toml", "keys.json", "an old record", "a piece of press"])
def test_without_an_earlier_build_the_notice_stands_alone_and_cron_goes_on(
    league: Path, whole: dict[str, bytes], tmp_path: Path, what: str
) -> None:
    root = tmp_path / "league"
    shutil.copytree(league / "content", root / "content")
    path = root / "content/games" / BROKEN / FILES[what]
    good = path.read_bytes()
    spoil(path)
    done = run(root, "cron")
    assert done.exit_code == 1
    assert str(path) in done.stderr
    assert of_the_other(root) == whole
    page = (root / "output/site" / repair.front(BROKEN)).read_text()
    assert repair.BARE in page
    assert len(contents(root / f"output/site/games/{BROKEN}")) == 1
    assert repair.TITLE in (root / "output/site/index.html").read_text()
    assert repair.TITLE.lower() in (root / "output/site/archive.html").read_text()
    path.write_bytes(good)
    assert run(root, "cron").exit_code == 0
    assert repair.TITLE not in (root / "output/site/index.html").read_text()
    assert of_the_other(root) == whole
    assert repair.BARE not in (root / "output/site" / repair.front(BROKEN)).read_text()


def test_links_to_a_game_that_is_being_repaired_break_nothing(league: Path, tmp_path: Path) -> None:
    root = tmp_path / "league"
    shutil.copytree(league / "content", root / "content")
    (root / "content/index.md").write_text(f"Read [turn 2](games/{BROKEN}/2/index.html#standings).\n")
    assert run(root, "build").exit_code == 0
    spoil(root / "content/games" / BROKEN / "game.toml")
    assert run(root, "build").exit_code == 1
    shutil.rmtree(root / "output")
    assert run(root, "build").exit_code == 1
    assert (root / "output/site/index.html").is_file()


def test_a_game_that_is_mended_has_its_pages_again_byte_for_byte(league: Path, tmp_path: Path) -> None:
    root = tmp_path / "league"
    shutil.copytree(league, root)
    run(root, "build")
    before = contents(root / "output")
    path = root / "content/games" / BROKEN / "private/keys.json"
    good = path.read_bytes()
    spoil(path)
    assert run(root, "build").exit_code == 1
    assert run(root, "build").exit_code == 1
    path.write_bytes(good)
    assert run(root, "build").exit_code == 0
    assert contents(root / "output") == before


@pytest.mark.parametrize(
    ("file", "page"),
    [
        ("about/player.md", "about/player.html"),
        ("about/Bad Name.md", ""),
        ("news/2026-01-01-x.md", ""),
        ("index.md", ""),
        ("rules/trust-a-thief.md", "rules/trust-a-thief.html"),
    ],
)
def test_a_mistake_in_the_leagues_own_prose_is_named_and_stops_nothing_else(
    league: Path, whole: dict[str, bytes], tmp_path: Path, file: str, page: str
) -> None:
    root = tmp_path / "league"
    shutil.copytree(league / "content", root / "content")
    path = root / "content" / file
    path.parent.mkdir(exist_ok=True)
    if page.startswith("about"):
        path.write_text("# For players\n\nRead this.\n")
        assert run(root, "build").exit_code == 0
    path.write_text("+++\nnonsense = [\n+++\nText.\n")
    done = run(root, "publish")
    assert done.exit_code == 1
    assert str(path) in done.output
    assert run(root, "build").exit_code == 1, "it is said again by every run"
    if page.startswith("about"):
        assert "Read this." in (root / "output/site" / page).read_text()
    assert set(of_the_other(root)) == set(whole)
    assert run(root, "deploy", f"folder:{tmp_path / 'host'}").exit_code == 0
    path.unlink()
    assert run(root, "build").exit_code == 0


def test_a_page_with_a_mistake_that_was_never_built_says_so(league: Path, tmp_path: Path) -> None:
    root = tmp_path / "league"
    shutil.copytree(league / "content", root / "content")
    (root / "content/about").mkdir()
    (root / "content/about/player.md").write_text("+++\nnonsense = [\n+++\n")
    (root / "content/about/other.md").write_text("# Other\n\n[For players](player.html)\n")
    assert run(root, "build").exit_code == 1
    assert repair.TITLE in (root / "output/site/about/player.html").read_text()
    assert "For players" in (root / "output/site/about/other.html").read_text()

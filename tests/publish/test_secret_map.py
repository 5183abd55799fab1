"""A game whose map is a secret, from card to site: founded, played, published, sealed, mailed, printed, revealed."""

import base64
import re
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.post.letters import PrintedTurn
from pbm.publish.due import advance
from pbm.publish.league import addressee, load, printouts
from pbm.publish.outgoing import own_renderer
from pbm.publish.prose import SiteFacts
from pbm.site.maps.socialcard import can_draw
from pbm.site.paper.sheets import Envelope, Format, Printer, can_print
from pbm.store.folder import Folder
from pbm.store.founding import found
from pbm.store.keyring import write_ring
from pbm.store.play import lay_table, verify
from tests.engine import fog_system
from tests.store.test_store import NOW, card, founding, ring

OUTLINE = re.compile(r"M\d+ \d+(?:[hvlHV][-0-9 ]+){8}")


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folder:
    fog_system.install(monkeypatch)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = found(tmp_path, founding(resolve="all-in"), NOW)
    write_ring(folder, ring(folder.game))
    for player in (1, 2):
        (folder.inbox / f"{player}.txt").write_bytes(card(folder, player, 1, f"ADD {player}"))
    assert advance(folder, NOW, "test").resolved == 1
    return folder


def run(root: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--root", str(root), *words], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "replace")


def secrets(root: Path) -> list[str]:
    """The name in the second player's half, and the outlines of his map as they stand in his printout."""
    page = text_of(root / "output/printouts/FA-1/001/2.html")
    drawn = re.search(r'<svg class="g-map.*?</svg>', page, re.DOTALL)
    assert drawn
    outlines = {found[0] for found in OUTLINE.finditer(drawn[0])}
    assert len(outlines) > 3
    return [fog_system.SECRET, *outlines]


def leaks(path: Path, words: list[str]) -> list[str]:
    return [word for word in words if word.lower() in text_of(path).lower()]


def test_what_is_published_tells_nobody_of_another_s_map(game: Folder, tmp_path: Path) -> None:
    """In the open: no map at all; in each printout its reader's own; the sealed pages bring what such maps need."""
    run(tmp_path, "publish")
    words = secrets(tmp_path)
    site = tmp_path / "output/site"
    public = [path for path in site.rglob("*") if path.is_file()]
    assert [(path.name, found) for path in public if (found := leaks(path, words))] == []
    assert 'class="g-map' not in text_of(site / "games/FA-1/1/index.html")
    assert "All is fog." in text_of(site / "games/FA-1/1/index.html")
    assert not (site / "games/FA-1/replay.html").exists()
    assert '"spaces": {}' in text_of(site / "games/FA-1/data/game.json")
    packed = re.search(r'id="packed">([^<]+)<', text_of(site / "games/FA-1/sealed/1.html"))
    assert packed
    later = zlib.decompress(base64.b64decode(packed[1]), -zlib.MAX_WBITS).decode()
    assert "PbmGrid" in later
    assert ".g-shore" in later
    assert [word for word in words if word.lower() in later.lower()] == []
    own = tmp_path / "output/printouts/FA-1/001"
    assert leaks(own / "1.html", words) == leaks(own / "1.txt", words) == []
    for name in ("1.html", "2.html"):
        page = text_of(own / name)
        assert page.count('<svg class="g-map') == 2, "the map and a window of it"
        assert "Around your town." in page
    assert "  1 " in text_of(own / "1.txt").partition("Sheets")[2]
    assert [number for number, _ in verify(lay_table(game))] == [0, 1]


def test_a_preview_is_made_of_it_too(game: Folder, tmp_path: Path) -> None:
    (game.inbox / "1.txt").write_bytes(card(game, 1, 2, "ADD 1"))
    run(tmp_path, "ingest", "FA-1")
    assert "nothing changes hands" in run(tmp_path, "preview", "FA-1")
    assert 'class="g-map' in text_of(tmp_path / "output/preview/FA-1/002/1.html")
    assert 'class="g-map' not in text_of(tmp_path / "output/preview/FA-1/002/news.html")


def test_a_letter_brings_its_reader_s_map(game: Folder, tmp_path: Path) -> None:
    letter = PrintedTurn(lay_table(game), 1, SiteFacts()).letter(1)
    assert letter
    names = [enclosure.name for enclosure in letter.enclosures]
    assert "FA-1-1-1-map.svg" in names
    assert ("FA-1-1-1-map.png" in names) == can_draw()
    assert all(fog_system.SECRET.encode() not in it.data for it in letter.enclosures)


@pytest.mark.skipif(not can_print(), reason="WeasyPrint is not here")
def test_an_envelope_holds_it(game: Folder, tmp_path: Path) -> None:
    table = lay_table(game)
    printout = printouts(table, load(table, 1, with_cards=True), (1,))[1]
    printer = Printer(own_renderer(tmp_path, [table]), Format(), "en")
    document = printer.laid_out(Envelope(printout, addressee(table, 1, 1), "A fake", ("Rosa",)))
    assert len(document.pages) >= 2


def test_a_revealed_game_shows_each_what_he_saw(game: Folder, tmp_path: Path) -> None:
    run(tmp_path, "publish")
    words = secrets(tmp_path)
    run(tmp_path, "reveal", "FA-1", "--end")
    run(tmp_path, "publish")
    pages = tmp_path / "output/site/games/FA-1/1"
    assert leaks(pages / "1.html", words) == []
    assert leaks(pages / "2.html", words), "his own page has them"
    assert 'href="../../../grid.css"' in text_of(pages / "1.html")
    assert 'src="../../../grid.js"' in text_of(pages / "1.html")
    replay = tmp_path / "output/site/games/FA-1/replay"
    assert leaks(replay.with_suffix(".html"), words), "the land that anybody knew"
    assert leaks(replay / "1.js", words) == []
    assert fog_system.SECRET in text_of(replay / "2.js")

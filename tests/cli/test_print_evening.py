"""`pbm print` of an evening: all games in one file, and a broken one stops no other."""

import re
import shutil
from pathlib import Path

import pytest

from pbm.site.paper.sheets import Envelope, Printer
from tests.publish.test_paper import pypdf, root, run, texts
from tests.shipped import CONTENT

__all__ = ["root"]


def test_all_games_go_into_one_file_and_a_broken_one_stops_no_other(root: Path, tmp_path: Path) -> None:
    league = tmp_path / "league"
    shutil.copytree(root / "content", league / "content")
    shutil.copytree(CONTENT / "games" / "TT-1", league / "content" / "games" / "TT-1")
    run(league, "new", "EU-9", "--seats", "2")
    path = league / "content/games/EU-9/private/players.toml"
    path.write_text(path.read_text("utf-8").replace("[[players]]", '[[players]]\npost = "Ada\\nHere 1"', 1), "utf-8")
    (league / "content/games/EU-10").mkdir()
    done = run(league, "print", code=1)
    assert "EU-10 is not printed: " in done.stderr
    pages = texts((league / "output/print/all-games.pdf").read_bytes())
    feet = [found[1] for text in pages for found in re.finditer(r"(\w+-\d+ T-\d+ \[\d+\]) page 1 of", text)]
    assert feet == ["EU-2 T-3 [1]", "EU-2 T-3 [3]", "EU-9 T-0 [1]"], "TT-1 is revealed"
    outline = [mark.title for mark in pypdf.PdfReader(league / "output/print/all-games.pdf").outline]
    assert [mark.rsplit(" ", 1)[0] for mark in outline] == feet
    for broken_or_long in ("EU-10", "EU-2"):
        shutil.rmtree(league / "content/games" / broken_or_long)
    assert "1 envelope" in run(league, "print", "--all-games").output


def test_a_game_that_breaks_while_it_is_laid_out_stops_no_other(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = tmp_path / "league"
    shutil.copytree(root / "content", league / "content")
    run(league, "new", "EU-9", "--seats", "2")
    path = league / "content/games/EU-9/private/players.toml"
    path.write_text(path.read_text("utf-8").replace("[[players]]", '[[players]]\npost = "Ada\\nHere 1"', 1), "utf-8")
    real = Printer.laid_out

    def breaks(self: Printer, envelope: Envelope) -> object:
        if (envelope.printout.game, envelope.printout.player) == ("EU-2", 3):
            raise AssertionError("a box without a page")
        return real(self, envelope)

    monkeypatch.setattr(Printer, "laid_out", breaks)
    done = run(league, "print", "--all-games", code=1)
    assert "EU-2 is not printed: the printout of player 3 cannot be laid out: a box without a page" in done.stderr
    pages = texts((league / "output/print/all-games.pdf").read_bytes())
    feet = [found[1] for text in pages for found in re.finditer(r"(\w+-\d+ T-\d+ \[\d+\]) page 1 of", text)]
    assert feet == ["EU-9 T-0 [1]"], "no part of a game goes out without the rest"
    with pytest.raises(AssertionError):
        run(league, "print", "EU-2")


def test_all_games_go_with_no_turn_and_no_player(root: Path) -> None:
    assert "leave out EU-2" in run(root, "print", "EU-2", "--all-games", code=1).stderr
    assert "name the game whose turn it is" in run(root, "print", "--turn", "1", code=1).stderr
    assert "name the game too; every game has" in run(root, "print", "--all-games", "--player", "1", code=1).stderr

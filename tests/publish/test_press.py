"""Press in printouts: what all read, and what is for some players alone, which stands nowhere else."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.core.printout import Printout, Quote, Quotes
from pbm.core.textprint import WIDTH, block_lines
from pbm.errors import PbmError
from pbm.publish.league import load, printouts, tables
from pbm.publish.paper import envelopes
from pbm.site.parts.blocks import block_html
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from tests.publish.test_seal_publish import LAST, bundle_of, copy_game, opened

PUBLIC = """+++
title = "Lace is up"
player = 2
author = "Margaux Ferrand"
+++
German **steel** is *very* up.

ORDERS
"""
PRIVATE = """+++
to = [3]
player = 1
author = "Rosa Klein"
+++
Zyzzogeton comes to Warsaw at noon.
"""


def run(root: Path, *words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, ["--root", str(root), *words], env={"SOURCE_DATE_EPOCH": "1797000000"})
    assert done.exit_code == code, done.output
    return done.output


def lay(root: Path, text: str, name: str = f"{LAST:03d}.md", *, private: bool = True) -> Path:
    place = root / "content/games/EU-2" / ("private/press" if private else "press")
    place.mkdir(exist_ok=True)
    (place / name).write_text(text, "utf-8")
    return place / name


def press_in(printout: Printout) -> list[Quote]:
    blocks = [block for it in printout.sections if it.id == "press" for block in it.blocks]
    return [quote for block in blocks if isinstance(block, Quotes) for quote in block.quotes]


def sent(root: Path, turn: int = LAST) -> dict[int, list[Quote]]:
    (table,) = tables(root)
    return {n: press_in(p) for n, p in printouts(table, load(table, turn, with_cards=True), range(8)).items()}


def files(root: Path) -> dict[str, bytes]:
    return {str(p.relative_to(root)): p.read_bytes() for p in (root / "output").rglob("*") if p.is_file()}


def test_each_reads_what_is_for_all_and_what_is_for_him(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    for path in (root / "content/games/EU-2").glob("**/press/*"):
        path.unlink()
    lay(root, PUBLIC, private=False)
    lay(root, PRIVATE)
    path = lay(root, PRIVATE.replace("[3]", "[5, 3, 4, 3]").replace("player = 1", "anonymous = true"), "peace.md")
    with pytest.raises(PbmError, match="turn: is missing"):
        sent(root)
    path.rename(path.with_name(f"{LAST:03d}.md"))
    public = Quote("Margaux Ferrand", ("German steel is very up.", "ORDERS"), "Lace is up", 2)
    noon = ("Zyzzogeton comes to Warsaw at noon.",)
    several = Quote("", noon, "", 0, "to you and 2 others")
    assert sent(root) == {
        0: [], 1: [public], 2: [public], 3: [several, public], 4: [several, public], 5: [several, public],
        6: [public], 7: [public],
    }  # fmt: skip
    lay(root, PRIVATE)
    assert Quote("Rosa Klein", noon, "", 1, "to you alone") in sent(root)[3]
    assert sent(root, LAST - 1)[3] == []
    nobody_s = PRIVATE.replace("player = 1\n", "")
    for text, by in ((nobody_s, "Rosa Klein"), (nobody_s.replace('author = "Rosa Klein"\n', ""), "The moderator")):
        lay(root, text)
        assert Quote(by, noon, "", 0, "to you alone") in sent(root)[3], "what is signed is not the moderator's word"


def opened_bundles(root: Path, but: int) -> dict[int, object]:
    """What is in the last bundles of all players but one."""
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    return {n: opened(e[0].key, n, bundle_of(root, n, LAST)) for n, e in ring.players.items() if n != but}


def test_a_letter_changes_the_printout_of_its_reader_and_what_nobody_else_can_tell(tmp_path: Path) -> None:
    """The sealed bundles of all change, so that nobody sees whose did; what is in those of others does not."""
    root = copy_game(tmp_path)
    run(root, "build")
    before, others = files(root), opened_bundles(root, but=3)
    path = lay(root, PRIVATE)
    run(root, "build")
    after = files(root)
    changed = {name for name in before | after if before.get(name) != after.get(name)}
    own = (
        rf"output/(site/games/EU-2/sealed/./{LAST}\.js|printouts/EU-2/{LAST:03d}/3\..*|site/games/EU-2/sealed/.\.html)"
    )
    assert changed
    assert [name for name in changed if not re.fullmatch(own, name)] == []
    assert opened_bundles(root, but=3) == others
    assert "Zyzzogeton" in (root / f"output/printouts/EU-2/{LAST:03d}/3.txt").read_text()
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    assert "Zyzzogeton" in opened(ring.players[3][0].key, 3, bundle_of(root, 3, LAST))["html"]
    assert not any(b"yzzogeton" in data for name, data in after.items() if "site" in name)
    path.unlink()
    run(root, "build")
    assert files(root) == before


def test_it_goes_by_mail_and_by_post_too(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    lay(root, PRIVATE)
    (table,) = tables(root)
    one, other = envelopes(table, LAST, (3, 4))
    assert [quote.player for quote in press_in(one.printout)][:1] == [1]
    assert "Zyzzogeton" not in repr(other.printout)


def test_what_is_for_some_alone_lies_in_private_and_nothing_else_does(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    path = lay(root, PRIVATE, private=False)
    assert "to: press for some players only belongs in the game's private/press/; move it there." in run(
        root, "build", code=1
    )
    path.unlink()
    lay(root, PRIVATE.replace("to = [3]\n", ""))
    assert "to: is missing; write to = [3] above, or move it to press/" in run(root, "build", code=1)
    lay(root, PRIVATE.replace("[3]", "3"))
    assert "003.md: to: " in run(root, "build", code=1)
    lay(root, PRIVATE.replace("[3]", "[3, 9]"))
    assert "to: there is no player 9 in EU-2" in run(root, "build")


def test_no_line_of_it_looks_like_one_of_the_printout() -> None:
    long = "word " * 40
    quotes = Quotes(
        (Quote("R" * 120, ("ORDERS", "@TU/AB1GR", "END", long), "EU-2 T-3 [1] 123-456"), Quote("", (), "x"))
    )
    lines = block_lines(quotes)
    assert max(map(len, lines)) <= WIDTH
    assert [line for line in lines if line and not line.startswith("|")][-1] == "Somebody writes:"
    assert {"| ORDERS", "| @TU/AB1GR", "| END", "| EU-2 T-3 [1] 123-456"} <= set(lines)
    shown = block_html(Quotes((Quote("<b>", ("<script>[3]",), "<i>", 3, "to you alone"),)), str, str, 1, {})
    assert "<script>" not in shown
    assert "<i>" not in shown
    assert "&lt;script&gt;[3]" in shown


def test_a_forgotten_name_goes_from_it(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    path = lay(root, PRIVATE)
    run(root, "forget", "EU-2", "1", "--yes")
    assert 'author = "player 1"' in path.read_text()
    assert path.stat().st_mode & 0o077 == 0
    assert Folder(root, "EU-2").players[1].name != "Rosa Klein"


def test_a_game_with_letters_is_as_it_should_be(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    lay(root, PRIVATE)
    for name in ("private", "inbox"):  # a copy of the repository lets others look into them
        (root / "content/games/EU-2" / name).chmod(0o700)
    assert run(root, "fsck", "EU-2") == "1 game: all is as it should be.\n"

"""The moderator's comments of a turn stand in every printout of it (14): by mail and on paper nobody sees the site."""

from pathlib import Path

import pytest

from pbm.publish.comments import TITLE, comments
from pbm.publish.league import load, printouts, tables
from pbm.publish.paper import envelopes
from pbm.store.folder import Folder
from tests.publish.test_seal_publish import LAST, copy_game, run

NEWS = """+++
title = "A holiday"
+++
The next turn waits until **6 January**.

- [3] asks who holds Norway; see [the dates](https://example.org/d).
- Nobody knows.
"""
SAID = (
    "A holiday",
    "The next turn waits until 6 January.",
    "- [3] asks who holds Norway; see the dates (https://example.org/d).",
    "- Nobody knows.",
)


@pytest.mark.parametrize(
    ("markdown", "told"),
    [
        ("", ()),
        ("# A head\ntext\nof two lines\n\n\n\nmore", ("A head text of two lines", "more")),
        ("*a* _b_ **c** ***d*** **e *f* g**", ("a b c d e f g",)),
        ("snake_case, 2*3*4, a * b * c, 5 _ 6", ("snake_case, 2*3*4, a * b * c, 5 _ 6",)),
        ("> said\n> he", ("said he",)),
        ('[x](https://e.org/?a=1 "a title")', ("x (https://e.org/?a=1)",)),
        ("![a map](map.svg) [rules](../rules.md) [me](mailto:m@example.org)", ("a map rules me (m@example.org)",)),
        ("1. one\n2. two\n   and more\n10) ten", ("1. one", "2. two and more", "10) ten")),
        ("`2S1` [5] [ ] [x](", ("2S1 [5] [ ] [x](",)),
        ("*" * 30_000 + "x", ("*" * 30_000 + "x",)),
        ("[" * 30_000, ("[" * 30_000,)),
        ("[a](" * 10_000, ("[a](" * 10_000,)),
    ],
)
def test_news_are_told_as_plain_paragraphs(tmp_path: Path, markdown: str, told: tuple[str, ...]) -> None:
    root = copy_game(tmp_path)
    (root / "content/games/EU-2/news").mkdir(exist_ok=True)
    (root / "content/games/EU-2/news/002.md").write_text(markdown)
    assert comments(Folder(root, "EU-2")).get(2, ()) == told


def test_they_stand_before_the_echo_in_what_each_player_gets_and_nowhere_in_what_all_get(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    (root / "content/games/EU-2/news").mkdir(exist_ok=True)
    (root / f"content/games/EU-2/news/{LAST:03d}.md").write_text(NEWS)
    (table,) = tables(root)
    made = printouts(table, load(table, LAST, with_cards=True), (0, 1, 2))
    assert "moderator" not in [section.id for section in made[0].sections]
    for player in (1, 2):
        ids = [section.id for section in made[player].sections]
        assert ids[ids.index("moderator") :][:3] == ["moderator", "press", "echo"]
        (envelope,) = envelopes(table, LAST, (player,))
        assert envelope.printout == made[player], "by post, too"
    earlier = printouts(table, load(table, LAST - 1, with_cards=True), (1,))[1]
    assert "moderator" not in [section.id for section in earlier.sections]


def test_who_writes_them_later_changes_the_printouts_of_that_turn_alone(tmp_path: Path) -> None:
    root = copy_game(tmp_path)
    place = root / "content/games/EU-2/news"
    place.mkdir(exist_ok=True)
    run(root, "build")
    before = _files(root)
    (place / f"{LAST:03d}.md").write_text(NEWS)
    run(root, "build")
    after = _files(root)
    text = (root / f"output/printouts/EU-2/{LAST:03d}/1.txt").read_text()
    assert "\n".join((TITLE, *SAID[:2])) in text
    assert text.index(TITLE) < text.index("Order-count")
    sealed = {name for name in before if "/sealed/" in name and name.endswith(".js")}
    changed = {name for name in sealed if before[name] != after[name]}
    assert changed
    assert {Path(name).name for name in changed} == {f"{LAST}.js"}, "the bundles of that turn"
    (place / f"{LAST:03d}.md").unlink()
    run(root, "build")
    assert _files(root) == before


def _files(root: Path) -> dict[str, bytes]:
    output = root / "output"
    return {str(p.relative_to(output)): p.read_bytes() for p in output.rglob("*") if p.is_file() and "site" in p.parts}

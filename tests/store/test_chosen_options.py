"""What a moderator chose for a game in place of the usual stands on the game's page: players must know their rules."""

import re
from pathlib import Path

import pytest

from tests.command import runner


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", ""),
        ("--option about=dice --option over=refuse", ""),
        (
            "--option HR-30=expected --option over=clip",
            "An order for more than there is: clip HR-02; What the book&#39;s about means: expected HR-30",
        ),
        ("--variant cold-war --option turns=12 --option about=expected",
         "What the book&#39;s about means: expected HR-30; turns: 12"),
        ("--system trust-a-thief --option last=12", "When the game ends: 12 T32"),
    ],
)  # fmt: skip
def test_the_page_of_a_game_tells_what_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    run = runner(tmp_path)
    run("new", "XX-1", "--seats", "2", *words.split())
    run("build")
    page = (tmp_path / "output/site/games/XX-1/index.html").read_text("utf-8")
    rows = re.findall(r"<dt>Chosen<dd>(.*?)</div>", page)
    assert [re.sub(r"<[^>]+>", "", row) for row in rows] == ([told] if told else [])
    rules = re.findall(r"\b(?:HR-\d+|T\d+)$|\b(?:HR-\d+|T\d+)(?=;)", told)
    for rule in rules:
        book = "trust-a-thief" if "trust" in words else "battle-plan"
        assert f'href="../../rules/{book}.html#{rule}"' in page


def test_a_choice_that_is_changed_later_changes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797000000")
    run = runner(tmp_path)
    run("new", "CW-1", "--seats", "2", "--variant", "cold-war", "--option", "about=dice")
    run("build")
    facts = tmp_path / "content/games/CW-1/game.toml"
    before = facts.read_text()
    assert before.count("[options]") == 1
    facts.write_text(before.replace("[options]", '[options]\nturns = "30"'))
    run("build")
    assert "turns: <b>30</b>" in (tmp_path / "output/site/games/CW-1/index.html").read_text("utf-8")

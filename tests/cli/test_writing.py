"""Letters of the moderator, and commands that mean all games where none is named."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbm.post.written import LONGEST
from pbm.store.folder import Folder
from tests.command import Run, runner
from tests.post.mail_out import OUT, heading
from tests.store.test_store import NOW


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A game of three: one gets mail, one paper, for one the house plays; and another game."""
    call = runner(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    call("new", "EU-7", "--seats", "1=TU,2=FR,3=RU", "--title", "The long spring")
    call("new", "EU-8", "--seats", "2")
    path = tmp_path / "content/games/EU-7/private/players.toml"
    blocks = path.read_text().split("[[players]]")
    blocks[1] = blocks[1].replace('address = ""', 'address = "rosa@example.org"')
    path.write_text("[[players]]".join(blocks))
    call("standin", "EU-7", "3", "--house")
    (tmp_path / "content/mail.toml").write_text(OUT.split("host")[0])
    return call


def test_a_letter_goes_to_all_each_in_their_way(run: Run, tmp_path: Path) -> None:
    told = run("write", "EU-7", "--subject", "A late spring", text="The turn is late.\n").output
    assert "EU-7: letter 1 to player 1; `pbm mail --send` sends it." in told
    assert "EU-7-letter-1.txt: for player 2, who get no mail." in told
    draft = (tmp_path / "output/outbox/EU-7/w1-p1.eml").read_text()
    assert "Subject: A late spring" in draft
    assert "The turn is late." in draft
    assert "[2]" in (tmp_path / "output/print/EU-7-letter-1.txt").read_text()
    assert "EU-7/w1/p1" in run("mail", "--list").output


def test_a_letter_to_one_is_for_nobody_else(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("For you alone.\n")
    run("write", "EU-7", "--to", "1", "--file", str(tmp_path / "letter.txt"))
    assert "Subject: EU-7, The long spring" in (tmp_path / "output/outbox/EU-7/w1-p1.eml").read_text()
    assert not (tmp_path / "output/print").exists()
    run("publish")
    found = [path for path in (tmp_path / "output/site").rglob("*.*") if b"For you alone" in path.read_bytes()]
    assert found == []


@pytest.mark.parametrize(
    ("words", "text", "told"),
    [
        (["EU-7"], "", "The letter is empty; write its text."),
        (["EU-7"], " \n\t\n", "The letter is empty; write its text."),
        (["EU-7"], "x" * (LONGEST + 1), "20,001 characters; 20,000 are the most."),
        (["EU-7"], "bell \x07", "U+0007"),
        (["EU-7", "--subject", "two\nlines"], "text", "The subject is one line"),
        (["EU-7", "--subject", "x" * 121], "text", "The subject is one line"),
        (["EU-7", "--to", "9"], "text", "--to 9: there is no player 9 in EU-7."),
        (["EU-9"], "text", "There is no game EU-9"),
        (["EU-7"], b"\xff\xfe", "is not UTF-8 text; save the letter as plain text."),
    ],
)
def test_what_is_no_letter_is_one_sentence_and_nothing_is_kept(
    run: Run, tmp_path: Path, words: list[str], text: str | bytes, told: str
) -> None:
    done = run("write", *words, text=text, code=1)
    assert told in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list((tmp_path / "content").rglob("written/*/*"))


def test_without_a_sender_nothing_is_kept(run: Run, tmp_path: Path) -> None:
    (tmp_path / "content/mail.toml").unlink()
    assert "has no sender" in run("write", "EU-7", text="text", code=1).stderr
    assert not list((tmp_path / "content").rglob("written/*/*"))


def test_those_whose_card_is_missing_are_reminded_now(run: Run, tmp_path: Path) -> None:
    told = run("remind", "EU-7").output
    assert "letter 1 to player 1" in told
    assert "for player 2" in told
    assert "No valid card of yours for turn 1 has arrived." in (tmp_path / "output/outbox/EU-7/w1-p1.eml").read_text()
    folder = Folder(tmp_path, "EU-7")
    for player in (1, 2):
        (folder.inbox / f"{player}.txt").write_text(f"{heading(folder, player, 1)}\nPASS\nEND\n")
    run("ingest")
    assert "nobody is reminded" in run("remind", "EU-7").output
    run("reveal", "EU-7", "--end")
    assert "EU-7 is revealed; no card is due." in run("remind", "EU-7", code=1).stderr


def test_a_letter_of_long_ago_is_not_begun(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("write", "EU-7", "--to", "2", text="An old letter.")
    path = tmp_path / "content/games/EU-7/private/players.toml"
    path.write_text(path.read_text().replace('address = ""', 'address = "late@example.org"', 1))
    run("mail")
    assert (tmp_path / "output/outbox/EU-7/w1-p2.eml").exists()
    (tmp_path / "output/outbox/EU-7/w1-p2.eml").unlink()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int((NOW + timedelta(days=15)).timestamp())))
    assert "w1" not in run("mail").output


@pytest.mark.parametrize("command", ["verify", "preview", "deadline"])
def test_without_a_game_all_are_meant_and_a_broken_one_hides_no_other(run: Run, tmp_path: Path, command: str) -> None:
    told = run(command).output
    assert "EU-7: " in told
    assert "EU-8: " in told
    (tmp_path / "content/games/EU-7/game.toml").write_text("nonsense =")
    done = run(command, code=1)
    assert "EU-8: " in done.stdout
    assert "EU-7" in done.stderr
    assert "There is no game ZZ-1" in run(command, "ZZ-1", code=1).stderr


def test_an_empty_league_is_one_sentence(tmp_path: Path) -> None:
    for command in ("verify", "preview", "deadline"):
        assert "There is no game here" in runner(tmp_path)(command, code=1).stderr


def test_a_page_names_its_own_address(run: Run, tmp_path: Path) -> None:
    run("publish")
    site = tmp_path / "output/site"
    assert "canonical" not in (site / "index.html").read_text()
    (tmp_path / "content/site.toml").write_text('url = "https://example.org/post"\n')
    run("publish")
    for path, address in (
        ("index.html", ""),
        ("games/EU-7/index.html", "games/EU-7/"),
        ("archive.html", "archive.html"),
    ):
        link = f'<link rel="canonical" href="https://example.org/post/{address}">'
        assert link in (site / path).read_text("utf-8")
    assert "canonical" not in (site / "404.html").read_text()
    assert 'href="/post/pbm.css"' in (site / "404.html").read_text(), "whatever address was asked for"

"""`pbm cron`: everything that is due, and nothing where nothing is (issue D, 6)."""

import mailbox
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.store.folder import Folder
from pbm.store.lock import locked
from tests.post.mail_out import heading, mail
from tests.store.test_store import NOW

MAIL = """[[sources]]
name = "post"
kind = "maildir"
path = "Maildir"

[out]
sender = "gm@example.net"
"""
Run = Callable[..., Result]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two games of two, a Maildir, and players with addresses."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    for game in ("EU-1", "EU-2"):
        words = ["--root", str(tmp_path), "new", game, "--seats", "1=TU,2=FR", "--resolve", "all-in"]
        assert CliRunner().invoke(main, words).exit_code == 0
    path = tmp_path / "content/games/EU-1/private/players.toml"
    blocks = path.read_text().split("[[players]]")
    for player in (1, 2):
        blocks[player] = blocks[player].replace('address = ""', f'address = "player{player}@example.org"')
    path.write_text("[[players]]".join(blocks))
    (tmp_path / "content/mail.toml").write_text(MAIL)
    mailbox.Maildir(str(tmp_path / "Maildir"), create=True)
    return tmp_path


@pytest.fixture
def run(root: Path) -> Run:
    def call(*words: str) -> Result:
        return CliRunner().invoke(main, ["--root", str(root), *(words or ("cron",))])

    return call


class Postman:
    """A server that takes every letter."""

    def __init__(self, sent: list[bytes]) -> None:
        self.sent = sent

    def open(self) -> None:
        """It is always there."""

    def send(self, sender: str, to: tuple[str, ...], data: bytes) -> tuple[str, ...]:
        self.sent.append(data)
        return ()

    def close(self) -> None:
        """Nothing is to be closed."""


def deliver(root: Path, *players: int) -> None:
    """Cards for the next turn of EU-1, as their mails reach us."""
    folder = Folder(root, "EU-1")
    box = mailbox.Maildir(str(root / "Maildir"))
    for player in players:
        body = f"{heading(folder, player, folder.last + 1)}\nPASS\nEND\n"
        box.add(mail(f"player{player}@example.org", "orders", body, f"<{player}-{folder.last}@x>"))


def tree(root: Path) -> dict[Path, tuple[int, int]]:
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in root.rglob("*") if path.is_file()}


def test_from_the_mailbox_to_printouts_and_letters_in_one_run(root: Path, run: Run) -> None:
    deliver(root, 1, 2)
    done = run()
    assert done.exit_code == 0, done.output
    assert "EU-1: turn 1 is resolved (every card is there)." in done.output
    drafts = sorted(path.name for path in (root / "output/outbox/EU-1").iterdir())
    assert drafts == ["r1.eml", "r2.eml", "t1-p1.eml", "t1-p2.eml"]
    assert (root / "output/printouts/EU-1/001/1.txt").is_file()


def test_a_run_that_finds_nothing_to_do_says_nothing_and_changes_nothing(root: Path, run: Run) -> None:
    deliver(root, 1)
    run()
    run()
    before = tree(root)
    done = run()
    assert (done.exit_code, done.output) == (0, "")
    assert tree(root) == before


def test_one_game_that_is_damaged_delays_no_other(root: Path, run: Run) -> None:
    run()
    (root / "content/games/EU-2/game.toml").write_text("nonsense = ")
    deliver(root, 1, 2)
    done = run()
    assert done.exit_code == 1
    assert "EU-2" in done.output
    assert Folder(root, "EU-1").last == 1


def test_a_mailbox_that_is_gone_delays_no_game(root: Path, run: Run) -> None:
    path = root / "content/mail.toml"
    path.write_text(path.read_text().replace('path = "Maildir"', 'path = "nowhere"'))
    for player in (1, 2):
        (root / f"content/games/EU-1/inbox/{player}.txt").write_text("junk")
    done = run()
    assert done.exit_code == 1
    assert "post: " in done.output
    assert len(Folder(root, "EU-1").ledger.receipts) == 2


def test_a_game_that_is_in_use_has_its_turn_in_the_next_run(root: Path, run: Run) -> None:
    deliver(root, 1, 2)
    with locked(Folder(root, "EU-1").private, "another"):
        assert run().exit_code == 0
        assert Folder(root, "EU-1").last == 0
    run()
    assert Folder(root, "EU-1").last == 1


def test_a_second_run_leaves_the_first_alone(root: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbm.cli import cron

    inner: list[Result] = []

    def fetch(root: Path) -> tuple[int, bool]:
        inner.append(run())
        return 0, True

    monkeypatch.setattr(cron, "_fetch", fetch)
    assert run().exit_code == 0
    assert [(done.exit_code, done.output) for done in inner] == [(0, "")]


def test_a_wrong_mail_toml_is_told_once_and_the_games_go_on(root: Path, run: Run) -> None:
    (root / "content/mail.toml").write_text("[out]\n")
    (root / "content/games/EU-1/inbox/1.txt").write_text("junk")
    done = run()
    assert done.exit_code == 1
    assert "mail.toml" in done.output
    assert os.listdir(root / "content/games/EU-1/inbox") == []


def deploys(root: Path, *, to: str, auto: bool = True) -> None:
    text = f'[deploy.home]\nkind = "folder"\nto = "{to}"\nauto = {str(auto).lower()}\n'
    (root / "content/site.toml").write_text(text)


def test_the_site_is_deployed_after_the_build_and_once(root: Path, run: Run) -> None:
    deploys(root, to=str(root / "www"))
    done = run()
    assert done.exit_code == 0, done.output
    assert "www: " in done.output
    assert (root / "www/index.html").is_file()
    before = tree(root)
    assert (run().output, tree(root)) == ("", before)
    assert "www" not in run("status").output
    deliver(root, 1, 2)
    run()
    assert (root / "www/games/EU-1/1/index.html").is_file()


def test_without_auto_nothing_is_deployed_and_status_says_what_is_left(root: Path, run: Run) -> None:
    deploys(root, to=str(root / "www"), auto=False)
    run()
    assert not (root / "www").exists()
    assert "the site is not on home yet: run pbm deploy home" in run("status").output
    run("deploy")
    assert "home" not in run("status").output
    deliver(root, 1, 2)
    run()
    assert "home has an older site: run pbm deploy home" in run("status").output
    deploys(root, to=str(root / "www"))
    assert "the next pbm cron deploys it, or pbm deploy home" in run("status").output


def test_letters_that_name_pages_wait_until_the_host_has_them(
    root: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []
    monkeypatch.setattr("pbm.cli.mail.postman", lambda root, out: Postman(sent))
    mail_toml = root / "content/mail.toml"
    mail_toml.write_text(f'{mail_toml.read_text()}host = "smtp.example.net"\nsend = true\n')
    (root / "www").mkdir()
    (root / "www/other.html").write_text("a page of somebody else")
    deploys(root, to=str(root / "www"))
    deliver(root, 1, 2)
    done = run()
    assert done.exit_code == 1
    assert "holds files that are not a site of pbm" in done.output
    assert len(sent) == 2, "the receipts alone"
    assert run().exit_code == 1, "it is tried again"
    assert len(sent) == 2
    (root / "www/other.html").unlink()
    done = run()
    assert done.exit_code == 0, done.output
    assert len(sent) == 4, "receipts, and the printouts of the turn"
    assert run().output == ""


def test_a_wrong_place_is_one_sentence(root: Path, run: Run) -> None:
    (root / "content/site.toml").write_text('[deploy.home]\nkind = "folder"\nto = "www"\nauto = "yes"\n')
    done = run()
    assert done.exit_code == 1
    assert "site.toml: deploy.home: auto" in done.output
    assert "deploy.home: auto" in run("status").output

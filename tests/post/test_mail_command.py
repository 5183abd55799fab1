"""`pbm mail`: drafts by default, letters through a real server with --send."""

import os
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme
from aiosmtpd.smtp import AuthResult, LoginPassword
from click.testing import CliRunner, Result

from pbm.cli import main
from pbm.post.journal import Journal
from pbm.publish.due import advance
from pbm.store.folder import Folder
from tests.mail.test_smtp import PASSWORD, Handler, Started
from tests.post.mail_out import OUT, heading, world
from tests.store.test_store import NOW

Run = Callable[..., Result]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    world(tmp_path, monkeypatch)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(NOW.timestamp())))
    monkeypatch.delenv("PBM_SMTP_PASSWORD", raising=False)
    return tmp_path


@pytest.fixture
def run(root: Path) -> Run:
    def call(*words: str, code: int = 0) -> Result:
        result = CliRunner().invoke(main, ["--root", str(root), "mail", *words])
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture
def server(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Handler]:
    """A server with STARTTLS and a login; the settings lead to it, and its certificate is trusted."""
    authority, handler = trustme.CA(), Handler()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(context)
    authority.cert_pem.write_to_path(str(root / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(root / "authority.pem"))

    def check(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == PASSWORD.encode()
        return AuthResult(success=good, handled=False)

    controller = Started(
        handler, hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True, authenticator=check,
        auth_required=True,
    )  # fmt: skip
    controller.start()
    out = f'[out]\nsender = "cards@example.org"\nhost = "localhost"\nport = {controller.port}\nuser = "cards"\n'
    (root / "content/mail.toml").write_text(out)
    yield handler
    controller.stop()


def test_letters_are_drafts_unless_they_are_to_be_sent(run: Run, root: Path) -> None:
    assert run().stdout == f"2 drafts are in {root / 'output/outbox'}.\n", "one line, however many there are"
    assert (root / "output/outbox/FA-1/t0-p1.eml").is_file()
    assert run().stdout == "No letter is due.\n"


def test_the_list_changes_nothing(run: Run, root: Path) -> None:
    assert "FA-1/t0/p1               new" in run("--list").stdout
    assert not (root / "output").exists()
    run()
    assert "FA-1/t0/p1               drafted" in run("--list", "FA-1").stdout


def test_letters_go_out_over_tls_with_a_login(
    run: Run, root: Path, server: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", PASSWORD)
    assert run("--send").stdout == "2 letters: sent.\n"
    assert [it.rcpt_tos for it in server.mails] == [["player1@example.org"], ["player2@example.org"]]
    assert run("--send").stdout == "No letter is due.\n"
    assert run("--send", "--again", "FA-1/t0/p2").stdout == "FA-1/t0/p2: sent.\n"
    assert len(server.mails) == 3
    assert not list((root / "output/outbox").rglob("*.eml"))
    for path in root.rglob("*"):
        assert not path.is_file() or PASSWORD.encode() not in path.read_bytes()


def test_a_wrong_password_is_told_and_costs_no_letter_anything(
    run: Run, root: Path, server: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", "wrong-pass-phrase")
    result = run("--send", code=1)
    assert "does not accept user and password" in result.stderr
    assert "2 letters wait for the next run." in result.stdout
    assert "wrong-pass-phrase" not in result.output
    monkeypatch.setenv("PBM_SMTP_PASSWORD", PASSWORD)
    assert run("--send").stdout == "2 letters: sent.\n", "who calls by hand need not wait"


def test_no_password_is_one_sentence(run: Run, server: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    assert run("--send", code=1).stderr.startswith("There is no password for cards at localhost: set PBM_SMTP_PASSWORD")


def test_a_keyring_that_is_broken_is_as_none(run: Run, server: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(service: str, account: str) -> str:
        raise OSError("no bus")

    monkeypatch.setattr("keyring.get_password", broken)
    assert run("--send", code=1).stderr.startswith("There is no password for cards at localhost")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ("", "has no sender"),
        ('[out]\nsender = "cards@example.org"\n', "has no host"),
        (OUT.replace("localhost", "mail.example.org"), "on this machine alone"),
        (OUT + "per_minute = 0\n", "per_minute and tries must be 1 or more"),
        (OUT + "port = 99999\n", "mail.toml: out: port: 99999 is not from 0 to 65535."),
        (OUT + 'password = "x"\n', "unknown field `password`"),
        (OUT.replace("cards@example.org", "cards"), "mail.toml: out: sender: 'The Long Post <cards>' is not a mail"),
    ],
)
def test_a_slip_in_the_settings_is_one_sentence(run: Run, root: Path, settings: str, told: str) -> None:
    (root / "content/mail.toml").write_text(settings)
    result = run("--send", code=1)
    assert told in result.stderr
    assert result.stderr.count("\n") == 1
    assert not Journal(root).sendings


def test_an_unknown_letter_or_game_is_one_sentence(run: Run) -> None:
    assert "There is no letter 'FA-1/r7'" in run("--again", "FA-1/r7", code=1).stderr
    assert "There is no letter 'FA-1/r7'" in run("--done", "FA-1/r7", code=1).stderr
    assert "There is no game ZZ-9" in run("ZZ-9", code=1).stderr


def test_done_settles_what_is_in_doubt(run: Run) -> None:
    run()
    assert run("--done", "FA-1/t0/p1").stdout.startswith("FA-1/t0/p1: marked as dealt with.")
    assert "settled" in run("--list").stdout


def test_the_password_is_never_read_where_no_login_is_wanted(run: Run, root: Path) -> None:
    assert "PBM_SMTP_PASSWORD" not in os.environ
    (root / "content/mail.toml").write_text(OUT + "port = 1\n")
    assert "cannot be reached" in run("--send", code=1).stderr


@pytest.fixture
def drafts(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Drafts of two turns, written before there was a server."""
    (root / "content/mail.toml").write_text(OUT.split("host")[0])
    run()
    folder = Folder(root, "FA-1")
    for player in (1, 2):
        (folder.inbox / f"{player}.txt").write_text(f"{heading(folder, player, 1)}\nPASS\nEND\n")
    assert advance(folder, NOW, "test", force=True).resolved == 1
    run()
    return root / "output/outbox/FA-1"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.glob("*.eml"))


def test_the_first_sending_offers_the_newest_printouts_alone(
    run: Run, drafts: Path, server: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", PASSWORD)
    assert names(drafts) == ["t0-p1.eml", "t0-p2.eml", "t1-p1.eml", "t1-p2.eml"]
    listed = run("--dry-run").stdout
    assert [line.split()[0] for line in listed.splitlines()] == ["FA-1/t1/p1", "FA-1/t1/p2"]
    assert "player1@example.org: FA-1 turn 1 [1]" in listed
    told = run("--send", code=1).stderr
    assert told.startswith("Nothing was sent yet, and 4 drafts wait: --first newest to send the newest printout")
    assert not server.mails
    assert run("--send", "--first", "newest").stdout == "2 letters: sent.\n"
    assert [it.rcpt_tos for it in server.mails] == [["player1@example.org"], ["player2@example.org"]]
    assert names(drafts) == []
    assert run("--send").stdout == "No letter is due.\n"


def test_every_draft_goes_where_that_is_wanted(
    run: Run, drafts: Path, server: Handler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", PASSWORD)
    assert len(run("--dry-run", "--first", "all").stdout.splitlines()) == 4
    assert run("--send", "--first", "all").stdout == "4 letters: sent.\n"
    assert len(server.mails) == 4


def test_whoever_sits_there_is_asked(run: Run, drafts: Path, server: Handler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_SMTP_PASSWORD", PASSWORD)
    monkeypatch.setattr("pbm.cli.mail.click.confirm", lambda text: False)
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.isatty", lambda self: True, raising=False)
    assert "Nothing was sent." in run("--send", code=1).stderr
    assert not server.mails
    monkeypatch.setattr("pbm.cli.mail.click.confirm", lambda text: True)
    run("--send")
    assert len(server.mails) == 2


def test_drafts_that_were_sent_otherwise_are_marked(run: Run, drafts: Path) -> None:
    assert run("--done", "FA-1").stdout.startswith("4 letters: marked as dealt with.")
    assert names(drafts) == []
    assert run("--dry-run").stdout == "No letter is due.\n"
    assert "settled" in run("--list").stdout
    assert run("--done", "FA-1").stdout.startswith("0 letters")


def test_a_draft_that_is_due_no_more_was_not_removed_by_the_moderator(run: Run, drafts: Path, root: Path) -> None:
    done = CliRunner().invoke(main, ["--root", str(root), "undo", "FA-1", "--reason", "a test"])
    assert done.exit_code == 0, done.output
    run()
    assert "FA-1/t1/p1               no longer due" in run("--list").stdout

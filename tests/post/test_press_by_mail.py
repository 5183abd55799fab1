"""A card with orders, press to one, to all, anonymous, a diary and an absence, by mail: to receipt, printouts, site and
archive. Nobody reads what is not for them, and nothing tells who wrote what is anonymous.
"""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbm.cli import main
from pbm.post.receipts import Answer, write_answer
from pbm.store.folder import Folder
from pbm.store.keyring import read_ring
from pbm.store.play import lay_table
from tests.mail.dovecot import PASSWORD, USER, dovecot
from tests.post.mail_out import mail
from tests.publish.test_seal_publish import bundle_of, copy_game, opened

TO_ONE, TO_ALL, HINT, RUMOUR, DIARY = "Zyzzogeton", "Wombat", "Xylophage", "Quokka", "Axolotl"
PRESS = f"""PRESS TO 3 TITLE {TO_ONE} at noon
Come to {TO_ONE}.
END
PRESS ALL
{TO_ALL} for all.
END
PRESS TO ME
{DIARY}, dear diary.
END
"""
SECRET = f"""PRESS TO 5 ANON
{HINT} comes.
END
PRESS ALL ANON TITLE Rumour
{RUMOUR} sits in Rome.
END
"""
ABSENT = "ABSENT 2026-12-20 to 2027-01-03\n"
READERS = {  # by player: of the five words those in the printout
    1: {TO_ONE, TO_ALL, RUMOUR, DIARY}, 2: {TO_ALL, RUMOUR}, 3: {TO_ONE, TO_ALL, RUMOUR}, 4: {TO_ALL, RUMOUR},
    5: {TO_ALL, RUMOUR, HINT}, 6: {TO_ALL, RUMOUR}, 7: {TO_ALL, RUMOUR},
}  # fmt: skip
WORDS = {TO_ONE, TO_ALL, HINT, RUMOUR, DIARY}


def run(root: Path, *words: str) -> str:
    env = {"SOURCE_DATE_EPOCH": "1797000000"}
    done = CliRunner().invoke(main, ["--root", str(root), *words], env=env)
    assert done.exit_code == 0, done.output
    return done.output


def league(root: Path, source: str) -> Folder:
    """EU-2, whose players have addresses, with that source of mail."""
    root.mkdir(exist_ok=True)
    copy_game(root)
    (root / "content/mail.toml").write_text(source)
    path = root / "content/games/EU-2/private/players.toml"
    text = path.read_text()
    for number in range(1, 8):
        text = text.replace('address = ""', f'address = "p{number}@example.org"', 1)
    path.write_text(text)
    return Folder(root, "EU-2")


def by_mail(folder: Folder, player: int, more: str) -> bytes:
    """The card of a player in the inbox, with more, as a mail instead."""
    path = folder.inbox / f"{player}.txt"
    card = path.read_text().replace("END\n", f"{more}END\n")
    path.unlink()
    return mail(f"p{player}@example.org", "my card", card, f"<card{player}@example.net>")


def output(root: Path, part: str = "") -> dict[str, bytes]:
    place = root / "output" / part
    return {str(p.relative_to(root)): p.read_bytes() for p in place.rglob("*") if p.is_file()}


def words_in(data: bytes | str) -> set[str]:
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    return {word for word in WORDS if word in text}


def maildir(root: Path) -> Path:
    for name in ("new", "cur", "tmp"):
        (root / "Maildir" / name).mkdir(parents=True)
    return root / "Maildir"


MAILDIR = '[[sources]]\nname = "here"\nkind = "maildir"\npath = "Maildir"\n'


@pytest.fixture(params=["maildir", "imap"])
def root(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A league that was sent the card by mail, which nobody has taken in yet."""
    if request.param == "maildir":
        folder = league(tmp_path, MAILDIR)
        (maildir(tmp_path) / "new" / "1.mail").write_bytes(by_mail(folder, 1, PRESS + SECRET + ABSENT))
        yield tmp_path
        return
    with dovecot() as server:
        source = f'[[sources]]\nname = "host"\nkind = "imap"\nhost = "127.0.0.1"\nport = {server.plain}\ntls = "none"\n'
        folder = league(tmp_path, f'{source}user = "{USER}"\n')
        server.deliver(by_mail(folder, 1, PRESS + SECRET + ABSENT), when=1_796_990_000.0)
        monkeypatch.setenv("PBM_IMAP_PASSWORD", PASSWORD)
        yield tmp_path


def test_from_the_mail_to_the_archive(root: Path) -> None:
    told = run(root, "ingest")
    assert "Anonymous press to all, 4 words: it goes out with turn 4." in told
    assert not words_in(told), "what the terminal shows quotes nothing"
    run(root, "build")
    assert not any(map(words_in, output(root).values())), "held until the turn runs"

    folder = Folder(root, "EU-2")
    assert folder.players[1].absent == ("2026-12-20/2027-01-03",)
    receipt = next(it for it in folder.ledger.receipts if it.filed)
    answer = write_answer(lay_table(folder), receipt)
    assert isinstance(answer, Answer)
    said = " ".join(answer.text.split())
    assert "Your card is ACCEPTED" in said
    assert "Filed: Press to player 3, 3 words: it goes out with turn 4." in said
    assert "Filed: Absence from 2026-12-20 to 2027-01-03." in said
    assert not words_in(said)

    run(root, "publish")
    ring = read_ring(Folder(root, "EU-2"))
    assert ring
    sizes = set()
    for player, wanted in READERS.items():
        text = (root / f"output/printouts/EU-2/004/{player}.txt").read_text()
        assert words_in(text) == wanted, player
        bundle = bundle_of(root, player, 4)
        assert words_in(opened(ring.players[player][0].key, player, bundle)["html"]) == wanted, player
        sizes.add(len(base64.b64decode(bundle["sealed"])))
    assert len(sizes) == 1
    own = (root / "output/printouts/EU-2/004/1.txt").read_text()
    assert "to [3]: your copy" in own
    assert "your diary" in own
    for name, data in output(root, "site").items():
        assert words_in(data) <= {TO_ALL, RUMOUR}, name
    page = (root / "output/site/games/EU-2/4/index.html").read_text()
    rumour = next(it for it in re.findall(r"<article.*?</article>", page, re.DOTALL) if RUMOUR in it)
    assert "nonymous" in rumour
    assert not re.search("Rosa|Turkey", rumour)

    run(root, "verify", "EU-2")
    run(root, "reveal", "EU-2", "--end")
    run(root, "build")
    page = (root / "output/site/games/EU-2/4/index.html").read_text()
    assert DIARY in page, "the diary opens at the end"
    for name, data in output(root, "site").items():
        if HINT in data.decode("utf-8", "replace"):
            assert "/5" in name or "5." in name, f"{name}: an anonymous piece is in its reader's printout alone"


def test_nothing_tells_who_wrote_what_is_anonymous(tmp_path: Path) -> None:
    """In two worlds another player writes the same: all that others can get is the same to the byte, and what the two
    writers get, too.
    """
    worlds = []
    for number, writer in enumerate((1, 2)):
        root = tmp_path / str(number)
        folder = league(root, MAILDIR)
        place = maildir(root) / "new"
        for player in (1, 2):
            (place / f"{player}.mail").write_bytes(by_mail(folder, player, SECRET if player == writer else ""))
        run(root, "publish")
        before = output(root)
        run(root, "reveal", "EU-2", "--end")
        run(root, "build")
        worlds.append((before, output(root)))
    for one, other in zip(*worlds, strict=True):
        assert any(RUMOUR.encode() in data for data in one.values())
        assert [name for name in one | other if one.get(name) != other.get(name)] == []

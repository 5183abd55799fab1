"""Kills `pbm cron` again and again while mail arrives: `python -m tests.kills --kills 2000`.

A real game on a disk, a real IMAP server that cards come to, a real SMTP server that letters go to. Each run of the
command is a process of its own, which is sent SIGKILL after a random time. Afterwards everything must be there once:
no card lost, no letter twice, no turn half done. The seed says what came when, and when each run was killed.
"""

import argparse
import contextlib
import os
import random
import re
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from pbm.cards.card import make_code
from pbm.cli import main
from pbm.store.edit import set_player_keys
from pbm.store.folder import Folder
from pbm.store.play import lay_table
from tests.mail.dovecot import PASSWORD, USER, Dovecot, dovecot

PLAYERS = 3
MAIL = """[[sources]]
name = "post"
kind = "imap"
host = "127.0.0.1"
port = {imap}
user = "{user}"
tls = "none"

[out]
sender = "gm@example.net"
host = "127.0.0.1"
port = {smtp}
tls = "none"
send = true
per_minute = 100000
"""


class Inbox:
    """An SMTP server that takes every letter and remembers its Message-ID."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd's name
        found = re.search(rb"^Message-ID:\s*(\S+)", envelope.content, re.MULTILINE | re.IGNORECASE)
        self.ids.append(found[1].decode() if found else "")
        return "250 kept"


@contextlib.contextmanager
def smtp_server() -> Iterator[Inbox]:
    """The server, on a free port of this machine."""
    from aiosmtpd.controller import Controller

    inbox = Inbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        inbox.port = free.getsockname()[1]
    controller = Controller(inbox, hostname="127.0.0.1", port=inbox.port)
    controller.start()
    try:
        yield inbox
    finally:
        controller.stop()


class Tally(msgspec.Struct):
    """What was done, and what came of it."""

    runs: int = 0
    killed: int = 0
    mails: int = 0
    turns: int = 0
    letters: int = 0
    in_doubt: int = 0
    wrong: list[str] = []


class Post:
    """Who writes to the game: cards that are right, wrong, old or doubled, each with a mark of its own."""

    def __init__(self, root: Path, server: Dovecot, chance: random.Random) -> None:
        self.root, self.server, self.chance = root, server, chance
        self.marks: list[str] = []
        self.old: list[bytes] = []

    def write(self) -> None:
        """A few mails at once."""
        folder = Folder(self.root, "EU-9")
        mails = [self.card(folder, player) for player in range(1, PLAYERS + 1) if self.chance.random() < 0.8]
        if self.chance.random() < 0.3:
            mails.append(self.mail("gm", "buy now", "cheap"))
        if self.old and self.chance.random() < 0.3:
            mails.append(self.chance.choice(self.old))
        self.old += mails
        self.server.deliver(*mails, when=time.time())

    def card(self, folder: Folder, player: int) -> bytes:
        facts = folder.players[player]
        turn = folder.last + 1
        code = make_code(bytes.fromhex(facts.key), folder.game, turn, facts.epoch)
        if self.chance.random() < 0.15:
            code = "00000-00000-0"
        orders = self.chance.choice(["PASS", "@ TS5", "@ PASS\n@TU BA5 BF1", "what?", "@ TC3\nPASS"])
        return self.mail(f"player{player}", "orders", f"EU-9 T-{turn} [{player}] X {code}\n{orders}\nEND\n")

    def mail(self, who: str, subject: str, text: str) -> bytes:
        mark = f"mark-{len(self.marks):05d}-{self.chance.getrandbits(32):08x}"
        self.marks.append(mark)
        message = EmailMessage()
        message["From"], message["Subject"] = f"{who}@example.org", subject
        message["Message-ID"] = f"<{mark}@example.org>"
        message.set_content(f"{mark}\n\n{text}")
        return message.as_bytes()


def run(root: Path, *words: str, kill_after: float | None = None) -> int:
    """The command in a process of its own; its exit code, or minus the signal that ended it."""
    child = os.fork()
    if child == 0:
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        if not os.environ.get("KILLS_LOUD"):
            os.dup2(quiet, 2)
        try:
            main(["--root", str(root), *words], standalone_mode=True)
        except SystemExit as end:
            os._exit(int(end.code or 0))
        os._exit(0)
    if kill_after is not None:
        deadline = time.monotonic() + kill_after
        while time.monotonic() < deadline:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.002)
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def found_game(root: Path, imap: int, smtp: int) -> None:
    """A game of three, resolved as soon as every card is there, with mail.toml."""
    assert run(root, "new", "EU-9", "--seats", "1=TU,2=FR,3=RU", "--resolve", "all-in") == 0
    folder = Folder(root, "EU-9")
    path = folder.private / "players.toml"
    for player in range(1, PLAYERS + 1):
        address = {"address": f"player{player}@example.org"}
        path.write_bytes(set_player_keys(path.read_bytes(), player, address, path))
    (root / "content/mail.toml").write_text(MAIL.format(imap=imap, smtp=smtp, user=USER), "utf-8")


def soak(root: Path, kills: int, seed: int, server: Dovecot, inbox: Inbox, every: int = 6) -> Tally:
    """Kill so many runs, then let it come to rest, and look."""
    chance, tally = random.Random(seed), Tally()
    post = Post(root, server, chance)
    longest = 1.0
    while tally.killed < kills:
        if tally.runs % every == 0:
            post.write()
        began = time.monotonic()
        code = run(root, "cron", kill_after=chance.uniform(0.01, longest * 1.1))
        tally.runs += 1
        if code == -signal.SIGKILL:
            tally.killed += 1
        elif code:
            tally.wrong.append(f"run {tally.runs} left with {code}")
        else:
            longest = max(0.3, 0.8 * longest + 0.2 * (time.monotonic() - began))
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{tally.killed} killed, {len(post.marks)} mails, {len(inbox.ids)} letters ")
    for _ in range(60):  # at most one turn a run
        before = state(root)
        run(root, "cron")
        if state(root) == before:
            break
    judge(root, post, inbox, tally)
    return tally


def state(root: Path) -> dict[str, tuple[int, int]]:
    """Name, size and time of every file."""
    return {str(p): (p.stat().st_size, p.stat().st_mtime_ns) for p in root.rglob("*") if p.is_file()}


def judge(root: Path, post: Post, inbox: Inbox, tally: Tally) -> None:
    """Hold what is there against what was written and sent."""
    folder = Folder(root, "EU-9")
    tally.mails, tally.turns, tally.letters = len(post.marks), folder.last, len(inbox.ids)
    kept = [path.read_bytes() for path in _files(folder.received, root / "content/post/kept", folder.inbox)]
    there = Counter(mark for data in kept for mark in post.marks if mark.encode() in data)
    tally.wrong += [f"{mark} is lost" for mark in post.marks if not there[mark]]
    for letter, count in Counter(inbox.ids).items():
        if count > 1:
            tally.wrong.append(f"{letter} came {count} times")
    left = [path for path in root.rglob("*") if path.name.startswith(".tmp-") or path.name.endswith(".lock")]
    tally.wrong += [f"{path} was left behind" for path in left]
    for words in (("verify", "EU-9"), ("fsck",)):
        if run(root, *words):
            tally.wrong.append(f"pbm {' '.join(words)} finds something")
    answers = [f"<EU-9.r{r.number}" for r in folder.ledger.receipts if r.answer]
    from pbm.post.outbox import troubles

    doubtful = " ".join(map(str, troubles(root)))
    tally.in_doubt = len(troubles(root))
    for answer in answers:
        name = answer[1:].replace(".", "/")
        if not any(sent.startswith(f"{answer}@") for sent in inbox.ids) and name not in doubtful:
            silent = name not in " ".join(str(fact) for fact in _skipped(root))
            tally.wrong += [f"nobody knows of {name}"] if silent else []
    lay_table(folder)


def _skipped(root: Path) -> list[Any]:
    from pbm.post.journal import Journal

    return [letter for letter, it in Journal(root).letters.items() if it.state == "skipped"]


def _files(*folders: Path) -> Iterator[Path]:
    for folder in folders:
        yield from (path for path in folder.rglob("*") if path.is_file())


def attempt(kills: int, seed: int) -> Tally:
    """Servers, game, kills, and what came of it."""
    password = patch.dict(os.environ, {"PBM_IMAP_PASSWORD": PASSWORD})  # for these servers alone
    with password, tempfile.TemporaryDirectory() as place, dovecot() as server, smtp_server() as inbox:
        root = Path(place)
        (root / "content").mkdir()
        found_game(root, server.plain, inbox.port)
        return soak(root, kills, seed, server, inbox)


def command() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    tally = attempt(given.kills, given.seed)
    sys.stdout.write(f"{tally}\n")
    return 1 if tally.wrong else 0

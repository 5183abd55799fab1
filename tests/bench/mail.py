"""Goal 10: what a mail costs, new and seen before, against the standard library's mailbox with policy.default.

    python -m tests.bench.mail [ROUNDS=3] [MAILS=1000]

The mailbox is one of order mails: twelve headings, text of a hundred order lines, every second with HTML beside it,
every tenth with an attachment. In ours every twentieth mail is one of security 10.1, and costs what it costs; the
peer gets the same mailbox without those, since some of them take it half a minute each. Figures are CPU seconds of
processes of their own, run in turn; memory is the peak of the whole process.
"""

import email.policy
import json
import statistics
import subprocess
import sys
import tempfile
import time
from email.message import EmailMessage
from pathlib import Path
from random import Random

from tests.mail import bad_mails

HERE = Path(__file__).parent.parent.parent
MANY = 10_000
GAME = "EU-7"
LINE = b"From p@example.org Sat Nov 21 19:00:00 2026\n"
PEER = """
import email.policy, mailbox, sys, time
from email.parser import BytesParser
start = time.process_time()
box = mailbox.mbox(sys.argv[1], factory=BytesParser(policy=email.policy.default).parse)
for key in box.keys():
    mail = box[key]
    mail["From"], mail["Subject"], mail["Message-ID"], mail["Date"]
    mail.get_body(("plain",)).get_content()
"""
READ = """
import sys, time
from pathlib import Path
from pbm.cards.card import read_card
from pbm.mail.mbox import MboxSource
from pbm.mail.reading import read_mail
start = time.process_time()
found = sum(bool(read_card(read_mail(it.data).text).game) for it in MboxSource(Path(sys.argv[1]), {}).unseen())
assert found
"""
FETCH = """
import sys, time
from datetime import UTC, datetime
from pathlib import Path
from pbm.post.fetching import fetch
start = time.process_time()
catch = fetch(Path(sys.argv[1]), datetime(2026, 11, 21, 20, tzinfo=UTC), "bench")
assert not catch.problems, catch.problems
"""
TOLD = """
inside = time.process_time() - start
peak = [line for line in open("/proc/self/status") if line.startswith("VmHWM")][0].split()[1]
print(inside, time.process_time(), int(peak) / 1024)
"""


def order_mail(number: int, random: Random) -> bytes:
    """One mail of a player."""
    mail = EmailMessage(policy=email.policy.default)
    player = number % 25 + 1
    mail["From"] = f'"Player {player}" <p{player}@example.org>'
    mail["To"] = "gm@example.org"
    mail["Subject"] = f"[game] Orders turn {number // 25} \u2013 n\u00e9w"
    mail["Message-ID"] = f"<{number}.x@example.org>"
    mail["Date"] = f"Sat, 21 Nov 2026 19:{number % 60:02d}:00 +0000"
    mail["Reply-To"] = f"p{player}@example.org"
    for k in range(4):
        mail["Received"] = (
            f"from mx{k}.example.org (mx{k}.example.org [192.0.2.{k}]) by mail.example.org with ESMTPS id x{number}; "
            "Sat, 21 Nov 2026 19:00:00 +0000"
        )
    mail["X-Mailer"] = "Bench 1.0"
    rows = [
        f"@S{random.randrange(200):03d} BA{random.randrange(9)} AC{k}S{random.randrange(200)} ; na\u00efve"
        for k in range(100)
    ]
    text = f"{GAME} T-1 [{player}] Player {player} 7G2KQ-X4M9V-T\n" + "\n".join(rows) + "\nEND\n"
    mail.set_content(text)
    if number % 2:
        mail.add_alternative(f"<html><body><pre>{text}</pre></body></html>", subtype="html")
    if number % 10 == 0:
        mail.add_attachment(text.encode(), maintype="text", subtype="plain", filename="orders.txt")
    return mail.as_bytes()


def write_boxes(clean: Path, ours: Path, count: int, *, large_first: bool = False) -> None:
    """The peer's mailbox, and ours, in which every twentieth mail is a bad one.

    large_first: with the largest of those first, so that a small mailbox has them too when memory is compared.
    """
    random = Random(1)
    bad = [data for data in bad_mails.all_of_them().values() if len(data) < 2_500_000]
    random.shuffle(bad)
    if large_first:
        bad.sort(key=len, reverse=True)
    with clean.open("wb") as theirs, ours.open("wb") as mixed:
        for number in range(count):
            data = LINE + order_mail(number, random).replace(b"\nFrom ", b"\n>From ") + b"\n"
            theirs.write(data)
            if number % 20 == 19:
                other = bad[number // 20 % len(bad)].replace(b"\nFrom ", b"\n>From ")
                data = LINE + f"X-Number: {number}\n".encode() + other + b"\n\n"
            mixed.write(data)


def league(place: Path, box: Path) -> None:
    """A game, and a mail.toml that names the mailbox."""
    from click.testing import CliRunner

    from pbm.cli import main

    place.mkdir()
    done = CliRunner().invoke(main, ["--root", str(place), "new", GAME, "--seats", "9"])
    assert done.exit_code == 0, done.output
    path = place / "content/mail.toml"
    path.write_text(f'[[sources]]\nname = "box"\nkind = "mbox"\npath = "{box}"\n')


def run(code: str, *words: str) -> tuple[float, float, float]:
    """CPU seconds of the work, CPU seconds and peak MB of the whole process; each has one of its own."""
    command = [sys.executable, "-c", code + TOLD, *words]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    inside, whole, peak = map(float, done.stdout.splitlines()[-1].split())
    return inside, whole, peak


def main() -> None:
    """Rounds of peer, reading, fetching; then the large mailbox, read for the first time and again."""
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    rounds, count = (numbers + [3, 1_000][len(numbers) :])[:2]
    with tempfile.TemporaryDirectory(prefix="pbm-bench-") as name:
        place = Path(name)
        write_boxes(place / "clean", place / "mixed", count)
        write_boxes(place / "clean-few", place / "few", count, large_first=True)
        write_boxes(place / "clean-many", place / "many", MANY)
        rows = []
        for k in range(rounds):
            theirs, _, _ = run(PEER, str(place / "clean"))
            read, _, _ = run(READ, str(place / "mixed"))
            league(place / f"root-{k}", place / "mixed")
            whole, _, _ = run(FETCH, str(place / f"root-{k}"))
            rows.append((theirs / count, read / theirs, whole / theirs))
            print(f"round {k + 1}: " + json.dumps([round(it, 4) for it in rows[-1]]), flush=True)
        each, read, whole = (statistics.median(column) for column in zip(*rows, strict=True))
        league(place / "root-few", place / "few")
        _, _, small = run(FETCH, str(place / "root-few"))
        league(place / "root", place / "many")
        start = time.monotonic()
        first, _, large = run(FETCH, str(place / "root"))
        print(f"{MANY} new mails in {first:.1f} CPU s, {time.monotonic() - start:.0f} s by the clock", flush=True)
        again, process, _ = run(FETCH, str(place / "root"))
        data = (place / "many").read_bytes()
        (place / "many").write_bytes(data[data.index(b"\n" + LINE) + 1 :])
        del data
        known, _, peak = run(FETCH, str(place / "root"))
    seen, moved = again / MANY / each, known / MANY / each
    print(
        f"goal 10: a new mail costs {read:.2f} of mailbox and policy.default to read (goal 0.5), "
        f"{whole:.2f} until it lies safely in the inbox of its game; every twentieth is a bad one"
    )
    print(
        f"goal 10: a mail already seen costs 1/{1 / max(seen, 1e-6):.0f} (goal 1/100), "
        f"1/{1 / moved:.0f} where its mailbox was rewritten"
    )
    print(
        f"goal 10: a mailbox of {MANY} read again in {again:.3f} CPU s, {process:.2f} with the start of the program "
        f"; {known:.2f} where it was rewritten"
    )
    print(
        f"goal 10: memory from {count} to {MANY} mails {large / small:.2f} : "
        f"{small:.0f} and {large:.0f} MB, {peak:.0f} MB where it was rewritten"
    )


if __name__ == "__main__":
    main()

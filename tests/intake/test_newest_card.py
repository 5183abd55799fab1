"""Which of several cards counts, from wherever they come: the higher REV, the later receipt, and among what one run
finds together what was written later. No digest and no alphabet decides (security 3.2).
"""

import os
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbm.intake import inbox
from pbm.post import fetching
from pbm.store.founding import found
from pbm.store.play import GameTable, lay_table
from tests.engine import fake_system
from tests.intake.test_inbox import put, text
from tests.store.test_store import NOW, founding

KINDS = ("inbox", "folder", "maildir", "mbox", "receive")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GameTable:
    fake_system.install(monkeypatch)
    return lay_table(found(tmp_path, founding(), NOW))


def settings_file(root: Path) -> None:
    """All kinds of sources at once."""
    (root / "drop").mkdir()
    for place in ("new", "cur"):
        (root / "mail" / place).mkdir(parents=True)
    (root / "box").touch()
    rows = [("drop", "folder", "drop"), ("mail", "maildir", "mail"), ("box", "mbox", "box")]
    words = [f'[[sources]]\nname = "{name}"\nkind = "{kind}"\npath = "{path}"\n' for name, kind, path in rows]
    (root / "content/mail.toml").write_text("\n".join(words))


def lay(root: Path, kind: str, name: str, body: str, time: datetime, number: int) -> None:
    """Put a card where it comes from: `time` is when our side got it, `number` tells those of one second apart."""
    stamp = int(time.timestamp())
    mail = f"From: p1@example.org\nSubject: {number}\n\n{body}".encode()
    begin = f"{time:From x %a %b %d %H:%M:%S %Y}\n".encode()
    path, data = {
        "inbox": (root / f"content/games/FA-1/inbox/{name}.txt", body.encode()),
        "folder": (root / f"drop/{name}.eml", mail),
        "maildir": (root / f"mail/new/{stamp}.M{number}P{name}.host", mail),
        "mbox": (
            root / "box",
            (root / "box").read_bytes() + begin + mail + b"\n",
        ),
    }.get(kind, (root, b""))
    if kind == "receive":
        fetching.keep(root, mail, time)
        (path,) = [it for it in (root / "content/post/incoming").iterdir() if it.read_bytes() == mail]
    else:
        path.write_bytes(data)
    os.utime(path, ns=(0, stamp * 1_000_000_000 + number))


def run(table: GameTable, when: datetime) -> inbox.Intake:
    """Fetch and take in."""
    fetching.fetch(table.folder.root, when, "test")
    return inbox.ingest(table, when)


def counting(table: GameTable) -> str:
    """The card that counts for player 1."""
    return inbox.waiting_cards(table)[1].decode()


def test_of_two_files_the_one_that_was_saved_later_counts_whatever_its_name(table: GameTable) -> None:
    """`tom (1).txt` is what a browser calls the second download; by the alphabet it stands in front."""
    for time, name, orders in ((1, "tom.txt", "ADD 1"), (2, "tom (1).txt", "ADD 2")):
        put(table, name, text(table, 1, 1, orders))
        os.utime(table.folder.inbox / name, (time, time))
    intake = inbox.ingest(table, NOW)
    assert "ADD 2" in counting(table)
    assert intake.several == ("2 cards of player 1 for turn 1 came together; tom (1).txt counts.",)


def test_the_higher_rev_is_named_where_it_counts_and_so_is_a_card_that_is_amended(table: GameTable) -> None:
    for time, name, orders, rev in ((1, "a.txt", "ADD 1", "REV 2"), (2, "b.txt", "ADD 2", "REV 1")):
        put(table, name, text(table, 1, 1, orders, rev))
        os.utime(table.folder.inbox / name, (time, time))
    assert inbox.ingest(table, NOW).several == ("2 cards of player 1 for turn 1 came together; a.txt counts.",)
    for time, name, orders in ((1, "d.txt", "ADD 3"), (2, "c.txt", "AMEND\nADD 4")):
        put(table, name, text(table, 1, 1, orders, "REV 3"))
        os.utime(table.folder.inbox / name, (time, time))
    told = "2 cards of player 1 for turn 1 came together; c.txt counts, with d.txt, which it amends."
    assert inbox.ingest(table, NOW).several == (told,)
    for name in "ef":
        put(table, f"{name}.txt", text(table, 1, 1, f"ADD {1 if name == 'e' else 2}", "REV 1"))
    told = "2 cards of player 1 for turn 1 came together; an earlier one counts."
    assert inbox.ingest(table, NOW).several == (told,)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_cards_of_one_second_the_one_that_came_later_counts(
    table: GameTable, kind: str, order: tuple[int, int]
) -> None:
    """Eight pairs, so that digests and names stand in either order."""
    root = table.folder.root
    settings_file(root)
    for pair in range(8):
        for number in (1, 2):
            name = f"{pair}{'ab'[order[number - 1]]}"
            card = text(table, 1, 1, f"ADD {number}", f"REV {pair + 1}") + f"\n{pair}"
            lay(root, kind, name, card, NOW + timedelta(hours=pair), number)
        when = NOW + timedelta(hours=pair, minutes=1)
        run(table, when)
        assert f"REV {pair + 1}\nADD 2" in counting(table)


hours = minutes = revisions = st.integers(0, 2)
rows = st.lists(
    st.tuples(
        st.sampled_from(KINDS), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2), st.text("ab", min_size=1)
    ),
    min_size=1,
    max_size=7,
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows)
def test_one_rule_holds_for_all_sources_and_orders(
    table: GameTable, tmp_path_factory: pytest.TempPathFactory, cards: list[tuple[str, int, int, int, str]]
) -> None:
    """A model: what a post stamped goes by that time, the rest by the run that finds it; within a moment by when it
    was written. Then a card with REV counts where none that came before has a higher one.
    """
    root = tmp_path_factory.mktemp("game") / "root"
    shutil.copytree(table.folder.root, root)
    here = lay_table(table.folder.__class__(root, "FA-1"))
    settings_file(root)
    expected: list[tuple[datetime, int, int, int, str]] = []
    for hour in sorted({row[1] for row in cards}):
        when = NOW + timedelta(hours=hour, minutes=30)
        there = [(n, row) for n, row in enumerate(cards) if row[1] == hour]
        for number, (kind, _, minute, revision, name) in there:
            time = NOW + timedelta(hours=hour, minutes=minute, seconds=number)
            body = text(here, 1, 1, f"ADD {number + 1}", f"REV {revision}" if revision else "")
            lay(root, kind, f"{name}{number}", body, time, number)
            moment = when if kind in ("inbox", "folder") else time
            expected.append((moment, hour, revision, 60 * minute + number, f"ADD {number + 1}"))
        run(here, when)
    top, stands = 0, ""
    for _, _, revision, _, orders in sorted(expected, key=lambda it: it[:4]):
        if not revision or revision >= top:
            top, stands = max(top, revision), orders
    assert stands in counting(here)

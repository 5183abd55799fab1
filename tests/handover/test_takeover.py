"""The whole game arrives, or nothing, and one moderator alone goes on."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from pbm.errors import PbmError
from pbm.handover.packing import mail_toml
from pbm.post.settings import read_settings
from pbm.store.folder import Folder
from tests.handover.kits import PHRASE, hand_over, invoke, take, write_card
from tests.store.test_faults import Broken


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_another_moderator_goes_on_where_the_first_ended(root: Path, tmp_path: Path) -> None:
    kit, phrase = hand_over(root, "EU-7", "EU-8")
    assert kit.stat().st_mode & 0o777 == 0o600
    data = kit.read_bytes()
    seed = (root / "content/games/EU-7/private/seed").read_bytes()
    assert seed not in data
    assert b"Rosa" not in data
    new = tmp_path / "new"
    new.mkdir()
    assert "EU-7: taken over; 1 turn played again" in invoke(new, "takeover", str(kit), text=phrase + "\n").stdout
    again = invoke(new, "takeover", str(kit), text=phrase + "\n").stdout
    assert "EU-7: is here already, from this same kit" in again
    assert "taken over" not in again
    for game in ("EU-7", "EU-8"):
        before, after = tree(root / "content/games" / game), tree(new / "content/games" / game)
        ledger = "private/ledger.jsonl"
        assert after.pop(ledger).startswith(before.pop(ledger))
        assert after.pop("private/ledger.head") != before.pop("private/ledger.head")
        assert after == before
        assert (new / "content/games" / game / "private").stat().st_mode & 0o777 == 0o700
        assert (new / "content/games" / game / "private/seed").stat().st_mode & 0o777 == 0o600
    assert (new / "content/post/outbox.jsonl").read_bytes() == (root / "content/post/outbox.jsonl").read_bytes()
    mails = (root / "content/post/ledger.jsonl").read_text().splitlines()
    assert (new / "content/post/ledger.jsonl").read_text().splitlines() == [mails[0], mails[2]]
    write_card(Folder(new, "EU-7"), 2)
    assert "turn 2 is resolved" in invoke(new, "resolve", "--no-fetch", "EU-7").stdout
    invoke(new, "verify", "EU-7")
    assert not list((new / "content/games").glob(".tmp*"))


def test_two_moderators_do_not_both_go_on(root: Path) -> None:
    kit, _ = hand_over(root, "EU-7")
    write_card(Folder(root, "EU-7"), 2)
    done = invoke(root, "resolve", "--no-fetch", "EU-7")
    assert "was handed over" in done.stderr
    assert "turn 2 is resolved" not in done.stdout
    assert (
        "another moderator resolves its turns"
        in invoke(root, "resolve", "--no-fetch", "EU-7", "--now-due", code=1).stderr
    )
    assert "was handed over" in invoke(root, "status", "EU-7").stderr
    before = tree(root / "content/games/EU-7")
    for words in (
        ("amend", "EU-7", "spaces.TU.army=3", "--reason", "x"),
        ("pause", "EU-7"),
        ("standin", "EU-7", "1", "--house"),
        ("reveal", "EU-7", "--end"),
        ("undo", "EU-7", "--reason", "x"),
        ("keys", "EU-7", "--renew", "1"),
        ("ingest", "EU-7", "--no-fetch", "--accept-late", "1"),
    ):
        assert "was handed over, and cannot be changed here" in invoke(root, *words, code=1).stderr
    assert tree(root / "content/games/EU-7") == before
    kit.unlink()
    assert "already" in invoke(root, "handover", "EU-7", "--to", str(kit), code=1).stderr
    invoke(root, "handover", "EU-7", "--to", str(kit), "--again")
    invoke(root, "handover", "EU-7", "--take-back")
    assert "was not handed over" in invoke(root, "handover", "EU-7", "--take-back", code=1).stderr
    assert "turn 2 is resolved" in invoke(root, "resolve", "--no-fetch", "EU-7").stdout


def test_the_words_may_be_typed_in_any_way_but_must_be_the_right_ones(root: Path, tmp_path: Path) -> None:
    kit, phrase = hand_over(root, "EU-8")
    new = tmp_path / "new"
    new.mkdir()
    assert "did not open" in invoke(new, "takeover", str(kit), text=PHRASE + "\n", code=1).stderr
    assert not list((new / "content/games").iterdir())
    invoke(new, "takeover", str(kit), text=f"  {phrase.upper().replace(' ', '-')} \n")
    assert phrase not in (root / "content/games/EU-8/private/ledger.jsonl").read_text()


def test_a_game_that_is_there_is_not_overwritten(root: Path) -> None:
    kit, phrase = hand_over(root, "EU-7", "EU-8")
    shutil.rmtree(root / "content/games/EU-7")
    before = tree(root)
    assert "a game of this name already" in invoke(root, "takeover", str(kit), text=phrase + "\n", code=1).stderr
    assert tree(root) == before


def test_a_broken_takeover_leaves_all_or_nothing_and_can_be_done_again(root: Path, tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def die() -> None:
        raise Killed

    kit, phrase = hand_over(root, "EU-7", "EU-8")
    data = kit.read_bytes()
    at, done = 1, False
    while not done:
        new = tmp_path / f"new{at}"
        try:
            take(new, data, phrase, Broken(at, die))
            done = True
        except Killed:
            for game in ("EU-7", "EU-8"):
                if (new / "content/games" / game).exists():
                    assert len(tree(new / "content/games" / game)) == len(tree(root / "content/games" / game))
            take(new, data, phrase)
            lines = (new / "content/post/outbox.jsonl").read_bytes().splitlines()
            assert len(lines) == len(set(lines)) == 4
        for game in ("EU-7", "EU-8"):
            assert not Folder(new, game).ledger.is_handed_over
        shutil.rmtree(new)
        at += 9
    assert at > 100


def test_a_turn_that_was_changed_in_a_kit_is_found(root: Path, tmp_path: Path) -> None:
    path = root / "content/games/EU-7/private/turns/001/state.json"
    path.write_text(path.read_text().replace('"dollars": "2', '"dollars": "3', 1))
    kit, phrase = hand_over(root, "EU-7")
    with pytest.raises(PbmError, match="Turn 1 differs"):
        take(tmp_path / "new", kit.read_bytes(), phrase)
    assert not list((tmp_path / "new/content/games").iterdir())


def test_mail_toml_loses_what_lies_on_one_machine(root: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    (new / "content").mkdir(parents=True)
    (new / "content/mail.toml").write_bytes(mail_toml(root))
    made, old = read_settings(new), read_settings(root)
    assert [source.name for source in made.sources] == ["far"]
    assert (made.out, made.border, made.sources[0]) == (old.out, old.border, old.sources[1])
    kit, phrase = hand_over(root, "EU-8")
    (new / "content/mail.toml").write_text('border = ["mine"]\n')
    assert not take(new, kit.read_bytes(), phrase).mail
    assert read_settings(new).border == ("mine",)
    assert take(tmp_path / "third", kit.read_bytes(), phrase).mail


def test_a_kit_is_not_written_where_it_would_be_published(root: Path) -> None:
    for place in (root / "content/x.kit", root / "output/site/x.kit"):
        assert "choose another place" in invoke(root, "handover", "EU-7", "--to", str(place), code=1).stderr
    assert "Name the kit" in invoke(root, "handover", "EU-7", code=1).stderr
    kit = root.parent / "there"
    kit.write_text("mine")
    assert "is there already" in invoke(root, "handover", "EU-7", "--to", str(kit), code=1).stderr
    assert kit.read_text() == "mine"
    assert not Folder(root, "EU-7").ledger.is_handed_over
    (root / "content/games/EU-7/inbox/link.txt").symlink_to("/etc/passwd")
    assert "not a regular file" in invoke(root, "handover", "EU-7", "--to", str(root.parent / "y.kit"), code=1).stderr
    assert not [p.name for p in root.parent.iterdir() if "y.kit" in p.name]


def test_a_disk_that_becomes_read_only_is_one_sentence(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = root.parent / "x.kit"
    unlink = Path.unlink

    def refused(*given: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    def synced(file: int) -> None:  # the kit's file is the first that is flushed
        monkeypatch.setattr(Path, "unlink", lambda path, missing_ok=False: refused())
        refused()

    monkeypatch.setattr(os, "fsync", synced)
    told = invoke(root, "handover", "EU-7", "--to", str(kit), code=1).stderr
    monkeypatch.setattr(Path, "unlink", unlink)
    assert told.splitlines()[-1] == f"{kit}: cannot be written (Read-only file system)."
    assert not Folder(root, "EU-7").ledger.is_handed_over


def test_a_copied_game_is_noticed_where_the_other_went_on(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert invoke(root, "resolve", "--no-fetch").stderr == ""
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    told = invoke(copy, "ingest", "--no-fetch").stderr
    assert told.count("the same game went on in") == 2
    assert str(root / "content/games/EU-7") in told
    assert invoke(copy, "ingest", "--no-fetch").stderr == ""
    shutil.rmtree(copy)
    assert invoke(root, "resolve", "--no-fetch").stderr == ""


def test_a_variant_of_ones_own_goes_with_its_game(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    shipped = Path(__file__).parents[2] / "content/variants/south-america"
    shutil.copytree(shipped, old / "content/variants/south-america")
    invoke(old, "new", "SA-1", "--variant", "south-america", "--seats", "2")
    kit, phrase = hand_over(old, "SA-1")
    new.mkdir()
    assert "SA-1: taken over" in invoke(new, "takeover", str(kit), text=phrase + "\n").stdout
    assert tree(new / "content/variants") == tree(old / "content/variants")
    other = tmp_path / "other"
    shutil.copytree(shipped, other / "content/variants/south-america")
    path = other / "content/variants/south-america/variant.toml"
    path.write_text(path.read_text().replace('title = "', 'title = "Another ', 1))
    told = invoke(other, "takeover", str(kit), code=1, text=phrase + "\n").stderr
    assert "there is another variant of this name" in told
    assert not (other / "content/games/SA-1").exists()

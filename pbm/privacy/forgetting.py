"""Forgetting a player, step by step.

The ledger notes first what goes; players.toml, by which his things are found, is emptied last. So a run that
was broken off is taken up by the same command.
"""

import hashlib
import re
import shutil
from datetime import datetime
from pathlib import Path

import msgspec
from msgspec.structs import replace

from pbm.archive.contents import archive_name
from pbm.core.stamps import cache_folder
from pbm.errors import PbmError
from pbm.privacy.person import Person
from pbm.publish.prose import read_prose
from pbm.store.disk import FILE, OPEN_FILE
from pbm.store.edit import empty_player, set_author, set_seat_name
from pbm.store.facts import read_players, write_time
from pbm.store.folder import Folder
from pbm.store.ledger import Forgotten, Receipt
from pbm.store.press import PRIVATE_PRESS

CACHES = ("made", "prose", "still", "deploy")  # what pages were made of, and what was uploaded


class Gone(msgspec.Struct, frozen=True):
    """What was taken away: files that he sent, texts of the press without his name, mails of no game, output.

    waiting: numbers of his cards that are kept, because a turn is still to be resolved with them.
    """

    files: int = 0
    press: int = 0
    mails: int = 0
    output: int = 0
    waiting: tuple[int, ...] = ()


def forget(folder: Folder, person: Person, root: Path, now: datetime, *, keep_shown: bool) -> Gone:
    """Take away what is kept of a player of this game. Needs the lock, also that of content/post if there is one."""
    numbers, waiting = _his(folder, person)
    new = tuple(sorted(set(numbers) - folder.ledger.forgotten))
    if new:
        folder.note(Forgotten(person.number, new, write_time(now)))
    files = _remove_received(folder)
    press = _unsign_press(folder, person, keep_shown=keep_shown)
    mails = _forget_post(folder, person, root / "content" / "post")
    if not keep_shown:
        _unname_seat(folder, person.number)
    output = _clear_output(folder, person, root / "output")
    _clear_caches()
    _empty_entry(folder, person)
    folder.refresh()
    return Gone(files, press, mails, output, waiting)


def _his(folder: Folder, person: Person) -> tuple[list[int], tuple[int, ...]]:
    """The numbers of what he sent; and of those that are waited for, which stay until their turn is resolved."""
    ledger = folder.ledger
    awaited: set[int] = set()
    if folder.facts.status == "running":
        turns = {receipt.turn for receipt in ledger.receipts if receipt.turn > folder.last}
        awaited = {r.number for turn in turns for layers in ledger.layers(turn).values() for r in layers}
    his = [receipt.number for receipt in ledger.receipts if _is_his(folder, receipt, person)]
    return [n for n in his if n not in awaited], tuple(n for n in his if n in awaited)


def _is_his(folder: Folder, receipt: Receipt, person: Person) -> bool:
    path = folder.received / receipt.kept
    if receipt.player == person.number:
        return True
    if receipt.number in folder.ledger.forgotten or not path.exists():
        return False
    data = folder.disk.read(path)
    return person.sent(data) or (receipt.player == 0 and person.stands_in(data))


def _remove_received(folder: Folder) -> int:
    """Also what a broken run noted and did not remove."""
    removed = 0
    gone = folder.ledger.forgotten
    for receipt in folder.ledger.receipts:
        path = folder.received / receipt.kept
        if receipt.number in gone and path.exists():
            folder.disk.remove(path)
            removed += 1
    if removed:
        folder.disk.sync_folder(folder.received)
    return removed


def _unsign_press(folder: Folder, person: Person, *, keep_shown: bool) -> int:
    """His pieces are signed "player 3"; their text stays."""
    changed = 0
    shown = next((seat.name for seat in folder.facts.seats if seat.number == person.number), "") if keep_shown else ""
    name = f"player {person.number}"
    for place in (folder.path / "press", folder.path / "news", folder.path / PRIVATE_PRESS):
        private = place.parent == folder.private
        for path in [place / n for n in folder.disk.names(place) if n.endswith(".md")]:
            front, _ = read_prose(path, private=private)
            is_his = front.player == person.number or person.stands_in(front.author.encode())
            if not front.author or front.author in (name, shown) or not is_his:
                continue
            made = set_author(folder.disk.read(path), name)
            folder.disk.replace(path, made, FILE if private else OPEN_FILE)
            if read_prose(path, private=private)[0] != replace(front, author=name):
                raise PbmError(f"{path}: author: cannot be changed here; write author = {name!r} by hand.")
            changed += 1
    return changed


def _forget_post(folder: Folder, person: Person, post: Path) -> int:
    """Mails of no game that he sent, and what the post's own lists say of him."""
    removed, disk = 0, folder.disk
    if not person.addresses:
        return 0
    for path in (post / place / name for place in ("kept", "joined") for name in disk.names(post / place)):
        if path.is_file() and person.sent(disk.read(path)):
            disk.remove(path)
            removed += 1
    lists = [post / name for name in disk.names(post) if ".jsonl" in name]
    lists += [post.parent / "waiting" / name for name in disk.names(post.parent / "waiting") if ".jsonl" in name]
    lists += [place / name for place in [post / "written" / folder.game] for name in disk.names(place)]
    for path in lists:
        before = disk.read(path)
        made = _without(before.decode("utf-8", "surrogateescape"), person).encode("utf-8", "surrogateescape")
        if made != before:
            disk.replace(path, made)
    return removed


def _without(text: str, person: Person) -> str:
    """The post's lists still say what came and what went out, by number and digest, but not from or to whom. A name may
    look like a piece of a digest, or be the word that a list has for something.
    """
    for word in sorted(person.words, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w|\":)", "(forgotten)", text, flags=re.IGNORECASE)
    for address in person.addresses:  # the post counts senders by a digest: an address can be guessed from that
        digest = hashlib.sha256(address.encode()).hexdigest()
        text = text.replace(f'"{digest}"', '"-"').replace(f'"{digest[:16]}"', '"-"')
    return text


def _unname_seat(folder: Folder, number: int) -> None:
    path = folder.path / "game.toml"
    if any(seat.number == number and seat.name for seat in folder.facts.seats):
        folder.write_game(set_seat_name(folder.disk.read(path), number, "", path))


def _empty_entry(folder: Folder, person: Person) -> None:
    """His entry in players.toml, with nothing but what makes codes; remarks in it go, too."""
    path = folder.private / "players.toml"
    data = folder.disk.read(path)
    before = read_players(data, path)
    entry = replace(before[person.number], name="", address="", post="", by="", absent=(), before=())
    usual = {"number", "name", "address", "key", "epoch"}
    plain = type(entry)(number=entry.number, key=entry.key)
    values = {k: v for k, v in msgspec.to_builtins(entry).items() if k in usual or v != getattr(plain, k)}

    made = empty_player(data, person.number, values, lambda remark: not person.stands_in(remark.encode()))
    if read_players(made, path) != {**before, person.number: entry}:
        raise PbmError(f"{path}: players: the entry of player {person.number} cannot be changed here; do it by hand.")
    if made != data:
        folder.disk.replace(path, made)


def _clear_output(folder: Folder, person: Person, output: Path) -> int:
    """His printouts, and all letters and sheets that were made for him; the site itself is built anew."""
    removed = 0
    for path in sorted(output.rglob("*")):
        parts = path.relative_to(output).parts
        if not path.is_file() or parts[0] in ("site", "site.files", ".gitignore"):
            continue
        is_own = parts[:2] == ("printouts", folder.game) and path.name.split(".")[0] == str(person.number)
        is_print = path.suffix == ".pdf" and folder.game in "/".join(parts)
        is_archive = parts == (archive_name(folder.game),)  # deflated: no name is found in it
        if is_own or is_print or is_archive or person.stands_in(path.read_bytes()):
            folder.disk.remove(path)
            removed += 1
    return removed


def _clear_caches() -> None:
    """What is remembered of pages has his name in it; nothing of it is needed."""
    place = cache_folder()
    if place is None:
        return
    for name in CACHES:
        try:
            shutil.rmtree(place / name)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise PbmError(f"{place / name}: cannot be cleared ({error.strerror or error}).") from None

"""A game folder looked through without playing: what is damaged, missing, left over or open to others.

Whatever can be read is held against what vouches for it: received files against their SHA-256 and the ledger, the
ledger against its chain, turns against their digests. Whether a turn follows from its cards is `verify`'s business.
"""

import hashlib
import re
import stat
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pbm.errors import PbmError
from pbm.store.facts import GAME_ID
from pbm.store.folder import ASIDE, Folder, games_path, stray_turns, what_strays, write_json
from pbm.store.keyring import missing, read_ring
from pbm.store.ledger import Withdrawn
from pbm.store.lock import LOCK
from pbm.store.loss import check_ledger, unreceipted
from pbm.store.names import check_names
from pbm.store.play import GameTable, lay_table, read_events
from pbm.store.record import Record
from pbm.store.renamed import misnamed
from pbm.store.seeds import Digests, chain_digest, digests

KEPT = re.compile(r"([0-9]{6,9})-([0-9a-f]{64})(?:-(?:typed|[0-9]{8}T[0-9]{6}Z))?\.(?:txt|eml)")
TURN = re.compile(r"[0-9]{3}(\.withdrawn-[1-9][0-9]*)?")
IN_TURNS = re.compile(TURN.pattern + r"(/(state|events|record)\.json|/cards(/[1-9][0-9]{0,3}\.txt)?)?")
AT_THE_TOP = re.compile(r"game\.toml|news|press|inbox|private")
PRIVATE = re.compile(
    r"players\.toml|seed|keys\.json|deadlines\.json|press|received|turns|ledger\.head|ledger\.jsonl(\.torn-[0-9]+)?|"
    r"option-[a-z_]+\.txt"
)
FOLDERS = re.compile(
    r"news|press|inbox|private(/press|/received|/turns(/[0-9]{3}(\.withdrawn-[1-9][0-9]*)?(/cards)?)?)?"
)
OF_A_TURN = ("state.json", "events.json", "record.json")
FROM_A_COPY = "put it back from a copy"


class Finding(msgspec.Struct, frozen=True):
    """Something that is not as it should be: path and what is wrong with it, what to do; and whether --mend does it."""

    what: str
    todo: str
    mends: bool = False


def inspect_games(root: Path) -> Iterator[Finding]:
    """What lies beside the games and is none."""
    place = games_path(root)
    for path in sorted(place.iterdir()) if place.is_dir() else ():
        if path.name == LOCK:
            yield Finding(f"{path}: a run is in progress, or was interrupted", "run fsck again when it is done", True)
        elif path.name.startswith(ASIDE):
            yield Finding(f"{path}: was left by an interrupted run", "remove it, or found that game again")
        elif (path / "game.toml").exists() and not GAME_ID.fullmatch(path.name):
            continue  # a game under another name: told below, and never to be taken away
        elif not GAME_ID.fullmatch(path.name) or not path.is_dir():
            yield Finding(f"{path}: is not a game folder", "move it elsewhere")
    for told in misnamed(games_path(root)):
        what, _, todo = told.rstrip(".").partition("; ")
        yield Finding(what, todo)


def inspect(folder: Folder) -> list[Finding]:
    """All findings of a game, in the order of its files."""
    found = [*_entries(folder), *_modes(folder)]
    found += _heard(lambda: folder.facts, "repair it by hand")
    found += _names(folder)
    found += _heard(lambda: folder.players, "repair it by hand")
    found += _heard(lambda: folder.seed, FROM_A_COPY)
    found += _ring(folder)
    found += _ledger(folder)
    found += _turns(folder)
    return list({finding.what: finding for finding in reversed(found)}.values())[::-1]  # each thing once


def mend(folder: Folder) -> None:
    """Do what loses nothing: end what a broken run began, set a torn line aside, shut folders. Needs the lock."""
    folder.settle()
    if folder.ledger.torn:
        folder.note()
    for place in (folder.private, folder.inbox):
        if is_open(place):
            folder.disk.shut(place)


def _heard(look: Callable[[], object], todo: str) -> list[Finding]:
    """What is told when something cannot be read."""
    try:
        look()
    except PbmError as error:
        return [Finding(str(error).rstrip("."), todo)]
    return []


def _names(folder: Folder) -> Iterator[Finding]:
    """Shown names that were written by hand, which nobody has checked."""
    if _heard(lambda: folder.facts, ""):
        return  # told already
    try:
        check_names((seat.number, seat.name) for seat in folder.facts.seats)
    except PbmError as error:
        yield Finding(f"{folder.path / 'game.toml'}: seats: {str(error).rstrip('.')}", "repair it by hand")


def _entries(folder: Folder) -> Iterator[Finding]:
    """What does not belong where it lies: links, leftovers, unknown names."""
    for path in sorted(folder.path.rglob("*")):
        where = path.relative_to(folder.path).parts
        if path.is_symlink():
            yield Finding(f"{path}: is a symbolic link; a game folder may not contain any", "put the file itself there")
        elif path.name == LOCK:
            yield Finding(f"{path}: a run is in progress, or was interrupted", "run fsck again when it is done", True)
        elif path.name.startswith(ASIDE):
            yield Finding(f"{path}: was left by an interrupted run", "any command that writes removes it", True)
        elif not path.is_file() and not path.is_dir():
            yield Finding(f"{path}: is neither file nor folder", "remove it")
        elif path.is_file() and FOLDERS.fullmatch("/".join(where)):
            yield Finding(f"{path}: is a file and should be a folder", "remove it and make a folder of that name")
        elif not any(part.startswith(ASIDE) for part in where) and not _belongs(where):
            yield Finding(f"{path}: does not belong here", "remove it")


def _belongs(where: tuple[str, ...]) -> bool:
    """Whether the place within a game folder is one that we know; what moderator and post lay down is free."""
    top, *rest = where
    if top in ("news", "press", "inbox"):
        return len(rest) <= 1
    if not rest:
        return bool(AT_THE_TOP.fullmatch(top))
    kind, *inner = rest
    if not inner:
        return top == "private" and bool(PRIVATE.fullmatch(kind))
    if kind == "press":
        return len(inner) == 1
    if kind == "received":
        return len(inner) == 1 and bool(KEPT.fullmatch(inner[0]))
    return kind == "turns" and bool(IN_TURNS.fullmatch("/".join(inner)))


def _modes(folder: Folder) -> Iterator[Finding]:
    """Folders that shut out others guard all that is in them."""
    for place in (folder.private, folder.inbox):
        if is_open(place):
            yield Finding(f"{place}: others can look into it", f"chmod go-rwx {place}", True)


def is_open(place: Path) -> bool:
    """Whether others than its owner can look into a folder."""
    return place.is_dir() and bool(place.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def _ring(folder: Folder) -> list[Finding]:
    """The keys of sealed printouts: new ones make new words, so a copy of the old ones is to be looked for first."""
    path = folder.private / "keys.json"
    is_open = bool(_heard(lambda: folder.facts, "")) or folder.facts.status == "revealed"  # to all, or not to be read
    try:
        ring = read_ring(folder)
    except PbmError as error:
        new = "pbm build says what else to remove" if is_open else f"pbm keys {folder.game} makes new ones"
        return [Finding(str(error).rstrip("."), f"{FROM_A_COPY}, or else remove it: {new}")]
    if ring is None:
        if is_open:
            return []
        told = f"{path}: is missing; without it the site has no sealed printouts"
        return [Finding(told, f"{FROM_A_COPY}, or else pbm keys {folder.game} makes new ones")]
    lacking = "" if _heard(lambda: folder.players, "") else ", ".join(map(str, missing(folder, ring)))
    if not lacking:
        return []
    told = f"{path}: has no keys for the current epoch of player {lacking}"
    return [Finding(told, f"pbm keys {folder.game} makes what is missing")]


def _ledger(folder: Folder) -> list[Finding]:
    """The ledger, and what was received, each against the other."""
    path = folder.private / "ledger.jsonl"
    try:
        ledger = folder.ledger
    except PbmError as error:
        return [Finding(str(error).rstrip("."), FROM_A_COPY)]
    found = []
    if ledger.torn:
        found.append(Finding(f"{path}: its last line is incomplete", "the next command sets it aside", True))
    lost = _unknown_cards(folder)
    if lost:
        which = f"turn {lost[0]}" if len(lost) == 1 else f"turn {lost[0]}, and of {len(lost) - 1} more"
        found.append(Finding(f"{path}: lacks the receipts of cards that played {which}", FROM_A_COPY))
    elif not _heard(lambda: folder.last, "") and _heard(lambda: check_ledger(folder), ""):
        found.append(Finding(f"{path}: has lost lines", FROM_A_COPY))
    kept = {receipt.number: receipt.kept for receipt in ledger.receipts}
    if list(kept) != list(range(1, len(ledger.receipts) + 1)):
        found.append(Finding(f"{path}: the numbers of what was received do not run from 1", FROM_A_COPY))
    for number, name in kept.items():
        if number not in ledger.forgotten and not (folder.received / name).exists():
            found.append(Finding(f"{folder.received / name}: is missing; the ledger has it", FROM_A_COPY))
    waits = ("was received but not judged yet", f"pbm ingest {folder.game}")
    found += _received(folder, kept, ("is not in the ledger", FROM_A_COPY) if lost else waits)
    for fact in ledger.facts:
        if isinstance(fact, Withdrawn) and not (folder.turns_path / fact.kept).is_dir():
            unfinished = fact is folder.unfinished()
            todo = "the next command finishes it" if unfinished else FROM_A_COPY
            found.append(
                Finding(f"{folder.turns_path / fact.kept}: is missing; the turn was taken back", todo, unfinished)
            )
    return found


def _unknown_cards(folder: Folder) -> list[int]:
    """The turns with cards of which the ledger knows nothing."""
    try:
        return unreceipted(folder)
    except PbmError:
        return []  # told of the turn


def _received(folder: Folder, kept: dict[int, str], unknown: tuple[str, str]) -> Iterator[Finding]:
    """Each number once, each file as it came, each in the ledger; unknown: what is wrong with one that is not, and
    what to do.
    """
    seen: dict[int, str] = {}
    for name in folder.disk.names(folder.received) if not folder.received.is_symlink() else ():
        match, path = KEPT.fullmatch(name), folder.received / name
        if not match or path.is_symlink() or not path.is_file():
            continue  # told already
        number = int(match[1])
        if number in seen:
            yield Finding(f"{path}: has the number of {seen[number]}", "keep the one that the ledger names")
        seen[number] = name
        if number not in kept:
            yield Finding(f"{path}: {unknown[0]}", unknown[1])
        elif kept[number] != name:
            yield Finding(f"{path}: the ledger calls it {kept[number]}", FROM_A_COPY)
        if folder.disk.digest(path) != match[2]:
            yield Finding(f"{path}: was changed after it was received", FROM_A_COPY)


def _turns(folder: Folder) -> list[Finding]:
    """Every turn: whole, readable, and with the digests that fix it."""
    if _heard(lambda: folder.facts, "") or _heard(lambda: folder.seed, "") or _heard(lambda: folder.ledger, ""):
        return []  # told already, and nothing can be held against anything without them
    found = (
        _strays(folder)
        or _heard(lambda: folder.last, FROM_A_COPY)
        or _heard(lambda: lay_table(folder), "repair it by hand")
    )
    if found:
        return found
    table, before = lay_table(folder), ""
    for number in range(folder.last + 1):
        found += _turn(table, number, before)
        if _heard(partial(folder.record, number), ""):
            break
        before = folder.record(number).digests.chain
    known = {fact.kept for fact in folder.ledger.facts if isinstance(fact, Withdrawn)}
    for name in folder.disk.names(folder.turns_path):
        if TURN.fullmatch(name) and "." in name:
            path = folder.turns_path / name
            lacking = [part for part in OF_A_TURN if not (path / part).is_file()]
            found += [Finding(f"{path / part}: is missing", FROM_A_COPY) for part in lacking]
            if name not in known:
                told = f"{path}: the ledger has no such turn taken back"
                found.append(Finding(told, "put the ledger back from a copy, or if there is none remove this"))
    return found


def _strays(folder: Folder) -> list[Finding]:
    """Folders behind the last turn that only have the name of one."""
    strays = stray_turns(folder)
    return [Finding(f"{folder.turn_path(it)}: {what_strays(folder, it)}", "remove it") for it in strays]


def _turn(table: GameTable, number: int, before: str) -> list[Finding]:
    """A turn's files, read strictly and held against the digests of its record."""
    folder = table.folder
    path = folder.turn_path(number)
    found = []
    found += _heard(lambda: folder.record(number), FROM_A_COPY)
    found += _heard(lambda: table.position(table.words(number), number), FROM_A_COPY)
    found += _heard(lambda: read_events(folder, number), FROM_A_COPY)
    found += _heard(lambda: folder.cards(number), FROM_A_COPY)
    if found:
        return found
    record, cards = folder.record(number), folder.cards(number)
    if record.turn != number:
        return [Finding(f"{path / 'record.json'}: is that of turn {record.turn}", FROM_A_COPY)]
    for player in sorted({*cards, *record.cards}):
        if player not in cards:
            found.append(Finding(f"{path / 'cards' / f'{player}.txt'}: is missing", FROM_A_COPY))
        elif hashlib.sha256(cards[player]).hexdigest() != record.cards.get(player):
            found.append(Finding(f"{path / 'cards' / f'{player}.txt'}: was changed since", FROM_A_COPY))
    core = write_json(replace(record, digests=Digests()))
    chain = chain_digest(folder.seed, folder.game, record.digests, core, before)
    if chain != record.digests.chain or write_json(record) != folder.raw(number, "record.json"):
        found.append(Finding(f"{path / 'record.json'}: was changed since; the chain does not hold", FROM_A_COPY))
        return found
    state, events = folder.raw(number, "state.json"), folder.raw(number, "events.json")
    made = digests(folder.seed, folder.game, state, cards, events, core, before)
    for part in ("state", "events"):
        if getattr(made, part) != getattr(record.digests, part):
            found.append(Finding(f"{path / part}.json: was changed since; its digest differs", FROM_A_COPY))
    return found or _corrections(folder, record, number)


def _corrections(folder: Folder, record: Record, number: int) -> list[Finding]:
    """What a turn began with must be what the ledger says was corrected."""
    began = () if record.corrections is UNSET else record.corrections
    if number and began != folder.ledger.corrections(number - 1):
        path = folder.turn_path(number) / "record.json"
        return [Finding(f"{path}: has other corrections than the ledger", FROM_A_COPY)]
    return []

"""A game folder: where everything of a game lies, and the moves that change it (design 6, security 6)."""

import re
from collections.abc import Callable, Hashable, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pbm.errors import PbmError
from pbm.store.disk import OPEN_FILE, Disk
from pbm.store.facts import (
    GAME_ID,
    GameFacts,
    PlayerFacts,
    Presence,
    Value,
    key_first,
    read_game,
    read_players,
    write_time,
)
from pbm.store.ledger import Correction, Fact, Ledger, Paused, Withdrawn, add_facts, decode_ledger, ledger_bytes
from pbm.store.loss import LEDGER, check_ledger, note_head, noted_head
from pbm.store.record import Outline, Record, outlined
from pbm.store.seeds import commitment, read_seed

ASIDE = ".tmp-"
MOST_WORKED = 9
MOST_AT_HAND = 32
"""Of so many games it is remembered what was worked out of their files: an archive has thousands of them."""
MOST_RECORDS = 4  # of a long game all of them are megabytes; most that is asked of old turns stands in their outlines

T = TypeVar("T")
_at_hand: "dict[Folder, None]" = {}
"""Those games; what was asked for last is at the end."""


class TurnFiles(msgspec.Struct, frozen=True):
    """A turn ready to be committed: the bytes of its files."""

    turn: int
    state: bytes
    events: bytes
    record: bytes
    cards: dict[int, bytes]


def _meant(root: Path, game: str) -> str:
    """The end of a sentence about a game that there is not: whose id is nearly the same."""
    from difflib import get_close_matches  # a good id does not need it

    near = get_close_matches(game.upper(), game_ids(root), 1, 0.7)
    return f"; {near[0]} may be meant" if near else ""


class Folder:
    """The folder of one game. Reading needs no lock; whoever changes it holds that of `private`."""

    def __init__(self, root: Path, game: str, disk: Disk | None = None) -> None:
        self.disk = disk or Disk()
        self.game = game
        self.root = root
        self.path = games_path(root) / game
        self.private = self.path / "private"
        self.turns_path = self.private / "turns"
        self.received = self.private / "received"
        self.inbox = self.path / "inbox"
        self._ledger: Ledger | None = None
        self._last: int | None = None
        self._records: dict[int, Record] = {}
        self._outlines: dict[int, Outline] = {}
        self._worked: dict[Hashable, tuple[Any, Any]] = {}
        if not GAME_ID.fullmatch(game):
            raise PbmError(f"{game!r} is not a game id such as EU-7{_meant(root, game)}.")
        for path in (games_path(root), self.path, self.private, self.turns_path, self.received, self.inbox):
            if self.disk.is_link(path):
                raise PbmError(f"{path}: is a symbolic link; a game folder may not contain any.")
        if not self.path.is_dir():
            there = f" (there: {', '.join(game_ids(root))})" if game_ids(root) else ""
            raise PbmError(f"There is no game {game} in {games_path(root)}{there}{_meant(root, game)}.")

    @cached_property
    def facts(self) -> GameFacts:
        """game.toml."""
        path = self.path / "game.toml"
        data = self.disk.read(path)
        facts = self.cached("facts", data, lambda: read_game(data, path))
        if facts.id != self.game:
            from pbm.store.renamed import check_name  # needed by a game of an older pbm alone, and by a renamed one

            check_name(self, facts)
        return facts

    @cached_property
    def players(self) -> dict[int, PlayerFacts]:
        """private/players.toml: one entry for each seat. PbmError where they are not those of the seats."""
        path = self.private / "players.toml"
        data = self.disk.read(path)
        players = self.cached("players", data, lambda: read_players(data, path))
        if sorted(players) != sorted(seat.number for seat in self.facts.seats):
            raise PbmError(f"{path}: players: must be those of the seats in game.toml, each once.")
        return players

    @cached_property
    def presence(self) -> dict[int, Presence]:
        """Of players.toml who is away, and for whom the house plays."""
        return {number: Presence(player.absent, player.house) for number, player in self.players.items()}

    @cached_property
    def seed(self) -> bytes:
        """private/seed, held against the commitment in game.toml. PbmError where it is another one."""
        path = self.private / "seed"
        seed = read_seed(self.disk.read(path), path)
        if commitment(seed) != self.facts.seed_commitment:
            raise PbmError(f"{path}: is not the seed that seed_commitment in game.toml commits to.")
        return seed

    def refresh(self) -> None:
        """Forget what was read: another run may have written before we held the lock."""
        self._ledger = None
        self._forget_turns()
        for name in ("facts", "players", "presence", "seed"):
            self.__dict__.pop(name, None)

    def _forget_turns(self) -> None:
        self._last = None
        self._records, self._outlines = {}, {}

    def cached(self, what: Hashable, inputs: Any, make: Callable[[], T]) -> T:
        """What is worked out of files that were read: it is not worked out again where the same inputs are given.

        Only what was asked for last is kept; a run asks for the two newest positions time and again.
        """
        known = self._worked.pop(what, None)
        if known is None or known[0] != inputs:
            known = (inputs, make())
            while len(self._worked) >= MOST_WORKED:
                del self._worked[next(iter(self._worked))]
        self._worked[what] = known
        self._take_at_hand()
        found: T = known[1]
        return found

    def _take_at_hand(self) -> None:
        """Remember what is worked out of this game, and forget it of those that were not asked for the longest."""
        _at_hand.pop(self, None)
        _at_hand[self] = None
        while len(_at_hand) > MOST_AT_HAND:
            oldest = next(iter(_at_hand))
            del _at_hand[oldest]
            oldest._worked.clear()
            oldest._forget_turns()

    @property
    def is_clean(self) -> bool:
        """True if no interrupted run left unfinished work."""
        from pbm.store.lock import LOCK  # who only reads takes none

        places = (self.path, self.private, self.turns_path, self.received, self.private / "press")
        left = [name for place in places for name in self.disk.names(place) if name.startswith(ASIDE)]
        is_noted = noted_head(self) in (None, self.ledger.chain)
        return not left and not (self.private / LOCK).exists() and is_noted and not self.unfinished()

    def unfinished(self) -> Withdrawn | None:
        """A turn whose taking back was noted but not done."""
        withdrawn = [fact for fact in self.ledger.facts if isinstance(fact, Withdrawn)]
        if withdrawn and not (self.turns_path / withdrawn[-1].kept).exists():
            return withdrawn[-1]
        return None

    @property
    def ledger(self) -> Ledger:
        """What came in and what was decided about it."""
        if self._ledger is None:
            path = self.private / "ledger.jsonl"
            data = ledger_bytes(self.disk, path)
            self._ledger = self.cached("ledger", data, lambda: decode_ledger(data, path))
        return self._ledger

    def note(self, *facts: Fact) -> None:
        """Add facts to the ledger. PbmError where it lost lines before."""
        check_ledger(self)
        longer = add_facts(self.disk, self.private / LEDGER, self.ledger, facts)
        self._ledger = self.cached("ledger", longer.lines, lambda: longer)
        note_head(self)

    @property
    def last(self) -> int:
        """The number of the turn last resolved; 0 is the start. PbmError for a gap."""
        if self._last is None:
            self._last = find_last(self)
        return self._last

    def turn_path(self, turn: int) -> Path:
        """The folder of a turn."""
        return self.turns_path / f"{turn:03d}"

    def state(self, turn: int) -> dict[str, Any]:
        """The state after a turn, as plain data."""
        state: dict[str, Any] = self._json(turn, "state.json", dict[str, Any])
        return state

    def events(self, turn: int) -> list[dict[str, Any]]:
        """The events of a turn, as plain data."""
        events: list[dict[str, Any]] = self._json(turn, "events.json", list[dict[str, Any]])
        return events

    def record(self, turn: int) -> Record:
        """The record of a turn."""
        known = self._records.pop(turn, None) or self._read_record(turn)[1]
        while len(self._records) >= MOST_RECORDS:
            del self._records[next(iter(self._records))]
        self._records[turn] = known
        return known

    def outline(self, turn: int) -> Outline:
        """What is asked of the record of every turn."""
        if turn not in self._outlines:
            self._outlines[turn] = outlined(*self._read_record(turn))
        return self._outlines[turn]

    def _read_record(self, turn: int) -> tuple[bytes, Record]:
        data = self.raw(turn, "record.json")
        return data, self._decoded(turn, "record.json", data, Record)

    def corrections(self, turn: int) -> tuple[Correction, ...]:
        """The moderator's corrections of the position after a turn: as the next turn was played with them, or from
        the ledger while there is none.
        """
        if turn >= self.last:
            return self.ledger.corrections(turn)
        return self.outline(turn + 1).corrections

    def cards(self, turn: int) -> dict[int, bytes]:
        """The cards that a turn was resolved with, without name and code. PbmError for a file that is none."""
        folder = self.turn_path(turn) / "cards"
        cards = {}
        for name in self.disk.names(folder):
            if not re.fullmatch(r"[1-9][0-9]{0,3}\.txt", name):
                raise PbmError(f"{folder / name}: does not belong here; cards are named 1.txt, 2.txt and so on.")
            cards[int(name[:-4])] = self.disk.read(folder / name)
        return dict(sorted(cards.items()))

    def raw(self, turn: int, name: str) -> bytes:
        """The bytes of a file of a turn. The path is text: a build reads thousands, and each `Path` leaves a trace in
        Python's table of names, which then grows.
        """
        return self.disk.read(f"{self.turns_path}/{turn:03d}/{name}")

    def _json(self, turn: int, name: str, kind: type[Any]) -> Any:
        return self._decoded(turn, name, self.raw(turn, name), kind)

    def _decoded(self, turn: int, name: str, data: bytes, kind: type[Any]) -> Any:
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as error:
            wrong = key_first(error)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            wrong = f"is not valid JSON: {error}"
        raise PbmError(f"{self.turn_path(turn) / name}: {wrong}.")

    def settle(self) -> None:
        """Clear what a broken run left, and end it; needs the lock. PbmError, and no more, if the ledger is cut."""
        _ = self.facts  # that it is another game's folder is told first
        check_ledger(self)
        for place in (self.path, self.private, self.turns_path, self.received, self.private / "press"):
            for name in self.disk.names(place):
                if name.startswith(ASIDE):
                    rest = place / name
                    if rest.is_dir() and not rest.is_symlink():
                        self.disk.remove_folder(rest)
                    else:
                        self.disk.remove(rest)
        if noted_head(self) not in (None, self.ledger.chain):
            note_head(self)
        unfinished = self.unfinished()
        if unfinished:
            self._set_aside(unfinished)

    def commit(self, files: TurnFiles) -> None:
        """Make a turn part of the game: whole, or not at all. Its folder is built aside, synced and moved. PbmError
        where the turn is there already.
        """
        target = self.turn_path(files.turn)
        if target.exists():
            raise PbmError(f"{target}: this turn is resolved already.")
        aside = self.turns_path / f"{ASIDE}{target.name}"
        self._forget_turns()
        try:
            build_turn(self.disk, aside, files)
            self.disk.rename(aside, target)
        except PbmError:
            if aside.exists():
                _clear(self.disk, aside)
            raise

    def set_status(self, status: str) -> None:
        """Change the one line `status` of game.toml."""
        from pbm.store.edit import set_game_keys

        path = self.path / "game.toml"
        self.write_game(set_game_keys(self.disk.read(path), {"status": status}, path))

    def set_keys(self, **changes: Value) -> None:
        """Change lines above the tables of game.toml; what is there already is not written again."""
        from pbm.store.edit import set_game_keys
        from pbm.store.seen import note_seen

        note_seen(self, str(changes.get("deadline", "")))
        path = self.path / "game.toml"
        if any(getattr(self.facts, key) != value for key, value in changes.items()):
            self.write_game(set_game_keys(self.disk.read(path), changes, path))

    def write_game(self, data: bytes) -> None:
        """Put a changed game.toml in its place."""
        self.disk.replace(self.path / "game.toml", data, OPEN_FILE)
        self.__dict__.pop("facts", None)

    def set_player(self, player: int, **changes: Value) -> None:
        """Change lines of a player in players.toml."""
        from pbm.store.edit import set_player_keys

        path = self.private / "players.toml"
        self.disk.replace(path, set_player_keys(self.disk.read(path), player, changes, path))
        for name in ("players", "presence"):
            self.__dict__.pop(name, None)

    def withdraw(self, reason: str, now: datetime, *, pause: bool = False) -> Withdrawn:
        """Take the last turn back: noted first, then set aside under another name; and pause the game, where that is
        wanted. Nothing is deleted. PbmError where there is none, and in a revealed game.
        """
        if self.facts.status == "revealed":
            raise PbmError(f"{self.game} is revealed: its seed is public, so no turn can be played again.")
        turn = self.last
        if turn == 0:
            raise PbmError(f"{self.game} has no resolved turn to take back.")
        names = self.disk.names(self.turns_path)
        count = sum(name.startswith(f"{turn:03d}.withdrawn-") for name in names)
        fact = Withdrawn(turn, f"{turn:03d}.withdrawn-{count + 1}", reason, write_time(now))
        self.note(fact, *([Paused(turn, fact.time)] if pause else ()))
        self._set_aside(fact)
        return fact

    def _set_aside(self, fact: Withdrawn) -> None:
        if self.facts.status == "finished":
            self.set_status("running")
        if self.facts.schedule and (self.facts.schedule.every or self.facts.schedule.days):
            self.set_keys(deadline=self.record(fact.turn).deadline)
        if Paused(fact.turn, fact.time) in self.ledger.facts:
            self.set_keys(paused=True)
        self._forget_turns()
        self.disk.rename(self.turn_path(fact.turn), self.turns_path / fact.kept)


def find_last(folder: Folder) -> int:
    """The number of the turn last resolved. PbmError for a gap, for what only has the name of a turn, for a link."""
    numbers = _numbers(folder)
    links = folder.disk.links(folder.turns_path)
    for want in range(max(numbers, default=0) + 1):
        if want >= len(numbers) or numbers[want] != want:
            strays = stray_turns(folder)
            if strays:
                raise PbmError(f"{folder.turn_path(strays[0])}: {what_strays(folder, strays[0])}; remove it.")
            raise PbmError(f"{folder.turn_path(want)}: the folder of this turn is missing.")
        if links and folder.turn_path(want).name in links:
            raise PbmError(f"{folder.turn_path(want)}: is a symbolic link; a game folder may not contain any.")
    return numbers[-1]


def stray_turns(folder: Folder) -> list[int]:
    """The numbers after a gap whose folders hold no such turn; none where one of them does, for then a turn between is
    missing.
    """
    numbers = _numbers(folder)
    after = [number for k, number in enumerate(numbers) if number != k]
    return [] if not numbers or numbers[0] or any(_holds_its_turn(folder, number) for number in after) else after


def what_strays(folder: Folder, number: int) -> str:
    """What is wrong with such a folder."""
    before = max(n for k, n in enumerate(_numbers(folder)) if n == k)
    return f"does not follow turn {before}, and does not hold turn {number}"


def _numbers(folder: Folder) -> list[int]:
    return [int(name) for name in folder.disk.names(folder.turns_path) if _is_turn(name)]


def _is_turn(name: str) -> bool:
    """Three digits, of ASCII."""
    return len(name) == 3 and name.isascii() and name.isdigit()


def _holds_its_turn(folder: Folder, number: int) -> bool:
    """Whether the record there is that turn's; where it cannot be read, whether other files of a turn are there."""
    path = folder.turn_path(number)
    try:
        record: Any = msgspec.json.decode(folder.disk.read(path / "record.json"))
        return isinstance(record, dict) and record.get("turn") == number
    except (PbmError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return any((path / name).exists() for name in ("state.json", "events.json"))


def games_path(root: Path) -> Path:
    """Where the games lie under a content tree."""
    return root / "content" / "games"


def game_ids(root: Path) -> list[str]:
    """The games of a content tree, by name and then by number."""
    folder = games_path(root)
    names = [n for n in Disk().names(folder) if GAME_ID.fullmatch(n) and (folder / n).is_dir()]
    return sorted(names, key=lambda n: (n.split("-")[0], int(n.split("-")[1])))


def build_turn(disk: Disk, place: Path, files: TurnFiles) -> None:
    """Write the files of a turn into a new folder."""
    disk.make_folder(place)
    disk.create(place / "state.json", files.state)
    disk.create(place / "events.json", files.events)
    disk.create(place / "record.json", files.record)
    if files.cards:
        disk.make_folder(place / "cards")
        for player, card in sorted(files.cards.items()):
            disk.create(place / "cards" / f"{player}.txt", card)
        disk.sync_folder(place / "cards")
    disk.sync_folder(place)


def write_json(value: Any) -> bytes:
    """JSON as the archives have it: sorted keys, indented, a final newline."""
    plain = msgspec.to_builtins(value, str_keys=True)
    return msgspec.json.format(msgspec.json.encode(plain, order="sorted"), indent=1) + b"\n"


def write_turn(value: Any, in_rows: bool) -> bytes:
    """A position or the events of a turn as the archives have them. in_rows: an entry a line, where it has hundreds of
    them: each event, each entry of a table of the position.
    """
    if not in_rows:
        return write_json(value)
    plain = msgspec.to_builtins(value, str_keys=True)
    if isinstance(plain, dict):
        tables = [f"{_line(key)}: {_rows(plain[key], ' ')}" for key in sorted(plain)]
        return f"{{\n {_JOINED.join(tables)}\n}}\n".encode()
    return f"{_rows(plain, '')}\n".encode()


_JOINED = ",\n "


def _rows(value: Any, margin: str) -> str:
    """A table or a list with an entry a line."""
    if not value or not isinstance(value, dict | list):
        return _line(value)
    lines = (
        [f"{_line(key)}: {_line(value[key])}" for key in sorted(value)]
        if isinstance(value, dict)
        else [_line(entry) for entry in value]
    )
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n {margin}{f'{_JOINED}{margin}'.join(lines)}\n{margin}{right}"


def _line(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def describe(value: Any) -> str:
    """A value of an archive, short, for a sentence."""
    import json

    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."


def differences(wanted: Any, found: Any, path: str = "") -> Mapping[str, tuple[Any, Any]]:
    """Where two pieces of plain data differ: path to wanted and found."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        pairs = [(str(k), wanted.get(k), found.get(k)) for k in sorted({*wanted, *found}, key=str)]
    elif isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = [(str(i), a, b) for i, (a, b) in enumerate(zip(wanted, found, strict=True))]
    else:
        return {} if wanted == found else {path: (wanted, found)}
    table: dict[str, tuple[Any, Any]] = {}
    for key, a, b in pairs:
        if a != b:
            table |= differences(a, b, f"{path}.{key}" if path else key)
    return table


def _clear(disk: Disk, folder: Path) -> None:
    """Take an unfinished turn away after an error; where that fails too, the next start does it."""
    try:
        disk.remove_folder(folder)
    except PbmError:
        return

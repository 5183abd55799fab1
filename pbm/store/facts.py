"""What the moderator writes about a game: game.toml and private/players.toml, read strictly."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from pbm.core.schedule import ScheduleFacts, check_schedule, read_span
from pbm.engine.system import EDITION
from pbm.errors import PbmError
from pbm.store.hues import HUES, usual

T = TypeVar("T")
Value = str | int | bool | tuple[str, ...]
"""What a key may be set to."""

MOST_SEATS = 999  # a number of a player stands in headings of cards and in names of files
MOST_EPOCHS = 9999  # of a player's codes: each new one is a new key, which is kept
LAST_YEAR = 8999  # of a time: after it there is room for zones and grace
GAME_ID = re.compile(r"[A-Z][A-Z0-9]{0,7}-[0-9]{1,4}")


class SeatFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the public knows it: number, home, the country's name, the name to be shown or none.

    rating: whether they want to be rated under that name. hue: which of the nine colours the seat has, 0 to 8; older
    files do not name it, and the colour follows from the number.
    """

    number: int
    home: str
    country: str = ""
    name: str = ""
    rating: bool = False
    hue: int | None = None


class GameFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """game.toml: the public facts of a game.

    status: running, finished (over, still secret) or revealed. resolve: a turn is due at its deadline
    alone, or (all-in) as soon as every living player's card is there. nmr: whether missed turns are news.
    deadline: that of the next turn; schedule: how those after it are set. paused: nothing is due until it
    goes on. edition: that of the rules at the founding (pbm.engine.system.EDITION); older files do not name it.
    id: the game's id, as the folder is called; older files do not have it. press: whether what players write on their
    cards goes out as it is (open), or waits for the moderator's word (approve).
    """

    title: str
    system: str
    variant: str
    status: Literal["running", "finished", "revealed"]
    seed_commitment: str
    seats: tuple[SeatFacts, ...]
    deadline: str = ""
    resolve: Literal["deadline", "all-in"] = "deadline"
    nmr: Literal["public", "private"] = "public"
    options: dict[str, str] = {}
    paused: bool = False
    schedule: ScheduleFacts | None = None
    edition: int = 1
    id: str = ""
    press: Literal["open", "approve"] = "open"

    @property
    def hues(self) -> tuple[tuple[int, int], ...]:
        """Number and hue, 0 to 8, of each seat, by number; nothing, where no seat was given one."""
        if all(seat.hue is None for seat in self.seats):
            return ()
        return tuple(sorted((s.number, usual(s.number) if s.hue is None else s.hue) for s in self.seats))


class Presence(msgspec.Struct, frozen=True):
    """When a player is away, and whether the house plays for him; as PlayerFacts says it."""

    absent: tuple[str, ...] = ()
    house: bool = False


class PlayerFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player as only the moderator knows him; `key` (64 hex digits) and `epoch` make his codes.

    address: his e-mail address, or several with commas between; post: his postal address, line by line;
    by: how his printouts go out ("" is by mail if he has an address, else by post if he has that);
    absent: spans of days on which he is away, as 2026-12-20/2027-01-03; house: the house player writes
    his cards; before: names, addresses and streets of who played the seat before, by which `pbm forget` finds them.
    """

    number: int
    key: str
    name: str = ""
    address: str = ""
    epoch: int = 1
    post: str = ""
    by: Literal["", "mail", "post"] = ""
    absent: tuple[str, ...] = ()
    house: bool = False
    before: tuple[str, ...] = ()

    @property
    def addresses(self) -> frozenset[str]:
        """His e-mail addresses, in small letters."""
        return frozenset(part.strip().lower() for part in self.address.split(",") if part.strip())


class _Players(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: tuple[PlayerFacts, ...]


def read_game(data: bytes, path: Path) -> GameFacts:
    """The facts of a game.toml; PbmError names file and key."""
    facts = read_strictly(data, GameFacts, path)
    numbers = [seat.number for seat in facts.seats]
    homes = [seat.home for seat in facts.seats]
    if not numbers:
        raise PbmError(f"{path}: seats: a game needs at least one seat.")
    if min(numbers) < 1 or max(numbers) > MOST_SEATS or len(set(numbers)) < len(numbers):
        raise PbmError(f"{path}: seats: give each seat a number of its own from 1 to {MOST_SEATS}.")
    if len(set(homes)) < len(homes):
        raise PbmError(f"{path}: seats: give each seat a home of its own.")
    for seat in facts.seats:
        if seat.rating and not seat.name:
            told = f"player {seat.number} is rated under the shown name but has none"
            raise PbmError(f"{path}: seats: {told}; write a name, or leave the rating out.")
        if seat.hue is not None and not 0 <= seat.hue < HUES:
            told = f"hue = {seat.hue} of player {seat.number} is not one of the nine colours"
            raise PbmError(f"{path}: seats: {told}; write a number from 0 to {HUES - 1}, or leave the line out.")
    if not re.fullmatch(r"[0-9a-f]{64}", facts.seed_commitment):
        raise PbmError(f"{path}: seed_commitment: must be 64 hexadecimal digits (SHA-256 of the seed).")
    if not 1 <= facts.edition <= EDITION:
        raise PbmError(f"{path}: edition: this pbm knows the editions 1 to {EDITION}; a newer pbm founded the game.")
    if facts.deadline:
        read_time(facts.deadline, f"{path}: deadline")
    if facts.schedule:
        check_schedule(facts.schedule, f"{path}: schedule")
    return facts


def read_players(data: bytes, path: Path) -> dict[int, PlayerFacts]:
    """The players by number; PbmError names file and key."""
    players = read_strictly(data, _Players, path).players
    for player in players:
        if not re.fullmatch(r"[0-9a-f]{64}", player.key):
            raise PbmError(f"{path}: players: the key of player {player.number} must be 64 hexadecimal digits.")
        if not 1 <= player.epoch <= MOST_EPOCHS:
            raise PbmError(f"{path}: players: the epoch of player {player.number} must be from 1 to {MOST_EPOCHS}.")
        for span in player.absent:
            read_span(span, f"{path}: players: absent of player {player.number}")
    table = {player.number: player for player in players}
    if len(table) < len(players):
        raise PbmError(f"{path}: players: give each player a number of its own.")
    return table


def read_strictly(data: bytes, kind: type[T], path: Path) -> T:
    """TOML as a record of this kind: an unknown key or wrong type is one sentence with file and key."""
    from pbm.core.toml import parse_toml  # not needed where what it says is known

    plain = _dates_as_text(parse_toml(data, path))
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise PbmError(f"{path}: {_spelt(error, plain, kind)}{_what_may_stand(error, kind)}.") from None


def _spelt(error: msgspec.ValidationError, plain: Mapping[str, Any], kind: type[Any]) -> str:
    """A schema error as "key: what is wrong", also within a table that may have any keys: msgspec calls those [...]."""
    said = key_first(error)
    field, _, inner = said.partition(":")[0].partition("[...]")
    for key, value in plain[field].items() if inner or "[...]" in said else ():
        for last, one in value.items() if inner else (("", value),):
            try:
                msgspec.convert({**plain, field: {key: {last: one} if inner else one}}, kind)
            except msgspec.ValidationError:
                return said.replace(f"{field}[...]{inner}", ".".join(part for part in (field, key, last) if part), 1)
    return said


def _what_may_stand(error: msgspec.ValidationError, kind: type[Any]) -> str:
    """The keys, words or tables that may stand where a schema error found another; "" for errors of other kinds."""
    from msgspec import inspect  # seldom needed

    detail, _, path = str(error).partition(" - at `$")
    there: list[Any] = [inspect.type_info(kind)]
    for key in re.findall(r"\w+|\[", path):
        if key == "[":
            there = [it.item_type for it in there if isinstance(it, inspect.VarTupleType)]
        elif not key.isdigit():
            structs = [it for it in there if isinstance(it, inspect.StructType)]
            there = [field.type for it in structs for field in it.fields if field.name == key]
        there += [inner for it in there if isinstance(it, inspect.UnionType) for inner in it.types]
    if detail.startswith("Object contains unknown field"):
        known = [field.name for it in there if isinstance(it, inspect.StructType) for field in it.fields]
    elif detail.startswith("Invalid enum value"):
        known = [str(word) or '""' for it in there if isinstance(it, inspect.LiteralType) for word in it.values]
    else:
        return f"; write [[{path.strip('`.')}]] above each" if detail == "Expected `array`, got `object`" else ""
    return f"; known are: {', '.join(sorted(known))}" if known else ""


def _dates_as_text(value: Any) -> Any:
    """TOML's own dates and times are taken as the ISO text that one might have written instead."""
    if isinstance(value, dict):
        return {key: _dates_as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_dates_as_text(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value


def key_first(error: msgspec.ValidationError) -> str:
    """A schema error as "key: what is wrong"."""
    detail, _, key = str(error).partition(" - at `$")
    key = key.strip("`.")
    return f"{key}: {detail}" if key else detail


def read_time(text: str, what: str) -> datetime:
    """An ISO time with its zone, in UTC. PbmError for anything else, beginning with `what`."""
    time: datetime | None
    try:
        time = datetime.fromisoformat(text)
        if time.tzinfo is not None and time.year <= LAST_YEAR:
            return time.astimezone(UTC)
    except (ValueError, OverflowError):
        time = None
    if time is not None and time.year > LAST_YEAR:
        raise PbmError(f"{what}: {text!r} is later than {LAST_YEAR}, the last year that can be used.")
    raise PbmError(f"{what}: {text!r} is not a time with a zone such as 2026-11-21T20:00:00+00:00.")


def write_time(time: datetime) -> str:
    """A time in UTC to the second: 2026-11-21T20:00:00Z."""
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

"""From one turn to the next in a game folder, and the proof that every turn came about so."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from pbm import __version__
from pbm import rules as registry
from pbm.cards.card import read_card
from pbm.core.dice import Dice, PinnedDice
from pbm.core.events import Event, event_words
from pbm.engine import turn
from pbm.engine.system import Rules, Seat, System, Words
from pbm.engine.vocabulary import lasting, modern
from pbm.errors import PbmError
from pbm.orders.form import OrderLine, Parsed
from pbm.store.amendment import corrected
from pbm.store.facts import SeatFacts, write_time
from pbm.store.folder import Folder, TurnFiles, describe, differences, write_json, write_turn
from pbm.store.record import Record
from pbm.store.seeds import Digests, digests, part_digest, receipt_list
from pbm.store.texts import kept_texts
from pbm.store.variants import load_rules


class GameTable(msgspec.Struct, frozen=True):
    """A game laid out to be played: its folder, its rules, its seats."""

    folder: Folder
    system: System
    rules: Rules
    seats: tuple[Seat, ...]

    def state(self, number: int) -> Any:
        """The position after a turn, as the next one begins with it."""
        folder, data = self.folder, self.sound(number, "state")
        inputs = (data, folder.corrections(number), self.rules)
        return folder.cached(("state", number), inputs, lambda: self.position(self.words(number), number))

    def sound(self, number: int, part: Literal["state", "events"]) -> bytes:
        """The bytes of state.json or events.json of a turn. PbmError where they do not have the digest that the turn's
        record gives them: what somebody changed is never played on, printed or shown.
        """
        folder = self.folder
        data, wanted = folder.raw(number, f"{part}.json"), getattr(folder.record(number).digests, part)
        if part_digest(folder.seed, folder.game, part, data) != wanted:
            path = folder.turn_path(number) / f"{part}.json"
            raise PbmError(f"{path}: was changed since; its digest differs. Put it back from a copy.")
        return data

    def words(self, number: int) -> dict[str, Any]:
        """The same as plain data: what came of the turn, and the moderator's corrections."""
        folder = self.folder
        return corrected(folder.state(number), folder.corrections(number), f"{folder.turns_path}/{number:03d}")

    def position(self, words: Mapping[str, Any], number: int) -> Any:
        """The position of that plain data, which is a turn's. PbmError names the key that is wrong."""
        try:
            return self.system.words.from_words(words, self.rules)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            path = self.folder.turn_path(number) / "state.json"
            raise PbmError(f"{path}: {error}.") from None

    def events(self, number: int) -> tuple[Event, ...]:
        """What happened in a turn; and the end of the game, where the moderator's corrections after it brought that."""
        inputs = self.sound(number, "events"), self.folder.corrections(number), self.rules
        return self.folder.cached(("events", number), inputs, lambda: self._events(number))

    def _events(self, number: int) -> tuple[Event, ...]:
        events = tuple(modern(event, self.system.words.renamed) for event in read_events(self.folder, number))
        if self.folder.corrections(number) and self.system.course.outcome(events) is None:
            state = self.state(number)
            return (
                (*events, *self.system.course.ending(state, self.rules)) if self.system.course.over(state) else events
            )
        return events

    def parsed(self, number: int) -> dict[int, Parsed]:
        """How the cards of a turn were read, taken from the cards as received and the position before it."""
        before, kept = self.state(number - 1), self.folder.cards(number)

        def read() -> dict[int, Parsed]:
            cards = card_lines(kept)
            return {
                p: turn.check(self.system, self.rules, before, p, cards.get(p))
                for p in self.system.course.living(before)
            }

        return self.folder.cached(("parsed", number), (before, kept, self.rules), read)


def read_events(folder: Folder, number: int) -> tuple[Event, ...]:
    """The events of a turn as its file has them, whatever its digest. PbmError names the key that is wrong."""
    try:
        return tuple(msgspec.convert(words, Event) for words in folder.events(number))
    except msgspec.ValidationError as error:
        raise PbmError(f"{folder.turn_path(number) / 'events.json'}: {error}.") from None


def lay_table(folder: Folder) -> GameTable:
    """Load the rules of a game; PbmError names game.toml where it asks for what is not there."""
    facts = folder.facts
    try:
        system = registry.system(facts.system)
        rules = load_rules(folder.root, system, facts.variant, facts.options)
        rules = replace(rules, edition=facts.edition)
        if unfit := system.setup.unfit(rules):
            raise PbmError(unfit)
        if rules.nameless and any(seat.name for seat in facts.seats):
            raise PbmError("seats: in this variant no player's name is shown; leave each `name` empty.")
        _check_homes(facts.seats, system, rules)
    except PbmError as error:
        raise PbmError(f"{folder.path / 'game.toml'}: {error}") from None
    return GameTable(folder, system, rules, tuple(Seat(s.number, s.home, s.name) for s in facts.seats))


def awaited(folder: Folder) -> tuple[int, ...]:
    """The players whose cards the rules wait for after the last turn."""

    def find() -> tuple[int, ...]:
        table = lay_table(folder)
        return tuple(table.system.course.awaited(table.state(folder.last)))

    return folder.cached("awaited", folder.last, find)


def _check_homes(seats: Iterable[SeatFacts], system: System, rules: Rules) -> None:
    """PbmError where a seat's home is no space of theirs: each printout tells its name."""
    drawn = rules.geometry.get("spaces", {})
    owned = {code for code, space in drawn.items() if rules.legend.space(space["kind"]).owned}
    usual = system.setup.homes(rules)
    for seat in seats:
        try:
            homes = system.setup.joined(rules, seat.home)
        except ValueError:  # then it is no space of theirs either, which is told
            homes = (seat.home,)
        if not {*homes} <= owned | {*usual}:
            known = ", ".join(usual[:3])
            raise PbmError(
                f"seats: home: {seat.home!r} of player {seat.number} is not a space that a player can own; "
                f"homes are such as {known}."
            )


def card_lines(cards: Mapping[int, bytes]) -> dict[int, tuple[OrderLine, ...]]:
    """The order lines of cards as received."""
    return {player: read_card(card).lines for player, card in cards.items()}


def resolve_turn(table: GameTable, cards: Mapping[int, bytes], now: datetime) -> turn.Played:
    """Resolve and commit the next turn of a running game, and end a game that is over. Needs the lock.

    PbmError where the last turn is not as it was resolved: on that nothing is built.
    """
    folder = table.folder
    check_last(folder)
    number = folder.last + 1
    dice = Dice(folder.seed, folder.game, number)
    played = _play(table, table.state(number - 1), cards, dice)
    record = Record(
        turn=number,
        date=write_time(now),
        version=__version__,
        deadline=folder.facts.deadline,
        cards={player: hashlib.sha256(card).hexdigest() for player, card in cards.items()},
        rolls=dice.rolls,
        receipts=_receipts(folder, number, cards),
        corrections=folder.corrections(number - 1) or UNSET,
    )
    before = folder.record(number - 1).digests.chain
    in_rows = table.system.words.in_rows
    state = write_turn(table.system.words.to_words(played.state), in_rows)
    events = write_turn([event_words(event) for event in played.events], in_rows)
    folder.commit(sealed(folder.seed, folder.game, record, state, events, cards, before))
    end_if_over(table)
    return played


def _receipts(folder: Folder, number: int, cards: Mapping[int, bytes]) -> tuple[str, ...]:
    """The public list of a turn's cards: a code for each seat, also of who is out: none else may know."""
    return receipt_list(folder.seed, folder.game, number, cards, (seat.number for seat in folder.facts.seats))


def check_last(folder: Folder) -> None:
    """PbmError where the last turn does not hold with its chain: a file was changed, or the folder had another name, by
    which codes and dice go.
    """
    check_turn(folder, folder.last)


def check_turn(folder: Folder, number: int) -> None:
    """The same for any turn, as far as its digests tell; it is not played again."""
    record, before = folder.record(number), folder.record(number - 1).digests.chain if number else ""
    state, events = folder.raw(number, "state.json"), folder.raw(number, "events.json")
    again = sealed(folder.seed, folder.game, record, state, events, folder.cards(number), before)
    if again.record != folder.raw(number, "record.json"):
        raise PbmError(
            f"{folder.path}: turn {number} is not as it was resolved; if the folder had another name then, rename it "
            f"back, otherwise `pbm verify {folder.game}` shows what was changed."
        )


def foresee(table: GameTable, cards: Mapping[int, bytes]) -> turn.Played:
    """The next turn as those cards would bring it, with its own dice; nothing is written."""
    folder = table.folder
    return _play(table, table.state(folder.last), cards, Dice(folder.seed, folder.game, folder.last + 1))


def end_if_over(table: GameTable) -> bool:
    """Set a running game to finished where its rules say that it is over; True when that was done."""
    folder = table.folder
    if folder.facts.status == "running" and table.system.course.over(table.state(folder.last)):
        folder.set_status("finished")
        return True
    return False


def _play(table: GameTable, state: Any, cards: Mapping[int, bytes], dice: Dice) -> turn.Played:
    nmr_public = table.folder.facts.nmr == "public"
    return turn.play(table.system, table.rules, state, card_lines(cards), dice, nmr_public=nmr_public)


def sealed(
    seed: bytes,
    game: str,
    record: Record,
    state: bytes,
    events: bytes,
    cards: Mapping[int, bytes],
    before: str,
) -> TurnFiles:
    """The files of a turn, its record closed with the digests that bind them to all turns before."""
    core = write_json(replace(record, digests=Digests()))
    made = digests(seed, game, state, cards, events, core, before)
    return TurnFiles(record.turn, state, events, write_json(replace(record, digests=made)), dict(cards))


def verify(table: GameTable) -> Iterator[tuple[int, str]]:
    """Play every turn again from the start and the cards: the number and chain digest of each that agrees.

    What the moderator corrected is corrected again, where what he found still stands.

    PbmError names the first difference: turn, file, place.
    """
    folder = table.folder
    state, before = _beginning(table), ""
    for number in range(folder.last + 1):
        record = folder.record(number)
        cards = folder.cards(number)
        path = folder.turn_path(number)
        if record.turn != number:
            raise PbmError(f"{path / 'record.json'}: turn: should be {number} but is {record.turn}.")
        events: tuple[Event, ...] = ()
        if number:
            dice = Dice(folder.seed, folder.game, number)
            played = _play(table, state, cards, dice)
            if record.receipts is not UNSET:
                record = replace(record, receipts=_receipts(folder, number, cards))
            state, events = played.state, played.events
            record = replace(record, rolls=dice.rolls)
        in_rows = table.system.words.in_rows
        words = write_turn(table.system.words.to_words(state), in_rows)
        record = replace(record, cards={p: hashlib.sha256(card).hexdigest() for p, card in cards.items()})
        happened = write_turn([event_words(event) for event in events], in_rows)
        if record.version != __version__ and _told_less(
            folder.raw(number, "events.json"), happened, table.system.words
        ):
            happened = folder.raw(number, "events.json")
        again = sealed(folder.seed, folder.game, record, words, happened, cards, before)
        for name, made in (("state.json", words), ("events.json", happened), ("record.json", again.record)):
            _compare(folder, number, name, made)
        begun = corrected(msgspec.json.decode(words), folder.corrections(number), path)
        state = table.position(begun, number)
        before = folder.record(number).digests.chain
        yield number, before


def dice_of(table: GameTable, number: int) -> dict[str, tuple[int, int]]:
    """What was rolled in a turn, by label: the face, from 1, and the sides. The turn is played again."""
    dice = PinnedDice(table.folder.seed, table.folder.game, number, {})
    if number:
        _play(table, table.state(number - 1), table.folder.cards(number), dice)
    elif table.folder.record(0).rolls:
        _start(table, dice)
    return dice.faces


def _start(table: GameTable, dice: Dice) -> Any:
    texts = kept_texts(table.system, table.rules, table.folder.private)
    return table.system.start(replace(table.rules, texts=texts), table.seats, dice)


def _beginning(table: GameTable) -> Any:
    """The position of turn 0: where dice were rolled for it, made again with them; else as it was recorded."""
    folder = table.folder
    recorded, rolls = table.position(folder.state(0), 0), folder.record(0).rolls
    if not rolls:
        return recorded
    dice = Dice(folder.seed, folder.game, 0)
    state = _start(table, dice)
    if dice.rolls != rolls:
        path = folder.turn_path(0) / "record.json"
        raise PbmError(f"Turn 0 differs: {path}: rolls: should be {dice.rolls} but is {rolls}.")
    return state


def _told_less(kept: bytes, made: bytes, words: Words) -> bool:
    """Whether the events that another pbm kept are those that happened, as far as it told them: each is there with all
    its facts, in order. A newer pbm tells more kinds, and more facts of one; faults are sentences about a card, and the
    words for them change; so do the sentences that stood where a code stands today.
    """
    try:
        old, new = msgspec.json.decode(kept, type=list[Event]), msgspec.json.decode(made, type=list[Event])
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
    left = iter(event for event in new if event.kind != "fault")
    old = [lasting(modern(event, words.renamed), words.coded) for event in old]
    return all(
        any(
            (event.kind, event.seen_by) == (other.kind, other.seen_by) and _within(event.facts, other.facts)
            for other in left
        )
        for event in old
        if event.kind != "fault"
    )


def _within(kept: Any, made: Any) -> bool:
    """Whether every fact that was kept is the same in what was made, which may hold more keys."""
    if isinstance(kept, dict) and isinstance(made, dict):
        return all(key in made and _within(value, made[key]) for key, value in kept.items())
    if isinstance(kept, list) and isinstance(made, list):
        return len(kept) == len(made) and all(map(_within, kept, made))
    return bool(kept == made)


def _compare(folder: Folder, number: int, name: str, made: bytes) -> None:
    """Hold a file of a turn against what came of playing it again."""
    kept = folder.raw(number, name)
    if kept == made:
        return
    path = folder.turn_path(number) / name
    try:
        found = differences(msgspec.json.decode(made), msgspec.json.decode(kept))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise PbmError(f"Turn {number} differs: {path} is not valid JSON: {error}.") from None
    for key, (wanted, got) in found.items():
        raise PbmError(
            f"Turn {number} differs: {path}: {key or 'the list'}: should be {describe(wanted)} but is {describe(got)}."
        )
    raise PbmError(f"Turn {number} differs: {path}: the same data, but not as written by pbm.")
